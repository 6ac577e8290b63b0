"""Guests, accounts, sessions, and who keeps whose games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gunbai.server import messages as m
from gunbai.server.guest_merge import merge_guest
from gunbai.server.projection import line
from gunbai.server.services import build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from tests.server.house import Player, two


def test_a_guest_is_the_same_person_tomorrow(ann: Player) -> None:
    again = Player(ann.url, known=False)
    again.http.cookies.set("gunbai", ann.http.cookies["gunbai"])
    assert again.get("/me")["id"] == ann.me["id"]
    bearer = Player(ann.url, known=False)
    bearer.http.headers["authorization"] = f"Bearer {ann.http.cookies['gunbai']}"
    assert bearer.get("/me")["id"] == ann.me["id"]


def test_names_are_cleaned(ann: Player) -> None:
    assert Player(ann.url, "  a\tb\u202e  ").me["name"] == "a b"
    assert ann.http.patch("/me", json={"name": "\x00"}).status_code == 400
    assert ann.http.patch("/me", json={"name": "Anna"}).json()["name"] == "Anna"


def test_another_device_becomes_the_same_person_once(ann: Player) -> None:
    token = ann.post("/me/device-link", None, 201)["token"]
    phone = Player(ann.url, known=False)
    assert phone.post("/exchange", {"token": token}, 200)["kind"] == "device"
    assert phone.get("/me")["id"] == ann.me["id"]
    assert Player(ann.url, known=False).post("/exchange", {"token": token})["error"] == "not-known"


def test_a_revoked_session_opens_nothing(ann: Player) -> None:
    token = ann.post("/me/device-link", None, 201)["token"]
    phone = Player(ann.url, known=False)
    phone.post("/exchange", {"token": token}, 200)
    line = phone.socket(ann.table(seats=["me", "me"]))
    line.receive()
    other = next(s for s in ann.get("/me/sessions") if not s["this"])
    # Nobody ends the session of somebody else.
    assert Player(ann.url, "Eve").http.delete(f"/me/sessions/{other['id']}").status_code == 404
    phone.get("/me")
    assert ann.http.delete(f"/me/sessions/{other['id']}").status_code == 204
    phone.get("/me", 401)
    with pytest.raises(ConnectionClosed):
        line.receive()
    assert ann.http.delete(f"/me/sessions/{other['id']}").status_code == 404
    ann.post("/logout", None, 204)
    ann.get("/me", 401)


def test_an_account_takes_in_the_games_of_a_guest(ann: Player, ben: Player) -> None:
    login = f"ann-{ann.me['id']}"
    ann.post("/me/account", {"login": login, "password": "correct horse"}, 200)
    first = two(ann, ben)
    phone = Player(ann.url, "Ann on the phone")
    second = two(phone, ben)
    third = ben.table(seats=["me", "open"])
    phone.order(third, "join")
    phone.post("/login", {"login": login.upper(), "password": "correct horse"}, 200)
    assert phone.get("/me")["id"] == ann.me["id"]
    assert {line["id"] for line in phone.get("/me/tables")} == {first, second, third}
    assert phone.see(third)["you"] == [1]
    ann.act(second, 1, seat=0)
    taken = ben.post("/me/account", {"login": login, "password": "something else"})
    assert taken["error"] == "conflict"


def test_my_games_tell_whose_turn_it_is(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    assert [line["your_turn"] for line in ann.get("/me/tables")] == [False]
    assert [line["your_turn"] for line in ben.get("/me/tables?status=playing")] == [True]
    assert ben.get("/me/tables?status=over") == []


def test_the_list_of_my_games_opens_none_that_is_over(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    store = Store(settings)
    store.open()

    async def run() -> None:
        first = build_services(store, settings)
        ann, _ = await first.accounts.new_guest("Ann")
        tables = [await first.lobby.create(ann, m.NewTable(game="whisper", seats=["me", "me"])) for _ in range(3)]
        for table in tables[:2]:
            await first.orders.carry_out(ann, table.id, m.Resign(seat=1))
        account, _ = await first.accounts.new_guest("Anna")
        await merge_guest(first.registry, ann, account)
        second = build_services(store, settings)
        found = await second.lobby.tables_of(account)
        assert [second.registry.at_hand(table.id) is None for table in tables] == [True, True, False]
        assert found == [line(table, [0, 1]) for table in sorted(tables, key=lambda table: -table.changed)]
        assert [seat.player for seat in found[-1].seats] == ["Anna", "Anna"]
        assert len(await second.lobby.tables_of(account, "over")) == 2
        await first.registry.stop()
        await second.registry.stop()

    asyncio.run(run())
    store.close()
