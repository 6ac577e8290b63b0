"""Gunshi's tournament rules: which options each style plays with, and whose clock runs when.

Each player has 20 minutes for the whole game, nothing is added, and a clock that reaches zero loses at once. The clock
stands still while advanced cards are chosen and until red's first piece is placed. From then on it runs for whoever
places; then for red, and after red for blue, while shogun and card order are chosen; then for whoever's turn it is.
"""

from __future__ import annotations

from typing import Final

from gunbai.core.game import SPECTATOR, Game, State

MINUTES_EACH: Final = 20

# What each tournament style plays; all three under the same clock. The advanced style is the Inspiration with cards
# chosen in secret before the formation, the custom style is played without any of its optional rules.
STYLES: Final[dict[str, dict[str, object]]] = {
    "tournament_basic": {"variant": "basic"},
    "tournament_advanced": {"variant": "inspiration_2"},
    "tournament_custom": {"variant": "custom", "deck_rule": "picks"},
}

# Phases of the view's data in which cards are chosen and no clock runs.
_UNTIMED: Final = ("advanced", "deck")


def on_clock(game: Game, s: State) -> tuple[int, ...]:
    """The one seat whose time runs, or none."""
    waiting = tuple(int(seat) for seat in game.pending(s))
    if not waiting:
        return ()
    data = game.view(s, SPECTATOR).data()
    if data["phase"] in _UNTIMED:
        return ()
    if data["phase"] == "formation" and not data["units"] and not data["fences"]:
        return ()
    # Shogun and cards may be chosen in any order here, but time is charged to red first, as at the board.
    return waiting[:1]
