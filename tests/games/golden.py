"""Whole games as records with sentences. Each game lists its own and writes them again on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import gunbai
from gunbai.core import record as records
from gunbai.core.game import SPECTATOR, State
from gunbai.core.match import Match
from gunbai.core.record import Step
from gunbai.core.rng import Rng

FOLDER = Path(__file__).parents[1] / "playthroughs"


def played(game: str, options: Mapping[str, object]) -> Match:
    """A game with seeded chance, and players who look a little before they act."""
    given = dict(options)
    match = gunbai.new(game, preset=str(given.pop("preset", "")), seed=7, **given)
    rng = Rng(11)
    while not match.over:
        legal = match.game.legal(match.state)
        match.push(int(match.game.heuristics.rollout(match.state, legal, rng)))
    return match


def text_of(match: Match) -> str:
    """The record, with what a spectator reads before each step."""

    def annotate(s: State, step: Step) -> str:
        view = match.game.view(s, SPECTATOR)
        return match.game.tell(view, [int(match.game.seen_as(s, step.action, SPECTATOR))])

    return records.write(match.record, annotate)


def write(game: str, listed: Mapping[str, Mapping[str, object]]) -> None:
    for name, options in listed.items():
        (FOLDER / f"{name}.txt").write_text(text_of(played(game, options)), encoding="utf-8")
