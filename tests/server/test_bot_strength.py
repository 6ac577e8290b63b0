"""A bot at a table of the server plays as it does in the arena: it keeps its tree and the time of its turn."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from gunbai import bots
from gunbai.core.bot import Bot, Budget
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server.bot_pool import think_request
from gunbai.server.bot_worker import Household, answer
from gunbai.server.hosted_table import OVER, HostedTable
from gunbai.server.store import Row
from gunbai.server.worker_messages import ChosenAction
from tests.server.house import Player, serving

# Few, so that the test is quick; by time it would not repeat.
SIMULATIONS = 8
SECONDS = 3600.0
# So many choices of bots; a game goes on for longer.
CHOICES = 30
SEED = 11
OPTIONS: dict[str, dict[str, int | str | bool]] = {"gunshi": {}, "gunkimono": {"players": 2}}

Choose = Callable[[HostedTable, int, str], int]


def game_by(game: str, rules: int, bot: str, choose: Choose) -> list[int]:
    """The choices of two bots at a table whose dice are always the same."""
    table = HostedTable("t", lambda at: at / 1000, bytes(32))
    chairs = [ev.Chair("bot", bot, bot)] * 2
    table.fold(Row("t", 1, 0, None, ev.encode(ev.Created(game, rules, OPTIONS[game], chairs, "a", ""))))
    table.begin()
    chosen: list[int] = []
    while table.status != OVER and len(chosen) < CHOICES:
        seat = table.bots_to_act()[0]
        chosen.append(choose(table, seat, bot))
        table.act(seat, [chosen[-1]], table.version)
    return chosen


def through_worker(household: Callable[[], Household]) -> Choose:
    def choose(table: HostedTable, seat: int, bot: str) -> int:
        request = think_request(table, seat, bot, SECONDS, SEED + seat)
        request.iterations = SIMULATIONS
        found = answer(request, household())
        assert isinstance(found, ChosenAction)
        return found.action

    return choose


def as_in_the_arena() -> Choose:
    """Every seat has one bot for the whole game, and it is asked here."""
    minds: dict[int, Bot] = {}

    def choose(table: HostedTable, seat: int, bot: str) -> int:
        mind = minds.setdefault(seat, bots.make(bot, SEED + seat))
        play = table.game_table
        return int(mind.choose(table.game, play.view(seat), play.bot_actions(seat), Budget(SECONDS, SIMULATIONS)))

    return choose


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("bot", ["search", "level-4"])
def test_a_bot_in_its_worker_chooses_what_it_chooses_in_the_arena(game: str, bot: str) -> None:
    rules = find(game).info.rules_version
    home = Household()
    arena = game_by(game, rules, bot, as_in_the_arena())
    assert game_by(game, rules, bot, through_worker(lambda: home)) == arena
    assert len(arena) == CHOICES
    # That is no matter of course: a bot that is made anew for every choice plays another game.
    assert game_by(game, rules, bot, through_worker(Household)) != arena


def test_the_seconds_of_a_turn_are_shared_by_its_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    options = ("--plugin", "tests.server.attacks.slow_bots", "--bot-seconds", "1.5")
    with serving(tmp_path / "data", *options) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(game="gunshi", seats=["me", "bot:timekeeper"])
        line = ann.socket(table)
        seen = line.receive()["sights"][0]
        turns = 0
        while turns < 3:
            if seen["legal"]:
                line.send("act", actions=[seen["legal"][0]["action"]], version=seen["version"], seat=0)
            before = seen["to_act"]
            message = line.receive()
            seen = next((sight for sight in message.get("sights", ())), {**seen, "legal": []})
            turns += before == [1] and seen["to_act"] == [0]
        line.close()
    told = [line.split() for line in (tmp_path / "diary").read_text().splitlines()]
    turn, left = -1, 0.0
    for heard, seconds in ((int(entry[0]), float(entry[1])) for entry in told):
        if heard == turn + 1:
            assert seconds < left, "the seconds that were used up count again"
        else:
            assert seconds == 1.5, "a turn begins with all of its seconds"
        turn, left = heard, seconds
    assert any(int(one[0]) + 1 == int(two[0]) for one, two in pairwise(told))
