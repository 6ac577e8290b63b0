"""Losing and gaining: provinces, daimyos, whole clans, and the end of the game (RULES §12, §14)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.games.shogun.data import (
    ARMIES_EACH,
    ASHIGARU_LIMIT,
    BOW,
    GUN,
    PROVINCES,
    RONIN,
    SAMURAI_LIMIT,
    SPEAR,
    SWORD,
)
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BINS,
    CAME,
    CLAN_WIDTH,
    FORCE,
    FORCE_AIM,
    FORCE_RONIN,
    HIDDEN,
    HOLE,
    JOINED,
    KOKU,
    LAND_WIDTH,
    MOVED,
    NEXT_TURN,
    OVER,
    OWNER,
    POINTS,
    SEAT,
    SPENT,
    STRUCK,
    SWORD_HELD,
    TRAY,
    UNITS,
    VEILED,
    WAITS,
    ShogunState,
)

# How a game ends (`ending`).
BY_PROVINCES: Final[i64] = 1
LAST_STANDING: Final[i64] = 2
BY_ROUNDS: Final[i64] = 3
NOBODY_LEFT: Final[i64] = 4
SHARED: Final[i64] = -2  # `winner` when the leaders are tied or nobody is left


# -- troops --------------------------------------------------------------------------------------------------


def army_squares(t: ShogunState, row: i64, unit: i64) -> i64:
    """Free squares of an army for units of this type (RULES §2.4)."""
    i = row * ARMY_WIDTH + UNITS
    if unit in (BOW, SWORD):
        return SAMURAI_LIMIT - t.army[i + BOW] - t.army[i + SWORD]
    return ASHIGARU_LIMIT - t.army[i + GUN] - t.army[i + SPEAR]


def has_room(t: ShogunState, row: i64, unit: i64) -> bool:
    """Whether an army has a free square for a unit of this type."""
    return army_squares(t, row, unit) > 0


def excess_after_pick(t: ShogunState, p: i64) -> i64:
    """Ronin of a force that must go along when one of its units leaves it."""
    room = max(t.force_size(p) - 2, 0)
    return max(t.land[p * LAND_WIDTH + FORCE_RONIN] - room, 0)


def can_pick(t: ShogunState, row: i64, p: i64, unit: i64) -> bool:
    """Whether the army may take one unit (or ronin) out of the force in its province (RULES §9.6, §9.8)."""
    a = row * ARMY_WIDTH
    if unit == RONIN:
        # Ronin of a force travel with a unit of it. The first version of the rules let them come alone.
        accompanied = t.rules == 1 or _picked_here(t, row) > 0
        return accompanied and t.land[p * LAND_WIDTH + FORCE_RONIN] > 0 and t.army[a + ARMY_RONIN] < t.regulars(row)
    if t.land[p * LAND_WIDTH + FORCE + unit] - t.land[p * LAND_WIDTH + CAME + unit] <= 0 or not has_room(t, row, unit):
        return False
    return t.army[a + ARMY_RONIN] + excess_after_pick(t, p) <= t.regulars(row) + 1


def pick(t: ShogunState, row: i64, p: i64, unit: i64) -> None:
    """Move one unit from the force into the army; ronin that would be one too many follow it."""
    a = row * ARMY_WIDTH
    t.mark(p)
    t.mark_army(row)
    if unit == RONIN:
        t.land[p * LAND_WIDTH + FORCE_RONIN] -= 1
        t.army[a + ARMY_RONIN] += 1
        return
    excess = excess_after_pick(t, p)
    t.land[p * LAND_WIDTH + FORCE_RONIN] -= excess
    t.army[a + ARMY_RONIN] += excess
    t.land[p * LAND_WIDTH + FORCE + unit] -= 1
    t.army[a + UNITS + unit] += 1
    t.army[a + JOINED + unit] += 1


def _picked_here(t: ShogunState, row: i64) -> i64:
    """Units the army has picked up where it stands."""
    i = row * ARMY_WIDTH + JOINED
    return t.army[i] + t.army[i + 1] + t.army[i + 2] + t.army[i + 3]


def forget_picked(t: ShogunState, row: i64) -> None:
    """The army goes on, or the phase ends: what it picked up is like all its other units."""
    t.mark_army(row)
    for unit in range(4):
        t.army[row * ARMY_WIDTH + JOINED + unit] = 0


# -- provinces -----------------------------------------------------------------------------------------------


def vacate(t: ShogunState, p: i64) -> None:
    """Give up a province that no unit holds any more; its castle stays (RULES §12.1, §6.5)."""
    if t.owner(p) >= 0 and t.force_size(p) == 0 and t.army_in(p) < 0:
        i = p * LAND_WIDTH
        c = t.land[i + OWNER]
        t.mark(p)
        t.pool += t.land[i + FORCE_RONIN] + t.land[i + HIDDEN]
        t.clan[c * CLAN_WIDTH + VEILED] -= t.land[i + HIDDEN]
        t.land[i + OWNER] = -1
        t.land[i + FORCE_RONIN] = 0
        t.land[i + HIDDEN] = 0
        t.land[i + FORCE_AIM] = -1


def conquer(t: ShogunState, c: i64, p: i64) -> None:
    """Take an empty province; may win the game at once (RULES §14.1)."""
    t.mark(p)
    t.land[p * LAND_WIDTH + OWNER] = c
    check_goal(t, c)


def check_goal(t: ShogunState, c: i64) -> None:
    """End the game at once when a clan owns enough provinces (RULES §14.1)."""
    if t.at_once and t.stage != OVER and t.provinces_of(c) >= t.goal:
        finish(t, t.clan[c * CLAN_WIDTH + SEAT], BY_PROVINCES)


def finish(t: ShogunState, winner: i64, ending: i64) -> None:
    """End the game."""
    t.stage = OVER
    t.winner = winner
    t.ending = ending
    t.turn = -1


# -- daimyos and clans ---------------------------------------------------------------------------------------


def lose_army(t: ShogunState, row: i64) -> None:
    """Take a daimyo off the board; what is left of his army goes back to the tray (RULES §12.2)."""
    a = row * ARMY_WIDTH
    c = row // ARMIES_EACH
    t.mark_army(row)
    for unit in range(4):
        t.clan[c * CLAN_WIDTH + TRAY + unit] += t.army[a + UNITS + unit]
        t.army[a + UNITS + unit] = 0
    t.pool += t.army[a + ARMY_RONIN]
    t.army[a + ARMY_RONIN] = 0
    t.army[a + AT] = -1
    t.army[a + HOLE] = 0
    t.army[a + STRUCK] = 0
    t.army[a + ARMY_AIM] = -1
    t.army[a + POINTS] = 0
    t.army[a + SPENT] = 0
    t.army[a + MOVED] = 0


def daimyos(t: ShogunState, c: i64) -> i64:
    """How many daimyos a clan has on the board."""
    n: i64 = 0
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        if t.army[row * ARMY_WIDTH + AT] >= 0:
            n += 1
    return n


def settle_losses(t: ShogunState, first: i64, second: i64) -> bool:
    """A clan without a daimyo falls to the other side; when both fall, both vanish (RULES §12.3-12.8).

    Returns whether a clan fell.
    """
    first_falls = t.clan[first * CLAN_WIDTH + ALIVE] == 1 and daimyos(t, first) == 0
    second_falls = t.clan[second * CLAN_WIDTH + ALIVE] == 1 and daimyos(t, second) == 0
    if first_falls and second_falls:
        _remove_clan(t, first)
        _remove_clan(t, second)
        _end_turn_of_fallen(t)
        check_last_seat(t)
        return True
    if first_falls:
        _take_over(t, second, first)
        return True
    if second_falls:
        _take_over(t, first, second)
        return True
    return False


def _remove_clan(t: ShogunState, c: i64) -> None:
    for p in range(PROVINCES):
        if t.owner(p) == c:
            t.mark(p)
            for unit in range(4):
                t.clan[c * CLAN_WIDTH + TRAY + unit] += t.land[p * LAND_WIDTH + FORCE + unit]
                t.land[p * LAND_WIDTH + FORCE + unit] = 0
            vacate(t, p)
    _close_clan(t, c)
    t.pool += t.clan[c * CLAN_WIDTH + VEILED]
    t.clan[c * CLAN_WIDTH + VEILED] = 0


def _close_clan(t: ShogunState, c: i64) -> None:
    """A fallen clan keeps nothing: no sword, no koku, no ninja."""
    i = c * CLAN_WIDTH
    t.clan[i + ALIVE] = 0
    t.clan[i + SWORD_HELD] = 0
    t.clan[i + KOKU] = 0
    for b in range(5):
        t.clan[i + BINS + b] = 0
    if t.ninja == c:
        t.ninja = -1
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        t.mark_army(row)
        t.army[row * ARMY_WIDTH + AT] = -1


def _take_over(t: ShogunState, victor: i64, fallen: i64) -> None:
    for p in range(PROVINCES):
        i = p * LAND_WIDTH
        if t.land[i + OWNER] == fallen:
            t.mark(p)
            t.land[i + OWNER] = victor
            t.land[i + FORCE_AIM] = -1
    for unit in range(4):
        t.clan[victor * CLAN_WIDTH + TRAY + unit] += t.clan[fallen * CLAN_WIDTH + TRAY + unit]
        t.clan[fallen * CLAN_WIDTH + TRAY + unit] = 0
    t.clan[victor * CLAN_WIDTH + VEILED] += t.clan[fallen * CLAN_WIDTH + VEILED]
    t.clan[fallen * CLAN_WIDTH + VEILED] = 0
    _close_clan(t, fallen)
    _end_turn_of_fallen(t)
    check_goal(t, victor)
    if t.stage == OVER:
        return
    check_last_seat(t)
    if t.stage != OVER:
        for row in range(victor * ARMIES_EACH, victor * ARMIES_EACH + t.board.armies):
            if t.army[row * ARMY_WIDTH + AT] < 0:
                t.mark_army(row)
                t.army[row * ARMY_WIDTH + AT] = WAITS
        t.gain = victor


def _end_turn_of_fallen(t: ShogunState) -> None:
    """The turn of a clan that fell while at war is over (RULES §12.7)."""
    if t.war >= 0 and t.clan[t.war * CLAN_WIDTH + ALIVE] == 0:
        t.stage = NEXT_TURN
        t.resume = -1


def check_last_seat(t: ShogunState) -> None:
    """One player left wins, nobody left is a draw (RULES §14.5)."""
    seat: i64 = -1
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
            other = t.clan[c * CLAN_WIDTH + SEAT]
            if seat >= 0 and other != seat:
                return
            seat = other
    if seat < 0:
        finish(t, SHARED, NOBODY_LEFT)
    else:
        finish(t, seat, LAST_STANDING)
