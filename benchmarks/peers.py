"""The peers' side of the benchmark, run by the interpreter of .venv-bench: random games, one request a line.

A request is `name seconds`; the answer is `actions seconds`, in processor time as on our side. Each loop is what the
peer's own documentation shows, with the cheapest checks for the end that its rules allow.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import process_time

import chess
import pyspiel
from catanatron import Color, Game, RandomPlayer

pick = Random(1).random


def open_spiel(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)

    def play() -> int:
        actions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(pick() * len(legal))])
            actions += 1
        return actions

    return play


def python_chess() -> int:
    actions = 0
    board = chess.Board()
    while moves := list(board.legal_moves):
        if board.is_insufficient_material() or board.is_seventyfive_moves() or board.is_fivefold_repetition():
            break
        board.push(moves[int(pick() * len(moves))])
        actions += 1
    return actions


def catanatron() -> int:
    actions = 0
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        actions += 1
    return actions


PEERS: dict[str, Callable[[], int]] = {
    "open_spiel chess": open_spiel("chess"),
    "open_spiel dark_chess": open_spiel("dark_chess"),
    "python-chess": python_chess,
    "catanatron": catanatron,
}


def main() -> None:
    print("ready", ";".join(PEERS), sep="\t", flush=True)
    for line in sys.stdin:
        name, seconds = line.rstrip("\n").split("\t")
        play, limit, actions = PEERS[name], float(seconds), 0
        began = process_time()
        while (took := process_time() - began) < limit:
            actions += play()
        print(actions, took, sep="\t", flush=True)


if __name__ == "__main__":
    main()
