"""Whoever comes to a table is told the newest of what was said and voted there, not tens of thousands of events."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gunbai.server import events as ev
from gunbai.server.hosted_table import HostedTable
from gunbai.server.projection import happenings
from gunbai.server.store import Row


@pytest.mark.parametrize(
    ("kind", "act"),
    [
        ("voted", lambda t, n: t.vote(0, "abandon", -1, n % 2 == 0)),
        ("offered", lambda t, n: t.offer(0, "draw", 0)),
        ("said", lambda t, n: t.chat(0, "a", "Ann", f"word {n}")),
    ],
)
def test_a_late_comer_is_told_the_newest_of_each_kind(
    kind: str, act: Callable[[HostedTable, int], ev.AnyEvent]
) -> None:
    """Votes had no bound: a guest could make a message of megabytes out of them, made anew for everybody who came."""
    table = HostedTable("t", lambda at: at / 1000, bytes(32))

    def store(event: ev.AnyEvent) -> None:
        table.noted(Row("t", table.seq + 1, 0, None, ev.encode(event)), event)

    chairs = [ev.Chair("person", "Ann", person="a"), ev.Chair("person", "Ben", person="b")]
    table.fold(Row("t", 1, 0, None, ev.encode(ev.Created("whisper", 1, {}, chairs, "a", ""))))
    store(table.begin())
    store(table.chat(1, "b", "Ben", "hello"))
    for number in range(1000):
        store(act(table, number))
        if kind == "offered":
            store(table.answer(1, False))
    told = happenings(table, 0, [0])
    assert len([event for event in told if event["kind"] == kind]) == 300
    assert [event["seq"] for event in told if event["kind"] == kind][-1] in (table.seq, table.seq - 1)
    if kind != "said":
        assert "hello" in [event.get("text") for event in told]
    # Who was there is told all that is new.
    assert len(happenings(table, table.seq - 600, [0])) in (300, 600)
