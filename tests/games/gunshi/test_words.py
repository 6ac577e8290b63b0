"""Commands people type, sentences they read, reasons they get, positions that are refused."""

from __future__ import annotations

import pytest

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import SPECTATOR
from gunbai.core.rng import Rng
from gunbai.games.gunshi.state import GunshiState
from tests.games.gunshi.field import GAME, at, board, command, fences, legal, mlp, new, over, play, units

rule = pytest.mark.rule


@pytest.mark.parametrize(
    ("typed", "atoms"),
    [
        ("cavalry d2 to d6 invade", ["unit d2", "move north", "to d6"]),
        ("d2-d6", ["unit d2", "move north", "to d6"]),
        ("Cavalry d2 charges to d6", ["unit d2", "move north", "to d6"]),
        ("d2-d7!", ["unit d2", "move north", "to d7", "invade"]),
        ("d2-d7", ["unit d2", "move north", "to d7", "stay"]),
        ("d2-d3 e2-e4", ["unit d2", "move north", "join e2", "next d2", "to d3", "to e4"]),
    ],
)
def test_moves_in_words(typed: str, atoms: list[str]) -> None:
    s = at("C d2, C e2, I a1*", "I g7*", "card=M")
    if "join e2" not in atoms:
        atoms = [*atoms[:2], "go", *atoms[2:]]
    assert [GAME.action_text(n) for n in GAME.expand(s, typed)] == atoms


@pytest.mark.parametrize("word", ["shogun", "hand", "deck", "send", "pick", "prepare", "hand deck"])
def test_a_verb_alone_is_no_command(word: str) -> None:
    for state in (new(), at("C d2, I a1*", "I g7*", "card=M"), at("C d2, I a1*", "I g7*", "")):
        with pytest.raises(BadNotation, match="not understood"):
            GAME.expand(state, word)


def test_other_commands_in_words() -> None:
    s = at("A d3, A c3, I a1*", "C d5, C c5, I g7*", "card=Re")
    assert set(units(command(s, "d3*d5 c3*c5"), 1)) == {"g7"}
    assert set(units(command(s, "archer d3 shoots d5"), 1)) == {"c5", "g7"}
    turned = command(s, "d3 turn east c3")
    assert [units(turned, 0)[q] for q in ("c3", "d3")] == ["A>", "A>"]
    s = at("I d3, I c3, A a1*", "I g7*", "card=F mlp=2/0")
    assert fences(command(s, "d3 builds d3-d4 c3 builds c3-c4"), 0) == {"d3-d4", "c3-c4"}
    s = at("I a1*", "I g7*", "card=Rf mlp=4/0")
    assert units(command(s, "reinforce cavalry d2 west"), 0)["d2"] == "C<"
    assert units(command(new(), "cavalry d2 north"), 0)["d2"] == "C^"


def test_cards_in_words() -> None:
    s = command(play(new(formation="formation_1"), "shogun a1", "shogun d7"), "send M Re end")
    assert GAME.actor(s) == 1
    s = new(points=6)
    while GAME.view(s, 0).data()["phase"] == "formation":
        GAME.apply(s, GAME.legal(s)[0])
    s = command(s, f"{legal(s)[0]} hand Re M M deck Rf F M Re")
    assert GAME.view(s, 0).data()["red"]["committed"]  # type: ignore[index]


@pytest.mark.parametrize("text", ["", "xyzzy", "d2", "cavalry a1 to a2", "d2-d9", "send Z", "d2 turn up"])
def test_commands_that_make_no_sense_change_nothing(text: str) -> None:
    s = at("C d2, I a1*", "I g7*", "card=M")
    before = s.key()
    with pytest.raises((BadNotation, IllegalAction)) as refused:
        GAME.expand(s, text)
    assert "\n" not in str(refused.value)
    assert s.key() == before


@pytest.mark.parametrize(
    ("red", "blue", "more", "played", "tried", "paragraph", "word"),
    [
        ("C d2", "I g7*", "card=M fences=-/d4-d5", ["unit d2", "move north"], "to d6", "7.6", "d4-d5"),
        ("C d1, I d2, A d4", "I g7*", "card=M", ["unit d1"], "move south", "5.4", "never moves back"),
        ("C d1, I d3, A d5", "I g7*", "card=M", ["unit d1", "move north"], "to d6", "5.4", "one unit only"),
        ("C d1, C d4", "I g7*", "card=M", ["unit d1", "move north"], "to d5", "5.4", "cannot jump"),
        ("C d1", "I d4, I g7*", "card=M", ["unit d1", "move north"], "to d5", "5.4", "d4"),
        ("I d1", "I g7*", "card=M", ["unit d1"], "move south", "5.2", "board ends"),
        ("I d1, A d2", "I g7*", "card=M", ["unit d1"], "move north", "5.2", "d2"),
        ("I d1", "I g7*", "card=M", [], "unit e1", "4.3", "e1"),
        ("I d1, I f1", "I g7*", "card=M", ["unit d1"], "shoot", "6.1", "shoot"),
        ("I d1, A e1, I c1, I b1", "I g7*", "card=M", ["unit d1", "move north"], "join e1", "8.1", "infantry"),
        ("I d1, I c1, I b1", "I g7*", "card=M", ["unit d1", "move north"], "join b1", "8.2", "beside"),
        ("A d3", "C d5, C d4, I g7*", "card=Re", ["unit d3", "shoot"], "hit d6", "6.2", "d6"),
        ("A d3", "C d5, C d4, C e6, I g7*", "card=Re", ["unit d3", "shoot"], "hit e6", "6.2", "range"),
        ("A d3", "C d5, C d4, C c4, I g7*", "card=Re fences=-/c3-c4", ["unit d3", "shoot"], "hit c4", "6.5", "c4"),
        ("I d3", "I g7*", "card=F mlp=1/0", ["unit d3"], "fence a1-a2", "7.3", "reach"),
        ("I d3", "I g7*", "card=Rf mlp=3/0", [], "cavalry d2", "1.6", "4 points"),
        ("I d3", "I g7*", "card=Rf mlp=3/0", [], "archer d5", "7.1", "home"),
        ("I d3", "I g7*", "phase=send mlp=9/0", ["send M"], "lightning", "4.6", "two cards"),
        ("I d3", "I g7*", "phase=send hand=M.M.M/M.M.M", [], "send F", "4.4", "F"),
    ],
)
def test_why_not(red: str, blue: str, more: str, played: list[str], tried: str, paragraph: str, word: str) -> None:
    s = play(at(f"{red}, I g1*" if "*" not in red else red, blue, more), *played)
    with pytest.raises(IllegalAction) as refused:
        GAME.check(s, GAME.parse_action(tried))
    assert refused.value.paragraph == paragraph, str(refused.value)
    assert word in refused.value.reason


def test_sentences() -> None:
    s = at("C d2, I a1*", "A d6, I g7*", "card=M")
    view = GAME.view(s, SPECTATOR)
    told = GAME.tell(view, [GAME.parse_action(x) for x in ("unit d2", "move north", "to d6")])
    assert told.startswith("Red's cavalry d2")
    assert "takes the archer on d6" in told
    hidden = play(at("I d3*", "I g7*", "phase=send"))
    seen = GAME.seen_as(hidden, GAME.parse_action("send M"), 1)
    assert GAME.tell(GAME.view(hidden, 1), [seen]) == "Red sends a card face down."
    assert GAME.tell(GAME.view(hidden, 0), [GAME.parse_action("send M")]) == "Red sends Move."


def told(s: GunshiState, action: str, watcher: int) -> list[str]:
    """What the watcher is told of an action and what came of it by itself."""
    after = play(s, action)
    number = GAME.parse_action(action)
    before, seen = GAME.view(s, watcher), int(GAME.seen_as(s, number, watcher))
    return [str(saying) for saying in GAME.aftermath(before, seen, GAME.view(after, watcher))]


CUSTOM = "variant=custom deck_rule=secret promos=on"


@rule("9.2", "12.2")
@pytest.mark.parametrize("watcher", [0, 1, SPECTATOR])
def test_a_hidden_card_that_resolves_by_itself_is_told_to_everybody(watcher: int) -> None:
    s = at("I d3*", "I g7*", f"{CUSTOM} phase=send mlp=3/5 hand=M.M.Re/M.M.Re row=-/(R2) deck=M.F.Rf.Re/M.F.Rf")
    s = play(s, "send M")
    assert told(s, "end", watcher) == [
        "red is supplied: points +1, now 4",
        "blue's Logistical Review: points +2, now 7",
    ]
    full = at("I d3*", "I g7*", f"{CUSTOM} phase=send mlp=3/17 hand=M.M.Re/M.M.Re row=-/(R2) deck=M.F.Rf.Re/M.F.Rf")
    assert told(play(full, "send M"), "end", watcher)[1] == "blue's Logistical Review: points +1, now 18"


@rule("4.3", "9.11")
@pytest.mark.parametrize("watcher", [0, 1, SPECTATOR])
@pytest.mark.parametrize(
    ("points", "card", "said"),
    [
        (2, "S3", "blue lays out the Chain Trap: points -2, now 0"),
        (1, "S3", "blue's Chain Trap lapses for want of points"),
        (1, "Rf", "blue's Reinforce lapses for want of points"),
        (9, "S2", "blue's Strategic Switch lapses: it cannot be carried out"),
        (9, "M", "blue turns up Move"),
    ],
)
def test_cards_that_ask_nobody(watcher: int, points: int, card: str, said: str) -> None:
    more = f"{CUSTOM} phase=send mlp=0/{points} hand=M.M.Re/M.Re.Re row=-/({card}) deck=M.F.Rf.Re/M.F.R3"
    s = play(at("I d3*", "I g7*", more), "send M")
    assert told(s, "end", watcher) == ["red is supplied: points +1, now 1", said]


@rule("4.2", "9.11")
def test_two_cards_of_a_lightning_command_are_told_in_their_order() -> None:
    for row, said in (
        ("(R2).(S3)", ["blue's Logistical Review: points +2, now 3", "blue lays out the Chain Trap: points -2, now 1"]),
        ("(S3).(R2)", ["blue's Chain Trap lapses for want of points", "blue's Logistical Review: points +2, now 3"]),
    ):
        more = f"{CUSTOM} phase=send mlp=0/1 hand=M.M.Re/M.M.Re row=-/L:{row} deck=M.F.Rf.Re/M.F"
        s = play(at("I d3*", "I g7*", more), "send M")
        assert told(s, "end", 0)[1:] == said


@rule("9.8")
def test_a_scout_s_answer_is_heard_by_all_and_a_card_is_seen_by_one() -> None:
    s = at("I d3*", "I g7*, A f7", f"{CUSTOM} card=R6 mlp=9/0 row=-/F")
    for watcher in (0, 1, int(SPECTATOR)):
        assert "g7 is the shogun" in told(s, "ask g7", watcher)
        assert "f7 is not the shogun" in told(s, "ask f7", watcher)
        assert "pays 2, 7 left" in told(s, "look 1", watcher)
        assert ("card 1 is Build Fence" in told(s, "look 1", watcher)) == (watcher == 0)


@rule("8.5", "8.6")
def test_every_unit_of_a_chain_is_told_with_its_own_way() -> None:
    s = play(at("I c2, I c3, I g1*", "I g7*", "card=M"), "unit c3", "move north")
    came = GAME.effects(GAME.view(s, 1), GAME.parse_action("join c2"))
    assert [str(saying) for saying in came] == ["c3 to c4", "c2 to c3"]


@rule("8.7", "14.1")
@pytest.mark.parametrize("watcher", [0, 1, int(SPECTATOR)])
def test_who_was_still_to_act_when_the_shogun_fell_is_not_told_to_have_acted(watcher: int) -> None:
    s = play(at("A d5, A e5, I g1*", "C d7*, C e7", "card=Re"), "unit d5", "shoot", "join e5")
    before, action = GAME.view(s, watcher), GAME.parse_action("next d5")
    GAME.apply(s, action)
    known = GAME.hindsight(before, action, GAME.view(s, watcher))
    assert [str(saying) for saying in GAME.effects(known, action)] == ["takes the cavalry on d7"]
    assert "e7" not in GAME.tell(known, [action])


@rule("5.7", "14.2", "14.1")
def test_an_end_is_told() -> None:
    s = play(at("I+ d6, I a1*", "I g7*", "card=M spot=I/-"), "unit d6", "move north")
    assert told(s, "invade", 1) == ["invaders now 3 of 3", "red wins by invasion"]
    s = play(at("C d2, I a1*", "A d6*", "card=M"), "unit d2", "move north")
    assert told(s, "to d6", 1) == ["that was the shogun: red wins"]


@pytest.mark.parametrize("options", [
    {"variant": "custom", "deck_rule": "agreed", "agreed_deck": "M.R2.S3.R6.R5.S2.F", "promos": True},
    {"variant": "custom", "deck_rule": "secret", "promos": True},
    {"edition": "draft"},
], ids=str)  # fmt: skip
def test_no_point_changes_without_a_word(options: dict[str, object]) -> None:
    """Over whole random games the points told last are the points a side has."""
    s, rng, told_points = new(**options), Rng(4), [18, 18]
    while not over(s) and s.turn < 150:
        actions = GAME.legal(s)
        action = int(actions[rng.below(len(actions))])
        before, seat = GAME.view(s, SPECTATOR), int(s.seat)
        seen = int(GAME.seen_as(s, action, SPECTATOR))
        GAME.apply(s, action)
        for saying in GAME.aftermath(before, seen, GAME.view(s, SPECTATOR)):
            if "total" in saying.words:
                told_points[("red", "blue").index(str(saying.words.get("seat", ("red", "blue")[seat])))] = int(
                    saying.words["total"]
                )
        assert told_points == [mlp(s, 0), mlp(s, 1)]


def test_prompts() -> None:
    assert GAME.prompt(GAME.view(new(), 0)) == "Red: place a unit or a fence."
    s = at("C d2, I a1*", "A d6, I g7*", "card=M")
    assert "Red resolves Move" in GAME.prompt(GAME.view(s, 1))
    over = play(at("C d2, I a1*", "A d6*", "card=M"), "unit d2", "move north", "to d6")
    assert GAME.prompt(GAME.view(over, 0)) == "Red wins: shogun taken."


def test_a_view_text_marks_the_unknown() -> None:
    s = at("I d3*, A c3", "I d6, A e6*", "phase=send row=(M)/(Rf).F hand=M.Re.F/M.M.M")
    text = GAME.view_text(GAME.view(s, 1))
    assert text.startswith("blue: ")
    assert "row=(?)/(Rf).F" in text
    assert "hand=?.?.?/M.M.M" in text
    assert "I^*" not in text


ROOM = board("I d2*", "I d6*")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("7/7/7", "seven rows"),
        (ROOM.replace("1", "2", 1), "squares"),
        (ROOM.replace("I^*", "Q^"), "row 2"),
        (ROOM + " A+", "key=value"),
        (ROOM.replace("I^*", "A+^*"), "shield"),
        (ROOM.replace("I^*", "I^*!"), "shogun"),
        (ROOM + " fences=a1-a3/-", "a1-a3"),
        (ROOM + " fences=a1-a2/a1-a2", "twice"),
        (ROOM + " fences=a1-a2,b1-b2,c1-c2,d1-d2,e1-e2/-", "four"),
        (ROOM + " mlp=19/0", "18"),
        (ROOM + " mlp=1", "red/blue"),
        (ROOM + " turn=green", "green"),
        (ROOM + " row=M.M.M.M/-", "more M"),
        (ROOM + " row=M.(M).Re.(Re).F/-", "more than four"),
        (ROOM + " hand=M.M.M/M.M.M deck=M/Re.Re.Rf.F", "more M"),
        (ROOM + " hand=M.M/M.M.M deck=Re/Re.Re.Rf.F", "instead of seven"),
        (ROOM + " spot=I+.I+/-", "won"),
        (ROOM + " phase=to", "card"),
        (ROOM + " phase=to card=M", "at="),
        (ROOM + " card=R1", "R1"),
        (ROOM + " colour=red", "colour"),
        (ROOM + " mlp=1/1 mlp=1/1", "twice"),
        (ROOM + " edition=third", "edition"),
        (board("C a1*, C b1, C c1, C d1", "C a7*, C b7, C c7"), "6 cavalry"),
        ("7/7/7/7/7/7/I^6", "no unit"),
        (ROOM + " phase=over", "ending"),
        (ROOM + " pool=M:1/-", "pool"),
        # Each of these would leave a side without anything to send, or without the card it resolves next.
        (ROOM + " hand=M.Re.F/- phase=send", "blue holds no card"),
        (ROOM + " hand=-/M.Re.F row=M.M/-", "red holds no card"),
        (ROOM + " row=M.M.M.Re/- card=Re", "0 to 3 cards"),
        (ROOM + " row=-/- card=M left=2", "1 to 3 cards"),
    ],
)
def test_bad_positions_say_what_is_wrong(text: str, word: str) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.parse_position(text)
    assert word in str(refused.value), str(refused.value)
    assert "\n" not in str(refused.value)


@rule("5.4")
@pytest.mark.parametrize("command", ["b2-g6", "b2-c3"])
def test_a_cavalry_that_cannot_go_there_cites_the_paragraph_of_cavalry(command: str) -> None:
    s = at("I d3*, C b2", "I d6*, A e6", "phase=unit card=M hand=M.Re.F/M.M.M")
    with pytest.raises(IllegalAction) as refused:
        GAME.expand(s, command)
    assert refused.value.paragraph == "5.4"
