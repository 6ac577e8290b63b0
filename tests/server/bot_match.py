"""A match through the server: a bot that sits at its tables against the same bot as the arena makes it.

python -m tests.server.bot_match --games 100 --game gunshi --bot search --seconds 0.25

The arena's bot lives in this process, plays a person's seat over HTTP and gets its seat's view, which is made from the
server's log. Both bots have the same seconds for a turn and the same priority. The server's bot is as strong as in the
arena if the interval of its score holds one half.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gunbai import bots
from gunbai.core.bot import Budget, TurnTime
from gunbai.core.game import CHANCE, DONE, Game, State, bring_into_focus
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.lab.statistics import wilson
from tests.server.house import Player, Server, TableSocket, serving
from tests.server.killing import stored

# A server gives its bots this priority.
NICENESS = 10
PATIENCE = 600.0


class Position:
    """The game as the server's log tells it, and what a seat has seen of it."""

    def __init__(self, game: Game, options: str, seat: int) -> None:
        self.game, self.seat = game, seat
        self.state: State = game.start(Options(game.info.options, parse_options(options)))
        self.seen: list[int] = []
        self._taken_in = 0

    def follow(self, events: list[dict[str, Any]]) -> None:
        steps = [step for event in events for step in event.get("steps", ())]
        for actor, action, _ in steps[self._taken_in :]:
            if actor != CHANCE:
                bring_into_focus(self.game, self.state, actor)
            self.seen.append(int(self.game.seen_as(self.state, action, self.seat)))
            self.game.apply(self.state, action)
        self._taken_in = len(steps)

    @property
    def length(self) -> int:
        return self._taken_in


def play(server: Server, data: Path, given: argparse.Namespace, number: int) -> float:
    """One game; what the server's bot scored: 1, a half or 0."""
    game, seat = find(given.game), number % 2
    person = Player(server.url, "Arena")
    seats = [f"bot:{given.bot}", f"bot:{given.bot}"]
    seats[seat] = "me"
    table = person.table(game=given.game, options=parse_options(given.options), seats=seats, listed=False)
    position = Position(game, given.options, seat)
    mind, turn = bots.make(given.bot, given.seed * 1000 + number), TurnTime(given.seconds)
    line = person.socket(table)
    try:
        acted, order, version = -1, 0, -1
        while True:
            sight = _own_turn(line, seat, order, version)
            position.follow(stored(data, table))
            if sight["over"]:
                break
            view = game.view(position.state, seat)
            view.history = list(position.seen)
            legal = [one["action"] for one in sight["legal"]]
            if position.length != acted + 1:
                turn.begin(seat)
            budget = Budget(turn.left(seat))
            began = budget.clock()
            action = int(mind.choose(game, view, legal, budget))
            turn.used(budget.clock() - began)
            acted, version = position.length, sight["version"]
            order = line.send("act", actions=[action], version=sight["version"], seat=seat)
    finally:
        line.close()
    assert game.actor(position.state) == DONE
    own, other = game.returns(position.state)[1 - seat], game.returns(position.state)[seat]
    return 0.5 if own == other else float(own > other)


def _own_turn(line: TableSocket, seat: int, order: int, version: int) -> Any:
    """Wait for the answer to an order, then until the seat may act at a later version, or the game is over.

    Where both may act, the other bot can be quicker: a sight with this seat's choices comes while the order is still
    on its way, and is out of date once that is carried out. So no sight counts that is older than the answer.
    """
    newest: Any = None
    answered = not order
    while True:
        message = line.receive(PATIENCE)
        if message["type"] == "done":
            answered, version = True, max(version, message["version"] - 1)
        elif message["type"] == "refused":
            assert message["error"] == "stale", message
            answered, version = True, -1
        for sight in message.get("sights", ()):
            if sight["seat"] == seat:
                newest = sight
        if answered and newest and newest["version"] > version and (newest["over"] or newest["legal"]):
            return newest


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.server.bot_match", description="A match through the server.")
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--game", default="gunshi")
    words.add_argument("--options", default="")
    words.add_argument("--bot", default="search")
    words.add_argument("--seconds", type=float, default=0.25, help="for a turn of either bot")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    score, began = 0.0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gunbai-match-") as folder:
        data = Path(folder) / "data"
        options = ("--bot-seconds", str(given.seconds), "--bot", given.bot, "--bot-workers", "1")
        with serving(data, *options) as server:
            # Not earlier: the server would inherit it, and its bots would come behind ours.
            os.nice(NICENESS)
            for number in range(given.games):
                score += play(server, data, given, number)
                low, high = wilson(score, number + 1)
                print(
                    f"{number + 1} games in {time.monotonic() - began:.0f} s: the server's bot scored {score:g}, "
                    f"{score / (number + 1):.3f} (95 % {low:.3f} to {high:.3f})",
                    flush=True,
                )
    print("holds one half" if low <= 0.5 <= high else "does NOT hold one half")
    return 0 if low <= 0.5 <= high else 1


if __name__ == "__main__":
    sys.exit(main())
