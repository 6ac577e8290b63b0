"""Units that are chosen one by one: the troop they are taken from (garrison, march, casualties), and how many."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_LEAVE, A_SEND
from gunbai.games.shogun.armies import mover
from gunbai.games.shogun.phases import carry_out, legal_of
from gunbai.games.shogun.state import ARMY_WIDTH, CAME, FORCE, GARRISON, LAND_WIDTH, SEND, UNITS, ShogunState


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


def choose_from(t: ShogunState) -> vec[i64]:
    """The units, by type, that a garrison or a march is chosen from: those of the army, or of the force and rested."""
    out = vec[i64]()
    for unit in range(4):
        if t.stage == GARRISON:
            out = append(out, t.army[mover(t) * ARMY_WIDTH + UNITS + unit])
        else:
            i = t.att_from * LAND_WIDTH
            out = append(out, t.land[i + FORCE + unit] - t.land[i + CAME + unit] - t.sent[unit])
    return out
