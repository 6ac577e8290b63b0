"""Which casualties an owner may choose: the engine's trees of choices against the oracle's plain enumeration."""

from __future__ import annotations

from collections import Counter

import pytest

from gunbai.core.rng import Rng
from gunbai.games.shogun import state as st
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.battle_oracle import Fighters, legal_losses
from tests.games.shogun.table import Table, war

rule = pytest.mark.rule

KINDS = ("bowman", "swordsman", "gunner", "spearman", "ronin")
LETTERS = "BSGPR"


def survivors(t: Table) -> Fighters:
    units: list[tuple[str, str]] = []
    for u, kind in enumerate(KINDS):
        if t.army("blue1") not in ("-",):
            units += [(kind, "army")] * t.army_field("blue1", int(st.UNITS) + u)
        units += [(kind, "force")] * t.land("etchu", int(st.FORCE) + u)
    if t.army("blue1") != "-":
        units.append(("daimyo", "army"))
    units += [("spearman", "bonus")] * (t.land("etchu", int(st.BONUS)) if t.owner("etchu") == "blue" else 0)
    return tuple(sorted(units))


def endings(t: Table) -> set[Fighters]:
    if t.stage != "lose":
        return {survivors(t)}
    found: set[Fighters] = set()
    for action in GAME.legal(t.s):
        child = Table.__new__(Table)
        child.s = t.s.copy()
        GAME.apply(child.s, action)
        found |= endings(child)
    return found


def some_troop(rng: Rng, most: int, led: int) -> tuple[list[int], int]:
    """Up to `most` regular units and as many ronin as they and a leader may have."""
    units = [0, 0, 0, 0]
    for _ in range(int(rng.below(most + 1))):
        units[int(rng.below(4))] += 1
    return units, int(rng.below(max(0, sum(units) + led - 1) + 1))


@rule("11.6", "7.9", "11.8")
@pytest.mark.parametrize("seed", range(30))
def test_the_choices_are_those_of_the_rulebook(seed: int) -> None:
    rng = Rng(seed)
    army, army_ronin = some_troop(rng, 3, 1)
    force, force_ronin = some_troop(rng, 3, 0)
    castle = rng.below(3) == 0
    side: list[tuple[str, str]] = [("daimyo", "army")]
    for troop, units, ronin in (("army", army, army_ronin), ("force", force, force_ronin)):
        for kind, n in zip(KINDS, [*units, ronin], strict=True):
            side += [(kind, troop)] * n
    side += [("spearman", "bonus")] * (4 if castle else 0)
    fighters = tuple(sorted(side))
    hits = 1 + int(rng.below(len(fighters)))

    def text(units: list[int], ronin: int) -> str:
        return "".join(f"{n}{letter}" for n, letter in zip([*units, ronin], LETTERS, strict=True) if n)

    t = war(
        f"roll att_army=red1 att_from=hida att_to=etchu step=6 side=1 used=1 hits_on_defender={hits}",
        f"red1@hida 4B1P; blue1@etchu {text(army, army_ronin)}; blue2@oki 1P",
        f"hida red; oki blue; etchu blue {text(force, force_ronin)}{' castle' if castle else ''}",
    )
    while t.stage == "roll" and t.s.step == 6:
        t.roll(0)
    expected = {tuple(sorted((Counter(fighters) - Counter(lost)).elements())) for lost in legal_losses(fighters, hits)}
    assert endings(t) == expected
