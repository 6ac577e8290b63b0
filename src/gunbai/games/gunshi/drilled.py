"""Opponents with a drill: a formation by heart, few orders, and every command looked through to its end.

Unlike the plans of `scripted.py` they see what the enemy could do with its next card, and with two Moves they bring
down whatever stands before their horses. Each beat the search in most games when it was first met (docs/strength.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from gunbai.core.game import Game, View
from gunbai.core.rng import Rng
from gunbai.games.gunshi import choices
from gunbai.games.gunshi.actions import (
    A_DECK,
    A_END,
    A_FACE,
    A_FENCE,
    A_HAND,
    A_LIGHTNING,
    A_PLACE,
    A_SEND,
    A_SHOGUN,
    A_SWITCH,
)
from gunbai.games.gunshi.board import charge, facing
from gunbai.games.gunshi.data import (
    BESIDE,
    FENCE,
    LINE_NAMES,
    MOVE,
    NORTH,
    REINFORCE,
    REORIENT,
    SOUTH,
    SQUARE_NAMES,
    UNKNOWN,
    bit_at,
    count,
    lowest,
)
from gunbai.games.gunshi.evaluation import strikes
from gunbai.games.gunshi.features import chain_of, riders
from gunbai.games.gunshi.packed import row_kind
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    ARRANGE,
    CAV,
    FACING,
    INF,
    OVER,
    PIECE,
    ROW,
    ROW_N,
    SEAL_N,
    SEND,
    SHOGUN,
    SHOWN,
    SIDE,
    GunshiState,
    invaders,
)
from gunbai.games.gunshi.view import GunshiView

if TYPE_CHECKING:
    from gunbai.core.bot import Budget

# Squares and lines as red sees them on its left wing; blue's are across the board, and half of the games are mirrored.
COLUMN: Final = ("C d1", "C d2", "C d3", "I a1", "a1-a2", "a1-b1", "c2-c3", "e2-e3")
HERD: Final = ("C d1", "C d2", "C c1", "C e1", "I a1")
PHALANX: Final = ("I b2", "I a2", "I b1", "I a1", "I c2", "I c3", "I d3", "I g1", "I f1")
WING: Final = ("C b1", "C b2", "C c1", "I g1", "f1-g1", "g1-g2", "a2-a3", "b2-b3")
PAIR: Final = ("C d1", "C e1", "I a1", "A d2", "A e2", "a1-a2")

_LETTERS: Final = "IAC"
# The hand, and the deck behind it.
_HAND: Final = (int(MOVE), int(MOVE), int(REORIENT))
_DECK: Final = (int(MOVE), int(REORIENT), int(REINFORCE))
_MOST_STEPS: Final[i64] = 4000
_WON: Final = 10_000.0
_UNITS: Final = (2.0, 3.0, 4.0)
_INVADERS: Final = (0.0, 15.0, 40.0, 1000.0)
# What it fears to lose its shogun or the game next turn, and what a unit that may be the enemy's shogun is worth.
_FEAR: Final = 60.0
_SUSPECT: Final = (20.0, 12.0)


class DrilledBot:
    """Sets up by heart, keeps Moves coming, and carries out each card in the way that looks best at its end."""

    def __init__(self, seed: int, pieces: Sequence[str], shogun: str, row: int, advance: float) -> None:
        self.rng = Rng(seed)
        self.pieces = list(pieces)
        self.shogun = shogun
        self.row = row  # how many cards it likes to have sent
        self.advance = advance
        self.mirrored = self.rng.below(2) == 1
        self.steps: i64 = 0

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        t, seat = cast(GunshiView, view).state, int(view.seat)
        if t.turn == 0 and t.phase == PIECE:
            return self._piece(seat, legal)
        if t.turn == 0 and t.phase == FACING:
            return int(A_FACE + (SOUTH if seat else NORTH))
        if t.phase == ARRANGE:
            return self._arranged(t, seat, legal)
        if t.phase == SEND:
            return self._sent(t, seat, legal)
        return self._command(t, seat, legal)

    def _square(self, name: str, seat: int) -> int:
        file = "abcdefg".index(name[0])
        row = int(name[1]) - 1
        return 7 * (6 - row if seat else row) + (6 - file if self.mirrored else file)

    def _any(self, some: Sequence[int]) -> int:
        return some[int(self.rng.below(len(some)))]

    def _piece(self, seat: int, legal: Sequence[int]) -> int:
        for piece in self.pieces:
            if "-" in piece:
                one, two = sorted(self._square(name, seat) for name in piece.split("-"))
                action = int(A_FENCE) + LINE_NAMES.index(f"{SQUARE_NAMES[one]}-{SQUARE_NAMES[two]}")
            else:
                action = int(A_PLACE) + 49 * _LETTERS.index(piece[0]) + self._square(piece[2:], seat)
            if action in legal:
                return action
        fences = [action for action in legal if A_FENCE <= action < A_SWITCH]
        return self._any(fences or legal)

    def _arranged(self, t: GunshiState, seat: int, legal: Sequence[int]) -> int:
        """The shogun where it belongs or, in a formation that others made, foot; Moves on top."""
        if A_SHOGUN <= legal[0] < A_HAND:
            own = int(A_SHOGUN) + self._square(self.shogun, seat)
            foot = [a for a in legal if t.side[SIDE * seat + INF] >> (a - A_SHOGUN) & 1]
            return own if own in legal else self._any(foot or legal)
        in_deck = legal[0] >= A_DECK
        verb, wanted = (int(A_DECK), _DECK) if in_deck else (int(A_HAND), _HAND)
        chosen = int(t.side[SIDE * seat + SEAL_N]) - (4 if in_deck else 1)
        for card in wanted[max(0, chosen) :]:
            if verb + card in legal:
                return verb + card
        return legal[0]

    def _sent(self, t: GunshiState, seat: int, legal: Sequence[int]) -> int:
        """As many cards as it likes, Moves first; a Lightning Command as soon as a Move comes of it."""
        side, o = t.side, SIDE * seat
        sent = side[o + ROW_N]
        cards = [a for a in legal if A_SEND <= a < A_END]
        if sent and (sent >= self.row or not cards):
            first = row_kind(side[o + ROW], 0)
            if A_LIGHTNING in legal and (first == MOVE or row_kind(side[o + ROW], 1) == MOVE):
                return int(A_LIGHTNING)
            return int(A_END) if A_END in legal else self._any(legal)
        for card in (MOVE, REORIENT, REINFORCE, FENCE):
            if A_SEND + card in cards:
                return int(A_SEND + card)
        return self._any(cards or legal)

    def _command(self, t: GunshiState, seat: int, legal: Sequence[int]) -> int:
        self.steps = 0
        best, fitting = -1e9, list[int]()
        for action in legal:
            worth = self._tried(t, seat, action)
            if worth > best:
                best, fitting = worth, []
            if worth == best:
                fitting.append(action)
        return self._any(fitting)

    def _tried(self, t: GunshiState, seat: i64, action: i64) -> float:
        """What the command is worth at its end, if it goes on as well as it can."""
        after = t.copy()
        choices.apply(after, seat, action)
        self.steps += 1
        same = after.seat == seat and after.card == t.card and after.left == t.left and t.card >= 0
        if not same or after.phase in (OVER, SEND) or self.steps > _MOST_STEPS:
            return self._worth(after, seat)
        best = -1e9
        for further in choices.legal(after, seat):
            best = max(best, self._tried(after, seat, further))
        return best if best > -1e9 else self._worth(after, seat)

    def _worth(self, t: GunshiState, seat: i64) -> float:
        """Units, invaders and suspects; what the enemy's next card could take; and how near the own charge is."""
        side, o = t.side, SIDE * seat
        enemy = SIDE - o
        if t.phase == OVER:
            return _WON if t.winner == seat else -_WON
        worth = _INVADERS[min(3, int(invaders(side, o)))] - _INVADERS[min(3, int(invaders(side, enemy)))]
        for kind in range(3):
            worth += _UNITS[kind] * float(count(side[o + kind]) - count(side[enemy + kind]))
        worth += float(count(side[o + INF] & t.shields) - count(side[enemy + INF] & t.shields))
        if not side[enemy + SHOWN]:
            suspects = side[enemy + ALL] & ~t.cleared
            foot = count(suspects & side[enemy + INF])
            worth -= _SUSPECT[0] * float(foot) + _SUSPECT[1] * float(count(suspects) - foot)
        if side[enemy + ROW_N] == 0 or row_kind(side[enemy + ROW], 0) in (MOVE, UNKNOWN):
            worth -= self._danger(t, seat)
        worth += 0.3 * float(count(strikes(t, o) & side[enemy + ALL]))
        worth += 2.0 * float(chain_of(riders(t, seat)))
        rest = side[o + ALL]
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            if square != side[o + SHOGUN]:
                worth += self.advance * float(6 - square // 7 if seat else square // 7)
        return worth

    def _danger(self, t: GunshiState, seat: i64) -> float:
        """What a Move of the enemy's could cost: the best unit it reaches, the shogun, the game."""
        side, o = t.side, SIDE * seat
        enemy = SIDE - o
        struck = strikes(t, enemy)
        lost = (
            2.0 if struck & side[o + CAV] else 1.5 if struck & side[o + ARC] else 1.0 if struck & side[o + INF] else 0.0
        )
        shogun = side[o + SHOGUN]
        if shogun >= 0 and struck >> shogun & 1:
            reached: i64 = 0
            rest = side[enemy + CAV]
            while rest:
                square = lowest(rest)
                rest &= rest - 1
                reached |= charge(t, enemy, square, facing(t, square)) | BESIDE[square]
            lost += _FEAR if reached & bit_at(shogun) or not t.shields >> shogun & 1 else 0.2 * _FEAR
        coming = chain_of(riders(t, 1 - seat))
        return lost + (_FEAR if coming and invaders(side, enemy) + coming >= 3 else 0.0)


class ColumnBot(DrilledBot):
    """Three horses in the middle file: one Move takes what stands before them, the next brings all three home."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, COLUMN, "a1", 4, 0.0)


class HerdBot(DrilledBot):
    """Takes four of the six horses, so that the other has two at most as blue, and charges on three files."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, HERD, "a1", 3, 0.1)


class PhalanxBot(DrilledBot):
    """Nine shields on one wing and no horse: two of them on the back line are four invaders."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, PHALANX, "g1", 3, 0.8)


class WingBot(DrilledBot):
    """Three horses on a wing that the other leaves open, and fences to wait with."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, WING, "g1", 4, 0.0)


class PairBot(DrilledBot):
    """Two horses behind two archers in the middle, and the shogun alone in a corner."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, PAIR, "a1", 3, 0.1)
