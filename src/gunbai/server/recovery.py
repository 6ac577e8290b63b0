"""Ways back into an account: a confirmed e-mail address, and links to a new password."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, insert, select, update

from gunbai.server import schema
from gunbai.server.accounts import Accounts, NotAllowed, NotKnown, Person, hold_person, still_here
from gunbai.server.hosted_table import Refused
from gunbai.server.limits import Bucket
from gunbai.server.mail import Mail, clean_email
from gunbai.server.settings import Settings
from gunbai.server.store import CHANGED, Store
from gunbai.server.table_registry import TableRegistry
from gunbai.server.tokens import new_token, token_hash
from gunbai.server.uptime import now_ms

RESET, _CONFIRM = "reset", "confirm"
RESET_SECONDS, _CONFIRM_SECONDS = 3600, 86_400

_LETTERS = {
    (RESET, "en"): (
        "Gunbai: a new password",
        "Somebody, probably you, asked for a new password for the account {login}.\n"
        "Open this address within an hour to choose one:\n\n{address}\n\n"
        "If it was not you, do nothing: the old password stays.\n",
    ),
    (RESET, "ja"): (
        "軍配：新しいパスワード",
        "アカウント「{login}」のパスワードの再設定が求められました。\n"
        "1時間以内に次のアドレスを開き、新しいパスワードを決めてください。\n\n{address}\n\n"
        "お心当たりがなければ、何もしないでください。パスワードはそのままです。\n",
    ),
    (_CONFIRM, "en"): (
        "Gunbai: is this your address?",
        "The account {login} wants to use this e-mail address for forgotten passwords.\n"
        "Open this address within a day to confirm it:\n\n{address}\n\n"
        "If it was not you, do nothing: the address will not be used.\n",
    ),
    (_CONFIRM, "ja"): (
        "軍配：メールアドレスの確認",
        "アカウント「{login}」が、パスワードの再設定用にこのメールアドレスを登録しました。\n"
        "24時間以内に次のアドレスを開いて確認してください。\n\n{address}\n\n"
        "お心当たりがなければ、何もしないでください。このアドレスは使われません。\n",
    ),
}


class Recovery:
    """Keeps e-mail addresses, and gives people who forgot their password a new one."""

    def __init__(self, registry: TableRegistry, store: Store, accounts: Accounts, settings: Settings) -> None:
        self._registry, self._store, self._accounts = registry, store, accounts
        self.mail = Mail(settings)
        self._public_address = settings.public_address
        # A person who knows a login, or types a stranger's address, must not be able to fill that mailbox.
        self._letters = Bucket("for letters to this account", 1 / 1200, 3, time.monotonic)

    async def set_email(self, person: Person, email: str, password: str, lang: str, where: str) -> None:
        """Take another address, or none; it counts once it is confirmed by the letter that goes there."""
        if person.login is None:
            raise NotAllowed("you have no account")
        await self._accounts.prove(person, password, where)
        if email:
            email = clean_email(email)
            self._check_mail()
            self._letters.take(person.id)
        p, n = schema.persons.c, schema.links.c

        def work(c: Connection) -> str:
            still_here(c, person)
            c.execute(delete(schema.links).where(n.person == person.id, n.kind.in_((RESET, _CONFIRM))))
            mine = update(schema.persons).where(p.id == person.id)
            c.execute(mine.values(email=email, email_confirmed=False))
            self._store.announce(c, CHANGED, person.id)
            return new_link(c, _CONFIRM, person.id, _CONFIRM_SECONDS) if email else ""

        token = await self._store.write(work)
        self._accounts.forget(person.id)
        if email:
            self._registry.spawn(self._write(email, _CONFIRM, lang, person.login, token))

    async def confirm(self, token: str) -> None:
        """The letter has arrived: the address counts."""
        p = schema.persons.c

        def work(c: Connection) -> str:
            person = _use_link(c, _CONFIRM, token)
            c.execute(update(schema.persons).where(p.id == person).values(email_confirmed=True))
            self._store.announce(c, CHANGED, person)
            return person

        self._accounts.forget(await self._store.write(work))

    async def forgotten(self, login: str, lang: str) -> None:
        """Send a link to a new password, if there is such an account with an address; the answer never tells."""
        self._check_mail()
        login = login.strip().lower()
        self._letters.take(login)
        self._registry.spawn(self._send_reset(login, lang))

    async def _send_reset(self, login: str, lang: str) -> None:
        p = schema.persons.c
        query = select(p.id, p.email).where(p.login == login, p.email_confirmed).with_for_update(key_share=True)

        def work(c: Connection) -> tuple[str, str] | None:
            row = c.execute(query).first()
            return None if row is None else (str(row.email), new_link(c, RESET, row.id, RESET_SECONDS))

        if (found := await self._store.write(work)) is not None:
            await self._write(found[0], RESET, lang, login, found[1])

    async def reset(self, token: str, password: str, where: str, label: str = "") -> tuple[str, list[str]]:
        """Set the new password for the holder of the link; the token of a new session, and the sessions that ended.

        The link is used up with that, so a password that is too short costs nobody their link.
        """
        return await self._accounts.reset_password(lambda c: _use_link(c, RESET, token), password, where, label)

    def _check_mail(self) -> None:
        if not self.mail.possible:
            raise Refused("this server sends no mail; the person who runs it can give you a link to a new password")

    async def _write(self, email: str, kind: str, lang: str, login: str, token: str) -> None:
        subject, text = _LETTERS[kind, lang]
        await self.mail.send(
            email, subject, text.format(login=login, address=f"{self._public_address}/#/{kind}/{token}")
        )


def new_link(c: Connection, kind: str, person: str, seconds: int) -> str:
    """Store a link that leads a person to something; its secret."""
    token, now = new_token(), now_ms()
    values = {"token_hash": token_hash(token), "kind": kind, "seat": -1, "person": person}
    c.execute(insert(schema.links).values(**values, created=now, expires=now + seconds * 1000))
    return token


def _use_link(c: Connection, kind: str, token: str) -> str:
    """The person a link is for; it works once."""
    n = schema.links.c
    this = n.token_hash == token_hash(token), n.kind == kind, n.expires >= now_ms()
    person = c.execute(select(n.person).where(*this)).scalar()
    if person is not None:
        hold_person(c, person)
        person = c.execute(delete(schema.links).where(*this).returning(n.person)).scalar()
    if person is None:
        raise NotKnown("this link is not valid, or no longer")
    return str(person)
