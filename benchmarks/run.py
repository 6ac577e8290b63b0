"""Ours and the peers', side by side in one run: uniformly random play driven from Python, actions per second.

Rounds are interleaved (every contestant once a round), figures are medians over the rounds, and a ratio is the median
of the ratios within a round, so that a machine that slows down slows all of them. Writes benchmarks/results.md.

    make bench        or        python -m benchmarks.run --peers .venv-bench/bin/python --rounds 9 --seconds 2
"""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median

import gunbai
from benchmarks.measuring import (
    Peers,
    Rate,
    arguments,
    by_turns,
    circumstances,
    fastest_first,
    note_uncompiled,
    publish,
    table,
)
from gunbai.lab.bench import drive, measure

# (ours, peer, at least, the goal): what this project set itself.
TARGETS = [
    ("gunshi", "open_spiel dark_chess", 2.0, 3.0),
    ("gunshi", "python-chess", 20.0, 20.0),
    ("gunkimono", "catanatron", 10.0, 10.0),
]


def our_rate(name: str, seconds: float, seed: int) -> float:
    match = gunbai.new(name, seed=None)
    actions, took = drive(match.game, match.options, gunbai.Rng(seed), Random(seed), seconds)
    return actions / took


def report(rates: dict[str, list[float]], rounds: int, seconds: float) -> list[str]:
    ours = [name for name in gunbai.names() if name in rates]
    text = [
        "# Benchmarks",
        "",
        "Uniformly random play driven from interpreted Python on one core, atomic actions per processor second.",
        f"All in one run, rounds interleaved: {rounds} rounds of {seconds:g} s each. Regenerate with `make bench`.",
        "",
        *circumstances(),
        "",
        *table("actions/s", fastest_first(rates), ours),
        "",
        "## Ratios",
        "",
        "| ours | peer | ratio | lowest | highest | at least | goal | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    for name, peer, least, goal in TARGETS:
        if name not in rates:
            continue
        ratios = [a / b for a, b in zip(rates[name], rates[peer], strict=True)]
        ratio = median(ratios)
        verdict = "goal reached" if ratio >= goal else "reached" if ratio >= least else "**missed**"
        spread = f"{ratio:.1f} | {min(ratios):.1f} | {max(ratios):.1f}"
        text.append(f"| {name} | {peer} | {spread} | {least:g} | {goal:g} | {verdict} |")
    text += ["", "## Inside the engine", ""]
    text += ["| game | compiled | engine actions/s | python actions/s | copy ns | state bytes | actions a game |"]
    text += ["|---|---|---:|---:|---:|---:|---:|"]
    for name in ours:
        match = gunbai.new(name, seed=None)
        f = measure(match.game, match.options, seconds * 2)
        text.append(
            f"| {name} | {'yes' if f.compiled else 'no'} | {f.engine_actions_per_s:,} | {f.python_actions_per_s:,} "
            f"| {f.copy_ns:,} | {f.state_bytes:,} | {f.actions_per_game:,} |"
        )
    return text


def main() -> None:
    given = arguments(__doc__, rounds=7)
    note_uncompiled(gunbai.names())
    peers = Peers(given.peers, "peers.py")
    ours: dict[str, Rate] = {name: partial(our_rate, name, given.seconds) for name in gunbai.names()}
    rates = by_turns(ours | peers.contestants(given.seconds), given.rounds)
    publish("results.md", report(rates, given.rounds, given.seconds))


if __name__ == "__main__":
    main()
