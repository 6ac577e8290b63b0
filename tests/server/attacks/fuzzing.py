"""Frames and heads that no client sends, drawn by a generator with a seed."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable

MASK = b"\x01\x02\x03\x04"

ORDERS: list[dict[str, object]] = [
    {"do": "say", "id": 1, "text": "hello"},
    {"do": "act", "id": 2, "version": 0, "actions": [1]},
    {"do": "act", "id": 3, "version": 0, "actions": ["seal 1"], "key": "k"},
    {"do": "offer", "id": 4, "what": "draw"},
    {"do": "mute", "id": 5, "seat": 0},
    {"do": "hint", "id": 6},
]
REQUEST = (
    b"POST /api/guests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncookie: gunbai=abc\r\n"
    b'content-length: 12\r\n\r\n{"name":"x"}'
)
UPGRADE = (
    b"GET /api/tables/x/socket?version=0 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PIECES = [
    b"\x00", b"\xff", b"\r", b"\n", b"\r\n", b"\r\n\r\n", b":", b" ", b"%00", b"%", b"\xc3\x28", b"chunked", b"-1",
    b"99999999999999999999", b"transfer-encoding: chunked\r\n", b"content-length: 5\r\n", b"expect: 100-continue\r\n",
    b"HTTP/1.0", b"HTTP/2.0", b"GET ", b"x" * 5000, b"a: b\r\n" * 200, b"upgrade: h2c\r\n", b"../", b"?", b"#",
    b"origin: http://[\r\n", b"host: \xe2\x80\xae\r\n", b"x-forwarded-for: ::%%\r\n", b"authorization: Bearer \r\n",
]  # fmt: skip


def masked(data: bytes) -> bytes:
    return bytes(byte ^ MASK[i % 4] for i, byte in enumerate(data))


def raw_frame(first: int, data: bytes, length: int | None = None, mask: bool = True) -> bytes:
    """A frame by its bytes: any first byte, and a length that need not be true."""
    said = len(data) if length is None else length
    bit = 0x80 if mask else 0
    if said < 126:
        head = bytes((first, bit | said))
    elif said < 65536:
        head = bytes((first, bit | 126)) + struct.pack("!H", said)
    else:
        head = bytes((first, bit | 127)) + struct.pack("!Q", said)
    return head + (MASK + masked(data) if mask else data)


def mutated(data: bytes, dice: random.Random, pieces: list[bytes]) -> bytes:
    """Some bytes changed, cut out, doubled or put in."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randint(0, len(data))
        match dice.randint(0, 4):
            case 0 if data and at < len(data):
                data = data[:at] + bytes((dice.randint(0, 255),)) + data[at + 1 :]
            case 1:
                data = data[:at] + data[at + dice.randint(1, 8) :]
            case 2:
                data = data[:at] + data[max(0, at - dice.randint(1, 30)) :]
            case 3:
                data = data[:at] + dice.choice(pieces) + data[at:]
            case _:
                data = data[:at]
    return data


def frames(dice: random.Random) -> bytes:
    """What one hostile connection sends after its handshake."""
    text = json.dumps(dice.choice(ORDERS)).encode()
    noise = dice.randbytes(dice.randint(0, 140))
    kinds: list[Callable[[], bytes]] = [
        lambda: noise,
        lambda: raw_frame(dice.randint(0, 255), noise),
        lambda: raw_frame(0x81, text, mask=False),
        lambda: raw_frame(0x81, mutated(text, dice, PIECES)),
        lambda: raw_frame(0x82, mutated(text, dice, PIECES)),
        lambda: raw_frame(0x81, text, length=dice.choice((0, 1, len(text) + 5, 65_536, 2**31, 2**63, 2**64 - 1))),
        lambda: raw_frame(dice.choice((0x88, 0x89, 0x8A, 0x08, 0x09)), noise),
        lambda: raw_frame(0x88, struct.pack("!H", dice.randint(0, 65535)) + noise[:50]),
        lambda: raw_frame(0x01, text[:5]) + raw_frame(0x80, text[5:]),
        lambda: raw_frame(0x01, text[:5]) + raw_frame(0x89, b"?") + raw_frame(0x81, text),
        lambda: raw_frame(0x01, text[:5]) + raw_frame(0x00, b"") * dice.randint(1, 150),
        lambda: raw_frame(0x80, text),
        lambda: raw_frame(0x81, b'{"do":' + b"[" * dice.randint(1, 4000)),
        lambda: raw_frame(0x81, b'{"do":"act","version":' + b"9" * dice.randint(1, 400) + b"}"),
        lambda: b"".join(raw_frame(0x81, text) for _ in range(dice.randint(1, 40))),
        lambda: mutated(raw_frame(0x81, text), dice, PIECES),
    ]
    return b"".join(dice.choice(kinds)() for _ in range(dice.randint(1, 4)))


def head(dice: random.Random) -> bytes:
    """A request that is none."""
    noise = dice.randbytes(dice.randint(0, 100))
    kinds: list[Callable[[], bytes]] = [
        lambda: mutated(REQUEST, dice, PIECES),
        lambda: mutated(UPGRADE, dice, PIECES),
        lambda: dice.randbytes(dice.randint(0, 300)),
        lambda: b"GET /%b HTTP/1.1\r\n\r\n" % (noise.hex().encode() * dice.randint(1, 60)),
        lambda: b"GET /%b HTTP/1.1\r\n\r\n" % b"".join(b"%%%02x" % byte for byte in noise),
        lambda: mutated(REQUEST * dice.randint(2, 8), dice, PIECES),
    ]
    return dice.choice(kinds)()
