"""Live help: everything from a view, and what it promises is what then happens."""

from __future__ import annotations

from typing import cast

from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.actions import LAY, PUT, square_number, tile_number
from gunbai.games.gunkimono.board import FACINGS
from gunbai.games.gunkimono.data import SMALL
from gunbai.games.gunkimono.foresight import PlacementHelp, placement_help
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import PLACE, GunkimonoState
from gunbai.games.gunkimono.view import GunkimonoView
from tests.games.gunkimono.table import play, points, position


def ask(s: GunkimonoState, seat: int, tile: str, square: str, way: str = "") -> PlacementHelp:
    view = cast(GunkimonoView, GAME.view(s, seat))
    return placement_help(view, tile_number(tile), square_number(square), FACINGS.index(way) if way else -1)


def test_points_honor_and_joins() -> None:
    s = position("players=2 grid=AAI/APC/IAP hands=A1S2/-")
    told = ask(s, 0, "A1S2", "b2", "east")
    archer, samurai = told.troops
    assert (archer.points, archer.honor, archer.square) == (5, 1, "b2")
    assert (samurai.points, samurai.honor, samurai.size) == (1, 2, 1)
    assert sorted(f.size for f in archer.joins) == [1, 3]
    assert told.refusal == ""
    assert not told.support


def test_barred_points_closed_columns_and_banners() -> None:
    s = position("players=2 grid=AAP/SPI forts=a1:black honor=0,0,7,-,0/0,0,0,0,0 hands=-/-")
    (archer,) = ask(s, 0, "A", "c1").troops
    assert (archer.points, archer.honor, archer.banner, archer.row_after) == (0, 2, "dragon", 8)
    assert archer.joins[0].holder == "black"
    (samurai,) = ask(s, 0, "S", "c1").troops
    assert (samurai.points, samurai.honor, samurai.row_after) == (1, 0, -1)


def test_cuts_and_strongholds() -> None:
    s = position("players=2 grid=SSSSS forts=a1:red turn=black hands=-/-")
    told = ask(s, 1, "A", "c1")
    (cut,) = told.cuts
    assert (cut.formation.size, cut.formation.holder, cut.parts) == (5, "red", (2, 2))
    (fort,) = told.strongholds
    assert (fort.holder, fort.square, fort.before, fort.after) == ("red", "a1", 5, 2)
    assert "red's stronghold on a1 pays 2 instead of 5" in told.sentences()


def test_support_and_refusals() -> None:
    s = position("players=2 grid=AP board=AI1 hands=S1C1/-")
    assert ask(s, 0, "S1C1", "a1", "east").support
    assert "rule 3.1" in ask(s, 0, "S1C1", "b1", "east").refusal
    t = position("players=2 grid=SSPSS/IIIII forts=a1:red,e1:black hands=S1C1/-")
    assert "rule 5.9" in ask(t, 0, "S1C1", "c1", "south").refusal
    assert (
        "rule 3.2" in ask(t, 0, "S1C1", "b1", "south").refusal or "rule 5.6" in ask(t, 0, "S1C1", "a1", "south").refusal
    )


def test_explanations_in_words() -> None:
    s = position("players=2 grid=AAI/APC/IAP hands=A1S2/-")
    play(s, "large A1S2")
    view = GAME.view(s, 0)
    assert "archer on b2: 5 points or 1 honor" in GAME.explain(view, GAME.parse_action("place b2 east"))
    play(s, "place b2 east")
    view = GAME.view(s, 0)
    assert GAME.explain(view, GAME.parse_action("score points")) == "5 points"
    assert GAME.explain(view, GAME.parse_action("score honor")) == "to row 1 of 8"
    assert GAME.explain(view, GAME.parse_action("draw")) == ""


def test_help_keeps_its_promises_and_leaves_no_trace() -> None:
    """What help says about points, honor and strongholds is what playing it brings, in whole random games."""
    rng = Rng(8)
    checked = 0
    for players in (2, 5):
        options = Options(GAME.info.options, {"players": players, "track": "1,2,9"})
        s = cast(GunkimonoState, GAME.start(options))
        while GAME.actor(s) != DONE:
            actions = GAME.legal(s)
            action = GAME.draw(s, rng) if GAME.actor(s) == CHANCE else actions[rng.below(len(actions))]
            if s.step != PLACE:
                GAME.apply(s, action)
                continue
            view = cast(GunkimonoView, GAME.view(s, s.turn))
            before = view.data()
            small = s.tile >= SMALL
            square = action - PUT if small else (action - LAY) >> 2
            told = placement_help(view, s.tile, square, -1 if small else (action - LAY) & 3)
            assert view.data() == before
            assert told == placement_help(view, s.tile, square, -1 if small else (action - LAY) & 3)
            GAME.apply(s, action)
            if told.support:
                GAME.apply(s, GAME.legal(s)[0])
            for troop in told.troops:
                was, seat = points(s)[int(s.turn)], int(s.turn)
                texts = {GAME.action_text(a) for a in GAME.legal(s)}
                assert ("score points" in texts) == (troop.points > 0)
                assert ("score honor" in texts) == (troop.honor > 0)
                last = troop is told.troops[-1]
                play(s, "score points" if troop.points else next(iter(sorted(texts))))
                if not last and troop.points:
                    assert points(s)[seat] == was + troop.points
                while GAME.actor(s) == CHANCE:
                    GAME.apply(s, GAME.draw(s, rng))
                checked += 1
    assert checked > 100
