"""Whoever sets up hundreds of tables hides nobody else's: 150 tables of one guest, made in 3 s, filled the lobby."""

from __future__ import annotations

from pathlib import Path

from tests.server.house import Player, serving


def test_many_tables_of_one_guest_hide_nobody_else(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ann, ben, eve = (Player(server.url, name) for name in ("Ann", "Ben", "Eve"))
        waits, sleeps = ann.table(seats=["me", "open"]), ben.table(seats=["me", "open"])
        plays = ben.table(seats=["me", "me"])
        line = ann.socket(waits)
        line.receive()
        crowd = [eve.table(seats=["me", "open"]) for _ in range(110)]
        for _ in range(110):
            eve.table(seats=["me", "me"], watch="nobody")
        shown = [table["id"] for table in ann.get("/tables")]
        assert len(shown) == 100
        # Somebody is there.
        assert shown[0] == waits
        # The newest come first.
        assert shown[1:3] == crowd[:-3:-1]
        assert sleeps in shown
        assert plays in [table["id"] for table in ann.get("/tables/running")]
        line.close()


def test_a_guest_who_sits_down_at_somebodys_table_does_not_take_it_into_a_crowd(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ann, eve = Player(server.url, "Ann"), Player(server.url, "Eve")
        # Whose number is the smaller must not matter.
        while eve.me["id"] > ann.me["id"]:
            eve = Player(server.url, "Eve")
        waits = ann.table(game="shogun", options={"players": 3}, seats=["me", "open", "open"])
        eve.order(waits, "join")
        for _ in range(110):
            eve.table(seats=["me", "open"])
        assert waits in [table["id"] for table in ann.get("/tables")]


def test_of_two_running_games_the_one_for_everybody_is_found_among_many(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        for number in range(101):
            Player(server.url, f"Host {number}").table(seats=["me", "me"])
        ann = Player(server.url, "Ann")
        public = ann.table(seats=["me", "me"])
        ann.table(seats=["me", "me"], watch="link")
        listed = [table["id"] for table in Player(server.url, "Ben").get("/tables/running")]
        assert public in listed
