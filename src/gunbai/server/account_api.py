"""The HTTP side of one's own account: password, e-mail address, and one's data."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from gunbai.server import account_messages as am
from gunbai.server import messages as m
from gunbai.server.api import PROBLEMS, AnyRequest, as_me, known_person, label, limit
from gunbai.server.identities import become, former, go_back
from gunbai.server.request_checks import address, no_cookie
from gunbai.server.services import services_of


def _empty(description: str) -> dict[int, ResponseSpec]:
    return PROBLEMS | {204: ResponseSpec(data_container=None, description=description)}


@post("/me/password", operation_id="change_password", status_code=204, responses=_empty("the new password is set"))
async def change_password(request: AnyRequest, data: JSONBody[am.NewPassword]) -> None:
    """Change the password; every other session ends."""
    services = services_of(request)
    limit(request, services.rates.logins)
    person = await known_person(request)
    where = address(request, services.settings)
    for session in await services.accounts.change_password(person, data.old, data.new, where):
        services.sockets.close_session(session)


@post("/me/email", operation_id="change_email", status_code=200, responses=PROBLEMS)
async def change_email(request: AnyRequest, data: JSONBody[am.NewEmail]) -> m.Me:
    """Set the address for a forgotten password; it counts once the letter sent there is answered."""
    services = services_of(request)
    limit(request, services.rates.logins)
    where = address(request, services.settings)
    await services.recovery.set_email(await known_person(request), data.email, data.password, data.lang, where)
    return as_me(await known_person(request))


@post("/email/confirm", operation_id="confirm_email", status_code=204, responses=_empty("the address is confirmed"))
async def confirm_email(request: AnyRequest, data: JSONBody[am.ConfirmEmail]) -> None:
    """Confirm an e-mail address by the secret that was sent there."""
    limit(request, services_of(request).rates.logins)
    await services_of(request).recovery.confirm(data.token)


@post(
    "/password/forgotten",
    operation_id="forgot_password",
    status_code=204,
    responses=_empty("if there is such an account with a confirmed address, a letter is on its way"),
)
async def forgot_password(request: AnyRequest, data: JSONBody[am.ForgottenPassword]) -> None:
    """Ask for a letter with a link to a new password."""
    limit(request, services_of(request).rates.logins)
    await services_of(request).recovery.forgotten(data.login, data.lang)


@post("/password/reset", operation_id="reset_password", status_code=200, responses=PROBLEMS)
async def reset_password(request: AnyRequest, data: JSONBody[am.ResetPassword]) -> Response[m.Me]:
    """Set a new password by the secret of a link; every session of the account ends, and the sender is logged in."""
    services = services_of(request)
    limit(request, services.rates.logins)
    where = address(request, services.settings)
    token, ended = await services.recovery.reset(data.token, data.password, where, label(request))
    for session in ended:
        services.sockets.close_session(session)
    known = await services.accounts.by_token(token)
    assert known is not None
    return Response(as_me(known), cookies=await become(request, services.accounts, services.settings, token))


@get("/me/former", operation_id="former_selves", responses=PROBLEMS)
async def former_selves(request: AnyRequest) -> list[am.FormerSelf]:
    """Who this browser was before it became the sender, by a link or by logging in, and can be again."""
    found = await former(request, services_of(request).accounts)
    return [am.FormerSelf(person.session, person.name, person.login) for person in found]


@post("/me/return", operation_id="go_back", status_code=200, responses=PROBLEMS)
async def return_to_self(request: AnyRequest, data: JSONBody[am.GoBack]) -> Response[m.Me]:
    """Become again who this browser was before."""
    services = services_of(request)
    limit(request, services.rates.logins)
    person, cookies = await go_back(request, services.accounts, services.settings, data.session)
    return Response(as_me(person), cookies=cookies)


@get("/me/data", operation_id="my_data", responses=PROBLEMS)
async def my_data(request: AnyRequest) -> Response[am.OwnData]:
    """Everything that is kept about the sender, as one file."""
    services = services_of(request)
    limit(request, services.rates.logins)
    found = await services.own_data.export(await known_person(request))
    return Response(found, headers={"content-disposition": 'attachment; filename="gunbai.json"'})


@post("/me/deletion", operation_id="delete_me", status_code=204, responses=_empty("the person is gone"))
async def delete_me(request: AnyRequest, data: JSONBody[am.Deletion]) -> Response[None]:
    """Delete the sender. Unfinished games are left; in finished ones somebody without a name stays."""
    services = services_of(request)
    limit(request, services.rates.logins)
    where = address(request, services.settings)
    for session in await services.own_data.delete(await known_person(request), data.password, where):
        services.sockets.close_session(session)
    return Response(None, status_code=204, cookies=[no_cookie(services.settings)])


HANDLERS: list[HTTPRouteHandler] = [
    change_password,
    change_email,
    confirm_email,
    forgot_password,
    reset_password,
    former_selves,
    return_to_self,
    my_data,
    delete_me,
]
