"""The command `gunbai`: the list of commands, how one is run, and errors that are one line.

A command is imported when it is used: `gunbai --help` answers at once, and a bare `gunbai odds` loads no server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

import gunbai
from gunbai.core.errors import GunbaiError
from gunbai.extras import advice

USAGE_ERROR = 2
OUR_FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


# -- where the commands are ----------------------------------------------------------------------


def _reading() -> typer.Typer:
    from gunbai.cli.reading import app

    return app


def _analyse() -> typer.Typer:
    from gunbai.cli.analyse import app

    return app


def _arena() -> typer.Typer:
    from gunbai.cli.arena import app

    return app


def _assistants() -> typer.Typer:
    from gunbai.cli.assistants import app

    return app


def _dataset() -> typer.Typer:
    from gunbai.cli.dataset import app

    return app


def _exploit() -> typer.Typer:
    from gunbai.cli.exploit import app

    return app


def _measuring() -> typer.Typer:
    from gunbai.cli.measuring import app

    return app


def _odds() -> typer.Typer:
    from gunbai.cli.odds import app

    return app


def _playing() -> typer.Typer:
    from gunbai.cli.playing import app

    return app


def _position() -> typer.Typer:
    from gunbai.cli.position import app

    return app


def _serving() -> typer.Typer:
    from gunbai.cli.serving import app

    return app


def _study() -> typer.Typer:
    from gunbai.cli.study import app

    return app


def _yardstick() -> typer.Typer:
    from gunbai.cli.yardstick import app

    return app


def _training() -> typer.Typer:
    from gunbai.cli.training import app

    return app


# Each command: what brings it, and the first sentence of its own help.
COMMANDS: dict[str, tuple[Callable[[], typer.Typer], str]] = {
    "play": (_playing, "Play in the terminal: alone against bots, or several people at one keyboard."),
    "games": (_reading, "List the games, or the options and presets of one."),
    "rules": (_reading, "Print the rules of a game, or the one paragraph an error message named."),
    "bots": (_reading, "List the bots, installed ones of others included, and the levels."),
    "position": (_position, "Parse a position, draw it, and list the legal actions."),
    "odds": (_odds, "The exact odds of a battle: who wins, and what both sides lose."),
    "replay": (_reading, "Tell a recorded game action by action; everything shown, or only what one seat saw."),
    "check": (_reading, "Check records move by move, and say where and why one fails."),
    "analyse": (
        _analyse,
        "Without `--at`, mark the turning points of a game; with it, judge one moment from the view of the seat to "
        "act.",
    ),
    "arena": (_arena, "Let bots play each other from rotated seats and shared seeds, and say how sure the result is."),
    "strength": (
        _arena,
        "Measure every bot that promises something, and write the page that says how strong they are.",
    ),
    "exploit": (
        _exploit,
        "Look for the opponent that a bot does worst against: scripts, openings, and weights trained against it.",
    ),
    "secrets": (
        _exploit,
        "Say how unpredictable bots are: the entropy of what they set up openly and of what they choose in secret.",
    ),
    "dataset": (
        _dataset,
        "Let bots play, and write the games as data: positions, what each seat saw and chose, results, values.",
    ),
    "nashconv": (
        _yardstick,
        "Solve a small game of two, and say how much the best opponent of each bot wins beyond the game's value.",
    ),
    "benchmark": (
        _yardstick,
        "Measure a bot by the written protocol: NashConv on minis, then full games against named opponents.",
    ),
    "study": (
        _study,
        "Compare rules by experiment: play what a plan asks for, and write one page with plots and a plain summary.",
    ),
    "perft": (
        _measuring,
        "Count the action sequences of a given length: the quickest way to compare two rule engines.",
    ),
    "bench": (
        _measuring,
        "Measure random play inside the engine and from Python, copying, views, the size of a state, and foresight.",
    ),
    "fuzz": (
        _measuring,
        "Play random games over all presets, options and player counts, and check the laws every game must keep.",
    ),
    "tamper": (
        _measuring,
        "Tamper with positions: each is refused on reading, or everything works on it and answers within a second.",
    ),
    "train": (
        _training,
        "Learn to judge a game from nothing: bots play, weights are fitted to the results, the next round plays by "
        "them.",
    ),
    "mcp": (
        _assistants,
        "Let an assistant read rules and play, by the Model Context Protocol on standard input and output.",
    ),
    "serve": (_serving, "Start the server and keep it running until it is stopped."),
    "verify": (
        _serving,
        "Check every die and shuffle of a finished game against the seed the server had committed to.",
    ),
    "backup": (_serving, "Copy everything into one file, while the server runs."),
    "restore": (_serving, "Bring a backup into an empty data folder or database."),
    "export": (
        _serving,
        "Write one table into a file, finished or not, with everything that happened at it; the server may be running.",
    ),
    "import": (_serving, "Put an exported table into a database that does not have it."),
    "admin": (_serving, "For the person who runs the server."),
}


class Commands(TyperGroup):
    """All commands by name; only the one that is asked for is loaded."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        load, _ = COMMANDS[cmd_name]
        return get_group(load()).commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        # Typer answers a misspelt name with those of the commands it has that are like it.
        nothing: Any = None
        self.commands = dict.fromkeys(COMMANDS, nothing)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


app = typer.Typer(
    name="gunbai",
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Three war games of feudal Japan: play them, read them, measure them.\n\n"
    "Start with `gunbai play`, or look around with `gunbai games` and `gunbai rules gunshi`. "
    "Every command explains itself: `gunbai position --help`.",
)


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
