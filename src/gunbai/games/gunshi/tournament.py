"""Gunshi's tournament rules: which options each style plays with, and whose clock runs when.

Each player has 20 minutes for the whole game, nothing is added, and a clock that reaches zero loses at once. The clock
stands still while advanced cards are chosen and until red's first piece is placed. From then on it runs for the
player who places; then for each player who has not yet chosen shogun and card order; then for the player whose turn it
is (RULES §14.5).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.info import Tournament
from gunbai.games.gunshi.state import ALL, FACING, PIECE, SEAL_PILE, SIDE, GunshiState
from gunbai.games.gunshi.view import fence_names, waiting

SECONDS_EACH: Final = 20 * 60.0

# What each tournament style plays; all three under the same clock. The advanced style is the Inspiration with cards
# chosen in secret before the formation, the custom style is played without any of its optional rules.
STYLES: Final = {
    "tournament_basic": Tournament({"variant": "basic"}, SECONDS_EACH),
    "tournament_advanced": Tournament({"variant": "inspiration_2"}, SECONDS_EACH),
    "tournament_custom": Tournament({"variant": "custom", "deck_rule": "picks"}, SECONDS_EACH),
}


def on_clock(t: GunshiState) -> vec[i64]:
    """The seats whose time runs: both while both choose shogun and card order, otherwise one or none (RULES §14.5)."""
    out = vec[i64]()
    if t.phase <= SEAL_PILE or _field_is_empty(t):
        return out
    for seat in waiting(t):
        out = append(out, seat)
    return out


def _field_is_empty(t: GunshiState) -> bool:
    """Whether the formation has begun but nothing stands yet."""
    if t.phase not in (PIECE, FACING) or t.turn:
        return False
    return not (t.side[ALL] or t.side[SIDE + ALL] or fence_names(t, 0) or fence_names(t, SIDE))
