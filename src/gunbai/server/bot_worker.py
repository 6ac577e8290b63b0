"""A process that thinks for bots and players. It is handed the view of one seat: no database, no seed, no true state.

A view travels as a position that fits it, drawn at random by the game's own `resample`, which is made from the view
alone. So even the bytes on the pipe hold nothing that the seat does not know. One request and one answer per line.
"""

from __future__ import annotations

import os
import sys
import threading
import time

import msgspec

from gunbai import bots
from gunbai.bots.advice import analyse
from gunbai.core.bot import Budget
from gunbai.core.game import View, bring_into_focus
from gunbai.core.registry import find, use_plugin
from gunbai.server.messages import HintLine
from gunbai.session.reveal import reveals_to_anyone

# A hint lists this many of the best actions.
_HINTED = 5


class ThinkRequest(msgspec.Struct, tag="choose"):
    """What one bot is asked: where it sits, what it sees, what it may do."""

    game: str
    rules: int
    bot: str
    seat: int
    position: str
    history: list[int]
    legal: list[int]
    seconds: float
    seed: int


class ChosenAction(msgspec.Struct, tag="chosen"):
    """The bot's choice."""

    action: int


class UndoRequest(msgspec.Struct, tag="undo"):
    """Whether a seat's action showed anybody something hidden, as far as that seat can tell."""

    game: str
    rules: int
    seat: int
    before: str
    action: int
    after: str


class UndoAnswer(msgspec.Struct, tag="judged"):
    """Whether the action showed something."""

    shown: bool


class HintRequest(msgspec.Struct, tag="hint"):
    """What a seat could do best, by what it sees; `iterations` instead of `seconds` make the answer repeatable."""

    game: str
    rules: int
    seat: int
    position: str
    history: list[int]
    seconds: float
    seed: int
    iterations: int = 0


class HintAnswer(msgspec.Struct, tag="hinted"):
    """The best actions first, and the line the search would play."""

    actions: list[HintLine]
    line: list[str]


class Failure(msgspec.Struct, tag="failed"):
    """Why there is no answer."""

    error: str


WorkerRequest = ThinkRequest | UndoRequest | HintRequest
WorkerAnswer = ChosenAction | UndoAnswer | HintAnswer | Failure


def view_of(request: ThinkRequest | HintRequest) -> View:
    """The seat's view, rebuilt from a position that fits it."""
    game = find(request.game, request.rules)
    s = game.parse_position(request.position)
    bring_into_focus(game, s, request.seat)
    view = game.view(s, request.seat)
    view.history = request.history
    return view


def answer(request: WorkerRequest) -> WorkerAnswer:
    """Compute the answer to a request."""
    game = find(request.game, request.rules)
    match request:
        case UndoRequest():
            before, after = game.parse_position(request.before), game.parse_position(request.after)
            bring_into_focus(game, before, request.seat)
            return UndoAnswer(reveals_to_anyone(game, before, request.action, after))
        case HintRequest():
            budget = Budget(request.seconds, request.iterations)
            found = analyse(game, view_of(request), budget, request.seed)
            best = found.advice[:_HINTED]
            return HintAnswer(
                [HintLine(a.action, a.text, a.expected, round(max(0.0, 1 - a.margin), 4)) for a in best],
                list(found.line),
            )
        case ThinkRequest():
            bot = bots.make(request.bot, request.seed)
            return ChosenAction(int(bot.choose(game, view_of(request), request.legal, Budget(request.seconds))))


def _end_with(server: int) -> None:
    """Exit when the server is gone, however it ended: nobody else would stop a bot that never answers."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def main() -> None:
    """Answer requests until the other side hangs up."""
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    os.nice(int(sys.argv[2]))
    for plugin in sys.argv[3:]:
        use_plugin(plugin)
    decoder: msgspec.json.Decoder[WorkerRequest] = msgspec.json.Decoder(WorkerRequest)
    # What a bot prints goes to the error stream, so that it cannot garble the answers.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        try:
            given = answer(decoder.decode(line))
        except Exception as error:  # any bot, any fault: the table must hear of it
            given = Failure(f"{type(error).__name__}: {error}"[:300])
        answers.write(msgspec.json.encode(given) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
