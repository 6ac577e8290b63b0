"""One keyboard: what typed lines do, whose eyes look, and that nothing shows between two people."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai import session
from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.session import LogLine
from gunbai.terminal import make_table
from gunbai.terminal.sitting import BOARD, INFO, LOG, PLAYED, QUIT, REFUSED, RULES, Sitting


def sit(*seats: str, game: str = "hideout", **options: object) -> Sitting:
    return Sitting(make_table(game, seats=seats, options=options, seed=5))


def told(sitting: Sitting) -> list[LogLine]:
    """The log, action by action."""
    return sitting.table.log.lines(sitting.watcher)


def alone() -> Sitting:
    """Black against a bot that has hidden its stone."""
    sitting = sit("person", "bot:random")
    sitting.bots_play()
    assert sitting.type("hide 1").kind == PLAYED
    sitting.bots_play()
    return sitting


# -- typing -------------------------------------------------------------------------------------


def test_an_action_is_typed_by_text_number_or_unique_part() -> None:
    sitting = alone()
    assert [text for _, text in sitting.choices()] == ["point 0", "point 1", "point 2", "point 3"]
    assert sitting.type("point 2").kind == PLAYED
    sitting.type("undo")
    assert sitting.type("3").kind == PLAYED
    assert told(sitting)[-1].text == "point 2"
    assert sitting.type("as").kind == PLAYED, "only pass has these letters"
    assert sitting.table.to_act == (1,)


def test_a_whole_command_is_played_atom_by_atom() -> None:
    sitting = alone()
    assert sitting.type("point 3, pass").kind == PLAYED
    assert [line.text for line in told(sitting)][-2:] == ["point 3", "pass"]
    assert sitting.lately(1)[0].text.endswith("point 3; pass"), "one sentence for the whole turn"


def test_what_cannot_be_played_is_refused_with_the_reason_and_changes_nothing() -> None:
    sitting = alone()
    version = sitting.table.version
    for line, words in (
        ("open", "open is not possible now (rule 1.1)"),
        ("point 9", "'point 9' is not an action"),
        ("fly", "'fly' is none of your choices. Now they begin with: point. `help` lists the commands"),
        ("99", "there is no choice 99; there are 4"),
        (":fly", "there is no command :fly"),
        ("point", "'point' is not an action"),
        ("take back x", "a number of actions, not 'x'"),
        ("save /nowhere/at/all", "cannot write"),
        ("accept", "there is no offer"),
    ):
        answer = sitting.type(line)
        assert answer.kind == REFUSED, line
        assert words in answer.text
    assert sitting.table.version == version


def test_a_wrong_word_is_answered_with_those_of_this_moment() -> None:
    sitting = sit("person", "bot:random", game="shogun", players=2)
    sitting.bots_play()
    assert sitting.type("hello there").text == (
        "'hello there' is none of your choices. Now they begin with: split. `help` lists the commands"
    )
    # A word of this moment is answered with what can follow it.
    assert "<province> <half>" in sitting.type("split nowhere").text


def test_the_two_colours_that_a_province_can_go_to_are_named() -> None:
    sitting = sit("person", "bot:random", game="shogun", players=2)
    sitting.bots_play()
    assert sitting.prompt.endswith("to Red (first) or Green (second).")


def test_why_not_answers_with_the_rule() -> None:
    sitting = sit("person", "bot:random", game="whisper")
    sitting.bots_play()
    answer = sitting.type("? guess 3")
    assert answer.kind == INFO
    assert answer.text == (
        "Guess 3 is not possible now.\n"
        "§1.1 Each player seals a secret number from 0 to 3; all seal before anything else happens."
    )
    assert sitting.type("?seal 3").text == "Nothing forbids it: seal 3 is legal now."
    assert sitting.type("? fly").kind == REFUSED
    assert "why not?" in sitting.type("?").text


def test_what_an_action_or_a_command_would_bring_is_told_before_it_is_played() -> None:
    sitting = sit("person", "bot:random", game="gunkimono", players=2, start="red", grid="PPPPP/IIIII")
    tile = next(text for _, text in sitting.choices() if text.startswith("large")).split()[1]
    assert "can be placed in" in sitting.type("legal large").text
    sitting.type(f"large {tile}")
    action, place = sitting.choices()[0]
    version = sitting.table.version
    assert "honor" in sitting.brings(action)
    assert sitting.brings(action) in sitting.type(f"? {place}").text
    whole = sitting.type(f"? {place.removeprefix('place ')} points points").text
    assert "It brings:" in whole
    assert "scores" in whole
    assert sitting.table.version == version
    assert sitting.brings(10**6) == ""


def test_a_choice_pointed_at_is_meant_when_the_line_fits_it() -> None:
    sitting = alone()
    legal = sitting.legal
    assert sitting.type("poi", meant=legal[3]).kind == PLAYED
    assert told(sitting)[-1].text == "point 3"
    assert sitting.type("xyz", meant=sitting.legal[0]).kind == REFUSED


def test_commands_show_pages() -> None:
    sitting = sit("person", "bot:random", game="whisper")
    sitting.bots_play()
    assert sitting.type("log").kind == LOG
    assert sitting.type("rules").kind == RULES
    assert sitting.type("rules 1.4").text.startswith("§1.4 When the rounds are played")
    assert sitting.type("rules 9").kind == REFUSED
    assert sitting.type("board").kind == BOARD
    assert sitting.type("legal 2").text == "   3 seal 2"
    assert sitting.type("say good luck").text == "north: good luck"
    assert sitting.type("truces").text == "You know of no truce."
    assert sitting.type("quit").kind == QUIT
    assert sitting.type("").kind == INFO


def test_a_truce_is_offered_to_a_bot_and_listed() -> None:
    sitting = sit("person", "bot:random", "bot:random", game="shogun", players=3)
    said = sitting.type("say truce offer blue rounds 2 scope Kyushu").text.splitlines()
    assert said == ["red: truce offer blue rounds 2 scope Kyushu", "blue (random): truce accept red"]
    assert sitting.type("truces").text == "truce red - blue, 2 rounds, kyushu: in force until round 2"
    assert sitting.type("say truce offer mars rounds 2 scope all").kind == REFUSED


# -- undo, take-back, draw, resign -----------------------------------------------------------------


def test_undo_step_by_step_or_all_at_once() -> None:
    sitting = alone()
    sitting.type("point 3, pass")
    assert sitting.type("undo").kind == PLAYED
    assert told(sitting)[-1].text == "point 3"
    assert sitting.type("undo all").kind == PLAYED
    assert [line.text for line in told(sitting)] == ["hide ?"]
    assert sitting.type("undo").text == "this cannot be undone: white (random) acted last"


def test_a_bot_lets_a_turn_be_taken_back() -> None:
    sitting = alone()
    before = sitting.table.length
    sitting.type("point 3, pass")
    assert sitting.type("take back").text == "Taken back."
    assert ([line.text for line in told(sitting)], sitting.eyes) == (["hide ?"], 0)
    assert sitting.table.length < before


def test_no_bot_lets_a_turn_be_taken_back_that_showed_something() -> None:
    sitting = alone()
    before = sitting.table.length
    sitting.type("point 3, pass")
    sitting.bots_play()
    length = sitting.table.length
    assert length > before + 2
    why_not = "bots take back only what no dice, draw or reveal has followed, and nothing long ago"
    assert sitting.type("take back").text == f"The offer was declined: {why_not}."
    assert sitting.table.length == length
    assert sitting.type("draw").text == "The offer was declined: bots play on."


def test_resigning_wants_a_yes() -> None:
    sitting = alone()
    assert sitting.type("resign").kind == INFO
    assert not sitting.table.over
    sitting.type("resign yes")
    assert sitting.prompt == "The game is over: white (random) wins, black resigns."
    assert sitting.type("point 1").kind == REFUSED


def test_save_and_resume(tmp_path: Path) -> None:
    sitting = alone()
    sitting.type("point 3")
    path = tmp_path / "game.gunbai"
    assert sitting.type(f"save {path}").text.startswith(f"Saved as {path}.")
    again = Sitting(session.load(path), save_to=path)
    assert again.eyes == 0
    assert again.view.data() == sitting.view.data()
    assert again.choices() == sitting.choices()
    again.type("pass")
    assert again.type("save").kind == INFO
    other = tmp_path / "letter.txt"
    other.write_text("dear mother")
    assert "something else" in again.type(f"save {other}").text
    assert other.read_text() == "dear mother"


def test_leaving_keeps_an_unfinished_game(tmp_path: Path) -> None:
    path = tmp_path / "game.gunbai"
    sitting = Sitting(make_table("hideout", seats=["person", "bot:random"], seed=5), save_to=path)
    assert sitting.leave() == "", "nothing was played"
    sitting.bots_play()
    sitting.type("hide 1")
    assert sitting.leave().startswith(f"Saved as {path}.")
    assert session.load(path).length == sitting.table.length
    assert sitting.leave() == "", "it is kept already"
    sitting.type("resign yes")
    assert sitting.leave() == "", "it is over"


# -- two people -----------------------------------------------------------------------------------


def everything_shown(sitting: Sitting) -> list[object]:
    return [
        sitting.view.data(),
        sitting.view.history,
        sitting.prompt,
        sitting.choices(),
        [line.text for line in told(sitting)],
        sitting.type("legal").text,
        sitting.type("log").text,
        sitting.type("point 1").text,
        sitting.type("? open").text,
    ]


def test_between_two_people_nothing_is_shown_that_depends_on_a_secret() -> None:
    shown = []
    for stone in range(4):
        sitting = sit("person", "person")
        assert sitting.covered
        sitting.take_seat()
        assert (sitting.eyes, sitting.covered) == (0, False)
        sitting.type(f"hide {stone}")
        assert sitting.covered
        shown.append(everything_shown(sitting))
        assert sitting.table.length == 1, "nothing can be played while covered"
        sitting.take_seat()
        assert sitting.eyes == 1
        shown[-1].append(everything_shown(sitting)[:-2])
    assert shown[0] == shown[1] == shown[2] == shown[3]


def test_undo_on_the_cover_calls_the_same_person_back_and_shows_nothing() -> None:
    sitting = sit("person", "person")
    sitting.take_seat()
    sitting.type("hide 2")
    assert sitting.type("undo").kind == PLAYED
    assert sitting.table.length == 0
    assert sitting.covered
    assert sitting.next_person == 0
    sitting.take_seat()
    assert (sitting.eyes, sitting.covered) == (0, False)


def test_an_offer_goes_round_the_keyboard() -> None:
    sitting = sit("person", "person")
    sitting.take_seat()
    sitting.type("hide 2")
    sitting.take_seat()
    assert sitting.type("draw").text == "Offered: the others may accept or decline."
    assert sitting.covered
    assert sitting.next_person == 0
    sitting.take_seat()
    assert sitting.prompt == "white offers a draw: accept or decline?"
    sitting.type("decline")
    assert sitting.covered
    sitting.take_seat()
    assert sitting.eyes == 1
    sitting.type("draw")
    sitting.take_seat()
    sitting.type("accept")
    assert sitting.table.over
    assert (sitting.eyes, sitting.covered) == (int(SPECTATOR), False)


def test_bots_alone_can_be_watched() -> None:
    sitting = sit("bot:random", "bot:random", game="whisper")
    sitting.bots_play()
    assert sitting.table.over
    assert sitting.eyes == SPECTATOR


# -- making a table --------------------------------------------------------------------------------


def test_two_or_more_seats_say_how_many_play() -> None:
    for count in (2, 3, 4, 5):
        assert len(make_table("shogun", seats=["person", *["level-2"] * (count - 1)]).seats) == count


def test_bots_of_a_level_differ_in_style_and_say_so() -> None:
    seen = {make_table("gunshi", seats=["person", "level-3"], seed=seed).seats[1].text() for seed in range(40)}
    assert seen == {"bot:level-3", "bot:level-3:aggressive", "bot:level-3:careful", "bot:level-3:tricky"}
    named = {make_table("gunshi", seats=["person", "level-3"], seed=seed).name(1) for seed in range(40)}
    assert named == {f"blue (Hatamoto 3{style})" for style in ("", ", aggressive", ", careful", ", tricky")}


def test_missing_seats_are_taken_by_bots_of_level_3() -> None:
    assert [seat.text() for seat in make_table("whisper", options={"players": 3}).seats] == [
        "person",
        "bot:level-3",
        "bot:level-3",
    ]

    assert make_table("whisper", seats=["random"], clock="total:60").clock.left(0) <= 60
    for bad in (
        {"preset": "huge"},
        {"options": {"players": 9}},
        {"seats": ["person"] * 4},
        {"clock": "soon"},
    ):
        with pytest.raises(GunbaiError):
            make_table("whisper", **bad)


def test_a_hint_ends_its_sentences_once_and_calls_no_drawback_a_reason() -> None:
    sitting = Sitting(make_table("shogun", seats=("person", "bot:random", "bot:random"), seed=3), thinking=0.05)
    sitting.bots_play()
    said = sitting.hint().text
    assert said.startswith("Hint: reinforce")
    assert ".." not in said
    assert "Why:" not in said
