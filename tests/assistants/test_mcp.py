"""Assistants at the table: the SDK's own client talks to the real process, and gets its seat's view alone."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import gunbai
from gunbai import bots
from gunbai.core.game import Game, bring_into_focus
from gunbai.core.match import Match
from gunbai.core.rng import Rng
from gunbai.mcp.seated import SeatedTable
from gunbai.session.table import Table
from tests.forks import ROOT, environment

TOOLS = {"list_games", "read_rules", "start_game", "list_tables", "look", "why_not", "foresee", "play", "resign",
         "replay", "record"}  # fmt: skip


class Assistant:
    """Calls tools as an assistant does; the texts of answers are kept."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.heard: list[str] = []

    async def __call__(self, tool: str, **given: Any) -> Any:
        answer = await self._client.call_tool(tool, given)
        assert not answer.is_error, answer.content
        self.heard.append(json.dumps([part.model_dump(mode="json") for part in answer.content]))
        found = answer.structured_content
        return found["result"] if isinstance(found, dict) and set(found) == {"result"} else found

    async def refused(self, tool: str, **given: Any) -> str:
        """The one line by which a call is refused."""
        answer = await self._client.call_tool(tool, given)
        assert answer.is_error
        (part,) = answer.content
        text = str(getattr(part, "text", ""))
        assert "\n" not in text
        assert "Traceback" not in text
        return text


def with_assistant(talk: Callable[[Client, Assistant], Awaitable[None]], *words: str) -> None:
    """Start `gunbai mcp` and talk to it over its standard input and output."""

    async def run() -> None:
        process = StdioServerParameters(
            command=sys.executable, args=["-m", "gunbai", "mcp", *words], env=environment(ROOT), cwd=ROOT
        )
        async with Client(process) as client:
            await talk(client, Assistant(client))

    asyncio.run(run())


def test_an_assistant_reads_asks_plays_and_replays_a_whole_game() -> None:
    async def talk(client: Client, ask: Assistant) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        told = await ask("list_games")
        assert {"gunshi", "gunkimono", "shogun"} <= {game["name"] for game in told["games"]}
        assert "level-1" in told["opponents"]
        assert "4" in await ask("read_rules", game="gunshi")
        assert (await ask("read_rules", game="gunshi", number="4")).startswith("4.1")
        assert "no rule '99'" in await ask.refused("read_rules", game="gunshi", number="99")

        seen = await ask("start_game", game="gunshi", preset="tiny", seat="blue", opponents=["random"])
        table = seen["table"]
        assert seen["your_seat"] == "blue"
        assert seen["your_turn"]
        assert "when the game is over" in await ask.refused("record", table=table)
        assert "no table" in await ask.refused("look", table="table-9")
        before = (await ask("look", table=table))["view"]
        wrong = await ask("why_not", table=table, what="to a1")
        assert wrong["legal"] is False
        assert wrong["why"]
        await ask.refused("play", table=table, action="to a1")
        assert (await ask("look", table=table))["view"] == before, "what is refused changes nothing"

        while not seen["over"]:
            action = seen["legal"][0]
            assert (await ask("why_not", table=table, what=action))["legal"] is True
            assert set(await ask("foresee", table=table, actions=[action])) == {"brings", "effects", "certain"}
            seen = await ask("play", table=table, action=action)
        assert seen["result"]
        record = gunbai.parse(await ask("record", table=table))
        assert record.over
        assert len(await ask("replay", table=table, first=1, last=3)) == 3
        assert (await ask("list_tables"))[table]["over"]

    with_assistant(talk)


def test_seats_are_kept_to() -> None:
    async def talk(_: Client, ask: Assistant) -> None:
        for opponent in (
            "exec:touch /tmp/x",
            "py:os:system",
            "weights:/etc/passwd",
            "script:nothing",
            "search:playout=9",
        ):
            assert "cannot choose" in await ask.refused("start_game", game="gunshi", opponents=[opponent])
        assert "no seat" in await ask.refused("start_game", game="gunshi", seat="spectator")
        # What is wrong is told in a short line, however long it was.
        assert len(await ask.refused("read_rules", game="gunshi", number="9" * 5000)) < 300
        assert len(await ask.refused("start_game", game="gunshi", options={"turn_cap": "9" * 5000})) < 300
        assert "name one bot" in await ask.refused("start_game", game="shogun", opponents=["random", "greedy"])
        seen = await ask("start_game", game="shogun", preset="tiny", opponents=["random"])
        assert seen["view"]["seat"] == 0
        assert (await ask("resign", table=seen["table"]))["over"]
        assert "over" in await ask.refused("play", table=seen["table"], action=seen["legal"][0])

    with_assistant(talk, "--seed", "4")


def moments(game: Game, match: Match, seat: int) -> list[Any]:
    """Some states of a game between random bots in which only this seat has to decide."""
    players = [bots.make("random", 3 + number) for number in range(match.options.players)]
    bots.play_out(match, players)
    states = [s for s in match.record.states() if list(game.pending(s)) == [seat]]
    return states[:: max(1, len(states) // 6)]


def answers(game: Game, state: Any, seat: int) -> str:
    """Everything that the tools say at a moment."""
    table = SeatedTable(Table(game, state.options, position=game.position_text(state)), seat, {})
    seen = table.look()
    legal: Any = seen["legal"]
    told = [table.why_not(text) for text in [*legal[:4], *game.outlook(game.view(state, seat)).places()[:12]]]
    return json.dumps([seen, told, [table.foresee([text]) for text in legal[:4]]], sort_keys=True)


@pytest.mark.parametrize(
    ("name", "preset", "seat"), [("gunshi", "first_battle", 0), ("gunkimono", "", 1), ("shogun", "tiny", 2)]
)
def test_no_answer_depends_on_what_the_seat_cannot_know(name: str, preset: str, seat: int) -> None:
    match = gunbai.new(name, preset=preset, seed=2)
    game, rng, others = match.game, Rng(8), 0
    for state in moments(game, match, seat):
        bring_into_focus(game, state, seat)
        world = game.resample(game.view(state, seat), rng)
        bring_into_focus(game, world, seat)
        others += world.key() != state.key()
        assert answers(game, world, seat) == answers(game, state, seat)
    assert others > 0, "nothing was hidden, so nothing was tested"
