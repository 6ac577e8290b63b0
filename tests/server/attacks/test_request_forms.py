"""Requests that two readers may understand differently: the server must see what a proxy in front has seen."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.raw import connection
from tests.server.house import Player, Server, serving

TABLE = b'{"game":"whisper"}'
CHUNKED = b"content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Path(tmp_path_factory.mktemp("forms")) / "data") as server:
        yield server


def answers(server: Server, request: bytes) -> bytes:
    """All that the server says to a request, until it closes the connection."""
    got = b""
    with contextlib.closing(connection(server)) as line, contextlib.suppress(ConnectionError):
        line.sendall(request)
        while piece := line.recv(1 << 16):
            got += piece
    return got


def test_what_comes_behind_a_body_is_no_header(door: Server) -> None:
    """A trailer with a key was as good as a header, though nobody who looks at headers has seen it."""
    key = Player(door.url, "Ann").http.cookies["gunbai"].encode()
    head = b"POST /api/tables HTTP/1.1\r\nhost: here\r\nconnection: close\r\n"
    body = b"%x\r\n%b\r\n0\r\n" % (len(TABLE), TABLE)
    for name, value in ((b"authorization", b"Bearer " + key), (b"cookie", b"gunbai=" + key)):
        said = answers(door, head + CHUNKED + body + name + b": " + value + b"\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 401 "), said
    said = answers(door, head + b"authorization: Bearer " + key + b"\r\n" + CHUNKED + body + b"\r\n")
    assert said.startswith(b"HTTP/1.1 201 "), said


@pytest.mark.parametrize(
    "tail",
    [b"0\r\n" + b"a: b\r\n" * 50_000 + b"\r\n", b"2;" + b"a" * 300_000 + b"\r\n{}\r\n0\r\n\r\n"],
    ids=["trailers", "an extension of a chunk"],
)
def test_what_is_around_a_body_is_bounded(door: Server, tail: bytes) -> None:
    head = b"POST /api/guests HTTP/1.1\r\nhost: here\r\nconnection: close\r\n" + CHUNKED
    said = answers(door, head + b"2\r\n{}\r\n" + tail)
    assert not said or said.startswith(b"HTTP/1.1 431 "), said


@pytest.mark.parametrize(
    "lines",
    [b"", b"host: here\r\nhost: there\r\n", b"host: here\r\ntransfer-encoding: gzip, chunked\r\n"],
    ids=["no host", "two hosts", "a coding nobody takes off"],
)
def test_heads_that_can_be_read_in_two_ways_are_refused(door: Server, lines: bytes) -> None:
    said = answers(door, b"GET /api/house HTTP/1.1\r\nconnection: close\r\n" + lines + b"\r\n" + b"0\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 400 "), said
    assert said.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", None]
)
def test_a_body_that_does_not_say_that_it_is_json_is_refused(door: Server, kind: str | None) -> None:
    """Pages of other sites can send these without being asked whether they may."""
    ann = Player(door.url, "Ann")
    head = {} if kind is None else {"content-type": kind}
    answer = ann.http.post("/tables", content=TABLE, headers=head)
    assert (answer.status_code, answer.json()["error"]) == (415, "bad-type")
    for said in ("application/json", "Application/JSON; charset=utf-8"):
        assert ann.http.post("/tables", content=TABLE, headers={"content-type": said}).status_code == 201
    # Where there is no body there is nothing to be mistaken.
    assert ann.http.post("/me/device-link", headers=head).status_code == 201


def test_an_old_request_has_no_chunks(door: Server) -> None:
    """HTTP/1.0 knows none: a proxy may see the end of the request elsewhere."""
    said = answers(door, b"POST /api/guests HTTP/1.0\r\nhost: here\r\n" + CHUNKED + b"2\r\n{}\r\n0\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 400 "), said


def test_only_the_proxy_says_where_a_request_comes_from(tmp_path: Path) -> None:
    """Some proxies add a line of their own. The first line is then whatever the sender likes."""
    with serving(tmp_path / "data", "--trust-proxy", "--set", "limits.guests_burst=3", limits=True) as server:
        found = [
            httpx.post(
                f"{server.url}/api/guests",
                json={},
                headers=[("x-forwarded-for", f"198.51.100.{number}"), ("x-forwarded-for", "203.0.113.9")],
            ).status_code
            for number in range(6)
        ]
        assert found[0] == 201
        assert 429 in found


def test_an_old_client_needs_no_host(door: Server) -> None:
    assert answers(door, b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 ")
