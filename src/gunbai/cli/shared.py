"""What commands share: options of a game, JSON lines, errors as JSON, files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

import gunbai
from gunbai import bots, plugin_option
from gunbai.core.errors import BadRecord, GunbaiError, IllegalAction
from gunbai.core.game import SPECTATOR, Game
from gunbai.core.match import Match
from gunbai.core.options import parse_options

MOST_BYTES = 64 << 20


class Out(Console):
    """Standard output; a reader that has gone away is an ordinary end."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


out = Out(highlight=False)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `gunbai games`.")]
Plugin = plugin_option.Plugin
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line, for programs.")]
Preset = Annotated[str, typer.Option("--preset", "-p", help="A named set of options; `gunbai games GAME` lists them.")]
Processes = Annotated[int, typer.Option("--processes", "-j", min=0, help="0 uses all cores.")]
Iterations = Annotated[
    int, typer.Option("--iterations", min=0, help="Simulations per action instead of time: repeatable.")
]
Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", "-b", help="A bot (`gunbai bots` lists them, or py:module:Class); repeat it."),
]
OnlyGames = Annotated[list[str] | None, typer.Option("--game", "-g", help="Only this game; may be repeated.")]
Kept = Annotated[Path | None, typer.Option("--keep", help="Keep results here, and go on from them.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="One option of the game; may be repeated."),
]


def emit(value: object) -> None:
    """One JSON object on a line of its own."""
    print(msgspec.json.encode(value).decode())


def error_data(error: GunbaiError) -> dict[str, object]:
    """An error as JSON: its line, its kind, and the rule or the place it names."""
    data: dict[str, object] = {"error": str(error), "kind": type(error).__name__}
    if isinstance(error, IllegalAction):
        data["paragraph"] = error.paragraph
    if isinstance(error, BadRecord) and error.line:
        data["line"] = error.line
    return data


def typed(given: list[str] | None) -> dict[str, str]:
    """Options as typed, `name=value` each, before the game looks at them."""
    return parse_options(" ".join(given or []))


def new_match(name: str, preset: str, options: Mapping[str, object], seed: int | None = None) -> Match:
    """A match from what was asked for: preset first, single options over it."""
    # `new` has parameters of its own; an option of such a name would not reach the game.
    for taken in ("preset", "seed", "name"):
        if taken in options:
            raise GunbaiError(f"unknown option {taken!r}; `gunbai games {name}` lists them")
    return gunbai.new(name, preset=preset, seed=seed, **options)


def the_bots(named: list[str] | None, *usual: str) -> list[str]:
    """The bots that were named, each once, or the usual ones; all of them can be made."""
    names = list(dict.fromkeys(named or usual))
    for name in names:
        bots.make(name)
    return names


def from_the_first(match: Match) -> Match:
    """The match, for commands that always begin at a game's first position and therefore play no mini."""
    if match.record.position:
        raise GunbaiError("this command begins at the first position of a game; a mini begins elsewhere")
    return match


def seat_number(game: Game, players: int, text: str) -> int:
    """A seat by name or number; `spectator` watches."""
    if text == "spectator":
        return int(SPECTATOR)
    seats = game.info.seat_names[:players]
    if text in seats:
        return seats.index(text)
    if text.isascii() and text.isdigit() and int(text) < players:
        return int(text)
    raise GunbaiError(f"there is no seat {text!r}; there are {', '.join(seats)}, spectator")


def read_text(file: str) -> str:
    """A whole text file, or standard input for `-`."""
    if file == "-":
        raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise GunbaiError(f"{file} is larger than {MOST_BYTES >> 20} MiB")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise GunbaiError(f"{file} is not a text file") from None
