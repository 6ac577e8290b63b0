"""What two say to each other tells a third nothing: not by what is left out, nor by what is told again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server.accounts import Person
from gunbai.server.hosted_table import HostedTable
from gunbai.server.listener import Listener, Outbox
from gunbai.server.projection import happenings, sight
from gunbai.server.services import Services, build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Row, Store
from gunbai.session import Table

MOST = 300


def at_table(players: int = 3) -> HostedTable:
    """A game of Shogun among people, as far as it goes without a server."""
    table = HostedTable("t", lambda at: at / 1000, bytes(32))
    names = ["Ann", "Ben", "Cem", "Dee"][:players]
    chairs = [ev.Chair("person", name, person=name) for name in names]
    rules = find("shogun").info.rules_version
    table.fold(Row("t", 1, 0, None, ev.encode(ev.Created("shogun", rules, {"players": players}, chairs, "Ann", ""))))
    done(table, table.begin())
    return table


def done(table: HostedTable, event: ev.AnyEvent) -> None:
    table.noted(Row("t", table.seq + 1, 0, None, ev.encode(event)), event)


def say(table: HostedTable, seat: int, text: str) -> None:
    done(table, table.declare(seat, text))


def test_whispers_crowd_out_no_words_that_are_for_everybody() -> None:
    """The newest of each kind are told. Those of others counted, so a third saw its list become shorter by them."""
    table = at_table()
    for number in range(MOST + 1):
        say(table, 0, f"good luck {number}")
    before = happenings(table, 0, [2])
    say(table, 0, "truce offer blue rounds 2 scope all")
    say(table, 1, "truce accept red")
    assert happenings(table, 0, [2]) == before
    assert sum(happening["kind"] == "spoke" for happening in before) == MOST
    heard = [happening["text"] for happening in happenings(table, 0, [1])]
    assert heard[-2:] == ["truce offer blue rounds 2 scope all", "truce accept red"]
    assert len([text for text in heard if text.startswith("good luck")]) == MOST - 2


def test_what_a_take_back_undoes_is_told_from_its_end() -> None:
    """An offer to take a whole long game back had all of it told, to everybody, in every position."""
    game = find("gunkimono")
    play = Table(game, Options(game.info.options, {"players": 3}))
    while play.length < 70:
        play.play(play.to_act[0], play.legal(play.to_act[0])[0])
    play.offer_take_back(0, play.length - 3)
    assert len(undone(play)) == 3
    play.offer_take_back(0, 1)
    assert undone(play) == [line.text for line in play.log.lines(1)[-50:]]


def undone(play: Table) -> list[str]:
    offer: Any = sight(play, 1)["offer"]
    return list(offer["undoes"])


class Line:
    """The connection of somebody who reads everything."""

    def __init__(self) -> None:
        self.ready, self.sent = True, list[dict[str, Any]]()

    def send_line(self, text: bytes) -> None:
        self.sent += [json.loads(line) for line in text.split(b"\n")]

    def listen_again(self) -> None:
        raise AssertionError("nothing was sent")


@asynccontextmanager
async def house(data: Path) -> AsyncIterator[Services]:
    settings = Settings(data=data)
    store = Store(settings)
    store.open()
    services = build_services(store, settings)
    try:
        yield services
    finally:
        await services.registry.stop()
        store.close()


def listen(services: Services, table: HostedTable, person: Person) -> tuple[Listener, Line]:
    line = Line()
    seats = table.seats_of(person.id)
    listener = Listener(person, seats, set(), False, line, 1 << 20, lambda _: None, Outbox())
    listener.tell(services.registry.projector(table))
    services.registry.join(table, listener)
    return listener, line


def test_who_waits_for_a_bot_hears_nothing_of_whispers(tmp_path: Path) -> None:
    """How long a bot still waits was told again after every event, also after those that a person may not know of."""

    async def run() -> None:
        async with house(tmp_path) as services:
            people = [(await services.accounts.new_guest(name))[0] for name in ("Ann", "Ben", "Cem")]
            seats = ["me", "open", "open", "bot:greedy"]
            table = await services.lobby.create(
                people[0], m.NewTable(game="shogun", options={"players": 4}, seats=seats)
            )
            for number, person in enumerate(people[1:], start=1):
                await services.orders.carry_out(person, table.id, m.Join(seat=number))
            connected = [listen(services, table, person) for person in people]

            def thoughts() -> list[int]:
                """How often each was told since they were asked last."""
                for listener, _ in connected:
                    listener.send()
                told = [sum("thinking" in message for message in line.sent) for _, line in connected]
                for _, line in connected:
                    line.sent.clear()
                return told

            assert services.registry.tell_thinking(table, 3, 2)
            assert thoughts() == [1, 1, 1]
            await services.orders.carry_out(people[0], table.id, m.Aside(text="truce offer blue rounds 1 scope all"))
            assert services.registry.tell_thinking(table, 3, 2)
            # Both who know of it had an update, which takes the place of what they were told.
            assert thoughts() == [1, 1, 0]
            assert services.registry.tell_thinking(table, 3, 1)
            assert thoughts() == [1, 1, 1]
            await services.orders.carry_out(people[2], table.id, m.Say(text="hello"))
            services.registry.tell_thinking(table, 3, 1)
            assert thoughts() == [1, 1, 1]
            services.registry.tell_again(table, people[2].id)
            services.registry.tell_thinking(table, 3, 1)
            assert thoughts() == [0, 0, 1]

    asyncio.run(run())
