"""Why an action is not allowed, with the paragraph of RULES.md that says so.

The texts speak only of what the acting seat sees: the field, its own cards and its own shogun.
"""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.core.errors import IllegalAction
from gunbai.games.gunshi.actions import ACTIONS, TEXTS
from gunbai.games.gunshi.state import PHASE_NAMES, GunshiState


def refuse(t: GunshiState, seat: i64, action: i64) -> None:
    """Raise IllegalAction for an action that is not among the legal ones."""
    if not 0 <= action < ACTIONS:
        raise IllegalAction("1.1", "there is no such action")
    raise IllegalAction("4.1", f"{TEXTS[action]!r} cannot be done now ({PHASE_NAMES[t.phase]})")
