"""Shogun's habits and the scale of its value, tuned by what wins games. The data card says which runs were shipped.

    python scripts/tune_shogun.py habits OUT.json --batches 12 --games 700
    python scripts/tune_shogun.py habits OUT.json --base WEIGHTS.json --batches 12 --games 700
    python scripts/tune_shogun.py value BASE.json OUT.jsonl --games 300
    python scripts/tune_shogun.py join BASE.json HABITS.json OUT.json
    python scripts/tune_shogun.py recipe FOLDER

`habits` moves the numbers of `games/shogun/heuristics.py` from those set by hand: in every game two of four players, or
one of two, have numbers drawn around the present ones, the others those set by hand. A conditional logit of who won on
what was drawn says where to go. With `--base` it begins with the habits of a file, and the others have these or those
set by hand. `value` draws scales for groups of the weights, one planner against scripts, and a
logit of its victories says which scales win; they are written down below by hand. `join` makes the file to ship, with
the numbers that were never fitted. `recipe` does all of it from nothing and goes on where it stopped: the value by
`gunbai train`'s first round, habits set by hand tuned twice, and both joined by the scales below.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gunbai import bots
from gunbai.bots import play_out
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Bot, Budget
from gunbai.core.match import Match
from gunbai.core.options import Options, parse_options
from gunbai.core.rng import Rng
from gunbai.games.shogun import features as ft
from gunbai.games.shogun import habits as hb
from gunbai.games.shogun.contest import contest
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.learned import PlannedHeuristics
from gunbai.games.shogun.rules import GAME
from gunbai.learn.training import Training, recipe_of

Numbers = NDArray[np.float64]

BY_HAND: Numbers = np.array([float(number) for number in hb.BY_HAND])
COUNT = len(BY_HAND)
# Most numbers are scales and move by factors; these are moved by amounts, so large each.
AMOUNTS = {
    int(hb.ARMY_CHANCE): 0.08,
    int(hb.FORCE_CHANCE): 0.08,
    int(hb.FORCE_EVEN): 0.08,
    int(hb.WINNING_FALL): 3.0,
    int(hb.OF_LEADER): 0.7,
    int(hb.NEED_CROWN): 0.2,
    int(hb.HUNT_MARCH): 4.0,
    int(hb.HUNT_PATH): 4.0,
    int(hb.HUNT_HOME): 2.0,
    int(hb.MARCHED_ON): 0.3,
    int(hb.NEED_HUNT): 0.7,
}
# Those that are nought at first and cannot be less: the search begins a step above.
HUNTING = (hb.HUNT_MARCH, hb.HUNT_PATH, hb.HUNT_HOME, hb.MARCHED_ON, hb.NEED_HUNT)
FACTORS = {int(hb.SHARPNESS): 0.25}
FACTOR = 0.5
# Simulations play best when they are sharp: the search begins there.
SHARP = 4.0
FIRST_SEED = 10**6
PRICE = 30.0
RATE, KEPT, LONGEST_STEP = 8.0, 0.6, 0.8
MOST_ACTIONS = 12000
GROUPS = ("units", "men", "held", "curve", "risk", "hope", "standing", "place", "lead")
JUDGEMENTS = 16
OPPONENTS = ("habit", "habit", "rush", "hunter", "all-in")


def habits(moved: Numbers, begin: Numbers = BY_HAND) -> list[float]:
    """The numbers that are so far from those it began with."""
    out = []
    for number, (base, by) in enumerate(zip(begin, moved, strict=True)):
        if number in AMOUNTS:
            out.append(base + AMOUNTS[number] * by)
        else:
            out.append(base * float(np.exp(FACTORS.get(number, FACTOR) * by)))
    for number in (hb.WINNING_FALL, hb.NEED_CROWN, *HUNTING):
        out[number] = max(0.0, out[number])
    return [float(number) for number in out]


def winner(options: str, minds: list[ShogunHeuristics], seed: int) -> int:
    """Who wins a game by habit; -1 if nobody does."""
    s = GAME.start(Options(GAME.info.options, parse_options(options)))
    contest(GAME, s, minds, Rng(seed), MOST_ACTIONS)
    returns = [float(r) for r in GAME.returns(s)]
    return returns.index(1.0) if 1.0 in returns else -1


def logit(rows: list[tuple[Numbers, int]], price: Numbers) -> Numbers:
    """Weights whose exponentials are the odds of the seats, by Newton's method."""
    found: Numbers = np.zeros(len(price))
    for _ in range(6):
        slope, curve = -price * found, np.diag(price)
        for drawn, won in rows:
            odds = np.exp(drawn @ found)
            odds /= odds.sum()
            mean = odds @ drawn
            slope += drawn[won] - mean
            curve += (drawn * odds[:, None]).T @ drawn - np.outer(mean, mean)
        found += np.linalg.solve(curve, slope)
    return found


def tune_habits(out: Path, batches: int, games: int, base: Path | None) -> None:
    rng = np.random.default_rng(FIRST_SEED)
    moved, pace = np.zeros(COUNT), np.zeros(COUNT)
    begin, others = BY_HAND, [ShogunHeuristics()]
    if base is None:
        moved[hb.SHARPNESS] = SHARP
    else:
        known = json.loads(base.read_text(encoding="utf-8"))["habits"]
        begin = np.array(known + [0.0] * (COUNT - len(known)))
        others += [ShogunHeuristics([float(number) for number in begin])] * 2
    moved[list(HUNTING)] = 1.0
    seed = FIRST_SEED
    price = np.append(np.full(COUNT, PRICE), 0.1)
    for batch in range(batches):
        rows: list[tuple[Numbers, int]] = []
        for number in range(games):
            seed += 1
            two = number % 5 == 4
            seats = 2 if two else 4
            minds, drawn = [others[number % len(others)]] * seats, np.zeros((seats, COUNT + 1))
            for seat in rng.permutation(seats)[: seats // 2]:
                step = rng.standard_normal(COUNT)
                drawn[seat] = np.append(step, 1.0)
                minds[seat] = ShogunHeuristics(habits(moved + step, begin))
            won = winner("players=2" if two else "", minds, seed)
            if won >= 0:
                rows.append((drawn, won))
        slopes = logit(rows, price)
        pace = KEPT * pace + (1.0 - KEPT) * slopes[:COUNT]
        moved = moved + np.clip(RATE * pace, -LONGEST_STEP, LONGEST_STEP)
        tuned = sum(drawn[won][COUNT] for drawn, won in rows)
        print(f"batch {batch + 1}: {tuned:.0f} of {len(rows)} won by drawn habits", flush=True)
        out.write_text(
            json.dumps({"habits": [round(number, 4) for number in habits(moved, begin)]}) + "\n", encoding="utf-8"
        )


def scaled(base: dict[str, list[float]], drawn: Numbers) -> dict[str, list[float]]:
    """Weights with their groups scaled; all noughts are the scales that were shipped."""
    by = dict(zip(GROUPS, drawn, strict=True))
    value = np.array(base["value"] + [0.0] * (int(ft.FEATURES) - len(base["value"])))
    for begin, span in ((ft.HELD, ft.HELD_SPAN), (ft.LEAD, ft.LEAD_SPAN)):
        # Amounts that few games showed have no weight of their own: a straight line stands for all of them.
        at, rungs = slice(int(begin), int(begin + span)), np.arange(int(span))
        seen = np.abs(value[at]) > 1e-6
        value[at] = np.polyval(np.polyfit(rungs[seen], value[at][seen], 1), rungs)
    held = np.arange(int(ft.HELD_SPAN))
    value[ft.ARMY_UNITS : ft.ARMY_UNITS + 4] *= UNITS * np.exp(0.5 * by["units"])
    value[ft.BORDER_UNITS : ft.BORDER_UNITS + 8] *= MEN * np.exp(0.6 * by["men"])
    value[ft.HELD : ft.HELD + ft.HELD_SPAN] += (LAND + 0.025 * by["held"]) * held
    value[ft.HELD : ft.HELD + ft.HELD_SPAN] += 0.0007 * by["curve"] * (held - 20.0) ** 2 * np.sign(held - 20)
    value[ft.ARMY_RISK : ft.ARMY_RISK + 2 * ft.ARMY_RISK_SPAN] *= DANGER * np.exp(0.5 * by["risk"])
    value[ft.HOPE : ft.HOPE + 2 * ft.HOPE_SPAN] += np.array([0.0, 0.02, 0.02, 0.01, 0.08] * 2) * by["hope"]
    value[ft.STANDING + 1] -= 0.25 * by["standing"]
    value[ft.STANDING + 3] += 0.15 * by["standing"]
    value[ft.PLACE : ft.PLACE + ft.PLACE_SPAN] *= PLACES * np.exp(0.8 * by["place"])
    value[ft.RONIN_KOKU : ft.RONIN_KOKU + ft.RONIN_SPAN] *= RONIN
    value[ft.LEAD : ft.LEAD + ft.LEAD_SPAN] += 0.02 * by["lead"] * np.arange(int(ft.LEAD_SPAN))
    return {"value": [round(float(weight), 4) for weight in value], "habits": base["habits"]}


# What the groups of the weights before are multiplied by, and what a forty-fourth part of the goal is worth besides.
UNITS, MEN, LAND, DANGER, PLACES, RONIN = 0.4, 0.55, 0.055, 1.4, 0.55, 1.3


# The numbers that were set by hand: last daimyos (`hunting.py`), and playouts that go on, for every judgement.
HUNTS = (0.2, 0.1, 0.05, 0.03, -0.12, -0.07, 0.04, 0.02)
FAR = 0.5
# The two runs that tuned habits: from those set by hand, then from what came of it.
BATCHES, MORE_BATCHES, BATCH = 12, 4, 700


def joined(base: dict[str, list[float]], tuned: list[float]) -> dict[str, object]:
    """The file to ship: a fitted value with its groups scaled, tuned habits, and what was set by hand."""
    found = scaled({"value": base["value"][: int(ft.BLOWS)], "habits": tuned}, np.zeros(len(GROUPS)))
    found["value"][int(ft.BLOWS) : int(ft.FEATURES)] = list(HUNTS)
    return {**found, "far": FAR}


def make(folder: Path, games: int, batches: int, more: int, each: int, processes: int) -> None:
    """Everything from nothing; parts that a file in the folder holds already are left as they are."""
    run = Training(GAME, folder / "base", recipe_of(GAME, {"rounds": 1, "games": games, "simulations": 0}, 1))
    base = cast(dict[str, list[float]], run.run(processes, lambda *_: None, lambda found: print(found, flush=True)))
    first, second = folder / "habits-1.json", folder / "habits-2.json"
    for path, number, begin in ((first, batches, None), (second, more, first)):
        if not path.exists():
            # Written under another name until it is whole, so that a run that was stopped begins this part again.
            part = path.with_suffix(".part")
            tune_habits(part, number, each, begin)
            part.rename(path)
    tuned = cast(list[float], json.loads(second.read_text(encoding="utf-8"))["habits"])
    (folder / "weights.json").write_text(json.dumps(joined(base, tuned)) + "\n", encoding="utf-8")


def tune_value(base: Path, out: Path, games: int, seed: int) -> None:
    weights = cast(dict[str, list[float]], json.loads(base.read_text(encoding="utf-8")))
    rng = np.random.default_rng(seed)
    drawn_rows, results = [], []
    for number in range(1, games + 1):
        options = "players=2" if number % 4 == 3 else ""
        match = Match(GAME, Options(GAME.info.options, parse_options(options)), seed + number)
        seats = match.options.players
        seat = number // 4 % seats
        drawn = rng.standard_normal(len(GROUPS))
        found = scaled(weights, drawn)
        opponent = OPPONENTS[int(rng.integers(len(OPPONENTS)))]
        players: list[Bot] = [bots.make(f"script:{opponent}", (seed + number) * 8 + k) for k in range(seats)]
        players[seat] = SearchBot(seed + number, heuristics=PlannedHeuristics(found["value"], found["habits"]))
        play_out(match, players, Budget(600.0, JUDGEMENTS))
        drawn_rows.append(drawn)
        results.append(float(match.returns[seat]) > 0.0)
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps([list(drawn), results[-1], options, opponent]) + "\n")
    table = np.column_stack([np.ones(games), np.array(drawn_rows)])
    won, price = np.array(results, dtype=float), np.array([0.01, *[4.0] * len(GROUPS)])
    slopes: Numbers = np.zeros(len(price))
    for _ in range(12):
        chance = 1.0 / (1.0 + np.exp(-table @ slopes))
        curve = (table * (chance * (1.0 - chance))[:, None]).T @ table + np.diag(price)
        slopes += np.linalg.solve(curve, table.T @ (won - chance) - price * slopes)
    errors = np.sqrt(np.diag(np.linalg.inv(curve)))
    for name, slope, error in zip(("all", *GROUPS), slopes, errors, strict=True):
        print(f"{name} {slope:+.2f} ({error:.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    of_habits = parts.add_parser("habits")
    of_habits.add_argument("out", type=Path)
    of_habits.add_argument("--batches", type=int, default=12)
    of_habits.add_argument("--games", type=int, default=700)
    of_habits.add_argument("--base", type=Path, help="weights with habits to begin with")
    of_value = parts.add_parser("value")
    of_value.add_argument("base", type=Path, help="weights, with the habits to play by")
    of_value.add_argument("out", type=Path)
    of_value.add_argument("--games", type=int, default=300)
    of_value.add_argument("--seed", type=int, default=800000)
    join = parts.add_parser("join", help="write weights with scaled groups and habits")
    join.add_argument("base", type=Path)
    join.add_argument("habits", type=Path)
    join.add_argument("out", type=Path)
    whole = parts.add_parser("recipe", help="make weights from nothing")
    whole.add_argument("folder", type=Path)
    whole.add_argument("--value-games", type=int, default=2000)
    whole.add_argument("--batches", type=int, default=BATCHES)
    whole.add_argument("--more-batches", type=int, default=MORE_BATCHES)
    whole.add_argument("--games", type=int, default=BATCH)
    whole.add_argument("-j", "--processes", type=int, default=0)
    given = parser.parse_args()
    if given.part == "habits":
        tune_habits(given.out, given.batches, given.games, given.base)
    elif given.part == "value":
        tune_value(given.base, given.out, given.games, given.seed)
    elif given.part == "recipe":
        make(given.folder, given.value_games, given.batches, given.more_batches, given.games, given.processes)
    else:
        base = json.loads(given.base.read_text(encoding="utf-8"))
        tuned = json.loads(given.habits.read_text(encoding="utf-8"))["habits"]
        given.out.write_text(json.dumps(joined(base, tuned)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
