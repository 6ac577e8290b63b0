"""The HTTP side: everything a socket can do, and what needs no socket."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

import gunbai
from gunbai.bots.levels import LEVELS
from gunbai.core import game_files, registry, rulebook
from gunbai.core.game import Game, bring_into_focus
from gunbai.core.options import Options, parse_options
from gunbai.server import account_messages as am
from gunbai.server import house_messages as h
from gunbai.server import inquiry_messages as im
from gunbai.server import messages as m
from gunbai.server import moderation_messages as mm
from gunbai.server.accounts import NotKnown, Person
from gunbai.server.guest_merge import merge_guest
from gunbai.server.hosted_table import Refused
from gunbai.server.identities import become
from gunbai.server.limits import Bucket
from gunbai.server.links import TO_A_PERSON, use_link
from gunbai.server.listener import REFUSED
from gunbai.server.lobby import guest_bots, seatable_bots
from gunbai.server.open_sockets import GOING_DOWN
from gunbai.server.problems import TooLarge
from gunbai.server.request_checks import COOKIE, address, known_sender, no_cookie, sender, session_cookie
from gunbai.server.services import services_of
from gunbai.server.webhooks import check_address
from gunbai.server.worker_messages import OddsRequest
from gunbai.session import tournaments

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=24, description="The table's public name.")]
_VersionSeen = Annotated[
    int, QueryParameter(name="version", ge=0, le=2**31 - 1, description="The version already seen.")
]
_AfterSeq = Annotated[int, QueryParameter(name="after", ge=0, le=2**31 - 1, description="The last event already seen.")]
_OwnSeat = Annotated[
    int | None, QueryParameter(name="seat", ge=0, le=15, description="As seen from this seat of yours.")
]
_Language = Annotated[
    str, QueryParameter(name="lang", pattern=r"^(en|ja)$(?!\n)", description="The language of the text.")
]

_WORDS = {
    400: "the request does not fit, or makes no sense here",
    401: "no valid session",
    403: "not allowed to this sender, or from this origin",
    404: "no such thing, or none this sender may know of",
    409: "stale, out of turn, or not possible in this state; nothing was changed",
    413: "too large",
    415: "the body is not JSON",
    422: "against the rules of the game, with the paragraph",
    429: "too many requests; see Retry-After",
    503: "the server cannot store anything now; nothing was changed",
}
# To look up a host takes a thread, and as long as its name server likes.
_COST_OF_LOOKING_UP = 20
PROBLEMS: dict[int, ResponseSpec] = {
    status: ResponseSpec(data_container=m.Problem, description=words, generate_examples=False)
    for status, words in _WORDS.items()
}


def limit(request: AnyRequest, bucket: Bucket) -> None:
    """Count a request of the sender's address against a rate limit."""
    bucket.take(address(request, services_of(request).settings))


async def known_person(request: AnyRequest) -> Person:
    """The person who sends, or NoSession."""
    services = services_of(request)
    person = await known_sender(request, services.accounts)
    services.whereabouts.note(person.id, address(request, services.settings))
    return person


def label(request: AnyRequest) -> str:
    """What the sender's program calls itself, for the list of sessions."""
    return "".join(ch for ch in request.headers.get("user-agent", "") if ch.isprintable())[:80]


# -- the house --------------------------------------------------------------------------------------------


@get("/house", operation_id="house", responses=PROBLEMS)
async def house(request: AnyRequest) -> h.House:
    """The games and bots of this server."""
    levels = [
        h.LevelLine(f"level-{e.number}", e.name, e.japanese, e.about, e.about_japanese, e.seconds) for e in LEVELS
    ]
    games = [_game_line(game.info.name) for game in registry.playable()]
    settings = services_of(request).settings
    bots, guests = list(seatable_bots(settings)), list(guest_bots(settings))
    return h.House(gunbai.__version__, games, bots, levels, guests, bool(settings.smtp), settings.compiling)


@get("/games/{name:str}", operation_id="game", responses=PROBLEMS)
async def game(name: FromPath[str]) -> h.GameLine:
    """One game: its seats, options and presets."""
    return _game_line(name)


@get("/games/{name:str}/rules", operation_id="rules", responses=PROBLEMS)
async def rules(name: FromPath[str], lang: _Language = rulebook.ENGLISH) -> list[h.RuleLine]:
    """The rules of a game, paragraph by paragraph, in English or Japanese."""
    found = rulebook.paragraphs(rulebook.rules_text(registry.find(name), lang))
    return [h.RuleLine(p.number, p.section, p.text) for p in found]


@get("/games/{name:str}/texts", operation_id="texts", responses=PROBLEMS)
async def texts(name: FromPath[str], lang: _Language = rulebook.JAPANESE) -> dict[str, str]:
    """What a game says in English, in another language, as far as the game brings it along."""
    return game_files.translations(registry.find(name), lang)


@get("/games/{name:str}/board", operation_id="board", responses=PROBLEMS)
async def board(
    name: FromPath[str],
    options: Annotated[str, QueryParameter(max_length=2000, description="As in a record: `size=4 moves=30`.")] = "",
) -> h.BoardLine:
    """The board as a plan, for screens that have no drawing of the game; no places if it has none."""
    found = registry.find(name)
    return _board(found, Options(found.info.options, parse_options(options)))


@get("/games/{name:str}/lesson", operation_id="lesson", responses=PROBLEMS)
async def lesson(name: FromPath[str]) -> list[h.LessonLine]:
    """The lesson that a game brings along, step by step; empty if it brings none."""
    found = registry.find(name)
    return [_lesson_line(found, step) for step in game_files.lessons(found)]


@get("/games/{name:str}/art", operation_id="art", media_type="image/svg+xml", responses=PROBLEMS)
async def art(name: FromPath[str]) -> str:
    """The picture that a game brings along."""
    found = game_files.game_file(registry.find(name), "art.svg")
    if found is None:
        raise NotKnown("there is no such address")
    return found


def _board(found: Game, options: Options) -> h.BoardLine:
    plan = found.board(options)
    return h.BoardLine([h.BoardPlace(p.id, p.x, p.y, p.name) for p in plan.places], list(plan.ways))


def _lesson_line(found: Game, step: game_files.LessonStep) -> h.LessonLine:
    if not step.position:
        return h.LessonLine(step.text, step.done, [], [], None, None)
    s = found.parse_position(step.position)
    if step.seat in [int(p) for p in found.pending(s)]:
        bring_into_focus(found, s, step.seat)
    choices = [found.action_text(a) for a in found.legal(s)] if found.actor(s) == step.seat else []
    view = found.view(s, step.seat).data()
    return h.LessonLine(step.text, step.done, list(step.answers), choices, view, _board(found, s.options))


@get("/games/{name:str}/odds", operation_id="odds", responses=PROBLEMS)
async def odds(
    request: AnyRequest,
    name: FromPath[str],
    attacker: Annotated[str, QueryParameter(max_length=200, description="As in docs/odds.md: `D1 B2 S2 G3 P4`.")],
    defender: Annotated[str, QueryParameter(max_length=200, description="The same; also `castle`, `fortress`, `+`.")],
    naval: FromQuery[bool] = False,
    at: Annotated[str, QueryParameter(max_length=20, description="In the middle of a round: `3:2-1`, `5d2:0-1`.")] = "",
) -> m.Odds:
    """The exact odds of one battle between troops that the asker names, where the game has battles."""
    services = services_of(request)
    conditions: dict[str, Any] = ({"naval": True} if naval else {}) | ({"at": at} if at else {})
    question = OddsRequest(registry.find(name).info.name, attacker, defender, conditions)
    return await services.inquiries.odds(address(request, services.settings), question)


def _game_line(name: str) -> h.GameLine:
    found = registry.find(name)
    info = found.info
    options = [
        h.OptionLine(
            *(o.name, o.kind, o.default, o.about, list(o.choices), o.low, o.high, o.provenance),
            *({name: list(values) for name, values in o.needs.items()}, list(o.examples), o.fine),
        )
        for o in info.options
    ]
    styles = tournaments(name)
    presets = {key: info.preset(key) for key in (*info.presets, *styles)}
    return h.GameLine(
        info.name,
        info.title,
        info.about,
        info.rules_version,
        list(info.seat_names),
        list(info.player_counts),
        options,
        presets,
        {key: style.control.text() for key, style in styles.items()},
        dict(info.first_game),
        list(info.trials),
        bool(game_files.lessons(found)),
        game_files.guided_lesson(found) is not None,
        game_files.game_file(found, "art.svg") is not None,
    )


# -- people -----------------------------------------------------------------------------------------------


def as_me(person: Person) -> m.Me:
    """What a person is told about themselves."""
    mail = person.email, person.email_confirmed
    return m.Me(person.id, person.name, person.login, person.webhook, *mail, person.operator)


@post("/guests", operation_id="become_guest", status_code=201, responses=PROBLEMS)
async def become_guest(request: AnyRequest, data: JSONBody[m.NewGuest]) -> Response[m.Me]:
    """Become somebody: a guest with a durable identity. The cookie is the key to it."""
    limit(request, services_of(request).rates.guests)
    person, token = await services_of(request).accounts.new_guest(data.name, label(request))
    return Response(as_me(person), cookies=[session_cookie(token, services_of(request).settings)])


@get("/me", operation_id="me", responses=PROBLEMS)
async def me(request: AnyRequest) -> Response[m.Me]:
    """Who the sender is; the cookie lives on from here."""
    person = await known_person(request)
    token = request.cookies.get(COOKIE)
    return Response(as_me(person), cookies=[session_cookie(token, services_of(request).settings)] if token else [])


@patch("/me", operation_id="change_me", responses=PROBLEMS)
async def change_me(request: AnyRequest, data: JSONBody[m.ChangeMe]) -> m.Me:
    """Change the name or the address for reminders."""
    person, services = await known_person(request), services_of(request)
    services.rates.by_person.take(person.id, _COST_OF_LOOKING_UP if data.webhook else 1)
    if data.webhook:
        await check_address(data.webhook, services.settings.private_webhooks)
    await services.accounts.change(person, data.name, data.webhook)
    return as_me(await known_person(request))


@post("/me/account", operation_id="make_account", status_code=200, responses=PROBLEMS)
async def make_account(request: AnyRequest, data: JSONBody[m.Credentials]) -> Response[m.Me]:
    """Give the guest a login and a password. The sender gets a new key, and all keys from before end."""
    services = services_of(request)
    limit(request, services.rates.logins)
    person, where = await known_person(request), address(request, services.settings)
    known, token, ended = await services.accounts.register(person, data.login, data.password, where, label(request))
    for session in ended:
        services.sockets.close_session(session, GOING_DOWN if session == person.session else REFUSED)
    return Response(as_me(known), cookies=[session_cookie(token, services.settings)])


@post("/login", operation_id="log_in", status_code=200, responses=PROBLEMS)
async def log_in(request: AnyRequest, data: JSONBody[m.Credentials]) -> Response[m.Me]:
    """Log in to an account; a guest who does so brings their games along."""
    limit(request, services_of(request).rates.logins)
    services = services_of(request)
    before = await sender(request, services.accounts)
    where = address(request, services.settings)
    person, token = await services.accounts.login(data.login, data.password, label(request), where)
    # Again: meanwhile the guest's key may have ended, and whoever holds it must not take the guest's games along.
    before = await sender(request, services.accounts) if before is not None else None
    absorbed = ""
    if data.absorb and before is not None and before.login is None and before.id != person.id:
        await merge_guest(services.registry, before, person)
        absorbed = before.id
    cookies = await become(request, services.accounts, services.settings, token, leaving=absorbed)
    return Response(as_me(person), cookies=cookies)


@post(
    "/logout",
    operation_id="log_out",
    status_code=204,
    responses=PROBLEMS | {204: ResponseSpec(data_container=None, description="this session is over")},
)
async def log_out(request: AnyRequest) -> Response[None]:
    """End this session."""
    person = await known_person(request)
    await services_of(request).accounts.revoke(person, person.session)
    services_of(request).sockets.close_session(person.session)
    return Response(None, status_code=204, cookies=[no_cookie(services_of(request).settings)])


@get("/me/sessions", operation_id="sessions", responses=PROBLEMS)
async def sessions(request: AnyRequest) -> list[m.SessionLine]:
    """Where the sender is logged in."""
    person = await known_person(request)
    found = await services_of(request).accounts.sessions(person)
    return [m.SessionLine(s.id, s.label, s.created, s.used, s.id == person.session) for s in found]


@delete("/me/sessions/{session_id:str}", operation_id="revoke_session", status_code=204, responses=PROBLEMS)
async def revoke_session(request: AnyRequest, session_id: FromPath[str]) -> None:
    """End one of the sender's sessions."""
    await services_of(request).accounts.revoke(await known_person(request), session_id)
    services_of(request).sockets.close_session(session_id)


@post("/me/device-link", operation_id="link_device", status_code=201, responses=PROBLEMS)
async def link_device(request: AnyRequest) -> m.LinkMade:
    """A secret with which another device becomes the same person; good once, for ten minutes."""
    limit(request, services_of(request).rates.logins)
    return await services_of(request).links.new_to_device(await known_person(request))


@post("/me/recovery-link", operation_id="link_to_recover", status_code=201, responses=PROBLEMS)
async def link_to_recover(request: AnyRequest) -> m.LinkMade:
    """A secret to be kept safe: whoever has lost every cookie becomes the sender again. It ends the one before it."""
    limit(request, services_of(request).rates.logins)
    return await services_of(request).links.new_to_recover(await known_person(request))


@post("/link", operation_id="look_at_link", status_code=200, responses=PROBLEMS)
async def look_at_link(request: AnyRequest, data: JSONBody[am.LookAtLink]) -> am.LinkSeen:
    """What the secret of a link would open, and whom the sender would become; nothing happens yet."""
    services = services_of(request)
    limit(request, services.rates.logins)
    link, name = await services.links.look(data.token)
    invitation = await services.links.invitation(await sender(request, services.accounts), link)
    return am.LinkSeen(link.kind, link.table or None, name, invitation)


@post("/exchange", operation_id="exchange", status_code=200, responses=PROBLEMS)
async def exchange(request: AnyRequest, data: JSONBody[m.Exchange]) -> Response[m.LinkOpened]:
    """Exchange the secret of a link for what it opens. A sender without a session becomes a guest."""
    limit(request, services_of(request).rates.guests)
    services = services_of(request)
    accounts, settings = services.accounts, services.settings
    link, name = await services.links.look(data.token)
    person = await sender(request, accounts)
    if link.kind in TO_A_PERSON:
        if person is not None and person.id == link.person:
            return Response(m.LinkOpened(link.kind, None, []))
        if person is not None and not data.replace:
            raise Refused("this browser is {name}; it becomes {other} only if you say so", name=person.name, other=name)
        token = await accounts.new_session(partial(use_link, token=data.token), label(request))
        cookies = await become(request, accounts, settings, token)
        return Response(m.LinkOpened(link.kind, None, []), cookies=cookies)
    cookies = []
    if person is None:
        person, token = await accounts.new_guest("", label(request))
        cookies = [session_cookie(token, settings)]
    return Response(await services.links.follow(person, link, data), cookies=cookies)


# -- tables -----------------------------------------------------------------------------------------------


@get("/tables", operation_id="lobby", responses=PROBLEMS)
async def lobby(request: AnyRequest) -> list[m.TableLine]:
    """Tables with open seats that anybody may take."""
    return await services_of(request).lobby.gathering()


@get("/tables/running", operation_id="running", responses=PROBLEMS)
async def running(request: AnyRequest) -> list[m.TableLine]:
    """Games in play that anybody may watch, the last begun first."""
    return await services_of(request).lobby.running()


@get("/me/tables", operation_id="my_tables", responses=PROBLEMS)
async def my_tables(
    request: AnyRequest,
    status: Annotated[Literal["gathering", "playing", "over", ""], QueryParameter(name="status")] = "",
) -> list[m.TableLine]:
    """The sender's games, last changed first."""
    return await services_of(request).lobby.tables_of(await known_person(request), status)


@post("/tables", operation_id="create_table", status_code=201, responses=PROBLEMS)
async def create_table(request: AnyRequest, data: JSONBody[m.NewTable]) -> m.NewTableDone:
    """Set up a table."""
    table = await services_of(request).lobby.create(await known_person(request), data)
    return m.NewTableDone(table.id)


@get(
    "/tables/{table_id:str}",
    operation_id="table",
    media_type=MediaType.JSON,
    responses=PROBLEMS | {200: ResponseSpec(data_container=m.Update, generate_examples=False)},
)
async def table(
    request: AnyRequest, table_id: TableId, version_seen: _VersionSeen = 0, after_seq: _AfterSeq = 0
) -> Response[bytes]:
    """The table as the sender may see it; with `version` and `after`, what is new since."""
    services = services_of(request)
    body = await services.reader.update(await sender(request, services.accounts), table_id, version_seen, after_seq)
    return Response(body, media_type=MediaType.JSON)


@get("/tables/{table_id:str}/record", operation_id="record", media_type=MediaType.TEXT, responses=PROBLEMS)
async def record(request: AnyRequest, table_id: TableId, own_seat: _OwnSeat = None) -> str:
    """The game as one file: the full record when it is over, what the sender saw before that."""
    services = services_of(request)
    count = partial(services.rates.by_address.charge, address(request, services.settings))
    return await services.reader.record(await sender(request, services.accounts), table_id, own_seat, count)


@get(
    "/tables/{table_id:str}/moments/{length:int}",
    operation_id="moment",
    media_type=MediaType.JSON,
    responses=PROBLEMS | {200: ResponseSpec(data_container=m.Sight, generate_examples=False)},
)
async def moment(
    request: AnyRequest,
    table_id: TableId,
    length: Annotated[int, PathParameter(ge=0, le=2**31 - 1, description="How many actions had been played.")],
    own_seat: _OwnSeat = None,
) -> Response[bytes]:
    """A moment of the past, for replays: as the sender saw it, or from any seat when the game is over."""
    services = services_of(request)
    body = await services.reader.moment(await sender(request, services.accounts), table_id, length, own_seat)
    return Response(body, media_type=MediaType.JSON)


@post("/tables/{table_id:str}/links", operation_id="make_link", status_code=201, responses=PROBLEMS)
async def make_link(request: AnyRequest, table_id: TableId, data: JSONBody[m.NewLink]) -> m.LinkMade:
    """A secret that lets its holder sit down at, or watch, this table."""
    return await services_of(request).links.new_to_table(await known_person(request), table_id, data)


@post(
    "/tables/import", operation_id="import_record", status_code=201, request_max_body_size=2_500_000, responses=PROBLEMS
)
async def import_record(request: AnyRequest, data: JSONBody[m.Import]) -> m.NewTableDone:
    """Keep a record on this server: finished, to read; unfinished, with all seats the sender's."""
    if len(data.record) > services_of(request).settings.limits.import_bytes:
        raise TooLarge("the record is too long")
    table = await services_of(request).lobby.import_record(await known_person(request), data.record)
    return m.NewTableDone(table.id)


# What has an answer of its own; all else is answered by where it stands in the log.
_ANSWERS: dict[type[m.Message], type[msgspec.Struct]] = {
    m.Rematch: m.NewTableDone,
    im.Hint: im.HintGiven,
    im.Foresee: im.Foreseen,
    im.Point: im.Pointed,
}


def _order(kind: type[m.Message]) -> HTTPRouteHandler:
    """One POST per thing that can be said to a table."""
    name = str(kind.__struct_config__.tag)
    answer = _ANSWERS.get(kind, m.Done)

    async def handler(request: AnyRequest, table_id: str, data: Any) -> Any:
        orders = services_of(request).orders
        if isinstance(data, im.Hint | im.Foresee | im.Point):
            return await services_of(request).inquiries.answer(await known_person(request), table_id, data)
        placed = await orders.carry_out(await known_person(request), table_id, data)
        return placed if isinstance(placed, m.NewTableDone) else m.Done(placed.seq, placed.version, placed.repeated)

    handler.__doc__ = kind.__doc__
    handler.__name__ = f"order_{name}"
    body: Any = JSONBody  # a type that is known only here
    handler.__annotations__ = {"request": AnyRequest, "table_id": TableId, "data": body[kind], "return": answer}
    path = f"/tables/{{table_id:str}}/{name}"
    return post(path, operation_id=f"order_{name}", status_code=200, responses=PROBLEMS)(handler)


def describe_strictly(document: dict[str, Any]) -> dict[str, Any]:
    """Describe what the decoder does: unknown fields are refused, and `do` is not needed because the path names it."""
    for name, part in document["components"]["schemas"].items():
        kind = next((getattr(room, name) for room in (m, im, am, mm) if hasattr(room, name)), None)
        config = getattr(kind, "__struct_config__", None)
        if config is not None and config.forbid_unknown_fields:
            part["additionalProperties"] = False
            if needed := [word for word in part.pop("required", ()) if word != config.tag_field]:
                part["required"] = needed
    return document


ORDERS = (
    m.Act, m.Undo, m.Offer, m.Answer, m.Resign, m.Vote, m.Say, m.Aside, m.Mute, m.Join, m.Leave, m.Start,
    m.Season, m.Open, m.Rematch, im.Hint, im.Foresee, im.Point,
)  # fmt: skip


@get("/{rest:path}", include_in_schema=False)
async def nothing(rest: FromPath[str]) -> None:
    """Unknown paths under /api are answered as data, not with the browser app."""
    raise NotKnown("there is no such address")


HANDLERS: list[HTTPRouteHandler] = [
    house, game, rules, texts, board, lesson, art, odds,
    become_guest, me, change_me, make_account, log_in, log_out, sessions, revoke_session, link_device, link_to_recover,
    look_at_link, exchange,
    lobby, running, my_tables, create_table, table, record, moment, make_link, import_record,
    *[_order(kind) for kind in ORDERS],
]  # fmt: skip
