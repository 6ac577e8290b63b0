"""Who knows what (RULES §10)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, cast

import pytest

from gunbai.core.game import SPECTATOR
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.actions import CLAIMED_HIDDEN, DRAWN_HIDDEN
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import EMPTY, GunkimonoState
from gunbai.games.gunkimono.view import GunkimonoView
from tests.games.gunkimono.table import play, position, start

rule = pytest.mark.rule
TABLE = (
    "players=3 turn=red sword=red honor=0,0,0,0,-/0,0,0,-,-/0,0,0,0,0 banners=15/14,9/- "
    "hands=I1P1,A1S2!,S1C1/P1A1,P1S1,P1C2/I1A1,I1S1,I2C2! row=A1S1,A1C1,S2C2"
)


def data(s: GunkimonoState, seat: int) -> dict[str, Any]:
    return cast("dict[str, Any]", GAME.view(s, seat).data())


@rule("10.1")
def test_open_to_all() -> None:
    s = position(TABLE)
    for seat in (0, 1, 2, int(SPECTATOR)):
        seen = data(s, seat)
        assert seen["row"] == ["A1S1", "A1C1", "S2C2"]
        assert [p["reserve"] for p in seen["players"]] == [list("IPASC")] * 3
        assert [p["banners"] for p in seen["players"]] == [["dragon"], ["dragon", "crane"], []]
        assert seen["players"][1]["honor"] == {
            "infantry": 0,
            "spearman": 0,
            "archer": 0,
            "samurai": None,
            "cavalry": None,
        }
        assert (seen["main_stack"], seen["end_game_stack"], seen["end_tile_shown"]) == (33, 5, False)
        assert len(seen["board"]) == 56
        assert seen["banner_stacks"]["cavalry"] == ["lotus"]


@rule("10.2")
def test_hands_and_banner_values_are_hidden_except_one_s_own() -> None:
    s = position(TABLE)
    black = data(s, 1)
    assert black["hand"] == ["P1A1", "P1S1", "P1C2"]
    assert black["players"][1]["banner_values"] == [14, 9]
    for other in (0, 2):
        assert black["players"][other]["banner_values"] is None
        assert black["players"][other]["hand_hidden"] == 2
    assert data(s, int(SPECTATOR))["hand"] == []
    # What black has not seen anywhere is counted, not located: the others' hidden tiles are among it.
    unseen = Counter(black["unseen_tiles"])
    assert unseen.total() == 60 - 3 - 3 - 2
    assert unseen["I1P1"] == unseen["S1C1"] == 1
    assert "P1A1" not in unseen


@rule("10.2")
def test_a_tile_taken_from_the_row_stays_known() -> None:
    s = position(TABLE)
    assert data(s, 1)["players"][0]["hand_known"] == ["A1S2"]
    assert data(s, 1)["players"][2]["hand_known"] == ["I2C2"]
    assert "A1S2!" in GAME.view_text(GAME.view(s, 1))
    assert "I1P1" not in GAME.view_text(GAME.view(s, 1)).split("unseen")[0]


@rule("10.2")
def test_of_two_equal_tiles_the_known_one_is_played_first() -> None:
    s = position("players=2 hands=I1P2,I1P2!,A1S1/-")
    play(s, "large I1P2")
    assert data(s, 1)["players"][0]["hand_known"] == []
    assert data(s, 1)["players"][0]["hand_hidden"] == 2


@rule("10.2")
def test_blind_draws_and_claims_look_alike_to_the_others() -> None:
    s = position("players=2 step=draw tile=A1C1 half=2 grid=AAPS/SPIC hands=-/-")
    for text in ("drawn I1P1", "drawn S2C2"):
        action = GAME.parse_action(text)
        assert GAME.seen_as(s, action, 0) == action
        assert GAME.seen_as(s, action, 1) == DRAWN_HIDDEN
        assert GAME.seen_as(s, action, SPECTATOR) == DRAWN_HIDDEN
    end = GAME.parse_action("drawn end")
    assert GAME.seen_as(s, end, 1) == end
    claim = position("players=2 honor=0,0,0,0,7/0,0,0,0,0 hands=-/-")
    play(claim, "small C", "place a1", "score honor")
    action = GAME.parse_action("banner 13")
    assert GAME.seen_as(claim, action, 0) == action
    assert GAME.seen_as(claim, action, 1) == CLAIMED_HIDDEN
    assert GAME.action_text(CLAIMED_HIDDEN) == "banner ?"


@rule("10.2", "10.3")
def test_the_deal_is_seen_only_by_the_one_dealt_to() -> None:
    s = start(players=2)
    play(s, "revealed I1P1", "revealed I1P2", "revealed I1P2", "drawn A1S1", "drawn A1S2", "drawn A2S1")
    action = GAME.parse_action("drawn S1C1")
    assert GAME.seen_as(s, action, 0) == DRAWN_HIDDEN
    assert GAME.seen_as(s, action, 1) == action


@rule("10.3")
def test_samples_deal_exactly_what_can_still_be_out() -> None:
    s = position(TABLE)
    view = cast(GunkimonoView, GAME.view(s, 1))
    rng = Rng(3)
    held: Counter[int] = Counter()
    banners: Counter[int] = Counter()
    worlds = 3000
    for _ in range(worlds):
        world = cast(GunkimonoState, GAME.resample(view, rng))
        total = [int(n) for n in world.bag]
        for code in world.hands:
            if code != EMPTY:
                total[int(code) >> 1] += 1
        for kind in world.row:
            total[int(kind)] += 1
        assert total == [int(n) for n in world.setting.copies]
        assert list(world.hands[3:6]) == list(s.hands[3:6])
        held.update({int(code) >> 1 for code in world.hands[:3] if not code & 1})
        banners[int(world.banners[0])] += 1
    # Two hidden tiles out of 52 unseen: every single kind about equally often per copy.
    kind = 39  # S2C2: its one copy lies in the row
    assert held[kind] == 0
    single = [k for k in range(40) if view.unseen[k] == 1]
    for k in single:
        assert 40 < held[k] < 200
    # Red's dragon is any value but black's 14.
    assert set(banners) == {1 << v for v in (11, 12, 13, 15)}
    assert min(banners.values()) > worlds / 4 * 0.85


@rule("10.3")
def test_what_is_hidden_changes_no_byte_of_a_view() -> None:
    one = position(TABLE)
    two = position(TABLE.replace("I1P1,A1S2!,S1C1", "P2S2,A1S2!,A2C2").replace("I1A1,I1S1", "S2C1,I1C1"))
    two = position(GAME.position_text(two).replace("banners=15/", "banners=11/"))
    assert one.key() != two.key()
    assert json.dumps(data(one, 1)) == json.dumps(data(two, 1))
    assert GAME.view_text(GAME.view(one, 1)) == GAME.view_text(GAME.view(two, 1))
    assert GAME.prompt(GAME.view(one, 1)) == GAME.prompt(GAME.view(two, 1))
