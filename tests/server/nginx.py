"""A real nginx before several processes, with the configuration that the page on deployment shows."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.forks import ROOT
from tests.server.postgres import NotInstalled, lasting_port

# What an unprivileged nginx in a folder of its own needs besides.
_AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{inner}
}}
"""


def documented() -> str:
    """The configuration as the page shows it."""
    page = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    found = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    assert len(found) == 1, "the page shows one configuration for nginx"
    return str(found[0])


def program() -> str:
    found = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if found is None:
        raise NotInstalled("nginx is not installed")
    return found


def configuration(folder: Path, port: int, processes: Sequence[int]) -> str:
    """The documented configuration for these processes, without certificates, on a port of the loopback address."""
    text, changed = re.subn(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", documented())
    assert changed == 1
    text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.MULTILINE)
    line = re.search(r"^ *server 127\.0\.0\.1:8420(.*;).*$", text, re.MULTILINE)
    assert line is not None
    text = text.replace(line[0], "\n".join(f"    server 127.0.0.1:{process}{line[1]}" for process in processes))
    return _AROUND.format(folder=folder, inner=text)


@contextmanager
def proxy(processes: Sequence[int]) -> Iterator[str]:
    """nginx before the processes on these ports; its address."""
    nginx = program()
    folder = Path(tempfile.mkdtemp(prefix="gunbai-nginx-"))
    port = lasting_port()
    (folder / "nginx.conf").write_text(configuration(folder, port, processes))
    command = [nginx, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    tested = subprocess.run([*command, "-t"], check=False, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stderr
    running = subprocess.Popen(command)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                break
            except OSError:
                assert time.monotonic() < end, "nginx did not start"
                assert running.poll() is None, (folder / "error.log").read_text()
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(30)
        shutil.rmtree(folder, ignore_errors=True)
