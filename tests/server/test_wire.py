"""What a socket may bring besides whole plain frames: the short way must not change what is heard, or its order."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from gunbai.server.socket_lines import SHORT_WAY_KNOWS
from tests.forks import ROOT
from tests.server.house import COMMAND, Player, Server, TableSocket

# Another version of uvicorn than the one the short way was tested with.
OTHER_VERSION = (
    """
from importlib import metadata
known = metadata.version
metadata.version = lambda package: "99.1" if package == "uvicorn" else known(package)
"""
    + COMMAND
)


# A client that does not read is not cut off before the test has written everything, however slow the machine.
PATIENT = ("--set", "limits.send_seconds=600", "--set", "limits.pong_seconds=600")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("short") / "data", *PATIENT)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("plain") / "data", *PATIENT, command=OTHER_VERSION)
    yield server
    server.stop()


@pytest.fixture(params=["server", "plain_server"], ids=["the short way", "plain ASGI"])
def url(request: pytest.FixtureRequest) -> str:
    server: Server = request.getfixturevalue(request.param)
    return server.url


@pytest.fixture
def ann(url: str) -> Player:
    return Player(url, "Ann")


@pytest.fixture
def ben(url: str) -> Player:
    return Player(url, "Ben")


def test_another_version_is_said_and_takes_the_plain_way(plain_server: Server) -> None:
    assert "uvicorn is 99.1 instead of 0.54: sockets work, slower and less guarded" in plain_server.stderr()


def test_the_short_way_knows_the_versions_that_are_installed_and_no_others() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for package, known in SHORT_WAY_KNOWS.items():
        head, _, last = known.rpartition(".")
        after = f"{head}.{int(last) + 1}" if head else str(int(last) + 1)
        assert f"{package}>={known},<{after}" in extras["server"]
        assert version(package).startswith(f"{known}.")


@pytest.fixture
def line(ann: Player) -> Iterator[TableSocket]:
    table = ann.table(seats=["me", "me"])
    line = ann.socket(table)
    line.receive()
    yield line
    line.close()


def say(number: int, text: str) -> str:
    return json.dumps({"do": "say", "id": number, "text": text}, ensure_ascii=False)


def frame(text: str | bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return Frame(opcode, data, fin).serialize(mask=True)


def heard(line: TableSocket, answers: int) -> tuple[list[str], list[int]]:
    """What was said and which orders were answered, in order."""
    words: list[str] = []
    numbers: list[int] = []
    while len(numbers) < answers or len(words) < answers:
        message: Any = line.receive()
        if message["type"] == "update":
            words += [piece["text"] for piece in message.get("happenings", []) if piece["kind"] == "said"]
        else:
            assert message["type"] == "done", message
            numbers.append(message["id"])
    return words, numbers


def test_fragments_bytes_and_other_alphabets_are_heard_as_they_were_sent(line: TableSocket) -> None:
    line.raw.send([say(1, "in three")[:5], say(1, "in three")[5:20], say(1, "in three")[20:]])
    line.raw.send(say(2, "いざ、勝負"))
    line.raw.send(say(3, "as bytes").encode())
    assert heard(line, 3) == (["in three", "いざ、勝負", "as bytes"], [1, 2, 3])


def test_two_orders_in_one_packet_are_not_taken_for_one(line: TableSocket) -> None:
    # The second frame has 128 bytes: the packet is as long as the first one says, but for the bit of the mask.
    second = say(2, "")
    second = say(2, "x" * (122 - len(second)))
    assert len(frame(second)) == 128
    line.raw.socket.sendall(frame(say(1, "one")) + frame(second))
    assert heard(line, 2)[1] == [1, 2]


def test_many_orders_in_one_packet_are_carried_out_in_their_order(line: TableSocket) -> None:
    texts = [f"word {number}" for number in range(40)]
    line.raw.socket.sendall(b"".join(frame(say(number, text)) for number, text in enumerate(texts)))
    assert heard(line, 40) == (texts, list(range(40)))


def test_a_frame_may_come_byte_by_byte_and_beside_others(line: TableSocket) -> None:
    packet = frame(say(1, "slowly")) + frame(b"?", Opcode.PING) + frame(say(2, "x" * 200))
    for byte in packet[:-3]:
        line.raw.socket.sendall(bytes([byte]))
        time.sleep(0.0005)
    line.raw.socket.sendall(packet[-3:] + frame(say(3, "at once")))
    assert heard(line, 3) == (["slowly", "x" * 200, "at once"], [1, 2, 3])


def test_a_whole_frame_among_fragments_is_an_error_of_the_protocol(line: TableSocket) -> None:
    line.raw.socket.sendall(frame('{"do": "say",', fin=False) + frame(say(2, "between")))
    assert code(line) == 1002


def test_text_that_is_none_ends_the_line(line: TableSocket) -> None:
    line.raw.socket.sendall(frame(b'{"do": "say", "text": "\xff"}'))
    assert code(line) == 1007


def test_an_unmasked_frame_is_an_error_of_the_protocol(line: TableSocket) -> None:
    line.raw.socket.sendall(Frame(Opcode.TEXT, say(1, "bare").encode()).serialize(mask=False))
    assert code(line) == 1002


def test_pings_are_answered_and_a_long_line_arrives_whole(line: TableSocket, ann: Player) -> None:
    assert line.raw.ping().wait(5)
    for number in range(60):
        line.raw.send(say(number, "y" * 300))
    heard(line, 60)
    again = ann.socket(ann.get("/me/tables")[0]["id"])
    everything = again.receive()
    assert len(json.dumps(everything)) > 20_000
    assert [len(piece["text"]) for piece in everything["happenings"] if piece["kind"] == "said"] == [300] * 60
    again.close()


def test_who_reads_late_gets_the_present_state_and_the_others_play_on(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "me"])
    late = ben.socket(table)
    line = ann.socket(table)
    # More than the buffers of the system and of the server hold together.
    for start in range(0, 4_000, 100):
        line.raw.socket.sendall(b"".join(frame(say(number, "大" * 500)) for number in range(start, start + 100)))
        words, numbers = heard(line, 100)
        assert (len(words), numbers) == (100, list(range(start, start + 100)))
    line.close()
    told: list[int] = []
    updates = 0
    last = ben.see(table)["seq"]
    while not told or told[-1] < last:
        message = late.receive()
        updates += 1
        told += [piece["seq"] for piece in message.get("happenings", []) if piece["kind"] == "said"]
    # In order and nothing twice, though in far fewer messages than were sent, and of the chat only the newest lines.
    assert told == sorted(set(told))
    assert told[-300:] == list(range(last - 299, last + 1))
    assert updates < 3_000
    late.close()


def code(line: TableSocket) -> int:
    """With which code the server closed."""
    with pytest.raises(ConnectionClosed) as closed:
        line.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code
