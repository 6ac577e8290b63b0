"""A real server in a process of its own, and people who talk to it over real sockets."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import ClientConnection, connect

from gunbai.cli import main
from gunbai.cli.front import run
from tests.forks import ROOT, environment, forks, start, take_on

PLUGIN = "tests.toy.game"
# Rations that do not fill up again while a test spends them, however slow the machine.
SLOW_RATIONS = [word for name in ("address", "person", "hint") for word in ("--set", f"limits.{name}_rate=0.0001")]
# Nothing here is encrypted; reading the machine's certificates would cost every client 18 ms of the processor.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
COMMAND = "from gunbai.cli import main; main()"


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def gunbai(*words: str) -> Ran:
    """A command that does not stay, run to its end as the command line runs it."""
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        code = run(words)
    return Ran(code, out.getvalue(), errors.getvalue())


def run_forked(words: list[str], said: Connection, errors: str, variables: dict[str, str]) -> None:
    """In the forked process: be `gunbai` with these words."""
    os.dup2(said.fileno(), 1)
    with Path(errors).open("a") as file:
        os.dup2(file.fileno(), 2)
    take_on(words, variables)
    main()


class Forked:
    """A forked process, as far as it is used like one that `subprocess` has started."""

    def __init__(self, words: list[str], errors: str) -> None:
        heard, said = forks().Pipe(duplex=False)
        self._process = start(run_forked, words, said, errors, environment(ROOT))
        said.close()
        self.stdout = os.fdopen(os.dup(heard.fileno()))
        heard.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def send_signal(self, number: int) -> None:
        if self._process.is_alive():
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("gunbai", timeout or 0.0)
        return self._process.exitcode


class Server:
    """One server process: forked, or started with a command of its own."""

    def __init__(self, data: Path, *options: str, limits: bool = False, port: int = 0, command: str = "") -> None:
        words = ["serve", "--data", str(data), "--port", str(port), "--plugin", PLUGIN, *options]
        if not limits:
            words.append("--no-limits")
        self.errors = (data.parent / f"{data.name}.stderr").open("a+")
        self.process: Forked | subprocess.Popen[str]
        if command:
            self.process = subprocess.Popen(
                [sys.executable, "-c", command, *words],
                stdout=subprocess.PIPE,
                stderr=self.errors,
                text=True,
                env=environment(ROOT),
            )
        else:
            self.process = Forked(words, self.errors.name)
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        line = self.process.stdout.readline() if ready else ""
        if "ready at" not in line:
            self.process.kill()
            raise AssertionError(f"the server did not start: {line}{self.stderr()}")
        self.url = line.split(" at ")[1].strip().rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def stderr(self) -> str:
        self.errors.seek(0)
        return self.errors.read()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()


@contextmanager
def serving(data: Path, *options: str, limits: bool = False, port: int = 0, command: str = "") -> Iterator[Server]:
    server = Server(data, *options, limits=limits, port=port, command=command)
    try:
        yield server
    finally:
        server.stop()


class Player:
    """A person with a cookie."""

    def __init__(self, url: str, name: str = "", known: bool = True) -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api", timeout=60, verify=NO_CERTIFICATES)
        self.me: dict[str, Any] = self.post("/guests", {"name": name}, 201) if known else {}

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        answer = self.http.post(path, json={} if body is None else body)
        if status is not None:
            assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, status: int | None = 200, **query: Any) -> Any:
        answer = self.http.get(path, params=query or None)
        if status is not None:
            assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

    def table(self, **wish: Any) -> str:
        made = self.post("/tables", {"game": "whisper", **wish}, 201)
        return str(made["table"])

    def order(self, table: str, do: str, status: int | None = 200, **body: Any) -> Any:
        return self.post(f"/tables/{table}/{do}", body, status)

    def act(self, table: str, *actions: int | str, status: int | None = 200, **body: Any) -> Any:
        body.setdefault("version", self.see(table)["version"])
        return self.order(table, "act", status, actions=list(actions), **body)

    def see(self, table: str, **query: Any) -> Any:
        return self.get(f"/tables/{table}", **query)

    @property
    def cookie(self) -> str:
        return f"gunbai={self.http.cookies['gunbai']}" if "gunbai" in self.http.cookies else ""

    def socket(self, table: str, url: str = "", **query: Any) -> TableSocket:
        return TableSocket(url or self.url, table, {"cookie": self.cookie} if self.cookie else {}, **query)


class TableSocket:
    """A socket at a table."""

    def __init__(self, url: str, table: str, headers: dict[str, str], origin: str | None = None, **query: Any) -> None:
        words = "&".join(f"{key}={value}" for key, value in query.items())
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket?{words}"
        # Without pings of its own: a test that does not read for long on a busy machine would end its connection.
        self._door = connect(
            address,
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
        )
        self.raw: ClientConnection = self._door.__enter__()
        self._number = 0
        self._lines: list[str] = []

    def receive(self, timeout: float = 60) -> Any:
        if not self._lines:
            self._lines = str(self.raw.recv(timeout)).split("\n")
        return json.loads(self._lines.pop(0))

    def send(self, do: str, **body: Any) -> int:
        self._number += 1
        self.raw.send(json.dumps({"do": do, "id": self._number, **body}))
        return self._number

    def ask(self, do: str, **body: Any) -> tuple[Any, list[Any]]:
        """Send an order; its answer, and the updates that came before it."""
        number = self.send(do, **body)
        updates: list[Any] = []
        while True:
            message = self.receive()
            if message["type"] != "update" and message["id"] == number:
                return message, updates
            updates.append(message)

    def until(self, version: int, timeout: float = 60) -> Any:
        end = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["type"] == "update" and message["version"] >= version:
                return message

    def close(self) -> None:
        self._door.__exit__(None, None, None)


def finish(players: dict[int, Player], table: str, most: int = 200) -> Any:
    """Play the first legal action until the game is over; the last update."""
    some = next(iter(players.values()))
    for _ in range(most):
        seen = some.see(table)
        if seen["table"]["status"] == "over":
            return seen
        seat = seen["sights"][0]["to_act"][0]
        own = next(s for s in players[seat].see(table)["sights"] if s["seat"] == seat)
        players[seat].act(table, own["legal"][0]["action"], seat=seat)
    raise AssertionError("the game did not end")


def two(ann: Player, ben: Player, **wish: object) -> str:
    """A table at which both sit, the first of them at the first seat."""
    table = ann.table(seats=["me", "open"], **wish)
    ben.order(table, "join")
    return table
