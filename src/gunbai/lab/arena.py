"""Bots against bots: seat-rotated games from shared seeds, over all cores, resumable, with honest intervals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

from gunbai import bots
from gunbai.bots.fingerprint import fingerprint
from gunbai.bots.levels import level_of
from gunbai.core import processes
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.lab.statistics import mean_interval, sprt, wilson

ACTION_LIMIT = 100_000
# Instead of seconds: every level thinks for its own time, and every other bot for the usual one.
OWN_TIME = -1.0
USUAL_TIME = 0.2


@dataclass(frozen=True)
class Bout:
    """One game to be played: which bot sits where, and the seed all rotations of a pairing share."""

    game: str
    options: str
    lineup: tuple[str, ...]
    seed: int
    rotation: int
    seconds: float
    iterations: int = 0
    cpu: bool = False
    # Where the game begins; empty for its first position.
    position: str = ""

    @property
    def key(self) -> str:
        said = [self.game, self.options, self.lineup, self.seed, self.rotation, self.seconds, self.iterations, self.cpu]
        # Results that were kept before bouts had positions keep their keys.
        return json.dumps([*said, self.position] if self.position else said)

    @property
    def seated(self) -> tuple[int, ...]:
        """Per seat, the place in the line-up of the bot that sits there."""
        n = len(self.lineup)
        return tuple((seat + self.rotation) % n for seat in range(n))

    def turn_seconds(self, name: str) -> float:
        """What a bot of that name has for a whole turn."""
        return own_time(name) if self.seconds == OWN_TIME else self.seconds


def own_time(name: str) -> float:
    """The seconds a turn of a bot takes when nobody says otherwise."""
    level = level_of(name)
    return level.seconds if level else USUAL_TIME


@dataclass
class Result:
    """What came of a bout, in the order of the line-up (not of the seats)."""

    key: str
    returns: list[float]
    places: list[int]
    actions: int
    outcome: str
    turns: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    slowest_turn: list[float] = field(default_factory=list)
    # Which code and weights the bots had, and the day.
    code: str = ""
    day: str = ""


def play(bout: Bout) -> Result:
    """Play one bout to its end; every bot gets its seat's view and what is left of its turn's time."""
    game = find(bout.game)
    if bout.position:
        s = game.parse_position(bout.position)
    else:
        s = game.start(Options(game.info.options, parse_options(bout.options)))
    n = len(bout.lineup)
    chance = Rng(bout.seed)
    # A bot's own luck differs by pairing, rotation and place, so that a bot against itself is a real game.
    minds: list[Bot] = [bots.make(name, (bout.seed * 64 + bout.rotation) * 8 + i) for i, name in enumerate(bout.lineup)]
    histories: list[list[int]] = [[] for _ in range(n)]
    seated = bout.seated
    turns, spent, slowest = [0] * n, [0.0] * n, [0.0] * n
    last_seat, left = -1, 0.0
    actions = 0
    while game.actor(s) != DONE:
        actor = int(game.actor(s))
        if actor == CHANCE:
            action = int(game.draw(s, chance))
        else:
            mind = seated[actor]
            if actor != last_seat:
                last_seat, left = actor, bout.turn_seconds(bout.lineup[mind])
                turns[mind] += 1
            view = game.view(s, actor)
            view.history = histories[actor]
            legal = [int(a) for a in game.legal(s)]
            budget = Budget(max(left, 0.0), bout.iterations, bout.cpu)
            began = budget.clock()
            action = minds[mind].choose(game, view, legal, budget)
            took = budget.clock() - began
            left -= took
            spent[mind] += took
            slowest[mind] = max(slowest[mind], bout.turn_seconds(bout.lineup[mind]) - left)
            if action not in legal:
                raise GunbaiError(f"{bout.lineup[mind]} chose {action}, which is not legal")
        for seat in range(n):
            histories[seat].append(int(game.seen_as(s, action, seat)))
        game.apply(s, action)
        actions += 1
        if actions > ACTION_LIMIT:
            raise GunbaiError(f"a game of {bout.game} did not end within {ACTION_LIMIT} actions")
    values, places = game.returns(s), game.placing(s)
    by_bot = sorted(range(n), key=lambda seat: seated[seat])
    return Result(
        bout.key,
        [values[seat] for seat in by_bot],
        [places[seat] for seat in by_bot],
        actions,
        game.outcome(s),
        turns,
        [round(t, 4) for t in spent],
        [round(t, 4) for t in slowest],
    )


def pairings(names: Sequence[str], players: int, mirror: bool) -> list[tuple[str, ...]]:
    """Every line-up to be played: pairs for two, for more seats one bot of the first kind among the others."""
    pairs: list[tuple[str, ...]] = [*combinations(names, 2), *([(name, name) for name in names] if mirror else [])]
    if players == 2:
        return pairs
    return [(one, *([two] * (players - 1))) for one, two in pairs]


def bouts(
    game: str,
    options: str,
    lineups: Sequence[tuple[str, ...]],
    rounds: int,
    seed: int,
    seconds: float,
    iterations: int = 0,
    cpu: bool = False,
    position: str = "",
) -> Iterator[Bout]:
    """All rotations of every line-up, round by round, so that a stopped run is balanced."""
    for number in range(rounds):
        for lineup in lineups:
            for rotation in range(len(lineup)):
                yield Bout(game, options, lineup, seed + number, rotation, seconds, iterations, cpu, position)


class Arena:
    """Plays what is missing of a list of bouts and keeps every result on disk as soon as it is there.

    A file may hold games of bots as they were; those do not count with the games of bots as they are.
    """

    def __init__(self, kept: Path | None = None, jobs: int = 0) -> None:
        self.kept = kept
        self.jobs = jobs
        self.results: dict[str, Result] = {}
        # How many results the file holds of bots that have changed since.
        self.outdated = 0
        if kept is not None and kept.exists():
            self._read(kept)

    def _read(self, kept: Path) -> None:
        lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
        for number, line in enumerate(lines, start=1):
            try:
                result = Result(**json.loads(line))
                game, _, lineup, *_ = json.loads(result.key)
            except (ValueError, TypeError):
                if number < len(lines) or line.endswith("\n"):
                    raise GunbaiError(f"{kept} line {number} is not a result of an arena") from None
                # A run that was killed may leave half a line; that game is played again.
                kept.write_text("".join(lines[:-1]), encoding="utf-8")
                return
            if result.code == _code(game, lineup):
                self.results[result.key] = result
            else:
                self.outdated += 1

    def run(self, wanted: Sequence[Bout], on_result: Callable[[Bout, Result], bool]) -> None:
        """Play; `on_result` is told of each bout as it ends (earlier ones first) and may stop the run with False."""
        missing = []
        for bout in wanted:
            if bout.key in self.results:
                if not on_result(bout, self.results[bout.key]):
                    return
            else:
                missing.append(bout)
        by_key = {bout.key: bout for bout in missing}
        with processes.pool(processes.workers(self.jobs, len(missing))) as pool:
            for result in pool.imap_unordered(play, missing):
                bout = by_key[result.key]
                result.code, result.day = _code(bout.game, bout.lineup), f"{datetime.now(UTC):%Y-%m-%d}"
                self._keep(result)
                if not on_result(bout, result):
                    pool.terminate()
                    return

    def _keep(self, result: Result) -> None:
        self.results[result.key] = result
        if self.kept is not None:
            with self.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result), separators=(",", ":")) + "\n")


def _code(game: str, lineup: Sequence[str]) -> str:
    """The fingerprint of the bots; none of those that this process does not know."""
    try:
        return fingerprint(game, lineup)
    except (GunbaiError, OSError):
        return ""


@dataclass
class Standing:
    """All results of one line-up."""

    lineup: tuple[str, ...]
    scores: dict[int, dict[int, float]] = field(default_factory=dict)  # seed -> rotation -> score of the first bot
    # The same for the share of the others it came before, ties by half: of two players that is the score, and of more
    # it is what ratings compare, for four equals win a quarter each.
    ahead: dict[int, dict[int, float]] = field(default_factory=dict)
    ranks: list[tuple[float, float]] = field(default_factory=list)  # rank of the first bot, mean rank of the others
    wins: float = 0.0
    seconds: dict[str, list[float]] = field(default_factory=dict)
    slowest: dict[str, float] = field(default_factory=dict)
    # With which code and weights, and on which days.
    codes: set[str] = field(default_factory=set)
    days: set[str] = field(default_factory=set)

    def add(self, bout: Bout, result: Result) -> None:
        score = (result.returns[0] + 1) / 2
        self.codes |= {result.code} - {""}
        self.days |= {result.day} - {""}
        self.scores.setdefault(bout.seed, {})[bout.rotation] = score
        self.wins += result.returns[0] == max(result.returns) and score > 0
        own, others = result.places[0], result.places[1:]
        before = sum((own < other) + (own == other) / 2 for other in others) / len(others)
        self.ahead.setdefault(bout.seed, {})[bout.rotation] = before
        self.ranks.append((own, sum(others) / len(others)))
        for i, name in enumerate(bout.lineup):
            took = self.seconds.setdefault(name, [0.0, 0.0])
            took[0] += result.seconds[i]
            took[1] += result.turns[i]
            self.slowest[name] = max(self.slowest.get(name, 0.0), result.slowest_turn[i])

    @property
    def games(self) -> int:
        return sum(len(by_rotation) for by_rotation in self.scores.values())

    @property
    def score(self) -> float:
        return sum(sum(by_rotation.values()) for by_rotation in self.scores.values())

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.score, self.games)

    @property
    def by_seat(self) -> list[tuple[float, int]]:
        """Score and games of the first bot in each seat."""
        n = len(self.lineup)
        out = [(0.0, 0)] * n
        for by_rotation in self.scores.values():
            for rotation, score in by_rotation.items():
                seat = -rotation % n
                out[seat] = out[seat][0] + score, out[seat][1] + 1
        return out

    @property
    def pair_scores(self) -> list[float]:
        """Whom the first bot came before, as a mean over all rotations, for every seed that has them all."""
        full = [by for by in self.ahead.values() if len(by) == len(self.lineup)]
        return [sum(by.values()) / len(by) for by in full]

    def test(self, elo0: float, elo1: float) -> tuple[float, str]:
        return sprt(self.pair_scores, elo0, elo1)

    def as_dict(self) -> dict[str, object]:
        low, high = self.interval
        rank, rank_low, rank_high = mean_interval([other - own for own, other in self.ranks])
        return {
            "lineup": list(self.lineup),
            "games": self.games,
            "score": round(self.score / self.games, 4) if self.games else None,
            "low": round(low, 4),
            "high": round(high, 4),
            "wins": self.wins,
            "by_seat": [
                {"score": round(score / games, 4) if games else None, "games": games, **_ends(score, games)}
                for score, games in self.by_seat
            ],
            "rank_margin": [round(rank, 3), round(rank_low, 3), round(rank_high, 3)],
            "seconds_per_turn": {name: round(t / max(1.0, n), 4) for name, (t, n) in self.seconds.items()},
            "slowest_turn": {name: round(t, 3) for name, t in self.slowest.items()},
        }


def _ends(score: float, games: int) -> dict[str, float]:
    low, high = wilson(score, games)
    return {"low": round(low, 4), "high": round(high, 4)}
