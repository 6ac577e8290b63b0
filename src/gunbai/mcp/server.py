"""The server of the Model Context Protocol: the tools that an assistant has. Each table gives it one seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import gunbai
from gunbai import bots
from gunbai.bots.levels import LEVELS
from gunbai.core.errors import GunbaiError
from gunbai.core.registry import playable
from gunbai.mcp.seated import SeatedTable, rules, sit_down

MOST_TABLES = 20
_INSTRUCTIONS = (
    "Play war games of feudal Japan against bots. list_games says what there is, read_rules explains it by section and "
    "paragraph. start_game gives you a seat; look, why_not, foresee and play work at that table. You get what your "
    "seat may know and nothing else; secrets of the others stay secret until the game is over, and then record has "
    "them. An action that is refused changes nothing and names the rule."
)
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _told(tool: Callable[_P, _R]) -> Callable[_P, _R]:
    """What the caller can mend is said in one line, and never as a crash."""

    @wraps(tool)
    def told(*given: _P.args, **named: _P.kwargs) -> _R:
        try:
            return tool(*given, **named)
        except GunbaiError as error:
            raise ToolError(str(error)) from None

    return told


class Door:
    """All tables of one assistant, and the tools by which it uses them."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._tables: dict[str, SeatedTable] = {}
        self._begun = 0

    def server(self) -> MCPServer[Any]:
        """The server with all tools; their docstrings are what an assistant reads."""
        made: MCPServer[Any] = MCPServer(
            "gunbai", title="Gunbai", instructions=_INSTRUCTIONS, version=gunbai.__version__, log_level="ERROR"
        )
        for tool in (
            self.list_games,
            self.read_rules,
            self.start_game,
            self.list_tables,
            self.look,
            self.why_not,
            self.foresee,
            self.play,
            self.resign,
            self.replay,
            self.record,
        ):
            made.add_tool(_told(tool))
        return made

    def list_games(self) -> dict[str, Any]:
        """All games with their options, presets and seats, and the opponents, the weakest first."""
        return {
            "games": [
                {
                    "name": game.info.name,
                    "title": game.info.title,
                    "about": game.info.about,
                    "seats": list(game.info.seat_names),
                    "players": list(game.info.player_counts),
                    "options": [{"name": each.name, "about": each.about} for each in game.info.options],
                    "presets": {name: dict(values) for name, values in game.info.presets.items()},
                }
                for game in playable()
            ],
            "opponents": [*(f"level-{level.number}" for level in LEVELS), *bots.usable()],
        }

    def read_rules(self, game: str, number: str = "") -> str:
        """Rules of a game: a section (`4`) or a paragraph (`4.2`); without a number, the list of sections."""
        return rules(game, number)

    def start_game(
        self,
        game: str,
        preset: str = "",
        options: dict[str, str] | None = None,
        seat: str = "",
        opponents: list[str] | None = None,
    ) -> dict[str, Any]:
        """Start a game and sit down. `seat` is a name such as `red` (the first without one). `opponents` are bots for
        the other seats: one for all, or one each. Gives the table's name and what you see."""
        running = sum(not table.over for table in self._tables.values())
        if running >= MOST_TABLES:
            raise GunbaiError("{number} games are running; finish or resign one first", number=running)
        seed = None if self._seed is None else self._seed + self._begun
        table = sit_down(game, preset, options or {}, seat, opponents or [], seed)
        self._begun += 1
        name = f"table-{self._begun}"
        self._tables[name] = table
        return {"table": name, **table.look()}

    def list_tables(self) -> dict[str, Any]:
        """Your tables, with your seat at each."""
        return {name: table.about for name, table in self._tables.items()}

    def look(self, table: str) -> dict[str, Any]:
        """What your seat sees: the prompt, what happened since you looked last, the view, your legal actions."""
        return self._at(table).look()

    def why_not(self, table: str, what: str) -> dict[str, Any]:
        """Whether you may play an action now, or begin one with a thing on the board; if not, why, by which rule."""
        return self._at(table).why_not(what)

    def foresee(self, table: str, actions: list[str]) -> dict[str, Any]:
        """What actions of yours, one after the other, would bring, as far as you can know; nothing is played."""
        return self._at(table).foresee(actions)

    def play(self, table: str, action: str) -> dict[str, Any]:
        """Play one of your legal actions, or a command of several in the game's notation; the bots answer at once."""
        return self._at(table).play(action)

    def resign(self, table: str) -> dict[str, Any]:
        """Give up the game."""
        return self._at(table).resign()

    def replay(self, table: str, first: int = 1, last: int = 0) -> list[str]:
        """The game so far in sentences, as your seat saw it; action `first` to `last` (0: the newest)."""
        return self._at(table).replay(first, last)

    def record(self, table: str) -> str:
        """The record of a finished game, with all secrets; `gunbai replay` reads it."""
        return self._at(table).record()

    def _at(self, name: str) -> SeatedTable:
        if name not in self._tables:
            raise GunbaiError("you have no table {name!r}; there are {names}", name=name[:40],
                              names=", ".join(self._tables) or "none")  # fmt: skip
        return self._tables[name]
