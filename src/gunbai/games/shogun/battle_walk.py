"""The walk through one Shogun battle: what can be left of both sides, and with what chance it ends there.

Given the order in which an owner gives up units, what is left of a side depends on its number of losses alone. So a
battle is a walk over pairs (attacker's losses, defender's losses) that never goes back, and its only loop is a round in
which everybody misses, a geometric series. Nothing is sampled or iterated until it converges. See `docs/odds.md`.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.data import DIE_FACES
from gunbai.games.shogun.sides import (
    BOWMAN,
    COMBAT_VALUE,
    DAIMYO,
    GUNNER,
    KINDS,
    RONIN,
    SPEARMAN,
    SWORDSMAN,
    CasualtyOrder,
    Counts,
    Side,
    troop_text,
)

# -- what can be left of a side ----------------------------------------------------------------------

# One remnant of a side: bonus units, army by kind, provincial force by kind.
Remnant = tuple[int, ...]


@final
class Remnants:
    """Everything that can be left of one side, from whole (0) to nothing (the last), casualties one by one."""

    def __init__(self, side: Side, order: CasualtyOrder) -> None:
        self.side: Final = side
        self.entries: list[Remnant] = [(side.bonus, *side.army, *side.provincial)]
        self.after_ranged = vec[i64]()  # remnant -> remnant one casualty of step 3 later
        self.after_melee = vec[i64]()  # the same in step 7
        self.units = vec[i64]()
        self.ranged: list[vec[float]] = []  # chances of 0, 1, 2 … hits in steps 1 and 2
        self.melee: list[vec[float]] = []  # the same in steps 4 to 6
        numbers = {self.entries[0]: 0}
        at = 0
        # A casualty leads to a remnant with one unit less, so breadth first numbers them by size.
        while at < len(self.entries):
            here = self.entries[at]
            for melee in (False, True):
                left = _one_less(here, order.after_melee if melee else order.after_ranged)
                if left not in numbers:
                    numbers[left] = len(self.entries)
                    self.entries.append(left)
                if melee:
                    self.after_melee = append(self.after_melee, numbers[left])
                else:
                    self.after_ranged = append(self.after_ranged, numbers[left])
            self.units = append(self.units, sum(here))
            self.ranged.append(_hits(self.dice(at, bonus=True, kinds=(BOWMAN, GUNNER))))
            self.melee.append(_hits(self.dice(at, bonus=True, kinds=(DAIMYO, SWORDSMAN, RONIN, SPEARMAN))))
            at += 1

    def dice(self, at: int, *, bonus: bool, kinds: tuple[int, ...]) -> list[int]:
        """The combat value of each die this remnant rolls for these kinds of unit."""
        left = self.entries[at]
        values: list[int] = []
        for kind in kinds:
            extra = left[0] if bonus and kind == (SPEARMAN if self.side.castle else RONIN) else 0
            values += [COMBAT_VALUE[kind]] * (left[1 + kind] + left[1 + KINDS + kind] + extra)
        return values

    def count(self, at: int, kind: int) -> int:
        """Units of one kind in this remnant, army and provincial force together, bonus units aside."""
        return self.entries[at][1 + kind] + self.entries[at][1 + KINDS + kind]

    def real(self, at: int) -> int:
        """Units in this remnant, bonus units aside."""
        return sum(self.entries[at]) - self.entries[at][0]

    def text(self, at: int) -> str:
        """This remnant in the notation of `parse_side`; empty when nobody is left."""
        left = self.entries[at]
        army, force = troop_text(left[1 : 1 + KINDS]), troop_text(left[1 + KINDS :])
        if army and self.side.struck:
            army += " struck"
        words = [" + ".join(troop for troop in (army, force) if troop)]
        if left[0]:
            words.append(f"{'castle' if self.side.castle else 'fortress'}={left[0]}")
        return " ".join(words)


def _one_less(left: Remnant, order: tuple[int, ...]) -> Remnant:
    """One casualty: bonus units first, then by order as far as the ronin limit allows, the daimyo last of all."""
    if left[0]:
        return (left[0] - 1, *left[1:])
    for kind in order:
        # Within a kind the provincial force pays before the army.
        for slot in (1 + KINDS + kind, 1 + kind):
            if left[slot]:
                fewer = (*left[:slot], left[slot] - 1, *left[slot + 1 :])
                if _within_ronin_limit(fewer[1 : 1 + KINDS]) and _within_ronin_limit(fewer[1 + KINDS :]):
                    return fewer
    assert sum(left) <= 1, left  # at most the daimyo
    return (0,) * len(left)


def _within_ronin_limit(troop: Counts) -> bool:
    return not troop[RONIN] or troop[RONIN] < sum(troop) - troop[RONIN]


def _hits(values: list[int]) -> vec[float]:
    """The chances of 0, 1, 2 … hits with one die for each of these combat values."""
    chances = vec[float]([1.0])
    for value in values:
        hit = float(value) / float(DIE_FACES)
        miss = float(DIE_FACES - value) / float(DIE_FACES)
        chances = append(chances, 0.0)
        k: i64 = len(chances) - 1
        while k > 0:
            chances[k] = chances[k] * miss + chances[k - 1] * hit
            k -= 1
        chances[0] = chances[0] * miss
    return chances


# -- the middle of a round ---------------------------------------------------------------------------

# Who rolls in which step; casualties are removed in steps 3 and 7 (RULES §11.5).
_ROLLS: Final = {1: (BOWMAN,), 2: (GUNNER,), 4: (DAIMYO,), 5: (SWORDSMAN, RONIN), 6: (SPEARMAN,)}


@final
class Moment:
    """Where a battle stands in a round: the step, the dice of it already rolled, and the hits nobody has taken yet."""

    def __init__(self, step: int, *, defender: bool = False, rolled: int = 0, hits: tuple[int, int] = (0, 0)) -> None:
        """`defender` says that the attacker has rolled all of this step; `hits` are those on attacker and defender."""
        self.step: Final = step
        self.defender: Final = defender
        self.rolled: Final = rolled
        self.hits: Final = hits

    def to_roll(self, remnants: Remnants, *, defender: bool, strike: bool) -> list[int]:
        """The combat values of the dice a side has yet to roll before casualties are removed."""
        values: list[int] = []
        for step, kinds in _ROLLS.items():
            if step < self.step or (not strike and self.step <= 3 < step):
                continue
            dice = remnants.dice(0, bonus=not strike, kinds=kinds)
            if step > self.step or (defender and not self.defender):
                values += dice
            elif defender == self.defender:
                values += dice[self.rolled :]
        return values


# -- the battle --------------------------------------------------------------------------------------


@final
class Battle:
    """The walk over pairs of remnants; cell `i * width + j` is attacker's remnant i against defender's remnant j."""

    def __init__(self, attacker: Remnants, defender: Remnants) -> None:
        self.a: Final = attacker
        self.d: Final = defender
        self.height: i64 = len(attacker.entries)
        self.width: i64 = len(defender.entries)
        self.calls_off = _zeros(self.height * self.width)  # 1.0 where the attacker calls off in step 8
        self.ended = _zeros(self.height * self.width)  # chance that the battle ends here
        self.rounds = 0.0  # expected rounds of combat, the first strike aside

    def call_off_at(self, units: i64) -> None:
        """The attacker calls off when this many of his units or fewer are left."""
        for i in range(self.height - 1):
            for j in range(self.width - 1):
                if self.a.units[i] <= units:
                    self.calls_off[i * self.width + j] = 1.0

    def call_off_below(self, chance: float) -> None:
        """The attacker calls off when his chance to win, should he fight on, is below this."""
        settled = _zeros(self.height * self.width)  # chance to win, seen from step 8
        between = _zeros(self.height * self.width)  # the same, seen from step 4
        for i in range(self.height - 2, -1, -1):
            settled[i * self.width + self.width - 1] = 1.0
            between[i * self.width + self.width - 1] = 1.0
            for j in range(self.width - 2, -1, -1):
                cell = i * self.width + j
                ranged = self._gather(between, i, j, False)
                melee = self._gather(settled, i, j, True)
                all_miss_ranged = self.a.ranged[i][0] * self.d.ranged[j][0]
                all_miss_melee = self.a.melee[i][0] * self.d.melee[j][0]
                fight_on = (ranged + all_miss_ranged * melee) / (1.0 - all_miss_ranged * all_miss_melee)
                if fight_on < chance:
                    self.calls_off[cell] = 1.0
                if self.calls_off[cell] == 0.0:
                    settled[cell] = fight_on
                between[cell] = melee + all_miss_melee * settled[cell]

    def fight(self, naval: bool, rounds: int, moment: Moment | None) -> None:
        """Carry all of the chance from the start, or from a moment in a round, to where the battle ends."""
        start = _zeros(self.height * self.width)  # chance to begin a round here
        between = _zeros(self.height * self.width)  # to come here in step 3, from fuller remnants
        settled = _zeros(self.height * self.width)  # the same in step 7
        if naval:
            # First strike: all real defenders roll once, the attacker then removes casualties once.
            self._place(start, moment or Moment(1), strike=True)
        elif moment is None:
            start[0] = 1.0
        else:
            self.rounds = 1.0  # the one under way
            self._place(between if moment.step <= 3 else settled, moment, strike=False)
        if rounds:
            self._fight_rounds(start, between, settled, rounds)
        else:
            self._fight_on(start, between, settled)

    def _place(self, to: vec[float], moment: Moment, *, strike: bool) -> None:
        """The chances of what is left when the casualties of this moment are removed."""
        melee = strike or moment.step > 3
        fewer_attackers = self.a.after_melee if melee else self.a.after_ranged
        fewer_defenders = self.d.after_melee if melee else self.d.after_ranged
        on_attacker = _hits(moment.to_roll(self.d, defender=True, strike=strike))
        on_defender = _hits([] if strike else moment.to_roll(self.a, defender=False, strike=False))
        row = _later(fewer_attackers, moment.hits[0])
        for k in range(len(on_attacker)):
            column = _later(fewer_defenders, moment.hits[1])
            for h in range(len(on_defender)):
                to[row * self.width + column] += on_attacker[k] * on_defender[h]
                column = fewer_defenders[column]
            row = fewer_attackers[row]

    def _fight_rounds(self, start: vec[float], between: vec[float], after: vec[float], rounds: int) -> None:
        for number in range(rounds):
            for i in range(self.height):
                for j in range(self.width):
                    cell = i * self.width + j
                    begun, passing = start[cell], between[cell]
                    if i == self.height - 1 or j == self.width - 1:
                        self.ended[cell] += begun + passing
                        continue
                    if number > 0 and self.calls_off[cell] != 0.0:
                        self.ended[cell] += begun
                        begun = 0.0
                    if begun + passing == 0.0:
                        continue
                    self.rounds += begun
                    self._spread(between, i, j, begun, False)
                    passing += begun * self.a.ranged[i][0] * self.d.ranged[j][0]
                    self._spread(after, i, j, passing, True)
                    after[cell] += passing * self.a.melee[i][0] * self.d.melee[j][0]
            start = after
            between = _zeros(self.height * self.width)
            after = _zeros(self.height * self.width)
        for cell in range(self.height * self.width):
            self.ended[cell] += start[cell]

    def _fight_on(self, start: vec[float], between: vec[float], settled: vec[float]) -> None:
        for i in range(self.height):
            for j in range(self.width):
                cell = i * self.width + j
                fresh, arrived, passing = start[cell], settled[cell], between[cell]
                if i == self.height - 1 or j == self.width - 1:
                    self.ended[cell] = fresh + arrived + passing
                    continue
                if fresh + arrived + passing == 0.0:
                    continue
                all_miss_ranged = self.a.ranged[i][0] * self.d.ranged[j][0]
                all_miss_melee = self.a.melee[i][0] * self.d.melee[j][0]
                # How often a round begins here: once for each arrival, and again while everybody misses. The first
                # round is always fought, for a battle can be called off in step 8 only.
                begun = fresh
                if self.calls_off[cell] == 0.0:
                    begun = (fresh + arrived + passing * all_miss_melee) / (1.0 - all_miss_ranged * all_miss_melee)
                else:
                    self.ended[cell] = arrived + (passing + fresh * all_miss_ranged) * all_miss_melee
                self.rounds += begun
                self._spread(between, i, j, begun, False)
                self._spread(settled, i, j, passing + begun * all_miss_ranged, True)

    def _spread(self, to: vec[float], i: i64, j: i64, mass: float, melee: bool) -> None:
        """Share out the chance over all results of these steps except that everybody misses."""
        by_attacker = self.a.melee[i] if melee else self.a.ranged[i]
        by_defender = self.d.melee[j] if melee else self.d.ranged[j]
        fewer_attackers = self.a.after_melee if melee else self.a.after_ranged
        fewer_defenders = self.d.after_melee if melee else self.d.after_ranged
        row: i64 = i
        for k in range(len(by_defender)):
            share = mass * by_defender[k]
            column: i64 = j
            for h in range(len(by_attacker)):
                if k + h > 0:
                    to[row * self.width + column] += share * by_attacker[h]
                column = fewer_defenders[column]
            row = fewer_attackers[row]

    def _gather(self, values: vec[float], i: i64, j: i64, melee: bool) -> float:
        """The mean of the values over all results of these steps except that everybody misses."""
        by_attacker = self.a.melee[i] if melee else self.a.ranged[i]
        by_defender = self.d.melee[j] if melee else self.d.ranged[j]
        fewer_attackers = self.a.after_melee if melee else self.a.after_ranged
        fewer_defenders = self.d.after_melee if melee else self.d.after_ranged
        total = 0.0
        row: i64 = i
        for k in range(len(by_defender)):
            column: i64 = j
            for h in range(len(by_attacker)):
                if k + h > 0:
                    total += by_defender[k] * by_attacker[h] * values[row * self.width + column]
                column = fewer_defenders[column]
            row = fewer_attackers[row]
        return total


def _later(fewer: vec[i64], hits: int) -> i64:
    """The remnant so many casualties later."""
    at: i64 = 0
    for _ in range(hits):
        at = fewer[at]
    return at


def _zeros(n: i64) -> vec[float]:
    return vec[float]([0.0] * int(n))
