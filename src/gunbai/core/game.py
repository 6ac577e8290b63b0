"""The contract every game fulfils. Compiled code calls it directly; a game in plain Python may subclass it too.

A game is an object without state of its own: it starts, reads and changes a `State`.
Seats are 0, 1, 2 …; an action is a number whose meaning its game's action table gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from gunbai.core.action_index import ActionIndex
from gunbai.core.copying import reduced
from gunbai.core.errors import BadNotation, GunbaiError, NotYourTurn
from gunbai.core.foresight import NOTHING_FORESEEN, Foresight, Pointing, QuickOrder
from gunbai.core.info import NO_BOARD, BoardPlan, NoOdds, Odds, Tournament
from gunbai.core.judgement import Heuristics, Learning
from gunbai.core.observation import Observer
from gunbai.core.options import Option, Options
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.core.state import Chance, State, View

__all__ = [
    "CHANCE",
    "DONE",
    "SPECTATOR",
    "Chance",
    "Game",
    "GameInfo",
    "Heuristics",
    "Outlook",
    "State",
    "Talk",
    "Tried",
    "View",
    "advance",
    "bring_into_focus",
    "perft",
    "playout",
    "random_action",
]

CHANCE: Final[i64] = -1
DONE: Final[i64] = -2
SPECTATOR: Final[i64] = -3
# In so many worlds that fit a view a plan is tried before it is refused.
_WORLDS: Final = 8
# How many sets of options keep their action index; a server may see any number of them.
_MOST_INDEXES: Final = 64


class GameInfo:
    """What can be said of a game without starting one."""

    def __init__(
        self,
        name: str,
        title: str,
        about: str,
        rules_version: int,
        seat_names: tuple[str, ...],
        options: tuple[Option, ...],
        presets: Mapping[str, Mapping[str, object]],
        hidden: bool = True,
        tournaments: Mapping[str, Tournament] | None = None,
        battles: bool = False,
        first_game: Mapping[str, object] | None = None,
        trials: tuple[str, ...] = (),
        ways: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.name: Final = name
        self.title: Final = title
        self.about: Final = about
        self.rules_version: Final = rules_version
        self.seat_names: Final = seat_names
        self.options: Final = options
        self.presets: Final = presets
        self.hidden: Final = hidden
        # Styles of official play by name.
        self.tournaments: Final[Mapping[str, Tournament]] = tournaments or {}
        # Whether `Game.odds` answers.
        self.battles: Final = battles
        # Options that suit somebody's first game.
        self.first_game: Final[Mapping[str, object]] = first_game or {}
        # Presets too small to be a game for people: programs play them, menus leave them out.
        self.trials: Final = trials
        # A title and what it means, for menus: of presets, styles, the "standard" game and the "first" one.
        self.ways: Final[Mapping[str, tuple[str, str]]] = ways or {}

    def __reduce__(self) -> tuple[object, ...]:
        said = ("name", "title", "about", "rules_version", "seat_names", "options", "presets", "hidden")
        return reduced(self, *said, "tournaments", "battles", "first_game", "trials", "ways")

    def preset(self, name: str) -> dict[str, object]:
        """The options of a preset or of a style of official play; none for an empty name."""
        if not name:
            return {}
        if name in self.tournaments:
            return dict(self.tournaments[name].options)
        if name not in self.presets:
            raise GunbaiError(
                "{game} has no preset {preset_name!r}; there are {presets}",
                game=self.name,
                preset_name=name,
                presets=", ".join([*self.presets, *self.tournaments]),
            )
        return dict(self.presets[name])

    @property
    def player_counts(self) -> tuple[int, ...]:
        for option in self.options:
            if option.name == "players":
                return tuple(range(option.low, option.high + 1))
        raise AssertionError(f"{self.name} has no players option")


@mypyc_attr(allow_interpreted_subclasses=True)
class Talk:
    """Words beside one game, and who may hear them. Here all are for everybody; they never touch the rules."""

    def check(self, s: State, seat: i64, text: str) -> None:
        """Raise GunbaiError if the words look like an agreement this game knows but are none; change nothing."""

    def hear(self, s: State, seat: i64, text: str) -> None:
        """Take in the next words of a seat; words that `check` refuses are idle talk."""

    def watch(self, s: State, action: i64) -> str:
        """Look at an action about to be applied; what all must be told of it (a broken word), or nothing."""
        return ""

    def concerns(self, number: i64, watcher: i64) -> bool:
        """Whether the watcher may know of the words heard as number 0, 1, 2 …"""
        return True

    def stays(self, number: i64) -> bool:
        """Whether those words stay said when the actions before them are taken back."""
        return False

    def lines(self, watcher: i64) -> list[str]:
        """The agreements the watcher may know of, a line each."""
        return []

    def asked(self) -> list[int]:
        """The seats that owe somebody an answer, or may have something to propose."""
        return []

    def reply(self, v: View) -> str:
        """What a bot in the view's seat answers, by its own knowledge; empty for nothing."""
        return ""

    def kept(self, v: View, legal: list[int]) -> list[int]:
        """The actions a bot in the view's seat chooses from: those that keep the word it has given."""
        return legal


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of one game. Subclasses fill in every method that raises here."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.heuristics = Heuristics()
        # The knowledge of earlier bots by their names; a bot that is not named here uses the heuristics of today.
        self.earlier: dict[str, Heuristics] = {}
        # What can be learned from play, in a game that says so; and scripted opponents by name, made from a seed.
        self.learning: Learning | None = None
        self.scripts: dict[str, Callable[[int], object]] = {}
        self._indexes: dict[Options, ActionIndex] = {}

    # A game has no state of its own: it is its own copy, and a pickle only says where it is found.

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        from gunbai.core import registry  # noqa: PLC0415 - the registry knows games, not the other way round

        place = registry.place_of(self)
        return (registry.load, (place,)) if place else (type(self), ())

    # -- play -------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        """The first position; draws nothing, for shuffles are chance nodes."""
        raise NotImplementedError

    def actor(self, s: State) -> i64:
        """The seat to act, or CHANCE, or DONE."""
        raise NotImplementedError

    def legal(self, s: State) -> vec[i64]:
        """The actor's actions, ascending; empty only when DONE. At a chance node: the outcomes."""
        raise NotImplementedError

    def apply(self, s: State, action: i64) -> None:
        """Carry out a legal action in place; deterministic, unchecked."""
        raise NotImplementedError

    def check(self, s: State, action: i64) -> None:
        """Raise IllegalAction, naming paragraph and reason, unless the action is legal."""
        raise NotImplementedError

    def chance(self, s: State) -> Chance:
        """The random event at a chance node."""
        raise NotImplementedError

    def draw(self, s: State, rng: Rng) -> i64:
        """One outcome of the chance node; games may override it with something faster."""
        return self.chance(s).sample(rng)

    def returns(self, s: State) -> tuple[float, ...]:
        """Per seat, from -1 (lost) to 1 (won alone); all 0 while the game goes on."""
        raise NotImplementedError

    def sum_of_returns(self, options: Options) -> float | None:
        """What the returns of every finished game add up to; None where that differs from game to game."""
        return None

    def placing(self, s: State) -> tuple[int, ...]:
        """Per seat the final rank, 1 the best, equal for a tie; meaningful when DONE."""
        raise NotImplementedError

    def outcome(self, s: State) -> str:
        """How the game ended, in a few words; empty while it goes on."""
        raise NotImplementedError

    def ending(self, s: State) -> Sequence[Saying]:
        """What decided a game that is over by its rules, in sentences; empty while it goes on."""
        return ()

    def violations(self, s: State) -> list[str]:
        """The limits of the rules that this position breaks, hidden parts included, each with paragraph and place.

        Empty for every position that play can reach; `gunbai fuzz` asks after every action.
        """
        return []

    # -- all actions, and how many of them -----------------------------------------------------

    def decisions(self, options: Options) -> vec[i64]:
        """Every action that a seat can ever have with these options, ascending; a few that never come up do no harm."""
        raise NotImplementedError

    def outcomes(self, options: Options) -> vec[i64]:
        """Every action that chance can ever have with these options, ascending."""
        raise NotImplementedError

    def action_index(self, options: Options) -> ActionIndex:
        """The dense index of these actions; keep it at hand where many are looked up."""
        found = self._indexes.get(options)
        if found is None:
            found = ActionIndex(self.decisions(options), self.outcomes(options))
            if len(self._indexes) >= _MOST_INDEXES:
                self._indexes.clear()
            self._indexes[options] = found
        return found

    def action_count(self, options: Options) -> i64:
        """How many actions have an index: decisions of seats first, then outcomes of chance."""
        return self.action_index(options).count

    def index_of(self, options: Options, action: i64) -> i64:
        """The dense index of an action; GunbaiError for a number that is none. Masked actions have none."""
        return self.action_index(options).index_of(action)

    def action_at(self, options: Options, index: i64) -> i64:
        """The inverse of `index_of`."""
        return self.action_index(options).action_at(index)

    def longest_game(self, options: Options) -> i64:
        """No game from the first position takes more actions than this, chance included, however it is played."""
        raise NotImplementedError

    # -- sealed, simultaneous decisions -------------------------------------------------------

    def pending(self, s: State) -> vec[i64]:
        """The seats that may decide now, ascending. More than one only where choices are sealed."""
        out = vec[i64]()
        seat = self.actor(s)
        if seat >= 0:
            out = append(out, seat)
        return out

    def focus(self, s: State, seat: i64) -> None:
        """Let this pending seat act next; sealed choices of different seats commute."""

    def on_clock(self, s: State) -> vec[i64]:
        """The seats whose time runs, ascending: those that must decide, unless the game's tournament rules differ."""
        return self.pending(s)

    # -- what a seat knows ----------------------------------------------------------------------

    def view(self, s: State, seat: i64) -> View:
        """What the seat (or SPECTATOR) may see."""
        raise NotImplementedError

    def look_again(self, s: State, before: View, seat: i64) -> View:
        """What the seat may see now: perhaps `before`, rewritten, which this state object's one onlooker got last."""
        return self.view(s, seat)

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        """How that seat perceives an action about to be applied; may be a masked action number."""
        raise NotImplementedError

    def resample(self, v: View, rng: Rng) -> State:
        """A full state that fits the view, hidden parts drawn at random."""
        raise NotImplementedError

    def observer(self, options: Options) -> Observer:
        """How a view is written as a row of small numbers, for networks; a game may do without."""
        raise GunbaiError("{game} does not say how its views are written as numbers", game=self.info.name)

    # -- words ------------------------------------------------------------------------------------

    def talk(self, options: Options) -> Talk:
        """The keeper of the words beside one game, before the first of them."""
        return Talk()

    def action_text(self, action: i64) -> str:
        """The short form a person types; the same everywhere, masked actions included."""
        raise NotImplementedError

    def parse_action(self, text: str) -> i64:
        """The inverse of `action_text`; BadNotation when it is none."""
        raise NotImplementedError

    def expand(self, s: State, text: str) -> list[int]:
        """A whole command as typed by a person -> its atomic actions, checked one by one."""
        raise NotImplementedError

    def tell(self, v: View, actions: Sequence[int]) -> str:
        """One sentence for what a seat saw: its view before, and the actions as that seat perceived them."""
        raise NotImplementedError

    def effects(self, v: View, action: i64) -> list[Saying]:
        """What came of an action that a seat saw, besides the action itself: captures, points, dice, as `tell` says."""
        return []

    def aftermath(self, before: View, action: i64, after: View) -> list[Saying]:
        """What came of it that only the same seat's view afterwards shows: a card turned up, points, an answer."""
        return []

    def hindsight(self, before: View, action: i64, after: View) -> View:
        """The view before an action with what the action brought to light, for `tell` and `effects`: no watcher could
        know beforehand that the unit which fell was the last one that mattered."""
        return before

    def prompt(self, v: View) -> str:
        """What is going on and what the game waits for, in one line, from this view."""
        raise NotImplementedError

    # -- before acting ----------------------------------------------------------------------------

    def outlook(self, v: View) -> Outlook:
        """All that can be foreseen from this view. A game overrides this one method and `Outlook`'s hooks."""
        return Outlook(self, v)

    def foresee(self, v: View, actions: Sequence[int]) -> Foresight:
        """What these actions of the viewer, one after the other, would bring, as far as the viewer can know."""
        return self.outlook(v).foresee(actions)

    def point(self, v: View, place: str) -> Pointing:
        """What a thing on the board stands for at this moment: legal actions, or the true reason why there is none."""
        return self.outlook(v).point(place)

    # -- for screens and calculators ----------------------------------------------------------------

    def board(self, options: Options) -> BoardPlan:
        """The board as a plan for screens that have no drawing of this game; empty for a game without one.

        Such screens show what stands on it from `pieces` of a view's data, a list of `Piece.data()`.
        """
        return NO_BOARD

    def odds(self, attacker: str, defender: str, conditions: Mapping[str, object]) -> Odds:
        """The odds of a battle between two forces, each in the game's notation, where `info.battles` is set."""
        raise NoOdds("{game} has no battles to reckon", game=self.info.name)

    # -- positions --------------------------------------------------------------------------------

    def position_text(self, s: State) -> str:
        """The position on one line, hidden parts included."""
        raise NotImplementedError

    def parse_position(self, text: str) -> State:
        """The inverse of `position_text`; BadNotation says what is wrong and where."""
        raise NotImplementedError

    def view_text(self, v: View) -> str:
        """The view on one line, the unknown marked with a question mark."""
        raise NotImplementedError


def bring_into_focus(game: Game, s: State, seat: i64) -> None:
    """Let a pending seat act next, unless it does already; CHANCE is never brought into focus."""
    if seat >= 0 and game.actor(s) != seat:
        game.focus(s, seat)


def advance(game: Game, s: State, seat: i64, action: i64) -> None:
    """Carry out a legal action of a seat (or CHANCE), in place and unchecked; any pending seat may be in focus."""
    bring_into_focus(game, s, seat)
    game.apply(s, action)


class Tried:
    """One action tried in a world that fits a view: the world before and after it."""

    def __init__(self, before: State, action: i64, after: State) -> None:
        self.before = before
        self.action = action
        self.after = after


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlook:
    """What one seat can foresee at one moment: made once from its view, then asked about many actions and places.

    Actions are tried in a world that fits the view, with the rules themselves; a game's subclass reads what they bring
    off the states before and after, so that no rule is written twice. The world's hidden parts are guesses: of what the
    view does not show the subclass must say nothing, but that it is not certain.
    """

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view
        self.world = self._fitting(Rng(0))
        # The viewer's legal actions, ascending; empty when the viewer has nothing to decide.
        self.legal = vec[i64]()
        if view.seat >= 0 and game.actor(self.world) == view.seat:
            self.legal = game.legal(self.world)
        # Thing -> the legal actions it can begin; filled when somebody first points.
        self._begun: dict[str, list[int]] = {}

    # -- for those who ask ------------------------------------------------------------------------

    def foresee(self, actions: Sequence[int]) -> Foresight:
        """What these actions of the viewer, one after the other, would bring, as far as the viewer can know.

        Raises IllegalAction or NotYourTurn when the viewer cannot play them so.
        """
        # Whether an action can follow another may depend on a guess: one world in which all goes well is enough.
        rng = Rng(1)
        world = self.world
        for _ in range(_WORLDS - 1):
            try:
                return self._foresee_in(world, actions)
            except GunbaiError:
                if len(actions) < 2 or not self.game.info.hidden:
                    raise
                world = self._fitting(rng)
        return self._foresee_in(self.world, actions)

    def foresee_each(self) -> list[tuple[int, Foresight]]:
        """Every legal action of the viewer with what it would bring."""
        return [(int(action), self.foresee([int(action)])) for action in self.legal]

    def point(self, place: str) -> Pointing:
        """What a thing stands for: the viewer's legal actions that it can begin, or the true reason why there is none.

        BadNotation when nothing on the board has this name.
        """
        if not self._begun:
            for action in self.legal:
                for name in self.places_of(self.world, action):
                    self._begun.setdefault(name, []).append(int(action))
        if place in self._begun:
            return Pointing(tuple(self._begun[place]))
        if place not in self.places():
            raise BadNotation("nothing here is called {input!r}", input=place[:40])
        if len(self.legal) == 0:
            return Pointing((), NotYourTurn("there is nothing for you to decide now"))
        return Pointing((), self.why_not(place))

    def ways(self) -> dict[str, dict[str, list[int]]]:
        """Where each thing can go: thing -> goal -> the viewer's legal actions that bring it there."""
        found: dict[str, dict[str, list[int]]] = {}
        for action in self.legal:
            piece, goal = self.way_of(self.world, action)
            if piece:
                found.setdefault(piece, {}).setdefault(goal, []).append(int(action))
        return found

    # -- for a game to fill -----------------------------------------------------------------------

    def way_of(self, s: State, action: i64) -> tuple[str, str]:
        """The thing that a legal action sends somewhere, and its goal; two empty names if it sends nothing."""
        return ("", "")

    def quick_orders(self) -> list[QuickOrder]:
        """What the viewer can order at once although it takes several actions, each legal when its turn comes."""
        return []

    def read(self, tried: list[Tried]) -> Foresight:
        """What the tried actions, a whole plan, would bring. `certain` need only tell of what is hidden in the states:
        where the plan runs into chance the caller knows."""
        return NOTHING_FORESEEN

    def places(self) -> list[str]:
        """The names of all things on the board that can be pointed at now, each once."""
        return []

    def places_of(self, s: State, action: i64) -> list[str]:
        """The things that a legal action can begin with."""
        return []

    def why_not(self, place: str) -> GunbaiError:
        """The true reason why the viewer, whose decision it is, can begin nothing with a thing of `places`."""
        return GunbaiError("nothing can be done with it now")

    def settle(self, world: State) -> bool:
        """Let chance go on in the middle of a plan, if its outcome changes nothing for the rest of it."""
        return False

    # -- inside -----------------------------------------------------------------------------------

    def _fitting(self, rng: Rng) -> State:
        game = self.game
        seat = self.view.seat
        world = game.resample(self.view, rng)
        if seat >= 0 and game.actor(world) != seat:
            for pending in game.pending(world):
                if pending == seat:
                    game.focus(world, seat)
                    break
        return world

    def _is_legal(self, action: i64) -> bool:
        return any(allowed == action for allowed in self.legal)

    def _foresee_in(self, world: State, actions: Sequence[int]) -> Foresight:
        game = self.game
        seat = self.view.seat
        tried: list[Tried] = []
        certain = True
        for action in actions:
            if tried and game.actor(world) == CHANCE:
                world = world.copy()
                certain = not self.settle(world)
            if seat < 0 or game.actor(world) != seat:
                raise NotYourTurn(
                    "{number} of these actions can be played now, then somebody else decides", number=len(tried)
                )
            if tried or not self._is_legal(action):
                game.check(world, action)
            after = world.copy()
            game.apply(after, action)
            tried.append(Tried(world, action, after))
            world = after
        found = self.read(tried)
        if found.certain and (not certain or game.actor(world) == CHANCE):
            return Foresight(found.effects, found.sayings, False)
        return found


def random_action(game: Game, s: State, rng: Rng) -> i64:
    """A uniformly random legal action, or a fair draw at a chance node."""
    if game.actor(s) == CHANCE:
        return game.draw(s, rng)
    actions = game.legal(s)
    return actions[rng.below(len(actions))]


def playout(game: Game, s: State, rng: Rng, limit: i64) -> i64:
    """Play at random, in place, until the end or the limit; the number of actions played."""
    played: i64 = 0
    while played < limit:
        who = game.actor(s)
        if who == DONE:
            break
        if who == CHANCE:
            game.apply(s, game.draw(s, rng))
        else:
            actions = game.legal(s)
            game.apply(s, actions[rng.below(len(actions))])
        played += 1
    return played


def perft(game: Game, s: State, depth: i64) -> i64:
    """The number of action sequences of that length from here, chance outcomes counted once each."""
    if depth == 0 or game.actor(s) == DONE:
        return 1
    actions = game.legal(s)
    if depth == 1:
        return len(actions)
    total: i64 = 0
    for action in actions:
        child = s.copy()
        game.apply(child, action)
        total += perft(game, child, depth - 1)
    return total
