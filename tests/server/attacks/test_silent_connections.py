"""Fault 8: connections that say nothing, or too much, before anybody knows who they are.

With the times and sizes of heads switched off, the tests of silence, of late requests and of the endless head were
seen to fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.server import events as ev
from gunbai.server.accounts import NotKnown
from gunbai.server.projection import Projector
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from gunbai.server.table_registry import TableRegistry
from tests.server.attacks.bystander import Bystander
from tests.server.attacks.raw import connection, handshake, upgrade
from tests.server.attacks.test_slow_readers import MEGABYTE, memory
from tests.server.house import Server, serving

SILENT = 1_100


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("strict") / "data", limits=True) as server:
        yield server


def ended(line: socket.socket, seconds: float) -> bool:
    """Whether the server ends the connection."""
    line.settimeout(seconds)
    try:
        while line.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def test_silent_connections_shut_nobody_out(strict: Server) -> None:
    lines: list[socket.socket] = []
    with Bystander(strict.url) as bystander:
        for _ in range(SILENT):
            with contextlib.suppress(OSError):
                lines.append(connection(strict))
        # Somebody new comes in, while all of them are still there.
        assert httpx.get(f"{strict.url}/api/house").status_code == 200
        bystander.wait_for_answers(3)
        assert ended(lines[0], 30)
        for line in lines:
            line.close()


def test_a_request_that_does_not_come_ends_the_connection(tmp_path: Path) -> None:
    begun = [b"", b"GET / HTTP/1.1\r\nhost: x\r\n", b"\r\n", b"POST /api/guests HTTP/1.1\r\nx: "]
    with serving(tmp_path / "data", "--set", "limits.head_seconds=1", limits=True) as server:
        lines = [connection(server) for _ in begun]
        for line, begin in zip(lines, begun, strict=True):
            line.sendall(begin)
        assert all(ended(line, 30) for line in lines)


def test_a_head_without_end_is_refused_and_not_kept(strict: Server) -> None:
    with Bystander(strict.url) as bystander:
        before = memory(strict)
        line = connection(strict)
        with contextlib.suppress(OSError):
            line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx: ")
            for _ in range(200):
                line.sendall(b"y" * MEGABYTE)
            raise AssertionError("the server read 200 MB of a head")
        bystander.wait_for_answers(3)
        assert memory(strict) - before < 50 * MEGABYTE
        line.close()
    line = connection(strict)
    line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 40_000)
    assert line.recv(100).startswith(b"HTTP/1.1 431 ")
    line.close()


@pytest.mark.parametrize("size", [5_000, 30_000, 60_000])
def test_a_long_path_is_refused_at_once(strict: Server, size: int) -> None:
    with Bystander(strict.url) as bystander:
        for path in ("/api/" + "a/" * (size // 2), "/" + "%2e%2e%2f" * (size // 9), "/api/tables/" + "x" * size):
            line = connection(strict)
            with contextlib.suppress(OSError):
                line.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
            assert line.recv(100).partition(b" ")[2][:3] in (b"414", b"431")
            line.close()
        bystander.wait_for_answers(2)


@pytest.mark.parametrize("name", ["x" * 256, "%E3%81%82" * 86, "%ff" * 300])
def test_a_name_that_no_file_has_is_not_found(strict: Server, name: str) -> None:
    line = connection(strict)
    line.sendall(f"GET /{name} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    assert line.recv(100).startswith(b"HTTP/1.1 404 ")
    line.close()


def test_too_many_header_lines_are_refused(strict: Server) -> None:
    line = connection(strict)
    line.sendall(b"GET /api/house HTTP/1.1\r\nhost: x\r\n" + b"a: b\r\n" * 1_000 + b"\r\n")
    assert line.recv(100).startswith(b"HTTP/1.1 431")
    line.close()


def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path / "data", limits=True) as server, Bystander(server.url) as bystander:
        lines = [connection(server) for _ in range(310)]
        assert ended(lines[-1], 5)
        # Another address is not concerned, nor a socket that is open.
        handshake(server, bystander.table, where="127.0.0.67").close()
        bystander.wait_for_answers(2)
        for line in lines:
            line.close()


def test_a_table_that_does_not_exist_leaves_nothing_behind(tmp_path: Path) -> None:
    store = Store(Settings(data=tmp_path / "data"))
    store.open()

    async def ask() -> int:
        registry = TableRegistry(store)

        async def one(name: str) -> None:
            with pytest.raises(NotKnown):
                await registry.open(name)

        await asyncio.gather(*(one(f"none-{number % 50}") for number in range(200)))
        return registry.opening

    try:
        assert asyncio.run(ask()) == 0
    finally:
        store.close()


@pytest.mark.parametrize(
    "line", ["Content-Length: 5", "Transfer-Encoding: chunked", f"X: {'x' * 3000}\r\nContent-Length: 5"]
)
def test_a_handshake_with_a_body_is_refused_and_does_not_stay_open(strict: Server, line: str) -> None:
    """Nothing answered it, and no time was set for it: such a connection stayed for ever."""
    with contextlib.closing(connection(strict)) as visitor:
        visitor.settimeout(20)
        visitor.sendall(upgrade(strict, "nowhere")[:-2] + f"{line}\r\n\r\n".encode())
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := visitor.recv(1000):
                got += piece
        assert got.startswith(b"HTTP/1.1 400 ")


def test_tables_that_nobody_has_open_do_not_fill_memory(tmp_path: Path) -> None:
    """Who sets up a table and gives it up can do so again and again: one guest filled more than a gigabyte."""
    store = Store(Settings(data=tmp_path / "data"))
    store.open()

    async def fill() -> list[str]:
        registry = TableRegistry(store, most_alone=5)
        waiting = ev.Created("whisper", 1, {}, [ev.Chair("open")] * 2, "", "")
        names = []
        for _ in range(20):
            table = await registry.create(waiting)
            names.append(table.id)
        await registry.open(names[3])
        registry.drop_idle()
        kept = registry.in_memory()
        assert sorted(kept) == sorted([names[3], *names[-4:]])
        # A table that was dropped is there again when somebody asks for it.
        await registry.open(names[0])
        return kept

    try:
        assert len(asyncio.run(fill())) == 5
    finally:
        store.close()


def test_a_broken_request_behind_good_ones_leaves_no_traceback(tmp_path: Path) -> None:
    with serving(tmp_path / "data", limits=True) as server, Bystander(server.url) as bystander:
        good = b"GET /api/house HTTP/1.1\r\nhost: x\r\n\r\n"
        for _ in range(5):
            line = connection(server)
            line.sendall(good * 3 + b"\x00 no request\r\n\r\n")
            assert ended(line, 20)
            line.close()
        bystander.wait_for_answers(2)
        assert "Traceback" not in server.stderr()


def test_who_sends_all_and_closes_that_way_is_still_answered(strict: Server) -> None:
    line = connection(strict)
    line.sendall(b"GET /api/house HTTP/1.1\r\nhost: x\r\n\r\n")
    line.shutdown(socket.SHUT_WR)
    assert line.recv(100).startswith(b"HTTP/1.1 200 ")
    line.close()


def test_a_body_of_tiny_chunks_is_not_read_on_after_its_answer(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--set", "limits.body_seconds=3600", limits=True) as server:
        line = connection(server)
        line.sendall(b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n")
        line.sendall(b"transfer-encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20_000)
        said = b""
        while b"\r\n" not in said:
            said += line.recv(1_000)
        assert said.startswith(b"HTTP/1.1 413 ")
        # The body goes on, chunk by chunk; the server does not wait for its end, which would come in an hour.
        line.setblocking(False)
        end = time.monotonic() + 60
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < end:
                with contextlib.suppress(BlockingIOError):
                    line.sendall(b"1\r\nx\r\n")
                time.sleep(0.05)
            raise AssertionError("the server reads on")
        line.close()
        assert httpx.get(f"{server.url}/api/house").status_code == 200


@pytest.mark.parametrize("own", [b"", b"connection: close\r\n"])
def test_who_is_answered_before_the_body_has_come_is_told_that_the_connection_ends(tmp_path: Path, own: bytes) -> None:
    rations = "--set", "limits.address_rate=0.0001", "--set", "limits.address_burst=1"
    with serving(tmp_path / "data", *rations, limits=True) as server:
        head = b"POST /api/tables/import HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n" + own
        with contextlib.closing(connection(server)) as line:
            line.sendall(b"GET /api/house HTTP/1.1\r\nhost: here\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 200 ")
        # Much more than the system holds, so that the server must read on for the answer not to be lost.
        size = 2_400_000
        with contextlib.closing(connection(server)) as line:
            line.sendall(head + b"content-length: %d\r\n\r\n" % size + b"x")
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += line.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 429 "), answer
            line.sendall(b"x" * (size - 1))
            while piece := line.recv(1 << 16):
                answer += piece
            said, _, body = answer.partition(b"\r\n\r\n")
            assert said.lower().count(b"\r\nconnection: close") == 1
            assert b"}" in body


def test_few_very_long_tables_do_not_fill_memory_either(tmp_path: Path) -> None:
    """A record of 60,000 actions takes 32 MB once it is a table, and one guest can bring another every 3 s."""
    store = Store(Settings(data=tmp_path / "data"))
    store.open()

    class Visitor:
        person, muted = "", set[str]()

        def tell(self, projector: Projector) -> None:
            pass

        tell_again = tell

        def hang_up(self, code: int) -> None:
            raise AssertionError("the visitor may stay")

        def tell_thinking(self, projector: Projector, seat: int, ahead: int) -> bool:
            return True

    async def fill() -> None:
        registry = TableRegistry(store, alone_bytes=2_000_000, long_bytes=3_000_000)
        waiting = ev.Created("whisper", 1, {}, [ev.Chair("open")] * 2, "", "")
        alone = [await registry.create(waiting) for _ in range(5)]
        visited = [await registry.create(waiting) for _ in range(5)]
        short = await registry.create(waiting)
        assert 0 < short.weight < 1_000
        for table in (*alone, *visited):
            table.weight = 1_000_000
        visitor = Visitor()
        for table in (*visited, short):
            registry.join(table, visitor)
        registry.drop_idle()
        kept = {table.id for table in (*alone[-2:], *visited[-3:], short)}
        assert set(registry.in_memory()) == kept
        # It is there again when something happens.
        placed = await registry.change(visited[0].id, lambda table: table.chat(-1, "", "Eve", "here"))
        assert placed.seq == 2

    try:
        asyncio.run(fill())
    finally:
        store.close()
