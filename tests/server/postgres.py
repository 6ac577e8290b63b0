"""A PostgreSQL of the test's own."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

FOLDERS = ["/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin"]


class NotInstalled(Exception):
    """There is no PostgreSQL on this machine."""


def program(name: str) -> str:
    for pattern in FOLDERS:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True):
            if (folder / name).is_file():
                return str(folder / name)
    found = shutil.which(name)
    if found is None:
        raise NotInstalled("PostgreSQL is not installed (scripts/system-packages says how)")
    return found


def lasting_port() -> int:
    """A free port that stays free while nobody listens there: the system gives it to no outgoing connection."""
    dice = random.Random()
    while True:
        port = dice.randrange(10_000, 30_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


class Cluster:
    """An empty cluster on a free port; PostgreSQL refuses to run as root, so root lends it to somebody else."""

    def __init__(self) -> None:
        initdb = program("initdb")
        # Not in pytest's folder: that is shut to others again whenever another run begins.
        self._place = Path(tempfile.mkdtemp(prefix="gunbai-postgres-"))
        self._lent: dict[str, object] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(self._place, user.pw_uid, user.pw_gid)
            self._lent = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._data = self._place / "data"
        made = [initdb, "-D", str(self._data), "-U", "gunbai", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(made, check=True, capture_output=True, cwd=self._place, **self._lent)  # type: ignore[call-overload]
        self._port = lasting_port()
        self.address = f"postgresql://gunbai@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        place = str(self._place)
        options = [f"port={self._port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={place}"]
        command = [program("postgres"), "-D", str(self._data), *[word for each in options for word in ("-c", each)]]
        self._server = subprocess.Popen(command, cwd=place, stderr=subprocess.DEVNULL, **self._lent)  # type: ignore[call-overload]
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.address).close()
                break
            except psycopg.OperationalError:
                assert time.monotonic() < end, "PostgreSQL did not start"
                time.sleep(0.1)

    def stop(self) -> None:
        """Stop it as a restart does: transactions are rolled back, and everybody is cut off."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(60)

    def remove(self) -> None:
        shutil.rmtree(self._place, ignore_errors=True)


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that the test may stop and start."""
    made = Cluster()
    made.start()
    try:
        yield made
    finally:
        made.stop()
        made.remove()


@contextmanager
def cluster() -> Iterator[str]:
    """The address of an empty PostgreSQL."""
    with running_cluster() as made:
        yield made.address
