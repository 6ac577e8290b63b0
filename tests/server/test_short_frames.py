"""Short frames are read and written as the library does that reads and writes all others."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode
from websockets.utils import apply_mask

from gunbai.server.short_frames import short_text, text_frame

# On both sides of every change in how a length is written.
LENGTHS = [1, 2, 124, 125, 126, 127, 128, 255, 256, 257, 4000]
MOST = 5000


def text(length: int) -> bytes:
    return bytes(65 + i % 26 for i in range(length))


def sent(data: bytes, kind: Opcode = Opcode.TEXT, *, whole: bool = True, masked: bool = True) -> bytes:
    return Frame(kind, data, fin=whole).serialize(mask=masked)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_whole_text_of_a_client_is_read(length: int) -> None:
    packet = sent(text(length))
    assert short_text(packet, MOST, apply_mask) == text(length)
    assert short_text(packet, len(packet) - 1, apply_mask) is None


@pytest.mark.parametrize("length", LENGTHS)
def test_what_is_not_one_whole_text_is_left_to_the_library(length: int) -> None:
    packet = sent(text(length))
    for other in (
        packet[:-1],
        packet + b"x",
        packet + packet,
        sent(text(length), Opcode.BINARY),
        sent(text(length), Opcode.PING) if length < 126 else b"",
        sent(text(length), whole=False),
        sent(text(length), masked=False),
    ):
        assert short_text(other, MOST, apply_mask) is None


def test_a_length_written_longer_than_need_be_is_left_to_the_library() -> None:
    for length in (1, 100, 125):
        packet = bytes((0x81, 0xFE, 0, length)) + b"mask" + text(length)
        assert short_text(packet, MOST, apply_mask) is None
    # Eight bytes of length are for more than a short text may have.
    longest = b"\x81\xff" + (200).to_bytes(8, "big") + b"mask" + text(200)
    assert short_text(longest, MOST, apply_mask) is None


@pytest.mark.parametrize("length", [0, *LENGTHS, 65535, 65536, 70000])
def test_a_text_of_the_server_is_the_library_s(length: int) -> None:
    assert text_frame(text(length)) == sent(text(length), masked=False)


def test_a_text_that_is_no_utf_8_is_left_to_the_library() -> None:
    assert short_text(sent("馬".encode()), MOST, apply_mask) == "馬".encode()
    assert short_text(sent("馬".encode()[:-1]), MOST, apply_mask) is None
