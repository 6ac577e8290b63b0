"""Strength, by command: bots against bots, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from gunbai import bots
from gunbai.bots.levels import level_of
from gunbai.cli.progress import bars
from gunbai.cli.reading import table
from gunbai.cli.shared import (
    Bots,
    GameName,
    Given,
    Iterations,
    Json,
    Kept,
    Plugin,
    Preset,
    Processes,
    emit,
    new_match,
    out,
    the_bots,
    typed,
)
from gunbai.core.errors import GunbaiError
from gunbai.extras import advice
from gunbai.lab.arena import OWN_TIME, USUAL_TIME, Arena, Bout, Result, Standing, bouts, own_time, pairings
from gunbai.lab.strength import Measure, by_seat, known, marked, measure, page, plan, rewritten

app = typer.Typer(rich_markup_mode=None)


@app.command()
def arena(
    game: GameName,
    bot: Bots = None,
    rounds: Annotated[
        int, typer.Option("--rounds", "-n", min=1, help="Seeds per pairing; each is played from every seat.")
    ] = 20,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", min=0.0, help=f"Time for a whole turn; otherwise a level's own, {USUAL_TIME} for other bots."
        ),
    ] = None,
    iterations: Iterations = 0,
    cpu: Annotated[
        bool, typer.Option("--cpu", help="Count the time a bot works, not the clock on the wall: for a busy machine.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The first seed.")] = 0,
    mirror: Annotated[bool, typer.Option("--mirror", help="Also every bot against itself, as a control.")] = False,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option("--sprt", help="Stop a single pairing early: Elo of the two hypotheses."),
    ] = None,
    keep: Kept = None,
    jobs: Processes = 0,
    preset: Preset = "",
    option: Given = None,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Let bots play each other from rotated seats and shared seeds, and say how sure the result is.

    Examples: `gunbai arena gunshi -b greedy -b search --rounds 50` ·
    `gunbai arena gunkimono -b level-1 -b level-2 -b level-3 --keep ladder.jsonl`
    """
    names = the_bots(bot, "greedy", "search")
    if len(names) < 2 and not mirror:
        raise GunbaiError("an arena needs two bots (or --mirror)")
    match = new_match(game, preset, typed(option))
    options, players = match.options.text(), match.options.players
    lineups = pairings(names, players, mirror)
    levels = [name for name in names if level_of(name)]
    given = seconds if seconds is not None else OWN_TIME if levels else USUAL_TIME
    wanted = list(bouts(game, options, lineups, rounds, seed, given, iterations, cpu, match.record.position))
    standings = {lineup: Standing(lineup) for lineup in lineups}
    with bars() as progress:
        shown = progress.add_task("games", total=len(wanted))

        def heard(bout: Bout, result: Result) -> bool:
            standing = standings[bout.lineup]
            standing.add(bout, result)
            progress.advance(shown)
            return sprt is None or len(lineups) > 1 or not standing.test(*sprt)[1]

        Arena(keep, jobs).run(wanted, heard)
    rated, missing = _ratings(list(standings.values()), names)
    if as_json:
        for standing in standings.values():
            verdict = {} if sprt is None else {"sprt": list(standing.test(*sprt))}
            times = {name: _turn(name, given) for name in dict.fromkeys(standing.lineup)}
            emit({"game": game, "options": options, "turn_seconds": times, **standing.as_dict(), **verdict})
        if missing:
            emit({"ratings": None, "missing": missing})
        else:
            emit(
                {"ratings": [{"bot": n, "elo": round(r, 1), "low": _open(a), "high": _open(b)} for n, r, a, b in rated]}
            )
        return
    rows = table("pairing", "games", "score", "95 %", "by seat", "rank better by", "s/turn", "slowest turn")
    for standing in standings.values():
        low, high = standing.interval
        data = standing.as_dict()
        margin = data["rank_margin"]
        assert isinstance(margin, list)
        first = standing.lineup[0]
        took = standing.seconds.get(first, [0.0, 1.0])
        rows.add_row(
            f"{first} – {standing.lineup[1]}" + (f" ×{players - 1}" if players > 2 else ""),
            str(standing.games),
            f"{standing.score / max(1, standing.games):.1%}",
            f"{low:.1%} … {high:.1%}",
            by_seat(standing, match.game.info.seat_names),
            f"{margin[0]:+.2f} ({margin[1]:+.2f} … {margin[2]:+.2f})",
            f"{took[0] / max(1.0, took[1]):.3f}",
            f"{standing.slowest.get(first, 0.0):.2f}",
        )
    out.print(rows)
    if levels and not iterations:
        whose = "each level its own" if given == OWN_TIME else "a level never more than its own"
        seconds_of = ", ".join(f"{name} {_turn(name, given):g}" for name in names)
        print(f"seconds for a turn, {whose}: {seconds_of}")
    if missing:
        print(f"no ratings: {missing}")
    else:
        ladder = table("bot", "Elo", "95 %")
        for name, rating, low, high in rated:
            ends = [f"{end:+.0f}" if isfinite(end) else "open" for end in (low, high)]
            ladder.add_row(name, f"{rating:+.0f}", " … ".join(ends))
        out.print(ladder)
    if sprt is not None and len(lineups) == 1:
        ratio, verdict_word = next(iter(standings.values())).test(*sprt)
        print(f"SPRT({sprt[0]:g}, {sprt[1]:g}): {verdict_word or 'undecided'} (log-likelihood ratio {ratio:+.2f})")


def _turn(name: str, given: float) -> float:
    """The seconds that a bot had for a turn."""
    if given == OWN_TIME:
        return own_time(name)
    return min(given, own_time(name)) if level_of(name) else given


def _ratings(standings: Sequence[Standing], names: Sequence[str]) -> tuple[list[tuple[str, float, float, float]], str]:
    """The ratings, or in one line what they need."""
    try:
        from gunbai.lab.rating import ratings  # noqa: PLC0415 - it loads slowly, and may not be installed
    except ModuleNotFoundError as error:
        if not advice(error):
            raise
        return [], advice(error)
    return ratings(standings, names), ""


def _open(end: float) -> float | None:
    """An end of an interval for programs; JSON knows no infinite numbers."""
    return round(end, 1) if isfinite(end) else None


@app.command()
def strength(
    write: Annotated[Path, typer.Option("--write", help="The page to write.")] = Path("docs/strength.md"),
    keep: Annotated[
        Path, typer.Option("--keep", help="Keep results here, a file for each game in a folder, and go on from them.")
    ] = Path("docs/strength"),
    game: Annotated[list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Play only rows with this text, as in “level-4 – level-3”.")
    ] = None,
    most: Annotated[
        int, typer.Option("--most", min=0, help="Play only the first so many games of each row; 0: all of them.")
    ] = 0,
    jobs: Processes = 0,
    note: Annotated[str, typer.Option("--note", help="A sentence on how this was measured, for the page.")] = "",
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", help="Also measure this bot (a name, or py:module:Class); may be repeated."),
    ] = None,
    play: Annotated[bool, typer.Option(help="Play what is missing, or only write what is kept.")] = True,
    hunts: Annotated[
        list[Path] | None, typer.Option("--exploit", help="A folder of `gunbai exploit` to print; may be repeated.")
    ] = None,
    plugin: Plugin = None,
) -> None:
    """Measure every bot that promises something, and write the page that says how strong they are.

    Games are kept with a fingerprint of the bots' code and weights: the same command goes on where it stopped, and
    games of bots that have changed since do not count. A page that has tables of this command keeps everything else
    that is written on it. A game of others is measured when `--game` names it.

    Examples: `gunbai strength --game gunshi` · `gunbai strength --no-play` ·
    `gunbai strength --game gunshi --bot py:mybots:Hasty --write hasty.md`
    """
    for name in bot or ():
        bots.make(name)
    measures = plan(game or (), bot or ())
    if play:
        chosen = [m for m in measures if not game or m.game in game]
        chosen = [m for m in chosen if not only or any(text in m.label for text in only)]
        if not keep.suffix:
            keep.mkdir(parents=True, exist_ok=True)
        with bars() as progress:
            shown = progress.add_task("games", total=sum(len(m.bouts()[: most or None]) for m in chosen))

            def heard(wanted: Measure) -> None:
                progress.update(shown, advance=1, description=f"{wanted.game} {wanted.first} – {wanted.second}")

            measure(chosen, keep, jobs, heard, most)
    found = known(measures, keep)
    old = write.read_text(encoding="utf-8") if write.exists() else ""
    write.write_text(rewritten(old, found) if marked(old) else page(found, note, hunts or ()), encoding="utf-8")
    print(f"{write} is written")
