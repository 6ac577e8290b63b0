"""Where the armies of the clan at war can still come, and what is out of order for good because none can come there."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.data import ARMIES_EACH, FORCE_LIMIT, PROVINCES
from gunbai.games.shogun.movement_field import Field
from gunbai.games.shogun.state import ShogunState


class Reach(Field):
    """A field with the armies that are looked at. What is found hopeless here is; the rest a search decides."""

    def __init__(self, t: ShogunState) -> None:
        super().__init__(t)
        # The armies now looked at, and where they can still come.
        self.acting: vec[i64] = vec[i64]()
        self.reach: vec[i64] = vec[i64]()

    def runs_short(self) -> bool:
        """Whether there are fewer units to spare than hidden ronin nobody leads, wherever they could be brought.

        Whatever the armies do, the sum of both changes in two ways only. An army that leaves a province to nobody
        leaves one unit to hold it. An army that takes in a whole force spares that unit, as long as an army stands
        there in the end.
        """
        total: i64 = 0
        for a in range(ARMIES_EACH):
            p = self.at[a]
            if p >= 0 and self.force[p] > 0:
                total += 1
            elif p >= 0 and 0 <= self.guest(p, a) < a:
                total += 1  # of several armies in a province without a force one holds it
        for a in self.acting:
            total += self.s[a] + self.h[a] - self.led[a]
        for p in self.reach:
            if self.inside[p] == 1:
                spare = max(self.force[p] - 1, 0) - self.ronin[p]
                surplus = spare - self.hidden[p]
                for b in range(ARMIES_EACH):
                    if self.at[b] == p and (self.mobile[b] == 0 or self.points[b] == 0):
                        surplus += self.s[b] + self.h[b] - self.led[b]
                total += min(surplus, spare, self.samurai[p] + self.ashigaru[p])
        return total < 0

    def hopeless(self) -> bool:
        """Whether what is out of order cannot be reached, or not by enough units."""
        p = self.crowd()
        if p >= 0:
            here: i64 = 0
            leave: i64 = 0
            for a in range(ARMIES_EACH):
                if self.at[a] == p:
                    here += 1
                    leave += 1 if self.mobile[a] == 1 and self.points[a] > 0 else 0
            if leave < here - 1:
                return True
        busy = vec[i64]([-1] * ARMIES_EACH)
        for card in self.cards:
            if self.is_lacking(card):
                if not self._can_be_helped(card):
                    return True
                only = self._only_helper(card)
                if only >= 0:
                    if busy[only] >= 0 and self._tour(only, busy[only], card) > self.points[only]:
                        return True
                    busy[only] = card
        return False

    def _can_be_helped(self, p: i64) -> bool:
        """Whether armies that can still come to p could bring as many units as its ronin need, counted generously."""
        most = max(self.force[p] - 1, 0) - self.ronin[p] + 1
        come = False
        for a in range(ARMIES_EACH):
            if self.at[a] == p:
                most += self.s[a] + self.h[a] - self.led[a]
        for a in self.acting:
            if self.helps(a, p):
                come = True
                most += self._gains(a, p)
                if self.at[a] != p:
                    most += self.s[a] + self.h[a] - self.led[a]
        return come and self.hidden[p] <= most

    def helps(self, a: i64, p: i64) -> bool:
        """Whether an army can come to p; one that is there must go out and come back to be of more use."""
        return self.points[a] >= 2 if self.at[a] == p else self.reaches(a, p)

    def _gains(self, a: i64, goal: i64) -> i64:
        """Units an army could at most pick up before it comes to the goal, counted generously.

        One province a step, each once, unless other armies can come there and leave units again and again.
        """
        best = vec[i64]([0, 0, 0, 0])
        again: i64 = 0
        left: i64 = 0
        for b in self.acting:
            if b != a:
                left += self.s[b] + self.h[b]
        lying: i64 = 0
        for z in self.reach:
            if z == goal or self.distance(goal, z) + self.distance(self.at[a], z) > self.points[a]:
                continue
            n = self.samurai[z] + self.ashigaru[z]
            others: i64 = 0
            for b in self.acting:
                if b != a and self.reaches(b, z):
                    others += self.s[b] + self.h[b] + 1
            if others > 0:
                again = max(again, min(FORCE_LIMIT, n + others))
                lying += n
            else:
                if n == self.force[z] and self.guest(z, a) < 0:
                    n -= 1
                lying += max(n, 0)
                for k in range(4):
                    if n > best[k]:
                        n, best[k] = best[k], n
        gains: i64 = 0
        taken: i64 = 0
        for _ in range(self.points[a] - (1 if self.at[a] == goal else 0)):
            if taken < 4 and best[taken] > again:
                gains += best[taken]
                taken += 1
            else:
                gains += again
        return min(gains, lying + left)

    def _only_helper(self, p: i64) -> i64:
        """The one army that can come to p, or -1 when several can."""
        only: i64 = -1
        for a in self.acting:
            if self.helps(a, p):
                if only >= 0:
                    return -1
                only = a
        return only

    def _tour(self, a: i64, p: i64, q: i64) -> i64:
        """Steps that an army needs to come to both provinces."""
        return min(self.distance(self.at[a], p), self.distance(self.at[a], q)) + self.distance(p, q)

    def look_around(self) -> None:
        """Keep the armies that can still step, and note all provinces where one of them can come."""
        acting = vec[i64]()
        for a in self.acting:
            if self.points[a] > 0:
                acting = append(acting, a)
        reach = vec[i64]()
        for p in range(PROVINCES):
            for a in acting:
                if self.reaches(a, p):
                    reach = append(reach, p)
                    break
        self.acting = acting
        self.reach = reach

    def first_group(self) -> vec[i64]:
        """The first acting army and those with which it shares provinces, directly or through others.

        Armies that can meet nowhere do not matter to each other; each group is then looked at alone. Not so when a
        conquest can win the game, for that depends on all.
        """
        if len(self.acting) < 2 or self.owned + self._steps_left() >= self.goal:
            return self.acting
        taken = vec[i64]([0] * ARMIES_EACH)
        taken[self.acting[0]] = 1
        group = vec[i64]([self.acting[0]])
        at: i64 = 0
        while at < len(group):
            a = group[at]
            at += 1
            for b in self.acting:
                if taken[b] == 0 and self.can_meet(a, b):
                    taken[b] = 1
                    group = append(group, b)
        return group

    def _steps_left(self) -> i64:
        total: i64 = 0
        if self.final:
            for a in self.acting:
                total += self.points[a]
        return total

    def can_meet(self, a: i64, b: i64) -> bool:
        meet = False
        for p in self.reach:
            meet = meet or (self.reaches(a, p) and self.reaches(b, p))
        return meet

    def is_private(self, p: i64, a: i64) -> bool:
        """Whether no other acting army can come to p any more."""
        private = True
        for b in self.acting:
            private = private and (b == a or not self.reaches(b, p))
        return private
