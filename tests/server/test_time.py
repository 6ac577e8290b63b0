"""Clocks: who loses by them, when they stand still, and who is reminded."""

from __future__ import annotations

import asyncio
import itertools
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from gunbai.core.errors import GunbaiError
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.hosted_table import HostedTable
from gunbai.server.services import build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Row, Store
from gunbai.server.uptime import Uptime
from gunbai.server.webhooks import Reminders, reminder
from tests.server.house import Player, Server, serving, two


def test_time_in_which_no_server_was_there_does_not_count() -> None:
    up = Uptime([(1_000, 4_000), (6_000, 16_000)])
    assert [up(at) for at in (0, 1_000, 2_500, 4_000, 5_000, 6_000, 10_000, 16_000, 17_000)] == [
        0.0, 1.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 4.0,
    ]  # fmt: skip


def test_running_out_of_time_is_decided_by_the_server(ann: Player, ben: Player) -> None:
    table = two(ann, ben, clock="total:3")
    line = ben.socket(table)
    line.receive()
    ann.act(table, 1)
    message: Any = {}
    while message.get("table", {}).get("status") != "over":
        message = line.receive()
    assert "east out of time" in message["sights"][0]["result"]
    assert message["sights"][0]["clock"]["left"][1] == 0
    assert ben.act(table, 1, status=409, version=1)["error"] == "over"
    line.close()


def test_an_absent_player_is_replaced_by_a_bot(ann: Player, ben: Player) -> None:
    table = two(ann, ben, clock="per-move:3", fate="bot")
    ann.act(table, 1)
    end = time.monotonic() + 60
    while ann.see(table)["table"]["seats"][1]["kind"] != "bot":
        assert time.monotonic() < end
        time.sleep(0.1)
    replaced = next(h for h in ann.see(table)["happenings"] if h["kind"] == "replaced")
    assert replaced["reason"] == "absent"
    assert ben.act(table, 1, status=403, version=1)["error"] == "not-allowed"


def test_a_move_that_comes_when_the_bot_has_the_seat_is_too_late(tmp_path: Path) -> None:
    """The order waits at the table while the server decides that its sender's time is up."""
    settings = Settings(data=tmp_path)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        ben, _ = await services.accounts.new_guest("Ben")
        wish = m.NewTable(game="whisper", seats=["me", "me"], clock="per-move:0.05", fate="bot")
        table = await services.lobby.create(ben, wish)
        # Nobody's timer can go off meanwhile.
        time.sleep(0.2)
        with pytest.raises(NotAllowed):
            await services.orders.carry_out(ben, table.id, m.Act(version=0, seat=0, actions=[1]))
        # The other was late too; that must be seen to before the game takes notice of it. Nobody is left to play on.
        assert [chair.kind for chair in table.chairs] == ["bot", "person"]
        assert "east out of time" in table.game_table.result
        assert table.game_table.length == 0
        await services.registry.stop()

    asyncio.run(run())
    store.close()


def test_the_table_votes_on_an_absent_player(ann: Player, ben: Player) -> None:
    table = two(ann, ben, clock="per-move:3", fate="vote")
    ann.act(table, 1)
    refused = ann.order(table, "vote", None, what="lose", absent=1)
    assert refused.get("error") == "refused"
    end = time.monotonic() + 60
    while not ann.see(table)["table"]["votes"]:
        assert time.monotonic() < end
        time.sleep(0.1)
    ann.order(table, "vote", what="lose", absent=1)
    assert "east out of time" in ann.see(table)["sights"][0]["result"]


def test_who_comes_back_is_voted_on_no_more(ann: Player, ben: Player) -> None:
    table = two(ann, ben, clock="per-move:3", fate="vote")
    ann.act(table, 1)
    line = ann.socket(table)
    end = time.monotonic() + 60
    while not line.receive()["table"]["votes"]:
        assert time.monotonic() < end
    ben.act(table, 1)
    assert line.until(2)["table"]["votes"] == []
    assert ann.order(table, "vote", 409, what="lose", absent=1)["error"] == "refused"
    line.close()


def test_who_looks_again_sees_the_time_that_is_left_now(ann: Player) -> None:
    table = ann.table(seats=["me", "me"], clock="total:100")
    ann.act(table, 1, seat=0)
    before = ann.see(table)["sights"][0]["clock"]["left"]
    time.sleep(0.3)
    after = ann.see(table)["sights"][0]["clock"]["left"]
    assert after[0] == before[0]
    assert after[1] <= before[1] - 0.3


def test_clocks_stand_still_while_the_server_is_down(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"], clock="total:100")
        ann.act(table, 1, seat=0)
        before = ann.see(table)["sights"][0]["clock"]["left"]
        seen_at = time.monotonic()
        port = server.port
        server.kill()
        killed_at = time.monotonic()
    # An hour goes by.
    with sqlite3.connect(data / "gunbai.sqlite3") as database:
        for name in ("events", "heartbeats"):
            database.execute(f"UPDATE {name} SET at = at - 3600000")
    database.close()
    with serving(data, port=port):
        ready_at = time.monotonic()
        after = ann.see(table)["sights"][0]["clock"]["left"]
        charged = before[1] - after[1]
        served = (killed_at - seen_at) + (time.monotonic() - ready_at)
        assert before[0] == after[0]
        # Two seconds between signs of life may be forgiven, none of the dead time is charged.
        assert -2.1 < charged < served + 0.5


def test_clocks_stand_still_while_the_server_hangs(tmp_path: Path) -> None:
    """As when the lid of a laptop is closed: nobody loses by the time in which nobody could move."""
    with serving(tmp_path / "data", "--heartbeat", "0.5") as server:
        ann = Player(server.url, "Ann")
        tables = [ann.table(seats=["me", "me"], clock=clock) for clock in ("total:8", "per-move:8")]
        for table in tables:
            ann.act(table, 1, seat=0)
        line = ann.socket(tables[0])
        line.receive()
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(8.5)
        server.process.send_signal(signal.SIGCONT)
        told = line.receive()
        assert told["sights"][0]["clock"]["left"][1] > 1
        for table in tables:
            assert ann.see(table)["table"]["status"] == "playing"
            ann.act(table, 2, seat=1)
        line.close()
        server.kill()
    with serving(tmp_path / "data", port=server.port):
        # What the log says is what was seen.
        assert ann.see(tables[0])["sights"][0]["clock"]["left"][1] > 1


def test_an_absent_player_is_reminded_and_a_present_one_is_not(tmp_path: Path, hook: tuple[str, list[Any]]) -> None:
    address, heard = hook
    with serving(tmp_path / "data", "--private-webhooks") as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        ben.http.patch("/me", json={"webhook": address}).raise_for_status()
        table = ann.table(seats=["me", "open"], clock="per-move:8")
        ben.order(table, "join")
        line = ben.socket(table)
        line.receive()
        ann.act(table, 1)
        ben.act(table, 1)
        line.close()
        time.sleep(0.3)
        heard.clear()
        ann.act(table, 30)
        end = time.monotonic() + 60
        while len(heard) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        assert [message["kind"] for message in heard] == ["your turn", "time is short"]
        assert heard[0]["table"] == table
        assert heard[0]["seat"] == "east"
        assert heard[0]["deadline"] > time.time() * 1000 - 20_000
        assert set(heard[0]) == {"kind", "table", "game", "seat", "version", "deadline"}


def test_nobody_is_reminded_twice_of_the_same(tmp_path: Path, hook: tuple[str, list[Any]]) -> None:
    """Not when others seal their choice, not while one acts oneself, not after a restart."""
    address, heard = hook
    data = tmp_path / "data"
    with serving(data, "--private-webhooks") as server:
        people = [Player(server.url, name) for name in ("Ann", "Ben", "Cem")]
        people[2].http.patch("/me", json={"webhook": address}).raise_for_status()
        table = people[0].table(options={"players": 3}, seats=["me", "open", "open"], clock="per-move:1000")
        for player in people[1:]:
            player.order(table, "join")
        people[0].act(table, 1)
        people[1].act(table, 1)
        _wait_for(heard, 1)
        port = server.port
    with serving(data, "--private-webhooks", port=port):
        people[0].order(table, "say", text="are you there?")
        people[2].act(table, 1)
        people[0].act(table, 30)
        time.sleep(0.5)
        people[1].act(table, 30)
        _wait_for(heard, 2)
        people[0].order(table, "say", text="it is your turn")
        time.sleep(0.5)
        assert [message["kind"] for message in heard] == ["your turn", "your turn"]
        assert heard[0]["version"] < 3 < heard[1]["version"]


def test_who_plays_and_takes_back_for_ever_does_not_remind_for_ever(
    tmp_path: Path, hook: tuple[str, list[Any]]
) -> None:
    """Every such turn was a new one, and the telephone of the absent player rang each time."""
    address, heard = hook
    settings = Settings(data=tmp_path, private_webhooks=True)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        (ann, _), (ben, _) = await services.accounts.new_guest("Ann"), await services.accounts.new_guest("Ben")
        await services.accounts.change(ben, None, address)
        now = [0.0]
        reminders = Reminders(services.registry, services.accounts, settings, 3, lambda: now[0])
        services.registry.attend.append(reminders.attend)

        async def table() -> str:
            made = await services.lobby.create(
                ann, m.NewTable(game="gunkimono", options={"players": 2}, seats=["me", "open"])
            )
            await services.orders.carry_out(ben, made.id, m.Join())
            while made.game_table.to_act[0] != 0:
                await act(made, ben)
            return made.id

        async def act(made: HostedTable, person: Person) -> None:
            seat = made.game_table.to_act[0]
            action = made.game_table.legal(seat)[0]
            await services.orders.carry_out(person, made.id, m.Act(version=made.version, actions=[action]))

        async def annoy(table_id: str, times: int) -> int:
            """Give the turn away and take it back, so many times; how many reminders that has sent."""
            await idle()
            before, made = len(heard), await services.registry.open(table_id)
            for _ in range(times):
                length = made.game_table.length
                while made.game_table.to_act[0] == 0:
                    await act(made, ann)
                await idle()
                await services.registry.change(
                    table_id, partial(HostedTable.offer, seat=0, what="take back", length=length)
                )
                await services.registry.change(table_id, partial(HostedTable.answer, seat=1, yes=True))
            return len(heard) - before

        async def idle() -> None:
            while tasks := services.registry._tasks:
                await asyncio.wait(tasks)

        first = await table()
        await annoy(first, 25)
        assert len(heard) == 20
        now[0] += 15
        assert await annoy(first, 3) == 1
        others = [await table() for _ in range(4)]
        assert len(reminders) == 3
        assert await annoy(others[0], 1) == 1
        await reminders.stop()
        await services.registry.stop()

    asyncio.run(run())
    store.close()


def _wait_for(heard: list[Any], messages: int) -> None:
    end = time.monotonic() + 60
    while len(heard) < messages:
        assert time.monotonic() < end, heard
        time.sleep(0.02)


def test_reminders_do_not_lead_into_the_servers_own_network(server: Server, ann: Player) -> None:
    for address in ("http://127.0.0.1:1/x", "http://localhost/x", "http://[::1]/", "ftp://example.org", "x", "http://"):
        answer = ann.http.patch("/me", json={"webhook": address})
        assert answer.status_code == 400, address
    assert ann.get("/me")["webhook"] == ""


def test_a_name_that_changes_its_mind_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host is looked up once, and the connection goes to what was found then; a private one is never asked."""
    found = iter(["93.184.216.34", "127.0.0.1", "10.0.0.1"])

    def look_up(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", (next(found), 443))]

    async def send() -> httpx.Request:
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        async with httpx.AsyncClient() as client:
            request = await reminder(client, "https://friend.example/turn?x=1", {"kind": "your turn"}, False)
            for _ in range(2):
                with pytest.raises(GunbaiError, match="private network"):
                    await reminder(client, "https://friend.example/turn", {}, False)
        return request

    request = asyncio.run(send())
    assert str(request.url) == "https://93.184.216.34/turn?x=1"
    assert request.headers["host"] == "friend.example"
    assert request.extensions["sni_hostname"] == "friend.example"


@pytest.mark.parametrize("seconds", ["0.0000001", "1"])
def test_who_stays_away_is_noted_once(ann: Player, ben: Player, seconds: str) -> None:
    """A note for every move's time that ran out, of a ten-millionth of a second, kept a table busy for ever."""
    table = two(ann, ben, clock=f"per-move:{seconds}", fate="vote")
    line = ann.socket(table)
    # Both are late, and two votes on each are open; that is all there is to say.
    while len(line.receive()["table"]["votes"]) < 4:
        pass
    while any(ann.see(table)["sights"][0]["clock"]["left"]):
        pass
    ann.order(table, "say", text="are you there?")
    noted = [happening["kind"] for happening in ann.see(table)["happenings"]]
    assert noted.count("absent") == 2
    if seconds == "1":
        # Nobody has decided anything, so whoever comes back plays on.
        ann.act(table, "seal 1")
        assert {vote["absent"] for vote in ann.see(table)["table"]["votes"]} == {1}
    line.close()


@pytest.mark.parametrize(("fate", "absence"), [("vote", ev.Absent(1)), ("bot", ev.Replaced(1, "greedy", "absent"))])
def test_a_move_after_another_moves_time_was_given_can_be_read_again(fate: str, absence: ev.AnyEvent) -> None:
    """Nothing is written when a seat that is voted on, or a bot that stays, gets more time: the fold gives it too."""
    rows: list[Row] = []
    live, again = [HostedTable("t", lambda at: at / 1000, bytes(32)) for _ in range(2)]
    chairs = [ev.Chair("person", "Ann", person="a"), ev.Chair("person", "Ben", person="b")]
    setup = ev.Created("whisper", 1, {}, chairs, "a", "", clock="per-move:10", fate=fate)

    def store(seconds: float, event: ev.AnyEvent) -> None:
        rows.append(Row("t", len(rows) + 1, int(seconds * 1000), None, ev.encode(event)))
        again.fold(rows[-1])

    store(0, setup)
    live.fold(rows[-1])
    steps: list[tuple[int, Callable[[HostedTable], ev.AnyEvent]]] = [
        (0, lambda t: t.begin()),
        (1, lambda t: t.act(0, [1], None)),
        (11, lambda t: t.miss(1) if fate == "vote" else t.replace(1, "greedy", "absent")),
        # The second time is over, and so is the third, before the seat plays.
        (32, lambda t: t.act(1, [2], None)),
    ]
    for seconds, step in steps:
        live.time.set(int(seconds * 1000))
        late = live.late() if seconds else None
        assert late == (1 if seconds == 11 else None)
        live.keep_time()
        event = step(live)
        store(seconds, event)
        live.noted(rows[-1], event)
    assert ev.decode(rows[3].body) == absence
    assert again.game_table.clock.text() == live.game_table.clock.text()


def test_to_look_whose_time_is_over_changes_nobodys_time(tmp_path: Path) -> None:
    """A seat that is voted on got more time whenever somebody looked, and another when its log was read again."""
    settings = Settings(data=tmp_path)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        ann, _ = await services.accounts.new_guest("Ann")
        table = await services.lobby.create(
            ann, m.NewTable(game="whisper", seats=["me", "me"], clock="per-move:100", fate="vote")
        )
        began = table.at
        await services.registry.change(table.id, lambda t: t.miss(0))
        # The one who is voted on was late first.
        table.time.set(began + 10_000)
        table.game_table.clock.fresh_move(1)
        table.time.set(began + 150_000)
        assert table.late() == 1
        assert [table.game_table.clock.left(seat) for seat in (0, 1)] == [0, 0]
        await services.registry.stop()

    asyncio.run(run())
    store.close()


def test_an_order_in_the_last_moment_is_judged_by_one_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at the clock and the move time went by, and the game was called over where nobody can lose."""
    settings = Settings(data=tmp_path, heartbeat=1e6)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        ben, _ = await services.accounts.new_guest("Ben")
        wish = m.NewTable(game="whisper", seats=["me", "me"], clock="per-move:1000", fate="bot")
        table = await services.lobby.create(ben, wish)
        # Two looks on the wall, one for the heartbeat and one for the clock, and the next comes too late.
        looks = itertools.chain([999_500] * 2, itertools.repeat(1_000_500))
        began, here, real = table.at, threading.get_ident(), time.time_ns
        monkeypatch.setattr(
            time, "time_ns", lambda: (began + next(looks)) * 1_000_000 if threading.get_ident() == here else real()
        )
        await services.orders.carry_out(ben, table.id, m.Act(version=0, seat=0, actions=[1]))
        assert (table.status, table.game_table.length, table.at) == ("playing", 1, began + 999_500)
        assert next(looks) == 1_000_500
        await services.registry.stop()

    asyncio.run(run())
    store.close()
