"""Kuhn poker, whose equilibria and exploitabilities are known by hand, as a game of the contract. Stakes are halved."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Chance, Game, GameInfo, State, View
from gunbai.core.options import Option, Options

PASS, BET = 0, 1
# A card is dealt as 10 to 12, and 13 is a card that the watcher does not see.
FIRST_CARD, HIDDEN = 10, 13


class KuhnState(State):
    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.cards: list[int] = []
        self.bets: list[int] = []

    def copy(self) -> KuhnState:
        other = KuhnState(self.options)
        other.cards, other.bets = self.cards[:], self.bets[:]
        return other


class KuhnView(View):
    def __init__(self, s: KuhnState, seat: i64) -> None:
        super().__init__(seat)
        self.card = s.cards[int(seat)] if len(s.cards) > seat else -1
        self.bets = s.bets[:]


class Kuhn(Game):
    def __init__(self) -> None:
        players = Option("players", 2, "how many play", low=2, high=2)
        super().__init__(GameInfo("kuhn", "Kuhn poker", "Three cards, one bet.", 1, ("one", "two"), (players,), {}))

    def start(self, options: Options) -> State:
        return KuhnState(options)

    def actor(self, s: State) -> i64:
        t = cast(KuhnState, s)
        if len(t.cards) < 2:
            return CHANCE
        over = t.bets in ([PASS, PASS], [BET, PASS], [BET, BET]) or len(t.bets) == 3
        return DONE if over else i64(len(t.bets) % 2)

    def legal(self, s: State) -> vec[i64]:
        who = self.actor(s)
        if who == DONE:
            return vec[i64]()
        return self.chance(s).actions if who == CHANCE else vec[i64]([PASS, BET])

    def chance(self, s: State) -> Chance:
        left = [FIRST_CARD + card for card in range(3) if card not in cast(KuhnState, s).cards]
        return Chance(vec[i64](left), vec[i64]([1] * len(left)))

    def apply(self, s: State, action: i64) -> None:
        t = cast(KuhnState, s)
        if action >= FIRST_CARD:
            t.cards.append(int(action) - FIRST_CARD)
        else:
            t.bets.append(int(action))

    def returns(self, s: State) -> tuple[float, ...]:
        t = cast(KuhnState, s)
        if t.bets[-1] == PASS and BET in t.bets:
            won = 0.5 if t.bets[0] == BET else -0.5
        else:
            won = (1.0 if BET in t.bets else 0.5) * (1 if t.cards[0] > t.cards[1] else -1)
        return won, -won

    def view(self, s: State, seat: i64) -> View:
        return KuhnView(cast(KuhnState, s), seat)

    def view_text(self, v: View) -> str:
        shown = cast(KuhnView, v)
        return f"{shown.card} {shown.bets}"

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        mine = action < FIRST_CARD or len(cast(KuhnState, s).cards) == seat
        return action if mine else i64(HIDDEN)
