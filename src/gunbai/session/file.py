"""A table as a file: the record with its seats and what the clock shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from gunbai.core import record as records
from gunbai.core.errors import BadRecord, GunbaiError
from gunbai.core.files import replacing
from gunbai.session.clock import Clock, Control, parse_clock
from gunbai.session.dice import Dice
from gunbai.session.seat import parse_seat
from gunbai.session.table import Table


def save(table: Table, path: str | Path) -> None:
    """Write the whole table; the file is complete or not there at all."""
    try:
        with replacing(Path(path).expanduser()) as draft:
            draft.write_text(records.write(table.record()), encoding="utf-8")
    except OSError as error:
        raise GunbaiError(f"cannot write {path}: {error.strerror}") from None


def parse(text: str, dice: Dice | None = None, now: Callable[[], float] = time.monotonic) -> Table:
    """A table from a record's text, every action checked; records of other origin get persons and no clock."""
    record = records.read(text)
    players = record.options.players
    names = record.players or [""] * players
    words = record.notes.get("seats", " ".join(["person"] * players)).split()
    if len(words) != players:
        raise BadRecord(f"the head seats {len(words)}, but {players} play")
    try:
        seats = [parse_seat(word, name) for word, name in zip(words, names, strict=True)]
        shown = record.notes.get("clock", "")
        clock = parse_clock(shown, players, now) if shown else Clock(Control(), players, now)
    except GunbaiError as error:
        raise BadRecord(str(error)) from None
    return Table.from_record(record, seats, dice=dice, clock=clock)


def load(path: str | Path, dice: Dice | None = None, now: Callable[[], float] = time.monotonic) -> Table:
    """A table from a file."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8")
    except OSError as error:
        raise GunbaiError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise GunbaiError(f"{path} is not a text file") from None
    return parse(text, dice, now)
