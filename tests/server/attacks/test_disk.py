"""Nobody fills the disk: a guest could have 26 GB a day of imported games stored, and 12 GB of chat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from gunbai.server.disk_ration import DiskRation
from gunbai.server.limits import LimitReached, RateLimits
from gunbai.server.settings import Limits
from gunbai.server.whereabouts import Whereabouts
from tests.server.house import Player, finish, serving, two

# Rates that nobody reaches in these tests, so that only the bytes count.
RICH = {"person_burst": 1e6, "address_burst": 1e6, "table_burst": 1e6, "login_burst": 1e6}


def options(**limits: float) -> list[str]:
    return [word for name, most in (RICH | limits).items() for word in ("--set", f"limits.{name}={most}")]


def until_refused(ask: Callable[[], httpx.Response], most: int) -> tuple[int, dict[str, Any]]:
    """How often it was done before it was refused, and the refusal."""
    for done in range(most):
        answer = ask()
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) > 60
            return done, answer.json()
        assert answer.is_success, answer.text
    raise AssertionError(f"{most} times, and nobody minds")


def test_whoever_has_said_enough_for_a_day_can_still_play(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *options(person_bytes_per_day=20_000), limits=True) as server:
        ann, eve = Player(server.url, "Ann"), Player(server.url, "Eve")
        table = two(eve, ann)
        said, refusal = until_refused(lambda: eve.http.post(f"/tables/{table}/say", json={"text": "x" * 500}), 50)
        assert 20 <= said <= 40
        assert "in a day" in refusal["detail"]
        # Everything that would be kept of her for ever, but not the game, and nothing of anybody else.
        other = eve.http.post("/tables", json={"game": "whisper"})
        assert other.status_code == 429
        ann.order(table, "say", text="are you there?")
        ann.table()
        finish({0: eve, 1: ann}, table)


def test_finished_games_are_taken_in_and_set_up_only_as_far_as_a_day_reaches(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *options(person_bytes_per_day=100_000), limits=True) as server:
        ann, eve, cem = (Player(server.url, name) for name in ("Ann", "Eve", "Cem"))
        table = two(ann, eve)
        finish({0: ann, 1: eve}, table)
        # A record that is long because of its head.
        head = "".join(f"remark{number}: {'x' * 150}\n" for number in range(100))
        text = ann.get(f"/tables/{table}/record").replace("north: Ann\n", f"{head}north: Ann\n")
        taken, refusal = until_refused(lambda: eve.http.post("/tables/import", json={"record": text}), 12)
        assert 3 <= taken <= 100_000 // len(text)
        assert "in a day" in refusal["detail"]

        def play_and_resign() -> httpx.Response:
            made = cem.http.post("/tables", json={"game": "whisper", "seats": ["me", "me"]})
            if made.is_success:
                cem.order(made.json()["table"], "resign", seat=0)
            return made

        assert until_refused(play_and_resign, 60)[0] >= 20


def test_a_rematch_is_a_table_too(tmp_path: Path) -> None:
    """A person alone at a table could have one after the other set up, each for a fifth of what it takes."""
    with serving(tmp_path / "data", *options(person_bytes_per_day=30_000), limits=True) as server:
        eve = Player(server.url, "Eve")
        table = eve.table(seats=["me", "me"])

        def again() -> httpx.Response:
            nonlocal table
            eve.order(table, "resign", seat=0)
            answer = eve.http.post(f"/tables/{table}/rematch", json={})
            if answer.is_success:
                table = answer.json()["table"]
            return answer

        assert 3 <= until_refused(again, 16)[0] <= 13


def test_an_address_has_a_day_of_its_own_however_many_guests_it_sends(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--trust-proxy", *options(address_bytes_per_day=50_000), limits=True) as server:

        def guest(where: str) -> Player:
            player = Player(server.url, known=False)
            player.http.headers["x-forwarded-for"] = where
            player.post("/guests", {}, 201)
            return player

        until_refused(lambda: guest("203.0.113.7").http.post("/tables", json={"game": "whisper"}), 50)
        guest("203.0.113.8").table()


def test_moves_leave_a_debt_and_end_when_it_is_as_large_as_half_a_day() -> None:
    rates, where = RateLimits(Limits(person_bytes_per_day=1_000, address_bytes_per_day=100_000)), Whereabouts()
    ration = DiskRation(rates, where)
    for _ in range(16):
        ration.check("eve")
        ration.charge("eve", 100)
    with pytest.raises(LimitReached):
        ration.check("eve")
    with pytest.raises(LimitReached):
        ration.take("eve", 1)
    ration.check("ann")
    ration.take("ann", 1_000)
