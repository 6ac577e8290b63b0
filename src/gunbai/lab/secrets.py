"""How unpredictable a bot is before the fight: the entropy of what it sets up in the open, and of what it keeps secret.

A bot plays itself from fresh seeds. What a seat chose openly before its first secret choice is its opening; the secret
choices after that, until it acts openly again or luck speaks, are its secrets. Choices in which there was nothing to
choose do not count. Entropies are in bits; so many games can show at most the logarithm of their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import log2

from gunbai import bots
from gunbai.core import processes
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.core.rng import Rng

# A simulation count decides; this only ends a search that hangs.
_LONG = 600.0


def entropy(seen: Iterable[object]) -> float:
    """The entropy of what was seen, in bits.

    >>> entropy("aabb"), entropy("aaaa")
    (1.0, 0.0)
    """
    counts = Counter(seen)
    total = sum(counts.values())
    return abs(sum(n / total * log2(total / n) for n in counts.values())) if total else 0.0


@dataclass
class Choices:
    """What a bot chose in one seat, one entry a game."""

    openings: list[tuple[int, ...]] = field(default_factory=list)
    secrets: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def first_secrets(self) -> list[int]:
        """The first secret choice alone: in Gunshi, the shogun."""
        return [secret[0] for secret in self.secrets if secret]


def beginning(task: tuple[str, str, str, int, int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """For each seat, its opening as a set and its secrets in order, in one game of a bot against itself."""
    name, options, bot, simulations, seed = task
    game = find(name)
    s = game.start(Options(game.info.options, parse_options(options)))
    n = int(s.options.players)
    minds = [bots.make(bot, seed * 8 + seat) for seat in range(n)]
    histories: list[list[int]] = [[] for _ in range(n)]
    rng = Rng(seed)
    openings: list[list[int]] = [[] for _ in range(n)]
    secrets: list[list[int]] = [[] for _ in range(n)]
    ended = [False] * n
    while not all(ended) and (actor := int(game.actor(s))) != DONE:
        if actor == CHANCE:
            ended = [done or bool(secret) for done, secret in zip(ended, secrets, strict=True)]
            action = int(game.draw(s, rng))
        else:
            legal = [int(a) for a in game.legal(s)]
            view = game.view(s, actor)
            view.history = histories[actor]
            action = minds[actor].choose(game, view, legal, Budget(_LONG, simulations))
            if len(legal) > 1 and not ended[actor]:
                hidden = any(int(game.seen_as(s, action, seat)) != action for seat in range(n) if seat != actor)
                if hidden:
                    secrets[actor].append(action)
                elif secrets[actor]:
                    ended[actor] = True
                else:
                    openings[actor].append(action)
        for seat in range(n):
            histories[seat].append(int(game.seen_as(s, action, seat)))
        game.apply(s, action)
    return [(tuple(sorted(opening)), tuple(secret)) for opening, secret in zip(openings, secrets, strict=True)]


def choices(
    game: str, options: str, bot: str, games: int, simulations: int, jobs: int, on_game: Callable[[], None]
) -> list[Choices]:
    """What the bot chose, for each seat."""
    tasks = [(game, options, bot, simulations, seed) for seed in range(games)]
    made: list[Choices] = []
    with processes.pool(processes.workers(jobs, games)) as pool:
        for seats in pool.imap(beginning, tasks):
            made = made or [Choices() for _ in seats]
            for each, (opening, secret) in zip(made, seats, strict=True):
                each.openings.append(opening)
                each.secrets.append(secret)
            on_game()
    return made
