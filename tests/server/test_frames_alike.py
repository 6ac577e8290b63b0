"""However frames are cut into packets, the short way hears what the library alone would hear.

No network is asked: it would join and split packets as it likes. Both ways get the same packets, one after the other.
"""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from gunbai.server.paced_reading import PacedReading
from gunbai.server.settings import Limits
from gunbai.server.wire import Wire

# On both sides of every length at which the head of a frame, or the way it takes, is another one.
LENGTHS = (0, 1, 5, 40, 118, 119, 120, 125, 126, 127, 128, 129, 200, 1008, 1010, 1016, 1017, 1018, 1024, 1030, 2000)
KINDS = (Opcode.TEXT, Opcode.CONT, Opcode.PING, Opcode.BINARY, Opcode.PONG, Opcode.CLOSE)
OFTEN = (60, 10, 10, 10, 7, 3)
LONGEST = 65_536
PIECE = 1_024


class Line:
    """A connection without a network: what was written to it, and whether it is over."""

    def __init__(self) -> None:
        self.written, self.over, self.paused = b"", False, False

    def is_closing(self) -> bool:
        return self.over

    def close(self) -> None:
        self.over = True

    abort = close

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Ear(Wire):
    """A socket in play that only notes what it hears."""

    def __init__(self, short: int) -> None:
        # Not the real beginning, which takes a running server.
        self.line, self.heard = Line(), list[bytes]()
        transport: Any = self.line
        self.transport, self.conn = transport, ServerProtocol(state=State.OPEN, max_size=LONGEST)
        self.loop = asyncio.get_running_loop()
        self.close_sent = self.read_paused = self.disconnected = self.flooded = False
        self.frames, self.curr_msg_data_type, self.pending_ping_payload = [], "text", None
        self.queue, self.logger = asyncio.Queue(), SimpleNamespace(debug=print)  # type: ignore[assignment]
        self._connections = SimpleNamespace(limits=Limits(), flooded=print)  # type: ignore[assignment]
        self._ration = self._burst = self._rate = 1e9
        self._counted_at, self._between_frames, self._short = 0.0, False, short
        self._hear = self._note
        self._paced = PacedReading(transport, PIECE, self._take, lambda: True)

    def _note(self, order: bytes) -> int:
        self.heard.append(order)
        return 0

    async def take_all(self, packets: list[bytes]) -> tuple[list[bytes], bytes, bool, State]:
        for packet in packets:
            while self.line.paused and not self.line.over:
                await asyncio.sleep(0)
            if not self.line.over:
                self.data_received(packet)
        while self._paced.waiting and not self.line.over:
            await asyncio.sleep(0)
        return self.heard, self.line.written, self.line.over, self.conn.state


def some_frames(rng: random.Random) -> list[bytes]:
    frames = []
    for _ in range(rng.randint(1, 6)):
        body = rng.randbytes(rng.choice(LENGTHS))
        if rng.random() < 0.9:
            body = bytes(32 + byte % 90 for byte in body)
        kind = rng.choices(KINDS, OFTEN)[0]
        if kind is Opcode.CLOSE:
            body = b"\x03\xe8"
        elif kind in (Opcode.PING, Opcode.PONG):
            body = body[:100]
        frame = bytearray(Frame(kind, body, kind not in KINDS[:2] or rng.random() < 0.9).serialize(mask=True))
        if rng.random() < 0.08:
            frame[rng.randrange(min(len(frame), 10))] ^= 1 << rng.randrange(8)
        frames.append(bytes(frame))
    return frames


def as_packets(frames: list[bytes], rng: random.Random) -> list[bytes]:
    """One packet a frame, all in one, two by two, in small steps, or cut anywhere."""
    whole = b"".join(frames)
    match rng.randrange(5):
        case 0:
            return frames
        case 1:
            return [whole]
        case 2:
            return [b"".join(frames[i : i + 2]) for i in range(0, len(frames), 2)]
        case 3:
            step = 1 if len(whole) < 400 else 7
            return [whole[i : i + step] for i in range(0, len(whole), step)]
    cuts = sorted(rng.sample(range(1, len(whole)), min(len(whole) - 1, rng.randint(1, 5))))
    return [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]


@pytest.mark.parametrize("seed", range(10))
def test_the_short_way_hears_what_the_library_hears(seed: int) -> None:
    async def compare() -> None:
        rng, taken = random.Random(seed), 0
        for _ in range(40):
            packets = as_packets(some_frames(rng), rng)
            short, plain = Ear(PIECE), Ear(0)
            assert await short.take_all(packets) == await plain.take_all(packets), [bytes(p) for p in packets]
            taken += len(short.heard)
        assert taken > 20

    asyncio.run(compare())


def test_a_packet_in_the_middle_of_a_frame_is_no_order_although_it_looks_like_one() -> None:
    inner = Frame(Opcode.TEXT, b'{"do":"resign"}').serialize(mask=True)
    body = b"a" * 20 + inner
    # Unmasked by zeros, what is sent is what is meant.
    packets = [bytes((0x80 | Opcode.BINARY, 0x80 | len(body), 0, 0, 0, 0)) + body[: -len(inner)], inner]

    async def hear(short: int) -> list[bytes]:
        return (await Ear(short).take_all(packets))[0]

    assert asyncio.run(hear(PIECE)) == asyncio.run(hear(0)) == [body]
