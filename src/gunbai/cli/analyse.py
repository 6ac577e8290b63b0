"""Explanations: what the search thinks of a moment, and where a game turned."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

import gunbai
from gunbai.bots.advice import analyse as judge
from gunbai.cli.reading import table
from gunbai.cli.shared import Json, Plugin, emit, out
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.lab.analyse import turning_points

# Seconds for a moment that is asked for, and for each of the many moments of a whole game.
ONE_MOMENT = 1.0
EVERY_MOMENT = 0.1


app = typer.Typer(rich_markup_mode=None)


@app.command()
def analyse(
    what: Annotated[str, typer.Argument(metavar="FILE", help="A record (with --position: the name of a game).")],
    at: Annotated[
        int | None, typer.Option("--at", min=-1, help="The moment after so many actions; -1 is the last decision.")
    ] = None,
    position: Annotated[str, typer.Option("--position", metavar="TEXT", help="Judge this position instead.")] = "",
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.01, max=600.0, help="Time for each moment (1; for a whole game 0.1)."),
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="How many actions to show.")] = 8,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Without `--at`, mark the turning points of a game; with it, judge one moment from the view of the seat to act.

    Examples: `gunbai analyse game.txt` · `gunbai analyse game.txt --at 40 --seconds 5`
    """
    if position:
        if at is not None:
            raise GunbaiError("--at is for records, --position for positions: give one of them")
        match = gunbai.from_position(what, position)
    else:
        match = gunbai.load(Path(what), seed=None)
        if at is None:
            _turning(match, seconds or EVERY_MOMENT, as_json)
            return
        steps = len(match.record.steps)
        if at > steps:
            raise GunbaiError(f"the record has {steps} actions, not {at}")
        if at >= 0:
            match.undo(steps - at)
        while match.actor < 0 and match.record.steps:
            match.undo()
    if match.actor < 0:
        raise GunbaiError("nobody has had anything to decide by then")
    names = match.game.info.seat_names
    found = judge(match.game, match.view(match.actor), Budget(seconds or ONE_MOMENT))
    if as_json:
        emit({"at": len(match.record.steps), **found.as_dict()})
        return
    print(f"{names[found.seat]} to act after {len(match.record.steps)} actions; {found.simulations:,} games in mind")
    rows = table("action", "expects", "looked at", "means", "would bring")
    for advice in found.advice[:most]:
        rows.add_row(
            advice.text,
            f"{advice.expected:+.2f} ± {advice.margin:.2f}",
            f"{advice.share:.0%}",
            advice.sentence,
            advice.brings,
        )
    out.print(rows)
    for advice in found.advice[:most]:
        if advice.why:
            print(f"{advice.text}: {advice.why}")
    if near := [advice.text for advice in found.advice if advice.equal]:
        print("about as good as the first: " + ", ".join(near[:most]))
    print("line: " + ", ".join(found.line))


def _turning(match: gunbai.Match, seconds: float, as_json: bool) -> None:
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("moments", total=len(match.record.steps))
        turns = turning_points(match.record, Budget(seconds), progress=lambda n, _: bar.update(task, completed=n))
    if as_json:
        for turn in turns:
            emit(asdict(turn))
        return
    if not turns:
        print("No decision stands out: nobody gave much away.")
    names = match.game.info.seat_names
    for turn in turns:
        print(
            f"{turn.number:5}  {names[turn.seat]} played {turn.played} ({turn.expected:+.2f}); "
            f"{turn.better} was better ({turn.better_expected:+.2f})"
        )
        for text, brings in ((turn.played, turn.brings), (turn.better, turn.better_brings)):
            if brings:
                print(f"       {text}: {brings}")
        if turn.why:
            print(f"       why {turn.better}: {turn.why}")
