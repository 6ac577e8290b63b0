"""Bots at tables: in processes of their own, with the view of their seat, and harmless when they fail."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import msgspec

import tests.server.bad_bots  # noqa: F401 - registers bots that misbehave
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server.bot_pool import think_request
from gunbai.server.hosted_table import HostedTable
from gunbai.server.messages import NewTable
from gunbai.server.store import Row
from gunbai.server.worker_messages import view_in
from tests.forks import LONGEST
from tests.server.house import Player, Server, serving
from tests.server.killing import stored


def wait_until_over(player: Player, table: str, seconds: float = 40) -> dict[str, object]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen: dict[str, object] = player.see(table)
        if seen["table"]["status"] == "over":  # type: ignore[index]
            return seen
        time.sleep(0.05)
    raise AssertionError(f"the game did not end: {seen}")


def test_bots_play_a_game_to_its_end(server: Server) -> None:
    ann = Player(server.url, "Ann")
    table = ann.table(options={"players": 3}, seats=["bot:random", "bot:greedy", "bot:level-1"])
    seen = wait_until_over(ann, table)
    assert "happenings" in seen
    assert not [h for h in seen["happenings"] if h["kind"] == "played"]  # type: ignore[attr-defined]


def test_only_bots_of_the_house_may_sit(ann: Player) -> None:
    for bot in ("exec:touch /tmp/x", "nobody", ""):
        refused = ann.post("/tables", {"game": "whisper", "seats": ["me", f"bot:{bot}"]}, 400)
        assert "bot:NAME" in refused["detail"]


def test_a_bot_may_be_named_by_a_long_command() -> None:
    seat = "bot:exec:python /home/somebody/projects/line-bots/gunkimono/first_try/line_bot.py"
    asked = msgspec.convert({"game": "whisper", "seats": ["me", seat]}, NewTable)
    assert asked.seats == ["me", seat]


def test_bots_that_crash_hang_or_cheat_do_not_hurt_the_table(tmp_path: Path) -> None:
    options = ("--plugin", "tests.server.bad_bots", "--bot-seconds", "0.05", "--bot-grace", "1.5")
    with serving(tmp_path / "data", *options) as server:
        for bot in ("crashing", "raising", "cheating", "printing", "hanging"):
            ann = Player(server.url, "Ann")
            table = ann.table(seats=["me", f"bot:{bot}"])
            ann.act(table, 1)
            line = ann.socket(table)
            seen = line.receive()
            end = time.monotonic() + 60
            while seen["version"] < 5:
                assert time.monotonic() < end, f"{bot}: {seen}"
                seen = line.receive()
            line.close()
            notes = [h["note"] for h in ann.see(table).get("happenings", []) if h["kind"] == "played"]
            if bot == "printing":
                assert notes == []
            else:
                assert notes == [f"the bot {bot} gave no answer; an action was drawn for it"]
            ann.order(table, "resign")
        assert "Traceback" not in server.stderr()


def workers_of(server: Server) -> list[int]:
    words = ["ps", "--ppid", str(server.process.pid), "-o", "pid="]
    return [int(word) for word in subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()]


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--bot-seconds", "0.05") as server:
        ann = Player(server.url, "Ann")
        wait_until_over(ann, ann.table(seats=["bot:random", "bot:random"]))
        workers = workers_of(server)
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        wait_until_over(ann, ann.table(seats=["bot:random", "bot:random"]))


def test_bots_go_on_after_a_restart_without_anybody_watching(tmp_path: Path) -> None:
    data = tmp_path / "data"
    options = ("--plugin", "tests.server.bad_bots", "--bot-seconds", "0.05")
    with serving(data, *options, "--bot-grace", "60") as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["bot:hanging", "bot:random"])
        assert ann.see(table)["table"]["status"] == "playing"
        port = server.port
        end = time.monotonic() + LONGEST
        while not (workers := workers_of(server)):
            assert time.monotonic() < end
            time.sleep(0.05)
        server.kill()
        # Nobody is left to stop the bot that hangs, and yet it must not think for ever.
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert time.monotonic() < end, "a worker has outlived its server"
            time.sleep(0.05)
    with serving(data, *options, "--bot-grace", "0.2", port=port):
        end = time.monotonic() + LONGEST
        # Looked up on the disk: who asks the server would be watching.
        while stored(data, table)[-1]["kind"] != "revealed":
            assert time.monotonic() < end, "the bots did not go on by themselves"
            time.sleep(0.05)
        assert ann.see(table)["table"]["status"] == "over"


def test_what_a_bot_is_told_follows_from_its_view_alone() -> None:
    """Two tables that differ only in what the other seat hides ask the same question, byte for byte."""
    questions = []
    for secret in (0, 3):
        table = HostedTable("t", lambda at: at / 1000, bytes(32))
        chairs = [ev.Chair("person", "A", person="a"), ev.Chair("bot", "random", "random")]
        table.fold(Row("t", 1, 0, None, ev.encode(ev.Created("whisper", 1, {}, chairs, "a", ""))))
        table.begin()
        table.act(0, [secret], 0)
        question = think_request(table, 1, "random", 1.0, seed=5)
        seen = view_in(question.view)
        assert seen.data() == table.game_table.view(1).data()
        assert seen.history == table.game_table.history.perceived(1)
        questions.append(msgspec.json.encode(question))
    assert questions[0] == questions[1]


def test_the_view_a_bot_gets_is_the_view_of_its_seat_in_every_game() -> None:
    from gunbai.core.registry import names
    from gunbai.core.rng import Rng
    from gunbai.session import Table, TableDice

    for name in names():
        game = find(name)
        if not game.info.presets.get("tiny"):
            continue
        rng = Rng(3)
        play = Table(game, Options(game.info.options, game.info.presets["tiny"]), dice=TableDice(4))
        for _ in range(60):
            if play.over:
                break
            seat = play.to_act[int(rng.below(len(play.to_act)))]
            legal = play.legal(seat)
            host = HostedTable("t", lambda at: at / 1000, bytes(32))
            host.setup = ev.Created(name, game.info.rules_version, {}, [], "a", "")
            host._game_table = play
            question = think_request(host, seat, "random", 1.0)
            assert view_in(question.view).data() == play.view(seat).data(), name
            play.play(seat, legal[int(rng.below(len(legal)))])


def test_a_table_gives_its_bots_a_style_and_names_it(ann: Player) -> None:
    plan = {"game": "gunshi", "seats": ["me", "bot:level-3"], "autostart": False}
    seen = [ann.see(ann.table(**plan))["table"]["seats"][1] for _ in range(12)]
    assert {seat["bot"].partition(":")[0] for seat in seen} == {"level-3"}
    # That all twelve tables draw the same happens once in four million times.
    assert len({seat["bot"] for seat in seen}) > 1
    assert all(seat["player"] == seat["bot"] for seat in seen)
