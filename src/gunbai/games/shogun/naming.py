"""Places that are named one after the other, in the order of the map: how much each name deserves to be looked at."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_HIDE, A_LEVY, A_LEVY_ARMY
from gunbai.games.shogun.data import PROVINCES


def in_order(actions: vec[i64], needs: vec[float], most: i64, otherwise: i64) -> vec[float]:
    """Weights for places that can be named in rising order only, when `most` of them will be.

    Naming one passes over all before it, so the first of those needed most comes first. `otherwise` ends the list.
    """
    least = _at_rank(needs, most) if most > 0 else 0.0
    out = vec[float]()
    for i in range(len(actions)):
        share = 0.0
        if most > 0 and actions[i] >> 16 != otherwise:
            share = 0.96 if needs[i] >= least else 0.3 * needs[i] / least
        out = append(out, share)
    passed = 1.0
    for i in _by_place(actions):
        share = out[i]
        out[i] = passed * share + 0.0005
        passed *= 1.0 - share
    for i in range(len(actions)):
        if actions[i] >> 16 == otherwise:
            out[i] = passed + 0.0005
    return out


def _at_rank(needs: vec[float], rank: i64) -> float:
    """The need of that rank, the greatest first."""
    for need in needs:
        above: i64 = 0
        equal: i64 = 0
        for other in needs:
            above += 1 if other > need else 0
            equal += 1 if other == need else 0
        if above < rank <= above + equal:
            return need
    least = 1e9
    for need in needs:
        if 0.0 < need < least:
            least = need
    return least


def _by_place(actions: vec[i64]) -> vec[i64]:
    """The numbers of the actions, by province."""
    out = vec[i64]()
    for p in range(PROVINCES):
        for i in range(len(actions)):
            kind = actions[i] >> 16
            place = (actions[i] >> 8) & 255 if kind == A_HIDE else actions[i] & 255
            if place == p and kind in (A_LEVY, A_LEVY_ARMY, A_HIDE):
                out = append(out, i)
    return out
