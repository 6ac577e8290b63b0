"""Many games of one kind at once, for learning: compiled, and without any array library.

Everything a learner reads lies in buffers that are made once and written in place: rows of observations, masks of
legal actions, rewards, who acts, what ended, and the action of each game that the next step plays, by its dense index.
"""

from __future__ import annotations

from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.action_index import ActionIndex
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, Game, State, View
from gunbai.core.observation import LANES, Observer, Row, blank_words
from gunbai.core.options import Options
from gunbai.core.rng import Rng

# A lane of a word set to 1.
_LANE: Final[vec[i64]] = vec[i64]([1 << (8 * lane) for lane in range(8)])


@final
class Batch:
    """So many games with the same options. Chance plays itself; a game that has ended begins anew at once.

    They begin at the game's own first position, or at the one that is given.
    """

    def __init__(self, game: Game, options: Options, games: i64, seed: i64, first: State | None = None) -> None:
        if games < 1:
            raise GunbaiError("a batch has at least one game")
        self.game: Final = game
        self.options: Final = options
        self.games: Final[i64] = games
        self.seats: Final[i64] = options.players
        self.observer: Final[Observer] = game.observer(options)
        self.index: Final[ActionIndex] = game.action_index(options)
        # Values of an observation and of a mask; words from one row to the next.
        self.values: Final[i64] = self.observer.size
        self.actions: Final[i64] = self.index.decisions
        self._mask_words: Final[i64] = (self.actions + LANES - 1) // LANES
        self.observations = blank_words(games * self.observer.row_words * LANES)
        self.masks = blank_words(games * self._mask_words * LANES)
        self.rewards = vec[float]()
        # What the next step plays.
        self.chosen = vec[i64]()
        self.acting = vec[i64]()
        self.ended = vec[i64]()
        # How many actions are legal, and between which words of the mask they lie.
        self._choices = vec[i64]()
        self._lowest = vec[i64]()
        self._highest = vec[i64]()
        for _ in range(games):
            self.chosen = append(self.chosen, i64(0))
            self.acting = append(self.acting, i64(0))
            self.ended = append(self.ended, i64(0))
            self._choices = append(self._choices, i64(0))
            self._lowest = append(self._lowest, i64(0))
            self._highest = append(self._highest, i64(-1))
            for _ in range(self.seats):
                self.rewards = append(self.rewards, 0.0)
        self._row = Row(self.observations)
        self._first: Final[State] = game.start(options) if first is None else first
        self._states: list[State] = []
        self._rngs: list[Rng] = []
        # What each row shows, and 1 where that is a view of this very state.
        self._views: list[View] = []
        self._followed = vec[i64]()
        for _ in range(games):
            self._followed = append(self._followed, i64(0))
        self.reset(seed)

    def reset(self, seed: i64) -> None:
        """Begin every game anew. Game number n draws as game number 0 of a batch with seed + n does."""
        self._states = []
        self._rngs = []
        self._views = []
        for g in range(self.games):
            self._states.append(self._first.copy())
            self._rngs.append(Rng(seed + g))
            self._views.append(self.game.view(self._first, 0))
            self._followed[g] = 0
            self.ended[g] = 0
            for seat in range(self.seats):
                self.rewards[g * self.seats + seat] = 0.0
            self._go_on(g)
            self._show(g)

    def choose(self, actions: bytes) -> None:
        """Choose an action for each game: its dense index, eight bytes each, little-endian."""
        if len(actions) != 8 * self.games:
            raise GunbaiError(
                "a step takes {number} actions of eight bytes, not {size} bytes",
                number=int(self.games),
                size=len(actions),
            )
        for g in range(self.games):
            self.chosen[g] = read_i64_le(actions, 8 * g)

    def choose_at_random(self, rng: Rng) -> None:
        """Choose a legal action for each game, drawn evenly."""
        for g in range(self.games):
            self.chosen[g] = self._choice(g, rng.below(self._choices[g]))

    def step(self) -> None:
        """Play the chosen action in each game.

        Raises GunbaiError, and changes nothing, if one of them is not legal.
        """
        chosen = self.chosen
        for g in range(self.games):
            if not self.is_legal(g, chosen[g]):
                raise GunbaiError(
                    "action {action_index} is not legal in game {number} of the batch; nothing was played",
                    action_index=int(chosen[g]),
                    number=int(g),
                )
        for g in range(self.games):
            state = self._states[g]
            self.game.apply(state, self.index.actions[chosen[g]])
            if self.ended[g] == 1:
                self.ended[g] = 0
                for seat in range(self.seats):
                    self.rewards[g * self.seats + seat] = 0.0
            self._go_on(g)
            self._show(g)

    def is_legal(self, g: i64, index: i64) -> bool:
        """Whether the action of this index is legal in a game now."""
        if index < 0 or index >= self.actions:
            return False
        word = self.masks[g * self._mask_words + index // LANES]
        return (word >> (8 * (index % LANES)) & 1) == 1

    def state(self, g: i64) -> State:
        """A copy of the whole truth of a game, for tests and for search; a learner has no business with it."""
        return self._states[g].copy()

    # -- inside -----------------------------------------------------------------------------------

    def _go_on(self, g: i64) -> None:
        """Let chance play until a seat decides; a game that is over is noted and begun anew."""
        game = self.game
        state = self._states[g]
        rng = self._rngs[g]
        actor = game.actor(state)
        while actor < 0:
            if actor == CHANCE:
                game.apply(state, game.draw(state, rng))
            else:
                assert actor == DONE
                self.ended[g] = 1
                for seat, value in enumerate(game.returns(state)):
                    self.rewards[g * self.seats + seat] = value
                state = self._first.copy()
                self._states[g] = state
                self._followed[g] = 0
            actor = game.actor(state)
        self.acting[g] = actor

    def _show(self, g: i64) -> None:
        """Write what the seat to act sees and may do."""
        game = self.game
        state = self._states[g]
        row = self._row
        row.begin(g * self.observer.row_words)
        if self._followed[g] == 1:
            before = self._views[g]
            view = game.look_again(state, before, self.acting[g])
            if view is not before:
                self._views[g] = view
            self.observer.rewrite(view, row)
        else:
            view = game.view(state, self.acting[g])
            self._views[g] = view
            self._followed[g] = 1
            self.observer.write(view, row)
        row.end()
        self._show_legal(g, game.legal(state))

    def _show_legal(self, g: i64, legal: vec[i64]) -> None:
        """Rewrite the mask of a game. Only the words between its first and last 1 need to be emptied before."""
        first = g * self._mask_words
        masks = self.masks
        for i in range(first + self._lowest[g], first + self._highest[g] + 1):
            masks[i] = 0
        lowest = self._mask_words
        highest: i64 = -1
        index = self.index
        for action in legal:
            place = index.find(action)
            word = place // LANES
            masks[first + word] |= _LANE[place % LANES]
            lowest = min(lowest, word)
            highest = max(highest, word)
        self._lowest[g] = lowest
        self._highest[g] = highest
        self._choices[g] = len(legal)

    def _choice(self, g: i64, number: i64) -> i64:
        """The index of a legal action of a game, by its number among them. Finding it in the mask is quickest."""
        masks = self.masks
        at = g * self._mask_words + self._lowest[g]
        while True:
            word = masks[at]
            if word != 0:
                # The values of the word, each 0 or 1, added up by halves.
                here = word + (word >> 32)
                here += here >> 16
                here = here + (here >> 8) & 15
                if number < here:
                    break
                number -= here
            at += 1
        index = (at - g * self._mask_words) * LANES
        while True:
            if word & 1 == 1:
                if number == 0:
                    return index
                number -= 1
            word >>= 8
            index += 1
