"""Information-set tree search for every game: it sees a view, guesses worlds that fit it, and plays them out.

Each seat has a tree of its own whose edges are what *that seat* perceives (several observers, one simulation), so a
seat's choice never depends on what it cannot see, and hidden choices of different seats do not fuse. Worlds are drawn
from the view. Guarded, the search also guesses the searcher's own secrets again from an opponent's view while it learns
how that opponent answers: an opponent in its mind then does not know what the real one cannot know.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter, process_time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Game, Heuristics, State, View, bring_into_focus
from gunbai.core.rng import Rng

MAX_NODES: Final[i64] = 2_000_000
# How many actions of a playout pass between two looks at the clock.
CLOCK_EVERY: Final[i64] = 32
# How many simulations pass between two looks at whether the choice is made.
LEAD_EVERY: Final[i64] = 64
# The promise of an action UCB1 has not tried yet: above any other.
UNTRIED: Final = 1e6
# A time that does not come.
NEVER: Final = 1e300


@final
class SearchSettings:
    """What makes one search different from another; the defaults are the strongest we found."""

    def __init__(
        self,
        *,
        exploration: float = 1.2,
        unvisited: float = 0.25,
        playout: i64 = 0,
        further: i64 = 0,
        further_share: float = 0.5,
        knowledge: bool = True,
        guard: bool = False,
        worlds_share: i64 = 4,
    ) -> None:
        self.exploration = exploration
        # An untried action is first taken for this much worse than its parent looks.
        self.unvisited = unvisited
        # Actions of a simulation beyond the tree before the position is judged: 0 takes the game's own horizon,
        # below 0 it is played to the end.
        self.playout = playout
        # So many actions more are played before the position is judged once more, and this share of the result is the
        # second judgement's; 0: once is enough.
        self.further = further
        self.further_share = further_share
        # The game's own weights, rollouts and values; without them every action is alike and only endings count.
        self.knowledge = knowledge
        # Guess one's own secrets again while learning how opponents answer. Off: it costs every second simulation,
        # which is worth more (docs/decisions/search-information-sets.md).
        self.guard = guard
        # Simulations per guessed world.
        self.worlds_share = worlds_share


@final
class Tree:
    """The decisions of one seat: nodes in flat arrays, children linked in ascending order of what was perceived."""

    def __init__(self) -> None:
        self.edge = vec[i64]()
        self.first = vec[i64]()
        self.next = vec[i64]()
        self.visits = vec[i64]()
        self.total = vec[float]()
        self.add(-1)

    def add(self, edge: i64) -> i64:
        node: i64 = len(self.edge)
        self.edge = append(self.edge, edge)
        self.first = append(self.first, -1)
        self.next = append(self.next, -1)
        self.visits = append(self.visits, 0)
        self.total = append(self.total, 0.0)
        return node

    def child(self, node: i64, edge: i64) -> i64:
        """The child along an edge, made when it is missing."""
        before: i64 = -1
        here = self.first[node]
        while here >= 0 and self.edge[here] < edge:
            before = here
            here = self.next[here]
        if here >= 0 and self.edge[here] == edge:
            return here
        made = self.add(edge)
        self.next[made] = here
        if before < 0:
            self.first[node] = made
        else:
            self.next[before] = made
        return made

    def find(self, node: i64, edge: i64) -> i64:
        """The child along an edge, or -1."""
        here = self.first[node]
        while here >= 0 and self.edge[here] < edge:
            here = self.next[here]
        return here if here >= 0 and self.edge[here] == edge else -1


@final
class RankedAction:
    """One root action as the search judges it."""

    def __init__(self, action: i64, visits: i64, value: float) -> None:
        self.action = int(action)
        self.visits = int(visits)
        self.value = value


@final
class Search:
    """A search from one view; it can be run in portions and asked at any time."""

    def __init__(
        self, game: Game, view: View, settings: SearchSettings, rng: Rng, heuristics: Heuristics | None = None
    ) -> None:
        self.game = game
        self.heuristics: Heuristics = game.heuristics if heuristics is None else heuristics
        self.settings = settings
        self.rng = rng
        self.view = view
        self.seat: i64 = view.seat
        first = self._guess(view)
        self.players: i64 = first.options.players
        self.trees: list[Tree] = [Tree() for _ in range(self.players)]
        self.roots = vec[i64]()
        for _ in range(self.players):
            self.roots = append(self.roots, 0)
        self.simulations: i64 = 0
        # The only first action to be looked at, to learn what just this one is worth; below 0: all of them.
        self.first_action: i64 = -1
        # Time counts as the process works, or as the clock on the wall runs.
        self.cpu = False
        self._stop = 0.0
        self._world = first
        self._drawn: i64 = 0
        # The path of the simulation under way: whose tree, and which node.
        self._path_seat = vec[i64]()
        self._path_node = vec[i64]()

    # -- running ------------------------------------------------------------------------------------

    def run(self, seconds: float, simulations: i64, choosing: bool = False, least: i64 = 0) -> None:
        """Simulate until the time is up or, when a number is given, that many have been made.

        Who only wants to choose is done as soon as no other action can overtake the most visited one. The least number
        is made even when the time is up before: on a busy machine, too, something was thought.
        """
        began = self._now()
        stop = began + seconds
        made: i64 = 0
        while (simulations <= 0 or made < simulations) and (made < least or self._now() < stop) and self._room():
            self._stop = stop if made >= least else NEVER
            self.simulate()
            made += 1
            if choosing and made % LEAD_EVERY == 0:
                rest = float(simulations - made)
                if simulations <= 0:
                    now = self._now()
                    rest = max(float(made) * (stop - now) / max(now - began, 1e-6), float(least - made))
                if float(self._lead()) > rest:
                    return

    def _lead(self) -> i64:
        """How many visits the most visited action at the root is ahead of the next."""
        tree = self.trees[self.seat]
        most: i64 = 0
        second: i64 = 0
        here = tree.first[self.roots[self.seat]]
        while here >= 0:
            visits = tree.visits[here]
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
            here = tree.next[here]
        return most - second

    def _now(self) -> float:
        return process_time() if self.cpu else perf_counter()

    def _room(self) -> bool:
        nodes: i64 = 0
        for tree in self.trees:
            nodes += len(tree.edge)
        return nodes < MAX_NODES

    def simulate(self) -> None:
        """One world, one line of play, one lesson."""
        if self._drawn >= self.settings.worlds_share:
            self._world = self._guess(self.view)
            self._drawn = 0
        self._drawn += 1
        learner = self.seat
        world = self._world.copy()
        if self.settings.guard and self.players > 1 and self.simulations % 2 == 1:
            learner = self.rng.below(self.players - 1)
            if learner >= self.seat:
                learner += 1
            world = self._guess(self.game.view(world, learner))
        else:
            bring_into_focus(self.game, world, self.seat)
        self._descend(world, learner)
        limit = self.settings.playout
        if limit == 0:
            limit = self.heuristics.horizon
        if not self._play_on(world, limit):
            return
        values = self._values(world)
        if self.settings.further > 0 and self.game.actor(world) != DONE:
            if not self._play_on(world, self.settings.further):
                return
            share = self.settings.further_share
            later = self._values(world)
            for i in range(len(values)):
                values[i] += share * (later[i] - values[i])
        self.simulations += 1
        for i in range(len(self._path_seat)):
            seat = self._path_seat[i]
            if self._learns(seat, learner):
                tree = self.trees[seat]
                node = self._path_node[i]
                tree.visits[node] += 1
                tree.total[node] += values[seat]

    def _guess(self, view: View) -> State:
        """A world that fits a view."""
        if self.settings.knowledge:
            return self.heuristics.guess(self.game, view, self.rng)
        return self.game.resample(view, self.rng)

    def _learns(self, seat: i64, learner: i64) -> bool:
        """Whether this simulation teaches that seat.

        Guarded, a world teaches only the seat whose view it was drawn from. With many opponents each would be that
        seat too rarely, so there the searcher's own worlds teach them as well.
        """
        if not self.settings.guard or seat == learner:
            return True
        return self.players > 2 and learner == self.seat

    def _descend(self, world: State, learner: i64) -> None:
        """Follow the trees while they know the way; stop behind the first decision new to a seat that learns."""
        game = self.game
        at = self.roots[:]
        self._path_seat = vec[i64]()
        self._path_node = vec[i64]()
        depth: i64 = 0
        while depth < 400:
            depth += 1
            actor = game.actor(world)
            if actor == DONE:
                return
            fresh = False
            if actor == CHANCE:
                action = game.draw(world, self.rng)
            else:
                actions = game.legal(world)
                if len(actions) == 1:
                    action = actions[0]
                elif depth == 1 and actor == self.seat and self.first_action >= 0:
                    action = self.first_action
                else:
                    action = self._select(world, actor, at[actor], actions)
                    found = self.trees[actor].find(at[actor], action)
                    fresh = found < 0 or self.trees[actor].visits[found] == 0
            for seat in range(self.players):
                seen = action if seat == actor else game.seen_as(world, action, seat)
                at[seat] = self.trees[seat].child(at[seat], seen)
            if actor >= 0:
                self._path_seat = append(self._path_seat, actor)
                self._path_node = append(self._path_node, at[actor])
            game.apply(world, action)
            if fresh and self._learns(actor, learner):
                return

    def _select(self, world: State, actor: i64, node: i64, actions: vec[i64]) -> i64:
        """The action with the best promise: mean result so far, and curiosity shared out by weight."""
        tree = self.trees[actor]
        settings = self.settings
        knowing = settings.knowledge
        weights = self.heuristics.weights(world, actions) if knowing else vec[float]()
        weight_sum = 0.0
        for weight in weights:
            weight_sum += weight
        # Visits of the actions that exist in this world, in one pass over both ascending lists.
        visited: i64 = 0
        gathered = 0.0
        here = tree.first[node]
        for action in actions:
            while here >= 0 and tree.edge[here] < action:
                here = tree.next[here]
            if here >= 0 and tree.edge[here] == action:
                visited += tree.visits[here]
                gathered += tree.total[here]
        mean = gathered / float(visited) if visited > 0 else 0.0
        start_value = mean - settings.unvisited if visited > 0 else 0.0
        reach = settings.exploration * sqrt(float(visited) + 1.0)
        # Without knowledge it is UCB1, as in the textbook: everything once, then by the logarithm of all visits.
        curiosity = settings.exploration * sqrt(log(float(visited) + 1.0))
        even = 1.0 / float(len(actions))
        best: i64 = -1
        best_score = -1e9
        ties: i64 = 0
        here = tree.first[node]
        for i in range(len(actions)):
            action = actions[i]
            while here >= 0 and tree.edge[here] < action:
                here = tree.next[here]
            share = weights[i] / weight_sum if knowing and weight_sum > 0.0 else even
            if here >= 0 and tree.edge[here] == action and tree.visits[here] > 0:
                tried = tree.visits[here]
                score = tree.total[here] / float(tried)
                score += reach * share / (1.0 + float(tried)) if knowing else curiosity / sqrt(float(tried))
            else:
                score = start_value + reach * share if knowing else UNTRIED
            if score > best_score + 1e-12:
                best, best_score, ties = action, score, 1
            elif score > best_score - 1e-12:
                # Equal promise: each of the tied is as likely.
                ties += 1
                if self.rng.below(ties) == 0:
                    best = action
        return best

    def _play_on(self, world: State, limit: i64) -> bool:
        """Play so many actions beyond the tree; False when the time was up before, and nothing is learnt."""
        game, rng, heuristics = self.game, self.rng, self.heuristics
        knowing = self.settings.knowledge
        played: i64 = 0
        while played != limit:
            actor = game.actor(world)
            if actor == DONE:
                return True
            if played % CLOCK_EVERY == CLOCK_EVERY - 1 and self._now() >= self._stop:
                return False
            if actor == CHANCE:
                game.apply(world, game.draw(world, rng))
            else:
                actions = game.legal(world)
                if knowing and len(actions) > 1:
                    game.apply(world, heuristics.rollout(world, actions, rng))
                else:
                    game.apply(world, actions[rng.below(len(actions))])
            played += 1
        return True

    def _values(self, world: State) -> vec[float]:
        if self.game.actor(world) != DONE and self.settings.knowledge:
            return self.heuristics.values(world)
        out = vec[float]()
        for value in self.game.returns(world):
            out = append(out, value)
        return out

    # -- asking -------------------------------------------------------------------------------------

    def choices(self) -> list[RankedAction]:
        """What was tried at the root, the most visited first."""
        tree, out = self.trees[self.seat], []
        here = tree.first[self.roots[self.seat]]
        while here >= 0:
            visits = tree.visits[here]
            if visits > 0:
                out.append(RankedAction(tree.edge[here], visits, tree.total[here] / float(visits)))
            here = tree.next[here]
        out.sort(key=_by_visits)
        return out

    def line(self, length: i64) -> list[int]:
        """The searcher's own next actions as it expects to play them."""
        tree, out = self.trees[self.seat], list[int]()
        node = self.roots[self.seat]
        while len(out) < length:
            best: i64 = -1
            here = tree.first[node]
            while here >= 0:
                if tree.visits[here] > 0 and (best < 0 or tree.visits[here] > tree.visits[best]):
                    best = here
                here = tree.next[here]
            if best < 0:
                break
            out.append(int(tree.edge[best]))
            node = best
        return out

    def habit(self, allowed: set[int]) -> i64:
        """The allowed action that looks best without any search; -1 where the game's knowledge is not used."""
        if not self.settings.knowledge:
            return -1
        bring_into_focus(self.game, self._world, self.seat)
        actions = self.game.legal(self._world)
        weights = self.heuristics.weights(self._world, actions)
        best: i64 = -1
        most = -1.0
        for i in range(len(actions)):
            if weights[i] > most and int(actions[i]) in allowed:
                best, most = actions[i], weights[i]
        return best

    def visits_of(self, action: i64) -> i64:
        """How often an action was tried at the root."""
        found = self.trees[self.seat].find(self.roots[self.seat], action)
        return self.trees[self.seat].visits[found] if found >= 0 else 0

    # -- going on -----------------------------------------------------------------------------------

    def advance(self, action: i64, view: View) -> bool:
        """The searcher played an action and sees a new view: keep the part of the trees behind it.

        False when nothing is known there, so that a new search is the better start.
        """
        world = self._guess(self.view)
        bring_into_focus(self.game, world, self.seat)
        roots = self.roots[:]
        for seat in range(self.players):
            seen = action if seat == self.seat else self.game.seen_as(world, action, seat)
            roots[seat] = self.trees[seat].child(roots[seat], seen)
        if self.trees[self.seat].first[roots[self.seat]] < 0:
            return False
        self.roots = roots
        self.view = view
        self._world = self._guess(view)
        self._drawn = 0
        return True


def _by_visits(choice: RankedAction) -> tuple[int, int]:
    return -choice.visits, choice.action
