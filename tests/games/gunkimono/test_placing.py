"""Where a tile may lie (RULES §3), with the rulebook's examples B, C and D."""

from __future__ import annotations

import pytest

from gunbai.games.gunkimono.state import OVER, TILE
from tests.games.gunkimono.table import legal, level, play, points, position, refused, top

rule = pytest.mark.rule


@rule("3.1", "3.2")
def test_example_b_troops_may_not_cover_their_kind() -> None:
    s = position("players=2 grid=CS hands=A1C1/-")
    play(s, "large A1C1")
    assert refused(s, "place b1 west") == "3.2"
    assert legal(s) == {"place a1 east"}
    play(s, "place a1 east")
    assert (top(s, "a1"), top(s, "b1")) == ("A", "C")


@rule("3.2")
def test_duplication_counts_for_tiles_as_for_printed_troops() -> None:
    s = position("players=2 grid=IPA board=S1PA hands=-/-")
    play(s, "small S")
    assert refused(s, "place a1") == "3.2"
    assert legal(s) == {"place b1", "place c1"}


@rule("3.3", "3.4", "1.6")
def test_example_c_both_halves_at_one_level() -> None:
    s = position("players=2 grid=PSC board=I1SC hands=P1A1/- reserve=-/-")
    play(s, "large P1A1")
    assert refused(s, "place a1 east") == "3.4"
    assert legal(s) == {"place b1 east", "place c1 west"}
    play(s, "place b1 east")
    assert [level(s, name) for name in ("a1", "b1", "c1")] == [1, 1, 1]


@rule("3.3")
def test_a_tile_may_cover_parts_of_two_tiles() -> None:
    s = position("players=2 grid=PSCA board=I1S1C1A1 hands=I1P1/-")
    play(s, "large I1P1", "place b1 east")
    assert [level(s, name) for name in ("a1", "b1", "c1", "d1")] == [1, 2, 2, 1]


@rule("3.5", "3.6", "1.6")
def test_example_d_support_lifts_the_lower_square() -> None:
    s = position("players=2 grid=AP board=AI1 hands=S1C1/-")
    play(s, "large S1C1", "place a1 east")
    assert legal(s) == {"support I", "support P", "support A", "support S", "support C"}
    play(s, "support S")
    assert (level(s, "a1"), level(s, "b1")) == (2, 2)
    assert (top(s, "a1"), top(s, "b1")) == ("S", "C")
    assert s.reserve[0] == 0b10111
    without = position("players=2 grid=AP board=AI1 hands=S1C1/- reserve=-/IPASC")
    assert legal(without) == {"pass"}
    assert refused(without, "large S1C1") == "3.9"


@rule("3.5")
def test_support_is_on_the_lower_square_whichever_half_that_is() -> None:
    s = position("players=2 grid=AP board=AI1 hands=S1C1/-")
    play(s, "large S1C1", "place b1 west", "support P")
    assert (level(s, "a1"), level(s, "b1")) == (2, 2)
    assert (top(s, "a1"), top(s, "b1")) == ("C", "S")


@rule("3.6")
def test_only_the_supported_half_is_free_of_duplication() -> None:
    # Samurai over the lower samurai is fine on a support; infantry over the higher infantry is not.
    s = position("players=2 grid=SP board=SI1 hands=I1S1/-")
    play(s, "large I1S1")
    assert refused(s, "place b1 west") == "3.2"
    assert legal(s) == {"place a1 east"}
    t = position("players=2 grid=SP board=SP1 hands=I1S1/-")
    play(t, "large I1S1", "place b1 west", "support S")
    assert (top(t, "a1"), top(t, "b1")) == ("S", "I")


@rule("3.5")
def test_two_levels_cannot_be_supported() -> None:
    t = position("players=2 grid=APCI board=AI2CI hands=S1P1/-")
    play(t, "large P1S1")
    assert refused(t, "place a1 east") == "3.5"
    assert legal(t) == {"place c1 east", "place d1 west"}


@rule("3.7")
def test_no_support_under_a_small_tile() -> None:
    s = position("players=2 grid=AP board=AI1 hands=-/-")
    play(s, "small S", "place a1")
    assert refused(s, "support P") == "3.7"
    t = position("players=2 grid=AP board=AI1 hands=-/-")
    assert refused(t, "support P") == "3.5"


@rule("3.7")
def test_a_supported_tile_takes_only_one_small_tile() -> None:
    s = position("players=2 grid=AP board=AI1 hands=S1C1/-")
    play(s, "large S1C1", "place a1 east", "support S")
    assert refused(s, "support P") == "3.5"
    assert legal(s) <= {"score points", "score honor"}


@rule("3.8", "5.6")
def test_no_tile_and_no_support_on_a_stronghold() -> None:
    s = position("players=2 grid=APC board=AI1C forts=a1:red hands=S1C1/-")
    play(s, "large S1C1")
    assert refused(s, "place a1 east") == "5.6"
    assert refused(s, "place b1 west") == "5.6"
    small = play(position("players=2 grid=APC forts=a1:red hands=-/-"), "small S")
    assert refused(small, "place a1") == "5.6"
    assert legal(small) == {"place b1", "place c1"}


@rule("3.1")
def test_a_tile_must_be_held_and_lie_on_the_field() -> None:
    s = position("players=2 grid=CSA hands=A1C1/I1P1 reserve=I/IPASC")
    assert refused(s, "large I1P1") == "3.1"
    assert refused(s, "small S") == "3.1"
    assert refused(s, "place a1 east") == "3.1"
    play(s, "large A1C1")
    assert refused(s, "place c1 east") == "3.1"
    assert refused(s, "place a1 north") == "3.1"
    assert refused(s, "place l9 north") == "3.1"
    assert refused(s, "place a1") == "3.1"


@rule("3.9")
def test_who_can_place_must_and_who_cannot_passes_but_assesses() -> None:
    s = position("players=2 grid=APCI board=AI2CI forts=d1:red hands=S1C1/- reserve=S/I")
    assert refused(s, "pass") == "3.9"
    stuck = position("players=2 grid=AP board=AI2 forts=a1:red hands=S1C1/- reserve=-/I")
    assert legal(stuck) == {"pass"}
    play(stuck, "pass")
    assert points(stuck) == [1, 0]
    assert (stuck.turn, stuck.step, stuck.passes) == (1, TILE, 1)


@rule("3.9")
def test_a_pass_does_not_build_or_refill() -> None:
    due = position("players=2 grid=AP board=AI2 track=1,2,9 honor=1,1,1,1,1/0,0,0,0,0 hands=S1C1/- reserve=-/-")
    play(due, "pass")
    assert due.board.all_forts() == 0
    assert (due.turn, due.step) == (1, TILE)


@rule("3.9")
def test_a_round_in_which_nobody_can_place_ends_the_game() -> None:
    text = "players=3 grid=AP board=AI2 hands=S1C1/S1C2/I1C1 reserve=-/-/- sword=black turn=white"
    s = play(position(text), "pass", "pass")
    assert s.turn == 1
    assert s.step == TILE
    # Two passes before the round began do not end it; the round from black to red does.
    play(s, "pass", "pass", "pass")
    assert s.step == OVER
    # One whole round is enough.
    s = play(position(text.replace("turn=white", "turn=black")), "pass", "pass")
    assert s.step == TILE
    assert play(s, "pass").step == OVER


@rule("3.9")
def test_a_placed_tile_breaks_a_row_of_passes() -> None:
    s = position("players=2 grid=AP board=AI2 hands=S1C1/- reserve=-/IS")
    play(s, "pass", "small S", "place a1", "score points")
    assert (s.passes, s.step, s.turn) == (0, TILE, 0)


@rule("3.6")
@pytest.mark.parametrize(
    ("grid", "board", "first", "second"),
    [
        ("PC", "I1C", "a1 east", "b1 west"),
        ("CP", "CI1", "b1 west", "a1 east"),
        ("P/C", "I1/C", "a1 south", "a2 north"),
        ("C/P", "C/I1", "a2 north", "a1 south"),
    ],
)
def test_the_lower_half_may_cover_its_kind_whichever_half_it_is(grid: str, board: str, first: str, second: str) -> None:
    # The lower square shows C. Either half of a tile with a C on it may lie there, if a small tile lifts it.
    for tile, place in (("S1C1", first), ("C1S1", second)):
        s = position(f"players=2 grid={grid} board={board} hands={tile}/-")
        play(s, f"large {tile}")
        assert f"place {place}" in legal(s), (tile, legal(s))
