"""The picture of the game as a widget: it can be clicked, and walked over with the arrow keys."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Group
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Static

from gunbai.terminal.drawing import Picture, Spot


class Board(Static, can_focus=True):
    """Shows a picture and tells which place was pointed at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "walk(-1, 0)"),
        ("down", "walk(1, 0)"),
        ("left", "walk(0, -1)"),
        ("right", "walk(0, 1)"),
        ("enter,space", "point"),
    ]

    class Pointed(Message):
        """A place was chosen by mouse or keys."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class Walked(Message):
        """The cursor came to a place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.picture = Picture()
        self.cursor = ""
        self._open: set[str] = set()

    def show(self, picture: Picture, open_places: set[str]) -> None:
        """Draw a picture; the arrow keys visit the open places, or all when none is open."""
        self.picture = picture
        self._open = open_places
        # Never wrapped: what does not fit is scrolled to.
        self.styles.width = max((line.cell_len for line in picture.lines), default=1)
        for line in picture.lines:
            line.no_wrap = True
        self.update(Group(*picture.lines))

    def on_click(self, event: events.Click) -> None:
        place = self.picture.at(event.y, event.x)
        if place is not None:
            self.cursor = place
            self.post_message(self.Pointed(place))

    def action_point(self) -> None:
        if self.cursor:
            self.post_message(self.Pointed(self.cursor))

    def action_walk(self, down: int, right: int) -> None:
        """To the nearest place that lies that way; sideways distance counts more, so that lines are followed."""
        spots = [spot for spot in self.picture.spots if not self._open or spot.name in self._open]
        here = next((spot for spot in self.picture.spots if spot.name == self.cursor), None)
        if here is None:
            best = spots[0] if spots else None
        else:
            ahead = [(_way(here, spot, down, right), spot) for spot in spots if spot.name != here.name]
            reachable = [(way, spot) for way, spot in ahead if way is not None]
            best = min(reachable, key=lambda pair: pair[0])[1] if reachable else None
        if best is not None:
            self.cursor = best.name
            self.post_message(self.Walked(best.name))


def _way(here: Spot, there: Spot, down: int, right: int) -> float | None:
    """How far a place is in a direction, None if it lies elsewhere; a row counts as two columns."""
    dy = 2.0 * ((there.row + there.height / 2) - (here.row + here.height / 2))
    dx = (there.column + there.width / 2) - (here.column + here.width / 2)
    along, across = dy * down + dx * right, abs(dy * right) + abs(dx * down)
    return along + 2 * across if along > 0.5 else None
