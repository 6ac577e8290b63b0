"""Our server beside boardgame.io's, on the same machine in the same run. `python benchmarks/server/run.py`

Ours answers when a move is on disk (SQLite, WAL, synchronous=FULL); the peer keeps its games in memory. Both serve the
same game to the same load: Node clients over WebSockets, two a table. Needs node and npm; packages go to a folder of
their own. CPU time per move is printed too: on a machine with other work it says more than the clock; and what the host
took away, for no server can answer while it gets no CPU.
"""

from __future__ import annotations

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
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SIDES = ("ours", "peer")
# A shared machine is faster in one minute than in the next: what is compared alternates.
ROUNDS = 5
# Moves asked for per second; 0 is as many as answers allow.
RATES = (0, 500, 2000, 4000)
MODULES = Path(tempfile.gettempdir()) / "gunbai-server-benchmark"


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def install() -> None:
    """The peer and the load's libraries, with versions from package.json."""
    MODULES.mkdir(exist_ok=True)
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
        if name == "ours":
            command = "from gunbai.cli import main; main()"
            words = ["serve", "--no-limits", "--data", str(folder), "--port", str(port)]
            words += ["--plugin", "benchmarks.server.tally"]
            paths = [str(ROOT), *([str(ROOT / "src")] if "src" in os.environ.get("PYTHONPATH", "") else [])]
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
            began = time.monotonic()
            self.process = subprocess.Popen([sys.executable, "-c", command, *words], stdout=subprocess.PIPE, env=env)
        else:
            began = time.monotonic()
            self.process = subprocess.Popen(["node", "peer.js", str(port)], cwd=MODULES, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        while b"ready" not in self.process.stdout.readline():
            assert self.process.poll() is None, f"{name} did not start"
        if name == "ours":
            urllib.request.urlopen(self.url).read()
        self.cold_start = time.monotonic() - began

    def load(self, tables: int, seconds: float, rate: int) -> Any:
        """Run the load; what it saw, and the CPU time the server spent on it."""
        words = ["node", "load.js", self.name, self.url, str(tables), str(seconds), str(rate)]
        before, stolen = cpu_seconds(self.process.pid), stolen_seconds()
        done = subprocess.run(words, cwd=MODULES, check=True, capture_output=True, text=True)
        row = json.loads(done.stdout)
        # Opening the tables is in it too; it is little beside seconds of play.
        row["cpu_us"] = round((cpu_seconds(self.process.pid) - before) / max(1, row["moves"]) * 1e6)
        row["stolen_ms"] = round((stolen_seconds() - stolen) * 1000)
        return row

    def stop(self) -> None:
        """End the process at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def measure(tables: int, seconds: float, rates: list[int]) -> list[Any]:
    """Both servers under each load, in turns."""
    rows = []
    for rate in rates:
        for name in SIDES:
            with tempfile.TemporaryDirectory() as folder:
                side = Side(name, Path(folder))
                try:
                    side.load(2, 1, 0)
                    rows.append(side.load(tables, seconds, rate))
                finally:
                    side.stop()
    return rows


def many_tables(tables: int, seconds: float) -> dict[str, Any]:
    """Hundreds of tables with two sockets each: events missed or reordered, and memory per idle table."""
    with tempfile.TemporaryDirectory() as folder:
        side = Side("ours", Path(folder))
        try:
            side.load(2, 1, 0)
            before = memory(side.process.pid)
            row = side.load(tables, seconds, 500)
            after = memory(side.process.pid)
        finally:
            side.stop()
    return {**row, "cold_start_s": round(side.cold_start, 2), "kb_per_table": round((after - before) / tables / 1024)}


def main() -> None:
    """Print a table a person can read, and the raw lines after it."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    install()
    rows = measure(50, seconds, [rate for rate in RATES for _ in range(ROUNDS)])
    print(f"{'':24}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'CPU us':>9}{'faults':>8}{'stolen ms':>11}")
    for row in rows:
        load = "as fast as it goes" if not row["rate"] else f"{row['rate']} moves/s asked"
        numbers = (
            f"{row['per_second']:>9}{row['p50_ms']:>9.2f}{row['p99_ms']:>9.2f}{row['cpu_us']:>9}{row['faults']:>8}"
            f"{row['stolen_ms']:>11}"
        )
        print(f"{row['side']:6}{load:18}{numbers}")
    for rate in RATES:
        what = "p99_ms" if rate else "per_second"
        ours, peer = ([row[what] for row in rows if (row["side"], row["rate"]) == (side, rate)] for side in SIDES)
        if rate:
            rounds = ", ".join(f"{a:.1f}/{b:.1f}" for a, b in zip(ours, peer, strict=True))
            print(f"p99 at {rate}: {median(ours):.1f} ms, the peer's {median(peer):.1f} (medians; by round {rounds})")
        else:
            rounds = ", ".join(f"{a / b:.2f}" for a, b in zip(ours, peer, strict=True))
            times = median(ours) / median(peer)
            print(f"ours makes {times:.2f} times the peer's moves per second (medians; by round {rounds})")
    crowd = many_tables(500, seconds)
    print(
        f"500 tables, 1,000 sockets: {crowd['per_second']} moves/s, p99 {crowd['p99_ms']:.1f} ms, "
        f"faults {crowd['faults']}, {crowd['kb_per_table']} KB per table, "
        f"first page {crowd['cold_start_s']} s after the command"
    )
    for row in (*rows, crowd):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
