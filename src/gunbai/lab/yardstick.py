"""How much could be won against a bot by somebody who knows exactly how it plays: NashConv on games that can be solved.

A bot's policy is what it answers when it is asked several times from the view of its seat, each time afresh. So few
answers are a rough picture of a policy, and the best response to a rough picture looks too good. Therefore the answers
are dealt to two halves: the response to all answers, judged by all answers, gives too much on average; the response
to one half, judged by the other, gives too little. The truth lies between, but for the luck of the answers themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

from librt.vecs import vec

from gunbai import bots
from gunbai.bots.levels import level_of
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, Game, State, View
from gunbai.lab import solver
from gunbai.lab.tree import SEATS, Tree

# Levels from this one on think by simulations of their own.
_OWN_THOUGHT = 3


@dataclass(frozen=True)
class Solved:
    """A game with an equilibrium of it: nobody can win more than `gap` by leaving it."""

    tree: Tree
    policy: vec[float]
    values: tuple[float, float]
    gap: float
    rounds: int


def solve(tree: Tree, gap: float, most: int, on_round: Callable[[int, float], None] | None = None) -> Solved:
    """Play CFR+ until both seats together could gain no more than the gap, or for the most rounds."""
    learner = solver.CFRPlus(tree)
    step = 10
    while True:
        learner.run(min(step, most - int(learner.rounds)))
        policy = learner.average()
        found = solver.nash_conv(tree, policy)
        rounds = int(learner.rounds)
        if on_round is not None:
            on_round(rounds, found)
        if found <= gap or rounds >= most:
            return Solved(tree, policy, solver.values(tree, policy), found, rounds)
        # Best responses cost as much as a round, so they are asked for ever more rarely.
        step = max(10, rounds // 2)


@dataclass(frozen=True)
class Measure:
    """What somebody who knows the bot wins against it; `low` and `high` as the module says, equal where it is exact."""

    bot: str
    low: float
    high: float
    # Per seat of the bot, what its best opponent gets there, by all answers.
    against: tuple[float, float]
    asked: int
    answers: int
    seconds: float

    @property
    def exact(self) -> bool:
        return self.answers == 0


def exactly(tree: Tree, name: str, policy: vec[float]) -> Measure:
    """The measure of a policy that is known."""
    found = solver.nash_conv(tree, policy)
    against = solver.BestResponse(tree, policy, 1).value, solver.BestResponse(tree, policy, 0).value
    return Measure(name, found, found, against, 0, 0, 0.0)


def measure(tree: Tree, first: State, name: str, asks: int, iterations: int, seed: int = 0) -> Measure:
    """Ask a bot at every information set that its own answers can lead to, and find its best opponents."""
    if name == "random":
        return exactly(tree, name, solver.uniform(tree))
    if asks < SEATS:
        raise GunbaiError("ask at least twice: the answers are dealt to two halves")
    began = process_time()
    asking = _Asking(tree, name, asks, iterations, seed)
    for seat in range(SEATS):
        asking.ask(first, seat)
    seconds = process_time() - began
    whole = asking.policy((0, 1))
    halves = asking.policy((0,)), asking.policy((1,))
    expected = solver.values(tree, whole)
    responses = [solver.BestResponse(tree, whole, seat).value for seat in range(SEATS)]
    low = 0.0
    for seat in range(SEATS):
        for one, other in (halves, halves[::-1]):
            answer = solver.BestResponse(tree, one, seat)
            low += _played(tree, answer, other, seat) / len(halves)
    return Measure(
        name,
        max(0.0, low - sum(expected)),
        sum(responses) - sum(expected),
        (responses[1], responses[0]),
        asking.asked,
        asks,
        seconds,
    )


def _played(tree: Tree, response: solver.BestResponse, policy: vec[float], seat: int) -> float:
    """What a response brings its seat against a policy; where it does not know what to do, it does anything."""
    mixed = solver.uniform(tree)
    for number in range(tree.infosets):
        start = int(tree.slot[number])
        own = tree.owner[number] == seat
        chosen = int(response.choice[number])
        for at in range(start, int(tree.slot[number + 1])):
            if not own:
                mixed[at] = policy[at]
            elif chosen >= 0:
                mixed[at] = 1.0 if at - start == chosen else 0.0
    return solver.values(tree, mixed)[seat]


# What a seat has seen happen since the first position, for each seat.
Seen = tuple[list[int], list[int]]
# Told of a decision: its information set, the state, the seat to act, its actions, what was seen; says where to go on.
Visit = Callable[[int, State, int, list[int], Seen], Sequence[int]]


def walk(tree: Tree, first: State, visit: Visit) -> None:
    """Go through a tree as it was grown, state by state, from its first position; every node before those below it."""
    _walk(tree, 0, first.copy(), ([], []), visit)


def _walk(tree: Tree, node: int, s: State, seen: Seen, visit: Visit) -> None:
    game = tree.game
    who, legal = int(game.actor(s)), [int(a) for a in game.legal(s)]
    while who != DONE and len(legal) == 1:
        _apply(game, s, legal[0], seen)
        who, legal = int(game.actor(s)), [int(a) for a in game.legal(s)]
    if who == DONE:
        return
    start = int(tree.first[node])
    places = range(len(legal)) if who == CHANCE else visit(int(tree.infoset[node]), s, who, legal, seen)
    for place in places:
        after, memories = s.copy(), (seen[0][:], seen[1][:])
        _apply(game, after, legal[place], memories)
        _walk(tree, int(tree.child[start + place]), after, memories, visit)


def _apply(game: Game, s: State, action: int, seen: Seen) -> None:
    for seat, memory in enumerate(seen):
        memory.append(int(game.seen_as(s, action, seat)))
    game.apply(s, action)


def tabulated(tree: Tree, first: State, shares: Callable[[View, list[int]], Sequence[float]]) -> vec[float]:
    """The policy of whoever can say how likely each action is from the view of its seat, such as a network."""
    found = solver.uniform(tree)
    known = [False] * tree.infosets

    def visit(number: int, s: State, seat: int, legal: list[int], seen: Seen) -> Sequence[int]:
        if not known[number]:
            known[number] = True
            view = tree.game.view(s, seat)
            view.history = seen[seat][:]
            for place, share in enumerate(shares(view, legal)):
                found[tree.slot[number] + place] = share
        return range(len(legal))

    walk(tree, first, visit)
    return found


class _Asking:
    """Asks a bot wherever it has to decide and its own answers can lead."""

    def __init__(self, tree: Tree, name: str, asks: int, iterations: int, seed: int) -> None:
        self._tree = tree
        self._game: Game = tree.game
        self._name = name
        self._asks = asks
        self._seed = seed
        level = level_of(name)
        own_thought = level is not None and level.number >= _OWN_THOUGHT
        self._budget = Budget(seconds=0.0) if own_thought else Budget(iterations=iterations)
        # Per half and slot, how often the bot has answered so.
        self._answers = [[0] * tree.slots, [0] * tree.slots]
        self._known = [False] * tree.infosets
        self._programs: dict[tuple[int, int], Bot] = {}
        self.asked = 0

    def policy(self, halves: tuple[int, ...]) -> vec[float]:
        """How often each action was the answer; even where nobody was asked."""
        found = solver.uniform(self._tree)
        for number in range(self._tree.infosets):
            slots = range(int(self._tree.slot[number]), int(self._tree.slot[number + 1]))
            total = sum(self._answers[half][at] for half in halves for at in slots)
            if total:
                for at in slots:
                    found[at] = sum(self._answers[half][at] for half in halves) / total
        return found

    def ask(self, first: State, seat: int) -> None:
        """Ask everything in one seat; the other seat does whatever it can."""

        def visit(number: int, s: State, who: int, legal: list[int], seen: Seen) -> Sequence[int]:
            if who != seat:
                return range(len(legal))
            if not self._known[number]:
                self._known[number] = True
                self._question(number, s, seat, legal, seen[seat])
            start = int(self._tree.slot[number])
            return [place for place in range(len(legal)) if any(half[start + place] for half in self._answers)]

        walk(self._tree, first, visit)

    def _question(self, number: int, s: State, seat: int, legal: list[int], memory: list[int]) -> None:
        self.asked += 1
        start = int(self._tree.slot[number])
        for ask in range(self._asks):
            view = self._game.view(s, seat)
            view.history = memory[:]
            chosen = self._bot(number, seat, ask).choose(self._game, view, legal, self._budget)
            if chosen not in legal:
                raise GunbaiError(f"{self._name} chose {chosen}, which is not legal")
            self._answers[ask % SEATS][start + legal.index(chosen)] += 1

    def _bot(self, number: int, seat: int, ask: int) -> Bot:
        """A bot that has thought of nothing yet; a program outside is started only once for each seat and answer."""
        if not self._name.startswith("exec:"):
            # A seed of its own for each question: the same question asked again is another throw of the bot's dice.
            return bots.make(self._name, (self._seed * 1_000_003 + number) * 4_096 + ask)
        if (seat, ask) not in self._programs:
            self._programs[seat, ask] = bots.make(self._name, (self._seed * 4_096 + ask) * SEATS + seat)
        return self._programs[seat, ask]
