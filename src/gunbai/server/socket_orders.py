"""Orders that come through a socket: decoded, carried out one after the other, and answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import msgspec

from gunbai.core.errors import GunbaiError
from gunbai.server import inquiry_messages as im
from gunbai.server import messages as m
from gunbai.server.accounts import NoSession, Person
from gunbai.server.clean_text import check_no_nul
from gunbai.server.inquiries import Inquiries
from gunbai.server.limits import LimitReached
from gunbai.server.listener import FLOOD, Listener
from gunbai.server.orders import Orders
from gunbai.server.problems import problem
from gunbai.server.table_registry import Placed, TableRegistry

log = logging.getLogger("gunbai.socket")

_decoder: msgspec.json.Decoder[m.Order | im.Inquiry] = msgspec.json.Decoder(m.Order | im.Inquiry)
_encoder = msgspec.json.Encoder()
_INQUIRIES = (im.Hint, im.Foresee, im.Point)
# After this many refusals for flooding the socket is closed.
_PATIENCE = 50


async def play(carry_out: Callable[[], Awaitable[None]], part: Callable[[], Awaitable[None]]) -> None:
    """Carry out the orders of a socket until it is closed, then leave the table."""
    try:
        await carry_out()
    finally:
        await part()


async def carry_out_orders(
    registry: TableRegistry,
    orders: Orders,
    inquiries: Inquiries,
    person: Person | None,
    table_id: str,
    listener: Listener,
    check_rate: Callable[[], None],
) -> None:
    """Carry out the orders of one socket until it is closed."""
    floods = 0
    while (text := await listener.next_order()) is not None:
        number: int | None = None
        try:
            check_rate()
            if b"\\u0000" in text:  # asked here: nearly no order has it
                check_no_nul(text)
            order = _decoder.decode(text)
            number = order.id
            if person is None:
                raise NoSession("you are watching; become a guest to play")
            if not isinstance(order, m.Act) and isinstance(order, _INQUIRIES):
                # A hint takes a second, and the other orders of this socket must not wait for it.
                registry.spawn(_answer(inquiries, person, table_id, listener, order))
                continue
            placed = await orders.carry_out(person, table_id, order)
            listener.push(_done(number, placed))
        except LimitReached as flood:
            # A name of its own: mypyc gives a name one type in the whole function.
            listener.push(refusal(number if number is not None else _number(text), flood))
            floods += 1
            if floods > _PATIENCE:
                listener.hang_up(FLOOD)
                return
        except GunbaiError as error:
            listener.push(refusal(number if number is not None else _number(text), error))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as unfit:
            what = m.Problem("bad-request", f"the message does not fit: {unfit}"[:500])
            listener.push(_refused(_number(text), 400, what))
        except Exception as mistake:  # a fault of ours must not cost the player the connection
            listener.push(_broken(number, mistake))


async def _answer(
    inquiries: Inquiries, person: Person, table_id: str, listener: Listener, question: im.Inquiry
) -> None:
    try:
        given = await inquiries.answer(person, table_id, question)
        listener.push(_encoder.encode({"type": "done", "id": question.id, **msgspec.structs.asdict(given)}))
    except GunbaiError as error:
        listener.push(refusal(question.id, error))
    except Exception as mistake:
        listener.push(_broken(question.id, mistake))


def _done(number: int | None, placed: Placed | m.NewTableDone) -> bytes:
    if isinstance(placed, Placed):
        name, repeated = b"null" if number is None else b"%d" % number, b"true" if placed.repeated else b"false"
        place = b'"seq":%d,"version":%d,"repeated":%b' % (placed.seq, placed.version, repeated)
        return b'{"type":"done","id":%b,%b}' % (name, place)
    return _encoder.encode({"type": "done", "id": number, "table": placed.table})


def _number(text: bytes) -> int | None:
    """The number of a message that was not read as an order: its sender waits for an answer all the same."""
    try:
        return msgspec.json.decode(text, type=m.Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def refusal(number: int | None, error: GunbaiError) -> bytes:
    """The answer to an order that cannot be carried out."""
    status, what = problem(error)
    if isinstance(error, LimitReached):
        return _refused(number, status, what, retry=error.seconds)
    return _refused(number, status, what)


def _broken(number: int | None, mistake: Exception) -> bytes:
    log.error("an order failed", exc_info=mistake)
    return _refused(number, 500, m.Problem("broken", "the server made a mistake; nothing was changed"))


def _refused(number: int | None, status: int, what: m.Problem, **more: int) -> bytes:
    return _encoder.encode({"type": "refused", "id": number, "status": status, **msgspec.to_builtins(what), **more})
