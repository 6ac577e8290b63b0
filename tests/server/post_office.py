"""A mail server that keeps what it is given: enough of SMTP for a letter at a time, on a real socket."""

from __future__ import annotations

import email
import email.policy
import queue
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import cast


class _Line(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        office = cast("PostOffice", self.server)
        self._say("220 post office")
        while word := self.rfile.readline().decode().strip():
            if word.upper().startswith(("EHLO", "HELO", "MAIL", "RCPT", "RSET")):
                self._say("250 fine")
            elif word.upper() == "DATA":
                self._say("354 go on")
                lines = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line)
                letter = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                office.letters.put(letter)
                self._say("250 kept")
            elif word.upper() == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("502 not here")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class PostOffice(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        self.letters: queue.Queue[EmailMessage] = queue.Queue()
        super().__init__(("127.0.0.1", 0), _Line)
        self.address = f"smtp://127.0.0.1:{self.server_address[1]}"

    def letter(self) -> tuple[EmailMessage, str]:
        """The next letter, and the secret of the link in it."""
        letter = self.letters.get(timeout=60)
        found = re.search(r"/#/\w+/(\S+)", letter.get_content())
        return letter, found[1] if found else ""


@contextmanager
def post_office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        threading.Thread(target=office.serve_forever, daemon=True).start()
        yield office
        office.shutdown()
