"""Whole turns as commands, sentences, positions by hand, and bad input of every sort."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunbai
from gunbai.core.errors import BadNotation, GunbaiError, IllegalAction
from gunbai.games.gunkimono.actions import TEXTS
from gunbai.games.gunkimono.rules import GAME
from tests.games.gunkimono.table import honor, legal, play, points, position, settle, start, top, turn

TURN = "players=2 grid=AAPS/SPIC hands=A1C2,I1P1,S1C1/- row=A1S1,A1S2,P1S1"


def test_every_action_has_one_text() -> None:
    assert len(set(TEXTS.values())) == len(TEXTS)
    for number, text in TEXTS.items():
        assert GAME.parse_action(text) == number
        assert GAME.action_text(number) == text


def test_tiles_may_be_written_either_way_round() -> None:
    assert GAME.parse_action("large C2A1") == GAME.parse_action("large A1C2")
    assert GAME.parse_action("TAKE p1s1") == GAME.parse_action("take P1S1")


@pytest.mark.parametrize(
    "command",
    [
        "A1C2 c1 c2 points honor draw",
        "A1C2 c1 south vp honor draw",
        "large A1C2 place c1 south score points score honor draw",
        "C2A1 c2 c1 honor points draw",
        "c2a1 c2 north honor vp blind",
        "A1C2 on c1 s, points, honour, draw",
    ],
)
def test_a_whole_turn_in_one_command(command: str) -> None:
    s = turn(position(TURN), command)
    assert (top(s, "c1"), top(s, "c2")) == ("A", "C")
    assert points(s) == [3, 0]
    assert honor(s)["C"] == 2
    assert s.reserve[0] == 31


def test_a_turn_with_support_banner_and_stronghold_in_one_command() -> None:
    text = (
        "players=2 grid=AAPS/SPIC board=AAP1S/SPIC track=2,4,6 honor=2,2,0,2,4/0,0,0,0,0 "
        "hands=A2C2/- row=A1S1,A1S2,P1S1"
    )
    s = position(text)
    actions = GAME.expand(s, "A2C2 c1 c2 support P honor honor build a1 take P1S1")
    assert [GAME.action_text(a) for a in actions] == [
        "large A2C2", "place c1 south", "support P", "score honor", "score honor", "build a1", "take P1S1",
    ]  # fmt: skip
    match = gunbai.from_position("gunkimono", text)
    match.play("A2C2 c1 c2 support P honor honor build a1 take P1S1")
    assert match.turn == "black"
    assert honor(position(match.position))["C"] is None


def test_two_banners_in_one_command_typed_the_other_way_round() -> None:
    s = position("players=2 grid=AAPS/SPIC honor=0,0,7,0,7/0,0,0,0,0 hands=A1C2/- row=A1S1")
    turn(s, "C2A1 c2 c1 honor honor")
    settle(s)
    assert honor(s) == {"I": 0, "P": 0, "A": None, "S": 0, "C": None}


def test_parts_of_a_turn_are_commands_too() -> None:
    s = position(TURN)
    turn(s, "small P")
    turn(s, "a1")
    turn(s, "points")
    assert points(s) == [1, 0]
    assert s.turn == 1


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("", "empty"),
        ("A1C2", None),
        ("Z9", "no tile"),
        ("A1C2 z9 south", "no square"),
        ("A1C2 c1", "ends where a direction"),
        ("A1C2 c1 d4", "not next to"),
        ("A1C2 c1 c2 glory", "no way to score"),
        ("A1C2 c1 c2 points honor", None),
        ("A1C2 c1 c2 points honor steal", "no tile"),
        ("A1C2 c1 c2 points honor take I", "large tiles"),
        ("A1C2 c1 c2 points honor draw draw", "after the turn"),
        ("small P a1 points small A", "after the turn"),
        ("C2A1 c2 c1 honor", "ends where points"),
        ("C2A1 a1 north", "leave"),
        ("\x00", "no tile"),
        ("A1C2 " + "9" * 300, "no square"),
    ],
)
def test_commands_that_go_wrong_say_where(command: str, what: str | None) -> None:
    s = position(TURN)
    before = s.key()
    if what is None:
        GAME.expand(s, command)
    else:
        with pytest.raises(BadNotation, match=what) as caught:
            GAME.expand(s, command)
        assert "\n" not in str(caught.value)
    assert s.key() == before


def test_an_illegal_command_names_the_rule() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.expand(position(TURN), "A1C2 b1 b2 points points draw")
    assert caught.value.paragraph == "3.2"


@pytest.mark.rule("3.2", "3.4", "3.5", "5.6")
@pytest.mark.parametrize(
    ("text", "command", "paragraph"),
    [
        # Example D without its support; then tiles that fit nowhere on the field: the place typed says why.
        ("grid=AP board=AI1 hands=S1C1/-", "S1C1 a1 b1 points points", "3.4"),
        ("grid=AP board=AI1 hands=S1C1/- reserve=-/-", "S1C1 a1 b1 points points", "3.4"),
        ("grid=AP board=A1I3 hands=S1C1/-", "C1S1 b1 a1 support S", "3.5"),
        ("grid=AP hands=A1P1/- forts=a1:red", "A1P1 b1 a1", "5.6"),
        ("grid=SS hands=S1C1/-", "S1C1 a1 b1", "3.2"),
        ("grid=SS hands=S1C1/-", "A1C1 a1 b1", "3.1"),
        ("grid=SS hands=S1C1/-", "S1C1", "3.9"),
    ],
)
def test_a_command_is_refused_for_the_place_it_names(text: str, command: str, paragraph: str) -> None:
    s = position("players=2 " + text)
    before = s.key()
    with pytest.raises(IllegalAction) as caught:
        GAME.expand(s, command)
    assert caught.value.paragraph == paragraph
    assert s.key() == before


def test_a_position_may_name_options_alone() -> None:
    assert position("players=2 grid=AAPS/SPIC").key() == position("players=2 grid=AAPS/SPIC turn=red").key()


def test_sentences_tell_a_whole_turn() -> None:
    text = "players=2 grid=AAPS/SPIC track=2,4,6 honor=2,2,0,2,4/0,0,0,0,0 hands=A2C2/- row=A1S1,A1S2,P1S1"
    s = position(text)
    view, other = GAME.view(s, 0), GAME.view(s, 1)
    own, theirs = [], []
    for word in (
        "large A2C2",
        "place c1 south",
        "score honor",
        "score honor",
        "banner 13",
        "build a1",
        "draw",
        "drawn I1P1",
    ):
        action = GAME.parse_action(word)
        own.append(int(GAME.seen_as(s, action, 0)))
        theirs.append(int(GAME.seen_as(s, action, 1)))
        play(s, word)
    assert GAME.tell(view, own) == (
        "Red places archer (2) on c1 and cavalry (2) on c2, scores 2 honor for the archer, "
        "scores 2 honor for the cavalry, claims a dragon banner worth 13, builds a stronghold on a1, "
        "gets 3 from the stronghold, draws from the stack, draws infantry (1) and spearman (1)."
    )
    assert GAME.tell(other, theirs).endswith(
        "claims a dragon banner, builds a stronghold on a1, gets 3 from the stronghold, draws from the stack, "
        "draws a hidden tile."
    )


def test_sentences_for_strongholds_passes_and_the_table() -> None:
    s = position("players=2 grid=SSSP/SISP forts=a1:red hands=-/-")
    told = GAME.tell(GAME.view(s, 1), GAME.expand(s, "S b2 honor"))
    assert told == "Red places the small samurai on b2, scores 2 honor for the samurai, gets 6 from strongholds."
    stuck = position("players=2 grid=AP board=AI2 forts=a1:red hands=S1C1/- reserve=-/I")
    assert "passes, gets 1 from strongholds" in GAME.tell(GAME.view(stuck, 1), GAME.expand(stuck, "pass"))
    first = start(players=2)
    shown = GAME.tell(GAME.view(first, 0), [int(GAME.parse_action("revealed I1P1"))])
    assert shown == "The tile infantry (1) and spearman (1) joins the row."


def test_prompts_say_whose_decision_it_is() -> None:
    s = position(TURN)
    assert GAME.prompt(GAME.view(s, 1)).startswith("Red: choose a large tile")
    play(s, "large A1C2")
    assert GAME.prompt(GAME.view(s, 1)) == "Red: place A1C2."
    play(s, "place c1 south")
    assert "archer" in GAME.prompt(GAME.view(s, 0))
    over = position("players=2 step=over vp=30,40")
    assert GAME.prompt(GAME.view(over, 0)) == "The game is over: Red 30, Black 40."
    last = position("players=2 stack=0 last=0")
    assert GAME.prompt(GAME.view(last, 0)).endswith("Last round.")


def test_a_short_position_has_the_documented_defaults() -> None:
    s = position("players=2 turn=black")
    assert (s.turn, s.sword, s.main, s.end_stack, s.end_shown) == (1, 1, 26, 5, 0)
    assert GAME.position_text(s) == (
        "players=2 step=tile turn=black sword=black "
        "board=ICPPIASA/SAISCPCA/CPISASCP/ISCAPISC/AISPSCAI/PIAISCPS/PSPCAAIC "
        "vp=0,0 honor=0,0,0,0,0/0,0,0,0,0 banners=-/- reserve=IPASC/IPASC hands=-/- row=- stack=26 last=5+end "
        "bag=1221,1221,1221,1221,1221,1221,1221,1221,1221,1221"
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty"),
        ("players=6", "players"),
        ("players=9 turn=red", "players"),
        ("turn=red turn=red", "twice"),
        ("turn=green", "turn"),
        ("colour=red", "no part"),
        ("hello", "no part"),
        ("step=fight", "step"),
        ("step=place", "tile"),
        ("step=place tile=Q", "tile"),
        ("step=score tile=I", "at"),
        ("step=score tile=I at=a1", "does not lie"),
        ("step=score tile=I1P1 at=a1", "at"),
        ("step=support tile=I1P1 at=a1:north", "leaves"),
        ("step=support tile=I1P1 at=b1:south", "no tile waits"),
        ("step=row turn=red", "nobody"),
        ("step=deal", "does not fit"),
        ("step=refill tile=I", "nothing to refill"),
        ("step=build tile=I at=a1", "no stronghold"),
        ("step=banner tile=I at=b1 board=II1PPIASA/SAISCPCA/CPISASCP/ISCAPISC/AISPSCAI/PIAISCPS/PSPCAAIC", "no banner"),
        ("grid=IP board=I", "row 1"),
        ("grid=IP board=IP/IP", "rows"),
        ("grid=IP board=PI", "printed"),
        ("grid=IP board=I*P", "printed"),
        ("grid=IP board=XP", "none of"),
        ("forts=a1", "forts"),
        ("forts=z1:red", "forts"),
        ("forts=a1:red,b1:red,c1:red", "more than two"),
        ("grid=SS forts=a1:red,b1:black", "same formation"),
        ("vp=1,2", "entries"),
        ("vp=1,2,x", "vp"),
        ("vp=1,2,-5", "vp"),
        ("honor=0,0,0,0,9/0,0,0,0,0/0,0,0,0,0", "honor"),
        ("honor=0,0,0,0/0,0,0,0,0/0,0,0,0,0", "five"),
        ("banners=15/-/-", "more dragon"),
        ("banners=16/-/-", "banners"),
        ("honor=-,-,0,0,0/0,0,0,0,0/0,0,0,0,0 banners=15,15/-/-", "twice"),
        ("honor=-,-,0,0,0/0,0,0,0,0/0,0,0,0,0 banners=-/15/-", "black has more"),
        ("reserve=IX/-/-", "reserve"),
        ("reserve=I/-", "entries"),
        ("reserve=IIA/-/-", "no set"),
        ("row=I1P1,I1P1", "row: there are only 1"),
        ("step=place tile=I1P1 row=I1P1", "tile: there are only 1"),
        ("grid=AAPS/SPI", "row 2"),
        ("hands=I1P1,I1P1/-/-", "only 1"),
        ("hands=I1P2,A1S2,I1C2,P1C2/-/-", "more than 3"),
        ("hands=I/-/-", "small tile"),
        ("row=I1P2,A1S2,I1C2,P1C2", "3 places"),
        ("bag=12", "forty"),
        ("bag=2221,1221,1221,1221,1221,1221,1221,1221,1221,1221", "I1P1"),
        ("stack=99", "stack"),
        ("last=3+end", "untouched.*stack=0"),
        ("stack=0 last=3+fin", "last"),
        ("passes=1 step=refill tile=I1P1", "passes"),
        ("bag=0000,0000,0000,0000,0000,0000,0000,0000,0000,1221", "unseen"),
        ("half=3", "half"),
    ],
)
def test_broken_positions_say_what_is_wrong(text: str, what: str) -> None:
    with pytest.raises(BadNotation, match=what) as caught:
        GAME.parse_position(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_the_positions_of_the_notation_page_can_be_read() -> None:
    page = Path(__file__).parents[3] / "docs" / "notation-gunkimono.md"
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("players=")]
    assert len(lines) == 3
    for line in lines:
        assert legal(position(line))


def test_a_match_by_words_from_start_to_first_turn() -> None:
    match = gunbai.new("gunkimono", players=2, start="red", seed=3)
    assert match.turn == "red"
    tile = next(text for text in match.legal if text.startswith("large"))
    match.push(tile)
    with pytest.raises(GunbaiError):
        match.push("draw")
    match.push(match.legal[0])
    assert "score points" in match.legal


def test_settled_chance_leaves_a_seat_to_act() -> None:
    s = settle(start(players=5))
    assert 0 <= GAME.actor(s) < 5
    assert legal(s)
