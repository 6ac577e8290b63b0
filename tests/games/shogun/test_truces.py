"""Truces are words: offered, answered, kept in the record, and announced when broken (RULES §16)."""

from __future__ import annotations

import pytest

import gunbai
from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from gunbai.games.shogun.truce import OFFERS_A_ROUND
from gunbai.session import BOT, NoDice, Seat, Table, parse
from tests.games.shogun.table import war

rule = pytest.mark.rule


def at_war(seats: tuple[Seat, ...] = (), moment: str = "declare", lands: str = "") -> Table:
    """Red may attack blue in Chikugo (Kyushu) and in Suo (Honshu)."""
    s = war(moment, "red1@higo 1P", lands or "higo red; chikugo blue 1P; nagato red 1P; suo blue 1P").s
    return Table(GAME, s.options, seats, dice=NoDice(), position=GAME.position_text(s))


def do(table: Table, text: str) -> None:
    seat = table.to_act[0]
    for action in table.expand(seat, text):
        table.play(seat, action)


def words(table: Table, watcher: int) -> list[str]:
    return [aside.text for aside in table.words.known_to(watcher)]


@rule("16.1")
def test_a_truce_is_offered_accepted_refused_and_withdrawn_between_two() -> None:
    table = at_war()
    table.words.say(0, "truce offer blue rounds 2 scope Kyushu")
    table.words.say(0, "truce offer green rounds 1 scope all")
    table.words.say(2, "truce offer blue rounds 9 scope suo,nagato")
    with pytest.raises(GunbaiError, match="no offer of blue to red is open"):
        table.words.say(0, "truce accept blue")
    with pytest.raises(GunbaiError, match="open already"):
        table.words.say(0, "truce offer blue rounds 3 scope all")
    table.words.say(1, "truce accept red")
    table.words.say(2, "truce refuse red")
    table.words.say(2, "truce withdraw blue")
    with pytest.raises(GunbaiError, match="no offer of green to blue is open"):
        table.words.say(1, "truce accept green")
    kyushu = "truce red - blue, 2 rounds, kyushu: in force until round 3"
    assert table.words.truces(0) == [kyushu, "truce red - green, 1 rounds, all: refused"]
    assert table.words.truces(1) == [kyushu, "truce green - blue, 9 rounds, suo,nagato: withdrawn"]


def test_a_player_offers_another_only_so_many_truces_in_a_round() -> None:
    """Every offer is kept and told in every position, so a player who offered and withdrew made all of them longer."""
    table = at_war()
    talk, s = GAME.talk(table.options), table.history.state.copy()
    for _ in range(OFFERS_A_ROUND):
        for text in ("truce offer blue rounds 1 scope all", "truce withdraw blue"):
            talk.check(s, 0, text)
            talk.hear(s, 0, text)
    with pytest.raises(GunbaiError, match="wait for the next"):
        talk.check(s, 0, "truce offer blue rounds 1 scope all")
    talk.check(s, 0, "truce offer green rounds 1 scope all")
    talk.check(s, 1, "truce offer red rounds 1 scope all")
    # What a log from before holds stays between the two.
    talk.hear(s, 0, "truce offer blue rounds 1 scope all")
    assert len(talk.lines(1)) == OFFERS_A_ROUND + 1
    assert talk.lines(2) == []
    talk.check(s, 1, "truce accept red")
    talk.hear(s, 1, "truce accept red")
    assert isinstance(s, ShogunState)
    s.round += 1
    talk.check(s, 0, "truce offer blue rounds 1 scope all")


@rule("16.1")
@pytest.mark.parametrize("green", [2, int(SPECTATOR)])
def test_a_third_seat_cannot_tell_whether_two_others_made_a_truce(green: int) -> None:
    table, silent = at_war(), at_war()
    table.words.say(0, "truce offer blue rounds 2 scope Kyushu")
    table.words.say(1, "truce accept red")
    for t in (table, silent):
        t.words.say(1, "good luck")
        t.words.say(0, "truce offer green rounds 1 scope all")
        do(t, "declare nagato suo")
    assert table.seen_by(green) == silent.seen_by(green)
    assert table.log.lines(green) == silent.log.lines(green)
    assert words(table, green) == ["good luck", "truce offer green rounds 1 scope all"][: 2 if green == 2 else 1]
    assert words(table, 1) == ["truce offer blue rounds 2 scope Kyushu", "truce accept red", "good luck"]


@rule("16.1")
def test_a_truce_runs_out_with_its_rounds() -> None:
    ledger = GAME.talk(at_war().options)
    first, third = (war(f"declare round={n}", "red1@higo 1P", "higo red; chikugo blue 1P").s for n in (1, 3))
    ledger.hear(first, 0, "truce offer blue rounds 2 scope Kyushu")
    ledger.hear(first, 1, "truce accept red")
    assert ledger.watch(third, GAME.parse_action("declare army 1 chikugo")) == ""
    assert ledger.lines(0) == ["truce red - blue, 2 rounds, kyushu: over"]


@rule("16.1", "16.2")
def test_a_truce_holds_in_its_last_round_too() -> None:
    ledger = GAME.talk(at_war().options)
    first, second = (war(f"declare round={n}", "red1@higo 1P", "higo red; chikugo blue 1P").s for n in (1, 2))
    ledger.hear(first, 0, "truce offer blue rounds 2 scope Kyushu")
    ledger.hear(first, 1, "truce accept red")
    assert ledger.watch(second, GAME.parse_action("declare army 1 chikugo"))
    assert "broken" in ledger.lines(0)[0]


@rule("16.2")
def test_a_breach_is_legal_and_announced_to_all() -> None:
    table = at_war()
    table.words.say(1, "truce offer red rounds 5 scope Honshu")
    table.words.say(0, "truce accept blue")
    do(table, "declare army 1 chikugo")
    assert table.words.truces(2) == [], "outside the region it is no breach"
    do(table, "declare nagato suo")
    breach = "red attacks blue in suo"
    for watcher in (0, 1, 2, int(SPECTATOR)):
        assert table.words.truces(watcher) == [f"truce blue - red, 5 rounds, honshu: broken ({breach})"]
        assert [f"A truce is broken: {breach}." in line.text for line in table.log.lines(watcher)] == [False, True]
        assert len(words(table, watcher)) == 2
    assert "broke a truce" in table.undo_refusal(0)
    table.offer_take_back(0, 1)
    table.answer(1, True)
    table.answer(2, True)
    assert table.words.truces(0) == ["truce blue - red, 5 rounds, honshu: in force until round 6"]
    assert table.words.truces(2) == []


@rule("16.1")
def test_what_was_said_outlives_an_undo_and_a_saved_game() -> None:
    table = at_war()
    table.words.say(0, "truce offer blue rounds 2 scope Kyushu")
    do(table, "declare nagato suo")
    table.words.say(2, "what a plan")
    table.words.say(1, "truce accept red")
    table.undo(0)
    assert words(table, 2) == [], "idle talk goes with the action it followed"
    assert [table.words.may_hear(serial, 2) for serial in range(3)] == [False, False, False], "and stands no more"
    assert table.words.truces(1) == ["truce red - blue, 2 rounds, kyushu: in force until round 3"]
    do(table, "declare army 1 chikugo")
    again = parse(records.write(table.record()))
    for watcher in (0, 1, 2, int(SPECTATOR)):
        assert again.seen_by(watcher)["truces"] == table.words.truces(watcher) != []
        assert words(again, watcher) == words(table, watcher)
        assert again.log.lines(watcher) == table.log.lines(watcher)


@rule("16.1")
@pytest.mark.parametrize(
    ("lands", "scope", "answer"),
    [
        # Red is blue's only neighbour, and so its prey.
        ("higo red; chikugo blue 1P", "kyushu", "refuse"),
        # A truce far from any border costs nothing.
        ("higo red; chikugo blue 1P", "shikoku", "accept"),
        # Green is stronger than red.
        ("higo red; chikugo blue 1P; chikuzen green 1P", "kyushu", "refuse"),
        # Green is weaker than red.
        ("higo red; hyuga red 1P; satsuma red 1P; chikugo blue 1P; chikuzen green 1P", "kyushu", "accept"),
    ],
)
def test_a_bot_answers_at_once_by_what_it_can_count(lands: str, scope: str, answer: str) -> None:
    table = at_war((Seat(), Seat(BOT, "greedy", "greedy"), Seat(BOT, "greedy", "greedy")), lands=lands)
    table.words.say(0, f"truce offer blue rounds 2 scope {scope}")
    assert words(table, 0)[1:] == [f"truce {answer} red"]
    assert words(table, 2) == []


@rule("16.1")
@pytest.mark.parametrize(
    "text", ["truce", "truce offer red rounds 2 scope all", "truce offer blue rounds 0 scope all",
             "truce offer blue rounds 2 scope mars", "truce accept blue", "truce offer mars rounds 2 scope all"],
)  # fmt: skip
def test_bad_words_are_refused_in_one_line_and_change_nothing(text: str) -> None:
    table = at_war()
    with pytest.raises(GunbaiError) as refused:
        table.words.say(0, text)
    assert "\n" not in str(refused.value)
    assert (words(table, 0), table.words.truces(0)) == ([], [])


@rule("16.1")
def test_garbled_words_in_an_old_record_are_idle_talk() -> None:
    match = gunbai.from_position("shogun", GAME.position_text(war(
        "declare", "red1@higo 1P", "higo red; chikugo blue 1P; hizen blue 1P").s))  # fmt: skip
    match.say(0, "truce for ever")
    table = parse(match.text())
    assert (words(table, 2), table.words.truces(0)) == (["truce for ever"], [])


def planning_with_bots() -> Table:
    """Blue, a bot, lies between red, who is stronger, and green, who is not; plans are being made in round 2."""
    armies = "red1@higo 1P; blue1@chikugo 1P; green1@chikuzen 1P"
    lands = "higo red; chikugo blue; chikuzen green; hyuga red 1P; satsuma red 1P"
    koku = "red koku=3; blue koku=3; green koku=3"
    s = GAME.parse_position(f"shogun players=3 | stage=plan round=2 turn=red | {koku} | {armies} | {lands}")
    seats = (Seat(), Seat(BOT, "greedy", "greedy"), Seat())
    table = Table(GAME, s.options, seats, dice=NoDice(), position=GAME.position_text(s))
    table.play(0, table.legal(0)[0])
    return table


@rule("16.1")
def test_a_bot_between_two_offers_the_stronger_a_truce_once() -> None:
    table = planning_with_bots()
    assert table.words.answer_due() == (1, "truce offer red rounds 2 scope all")
    table.words.hear(1, "truce offer red rounds 2 scope all")
    assert table.words.answer_due() is None
    table.words.say(0, "truce refuse blue")
    table.play(0, table.legal(0)[0])
    assert table.words.answer_due() is None


@rule("16.2")
def test_a_bot_keeps_its_word() -> None:
    seats = (Seat(BOT, "greedy", "greedy"), Seat(), Seat())
    table = at_war(seats)
    before = table.bot_actions(0)
    assert before == table.legal(0)
    table.words.say(0, "truce offer blue rounds 2 scope kyushu")
    table.words.say(1, "truce accept red")
    left = [GAME.action_text(action) for action in table.bot_actions(0)]
    assert "declare army 1 chikugo" not in left
    assert {"declare nagato suo", "done"} <= set(left)
    assert table.legal(0) == before, "the rules allow a breach all the same"
