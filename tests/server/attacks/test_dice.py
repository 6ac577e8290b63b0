"""Nobody chooses the dice last: every seat commits to its entropy before any seat shows it."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from gunbai.core import record as records
from gunbai.core.errors import BadRecord
from gunbai.server import events as ev
from gunbai.server import fair_dice
from gunbai.server.hosted_table import HostedTable
from gunbai.server.store import Row
from tests.server.house import Player, finish, gunbai


def committed() -> tuple[str, str]:
    """Entropy, and the commitment to it."""
    entropy = secrets.token_hex(32)
    return entropy, fair_dice.seat_commitment(entropy)


def test_all_commit_before_anybody_opens_and_the_record_proves_it(ann: Player, ben: Player, tmp_path: Path) -> None:
    (mine, promise), (other, other_promise) = committed(), committed()
    table = ann.table(options={"players": 3}, seats=["me", "open", "bot:random"], commitment=promise)
    assert "when all seats are taken" in ann.order(table, "open", 409, entropy=mine)["detail"]
    ben.order(table, "join", commitment=other_promise)
    dice = ann.see(table)["table"]["dice"]
    assert (dice["commitments"][:2], dice["unopened"], dice["entropy"]) == ([promise, other_promise], [0, 1], None)
    assert dice["commitments"][2], "a bot's seat commits like every other"
    assert ann.see(table)["table"]["status"] == "gathering"
    assert "not what the seat committed to" in ben.order(table, "open", 409, entropy=mine)["detail"]
    ann.order(table, "open", entropy=mine)
    assert ann.see(table)["table"]["dice"]["entropy"] is None, "shown to the server, and to nobody else yet"
    assert "Ben have opened" in ann.order(table, "start", 409)["detail"]
    ben.order(table, "open", entropy=other)
    begun = ann.see(table)["table"]
    assert begun["status"] == "playing"
    assert begun["dice"]["entropy"][:2] == [mine, other]
    assert begun["dice"]["fingerprint"] == dice["fingerprint"]
    assert "the dice are cast" in ann.order(table, "open", 409, entropy=mine)["detail"]

    ann.order(table, "vote", what="abandon")
    ben.order(table, "vote", what="abandon")
    file = tmp_path / "game.gunbai"
    file.write_text(ann.get(f"/tables/{table}/record"))
    checked = gunbai("verify", str(file), "--fingerprint", dice["fingerprint"])
    assert checked.returncode == 0, checked.stderr
    assert "every seat's entropy is what it committed to" in checked.stdout
    assert "in clear" not in checked.stdout
    assert gunbai("verify", str(file), "--fingerprint", "0" * 64).returncode != 0


def test_whoever_chooses_again_makes_the_others_choose_again(ann: Player, ben: Player) -> None:
    (mine, promise), (_, other), (_, changed) = committed(), committed(), committed()
    table = ann.table(seats=["me", "open"], commitment=promise)
    ben.order(table, "join", commitment=other)
    ann.order(table, "open", entropy=mine)
    ben.order(table, "entropy", commitment=changed)
    dice = ann.see(table)["table"]["dice"]
    assert (dice["commitments"], dice["unopened"]) == (["", changed], [1]), "what Ann has shown no longer counts"
    assert ann.order(table, "open", 409, entropy=mine)["error"] == "refused"
    again, promise = committed()
    ann.order(table, "entropy", commitment=promise)
    assert ann.see(table)["table"]["dice"]["unopened"] == [0, 1]
    ann.order(table, "open", entropy=again)
    assert ann.see(table)["table"]["status"] == "gathering"


def test_entropy_that_is_swapped_or_added_afterwards_is_found(ann: Player) -> None:
    entropy, promise = committed()
    table = ann.table(seats=["me", "me"], commitment=promise)
    for seat in (0, 1):
        ann.order(table, "open", entropy=entropy, seat=seat)
    finish({0: ann, 1: ann}, table)
    good = records.read(ann.get(f"/tables/{table}/record"))
    assert fair_dice.verify(good) == 3
    for change in (
        {"entropy": f"{entropy} {secrets.token_hex(32)}"},
        {"commitments": f"{promise} -"},
        {"fingerprint": "0" * 64},
        {"entropy": f"{entropy} -"},
    ):
        bad = good.copy()
        bad.notes |= change
        with pytest.raises(BadRecord):
            fair_dice.verify(bad)


def test_entropy_in_clear_is_called_so(ann: Player, tmp_path: Path) -> None:
    table = ann.table(seats=["me", "me"], entropy="0a")
    finish({0: ann, 1: ann}, table)
    file = tmp_path / "game.gunbai"
    file.write_text(ann.get(f"/tables/{table}/record"))
    assert "given in clear, which binds nobody: the entropy of seats 0 1" in gunbai("verify", str(file)).stdout


def test_tables_from_before_are_drawn_and_verified_as_ever() -> None:
    table = HostedTable("t", lambda at: at / 1000, bytes(32))
    chairs = [ev.Chair("person", "Ann", person="a"), ev.Chair("person", "Ben", person="b")]
    setup = ev.Created("whisper", 1, {}, chairs, "a", fair_dice.commitment(bytes(32)), entropy={0: "0a"})
    table.fold(Row("t", 1, 0, None, ev.encode(setup)))
    table.begin()
    table.act(0, [1], None)
    table.act(1, [2], None)
    table.end(records.ABANDONED)
    table.reveal()
    record = table.record()
    assert record.notes["dice"] == "gunbai-dice-1"
    assert fair_dice.verify(record) == 3
    # The first version mixes its own name into the key.
    assert fair_dice.mix(bytes(32), "t", ["0a", ""], fair_dice.FIRST_VERSION) != fair_dice.mix(
        bytes(32), "t", ["0a", ""]
    )
