"""The game as the contract asks for it; RULES.md has the paragraphs that the comments and refusals cite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from ambush import actions, belief, notation
from ambush.actions import FIRST_MOVE, HIDDEN, MOVES, NAMING, move_of
from ambush.data import BLACK, OPTIONS, PRESETS, SEATS, SQUARES, board, inside
from ambush.foresight import AmbushOutlook
from ambush.heuristics import AmbushHeuristics
from ambush.observation import AmbushObserver
from ambush.state import AmbushState
from ambush.view import AmbushView
from gunbai.core.errors import IllegalAction
from gunbai.core.game import DONE, Game, GameInfo, Outlook, State, View
from gunbai.core.info import BoardPlan
from gunbai.core.observation import Observer
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying

INFO = GameInfo(
    name="ambush",
    title="Ambush",
    about="Two rows of soldiers; one of each is secretly the general. Take the enemy's, and keep yours unnoticed.",
    rules_version=1,
    seat_names=SEATS,
    options=OPTIONS,
    presets=PRESETS,
)


class Ambush(Game):
    """A small game of hidden generals."""

    def __init__(self) -> None:
        super().__init__(INFO)
        self.heuristics = AmbushHeuristics()

    # -- play -------------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        t = AmbushState(options)
        t.set_up()
        return t

    def actor(self, s: State) -> i64:
        t = cast(AmbushState, s)
        return DONE if t.over else t.turn

    def legal(self, s: State) -> vec[i64]:
        t = cast(AmbushState, s)
        if t.over:
            return vec[i64]()
        if t.naming:
            return vec[i64]([n for n in NAMING if t.soldiers[n] == t.turn])
        return vec[i64]([a for a in MOVES if _refusal(t, a) is None])

    def apply(self, s: State, action: i64) -> None:
        t = cast(AmbushState, s)
        if t.naming:
            t.generals[t.turn] = int(action)
            # The other seat may still owe its secret; when both are named, black begins (2.2).
            t.turn = 1 - t.turn if t.generals[1 - t.turn] < 0 else BLACK
            return
        start, goal = move_of(int(action))
        t.soldiers[start], t.soldiers[goal] = -1, t.turn
        if t.generals[t.turn] == start:
            t.generals[t.turn] = goal
        t.turn, t.played = 1 - t.turn, t.played + 1

    def check(self, s: State, action: i64) -> None:
        refusal = _refusal(cast(AmbushState, s), int(action))
        if refusal is not None:
            raise refusal

    def returns(self, s: State) -> tuple[float, ...]:
        winner = cast(AmbushState, s).winner
        return (0.0, 0.0) if winner < 0 else (1.0, -1.0) if winner == BLACK else (-1.0, 1.0)

    def placing(self, s: State) -> tuple[int, ...]:
        winner = cast(AmbushState, s).winner
        return (1, 1) if winner < 0 else (1, 2) if winner == BLACK else (2, 1)

    def sum_of_returns(self, options: Options) -> float | None:
        return 0.0

    def decisions(self, options: Options) -> vec[i64]:
        return vec[i64](actions.on_board(options.integer("size")))

    def outcomes(self, options: Options) -> vec[i64]:
        return vec[i64]()

    def longest_game(self, options: Options) -> i64:
        return 2 + options.integer("moves")

    def outcome(self, s: State) -> str:
        t = cast(AmbushState, s)
        if t.fallen >= 0:
            return "general taken"
        return "" if not t.over else "equal forces" if t.winner < 0 else "more soldiers left"

    # -- sealed choices -----------------------------------------------------------------------------

    def pending(self, s: State) -> vec[i64]:
        t = cast(AmbushState, s)
        if t.over:
            return vec[i64]()
        return vec[i64]([n for n in range(2) if t.generals[n] < 0] if t.naming else [t.turn])

    def focus(self, s: State, seat: i64) -> None:
        t = cast(AmbushState, s)
        if t.naming and t.generals[seat] < 0:
            t.turn = int(seat)

    # -- what a seat knows --------------------------------------------------------------------------

    def view(self, s: State, seat: i64) -> View:
        return AmbushView(cast(AmbushState, s), int(seat))

    def observer(self, options: Options) -> Observer:
        return AmbushObserver()

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        return HIDDEN if action < FIRST_MOVE and self.actor(s) != seat else action

    def resample(self, v: View, rng: Rng) -> State:
        return belief.resample(cast(AmbushView, v), rng)

    def outlook(self, v: View) -> Outlook:
        return AmbushOutlook(self, v)

    def board(self, options: Options) -> BoardPlan:
        return board(options.integer("size"))

    # -- words --------------------------------------------------------------------------------------

    def action_text(self, action: i64) -> str:
        return actions.text_of(int(action))

    def parse_action(self, text: str) -> i64:
        return actions.parse(text)

    def expand(self, s: State, text: str) -> list[int]:
        action = actions.parse(text)
        self.check(s, action)
        return [action]

    def tell(self, v: View, actions: Sequence[int]) -> str:
        return notation.tell(cast(AmbushView, v), actions)

    def effects(self, v: View, action: i64) -> list[Saying]:
        return notation.effects(cast(AmbushView, v), int(action))

    def aftermath(self, before: View, action: i64, after: View) -> list[Saying]:
        fallen = cast(AmbushView, after).fallen
        return [Saying("it was {seat}'s general", seat=SEATS[fallen])] if fallen >= 0 else []

    def prompt(self, v: View) -> str:
        return notation.prompt(cast(AmbushView, v))

    def position_text(self, s: State) -> str:
        return notation.position_text(cast(AmbushState, s))

    def parse_position(self, text: str) -> State:
        return notation.parse_position(text)

    def view_text(self, v: View) -> str:
        return notation.view_text(cast(AmbushView, v))


def _refusal(t: AmbushState, action: int) -> IllegalAction | None:
    """Why an action is not legal now, or None."""
    if t.over:
        return IllegalAction("4.1", "the game is over")
    if not actions.known(action):
        return IllegalAction("3.1", "there is no such action")
    if action < FIRST_MOVE:
        if not t.naming:
            return IllegalAction("2.2", "the generals are named already")
        if t.soldiers[action] != t.turn:
            return IllegalAction("2.1", "no soldier of yours stands on {square}", square=SQUARES[action])
        return None
    start, goal = move_of(action)
    if t.naming:
        return IllegalAction("2.2", "first name your general")
    if t.soldiers[start] != t.turn:
        return IllegalAction("3.1", "no soldier of yours stands on {square}", square=SQUARES[start])
    if not inside(goal, t.size):
        return IllegalAction("3.1", "{square} is not on this board", square=SQUARES[goal])
    if t.soldiers[goal] == t.turn:
        return IllegalAction("3.2", "your own soldier stands on {square}", square=SQUARES[goal])
    return None


GAME = Ambush()
