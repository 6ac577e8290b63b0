"""Experiments with rules, by command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gunbai.cli.progress import bars
from gunbai.cli.shared import Json, Plugin, Processes, emit
from gunbai.core.files import replacing
from gunbai.lab.strength import machine

app = typer.Typer(rich_markup_mode=None)


@app.command()
def study(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The plan: a short TOML file; docs/studies.md explains.")
    ],
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where games and page go; otherwise beside the file, by its name.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=0, help="Games of each variant, instead of the plan's.")
    ] = 0,
    processes: Processes = 0,
    ray: Annotated[
        str, typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster: auto, or HOST:PORT of its head.")
    ] = "",
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Compare rules by experiment: play what a plan asks for, and write one page with plots and a plain summary.

    It can be stopped at any time; the same command goes on where it stopped. The figures repeat from the plan.

    Examples: `gunbai study examples/studies/gunshi-editions.toml` · `gunbai study plan.toml --ray auto`
    """
    from gunbai.study.figures import figures  # noqa: PLC0415 - what it stands on loads slowly, and may be missing
    from gunbai.study.page import page, summary  # noqa: PLC0415
    from gunbai.study.plan import read_study  # noqa: PLC0415
    from gunbai.study.running import Playing, Run, locally  # noqa: PLC0415

    plan = read_study(file, games)
    playing: Playing = locally(processes)
    if ray:
        from gunbai.study.cluster import on_ray  # noqa: PLC0415 - an extra of its own

        playing = on_ray(ray)
    target = folder or file.with_suffix("")
    with bars() as progress:
        shown = progress.add_task("games", total=None)

        def on_game(done: int, most: int) -> None:
            progress.update(shown, completed=done, total=most)

        played = Run(plan, target).go(playing, on_game)
    made = figures(plan, played)
    command = f"gunbai study {file.name}" + (f" --games {games}" if games else "")
    with replacing(target / "report.html") as draft:
        draft.write_text(page(plan, made, command, file.read_text(encoding="utf-8"), machine()), encoding="utf-8")
    with replacing(target / "figures.json") as draft:
        draft.write_text(json.dumps(made.data(), indent=1) + "\n", encoding="utf-8")
    if as_json:
        emit(made.data())
        return
    for line in summary(plan, made):
        print(f"- {line}")
    print(f"{target / 'report.html'} is written")
