"""Our batch environment and the peers' environments in one run: random play with observation and mask on one core.

Rounds are interleaved and a ratio is the median of the ratios within a round. Writes benchmarks/environments.md.

    make bench-environments
"""

from __future__ import annotations

from functools import partial
from statistics import median
from time import process_time

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
from gunbai.rl.arrays import BatchEnv

# Ours -> decisions a second asked for on one core, and the peer of comparable size with the least ratio asked for.
ASKED = {
    "gunshi": (500_000, "open_spiel with tensors dark_chess", 10.0),
    "gunkimono": (300_000, "pgx sparrow_mahjong", 10.0),
    "shogun": (100_000, "open_spiel with tensors phantom_go", 10.0),
}
SIZES = (1, 16, 256, 4096)


def our_rate(name: str, games: int, seconds: float, seed: int) -> float:
    env = BatchEnv(name, games=games, seed=seed)
    for _ in range(max(1, 2000 // games)):  # past the opening
        env.step(env.random_actions())
    decisions = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        env.step(env.random_actions())
        decisions += games
    return decisions / took


def report(rates: dict[str, list[float]], sizes: dict[str, list[float]], rounds: int, seconds: float) -> list[str]:
    text = [
        "# Environments",
        "",
        "Random play with observation and mask of the acting seat, decisions per processor second on one core.",
        f"All in one run, rounds interleaved: {rounds} rounds of {seconds:g} s each, ours with 256 games in a batch.",
        "Regenerate with `make bench-environments`.",
        "",
        *circumstances(),
        "",
        *table("decisions/s", fastest_first(rates), ASKED),
        "",
        "## Asked for",
        "",
        "| ours | decisions/s | asked | | peer | ratio | asked | |",
        "|---|---:|---:|---|---|---:|---:|---|",
    ]
    for name, (asked, peer, least) in ASKED.items():
        rate = median(rates[name])
        ratio = median(a / b for a, b in zip(rates[name], rates[peer], strict=True))
        fast, ahead = ("reached" if ok else "**missed**" for ok in (rate >= asked, ratio >= least))
        text.append(f"| {name} | {rate:,.0f} | {asked:,} | {fast} | {peer} | {ratio:.1f} | {least:g} | {ahead} |")
    text += ["", "## By games in a batch", "", "| game | " + " | ".join(f"{size:,}" for size in SIZES) + " |"]
    text += ["|---|" + "---:|" * len(SIZES)]
    for name, found in sizes.items():
        text.append(f"| {name} | " + " | ".join(f"{rate:,.0f}" for rate in found) + " |")
    return text


def main() -> None:
    given = arguments(__doc__, rounds=5)
    note_uncompiled(ASKED)
    peers = Peers(given.peers, "environment_peers.py")
    ours: dict[str, Rate] = {name: partial(our_rate, name, 256, given.seconds) for name in ASKED}
    rates = by_turns(ours | peers.contestants(given.seconds), given.rounds)
    sizes = {name: [our_rate(name, size, given.seconds, 1) for size in SIZES] for name in ASKED}
    publish("environments.md", report(rates, sizes, given.rounds, given.seconds))


if __name__ == "__main__":
    main()
