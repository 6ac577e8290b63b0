"""A statistic in ten lines: how often each seat wins when everybody plays at random, and how long that takes."""

from __future__ import annotations

import sys
from collections import Counter

import gunbai
from gunbai.core.game import playout

name, games = (*sys.argv[1:], "gunshi", "200")[:2] if len(sys.argv) != 2 else (sys.argv[1], "200")
wins: Counter[str] = Counter()
actions = 0
for seed in range(int(games)):
    match = gunbai.new(name, seed=seed)
    actions += playout(match.game, match.state, gunbai.Rng(seed), 1_000_000)
    returns = match.game.returns(match.state)
    best = [seat for seat, value in enumerate(returns) if value == max(returns)]
    wins[match.game.info.seat_names[best[0]] if len(best) == 1 else "nobody alone"] += 1
print(f"{name}: {games} random games of {actions / int(games):.0f} actions")
for who, count in wins.most_common():
    print(f"  {who} wins {count / int(games):.0%}")
