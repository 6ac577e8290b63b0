"""The armies of the clan at war and what they may touch, small enough for `movement_search` to try many moves on.

Within samurai and within ashigaru all units are alike here.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.data import ARMIES_EACH, ASHIGARU_LIMIT, BOW, PROVINCES, SAMURAI_LIMIT, SWORD, Board
from gunbai.games.shogun.movement_check import led_by, may_still_move
from gunbai.games.shogun.state import (
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    CAME,
    FORCE,
    FORCE_RONIN,
    HIDDEN,
    JOINED,
    LAND_WIDTH,
    MOVED,
    OWNER,
    POINTS,
    UNITS,
    ShogunState,
)

NOWHERE: Final[i64] = 99


class Field:
    """Provinces and armies of one moment, to be changed at will."""

    def __init__(self, t: ShogunState) -> None:
        self.t = t
        self.board: Board = t.board
        self.final: bool = t.final == 1
        self.goal: i64 = t.goal if t.at_once else 1000
        self.owned: i64 = 0
        # Per province: whether an army may enter, whether it is the clan's, its force, those of the force who can be
        # picked up, the ronin of the force, and the hidden ones.
        self.open: vec[i64] = vec[i64]()
        self.own: vec[i64] = vec[i64]()
        self.force: vec[i64] = vec[i64]()
        self.samurai: vec[i64] = vec[i64]()
        self.ashigaru: vec[i64] = vec[i64]()
        self.ronin: vec[i64] = vec[i64]()
        self.hidden: vec[i64] = vec[i64]()
        self.cards: vec[i64] = vec[i64]()  # provinces with hidden ronin
        # Per army: place, steps left, its units, how many of them have not moved, its ronin, whether it may act.
        self.at: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        self.s: vec[i64] = vec[i64]()
        self.h: vec[i64] = vec[i64]()
        self.rested_s: vec[i64] = vec[i64]()
        self.rested_h: vec[i64] = vec[i64]()
        self.led: vec[i64] = vec[i64]()
        self.mobile: vec[i64] = vec[i64]()
        # Whose disorder the armies now looked at answer for.
        self.inside: vec[i64] = vec[i64]()
        # Squares of an army card.
        self.squares_s: i64 = SAMURAI_LIMIT
        self.squares_h: i64 = ASHIGARU_LIMIT
        # Distances, computed when asked for: from p to q at rows[p] + q.
        self.rows: vec[i64] = vec[i64]()
        self.far: vec[i64] = vec[i64]()

    def load(self) -> None:
        """All as it stands in the game."""
        self._load_provinces()
        self._load_armies()
        self.inside = vec[i64]([1] * PROVINCES)

    def _load_provinces(self) -> None:
        t = self.t
        self.open = vec[i64]([0] * PROVINCES)
        self.own = vec[i64]([0] * PROVINCES)
        self.force = vec[i64]([0] * PROVINCES)
        self.samurai = vec[i64]([0] * PROVINCES)
        self.ashigaru = vec[i64]([0] * PROVINCES)
        self.ronin = vec[i64]([0] * PROVINCES)
        self.hidden = vec[i64]([0] * PROVINCES)
        self.cards = vec[i64]()
        self.owned = 0
        for p in range(PROVINCES):
            i = p * LAND_WIDTH
            owner = t.land[i + OWNER]
            if owner == t.war:
                self.open[p] = 1
                self.own[p] = 1
                self.owned += 1
                self.force[p] = t.force_size(p)
                for unit in range(4):
                    rested = t.land[i + FORCE + unit] - t.land[i + CAME + unit]
                    if unit in (BOW, SWORD):
                        self.samurai[p] += rested
                    else:
                        self.ashigaru[p] += rested
                self.ronin[p] = t.land[i + FORCE_RONIN]
                self.hidden[p] = t.land[i + HIDDEN]
                if self.hidden[p] > 0:
                    self.cards = append(self.cards, p)
            elif owner < 0 and self.final:
                self.open[p] = 1

    def _load_armies(self) -> None:
        t = self.t
        self.at = vec[i64]([-1] * ARMIES_EACH)
        self.points = vec[i64]([0] * ARMIES_EACH)
        self.s = vec[i64]([0] * ARMIES_EACH)
        self.h = vec[i64]([0] * ARMIES_EACH)
        self.rested_s = vec[i64]([0] * ARMIES_EACH)
        self.rested_h = vec[i64]([0] * ARMIES_EACH)
        self.led = vec[i64]([0] * ARMIES_EACH)
        self.mobile = vec[i64]([0] * ARMIES_EACH)
        for a in range(ARMIES_EACH):
            row = t.war * ARMIES_EACH + a
            i = row * ARMY_WIDTH
            self.at[a] = t.army[i + AT]
            self.points[a] = t.army[i + POINTS]
            for unit in range(4):
                n = t.army[i + UNITS + unit]
                rested = t.army[i + JOINED + unit] if self.final and t.army[i + MOVED] == 1 else n
                if unit in (BOW, SWORD):
                    self.s[a] += n
                    self.rested_s[a] += rested
                else:
                    self.h[a] += n
                    self.rested_h[a] += rested
            self.led[a] = t.army[i + ARMY_RONIN]
            self.mobile[a] = 1 if may_still_move(t, row) else 0

    def guest(self, p: i64, a: i64) -> i64:
        """An army other than `a` in a province, or -1."""
        for b in range(ARMIES_EACH):
            if b != a and self.at[b] == p:
                return b
        return -1

    def crowd(self) -> i64:
        """A province inside where two armies stand, or -1."""
        for a in range(ARMIES_EACH):
            p = self.at[a]
            if p >= 0 and self.inside[p] == 1 and self.guest(p, a) >= 0:
                return p
        return -1

    def lack(self, p: i64) -> i64:
        """Hidden ronin more than the troops in a province can lead; an army may gather the force it stands with."""
        force = self.force[p]
        room = led_by(force) - self.ronin[p]
        for a in range(ARMIES_EACH):
            if self.at[a] == p:
                room += self.s[a] + self.h[a] - self.led[a]
                if self.mobile[a] == 1 and force > 0:
                    # An army that takes in the whole force can lead one ronin more than both apart.
                    fits = min(self.samurai[p], self.squares_s - self.s[a])
                    fits += min(self.ashigaru[p], self.squares_h - self.h[a])
                    if fits == force:
                        room += 1
                        force = 0
        return self.hidden[p] - room

    def is_lacking(self, p: i64) -> bool:
        return self.inside[p] == 1 and self.hidden[p] > 0 and self.lack(p) > 0

    def orderly(self) -> bool:
        """Whether the armies may stop here, when each has gathered what it needs of the force it stands with."""
        if self.crowd() >= 0:
            return False
        led = True
        for p in self.cards:
            led = led and not self.is_lacking(p)
        return led

    def distance(self, p: i64, q: i64) -> i64:
        """Steps from p to q through provinces that armies may enter."""
        if len(self.rows) == 0:
            self.rows = vec[i64]([-1] * PROVINCES)
        if self.rows[p] < 0:
            i = len(self.far)
            self.rows[p] = i
            far = self.far
            for _ in range(PROVINCES):
                far = append(far, NOWHERE)
            far[i + p] = 0
            queue = vec[i64]([p])
            at: i64 = 0
            while at < len(queue):
                y = queue[at]
                at += 1
                for k in range(self.board.first[y], self.board.first[y + 1]):
                    z = self.board.near[k]
                    if far[i + z] == NOWHERE and self.open[z] == 1:
                        far[i + z] = far[i + y] + 1
                        queue = append(queue, z)
            self.far = far
        return self.far[self.rows[p] + q]

    def reaches(self, a: i64, p: i64) -> bool:
        """Whether the army can still come to p, or is there."""
        z = self.at[a]
        return self.board.far[z * PROVINCES + p] <= self.points[a] and self.distance(z, p) <= self.points[a]

    def arrive(self, a: i64, q: i64) -> None:
        """Put an army down one step on."""
        self.at[a] = q
        self.points[a] -= 1
        self.rested_s[a] = 0 if self.final else self.s[a]
        self.rested_h[a] = 0 if self.final else self.h[a]
        if self.own[q] == 0:
            self.own[q] = 1
            self.owned += 1
