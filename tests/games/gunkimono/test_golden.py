"""Golden games and counted trees: what they hold may change only on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunbai
from gunbai.core.game import DONE, perft
from gunbai.games.gunkimono.rules import GAME
from tests.games.golden import FOLDER, text_of
from tests.games.gunkimono.oracle import SlowTable
from tests.games.gunkimono.playthroughs import GAMES
from tests.games.gunkimono.table import legal, position

PERFT = Path(__file__).parents[2] / "perft" / "gunkimono.txt"


def counted() -> list[tuple[str, list[int]]]:
    cases = []
    for line in PERFT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            where, _, counts = line.partition(";")
            cases.append((where.strip(), [int(word) for word in counts.split()]))
    return cases


@pytest.mark.parametrize(("where", "counts"), counted(), ids=lambda value: str(value)[:60])
def test_trees_have_as_many_leaves_as_counted(where: str, counts: list[int]) -> None:
    s = position(where)
    assert [int(perft(GAME, s, depth)) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("where", "counts"), counted(), ids=lambda value: str(value)[:60])
def test_counted_places_agree_with_a_slow_reading(where: str, counts: list[int]) -> None:
    s = position(where)
    if s.step != 3 or len(counts) < 2:
        pytest.skip("no tile is to be chosen here")
    slow = SlowTable(GAME.position_text(s))
    assert sum(len(slow.places(text.split()[1])) for text in legal(s) if text != "pass") == counts[1]


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_replay_and_read_the_same(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    match = gunbai.parse(text)
    assert match.over
    assert text_of(match) == text


def test_no_golden_game_is_missing() -> None:
    assert {file.stem for file in FOLDER.glob("gunkimono-*.txt")} == GAMES.keys()


@pytest.mark.slow
def test_the_tiny_game_can_be_enumerated() -> None:
    """Every state of a dealt tiny game: play never stalls, always ends, and every ending has a winner."""
    first = position("players=2 layout=tiny box=tiny hands=I1P1/P2A1 row=I1P1")
    seen, frontier, ends = {first.key()}, [first], 0
    while frontier:
        following = []
        for s in frontier:
            actions = GAME.legal(s)
            assert len(actions) > 0
            for action in actions:
                child = s.copy()
                GAME.apply(child, action)
                if child.key() in seen:
                    continue
                seen.add(child.key())
                if GAME.actor(child) == DONE:
                    ends += 1
                    assert 1 in GAME.placing(child)
                else:
                    following.append(child)
        frontier = following
    assert (len(seen), ends) == (63_993, 20_391)
