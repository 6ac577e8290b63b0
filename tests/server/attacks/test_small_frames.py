"""Fault 2: a flood of frames that carry no order is cut off, and nobody else notices."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.frames import Opcode

from gunbai.server.listener import FLOOD
from tests.server.attacks.bystander import Bystander
from tests.server.attacks.raw import connection, frame, handshake, pour, upgrade
from tests.server.house import SLOW_RATIONS, Player, Server, serving

FLOODS = {
    "empty pings": frame(opcode=Opcode.PING),
    "empty pongs": frame(opcode=Opcode.PONG),
    "empty messages": frame(),
    "pings": frame(b"?" * 100, Opcode.PING),
}
# What ends a connection here is not that it does not answer the server's own pings.
PATIENT = ("--set", "limits.ping_seconds=600")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("strict") / "data", limits=True) as server:
        yield server


@pytest.mark.parametrize("kind", FLOODS)
def test_ten_connections_that_flood_are_closed_and_a_bystander_is_answered(strict: Server, kind: str) -> None:
    flood = FLOODS[kind] * 40_000
    with Bystander(strict.url) as bystander, ThreadPoolExecutor(10) as attackers:
        # Each from an address of its own, for a flood costs its address what others of this test need.
        network = 2 + list(FLOODS).index(kind)
        lines = [handshake(strict, bystander.table, where=f"127.0.{network}.{number}") for number in range(1, 11)]
        ended = list(attackers.map(lambda line: pour(line, flood, 20), lines))
        bystander.wait_for_answers(3)
        for line in lines:
            line.close()
    # The connection may be reset before the attacker reads the farewell, for it goes on sending.
    assert {end[-30:].partition(FLOOD.to_bytes(2, "big"))[1] for end in ended} <= {b"", FLOOD.to_bytes(2, "big")}


def test_a_message_in_countless_fragments_is_cut_off_by_name(strict: Server) -> None:
    with Bystander(strict.url) as bystander:
        line = handshake(strict, bystander.table, where="127.0.1.1")
        line.sendall(frame(b'{"do":', fin=False) + frame(b" ", Opcode.CONT, fin=False) * 200)
        said = b""
        while piece := line.recv(1 << 16):
            said += piece
        assert said[-100:].find(FLOOD.to_bytes(2, "big")) >= 0
        bystander.wait_for_answers(3)


def test_a_patient_client_may_ping_now_and_then(strict: Server) -> None:
    ann = Player(strict.url, "Ann")
    line = ann.socket(ann.table(seats=["me", "me"]))
    line.receive()
    for _ in range(40):
        assert line.raw.ping().wait(10)
    assert line.ask("say", text="still here")[0]["type"] == "done"
    line.close()


def test_frames_before_the_handshake_is_over_are_rationed_too(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *PATIENT, limits=True) as server, Bystander(server.url) as bystander:
        line = connection(server, where="127.0.1.2")
        line.sendall(upgrade(server, bystander.table))
        pour(line, frame(opcode=Opcode.PING) * 40_000, 20)
        bystander.wait_for_answers(3)


def test_frames_in_one_packet_with_the_handshake_are_a_flood(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *PATIENT, limits=True) as server, Bystander(server.url) as bystander:
        line = connection(server, where="127.0.1.3")
        pour(line, upgrade(server, bystander.table) + frame(opcode=Opcode.PING) * 5_000, 1)
        bystander.wait_for_answers(3)


def test_text_that_is_none_leaves_no_traceback(tmp_path: Path) -> None:
    with serving(tmp_path / "data", limits=True) as server, Bystander(server.url) as bystander:
        for data in (frame(b"\xff\xfe"), frame(b"\xff", fin=False) + frame(b"\xfe", Opcode.CONT)):
            line = handshake(server, bystander.table)
            line.sendall(data)
            said = b""
            while piece := line.recv(1 << 16):
                said += piece
            assert (1007).to_bytes(2, "big") in said[-4:]
        bystander.wait_for_answers(2)
        assert "Traceback" not in server.stderr()
        assert "UTF-8" not in server.stderr()


def flood_once(server: Server, table: str) -> None:
    line = handshake(server, table)
    pour(line, frame(opcode=Opcode.PING) * 1_000, 10)
    line.close()


def said_to_a_request(server: Server) -> bytes:
    """What the server answers to a plain request from the attacker's address."""
    line = connection(server)
    line.sendall(b"GET /api/house HTTP/1.1\r\nHost: x\r\n\r\n")
    said = line.recv(100)
    line.close()
    return said


def test_a_flood_costs_its_address_as_much_as_many_sockets_and_no_request(tmp_path: Path) -> None:
    # What six floods cost must not come back while they are made, however slow the machine.
    options = (*SLOW_RATIONS, "--set", "limits.flood_seconds=0")
    with serving(tmp_path / "data", *options, limits=True) as server, Bystander(server.url) as bystander:
        for _ in range(6):
            flood_once(server, bystander.table)
        line = handshake(server, bystander.table)
        said = b""
        while piece := line.recv(1 << 16):
            said += piece
        assert b'"status":429' in said
        line.close()
        # Others at the same address can still play, without a socket.
        assert said_to_a_request(server).startswith(b"HTTP/1.1 200 ")
        bystander.wait_for_answers(3)


def test_whoever_has_flooded_is_kept_waiting_at_the_door(tmp_path: Path) -> None:
    options = ("--set", "limits.flood_seconds=3600", "--set", "limits.flood_seconds_most=3600")
    with serving(tmp_path / "data", *options, limits=True) as server, Bystander(server.url) as bystander:
        flood_once(server, bystander.table)
        line = connection(server)
        line.sendall(upgrade(server, bystander.table))
        line.setblocking(False)
        bystander.wait_for_answers(20)
        with pytest.raises(BlockingIOError):
            line.recv(1)
        line.close()
        # Whoever asks for no socket is not concerned.
        assert said_to_a_request(server).startswith(b"HTTP/1.1 200 ")


def test_the_wait_after_a_flood_ends(tmp_path: Path) -> None:
    options = ("--set", "limits.flood_seconds=0.5")
    with serving(tmp_path / "data", *options, limits=True) as server, Bystander(server.url) as bystander:
        for _ in range(2):
            flood_once(server, bystander.table)
        bystander.wait_for_answers(3)
