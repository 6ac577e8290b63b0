"""Golden files: node counts of hand-made positions and whole games, regenerated only on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunbai
from gunbai.core.game import perft
from gunbai.games.shogun.rules import GAME
from tests.games.golden import FOLDER, text_of
from tests.games.shogun.playthroughs import EARLIER, GAMES

PERFT = Path(__file__).parents[2] / "perft" / "shogun.txt"
LINES = [line for line in PERFT.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", LINES)
def test_node_counts(line: str) -> None:
    position, _, numbers = line.partition(" => ")
    counts = [int(n) for n in numbers.split()]
    s = GAME.parse_position(position)
    assert [int(perft(GAME, s, depth)) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", [*EARLIER, *GAMES])
def test_playthroughs_have_not_changed(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    match = gunbai.parse(text)
    assert match.over
    assert text_of(match) == text
    assert match.record.rules_version == EARLIER.get(name, GAME.info.rules_version)
