"""Nobody can keep the bots from answering others: a fair queue, people first, and quotas for tables without people."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from gunbai.server.fair_queue import ATTENDED, UNATTENDED, FairQueue
from tests.server.house import NO_CERTIFICATES, Player, serving
from tests.server.test_bots import wait_until_over, workers_of

PLUGIN = ("--plugin", "tests.server.attacks.slow_bots", "--bot-seconds", "0.05")


def served(queue: FairQueue[str]) -> list[str]:
    return [ticket.what for ticket in queue.in_order()]


def test_a_move_against_a_person_comes_before_three_hundred_tables_and_a_hundred_hints() -> None:
    queue = FairQueue[str]()
    for number in range(300):
        queue.push("table", UNATTENDED, "there", f"guest {number % 30}")
    for number in range(100):
        queue.push("hint", UNATTENDED, "there", f"guest {number}")
    queue.push("move", ATTENDED, "here", "ann")
    queue.push("her hint", UNATTENDED, "here", "ann")
    assert served(queue)[0] == "move"
    # Her hint waits for one turn of the crowd at the other address, not for all of it.
    assert served(queue).index("her hint") == 2


def test_addresses_take_turns_and_so_do_the_persons_of_an_address() -> None:
    queue = FairQueue[str]()
    for what, where in {"a1": "x", "a2": "x", "a3": "x", "b1": "x", "c1": "y", "c2": "y"}.items():
        queue.push(what, ATTENDED, where, what[0])
    assert served(queue) == ["a1", "c1", "b1", "c2", "a2", "a3"]
    left = []
    while (ticket := queue.pop()) is not None:
        left.append(ticket.what)
    assert left == ["a1", "c1", "b1", "c2", "a2", "a3"]
    assert len(queue) == 0


def test_who_was_served_goes_to_the_end_and_who_leaves_is_forgotten() -> None:
    queue = FairQueue[str]()
    first = queue.push("a1", ATTENDED, "x", "ann")
    queue.push("b1", ATTENDED, "x", "ben")
    gone = queue.push("c1", UNATTENDED, "x", "cem")
    assert queue.pop() is first
    queue.push("a2", ATTENDED, "x", "ann")
    queue.discard(gone)
    queue.discard(gone)
    assert (served(queue), len(queue)) == (["b1", "a2"], 2)
    assert queue.pop(ATTENDED) is not None
    assert queue.pop(ATTENDED) is not None
    queue.push("c2", UNATTENDED, "x", "cem")
    assert queue.pop(ATTENDED) is None


@pytest.fixture
def diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of this test write down that they were asked."""
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "diary"


def entries(diary: Path) -> list[list[str]]:
    return [line.split() for line in diary.read_text().splitlines()] if diary.exists() else []


def test_a_crowd_of_bots_lets_a_person_pass_and_says_how_many_are_ahead(tmp_path: Path, diary: Path) -> None:
    with serving(tmp_path / "data", *PLUGIN, "--bot-workers", "1", "--bot-grace", "600") as server:
        crowd, ann = Player(server.url, "Crowd"), Player(server.url, "Ann")
        for _ in range(40):
            crowd.table(options={"players": 3}, seats=["bot:sloth"] * 3)
        table = ann.table(seats=["me", "bot:sloth"], autostart=False)
        line = ann.socket(table)
        seen = line.receive()
        before = len(entries(diary))
        line.send("start")
        line.send("act", actions=[1], version=0)
        messages = [seen]
        # One bot of the crowd keeps the only worker until Ann has been told that hers waits.
        while "thinking" not in messages[-1]:
            messages.append(line.receive(60))
        (tmp_path / "go").touch()
        while messages[-1].get("version", 0) < 5:
            messages.append(line.receive(60))
        line.close()
        own = next(number for number, entry in enumerate(entries(diary)) if entry[0] == "2")
        assert own - before < 12, "the crowd was served before the person"
        told = [m["thinking"] for m in messages if "thinking" in m]
        assert all(news["seat"] == 1 and 0 <= news["ahead"] < 5 for news in told), told


def test_asking_for_many_games_at_once_brings_no_more_of_them(tmp_path: Path) -> None:
    options = ("--plugin", "tests.server.bad_bots", "--bot-workers", "1", "--bot-grace", "600")
    few = ("--set", "limits.tables_per_person=5")
    with serving(tmp_path / "data", *options, *few, limits=True) as server:
        crowd = [Player(server.url, f"Crowd {guest}") for guest in range(7)]

        def made(guest: Player, seats: list[str]) -> int:
            cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
            # A connection of its own for each, as from one page each.
            with httpx.Client(headers={"cookie": cookie}, timeout=60, verify=NO_CERTIFICATES) as page:
                return page.post(f"{server.url}/api/tables", json={"game": "whisper", "seats": seats}).status_code

        with ThreadPoolExecutor(24) as hands:
            alone = list(hands.map(lambda _: made(crowd[0], ["bot:hanging"] * 2), range(24)))
            together = list(hands.map(lambda number: made(crowd[1 + number % 6], ["bot:hanging"] * 2), range(72)))
            own = list(hands.map(lambda _: made(crowd[0], ["me", "open"]), range(24)))
        assert {*alone, *together, *own} == {201, 403}
        assert (alone.count(201), together.count(201), own.count(201)) == (10, 40, 5)


def test_games_among_bots_alone_are_limited_by_person_and_address(tmp_path: Path) -> None:
    # Bots that never answer: no game ends while the others are set up.
    options = ("--plugin", "tests.server.bad_bots", "--bot-workers", "1", "--bot-grace", "600")
    with serving(tmp_path / "data", *options, limits=True) as server:
        for guest in range(6):
            crowd = Player(server.url, f"Crowd {guest}")
            made = 0
            for _ in range(11):
                answer = crowd.http.post("/tables", json={"game": "whisper", "seats": ["bot:hanging"] * 2})
                made += answer.status_code == 201
            assert answer.status_code == 403, answer.text
            assert "among bots alone" in answer.json()["detail"]
            assert made == (10 if guest < 5 else 0)


def test_a_bot_lives_in_its_process_and_begins_anew_in_another(tmp_path: Path, diary: Path) -> None:
    with serving(tmp_path / "data", *PLUGIN) as server:
        ann = Player(server.url, "Ann")
        wait_until_over(ann, ann.table(options={"players": 3}, seats=["bot:diarist", "bot:diarist", "bot:random"]))
        first = entries(diary)
        for seat in ("0", "1"):
            minds = [entry[2] for entry in first if entry[1] == seat]
            assert len(minds) > 1
            assert len(set(minds)) == 1, "a new bot was made in the middle of a game"
            assert [int(entry[3]) for entry in first if entry[1] == seat] == list(range(1, len(minds) + 1))
        table = ann.table(seats=["me", "bot:diarist"])
        line = ann.socket(table)
        ann.act(table, 1)
        line.until(5)
        for worker in workers_of(server):
            os.kill(worker, signal.SIGKILL)
        asked = len(entries(diary))
        ann.act(table, ann.see(table)["sights"][0]["legal"][0]["action"])
        end = time.monotonic() + 60
        while len(entries(diary)) == asked:
            assert time.monotonic() < end, "the bot was not asked again"
            time.sleep(0.05)
        line.close()
        assert entries(diary)[asked][3] == "1", "a new process has a new bot"
        assert entries(diary)[asked][2] != entries(diary)[asked - 1][2]
