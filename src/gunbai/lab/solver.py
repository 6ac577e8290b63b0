"""Exact numbers about small games of two: values, best responses, NashConv, and equilibria by CFR+. Compiled.

A policy is a list of probabilities, one for each slot of the tree: for every action of every information set.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE
from gunbai.lab.tree import SEATS, Tree


def _zeros(count: i64) -> vec[float]:
    out = vec[float]()
    for _ in range(count):
        out = append(out, 0.0)
    return out


def uniform(tree: Tree) -> vec[float]:
    """Any action, as likely as any other."""
    out = vec[float]()
    for i in range(tree.infosets):
        count = tree.slot[i + 1] - tree.slot[i]
        for _ in range(count):
            out = append(out, 1.0 / float(count))
    return out


def values(tree: Tree, policy: vec[float]) -> tuple[float, float]:
    """What both seats can expect when both follow the policy."""
    return _value(tree, policy, 0), _value(tree, policy, 1)


def _value(tree: Tree, policy: vec[float], seat: i64) -> float:
    found = _zeros(tree.nodes)
    actor, first, child, chance = tree.actor, tree.first, tree.child, tree.chance
    infoset, slot, payoff = tree.infoset, tree.slot, tree.payoff
    node: i64 = tree.nodes - 1
    while node >= 0:
        who = actor[node]
        if who == DONE:
            found[node] = payoff[SEATS * node + seat]
        else:
            total = 0.0
            start = first[node]
            for edge in range(start, first[node + 1]):
                share = chance[edge] if who == CHANCE else policy[slot[infoset[node]] + edge - start]
                total += share * found[child[edge]]
            found[node] = total
        node -= 1
    return found[0]


@final
class BestResponse:
    """The most that a seat can get against a policy, and how: one action for each of its information sets."""

    def __init__(self, tree: Tree, policy: vec[float], seat: i64) -> None:
        self._tree: Final = tree
        self._seat: Final[i64] = seat
        self._reach = _reach(tree, policy, seat)
        self._policy = policy
        self._found = _zeros(tree.nodes)
        self._known = vec[i64]()
        for _ in range(tree.nodes):
            self._known = append(self._known, i64(0))
        # Per information set the place of the best action among its slots; -1 where it was not asked for.
        self.choice = vec[i64]()
        for _ in range(tree.infosets):
            self.choice = append(self.choice, i64(-1))
        self.value: Final = self._of(0)

    def _of(self, node: i64) -> float:
        if self._known[node] == 1:
            return self._found[node]
        tree = self._tree
        who = tree.actor[node]
        start = tree.first[node]
        total = 0.0
        if who == DONE:
            total = tree.payoff[SEATS * node + self._seat]
        elif who == self._seat:
            total = self._of(tree.child[start + self._best(tree.infoset[node])])
        else:
            for edge in range(start, tree.first[node + 1]):
                share = (
                    tree.chance[edge] if who == CHANCE else self._policy[tree.slot[tree.infoset[node]] + edge - start]
                )
                # What the others never do needs no answer.
                if share > 0.0:
                    total += share * self._of(tree.child[edge])
        self._known[node] = 1
        self._found[node] = total
        return total

    def _best(self, number: i64) -> i64:
        """The best action of an information set: summed over its nodes, each by how likely the others lead there."""
        if self.choice[number] >= 0:
            return self.choice[number]
        tree = self._tree
        best: i64 = 0
        most = 0.0
        for place in range(tree.slot[number + 1] - tree.slot[number]):
            total = 0.0
            node = tree.head[number]
            while node >= 0:
                if self._reach[node] > 0.0:
                    total += self._reach[node] * self._of(tree.child[tree.first[node] + place])
                node = tree.next[node]
            if place == 0 or total > most:
                best, most = place, total
        self.choice[number] = best
        return best


def _reach(tree: Tree, policy: vec[float], seat: i64) -> vec[float]:
    """Per node, how likely chance and the other seat lead there when the seat itself does all it can to get there."""
    reach = _zeros(tree.nodes)
    reach[0] = 1.0
    for node in range(tree.nodes):
        who = tree.actor[node]
        start = tree.first[node]
        for edge in range(start, tree.first[node + 1]):
            share = 1.0
            if who == CHANCE:
                share = tree.chance[edge]
            elif who != seat:
                share = policy[tree.slot[tree.infoset[node]] + edge - start]
            reach[tree.child[edge]] = reach[node] * share
    return reach


def nash_conv(tree: Tree, policy: vec[float]) -> float:
    """What both seats together could win by leaving the policy: 0 for an equilibrium, and only then."""
    expected = values(tree, policy)
    return BestResponse(tree, policy, 0).value - expected[0] + BestResponse(tree, policy, 1).value - expected[1]


@final
class CFRPlus:
    """Counterfactual regret minimisation, plus: no regret sinks below 0, seats take turns, later rounds weigh more."""

    def __init__(self, tree: Tree) -> None:
        self._tree: Final = tree
        self.rounds: i64 = 0
        self.current = uniform(tree)
        self._regrets = _zeros(tree.slots)
        self._sums = _zeros(tree.slots)
        self._own = _zeros(tree.nodes)
        self._others = _zeros(tree.nodes)
        self._found = _zeros(tree.nodes)

    def run(self, rounds: i64) -> None:
        for _ in range(rounds):
            self.rounds += 1
            for seat in range(SEATS):
                self._walk_down(seat)
                self._walk_up(seat)
                self._match(seat)

    def average(self) -> vec[float]:
        """The mean of all policies so far: the one that comes near an equilibrium."""
        tree = self._tree
        out = vec[float]()
        for i in range(tree.infosets):
            total = 0.0
            for at in range(tree.slot[i], tree.slot[i + 1]):
                total += self._sums[at]
            for at in range(tree.slot[i], tree.slot[i + 1]):
                even = 1.0 / float(tree.slot[i + 1] - tree.slot[i])
                out = append(out, self._sums[at] / total if total > 0.0 else even)
        return out

    def _walk_down(self, seat: i64) -> None:
        """How likely each node is by the seat's own choices and by all others'; the seat's policy joins the mean."""
        tree = self._tree
        actor, first, child, chance, infoset, slot = (
            tree.actor,
            tree.first,
            tree.child,
            tree.chance,
            tree.infoset,
            tree.slot,
        )
        own, others, policy, sums = self._own, self._others, self.current, self._sums
        weight = float(self.rounds)
        own[0] = 1.0
        others[0] = 1.0
        for node in range(len(actor)):
            who = actor[node]
            if who == DONE:
                continue
            start = first[node]
            mine, theirs = own[node], others[node]
            base: i64 = 0 if who == CHANCE else slot[infoset[node]] - start
            for edge in range(start, first[node + 1]):
                to = child[edge]
                if who == seat:
                    share = policy[base + edge]
                    own[to] = mine * share
                    others[to] = theirs
                    sums[base + edge] += weight * mine * share
                else:
                    own[to] = mine
                    others[to] = theirs * (chance[edge] if who == CHANCE else policy[base + edge])

    def _walk_up(self, seat: i64) -> None:
        """What each node is worth to the seat, and what it regrets at its own."""
        tree = self._tree
        actor, first, child, chance, infoset, slot = (
            tree.actor,
            tree.first,
            tree.child,
            tree.chance,
            tree.infoset,
            tree.slot,
        )
        payoff, others, policy, found, regrets = tree.payoff, self._others, self.current, self._found, self._regrets
        node: i64 = len(actor) - 1
        while node >= 0:
            who = actor[node]
            if who == DONE:
                found[node] = payoff[SEATS * node + seat]
                node -= 1
                continue
            total = 0.0
            start = first[node]
            base: i64 = 0 if who == CHANCE else slot[infoset[node]] - start
            for edge in range(start, first[node + 1]):
                total += (chance[edge] if who == CHANCE else policy[base + edge]) * found[child[edge]]
            found[node] = total
            if who == seat:
                for edge in range(start, first[node + 1]):
                    regrets[base + edge] += others[node] * (found[child[edge]] - total)
            node -= 1

    def _match(self, seat: i64) -> None:
        """The seat's next policy: each action by its regret, none below 0."""
        tree = self._tree
        owner, slot, regrets, policy = tree.owner, tree.slot, self._regrets, self.current
        for i in range(len(owner)):
            if owner[i] != seat:
                continue
            total = 0.0
            for at in range(slot[i], slot[i + 1]):
                regrets[at] = max(regrets[at], 0.0)
                total += regrets[at]
            even = 1.0 / float(slot[i + 1] - slot[i])
            for at in range(slot[i], slot[i + 1]):
                policy[at] = regrets[at] / total if total > 0.0 else even
