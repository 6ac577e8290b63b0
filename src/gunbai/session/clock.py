"""Time at a table: none, a tournament's total per player, or so many days per move."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf

from gunbai.core.errors import GunbaiError
from gunbai.core.registry import find

NONE, TOTAL, PER_MOVE = "none", "total", "per-move"
DAY = 86_400.0


@dataclass(frozen=True)
class Control:
    """A time control. Total: so many seconds for the whole game, nothing added. Per move: so many for each action."""

    kind: str = NONE
    seconds: float = inf

    def __post_init__(self) -> None:
        if self.kind not in (NONE, TOTAL, PER_MOVE):
            raise GunbaiError(
                "a time control is {none}, {total} or {per_move}, not {kind!r}",
                none=NONE,
                total=TOTAL,
                per_move=PER_MOVE,
                kind=self.kind,
            )
        if (self.kind == NONE) != (self.seconds == inf) or not 0 < self.seconds <= (
            inf if self.kind == NONE else 366 * DAY
        ):
            raise GunbaiError("a {kind} time control has more than 0 seconds and at most a year", kind=self.kind)

    def text(self) -> str:
        return self.kind if self.kind == NONE else f"{self.kind}:{self.seconds:g}"


def tournament(minutes: float = 20) -> Control:
    """The rulebook's control: 20 minutes each, no increment, no extra time."""
    return Control(TOTAL, minutes * 60)


def days_per_move(days: float) -> Control:
    """Correspondence play: each action within so many days."""
    return Control(PER_MOVE, days * DAY)


def parse_control(text: str) -> Control:
    """The inverse of `Control.text`: `none`, `total:1200`, `per-move:259200`.

    >>> parse_control("total:1200") == tournament()
    True
    """
    kind, _, seconds = text.partition(":")
    if kind == NONE and not seconds:
        return Control()
    try:
        # Python would also read other scripts' digits and 1_000, which nobody else reads.
        return Control(kind, float(seconds if seconds.isascii() and "_" not in seconds else ""))
    except ValueError as error:
        if isinstance(error, GunbaiError):
            raise
        raise GunbaiError(
            "a time control is written none, total:SECONDS or per-move:SECONDS, not {input!r}", input=text
        ) from None


class Clock:
    """What is left for each seat. It knows no game: the table tells it whose time runs."""

    def __init__(self, control: Control, players: int, now: Callable[[], float] = time.monotonic) -> None:
        self.control = control
        self.paused = False
        self._now = now
        self._left = [control.seconds] * players
        self._running: tuple[int, ...] = ()
        self._since = now()

    @property
    def running(self) -> tuple[int, ...]:
        """The seats whose time runs (or would, were the clock not paused)."""
        return self._running

    def left(self, seat: int) -> float:
        """Seconds left, never below zero; infinite without a time control."""
        gone = self._now() - self._since if seat in self._running and not self.paused else 0.0
        return max(0.0, self._left[seat] - gone)

    def flagged(self, excused: Collection[int] = ()) -> int | None:
        """The seat whose time ran out, if one did and is not excused; among several, the one that ran out first."""
        if self.control.kind == NONE or self.paused:
            return None
        asked = [seat for seat in self._running if seat not in excused]
        first = min(asked, key=lambda seat: self._left[seat], default=-1)
        return first if asked and self.left(first) <= 0 else None

    def run(self, seats: Iterable[int]) -> None:
        """From now on the time of exactly these seats runs; a seat that starts again gets a fresh move's time."""
        self._settle()
        before, self._running = self._running, tuple(sorted(seats))
        for seat in self._running:
            if seat not in before:
                self.fresh_move(seat)

    def fresh_move(self, seat: int) -> None:
        """Under a per-move control, give the seat its full time again."""
        if self.control.kind == PER_MOVE:
            self._settle()
            self._left[seat] = self.control.seconds

    def pause(self) -> None:
        """Stop all time, for instance while a server is down."""
        self._settle()
        self.paused = True

    def resume(self) -> None:
        self.paused = False
        self._since = self._now()

    def text(self) -> str:
        """Control and time left on one line, to be kept with a saved game."""
        self._settle()
        return " ".join([self.control.text(), *(f"{left:.3f}" for left in self._left)])

    def _settle(self) -> None:
        now = self._now()
        if not self.paused:
            for seat in self._running:
                self._left[seat] = max(0.0, self._left[seat] - (now - self._since))
        self._since = now


def parse_clock(text: str, players: int, now: Callable[[], float] = time.monotonic) -> Clock:
    """The inverse of `Clock.text`; whose time runs is for the table to say."""
    control, *lefts = text.split() or [""]
    clock = Clock(parse_control(control), players, now)
    try:
        times = [float(left) for left in lefts]
    except ValueError:
        times = []
    if len(times) != players or not all(0 <= left <= clock.control.seconds for left in times):
        raise GunbaiError(
            "a clock of {players} seats is written CONTROL and {players} times left, not {input!r}",
            players=players,
            input=text,
        )
    clock._left = times
    return clock


@dataclass(frozen=True)
class Tournament:
    """A style of official play: the game's options and the time control."""

    options: Mapping[str, object]
    control: Control


def tournaments(game: str) -> Mapping[str, Tournament]:
    """The official styles of a game by name; empty for a game without any."""
    styles = find(game).info.tournaments
    return {name: Tournament(style.options, Control(TOTAL, style.seconds)) for name, style in styles.items()}
