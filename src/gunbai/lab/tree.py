"""A small game of two as one tree in flat arrays, for exact solvers. Compiled.

The tree is grown through the contract alone: what a seat knows at a node is everything it has seen happen since the
first position, and its view after each of those steps (perfect recall). Nodes that the seat to act cannot tell apart
share an information set. Where only one action exists nothing is decided, so such moments are passed through.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, Game, State
from gunbai.core.observation import Observer, Row, blank_words

SEATS: Final = 2
# Bytes of what stands for a seat's memory: two different memories meet by chance once in 2 to the 64 trees.
_DIGEST: Final = 16


def _observer_of(game: Game, first: State) -> Observer | None:
    try:
        return game.observer(first.options)
    except GunbaiError:
        return None


@final
class Memory:
    """What a seat of one game remembers, as a short string of bytes that grows with every step."""

    def __init__(self, game: Game, first: State) -> None:
        self._game: Final = game
        # A game that writes no rows is read by its text.
        self._observer: Final = _observer_of(game, first)
        self._row = Row(blank_words(0 if self._observer is None else self._observer.size))
        self.first: Final = (self.after(first, 0, b"", -1), self.after(first, 1, b"", -1))

    def after(self, s: State, seat: i64, before: bytes, seen: i64) -> bytes:
        """The memory once this state is reached by an action that the seat saw as that number."""
        view = self._game.view(s, seat)
        observer = self._observer
        if observer is None:
            text = f"{seen} {self._game.view_text(view)}"
            return blake2b(before + text.encode(), digest_size=_DIGEST).digest()
        self._row.begin(0)
        observer.write(view, self._row)
        self._row.end()
        digest = blake2b(before + str(seen).encode() + b" ", digest_size=_DIGEST)
        digest.update(self._row.words)
        return digest.digest()


@final
class Tree:
    """Nodes are numbered parents first. A node's edges, and an information set's slots, lie side by side."""

    def __init__(self, game: Game, first: State, most: i64 = 10_000_000) -> None:
        if first.options.players != SEATS:
            raise GunbaiError("only games of two are solved, not of {players}", players=first.options.players)
        self.game: Final = game
        self.most: Final[i64] = most
        # Moments of play, those where nothing is decided included.
        self.histories: i64 = 0
        # Per node: who acts, the first of its edges (and behind the last node the end), its information set or -1.
        self.actor = vec[i64]()
        self.first = vec[i64]([0])
        self.infoset = vec[i64]()
        # Per node and seat, what a finished game is worth.
        self.payoff = vec[float]()
        # Per edge: where it leads, and how likely chance takes it.
        self.child = vec[i64]()
        self.chance = vec[float]()
        # Per information set: whose it is, its first slot (and the end), its first node; per slot an action.
        self.owner = vec[i64]()
        self.slot = vec[i64]([0])
        self.head = vec[i64]()
        self.action = vec[i64]()
        # Per node the next node of its information set, -1 behind the last.
        self.next = vec[i64]()
        self._tail = vec[i64]()
        self._numbers: dict[bytes, int] = {}
        self._memory = Memory(game, first)
        red, blue = self._memory.first
        self._grow(first.copy(), red, blue)
        self._numbers = {}

    @property
    def nodes(self) -> int:
        return len(self.actor)

    @property
    def infosets(self) -> int:
        return len(self.owner)

    @property
    def slots(self) -> int:
        return len(self.action)

    def terminals(self) -> int:
        found: i64 = 0
        for who in self.actor:
            if who == DONE:
                found += 1
        return found

    def _grow(self, s: State, red: bytes, blue: bytes) -> i64:
        """Add the state, which is used up, and all that can follow; the number of its node."""
        game = self.game
        who = game.actor(s)
        legal = game.legal(s)
        self.histories += 1
        while who != DONE and len(legal) == 1:
            action = legal[0]
            red_sees, blue_sees = game.seen_as(s, action, 0), game.seen_as(s, action, 1)
            game.apply(s, action)
            red, blue = self._memory.after(s, 0, red, red_sees), self._memory.after(s, 1, blue, blue_sees)
            who = game.actor(s)
            legal = game.legal(s)
            self.histories += 1
        if self.histories > self.most:
            raise GunbaiError("this game has more than {number} positions; solve a smaller one", number=int(self.most))
        node: i64 = len(self.actor)
        self.actor = append(self.actor, who)
        self.next = append(self.next, i64(-1))
        values: tuple[float, ...] = game.returns(s) if who == DONE else (0.0, 0.0)
        self.payoff = append(self.payoff, values[0])
        self.payoff = append(self.payoff, values[1])
        self.infoset = append(
            self.infoset, self._number(node, who, blue if who == 1 else red, legal) if who >= 0 else i64(-1)
        )
        edge: i64 = len(self.child)
        if who == DONE:
            self.first = append(self.first, edge)
            return node
        weights = vec[i64]()
        total = 1.0
        if who == CHANCE:
            event = game.chance(s)
            weights, total = event.weights, float(event.total)
            legal = event.actions
        for i in range(len(legal)):
            self.child = append(self.child, i64(-1))
            self.chance = append(self.chance, float(weights[i]) / total if who == CHANCE else 1.0)
        self.first = append(self.first, i64(len(self.child)))
        for i in range(len(legal)):
            action = legal[i]
            after = s.copy()
            red_sees, blue_sees = game.seen_as(s, action, 0), game.seen_as(s, action, 1)
            game.apply(after, action)
            grown = self._grow(
                after, self._memory.after(after, 0, red, red_sees), self._memory.after(after, 1, blue, blue_sees)
            )
            self.child[edge + i] = grown
        return node

    def _number(self, node: i64, who: i64, memory: bytes, legal: vec[i64]) -> i64:
        """The information set of a node, which is added to it."""
        key = (b"0" if who == 0 else b"1") + memory
        known = self._numbers.get(key)
        if known is None:
            number: i64 = len(self.owner)
            self._numbers[key] = int(number)
            self.owner = append(self.owner, who)
            self.head = append(self.head, node)
            self._tail = append(self._tail, node)
            for action in legal:
                self.action = append(self.action, action)
            self.slot = append(self.slot, i64(len(self.action)))
            return number
        number = known
        first = self.slot[number]
        same = len(legal) == self.slot[number + 1] - first
        for i in range(len(legal)):
            same = same and legal[i] == self.action[first + i]
        if not same:
            raise GunbaiError("a seat that cannot tell two moments apart has different actions in them")
        self.next[self._tail[number]] = node
        self._tail[number] = node
        return number
