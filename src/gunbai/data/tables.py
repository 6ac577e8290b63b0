"""The tables of a part on their way to disk, a few hundred rows at a time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from gunbai.core.game import Game
from gunbai.core.observation import Row, blank_words
from gunbai.core.options import Options
from gunbai.data.recipe import GAMES, JSON_LINES, SEATS, TRUTH
from gunbai.data.rows import SeatRow, TruthRow, observer_of

# Rows that are held at once, and read at once later.
ROWS = 512


class Table(Protocol):
    """Where rows of one table go."""

    def add(self, row: Any) -> None: ...

    def close(self) -> None: ...


class JsonTable:
    """A table as JSON lines, in the game's own words: views by field, actions as text."""

    def __init__(self, path: Path, game: Game) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._game = game

    def add(self, row: SeatRow | TruthRow | Mapping[str, object]) -> None:
        self._file.write(json.dumps(self._plain(row), ensure_ascii=False, separators=(",", ":")) + "\n")

    def close(self) -> None:
        self._file.close()

    def _plain(self, row: SeatRow | TruthRow | Mapping[str, object]) -> Mapping[str, object]:
        say = self._game.action_text
        if isinstance(row, SeatRow):
            return {
                "game": row.game,
                "step": row.step,
                "seat": row.seat,
                "acting": row.acting,
                "view": row.view.data(),
                "legal": [say(a) for a in row.legal],
                "choice": None if row.choice is None else say(row.choice),
                "seen": [say(a) for a in row.seen],
                "value": round(row.value, 6),
                "result": row.result,
            }
        if isinstance(row, TruthRow):
            return {
                "game": row.game,
                "step": row.step,
                "actor": row.actor,
                "action": say(row.action),
                "position": row.position,
            }
        return row


class ParquetTable:
    """A table as Parquet: for seats, views as the bytes that networks take and actions as dense indices."""

    def __init__(self, path: Path, schema: Any) -> None:
        self._writer = pq.ParquetWriter(path, schema, compression="zstd")
        self._schema = schema
        self._rows: list[Mapping[str, object]] = []

    def add(self, row: Any) -> None:
        self._rows.append(self.plain(row))
        if len(self._rows) == ROWS:
            self._flush()

    def close(self) -> None:
        if self._rows:
            self._flush()
        self._writer.close()

    def plain(self, row: Any) -> Mapping[str, object]:
        """A row by the names of the columns."""
        return vars(row) if isinstance(row, TruthRow) else row

    def _flush(self) -> None:
        self._writer.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows.clear()


class SeatTable(ParquetTable):
    """What seats knew. A view is written as one line and as a row of bytes, both from the view itself."""

    def __init__(self, path: Path, game: Game, options: Options) -> None:
        self._game = game
        self._observer = observer_of(game, options)
        self._index = game.action_index(options)
        super().__init__(path, seat_schema(int(self._observer.size)))

    def plain(self, row: SeatRow) -> Mapping[str, object]:
        size = int(self._observer.size)
        written = Row(blank_words(size))
        written.begin(0)
        self._observer.write(row.view, written)
        written.end()
        return {
            "game": row.game,
            "step": row.step,
            "seat": row.seat,
            "acting": row.acting,
            "view": self._game.view_text(row.view),
            "observation": bytes(memoryview(written.words))[:size],
            "legal": [int(self._index.index_of(a)) for a in row.legal],
            "choice": None if row.choice is None else int(self._index.index_of(row.choice)),
            "seen": row.seen,
            "value": row.value,
            "result": row.result,
        }


def seat_schema(size: int) -> Any:
    """The columns of the table of seats."""
    return pa.schema(
        [
            ("game", pa.int32()),
            ("step", pa.int32()),
            ("seat", pa.int8()),
            ("acting", pa.bool_()),
            ("view", pa.string()),
            ("observation", pa.binary(size)),
            ("legal", pa.list_(pa.int32())),
            ("choice", pa.int32()),
            ("seen", pa.list_(pa.int64())),
            ("value", pa.float32()),
            ("result", pa.float32()),
        ]
    )


TRUTH_SCHEMA = pa.schema(
    [
        ("game", pa.int32()),
        ("step", pa.int32()),
        ("actor", pa.int8()),
        ("action", pa.int64()),
        ("position", pa.string()),
    ]
)
GAMES_SCHEMA = pa.schema(
    [
        ("game", pa.int32()),
        ("seed", pa.int64()),
        ("players", pa.list_(pa.string())),
        ("returns", pa.list_(pa.float32())),
        ("places", pa.list_(pa.int8())),
        ("outcome", pa.string()),
        ("actions", pa.int32()),
    ]
)


def open_table(kind: str, name: str, path: Path, game: Game, options: Options) -> Table:
    """A table that is written to a file."""
    if kind == JSON_LINES:
        return JsonTable(path, game)
    if name == SEATS:
        return SeatTable(path, game, options)
    return ParquetTable(path, {TRUTH: TRUTH_SCHEMA, GAMES: GAMES_SCHEMA}[name])
