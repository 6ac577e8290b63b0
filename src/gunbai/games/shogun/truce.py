"""Truces: words beside the game that bind nobody (RULES §16). The record keeps them as asides; this folds them.

truce offer blue rounds 2 scope Kyushu      scope: all, an island, or provinces divided by commas
truce accept red · truce refuse red         answers red's open offer
truce withdraw blue                         takes back the own open offer to blue

Truces go by the players' names: a number would tell how many others there are.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.game import State, Talk, View
from gunbai.games.shogun.actions import A_ATTACK, A_DECLARE_ARMY, A_DECLARE_FORCE, A_STRIKE
from gunbai.games.shogun.data import ARMIES_EACH, CLAN_NAMES, MAP_PROVINCES, PROVINCE_IDS, PROVINCE_NUMBER
from gunbai.games.shogun.planning import seat_provinces
from gunbai.games.shogun.state import ARMY_WIDTH, AT, CLAN_WIDTH, PLAN, SEAT, ShogunState
from gunbai.games.shogun.view import ShogunView

OFFERED: Final = "offered"
IN_FORCE: Final = "in force"
REFUSED: Final = "refused"
WITHDRAWN: Final = "withdrawn"
BROKEN: Final = "broken"
OVER: Final = "over"
ROUNDS_MAX: Final = 99
# How often a player may offer a truce to the same other player in one round.
OFFERS_A_ROUND: Final = 5
# For how long bots offer peace.
BOTS_ROUNDS: Final = 2
_FORM: Final = (
    "truce offer <player> rounds <number> scope <all, island or provinces>; truce accept|refuse|withdraw <player>"
)


class Truce:
    """One offer and what became of it."""

    def __init__(self, proposer: int, partner: int, rounds: int, scope: str) -> None:
        self.proposer: Final = proposer
        self.partner: Final = partner
        self.rounds: Final = rounds
        self.scope: Final = scope
        self.status = OFFERED
        self.said_in = 0  # the round of the offer
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
        line = f"truce {a} - {b}, {self.rounds} rounds, {self.scope}: {self.status}{until}"
        return f"{line} ({self.breach})" if self.breach else line


class Ledger(Talk):
    """All truces of one game: hears words, watches actions, announces breaches."""

    def __init__(self, players: int) -> None:
        self.players: Final = players
        self.truces: list[Truce] = []
        # Bots think of truces while they plan.
        self._planning = False
        # Per words heard the truce they are about; None for words that are for everybody.
        self.heard: list[Truce | None] = []

    def check(self, s: State, seat: i64, text: str) -> None:
        found = self._read(int(seat), text)
        if found is None or found[1] != OFFERED:
            return
        truce, now = found[0], int(cast(ShogunState, s).round)
        # Everything offered is kept, and told to both in every position. It is asked here alone: what older logs hold
        # is heard as it was.
        before = [t for t in self.truces if (t.proposer, t.partner, t.said_in) == (truce.proposer, truce.partner, now)]
        if len(before) >= OFFERS_A_ROUND:
            raise GunbaiError(
                "{seat} has had {most} offers of yours in this round; wait for the next",
                seat=CLAN_NAMES[truce.partner],
                most=OFFERS_A_ROUND,
            )

    def hear(self, s: State, seat: i64, text: str) -> None:
        try:
            found = self._read(int(seat), text)
        except GunbaiError:
            found = None
        if found is None:
            self.heard.append(None)
            return
        truce, status = found
        if status == OFFERED:
            truce.said_in = int(cast(ShogunState, s).round)
            self.truces.append(truce)
        truce.status = status
        if status == IN_FORCE:
            truce.last_round = max(1, int(cast(ShogunState, s).round)) + truce.rounds - 1
        self.heard.append(truce)

    def _read(self, seat: int, text: str) -> tuple[Truce, str] | None:
        """The truce the words are about and what they make of it; None when they are about something else."""
        words = text.lower().split()
        if not words or words[0] != "truce":
            return None
        if len(words) == 7 and words[1] == "offer" and words[3] == "rounds" and words[5] == "scope":
            return self._offered(seat, self._other(seat, words[2]), words[4], words[6]), OFFERED
        if len(words) == 3 and words[1] in ("accept", "refuse"):
            truce = self._open(self._other(seat, words[2]), seat)
            return truce, IN_FORCE if words[1] == "accept" else REFUSED
        if len(words) == 3 and words[1] == "withdraw":
            return self._open(seat, self._other(seat, words[2])), WITHDRAWN
        raise BadNotation("{input!r} is not about a truce; the forms are {forms}", input=text[:60], forms=_FORM)

    def _other(self, seat: int, name: str) -> int:
        names = CLAN_NAMES[: self.players]
        if name not in names or names.index(name) == seat:
            raise BadNotation("there is no other player {input!r} to make a truce with", input=name[:20])
        return names.index(name)

    def _open(self, proposer: int, partner: int) -> Truce:
        for truce in self.truces:
            if (truce.proposer, truce.partner, truce.status) == (proposer, partner, OFFERED):
                return truce
        raise GunbaiError(
            "no offer of {offering_seat} to {seat} is open",
            offering_seat=CLAN_NAMES[proposer],
            seat=CLAN_NAMES[partner],
        )

    def _offered(self, seat: int, partner: int, rounds: str, scope: str) -> Truce:
        if not (rounds.isascii() and rounds.isdigit()) or len(rounds) > 2 or not 1 <= int(rounds) <= ROUNDS_MAX:
            raise BadNotation("a truce lasts 1 to {most} rounds, not {input!r}", most=ROUNDS_MAX, input=rounds[:20])
        provinces_in(scope)
        for truce in self.truces:
            if (truce.proposer, truce.partner, truce.status) == (seat, partner, OFFERED):
                raise GunbaiError(
                    "an offer of yours to {seat} is open already; withdraw it first", seat=CLAN_NAMES[partner]
                )
        return Truce(seat, partner, int(rounds), scope)

    def watch(self, s: State, action: i64) -> str:
        """Announce the truces an action about to be played breaks; those that have run out are closed first."""
        t = cast(ShogunState, s)
        self._planning = bool(t.stage == PLAN)
        if not self.truces:
            return ""
        for truce in self.truces:
            if truce.status == IN_FORCE and t.round > truce.last_round:
                truce.status = OVER
        if t.turn < 0:
            return ""
        seat = int(t.clan[t.turn * CLAN_WIDTH + SEAT])
        victim, place = _aimed_at(t, int(action))
        told: list[str] = []
        for truce in self.truces:
            if truce.status == IN_FORCE and _breaks(t, truce, seat, int(action)):
                truce.status = BROKEN
                how = "strikes at" if action >> 16 == A_STRIKE else "attacks"
                truce.breach = f"{CLAN_NAMES[seat]} {how} {CLAN_NAMES[victim]} in {PROVINCE_IDS[place]}"
                told.append(f"A truce is broken: {truce.breach}.")
        return " ".join(told)

    def concerns(self, number: i64, watcher: i64) -> bool:
        truce = self.heard[number]
        return truce is None or truce.concerns(int(watcher))

    def stays(self, number: i64) -> bool:
        """Nobody can unsay what two others agreed on by taking an action back."""
        return self.heard[number] is not None

    def lines(self, watcher: i64) -> list[str]:
        return [truce.text() for truce in self.truces if truce.concerns(int(watcher))]

    def asked(self) -> list[int]:
        """Who owes an answer; while plans are made, everybody may also have an offer."""
        owing = {truce.partner for truce in self.truces if truce.status == OFFERED}
        return sorted(owing | set(range(self.players if self._planning else 0)))

    def reply(self, v: View) -> str:
        """Bots make peace unless the proposer is their easiest prey: see `_peace_pays`."""
        t = cast(ShogunView, v).seen
        for truce in self.truces:
            if truce.partner == v.seat and truce.status == OFFERED:
                answer = "accept" if _peace_pays(t, truce) else "refuse"
                return f"truce {answer} {CLAN_NAMES[truce.proposer]}"
        partner = self._peace_sought(t, int(v.seat)) if self._planning else -1
        return f"truce offer {CLAN_NAMES[partner]} rounds {BOTS_ROUNDS} scope all" if partner >= 0 else ""

    def _peace_sought(self, t: ShogunState, seat: int) -> int:
        """The player a bot offers a truce to: the strongest neighbour, when it has another to fight; -1 for nobody.

        It asks nobody twice within a few rounds, and nobody in the first round, when there is nothing to fear yet.
        """
        if self.players == 2 or t.round < 2 or any(self._recent(t, truce, seat) for truce in self.truces):
            return -1
        held = [seat_provinces(t, other) for other in range(self.players)]
        others = [other for other in range(self.players) if other != seat and held[other] > held[seat]]
        if not others:
            return -1
        strongest = max(others, key=lambda other: held[other])
        between = Truce(strongest, seat, BOTS_ROUNDS, "all")
        return strongest if strongest in _neighbours(t, seat) and _peace_pays(t, between) else -1

    def _recent(self, t: ShogunState, truce: Truce, seat: int) -> bool:
        """Whether a seat has its peace, or has asked for it and should not ask again so soon."""
        return (truce.proposer == seat and t.round < truce.said_in + 2 * BOTS_ROUNDS) or (
            truce.status == IN_FORCE and seat in (truce.proposer, truce.partner) and t.round <= truce.last_round
        )

    def kept(self, v: View, legal: list[int]) -> list[int]:
        """A bot keeps its truces as long as their rounds last."""
        t = cast(ShogunView, v).seen
        own = [truce for truce in self.truces if truce.status == IN_FORCE and t.round <= truce.last_round]
        own = [truce for truce in own if v.seat in (truce.proposer, truce.partner)]
        if not own:
            return legal
        return [action for action in legal if not any(_breaks(t, truce, int(v.seat), action) for truce in own)]


def _breaks(t: ShogunState, truce: Truce, seat: int, action: int) -> bool:
    """Whether an action of a seat would be a breach."""
    victim, place = _aimed_at(t, action)
    return victim != seat and {truce.proposer, truce.partner} == {seat, victim} and place in provinces_in(truce.scope)


def _neighbours(t: ShogunState, seat: int) -> set[int]:
    """The seats that hold a province beside one of this seat."""
    near: set[int] = set()
    for p in range(len(PROVINCE_IDS)):
        if _seat_of(t, p) == seat:
            for i in range(t.board.first[p], t.board.first[p + 1]):
                near.add(_seat_of(t, int(t.board.near[i])))
    return near - {seat, -1}


def _peace_pays(t: ShogunState, truce: Truce) -> bool:
    """Whether a bot gives up the proposer's provinces in the scope as prey; it counts what everybody can count.

    It does if it borders on none of them, or if another neighbour holds no more provinces than the proposer.
    """
    scope = provinces_in(truce.scope)
    holder = [_seat_of(t, p) for p in range(len(PROVINCE_IDS))]
    near: set[int] = set()
    prey = False
    for p in range(len(PROVINCE_IDS)):
        if holder[p] != truce.partner:
            continue
        for i in range(t.board.first[p], t.board.first[p + 1]):
            q = int(t.board.near[i])
            if holder[q] >= 0 and holder[q] != truce.partner:
                near.add(holder[q])
                prey = prey or (holder[q] == truce.proposer and q in scope)
    return not prey or any(holder.count(n) <= holder.count(truce.proposer) for n in near - {truce.proposer})


def _seat_of(t: ShogunState, place: int) -> int:
    """The seat that holds a province, or -1."""
    return int(t.clan[t.owner(place) * CLAN_WIDTH + SEAT]) if t.owner(place) >= 0 else -1


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
            raise BadNotation(
                "a scope is all, an island or provinces divided by commas, not {input!r}", input=scope[:40]
            )
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
