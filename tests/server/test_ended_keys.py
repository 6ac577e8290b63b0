"""A key that has ended makes no other keys, however the requests cross.

Each test lets a request read who its sender is, ends that key, and only then lets the request go on to what it stores.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from sqlalchemy import Connection, func, select

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.server import app as application
from gunbai.server import schema
from gunbai.server.accounts import BadLogin, NoSession, NotAllowed, NotKnown, Person
from gunbai.server.links import use_link
from gunbai.server.listener import REFUSED
from gunbai.server.recovery import RESET, new_link
from gunbai.server.services import Services, build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Store

T = TypeVar("T")
OLD, NEW, OTHER = "the old password", "the new password", "another password"


class Crossing(Store):
    """A store in which something happens right before a change is stored."""

    before: Callable[[], Awaitable[object]] | None = None

    async def write(self, work: Callable[[Connection], T]) -> T:
        before, self.before = self.before, None
        if before is not None:
            await before()
        return await super().write(work)


class House:
    def __init__(self, store: Crossing, services: Services) -> None:
        self.store, self.services, self.accounts = store, services, services.accounts

    def meanwhile(self, happens: Callable[[], Awaitable[object]]) -> None:
        self.store.before = happens

    async def account(self) -> Person:
        ann, _ = await self.accounts.new_guest("Ann")
        known, _, _ = await self.accounts.register(ann, "ann", OLD)
        return known

    async def other_key(self, person: Person) -> Person:
        """The same person by another session."""
        token = await self.accounts.new_session(lambda _: person.id)
        found = await self.accounts.by_token(token)
        assert found is not None
        return found

    async def keys(self, person: Person) -> tuple[int, int]:
        """How many sessions and links to a person there are."""
        s, n = schema.sessions.c, schema.links.c

        def count(c: Connection) -> tuple[int, int]:
            sessions = c.execute(select(func.count()).where(s.person == person.id)).scalar()
            links = c.execute(select(func.count()).where(n.person == person.id)).scalar()
            return int(sessions or 0), int(links or 0)

        return await self.store.read(count)


@asynccontextmanager
async def house(data: Path) -> AsyncIterator[House]:
    settings = Settings(data=data, smtp="smtp://127.0.0.1:9")
    store = Crossing(settings)
    store.open()
    services = build_services(store, settings)
    try:
        yield House(store, services)
    finally:
        await services.registry.stop()
        store.close()


def test_a_session_that_ends_while_its_socket_opens_leaves_none_open(tmp_path: Path) -> None:
    """Nobody knew yet of the socket when those of the session were closed."""
    settings = Settings(data=tmp_path)
    app = application.build(settings)
    app.state.store = Store(settings)
    app.state.store.open()
    with TestClient(app) as client:
        client.post("/api/guests", json={"name": "Ann"}).raise_for_status()
        table = client.post("/api/tables", json={"game": "whisper", "seats": ["me", "me"]}).json()["table"]
        services: Services = app.state.services
        with client.websocket_connect(f"/api/tables/{table}/socket") as line:
            assert line.receive_json()["you"] == [0, 1]
        muted_by = services.mutes.muted_by

        async def ends(person: Person | None, table_id: str) -> set[str]:
            assert person is not None
            await services.accounts.revoke(person, person.session)
            services.sockets.close_session(person.session)
            return await muted_by(person, table_id)

        services.mutes.muted_by = ends  # type: ignore[method-assign]
        with client.websocket_connect(f"/api/tables/{table}/socket") as line, pytest.raises(WebSocketDisconnect) as end:
            line.receive_json()
        assert end.value.code == REFUSED


@pytest.mark.parametrize("kind", ["new_to_device", "new_to_recover"])
def test_an_ended_session_makes_no_links(tmp_path: Path, kind: str) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            thief = await at.other_key(ann)
            at.meanwhile(lambda: at.accounts.change_password(ann, OLD, NEW, ""))
            with pytest.raises(NoSession):
                await getattr(at.services.links, kind)(thief)
            assert await at.keys(ann) == (1, 0)
            # A valid one does, and a safe link ends the one before it.
            await getattr(at.services.links, kind)(ann)
            await at.services.links.new_to_recover(ann)
            await at.services.links.new_to_recover(ann)
            assert await at.keys(ann) == (1, 1 + (kind == "new_to_device"))

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["new_to_device", "new_to_recover"])
def test_an_ended_link_makes_no_session(tmp_path: Path, kind: str) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            token = (await getattr(at.services.links, kind)(ann)).token
            at.meanwhile(lambda: at.accounts.change_password(ann, OLD, NEW, ""))
            with pytest.raises(NotKnown):
                await at.accounts.new_session(partial(use_link, token=token))
            assert await at.keys(ann) == (1, 0)
            token = (await getattr(at.services.links, kind)(ann)).token
            await at.services.moderation.ban(ann, ann.id, 1, "reason", with_address=False)
            with pytest.raises(NotAllowed):
                await at.accounts.new_session(partial(use_link, token=token))
            await at.services.moderation.ban(ann, ann.id, 0, "reason", with_address=False)
            await at.accounts.new_session(partial(use_link, token=token))
            assert await at.keys(ann) == (2, int(kind == "new_to_recover"))

    asyncio.run(run())


def test_a_lost_phone_leaves_no_link_to_another_device(tmp_path: Path) -> None:
    """Whoever had it made one, and was back within ten minutes."""

    async def run() -> None:
        async with house(tmp_path) as at:
            ann, _ = await at.accounts.new_guest("Ann")
            phone = await at.other_key(ann)
            await at.services.links.new_to_recover(ann)
            made = await at.services.links.new_to_device(phone)
            await at.accounts.revoke(ann, phone.session)
            with pytest.raises(NotKnown):
                await at.accounts.new_session(partial(use_link, token=made.token))
            # Who logs out here goes on elsewhere.
            made = await at.services.links.new_to_device(ann)
            await at.accounts.revoke(ann, ann.session)
            await at.accounts.new_session(partial(use_link, token=made.token))
            assert await at.keys(ann) == (1, 1)

    asyncio.run(run())


def test_a_link_to_a_new_password_is_no_key(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            token = await at.store.write(lambda c: new_link(c, RESET, ann.id, 60))
            with pytest.raises(NotKnown):
                await at.accounts.new_session(partial(use_link, token=token))
            made = await at.services.links.new_to_device(ann)
            at.meanwhile(lambda: at.services.own_data.delete(ann, OLD, ""))
            with pytest.raises((NoSession, NotKnown)):
                await at.accounts.new_session(partial(use_link, token=made.token))

    asyncio.run(run())


def test_an_old_password_opens_nothing_once_there_is_a_new_one(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            at.meanwhile(lambda: at.accounts.change_password(ann, OLD, NEW, ""))
            with pytest.raises(BadLogin):
                await at.accounts.login("ann", OLD)
            assert (await at.keys(ann))[0] == 1
            at.meanwhile(lambda: at.services.moderation.ban(ann, ann.id, 1, "reason", with_address=False))
            with pytest.raises(NotAllowed):
                await at.accounts.login("ann", NEW)
            assert (await at.keys(ann))[0] == 1

    asyncio.run(run())


def test_of_two_who_change_the_password_at_once_the_first_has_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            thief = await at.other_key(ann)
            at.meanwhile(lambda: at.accounts.change_password(ann, OLD, NEW, ""))
            with pytest.raises(NoSession):
                await at.accounts.change_password(thief, OLD, OTHER, "")
            # By the very same key, too.
            at.meanwhile(lambda: at.accounts.change_password(ann, NEW, OLD, ""))
            with pytest.raises(BadLogin):
                await at.accounts.change_password(ann, NEW, OTHER, "")
            await at.accounts.login("ann", OLD)
            guest, _ = await at.accounts.new_guest("Ben")
            with pytest.raises(NotAllowed):
                await at.accounts.change_password(guest, "", OTHER, "")

    asyncio.run(run())


def test_a_link_to_a_new_password_ends_when_there_is_one(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            token = await at.store.write(lambda c: new_link(c, RESET, ann.id, 60))
            at.meanwhile(lambda: at.accounts.change_password(ann, OLD, NEW, ""))
            with pytest.raises(NotKnown):
                await at.services.recovery.reset(token, OTHER, "")
            await at.accounts.login("ann", NEW)
            token = await at.store.write(lambda c: new_link(c, RESET, ann.id, 60))
            key, ended = await at.services.recovery.reset(token, OTHER, "")
            assert len(ended) == 2
            found = await at.accounts.by_token(key)
            assert found is not None
            assert found.id == ann.id
            assert await at.keys(ann) == (1, 0)

    asyncio.run(run())


def test_an_address_is_confirmed_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            token = await at.store.write(lambda c: new_link(c, "confirm", ann.id, 60))
            await at.services.recovery.confirm(token)
            with pytest.raises(NotKnown):
                await at.services.recovery.confirm(token)

    asyncio.run(run())


def test_an_ended_session_of_a_guest_makes_no_account(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann, _ = await at.accounts.new_guest("Ann")
            thief = await at.other_key(ann)
            at.meanwhile(lambda: at.accounts.revoke(ann, thief.session))
            with pytest.raises(NoSession):
                await at.accounts.register(thief, "thief", OLD)
            assert (await at.keys(ann))[0] == 1

    asyncio.run(run())


def test_an_ended_session_changes_no_address_and_deletes_nobody(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as at:
            ann = await at.account()
            thief = await at.other_key(ann)
            at.meanwhile(lambda: at.accounts.revoke(ann, thief.session))
            with pytest.raises(NoSession):
                await at.services.recovery.set_email(thief, "thief@example.org", OLD, "en", "")
            thief = await at.other_key(ann)
            at.meanwhile(lambda: at.accounts.revoke(ann, thief.session))
            with pytest.raises(NoSession):
                await at.services.own_data.delete(thief, OLD, "")
            p = schema.persons.c
            kept = await at.store.rows(select(p.email, p.deleted).where(p.id == ann.id))
            assert kept == [("", None)]
            assert await at.keys(ann) == (1, 0)

    asyncio.run(run())
