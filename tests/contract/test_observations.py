"""Rows of numbers for networks: as long as they say, and made of all that a seat knows and nothing else."""

from __future__ import annotations

import pytest

from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.core.observation import MOST, Row, blank_words
from tests.contract.cases import CASES, Case, walk, watchers


def _is_written(case: Case) -> bool:
    """Whether the game says how its views are written; a game may do without."""
    return type(case.game).observer is not Game.observer


SEEN = [case for case in CASES if _is_written(case)]
# A stretch behind the row in which nothing may be written.
BEYOND = 64


def test_the_games_of_the_house_are_written() -> None:
    assert {case.name for case in SEEN} >= {"gunshi", "gunkimono", "shogun"}


@pytest.mark.parametrize("case", SEEN, ids=str)
def test_a_row_has_its_parts_in_order_and_tells_every_view_apart(case: Case) -> None:
    game = case.game
    observer = game.observer(case.options)
    assert [part.start for part in observer.parts[1:]] == [p.start + p.size for p in observer.parts[:-1]]
    assert observer.size == observer.parts[-1].start + observer.parts[-1].size
    known: dict[tuple[int, tuple[int, ...]], str] = {}
    for s, _ in walk(case, 3, every=4):
        for seat in watchers(case):
            view = game.view(s, seat)
            row = Row(blank_words(observer.size + BEYOND))
            row.begin(0)
            observer.write(view, row)
            # Whatever comes next lands right behind the row: the parts are as long as they say.
            row.number(MOST)
            row.end()
            values = row.values(observer.size + BEYOND)
            assert values[observer.size] == MOST
            assert not any(values[observer.size + 1 :])
            text = game.view_text(view)
            # Two views that differ in anything a person could read differ in their rows.
            assert known.setdefault((seat, tuple(values[: observer.size])), text) == text


@pytest.mark.parametrize("case", SEEN, ids=str)
def test_what_is_hidden_changes_no_value(case: Case) -> None:
    game = case.game
    observer = game.observer(case.options)
    for s, rng in walk(case, 5, every=6):
        for seat in range(case.players):
            view = game.view(s, seat)
            other = game.resample(view, rng)
            assert observer.values(game.view(other, seat)) == observer.values(view)


def test_a_game_may_do_without() -> None:
    toy = next(case for case in CASES if case.name == "whisper")
    with pytest.raises(GunbaiError, match="does not say how its views are written"):
        toy.game.observer(toy.options)
