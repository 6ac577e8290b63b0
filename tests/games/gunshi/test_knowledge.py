"""RULES §12: what each side has learned, and that sampled worlds respect all of it."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from gunbai.core.game import DONE, SPECTATOR, random_action
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunshi.data import UNKNOWN
from gunbai.games.gunshi.packed import row_kind
from gunbai.games.gunshi.state import HAND, ROW, ROW_N, SHOGUN, SIDE, GunshiState
from gunbai.games.gunshi.view import card_list
from gunbai.session.reveal import reveals_to_anyone
from tests.games.gunshi.field import GAME, at, new, play

rule = pytest.mark.rule


def side(s: GunshiState, watcher: int, name: str) -> dict[str, Any]:
    return cast(dict[str, Any], GAME.view(s, watcher).data()[name])


def worlds(s: GunshiState, seat: int, n: int = 60) -> list[GunshiState]:
    rng = Rng(5)
    return [cast(GunshiState, GAME.resample(GAME.view(s, seat), rng)) for _ in range(n)]


@rule("12.1")
def test_secrets_are_not_in_the_view() -> None:
    s = at("I d3*, A c3", "I d6, A e6*", "phase=send row=(M)/(Rf).F hand=M.Re.F/M.M.M")
    for watcher in (1, SPECTATOR):
        red = side(s, watcher, "red")
        assert red["shogun"] is None
        assert red["hand"] is None
        assert red["row"] == [{"slot": "1", "card": None, "face": "down", "scouted": False}]
        assert all(card["card"] is None for card in red["deck"])
    assert side(s, 0, "blue")["row"][1]["card"] == "F"


@rule("12.2")
def test_a_resolved_card_stays_known_until_it_is_sent_face_down() -> None:
    s = play(new(formation="formation_1"), "shogun a1", "shogun d7")
    assert [c["card"] for c in side(s, 1, "red")["deck"]] == ["Rf", "F", "M", "Re"]
    s = play(
        at(
            "I d3*",
            "I d6*",
            "row=Re/- hand=M.M.M/- deck=(Re).(Rf).(F)/-".replace("/- deck", "/M.M.M deck").replace(
                "(F)/-", "(F)/Re.Re.Rf.F"
            ),
        ),
        "unit d3",
        "turn east",
    )
    deck = side(s, 1, "red")["deck"]
    assert [c["card"] for c in deck] == [None, None, None, "Re"]


@rule("12.3")
def test_a_face_down_card_was_in_hand_when_it_was_sent() -> None:
    """Re was sent, then a known M drawn: the face-down card cannot be that M, the hand must hold it."""
    s = at(
        "I d3*",
        "I d6*",
        "phase=send turn=blue row=(Re)/- hand=M.F.Rf/M.M.M deck=M.M.(Re)/Re.Re.Rf.F pool=?:1.?:1.?:1.M:2/",
    )
    assert side(s, 1, "red")["pool"][3] == {"card": "M", "first_place": 2}
    seen: Counter[str] = Counter()
    for world in worlds(s, 1):
        hand = card_list(world.side[HAND])
        assert "M" in hand
        seen[cast(str, side(world, 0, "red")["row"][0]["card"])] += 1
    # Two Moves lie in the deck and the third in hand: what is face down is Re, Rf or F.
    assert set(seen) == {"Re", "Rf", "F"}


@rule("12.3")
def test_tip_five_a_used_move_cannot_lie_face_down() -> None:
    """Two Moves in sight and the third just used: no face-down card is a Move."""
    s = at("I d3*", "I d6*", "phase=send turn=blue row=M.(Re).M/- hand=Re.Rf.F/M.M.M deck=M/Re.Re.Rf.F")
    for world in worlds(s, 1):
        assert "M" not in card_list(world.side[HAND])


@rule("12.4", "3.1")
def test_reinforcements_are_never_sampled_as_shogun() -> None:
    s = at("I a1*, A b1", "I g7*", "row=Rf/- mlp=8/0")
    s = play(s, "cavalry d2", "face north")
    shoguns = {int(world.side[SHOGUN]) for world in worlds(s, 1)}
    assert shoguns == {0, 1}


@rule("12.4")
def test_a_scouted_card_is_known_to_the_scout_in_every_world() -> None:
    s = at("I d3*", "I g7*", "variant=custom card=R6 mlp=4/0 row=-/M.(Re).M.(F)")
    s = play(s, "look 4")
    assert {side(w, 1, "blue")["row"][3]["card"] for w in worlds(s, 0)} == {"F"}
    assert len({side(w, 1, "blue")["row"][3]["card"] for w in worlds(s, SPECTATOR)}) > 1


@rule("12.4")
def test_what_only_the_scout_has_learnt_cannot_be_undone() -> None:
    before = at("I d3*", "I g7*", "variant=custom card=R6 mlp=4/0 row=-/M.(Re).M.(F)")
    after = play(before, "look 4")
    assert reveals_to_anyone(GAME, before, int(GAME.parse_action("look 4")), after)


@rule("12.5")
def test_the_question_betrays_nothing() -> None:
    shogun = play(at("I d6*, A a1", "I g7*", "card=M"), "unit d6", "move north")
    other = play(at("I d6, A a1*", "I g7*", "card=M"), "unit d6", "move north")
    for watcher in (1, SPECTATOR):
        assert GAME.view(shogun, watcher).data() == GAME.view(other, watcher).data()
    a, b = play(shogun, "stay"), play(other, "stay")
    assert GAME.view(a, 1).data() == GAME.view(b, 1).data()


@rule("12.1")
def test_inspiration_is_hidden_and_sampled() -> None:
    s = play(
        at("A d6, I a1*", "I g7*", "variant=inspiration_2 card=M pile=R1.R2.R3/R1.R2.R3"),
        "unit d6",
        "move north",
        "invade",
        "take R2",
        "discard M",
    )
    assert "taken" not in side(s, 1, "red")
    taken = {cast(str, side(w, 0, "red")["taken"]) for w in worlds(s, 1)}
    assert len(taken) > 2
    removed = {cast(str, side(w, 0, "red")["removed"]) for w in worlds(s, 1)}
    assert len(removed) > 2


@rule("12.1")
def test_a_sealed_kit_is_hidden_which_is_not_the_same_as_empty() -> None:
    rng = Rng(4)
    s = cast(GunshiState, GAME.start(Options(GAME.info.options, dict(GAME.info.presets["custom_secret"]))))
    while not all(side(s, seat, name)["kit"] for seat, name in enumerate(("red", "blue"))):
        GAME.apply(s, random_action(GAME, s, rng))
        for watcher, name in ((1, "red"), (0, "blue"), (SPECTATOR, "red"), (SPECTATOR, "blue")):
            assert side(s, watcher, name)["kit"] is None


@pytest.mark.parametrize("preset", ["formation_1", "standard", "custom_secret", "inspiration_1", "who_dares_wins"])
def test_the_truth_is_always_possible(preset: str) -> None:
    """The world that is the case passes the same test as the sampled ones."""
    from librt.vecs import append, vec
    from mypy_extensions import i64

    from gunbai.games.gunshi.belief import pool_allows

    rng = Rng(17)
    s = cast(GunshiState, GAME.start(Options(GAME.info.options, dict(GAME.info.presets[preset]))))
    for _ in range(900):
        if GAME.actor(s) == DONE:
            break
        GAME.apply(s, random_action(GAME, s, rng))
        if s.turn == 0:
            continue
        for seat in range(2):
            o = SIDE * seat
            public = cast(GunshiState, GAME.view(s, 1 - seat).state)  # type: ignore[attr-defined]
            hidden = vec[i64]()
            for i in range(s.side[o + ROW_N]):
                if row_kind(public.side[o + ROW], i) == UNKNOWN:
                    hidden = append(hidden, row_kind(s.side[o + ROW], i))
            for code in card_list(s.side[o + HAND]):
                hidden = append(hidden, GAME.parse_action(f"send {code}") - 629)
            assert pool_allows(public, o, hidden)
