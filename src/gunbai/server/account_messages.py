"""The JSON types of requests about one's own account."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gunbai.server.messages import TableLine

Password = Annotated[str, Meta(max_length=200)]
LinkSecret = Annotated[str, Meta(min_length=16, max_length=100)]
Language = Literal["en", "ja"]


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Another password; the old one proves that it is the holder of the account who asks."""

    old: Password
    new: Password


class NewEmail(msgspec.Struct, forbid_unknown_fields=True):
    """Where a forgotten password is reset (empty for nowhere); the letter to confirm it is in this language."""

    email: Annotated[str, Meta(max_length=200)]
    password: Password
    lang: Language = "en"


class ForgottenPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The login whose password is forgotten, and the language of the letter."""

    login: Annotated[str, Meta(max_length=40)]
    lang: Language = "en"


class ResetPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The secret out of the letter, or from the operator, and the new password."""

    token: LinkSecret
    password: Password


class ConfirmEmail(msgspec.Struct, forbid_unknown_fields=True):
    """The secret out of the letter."""

    token: LinkSecret


class Deletion(msgspec.Struct, forbid_unknown_fields=True):
    """The password, where there is an account; a guest has none."""

    password: Password = ""


class LookAtLink(msgspec.Struct, forbid_unknown_fields=True):
    """The secret out of a link, to be told what it opens."""

    token: LinkSecret


class Invitation(msgspec.Struct):
    """The table that a link leads to: who set it up (empty for somebody without a name), and what one may do there."""

    table: TableLine
    host: str
    fate: str
    may_sit: bool
    may_watch: bool


class LinkSeen(msgspec.Struct):
    """What a link would open: a table, or being the person of this name.

    There is no invitation where a link is used up and nobody may watch.
    """

    kind: str
    table: str | None
    name: str
    invitation: Invitation | None = None


class FormerSelf(msgspec.Struct):
    """Somebody this browser was before: the session it had then, and the name."""

    session: str
    name: str
    login: str | None


class GoBack(msgspec.Struct, forbid_unknown_fields=True):
    """The session the browser had as the person it wants to be again."""

    session: Annotated[str, Meta(min_length=1, max_length=24)]


class OwnSession(msgspec.Struct):
    """Where the sender is logged in: what the program calls itself, since when, and when it was last used."""

    label: str
    created: int
    used: int


class OwnWords(msgspec.Struct):
    """Something the sender said, and when."""

    at: int
    text: str


class OwnGame(msgspec.Struct):
    """A table at which the sender sits or sat, or which they set up."""

    table: str
    game: str
    status: str
    created: int
    seats: list[int]
    said: list[OwnWords]
    # Where the game itself can be fetched.
    record: str


class OwnData(msgspec.Struct):
    """Everything that is kept about the sender. Times are in milliseconds since 1970."""

    exported: int
    id: str
    name: str
    login: str | None
    email: str
    webhook: str
    created: int
    sessions: list[OwnSession]
    games: list[OwnGame]
    # What the sender told the operators.
    reports: list[OwnWords]
