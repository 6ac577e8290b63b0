"""Gunshi at a table: the rulebook's tournament clock, and undo where things are hidden."""

from __future__ import annotations

import pytest

from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.session import Clock, Table, TableDice, tournaments
from tests.session.test_clock import Hand


def at_table(hand: Hand, style: str = "tournament_basic", **options: object) -> Table:
    game = find("gunshi")
    official = tournaments("gunshi")[style]
    chosen = Options(game.info.options, {**official.options, **options})
    return Table(game, chosen, dice=TableDice(1), clock=Clock(official.control, 2, hand))


def played(table: Table, *texts: str) -> Table:
    for text in texts:
        table.play(table.to_act[0], int(table.game.parse_action(text)))
    return table


def arrange(table: Table, seat: int) -> None:
    """Let a seat choose shogun, hand and deck: the first choice each time."""
    while seat in table.to_act and table.view(seat).data()["phase"] == "arrange":
        table.play(seat, table.legal(seat)[0])


# -- the tournament clock -------------------------------------------------------------------------


def test_all_styles_give_twenty_minutes_each_and_no_increment() -> None:
    styles = tournaments("gunshi")
    assert list(styles) == ["tournament_basic", "tournament_advanced", "tournament_custom"]
    assert {style.control.text() for style in styles.values()} == {"total:1200"}
    assert tournaments("whisper") == {}


def test_the_clock_starts_with_blue_after_red_has_placed_a_piece() -> None:
    hand = Hand()
    table = at_table(hand)
    hand.wait(500)
    assert not table.clock.running
    played(table, "infantry d2")
    hand.wait(500)
    assert not table.clock.running, "red's first piece is placed when it faces somewhere"
    played(table, "face north")
    assert table.clock.running == (1,)
    hand.wait(60)
    played(table, "infantry d6")
    assert table.clock.running == (1,)
    played(table, "face south")
    assert table.clock.running == (0,)
    assert (table.clock.left(0), table.clock.left(1)) == (1200, 1140)


def test_a_fence_is_a_first_piece_too() -> None:
    table = played(at_table(Hand()), "fence d3-d4")
    assert table.clock.running == (1,)


def test_both_clocks_run_while_both_choose_shogun_and_cards_and_red_begins_the_battle() -> None:
    hand = Hand()
    table = at_table(hand, formation="first_battle")
    assert table.to_act == (0, 1)
    assert set(table.clock.running) == {0, 1}
    hand.wait(20)
    arrange(table, 1)
    assert table.clock.running == (0,), "blue has chosen"
    hand.wait(30)
    arrange(table, 0)
    assert (table.clock.left(0), table.clock.left(1)) == (1150, 1180)
    assert table.clock.running == (0,)
    assert table.view(0).data()["turn"] == 1

    table = at_table(hand, formation="first_battle")
    arrange(table, 0)
    assert table.clock.running == (1,)


def test_blue_loses_by_choosing_too_slowly() -> None:
    hand = Hand()
    table = at_table(hand, formation="first_battle")
    hand.wait(1)
    arrange(table, 0)
    hand.wait(1199)
    table.tick()
    assert table.result == "red 1, blue -1 (blue out of time)"


def test_in_battle_the_clock_passes_when_the_turn_does() -> None:
    table = at_table(Hand(), formation="first_battle")
    arrange(table, 0)
    arrange(table, 1)
    card = table.game.action_text(table.legal(0)[0])
    played(table, card)
    assert table.clock.running == (0,)
    played(table, "end")
    assert table.clock.running == (1,)


@pytest.mark.parametrize("style", ["tournament_advanced", "tournament_custom"])
def test_no_clock_runs_while_advanced_cards_are_chosen(style: str) -> None:
    hand = Hand()
    table = at_table(hand, style)
    rng = Rng(2)
    choices = 0
    while table.view(0).data()["phase"] in ("advanced", "deck"):
        assert not table.clock.running
        hand.wait(300)
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
        choices += 1
    assert choices >= 6
    assert table.view(0).data()["phase"] == "formation"
    assert not table.clock.running
    played(table, "fence d3-d4")
    assert table.clock.running == (1,)


def test_a_flag_loses_at_once() -> None:
    hand = Hand()
    table = played(at_table(hand), "fence d3-d4")
    hand.wait(1200)
    table.tick()
    assert table.result == "red 1, blue -1 (blue out of time)"


# -- undo -----------------------------------------------------------------------------------------


def test_a_piece_of_the_formation_can_be_taken_back_until_the_other_places() -> None:
    game = find("gunshi")
    table = Table(game, Options(game.info.options, {}))
    played(table, "infantry d2", "face north")
    table.undo(0)
    table.undo(0)
    assert table.length == 0
    played(table, "cavalry d2", "face east", "archer d6")
    assert table.undo_refusal(0) == "blue acted last"


def test_a_card_sent_face_down_can_be_taken_back_but_not_one_that_shows_an_unknown_hand() -> None:
    game = find("gunshi")
    table = Table(game, Options(game.info.options, {"points": 6}))
    rng = Rng(5)
    while table.view(0).data()["turn"] == 0:
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
    first = next(action for action in table.legal(0))
    table.play(0, first)
    assert table.undo_refusal(0) == "", "face down: nobody saw which"
    second = next(a for a in table.legal(0) if table.game.action_text(a).startswith("send"))
    table.play(0, second)
    assert table.undo_refusal(0) == "it showed something that was hidden", "face up: blue knows a card of the hand"


def test_a_chosen_shogun_can_be_chosen_anew_and_nobody_sees_it() -> None:
    game = find("gunshi")
    seen = []
    for again in (1, 2):
        table = Table(game, Options(game.info.options, {"formation": "first_battle"}))
        table.play(0, table.legal(0)[0])
        table.undo(0)
        table.play(0, table.legal(0)[again])
        seen.append((table.seen_by(1), table.history.perceived(1), table.log.lines(1)))
    assert seen[0] == seen[1]


def test_a_turn_that_opens_the_enemys_hidden_card_cannot_be_taken_back() -> None:
    game = find("gunshi")
    table = Table(game, Options(game.info.options, {"points": 6}))
    rng = Rng(5)
    while table.view(0).data()["turn"] == 0:
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
    # Each sends one card, face down; when blue ends its turn, red's card is turned up and resolved.
    table.play(0, table.legal(0)[0])
    played(table, "end")
    assert table.undo_refusal(0) == "", "blue has no card that could be turned up"
    table.play(1, table.legal(1)[0])
    played(table, "end")
    assert table.undo_refusal(1) == "it showed something that was hidden"


def test_a_capture_that_might_have_taken_the_shogun_cannot_be_taken_back() -> None:
    game = find("gunshi")
    captures = 0
    for seed in (1, 3):
        table = Table(game, Options(game.info.options, {"formation": "formation_3"}), dice=TableDice(seed))
        rng = Rng(seed)
        while not table.over and table.length < 300:
            seat = table.to_act[0]
            suspects = suspected_by(table, seat)
            legal = table.legal(seat)
            table.play(seat, legal[int(rng.below(len(legal)))])
            if not table.over and len(suspected_by(table, seat)) < len(suspects):
                captures += 1
                assert table.undo_refusal(seat) == "it showed something that was hidden"
    assert captures >= 2


def suspected_by(table: Table, seat: int) -> list[str]:
    """The enemy's units that may be the shogun, as far as the seat knows."""
    units = table.view(seat).data()["units"]
    assert isinstance(units, list)
    return [u["square"] for u in units if u["owner"] == ("blue", "red")[seat] and u["shogun"] is None]
