"""How soon horses are home when nobody answers, and who could answer: a sketch for formations."""

from __future__ import annotations

from typing import cast

import pytest

import gunbai
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget
from gunbai.core.options import Options
from gunbai.games.gunshi.charges import SLOWEST, Charge, answering, read_charge
from gunbai.games.gunshi.data import SQUARE_BY_NAME, bit_at
from gunbai.games.gunshi.learned import answers_next, needs_a_move, pressed
from gunbai.games.gunshi.state import GunshiState
from tests.games.gunshi.field import GAME, at

# Red has four horses before files that one Move opens, and has sent its cards; blue has foot and a Move to take them.
OPENING = (
    *("cavalry d1", "face north", "cavalry g6", "face south", "cavalry d2", "face north", "fence b6-b7"),
    *("cavalry c1", "face north", "cavalry a7", "face south", "cavalry e1", "face north", "fence a6-a7"),
    *("infantry a1", "face north", "infantry e6", "face south", "infantry c6", "face south", "fence d4-d5"),
    *("infantry d7", "face south", "fence c7-d7", "shogun a1", "hand M", "hand M", "hand Re"),
    *("deck M", "deck Re", "deck Rf", "shogun d7", "hand M", "hand M", "hand F", "deck M", "deck Rf", "deck Re"),
    *("send M", "send M", "send Re"),
)


def charge_of(red: str, blue: str, fences: str = "", seat: int = 0) -> Charge:
    charge = Charge()
    read_charge(charge, at(red, blue, f"card=M fences={fences}" if fences else "card=M"), seat)
    return charge


@pytest.mark.parametrize(
    ("red", "blue", "fences", "moves"),
    [
        ("C d1, C d2, C d3, I a1*", "I g7*", "", (1, 1, 1)),
        ("C d1, C d2, C d3, I a1*", "I d7, I g7*", "", (1, 1, 1)),  # who stands on the back line stops nobody
        ("C d1, C d2, C d3, I a1*", "I d6, I g7*", "", (2, 2, 2)),
        ("C d1, C d2, C d3, I a1*", "I d6, I d5, I g7*", "", (3, 3, 3)),
        ("C d1, C d2, C d3, I a1*", "I g7*", "-/d4-d5", (2, 2, 2)),
        ("C d1, C d2, C d3, I a1*", "I d5, I g7*", "-/d4-d5", (3, 3, 3)),  # first the fence falls, then the unit
        ("C d1, C d2, C d3, I a1*", "I d5, I g7*", "-/d5-d6", (2, 2, 2)),  # a fence behind it falls with it
        ("C b1, C b2, C c1, I g1*", "I c6, I g7*", "", (2, 1, 1)),
        ("C b1, C b2, C c1, I g1*", "I b6, I b5, I c6, I g7*", "", (3, 3, 2)),
        ("C b1, C c1, I g1*", "I g7*", "", (4, 1, 1)),
        ("C b1, C d1, C f1, I g1*", "I g7*", "", (4, 4, 1)),  # none is beside another
        ("C b1 E, C b2 E, C c1 E, I g1*", "I g7*", "", (4, 4, 4)),  # none looks ahead
    ],
)
def test_moves_until_horses_are_home(red: str, blue: str, fences: str, moves: tuple[int, int, int]) -> None:
    charge = charge_of(red, blue, fences)
    assert (charge.three, charge.two, charge.one) == moves


def test_blue_rides_the_other_way() -> None:
    charge = charge_of("I d2, I a1*", "C d7, C d6, C d5, I g7*", "d2-d3/-", seat=1)
    assert charge.three == 3
    assert charge.stops == bit_at(SQUARE_BY_NAME["d3"])
    assert charge_of("I d2, I a1*", "C d7, C d6, C d5, I g7*", "c2-c3/-", seat=1).three == 2


def test_horses_on_the_back_line_already_make_no_charge() -> None:
    assert charge_of("C d7, I a1*", "I g7*").one == SLOWEST


def test_answers_are_units_beside_the_square_where_horses_stop() -> None:
    charge = charge_of("C d1, C d2, C d3, I a1*", "I d6, I d7, I c6, I g7*")
    assert charge.stops == bit_at(SQUARE_BY_NAME["d6"])
    blue = sum(1 << SQUARE_BY_NAME[name] for name in ("d6", "d7", "c6", "g7"))
    assert answering(charge.stops, blue, 0) == 2
    assert answering(charge.stops, 0, 1 << SQUARE_BY_NAME["e6"]) == 1
    assert answering(0, blue, 0) == 0


def test_who_is_pressed_by_a_charge() -> None:
    """Only the side it comes to, only once it chooses cards, and never in ready-made formations."""
    match = gunbai.new("gunshi", seed=1)
    for words in OPENING:
        if words.startswith("shogun"):
            assert not pressed(cast(GunshiState, match.state), int(match.actor)), "the shogun is not a card"
        match.push(GAME.parse_action(words))
    t = cast(GunshiState, match.state)
    assert pressed(t, 1)
    assert not pressed(t, 0)
    assert answers_next(t)
    match.push(GAME.parse_action("send M"))
    assert not answers_next(cast(GunshiState, match.state)), "only the first card answers"
    ready_made = cast(GunshiState, GAME.start(Options(GAME.info.options, {"formation": "formation_2"})))
    assert not pressed(ready_made, 0)
    assert not pressed(ready_made, 1)


def test_the_first_card_sent_against_a_charge_is_a_move() -> None:
    """Before, a fence or reinforcements went first, the charge came, and the Move that would have met it came late."""
    match = gunbai.new("gunshi", seed=1)
    for words in OPENING:
        match.push(GAME.parse_action(words))
    sent = [
        GAME.action_text(SearchBot(seed).choose(GAME, match.view(1), match.legal_actions, Budget(600.0, 60)))
        for seed in range(8)
    ]
    assert sent == ["send M"] * 8


def test_a_hand_against_horses_begins_with_a_move() -> None:
    """Hands are chosen in ascending order: what is not a Move then is never followed by one."""
    match = gunbai.new("gunshi", seed=1)
    for words in OPENING[: OPENING.index("shogun d7")]:
        match.push(GAME.parse_action(words))
    assert not needs_a_move(cast(GunshiState, match.state), 1), "the shogun is not a card"
    match.push(GAME.parse_action("shogun d7"))
    assert needs_a_move(cast(GunshiState, match.state), 1)
    chosen = [SearchBot(seed).choose(GAME, match.view(1), match.legal_actions, Budget(600.0, 60)) for seed in range(8)]
    assert [GAME.action_text(action) for action in chosen] == ["hand M"] * 8
    match.push(chosen[0])
    assert not needs_a_move(cast(GunshiState, match.state), 1), "the rest of the hand is free"


def test_a_hand_against_foot_is_free() -> None:
    match = gunbai.new("gunshi", seed=1)
    for words in ("infantry d1", "face north", "infantry d7", "face south"):
        match.push(GAME.parse_action(words))
    while match.actor >= 0 and not GAME.action_text(match.legal_actions[0]).startswith("hand"):
        foot = [action for action in match.legal_actions if not GAME.action_text(action).startswith("cavalry")]
        match.push(foot[-1])
    assert not needs_a_move(cast(GunshiState, match.state), int(match.actor))
