"""Mail: short letters through the mail server that the settings name."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import SplitResult, unquote, urlsplit

from gunbai.core.errors import GunbaiError
from gunbai.server.settings import Settings

log = logging.getLogger("gunbai.mail")

_SECONDS = 20.0
_AT_HOME = ("localhost", "127.0.0.1", "::1")


class Mail:
    """Sends letters, one connection each: they are few."""

    def __init__(self, settings: Settings) -> None:
        self._server = _parts(settings.smtp) if settings.smtp else None
        host = urlsplit(settings.public_address).hostname or "localhost"
        self._sender = settings.mail_from or f"gunbai@{host}"

    @property
    def possible(self) -> bool:
        """Whether this server can send mail."""
        return self._server is not None

    async def send(self, to: str, subject: str, text: str) -> bool:
        """Send a letter; False, with a line in the log, if the mail server did not take it."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self._sender, to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self._sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        try:
            await asyncio.to_thread(self._hand_over, letter)
        except (smtplib.SMTPException, OSError) as error:
            # Neither the address nor the letter belongs in a log.
            log.warning("a mail could not be sent: %s", type(error).__name__)
            return False
        return True

    def _hand_over(self, letter: EmailMessage) -> None:
        assert self._server is not None
        host, port = self._server.hostname or "", self._server.port
        safe = ssl.create_default_context()
        if self._server.scheme == "smtps":
            with smtplib.SMTP_SSL(host, port or 465, timeout=_SECONDS, context=safe) as line:
                self._deliver(line, letter)
            return
        with smtplib.SMTP(host, port or 587, timeout=_SECONDS) as line:
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=safe)
            elif host not in _AT_HOME:
                raise smtplib.SMTPNotSupportedError("the mail server offers no encryption")
            self._deliver(line, letter)

    def _deliver(self, line: smtplib.SMTP, letter: EmailMessage) -> None:
        assert self._server is not None
        if self._server.username:
            line.login(unquote(self._server.username), unquote(self._server.password or ""))
        line.send_message(letter)


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:
        known = False
    if not known:
        # The address may hold a password, so it is not repeated.
        raise GunbaiError("the mail server is given as smtp://USER:PASSWORD@HOST:PORT or smtps://…")
    return parts


def clean_email(given: str) -> str:
    """An e-mail address as it can be written to, or GunbaiError."""
    given = given.strip()
    try:
        address = Address(addr_spec=given)
    except (ValueError, IndexError, AttributeError, MessageError):
        address = Address()
    if len(given) > 200 or not given.isascii() or not given.isprintable() or "." not in address.domain:
        raise GunbaiError("an e-mail address is written name@host")
    return given
