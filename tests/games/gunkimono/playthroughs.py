"""Whole games as records with sentences; `python -m tests.games.gunkimono.playthroughs` writes them again."""

from __future__ import annotations

from pathlib import Path

import gunbai
from gunbai.core import record as records
from gunbai.core.game import SPECTATOR, State
from gunbai.core.match import Match
from gunbai.core.record import Step
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.rules import GAME

FOLDER = Path(__file__).parents[2] / "playthroughs"
GAMES: dict[str, dict[str, object]] = {
    "gunkimono-2": {"players": 2, "track": "1,3,6"},
    "gunkimono-3-gk55": {"players": 3, "layout": "gk55", "track": "1,2,4"},
    "gunkimono-5-strict": {"players": 5, "own_double": False, "track": "1,2,3", "start": "white"},
    "gunkimono-tiny": {"preset": "tiny"},
}


def played(name: str) -> Match:
    """The game of that name: seeded chance, and players who look a little before they act."""
    options = dict(GAMES[name])
    match = gunbai.new("gunkimono", preset=str(options.pop("preset", "")), seed=7, **options)
    rng = Rng(11)
    while not match.over:
        match.push(int(GAME.heuristics.rollout(match.state, GAME.legal(match.state), rng)))
    return match


def text_of(match: Match) -> str:
    """The record, with what a spectator reads before each step."""

    def annotate(s: State, step: Step) -> str:
        view = GAME.view(s, SPECTATOR)
        return GAME.tell(view, [int(GAME.seen_as(s, step.action, SPECTATOR))])

    return records.write(match.record, annotate)


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text_of(played(name)), encoding="utf-8")
