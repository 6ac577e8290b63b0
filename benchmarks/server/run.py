"""Our server beside boardgame.io's, on the same machine in the same run. `python -m benchmarks.server.run moves|p99`

moves  as fast as answers come: at least 2.5 times the peer's moves a second, with 4 as the goal.
p99    500, 2,000 and 4,000 moves a second asked of both: the slowest of a hundred is quicker with ours.

Ours answers when a move is on disk (SQLite, WAL, synchronous=FULL); the peer keeps its games in memory. Both serve the
same game to the same load: Node clients over WebSockets, two a table. `moves` measures ours twice: with the game as
plain Python, and with the same file compiled as the games of the house are (`compiled_tally.py`); the peer's runs under
V8, which compiles too. Both are printed, and the compiled one is held to the target. Needs node, npm and a C compiler;
packages go into `build/server-benchmark`. CPU time per move is printed too: on a machine with other work it says more
than the clock; and what the host took away, for no server can answer while it gets no CPU. Each prints Markdown, takes
less than five minutes on two quiet cores, and ends with 1 if its target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.server import compiled_tally

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PLAIN, COMPILED, PEER = "ours", "ours, game compiled", "peer"
# Moves asked for per second.
RATES = (500, 2000, 4000)
LEAST, GOAL = 2.5, 4
MODULES = ROOT / "build" / "server-benchmark"


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def install() -> None:
    """The peer and the load's libraries, with versions from package.json."""
    MODULES.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "peer.js", "load.js"):
        shutil.copy(HERE / name, MODULES / name)
    if not (MODULES / "node_modules" / "boardgame.io").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=MODULES, check=True)


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def cpu_seconds(pid: int) -> float:
    """CPU time a process has used, threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen_seconds() -> float:
    """CPU time that the host kept from this machine since it started; a server on it stands still meanwhile."""
    return int(Path("/proc/stat").read_text().split("\n", 1)[0].split()[8]) / os.sysconf("SC_CLK_TCK")


class Side:
    """One of the two servers."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        if name != PEER:
            command = "from gunbai.cli import main; main()"
            words = ["serve", "--no-limits", "--data", str(folder), "--port", str(port)]
            words += ["--plugin", compiled_tally.MODULE if name == COMPILED else "benchmarks.server.tally"]
            paths = [str(ROOT), str(compiled_tally.PLACE)]
            paths += [str(ROOT / "src")] if "src" in os.environ.get("PYTHONPATH", "") else []
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
            began = time.monotonic()
            self.process = subprocess.Popen([sys.executable, "-c", command, *words], stdout=subprocess.PIPE, env=env)
        else:
            began = time.monotonic()
            self.process = subprocess.Popen(["node", "peer.js", str(port)], cwd=MODULES, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        while b"ready" not in self.process.stdout.readline():
            assert self.process.poll() is None, f"{name} did not start"
        if name != PEER:
            urllib.request.urlopen(self.url).read()
        self.cold_start = time.monotonic() - began

    def load(self, tables: int, seconds: float, rate: int) -> Any:
        """Run the load; what it saw, and the CPU time the server spent on it."""
        side = "peer" if self.name == PEER else "ours"
        words = ["node", "load.js", side, self.url, str(tables), str(seconds), str(rate)]
        before, stolen = cpu_seconds(self.process.pid), stolen_seconds()
        done = subprocess.run(words, cwd=MODULES, check=True, capture_output=True, text=True)
        row = json.loads(done.stdout) | {"side": self.name}
        # Opening the tables is in it too; it is little beside seconds of play.
        row["cpu_us"] = round((cpu_seconds(self.process.pid) - before) / max(1, row["moves"]) * 1e6)
        row["stolen_ms"] = round((stolen_seconds() - stolen) * 1000)
        return row

    def stop(self) -> None:
        """End the process at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def measure(sides: Sequence[str], rates: Sequence[int], rounds: int, tables: int, seconds: float) -> list[Any]:
    """All servers under each load, in turns; each line is printed when it is there."""
    rows = []
    print("| server | load | moves/s | p50 ms | p99 ms | CPU µs a move | faults | stolen ms |")
    print("|---|---|---|---|---|---|---|---|")
    for rate in rates:
        for _ in range(rounds):
            for name in sides:
                with tempfile.TemporaryDirectory() as folder:
                    side = Side(name, Path(folder))
                    try:
                        side.load(2, 1, 0)
                        row = side.load(tables, seconds, rate)
                    finally:
                        side.stop()
                rows.append(row)
                load = "as fast as it goes" if not rate else f"{rate:,} moves/s asked"
                print(
                    f"| {name} | {load} | {row['per_second']:,} | {row['p50_ms']:.2f} | {row['p99_ms']:.2f} "
                    f"| {row['cpu_us']} | {row['faults']} | {row['stolen_ms']} |",
                    flush=True,
                )
    print()
    return rows


def moves(given: argparse.Namespace) -> bool:
    """How many moves a second each of them makes when clients wait for nothing but answers."""
    compiled_tally.made()
    sides = (PLAIN, COMPILED, PEER)
    rows = measure(sides, [0], given.rounds or 6, given.tables, given.seconds)
    found = {side: [row["per_second"] for row in rows if row["side"] == side] for side in sides}
    cpu = {side: [row["cpu_us"] for row in rows if row["side"] == side] for side in sides}
    peer = found.pop(PEER)
    print("| moves/s, median | ours | boardgame.io | times | by round | CPU µs a move | target | goal |")
    print("|---|---|---|---|---|---|---|---|")
    times = 0.0
    for side, ours in found.items():
        times = median(ours) / median(peer)
        by_round = ", ".join(f"{a / b:.2f}" for a, b in zip(ours, peer, strict=True))
        spent = f"{median(cpu[side]):.0f} against {median(cpu[PEER]):.0f}"
        wanted = f"{LEAST} | {GOAL}" if side == COMPILED else "|"
        print(f"| {side} | {median(ours):,.0f} | {median(peer):,.0f} | {times:.2f} | {by_round} | {spent} | {wanted} |")
    return times >= LEAST


def p99(given: argparse.Namespace) -> bool:
    """How long the slowest of a hundred moves takes at equal load."""
    rows = measure((PLAIN, PEER), RATES, given.rounds or 3, given.tables, given.seconds)
    print("| p99 in ms, median | ours | boardgame.io | by round |\n|---|---|---|---|")
    held = True
    for rate in RATES:
        ours, peer = (
            [row["p99_ms"] for row in rows if (row["side"], row["rate"]) == (side, rate)] for side in (PLAIN, PEER)
        )
        by_round = ", ".join(f"{a:.1f}/{b:.1f}" for a, b in zip(ours, peer, strict=True))
        print(f"| {rate:,} moves/s | {median(ours):.1f} | {median(peer):.1f} | {by_round} |")
        held = held and median(ours) < median(peer)
    return held


def main() -> int:
    words = argparse.ArgumentParser(description="Our server beside boardgame.io's.")
    words.add_argument("what", choices=("moves", "p99"))
    words.add_argument("--seconds", type=float, default=4.0, help="of play under each load")
    words.add_argument("--tables", type=int, default=50)
    words.add_argument("--rounds", type=int, default=0, help="of each load, in turns; 0 for as many as take 4 minutes")
    given = words.parse_args()
    install()
    held = {"moves": moves, "p99": p99}[given.what](given)
    print("held" if held else "MISSED")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
