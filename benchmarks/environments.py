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

# Ours -> decisions a second asked for on one core.
ASKED = {"gunshi": 500_000, "gunkimono": 300_000, "shogun": 100_000}
# At least so many times the best peer of comparable size.
LEAST = 10.0
# Values of an observation and kinds of action of each peer, decisions in a random game (a mean of 6 games of
# PettingZoo's chess, 60 of kriegspiel, 100 or more of the others), and whether it hides anything.
PEERS = {
    "open_spiel rl_environment dark_chess": (1738, 4674, 130, True),
    "open_spiel with tensors dark_chess": (1738, 4674, 130, True),
    "open_spiel with tensors phantom_go": (326, 82, 265, True),
    "open_spiel arrays dark_chess": (1738, 4674, 130, True),
    "open_spiel arrays kriegspiel": (1144, 4674, 521, True),
    "open_spiel arrays gin_rummy": (644, 241, 107, True),
    "pettingzoo chess_v6": (7104, 4672, 371, False),
    "pettingzoo texas_holdem_no_limit_v6": (54, 5, 3, True),
    "pgx sparrow_mahjong": (165, 11, 25, True),
    "pgx leduc_holdem": (34, 3, 4, True),
}
# Games played by hand, state by state, are no environments: nobody resets them, and rewards are asked for. States give
# their tensors as lists; the quickest loop that we could write has them written into arrays instead.
WITH_TENSORS, WITH_ARRAYS = "open_spiel with tensors", "open_spiel arrays"
# Decisions at least between two looks at the clock, which costs as much as a decision; the peers' script has the same.
BETWEEN = 64
SIZES = (1, 16, 256, 4096)


def our_rate(name: str, games: int, seconds: float, seed: int) -> float:
    env = BatchEnv(name, games=games, seed=seed)
    for _ in range(max(1, 2000 // games)):  # past the opening
        env.step(env.random_actions())
    decisions = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        for _ in range(max(1, BETWEEN // games)):
            env.step(env.random_actions())
            decisions += games
    return decisions / took


def our_size(name: str, games: int = 20) -> str:
    """Values of an observation, kinds of action, and decisions in a random game."""
    env = BatchEnv(name, seed=1)
    decisions = ended = 0
    while ended < games:
        env.step(env.random_actions())
        decisions += 1
        ended += int(env.ended[0])
    return f"{env.observation_size:,} × {env.action_count:,} × {decisions / games:,.0f}"


def comparable(name: str, kind: str) -> list[str]:
    """The peers of a kind that hide something and have an observation of half to twice our values."""
    own = BatchEnv(name).observation_size
    return [
        peer
        for peer, (values, _, _, hides) in PEERS.items()
        if hides and own <= 2 * values and values <= 2 * own and _kind(peer) == kind
    ]


def _kind(peer: str) -> str:
    """WITH_TENSORS, WITH_ARRAYS, or empty for an environment."""
    return next((kind for kind in (WITH_TENSORS, WITH_ARRAYS) if peer.startswith(kind)), "")


def ratio(rates: dict[str, list[float]], name: str, peer: str) -> float:
    return median(a / b for a, b in zip(rates[name], rates[peer], strict=True))


def _verdict(reached: bool) -> str:
    return "reached" if reached else "**missed**"


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
        "| ours | decisions/s | asked | |",
        "|---|---:|---:|---|",
    ]
    for name, asked in ASKED.items():
        rate = median(rates[name])
        text.append(f"| {name} | {rate:,.0f} | {asked:,} | {_verdict(rate >= asked)} |")
    text += [
        "",
        f"At least {LEAST:g} times the best peer of comparable size was asked for. Comparable is what hides something "
        "and has an observation of half to twice our values. No peer is comparable in everything: dark chess "
        "and kriegspiel have more kinds of action than ours, and shorter games than Gunshi and Shogun. States with "
        "tensors are OpenSpiel's as it hands them out; those with arrays are the same in the quickest loop we found.",
        "",
        "| ours | best environment | ratio | | best with tensors | ratio | | best with arrays | ratio | |",
        "|---|---|---:|---|---|---:|---|---|---:|---|",
    ]
    for name in ASKED:
        told = [name]
        for kind in ("", WITH_TENSORS, WITH_ARRAYS):
            peer = max(comparable(name, kind), key=lambda peer: median(rates[peer]))
            found = ratio(rates, name, peer)
            told += [peer, f"{found:.1f}", _verdict(found >= LEAST)]
        text.append(f"| {' | '.join(told)} |")
    text += ["", "## Ratios to every peer", ""]
    text += ["Values of an observation, kinds of action, decisions in a random game; ours stand in the first row.", ""]
    text += ["| peer | values | actions | decisions a game | " + " | ".join(ASKED) + " |"]
    text += ["|---|---:|---:|---:|" + "---:|" * len(ASKED)]
    text.append("| *(ours)* | | | | " + " | ".join(our_size(name) for name in ASKED) + " |")
    for peer, (values, actions, length, _) in PEERS.items():
        each = " | ".join(f"{ratio(rates, name, peer):.1f}" for name in ASKED)
        text.append(f"| {peer} | {values:,} | {actions:,} | {length:,} | {each} |")
    text += ["", "## By games in a batch", "", "Medians, rounds interleaved as well.", ""]
    text += ["| game | " + " | ".join(f"{size:,}" for size in SIZES) + " |"]
    text += ["|---|" + "---:|" * len(SIZES)]
    for name, by_size in sizes.items():
        text.append(f"| {name} | " + " | ".join(f"{rate:,.0f}" for rate in by_size) + " |")
    return text


def main() -> None:
    given = arguments(__doc__, rounds=5)
    note_uncompiled(ASKED)
    peers = Peers(given.peers, "environment_peers.py")
    ours: dict[str, Rate] = {name: partial(our_rate, name, 256, given.seconds) for name in ASKED}
    rates = by_turns(ours | peers.contestants(given.seconds), given.rounds)
    by_size: dict[str, Rate] = {
        f"{name} {size}": partial(our_rate, name, size, given.seconds / 2) for name in ASKED for size in SIZES
    }
    found = by_turns(by_size, given.rounds)
    sizes = {name: [median(found[f"{name} {size}"]) for size in SIZES] for name in ASKED}
    publish("environments.md", report(rates, sizes, given.rounds, given.seconds))


if __name__ == "__main__":
    main()
