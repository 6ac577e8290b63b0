"""Exact odds of one Shogun battle: who wins, and what is left of both sides.

Given the order in which an owner gives up units, what is left of a side depends on its number of losses alone. So a
battle is a walk over pairs (attacker's losses, defender's losses) that never goes back, and its only loop is a round in
which everybody misses, a geometric series. Nothing is sampled or iterated until it converges. See `docs/odds.md`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.info import Odds
from gunbai.games.shogun.data import DIE_FACES
from gunbai.games.shogun.sides import (
    BOWMAN,
    COMBAT_VALUE,
    DAIMYO,
    GUNNER,
    KINDS,
    NAMES,
    PLURALS,
    RONIN,
    SPEARMAN,
    SWORDSMAN,
    CasualtyOrder,
    Counts,
    Side,
    parse_casualties,
    parse_side,
    troop_text,
)

MOST_ROUNDS: Final = 100
_CHEAP: Final = parse_casualties("cheap")

# -- what can be left of a side ----------------------------------------------------------------------

# One remnant of a side: bonus units, army by kind, provincial force by kind.
Remnant = tuple[int, ...]


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
_MOMENT: Final = re.compile(r"([1-7])(?:([ad])(\d{1,2}))?(?::(\d{1,2})-(\d{1,2}))?")


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


def parse_moment(text: str) -> Moment:
    """`3:2-1`: step 3, two hits on the attacker, one on the defender; `5d2:0-1`: the defender rolled two of step 5."""
    if not (found := _MOMENT.fullmatch(text.strip())):
        raise BadNotation("a moment of a battle is written `3:2-1` or `5d2:0-1`, not {text}", text=repr(text[:20]))
    step, side, rolled, on_attacker, on_defender = found.groups()
    return Moment(
        int(step),
        defender=side == "d",
        rolled=int(rolled or 0),
        hits=(int(on_attacker or 0), int(on_defender or 0)),
    )


# -- the battle --------------------------------------------------------------------------------------


class _Battle:
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


# -- the answer --------------------------------------------------------------------------------------

ATTACKER_WINS: Final = "attacker wins"
DEFENDER_WINS: Final = "defender wins"
BOTH_DESTROYED: Final = "both destroyed"
CALLED_OFF: Final = "called off"
OUTCOMES: Final = (ATTACKER_WINS, DEFENDER_WINS, BOTH_DESTROYED, CALLED_OFF)


class BattleEnd:
    """One way the battle can end: what is left of both sides, in the notation of `parse_side`, and its chance."""

    def __init__(self, outcome: str, attacker: str, defender: str, probability: float) -> None:
        self.outcome: Final = outcome
        self.attacker: Final = attacker
        self.defender: Final = defender
        self.probability: Final = probability


class SideOdds:
    """What one side can expect: losses (bonus units aside) and survivors of each kind, with their distributions."""

    def __init__(self, remnants: Remnants, chances: list[float], order: CasualtyOrder) -> None:
        self.side: Final = remnants.side
        self.order: Final = order
        whole = remnants.real(0)
        self.losses: Final = [0.0] * (whole + 1)  # chance to lose 0, 1, 2 … units
        self.survivors: Final[dict[str, list[float]]] = {}  # name of the kind -> chance that 0, 1, 2 … are left
        for kind in range(KINDS):
            if remnants.count(0, kind):
                self.survivors[NAMES[kind]] = [0.0] * (remnants.count(0, kind) + 1)
        if remnants.side.bonus:
            self.survivors["bonus"] = [0.0] * (remnants.side.bonus + 1)
        for at, chance in enumerate(chances):
            self.losses[whole - remnants.real(at)] += chance
            for kind in range(KINDS):
                if NAMES[kind] in self.survivors:
                    self.survivors[NAMES[kind]][remnants.count(at, kind)] += chance
            if remnants.side.bonus:
                self.survivors["bonus"][remnants.entries[at][0]] += chance

    @property
    def expected_losses(self) -> float:
        return mean(self.losses)

    @property
    def daimyo_lost(self) -> float:
        """The chance that the daimyo who fights here falls; 0 where none does."""
        return self.survivors["daimyo"][0] if "daimyo" in self.survivors else 0.0

    def as_dict(self) -> dict[str, object]:
        return {
            "units": self.side.text(),
            "casualties": self.order.text(),
            "expected_losses": self.expected_losses,
            "losses": self.losses,
            "daimyo_lost": self.daimyo_lost,
            "survivors": {
                name: {"start": len(chances) - 1, "expected": mean(chances), "chances": chances}
                for name, chances in self.survivors.items()
            },
        }


def mean(chances: list[float]) -> float:
    """The mean of 0, 1, 2 … weighted by these chances."""
    return sum((value * chance for value, chance in enumerate(chances)), 0.0)


class BattleOdds:
    """The exact odds of one battle."""

    def __init__(
        self, attacker: SideOdds, defender: SideOdds, ends: list[BattleEnd], rounds: float, terms: str
    ) -> None:
        self.attacker: Final = attacker
        self.defender: Final = defender
        self.ends: Final = ends  # likeliest first
        self.expected_rounds: Final = rounds
        self.terms: Final = terms

    def chance(self, outcome: str) -> float:
        """The chance of one of `OUTCOMES`."""
        return sum((end.probability for end in self.ends if end.outcome == outcome), 0.0)

    @property
    def attacker_wins(self) -> float:
        return self.chance(ATTACKER_WINS)

    @property
    def defender_wins(self) -> float:
        return self.chance(DEFENDER_WINS)

    @property
    def both_destroyed(self) -> float:
        return self.chance(BOTH_DESTROYED)

    @property
    def called_off(self) -> float:
        return self.chance(CALLED_OFF)

    def as_dict(self) -> dict[str, object]:
        """Everything, as plain JSON values."""
        return {
            "terms": self.terms,
            "outcomes": {outcome.replace(" ", "_"): self.chance(outcome) for outcome in OUTCOMES},
            "expected_rounds": self.expected_rounds,
            "attacker": self.attacker.as_dict(),
            "defender": self.defender.as_dict(),
            "ends": [
                {"outcome": e.outcome, "attacker": e.attacker, "defender": e.defender, "probability": e.probability}
                for e in self.ends
            ],
        }

    def text(self) -> str:
        """A page for people."""
        both = (self.attacker, self.defender)
        lines = [
            f"attacker   {self.attacker.side.text()}   casualties {self.attacker.order.text()}",
            f"defender   {self.defender.side.text()}   casualties {self.defender.order.text()}",
            *([self.terms] if self.terms else []),
            "",
            *(f"{outcome:<16}{_percent(self.chance(outcome))}" for outcome in OUTCOMES),
            f"rounds of combat on average {self.expected_rounds:.2f}",
            "",
            f"{'':<16}{'attacker':>10}{'defender':>10}",
            f"{'losses, mean':<16}" + "".join(f"{side.expected_losses:>10.2f}" for side in both),
            f"{'daimyo falls':<16}" + "".join(f"{_percent(side.daimyo_lost):>10}" for side in both),
        ]
        for name, plural in [*zip(NAMES, PLURALS, strict=True), ("bonus", "bonus units")]:
            if any(name in side.survivors for side in both):
                means = (f"{mean(s.survivors[name]):.2f}" if name in s.survivors else "-" for s in both)
                lines.append(f"{plural + ' left':<16}" + "".join(f"{number:>10}" for number in means))
        lines += ["", f"{'units lost':<16}{'attacker':>10}{'defender':>10}"]
        for lost in range(max(len(side.losses) for side in both)):
            shares = (_percent(side.losses[lost]) if lost < len(side.losses) else "" for side in both)
            lines.append(f"{lost:<16}" + "".join(f"{share:>10}" for share in shares))
        return "\n".join(line.rstrip() for line in lines)


def _percent(chance: float) -> str:
    return f"{100.0 * chance:6.2f} %"


def battle_odds(
    attacker: Side | str,
    defender: Side | str,
    *,
    naval: bool = False,
    attacker_casualties: str = "cheap",
    defender_casualties: str = "cheap",
    call_off_at: int = 0,
    call_off_below: float = 0.0,
    rounds: int = 0,
    at: Moment | str | None = None,
) -> BattleOdds:
    """The exact odds of a battle between two sides, given as text (see `parse_side`) or as `Side`.

    In step 8 the attacker calls off when `call_off_at` of his units or fewer are left, when his chance to win by
    fighting on is below `call_off_below`, or after this many `rounds` (0: never). A battle under way stands `at` a
    moment of its round (see `parse_moment`); the sides are then those who stand, hits not yet taken aside.

    >>> odds = battle_odds("P1", "P1")
    >>> [round(odds.chance(outcome), 12) for outcome in OUTCOMES]
    [0.4, 0.4, 0.2, 0.0]
    """
    attack = parse_side(attacker) if isinstance(attacker, str) else attacker
    defence = parse_side(defender) if isinstance(defender, str) else defender
    if sum(attack.army) and sum(attack.provincial):
        raise GunbaiError("army and provincial force attack separately, in two battles")
    if attack.struck:
        raise GunbaiError("an army whose daimyo was struck cannot attack")
    if attack.bonus:
        raise GunbaiError("a castle or fortress helps the defender only")
    moment = parse_moment(at) if isinstance(at, str) else at
    if naval and moment and (moment.step == 3 or moment.hits[1] or (moment.rolled and not moment.defender)):
        raise GunbaiError("in a first strike only the defender rolls, and losses are taken in step 7")
    if call_off_at < 0 or not 0 <= rounds <= MOST_ROUNDS or not 0.0 <= call_off_below <= 1.0:
        raise GunbaiError(
            "call off at 0 or more units, below a chance of 0 to 1, after 0 to {most} rounds", most=MOST_ROUNDS
        )
    orders = (parse_casualties(attacker_casualties), parse_casualties(defender_casualties))
    battle = _Battle(Remnants(attack, orders[0]), Remnants(defence, orders[1]))
    if call_off_at:
        battle.call_off_at(min(call_off_at, 1000))
    if call_off_below > 0.0:
        battle.call_off_below(call_off_below)
    battle.fight(naval, rounds, moment)
    terms = ["naval invasion: the defender strikes first"] if naval else []
    if moment:
        terms.append(
            f"in step {moment.step}, with {moment.hits[0]} hits on the attacker and {moment.hits[1]} on the defender"
        )
    if call_off_at:
        terms.append(f"called off at {call_off_at} attackers left")
    if call_off_below > 0.0:
        terms.append(f"called off below a chance of {call_off_below:g}")
    if rounds:
        terms.append(f"called off after {rounds} rounds" if rounds > 1 else "called off after 1 round")
    return _answer(battle, orders, "; ".join(terms))


CONDITIONS: Final = (
    "naval",
    "attacker_casualties",
    "defender_casualties",
    "call_off_at",
    "call_off_below",
    "rounds",
    "at",
)


def odds_under(attacker: str, defender: str, conditions: Mapping[str, object]) -> Odds:
    """`battle_odds` as the contract asks for it: conditions by name, left out where they are the usual ones."""
    for name in conditions:
        if name not in CONDITIONS:
            raise GunbaiError(
                "a battle has no condition {input!r}; there are {names}", input=name[:40], names=", ".join(CONDITIONS)
            )
    found = battle_odds(
        attacker,
        defender,
        naval=bool(conditions.get("naval", False)),
        attacker_casualties=str(conditions.get("attacker_casualties", "cheap")),
        defender_casualties=str(conditions.get("defender_casualties", "cheap")),
        call_off_at=_number(conditions, "call_off_at"),
        call_off_below=_share(conditions, "call_off_below"),
        rounds=_number(conditions, "rounds"),
        at=str(conditions["at"]) if conditions.get("at") else None,
    )
    losses = found.attacker.expected_losses, found.defender.expected_losses
    return Odds(found.attacker_wins, losses[0], losses[1], found.as_dict(), found.text())


def _number(conditions: Mapping[str, object], name: str) -> int:
    value = conditions.get(name, 0)
    if not isinstance(value, int):
        raise GunbaiError("{name} is a whole number, not {value}", name=name, value=str(value)[:40])
    return value


def _share(conditions: Mapping[str, object], name: str) -> float:
    value = conditions.get(name, 0.0)
    if not isinstance(value, float) and not isinstance(value, int):
        raise GunbaiError("{name} is a number, not {value}", name=name, value=str(value)[:40])
    return float(value)


def win_chance(attacker: Side, defender: Side, naval: bool) -> float:
    """The attacker's chance to win a battle fought to the end, both sides losing cheap units first; nothing else."""
    battle = _Battle(Remnants(attacker, _CHEAP), Remnants(defender, _CHEAP))
    battle.fight(naval, 0, None)
    wins = 0.0
    for i in range(battle.height - 1):
        wins += battle.ended[i * battle.width + battle.width - 1]
    return wins


def _answer(battle: _Battle, orders: tuple[CasualtyOrder, CasualtyOrder], terms: str) -> BattleOdds:
    a, d = battle.a, battle.d
    attacker, defender = [0.0] * len(a.entries), [0.0] * len(d.entries)
    ends: list[BattleEnd] = []
    for i in range(len(a.entries)):
        for j in range(len(d.entries)):
            chance = battle.ended[i * battle.width + j]
            if chance == 0.0:
                continue
            attacker[i] += chance
            defender[j] += chance
            if a.units[i] > 0 and d.units[j] > 0:
                outcome = CALLED_OFF
            elif a.units[i] > 0:
                outcome = ATTACKER_WINS
            else:
                outcome = DEFENDER_WINS if d.units[j] > 0 else BOTH_DESTROYED
            ends.append(BattleEnd(outcome, a.text(i), d.text(j), chance))
    ends.sort(key=lambda end: -end.probability)
    sides = SideOdds(a, attacker, orders[0]), SideOdds(d, defender, orders[1])
    return BattleOdds(sides[0], sides[1], ends, battle.rounds, terms)
