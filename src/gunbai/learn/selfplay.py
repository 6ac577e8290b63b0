"""Games of bots to learn from: played on all cores, kept one a line as soon as they end, and gone on with later."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from gunbai import bots
from gunbai.bots.habit import HabitBot
from gunbai.bots.searcher import SearchBot
from gunbai.core import processes
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, Game, State, View
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.core.rng import Rng

# The bot that is being trained, by the weights of the round before; in the first round it is the search by hand.
NEW = "new"
FIRST = "search-1"
# A turn of war in a game of many seats is dozens of small actions.
MOST_ACTIONS_OF_MANY = 9000
# How often a player slips: most games have few slips, so that results still tell how good a position was.
SLIPS = (0.0, 0.03, 0.1)
MOST_ACTIONS = 3000
# Of all seats that a script leads into the game, one in so many goes on with it to the end.
TO_THE_END = 10
NEVER = -1
# A simulation count decides; this only ends a search that hangs.
_LONG = 600.0


@dataclass(frozen=True)
class Task:
    """One game to be played; its number decides everything about it."""

    game: str
    number: int
    seed: int
    options: str
    players: tuple[str, ...]
    slips: float
    simulations: int
    # Per seat, after how many of its decisions the newest bot takes over from its player; NEVER: not at all.
    leads: tuple[int, ...] = ()


@runtime_checkable
class DrawsFreely(Protocol):
    """What a game's learning has where some decisions are so uniform that play alone does not show their worth."""

    def freely(self, s: State) -> float:
        """How often the decision that is due is drawn anyhow, in games with slips."""
        ...


@dataclass
class Played:
    """A game that was played: what it began from, who played, every action, and each seat's result.

    Where others led the seats, `leads` says for how many decisions; what a seat went through then teaches nothing.
    """

    number: int
    options: str
    players: list[str]
    actions: list[int]
    returns: list[float]
    leads: list[int] = field(default_factory=list)


def tasks(game: Game, round_number: int, games: int, simulations: int) -> Iterator[Task]:
    """The games of one round: openings in turn, the newest bot against itself, the first search and scripts."""
    learning = game.learning
    if learning is None:
        raise GunbaiError("nothing can be learned of {game} yet", game=game.info.name)
    for number in range(games):
        seed = (round_number << 24) + number
        rng = Rng(seed)
        opening = learning.openings[rng.below(len(learning.openings))]
        others = [NEW, NEW, first_player(game), *learning.scripts]
        seats = Options(game.info.options, parse_options(opening)).players
        players = [others[rng.below(len(others))] for _ in range(seats - 1)]
        players.insert(int(rng.below(seats)), NEW)
        amounts: tuple[float, ...] = getattr(learning, "slips", SLIPS)
        slips = amounts[rng.below(len(amounts))]
        leads: tuple[int, ...] = ()
        if longest := int(getattr(learning, "longest_lead", 0)):
            players, leads = _led(learning.scripts, seats, longest, rng)
        yield Task(game.info.name, number, seed, opening, tuple(players), slips, simulations, leads)


def _led(scripts: Sequence[str], seats: int, longest: int, rng: Rng) -> tuple[list[str], tuple[int, ...]]:
    """Who leads each seat into the game, and for how many of its decisions.

    A value learned only from positions that the newest bot reaches says nothing of those it has come to avoid, and one
    learned from players with one plan takes the plan's faults for those of its positions. So scripts lead the seats
    anywhere, and how the newest bot goes on from there tells what these positions are worth.
    """
    leaders = [NEW, *scripts]
    players = [leaders[rng.below(len(leaders))] for _ in range(seats)]
    leads = []
    for name in players:
        # The more seats, the fewer turns each has.
        length = int(rng.below(2 * longest // seats + 1))
        to_the_end = rng.below(TO_THE_END) == 0
        leads.append(0 if name == NEW else NEVER if to_the_end else length)
    return players, tuple(leads)


def first_player(game: Game) -> str:
    """Who plays while there are no weights: the first search, unless the game names a quicker one."""
    return str(getattr(game.learning, "first", FIRST))


# What every worker process knows: the weights of the bot that is being trained.
_weights: list[Mapping[str, object]] = [{}]


def use(weights: Mapping[str, object]) -> None:
    """Prepare a worker: the weights of the bot that is being trained."""
    _weights[0] = weights


def player(game: Game, name: str, seed: int, weights: Mapping[str, object], quick: bool = False) -> Bot:
    """A bot by name, or the one that is being trained; a quick one plays as its simulations do."""
    if name != NEW:
        return bots.make(name, seed)
    learning = game.learning
    if not weights or learning is None:
        return bots.make(first_player(game), seed)
    heuristics = learning.heuristics(weights)
    return HabitBot(seed, heuristics) if quick else SearchBot(seed, heuristics=heuristics)


class _Led:
    """A player who hands over to another after so many decisions."""

    def __init__(self, leader: Bot, follower: Bot, decisions: int) -> None:
        self._leader = leader
        self._follower = follower
        self._left = decisions

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        self._left -= 1
        return (self._leader if self._left >= 0 else self._follower).choose(game, view, legal, budget)


def play(task: Task) -> Played:
    """Play one game to its end."""
    return play_with(task, _weights[0])


def play_with(task: Task, weights: Mapping[str, object]) -> Played:
    """Play one game with these weights for the newest bot."""
    game = find(task.game)
    s = game.start(Options(game.info.options, parse_options(task.options)))
    rng = Rng(task.seed * 2 + 1)
    quick = task.simulations == 0
    learning = game.learning
    minds = [player(game, name, task.seed * 8 + seat, weights, quick) for seat, name in enumerate(task.players)]
    for seat, decisions in enumerate(task.leads):
        if decisions != NEVER:
            minds[seat] = _Led(minds[seat], player(game, NEW, task.seed * 8 + seat, weights, quick), decisions)
    histories: list[list[int]] = [[] for _ in minds]
    actions: list[int] = []
    most = MOST_ACTIONS if len(minds) == 2 else MOST_ACTIONS_OF_MANY
    while (actor := int(game.actor(s))) != DONE and len(actions) < most:
        if actor == CHANCE:
            action = int(game.draw(s, rng))
        else:
            legal = [int(a) for a in game.legal(s)]
            slips = task.slips
            if slips > 0.0 and isinstance(learning, DrawsFreely):
                slips = max(slips, learning.freely(s))
            if len(legal) > 1 and rng.unit() < slips:
                action = legal[int(rng.below(len(legal)))]
            else:
                view = game.view(s, actor)
                view.history = histories[actor]
                action = minds[actor].choose(game, view, legal, Budget(_LONG, task.simulations))
        for seat, history in enumerate(histories):
            history.append(int(game.seen_as(s, action, seat)))
        game.apply(s, action)
        actions.append(action)
    returns = [float(r) for r in game.returns(s)]
    return Played(task.number, task.options, list(task.players), actions, returns, list(task.leads))


def kept_games(path: Path) -> list[Played]:
    """The games of a file; half a line, left by a run that was killed, is taken off."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
        path.write_text("".join(lines), encoding="utf-8")
    try:
        return [Played(**json.loads(line)) for line in lines]
    except (ValueError, TypeError):
        raise GunbaiError(f"{path} is not a file of games to learn from") from None


def play_missing(
    wanted: Sequence[Task], path: Path, weights: Mapping[str, object], asked: int, on_game: Callable[[int], None]
) -> None:
    """Play the games that the file does not hold yet; `on_game` is told how many there are each time one ends."""
    there = {game.number for game in kept_games(path)}
    on_game(len(there))
    missing = [task for task in wanted if task.number not in there]
    if not missing:
        return
    with (
        path.open("a", encoding="utf-8") as file,
        processes.pool(processes.workers(asked, len(missing)), use, weights) as pool,
    ):
        for number, game in enumerate(pool.imap_unordered(play, missing), start=len(there) + 1):
            file.write(json.dumps(asdict(game), separators=(",", ":")) + "\n")
            file.flush()
            on_game(number)
