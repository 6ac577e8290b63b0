"""Several actions in a row, and commands in words: a worker finds out whether they can follow each other.

Where something is hidden that takes sampled worlds, which may take long, so it is no work for the event loop.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.server import messages as m
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.worker_messages import PlanAnswer, PlanRequest, packed
from gunbai.server.workers import Asker, NoAnswer, WorkerPool

log = logging.getLogger("gunbai.plans")


@dataclass(frozen=True)
class CheckedPlan:
    """Actions, and the version at which they can follow each other."""

    actions: list[int]
    version: int


class PlanCheck:
    """Asks a worker, from the view of the seat that wants to act."""

    def __init__(
        self, registry: TableRegistry, settings: Settings, workers: WorkerPool, whereabouts: Whereabouts
    ) -> None:
        self._registry, self._workers, self._whereabouts = registry, workers, whereabouts
        self._seconds = settings.check_seconds

    async def check(self, person: str, table_id: str, seat: int, order: m.Act) -> CheckedPlan | None:
        """The order as actions that can follow each other, or an error; None if there is nothing to sample."""
        table = await self._registry.hold(table_id)
        try:
            if not table.begun or not table.game.info.hidden or (not order.command and len(order.actions) == 1):
                return None
            request = plan_request(table, seat, order)
        finally:
            table.lock.release()
        asker = Asker(person, self._whereabouts.of(person))
        try:
            found = await self._workers.ask(request, self._seconds, asker, f"plan:{table_id}")
        except NoAnswer as error:
            log.warning("table %s: a plan could not be checked: %s", table_id, error)
            raise Refused("these actions take too long to check; play them one by one") from None
        assert isinstance(found, PlanAnswer)
        return CheckedPlan(found.actions, request.version)


def named_actions(game: Game, order: m.Act) -> list[int]:
    """The actions that an order names, as numbers; none if it is a command."""
    if bool(order.actions) == bool(order.command):
        raise GunbaiError("an act has either actions or a command")
    return [int(game.parse_action(a)) if isinstance(a, str) else a for a in order.actions]


def actions_of(table: HostedTable, order: m.Act) -> list[int]:
    """The actions that an order names at a table."""
    return named_actions(table.game, order)


def plan_request(table: HostedTable, seat: int, order: m.Act) -> PlanRequest:
    """The question for a worker: made from the view of the seat, nothing else."""
    play, setup = table.game_table, table.setup
    actions = actions_of(table, order)
    play.need_fresh(seat, order.version)
    view = packed(play.view(seat))
    return PlanRequest(setup.game, setup.rules, view, play.version, play.name(seat), actions, order.command)
