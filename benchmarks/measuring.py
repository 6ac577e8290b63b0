"""What the benchmarks beside peers share: the peers' process, rounds by turns, and how and where was measured."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median

import gunbai
from gunbai.lab.bench import compiled

HERE = Path(__file__).resolve().parent
# Measures once; it is called with the number of the round.
Rate = Callable[[int], float]


class Peers:
    """The process that plays the peers' games."""

    def __init__(self, python: str, script: str) -> None:
        command = [python, str(HERE / script)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names = self._answer()[1].split(";")

    def contestants(self, seconds: float) -> dict[str, Rate]:
        return {name: partial(self._rate, name, seconds) for name in self.names}

    def _rate(self, name: str, seconds: float, _number: int) -> float:
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


def arguments(doc: str | None, rounds: int) -> argparse.Namespace:
    """The peers' Python, and how often and how long each contestant is measured."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    parser.add_argument(
        "--peers", default=str(HERE.parent / ".venv-bench" / "bin" / "python"), help="the peers' Python"
    )
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seconds", type=float, default=1.0)
    return parser.parse_args()


def note_uncompiled(names: Iterable[str]) -> None:
    """Say on standard error which games run as plain Python."""
    for name in names:
        if not compiled(gunbai.find(name)):
            print(f"note: {name} is not compiled; its figures are those of plain Python", file=sys.stderr)


def by_turns(contestants: Mapping[str, Rate], rounds: int) -> dict[str, list[float]]:
    """The rates of each contestant, one a round, all of them in each round."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds):
        for name, rate in contestants.items():
            rates[name].append(rate(number))
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return rates


def table(unit: str, rates: Mapping[str, list[float]], ours: Iterable[str] = ()) -> list[str]:
    """Median, lowest and highest rate of each, as Markdown; ours are in bold."""
    bold = set(ours)
    text = [f"| what | {unit}, median | lowest | highest |", "|---|---:|---:|---:|"]
    for name, found in rates.items():
        shown = f"**{name}**" if name in bold else name
        text.append(f"| {shown} | {median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} |")
    return text


def fastest_first(rates: Mapping[str, list[float]]) -> dict[str, list[float]]:
    return dict(sorted(rates.items(), key=lambda item: -median(item[1])))


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


def publish(name: str, text: list[str]) -> None:
    """Write a page of results beside the benchmarks, and print it."""
    page = "\n".join([*text, ""])
    (HERE / name).write_text(page, encoding="utf-8")
    print(page)
