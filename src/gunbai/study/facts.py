"""One game of a study, played and read: who won, how long it took, how it went to and fro, and what was used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from gunbai import bots
from gunbai.bots.fingerprint import fingerprint
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, State, advance, bring_into_focus
from gunbai.core.match import Match
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.study.plan import Study, Variant

# Simulations decide; this only ends a search that hangs.
_LONG = 600.0
# A word that begins no more different actions than this is told with what follows it: `send M`, but not `march`.
FEW = 14


@dataclass(frozen=True)
class Task:
    """One game to be played; it says everything about it, so that any machine can play it."""

    variant: str
    number: int
    game: str
    rules: int
    options: str
    bots: tuple[str, ...]
    iterations: int
    seed: int
    # Code and weights of the bots that are to play it: another machine may have others.
    code: str


@dataclass(frozen=True)
class Facts:
    """What is kept of a game."""

    variant: str
    number: int
    returns: list[float]
    outcome: str
    actions: int
    turns: int
    # Turns at which another seat took the lead; the largest change of the winner's prospects in a turn; and after what
    # share of the game the winner led for good. The last two are -1 where nobody won alone.
    leads: int
    swing: float
    settled: float
    # By seat: its first real choice, and how often it did what.
    openings: list[str]
    kinds: list[dict[str, int]]
    # For each kind the sentence that tells its first use, for readers who do not know the notation.
    examples: dict[str, str] = field(default_factory=dict)


def task(study: Study, variant: Variant, number: int) -> Task:
    """Game `number` of a variant: all variants share seeds, and bots move up one seat from game to game."""
    players = study.options(variant).players
    seated = tuple(variant.bots[(seat + number) % len(variant.bots)] for seat in range(players))
    place = (study.game, study.rules, variant.options, seated, study.iterations)
    return Task(variant.name, number, *place, study.seed + number, fingerprint(study.game, seated))


def play(wanted: Task) -> Facts:
    """Play one game to its end and read it."""
    if wanted.code != (own := fingerprint(wanted.game, wanted.bots)):
        raise GunbaiError(f"bots here have the mark {own}, those of the study {wanted.code}: install the same version")
    game = find(wanted.game, wanted.rules)
    words = dict(word.split("=", 1) for word in wanted.options.split())
    match = Match(game, Options(game.info.options, words), wanted.seed)
    minds = [bots.make(name, wanted.seed * 8 + seat) for seat, name in enumerate(wanted.bots)]
    bots.play_out(match, minds, Budget(_LONG, wanted.iterations))
    return read(match, wanted.variant, wanted.number)


def read(match: Match, variant: str, number: int) -> Facts:
    """The facts of a finished game."""
    game, seats = match.game, range(match.options.players)
    openings = [""] * len(seats)
    kinds = [Counter[str]() for _ in seats]
    examples: dict[str, str] = {}
    prospects: list[list[float]] = []
    s: State = match.record.start()
    last = -1
    for seat, action in match.record.steps:
        if seat >= 0:
            if seat != last:
                prospects.append([float(value) for value in game.heuristics.values(s)])
                last = seat
            text = game.action_text(action)
            sort = kind(game, match.options, text)
            kinds[seat][sort] += 1
            if sort not in examples:
                bring_into_focus(game, s, seat)
                examples[sort] = game.tell(game.view(s, seat), [action])
            if not openings[seat] and len(game.legal(s)) > 1:
                openings[seat] = text
        advance(game, s, seat, action)
    leads, swing, settled = course(prospects, [float(value) for value in match.returns])
    return Facts(
        variant,
        number,
        [float(value) for value in match.returns],
        ending(game.outcome(match.state), game.info.seat_names),
        len(match.record.steps),
        len(prospects),
        leads,
        round(swing, 4),
        round(settled, 4),
        openings,
        [dict(used) for used in kinds],
        examples,
    )


def course(prospects: Sequence[Sequence[float]], returns: Sequence[float]) -> tuple[int, float, float]:
    """How a game went: changes of the lead, the winner's largest swing, and when its lead was there for good.

    >>> course([[0.1, 0.0], [-0.5, 0.5], [0.2, 0.0], [0.4, 0.1]], [1.0, -1.0])
    (2, 0.7, 0.5)
    """
    leaders = [max(range(len(now)), key=lambda seat: now[seat]) for now in prospects]
    leads = sum(one != two for one, two in pairwise(leaders))
    best = max(returns)
    if list(returns).count(best) > 1 or not prospects:
        return leads, -1.0, -1.0
    winner = list(returns).index(best)
    own = [now[winner] for now in prospects]
    swing = max((abs(two - one) for one, two in pairwise(own)), default=0.0)
    settled = len(leaders)
    while settled and leaders[settled - 1] == winner:
        settled -= 1
    return leads, swing, settled / len(leaders)


def ending(outcome: str, seats: Sequence[str]) -> str:
    """How a game ended, without who and how much, so that endings can be counted.

    >>> ending("most points: 106, 100, 75", ["red", "blue"]), ending("red owns 35 provinces", ["red", "blue"])
    ('most points', 'owns provinces')
    """
    words = re.split(r"[^\w'-]+", outcome)
    return " ".join(word for word in words if word and word not in seats and not any(c.isdigit() for c in word))


def kind(game: Game, options: Options, text: str) -> str:
    """What sort of thing an action is, for counting: its first word, with the rest where there are only few."""
    first = text.partition(" ")[0]
    return text if first in _few(game, options) else first


@cache
def _few(game: Game, options: Options) -> frozenset[str]:
    """The words that begin only few different actions."""
    index = game.action_index(options)
    texts = [game.action_text(index.action_at(number)) for number in range(int(index.decisions))]
    counted = Counter(text.partition(" ")[0] for text in texts)
    return frozenset(word for word, often in counted.items() if often <= FEW)
