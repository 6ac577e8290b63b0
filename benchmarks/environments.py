"""Our batch environment and the peers' environments in one run: random play with observation and mask on one core.

Rounds are interleaved and a ratio is the median of the ratios within a round. Writes benchmarks/environments.md.

    make bench-environments
"""

from __future__ import annotations

import argparse
import sys
from statistics import median
from time import process_time

import gunbai
from benchmarks.run import HERE, Peers, circumstances
from gunbai.lab.bench import compiled
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


def report(rates: dict[str, list[float]], sizes: dict[str, list[float]], rounds: int, seconds: float) -> str:
    text = [
        "# Environments",
        "",
        "Random play with observation and mask of the acting seat, decisions per processor second on one core.",
        f"All in one run, rounds interleaved: {rounds} rounds of {seconds:g} s each, ours with 256 games in a batch.",
        "Regenerate with `make bench-environments`.",
        "",
        *circumstances(),
        "",
        "| what | decisions/s, median | lowest | highest |",
        "|---|---:|---:|---:|",
    ]
    for name, found in sorted(rates.items(), key=lambda item: -median(item[1])):
        shown = f"**{name}**" if name in ASKED else name
        text.append(f"| {shown} | {median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} |")
    text += [
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
    return "\n".join([*text, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--peers", default=str(HERE.parent / ".venv-bench" / "bin" / "python"), help="the peers' Python"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    for name in ASKED:
        if not compiled(gunbai.find(name)):
            print(f"note: {name} is not compiled; its figures are those of plain Python", file=sys.stderr)
    peers = Peers(given.peers, "environment_peers.py")
    rates: dict[str, list[float]] = {}
    for number in range(given.rounds):
        for name in ASKED:
            rates.setdefault(name, []).append(our_rate(name, 256, given.seconds, number))
        for name in peers.names:
            rates.setdefault(name, []).append(peers.rate(name, given.seconds))
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
    sizes = {name: [our_rate(name, size, given.seconds, 1) for size in SIZES] for name in ASKED}
    text = report(rates, sizes, given.rounds, given.seconds)
    (HERE / "environments.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
