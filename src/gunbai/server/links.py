"""Links: secrets whose holder may sit down at a table, watch it, or become the person who made them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from gunbai.core.errors import GunbaiError
from gunbai.server import account_messages as am
from gunbai.server import messages as m
from gunbai.server import schema
from gunbai.server.access import Access
from gunbai.server.accounts import DEVICE, NotAllowed, NotKnown, Person, hold_person, still_here
from gunbai.server.disk_ration import ROW_BYTES, DiskRation
from gunbai.server.hosted_table import Refused
from gunbai.server.limits import RateLimits
from gunbai.server.lobby import Lobby
from gunbai.server.projection import line
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from gunbai.server.table_registry import TableRegistry
from gunbai.server.tokens import new_token, token_hash
from gunbai.server.uptime import now_ms
from gunbai.session import OPEN

SEAT, ANY, WATCH, RECOVER = "seat", "any", "watch", "recover"
# With these a browser becomes the person who made them.
TO_A_PERSON = (DEVICE, RECOVER)
# Links of other kinds, such as one to a new password, are opened elsewhere.
_KINDS = (SEAT, ANY, WATCH, *TO_A_PERSON)
_DEVICE_SECONDS = 600


@dataclass(frozen=True)
class Link:
    """What a link opens."""

    kind: str
    table: str = ""
    seat: int = -1
    person: str = ""


class Links:
    """Makes links, looks them up by their secret, and does what they are for."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Store,
        access: Access,
        lobby: Lobby,
        rates: RateLimits,
        settings: Settings,
        ration: DiskRation,
    ) -> None:
        self._registry, self._store, self._access, self._lobby = registry, store, access, lobby
        self._rates, self._ration = rates, ration
        self._table_seconds = settings.link_days * 86_400
        self._recover_seconds = settings.session_days * 86_400

    async def new_to_table(self, person: Person, table_id: str, wish: m.NewLink) -> m.LinkMade:
        """A secret that lets its holder sit down at a table or watch it."""
        self._rates.by_person.take(person.id)
        table = await self._registry.open(table_id)
        if not table.seats_of(person.id) and table.setup.by != person.id:
            await self._access.may_see(person, table)
            raise NotAllowed("only players of a table hand out links to it")
        if wish.kind == WATCH and table.setup.watch == "nobody":
            raise Refused("nobody may watch this table")
        if wish.kind == SEAT and (wish.seat is None or wish.seat >= len(table.chairs)):
            raise GunbaiError("say which seat the link is for")
        self._ration.take(person.id, ROW_BYTES)
        seat = wish.seat if wish.kind == SEAT and wish.seat is not None else -1
        return m.LinkMade(await self._store_link(Link(wish.kind, table_id, seat), self._table_seconds), wish.kind)

    async def new_to_device(self, person: Person) -> m.LinkMade:
        """A secret with which another device becomes the same person: good once, and for ten minutes."""
        return m.LinkMade(await self._store_link(Link(DEVICE, person=person.id), _DEVICE_SECONDS, person), DEVICE)

    async def new_to_recover(self, person: Person) -> m.LinkMade:
        """A secret to be kept somewhere safe, for a guest whose only key is a cookie; the one before it ends."""
        link = Link(RECOVER, person=person.id)
        return m.LinkMade(await self._store_link(link, self._recover_seconds, person), RECOVER)

    async def look(self, token: str) -> tuple[Link, str]:
        """What a secret would open, and the name of the person it is a key to; nothing is used up."""
        link = _valid(await self._store.read(lambda c: _find(c, token_hash(token))))
        p = schema.persons.c
        rows = await self._store.rows(select(p.name).where(p.id == link.person)) if link.person else []
        return link, str(rows[0][0]) if rows else ""

    async def invitation(self, person: Person | None, link: Link) -> am.Invitation | None:
        """What the holder of a link to a table is told before they sit down or watch."""
        if not link.table:
            return None
        table = await self._registry.open(link.table)
        seats = table.seats_of(person.id) if person else []
        free = [i for i, chair in enumerate(table.chairs) if chair.kind == OPEN and not chair.person]
        wanted = free if link.kind == ANY else [seat for seat in free if seat == link.seat]
        may_sit, may_watch = bool(wanted), table.setup.watch != "nobody"
        if not (seats or may_sit or may_watch):
            return None
        host = next((chair.name for chair in table.chairs if chair.person == table.setup.by), "")
        return am.Invitation(line(table, seats), host, table.setup.fate, may_sit, may_watch)

    async def follow(self, person: Person, link: Link, wish: m.Exchange) -> m.LinkOpened:
        """Do what the link is for, as this person; who may sit down may also only watch."""
        table = await self._registry.open(link.table)
        if link.kind == WATCH or wish.watch:
            if table.setup.watch == "nobody":
                raise Refused("nobody may watch this table")
            await self._access.let_watch(person, link.table)
        elif not table.seats_of(person.id):
            seat = link.seat if link.kind == SEAT else wish.seat
            await self._lobby.join(person, link.table, seat, wish.entropy, None, wish.commitment)
        return m.LinkOpened(link.kind, link.table, (await self._registry.open(link.table)).seats_of(person.id))

    async def _store_link(self, link: Link, seconds: int, key_of: Person | None = None) -> str:
        """Store a link; if it is a key to a person, only while the key of that person that asked for it is valid."""
        token = new_token()
        now = now_ms()
        values = {
            "token_hash": token_hash(token),
            "kind": link.kind,
            "table_id": link.table or None,
            "seat": link.seat,
            "person": link.person or None,
            "created": now,
            "expires": now + seconds * 1000,
        }
        n = schema.links.c
        older = delete(schema.links).where(n.person == link.person, n.kind == RECOVER)

        def work(c: Connection) -> None:
            if key_of is not None:
                still_here(c, key_of)
            if link.kind == RECOVER:
                c.execute(older)
            c.execute(insert(schema.links).values(values))

        await self._store.write(work)
        return token


def use_link(c: Connection, token: str) -> str:
    """Within a change: the person to whom a link is a key. One to another device opens once."""
    digest = token_hash(token)
    if (link := _find(c, digest)) is not None and link.kind in TO_A_PERSON:
        hold_person(c, link.person)
        # It may have ended while that waited.
        link = _find(c, digest)
    link = _valid(link if link is not None and link.kind in TO_A_PERSON else None)
    if link.kind == DEVICE:
        c.execute(delete(schema.links).where(schema.links.c.token_hash == digest))
    return link.person


def _find(c: Connection, digest: bytes) -> Link | None:
    n = schema.links.c
    columns = n.kind, n.table_id, n.seat, n.person, n.expires
    row = c.execute(select(*columns).where(n.token_hash == digest, n.kind.in_(_KINDS))).first()
    if row is None or (row.expires is not None and row.expires < now_ms()):
        return None
    return Link(row.kind, row.table_id or "", row.seat, row.person or "")


def _valid(link: Link | None) -> Link:
    if link is None:
        raise NotKnown("this link is not valid, or no longer")
    return link
