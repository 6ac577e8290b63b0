"""Foresight: what it says in words and data is what then happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from gunbai.core.errors import IllegalAction, NotYourTurn
from gunbai.core.foresight import BUILD, CHANGE, COST, CUT, END, GAIN, JOIN, OFFER, OPEN, PLACE, Effect, Foresight
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.board import count
from gunbai.games.gunkimono.data import SEAT_NAMES, TROOP_NAMES, cell_name, tile_name
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import BANNER, GONE, GunkimonoState
from tests.games.gunkimono.table import cell, level, play, points, position, top


def foresee(s: GunkimonoState, *texts: str) -> Foresight:
    return GAME.foresee(GAME.view(s, s.turn), [int(GAME.parse_action(text)) for text in texts])


def said(s: GunkimonoState, *texts: str) -> list[str]:
    return [str(saying) for saying in foresee(s, *texts).sayings]


def of(found: Foresight, kind: str) -> list[Effect]:
    return [effect for effect in found.effects if effect.kind == kind]


def worth(found: Foresight) -> dict[tuple[str, str], int]:
    """What is on offer: (square, what) -> how much."""
    return {(effect.at, effect.piece): effect.amount for effect in of(found, OFFER)}


def test_points_honor_and_joins() -> None:
    s = play(position("players=2 grid=AAI/APC/IAP hands=A1S2/-"), "large A1S2")
    found = foresee(s, "place b2 east")
    assert [(e.piece, e.at, e.amount) for e in of(found, PLACE)] == [("archer", "b2", 1), ("samurai", "c2", 2)]
    assert worth(found) == {("b2", "points"): 5, ("b2", "honor"): 1, ("c2", "points"): 1, ("c2", "honor"): 2}
    (join,) = of(found, JOIN)
    assert (join.at, join.amount, sorted(join.parts)) == ("b2", 5, [1, 3])
    assert join.places == ("a1", "b1", "a2", "b2", "b3")
    assert found.certain
    assert said(s, "place b2 east") == [
        "archer on b2: 5 points or 1 honor",
        "joins 3 archer at a1",
        "joins 1 archer at b3",
        "samurai on c2: one point or 2 honor",
    ]


def test_barred_points_closed_columns_and_banners() -> None:
    start = "players=2 grid=AAP/SPI forts=a1:black honor=0,0,7,-,0/0,0,0,0,0 hands=-/-"
    archer = foresee(play(position(start), "small A"), "place c1")
    assert worth(archer) == {("c1", "honor"): 2, ("c1", "dragon"): 1}
    assert of(archer, JOIN)[0].seat == 1
    assert [str(saying) for saying in archer.sayings] == [
        "archer on c1: 2 honor, no points beside a stronghold",
        "its honor wins a dragon banner",
        "joins black's 2 archer at a1",
        "black's stronghold on a1 pays 3 instead of 2",
    ]
    assert said(play(position(start), "small S"), "place c1")[0] == "samurai on c1: one point, no honor"


def test_cuts_and_strongholds() -> None:
    s = play(position("players=2 grid=SSSSS forts=a1:red turn=black hands=-/-"), "small A")
    found = foresee(s, "place c1")
    (cut,) = of(found, CUT)
    assert (cut.piece, cut.seat, cut.amount, cut.parts) == ("samurai", 0, 5, (2, 2))
    (pay,) = of(found, CHANGE)
    assert (pay.piece, pay.seat, pay.at, pay.before, pay.amount) == ("pay", 0, "a1", 5, 2)
    assert said(s, "place c1")[1:] == [
        "leaves 2 + 2 of red's 5 samurai at a1",
        "red's stronghold on a1 pays 2 instead of 5",
    ]


def test_a_tile_on_a_step_is_foreseen_with_its_support() -> None:
    s = play(position("players=2 grid=AP board=AI1 hands=S1C1/-"), "large S1C1")
    found = foresee(s, "place a1 east")
    assert [(e.piece, e.at) for e in of(found, COST)] == [("small tile", "a1")]
    assert [(e.piece, e.at) for e in of(found, PLACE)] == [("samurai", "a1"), ("cavalry", "b1")]
    assert said(s, "place a1 east")[0] == "needs a small tile beneath a1"
    both = foresee(s, "place a1 east", "support P")
    assert [(e.piece, e.at) for e in of(both, COST)] == [("P", "a1")]
    assert len(of(both, PLACE)) == 2
    assert worth(both) == worth(found)


def test_scoring_building_taking_in_words() -> None:
    s = play(position("players=2 grid=AAI/APC/IAP hands=A1S2/- row=P1C1"), "large A1S2", "place b2 east")
    assert said(s, "score points") == ["scores 5 points for the archer"]
    assert said(s, "score honor") == [
        "scores 1 honor for the archer",
        "the archer marker rises from row 0 to row 1",
        "0 of 5 markers have reached row 3 for the next stronghold",
    ]
    play(s, "score points", "score points")
    assert said(s, "take P1C1")[0].startswith("P1C1 comes into the hand")
    assert not foresee(s, "draw").certain
    assert said(s, "draw") == ["an unseen tile comes into the hand"]


def test_a_whole_turn_is_foreseen_at_once() -> None:
    s = position("players=2 grid=AAI/APC/IAP hands=A1S2/-")
    found = foresee(s, "large A1S2", "place b2 east", "score points", "score honor")
    assert not of(found, OFFER), "what the plan itself chooses is no offer any more"
    assert [(e.piece, e.amount, e.at) for e in of(found, GAIN)] == [("points", 5, "b2"), ("honor", 2, "c2")]
    half = foresee(s, "large A1S2", "place b2 east", "score points")
    assert worth(half) == {("c2", "points"): 1, ("c2", "honor"): 2}
    with pytest.raises(NotYourTurn):
        foresee(s, "large A1S2", "place b2 east", "score points", "score honor", "draw", "pass")
    with pytest.raises(IllegalAction):
        foresee(s, "large A1S2", "place b2 north", "score points", "score points", "score points")


def test_a_banner_in_the_middle_of_a_plan_stays_unseen() -> None:
    s = position("players=2 grid=PPPPP/IIIII honor=0,0,7,0,0/0,0,0,0,0 hands=A1S2/-")
    found = foresee(s, "large A1S2", "place b2 north", "score honor", "score points")
    assert ("dragon", 1) in [(e.piece, e.amount) for e in of(found, GAIN)]
    assert not found.certain
    assert "wins a dragon banner" in [str(saying) for saying in found.sayings]


def _games() -> Iterator[tuple[GunkimonoState, int, Rng]]:
    """Every decision of whole random games with the action that is played then."""
    for players in (2, 3, 5):
        for track in ("1,2,9", "2,3,4"):
            rng = Rng(8 + players)
            s = cast(GunkimonoState, GAME.start(Options(GAME.info.options, {"players": players, "track": track})))
            while GAME.actor(s) != DONE:
                if GAME.actor(s) == CHANCE:
                    GAME.apply(s, GAME.draw(s, rng))
                    continue
                actions = GAME.legal(s)
                action = int(actions[rng.below(len(actions))])
                yield s, action, rng
                GAME.apply(s, action)


def _kept(before: GunkimonoState, found: Foresight, after: GunkimonoState) -> None:
    """Every promise about one action holds in the true game."""
    seat = int(before.turn)
    for effect in found.effects:
        if effect.kind == PLACE:
            assert TROOP_NAMES["IPASC".index(top(after, effect.at))] == effect.piece
            assert level(after, effect.at) > level(before, effect.at)
            assert after.board.symbols[cell(after, effect.at)] == effect.amount
        elif effect.kind == JOIN:
            formation = after.board.formation(cell(after, effect.at))
            assert effect.places == tuple(
                cell_name(after.board.field, c) for c in range(after.board.field.cells) if formation >> c & 1
            )
            assert effect.amount == len(effect.places) == 1 + sum(effect.parts)
        elif effect.kind == CUT:
            shown = [square for square in effect.places if top(after, square) == top(before, effect.at)]
            assert sum(effect.parts) == len(
                [square for square in shown if level(after, square) == level(before, square)]
            )
        elif effect.kind == CHANGE and effect.piece == "pay":
            assert effect.amount == count(after.board.formation(cell(after, effect.at)))
            assert SEAT_NAMES[effect.seat] == SEAT_NAMES[int(after.board.owner(1 << cell(after, effect.at)))]
        elif effect.kind == CHANGE:
            row = int(after.honor[seat * 5 + TROOP_NAMES.index(effect.piece)])
            assert effect.amount == (row if row != GONE else int(after.setting.rows[2]))
        elif effect.kind == BUILD:
            assert after.board.forts[seat] >> cell(after, effect.at) & 1
            assert effect.amount == count(after.board.formation(cell(after, effect.at)))
    gained = sum(e.amount for e in of(found, GAIN) if e.piece == "points")
    assert points(after)[seat] - points(before)[seat] == gained
    assert bool(of(found, END)) == (GAME.actor(after) == DONE)
    placed = {effect.at for effect in of(found, PLACE)}
    cells = range(int(after.board.field.cells))
    raised = {cell_name(after.board.field, c) for c in cells if after.board.levels[c] > before.board.levels[c]}
    assert raised == placed


def test_foresight_keeps_its_promises_in_whole_games() -> None:
    checked = 0
    for s, action, rng in _games():
        text = GAME.action_text(action)
        found = foresee(s, text)
        after = s.copy()
        GAME.apply(after, action)
        if [e for e in of(found, COST) if e.piece == "small tile"]:
            # The tile comes to lie with whichever small tile supports it.
            supports = GAME.legal(after)
            GAME.apply(after, supports[rng.below(len(supports))])
        if after.step == BANNER:
            GAME.apply(after, GAME.draw(after, rng))
        _kept(s, found, after)
        if of(found, PLACE):
            _offers_are_what_can_be_chosen(after, found)
        for effect in of(found, OPEN):
            if effect.piece == "stronghold":
                assert {f"build {square}" for square in effect.places} == {
                    GAME.action_text(a) for a in GAME.legal(after)
                }
            else:
                assert effect.amount == len(GAME.legal(after))
                assert effect.piece == tile_name(after.tile)
        checked += 1
    assert checked > 1000


def _offers_are_what_can_be_chosen(s: GunkimonoState, found: Foresight) -> None:
    world = s.copy()
    for placed in of(found, PLACE):
        offered = worth(found)
        texts = {GAME.action_text(action) for action in GAME.legal(world)}
        assert ("score points" in texts) == ((placed.at, "points") in offered)
        assert ("score honor" in texts) == ((placed.at, "honor") in offered)
        if "score points" in texts:
            scored = foresee(world, "score points")
            assert offered[placed.at, "points"] == of(scored, GAIN)[0].amount
        if "score honor" in texts:
            banners = [e.piece for e in of(foresee(world, "score honor"), GAIN) if e.piece not in ("points", "honor")]
            assert banners == [what for at, what in offered if at == placed.at and what not in ("points", "honor")]
        GAME.apply(world, GAME.legal(world)[0])
        while GAME.actor(world) == CHANCE:
            GAME.apply(world, GAME.legal(world)[0])


def test_a_plan_brings_what_its_actions_bring() -> None:
    """Points of a whole turn, foreseen at its beginning, are the points it then brings."""
    checked = 0
    for s, action, rng in _games():
        if GAME.action_text(action).split()[0] not in ("large", "small"):
            continue
        world, plan = s.copy(), [action]
        GAME.apply(world, action)
        while GAME.actor(world) == s.turn and len(plan) < 6:
            actions = GAME.legal(world)
            plan.append(int(actions[rng.below(len(actions))]))
            GAME.apply(world, plan[-1])
            while GAME.actor(world) == CHANCE:
                GAME.apply(world, GAME.draw(world, rng))
        found = GAME.foresee(GAME.view(s, s.turn), plan)
        gained = sum(e.amount for e in of(found, GAIN) if e.piece == "points")
        assert points(world)[int(s.turn)] - points(s)[int(s.turn)] == gained
        checked += 1
    assert checked > 200
