"""`scripts/play.py`: a compiled server takes over from the one that runs from the sources, in the middle of a game."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from scripts.play import Plan, Program, open_listener, play

from tests.forks import ROOT, environment
from tests.server.house import COMMAND, PLUGIN, Player
from tests.server.killing import stored

BOT = '''
from pathlib import Path
import gunbai

class Witness:
    """Writes down where its package comes from, and plays the first legal action."""

    def choose(self, game, view, legal, budget):
        with Path(__file__).with_name("seen.txt").open("a") as seen:
            seen.write(gunbai.__file__ + "\\n")
        return legal[0]
'''
# Stands for compiling: done when a file is there.
COMPILE = "import sys, time, pathlib\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.02)"


class Stage:
    """A folder of sources, and a bot that writes down which package its worker runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources = folder / "src"
        self.sources.symlink_to(ROOT / "src")
        bots = folder / "bots"
        bots.mkdir()
        (bots / "witness.py").write_text(BOT)
        self.compile_now = folder / "now"
        installed = environment(ROOT)
        installed["PYTHONPATH"] += f":{ROOT / 'src'}:{bots}"
        words = ["--data", str(folder / "data"), "--plugin", PLUGIN, "--bot", "py:witness:Witness", "--no-limits"]
        gunbai = [sys.executable, "-c", COMMAND, "serve", *words]
        self.plan = Plan(
            Program([*gunbai, "--compiling"], {**installed, "PYTHONPATH": f"{self.sources}:{installed['PYTHONPATH']}"}),
            [sys.executable, "-c", COMPILE, str(self.compile_now)],
            lambda: True,
            Program([*gunbai, "--take-over"], installed),
        )

    def bots_saw(self) -> list[bool]:
        """For each action of the bot, whether its worker ran from the sources."""
        seen = self.folder / "bots" / "seen.txt"
        return [Path(line).is_relative_to(self.sources) for line in seen.read_text().splitlines()]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with open_listener("127.0.0.1", 0) as opened:
        yield opened


class Game:
    """A person against the witness, game after game. As the browser does, it repeats what was not answered."""

    def __init__(self, url: str) -> None:
        self.ann = Player(url, "Ann")
        self.promised: list[tuple[str, str, int]] = []
        self.table = ""

    def ask(self, method: str, path: str, **more: Any) -> Any:
        while True:
            try:
                answer = self.ann.http.request(method, path, **more)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                # An old connection ended. A new one is never refused: that would be a ConnectError.
                continue
            assert answer.status_code < 300, answer.text
            return answer.json()

    def move(self) -> None:
        """One action, acknowledged."""
        while True:
            seen = self.ask("GET", f"/tables/{self.table}") if self.table else None
            if seen is None or seen["table"]["status"] == "over":
                wish = {"game": "whisper", "seats": ["me", "bot:py:witness:Witness"]}
                self.table = self.ask("POST", "/tables", json=wish)["table"]
                continue
            if legal := seen["sights"][0]["legal"]:
                break
            time.sleep(0.01)
        key = f"k{len(self.promised)}"
        order = {"actions": [legal[0]["action"]], "version": seen["version"], "key": key}
        done = self.ask("POST", f"/tables/{self.table}/act", json=order)
        self.promised.append((self.table, key, done["seq"]))

    def compiling(self) -> bool:
        return bool(self.ask("GET", "/house")["compiling"])


def test_a_compiled_server_takes_over_in_the_middle_of_a_game(tmp_path: Path, listener: socket.socket) -> None:
    stage = Stage(tmp_path)

    def visit(url: str) -> Game:
        game = Game(url)
        while not (stage.folder / "bots" / "seen.txt").exists():
            game.move()
        assert game.compiling()
        stage.compile_now.touch()
        while game.compiling():
            game.move()
        before = len(stage.bots_saw())
        while len(stage.bots_saw()) == before:
            game.move()
        return game

    game = asyncio.run(play_and_visit(stage.plan, listener, visit))
    person = game.ann.me["id"]
    for table, key, seq in game.promised:
        kept = [event for event in stored(tmp_path / "data", table) if event["key"] == f"{person}:{key}"]
        assert [event["kind"] for event in kept] == ["played"], f"the acknowledged action {key} was lost or doubled"
        assert seq >= kept[0]["seq"]
    saw = stage.bots_saw()
    assert saw[0], "at first bots think with the sources"
    assert not saw[-1], "in the end bots think with the installed package"
    assert saw == sorted(saw, reverse=True), "a renewed worker never goes back to the sources"


def test_the_first_server_goes_on_if_the_compiled_one_does_not_start(
    tmp_path: Path, listener: socket.socket, capfd: pytest.CaptureFixture[str]
) -> None:
    stage = Stage(tmp_path)
    broken = Program([sys.executable, "-c", "raise SystemExit('broken')"], environment(ROOT))
    plan = Plan(stage.plan.from_sources, stage.plan.compile_command, stage.compile_now.exists, broken)

    def visit(url: str) -> Game:
        game = Game(url)
        game.move()
        stage.compile_now.touch()
        said = ""
        while "the games go on uncompiled" not in said:
            game.move()
            said += capfd.readouterr().out
        game.move()
        assert game.compiling()
        return game

    asyncio.run(play_and_visit(plan, listener, visit))


def test_a_server_that_cannot_start_ends_it_all(
    tmp_path: Path, listener: socket.socket, capfd: pytest.CaptureFixture[str]
) -> None:
    stage = Stage(tmp_path)
    (tmp_path / "data").write_text("a file where the folder should be")
    assert asyncio.run(play(stage.plan, listener)) != 0
    assert "cannot use the data folder" in capfd.readouterr().err


async def play_and_visit(plan: Plan, listener: socket.socket, visit: Callable[[str], Game]) -> Game:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    playing = asyncio.create_task(play(plan, listener))
    visiting = asyncio.create_task(asyncio.to_thread(visit, url))
    try:
        await asyncio.wait({playing, visiting}, return_when=asyncio.FIRST_COMPLETED)
        assert not playing.done(), "the server ended"
        return await visiting
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
