"""Gunbai: three war games of feudal Japan, every rule enforced and every secret kept."""

import gunbai.games as _games  # noqa: F401 - registers them
from gunbai.core.errors import (
    BadNotation,
    BadOptions,
    BadRecord,
    GunbaiError,
    IllegalAction,
    NotYourTurn,
    UnknownGame,
)
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Chance, Game, State, View, advance
from gunbai.core.match import Match, from_position, load, new, parse
from gunbai.core.record import Record
from gunbai.core.registry import find, names
from gunbai.core.rng import Rng
from gunbai.extras import advice

__version__ = "0.1.0"


def board(match: Match, seat: int | None = None) -> str:
    """The board drawn in text as a seat sees it; without a seat, as a spectator does."""
    try:
        from gunbai.terminal.drawing import Room, drawing_for  # noqa: PLC0415 - drawing is no part of the engine
    except ModuleNotFoundError as error:
        raise GunbaiError(advice(error) or str(error)) from None

    return drawing_for(match.game.info.name, match.options).picture(match.view(seat).data(), {}, Room()).text()


__all__ = [
    "CHANCE",
    "DONE",
    "SPECTATOR",
    "BadNotation",
    "BadOptions",
    "BadRecord",
    "Chance",
    "Game",
    "GunbaiError",
    "IllegalAction",
    "Match",
    "NotYourTurn",
    "Record",
    "Rng",
    "State",
    "UnknownGame",
    "View",
    "advance",
    "board",
    "find",
    "from_position",
    "load",
    "names",
    "new",
    "parse",
]
