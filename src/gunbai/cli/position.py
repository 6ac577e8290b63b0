"""gunbai position: any position parsed, drawn and opened up, for people and for other rule engines."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.text import Text

import gunbai
from gunbai.cli.reading import table
from gunbai.cli.shared import (
    GameName,
    Given,
    Json,
    Plugin,
    Preset,
    emit,
    error_data,
    new_match,
    out,
    seat_number,
    typed,
)
from gunbai.core.errors import BadNotation, GunbaiError, IllegalAction
from gunbai.core.game import CHANCE, SPECTATOR
from gunbai.core.match import Match
from gunbai.terminal.drawing import Room, drawing_for

MOST_CHARACTERS = 100_000
MOST_ROWS = 60


class PositionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """One line of standard input, when it is JSON."""

    position: str = ""
    preset: str = ""
    options: dict[str, str | int | bool] = {}
    apply: list[str | int] = []
    view: str | int | None = None
    id: str | int | None = None


app = typer.Typer(rich_markup_mode=None)


@app.command()
def position(
    game: GameName,
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="A position; none: the first one; `-`: one per line of input.")
    ] = "",
    apply: Annotated[
        list[str] | None,
        typer.Option("--apply", "-a", metavar="ACTION", help="Play this first: text, number or command; repeatable."),
    ] = None,
    view: Annotated[str, typer.Option("--view", "-v", metavar="SEAT", help="Also what this seat sees.")] = "",
    preset: Preset = "",
    option: Given = None,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Parse a position, draw it, and list the legal actions.

    With `-` as TEXT each line of standard input is one position (or one JSON request), and each answer is one JSON
    object on a line: see docs/referee.md.

    Examples: `gunbai position gunshi` · `gunbai position gunshi --apply "…" --json` ·
    `gunbai position gunshi - < positions.txt`
    """
    if text == "-":
        if apply or view or preset or option:
            raise GunbaiError("with `-`, each line says what to apply and whose view to give")
        _answer_lines(game)
        return
    try:
        match = _set_up(game, text) if text else new_match(game, preset, typed(option))
        if text and (preset or option):
            raise GunbaiError("a position text carries its own options; leave --preset and --option away")
        _play(match, list(apply or []))
        seat = seat_number(match.game, match.options.players, view) if view else None
    except GunbaiError as error:
        if as_json:
            emit(error_data(error))
        raise
    if as_json:
        emit(answer(match, seat))
    else:
        _show(match, seat)


def answer(match: Match, seat: int | None) -> dict[str, object]:
    """Everything a referee asks about a position."""
    game, s = match.game, match.state
    actor = match.actor
    data: dict[str, object] = {
        "game": game.info.name,
        "rules_version": game.info.rules_version,
        "options": match.options.all(),
        "position": match.position,
        "actor": actor,
        "turn": match.turn,
        "pending": [int(p) for p in game.pending(s)],
        "legal": [{"action": a, "text": game.action_text(a)} for a in match.legal_actions],
        "returns": list(match.returns),
        "outcome": game.outcome(s),
    }
    if actor == CHANCE:
        chance = game.chance(s)
        data["weights"] = [int(w) for w in chance.weights]
    if match.over:
        data["placing"] = list(game.placing(s))
    if seat is not None:
        seen = game.view(s, seat)
        data["view"] = {"seat": seat, "text": game.view_text(seen), "prompt": game.prompt(seen), "data": seen.data()}
    return data


def _set_up(game: str, text: str) -> Match:
    if len(text) > MOST_CHARACTERS:
        raise BadNotation(f"a position has at most {MOST_CHARACTERS} characters")
    return gunbai.from_position(game, text, seed=None)


def _asked(game: str, request: PositionRequest) -> Match:
    if request.position:
        if request.preset or request.options:
            raise GunbaiError("a position text carries its own options; leave preset and options away")
        return _set_up(game, request.position)
    return new_match(game, request.preset, request.options)


def _play(match: Match, actions: list[str | int]) -> None:
    """Play actions one after another, each `text`, `seat: text`, number, or a whole command."""
    for number, action in enumerate(actions, start=1):
        try:
            _play_one(match, action)
        except IllegalAction as error:
            template = "action {number}, {action!r}: {reason}"
            raise IllegalAction(error.paragraph, template, number=number, action=action, reason=error.reason) from None
        except GunbaiError as error:
            raise type(error)(f"action {number}: {error}") from None


def _play_one(match: Match, action: str | int) -> None:
    seat = None
    if isinstance(action, str):
        who, colon, rest = action.partition(":")
        if colon and who == "chance":
            action = rest.strip()
        elif colon and who in match.game.info.seat_names[: match.options.players]:
            seat, action = match.game.info.seat_names.index(who), rest.strip()
    if isinstance(action, str) and action.isascii() and action.isdigit():
        action = int(action[:20])
    if isinstance(action, int) and not -(1 << 62) <= action < 1 << 62:
        raise BadNotation("an action number has at most 18 digits")
    try:
        match.push(action, seat)
    except BadNotation as error:
        if match.actor < 0 or seat not in (None, match.actor) or not isinstance(action, str):
            raise
        try:
            match.play(action)
        except BadNotation:
            raise error from None


def _answer_lines(game: str) -> None:
    gunbai.find(game)
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        line = raw.decode("utf-8", "replace").strip()
        if not line:
            continue
        data: dict[str, object] = {}
        try:
            request = (
                msgspec.json.decode(line, type=PositionRequest)
                if line.startswith("{")
                else PositionRequest(position=line)
            )
            if request.id is not None:
                data["id"] = request.id
            match = _asked(game, request)
            _play(match, request.apply)
            seat = None
            if request.view is not None:
                seat = seat_number(match.game, match.options.players, str(request.view))
            data |= answer(match, seat)
        except msgspec.MsgspecError as error:
            data |= error_data(BadNotation(f"not a question: {error}")) | {"line": number}
        except GunbaiError as error:
            data |= error_data(error) | {"line": number}
        emit(data)


def _show(match: Match, seat: int | None) -> None:
    game, s = match.game, match.state
    watcher = seat if seat is not None else (match.actor if match.actor >= 0 else int(SPECTATOR))
    seen = game.view(s, watcher)
    shown = match.position if seat is None else game.view_text(seen)
    out.print(Text(shown), soft_wrap=True)
    picture = drawing_for(game.info.name, match.options).picture(seen.data(), {}, Room(out.width, MOST_ROWS))
    out.print(*picture.lines, sep="\n", no_wrap=True)
    out.print(Text(game.prompt(seen), style="bold"))
    if match.over:
        out.print(Text(match.result))
        return
    rows = table("number", "action", "weight") if match.actor == CHANCE else table("number", "action")
    weights = game.chance(s).weights if match.actor == CHANCE else None
    for i, action in enumerate(match.legal_actions):
        cells = [str(action), game.action_text(action)]
        rows.add_row(*cells, *([str(weights[i])] if weights is not None else []))
    out.print(Text(f"{match.turn} may:"))
    out.print(rows)
