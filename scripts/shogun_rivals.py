"""Plays one Shogun bot against several of another kind and says how often it wins, seat by seat, and by which rank.

A number behind @ is judgements or simulations a decision, a number with s behind it seconds of work a turn:
`search-1@3`, `search@160`, `script:habit`, `search-1@0.2s`. Levels need neither. Each word of --against is a row of its
own, and `a+b` seats both kinds by turns. Every seed is played from every seat. `held-out:siege` and
`held-out:league` are opponents that no bot was ever tuned against; `scripts` means all that have a name.

    .venv/bin/python scripts/shogun_rivals.py level-4 --against script:habit search-1@3 --rounds 4 --seed 7001
    .venv/bin/python scripts/shogun_rivals.py level-4 --against script:habit --players 2 --rounds 8 --seed 7001
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from gunbai import bots
from gunbai.bots.levels import level_of
from gunbai.core.bot import Bot, Budget
from gunbai.core.game import CHANCE, DONE, Game, View, bring_into_focus
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.shogun import learned
from gunbai.games.shogun.actions import A_BIN, A_DECLARE_ARMY, A_DONE, A_LEVY_ARMY, A_PICK
from gunbai.games.shogun.data import ARMIES_EACH, BIN_BUILD, BIN_LEVY, BIN_NINJA
from gunbai.games.shogun.evaluation import army_beats, force_beats
from gunbai.games.shogun.habits import OF_LEADER
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.scripted import SCRIPTS
from gunbai.games.shogun.state import ARMY_WIDTH, AT, DECLARE, LEVYING, MOVE, ShogunState
from gunbai.lab.statistics import mean_interval, wilson

# Numbers decide, not the clock; and a game between bots that never end it is a fault.
LONG = 600.0
MOST_ACTIONS = 200_000
# The odds above which the siege attacks.
SURE = 0.75
# How much more the league wants the land of large clans; habit as tuned: 1.5.
ENVY = 6.0
Task = tuple[str, str, str, int, int]


class SiegeBot:
    """Patient: castles and men, one army that picks up all it finds, attacks at good odds only, on the leader first.

    What is left open is done by habit as it was set by hand, as the scripts do it.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.habit = ShogunHeuristics()

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        world = game.resample(view, self.rng)
        bring_into_focus(game, world, view.seat)
        t = cast(ShogunState, world)
        return int(self.habit.rollout(t, vec[i64](self.allowed(t, [int(action) for action in legal])), self.rng))

    def allowed(self, t: ShogunState, legal: list[int]) -> list[int]:
        kind = legal[0] >> 16
        if kind == A_BIN:
            most, number = max(legal), (legal[0] >> 8) & 255
            return [most] if number in (BIN_BUILD, BIN_LEVY, BIN_NINJA) else [min(legal)]
        if t.stage == MOVE and t.final == 0:
            own = [action for action in legal if action >> 16 == A_PICK and (action >> 8) & 255 == self.main(t)]
            return own or legal
        if t.stage == LEVYING:
            into = [action for action in legal if action >> 16 == A_LEVY_ARMY]
            return into or legal
        if t.stage != DECLARE:
            return legal
        lead = max(
            (clan for clan in range(t.clans) if not t.friends(clan, t.war)), key=lambda clan: int(t.provinces_of(clan))
        )
        bold = [action for action in legal if action >> 16 != A_DONE and self.chance(t, action) > SURE]
        at_leader = [action for action in bold if t.owner(action & 255) == lead]
        rest = [action for action in legal if action >> 16 == A_DONE]
        if at_leader or bold:
            return [max(at_leader or bold, key=lambda action: self.chance(t, action))]
        return rest or legal

    def main(self, t: ShogunState) -> int:
        """The number of the largest army of the clan at war."""
        return max(range(ARMIES_EACH), key=lambda number: int(t.regulars(t.war * ARMIES_EACH + number)))

    def chance(self, t: ShogunState, action: int) -> float:
        x, q = (action >> 8) & 255, action & 255
        if action >> 16 != A_DECLARE_ARMY:
            return float(force_beats(t, x, q))
        row = t.war * ARMIES_EACH + x
        return float(army_beats(t, row, t.army[row * ARMY_WIDTH + AT], q))


class LeagueBot:
    """Plays by the tuned habits that the planner takes everybody to have, but wants the leader's land above all."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        known = json.loads(Path(learned.__file__).with_name(learned.WEIGHTS).read_text(encoding="utf-8"))["habits"]
        known[int(OF_LEADER)] = ENVY
        self.habit = ShogunHeuristics(known)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        world = game.resample(view, self.rng)
        bring_into_focus(game, world, view.seat)
        return int(self.habit.rollout(world, vec[i64](legal), self.rng))


HELD_OUT: dict[str, Callable[[int], Bot]] = {"held-out:siege": SiegeBot, "held-out:league": LeagueBot}


def made(name: str, seed: int) -> Bot:
    """A bot of that name, those of this file included."""
    return HELD_OUT[name](seed) if name in HELD_OUT else bots.make(name, seed)


class Player:
    """A bot, and what it may think; a turn's time is shared by its actions as the arena does it."""

    def __init__(self, text: str, seed: int) -> None:
        name, _, thought = text.partition("@")
        self.bot = made(name, seed)
        self.iterations = 0
        found = level_of(name)
        self.whole = found.seconds if found else LONG
        if thought.endswith("s"):
            self.whole = float(thought[:-1])
        elif thought:
            self.iterations = int(thought)
            self.whole = LONG
        self.left = self.spent = self.slowest = 0.0
        self.turns = 0

    def begin(self) -> None:
        self.left = self.whole
        self.turns += 1

    def budget(self) -> Budget:
        return Budget(max(self.left, 0.0), self.iterations, True)

    def used(self, seconds: float) -> None:
        self.left -= seconds
        self.spent += seconds
        self.slowest = max(self.slowest, self.whole - self.left)


def play(task: Task) -> dict[str, object]:
    """One game: hero, rivals, options, seed, the hero's seat."""
    hero, rivals, options, seed, seat = task
    game = find("shogun")
    s = game.start(Options(game.info.options, parse_options(options)))
    n = cast(ShogunState, s).options.players
    kinds = rivals.split("+")
    names = [hero if k == seat else kinds[(k - seat - 1) % n % len(kinds)] for k in range(n)]
    players = [Player(name, (seed * 64 + seat) * 8 + (k - seat) % n) for k, name in enumerate(names)]
    histories: list[list[int]] = [[] for _ in range(n)]
    rng = Rng(seed)
    actions: list[int] = []
    last = -1
    while (actor := int(game.actor(s))) != DONE and len(actions) < MOST_ACTIONS:
        if actor == CHANCE:
            action = int(game.draw(s, rng))
        else:
            player = players[actor]
            if actor != last:
                player.begin()
                last = actor
            view = game.view(s, actor)
            view.history = histories[actor]
            budget = player.budget()
            began = budget.clock()
            action = player.bot.choose(game, view, [int(a) for a in game.legal(s)], budget)
            player.used(budget.clock() - began)
        for k, history in enumerate(histories):
            history.append(int(game.seen_as(s, action, k)))
        game.apply(s, action)
        actions.append(action)
    t = cast(ShogunState, s)
    returns = [float(r) for r in game.returns(s)] if game.actor(s) == DONE else [0.0] * n
    places = [1.0 + sum(r > own for r in returns) + 0.5 * (sum(r == own for r in returns) - 1) for own in returns]
    return {
        "hero": hero,
        "rivals": rivals,
        "options": options,
        "seed": seed,
        "seat": seat,
        "won": returns[seat] == 1.0,
        # How much better its place is than the mean of the others'.
        "rank": (sum(places) - places[seat]) / (n - 1) - places[seat],
        "winner": returns.index(1.0) if 1.0 in returns else -1,
        "rounds": int(t.round),
        "seconds": [round(player.spent, 3) for player in players],
        "turns": [player.turns for player in players],
        "slowest": [round(player.slowest, 3) for player in players],
        "actions": actions,
    }


def told(games: Sequence[dict[str, object]]) -> str:
    """One row of a table for the games against one kind of rivals."""
    first, seats = games[0], 1 + max(cast(int, game["seat"]) for game in games)
    won = sum(bool(game["won"]) for game in games)
    low, high = wilson(won, len(games))
    mean, lowest, highest = mean_interval([cast(float, game["rank"]) for game in games])
    by_seat = []
    for seat in range(seats):
        there = [game for game in games if game["seat"] == seat]
        by_seat.append(f"{sum(bool(game['won']) for game in there)} of {len(there)}")
    slowest = max(cast(list[float], game["slowest"])[cast(int, game["seat"])] for game in games)
    used = [cast(list[float], game["seconds"]) for game in games]
    own = sum(each[cast(int, game["seat"])] for game, each in zip(games, used, strict=True))
    rest = (sum(sum(each) for each in used) - own) / (seats - 1)
    about = f" ({first['options']})" if first["options"] else ""
    return (
        f"| {first['hero']} – {first['rivals']}{about} | {len(games)} | {won / len(games):.1%} "
        f"| {low:.1%} … {high:.1%} | {', '.join(by_seat)} | {mean:+.2f} ({lowest:+.2f} … {highest:+.2f}) | "
        f"{own / len(games):.1f} and {rest / len(games):.1f} s a game, slowest turn {slowest:.2f} s |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hero")
    parser.add_argument("--against", nargs="+", required=True)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--kyushu", action="store_true", help="on the map of Kyushu")
    parser.add_argument("--rounds", type=int, default=2, help="seeds, each from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="append the games to this file, and play none that it holds")
    parser.add_argument("-j", "--processes", type=int, default=1)
    given = parser.parse_args()
    words = [f"players={given.players}"] if given.players != 4 else []
    options = " ".join([*(["map=kyushu"] if given.kyushu else []), *words])
    against: list[str] = []
    for word in given.against:
        against += [f"script:{name}" for name in SCRIPTS] if word == "scripts" else [word]
    tasks: list[Task] = [
        (given.hero, rivals, options, seed, seat)
        for rivals in against
        for seed in range(given.seed, given.seed + given.rounds)
        for seat in range(given.players)
    ]
    known: dict[Task, dict[str, object]] = {}
    if given.keep and given.keep.exists():
        for line in given.keep.read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            known[(game["hero"], game["rivals"], game["options"], game["seed"], game["seat"])] = game
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for game in pool.imap(play, [task for task in tasks if task not in known]):
            task = cast(Task, tuple(game[name] for name in ("hero", "rivals", "options", "seed", "seat")))
            known[task] = game
            if given.keep:
                with given.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(game) + "\n")
    for rivals in against:
        games = [known[task] for task in tasks if task[1] == rivals]
        print(told(games))


if __name__ == "__main__":
    main()
