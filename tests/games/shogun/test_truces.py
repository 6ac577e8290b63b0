"""Truces are words: offered, answered, kept in the record, and announced when broken (RULES §16)."""

from __future__ import annotations

import pytest

import gunbai
from gunbai.core.errors import GunbaiError
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.truce import Ledger, ledger_of
from tests.games.shogun.table import war

rule = pytest.mark.rule


@rule("16.1")
def test_a_truce_is_offered_accepted_refused_and_runs_out() -> None:
    ledger = Ledger(3)
    first = ledger.hear(0, "truce offer blue rounds 2 scope Kyushu", 1)
    second = ledger.hear(0, "truce offer green rounds 1 scope all", 1)
    assert first is not None
    assert second is not None
    with pytest.raises(GunbaiError, match="who was asked"):
        ledger.hear(0, "truce accept 1", 1)
    with pytest.raises(GunbaiError, match="no truce '2' that concerns you"):
        ledger.hear(1, "truce accept 2", 1)
    ledger.hear(1, "truce accept 1", 1)
    ledger.hear(2, "truce refuse 2", 1)
    assert (first.status, first.last_round, second.status) == ("in force", 2, "refused")
    assert [t.number for t in ledger.known_to(0)] == [1, 2]
    assert [t.number for t in ledger.known_to(2)] == [2]
    assert ledger.hear(1, "good luck", 1) is None
    t = war("declare round=3", "red1@higo 1P", "higo red; chikugo blue 1P")
    assert ledger.watch(t.s, int(GAME.parse_action("declare army 1 chikugo"))) == []
    assert first.status == "over"


@rule("16.2")
def test_a_breach_is_legal_and_announced_to_all() -> None:
    ledger = Ledger(3)
    truce = ledger.hear(1, "truce offer red rounds 5 scope Kyushu", 2)
    ledger.hear(0, "truce accept 1", 2)
    assert truce is not None
    t = war("declare", "red1@higo 1P", "higo red; chikugo blue 1P; nagato red 1P; suo blue 1P")
    assert ledger.watch(t.s, int(GAME.parse_action("declare nagato suo"))) == []
    assert ledger.known_to(2) == []
    broken = ledger.watch(t.s, int(GAME.parse_action("declare army 1 chikugo")))
    assert [b.breach for b in broken] == ["red attacks blue in chikugo"]
    assert ledger.known_to(2) == [truce]
    t.do("declare army 1 chikugo")


@pytest.mark.parametrize(
    "text", ["truce", "truce offer red rounds 2 scope all", "truce offer blue rounds 0 scope all",
             "truce offer blue rounds 2 scope mars", "truce accept 7", "truce offer mars rounds 2 scope all"],
)  # fmt: skip
def test_bad_words_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(GunbaiError) as refused:
        Ledger(3).hear(0, text, 1)
    assert "\n" not in str(refused.value)


def test_the_record_keeps_truces() -> None:
    match = gunbai.from_position("shogun", GAME.position_text(war(
        "declare", "red1@higo 1P", "higo red; chikugo blue 1P; hizen blue 1P").s))  # fmt: skip
    match.say(0, "truce offer blue rounds 1 scope all")
    match.say(1, "truce accept 1")
    match.push("declare army 1 chikugo")
    again = gunbai.parse(match.text())
    truces = ledger_of(again.record).truces
    assert [t.text() for t in truces] == ["truce 1: red and blue, 1 rounds, all: broken (red attacks blue in chikugo)"]
