"""Whoever receives reminders cannot use them against the server.

One reminder whose receiver answered with 1.1 MB of gzip was seen to cost 1.1 GB, and a second of everybody's time.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.server.house import Player, serving, two

MEGABYTE = 1 << 20
ANSWER = 300


@contextlib.contextmanager
def receiver(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a receiver of reminders."""
    listening = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    listening.daemon_threads = True
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.server_port}/"
    finally:
        listening.shutdown()
        listening.server_close()


def test_the_answer_to_a_reminder_is_not_read(tmp_path: Path) -> None:
    sent: list[int] = []
    over = threading.Event()

    class Talkative(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.end_headers()
            with contextlib.suppress(OSError):
                for number in range(ANSWER):
                    self.wfile.write(bytes(MEGABYTE))
                    sent.append(number)
            over.set()

        def log_message(self, *words: object) -> None:
            pass

    with receiver(Talkative) as address, serving(tmp_path / "data", "--private-webhooks") as server:
        ann, eve = Player(server.url, "Ann"), Player(server.url, "Eve")
        assert eve.http.patch("/me", json={"webhook": address}).status_code == 200
        table = two(ann, eve)
        ann.act(table, 1)
        assert over.wait(60)
        assert len(sent) < ANSWER / 2, f"{len(sent)} MB of an answer were read"


def test_a_receiver_that_never_answers_holds_few_connections(tmp_path: Path) -> None:
    here, go_on = threading.Semaphore(0), threading.Event()

    class Silent(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            here.release()
            go_on.wait(60)

        def log_message(self, *words: object) -> None:
            pass

    with receiver(Silent) as address, serving(tmp_path / "data", "--private-webhooks") as server:
        ann, eve = Player(server.url, "Ann"), Player(server.url, "Eve")
        assert eve.http.patch("/me", json={"webhook": address}).status_code == 200
        tables = [two(ann, eve) for _ in range(20)]
        for table in tables:
            ann.act(table, 1, version=0)
        for _ in range(5):
            assert here.acquire(timeout=60)
        end = time.monotonic() + 60
        while "left out" not in server.stderr():
            assert time.monotonic() < end, "all reminders were sent at once"
        go_on.set()
