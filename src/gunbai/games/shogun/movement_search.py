"""Whether some sequence of moves of all armies still ends lawfully after a step (RULES §9.4, §9.10, §14.4).

The search looks only at armies that can change something, and keeps what it has found for the next question about the
same moment. The answer is exact, unless a question takes more positions than the limit: then the step is refused. That
never leaves a player without a lawful action. A step is allowed only if the search found a way to a lawful end; after
the first step of that way the same search meets no position it had not met before, so it finds the rest of the way
within the same limit.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.data import (
    ARMIES_EACH,
    ASHIGARU_LIMIT,
    BOW,
    FORCE_LIMIT,
    PROVINCES,
    RONIN,
    SAMURAI_LIMIT,
    SWORD,
)
from gunbai.games.shogun.movement_field import NOWHERE
from gunbai.games.shogun.movement_reach import Reach
from gunbai.games.shogun.state import ShogunState

# Positions in one quick look, and the steps those look ahead.
QUICK_LIMIT: Final[i64] = 400
DEPTH: Final[i64] = 4

# Three looks at a question. The quick one goes straight at what is out of order and finds most ways there are. The
# broad one counts units that lead no ronin, and gives every army squares enough: what it does not find does not exist.
# Where neither decides, the full one does.
_QUICK: Final[i64] = 0
_BROAD: Final[i64] = 1
_FULL: Final[i64] = 2


@final
class Search(Reach):
    """Questions about one moment of the armies' movement.

    A step is: pick up units, leave a garrison where one is needed, take hidden ronin along, go one province. Pick-ups
    after an army's last step are counted at the end. To pick up a ronin alone never helps: to take a hidden one along
    does the same.
    """

    def __init__(self, t: ShogunState, limit: i64, moment_limit: i64) -> None:
        super().__init__(t)
        # Positions for one question, and for all of them before only quick looks are taken.
        self.limit = limit
        self.moment_limit = moment_limit
        # Whether a question was left at a quick look.
        self.gave_up: bool = False
        self.look: i64 = _QUICK
        self.nodes: i64 = 0
        self.bound: i64 = 0  # the last position that is looked at
        self.depth: i64 = 0  # steps that are looked ahead
        # What is known of positions, for all questions about the same moment.
        self.failed: set[bytes] = set()
        self.solved: set[bytes] = set()

    def _begin(self) -> None:
        self.load()
        self.acting = vec[i64]()
        for a in range(ARMIES_EACH):
            if self.mobile[a] == 1:
                self.acting = append(self.acting, a)

    # -- questions -----------------------------------------------------------------------------------------------

    def goes(self, a: i64, q: i64, samurai: i64, ashigaru: i64, rested_s: i64, rested_h: i64, along: i64) -> bool:
        """Whether all can end in order after an army's step with this garrison and these hidden ronin.

        Of the garrison so many samurai and ashigaru have not moved in this phase.
        """
        self._begin()
        p = self.at[a]
        self.s[a] -= samurai
        self.h[a] -= ashigaru
        self.force[p] += samurai + ashigaru
        self.samurai[p] += rested_s
        self.ashigaru[p] += rested_h
        self.hidden[p] -= along
        self.led[a] += along
        self.arrive(a, q)
        return self._can_end()

    def picks(self, a: i64, unit: i64) -> bool:
        """Whether all can end in order after an army's pick-up of a unit, or of a ronin."""
        self._begin()
        p = self.at[a]
        if unit == RONIN:
            self.ronin[p] -= 1
            self.led[a] += 1
            return self._can_end()
        force = self.force[p] - 1
        follow = max(self.ronin[p] - max(force - 1, 0), 0)
        self.force[p] = force
        self.ronin[p] -= follow
        self.led[a] += follow
        if unit in (BOW, SWORD):
            self.samurai[p] -= 1
            self.s[a] += 1
            self.rested_s[a] += 1
        else:
            self.ashigaru[p] -= 1
            self.h[a] += 1
            self.rested_h[a] += 1
        return self._can_end()

    def _can_end(self) -> bool:
        """Whether some sequence of moves of all armies ends lawfully."""
        if self.orderly():
            return True
        self.look_around()
        if self.hopeless():
            return False
        acting = self.acting
        self.look = _QUICK
        for depth in range(1, DEPTH + 1):
            self.depth = depth
            self.bound = self.nodes + QUICK_LIMIT
            if self._solve():
                return True
            self.acting = acting
        if self.nodes > self.moment_limit:
            self.gave_up = True
            return False
        self.depth = NOWHERE
        self.bound = self.nodes + self.limit
        if not self._solve_broadly() and self.nodes <= self.bound:
            return False
        self.acting = acting
        self.look = _FULL
        self.bound = self.nodes + self.limit
        return self._solve()

    def _solve_broadly(self) -> bool:
        """The broad look: only units that lead no ronin are counted, and every army card has squares for all.

        A unit that leads a ronin never changes anything: wherever it goes the ronin goes, so both are left out.
        """
        kept = (self.s[:], self.h[:], self.rested_s[:], self.rested_h[:], self.led[:])
        there = (self.force[:], self.samurai[:], self.ashigaru[:], self.ronin[:])
        for a in range(ARMIES_EACH):
            spare = self.s[a] + self.h[a] - self.led[a]
            self.rested_h[a] = min(spare, self.rested_s[a] + self.rested_h[a])
            self.h[a] = spare
            self.s[a] = 0
            self.rested_s[a] = 0
            self.led[a] = 0
        for p in range(PROVINCES):
            if self.force[p] > 0:
                spare = self.force[p] - 1 - self.ronin[p]
                rested = self.samurai[p] + self.ashigaru[p]
                self.ashigaru[p] = spare + 1 if rested == self.force[p] else min(spare, rested)
                self.force[p] = spare + 1
                self.samurai[p] = 0
                self.ronin[p] = 0
        self.squares_s, self.squares_h = 0, NOWHERE
        self.look = _BROAD
        found = self._solve()
        self.s, self.h, self.rested_s, self.rested_h, self.led = kept
        self.force, self.samurai, self.ashigaru, self.ronin = there
        self.squares_s, self.squares_h = SAMURAI_LIMIT, ASHIGARU_LIMIT
        return found

    def _try_broadly(self, a: i64) -> bool:
        """Whether some step of this army leads to a lawful end, as the broad look counts."""
        p = self.at[a]
        spare, rested, force, ready, hidden = (
            self.h[a],
            self.rested_h[a],
            self.force[p],
            self.ashigaru[p],
            self.hidden[p],
        )
        shared = self.guest(p, a) >= 0
        private = not shared and (len(self.acting) == 1 or self.is_private(p, a))
        found = False
        if force > 0:
            # Take up units that can be spared. Where no ronin hide and nobody else comes, all of them.
            most = min(ready, force - 1)
            for less in range(1 if private and hidden == 0 else most + 1):
                if not found:
                    n = most - less
                    found = self._broad_step(a, spare + n, rested + n, force - n, ready - n, hidden)
            # Or take hidden ronin along.
            for along in range(1, min(hidden, spare) + 1):
                if not found:
                    found = self._broad_step(a, spare - along, rested, force, ready, hidden - along)
            if ready == force and shared and not found:
                found = self._broad_step(a, spare + force, rested + force, 0, 0, hidden)
            if ready == force and not found and not private:
                # Take in the whole force and leave a larger one, for another army to use.
                found = self._leave_broadly(a, spare + force, rested + force, force + 1, hidden)
        elif shared:
            for along in range(min(hidden, spare) + 1):
                if not found:
                    found = self._broad_step(a, spare - along, rested, 0, 0, hidden - along)
        elif spare > 0:
            found = self._leave_broadly(a, spare, rested, 1, hidden)
        self.h[a], self.rested_h[a] = spare, rested
        self.force[p], self.ashigaru[p], self.hidden[p] = force, ready, hidden
        return found

    def _leave_broadly(self, a: i64, spare: i64, rested: i64, least: i64, hidden: i64) -> bool:
        """Go with all garrisons there can be; hidden ronin go along only where a larger garrison cannot lead them."""
        found = False
        alone = len(self.acting) == 1 or self.is_private(self.at[a], a)
        most = min(FORCE_LIMIT, spare)
        if hidden == 0 and (alone or rested == 0):
            most = min(most, least)
        for garrison in range(least, most + 1):
            if not found:
                ready = min(garrison, rested)
                found = self._broad_step(a, spare - garrison, rested - ready, garrison, ready, hidden)
        for along in range(1, min(hidden, spare - FORCE_LIMIT) + 1):
            if not found:
                ready = min(FORCE_LIMIT, rested)
                found = self._broad_step(a, spare - FORCE_LIMIT - along, rested, FORCE_LIMIT, ready, hidden - along)
        return found

    def _broad_step(self, a: i64, spare: i64, rested: i64, force: i64, ready: i64, hidden: i64) -> bool:
        p = self.at[a]
        self.h[a] = spare
        self.rested_h[a] = min(rested, spare)
        self.force[p] = force
        self.ashigaru[p] = ready
        self.hidden[p] = hidden
        return self._walk(a, p, -1)

    # -- the search ------------------------------------------------------------------------------------------------

    def _solve(self) -> bool:
        """Whether the acting armies can put all that is inside in order."""
        self.nodes += 1
        if self.orderly():
            return True
        self.look_around()
        if self.depth == 0 or self.nodes > self.bound or self.runs_short() or self.hopeless():
            return False
        key = self._key()
        if key in self.solved:
            return True
        if key in self.failed:
            return False
        group = self.first_group()
        if len(group) < len(self.acting):
            found = self._solve_apart(group)
        elif self.look == _QUICK:
            found = self._go_straight()
        else:
            found = False
            for a in group:
                if self._try_broadly(a) if self.look == _BROAD else self._try(a, -1):
                    found = True
                    break
        if found:
            self.solved.add(key)
        elif self.nodes <= self.bound:
            self.failed.add(key)
        return found

    def _go_straight(self) -> bool:
        """Let armies leave a province where two stand, or else come nearer to one whose ronin nobody leads."""
        p = self.crowd()
        if p >= 0:
            for a in self.acting:
                if self.at[a] == p and self._try(a, -1):
                    return True
        else:
            p = self._first_lacking()
            for a in self.acting:
                if self.at[a] != p and self.reaches(a, p) and self._try(a, p):
                    return True
        return False

    def _first_lacking(self) -> i64:
        for card in self.cards:
            if self.is_lacking(card):
                return card
        return -1

    def _solve_apart(self, group: vec[i64]) -> bool:
        """Solve for one group of armies and for the others, each with what it can reach."""
        acting, reach, inside = self.acting, self.reach, self.inside
        taken = vec[i64]([0] * ARMIES_EACH)
        for a in group:
            taken[a] = 1
        others = vec[i64]()
        for a in acting:
            if taken[a] == 0:
                others = append(others, a)
        found = True
        for turn in range(2):
            part = group if turn == 0 else others
            within = vec[i64]([0] * PROVINCES)
            for p in reach:
                for a in part:
                    if inside[p] == 1 and self.reaches(a, p):
                        within[p] = 1
            self.acting = part
            self.inside = within
            found = found and self._solve()
        self.acting, self.reach, self.inside = acting, reach, inside
        return found

    def _key(self) -> bytes:
        """All that the answer depends on: where the acting armies can come follows from their places and steps."""
        there = vec[i64]([0] * PROVINCES)
        for p in self.reach:
            there[p] = 1
        numbers: list[int] = [int(self.look), int(self.depth) if self.look == _QUICK else 0]
        for a in range(ARMIES_EACH):
            if self.at[a] >= 0 and there[self.at[a]] == 1:
                numbers.append(int(self.at[a]) + 1)
                numbers.append(int(self.points[a]))
                numbers.append(int(self.s[a]))
                numbers.append(int(self.h[a]))
                numbers.append(int(self.rested_s[a]))
                numbers.append(int(self.rested_h[a]))
                numbers.append(int(self.led[a]))
            else:
                numbers.append(0)
        mask: i64 = 0
        for a in self.acting:
            mask |= i64(1) << a
        numbers.append(int(mask))
        numbers.append(int(max(min(self.goal - self.owned, 100), 0)))
        for p in self.reach:
            numbers.append(int(self.force[p] * 16 + self.hidden[p] % 16))
            numbers.append(int(self.samurai[p] * 16 + self.ashigaru[p]))
            numbers.append(int(self.ronin[p] * 16 + self.hidden[p] // 16))
        return bytes(numbers)

    def _try(self, a: i64, goal: i64) -> bool:
        """Whether some step of this army, nearer to the goal if one is given, leads to a lawful end."""
        p = self.at[a]
        s, h, rested_s, rested_h, led = self.s[a], self.h[a], self.rested_s[a], self.rested_h[a], self.led[a]
        force, samurai, ashigaru = self.force[p], self.samurai[p], self.ashigaru[p]
        ronin, hidden = self.ronin[p], self.hidden[p]
        shared = self.guest(p, a) >= 0
        # Where no ronin hide and nobody else will come, an army does best to take all it can and to leave as little as
        # it may: no force needs more than one unit then. Only if squares run out could other armies miss what it has.
        plain = hidden == 0 and (len(self.acting) == 1 or self.look == _QUICK)
        most_s = min(samurai, self.squares_s - s)
        most_h = min(ashigaru, self.squares_h - h)
        found = False
        for less_s in range(1 if plain else most_s + 1):
            for less_h in range(1 if plain else most_h + 1):
                taken_s, taken_h = most_s - less_s, most_h - less_h
                left = force - taken_s - taken_h
                stay = min(ronin, max(left - 1, 0))
                units = s + h + taken_s + taken_h
                bound = led + ronin - stay
                least: i64 = 1 if left == 0 and not shared else 0
                most: i64 = least if plain or least == 0 else min(FORCE_LIMIT, units)
                for garrison in range(least, most + 1):
                    if units - garrison < bound:
                        break
                    fewest = max(0, garrison - h - taken_h)
                    for left_s in range(fewest, min(garrison, s + taken_s) + 1):
                        left_h = garrison - left_s
                        for along in range(min(hidden, units - garrison - bound) + 1):
                            self.s[a] = s + taken_s - left_s
                            self.h[a] = h + taken_h - left_h
                            self.led[a] = bound + along
                            self.force[p] = left + garrison
                            self.samurai[p] = samurai - taken_s + min(left_s, rested_s + taken_s)
                            self.ashigaru[p] = ashigaru - taken_h + min(left_h, rested_h + taken_h)
                            self.ronin[p] = stay
                            self.hidden[p] = hidden - along
                            found = self._walk(a, p, goal)
                            if found:
                                break
                        if found:
                            break
                    if found:
                        break
                if found:
                    break
            if found:
                break
        self.s[a], self.h[a], self.rested_s[a], self.rested_h[a], self.led[a] = s, h, rested_s, rested_h, led
        self.force[p], self.samurai[p], self.ashigaru[p] = force, samurai, ashigaru
        self.ronin[p], self.hidden[p] = ronin, hidden
        return found

    def _walk(self, a: i64, p: i64, goal: i64) -> bool:
        """Whether a step from p, with all that stays behind decided, leads to a lawful end."""
        points, acting, reach = self.points[a], self.acting, self.reach
        found = False
        for k in range(self.board.first[p], self.board.first[p + 1]):
            q = self.board.near[k]
            if self.open[q] == 0 or (goal >= 0 and self.distance(goal, q) >= self.distance(goal, p)):
                continue
            new = self.own[q] == 0
            self.arrive(a, q)
            # The conquest that wins ends the game at once: it must leave all in order (RULES §14.4). The other armies
            # may have gathered before it, and this one finds nobody to gather.
            if new and self.owned >= self.goal:
                found = self.orderly()
            else:
                self.depth -= 1
                found = self._solve()
                self.depth += 1
            self.at[a] = p
            self.points[a] = points
            self.acting, self.reach = acting, reach
            if new:
                self.own[q] = 0
                self.owned -= 1
            if found:
                break
        return found
