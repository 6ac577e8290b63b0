"""Frames as nearly every order and every update comes: whole, one to a packet. Compiled, for every move needs three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_WHOLE_TEXT: Final = 0x81
# The second byte of a masked frame whose length stands in the two bytes after it.
_MASKED_LONGER: Final = 0xFE


def short_text(data: bytes, most: int, apply_mask: Callable[[bytes, bytes], bytes]) -> bytes | None:
    """The text of a packet that is one whole frame with a short text from a client; None for every other packet."""
    if not _is_short(data, most):
        return None
    text = _unmasked(data, apply_mask)
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    return text


def _is_short(data: bytes, most: int) -> bool:
    """Whether a packet is, by its first bytes, one whole frame with a short text from a client."""
    size = len(data)
    if not 6 < size <= most or data[0] != _WHOLE_TEXT:
        return False
    if data[1] >= _MASKED_LONGER:
        return data[1] == _MASKED_LONGER and size > 8 and 126 <= (data[2] << 8) + data[3] == size - 8
    return data[1] == 0x80 + size - 6


def _unmasked(data: bytes, apply_mask: Callable[[bytes, bytes], bytes]) -> bytes:
    """The text in such a packet."""
    start = 8 if data[1] == _MASKED_LONGER else 6
    return apply_mask(data[start:], data[start - 4 : start])


def text_frame(text: bytes) -> bytes:
    """A frame with a whole text, as a server sends it."""
    length = len(text)
    if length < 126:
        return bytes((_WHOLE_TEXT, length)) + text
    if length < 65536:
        return bytes((_WHOLE_TEXT, 126, length >> 8, length & 0xFF)) + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text
