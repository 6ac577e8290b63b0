"""Who fights whom in a position, as the two sides that the odds take."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import GunbaiError
from gunbai.games.shogun import combat
from gunbai.games.shogun.data import BOW, GUN, SPEAR, SWORD
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
    LOSE,
    ROLL,
    STRUCK,
    UNITS,
    ShogunState,
)


def side_of(t: ShogunState, side: i64) -> Side | None:
    """One side of the battle under way, hidden ronin not counted; None if nobody of it can fight."""
    row, p = combat.side_army(t, side), combat.side_force(t, side)
    bonus = int(t.land[t.att_to * LAND_WIDTH + BONUS]) if side == 1 else 0
    fortress = t.land[t.att_to * LAND_WIDTH + CASTLE] == 2
    try:
        return Side(
            _army(t, row) if row >= 0 else NOBODY,
            _force(t, p) if p >= 0 else NOBODY,
            struck=row >= 0 and t.army[row * ARMY_WIDTH + STRUCK] == 1,
            castle=0 if fortress else bonus,
            fortress=bonus if fortress else 0,
        )
    except GunbaiError:
        # Nobody is left, or a struck daimyo has left more ronin than the odds can take (RULES §8.11).
        return None


def attack(t: ShogunState, row: i64, p: i64, q: i64) -> ShogunState:
    """The battle that army `row` (-1: the force of p) would begin against q, with all ronin in p that it can lead.

    Ronin that are hidden in q step forward too: clear them first where they are nobody's to know.
    """
    u = t.copy()
    u.att_army = row
    combat.begin_battle(u, p, q)
    if combat.PHASE.prepare(u):
        choices = combat.PHASE.legal(u)
        most = choices[len(choices) - 1]
        combat.PHASE.apply(u, most >> 16, (most >> 8) & 255, most & 255)
    return u


def forget_hidden(t: ShogunState, p: i64) -> None:
    """Leave hidden ronin of a province out of account."""
    t.mark(p)
    t.land[p * LAND_WIDTH + HIDDEN] = 0


def moment_text(t: ShogunState) -> str:
    """Where the round stands, as `odds.parse_moment` reads it; empty between two rounds."""
    if t.stage == ROLL:
        return f"{t.step}{'ad'[int(t.side)]}{t.rolled}:{t.hits_on_attacker}-{t.hits_on_defender}"
    if t.stage != LOSE:
        return ""
    on_attacker, on_defender = (int(t.to_lose), int(t.hits_on_defender)) if t.side == 0 else (0, int(t.to_lose))
    return f"{t.step}:{on_attacker}-{on_defender}"


def _army(t: ShogunState, row: i64) -> Counts:
    i = row * ARMY_WIDTH
    daimyo = 1 - int(t.army[i + STRUCK])
    return _counts(t.army, i + UNITS, daimyo, int(t.army[i + ARMY_RONIN]))


def _force(t: ShogunState, p: i64) -> Counts:
    i = p * LAND_WIDTH
    return _counts(t.land, i + FORCE, 0, int(t.land[i + FORCE_RONIN]))


def _counts(table: vec[i64], first: i64, daimyo: int, ronin: int) -> Counts:
    """Bowmen, gunners, daimyo, swordsmen, ronin, spearmen, as `Side` takes them."""
    return (
        int(table[first + BOW]),
        int(table[first + GUN]),
        daimyo,
        int(table[first + SWORD]),
        ronin,
        int(table[first + SPEAR]),
    )
