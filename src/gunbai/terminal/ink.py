"""Ink, paper, indigo and vermilion: the colours of the terminal. None of them is ever the only sign of anything."""

from __future__ import annotations

from rich.style import Style

PAPER, PAPER_BRIGHT, PAPER_SHADE, PAPER_DEEP = "#f4ecd8", "#fffaf0", "#e9dec4", "#dccfae"
INK, INK_FADED = "#221e1a", "#7d7161"
INDIGO, INDIGO_WASH = "#1f3f77", "#cdd6e4"
VERMILION, VERMILION_WASH = "#b5271c", "#f2d3c6"

TEXT = Style(color=INK, bgcolor=PAPER)
FAINT = Style(color=INK_FADED)
MEANING = Style(color=INK_FADED, bold=False)
STRONG = Style(color=INK, bold=True)
RED = Style(color=VERMILION, bold=True)
BLUE = Style(color=INDIGO, bold=True)
# A place a legal choice mentions, and the place under the cursor.
CHOICE = Style(color=INK, bgcolor="#f0d58a", bold=True)
CURSOR = Style(color=PAPER, bgcolor=INK, bold=True)
# A place where something happened lately.
LAST = Style(bgcolor=PAPER_DEEP)
REVERSED = Style(reverse=True)

# Seats in order; the third and on are told apart by tint and, as everywhere, by name.
SEATS = (
    RED,
    BLUE,
    Style(color="#4c6b2f", bold=True),
    Style(color="#6b3f6f", bold=True),
    Style(color="#7a5a1c", bold=True),
)


def seat_style(seat: int) -> Style:
    """The ink of a seat; faint for chance."""
    return SEATS[seat % len(SEATS)] if seat >= 0 else FAINT
