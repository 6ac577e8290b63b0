"""The exact odds of battles as positions pose them, remembered: the same few battles come again and again."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.games.shogun.data import BOW, GUN, SPEAR, SWORD
from gunbai.games.shogun.odds import win_chance
from gunbai.games.shogun.sides import NOBODY, Counts, Side
from gunbai.games.shogun.state import (
    ARMY_RONIN,
    ARMY_WIDTH,
    BONUS,
    CASTLE,
    FORCE,
    FORCE_RONIN,
    HIDDEN,
    LAND_WIDTH,
    STRUCK,
    UNITS,
    ShogunState,
)

# A prime, so that the remainder of a battle's number spreads well.
PLACES: Final[i64] = 131_071
FORCE_SPAN: Final[i64] = 1 << 15
ARMY_SPAN: Final[i64] = 1 << 19


@final
class Chances:
    """A table of a fixed size; a battle that falls on a taken place takes it over."""

    def __init__(self) -> None:
        self._battles = vec[i64]([-1] * int(PLACES))
        self._chances = vec[float]([0.0] * int(PLACES))

    def of(self, battle: i64) -> float:
        """The attacker's chance to win a battle fought to the end."""
        place = battle % PLACES
        if self._battles[place] != battle:
            self._chances[place] = _reckon(battle)
            self._battles[place] = battle
        return self._chances[place]


_REMEMBERED: Final = Chances()


def _reckon(battle: i64) -> float:
    naval = battle % 2 == 1
    fortress = battle // 2 % 2
    bonus = battle // 4 % 8
    force = battle // 32 % FORCE_SPAN
    army = battle // (32 * FORCE_SPAN) % ARMY_SPAN
    attacker = battle // (32 * FORCE_SPAN * ARMY_SPAN)
    attack = Side(_army_counts(attacker)) if attacker % 2 == 1 else Side(NOBODY, _army_counts(attacker))
    defence = Side(
        _army_counts(army),
        _force_counts(force),
        struck=army > 0 and army % 2 == 0,
        castle=int(bonus) if fortress == 0 else 0,
        fortress=int(bonus) if fortress == 1 else 0,
    )
    return win_chance(attack, defence, naval)


def _army_counts(code: i64) -> Counts:
    """Bowmen, gunners, daimyo, swordsmen, ronin, spearmen, as `Side` takes them."""
    bows, swords, guns = code >> 16, (code >> 13) & 7, (code >> 9) & 15
    return int(bows), int(guns), int(code & 1), int(swords), int((code >> 1) & 15), int((code >> 5) & 15)


def _force_counts(code: i64) -> Counts:
    bows, swords, guns = code >> 12, (code >> 9) & 7, (code >> 6) & 7
    return int(bows), int(guns), 0, int(swords), int(code & 7), int((code >> 3) & 7)


def army_code(t: ShogunState, row: i64, hidden: i64) -> i64:
    """An army as a number, with as many of the hidden ronin as it may lead; 0 when nobody of it fights."""
    i = row * ARMY_WIDTH
    led = t.regulars(row)
    ronin = t.army[i + ARMY_RONIN] + hidden
    ronin = min(ronin, led)
    u = i + UNITS
    code = (t.army[u + BOW] << 16) | (t.army[u + SWORD] << 13) | (t.army[u + GUN] << 9) | (t.army[u + SPEAR] << 5)
    return code | (ronin << 1) | (0 if t.army[i + STRUCK] else 1)


def force_code(t: ShogunState, p: i64, hidden: i64) -> i64:
    """A provincial force as a number, in the same way."""
    i = p * LAND_WIDTH
    led = t.force_size(p) - 1
    ronin = t.land[i + FORCE_RONIN] + hidden
    if ronin > led:
        ronin = led if led > 0 else 0
    u = i + FORCE
    code = (t.land[u + BOW] << 12) | (t.land[u + SWORD] << 9) | (t.land[u + GUN] << 6) | (t.land[u + SPEAR] << 3)
    return code | ronin


def force_attack_code(t: ShogunState, p: i64) -> i64:
    """The force of p as an attacker, with its hidden ronin."""
    code = force_code(t, p, t.land[p * LAND_WIDTH + HIDDEN])
    bows, swords, guns, spears = code >> 12, (code >> 9) & 7, (code >> 6) & 7, (code >> 3) & 7
    return (bows << 16) | (swords << 13) | (guns << 9) | (spears << 5) | ((code & 7) << 1)


def walls(t: ShogunState, p: i64) -> i64:
    """Bonus defenders a province has now, or will have when the next player goes to war."""
    if t.war >= 0:
        return t.land[p * LAND_WIDTH + BONUS]
    castle = t.land[p * LAND_WIDTH + CASTLE]
    return 3 + castle if castle > 0 else 0


def exact(t: ShogunState, attacker: i64, q: i64, row: i64, naval: bool) -> float:
    """The chance of an attacker against province q with its force and the army `row` (-1: none) in it."""
    if attacker == 0:
        return 0.0
    hidden = t.land[q * LAND_WIDTH + HIDDEN]
    army: i64 = 0
    if row >= 0:
        army = army_code(t, row, hidden)
        hidden -= ((army >> 1) & 15) - t.army[row * ARMY_WIDTH + ARMY_RONIN]
    force = force_code(t, q, hidden)
    if army == 0 and force == 0:
        return 1.0
    bonus = walls(t, q)
    fortress: i64 = 1 if t.land[q * LAND_WIDTH + CASTLE] == 2 and bonus > 0 else 0
    defence = ((army * FORCE_SPAN + force) * 8 + bonus) * 4 + fortress * 2 + (1 if naval else 0)
    return _REMEMBERED.of(attacker * ARMY_SPAN * FORCE_SPAN * 32 + defence)
