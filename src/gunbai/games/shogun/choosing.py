"""Units that are chosen one by one: whom a garrison, a march or casualties are taken from, and how many."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.shogun.actions import A_LEAVE, A_SEND
from gunbai.games.shogun.phases import carry_out, legal_of
from gunbai.games.shogun.state import GARRISON, SEND, ShogunState


def most_units(t: ShogunState) -> i64:
    """How many more units can be left as garrison or sent on the march: kind by kind, as long as one more may go."""
    u = t.copy()
    n: i64 = 0
    while u.stage in (GARRISON, SEND):
        first = legal_of(u)[0]
        if first >> 16 not in (A_LEAVE, A_SEND):
            break
        carry_out(u, first)
        n += 1
    return n
