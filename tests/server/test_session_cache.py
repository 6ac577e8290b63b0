"""Who holds a key is remembered for a few seconds, and forgotten in all processes when it changes; nobody else is.

Everybody was looked up again whenever somebody took another name: a guest who did so thirty times a second emptied the
cache for all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import Connection

from gunbai.server import accounts
from gunbai.server.services import build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Store

T = TypeVar("T")


class CountingStore(Store):
    """A store that counts questions."""

    questions = 0

    async def read(self, question: Callable[[Connection], T]) -> T:
        self.questions += 1
        return await super().read(question)


def test_another_name_concerns_nobody_else(tmp_path: Path) -> None:
    store = CountingStore(Settings(data=tmp_path / "data"))
    store.open()

    async def play() -> None:
        known = accounts.Accounts(store)
        (_, key), (eve, her_key) = await known.new_guest("Ann"), await known.new_guest("Eve")
        for each in (key, her_key):
            await known.by_token(each)
        store.questions = 0
        await known.change(eve, "Eva", None)
        found = await known.by_token(key)
        assert found is not None
        assert found.name == "Ann"
        assert store.questions == 0
        changed = await known.by_token(her_key)
        assert changed is not None
        assert changed.name == "Eva"
        await known.revoke(changed, changed.session)
        assert await known.by_token(her_key) is None
        store.questions = 0
        await known.by_token(key)
        assert store.questions == 0

    try:
        asyncio.run(play())
    finally:
        store.close()


def test_what_was_read_before_a_session_ended_is_not_remembered(tmp_path: Path) -> None:
    class SlowStore(Store):
        """A store whose answers are late."""

        asked, late = asyncio.Event(), asyncio.Event()

        async def read(self, question: Callable[[Connection], T]) -> T:
            answer = await super().read(question)
            self.asked.set()
            await self.late.wait()
            return answer

    store = SlowStore(Settings(data=tmp_path / "data"))
    store.open()

    async def play() -> None:
        known = accounts.Accounts(store)
        ann, key = await known.new_guest("Ann")
        asked = asyncio.create_task(known.by_token(key))
        await store.asked.wait()
        await known.revoke(ann, ann.session)
        store.late.set()
        await asked
        assert await known.by_token(key) is None

    try:
        asyncio.run(play())
    finally:
        store.close()


def test_another_name_is_known_in_all_processes(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody is looked up again by and by, so that only the news can have brought the name.
    monkeypatch.setattr(accounts, "_REMEMBERED_SECONDS", 1e9)
    settings = Settings(data=tmp_path, database=database)

    async def play() -> None:
        here, there = (build_services(store, settings) for store in stores)
        await here.start()
        await there.start()
        try:
            ann, key = await here.accounts.new_guest("Ann")
            ben, his_key = await here.accounts.new_guest("Ben")
            for each in (key, his_key):
                assert await there.accounts.by_token(each) is not None
            await here.accounts.change(ann, "Anna", None)
            async with asyncio.timeout(60):
                while (found := await there.accounts.by_token(key)) is None or found.name != "Anna":
                    await asyncio.sleep(0.05)
                await here.accounts.revoke(ben, ben.session)
                while await there.accounts.by_token(his_key) is not None:
                    await asyncio.sleep(0.05)
        finally:
            await here.stop()
            await there.stop()

    stores = [Store(settings), Store(settings)]
    for store in stores:
        store.open()
    asyncio.run(play())
