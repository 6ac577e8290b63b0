"""A crowd that keeps the bots busy, and a person who plays against one of them meanwhile.

The crowd comes from several addresses and keeps to every limit of the house: games among bots alone, and hints.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx

from tests.server.house import NO_CERTIFICATES, Player, TableSocket

# One address may have 50 games among bots alone, one person 10 of them, and 2 hints that wait.
_TABLES_OF_ADDRESS, _TABLES_OF_PERSON, _HINTS_OF_PERSON = 50, 10, 2
_HINTS_OF_ADDRESS = 50


def guest_from(url: str, name: str, address: str) -> Player:
    """A guest who comes from an address of the loopback network."""
    guest = Player(url, known=False)
    guest.http = httpx.Client(
        base_url=f"{url}/api",
        timeout=600,
        transport=httpx.HTTPTransport(verify=NO_CERTIFICATES, local_address=address, retries=3),
    )
    guest.me = guest.post("/guests", {"name": name}, 201)
    return guest


class Crowd:
    """Has so many games among bots alone in play, and so many hints under way, until it is told to go."""

    def __init__(self, url: str, tables: int, hints: int, game: str = "gunshi", bot: str = "level-5") -> None:
        self.url, self.game, self.bot = url, game, bot
        self.tables, self.hints = 0, 0
        self.hints_given = 0
        self._guests: list[Player] = []
        self._over = threading.Event()
        self._count = threading.Lock()
        self._threads: list[threading.Thread] = []
        for number in range(-(-tables // _TABLES_OF_PERSON)):
            wanted = min(_TABLES_OF_PERSON, tables - self.tables)
            self._set_up(f"127.0.1.{1 + number * _TABLES_OF_PERSON // _TABLES_OF_ADDRESS}", wanted)
        for number in range(-(-hints // _HINTS_OF_PERSON)):
            wanted = min(_HINTS_OF_PERSON, hints - self.hints)
            self._ask_for_hints(f"127.0.2.{1 + number * _HINTS_OF_PERSON // _HINTS_OF_ADDRESS}", wanted)

    def _set_up(self, address: str, count: int) -> None:
        guest = self._welcome(address)
        for _ in range(count):
            guest.table(game=self.game, seats=[f"bot:{self.bot}"] * 2, listed=False)
            self.tables += 1

    def _ask_for_hints(self, address: str, count: int) -> None:
        guest = self._welcome(address)
        table = guest.table(game=self.game, seats=["me", "me"], hints="anyone", listed=False)
        seat = guest.see(table)["sights"][0]["to_act"][0]
        for _ in range(count):
            self.hints += 1
            thread = threading.Thread(target=self._hint, args=(guest, table, seat), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _hint(self, guest: Player, table: str, seat: int) -> None:
        """One hint after the other, so that as many are always under way."""
        with contextlib.suppress(httpx.HTTPError, RuntimeError):
            while not self._over.is_set():
                answer = guest.http.post(f"/tables/{table}/hint", json={"seat": seat})
                if answer.status_code == 200:
                    with self._count:
                        self.hints_given += 1
                else:
                    self._over.wait(float(answer.headers.get("retry-after", "1")))

    def _welcome(self, address: str) -> Player:
        self._guests.append(guest_from(self.url, "Crowd", address))
        return self._guests[-1]

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_: object) -> None:
        """The hints that wait are not waited for: the server is about to end."""
        self._over.set()


@contextlib.contextmanager
def at_table(url: str, game: str, bot: str) -> Iterator[tuple[Player, str, TableSocket]]:
    """A person who has just sat down against a bot."""
    ann = Player(url, "Ann")
    table = ann.table(game=game, seats=["me", f"bot:{bot}"], auto=True)
    line = ann.socket(table)
    try:
        yield ann, table, line
    finally:
        line.close()


def answer_times(
    url: str, turns: int, game: str = "gunshi", bot: str = "level-5", patience: float = 300
) -> list[float]:
    """How long a person waits for the bot: from the end of their own turn to the end of the bot's, so many times."""
    waited: list[float] = []
    while len(waited) < turns:
        with at_table(url, game, bot) as (_, _, line):
            _play(line, waited, turns, patience)
    return waited


def _play(line: TableSocket, waited: list[float], turns: int, patience: float) -> None:
    """Always the first legal action. Ends with the game or with enough turns."""
    seen: dict[str, Any] = {}
    since: float | None = None
    while len(waited) < turns:
        message = line.receive(patience)
        if message["type"] == "refused":
            # What is forced is played by itself, perhaps a moment before the person does it.
            assert message["error"] == "stale", message
            continue
        for sight in message.get("sights", ()):
            if sight.get("seat") == 0:
                seen = sight
        if not seen:
            continue
        if since is not None and (seen["over"] or 1 not in seen["to_act"]):
            waited.append(time.monotonic() - since)
            since = None
        if seen["over"]:
            return
        if since is None and seen["to_act"] == [1]:
            since = time.monotonic()
        elif seen["legal"]:
            line.send("act", actions=[seen["legal"][0]["action"]], version=seen["version"], seat=0)
            seen = {**seen, "legal": []}
