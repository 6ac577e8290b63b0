"""Orders of several steps that people give as one: take all, all but one, leave one unit, lose the cheapest first.

Each is a row of ordinary actions, found by playing them on a copy: what the rules do not let pass is not offered.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.foresight import QuickOrder
from gunbai.core.saying import Saying
from gunbai.games.shogun import combat
from gunbai.games.shogun.actions import A_DONE, A_LEAVE, A_LOSE_ARMY, A_LOSE_FORCE, A_PICK, A_SEND, act
from gunbai.games.shogun.data import ARMIES_EACH, BOW, GUN, RONIN, SPEAR, SWORD, UNIT_NAMES
from gunbai.games.shogun.phases import carry_out, legal_of
from gunbai.games.shogun.reading import army_name
from gunbai.games.shogun.state import (
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    FORCE,
    FORCE_RONIN,
    GARRISON,
    LAND_WIDTH,
    LOSE,
    MOVE,
    SEND,
    UNITS,
    ShogunState,
)

# Ronin leave with the round (RULES §13.6). Of the others those go first of which a koku raises most (§7.2); of gunners
# and swordsmen, who cost the same, those whose dice hit less often (§2.1).
CHEAPEST_FIRST: Final = (RONIN, SPEAR, GUN, SWORD, BOW)


def quick_orders(t: ShogunState) -> list[QuickOrder]:
    """The quick orders of whoever is to act."""
    if t.stage == MOVE:
        return [order for a in range(ARMIES_EACH) for order in _taking_in(t, a)]
    if t.stage == GARRISON:
        return _leaving(t)
    if t.stage == SEND:
        return _sending(t)
    return _losing(t) if t.stage == LOSE else []


def playable(t: ShogunState, actions: list[int]) -> bool:
    """Whether the actions can be played one after the other, all by the same clan and at the same stage."""
    u = t.copy()
    for action in actions:
        if u.stage != t.stage or u.turn != t.turn or action not in [int(a) for a in legal_of(u)]:
            return False
        carry_out(u, action)
    return True


def _all_of(t: ShogunState, kind: i64, army: i64 = -1) -> list[int]:
    """As many actions of a kind as can follow each other, each the first that is legal; of an army alone if given."""
    u = t.copy()
    found: list[int] = []
    while u.stage == t.stage:
        fitting = [int(a) for a in legal_of(u) if a >> 16 == kind and (army < 0 or (a >> 8) & 255 == army)]
        if not fitting:
            break
        found.append(fitting[0])
        carry_out(u, fitting[0])
    return found


def _taking_in(t: ShogunState, a: i64) -> list[QuickOrder]:
    """An army takes in the force where it stands: all of it that it can lead, or all but one unit."""
    row = t.war * ARMIES_EACH + a
    picks = _all_of(t, A_PICK, a)
    if len(picks) < 2:
        return []
    units = [pick for pick in picks if pick & 255 != RONIN]
    left = t.force_size(t.army[row * ARMY_WIDTH + AT]) - len(units)
    piece, number = army_name(row), int(a) + 1
    out = []
    if left == 0:
        out.append(QuickOrder(Saying("army {number} takes in all", number=number), tuple(picks), piece))
    if left <= 1:
        most = units if left == 1 else units[:-1]
        out.append(QuickOrder(Saying("army {number} takes in all but one", number=number), tuple(most), piece))
    else:
        order = Saying("army {number} takes in as many as it can lead", number=number)
        out.append(QuickOrder(order, tuple(picks), piece))
    return [order for order in out if order.actions and playable(t, list(order.actions))]


def _leaving(t: ShogunState) -> list[QuickOrder]:
    """One unit stays as garrison, the cheapest that may."""
    done = int(act(A_DONE))
    for unit in CHEAPEST_FIRST:
        leave = int(act(A_LEAVE, unit))
        if t.picked == 0 and playable(t, [leave, done]):
            return [QuickOrder(Saying("leave one {unit}", unit=UNIT_NAMES[unit]), (leave, done))]
    return []


def _sending(t: ShogunState) -> list[QuickOrder]:
    """A force marches: all of it that can, or all but one unit."""
    if t.picked > 0:
        return []
    sent = _all_of(t, A_SEND)
    left = t.force_size(t.att_from) - len(sent)
    done = int(act(A_DONE))
    out = []
    if left == 0:
        out.append(QuickOrder(Saying("send all"), (*sent, done)))
    if left <= 1:
        out.append(QuickOrder(Saying("send all but one"), (*(sent if left == 1 else sent[:-1]), done)))
    else:
        out.append(QuickOrder(Saying("send as many as can go"), (*sent, done)))
    return [order for order in out if len(order.actions) > 1 and playable(t, list(order.actions))]


def _losing(t: ShogunState) -> list[QuickOrder]:
    """The cheapest units fall, of a kind those of a force before those of an army."""
    row, p = combat.side_army(t, t.side), combat.side_force(t, t.side)
    falls: list[tuple[int, int]] = []
    for unit in CHEAPEST_FIRST:
        # The rules want ronin named first, then kind by kind, those of an army before those of a force.
        place = 0 if unit == RONIN else 2 + 2 * int(unit)
        if p >= 0:
            n = t.land[p * LAND_WIDTH + (FORCE_RONIN if unit == RONIN else FORCE + unit)]
            falls += [(place + 1, int(act(A_LOSE_FORCE, unit)))] * int(n)
        if row >= 0:
            n = t.army[row * ARMY_WIDTH + (ARMY_RONIN if unit == RONIN else UNITS + unit)]
            falls += [(place, int(act(A_LOSE_ARMY, unit)))] * int(n)
    losses = [action for _, action in sorted(falls[: int(t.to_lose)])]
    if len(losses) < t.to_lose or not playable(t, losses):
        return []
    return [QuickOrder(Saying("lose the cheapest first"), tuple(losses))]
