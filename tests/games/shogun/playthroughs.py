"""Whole games as records with sentences; `python -m tests.games.shogun.playthroughs` writes them again."""

from __future__ import annotations

from pathlib import Path

import gunbai
from gunbai.core import record as records
from gunbai.core.game import SPECTATOR, State
from gunbai.core.match import Match
from gunbai.core.record import Step
from gunbai.core.rng import Rng
from gunbai.games.shogun.rules import GAME

FOLDER = Path(__file__).parents[2] / "playthroughs"
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


def played(name: str) -> Match:
    """The game of that name: seeded chance, and players who look a little before they act."""
    options = dict(GAMES[name])
    match = gunbai.new("shogun", preset=str(options.pop("preset", "")), seed=7, **options)
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
