"""Whole games as records with sentences; `python -m tests.games.shogun.playthroughs` writes them again."""

from __future__ import annotations

from tests.games.golden import write

# Games of earlier versions of the rules: nothing writes them any more, and they must replay for ever.
EARLIER = {
    "shogun-tiny": 1,
    "shogun-kyushu-2": 1,
    "shogun-4": 1,
    "shogun-5-longer": 1,
    "shogun-rules-2-tiny": 2,
    "shogun-rules-2-kyushu-3": 2,
    "shogun-rules-2-4": 2,
    "shogun-rules-2-5-longer": 2,
}
# Games of the present version.
GAMES: dict[str, dict[str, object]] = {
    "shogun-rules-3-tiny": {"preset": "tiny"},
    "shogun-rules-3-kyushu-2": {"map": "kyushu", "players": 2, "rounds": 4},
    "shogun-rules-3-5-longer": {"players": 5, "rounds": 3, "longer": True, "experience": "1,2,3,4"},
}


if __name__ == "__main__":
    write("shogun", GAMES)
