"""Fault 4: a text that the database cannot store is refused at the door, and a failing write fails alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from gunbai.server import schema
from gunbai.server.settings import Settings
from gunbai.server.store import Row, StorageError, Store
from gunbai.server.uptime import now_ms
from tests.server.attacks.bystander import Bystander
from tests.server.house import Player, Server, serving

NUL = "a\u0000b"


@pytest.fixture(scope="module")
def on_postgres(database: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("poison") / "data", "--database", database) as server:
        yield server


def poison(eve: Player, table: str, number: int) -> list[int]:
    """Every way in for a text; the status of each answer."""
    ways: list[Callable[[], httpx.Response]] = [
        lambda: eve.http.post("/guests", json={"name": NUL}),
        lambda: eve.http.patch("/me", json={"name": NUL}),
        lambda: eve.http.patch("/me", json={"webhook": f"https://example.com/{NUL}"}),
        lambda: eve.http.post("/login", json={"login": NUL, "password": "correct horse"}),
        lambda: eve.http.post("/tables", json={"game": NUL}),
        lambda: eve.http.post("/tables", json={"game": "whisper", "options": {NUL: NUL}}),
        lambda: eve.http.post("/tables", json={"game": "whisper", "seats": ["me", "me"], "names": [NUL, "x"]}),
        lambda: eve.http.post(f"/tables/{table}/say", json={"text": NUL}),
        lambda: eve.http.post(f"/tables/{table}/say", json={"text": "x", "key": f"k{NUL}{number}"}),
        lambda: eve.http.post(f"/tables/{table}/aside", json={"text": NUL}),
        lambda: eve.http.post(f"/tables/{table}/resign", json={"key": NUL}),
        lambda: eve.http.post("/tables/import", json={"record": NUL}),
        lambda: eve.http.post("/exchange", json={"token": NUL * 10}),
        lambda: eve.http.get("/tables/a%00b"),
        lambda: eve.http.post("/tables/a%00b/say", json={"text": "x"}),
        lambda: eve.http.get("/games/whisper/board?options=a%00b"),
        lambda: eve.http.delete("/me/sessions/a%00b"),
        lambda: eve.http.get("/games/a%00b/rules"),
    ]
    return [way().status_code for way in ways]


def test_the_character_zero_is_refused_wherever_a_text_comes_in(on_postgres: Server) -> None:
    eve = Player(on_postgres.url, "Eve")
    table = eve.table(seats=["me", "me"])
    with Bystander(on_postgres.url) as bystander:
        assert set(poison(eve, table, 0)) == {400}
        line = eve.socket(table)
        line.receive()
        refused = line.ask("say", text=NUL)[0]
        assert (refused["status"], refused["error"]) == (400, "bad-request")
        assert line.ask("say", text="x", key=NUL)[0]["status"] == 400
        assert line.ask("say", text="\\u0000 in writing")[0]["type"] == "done"
        line.close()
        bystander.wait_for_answers(3)
    assert "Traceback" not in on_postgres.stderr()


def test_strangers_write_on_while_somebody_sends_poison(on_postgres: Server) -> None:
    eve, ann = Player(on_postgres.url, "Eve"), Player(on_postgres.url, "Ann")
    poisoned, table = eve.table(seats=["me", "me"]), ann.table(seats=["me", "me"])
    with ThreadPoolExecutor(6) as people:
        floods = [people.submit(poison, eve, poisoned, number) for number in range(20)]
        for number in range(50):
            ann.order(table, "say", 200, text=f"word {number}")
        assert all(set(flood.result()) == {400} for flood in floods)


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_a_write_that_cannot_be_stored_fails_alone(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Whatever slips through the door: a text that no database takes, among the writes of others."""
    database = request.getfixturevalue("database") if kind == "PostgreSQL" else ""
    store = Store(Settings(data=tmp_path / "data", database=database))
    store.open()

    async def write() -> list[Any]:
        bad = "\ud800"
        person = insert(schema.persons)
        writes: list[asyncio.Future[Any]] = [
            store.append(Row("good-1", 1, now_ms(), None, "{}")),
            store.append(Row("bad-row", 1, now_ms(), None, f'"{bad}"')),
            store.append(Row("good-2", 1, now_ms(), None, "{}")),
            asyncio.ensure_future(
                store.write(lambda c: c.execute(person.values(id="bad", name=bad, created=1)) and None)
            ),
            asyncio.ensure_future(
                store.write(lambda c: c.execute(person.values(id="good", name="Ann", created=1)) and None)
            ),
            store.append(
                Row("half", 1, now_ms(), None, "{}"),
                lambda c: c.execute(person.values(id="half", name=bad, created=1)) and None,
            ),
        ]
        return list(await asyncio.gather(*writes, return_exceptions=True))

    async def read() -> list[int]:
        return [len(await store.events(table)) for table in ("good-1", "bad-row", "good-2", "half")]

    try:
        answers = asyncio.run(_both(write, read))
    finally:
        store.close()
    results, rows = answers
    assert [isinstance(result, StorageError) for result in results] == [False, True, False, True, False, True]
    assert rows == [1, 0, 1, 0]


async def _both(write: Any, read: Any) -> tuple[list[Any], list[int]]:
    return await write(), await read()


def test_an_answer_tells_nothing_of_the_database(database: str, tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--database", database) as server:
        ann = Player(server.url, "Ann")
        import psycopg

        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("ALTER TABLE persons RENAME TO elsewhere")
            try:
                answers = [
                    ann.http.post("/guests", json={"name": "Ben"}),
                    Player(server.url, known=False).http.post("/login", json={"login": "x", "password": "y" * 9}),
                ]
            finally:
                connection.execute("ALTER TABLE elsewhere RENAME TO persons")
        for answer in answers:
            assert answer.status_code == 503
            assert answer.json()["detail"] in (
                "the server cannot store this now; nothing was changed",
                "the server cannot read its database now",
            )
        # The log says it, for the person who runs the server.
        assert 'relation "persons" does not exist' in server.stderr()
        assert ann.get("/me")["name"] == "Ann"
