"""A player who is not attacked, and how long each of their requests took."""

from __future__ import annotations

import threading
import time
from types import TracebackType

from tests.server.house import Player


class Bystander:
    """Asks over HTTP and on a socket, ten times a second, until the attack is over."""

    def __init__(self, url: str, pause: float = 0.1) -> None:
        self._pause = pause
        self.player = Player(url, "Bystander")
        self.table = self.player.table(seats=["me", "me"])
        self._line = self.player.socket(self.table)
        self._line.receive()
        self.seconds: list[float] = []
        self._calm: list[float] = []
        self.failure: BaseException | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> Bystander:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._line.close()
        if kind is None and self.failure is not None:
            raise self.failure

    def wait_for_answers(self, more: int) -> None:
        """Wait until the bystander has been answered so many times from now on."""
        wanted, end = len(self.seconds) + more, time.monotonic() + 60
        while len(self.seconds) < wanted:
            assert self.failure is None, self.failure
            assert time.monotonic() < end, "the bystander is not answered"
            self._over.wait(0.01)

    def look_around(self, answers: int) -> None:
        """Before the attack: find out how long answers take on this machine anyway."""
        self.wait_for_answers(answers)
        self._calm, self.seconds = self.seconds, []

    def line(self) -> str:
        calm = f" (before: {_percentile(self._calm, 0.99):.1f} ms)" if self._calm else ""
        return (
            f"bystander: {len(self.seconds)} answers, p50 {_percentile(self.seconds, 0.5):.1f} ms, "
            f"p99 {_percentile(self.seconds, 0.99):.1f} ms{calm}, longest {max(self.seconds) * 1000:.1f} ms"
        )

    def _ask(self) -> None:
        try:
            while not self._over.is_set():
                began = time.perf_counter()
                if len(self.seconds) % 2:
                    answer, _ = self._line.ask("mute", seat=0)
                    assert answer["type"] in ("done", "refused"), answer
                else:
                    self.player.get("/me")
                self.seconds.append(time.perf_counter() - began)
                self._over.wait(self._pause)
        except BaseException as error:
            self.failure = error


def _percentile(seconds: list[float], share: float) -> float:
    """In milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))] * 1000
