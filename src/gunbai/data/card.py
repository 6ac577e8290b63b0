"""The data card: what a data set holds, how it was made and what it is not good for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import gunbai
from gunbai.data.recipe import JSON_LINES, PARQUET, Done, Recipe
from gunbai.data.rows import WORLDS

# Some games name the points of every seat in their ending, and hardly two are alike.
MOST_ENDINGS = 10
_COLUMNS = """
`seats`: what one seat knew at one moment. No column but `result` depends on anything that the seat could not see then.

| column | Parquet | JSON lines |
|---|---|---|
| `game`, `step` | the game's number; how many actions came before, chance included | the same |
| `seat`, `acting` | whose row it is; whether it is this seat that decides | the same |
| `view` | the position as the seat knows it, on one line, `?` for the unknown | all fields by name |
| `observation` | the same as bytes from 0 to 127, for networks | – |
| `legal`, `choice` | dense action indices; empty for a seat that does not decide | as text |
| `seen` | what the seat saw happen since its last row, by the game's numbers; some only as masked actions | as text |
| `value` | what the game's own judgement expects for the seat, -1 to 1, in {worlds} sampled worlds | the same |
| `result` | what the seat got in the end, -1 to 1 | the same |

`truth`: every action with the whole position before it: `game`, `step`, `actor` (-1 is chance), `action`, `position`.
It holds all secrets. Do not train a player on it; it is there for replaying and for judging beliefs.

`games`: `game`, `seed`, `players` by seat, `returns` and `places` by seat, `outcome`, `actions`."""


def card(recipe: Recipe, done: Sequence[Done]) -> str:
    """The card of a data set in Markdown, with the head that dataset hubs read."""
    games = sum(part.games for part in done)
    rows = sum(part.rows for part in done)
    seats = recipe.engine.info.seat_names[: recipe.all_options.players]
    outcomes = Counter[str]()
    for part in done:
        outcomes.update(part.outcomes)
    rest = sum(often for _, often in outcomes.most_common()[MOST_ENDINGS:])
    lines = [
        "---",
        f"pretty_name: {json.dumps(recipe.engine.info.title + ', games of bots')}",
        "license: mit",
        f"tags: [games, hidden-information, {recipe.game}]",
        f"size: {rows} rows",
        "---",
        "",
        f"# {recipe.engine.info.title}: {games:,} games of bots",
        "",
        f"{games:,} games, {sum(part.actions for part in done):,} actions, "
        f"{sum(part.decisions for part in done):,} decisions, {rows:,} rows of seats. "
        f"Written by gunbai {gunbai.__version__}, rules version {recipe.rules}. "
        "All of it was played by programs; nobody's data is in it.",
        "",
        "## How it was made",
        "",
        "```sh",
        command(recipe),
        "```",
        "",
        f"- Options: `{recipe.options or 'the usual ones'}`.",
        f"- Players: {', '.join(f'`{name}`' for name in recipe.players)}, moving up one seat from game to game"
        f"; {recipe.iterations} simulations for a decision where a bot searches. "
        f"Their code and weights have the mark {recipe.code or 'unknown'}.",
        f"- Game n is played with seed {recipe.seed} + n. The command gives the same files again, byte by byte, "
        "whether it is interrupted or not, with bots of the same mark.",
        "",
        "## What is in it",
        _COLUMNS.format(worlds=WORLDS),
        "",
        "| seat | mean result | games won alone |",
        "|---|---|---|",
        *(
            f"| {name} | {sum(part.results[seat] for part in done) / max(1, games):+.3f} | "
            f"{sum(part.wins[seat] for part in done) / max(1, games):.1%} |"
            for seat, name in enumerate(seats)
        ),
        "",
        "| how games ended | games |",
        "|---|---|",
        *(f"| {how} | {often:,} |" for how, often in outcomes.most_common(MOST_ENDINGS)),
        *([f"| in other ways | {rest:,} |"] if rest else []),
        "",
        "## How to read it",
        "",
        "```python" if PARQUET in recipe.formats else "```sh",
        *(
            [
                "from gunbai.data.reading import Dataset",
                "",
                'for batch in Dataset(".").batches(256):',
                "    print(batch.observations.shape, batch.masks.shape, batch.choices[:5], batch.results[:5])",
                "    break",
            ]
            if PARQUET in recipe.formats
            else [f"head -n 1 seats/part-00000.{JSON_LINES}"]
        ),
        "```",
        "",
        "## What it is not",
        "",
        "- The choices are as good as the bots named above, and share their habits; people play otherwise.",
        "- Rows of one game depend on each other: split by game, not by row (`held_out` of the reader does).",
        "- `value` is a quick judgement, not a solved value.",
        "",
    ]
    return "\n".join(lines)


def command(recipe: Recipe) -> str:
    """The command that makes this data set again."""
    words = ["gunbai dataset", recipe.game, "--folder .", f"--games {recipe.games}"]
    words += [f"--bot {name}" if " " not in name else f"--bot '{name}'" for name in recipe.players]
    words += [f"-o {option}" for option in recipe.options.split()]
    words += [f"--iterations {recipe.iterations}", f"--seed {recipe.seed}", f"--part {recipe.part}"]
    words += [f"--format {name}" for name in recipe.formats]
    return " ".join([*words, *(["--everyone"] if recipe.everyone else [])])
