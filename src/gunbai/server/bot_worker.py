"""A process that thinks for bots. It is handed the view of one seat: no database, no seed, no true state.

A view travels as a position that fits it, drawn at random by the game's own `resample`, which is made from the view
alone. So even the bytes on the pipe hold nothing that the seat does not know. One question and one answer per line.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import msgspec

from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import View
from gunbai.core.registry import find


class Question(msgspec.Struct):
    """What one bot is asked: where it sits, what it sees, what it may do."""

    game: str
    bot: str
    seat: int
    position: str
    history: list[int]
    legal: list[int]
    seconds: float
    seed: int


class Choice(msgspec.Struct):
    """The bot's choice, or why there is none."""

    action: int = -1
    error: str = ""


def view_of(question: Question) -> View:
    """The seat's view, rebuilt from a position that fits it."""
    game = find(question.game)
    s = game.parse_position(question.position)
    if game.actor(s) != question.seat:
        game.focus(s, question.seat)
    view = game.view(s, question.seat)
    view.history = question.history
    return view


def main() -> None:
    """Answer questions until the other side hangs up."""
    # People first: thinking yields to serving.
    os.nice(10)
    for plugin in sys.argv[1:]:
        import_module(plugin)
    decoder = msgspec.json.Decoder(Question)
    # Whatever a bot prints goes to the error stream, so that it cannot garble the answers.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        try:
            question = decoder.decode(line)
            bot = bots.make(question.bot, question.seed)
            action = bot.choose(find(question.game), view_of(question), question.legal, Budget(question.seconds))
            choice = Choice(int(action))
        except Exception as error:  # any bot, any fault: the table must hear of it
            choice = Choice(error=f"{type(error).__name__}: {error}"[:300])
        answers.write(msgspec.json.encode(choice) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
