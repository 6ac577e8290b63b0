"""The HTTP side of keeping order: reports for everybody, the rest for operators."""

from __future__ import annotations

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from gunbai.server import moderation_messages as mm
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.api import PROBLEMS, AnyRequest, TableId, known_person
from gunbai.server.disk_ration import ROW_BYTES
from gunbai.server.moderation import Moderation, check_operator
from gunbai.server.services import services_of

_DONE = PROBLEMS | {204: ResponseSpec(data_container=None, description="it is done, and stands in the audit log")}


async def _operator(request: AnyRequest) -> tuple[Person, Moderation]:
    return check_operator(await known_person(request)), services_of(request).moderation


@post("/tables/{table_id:str}/report", operation_id="report", status_code=204, responses=_DONE)
async def report(request: AnyRequest, table_id: TableId, data: JSONBody[mm.Report]) -> None:
    """Tell the operators about somebody at a table where the sender plays."""
    person, services = await known_person(request), services_of(request)
    services.rates.by_person.take(person.id, 20)
    table = await services.registry.open(table_id)
    await services.access.may_see(person, table)
    if not table.seats_of(person.id):
        raise NotAllowed("you do not sit at this table")
    services.ration.take(person.id, ROW_BYTES + len(data.text.encode(errors="replace")))
    await services.moderation.report(person, table, data.seat, data.text)


@get("/operator/reports", operation_id="reports", responses=PROBLEMS)
async def reports(request: AnyRequest) -> list[mm.ReportLine]:
    """Reports that nobody has dealt with, oldest first; if there are too many, some of everybody's."""
    _, moderation = await _operator(request)
    return await moderation.reports()


@post("/operator/reports/{report_id:str}/settle", operation_id="settle_report", status_code=204, responses=_DONE)
async def settle_report(request: AnyRequest, report_id: FromPath[str], data: JSONBody[mm.SettleReport]) -> None:
    """Say what came of a report, and perhaps of all others of the same reporter."""
    operator, moderation = await _operator(request)
    await moderation.settle(operator, report_id, data)


@post("/operator/mute", operation_id="mute_person", status_code=204, responses=_DONE)
async def mute_person(request: AnyRequest, data: JSONBody[mm.MutePerson]) -> None:
    """Let nobody hear a person for a time."""
    operator, moderation = await _operator(request)
    await moderation.mute(operator, data.person, data.hours, data.reason)


@post("/operator/ban", operation_id="ban_person", status_code=204, responses=_DONE)
async def ban_person(request: AnyRequest, data: JSONBody[mm.BanPerson]) -> None:
    """Shut a person out for a time."""
    operator, moderation = await _operator(request)
    for session in await moderation.ban(operator, data.person, data.hours, data.reason, data.with_address):
        services_of(request).sockets.close_session(session)


@post("/operator/ban-address", operation_id="ban_address", status_code=204, responses=_DONE)
async def ban_address(request: AnyRequest, data: JSONBody[mm.BanAddress]) -> None:
    """Shut an address out for a time."""
    operator, moderation = await _operator(request)
    await moderation.ban_address(operator, data.address, data.hours, data.reason)


@post("/operator/tables/{table_id:str}/close", operation_id="close_table", status_code=204, responses=_DONE)
async def close_table(request: AnyRequest, table_id: TableId, data: JSONBody[mm.WithReason]) -> None:
    """End a game without a result."""
    operator, moderation = await _operator(request)
    await moderation.close(operator, table_id, data.reason)


@post("/operator/tables/{table_id:str}/delete", operation_id="delete_table", status_code=204, responses=_DONE)
async def delete_table(request: AnyRequest, table_id: TableId, data: JSONBody[mm.WithReason]) -> None:
    """Remove a table with all that is kept about it."""
    operator, moderation = await _operator(request)
    await moderation.delete(operator, table_id, data.reason)


@get("/operator/audit", operation_id="audit", responses=PROBLEMS)
async def audit(request: AnyRequest) -> list[mm.AuditLine]:
    """What operators did, newest first."""
    _, moderation = await _operator(request)
    return await moderation.audit()


HANDLERS: list[HTTPRouteHandler] = [
    report, reports, settle_report, mute_person, ban_person, ban_address, close_table, delete_table, audit,
]  # fmt: skip
