"""A bot in any language: one JSON object a line on standard input and output (docs/bot-protocol.md)."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter
from typing import IO

from gunbai.bots.engine_service import EngineService
from gunbai.core.bot import Budget
from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.game import Game, View

# What every bot understands, and what a bot may ask for when it says it is ready.
PROTOCOL, NEWEST = 1, 2
# Starting an interpreter takes time that is not thinking.
START_SECONDS = 10.0
# What a bot may take over its budget before it has lost its chance: pipes and scheduling are not its fault.
GRACE_SECONDS = 0.25
MOST_CHARACTERS = 1 << 20


class BotFailed(GunbaiError):
    """A bot process that died, hung, or said something that is no answer."""


class ExternalBot:
    """A process that plays one seat of one game. It gets what its seat sees, and its time is enforced."""

    def __init__(self, command: str, seed: int = 0) -> None:
        self._process: subprocess.Popen[str] | None = None
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise GunbaiError(f"cannot read the bot's command: {error}") from None
        if not self._command:
            raise GunbaiError("a bot's command is missing after exec:")
        self._seed = seed
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._outbox: queue.Queue[str | None] = queue.Queue()
        self._protocol = PROTOCOL
        # What the bot has been told, so that it is told only what is new.
        self._told_history: list[int] = []
        self._told_view: dict[str, object] = {}
        self._choices = 0

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        """Ask the process; BotFailed when it does not answer in time with a legal action."""
        if self._process is None:
            self._start(game, view)
        question = {
            "type": "choose",
            "seat": int(view.seat),
            **(self._everything(game, view) if self._protocol == PROTOCOL else self._news(game, view)),
            "prompt": game.prompt(view),
            "legal": [{"action": a, "text": game.action_text(a)} for a in legal],
            "seconds": round(budget.seconds, 3),
        }
        answer = self._serve(game, view, question, budget.seconds + GRACE_SECONDS)
        action = answer.get("action")
        if isinstance(answer.get("text"), str):
            try:
                action = int(game.parse_action(str(answer["text"])))
            except BadNotation as error:
                self._fail(f"answered {error}")
        if isinstance(action, bool) or not isinstance(action, int) or action not in legal:
            self._fail(f"answered {str(action)[:60]!r}, which is not a legal action")
        assert isinstance(action, int)
        return action

    def _everything(self, game: Game, view: View) -> dict[str, object]:
        return {"view": view.data(), "history": [game.action_text(a) for a in view.history]}

    def _news(self, game: Game, view: View) -> dict[str, object]:
        """What changed since the last question: fields of the view, and what happened after the first `since` steps."""
        data, history = view.data(), list(view.history)
        same = 0
        for old, new in zip(self._told_history, history, strict=False):
            if old != new:
                break
            same += 1
        told, self._told_view, self._told_history = self._told_view, data, history
        return {
            "view": {name: value for name, value in data.items() if name not in told or told[name] != value},
            "gone": [name for name in told if name not in data],
            "since": same,
            "history": [game.action_text(a) for a in history[same:]],
        }

    def _serve(self, game: Game, view: View, question: dict[str, object], seconds: float) -> dict[str, object]:
        """Ask for a choice, and answer what the bot asks the engine meanwhile; all of it is the bot's time."""
        self._choices += 1
        if self._protocol == PROTOCOL:
            return self._ask(question, seconds)
        until = perf_counter() + seconds
        engine = EngineService(game, view, self._seed * 100_003 + self._choices, seconds)
        said = self._ask(question, seconds)
        while said.get("type") == "ask":
            said = self._ask(engine.answer(said), max(0.0, until - perf_counter()), seconds)
        return said

    def close(self) -> None:
        """End the process: ask, then insist."""
        process, self._process = self._process, None
        if process is None:
            return
        self._outbox.put(json.dumps({"type": "end"}))
        self._outbox.put(None)
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __del__(self) -> None:
        if self._process is not None:
            self.close()

    def _start(self, game: Game, view: View) -> None:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise BotFailed(f"cannot start {self._command[0]!r}: {error.strerror}") from None
        self._process = process
        self._lines, self._outbox = queue.Queue(), queue.Queue()
        assert process.stdin is not None
        assert process.stdout is not None
        threading.Thread(target=_listen, args=(process.stdout, self._lines), daemon=True).start()
        threading.Thread(target=_speak, args=(process.stdin, self._outbox), daemon=True).start()
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "newest": NEWEST,
            "game": game.info.name,
            "rules": game.info.rules_version,
            "seats": list(game.info.seat_names),
            "seat": int(view.seat),
            "seed": self._seed,
        }
        ready = self._ask(hello, START_SECONDS)
        if ready.get("type") != "ready":
            self._fail('did not answer hello with {"type": "ready"}')
        wanted = ready.get("protocol", PROTOCOL)
        if wanted not in range(PROTOCOL, NEWEST + 1):
            self._fail(f"wants protocol {str(wanted)[:20]!r}; there are {PROTOCOL} to {NEWEST}")
        assert isinstance(wanted, int)
        self._protocol, self._told_history, self._told_view = wanted, [], {}

    def _ask(self, message: dict[str, object], seconds: float, allowed: float = 0.0) -> dict[str, object]:
        self._outbox.put(json.dumps(message))
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._fail(f"did not answer within {allowed or seconds:.2f} s")
        if line is None:
            self._fail("has ended")
        try:
            answer = json.loads(line or "")
        except ValueError:
            self._fail(f"answered {str(line)[:60]!r}, which is not JSON")
        if not isinstance(answer, dict):
            self._fail("answered something that is not a JSON object")
        assert isinstance(answer, dict)
        return answer

    def _fail(self, what: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self._outbox.put(None)
        raise BotFailed(f"the bot {self._command[-1]!r} {what}")


def _listen(pipe: IO[str], lines: queue.Queue[str | None]) -> None:
    """Everything the process says, line by line; None when it has ended (or talks without end)."""
    with pipe:
        while (line := pipe.readline(MOST_CHARACTERS)).endswith("\n"):
            lines.put(line)
        lines.put(None)


def _speak(pipe: IO[str], outbox: queue.Queue[str | None]) -> None:
    """Write what is to be said, so that a bot that does not read cannot hold up the table."""
    with suppress(OSError), pipe:
        while (message := outbox.get()) is not None:
            pipe.write(message + "\n")
            pipe.flush()
