"""The peers' environments, run by the interpreter of .venv-bench: random play with observation and mask, one request a
line. A request is `name seconds`; the answer is `decisions seconds`, in processor time as on our side. Each loop is the
one that the peer's own documentation shows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import jax
import numpy as np
import pgx
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation
from pettingzoo.classic import chess_v6, texas_holdem_no_limit_v6
from pgx.experimental import auto_reset

pick = Random(1).random
# Games side by side on one processor; more of them make pgx no faster here.
TOGETHER = 1024
# Decisions at least between two looks at the clock.
BETWEEN = 64


def open_spiel_environment(name: str) -> Iterator[int]:
    env = rl_environment.Environment(name, observation_type=rl_environment.ObservationType.OBSERVATION)
    while True:
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            legal = step.observations["legal_actions"][player]
            step = env.step([legal[int(pick() * len(legal))]])
            yield 1


def open_spiel_tensors(name: str) -> Iterator[int]:
    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(pick() * len(legal))])
            yield 1


def open_spiel_arrays(name: str) -> Iterator[int]:
    """The quickest way that its documentation knows: observations written into an array; the mask is made beside it."""
    game = pyspiel.load_game(name)
    observation = make_observation(game)
    mask = np.zeros(game.num_distinct_actions(), bool)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(pick() * len(outcomes))][0])
                continue
            observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            mask[:] = False
            mask[legal] = True
            state.apply_action(legal[int(pick() * len(legal))])
            yield 1


def pettingzoo(make: Callable[[], Any]) -> Iterator[int]:
    env = make()
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            seen, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                yield 1


def pgx_batch(name: Any) -> Iterator[int]:
    env = pgx.make(name)
    start = jax.jit(jax.vmap(env.init))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        action = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(float)), axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(key, TOGETHER))

    key = jax.random.key(1)
    state = start(jax.random.split(key, TOGETHER))
    while True:
        key, now = jax.random.split(key)
        state = play(state, now)
        jax.block_until_ready(state.observation)
        yield TOGETHER


PEERS: dict[str, Callable[[], Iterator[int]]] = {
    "open_spiel rl_environment dark_chess": lambda: open_spiel_environment("dark_chess"),
    "open_spiel with tensors dark_chess": lambda: open_spiel_tensors("dark_chess"),
    "open_spiel with tensors phantom_go": lambda: open_spiel_tensors("phantom_go"),
    "open_spiel arrays dark_chess": lambda: open_spiel_arrays("dark_chess"),
    "open_spiel arrays kriegspiel": lambda: open_spiel_arrays("kriegspiel"),
    "open_spiel arrays gin_rummy": lambda: open_spiel_arrays("gin_rummy"),
    "pettingzoo chess_v6": lambda: pettingzoo(chess_v6.env),
    "pettingzoo texas_holdem_no_limit_v6": lambda: pettingzoo(texas_holdem_no_limit_v6.env),
    "pgx sparrow_mahjong": lambda: pgx_batch("sparrow_mahjong"),
    "pgx leduc_holdem": lambda: pgx_batch("leduc_holdem"),
}


def main() -> None:
    running = {name: make() for name, make in PEERS.items()}
    for games in running.values():
        next(games)  # what is compiled on first use is no part of the figures
    print("ready", ";".join(PEERS), sep="\t", flush=True)
    for line in sys.stdin:
        name, seconds = line.rstrip("\n").split("\t")
        games, limit, decisions = running[name], float(seconds), 0
        began = process_time()
        while (took := process_time() - began) < limit:
            ahead = decisions + BETWEEN
            while decisions < ahead:
                decisions += next(games)
        print(decisions, took, sep="\t", flush=True)


if __name__ == "__main__":
    main()
