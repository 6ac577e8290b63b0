"""Whole games as records with sentences; `python -m tests.games.gunkimono.playthroughs` writes them again."""

from __future__ import annotations

from tests.games.golden import write

GAMES: dict[str, dict[str, object]] = {
    "gunkimono-2": {"players": 2, "track": "1,3,6"},
    "gunkimono-3-gk55": {"players": 3, "layout": "gk55", "track": "1,2,4"},
    "gunkimono-5-strict": {"players": 5, "own_double": False, "track": "1,2,3", "start": "white"},
    "gunkimono-tiny": {"preset": "tiny"},
}


if __name__ == "__main__":
    write("gunkimono", GAMES)
