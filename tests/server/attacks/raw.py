"""Connections of an attacker: plain sockets from an address of their own, so that no ration is shared with anybody."""

from __future__ import annotations

import contextlib
import select
import socket
import time

from websockets.frames import Frame, Opcode

from gunbai.server.connections import most_descriptors
from tests.server.house import Server

ATTACKER = "127.0.0.66"
# An attacker, too, needs a descriptor for each connection.
most_descriptors()


def connection(server: Server, where: str = ATTACKER, receive_buffer: int = 0) -> socket.socket:
    """A connection to the server, from the attacker's address."""
    line = socket.socket()
    if receive_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(120)
    line.bind((where, 0))
    line.connect(("127.0.0.1", server.port))
    return line


def handshake(
    server: Server, table: str, cookie: str = "", where: str = ATTACKER, receive_buffer: int = 0
) -> socket.socket:
    """A socket at a table whose handshake is over; what came behind the handshake is not read."""
    line = connection(server, where, receive_buffer)
    line.sendall(upgrade(server, table, cookie))
    got = b""
    while b"\r\n\r\n" not in got:
        piece = line.recv(1)
        assert piece, "the handshake was refused"
        got += piece
    assert got.startswith(b"HTTP/1.1 101"), got
    return line


def upgrade(server: Server, table: str, cookie: str = "") -> bytes:
    """The request for a socket at a table."""
    head = [
        f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Cookie: {cookie}",
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
    ]  # fmt: skip
    return "\r\n".join(head).encode()


def frame(data: bytes = b"", opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def pour(line: socket.socket, data: bytes, times: int, seconds: float = 60) -> bytes:
    """Send the same bytes again and again, reading all the while, until the server ends it; the end of what it said."""
    line.setblocking(False)
    rest, last, end = b"", b"", time.monotonic() + seconds
    while time.monotonic() < end:
        if not rest and times:
            rest, times = data, times - 1
        readable, writable, _ = select.select([line], [line] if rest else [], [], 0.5)
        with contextlib.suppress(BlockingIOError):
            try:
                if readable:
                    piece = line.recv(1 << 16)
                    if not piece:
                        return last
                    last = (last + piece)[-200:]
                if writable:
                    rest = rest[line.send(rest) :]
            except OSError as error:
                if isinstance(error, BlockingIOError):
                    raise
                return last
    raise AssertionError("the server did not end the connection")
