"""Writing files that are complete or not there at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A draft beside the target to write to. It becomes the target when the block ends, and is removed if it fails."""
    draft = target.with_name(target.name + ".part")
    draft.unlink(missing_ok=True)
    try:
        yield draft
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
