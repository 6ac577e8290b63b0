"""Fair dice as docs/fair-dice.md specifies them, computed here once more: old records must stay verifiable."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest

from gunbai.core import record as records
from gunbai.core.errors import BadRecord
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import fair_dice
from gunbai.session import Table
from tests.toy import game as toy

SEED, ENTROPIES = bytes(range(32)), ["a1" * 16, "b2" * 16]


def sha256(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def test_commitments_and_fingerprint() -> None:
    promise = hashlib.sha256(SEED).hexdigest()
    assert fair_dice.commitment(SEED) == promise
    assert fair_dice.seat_commitment(ENTROPIES[0]) == sha256("gunbai-dice-2 seat", ENTROPIES[0])
    assert fair_dice.fingerprint("abc", promise, ["c0ffee", ""]) == sha256(
        "gunbai-dice-2", "abc", promise, "c0ffee", "-"
    )


@pytest.mark.parametrize("version", ["gunbai-dice-1", "gunbai-dice-2"])
def test_the_key_is_made_of_the_seed_and_of_every_seats_entropy(version: str) -> None:
    text = "\n".join([version, "abc", *ENTROPIES]).encode("ascii")
    key = fair_dice.mix(SEED, "abc", ENTROPIES, version)
    assert key == hmac.new(SEED, text, hashlib.sha256).digest()
    assert len({key, *(fair_dice.mix(SEED, "abc", some, version) for some in ([ENTROPIES[0], ""], ["", ""]))}) == 3


def test_draws_are_numbered_and_none_is_favoured() -> None:
    key = fair_dice.mix(SEED, "abc", ENTROPIES)
    for number in range(20):
        words = hmac.new(key, f"draw {number} 0".encode("ascii"), hashlib.sha256).digest()
        assert fair_dice.pick(key, number, 6) == int.from_bytes(words[:8], "big") % 6
    # Of 3 * 2**62 equal chances, every fourth word is too large and skipped.
    total = 3 * 2**62
    drawn = [fair_dice.pick(key, number, total) for number in range(200)]
    skipped = 0
    for number, value in enumerate(drawn):
        words = hmac.new(key, f"draw {number} 0".encode("ascii"), hashlib.sha256).digest()
        first = int.from_bytes(words[:8], "big")
        assert value == first or first >= total
        skipped += first >= total
    assert 20 < skipped < 80


def test_every_draw_of_a_table_has_the_next_number() -> None:
    game = find("gunkimono")
    s = game.start(Options(game.info.options, {}))
    dice, key = fair_dice.FairDice(SEED, "abc", ENTROPIES, drawn=3), fair_dice.mix(SEED, "abc", ENTROPIES)
    drawn = [dice.draw(game, s) for _ in range(12)]
    assert drawn == [fair_dice.outcome(game, s, key, number) for number in range(3, 15)]
    assert len(set(drawn)) > 1


def test_a_record_with_another_seed_than_promised_is_not_verified() -> None:
    game = find(toy.GAME.info.name)
    record = Table(game, Options(game.info.options, {})).record()
    notes = fair_dice.notes("abc", fair_dice.commitment(SEED), ["", ""], [], bytes(32).hex(), ["", ""])
    with pytest.raises(BadRecord, match="not the one the server committed to"):
        fair_dice.verify(replace(record, notes=notes))
    assert isinstance(record, records.Record)
