"""The table in a terminal: a screen of ink and paper, and a line mode for pipes and screen readers."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from gunbai import session
from gunbai.bots.levels import in_style, level_of
from gunbai.core.errors import GunbaiError
from gunbai.core.options import Options
from gunbai.core.registry import find, names
from gunbai.session import Clock, Seat, Table, TableDice, parse_control, parse_seat
from gunbai.terminal.sitting import Sitting

__all__ = ["Sitting", "make_table", "run"]


def make_table(
    game: str,
    *,
    preset: str = "",
    options: Mapping[str, object] | None = None,
    seats: Sequence[str] = (),
    clock: str = "",
    seed: int | None = None,
) -> Table:
    """A new table. Seats are words in order (`person`, `level-2`).

    Two or more words say how many play, unless an option or a preset does; a missing seat is taken by a bot of level 3.
    """
    rules = find(game)
    control = parse_control(clock) if clock else None
    official = session.tournaments(game)
    if preset in official:
        given = dict(official[preset].options)
        control = control or official[preset].control
    else:
        given = rules.info.preset(preset)
    given.update(options or {})
    if len(seats) > 1:
        given.setdefault("players", len(seats))
    chosen = Options(rules.info.options, given)
    if len(seats) > chosen.players:
        raise GunbaiError(f"{chosen.players} play, but {len(seats)} seats are given")
    words = list(seats) or ["person"]
    words += ["bot:level-3"] * (chosen.players - len(words))
    sitting = [parse_seat(word) for word in words]
    luck = secrets.token_hex(8) if seed is None else str(seed)
    sitting = [
        _bot(in_style(rules, seat.bot, f"{luck} {number}")) if seat.bot else seat for number, seat in enumerate(sitting)
    ]
    return Table(
        rules, chosen, sitting, dice=TableDice(seed), clock=Clock(control, chosen.players) if control else None
    )


def _bot(bot: str) -> Seat:
    """A bot's seat, under the name of its level and style if it has one: `Hatamoto 3, careful`."""
    level = level_of(bot)
    style = bot.partition(":")[2]
    return parse_seat(bot, f"{level.name} {level.number}{style and f', {style}'}" if level else "")


def run(
    game: str = "",
    *,
    preset: str = "",
    options: Mapping[str, object] | None = None,
    seats: Sequence[str] = (),
    clock: str = "",
    resume: str | Path | None = None,
    save: str | Path | None = None,
    seed: int | None = None,
    plain: bool = False,
    thinking: float = 2.0,
) -> int:
    """Play at this terminal; the exit code. Without a game, a screen asks which.

    `resume` goes on with a saved file and keeps saving there; `save` names the file of a new game.
    """
    table: Table | None = None
    save_to = Path(save) if save else None
    if resume:
        table = session.load(resume)
        save_to = save_to or Path(resume)
    elif game:
        table = make_table(game, preset=preset, options=options, seats=seats, clock=clock, seed=seed)
    plain = plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    if plain:
        from gunbai.terminal.plain import LineMode  # noqa: PLC0415 - line mode needs no screen library, and back

        if table is None:
            raise GunbaiError(f"which game? there are {', '.join(names())}")
        return LineMode(Sitting(table, thinking, save_to, seed or 0)).run()
    from gunbai.terminal.app import TableApp  # noqa: PLC0415 - only here is a screen library needed

    app = TableApp(Sitting(table, thinking, save_to, seed or 0) if table else None, thinking=thinking)
    code = app.run() or 0
    if app.sitting is not None and (words := app.sitting.leave()):
        print(words)
    return code
