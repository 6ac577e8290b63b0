"""Plays Gunshi bots against programs with a formation by heart, and says who wins by which seat and how.

A player is written BOT or FORMATION+BATTLE: one bot forms, another fights, so that the two halves of play can be judged
apart. A number behind @ is simulations an action: `level-4`, `search@400`, `script:column+search@400`. `plan:NAME` is
one of the drilled formations below, `form:PIECES` one written out. In --against `plan:*` and `held-out:*` mean all of a
group.

    .venv/bin/python scripts/gunshi_rivals.py search@400 --against script:column script:herd --rounds 10 --seed 1
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gunbai import bots
from gunbai.core.bot import Bot, Budget
from gunbai.core.game import CHANCE, DONE, Game, View
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.gunshi.drilled import DrilledBot
from gunbai.games.gunshi.state import FACING, PIECE
from gunbai.lab.statistics import wilson

LONG = 600.0
MOST_ACTIONS = 6000
# name -> pieces (red's left wing; half of the games are mirrored), shogun, cards it likes to have sent, advance
PLANS: dict[str, tuple[str, str, int, float]] = {
    "pair": ("C d1,C e1,I a1,A d2,A e2,a1-a2", "a1", 3, 0.1),
    "wing": ("C b1,C b2,C c1,I g1,f1-g1,g1-g2,a2-a3,b2-b3", "g1", 4, 0.0),
    "archers": ("A c2,A d2,A e2,A d3,I a1,C d1", "a1", 3, 0.3),
    "shields": ("I b2,I c2,I d2,I e2,I f2,I a2,I g2,I d3,I d1", "d1", 2, 0.5),
    "spear": ("I d3,I c3,I e3,I d2,C d1,C e1,I a1", "a1", 3, 0.4),
    "ambush": ("C a2,C b2,C c2,I g1,d3-d4,e3-e4", "g1", 4, 0.05),
    "hunt": ("A c3,A e3,C d3,C d2,I g1,I f1", "g1", 3, 0.3),
    "mixed": ("C d1,I d2,A e2,I c2,C c1,I a1,a1-a2", "a1", 3, 0.3),
    "corner": ("I a1,I a2,I b1,A b2,C c1,C d1,c1-c2,d1-d2", "a1", 3, 0.1),
    "late": ("a1-a2,b1-b2,c1-c2,d1-d2,C e1,C e2,C f1,I g1", "g1", 4, 0.0),
}

# No formation or setting was chosen by games against these; lance and wings had a part in how a hand begins.
HELD_OUT: dict[str, tuple[str, str, int, float]] = {
    "fan": ("C a1,C b1,A c2,A d2,I g1,e1-e2,f1-f2", "g1", 3, 0.2),
    "bows": ("A d3,A c3,A e3,A d2,A d1,A c1", "c1", 3, 0.3),
    "lance": ("C c1,C c2,C c3,I g1,g1-g2,f1-g1,b2-b3,d2-d3", "g1", 4, 0.0),
    "fort": ("I a1,I a2,I b1,I b2,A c1,C g1,A c2", "b1", 2, 0.2),
    "flanks": ("C a1,C g1,A d1,A d2,I d3,I e1", "e1", 3, 0.3),
    "host": ("I d2,I c2,I e2,I d3,I d1,I c1,I e1,I c3,I e3", "d1", 3, 0.7),
    # Written after all weights were fitted: two wings, a wall of archers, foot along an edge, a decoy before horses.
    "wings": ("C a1,C a2,C g1,C g2,I d1", "d1", 4, 0.0),
    "wall": ("A c3,A d3,A e3,A c2,A e2,I d1", "d1", 3, 0.1),
    "edge": ("I a2,I b2,I a1,I b1,I c2,I g1,C g2,f1-g1,f2-g2", "g1", 3, 0.9),
    "bait": ("I d3,A c2,A e2,C d1,C d2,I g1", "g1", 3, 0.0),
}


def plan(name: str, seed: int) -> DrilledBot:
    """A drilled bot with one of the formations above."""
    pieces, shogun, row, advance = (PLANS | HELD_OUT)[name]
    return DrilledBot(seed, pieces.split(","), shogun, row, advance)


class Player:
    """Forms with one bot and fights with another."""

    def __init__(self, text: str, seed: int) -> None:
        self.parts = [_part(part, seed) for part in text.split("+")]

    def choose(self, game: Game, view: View, legal: Sequence[int]) -> int:
        t = view.state  # type: ignore[attr-defined]
        fights = t.turn > 0 or t.phase not in (PIECE, FACING)
        bot, budget = self.parts[-1 if fights else 0]
        return bot.choose(game, view, legal, budget)


def _part(text: str, seed: int) -> tuple[Bot, Budget]:
    name, _, simulations = text.partition("@")
    if name.startswith("form:"):
        pieces = name.removeprefix("form:").split(",")
        return DrilledBot(seed, pieces, _foot(pieces), 3, 0.1), Budget(1.0)
    bot: Bot = plan(name.removeprefix("plan:"), seed) if name.startswith("plan:") else bots.make(name, seed)
    return bot, Budget(LONG, int(simulations)) if simulations else Budget(1.0, 0, True)


def _foot(pieces: Sequence[str]) -> str:
    return next((piece[2:] for piece in pieces if piece.startswith("I ")), "a1")


def play(task: tuple[str, str, int, int, str]) -> dict[str, object]:
    """One game: hero, rival, seed, the hero's seat, options."""
    hero, rival, seed, seat, formation = task
    game = find("gunshi")
    options = {"formation": formation} if formation else {}
    s = game.start(Options(game.info.options, options))
    rng = Rng(seed)
    players = [Player(hero if i == seat else rival, seed * 8 + i) for i in range(2)]
    histories: list[list[int]] = [[], []]
    actions: list[int] = []
    while (actor := int(game.actor(s))) != DONE and len(actions) < MOST_ACTIONS:
        if actor == CHANCE:
            action = int(game.draw(s, rng))
        else:
            legal = [int(a) for a in game.legal(s)]
            view = game.view(s, actor)
            view.history = histories[actor]
            action = players[actor].choose(game, view, legal)
        for i, history in enumerate(histories):
            history.append(int(game.seen_as(s, action, i)))
        game.apply(s, action)
        actions.append(action)
    won = game.returns(s)[seat] > 0 if game.actor(s) == DONE else False
    ending = int(getattr(s, "ending", -1))
    return {
        "hero": hero,
        "rival": rival,
        "seed": seed,
        "seat": seat,
        "won": won,
        "ending": ending,
        "turns": int(getattr(s, "turn", 0)),
        "actions": actions,
        "options": formation,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hero")
    parser.add_argument("--against", nargs="+", required=True)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formation", default="", help="a ready-made formation such as first_battle")
    parser.add_argument("--keep", type=Path, help="append the games to this file, one a line")
    parser.add_argument("-j", "--processes", type=int, default=2)
    given = parser.parse_args()
    rivals: list[str] = []
    for rival in given.against:
        before, star, after = rival.partition("*")
        names = {"plan:": PLANS, "held-out:": HELD_OUT}.get(before, {})
        rivals += [f"plan:{name}{after}" for name in names] if star else [rival]
    tasks = [
        (given.hero, rival, seed, seat, given.formation)
        for rival in rivals
        for seed in range(given.seed, given.seed + given.rounds)
        for seat in range(2)
    ]
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        games = list(pool.imap(play, tasks))
    if given.keep:
        with given.keep.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in games)
    for rival in rivals:
        mine = [each for each in games if each["rival"] == rival]
        won = sum(bool(each["won"]) for each in mine)
        low, high = wilson(won, len(mine))
        seats = [[bool(each["won"]) for each in mine if each["seat"] == seat] for seat in range(2)]
        endings = Counter((bool(each["won"]), each["ending"]) for each in mine)
        print(
            f"{given.hero} – {rival}: {won} of {len(mine)} = {won / len(mine):.1%} ({low:.0%} … {high:.0%});"
            f" red {sum(seats[0])}, blue {sum(seats[1])} of {len(seats[0])};"
            f" won by shogun {endings[True, 1]}, invasion {endings[True, 2]};"
            f" lost by shogun {endings[False, 1]}, invasion {endings[False, 2]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
