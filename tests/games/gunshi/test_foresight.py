"""Foresight: what it says in words and data is what then happens, and what a place stands for can be done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gunbai.core.errors import GunbaiError, IllegalAction, NotYourTurn
from gunbai.core.foresight import (
    BUILD,
    CHANGE,
    COST,
    END,
    FALL,
    GAIN,
    JOIN,
    MOVE,
    OFFER,
    OPEN,
    PLACE,
    SAFE,
    THREAT,
    TURN,
    Effect,
    Foresight,
)
from gunbai.core.game import CHANCE, DONE, Outlook, advance
from gunbai.core.rng import Rng
from gunbai.games.gunshi import telling
from gunbai.games.gunshi.board import facing, unit_type
from gunbai.games.gunshi.data import DIRECTION_NAMES, SQUARE_BY_NAME, UNIT_NAMES
from gunbai.games.gunshi.state import ALL, BUILDING, MLP, OVER, PHASE_NAMES, SHOGUN, SIDE, GunshiState, invaders
from gunbai.games.gunshi.view import fence_names
from tests.games.gunshi.field import GAME, at, legal, new, play


def outlook(s: GunshiState) -> Outlook:
    return GAME.outlook(GAME.view(s, GAME.actor(s)))


def foresee(s: GunshiState, *texts: str) -> Foresight:
    return outlook(s).foresee([int(GAME.parse_action(text)) for text in texts])


def said(s: GunshiState, *texts: str) -> list[str]:
    return [str(saying) for saying in foresee(s, *texts).sayings]


def of(found: Foresight, kind: str, piece: str = "") -> list[Effect]:
    return [effect for effect in found.effects if effect.kind == kind and piece in ("", effect.piece)]


def why(s: GunshiState, place: str) -> tuple[str, str]:
    refusal = outlook(s).point(place).refusal
    assert isinstance(refusal, IllegalAction)
    return refusal.paragraph, refusal.reason


def stands_for(s: GunshiState, place: str) -> list[str]:
    return [GAME.action_text(action) for action in outlook(s).point(place).actions]


# -- the field ----------------------------------------------------------------------------------------------------


def test_a_chain_is_foreseen_to_its_end() -> None:
    s = play(at("A c3, A d3, A e3, I g1*", "C a6, I g7*", "card=M"), "unit d3", "move north")
    alone = foresee(s, "go")
    assert [(e.piece, e.at, e.to) for e in of(alone, MOVE)] == [("archer", "d3", "d4")]
    assert said(s, "join c3") == ["c3 → c4", "d3 → d4", "e3 may join"]
    all_of_them = foresee(s, "join c3", "join e3")
    assert [(e.at, e.to) for e in of(all_of_them, MOVE)] == [("c3", "c4"), ("d3", "d4"), ("e3", "e4")]
    assert of(all_of_them, JOIN)[-1].places == ("c3", "d3", "e3")
    assert all_of_them.certain
    (more,) = of(foresee(s, "join c3"), OPEN, "chain")
    assert more.places == ("e3",)


def test_who_only_can_act_when_another_joins_is_said() -> None:
    s = play(at("I d3, I d4, I g1*", "C a6, I g7*", "card=M"), "unit d3")
    assert said(s, "move north") == ["d3 waits for the unit ahead of it to join", "d4 may join"]
    assert said(s, "move north", "join d4") == ["d4 → d5", "d3 → d4"]


def test_a_ride_is_a_choice_and_says_whom_it_can_take() -> None:
    s = at("C b2, C c2, I g1*", "C c5, I g7*", "card=M")
    found = foresee(s, "unit b2", "move north", "join c2")
    rides = {e.at: (e.to, e.places) for e in of(found, OPEN, "cavalry")}
    assert rides == {
        "b2": ("b7", ("b3", "b4", "b5", "b6", "b7")),
        "c2": ("c5", ("c3", "c4", "c5")),
    }
    assert [str(each) for each in found.sayings] == [
        "b2 can go as far as b7",
        "c2 can take cavalry on c5",
        "may invade from b7",
    ]
    assert not of(found, MOVE)
    taken = foresee(play(s, "unit c2", "move north", "go"), "to c5")
    assert [(e.piece, e.seat, e.at, e.places) for e in of(taken, FALL)] == [("cavalry", 1, "c5", ("c2",))]
    assert not taken.certain, "it might be the shogun"


def test_shields_break_first_and_fences_fall() -> None:
    s = play(at("I d4, A a1, I g1*", "I+ d5, I g7*", "card=M fences=-/d4-d5"), "unit d4")
    assert "move north" not in legal(s)
    s = play(at("I d4, A a1, I g1*", "I+ d5, I g7*", "card=M fences=-/c4-d4,d4-e4"), "unit d4")
    found = foresee(s, "move north")
    assert [(e.piece, e.at, e.places) for e in of(found, FALL)] == [("shield", "d5", ("d4",))]
    assert said(s, "move north") == ["d4 breaks the shield on d5"]
    assert found.certain
    assert said(s, "move south") == ["d4 → d3"]
    stepped = play(at("I d3, A a1, I g1*", "I g7*", "card=M fences=-/c4-d4,d4-e4"), "unit d3")
    assert [e.at for e in of(foresee(stepped, "move north"), FALL, "fence")] == ["c4-d4", "d4-e4"]
    assert "enemy fence c4-d4, d4-e4 falls" in said(stepped, "move north")


def test_arrows_say_whom_they_strike() -> None:
    s = play(at("A d3, I g1*", "I+ d5, C e4, I g7*", "card=Re"), "unit d3")
    found = foresee(s, "shoot")
    assert [(e.piece, e.at, e.places) for e in of(found, OPEN)] == [("shot", "d3", ("e4", "d5"))]
    assert said(s, "shoot") == ["d3 can shoot at e4, d5"]
    s = play(s, "shoot")
    assert said(s, "hit d5") == ["d3 shoots: the infantry on d5 loses its shield"]
    assert [(e.at, e.to) for e in of(foresee(s, "hit d5"), MOVE, "shot")] == [("d3", "d5")]
    assert foresee(s, "hit d5").certain
    assert said(s, "hit e4")[0] == "d3 shoots: the cavalry on e4 falls"
    assert not foresee(s, "hit e4").certain


def test_turning_says_who_comes_within_range() -> None:
    s = play(at("A d3, I g1*", "C f3, A d6, I g7*", "card=Re"), "unit d3")
    found = foresee(s, "turn east")
    assert [(e.at, e.to) for e in of(found, TURN)] == [("d3", "east")]
    assert [(e.seat, e.at, e.places) for e in of(found, THREAT)] == [(1, "f3", ("d3",))]
    assert said(s, "turn east") == ["d3 turns east", "now within range of your archers: f3"]


def test_moving_says_who_is_in_danger_and_who_is_not_any_more() -> None:
    s = at("I d3, I g1*", "A d6, I g7*", "card=M")
    danger = foresee(s, "unit d3", "move north")
    assert [(e.seat, e.at, e.places) for e in of(danger, THREAT)] == [(0, "d4", ("d6",))]
    assert "within range of enemy archers: d4" in [str(each) for each in danger.sayings]
    s = at("I d4, I g1*", "A d6, I g7*", "card=M")
    assert [e.at for e in of(foresee(s, "unit d4", "move south"), SAFE)] == ["d3"]


def test_an_invasion_counts_shields_and_may_win() -> None:
    gate = at("I+ d6, A d2, I g1*", "A d5, I g7*", "card=M spot=C/-")
    assert "may invade from d7" in said(gate, "unit d6", "move north")
    s = play(gate, "unit d6", "move north")
    found = foresee(s, "invade")
    assert [(e.before, e.amount) for e in of(found, CHANGE, "invaders")] == [(1, 3)]
    assert [e.seat for e in of(found, END)] == [0]
    assert said(s, "invade") == ["d7 leaves the field as invader: 3 of 3", "that wins the battle!"]
    # The shogun may enter the zone but cannot invade.
    shogun = at("I d6*, A d2", "A d5, I g7*", "card=M")
    assert not of(foresee(shogun, "unit d6", "move north"), OFFER)


def test_prices_are_said_before_they_are_paid() -> None:
    s = at("I d3, I g1", "A d6, I g7", "phase=piece mlp=9/0")
    assert said(s, "cavalry c2") == ["cavalry on c2, facing north", "costs 4, leaves 5", "next, which way it faces"]
    (placed,) = of(foresee(s, "cavalry c2", "face east"), PLACE)
    assert (placed.piece, placed.at, placed.to) == ("cavalry", "c2", "east")
    assert [(e.piece, e.at) for e in of(foresee(s, "infantry c2"), PLACE)] == [("infantry", "c2"), ("shield", "c2")]
    assert said(s, "fence c3-c4") == ["a fence between c3 and c4", "costs 1, leaves 8"]
    route = at("I d4, I g1*", "A a7, I g7*", "variant=custom card=R4 mlp=9/0")
    assert "costs 6, leaves 3" in said(route, "cavalry d5")
    scouts = at("I d4, I g1*", "A a7, I g7*", "variant=custom card=R6 mlp=9/0 row=-/(M).Re")
    assert said(scouts, "ask a7") == ["all hear whether the archer on a7 is the shogun", "costs 5, leaves 4"]
    assert said(scouts, "look 1") == ["you alone see card 1 of the enemy row", "costs 2, leaves 7"]
    assert not foresee(scouts, "ask a7").certain
    assert not foresee(scouts, "look 1").certain
    assert foresee(scouts, "look 2").certain, "that card lies open"


def test_builders_say_how_many_points_they_take() -> None:
    s = at("I c3, I d3, I g1*", "A a7, I g7*", "card=F mlp=5/0")
    assert said(s, "unit c3") == ["c3 builds a fence for a point", "d3 may join"]
    assert said(s, "unit c3", "join d3") == ["c3, d3: each builds a fence, 2 points in all"]


def test_the_end_of_a_turn_is_reckoned_by_the_edition() -> None:
    rows = "phase=send mlp=9/0 hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re.(Re) deck=M.Rf/M"
    for edition, after in (("final", 2), ("draft", 3)):
        s = play(at("I d3, I g1*", "A d6, I g7*", f"edition={edition} {rows}"), "send M")
        assert said(s, "end") == ["supply +3: 12 points", "draws Move"]
        assert said(s, "lightning") == [
            "next turn the first two cards are carried out",
            "costs 6, leaves 3",
            f"supply +{after}: {3 + after} points",
            "draws Move",
        ]
        assert not foresee(s, "end").certain, "the enemy turns up a card"


def test_a_card_says_when_it_is_carried_out() -> None:
    rows = "phase=send mlp=2/0 hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re.(Re) deck=M.Rf/M"
    s = at("I d3, I g1*", "A d6, I g7*", rows)
    assert said(s, "send F") == ["Build Fence goes face down to slot 3", "carried out in 3 turns"]
    (sent,) = of(foresee(s, "send F"), PLACE)
    assert (sent.piece, sent.at, sent.to) == ("F", "row:3", "down")
    assert said(s, "send F", "send M")[2:] == [
        "Move goes face up to slot 4",
        "carried out in 4 turns",
        "your turn ends",
        "supply +4: 6 points",
        "draws Move, Reinforce",
    ]


def test_a_sealed_choice_says_what_it_is() -> None:
    s = at("I d3, I g1", "A d6, I g7", "phase=arrange")
    assert said(s, "shogun d3") == ["the infantry on d3 is your shogun; only you know"]
    assert said(s, "shogun d3", "hand M") == [
        "the infantry on d3 is your shogun; only you know",
        "Move comes into the hand",
    ]


def test_a_chain_trap_drags_by_the_enemys_hand() -> None:
    s = at("I d3, A c3, I g1*", "C a6, I g7*", "variant=custom promos=on card=M trap=-/out")
    found = foresee(s, "unit d3", "move north")
    assert [(e.seat, e.at, e.to) for e in of(found, MOVE)] == [(0, "d3", "d4"), (1, "c3", "c4")]
    assert "the Chain Trap drags c3 to c4" in [str(each) for each in found.sayings]


def test_light_infantry_drops_its_shield_wherever_it_goes() -> None:
    s = at("I+ c3, I d3, I g1*", "I+ d6, I g7*", "variant=custom card=R5")
    told = said(s, "unit c3", "move north", "join d3")
    assert told[:2] == ["c3 can go as far as c5", "d3 can go as far as d5"]
    assert "shield dropped: c3" in told


def test_a_plan_that_cannot_be_played_is_refused() -> None:
    s = at("A d3, I g1*", "C f3, I g7*", "card=Re")
    with pytest.raises(IllegalAction):
        foresee(s, "unit d3", "turn north")
    with pytest.raises(GunbaiError):
        foresee(s, "unit d3", "shoot")
    with pytest.raises(NotYourTurn):
        GAME.outlook(GAME.view(s, 1)).foresee([0])


# -- pointing -----------------------------------------------------------------------------------------------------


def test_squares_stand_for_what_can_be_done_there() -> None:
    s = at("A d3, C b2, I g1*", "I d5, C e4, A d6, I g7*", "card=Re fences=-/d4-d5")
    assert stands_for(s, "d3") == ["unit d3"]
    assert why(s, "d4") == ("4.3", "there is no unit of yours on d4")
    s = play(s, "unit d3")
    assert stands_for(s, "e4") == ["shoot"]
    assert stands_for(s, "way:east") == ["turn east"]
    assert why(s, "d5") == ("6.5", "a fence protects d5 from the archer on d3")
    assert why(s, "d6") == ("6.2", "d6 is out of range for the archer on d3")
    assert why(s, "way:north") == ("6.1", "the archer on d3 faces north already")
    assert why(s, "c3-c4") == ("4.3", "that is not what is decided now: it is chosen now what the unit does")


def test_a_way_is_barred_by_what_bars_it() -> None:
    s = play(at("C b2, I b4, I b5, I g1*", "C d6, I g7*", "card=M fences=-/b2-c2"), "unit b2")
    assert stands_for(s, "b3") == ["move north"]
    assert why(s, "b6") == ("5.4", "cavalry jumps one unit only, b5 would be the second")
    assert why(s, "c2") == ("7.6", "the fence b2-c2 is in the way")
    assert why(s, "b1") == ("5.4", "the cavalry on b2 faces north and never moves back")
    assert why(s, "c3") == ("5.4", "b2 and c3 are not in one row or file")


def test_pieces_and_lines_say_why_they_cannot_be_had() -> None:
    s = at("I d3, I g1", "A d6, I g7", "phase=piece mlp=2/0")
    assert why(s, "reserve:archer") == ("1.6", "archer costs 3 points, there are 2")
    assert set(stands_for(s, "reserve:infantry")) >= {"infantry a1", "infantry e3"}
    assert stands_for(s, "a1") == ["infantry a1"]
    assert why(s, "d3") == ("2.2", "d3 is occupied")
    assert why(s, "d4") == ("2.2", "d4 is not in your home")
    assert why(s, "d5-d6") == ("7.4", "d5-d6 lies beside the enemy on d6")
    assert stands_for(s, "reserve:fence")[0] == "fence a1-a2"


def test_cards_and_rows_can_be_pointed_at() -> None:
    rows = "phase=send mlp=2/0 hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re.(Re) deck=M.Rf/M"
    s = at("I d3, I g1*", "A d6, I g7*", rows)
    assert stands_for(s, "card:F") == ["send F"]
    assert why(s, "card:Rf") == ("4.4", "there is no Rf in the hand")
    assert why(s, "row:2") == ("4.4", "that is not what is decided now: commands are sent now")


# -- whole games --------------------------------------------------------------------------------------------------


def _games(seed: int) -> Iterator[tuple[GunshiState, int, Rng]]:
    """Every decision of whole random games with an action of it."""
    for options in (
        {"formation": "first_battle"},
        {"formation": "formation_3", "edition": "draft", "turn_cap": 40},
        {"variant": "custom", "deck_rule": "secret", "promos": True, "turn_cap": 40},
        {"variant": "inspiration_1", "promos": True, "turn_cap": 40},
    ):
        rng = Rng(seed)
        s = new(**options)
        while GAME.actor(s) != DONE:
            if GAME.actor(s) == CHANCE:
                GAME.apply(s, GAME.draw(s, rng))
                continue
            actions = GAME.legal(s)
            action = int(actions[rng.below(len(actions))])
            yield s, action, rng
            advance(GAME, s, GAME.actor(s), action)


def _carried(s: GunshiState, found: Foresight) -> GunshiState:
    """The true game after a command was carried out as foresight takes it: on to the first choice it speaks of."""
    card, left, seat = s.card, s.left, s.seat
    while s.phase != OVER and (s.card, s.left, s.seat) == (card, left, seat):
        step, texts = PHASE_NAMES[s.phase], legal(s)
        if step == "join" and "go" in texts and s.doing != BUILDING:
            wanted = "go"
        elif step == "act":
            wanted = max(texts, key=lambda text: telling.ahead(SQUARE_BY_NAME[text[-2:]], int(s.way)))
        elif step == "invade":
            wanted = "stay" if "stay" in texts else "invade"
        elif step == "facing":
            wanted = "face north" if seat == 0 else "face south"
        else:
            break
        s = play(s, wanted)
        if any(effect.kind == OPEN and effect.to for effect in found.effects):
            break
    return s


def _unit(s: GunshiState, seat: int, square: str) -> str:
    q = SQUARE_BY_NAME[square]
    return UNIT_NAMES[unit_type(s, SIDE * seat, q)] if s.side[SIDE * seat + ALL] >> q & 1 else ""


def _kept(before: GunshiState, seat: int, found: Foresight, after: GunshiState) -> None:
    """Every promise about the field and the points holds in the true game."""
    o, enemy = SIDE * seat, SIDE - SIDE * seat
    left = {effect.at for effect in found.effects if effect.kind in (MOVE, GAIN) and effect.piece != "shot"}
    for effect in found.effects:
        if effect.kind == MOVE and effect.piece != "shot" and effect.to not in left:
            assert _unit(after, seat, effect.to) == effect.piece
        elif effect.kind == TURN and effect.at not in left:
            assert DIRECTION_NAMES[facing(after, SQUARE_BY_NAME[effect.at])] == effect.to
        elif effect.kind == FALL and effect.piece in UNIT_NAMES:
            assert not _unit(after, effect.seat, effect.at)
        elif effect.kind == FALL and effect.piece == "shield" and effect.seat != seat:
            assert not after.shields >> SQUARE_BY_NAME[effect.at] & 1 or _unit(after, seat, effect.at)
        elif effect.kind == FALL and effect.piece == "fence":
            assert effect.at not in fence_names(after, enemy)
        elif effect.kind == BUILD:
            assert effect.at in fence_names(after, o)
        elif effect.kind == PLACE and effect.piece in UNIT_NAMES:
            assert _unit(after, seat, effect.at) == effect.piece
        elif effect.kind == CHANGE:
            assert (effect.before, effect.amount) == (invaders(before.side, o), invaders(after.side, o))
        elif effect.kind == END:
            assert after.phase == OVER
            assert effect.seat == after.winner
    points = sum(e.amount for e in of(found, GAIN, "points")) - sum(e.amount for e in of(found, COST, "points"))
    assert after.side[o + MLP] - before.side[o + MLP] == points
    # And nothing happened on the field that was not foreseen.
    gone = {e.at for e in found.effects if e.kind == FALL and e.seat != seat}
    for square in SQUARE_BY_NAME:
        if _unit(before, 1 - seat, square) and not _unit(after, 1 - seat, square):
            assert square in gone
    assert {line for line in fence_names(before, enemy) if line not in fence_names(after, enemy)} <= gone


@pytest.mark.parametrize("seed", [3, 11])
def test_foresight_keeps_its_promises_in_whole_games(seed: int) -> None:
    seen: set[str] = set()
    for s, action, _ in _games(seed):
        seat = int(GAME.actor(s))
        found = GAME.foresee(GAME.view(s, seat), [action])
        seen |= {effect.kind for effect in found.effects}
        # What is sealed comes to light with the other side's choice, not with this one.
        if PHASE_NAMES[s.phase] in ("arrange", "seal_kit", "seal_pile"):
            continue
        after = s.copy()
        advance(GAME, after, seat, action)
        after = _carried(after, found) if after.seat == seat else after
        hidden = after.phase == OVER and after.side[SIDE - SIDE * seat + SHOGUN] < 0 and not of(found, END)
        if hidden or any(effect.kind == OPEN and effect.to for effect in found.effects):
            continue
        _kept(s, seat, found, after)
    assert seen >= {MOVE, TURN, FALL, PLACE, BUILD, COST, GAIN, OPEN, THREAT, SAFE, JOIN}


def test_the_other_sides_secrets_change_no_byte() -> None:
    """Shogun, hand, deck and face-down cards of the other side are dealt again; every answer stays the same."""
    compared = 0
    for s, _, rng in _games(5):
        if rng.below(30):
            continue
        seat = int(GAME.actor(s))
        view = GAME.view(s, seat)
        told = outlook(s)
        for _ in range(2):
            other = GAME.outlook(GAME.view(GAME.resample(view, rng), seat))
            assert [(a, f.data()) for a, f in other.foresee_each()] == [(a, f.data()) for a, f in told.foresee_each()]
            for place in told.places():
                one, two = told.point(place), other.point(place)
                assert (one.actions, str(one.refusal)) == (two.actions, str(two.refusal))
            compared += 1
    assert compared > 20
