"""The pieces and how they are laid out (RULES §1, §2), against the numbers of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from gunbai.core.errors import BadOptions
from gunbai.games.gunkimono.data import EDITION, OPTIONS, Field
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import DEAL, EMPTY, ROW, START, TILE
from tests.games.gunkimono.table import honor, legal, play, position, refused, settle, start

rule = pytest.mark.rule
BY_PLAYERS = [(2, 40, 26), (3, 50, 33), (4, 60, 40), (5, 60, 37)]


@rule("1.1")
@pytest.mark.parametrize(
    ("layout", "rows", "columns", "samurai"), [("gk56", 7, 8, 12), ("gk55", 5, 11, 11)], ids=["gk56", "gk55"]
)
def test_both_layouts_favour_no_troop(layout: str, rows: int, columns: int, samurai: int) -> None:
    s = start(layout=layout)
    field = s.setting.field
    assert (field.rows, field.columns) == (rows, columns)
    counts = Counter(field.grid.replace("/", ""))
    assert counts == {"I": 11, "P": 11, "A": 11, "C": 11, "S": samurai}
    # A half turn swaps infantry with cavalry and spearman with archer.
    turned = field.grid[::-1].translate(str.maketrans("ICPA", "CIAP"))
    assert turned == field.grid
    # The largest printed formation has two troops.
    sizes = [bin(s.board.formation(cell)).count("1") for cell in range(int(field.cells))]
    assert max(sizes) == 2


@rule("1.1")
def test_squares_are_named_from_the_upper_left() -> None:
    s = position("players=2 grid=IPA/SCI hands=I1S1/-")
    assert "large I1S1" in legal(s)
    play(s, "large I1S1", "place c1 west")
    assert GAME.position_text(s).split("board=")[1].startswith("IS1I1/SCI ")


@rule("1.2")
def test_sixty_large_tiles_six_of_each_pair() -> None:
    copies = start().setting.copies
    assert sum(copies) == 60
    assert [int(sum(copies[i : i + 4])) for i in range(0, 40, 4)] == [6] * 10
    for troop in "IPASC":
        pairs = EDITION["boxes"]["full"]["large_tiles"]
        assert sum(sum(counts) for pair, counts in pairs.items() if troop in pair) == 24


@rule("1.3", "2.5")
def test_every_player_has_a_small_tile_of_each_troop_with_two_symbols() -> None:
    s = start(players=5)
    assert [int(mask) for mask in s.reserve] == [0b11111] * 5
    assert [int(n) for n in s.setting.small_symbols] == [2] * 5


@rule("1.4")
@pytest.mark.parametrize(("players", "rows"), [(2, [3, 6, 8]), (3, [3, 5, 7]), (4, [2, 4, 6]), (5, [2, 4, 6])])
def test_rows_of_the_honor_track(players: int, rows: list[int]) -> None:
    s = start(players=players)
    assert [int(row) for row in s.setting.rows] == rows
    assert honor(s, players - 1) == dict.fromkeys("IPASC", 0)
    assert [int(row) for row in start(players=players, track="1,2,9").setting.rows] == [1, 2, 9]


@rule("1.5", "2.6")
@pytest.mark.parametrize(("players", "layers"), [(2, 2), (3, 3), (4, 3), (5, 3)])
def test_banners_of_each_layer(players: int, layers: int) -> None:
    masks = start(players=players).setting.banners
    values = [[v for v in range(16) if mask >> v & 1] for mask in masks]
    assert values == [[11, 12, 13, 14, 15], [6, 7, 8, 9, 10], [1, 2, 3, 4, 5]][:layers]


@rule("2.1", "2.2", "2.3", "2.4")
@pytest.mark.parametrize(("players", "used", "main"), BY_PLAYERS)
def test_stacks_by_player_count(players: int, used: int, main: int) -> None:
    s = start(players=players)
    assert s.main + s.end_stack == used
    assert (s.step, s.end_stack) == (ROW, 5)
    while s.step == ROW:
        GAME.apply(s, GAME.legal(s)[0])
    assert sum(kind != EMPTY for kind in s.row) == 3
    assert s.step == DEAL
    while s.step == DEAL:
        GAME.apply(s, GAME.legal(s)[0])
    assert sum(code != EMPTY for code in s.hands) == 3 * players
    assert (s.main, s.end_stack, s.end_shown) == (main, 5, 0)
    # What was removed stays unseen with the stacks: 60 tiles, less the row and the hands.
    assert sum(s.bag) == 60 - 3 - 3 * players


@rule("2.7")
def test_the_start_player_is_drawn_or_named() -> None:
    s = start(players=4)
    while s.step != START:
        GAME.apply(s, GAME.legal(s)[0])
    assert legal(s) == {"start red", "start black", "start white", "start purple"}
    assert [w for _, w in GAME.chance(s).outcomes()] == [0.25] * 4
    play(s, "start white")
    assert (s.turn, s.sword, s.step) == (2, 2, TILE)
    named = settle(start(players=4, start="purple"))
    assert (named.turn, named.sword, named.step) == (3, 3, TILE)
    with pytest.raises(BadOptions):
        start(players=2, start="white")


@rule("2.3", "2.4", "2.7", "10.3")
def test_nothing_is_drawn_before_chance_draws_it() -> None:
    s = start(players=3)
    assert GAME.actor(s) == -1
    assert refused(s, "large I1P1") == "2.3"
    weights = dict(GAME.chance(s).outcomes())
    assert weights[int(GAME.parse_action("revealed I1P1"))] == pytest.approx(1 / 60)
    assert weights[int(GAME.parse_action("revealed I1P2"))] == pytest.approx(2 / 60)
    play(s, "revealed I1P2")
    assert dict(GAME.chance(s).outcomes())[int(GAME.parse_action("revealed I1P2"))] == pytest.approx(1 / 59)


@rule("1.1", "1.4")
@pytest.mark.parametrize(
    "bad",
    [
        {"grid": "AB/CD"},
        {"grid": "IP/I"},
        {"grid": "I"},
        {"grid": "I" * 13},
        {"grid": "/".join(["IPASCIPA"] * 8)},
        {"track": "3,2,8"},
        {"track": "0,2,8"},
        {"track": "3,6"},
        {"track": "3,6,21"},
        {"track": "a,b,c"},
        {"players": 6},
        {"layout": "gk57"},
        {"start": "nobody"},
    ],
    ids=str,
)
def test_options_that_make_no_game_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as caught:
        start(**bad)
    assert "\n" not in str(caught.value)


def test_reconstructed_options_say_so() -> None:
    said = {option.name: option.provenance for option in OPTIONS}
    assert said["layout"].startswith("reconstructed")
    assert said["track"].startswith("reconstructed")
    assert Field("IP").cells == 2
