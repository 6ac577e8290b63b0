"""What `gunbai admin` does: links and operators in the database itself, all else as an operator of the server."""

from __future__ import annotations

import getpass
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
import sqlalchemy as sa
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from gunbai.core.errors import GunbaiError
from gunbai.server import schema
from gunbai.server.recovery import RESET, RESET_SECONDS, new_link
from gunbai.server.settings import Settings
from gunbai.server.tokens import new_name, new_token, token_hash
from gunbai.server.uptime import now_ms

# The command line speaks to the server as this person; their sessions last as long as a command.
_COMMAND_LINE = "command-line"


@contextmanager
def _database(settings: Settings) -> Iterator[sa.Connection]:
    """One change to the database, whether the server runs or not."""
    if not settings.database and not (settings.data / "gunbai.sqlite3").exists():
        raise GunbaiError(f"there is no database in {settings.data}")
    patience = {} if settings.database else {"timeout": 30}
    engine = sa.create_engine(settings.url, hide_parameters=True, connect_args=patience)
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise GunbaiError(f"the database cannot be used: {str(error).splitlines()[0][:200]}") from None
    finally:
        engine.dispose()


def password_link(settings: Settings, login: str) -> str:
    """A link to a new password, for the operator to hand over."""
    p = schema.persons.c
    with _database(settings) as c:
        person = c.execute(select(p.id).where(p.login == login.strip().lower())).scalar()
        if person is None:
            raise GunbaiError(f"there is no account {login}")
        token = new_link(c, RESET, person, RESET_SECONDS)
        _note(c, "reset password", login)
    return f"{settings.public_address}/#/{RESET}/{token}"


def set_operator(settings: Settings, login: str, on: bool) -> str:
    """Make the holder of an account an operator, or no longer; a sentence that says so."""
    p = schema.persons.c
    with _database(settings) as c:
        account = update(schema.persons).where(p.login == login.strip().lower()).values(operator=on)
        if not c.execute(account).rowcount:
            raise GunbaiError(f"there is no account {login}")
        _note(c, "make operator" if on else "end operator", login)
    return f"{login} is an operator from now on" if on else f"{login} is no operator any more"


def ask(settings: Settings, server: str, path: str, body: Mapping[str, object] | None = None) -> Any:
    """Ask the running server something as an operator: with a body it is told, without one it answers."""
    token, session, s = new_token(), new_name(), schema.sessions.c
    with _database(settings) as c:
        if c.execute(select(schema.persons.c.id).where(schema.persons.c.id == _COMMAND_LINE)).first() is None:
            known = {"id": _COMMAND_LINE, "name": "command line", "created": now_ms(), "operator": True}
            c.execute(insert(schema.persons).values(**known))
        row = {"id": session, "token_hash": token_hash(token), "person": _COMMAND_LINE, "label": "gunbai admin"}
        c.execute(insert(schema.sessions).values(**row, created=now_ms(), used=now_ms()))
    try:
        method = "GET" if body is None else "POST"
        headers = {"authorization": f"Bearer {token}"}
        address = f"{server.rstrip('/')}/api/operator/{path}"
        answer = httpx.request(method, address, json=body, headers=headers, timeout=30)
        if answer.is_error:
            raise GunbaiError(answer.json().get("detail", answer.reason_phrase))
        return answer.json() if answer.content else None
    except GunbaiError:
        raise
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise GunbaiError(f"the server at {server} does not answer: {type(error).__name__}") from None
    finally:
        with _database(settings) as c:
            c.execute(delete(schema.sessions).where(s.id == session))


def _note(c: sa.Connection, act: str, target: str) -> None:
    row = {"id": new_name(), "at": now_ms(), "operator": "command line", "act": act, "target": target}
    c.execute(insert(schema.audit).values(**row, reason=f"by {getpass.getuser()}"))
