"""How Gunkimono can be played, in the words of a player: a title and what it means."""

from __future__ import annotations

# By preset or style of official play; "standard" and "first" are the standard game and a first one.
WAYS: dict[str, tuple[str, str]] = {
    "first": ("A first game", "two players on 56 squares"),
    "standard": ("Standard", "56 squares, 7 by 8"),
    "gk55": ("The long battlefield", "55 squares, 5 by 11"),
    "strict": ("Strict", "no player has two strongholds in one formation"),
}
