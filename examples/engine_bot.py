"""A client of the bot protocol, version 2, and a bot that tries every action in worlds that fit what it sees.

gunbai arena gunshi -b "exec:python examples/engine_bot.py" -b random --seconds 1
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


class Client:
    """Keeps what the bot was told, and asks the engine. Everything is one JSON object a line."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = {}
        self.history: list[str] = []
        self.asked = 0

    def send(self, **message: Any) -> None:
        print(json.dumps(message), flush=True)

    def hear(self, news: dict[str, Any]) -> None:
        """A question tells what is new since the last one: fields of the view, and what happened."""
        self.view.update(news["view"])
        for name in news["gone"]:
            del self.view[name]
        self.history[news["since"] :] = news["history"]

    def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask the engine: resample, legal, apply, playouts, foresee, drop."""
        self.asked += 1
        self.send(type="ask", id=self.asked, ask=what, **more)
        answer: dict[str, Any] = json.loads(sys.stdin.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def choose(client: Client, question: dict[str, Any]) -> int:
    """Flat Monte Carlo: each action in the same sampled worlds, each world played to its end at random."""
    actions = [int(choice["action"]) for choice in question["legal"]]
    totals = dict.fromkeys(actions, 0.0)
    until = time.monotonic() + 0.4 * question["seconds"]
    while len(actions) > 1 and time.monotonic() < until:
        (world,) = client.ask("resample")["worlds"]
        for action in actions:
            after = client.ask("apply", world=world, actions=[action])
            totals[action] += client.ask("playouts", world=after["world"])["returns"][question["seat"]]
            if time.monotonic() > until:
                break
        client.ask("drop")
    return max(actions, key=lambda action: totals[action])


client = Client()
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    if message["type"] == "hello":
        client.send(type="ready", name="engine bot", protocol=2)
    elif message["type"] == "choose":
        client.hear(message)
        client.send(action=choose(client, message))
    elif message["type"] == "end":
        break
