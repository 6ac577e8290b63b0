"""Where a Shogun player begins: each colour in its own region, men and armies where neighbours are weak."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.shogun.actions import A_REINFORCE, A_SPLIT
from gunbai.games.shogun.evaluation import hostile
from gunbai.games.shogun.state import ShogunState


def opening_weight(t: ShogunState, kind: i64, x: i64, y: i64) -> float:
    """How much a choice of the opening deserves to be looked at."""
    if kind == A_SPLIT:
        # Together: each colour its own region.
        weight = 1.0
        for i in range(t.board.first[x], t.board.first[x + 1]):
            if t.owner(t.board.near[i]) == t.slot + 2 * y:
                weight += 1.0
        return weight
    weak: i64 = 0
    own: i64 = 0
    for i in range(t.board.first[x], t.board.first[x + 1]):
        q = t.board.near[i]
        if hostile(t, t.turn, q):
            weak += 1 if t.army_in(q) < 0 and t.force_size(q) <= 1 else 0
        elif t.owner(q) == t.turn:
            own += 1
    if kind == A_REINFORCE:
        return 0.3 + float(weak) + 0.3 * float(own)
    room = 0.3 + float(weak) + 0.5 * float(own)
    return room * room
