"""Exact odds of one Shogun battle: who wins, and what is left of both sides; `battle_walk.py` computes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, final

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.info import Odds
from gunbai.games.shogun.battle_walk import Battle, Moment, Remnants
from gunbai.games.shogun.sides import (
    KINDS,
    NAMES,
    PLURALS,
    CasualtyOrder,
    Side,
    parse_casualties,
    parse_side,
)

MOST_ROUNDS: Final = 100
_CHEAP: Final = parse_casualties("cheap")
_MOMENT: Final = re.compile(r"([1-7])(?:([ad])(\d{1,2}))?(?::(\d{1,2})-(\d{1,2}))?")


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


# -- the answer --------------------------------------------------------------------------------------

ATTACKER_WINS: Final = "attacker wins"
DEFENDER_WINS: Final = "defender wins"
BOTH_DESTROYED: Final = "both destroyed"
CALLED_OFF: Final = "called off"
OUTCOMES: Final = (ATTACKER_WINS, DEFENDER_WINS, BOTH_DESTROYED, CALLED_OFF)


@final
class BattleEnd:
    """One way the battle can end: what is left of both sides, in the notation of `parse_side`, and its chance."""

    def __init__(self, outcome: str, attacker: str, defender: str, probability: float) -> None:
        self.outcome: Final = outcome
        self.attacker: Final = attacker
        self.defender: Final = defender
        self.probability: Final = probability


@final
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


@final
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
    battle = Battle(Remnants(attack, orders[0]), Remnants(defence, orders[1]))
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
    return _wins(_fought(attacker, defender, naval, 0))


def brief_odds(attacker: Side, defender: Side, naval: bool, rounds: int) -> tuple[float, float, float]:
    """The same chance with the mean losses of attacker and defender, bonus units aside; `rounds` end it, 0 do not."""
    battle = _fought(attacker, defender, naval, rounds)
    attackers, defenders = 0.0, 0.0
    left = [battle.d.real(j) for j in range(int(battle.width))]
    for i in range(battle.height):
        lost = battle.a.real(0) - battle.a.real(int(i))
        for j in range(battle.width):
            chance = battle.ended[i * battle.width + j]
            attackers += chance * float(lost)
            defenders += chance * float(left[0] - left[j])
    return _wins(battle), attackers, defenders


def _fought(attacker: Side, defender: Side, naval: bool, rounds: int) -> Battle:
    battle = Battle(Remnants(attacker, _CHEAP), Remnants(defender, _CHEAP))
    battle.fight(naval, rounds, None)
    return battle


def _wins(battle: Battle) -> float:
    wins = 0.0
    for i in range(battle.height - 1):
        wins += battle.ended[i * battle.width + battle.width - 1]
    return wins


def _answer(battle: Battle, orders: tuple[CasualtyOrder, CasualtyOrder], terms: str) -> BattleOdds:
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
