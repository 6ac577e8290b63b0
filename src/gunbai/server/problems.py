"""Errors as answers: a status, a word for programs and a sentence for people."""

from __future__ import annotations

from collections import Counter

from gunbai.core.errors import (
    BadNotation,
    BadOptions,
    BadRecord,
    GunbaiError,
    IllegalAction,
    NotYourTurn,
    UnknownGame,
    UnknownRules,
)
from gunbai.core.info import NoOdds
from gunbai.server.accounts import BadLogin, NoSession, NotAllowed, NotKnown
from gunbai.server.hosted_table import Refused, RulesChanged, Unreadable
from gunbai.server.limits import LimitReached
from gunbai.server.messages import Problem
from gunbai.server.rules_watch import RulesOverran
from gunbai.server.store import Conflict, StorageError
from gunbai.session import GameOver, StaleVersion
from gunbai.session.lesson import NotInThisStep


class TooLarge(GunbaiError):
    """The request is larger than the server accepts."""


class WrongOrigin(GunbaiError):
    """A page of another site sent the request."""


class WrongKind(GunbaiError):
    """The body of a request does not say that it is JSON."""


# The first match counts, so narrower types come before wider ones.
_STATUS: tuple[tuple[type[GunbaiError], int, str], ...] = (
    (LimitReached, 429, "too-much"),
    (NoSession, 401, "no-session"),
    (BadLogin, 403, "bad-login"),
    (WrongOrigin, 403, "wrong-origin"),
    (NotAllowed, 403, "not-allowed"),
    (NotKnown, 404, "not-known"),
    (NoOdds, 404, "not-known"),
    (TooLarge, 413, "too-large"),
    (WrongKind, 415, "bad-type"),
    (UnknownGame, 404, "unknown-game"),
    (UnknownRules, 409, "rules-changed"),
    (StaleVersion, 409, "stale"),
    (NotYourTurn, 409, "not-your-turn"),
    (GameOver, 409, "over"),
    (NotInThisStep, 409, "not-in-this-step"),
    (RulesChanged, 409, "rules-changed"),
    (RulesOverran, 409, "unreadable"),
    (Unreadable, 409, "unreadable"),
    (Refused, 409, "refused"),
    (Conflict, 409, "conflict"),
    (IllegalAction, 422, "illegal"),
    (BadNotation, 400, "bad-notation"),
    (BadOptions, 400, "bad-options"),
    (BadRecord, 400, "bad-record"),
    (StorageError, 503, "storage"),
    (GunbaiError, 400, "bad-request"),
)


# How often each was answered, for the metrics.
refusals: Counter[str] = Counter()


def problem(error: GunbaiError) -> tuple[int, Problem]:
    """Status and body for an error of ours."""
    for kind, status, word in _STATUS:
        if isinstance(error, kind):
            refusals[word] += 1
            paragraph = error.paragraph if isinstance(error, IllegalAction) else ""
            return status, Problem(word, str(error)[:500], error.template[:500], error.words, paragraph)
    raise AssertionError("GunbaiError is the last line of the table")
