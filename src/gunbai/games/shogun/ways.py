"""How Shogun can be played, in the words of a player: a title and what it means."""

from __future__ import annotations

# By preset or style of official play; "standard" and "first" are the standard game and a first one.
WAYS: dict[str, tuple[str, str]] = {
    "first": ("A first game", "three players, all of Japan"),
    "standard": ("Standard", "all of Japan; the first with 35 provinces wins at once"),
    "longer": ("The longer game", "five players; the 35 provinces are counted only at the end of a round"),
    "kyushu": ("Kyushu", "three players on a small map; the first with 10 provinces wins"),
}
