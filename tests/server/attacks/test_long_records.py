"""To write a long game as a file takes as long as hundreds of requests; who asks for it again and again waits alone."""

from __future__ import annotations

import random
from pathlib import Path

from gunbai.core import record as records
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.session import PERSON, Seat, Table
from tests.server.house import Player, serving

ACTIONS = 3_000


def long_game() -> records.Record:
    """A war played by chance, then given up."""
    game = find("shogun")
    options, rng = Options(game.info.options, {"players": 2}), random.Random(0)
    table = Table(game, options, [Seat(PERSON, "Eve"), Seat(PERSON, "Eva")])
    while table.length < ACTIONS and not table.over:
        seat = table.to_act[0]
        table.play(seat, rng.choice(table.legal(seat)))
    table.abandon()
    return table.record()


def test_a_long_record_counts_as_many_requests(tmp_path: Path) -> None:
    """Eight connections that asked for one of 13,000 actions made a move of somebody else wait for 0.2 s."""
    sparing = ["--set", "limits.address_rate=0.0001", "--set", "limits.address_burst=100"]
    with serving(tmp_path / "data", *sparing, limits=True) as server:
        eve = Player(server.url, "Eve")
        table = eve.post("/tables/import", {"record": records.write(long_game())}, 201)["table"]
        answers = [eve.http.get(f"/tables/{table}/record").status_code for _ in range(40)]
        assert answers[0] == 200
        assert 5 <= answers.count(200) <= 98 // (ACTIONS // 500) + 1
        assert answers[-1] == 429
