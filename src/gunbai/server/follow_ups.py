"""What happens at a table without anybody's order: what follows from an event, and what becomes of a late seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gunbai.core import record as records
from gunbai.server import events as ev
from gunbai.server.hosted_table import OVER, PLAYING, HostedTable
from gunbai.server.votes import ABANDON
from gunbai.session import PERSON
from gunbai.session.clock import PER_MOVE

STAND_IN = "greedy"

Operation = Callable[[HostedTable], ev.AnyEvent | None]


def nothing(_: HostedTable) -> None:
    """No change: only what follows by itself, and seats whose time ran out."""


def by_itself(table: HostedTable) -> Iterator[Operation]:
    """What follows by itself, one after the other; what comes next depends on the table as it is by then."""
    if table.begins_by_itself:
        yield HostedTable.begin
    if table.status == PLAYING and table.agreed(ABANDON):
        yield partial(HostedTable.end, ending=records.ABANDONED)
    for what, absent in table.votes.about_seats():
        if table.status == PLAYING and table.agreed(what, absent):
            if what == "bot":
                yield partial(HostedTable.replace, seat=absent, bot=STAND_IN, reason="absent")
            else:
                yield partial(HostedTable.end, ending=records.OUT_OF_TIME, seat=absent)
    while (answer := table.answer_due()) is not None:
        yield partial(HostedTable.declare, seat=answer[0], text=answer[1])
    if table.status == OVER and not table.dice.revealed:
        yield HostedTable.reveal


def when_late(table: HostedTable, late: int) -> Operation:
    """What becomes of a seat whose time ran out."""
    fate = table.setup.fate if table.game_table.clock.control.kind == PER_MOVE else "lose"
    # Where bots alone would be left, nobody is there to play on with, or to vote.
    if not any(chair.kind == PERSON and seat != late for seat, chair in enumerate(table.chairs)):
        fate = "lose"
    if fate == "bot":
        return partial(HostedTable.replace, seat=late, bot=STAND_IN, reason="absent")
    if fate == "vote":
        return partial(HostedTable.miss, seat=late)
    return partial(HostedTable.end, ending=records.OUT_OF_TIME, seat=late)
