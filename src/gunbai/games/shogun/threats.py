"""What each clan could attack in its next turn of war, with exact odds.

Armies move before they attack, and take men along: what stands two provinces away may be as near as a neighbour.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.chances import exact, force_attack_code
from gunbai.games.shogun.data import ARMIES_EACH, ASHIGARU_LIMIT, BOW, GUN, PROVINCES, SAMURAI_LIMIT, SPEAR, SWORD
from gunbai.games.shogun.evaluation import hostile
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    CLAN_WIDTH,
    FORCE,
    HIDDEN,
    LAND_WIDTH,
    STRUCK,
    UNITS,
    ShogunState,
)

# A force that attacks leaves its province open, so not every chance of one is taken.
FORCE_SHARE: Final = 0.7


@final
class Threats:
    """For every province and clan, the chance that the clan empties it in its next turn of war if it wants to."""

    def __init__(self, t: ShogunState) -> None:
        self.clans = t.clans
        # The best troop's chance, and that of the best army besides.
        self.best = vec[float]([0.0] * int(PROVINCES * t.clans))
        self.second = vec[float]([0.0] * int(PROVINCES * t.clans))
        self.any = vec[i64]([0] * int(PROVINCES))
        for c in range(t.clans):
            if t.clan[c * CLAN_WIDTH + ALIVE] == 0:
                continue
            for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
                i = row * ARMY_WIDTH
                if t.army[i + AT] >= 0 and t.army[i + STRUCK] == 0:
                    self._army(t, c, row)
        for p in range(PROVINCES):
            c = t.owner(p)
            if c >= 0 and t.force_size(p) > 2 and t.army_in(p) < 0:
                self._attacks(t, c, p, force_attack_code(t, p), FORCE_SHARE)

    def of(self, p: i64, c: i64) -> float:
        """The chance of the clan's two best troops together."""
        i = p * self.clans + c
        return 1.0 - (1.0 - self.best[i]) * (1.0 - self.second[i])

    def _army(self, t: ShogunState, c: i64, row: i64) -> None:
        """Every province that the army can attack from, near or after a march through its own land."""
        start = t.army[row * ARMY_WIDTH + AT]
        reached = vec[i64]([start])
        found = vec[float]([0.0] * int(PROVINCES))
        first: i64 = 0
        steps: i64 = 0
        while first < len(reached) and steps <= t.level(row):
            end = len(reached)
            for at in range(first, end):
                p = reached[at]
                code: i64 = 0
                for k in range(t.board.first[p], t.board.first[p + 1]):
                    q = t.board.near[k]
                    if hostile(t, c, q):
                        code = code if code > 0 else led(t, row, start, p)
                        w = exact(t, code, q, t.army_in(q), t.board.naval(p, q))
                        found[q] = w if w > found[q] else found[q]
                    elif t.owner(q) == c and steps < t.level(row):
                        new = True
                        for other in reached:
                            new = new and other != q
                        if new:
                            reached = append(reached, q)
            first = end
            steps += 1
        for q in range(PROVINCES):
            if found[q] > 0.0:
                self._heard(q, c, found[q])

    def _attacks(self, t: ShogunState, c: i64, p: i64, code: i64, share: float) -> None:
        for k in range(t.board.first[p], t.board.first[p + 1]):
            q = t.board.near[k]
            if hostile(t, c, q):
                w = share * exact(t, code, q, t.army_in(q), t.board.naval(p, q))
                if w > 0.0:
                    self._heard(q, c, w)

    def _heard(self, q: i64, c: i64, w: float) -> None:
        i = q * self.clans + c
        self.any[q] = 1
        if w > self.best[i]:
            self.second[i] = self.best[i]
            self.best[i] = w
        elif w > self.second[i]:
            self.second[i] = w


def led(t: ShogunState, row: i64, start: i64, p: i64) -> i64:
    """The number (`chances.army_code`) of an army that attacks from p, with the men it may take along."""
    i = row * ARMY_WIDTH + UNITS
    bows, swords, guns, spears = t.army[i + BOW], t.army[i + SWORD], t.army[i + GUN], t.army[i + SPEAR]
    for side in range(2):
        # First who stands at the start, then who stands where the army attacks from.
        if side == 1 and p == start:
            break
        u = (start if side == 0 else p) * LAND_WIDTH + FORCE
        bows += min(t.land[u + BOW], SAMURAI_LIMIT - bows - swords)
        swords += min(t.land[u + SWORD], SAMURAI_LIMIT - bows - swords)
        guns += min(t.land[u + GUN], ASHIGARU_LIMIT - guns - spears)
        spears += min(t.land[u + SPEAR], ASHIGARU_LIMIT - guns - spears)
        if side == 0 and p != start:
            # One man stays where the army was.
            if spears > 0:
                spears -= 1
            elif guns > 0:
                guns -= 1
    ronin = t.army[row * ARMY_WIDTH + ARMY_RONIN] + t.land[start * LAND_WIDTH + HIDDEN]
    ronin = min(ronin, bows + swords + guns + spears)
    return (bows << 16) | (swords << 13) | (guns << 9) | (spears << 5) | (ronin << 1) | 1
