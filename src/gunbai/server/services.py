"""All services of one server process, put together: what request handlers and tests work with."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

from gunbai.server.access import Access
from gunbai.server.accounts import Accounts
from gunbai.server.bot_pool import BotPool
from gunbai.server.bot_tables import BotTables
from gunbai.server.disk_ration import DiskRation
from gunbai.server.forced_play import ForcedPlay
from gunbai.server.inquiries import Inquiries
from gunbai.server.limits import RateLimits
from gunbai.server.links import Links
from gunbai.server.lobby import Lobby
from gunbai.server.moderation import Moderation
from gunbai.server.mutes import Mutes
from gunbai.server.neighbours import NEWS, Neighbours
from gunbai.server.open_sockets import OpenSockets
from gunbai.server.orders import Orders
from gunbai.server.own_data import OwnData
from gunbai.server.plan_check import PlanCheck
from gunbai.server.recovery import Recovery
from gunbai.server.rematch import Rematches
from gunbai.server.settings import Settings
from gunbai.server.store import CHANGED, ENDED, StorageError, Store
from gunbai.server.table_reader import TableReader
from gunbai.server.table_registry import TableRegistry
from gunbai.server.undo_check import UndoCheck
from gunbai.server.webhooks import Reminders
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.workers import Workers

log = logging.getLogger("gunbai.services")

_SWEEP_SECONDS = 3600.0


@dataclass
class Services:
    """One service per concern. `app.state.services` holds them while the server runs."""

    settings: Settings
    store: Store
    rates: RateLimits
    ration: DiskRation
    neighbours: Neighbours
    registry: TableRegistry
    accounts: Accounts
    access: Access
    mutes: Mutes
    lobby: Lobby
    links: Links
    recovery: Recovery
    own_data: OwnData
    moderation: Moderation
    orders: Orders
    inquiries: Inquiries
    reader: TableReader
    sockets: OpenSockets
    bots: BotPool
    undo_check: UndoCheck
    forced_play: ForcedPlay
    bot_tables: BotTables
    whereabouts: Whereabouts
    workers: Workers
    reminders: Reminders

    async def start(self) -> None:
        """Begin to attend to tables; until now nothing runs by itself."""
        registry = self.registry
        registry.attend += [self.bot_tables.attend, self.bots.attend, self.reminders.attend, self.undo_check.attend]
        registry.attend.append(self.forced_play.attend)
        registry.welcome.append(self.undo_check.attend)
        registry.told[ENDED] = self._session_ended
        self.accounts.on_end = self.sockets.close_session
        registry.told[CHANGED] = self.accounts.changed_elsewhere
        registry.told[NEWS] = self.neighbours.hear
        await self.moderation.load()
        await registry.start()
        registry.spawn(self._sweep())
        registry.spawn(self.neighbours.tell())

    def renew_workers(self) -> None:
        """Let the next request to every worker start a new process, from the installed package."""
        self.workers.renew()

    async def stop(self) -> None:
        await self.neighbours.say_goodbye()
        self.sockets.close_all()
        self.bots.stopping()
        await self.workers.stop()
        await self.registry.stop()
        await self.reminders.stop()
        self.store.close()

    async def _sweep(self) -> None:
        """Remove what is over, now and every hour."""
        while True:
            try:
                await self.accounts.sweep()
                await self.own_data.finish_deletions()
                await self.moderation.sweep()
            except StorageError as error:
                log.warning("%s", error)
            await asyncio.sleep(_SWEEP_SECONDS)

    def _session_ended(self, session: str) -> None:
        """Another process ended a session; an empty word means that some such news may have been missed."""
        if session:
            self.accounts.forget_session(session)
            self.sockets.close_session(session)
        else:
            # The empty word for changed persons comes as well, and lets everybody be looked up again.
            self.registry.spawn(self._close_ended_sessions())

    async def _close_ended_sessions(self) -> None:
        for session in await self.accounts.ended_among(self.sockets.sessions()):
            self.sockets.close_session(session)


def build_services(store: Store, settings: Settings) -> Services:
    """The services on top of an open store; nothing has been started yet."""
    rates = RateLimits(settings.limits)
    neighbours = Neighbours(store, rates.by_name())
    bounds = settings.limits
    registry = TableRegistry(store, bounds.unattended_tables, bounds.unattended_bytes, bounds.long_tables_bytes)
    accounts, access = Accounts(store, settings.session_days), Access(store)
    mutes = Mutes(registry, store)
    workers, whereabouts = Workers(settings), Whereabouts()
    bot_tables = BotTables(settings.limits, whereabouts, neighbours)
    ration = DiskRation(rates, whereabouts)
    lobby = Lobby(registry, store, access, rates, settings, workers.imports, whereabouts, bot_tables, ration)
    bots = BotPool(registry, settings, workers.bots, whereabouts)
    undo_check = UndoCheck(registry, settings, workers.undo_checks, whereabouts)
    plan_check = PlanCheck(registry, settings, workers.questions, whereabouts)
    return Services(
        settings=settings,
        store=store,
        rates=rates,
        ration=ration,
        neighbours=neighbours,
        registry=registry,
        accounts=accounts,
        access=access,
        mutes=mutes,
        lobby=lobby,
        links=Links(registry, store, access, lobby, rates, settings, ration),
        recovery=Recovery(registry, store, accounts, settings),
        own_data=OwnData(registry, store, accounts, lobby),
        moderation=Moderation(registry, store, accounts, whereabouts, settings.gathering_days),
        orders=Orders(
            registry, access, rates, lobby, mutes, Rematches(registry, lobby, ration), undo_check, plan_check, ration
        ),
        inquiries=Inquiries(registry, access, rates, bots, settings, workers.questions, whereabouts),
        reader=TableReader(registry, access, mutes),
        sockets=OpenSockets(settings.limits.sockets_per_address, neighbours),
        bots=bots,
        undo_check=undo_check,
        forced_play=ForcedPlay(registry, settings, workers.questions, whereabouts),
        bot_tables=bot_tables,
        whereabouts=whereabouts,
        workers=workers,
        reminders=Reminders(registry, accounts, settings),
    )


def services_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    """The services of the application that a request or socket came to."""
    services: Services = connection.app.state.services
    return services
