"""What everybody knows to be forced is played by itself; what a worker cannot say, or denies, is left to the player."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import gunbai.server.messages as m
from gunbai.core.game import SPECTATOR
from gunbai.server.accounts import Person
from gunbai.server.bot_worker import answer
from gunbai.server.forced_play import ForcedPlay, forced_request
from gunbai.server.hosted_table import HostedTable
from gunbai.server.services import Services, build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from gunbai.server.worker_messages import ForcedAnswer, ForcedRequest, WorkerAnswer, WorkerRequest, view_in
from gunbai.server.workers import Asker, NoAnswer, WorkerPool

# A whole small game has many moments at which only one action exists.
GAME = m.NewTable(game="gunkimono", preset="tiny", seats=["me", "me"], auto=True)


class Says(WorkerPool):
    """Workers that say what they are told to, or what a real one says."""

    def __init__(self, settings: Settings, forced: bool | None) -> None:
        super().__init__(settings, 1, 0)
        self._forced = forced
        self.asked: list[ForcedRequest] = []

    async def ask(self, request: WorkerRequest, seconds: float, asker: Asker, subject: str = "") -> WorkerAnswer:
        assert isinstance(request, ForcedRequest)
        self.asked.append(request)
        if self._forced is None:
            raise NoAnswer("it is gone")
        return ForcedAnswer(self._forced)


async def forced_table(services: Services, person: Person) -> HostedTable:
    """A table at which the first legal action was played until there is only one.

    What a bag yields is chance, and a game may end before such a moment: then another one is begun.
    """
    for _ in range(20):
        table = await services.lobby.create(person, GAME)
        while (forced := table.maybe_forced()) is None and table.game_table.to_act:
            seat = table.game_table.to_act[0]
            act = m.Act(version=table.version, seat=seat, actions=[int(table.game_table.legal(seat)[0])])
            await services.orders.carry_out(person, table.id, act)
        if forced is not None:
            return table
    raise AssertionError("no game of twenty came to a moment with one action")


@pytest.mark.parametrize("forced", [True, False, None])
def test_only_what_a_worker_calls_forced_is_played(forced: bool | None, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        ann, _ = await services.accounts.new_guest("Ann")
        table = await forced_table(services, ann)
        found = table.maybe_forced()
        assert found is not None
        length, version = table.game_table.length, table.version
        workers = Says(settings, forced)
        play = ForcedPlay(services.registry, settings, workers, services.whereabouts)
        play.attend(table)
        # It is being looked at already.
        play.attend(table)
        while play.looks_at(table):
            await asyncio.sleep(0)
        assert (workers.asked[0].seat, workers.asked[0].action) == found
        assert (table.version > version) == (table.game_table.length > length) == bool(forced)
        if not forced:
            assert len(workers.asked) == 1
        await services.registry.stop()

    asyncio.run(run())
    store.close()


def test_the_worker_gets_no_more_than_a_spectator_sees(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        ann, _ = await services.accounts.new_guest("Ann")
        table = await forced_table(services, ann)
        found = table.maybe_forced()
        assert found is not None
        request = forced_request(table, *found)
        assert view_in(request.view).seat == SPECTATOR
        assert isinstance(answer(request), ForcedAnswer)
        await services.registry.stop()

    asyncio.run(run())
    store.close()
