"""A time for a move that nobody can keep, not even a bot: it ends a game or seats bots, but it fills no disk."""

from __future__ import annotations

import time
from pathlib import Path

from gunbai.server.archive import export_record
from gunbai.server.settings import Settings
from tests.server.house import Player, serving


def test_a_bot_that_takes_too_long_is_not_replaced_for_ever(tmp_path: Path) -> None:
    """One request was enough for fifty events a second that never ended; sixty made everybody wait."""
    with serving(tmp_path / "data") as server:
        eve = Player(server.url, "Eve")
        game = {"game": "shogun", "options": {"players": 5}, "seats": ["me"] * 5}
        table = eve.table(**game, clock="per-move:1e-300", fate="bot")
        time.sleep(0.6)
        first = eve.see(table)["seq"]
        time.sleep(0.6)
        now = eve.see(table)
        replaced = [event["seat"] for event in now["happenings"] if event["kind"] == "replaced"]
        assert sorted(set(replaced)) == sorted(replaced)
        # Bots may still play, and the last person may have lost meanwhile.
        assert now["seq"] - first < 20 or now["table"]["status"] == "over"
    # What bots did after their time was over can be read again.
    assert export_record(Settings(data=tmp_path / "data"), table).startswith("gunbai record")
