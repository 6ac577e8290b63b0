"""Random games over all games, presets, options and player counts, with the laws of the contract checked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from gunbai.core import record as records
from gunbai.core.errors import BadOptions, IllegalAction
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Game, State, bring_into_focus
from gunbai.core.options import Option, Options
from gunbai.core.record import Record, Step
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.core.rulebook import paragraphs, rules_text

ACTION_LIMIT = 300_000
# Actions are small steps. The most is a tile of Gunkimono: the places and directions on its board.
MOST_ACTIONS_AT_A_NODE = 250
# The cheap laws are checked at every node, the dear ones at about one node in so many (and ever more seldom in a long
# game, so that long games do not take all the time), records in one game of so many.
CLOSE_LOOK_EVERY = 48
RECORD_EVERY = 25
# Games that are set up by random options instead of a preset: one in so many.
RANDOM_OPTIONS_EVERY = 2


class Broken(Exception):
    """A law of the contract that does not hold."""


@dataclass(frozen=True)
class Violation:
    """Enough to see what went wrong and to play it again."""

    game: str
    options: str
    number: int
    seed: int
    actions: int
    what: str

    def __str__(self) -> str:
        again = f"gunbai fuzz --game {self.game} --seed {self.seed} --first {self.number} --games 1"
        return f"{self.game} [{self.options}] after {self.actions} actions: {self.what} (again: {again})"


@dataclass
class Tally:
    """What a run has seen."""

    games: int = 0
    actions: int = 0
    violations: list[Violation] | None = None

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.actions += other.actions
        self.violations = [*(self.violations or []), *(other.violations or [])]


def fuzz(name: str, numbers: Iterable[int], seed: int) -> Tally:
    """Play the games of these numbers; the same number and seed always give the same game."""
    tally = Tally(violations=[])
    game = find(name)
    cases = option_sets(game)
    known = frozenset(p.number for p in paragraphs(rules_text(game)))
    for number in numbers:
        rng = Rng((seed << 64) + number)
        options = cases[number % len(cases)]
        if (number // len(cases)) % RANDOM_OPTIONS_EVERY:
            options = random_options(game, rng) or options
        run = Run(game, options, rng, known)
        tally.games += 1
        assert tally.violations is not None
        try:
            run.play(with_record=number % RECORD_EVERY == 0)
        except Exception as error:
            # Whatever an engine raises here is a finding.
            what = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
            tally.violations.append(Violation(name, options.text(), number, seed, len(run.steps), what))
        tally.actions += len(run.steps)
    return tally


def option_sets(game: Game) -> list[Options]:
    """Every preset (and the plain game) with every player count it allows."""
    found = []
    for given in ({}, *game.info.presets.values()):
        for players in game.info.player_counts:
            if given.get("players") in (None, players):
                found.append(Options(game.info.options, {**given, "players": players}))
    return found


def random_options(game: Game, rng: Rng) -> Options | None:
    """A set drawn option by option; None when the game refuses the combination."""
    try:
        options = Options(game.info.options, {o.name: _random_value(o, rng) for o in game.info.options})
        game.start(options)
    except BadOptions:
        return None
    return options


def _random_value(option: Option, rng: Rng) -> object:
    if option.kind == "flag":
        return rng.below(2) == 1
    if option.kind == "choice":
        return option.choices[int(rng.below(len(option.choices)))]
    if option.name == "players":
        return option.low + int(rng.below(option.high - option.low + 1))
    # Numbers and texts have too many values to be drawn blindly; their bounds are for the games' own tests.
    return option.default


class Run:
    """One random game under watch."""

    def __init__(self, game: Game, options: Options, rng: Rng, known: frozenset[str]) -> None:
        self.game = game
        self.options = options
        self.rng = rng
        self.aside = rng.split()
        self.known = known
        self.steps: list[Step] = []
        self.watchers = [*range(options.players), int(SPECTATOR)]

    def play(self, with_record: bool) -> None:
        game, rng = self.game, self.rng
        s = game.start(self.options)
        index, longest = game.action_index(self.options), game.longest_game(self.options)
        self._keeps_limits(s)
        while (actor := int(game.actor(s))) != DONE:
            _law(len(self.steps) < ACTION_LIMIT, "random play does not end")
            _law(actor == CHANCE or 0 <= actor < self.options.players, f"there is no actor {actor}")
            if actor != CHANCE:
                seats = game.pending(s)
                seat = int(seats[rng.below(len(seats))])
                bring_into_focus(game, s, seat)
                actor = seat
            actions = [int(a) for a in game.legal(s)]
            _law(bool(actions), "no legal action before the end")
            _law(len(actions) <= MOST_ACTIONS_AT_A_NODE, f"{len(actions)} legal actions at one node")
            _law(all(a < b for a, b in pairwise(actions)), "legal actions are not ascending")
            # Decisions come first in the index, then outcomes of chance.
            low, high = (0, index.decisions) if actor != CHANCE else (index.decisions, index.count)
            _law(all(low <= index.find(a) < high for a in actions), "an action is not in its part of the action index")
            if self.aside.below(max(CLOSE_LOOK_EVERY, len(self.steps) // 4)) == 0:
                self.look_closely(s, actions)
            action = int(game.draw(s, rng)) if actor == CHANCE else actions[int(rng.below(len(actions)))]
            _law(action in actions, f"the draw {game.action_text(action)!r} is not an outcome of its chance node")
            self.steps.append(Step(actor, action))
            game.apply(s, action)
            self._keeps_limits(s)
        _law(len(self.steps) <= longest, f"the game is longer than the longest, {longest} actions")
        self.look_closely(s, [])
        self.look_at_the_end(s)
        if with_record:
            self.look_at_the_record(s)

    def _keeps_limits(self, s: State) -> None:
        broken = self.game.violations(s)
        _law(not broken, f"a limit is broken: {'; '.join(broken)}")

    def look_closely(self, s: State, actions: Sequence[int]) -> None:
        """All laws of one node that leave the game where it is."""
        game, before = self.game, s.key()
        for action in actions:
            game.check(s, action)
            text = game.action_text(action)
            _law(game.parse_action(text) == action, f"{text!r} does not parse back")
        self._refuses(s, actions)
        text = game.position_text(s)
        _law("\n" not in text, "a position takes more than one line")
        again = game.parse_position(text)
        _law(again.key() == before and again.options == s.options, f"the position does not parse back: {text}")
        if actions:
            child = s.copy()
            game.apply(child, actions[int(self.aside.below(len(actions)))])
        for seat in self.watchers:
            self._views(s, seat, actions)
        self._seals_commute(s)
        _law(s.key() == before, "looking at a position changed it")

    def _refuses(self, s: State, actions: Sequence[int]) -> None:
        near = [a + d for a in actions[:3] for d in (-1, 1)]
        far = [int(self.aside.below(1 << 20)), -1, -(1 << 40), 1 << 40]
        for action in (*near, *far):
            if action in actions:
                continue
            try:
                self.game.check(s, action)
            except IllegalAction as error:
                _law(
                    error.paragraph in self.known,
                    f"action {action} is refused by rule {error.paragraph!r}, which is not in RULES.md",
                )
                _law("\n" not in str(error), "a refusal takes more than one line")
            else:
                raise Broken(f"action {action} is accepted though it is not legal")

    def _views(self, s: State, seat: int, actions: Sequence[int]) -> None:
        game = self.game
        view = game.view(s, seat)
        shown = msgspec.json.encode(view.data(), order="sorted")
        world = game.resample(view, self.aside)
        same = msgspec.json.encode(game.view(world, seat).data(), order="sorted") == shown
        _law(same, f"seat {seat} sees another position after resampling its own view")
        if game.actor(s) == seat:
            bring_into_focus(game, world, seat)
            _law(list(game.legal(world)) == list(actions), f"seat {seat} has other actions after resampling its view")
        _law(bool(game.prompt(view)) and "\n" not in game.view_text(view), "prompt or view text is not one line")

    def _seals_commute(self, s: State) -> None:
        game = self.game
        seats = [int(p) for p in game.pending(s)]
        if len(seats) < 2:
            return
        one, two = seats[0], seats[-1]
        chosen = {}
        for seat in (one, two):
            t = s.copy()
            bring_into_focus(game, t, seat)
            actions = game.legal(t)
            chosen[seat] = actions[self.aside.below(len(actions))]
        ends = []
        for order in ((one, two), (two, one)):
            t = s.copy()
            for seat in order:
                bring_into_focus(game, t, seat)
                _law(chosen[seat] in list(game.legal(t)), "one seat's sealed choice changes what another may choose")
                game.apply(t, chosen[seat])
            left = game.pending(t)
            if len(left) > 0:
                bring_into_focus(game, t, left[0])
            ends.append(t.key())
        _law(ends[0] == ends[1], "sealed choices do not commute")

    def look_at_the_end(self, s: State) -> None:
        game, players = self.game, self.options.players
        returns, placing = game.returns(s), game.placing(s)
        _law(len(returns) == players and all(-1.0 <= r <= 1.0 for r in returns), f"impossible returns {returns}")
        total = game.sum_of_returns(self.options)
        _law(total is None or abs(sum(returns) - total) < 1e-9, f"the returns {returns} do not add up to {total}")
        _law(len(placing) == players and min(placing) == 1, f"impossible placing {placing}")
        _law(bool(game.outcome(s)), "the end has no words")

    def look_at_the_record(self, s: State) -> None:
        name, version = self.game.info.name, self.game.info.rules_version
        text = records.write(Record(name, version, self.options, self.steps))
        again = records.read(text)
        _law(again.steps == self.steps and again.final().key() == s.key(), "the record does not replay to the same end")


def _law(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)
