"""What bots know of Shogun: exact chances, levies without waste, and no attack, stand or march that throws men away."""

from __future__ import annotations

import pytest

import gunbai
from gunbai import bots
from gunbai.bots.habit import HabitBot
from gunbai.core.bot import Budget
from gunbai.games.shogun import state as st
from gunbai.games.shogun.chances import army_code, exact, force_attack_code
from gunbai.games.shogun.data import PROVINCE_NUMBER
from gunbai.games.shogun.odds import battle_odds
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun.positions import ATTACKER, DEFENDER, empty_board, put_army, put_force, put_walls

ARMY = {"bowman": 2, "swordsman": 1, "gunner": 2, "spearman": 4, "ronin": 3}


def at(province: str) -> int:
    return PROVINCE_NUMBER[province]


def weights(t: ShogunState) -> dict[str, float]:
    """The weight of each legal action, by its text."""
    actions = GAME.legal(t)
    found = GAME.heuristics.weights(t, actions)
    return {GAME.action_text(a): found[i] for i, a in enumerate(actions)}


@pytest.mark.parametrize("naval", [False, True])
def test_a_position_has_the_exact_odds_of_its_battle(naval: bool) -> None:
    t = empty_board()
    put_army(t, ATTACKER, 0, "hida", ARMY)
    put_army(t, DEFENDER, 0, "etchu", {"swordsman": 2, "spearman": 1})
    put_force(t, DEFENDER, "etchu", {"spearman": 3, "ronin": 1})
    put_walls(t, "etchu", "castle", 2)
    wanted = battle_odds("D1 B2 S1 G2 P4 R3", "D1 S2 P1 + P3 R1 castle=2", naval=naval).attacker_wins
    for _ in range(2):
        found = exact(t, army_code(t, ATTACKER * 3, 0), at("etchu"), DEFENDER * 3, naval)
        assert found == pytest.approx(wanted, abs=1e-12)


def test_hidden_ronin_count_for_their_province() -> None:
    t = empty_board()
    put_force(t, ATTACKER, "hida", {"spearman": 3})
    put_force(t, DEFENDER, "etchu", {"spearman": 2})
    t.land[at("hida") * st.LAND_WIDTH + st.HIDDEN] = 2
    t.land[at("etchu") * st.LAND_WIDTH + st.HIDDEN] = 1
    wanted = battle_odds("P3 R2", "P2 R1").attacker_wins
    assert exact(t, force_attack_code(t, at("hida")), at("etchu"), -1, False) == pytest.approx(wanted, abs=1e-12)


def test_a_struck_army_defends_without_its_daimyo() -> None:
    t = empty_board()
    put_army(t, ATTACKER, 0, "hida", ARMY)
    put_army(t, DEFENDER, 0, "etchu", {"swordsman": 2}, struck=True)
    wanted = battle_odds("D1 B2 S1 G2 P4 R3", "S2 struck").attacker_wins
    assert exact(t, army_code(t, ATTACKER * 3, 0), at("etchu"), DEFENDER * 3, False) == pytest.approx(wanted, abs=1e-12)


def test_good_attacks_are_declared_and_hopeless_ones_are_not() -> None:
    t = empty_board()
    put_army(t, ATTACKER, 0, "hida", ARMY)
    put_force(t, ATTACKER, "mino", {"spearman": 2})
    put_force(t, DEFENDER, "etchu", {"spearman": 1})
    put_army(t, DEFENDER, 0, "omi", ARMY)
    t.stage = int(st.DECLARE)
    found = weights(t)
    assert max(found, key=lambda text: found[text]) == "declare army 1 etchu"
    assert found["declare mino omi"] < 0.05 * found["done"]


@pytest.mark.parametrize(("defenders", "choice"), [(1, "press"), (5, "call off")])
def test_a_battle_goes_on_while_it_can_be_won(defenders: int, choice: str) -> None:
    t = empty_board()
    put_army(t, ATTACKER, 0, "hida", {"spearman": 2})
    put_force(t, DEFENDER, "etchu", {"spearman": defenders})
    t.stage, t.att_army, t.att_from, t.att_to = int(st.PRESS), ATTACKER * 3, at("hida"), at("etchu")
    found = weights(t)
    assert max(found, key=lambda text: found[text]) == choice


def test_no_army_moves_in_where_it_would_be_slain() -> None:
    """The clan's last daimyo takes an empty province beside nobody, not one beside a host."""
    t = empty_board()
    put_army(t, ATTACKER, 0, "mino", {"swordsman": 2, "spearman": 1})
    put_force(t, ATTACKER, "mino", {"spearman": 1})
    put_army(t, DEFENDER, 0, "kaga", {"bowman": 4, "gunner": 4, "spearman": 6})
    t.army[2 * int(st.ARMY_WIDTH) + st.AT] = -1
    t.stage, t.final = int(st.MOVE), 1
    t.army[st.POINTS] = 1
    found = weights(t)
    assert found["move 1 owari"] > found["done"] > found["move 1 echizen"]


def test_a_levy_wastes_no_koku() -> None:
    for seed in range(4):
        match = gunbai.new("shogun", seed=seed)
        minds = [HabitBot(seed * 4 + i) for i in range(4)]
        while match.state.stage != st.LEVYING or match.state.round < 1:  # type: ignore[attr-defined]
            match.push(minds[match.actor].choose(match.game, match.view(match.actor), match.legal_actions, Budget()))
        t = match.state
        assert isinstance(t, ShogunState)
        planned = {c: int(t.clan[c * st.CLAN_WIDTH + st.BINS + 2]) for c in range(4)}
        before = [_men(t, c) for c in range(4)]
        while t.stage == st.LEVYING:
            match.push(minds[match.actor].choose(match.game, match.view(match.actor), match.legal_actions, Budget()))
            t = match.state
            assert isinstance(t, ShogunState)
        for c in range(4):
            # A koku buys a bowman at the least.
            assert _men(t, c) - before[c] >= 2 * planned[c] - 1


def _men(t: ShogunState, clan: int) -> int:
    forces = sum(int(t.force_size(p)) for p in range(68) if t.owner(p) == clan)
    return forces + sum(int(t.regulars(row)) for row in range(clan * 3, clan * 3 + 3))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_of_any_number_of_players_come_to_an_end(players: int) -> None:
    match = gunbai.new("shogun", seed=7, players=players, rounds=2)
    bots.play_out(match, [HabitBot(seed) for seed in range(players)])
    assert match.over
