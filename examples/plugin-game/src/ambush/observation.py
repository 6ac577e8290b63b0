"""A seat's view as a row of small numbers, for networks: data sets, environments and benchmarks read it."""

from __future__ import annotations

from typing import cast

from ambush.data import SQUARES
from ambush.view import SECRET, AmbushView
from gunbai.core.game import View
from gunbai.core.observation import MOST, Observer, Row


def _side(who: str) -> list[tuple[str, int]]:
    return [
        (f"{who} soldiers by square", len(SQUARES)),
        (f"{who} general's square, where known", len(SQUARES)),
        (f"{who} general: secret, not named yet", 2),
    ]


class AmbushObserver(Observer):
    """The row of Ambush; the viewer's own side comes first."""

    def __init__(self) -> None:
        super().__init__(
            [
                *_side("own"),
                *_side("enemy"),
                ("viewer is black, white", 2),
                ("turn is black's, white's", 2),
                ("winner is black, white", 2),
                ("over", 1),
                ("moves played: low, high", 2),
            ]
        )

    def write(self, v: View, row: Row) -> None:
        seen = cast(AmbushView, v)
        own = max(0, int(seen.seat))
        for seat in (own, 1 - own):
            for owner in seen.soldiers:
                row.number(int(owner == seat))
            row.one_hot(seen.generals[seat], len(SQUARES))
            row.one_hot(seen.generals[seat] - SECRET, 2)
        row.one_hot(seen.seat, 2)
        row.one_hot(seen.turn, 2)
        row.one_hot(seen.winner, 2)
        row.number(int(seen.over))
        row.number(seen.played & MOST)
        row.number(seen.played >> 7)
