"""Commands that read: games, rules, replay, check."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getdoc
from typing import Annotated

import typer
from rich import box
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

import gunbai
from gunbai import bots
from gunbai.bots.levels import LEVELS
from gunbai.cli.shared import GameName, Json, Plugin, emit, error_data, out, read_text, seat_number
from gunbai.core import record as records
from gunbai.core.errors import BadRecord, GunbaiError
from gunbai.core.game import SPECTATOR, Game, bring_into_focus
from gunbai.core.game_files import minis
from gunbai.core.record import Record
from gunbai.core.registry import playable
from gunbai.core.rulebook import look_up, paragraphs, rules_text
from gunbai.lab.bench import compiled


def table(*columns: str) -> Table:
    """A plain table with a head."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


app = typer.Typer(rich_markup_mode=None)


@app.command()
def games(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Only this one, with all its options.")] = "",
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """List the games, or the options and presets of one.

    Examples: `gunbai games` · `gunbai games gunshi` · `gunbai games --json`
    """
    chosen = [gunbai.find(game)] if game else playable()
    if as_json:
        for each in chosen:
            emit(game_data(each))
    elif game:
        _show_game(chosen[0])
    else:
        rows = table("game", "players", "presets", "what it is")
        for each in chosen:
            info = each.info
            presets = ", ".join([*info.presets, *info.tournaments])
            rows.add_row(info.name, _range(info.player_counts), presets, f"{info.title}: {info.about}")
        out.print(rows)


def game_data(game: Game) -> dict[str, object]:
    """A game's card as JSON."""
    info = game.info
    return {
        "name": info.name,
        "title": info.title,
        "about": info.about,
        "rules_version": info.rules_version,
        "compiled": compiled(game),
        "hidden": info.hidden,
        "seats": list(info.seat_names),
        "players": list(info.player_counts),
        "options": [
            {
                "name": o.name,
                "kind": o.kind,
                "default": o.default,
                "choices": list(o.choices),
                "low": o.low,
                "high": o.high,
                "about": o.about,
                "provenance": o.provenance,
            }
            for o in info.options
        ],
        "presets": {name: dict(values) for name, values in info.presets.items()},
        "minis": {name: {"about": mini.about, "position": mini.position} for name, mini in minis(game).items()},
        "tournaments": {
            name: {"options": dict(style.options), "seconds": style.seconds} for name, style in info.tournaments.items()
        },
    }


def _show_game(game: Game) -> None:
    info = game.info
    speed = "compiled" if compiled(game) else "not compiled"
    out.print(Text(f"{info.title}: {info.about}"))
    out.print(Text(f"seats {', '.join(info.seat_names)} · rules version {info.rules_version} · {speed}", style="dim"))
    rows = table("option", "values", "default", "what it does")
    for o in info.options:
        values = {"flag": "on, off", "integer": f"{o.low} to {o.high}", "choice": ", ".join(o.choices), "text": "text"}
        rows.add_row(
            o.name, values[o.kind], _typed(o.default), o.about + (f" ({o.provenance})" if o.provenance else "")
        )
    out.print(rows)
    rows = table("preset", "sets")
    for name, sets in info.presets.items():
        rows.add_row(name, _settings(sets))
    for name, style in info.tournaments.items():
        rows.add_row(name, f"{_settings(style.options)}; {style.seconds / 60:g} minutes each")
    out.print(rows)
    if small := minis(game):
        rows = table("mini, for exact solvers", "what it is")
        for name, mini in small.items():
            rows.add_row(name, mini.about)
        out.print(rows)


def _settings(sets: Mapping[str, object]) -> str:
    return " ".join(f"{k}={_typed(v)}" for k, v in sets.items())


def _typed(value: object) -> str:
    """A value as one types it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _range(counts: tuple[int, ...]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"


@app.command()
def rules(
    game: GameName,
    paragraph: Annotated[str, typer.Argument(metavar="[PARAGRAPH]", help="`4` a section, `4.2` a paragraph.")] = "",
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Print the rules of a game, or the one paragraph an error message named.

    Examples: `gunbai rules gunshi` · `gunbai rules gunshi 4` · `gunbai rules gunshi 4.2`
    """
    found = gunbai.find(game)
    if as_json:
        for p in look_up(found, paragraph) if paragraph else paragraphs(rules_text(found)):
            emit({"game": game, "paragraph": p.number, "section": p.section, "text": p.text})
    elif paragraph:
        section = ""
        for p in look_up(found, paragraph):
            if p.section != section:
                section = p.section
                out.print(Text(f"{found.info.title} · {section}", style="bold"))
            out.print(Markdown(f"**{p.number}** {p.text}"))
    else:
        out.print(Markdown(rules_text(found)))


@app.command("bots")
def list_bots(as_json: Json = False, plugin: Plugin = None) -> None:
    """List the bots, installed ones of others included, and the levels.

    Examples: `gunbai bots` · `gunbai bots --json`
    """
    known = [(name, _first_line(bots.bot_class(name))) for name in bots.usable()]
    known += [(f"level-{level.number}", f"{level.name}, {level.japanese}: {level.about}") for level in LEVELS]
    if as_json:
        for name, about in known:
            emit({"name": name, "about": about})
        return
    rows = table("bot", "what it is")
    for name, about in known:
        rows.add_row(name, about)
    out.print(rows)


def _first_line(bot: object) -> str:
    return (getdoc(bot) or "").partition("\n")[0]


RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A record; `-` reads standard input.")]


@app.command()
def replay(
    file: RecordFile,
    seat: Annotated[str, typer.Option("--seat", help="As this seat (or `spectator`) saw it, secrets kept.")] = "",
    positions: Annotated[
        bool, typer.Option("--positions", help="Also the position (or view) before each action.")
    ] = False,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Tell a recorded game action by action; everything shown, or only what one seat saw.

    Examples: `gunbai replay game.txt` · `gunbai replay game.txt --seat red`
    """
    record = records.read(read_text(file))
    game = gunbai.find(record.game)
    watcher = seat_number(game, record.options.players, seat) if seat else None
    head = record_data(game, record)
    if as_json:
        emit(head)
    else:
        out.print(Text(f"{game.info.title} · {head['options'] or 'plain'} · {head['result']}", style="bold"))
    s = record.start()
    for number, step in enumerate(record.steps, start=1):
        bring_into_focus(game, s, step.seat)
        teller = watcher if watcher is not None else (step.seat if step.seat >= 0 else int(SPECTATOR))
        view = game.view(s, teller)
        action = int(game.seen_as(s, step.action, watcher)) if watcher is not None else step.action
        who = game.info.seat_names[step.seat] if step.seat >= 0 else "chance"
        told = game.tell(view, [int(game.seen_as(s, step.action, teller))])
        where = (game.position_text(s) if watcher is None else game.view_text(view)) if positions else ""
        if as_json:
            line: dict[str, object] = {"number": number, "seat": step.seat, "who": who}
            line |= {"action": action, "text": game.action_text(action), "told": told}
            emit(line | ({"position": where} if where else {}))
        else:
            if where:
                out.print(Text(where, style="dim"), soft_wrap=True)
            shown = Text(f"{number:5} {who:8} {game.action_text(action):24} ")
            out.print(shown.append(told, style="dim"), soft_wrap=True)
        game.apply(s, step.action)
    if not as_json and record.ending:
        out.print(Text(f"      {head['result']}"))


def record_data(game: Game, record: Record) -> dict[str, object]:
    """A record's head as JSON."""
    result = records.result_text(game, record.final(), record.ending, record.ending_seat)
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "options": record.options.text(),
        "players": record.players,
        "actions": len(record.steps),
        "result": result,
    }


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records; `-` reads standard input.")],
    as_json: Json = False,
    plugin: Plugin = None,
) -> int:
    """Check records move by move, and say where and why one fails.

    Exits with 0 when all are good, with 2 otherwise.

    Examples: `gunbai check game.txt` · `gunbai check games/*.txt --json`
    """
    bad = 0
    for file in files:
        try:
            record = records.read(read_text(file))
        except (GunbaiError, OSError) as problem:
            bad += 1
            error = problem if isinstance(problem, GunbaiError) else GunbaiError(problem.strerror or str(problem))
            if as_json:
                emit({"file": file, "ok": False, **error_data(error)})
            else:
                place = f"{file}:{error.line}: {error.reason}" if isinstance(error, BadRecord) and error.line else ""
                typer.echo(f"gunbai: {place or f'{file}: {error}'}", err=True)
            continue
        data = record_data(gunbai.find(record.game), record)
        if as_json:
            emit({"file": file, "ok": True, **data})
        else:
            print(f"{file}: good: {data['game']}, {data['actions']} actions, {data['result']}")
    return 2 if bad else 0
