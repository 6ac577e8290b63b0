"""Truces: words beside the game that bind nobody (RULES §16). The record keeps them as asides; this folds them.

truce offer blue rounds 2 scope Kyushu      scope: all, an island, or provinces divided by commas
truce accept 1 · truce refuse 1 · truce withdraw 1
"""

from __future__ import annotations

from typing import Final

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.record import Record
from gunbai.core.registry import find
from gunbai.games.shogun.actions import A_ATTACK, A_DECLARE_ARMY, A_DECLARE_FORCE, A_STRIKE
from gunbai.games.shogun.data import ARMIES_EACH, CLAN_NAMES, MAP_PROVINCES, PROVINCE_IDS, PROVINCE_NUMBER
from gunbai.games.shogun.state import ARMY_WIDTH, AT, CLAN_WIDTH, SEAT, ShogunState

OFFERED: Final = "offered"
IN_FORCE: Final = "in force"
REFUSED: Final = "refused"
WITHDRAWN: Final = "withdrawn"
BROKEN: Final = "broken"
OVER: Final = "over"
ROUNDS_MAX: Final = 99
_FORM: Final = (
    "truce offer <player> rounds <number> scope <all, island or provinces>; truce accept|refuse|withdraw <number>"
)


class Truce:
    """One offer and what became of it."""

    def __init__(self, number: int, proposer: int, partner: int, rounds: int, scope: str) -> None:
        self.number: Final = number
        self.proposer: Final = proposer
        self.partner: Final = partner
        self.rounds: Final = rounds
        self.scope: Final = scope
        self.status = OFFERED
        self.last_round = 0
        # How it was broken, in one sentence.
        self.breach = ""

    def concerns(self, seat: int) -> bool:
        """Whether a seat may know of it: the two parties always, everybody once it is broken."""
        return seat in (self.proposer, self.partner) or self.status == BROKEN

    def text(self) -> str:
        """The truce in one line."""
        a, b = CLAN_NAMES[self.proposer], CLAN_NAMES[self.partner]
        until = f" until round {self.last_round}" if self.status == IN_FORCE else ""
        line = f"truce {self.number}: {a} and {b}, {self.rounds} rounds, {self.scope}: {self.status}{until}"
        return f"{line} ({self.breach})" if self.breach else line


class Ledger:
    """All truces of one game: hears words, watches actions, announces breaches."""

    def __init__(self, players: int) -> None:
        self.players: Final = players
        self.truces: list[Truce] = []

    def hear(self, seat: int, text: str, round_now: int) -> Truce | None:
        """Take a word of a seat; None when it is no word about truces."""
        words = text.lower().split()
        if not words or words[0] != "truce":
            return None
        if len(words) == 7 and words[1] == "offer" and words[3] == "rounds" and words[5] == "scope":
            return self._offer(seat, words[2], words[4], words[6])
        if len(words) == 3 and words[1] in ("accept", "refuse", "withdraw"):
            return self._answer(seat, words[1], words[2], round_now)
        raise BadNotation(f"{text[:60]!r} is not about a truce; the forms are {_FORM}")

    def _offer(self, seat: int, partner: str, rounds: str, scope: str) -> Truce:
        names = CLAN_NAMES[: self.players]
        if partner not in names or names.index(partner) == seat:
            raise BadNotation(f"there is no other player {partner[:20]!r} to offer a truce to")
        if not (rounds.isascii() and rounds.isdigit()) or len(rounds) > 2 or not 1 <= int(rounds) <= ROUNDS_MAX:
            raise BadNotation(f"a truce lasts 1 to {ROUNDS_MAX} rounds, not {rounds[:20]!r}")
        provinces_in(scope)
        truce = Truce(len(self.truces) + 1, seat, names.index(partner), int(rounds), scope)
        self.truces.append(truce)
        return truce

    def _answer(self, seat: int, answer: str, number: str, round_now: int) -> Truce:
        known = [t for t in self.truces if str(t.number) == number and seat in (t.proposer, t.partner)]
        if not known:
            raise GunbaiError(f"there is no truce {number[:20]!r} that concerns you")
        truce = known[0]
        if truce.status != OFFERED:
            raise GunbaiError(f"truce {truce.number} is {truce.status}")
        if (answer == "withdraw") != (seat == truce.proposer):
            raise GunbaiError("who was asked accepts or refuses; who offered may withdraw")
        truce.status = {"accept": IN_FORCE, "refuse": REFUSED, "withdraw": WITHDRAWN}[answer]
        if truce.status == IN_FORCE:
            truce.last_round = max(1, round_now) + truce.rounds - 1
        return truce

    def watch(self, t: ShogunState, action: int) -> list[Truce]:
        """The truces an action about to be played breaks; those that have run out are closed first."""
        for truce in self.truces:
            if truce.status == IN_FORCE and t.round > truce.last_round:
                truce.status = OVER
        broken: list[Truce] = []
        if t.turn < 0:
            return broken
        seat = int(t.clan[t.turn * CLAN_WIDTH + SEAT])
        victim, place = _aimed_at(t, action)
        for truce in self.truces:
            between = victim != seat and {truce.proposer, truce.partner} == {seat, victim}
            if truce.status == IN_FORCE and between and place in provinces_in(truce.scope):
                truce.status = BROKEN
                how = "strikes at" if action >> 16 == A_STRIKE else "attacks"
                truce.breach = f"{CLAN_NAMES[seat]} {how} {CLAN_NAMES[victim]} in {PROVINCE_IDS[place]}"
                broken.append(truce)
        return broken

    def known_to(self, seat: int) -> list[Truce]:
        """What one seat may know."""
        return [truce for truce in self.truces if truce.concerns(seat)]


def provinces_in(scope: str) -> set[int]:
    """The provinces a scope covers."""
    if scope == "all":
        return set(range(len(PROVINCE_IDS)))
    island = {i for i, p in enumerate(MAP_PROVINCES) if str(p["island"]).lower() == scope}
    if island:
        return island
    words = scope.split(",")
    for word in words:
        if word not in PROVINCE_NUMBER:
            raise BadNotation(f"a scope is all, an island or provinces divided by commas, not {scope[:40]!r}")
    return {PROVINCE_NUMBER[word] for word in words}


def _aimed_at(t: ShogunState, action: int) -> tuple[int, int]:
    """The seat and the province a public act of war aims at; -1 when it is none."""
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    place = -1
    if kind in (A_DECLARE_ARMY, A_DECLARE_FORCE):
        place = y
    elif kind == A_ATTACK:
        place = x
    elif kind == A_STRIKE:
        place = int(t.army[(x * ARMIES_EACH + y) * ARMY_WIDTH + AT])
        return int(t.clan[x * CLAN_WIDTH + SEAT]), place
    if place < 0 or t.owner(place) < 0:
        return -1, -1
    return int(t.clan[t.owner(place) * CLAN_WIDTH + SEAT]), place


def ledger_of(record: Record) -> Ledger:
    """All truces of a recorded game, its asides and actions folded together; other asides are left alone."""
    game = find(record.game)
    s = record.start()
    assert isinstance(s, ShogunState)
    ledger = Ledger(s.options.players)
    spoken = 0
    for at in range(len(record.steps) + 1):
        while spoken < len(record.asides) and record.asides[spoken].at <= at:
            aside = record.asides[spoken]
            ledger.hear(aside.seat, aside.text, int(s.round))
            spoken += 1
        if at < len(record.steps):
            step = record.steps[at]
            if step.seat >= 0 and game.actor(s) != step.seat:
                game.focus(s, step.seat)
            ledger.watch(s, step.action)
            game.apply(s, step.action)
    return ledger
