"""Fault 3: sockets that never read cost little memory, and the others play on.

With the bounds on what waits for a socket switched off, the thousand sockets were seen to cost 981 MB.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from gunbai.server.connections import Backlog
from tests.server.attacks.bystander import Bystander
from tests.server.attacks.raw import connection, handshake
from tests.server.house import Player, Server, serving

MEGABYTE = 1 << 20
SOCKETS = 1_000


def memory(server: Server) -> int:
    """The resident bytes of the server process."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def play(player: Player, table: str, moves: int) -> None:
    """Moves of a player who holds all seats."""
    seen = player.see(table)
    for _ in range(moves):
        choices = [(sight["seat"], sight["legal"][0]["action"]) for sight in seen["sights"] if sight["legal"]]
        seat, action = choices[0]
        player.order(table, "act", 200, seat=seat, actions=[action], version=seen["version"])
        seen = player.see(table, version=seen["version"])


@pytest.fixture
def roomy(tmp_path: Path) -> Iterator[Server]:
    """A server on which one address may have a thousand sockets."""
    with serving(tmp_path / "data") as server:
        yield server


@pytest.mark.slow
def test_a_thousand_sockets_that_never_read_cost_less_than_150_megabytes(roomy: Server) -> None:
    eve = Player(roomy.url, "Eve")
    table = eve.table(game="shogun", seats=["me"] * 4, watch="anyone")
    play(eve, table, 5)
    deaf: list[socket.socket] = []
    with Bystander(roomy.url) as bystander:
        before = memory(roomy)
        deaf = [handshake(roomy, table, receive_buffer=4096) for _ in range(SOCKETS)]
        play(eve, table, 60)
        bystander.wait_for_answers(3)
        cost = memory(roomy) - before
    for line in deaf:
        line.close()
    assert cost < 150 * MEGABYTE, f"{cost / MEGABYTE:.0f} MB"


def test_a_long_chat_does_not_make_greetings_long(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        eve = Player(server.url, "Eve")
        table = eve.table(seats=["me", "me"])
        line = eve.socket(table)
        line.receive()
        for number in range(400):
            line.send("say", text=f"{number} " + "大" * 490)
        while "399 大" not in str(line.receive()):
            pass
        line.close()
        said = [piece["text"] for piece in eve.see(table)["happenings"] if piece["kind"] == "said"]
        assert [int(text.partition(" ")[0]) for text in said] == list(range(100, 400))


def test_who_asks_over_http_and_does_not_read_costs_no_more(tmp_path: Path) -> None:
    """250 connections of one address, each with an answer of 8 MB, were seen to cost 2 GB."""
    with serving(tmp_path / "data", "--set", f"limits.backlog_bytes={8 * MEGABYTE}") as server:
        eve = Player(server.url, "Eve")
        table = eve.table(seats=["me", "me"])
        line = eve.socket(table)
        line.receive()
        for _ in range(300):
            line.ask("say", text="大" * 500)
        line.close()
        with Bystander(server.url) as bystander:
            before = memory(server)
            deaf = [connection(server, receive_buffer=4096) for _ in range(250)]
            for each in deaf:
                each.sendall(f"GET /api/tables/{table} HTTP/1.1\r\nHost: gunbai\r\n\r\n".encode())
                assert each.recv(1) == b"H"
            bystander.wait_for_answers(3)
            cost = memory(server) - before
        for each in deaf:
            each.close()
        assert cost < 50 * MEGABYTE, f"{cost / MEGABYTE:.0f} MB"
        # Whoever reads gets it all.
        assert len(eve.see(table)["happenings"]) >= 300


def test_what_waits_for_all_slow_readers_together_is_bounded() -> None:
    cut: list[str] = []

    class Client:
        def __init__(self, name: str) -> None:
            self.name = name

        def give_up(self) -> None:
            cut.append(self.name)

    backlog = Backlog(1_000)
    small = [Client(f"small {number}") for number in range(50)]
    for client in small:
        backlog.note(client, 10)
    large = [Client("large"), Client("larger")]
    backlog.note(large[0], 400)
    backlog.note(large[1], 450)
    # The reader with the most waiting goes first, and nobody else.
    assert cut == ["larger"]
    assert backlog.total == 900
    for client in (*small, large[0]):
        backlog.note(client, 0)
    assert backlog.total == 0
