"""The engine's battles, followed through every roll with exact weights, against the battle odds of `odds.py`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gunbai.core.game import CHANCE
from gunbai.games.shogun.odds import battle_odds
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun.table import Table, war

CHEAP = ("ronin", "spearman", "gunner", "swordsman", "bowman")


def chances(s: ShogunState, memo: dict[bytes, tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Chances that after one round only Etchu, or only Hida, is empty; the cheapest units are lost first."""
    t = Table.__new__(Table)
    t.s = s
    if t.stage not in ("roll", "lose"):
        empty = t.owner("etchu") == "-"
        gone = t.owner("hida") == "-"
        return Fraction(empty and not gone), Fraction(gone and not empty)
    if t.stage == "lose":
        texts = t.legal
        child = s.copy()
        assert isinstance(child, ShogunState)
        GAME.apply(child, GAME.parse_action(next(x for kind in CHEAP for x in texts if x.endswith(kind))))
        return chances(child, memo)
    assert GAME.actor(s) == CHANCE
    key = s.key()
    if key not in memo:
        chance = GAME.chance(s)
        win = loss = Fraction(0)
        for action, weight in zip(chance.actions, chance.weights, strict=True):
            child = s.copy()
            assert isinstance(child, ShogunState)
            GAME.apply(child, action)
            a, b = chances(child, memo)
            win += Fraction(int(weight), int(chance.total)) * a
            loss += Fraction(int(weight), int(chance.total)) * b
        memo[key] = (win, loss)
    return memo[key]


@pytest.mark.parametrize(
    ("attack", "defence", "castle", "odds_defence"),
    [
        ("1B2P", "1S1P", "", "S1 P1"),
        ("1G1S1P", "2P", "castle", "P2 castle"),
        ("2P1S", "1G1P", "fortress", "G1 P1 fortress"),
        ("2S1R", "2S1R", "", "S2 R1"),
    ],
)
def test_one_round_of_combat_has_the_odds_it_should(attack: str, defence: str, castle: str, odds_defence: str) -> None:
    lands = f"hida red {attack} aim=etchu; etchu blue {defence} {castle}"
    t = war("combat", "red1@sado 1P", f"sado red; {lands}").do("fight hida")
    win, loss = chances(t.s, {})
    side = " ".join(f"{letter}{n}" for n, letter in zip(attack[::2], attack[1::2], strict=True))
    odds = battle_odds(side, odds_defence, rounds=1)
    assert float(win) == pytest.approx(odds.attacker_wins, abs=1e-12)
    assert float(loss) == pytest.approx(odds.defender_wins, abs=1e-12)
