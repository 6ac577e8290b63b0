"""A recorded game told as one seat saw it: `replay_a_game.py game.txt 0`. Without a file, two bots play one first."""

from __future__ import annotations

import sys

import gunbai
from gunbai import bots
from gunbai.core.game import bring_into_focus

if len(sys.argv) > 1:
    match = gunbai.load(sys.argv[1])
else:
    match = gunbai.new("gunshi", preset="tiny", seed=5)
    bots.play_out(match, [bots.make("random", seat) for seat in range(match.options.players)])
seat = int(sys.argv[2]) if len(sys.argv) > 2 else 0

game, state = match.game, match.record.start()
for number, step in enumerate(match.record.steps, start=1):
    bring_into_focus(game, state, step.seat)
    seen = int(game.seen_as(state, step.action, seat))
    print(f"{number:4} {game.tell(game.view(state, seat), [seen])}")
    game.apply(state, step.action)
print(match.result)
