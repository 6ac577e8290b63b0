"""A PostgreSQL of the test's own."""

from __future__ import annotations

import os
import pwd
import shutil
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


@contextmanager
def cluster() -> Iterator[str]:
    """An empty cluster on a free port; PostgreSQL refuses to run as root, so root lends it to somebody else."""
    initdb, postgres = program("initdb"), program("postgres")
    # Not in pytest's folder: that is shut to others again whenever another run begins.
    place = Path(tempfile.mkdtemp(prefix="gunbai-postgres-"))
    lent: dict[str, object] = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam("nobody")
        os.chown(place, user.pw_uid, user.pw_gid)
        lent = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = place / "data"
    made = [initdb, "-D", str(data), "-U", "gunbai", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
    subprocess.run(made, check=True, capture_output=True, cwd=place, **lent)  # type: ignore[call-overload]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["-c", f"port={port}", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={place}"]
    server = subprocess.Popen([postgres, "-D", str(data), *options], cwd=place, stderr=subprocess.DEVNULL, **lent)  # type: ignore[call-overload]
    address = f"postgresql://gunbai@127.0.0.1:{port}/postgres"
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(address).close()
            break
        except psycopg.OperationalError:
            assert time.monotonic() < end, "PostgreSQL did not start"
            time.sleep(0.1)
    try:
        yield address
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(place, ignore_errors=True)
