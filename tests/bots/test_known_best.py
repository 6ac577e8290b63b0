"""Positions with one best action: it wins in the same turn whatever is hidden, and no other first action does.

The file was made by trying continuations of the turn in several worlds that fit the view, not by a search bot: in
Gunshi and Gunkimono all of them. In Shogun, where dice have a say, the action won in 18 of 20 continuations or more,
and no other first action won in any of 40 that were drawn more freely.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gunbai
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget

LINES = Path(__file__).with_name("known_best.txt").read_text(encoding="utf-8").splitlines()
SIMULATIONS = 400


@pytest.mark.parametrize("name", ["gunshi", "gunkimono", "shogun"])
def test_the_search_finds_nine_of_ten(name: str) -> None:
    found, asked, missed = 0, 0, list[str]()
    for line in LINES:
        game, best, position = line.split(" | ", 2)
        if game != name:
            continue
        match = gunbai.from_position(game, position)
        legal = [int(action) for action in match.legal_actions]
        assert match.game.parse_action(best) in legal
        chosen = SearchBot(1).choose(match.game, match.view(match.actor), legal, Budget(600.0, SIMULATIONS))
        asked += 1
        found += match.game.action_text(chosen) == best
        if match.game.action_text(chosen) != best:
            missed.append(f"{match.game.action_text(chosen)} instead of {best} in {position}")
    assert asked == 30
    assert found >= 27, missed
