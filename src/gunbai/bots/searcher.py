"""The search as a player: what is left of the turn's time, shared out over its small actions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Protocol, runtime_checkable

from gunbai.bots.planner import Planner
from gunbai.bots.search import RankedAction, Search, SearchSettings
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, Heuristics, View
from gunbai.core.planning import PlansTurns
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying

# With less time than this for an action, habit decides: a handful of simulations tell less.
SHORTEST = 0.001
# An action tried this often, more often than all others together, needs no more thought later in the same turn.
SETTLED = 300
# Less often tried, an action's value says little.
FEW = 6


@runtime_checkable
class Opens(Protocol):
    """Knowledge of a game's beginning that some heuristics have: where more thought is no better, and what to mix."""

    def certain(self, v: View) -> int:
        """An action that is right whatever a search finds; -1: none."""
        ...

    def enough(self, v: View) -> int:
        """How many simulations are enough for this moment; 0: as many as there can be."""
        ...

    def mixes(self, v: View) -> float:
        """How much worse than the best, on a scale from -1 to 1, an action may look to be as good; 0: not at all."""
        ...

    def temperature(self, v: View) -> float:
        """Above 0, an action is drawn, and one that looks worse by this much is drawn e times less often."""
        ...


class SearchBot:
    """Thinks by information-set search. Equal seed, view and number of simulations give the equal choice."""

    def __init__(
        self, seed: int = 0, settings: SearchSettings | None = None, heuristics: Heuristics | None = None
    ) -> None:
        self._rng = Rng(seed)
        self._own_heuristics = heuristics
        self._settings = settings or SearchSettings()
        # Whole plans, in games that know how; settings of the tree search ask for the tree.
        self._planner = Planner(Rng(seed)) if settings is None else None
        self._search: Search | None = None
        self._heard = -1
        self._chosen = -1

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        """The action for this moment; a forced one costs no time."""
        heuristics = self._heuristics(game).facing(view)
        if self._planner is not None and isinstance(heuristics, PlansTurns):
            return self._planner.choose(game, heuristics, view, legal, budget)
        started = budget.clock()
        search = self._search
        self._search = None
        if search is not None and not self._goes_on(view, search, heuristics):
            search = None
        opens = heuristics if isinstance(heuristics, Opens) else None
        certain = opens.certain(view) if opens else -1
        if len(legal) == 1:
            action = legal[0]
        elif certain in legal:
            action = certain
        else:
            search = search or Search(game, view, self._settings, self._rng, heuristics)
            search.cpu = budget.cpu
            if not _settled(search):
                share = budget.seconds * heuristics.pace - (budget.clock() - started)
                if budget.iterations or budget.least or share >= SHORTEST:
                    most = budget.iterations or budget.most
                    enough = opens.enough(view) if opens else 0
                    most = min(most or enough, enough or most)
                    search.run(budget.seconds if budget.iterations else share, most, True, budget.least)
            action = self._decide(search, view, legal, opens)
        self._search, self._heard, self._chosen = search, len(view.history), action
        return action

    def rest(self) -> None:
        """Forget the trees of the turn under way; they are large, and the bot goes on without them."""
        self._search = None

    def _decide(self, search: Search, view: View, legal: Sequence[int], opens: Opens | None) -> int:
        """The action tried most, or, where an opponent must not foresee it, one of those that are about as good."""
        allowed = set(legal)
        known = [choice for choice in search.choices() if choice.action in allowed]
        if known and opens is not None:
            temperature, margin = opens.temperature(view), opens.mixes(view)
            if temperature > 0.0:
                return self._drawn(known, temperature)
            if margin > 0.0:
                known = _as_good(known, margin)
                return known[int(self._rng.below(len(known)))].action
        if known:
            return known[0].action
        habit = search.habit(allowed)
        return habit if habit in allowed else legal[int(self._rng.below(len(legal)))]

    def _drawn(self, known: Sequence[RankedAction], temperature: float) -> int:
        """One of the actions, the most tried one first: the better it looks, the likelier."""
        # What was tried a few times and looks better than the favourite was lucky: it is no likelier than that.
        odds = [exp(min(0.0, choice.value - known[0].value) / temperature) for choice in known]
        rest = self._rng.unit() * sum(odds)
        for choice, share in zip(known, odds, strict=True):
            rest -= share
            if rest < 0.0:
                return choice.action
        return known[0].action

    def judge(self, game: Game, view: View, budget: Budget, only: int = -1) -> tuple[list[RankedAction], list[int]]:
        """Every action the search tried, the best first, and the line it would play; nothing is chosen.

        With `only`, all simulations begin with that action.
        """
        heuristics = self._heuristics(game).facing(view)
        if self._planner is not None and isinstance(heuristics, PlansTurns):
            return self._planner.judge(game, heuristics, view, budget, only)
        search = Search(game, view, self._settings, self._rng, heuristics)
        search.cpu = budget.cpu
        search.first_action = only
        search.run(budget.seconds, budget.iterations)
        return search.choices(), search.line(12)

    @property
    def expected(self) -> tuple[Saying, ...]:
        """What the plan that `judge` found best may bring, in words; empty where no whole plans are made."""
        return self._planner.expected if self._planner is not None else ()

    def _heuristics(self, game: Game) -> Heuristics:
        """What this bot knows of the game: what it was given, or what the game's best bots know."""
        return self._own_heuristics or game.heuristics

    def _goes_on(self, view: View, search: Search, heuristics: Heuristics) -> bool:
        """Go on with a search, if nothing but the bot's own last action has happened since and it judges alike."""
        alone = len(view.history) == self._heard + 1 and view.history[-1] == self._chosen
        return alone and search.heuristics is heuristics and search.advance(self._chosen, view)


def parse_settings(text: str) -> SearchSettings:
    """Settings from text such as `guard=0,playout=30,exploration=0.7`, for experiments in the arena."""
    settings = SearchSettings()
    for word in text.split(","):
        name, equals, value = word.partition("=")
        old = getattr(settings, name, None) if name.isidentifier() and not name.startswith("_") else None
        if old is None or not equals:
            raise GunbaiError(f"{word[:40]!r} is not a setting of the search such as guard=0 or playout=30")
        try:
            setattr(settings, name, bool(int(value)) if isinstance(old, bool) else type(old)(value))
        except ValueError:
            raise GunbaiError(f"the search cannot take {word[:40]!r}") from None
    return settings


def _as_good(known: Sequence[RankedAction], margin: float) -> list[RankedAction]:
    """Those of the actions, the most tried one first, that look worse than it by no more than the margin."""
    few = min(FEW, known[0].visits)
    return [choice for choice in known if choice.visits >= few and choice.value >= known[0].value - margin]


def _settled(search: Search) -> bool:
    """Whether an earlier action of this turn has thought about this one enough."""
    known = search.choices()
    best = max((choice.visits for choice in known), default=0)
    return best > SETTLED and 2 * best > sum(choice.visits for choice in known)


class PlainSearchBot(SearchBot):
    """The textbook: information-set MCTS with UCB1, random playouts to the end, and none of our knowledge."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(
            seed, SearchSettings(exploration=1.4, playout=-1, knowledge=False, guard=False, worlds_share=1)
        )


class FirstSearchBot(SearchBot):
    """The search as it was before anything was learned: the yardstick of later ones, and never changed.

    `tests/bots/test_search_1.py` holds games of it that must repeat for ever.
    """

    NAME = "search-1"

    def __init__(self, seed: int = 0) -> None:
        # Written out, because the defaults may change.
        super().__init__(
            seed,
            SearchSettings(
                exploration=1.2, unvisited=0.25, playout=0, further=0, knowledge=True, guard=False, worlds_share=4
            ),
        )

    def _heuristics(self, game: Game) -> Heuristics:
        return game.earlier.get(self.NAME, game.heuristics)


class WeightsBot(SearchBot):
    """Searches by weights of a file that training has written, instead of those that are shipped."""

    def __init__(self, path: str, seed: int = 0) -> None:
        super().__init__(seed)
        try:
            self._weights: Mapping[str, object] = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise GunbaiError(f"{path} is not a file of weights") from None

    def _heuristics(self, game: Game) -> Heuristics:
        if self._own_heuristics is None:
            if game.learning is None:
                raise GunbaiError("nothing can be learned of {game} yet", game=game.info.name)
            self._own_heuristics = game.learning.heuristics(self._weights)
        return self._own_heuristics
