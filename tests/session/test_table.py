"""A table: what each watcher receives, stale senders, undo, take-backs, endings, files, size."""

from __future__ import annotations

import json
import sys
from array import array
from pathlib import Path
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import BadRecord, GunbaiError, IllegalAction, NotYourTurn
from gunbai.core.game import CHANCE, SPECTATOR, State, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.session import (
    BOT,
    OPEN,
    GameOver,
    NoDice,
    Offer,
    Seat,
    StaleVersion,
    Table,
    TableDice,
    load,
    parse,
    parse_seat,
    save,
)
from tests.session import hideout

WATCHERS = (0, 1, int(SPECTATOR))


def whisper(**options: object) -> Table:
    game = find("whisper")
    return Table(game, Options(game.info.options, options), dice=NoDice())


def hiding(first: int = 1, second: int = 2, turns: int = 6) -> Table:
    """Hideout after both stones are hidden."""
    game = find("hideout")
    table = Table(game, Options(game.info.options, {"turns": turns}))
    table.play(0, first)
    table.play(1, second)
    return table


def played(table: Table, *texts: str) -> Table:
    for text in texts:
        table.play(table.to_act[0], int(table.game.parse_action(text)))
    return table


# -- acting -------------------------------------------------------------------------------------


def test_only_a_seat_the_game_waits_for_may_act_and_errors_change_nothing() -> None:
    table = hiding()
    before = table.seen_by(0)
    with pytest.raises(NotYourTurn, match="it is not white's turn but black's"):
        table.play(1, 10)
    with pytest.raises(IllegalAction, match=r"open is not possible now \(rule 1.1\)"):
        table.play(0, hideout.OPEN)
    with pytest.raises(GunbaiError, match="there is no seat 7"):
        table.play(7, 10)
    with pytest.raises(NotYourTurn, match="does not wait for chance"):
        table.play(int(CHANCE), 10)
    assert table.seen_by(0) == before


def test_a_stale_sender_is_refused() -> None:
    table = hiding()
    seen = table.version
    table.play(0, 10, version=seen)
    with pytest.raises(StaleVersion, match=f"the game is at version {seen + 1}; the action was meant for {seen}"):
        table.play(0, hideout.OPEN, version=seen)
    with pytest.raises(StaleVersion):
        table.play(0, hideout.OPEN, version=table.version + 1)
    table.play(0, hideout.PASS, version=table.version)


def test_sealed_choices_of_different_seats_commute_and_are_never_stale() -> None:
    table = whisper(players=3)
    seen = table.version
    table.play(2, 3, version=seen)
    table.play(0, 1, version=seen)
    with pytest.raises(NotYourTurn):
        table.play(2, 1, version=seen)
    assert table.to_act == (1,)
    table.play(1, 0, version=seen)
    other = whisper(players=3)
    for seat, secret in ((0, 1), (1, 0), (2, 3)):
        other.play(seat, secret)
    assert other.view(0).data() == table.view(0).data()


def test_an_undone_seal_leaves_the_other_seat_fresh_but_not_the_sealer() -> None:
    table = whisper()
    table.play(1, 2, version=0)
    table.undo(1)
    with pytest.raises(StaleVersion):
        table.play(1, 3, version=0)
    table.play(0, 0, version=0)


def test_chance_is_drawn_by_the_table_or_fed_by_the_caller() -> None:
    game = find("whisper")
    drawn = Table(game, Options(game.info.options, {}), dice=TableDice(7))
    drawn.play(0, 1)
    steps = drawn.play(1, 2)
    assert [step.seat for step in steps] == [1, -1, -1, -1]
    fed = whisper()
    fed.play(0, 1)
    assert [step.seat for step in fed.play(1, 2)] == [1]
    assert fed.waits_for_chance
    assert fed.to_act == ()
    for step in steps[1:]:
        fed.play(step.seat, step.action)
    assert [fed.view(seat).data() for seat in WATCHERS] == [drawn.view(seat).data() for seat in WATCHERS]
    with pytest.raises(IllegalAction):
        whisper_at_dice().play(int(CHANCE), 33)


def whisper_at_dice() -> Table:
    table = whisper()
    table.play(0, 1)
    table.play(1, 2)
    return table


# -- projections --------------------------------------------------------------------------------


def everything(table: Table, watcher: int) -> str:
    """Every byte the watcher can get out of the table."""
    received: list[object] = [table.seen_by(watcher), table.history.perceived(watcher), table.legal(watcher)]
    received += [[line.number, line.seat, line.text] for line in table.log.lines(watcher)]
    for action in (0, 12, hideout.OPEN, 99):
        try:
            table.check(watcher, action)
        except GunbaiError as error:
            received.append(str(error))
    if watcher >= 0:
        received.append(table.undo_refusal(watcher))
    return json.dumps(received)


def test_no_byte_a_watcher_gets_depends_on_what_is_hidden_from_it() -> None:
    for black, white in ((3, 1), (3, 2), (3, 3)):
        one, two = hiding(0, white), hiding(black, white)
        for texts in ((), ("point 0",), ("point 0", "pass")):
            for table in (one, two):
                for text in texts[-1:]:
                    played(table, text)
            assert everything(one, 1) == everything(two, 1)
            assert everything(one, int(SPECTATOR)) == everything(two, int(SPECTATOR))
        assert everything(one, 0) != everything(two, 0), "the owner sees its own stone"


def test_histories_and_logs_are_what_each_watcher_perceived() -> None:
    table = played(hiding(), "point 0", "open")
    assert table.history.perceived(0) == [1, hideout.HIDDEN, 10, 20]
    assert table.history.perceived(1) == [hideout.HIDDEN, 2, 10, 20]
    assert [line.text for line in table.log.lines(int(SPECTATOR))] == ["hide ?", "hide ?", "point 0", "open"]
    assert [(line.number, line.seat, line.text) for line in table.log.lines(1, since=1)] == [
        (2, 1, "hide 2"),
        (3, 0, "point 0"),
        (4, 0, "open"),
    ]
    assert table.view(0).history == table.history.perceived(0)
    assert [(step.seat, step.action) for step in table.history.steps(0, since=1)] == [
        (1, hideout.HIDDEN),
        (0, 10),
        (0, 20),
    ]


def test_a_log_by_turn_has_one_sentence_for_each_run_of_actions() -> None:
    table = played(hiding(), "point 0", "pass", "point 3", "open", "point 3")
    assert [(line.number, line.seat, line.text) for line in table.log.lines(0, by_turn=True)] == [
        (1, 0, "hide 1"),
        (2, 1, "hide ?"),
        (3, 0, "point 0; pass"),
        (5, 1, "point 3; open"),
        (7, 0, "point 3"),
    ]
    assert table.log.lines(0, since=3, by_turn=True)[0].text == "pass"


def test_legal_actions_are_shown_to_those_who_may_act_only() -> None:
    table = whisper()
    assert table.legal(0) == table.legal(1) == [0, 1, 2, 3]
    assert table.legal(int(SPECTATOR)) == []
    table.play(1, 2)
    assert table.legal(1) == []


def test_a_long_game_is_stepped_through_from_checkpoints() -> None:
    table = hiding(turns=400)
    game = table.game
    states: list[State] = []
    s = game.start(table.options)
    for step in played(table, *["point 3", "pass"] * 200).record().steps:
        bring_into_focus(game, s, step.seat)
        states.append(s.copy())
        game.apply(s, step.action)
    for length in (0, 1, 127, 128, 129, 255, 256, 300, 397, 401):
        assert table.history.state_at(length).key() == states[length].key()
    assert [line.text for line in table.log.lines(0)] == ["hide 1", "hide ?", *["point 3", "pass"] * 200]
    table.offer_take_back(0, 130)
    table.answer(1, True)
    assert table.length == 130
    assert table.view(0).data() == game.view(states[130], 0).data()
    assert played(table, *["point 3", "pass"] * 5).length == 140
    assert table.history.perceived(1) == [hideout.HIDDEN, 2, *[13, hideout.PASS] * 69]


# -- undo ---------------------------------------------------------------------------------------


def test_a_public_choice_can_be_undone_and_leaves_no_trace() -> None:
    table = hiding()
    before = [everything(table, w).replace(f'"version": {table.version}', "") for w in WATCHERS]
    played(table, "point 3")
    assert table.undo_refusal(0) == ""
    table.undo(0)
    after = [everything(table, w).replace(f'"version": {table.version}', "") for w in WATCHERS]
    assert after == before


def test_passing_the_turn_can_be_undone_until_the_other_acts() -> None:
    table = played(hiding(), "point 3", "pass")
    table.undo(0)
    table.undo(0)
    assert table.length == 2
    assert table.undo_refusal(0) == "white acted last"
    played(table, "point 3", "pass", "point 0")
    with pytest.raises(GunbaiError, match="this cannot be undone: white acted last"):
        table.undo(0)


@pytest.mark.parametrize("box", [0, 3])
def test_opening_a_box_cannot_be_undone_even_when_it_was_empty(box: int) -> None:
    table = played(hiding(), f"point {box}", "open")
    assert table.undo_refusal(0) == "it showed something that was hidden"


def test_opening_a_box_known_to_be_empty_reveals_nothing() -> None:
    table = played(hiding(), "point 0", "pass", "point 0", "show", "point 0", "open")
    assert table.undo_refusal(0) == ""


def test_showing_ones_own_secret_cannot_be_undone() -> None:
    table = played(hiding(), "point 3", "show")
    assert table.undo_refusal(0) == "it showed something that was hidden"


class Knocking(hideout.Hideout):
    """Hideout in which one may knock on the box of one's own stone. What is seen then is the same as after passing."""

    KNOCK = 23

    def legal(self, s: State) -> vec[i64]:
        t, actions = cast(hideout.HideoutState, s), list(super().legal(s))
        at_own_stone = hideout.PASS in actions and t.pointed == t.stones[t.turn]
        return vec[i64]([*actions, self.KNOCK] if at_own_stone else actions)

    def apply(self, s: State, action: i64) -> None:
        super().apply(s, hideout.PASS if action == self.KNOCK else action)


def test_what_looks_the_same_afterwards_may_still_have_told_something() -> None:
    game = Knocking()
    table = Table(game, Options(game.info.options, {}))
    for action in (1, 2, 11):
        table.play(table.to_act[0], action)
    table.play(0, game.KNOCK)
    assert table.undo_refusal(0) == "it showed something that was hidden"


def test_a_seal_can_be_undone_while_others_still_choose_and_not_after_chance() -> None:
    table = whisper()
    table.play(0, 1)
    table.undo(0)
    table.play(0, 2)
    table.play(1, 2)
    table.play(int(CHANCE), 20)
    assert table.undo_refusal(1) == "chance acted last"


def test_nothing_is_undone_when_the_game_is_over() -> None:
    table = played(hiding(), "point 2", "open")
    assert table.over
    assert table.undo_refusal(0) == "the game is over"


# -- offers and endings -------------------------------------------------------------------------


def test_a_take_back_needs_the_others_and_says_what_it_undoes() -> None:
    table = played(hiding(), "point 0", "open", "point 3")
    table.offer_take_back(0, 2)
    assert table.offers.standing == Offer("take back", 0, 2)
    assert [line.text for line in table.log.lines(1, since=2)] == ["point 0", "open", "point 3"]
    assert table.answer(1, False) is False
    assert table.length == 5
    table.offer_take_back(0, 2)
    assert table.answer(1, True) is True
    assert (table.length, table.to_act) == (2, (0,))
    with pytest.raises(GunbaiError, match="there is no offer to answer"):
        table.answer(1, True)
    with pytest.raises(GunbaiError, match="a take-back leaves from 0 to 1 actions, not 2"):
        table.offer_take_back(0, 2)


def test_a_draw_is_agreed_by_all_and_an_offer_lapses_with_the_next_action() -> None:
    table = hiding()
    table.offer_draw(1)
    with pytest.raises(GunbaiError, match="there is no offer to answer"):
        table.answer(1, True)
    played(table, "point 0")
    assert table.offers.standing is None
    table.offer_draw(0)
    table.offer_draw(1)
    assert table.over
    assert table.result == "black 0, white 0 (draw agreed)"
    with pytest.raises(GameOver, match="the game is over: black 0, white 0"):
        table.play(0, hideout.OPEN)


def test_bots_take_back_but_do_not_draw_unless_told_otherwise() -> None:
    game = find("hideout")
    seats = [Seat("person", "Ann"), Seat(BOT, "greedy", "greedy")]
    table = Table(game, Options(game.info.options, {}), seats)
    table.play(0, 1)
    table.play(1, 2)
    table.offer_draw(0)
    assert (table.over, table.offers.standing) == (False, None)
    table.offer_take_back(0, 0)
    assert table.length == 0
    willing = Table(game, Options(game.info.options, {}), seats, consent=lambda seat, offer: True)
    willing.offer_draw(0)
    assert willing.over


def test_resigning_and_abandoning() -> None:
    table = hiding()
    table.resign(0)
    assert table.result == "black -1, white 1 (black resigns)"
    with pytest.raises(GameOver):
        table.resign(1)
    table = hiding()
    table.abandon()
    assert table.returns == (0.0, 0.0)


# -- seats and files ----------------------------------------------------------------------------


def test_seats_are_words() -> None:
    for word in ("person", "open", "bot:greedy"):
        assert parse_seat(word).text() == word
    assert parse_seat("random") == Seat(BOT, "random", "random")
    with pytest.raises(GunbaiError, match="40 printable"):
        Seat("person", "a\nb")
    with pytest.raises(GunbaiError, match="written person, open or bot:NAME"):
        parse_seat("bot:")
    with pytest.raises(GunbaiError, match="there are 2 seats at this table, not 1"):
        Table(find("hideout"), Options(find("hideout").info.options, {}), [Seat()])
    table = hiding()
    table.seats.put(0, Seat(OPEN))
    table.offer_draw(1)
    assert table.over, "nobody sits there to object"


def test_a_saved_table_resumes_exactly(tmp_path: Path) -> None:
    game = find("whisper")
    seats = [Seat("person", "Ann"), Seat(BOT, "greedy", "greedy")]
    table = Table(game, Options(game.info.options, {"generous": True}), seats, dice=TableDice(3))
    table.play(1, 2)
    table.words.say(0, "good luck")
    table.play(0, 1)
    table.play(0, 30)
    path = tmp_path / "game.gunbai"
    save(table, path)
    assert list(tmp_path.iterdir()) == [path]
    again = load(path)
    assert list(again.seats) == seats
    assert again.version == table.version
    assert [everything(again, w) for w in WATCHERS] == [everything(table, w) for w in WATCHERS]
    again.resign(0)
    save(again, path)
    assert load(path).result == again.result == "north -1, east 1 (north resigns)"


def test_a_broken_file_says_what_is_wrong(tmp_path: Path) -> None:
    table = hiding()
    save(table, tmp_path / "game")
    text = (tmp_path / "game").read_text()
    with pytest.raises(BadRecord, match="the head seats 1, but 2 play"):
        parse(text.replace("person person", "person"))
    with pytest.raises(BadRecord, match="a clock of 2 seats"):
        parse(text.replace("seats:", "clock: total:1200 5\nseats:"))
    with pytest.raises(GunbaiError, match=r"cannot read .*: No such file"):
        load(tmp_path / "nowhere")
    with pytest.raises(GunbaiError, match=r"cannot write .*: No such file"):
        save(table, tmp_path / "nowhere" / "game")


# -- size ---------------------------------------------------------------------------------------


def test_an_idle_table_is_small() -> None:
    table = played(hiding(turns=2000), *["point 3", "pass"] * 1000)
    packed = [table.history._actions, table.history._actors, *table.history._perceived.values()]
    assert all(isinstance(part, array) for part in packed)
    states = [*table.history._checkpoints, *table.history._recent]
    assert len(states) <= 2002 // 128 + 1 + 8
    assert sum(sys.getsizeof(part) for part in packed) + len(states) * 1024 < 150_000


def test_random_games_play_through_a_table() -> None:
    game = find("whisper")
    for seed in range(20):
        rng = Rng(seed)
        table = Table(game, Options(game.info.options, {"players": 3}), dice=TableDice(seed))
        while not table.over:
            seat = table.to_act[int(rng.below(len(table.to_act)))]
            legal = table.legal(seat)
            table.play(seat, legal[int(rng.below(len(legal)))], version=table.version)
        assert [len(table.log.lines(w)) for w in (0, 1, 2, int(SPECTATOR))] == [table.length] * 4
