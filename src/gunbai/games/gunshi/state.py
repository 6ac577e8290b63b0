"""The whole truth of one game of Gunshi as flat integers. No rules live here."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.core.game import State
from gunbai.core.options import Options
from gunbai.games.gunshi.data import UNKNOWN
from gunbai.games.gunshi.packed import (
    FACE_UP,
    KNOWN,
    count_of,
    deck_after_top,
    deck_entry,
    first_place,
    kind_in,
    one_earlier,
    one_of,
    pool_entry,
    pooled,
    row_after_first,
    row_kind,
    spot_shields,
    to_deck,
    to_pool,
    to_row,
    without_entry,
)

# -- the words of one side; the word W of seat s is side[SIDE * s + W] -----------------------------

INF: Final[i64] = 0  # squares of its infantry, archers, cavalry, and of all three
ARC: Final[i64] = 1
CAV: Final[i64] = 2
ALL: Final[i64] = 3
FENCE_N: Final[i64] = 4  # its fences, as a set of north lines and a set of east lines
FENCE_E: Final[i64] = 5
MLP: Final[i64] = 6
SHOGUN: Final[i64] = 7  # the square of its shogun, -1 before it is chosen (or when a view hides it)
SHOWN: Final[i64] = 8  # 1 once its shogun marker lies face up
SPOT: Final[i64] = 9  # its units on the enemy's Invader Spot: I, A, C and shields, four bits each
FACE: Final[i64] = 10  # 1 when the next card it sends lies face up
KIT: Final[i64] = 11  # its seven cards at the start, four bits a kind
HAND: Final[i64] = 12  # its hand, four bits a kind
ROW: Final[i64] = 13  # its row in the order of resolving, six bits a card: kind, face up, seen by the enemy
ROW_N: Final[i64] = 14
LIGHTNING: Final[i64] = 15  # 1 when the row's first two cards will be resolved in one turn
DECK: Final[i64] = 16  # its deck, top first, five bits a card: kind, known to the enemy
DECK_N: Final[i64] = 17
# What is public about hand and row: one entry for each of their cards, seven bits: its kind where everybody knew it
# when it was drawn, and the first place of the row it can have been sent to (it was drawn after the cards before it).
POOL: Final[i64] = 18
POOL_N: Final[i64] = 19
TRAP_OUT: Final[i64] = 20  # 1 while its Chain Trap lies open beside the board
INSPIRED: Final[i64] = 21  # how far its inspiration is: one of the INSPIRATION values below
TAKEN: Final[i64] = 22  # the card taken by inspiration + 1, the card put away for it + 1
REMOVED: Final[i64] = 23
PILE: Final[i64] = 24  # the advanced cards it prepared, one bit a kind
SEAL: Final[i64] = 25  # sealed choices not yet revealed, four bits each; the shogun's square above bit 28
SEAL_N: Final[i64] = 26
COMMITTED: Final[i64] = 27  # 1 when all its sealed choices of this stage are made
SIDE: Final[i64] = 28

INSPIRATION_NONE: Final[i64] = 0  # none of its units has invaded yet
INSPIRATION_DUE: Final[i64] = 1  # at the end of this turn's commands
INSPIRATION_DECLINED: Final[i64] = 2
INSPIRATION_TAKEN: Final[i64] = 3  # one card taken, another put away

# -- phases ------------------------------------------------------------------------------------------

PICK: Final[i64] = 0  # custom deck: one card for both kits
SEAL_KIT: Final[i64] = 1  # sealed: seven cards of one's own
SEAL_PILE: Final[i64] = 2  # sealed: advanced cards to prepare
PIECE: Final[i64] = 3  # formation: unit and square, or fence
FACING: Final[i64] = 4  # the facing of the unit being placed (formation or reinforcement)
ARRANGE: Final[i64] = 5  # sealed: shogun, hand, deck
UNIT: Final[i64] = 6  # the unit that carries out the card
WHAT: Final[i64] = 7  # direction, turn or shot
JOIN: Final[i64] = 8  # who else joins the chain
ACT: Final[i64] = 9  # who of the chain acts next
TO: Final[i64] = 10  # where it goes
HIT: Final[i64] = 11  # what it shoots at
LINE: Final[i64] = 12  # where it builds
INVADE: Final[i64] = 13  # on to the Invader Spot or not
TURN: Final[i64] = 14  # the turn that follows a rapid move
SUPPORT: Final[i64] = 15  # reinforcement: unit and square
SPY: Final[i64] = 16  # scout a card or the shogun
SWAP: Final[i64] = 17  # strategic switch
INSPIRE: Final[i64] = 18  # take an advanced card or not
REVEAL: Final[i64] = 19  # chance: the card nobody has seen
DISCARD: Final[i64] = 20  # put away a card for it
SEND: Final[i64] = 21
OVER: Final[i64] = 22
PHASE_NAMES: Final = (
    "pick",
    "seal_kit",
    "seal_pile",
    "piece",
    "facing",
    "arrange",
    "unit",
    "what",
    "join",
    "act",
    "to",
    "hit",
    "line",
    "invade",
    "turn",
    "support",
    "spy",
    "swap",
    "inspire",
    "reveal",
    "discard",
    "send",
    "over",
)


# The part of the game a phase belongs to.
STAGE_NAMES: Final = ["deck", "deck", "advanced", "formation", "battle", "arrange", *["battle"] * 16, "over"]

# What a chain is doing.
NOTHING: Final[i64] = 0
MOVING: Final[i64] = 1
LIGHT_MOVING: Final[i64] = 2
TURNING: Final[i64] = 3
SHOOTING: Final[i64] = 4
BOLTING: Final[i64] = 5
BUILDING: Final[i64] = 6
DRAGGED: Final[i64] = 7
DOING_NAMES: Final = ("nothing", "move", "light", "turn", "shoot", "crossbow", "build", "dragged")

# Endings.
SHOGUN_TAKEN: Final[i64] = 1
INVADED: Final[i64] = 2
TURN_CAP: Final[i64] = 3
ENDING_NAMES: Final = ("", "shogun taken", "three invaders", "turn cap reached")


@final
class OptionValues:
    """The options as integers, shared by all states of a game and never changed."""

    def __init__(
        self,
        points: i64,
        mlp_max: i64,
        turn_cap: i64,
        gain_by_cards: bool,
        reinforcement_clears: bool,
        turn_on_shield_hit: bool,
        draft: bool,
        inspiration: i64,
        advanced: i64,
        custom_picks: i64,
        secret_kits: bool,
        open_cards: bool,
    ) -> None:
        self.points = points
        self.mlp_max = mlp_max
        self.turn_cap = turn_cap
        self.gain_by_cards = gain_by_cards
        self.reinforcement_clears = reinforcement_clears
        self.turn_on_shield_hit = turn_on_shield_hit
        self.draft = draft
        self.inspiration = inspiration  # which modification, 0 for none
        self.advanced = advanced  # the advanced cards in play, one bit a kind
        self.custom_picks = custom_picks  # how many cards are picked in turn for both kits
        self.secret_kits = secret_kits
        self.open_cards = open_cards

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(
            self,
            "points",
            "mlp_max",
            "turn_cap",
            "gain_by_cards",
            "reinforcement_clears",
            "turn_on_shield_hit",
            "draft",
            "inspiration",
            "advanced",
            "custom_picks",
            "secret_kits",
            "open_cards",
        )


@final
class GunshiState(State):
    """Two sides of packed words, four facts per square, and the command in progress."""

    def __init__(self, options: Options, settings: OptionValues, side: vec[i64]) -> None:
        super().__init__(options)
        self.settings = settings
        self.side = side
        # Per square: the facing in two bits, shields, and units everybody knows to be no shogun.
        self.face_low: i64 = 0
        self.face_high: i64 = 0
        self.shields: i64 = 0
        self.cleared: i64 = 0
        self.phase: i64 = PIECE
        self.seat: i64 = 0  # whose turn it is
        self.turn: i64 = 0  # turns begun in the battle
        self.focus: i64 = -1  # the seat that was asked to act next among those with a sealed choice
        self.card: i64 = -1  # the card being resolved
        self.left: i64 = 0  # cards still to be resolved this turn, the current one included
        self.unit: i64 = -1  # where the unit that carries out the card stood
        self.doing: i64 = NOTHING
        self.way: i64 = 0  # direction of a move or turn
        self.members: i64 = 0  # units of the chain that have not acted yet
        self.chain: i64 = 0  # all units of the chain, where they stood
        self.last: i64 = -1  # the last unit that joined, or the type of the unit being placed
        self.at: i64 = -1  # the unit acting now, or the square it has come to
        self.beside: i64 = 0  # own neighbours of the unit before it moved, for the Chain Trap
        self.stepped: i64 = 0  # 1 when the unit itself moved exactly one square
        self.stage: i64 = 0  # rapid move: 1 moved, 2 turned; rapid fire: shots made
        self.winner: i64 = -1
        self.ending: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "options", "settings", "side")

    def copy(self) -> GunshiState:
        new = GunshiState(self.options, self.settings, self.side[:])
        new.face_low = self.face_low
        new.face_high = self.face_high
        new.shields = self.shields
        new.cleared = self.cleared
        new.phase = self.phase
        new.seat = self.seat
        new.turn = self.turn
        new.focus = self.focus
        new.card = self.card
        new.left = self.left
        new.unit = self.unit
        new.doing = self.doing
        new.way = self.way
        new.members = self.members
        new.chain = self.chain
        new.last = self.last
        new.at = self.at
        new.beside = self.beside
        new.stepped = self.stepped
        new.stage = self.stage
        new.winner = self.winner
        new.ending = self.ending
        return new

    def scalars(self) -> list[int]:
        """The attributes that are no side word, in a fixed order."""
        return [
            self.face_low,
            self.face_high,
            self.shields,
            self.cleared,
            self.phase,
            self.seat,
            self.turn,
            self.focus,
            self.card,
            self.left,
            self.unit,
            self.doing,
            self.way,
            self.members,
            self.chain,
            self.last,
            self.at,
            self.beside,
            self.stepped,
            self.stage,
            self.winner,
            self.ending,
        ]

    def key(self) -> bytes:
        words = self.scalars() + [int(w) for w in self.side]
        return b"".join(w.to_bytes(8, "little", signed=True) for w in words)


def empty_sides() -> vec[i64]:
    """Both sides without a piece or card."""
    out = vec[i64]()
    for _ in range(2 * SIDE):
        out = append(out, 0)
    out[SHOGUN] = -1
    out[SIDE + SHOGUN] = -1
    return out


# -- packed cards ---------------------------------------------------------------------------------------


def hand_size(side: vec[i64], o: i64) -> i64:
    """How many cards a side holds; o is SIDE * seat."""
    return side[o + POOL_N] - side[o + ROW_N]


def invaders(side: vec[i64], o: i64) -> i64:
    """How many the units on the Invader Spot count, shields included."""
    spot = side[o + SPOT]
    return count_of(spot, 0) + count_of(spot, 1) + count_of(spot, 2) + spot_shields(spot)


def send_card(side: vec[i64], o: i64, kind: i64) -> None:
    """From the hand to the end of the row, face as the pattern demands."""
    if kind != UNKNOWN:
        side[o + HAND] -= one_of(kind)
    n = side[o + ROW_N]
    side[o + ROW] |= to_row(kind | (FACE_UP if side[o + FACE] else 0), n)
    side[o + ROW_N] = n + 1
    side[o + FACE] = 1 - side[o + FACE]


def add_to_pool(side: vec[i64], o: i64, kind: i64) -> None:
    """A card comes to the hand; kind is UNKNOWN unless everybody knows it."""
    n = side[o + POOL_N]
    side[o + POOL] |= to_pool(pooled(kind, side[o + ROW_N]), n)
    side[o + POOL_N] = n + 1


def take_from_pool(side: vec[i64], o: i64, kind: i64, sent: bool) -> None:
    """A card that everybody now knows left hand or row; the pool forgets the entry it must have been.

    A sent card was the oldest of the row: only entries for place 0 fit, and a known card of that kind was in the
    pool for certain (RULES §12.3). Otherwise an unknown one is struck off.
    """
    pool, n = side[o + POOL], side[o + POOL_N]
    found: i64 = -1
    i: i64 = n - 1
    while i >= 0:
        entry = pool_entry(pool, i)
        if kind_in(entry) == kind and (not sent or first_place(entry) == 0):
            found = i
            break
        if kind_in(entry) == UNKNOWN and (found < 0 or i < found) and (not sent or first_place(entry) == 0):
            found = i
        i -= 1
    found = max(found, 0)
    pool = without_entry(pool, found)
    n -= 1
    if sent:
        i = 0
        while i < n:
            pool = one_earlier(pool, i)
            i += 1
    side[o + POOL] = pool
    side[o + POOL_N] = n


def pop_row(side: vec[i64], o: i64) -> i64:
    """The first card of the row, now open to all."""
    kind = row_kind(side[o + ROW], 0)
    side[o + ROW] = row_after_first(side[o + ROW])
    side[o + ROW_N] -= 1
    take_from_pool(side, o, kind, True)
    return kind


def bury(side: vec[i64], o: i64, kind: i64) -> None:
    """Under the deck; everybody saw it."""
    side[o + DECK] |= to_deck(kind | KNOWN, side[o + DECK_N])
    side[o + DECK_N] += 1


def draw_card(side: vec[i64], o: i64) -> None:
    """From the top of the deck to the hand."""
    entry = deck_entry(side[o + DECK], 0)
    side[o + DECK] = deck_after_top(side[o + DECK])
    side[o + DECK_N] -= 1
    kind = kind_in(entry)
    if kind != UNKNOWN:
        side[o + HAND] += one_of(kind)
    add_to_pool(side, o, kind if entry & KNOWN else UNKNOWN)
