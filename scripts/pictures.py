"""Draws docs/pictures: each game's table in the middle of a game, as the terminal shows it. `make pictures` runs it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import gunbai
from gunbai.session import Table
from gunbai.terminal import Sitting, make_table
from gunbai.terminal.app import TableApp

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZE = (120, 40)
# game -> (seed, actions played before the picture is taken)
MOMENTS = {"gunshi": (11, 120), "gunkimono": (3, 40), "shogun": (5, 400)}


def middle_of_a_game(name: str, seed: int, actions: int) -> Table:
    """A random game up to a moment when the first seat has a choice."""
    table = make_table(name, seats=["person"], seed=seed)
    rng = gunbai.Rng(seed)
    while not table.over and (table.length < actions or len(table.legal(0)) < 3):
        seat = table.to_act[0]
        choices = table.legal(seat)
        table.play(seat, choices[int(rng.below(len(choices)))])
    return table


async def draw(name: str, seed: int, actions: int) -> str:
    app = TableApp(Sitting(middle_of_a_game(name, seed, actions)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        svg = app.export_screenshot(title=f"gunbai play {name}")
    # The exporter links web fonts; a picture should need no network.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code", "monospace")


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, (seed, actions) in MOMENTS.items():
        if name in gunbai.names():
            file = PICTURES / f"{name}.svg"
            file.write_text(asyncio.run(draw(name, seed, actions)), encoding="utf-8")
            print(f"{file.relative_to(PICTURES.parent.parent)} drawn")


if __name__ == "__main__":
    main()
