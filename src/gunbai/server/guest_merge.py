"""Moving a guest's games into an account, when the guest logs in."""

from __future__ import annotations

import logging

from sqlalchemy import select

from gunbai.core.errors import UnknownGame
from gunbai.server import events as ev
from gunbai.server import schema
from gunbai.server.accounts import Person
from gunbai.server.hosted_table import HostedTable, RulesChanged, Unreadable
from gunbai.server.table_registry import TableRegistry

log = logging.getLogger("gunbai.accounts")


async def merge_guest(registry: TableRegistry, guest: Person, account: Person) -> int:
    """Hand every seat of the guest to the account; returns how many seats that were."""
    s = schema.seats.c
    query = select(s.table_id, s.seat).where(s.person == guest.id)
    handed = 0
    for table_id, seat in await registry.store.rows(query):

        def operate(table: HostedTable, seat: int = seat) -> ev.AnyEvent | None:
            if table.chairs[seat].person != guest.id:
                return None
            return table.hand(seat, account.id, account.name)

        try:
            await registry.change(table_id, operate)
            handed += 1
        except (RulesChanged, UnknownGame, Unreadable) as error:
            # Such a table can be neither played nor seen. It must not keep anybody out of their account.
            log.warning("table %s stays with its guest: %s", table_id, error)
    return handed
