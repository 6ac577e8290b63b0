"""What blocks a thread blocks nothing else: passwords, which are slow on purpose, and name servers that never answer.

All of them shared one small pool with every question to the database. 120 guesses at a password from twelve addresses
made a bystander wait for 6 s, and six webhooks with a name that nobody answers for made everybody wait for as long.
"""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from gunbai.server.accounts import Accounts, BadLogin
from gunbai.server.password_threads import PasswordThreads
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from tests.server.attacks.silent_names import SILENT
from tests.server.house import Player, serving

# More than any pool has threads.
MANY = 50


def test_a_name_server_that_never_answers_keeps_nobody_from_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    lookups = tmp_path / "lookups"
    with serving(tmp_path / "data", "--plugin", "tests.server.attacks.silent_names") as server:
        ann, eve = Player(server.url, "Ann"), Player(server.url, "Eve")

        def name(number: int) -> int:
            wish = {"webhook": f"https://{number}{SILENT}/turn"}
            address = f"{server.url}/api/me"
            return httpx.patch(address, json=wish, headers={"cookie": eve.cookie}, timeout=120).status_code

        with ThreadPoolExecutor(MANY) as hands:
            asked = [hands.submit(name, number) for number in range(MANY)]
            end = time.monotonic() + 30
            while not lookups.exists() or len(lookups.read_text().splitlines()) < 5:
                assert time.monotonic() < end, "nobody was looked up"
            began = time.monotonic()
            for _ in range(5):
                assert ann.get("/me/tables") == []
            assert time.monotonic() - began < 20
            # And nobody waits for the name server for ever.
            assert {each.result() for each in asked} == {400}
            assert time.monotonic() - began < 50


def test_who_guesses_passwords_does_not_stand_before_everybody_else() -> None:
    order: list[str] = []
    go_on = threading.Event()

    def check(who: str) -> None:
        assert go_on.wait(60)
        order.append(who)

    async def flood() -> None:
        threads = PasswordThreads()
        guesses = [asyncio.create_task(threads.run(partial(check, "eve"), "203.0.113.7")) for _ in range(MANY)]
        await asyncio.sleep(0)
        login = asyncio.create_task(threads.run(partial(check, "ann"), "203.0.113.8"))
        given_up = asyncio.create_task(threads.run(partial(check, "ben"), "203.0.113.9"))
        await asyncio.sleep(0)
        given_up.cancel()
        go_on.set()
        await asyncio.gather(*guesses, login)
        # All are free again.
        await asyncio.gather(*(threads.run(partial(check, "cem"), "") for _ in range(5)))

    asyncio.run(flood())
    # Two had begun, and one of the same address was next in line.
    assert order.index("ann") <= 3
    assert order.count("eve") == MANY
    assert "ben" not in order


def test_who_guesses_passwords_keeps_nobody_from_the_database(tmp_path: Path) -> None:
    store = Store(Settings(data=tmp_path / "data"))
    store.open()
    accounts, go_on, most = Accounts(store), threading.Event(), 0
    guesses, lock = 0, threading.Lock()

    class Slow:
        """Takes as long as the test likes."""

        def verify(self, *_: str) -> bool:
            nonlocal guesses, most
            with lock:
                guesses += 1
                most = max(most, guesses)
            assert go_on.wait(60)
            with lock:
                guesses -= 1
            return False

    async def guess() -> None:
        with pytest.raises(BadLogin):
            await accounts.login("ann", "12345678")

    async def flood() -> None:
        accounts._hasher = Slow()  # type: ignore[assignment]
        flood = [asyncio.create_task(guess()) for _ in range(MANY)]
        while not guesses:
            await asyncio.sleep(0)
        try:
            async with asyncio.timeout(20):
                for _ in range(5):
                    assert await store.read(lambda c: c.execute(text("SELECT 1")).scalar()) == 1
        finally:
            go_on.set()
        await asyncio.gather(*flood)

    try:
        asyncio.run(flood())
        # Each takes 64 MB.
        assert most <= 2
    finally:
        store.close()
