"""Text of people as others may be shown it: nothing invisible, nothing that paints over its neighbours."""

from __future__ import annotations

import unicodedata

from gunbai.core.errors import GunbaiError

# Letters, signs and marks by their category that are drawn as nothing at all.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# No script stacks more marks than this on one letter; a text that does paints over the lines beside it.
_MOST_MARKS = 3


def visible(text: str) -> str:
    """The text in composed form, without invisible characters and without marks that stand on nothing or pile up.

    >>> visible("e\\u0301"), visible("Z" + "\\u0335" * 30 + "algo"), visible("\\u3164"), visible("a\\u200bb\\u202ec")
    ('é', 'Z̵̵̵algo', '', 'abc')
    """
    if text.isascii():
        return "".join(ch for ch in text if ch.isprintable())
    kept: list[str] = []
    marks = _MOST_MARKS
    for ch in unicodedata.normalize("NFC", text):
        if ch in _BLANK or not ch.isprintable():
            continue
        if unicodedata.combining(ch) or unicodedata.category(ch) in ("Mn", "Me"):
            marks += 1
            if marks > _MOST_MARKS:
                continue
        else:
            # A mark at the beginning, or after a space, stands on nothing.
            marks = _MOST_MARKS if ch == " " else 0
        kept.append(ch)
    return "".join(kept)


def check_no_nul(body: bytes) -> None:
    """Refuse a JSON text with the character 0 in it: PostgreSQL cannot store it, and nobody can read it.

    >>> check_no_nul(b'{"text": "a \\\\\\\\u0000 in writing"}')
    >>> check_no_nul(b'{"text": "\\\\u0000"}')
    Traceback (most recent call last):
    gunbai.core.errors.GunbaiError: a text must not hold the character 0
    """
    if b"\\u0000" in body and _holds_nul(body):
        raise GunbaiError("a text must not hold the character 0")


def _holds_nul(body: bytes) -> bool:
    """Whether one of the places that look like the character 0 is one, and not a written-out backslash."""
    for piece in body.split(b"\\u0000")[:-1]:
        backslashes = len(piece) - len(piece.rstrip(b"\\"))
        if backslashes % 2 == 0:
            return True
    return False
