"""Ours and the peers', side by side in one run: uniformly random play driven from Python, actions per second.

Rounds are interleaved (every contestant once a round), figures are medians over the rounds, and a ratio is the median
of the ratios within a round, so that a machine that slows down slows all of them. Writes benchmarks/results.md.

    make bench        or        python benchmarks/run.py --peers .venv-bench/bin/python --rounds 9 --seconds 2
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median

import gunbai
from gunbai.lab.bench import compiled, drive, measure

HERE = Path(__file__).resolve().parent
# (ours, peer, at least, the goal): what this project set itself.
TARGETS = [
    ("gunshi", "open_spiel dark_chess", 2.0, 3.0),
    ("gunshi", "python-chess", 20.0, 20.0),
    ("gunkimono", "catanatron", 10.0, 10.0),
]


class Peers:
    """The process that plays the peers' games."""

    def __init__(self, python: str, script: str = "peers.py") -> None:
        command = [python, str(HERE / script)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names = self._answer()[1].split(";")

    def rate(self, name: str, seconds: float) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\t{seconds}\n")
        self._process.stdin.flush()
        actions, took = self._answer()
        return int(actions) / float(took)

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("the peers' process ended; run `make bench`, which installs them")
        return line.rstrip("\n").split("\t")


def our_rate(name: str, seconds: float, seed: int) -> float:
    match = gunbai.new(name, seed=None)
    actions, took = drive(match.game, match.options, gunbai.Rng(seed), Random(seed), seconds)
    return actions / took


def report(rates: dict[str, list[float]], rounds: int, seconds: float) -> str:
    ours = [name for name in gunbai.names() if name in rates]
    text = [
        "# Benchmarks",
        "",
        "Uniformly random play driven from interpreted Python on one core, atomic actions per processor second.",
        f"All in one run, rounds interleaved: {rounds} rounds of {seconds:g} s each. Regenerate with `make bench`.",
        "",
        *circumstances(),
        "",
        "| what | actions/s, median | lowest | highest |",
        "|---|---:|---:|---:|",
    ]
    for name, found in sorted(rates.items(), key=lambda item: -median(item[1])):
        shown = f"**{name}**" if name in ours else name
        text.append(f"| {shown} | {median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} |")
    text += [
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
    return "\n".join([*text, ""])


def circumstances() -> list[str]:
    """Where, with what and when something was measured."""
    return [
        f"- machine: {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end",
        f"- Python {platform.python_version()}, {platform.system()}; gunbai {gunbai.__version__} at commit {commit()}",
        f"- {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    ]


def processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def commit() -> str:
    run = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return run.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--peers", default=str(HERE.parent / ".venv-bench" / "bin" / "python"), help="the peers' Python"
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    for name in gunbai.names():
        if not compiled(gunbai.find(name)):
            print(f"note: {name} is not compiled; its figures are those of plain Python", file=sys.stderr)
    peers = Peers(given.peers)
    rates: dict[str, list[float]] = {}
    for number in range(given.rounds):
        for name in gunbai.names():
            rates.setdefault(name, []).append(our_rate(name, given.seconds, number))
        for name in peers.names:
            rates.setdefault(name, []).append(peers.rate(name, given.seconds))
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
    text = report(rates, given.rounds, given.seconds)
    (HERE / "results.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
