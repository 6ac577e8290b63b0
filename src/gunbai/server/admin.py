"""What `gunbai admin` does in the database itself, whether the server runs or not."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from gunbai.core.errors import GunbaiError
from gunbai.server import schema
from gunbai.server.recovery import RESET, RESET_SECONDS, new_link
from gunbai.server.settings import Settings


def password_link(settings: Settings, login: str) -> str:
    """A link to a new password, for the operator to hand over; the server may be running."""
    if not settings.database and not (settings.data / "gunbai.sqlite3").exists():
        raise GunbaiError(f"there is no database in {settings.data}")
    engine = sa.create_engine(settings.url, hide_parameters=True)
    p = schema.persons.c
    try:
        with engine.begin() as c:
            person = c.execute(select(p.id).where(p.login == login.strip().lower())).scalar()
            if person is None:
                raise GunbaiError(f"there is no account {login}")
            token = new_link(c, RESET, person, RESET_SECONDS)
    except SQLAlchemyError as error:
        raise GunbaiError(f"the database cannot be used: {str(error).splitlines()[0][:200]}") from None
    finally:
        engine.dispose()
    return f"{settings.public_address}/#/{RESET}/{token}"
