"""Every limit of the rules is seen when it is broken, hidden parts included (the law that `gunbai fuzz` asks)."""

from __future__ import annotations

import pytest

from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_NUMBER
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ARMY_WIDTH, CLAN_WIDTH, LAND_WIDTH, ShogunState

POSITION = (
    "shogun players=3 | stage={stage} round=2 war=red turn=red slot=1 bins_open=1 "
    "| red sword=1 veiled=2; blue sword=2; green sword=3 "
    "| red1@shima 1P; blue1@oki 1P; green1@sado 1P "
    "| shima red; oki blue; sado green; hida red 5P3R; mino red 3P hidden=2; echizen - castle"
)
HIDA, MINO, ECHIZEN, SHIMA = (PROVINCE_NUMBER[name] for name in ("hida", "mino", "echizen", "shima"))


def position(stage: str = "march") -> ShogunState:
    s = GAME.parse_position(POSITION.format(stage=stage))
    assert isinstance(s, ShogunState)
    return s


def land(s: ShogunState, province: int, column: int, by: int) -> None:
    s.land[province * LAND_WIDTH + column] += by


def army(s: ShogunState, row: int, column: int, by: int) -> None:
    s.army[row * ARMY_WIDTH + column] += by


def clan(s: ShogunState, c: int, column: int, by: int) -> None:
    s.clan[c * CLAN_WIDTH + column] += by


def test_a_lawful_position_breaks_nothing() -> None:
    assert GAME.violations(position()) == []
    assert GAME.violations(position("declare")) == []


# Each breach: its paragraph, and what is done to the position. The army of red is row 0.
BREACHES: dict[str, tuple[str, list[tuple[str, int, int, int]]]] = {
    "a force of six": ("2.4", [("land", HIDA, st.FORCE + 3, 1), ("clan", 0, st.TRAY + 3, -1)]),
    "five samurai": ("2.4", [("army", 0, st.UNITS, 5), ("clan", 0, st.TRAY, -5)]),
    "eleven ashigaru": ("2.4", [("army", 0, st.UNITS + 3, 10), ("clan", 0, st.TRAY + 3, -10)]),
    "less than nothing": ("13.3", [("land", MINO, st.FORCE, -1)]),
    "two armies": ("2.5", [("army", 1, st.AT, 1 + SHIMA)]),
    "an army abroad": ("2.3", [("army", 1, st.AT, 1 + ECHIZEN)]),
    "owned by nobody there": ("2.6", [("land", ECHIZEN, st.OWNER, 1)]),
    "units of nobody": ("2.6", [("land", MINO, st.OWNER, -1)]),
    "too many ronin with a force": ("7.9", [("land", HIDA, st.FORCE_RONIN, 2), ("clan", 0, st.VEILED, -2)]),
    "too many hidden ronin": ("7.9", [("land", MINO, st.HIDDEN, 1), ("clan", 0, st.VEILED, 1)]),
    "too many ronin with an army": ("7.9", [("army", 0, st.ARMY_RONIN, 2)]),
    "hidden and never hired": ("7.8", [("land", HIDA, st.HIDDEN, 1)]),
    "a spearman too many": ("1.2", [("clan", 0, st.TRAY + 3, 1)]),
    "a ronin too many": ("1.2", [("land", MINO, st.FORCE_RONIN, 1)]),
    "a castle too many": ("1.2", [("land", HIDA, st.CASTLE, 1)]),
    "bonus without a castle": ("11.8", [("land", HIDA, st.BONUS, 1)]),
    "bonus beyond the castle": ("11.8", [("land", ECHIZEN, st.BONUS, 1)]),
    "more koku than chips": ("13.7", [("clan", 1, st.KOKU, 31)]),
    "one koku for building": ("4.2", [("clan", 1, st.BINS + 1, 1)]),
    "less than no koku": ("4.1", [("clan", 1, st.KOKU, -1)]),
    "one sword twice": ("5.1", [("clan", 1, st.SWORD_HELD, -1)]),
    "a marker beside the track": ("13.9", [("army", 0, st.HOLE, 10)]),
    "a step too far": ("9.3", [("army", 0, st.POINTS, 2)]),
    "units without a daimyo": ("12.2", [("army", 1, st.UNITS, 1), ("clan", 0, st.TRAY, -1)]),
    "no daimyo": ("12.3", [("army", 3, st.AT, -1 - PROVINCE_NUMBER["oki"])]),
    "out and yet there": ("12.4", [("clan", 1, st.ALIVE, -1)]),
    "a battle of nobody": ("10.1", [("land", SHIMA, st.FORCE_AIM, 1)]),
    "moved and not there": ("13.3", [("land", MINO, st.CAME + 3, 4)]),
    "disrupted and alone": ("8.8", [("army", 0, st.UNITS + 3, -1), ("army", 0, st.STRUCK, 1)]),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_named_with_its_paragraph(breach: str) -> None:
    paragraph, changes = BREACHES[breach]
    s = position()
    for table, row, column, by in changes:
        {"land": land, "army": army, "clan": clan}[table](s, row, column, by)
    assert any(text.startswith(f"§{paragraph} ") for text in GAME.violations(s)), GAME.violations(s)


def test_too_many_provinces_mean_the_end() -> None:
    """RULES §14.1"""
    s = position()
    for p in range(68):
        if s.owner(p) < 0 and s.provinces_of(0) < 35:
            land(s, p, st.OWNER, 1)
    assert any(text.startswith("§14.1 ") for text in GAME.violations(s))


def test_a_march_into_hidden_ronin_is_seen() -> None:
    """The law sees more ronin than a province can lead even where the marching player alone knows of them."""
    s = position()
    for text in ("march hida mino", "send spearman", "done", "along 2"):
        GAME.apply(s, GAME.parse_action(text))
    assert GAME.violations(s) == ["§7.9 mino: 2 hidden ronin where troops have room for 1"]


def test_limits_rest_while_armies_move_and_only_there() -> None:
    """RULES §9.4, §9.10: armies may pass each other and hidden ronin wait, but not when the armies have moved."""
    s = position("move")
    land(s, MINO, st.HIDDEN, 1)
    clan(s, 0, st.VEILED, 1)
    s.pool -= 1
    assert GAME.violations(s) == []
    s.stage = st.DECLARE
    assert GAME.violations(s) == ["§7.9 mino: 3 hidden ronin where troops have room for 2"]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_random_games_keep_all_limits(players: int) -> None:
    rng = Rng(players)
    s = GAME.start(Options(GAME.info.options, {"players": players, "map": "kyushu", "rounds": 4}))
    while (actor := GAME.actor(s)) != DONE:
        if actor == CHANCE:
            GAME.apply(s, GAME.draw(s, rng))
        else:
            GAME.apply(s, GAME.heuristics.rollout(s, GAME.legal(s), rng))
        assert GAME.violations(s) == []
