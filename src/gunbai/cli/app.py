"""What all commands share: the app, options of a game, JSON lines, and errors that are one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

import gunbai
from gunbai.core.errors import BadRecord, GunbaiError, IllegalAction
from gunbai.core.game import SPECTATOR, Game
from gunbai.core.match import Match
from gunbai.core.options import parse_options
from gunbai.core.registry import use_plugin
from gunbai.extras import advice

USAGE_ERROR = 2
OUR_FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141
MOST_BYTES = 64 << 20

app = typer.Typer(
    name="gunbai",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Three war games of feudal Japan: play them, read them, measure them.\n\n"
    "Start with `gunbai play`, or look around with `gunbai games` and `gunbai rules gunshi`. "
    "Every command explains itself: `gunbai position --help`.",
)


class Out(Console):
    """Standard output; a reader that has gone away is an ordinary end."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


out = Out(highlight=False)


def use_plugins(modules: list[str] | None) -> list[str] | None:
    """Import the modules named by `--plugin` before anything else is looked at."""
    for module in modules or ():
        use_plugin(module)
    return modules


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `gunbai games`.")]
Plugin = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="MODULE",
        envvar="GUNBAI_PLUGINS",
        help="A module with games or bots of others; may be repeated.",
        callback=use_plugins,
        is_eager=True,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line, for programs.")]
Preset = Annotated[str, typer.Option("--preset", "-p", help="A named set of options; `gunbai games GAME` lists them.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="One option of the game; may be repeated."),
]


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        print(f"gunbai {gunbai.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """The command `gunbai`. Plugins may lie in the current folder, as with `python -m`."""
    sys.path.append(str(Path.cwd()))
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; whatever goes wrong is one line on standard error and an exit code."""
    try:
        code = app(list(arguments), standalone_mode=False, prog_name="gunbai")
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(error.format_message() if hasattr(error, "format_message") else str(error), USAGE_ERROR)
    except GunbaiError as error:
        return _complain(str(error), USAGE_ERROR)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _complain(f"{error.filename or 'system'}: {error.strerror or error}", USAGE_ERROR)
    except ModuleNotFoundError as error:
        return _complain(advice(error) or str(error), USAGE_ERROR)
    except Exception as error:
        # A person must never meet a traceback, not even when the mistake is ours.
        if os.environ.get("GUNBAI_TRACEBACK"):
            raise
        return _complain(
            f"a mistake of ours: {type(error).__name__}: {error} (GUNBAI_TRACEBACK=1 shows where)", OUR_FAULT
        )
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    print("gunbai: " + " ".join(message.split()), file=sys.stderr)
    return code


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
