"""Why an action is not allowed, with the paragraph of RULES.md that says so."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.core.errors import IllegalAction
from gunbai.games.gunshi.state import GunshiState


def refuse(t: GunshiState, seat: i64, action: i64) -> None:
    """Raise IllegalAction for an action that is not among the legal ones."""
    raise IllegalAction("1.1", "not now")
