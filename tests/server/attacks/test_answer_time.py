"""How long a bot takes does not tell how many choices it had, where that is a secret."""

from __future__ import annotations

import pytest

from gunbai.core.registry import find, names
from gunbai.server.bot_pool import answer_due, own_seconds, share_of


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("bot", ["level-3", "level-5", "search", "level-1", "random"])
def test_a_forced_choice_takes_as_long_as_a_hard_one(name: str, bot: str) -> None:
    left = own_seconds(bot, 2.0)
    for _ in range(5):
        share = share_of(find(name), bot, left)
        # Nothing to choose, something clear, and a choice that took all the time there was for it.
        hard = max(0.001, share - 0.001)
        due = {answer_due(share, took) for took in (0.0, hard / 2, hard)}
        assert len(due) == 1
        left = max(0.0, left - due.pop())


def test_what_took_longer_is_answered_at_the_next_beat() -> None:
    assert answer_due(0.5, 0.5004) == pytest.approx(0.51)
    assert answer_due(0.0, 0.0) == pytest.approx(0.01)
    assert answer_due(0.0, 0.0012) == pytest.approx(0.01)
