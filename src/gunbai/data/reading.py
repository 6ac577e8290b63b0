"""Reads the rows of seats as NumPy arrays, a few hundred at a time, whatever the size of the data set.

from gunbai.data.reading import Dataset
for batch in Dataset("games").batches(256, shuffle=1): ...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from gunbai.core.errors import GunbaiError
from gunbai.data.recipe import GAMES, PARQUET, SEATS, TRUTH, file_of, finished, read_recipe

# So many row groups, from anywhere in the data set, are mixed when rows are shuffled.
MIXED = 8
# Every tenth game is held out.
HELD_OUT = 10
_COLUMNS = ["game", "step", "seat", "acting", "observation", "legal", "choice", "value", "result"]


@dataclass(frozen=True)
class Batch:
    """Decisions of seats as arrays, a row each."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    choices: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]
    games: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.choices)

    def take(self, rows: Any) -> Batch:
        """Some of the rows."""
        return Batch(*(getattr(self, field.name)[rows] for field in fields(self)))


class Dataset:
    """A folder that `gunbai dataset` has written as Parquet; parts that are not finished yet are left out."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.recipe = read_recipe(self.folder)
        if PARQUET not in self.recipe.formats:
            raise GunbaiError(f"{folder} holds no Parquet; any reader of JSON lines reads it")
        self.parts = list(finished(self.folder, self.recipe))
        game, options = self.recipe.engine, self.recipe.all_options
        self.observation_size = int(game.observer(options).size)
        # Actions that a seat can choose; chance has others.
        self.action_count = int(game.action_index(options).decisions)

    def __len__(self) -> int:
        """How many decisions there are."""
        return sum(part.decisions for part in self.parts)

    def games(self) -> list[dict[str, Any]]:
        """The table of games."""
        return self._small(GAMES)

    def truth(self, game: int) -> list[dict[str, Any]]:
        """Every action of one game with the whole position before it."""
        return [row for row in self._small(TRUTH, game // self.recipe.part) if row["game"] == game]

    def batches(
        self,
        size: int = 256,
        shuffle: int | None = None,
        held_out: bool | None = None,
        share: tuple[int, int] = (0, 1),
    ) -> Iterator[Batch]:
        """All decisions once, in batches of this size (the last may be smaller).

        `shuffle` is a seed; without one, rows come in the order of the games. `held_out` keeps every tenth game apart:
        False gives the others, True those alone. `share` (i, n) gives the i-th of n readers its own rows.
        """
        groups = [
            (part.part, group)
            for part in self.parts
            for group in range(pq.ParquetFile(file_of(self.folder, SEATS, part.part, PARQUET)).num_row_groups)
        ][share[0] :: share[1]]
        rng = np.random.default_rng(shuffle)
        if shuffle is not None:
            groups = [groups[at] for at in rng.permutation(len(groups))]
        mixed = 1 if shuffle is None else MIXED
        left: Batch | None = None
        for first in range(0, len(groups), mixed):
            rows = _joined([self._decisions(*group, held_out) for group in groups[first : first + mixed]])
            if shuffle is not None:
                rows = rows.take(rng.permutation(len(rows)))
            if left is not None:
                rows = _joined([left, rows])
            whole = len(rows) - len(rows) % size
            for at in range(0, whole, size):
                yield rows.take(slice(at, at + size))
            left = rows.take(slice(whole, None))
        if left is not None and len(left):
            yield left

    def _decisions(self, part: int, group: int, held_out: bool | None) -> Batch:
        table = pq.ParquetFile(file_of(self.folder, SEATS, part, PARQUET)).read_row_group(group, _COLUMNS)
        keep = np.asarray(table["acting"])
        if held_out is not None:
            keep = keep & ((np.asarray(table["game"]) % HELD_OUT == HELD_OUT - 1) == held_out)
        table = table.filter(pa.array(keep)).combine_chunks()
        n = table.num_rows
        observations = np.frombuffer(b"".join(table["observation"].to_pylist()), np.uint8)
        masks = np.zeros((n, self.action_count), np.bool_)
        legal = table["legal"].combine_chunks()
        masks[np.repeat(np.arange(n), np.asarray(legal.value_lengths())), np.asarray(legal.flatten())] = True
        return Batch(
            observations.reshape(n, self.observation_size),
            masks,
            np.asarray(table["choice"]).astype(np.int64),
            np.asarray(table["seat"]).astype(np.int64),
            np.asarray(table["value"]),
            np.asarray(table["result"]),
            np.asarray(table["game"]).astype(np.int64),
            np.asarray(table["step"]).astype(np.int64),
        )

    def _small(self, table: str, only: int | None = None) -> list[dict[str, Any]]:
        out: list[dict[str, Any]] = []
        for part in self.parts:
            if only is None or part.part == only:
                out += pq.read_table(file_of(self.folder, table, part.part, PARQUET)).to_pylist()
        return out


def _joined(batches: list[Batch]) -> Batch:
    if len(batches) == 1:
        return batches[0]
    return Batch(*(np.concatenate([getattr(batch, field.name) for batch in batches]) for field in fields(Batch)))
