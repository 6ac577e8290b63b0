"""The same rows for PyTorch, which is installed by hand: its builds differ from machine to machine.

from torch.utils.data import DataLoader
from gunbai.data.torch_reading import Decisions
for batch in DataLoader(Decisions("games", 256, shuffle=1), batch_size=None, num_workers=2): ...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from gunbai.core.errors import GunbaiError
from gunbai.data.reading import Batch, Dataset

try:
    import torch
    from torch.utils.data import IterableDataset, get_worker_info
except ModuleNotFoundError:
    raise GunbaiError("this reader needs PyTorch, which is not installed: pytorch.org says how") from None


# PyTorch's seeds have 64 bits; what is added to another seed has fewer.
_SEEDS = 1 << 40


class Decisions(IterableDataset):  # type: ignore[misc]
    """Batches of decisions as tensors by name. Workers of a DataLoader share the rows; each pass shuffles anew.

    Workers begin every pass as copies that know of no pass before. What they have in common, and anew each time, is the
    seed that PyTorch draws for them: `torch.manual_seed` repeats their order.
    """

    def __init__(
        self, folder: str | Path, size: int = 256, shuffle: int | None = None, held_out: bool | None = None
    ) -> None:
        super().__init__()
        self.data = Dataset(folder)
        self._size, self._shuffle, self._held_out = size, shuffle, held_out
        self._passes = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        worker = get_worker_info()
        share = (0, 1) if worker is None else (worker.id, worker.num_workers)
        turn = self._passes if worker is None else (worker.seed - worker.id) % _SEEDS
        shuffle = None if self._shuffle is None else self._shuffle + turn
        self._passes += 1
        for batch in self.data.batches(self._size, shuffle, self._held_out, share):
            yield _tensors(batch)


def _tensors(batch: Batch) -> dict[str, Any]:
    # Arrays that come from a file are read-only, and tensors are not.
    return {field.name: torch.tensor(getattr(batch, field.name)) for field in fields(batch)}
