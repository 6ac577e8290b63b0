"""The solver against what is known by hand, against OpenSpiel, and on the minis of the house."""

from __future__ import annotations

from typing import Any

import pytest

import gunbai
import gunbai.rl.openspiel_games
from gunbai.core.errors import BadOptions, GunbaiError
from gunbai.core.game import CHANCE, DONE, State
from gunbai.core.game_files import minis
from gunbai.core.options import Options
from gunbai.lab import solver
from gunbai.lab.tree import Tree
from gunbai.lab.yardstick import exactly, measure, solve
from tests.lab.kuhn import Kuhn

pyspiel = pytest.importorskip("pyspiel")

GAMES = ("gunshi", "gunkimono", "shogun")


def kuhn() -> tuple[Tree, State]:
    game = Kuhn()
    first = game.start(Options(game.info.options, {}))
    return Tree(game, first), first


def smallest(game: str) -> Tree:
    match = gunbai.new(game, preset="mini-1", seed=None)
    return Tree(match.game, match.state)


def test_kuhn_poker_is_worth_what_kuhn_found() -> None:
    tree, _ = kuhn()
    assert (tree.infosets, tree.terminals()) == (12, 30)
    # In full stakes 11/24 for each seat, which is well known of the even policy.
    assert solver.nash_conv(tree, solver.uniform(tree)) == pytest.approx(11 / 24)
    solved = solve(tree, 1e-4, 20_000)
    assert solved.gap <= 1e-4
    assert solved.values[0] == pytest.approx(-1 / 36, abs=1e-4)


def test_a_best_response_is_pure_and_as_good_as_it_says() -> None:
    tree, _ = kuhn()
    even = solver.uniform(tree)
    for seat in range(2):
        found = solver.BestResponse(tree, even, seat)
        played = solver.uniform(tree)
        for number in range(tree.infosets):
            if tree.owner[number] == seat:
                for place in range(2):
                    played[tree.slot[number] + place] = float(found.choice[number] == place)
        assert solver.values(tree, played)[seat] == pytest.approx(found.value)
        assert found.value > solver.values(tree, even)[seat]


class _Recalling:
    """A policy of ours for OpenSpiel: by the information states of its own tree, which lie in the order of ours."""

    def __init__(self, tree: Tree, game: Any) -> None:
        self.numbers: dict[str, int] = {}
        self.tree = tree
        self._walk(game.new_initial_state(), 0)

    def _walk(self, state: Any, node: int) -> None:
        while not state.is_terminal():
            count = len(state.chance_outcomes() if state.is_chance_node() else state.legal_actions())
            if count > 1:
                break
            state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
        who = int(self.tree.actor[node])
        assert state.is_terminal() == (who == DONE)
        if who == DONE:
            assert list(state.returns()) == [self.tree.payoff[2 * node], self.tree.payoff[2 * node + 1]]
            return
        start = int(self.tree.first[node])
        if who == CHANCE:
            shares = [share for _, share in state.chance_outcomes()]
            assert shares == pytest.approx([self.tree.chance[start + i] for i in range(len(shares))])
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            text = state.information_state_string()
            number = int(self.tree.infoset[node])
            # The same moments are one information state there and here.
            assert self.numbers.setdefault(text, number) == number
            actions = state.legal_actions()
        for place, action in enumerate(actions):
            self._walk(state.child(action), int(self.tree.child[start + place]))


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_finds_the_same_tree_and_the_same_nash_conv(game: str) -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    tree = smallest(game)
    peer = pyspiel.load_game(f"gunbai_{game}(preset=mini-1)")
    found = _Recalling(tree, peer)
    assert len(set(found.numbers.values())) == len(found.numbers) == tree.infosets
    theirs = exploitability.nash_conv(peer, policy.UniformRandomPolicy(peer))
    assert solver.nash_conv(tree, solver.uniform(tree)) == pytest.approx(theirs, abs=1e-9)


def test_openspiel_finds_the_same_policy_by_cfr_plus() -> None:
    """On the smallest mini of all: OpenSpiel walks from Python."""
    from open_spiel.python.algorithms import cfr, exploitability

    tree = smallest("shogun")
    peer = pyspiel.load_game("gunbai_shogun(preset=mini-1)")
    learner, ours = cfr.CFRPlusSolver(peer), solver.CFRPlus(tree)
    for _ in range(3):
        learner.evaluate_and_update_policy()
    ours.run(3)
    theirs = exploitability.nash_conv(peer, learner.average_policy())
    assert solver.nash_conv(tree, ours.average()) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_minis_are_solved_and_need_secrets(game: str) -> None:
    tree = smallest(game)
    solved = solve(tree, 0.01, 2_000)
    assert solved.gap <= 0.01
    assert sum(solved.values) == pytest.approx(0.0)
    # Neither seat has won from the start.
    assert abs(solved.values[0]) < 0.99
    if game != "gunkimono":
        # Whoever always does the likeliest thing can be beaten; in Gunkimono luck decides, and nobody need bluff.
        assert solver.nash_conv(tree, _likeliest(tree, solved.policy)) > 0.05


def _likeliest(tree: Tree, policy: Any) -> Any:
    pure = solver.uniform(tree)
    for number in range(tree.infosets):
        slots = range(int(tree.slot[number]), int(tree.slot[number + 1]))
        best = max(slots, key=lambda at: policy[at])
        for at in slots:
            pure[at] = float(at == best)
    return pure


@pytest.mark.parametrize("game", GAMES)
def test_minis_are_positions_that_no_player_is_offered(game: str) -> None:
    rules = gunbai.find(game)
    small = minis(rules)
    assert list(small) == [f"mini-{n + 1}" for n in range(len(small))]
    assert 3 <= len(small) <= 4
    assert not set(small) & set(rules.info.presets)
    for name, mini in small.items():
        match = gunbai.new(game, preset=name, seed=None)
        assert match.position == mini.position == match.record.position
        assert match.options.players == 2
        assert gunbai.parse(match.text(), seed=None).position == mini.position
    with pytest.raises(BadOptions, match="carries its own options"):
        gunbai.new(game, preset="mini-1", players=2)


def test_a_bot_is_measured_between_two_bounds() -> None:
    match = gunbai.new("gunkimono", preset="mini-1", seed=None)
    tree = Tree(match.game, match.state)
    even = exactly(tree, "even", solver.uniform(tree))
    assert measure(tree, match.state, "random", 2, 1).high == even.high
    found = measure(tree, match.state, "greedy", 4, 4)
    assert 0.0 <= found.low <= found.high
    assert found.asked > 0


def test_a_tree_that_grows_too_large_is_refused() -> None:
    match = gunbai.new("gunshi", preset="mini-1", seed=None)
    with pytest.raises(GunbaiError, match="more than 10 positions"):
        Tree(match.game, match.state, 10)


def test_only_games_of_two_are_solved() -> None:
    match = gunbai.new("gunkimono", players=3, seed=None)
    with pytest.raises(GunbaiError, match="only games of two"):
        Tree(match.game, match.state)
