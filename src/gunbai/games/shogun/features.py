"""What a position of Shogun is judged by: small whole numbers for every seat, from a full state or a guessed one.

Chances are exact (`chances.py`) and counted in tenths. What can be attacked before its owner's next turn is told apart
from what cannot: players who hold a later sword still move in this round.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.chances import army_code, exact, force_attack_code
from gunbai.games.shogun.data import ARMIES_EACH, BIN_BUILD, BIN_LEVY, BIN_NINJA, BIN_RONIN, CLANS_MAX, PROVINCES
from gunbai.games.shogun.evaluation import hostile, settled_soon
from gunbai.games.shogun.hunting import blow, chase, last_daimyo
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BINS,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    FORCE_RONIN,
    HIDDEN,
    LAND_WIDTH,
    MARCH,
    SEAT,
    STRUCK,
    SWORD_HELD,
    UNITS,
    ShogunState,
)

# Provinces are counted in parts of what wins: 44 of them.
GOAL_PARTS: Final[i64] = 44
HELD: Final[i64] = 0
HELD_SPAN: Final[i64] = 49
LEAD: Final[i64] = HELD + HELD_SPAN
LEAD_SPAN: Final[i64] = 33
STANDING: Final[i64] = LEAD + LEAD_SPAN
STANDING_SPAN: Final[i64] = 7
STRUCK_DAIMYOS: Final[i64] = STANDING + STANDING_SPAN
LEVELS: Final[i64] = STRUCK_DAIMYOS + 1
ARMY_UNITS: Final[i64] = LEVELS + 1
BORDER_UNITS: Final[i64] = ARMY_UNITS + 4
INLAND_UNITS: Final[i64] = BORDER_UNITS + 4
WALLS: Final[i64] = INLAND_UNITS + 4  # castle at the border, castle inland, fortress
RISK: Final[i64] = WALLS + 3  # of provinces without an army: before the owner's next turn, after it
ARMY_RISK: Final[i64] = RISK + 2  # twice: daimyos left (1, 2, more) times five grades of danger
ARMY_RISK_SPAN: Final[i64] = 15
HOPE: Final[i64] = ARMY_RISK + 2 * ARMY_RISK_SPAN  # twice: tenths, good, very good; on armies, on last ones
HOPE_SPAN: Final[i64] = 5
LEVY_KOKU: Final[i64] = HOPE + 2 * HOPE_SPAN
LEVY_SPAN: Final[i64] = 13
RONIN_KOKU: Final[i64] = LEVY_KOKU + LEVY_SPAN
RONIN_SPAN: Final[i64] = 7
BUILD_KOKU: Final[i64] = RONIN_KOKU + RONIN_SPAN
NINJA_BID: Final[i64] = BUILD_KOKU + 1
PLACE: Final[i64] = NINJA_BID + 1  # in the order of turns, while it is settled and nobody is at war yet
PLACE_SPAN: Final[i64] = 5
NINJA: Final[i64] = PLACE + PLACE_SPAN
RONIN_COUNT: Final[i64] = NINJA + 1  # before the turn, after it
SETTLING: Final[i64] = RONIN_COUNT + 2
FALLEN: Final[i64] = SETTLING + 1
# Last daimyos, in tenths: chances to take one in the next turn of war (it wins the game, or not; before the hunter's
# turn of this round is over, or in the next), own ones that others may take (likewise), and how near a hunter is.
BLOWS: Final[i64] = FALLEN + 1
HUNTED: Final[i64] = BLOWS + 4
CHASES: Final[i64] = HUNTED + 2
FEATURES: Final[i64] = CHASES + 2

# So many provinces are taken besides, in a turn that brings a clan down.
ON_THE_WAY: Final[i64] = 2
# Room for the features of all seats: to copy it is quicker than to fill it.
_NOUGHTS: Final = vec[i64]([0] * int(CLANS_MAX * FEATURES))


def turn_left(t: ShogunState, c: i64) -> bool:
    """Whether a clan still moves in this round; while plans are made all do."""
    return t.war < 0 or t.clan[c * CLAN_WIDTH + SWORD_HELD] >= t.slot


def counted(t: ShogunState) -> vec[i64]:
    """The features of all seats, one row of `FEATURES` numbers each."""
    out = _NOUGHTS[: t.options.players * FEATURES]
    held = vec[i64]()
    alive = vec[i64]()
    standing = vec[i64]()
    for _ in range(t.options.players):
        held = append(held, 0)
        alive = append(alive, 0)
        standing = append(standing, 0)
    best = vec[float]([0.0] * int(CLANS_MAX))
    for p in range(PROVINCES):
        c = t.owner(p)
        if c < 0:
            if t.war >= 0 and t.stage <= MARCH and settled_soon(t, p):
                out[t.clan[t.war * CLAN_WIDTH + SEAT] * FEATURES + SETTLING] += 1
            continue
        seat = t.clan[c * CLAN_WIDTH + SEAT]
        held[seat] += 1
        _province(t, out, seat * FEATURES, p, c, best)
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
            seat = t.clan[c * CLAN_WIDTH + SEAT]
            alive[seat] = 1
            standing[seat] += _clan(t, out, seat * FEATURES, c)
            _hunts(t, out, held, c)
    for seat in range(t.options.players):
        row = seat * FEATURES
        if alive[seat] == 0:
            out[row + FALLEN] = 1
            continue
        most: i64 = 0
        for other in range(t.options.players):
            if other != seat and held[other] > most:
                most = held[other]
        out[row + HELD + min(held[seat] * GOAL_PARTS // t.goal, HELD_SPAN - 1)] = 1
        lead: i64 = (held[seat] - most) * GOAL_PARTS // t.goal // 2 + LEAD_SPAN // 2
        out[row + LEAD + max(0, min(lead, LEAD_SPAN - 1))] = 1
        out[row + STANDING + min(standing[seat], STANDING_SPAN - 1)] = 1
    return out


def _province(t: ShogunState, out: vec[i64], row: i64, p: i64, c: i64, best: vec[float]) -> None:
    """Men and walls of a province, and what every neighbour could do against it; `best` is room for their chances."""
    i = p * LAND_WIDTH
    army = t.army_in(p)
    for d in range(t.clans):
        best[d] = 0.0
    threatened = False
    border = False
    for k in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[k]
        if not hostile(t, c, q):
            continue
        border = True
        foe = t.army_in(q)
        w = 0.0
        if foe >= 0 and t.army[foe * ARMY_WIDTH + STRUCK] == 0:
            w = exact(t, army_code(t, foe, 0), p, army, t.board.naval(q, p))
        elif t.force_size(q) > 2:
            w = 0.7 * exact(t, force_attack_code(t, q), p, army, t.board.naval(q, p))
        d = t.owner(q)
        if w > best[d]:
            best[d] = w
            threatened = True
    for unit in range(4):
        out[row + (BORDER_UNITS if border else INLAND_UNITS) + unit] += t.land[i + FORCE + unit]
    ronin = t.land[i + FORCE_RONIN] + t.land[i + HIDDEN]
    out[row + RONIN_COUNT + (0 if turn_left(t, c) else 1)] += ronin
    castle = t.land[i + CASTLE]
    if castle > 0:
        out[row + WALLS + (2 if castle == 2 else 0 if border else 1)] += 1
    if not threatened:
        return
    now = 0.0
    later = 0.0
    for d in range(t.clans):
        w = best[d]
        if w <= 0.0:
            continue
        moves = turn_left(t, d)
        if moves:
            now = w if w > now else now
        else:
            later = w if w > later else later
        _hopes(t, out, t.clan[d * CLAN_WIDTH + SEAT] * FEATURES + HOPE + (0 if moves else HOPE_SPAN), w, army, c)
    if army < 0:
        out[row + RISK] += tenths(now)
        out[row + RISK + 1] += tenths(later)
        return
    left = daimyos(t, c)
    grade: i64 = (0 if left <= 1 else 1 if left == 2 else 2) * 5
    if now > 0.05:
        out[row + ARMY_RISK + grade + min(4, i64(int(now * 5.0)))] += 1
    if later > 0.05:
        out[row + ARMY_RISK + ARMY_RISK_SPAN + grade + min(4, i64(int(later * 5.0)))] += 1


def _hopes(t: ShogunState, out: vec[i64], at: i64, w: float, army: i64, c: i64) -> None:
    """What an attack with this chance adds to its owner's hopes."""
    out[at] += tenths(w)
    if w >= 0.7:
        out[at + 1] += 1
    if w >= 0.9:
        out[at + 2] += 1
    if army >= 0:
        out[at + (4 if daimyos(t, c) == 1 else 3)] += tenths(w)


def _hunts(t: ShogunState, out: vec[i64], held: vec[i64], prey: i64) -> None:
    """Who hunts the last daimyo of a clan, and what his fall would bring."""
    # On a small map a clan has one or two daimyos from the first, and neighbours are all there is.
    row = last_daimyo(t, prey) if t.board.armies >= ARMIES_EACH else i64(-1)
    if row < 0:
        return
    q = t.army[row * ARMY_WIDTH + AT]
    spoils = t.provinces_of(prey)
    now = 0.0
    later = 0.0
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + ALIVE] == 0 or t.friends(c, prey):
            continue
        seat = t.clan[c * CLAN_WIDTH + SEAT]
        at = seat * FEATURES
        wins: i64 = 0 if held[seat] + spoils >= t.goal - ON_THE_WAY else 1
        out[at + CHASES + wins] += tenths(chase(t, c, q))
        w = blow(t, c, q, row)
        if w <= 0.0:
            continue
        moves = turn_left(t, c)
        out[at + BLOWS + 2 * wins + (0 if moves else 1)] += tenths(w)
        if moves:
            now = w if w > now else now
        else:
            later = w if w > later else later
    own = t.clan[prey * CLAN_WIDTH + SEAT] * FEATURES + HUNTED
    out[own] += tenths(now)
    out[own + 1] += tenths(later)


def tenths(chance: float) -> i64:
    """A chance as a whole number of tenths."""
    return i64(int(chance * 10.0 + 0.5))


def _clan(t: ShogunState, out: vec[i64], row: i64, c: i64) -> i64:
    """Armies, koku in the bins, sword and ninja of a clan; the number of its daimyos who stand."""
    standing: i64 = 0
    before = turn_left(t, c)
    for r in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        i = r * ARMY_WIDTH
        if t.army[i + AT] < 0:
            continue
        standing += 1
        out[row + STRUCK_DAIMYOS] += t.army[i + STRUCK]
        out[row + LEVELS] += t.level(r) - 1
        out[row + RONIN_COUNT + (0 if before else 1)] += t.army[i + ARMY_RONIN]
        for unit in range(4):
            out[row + ARMY_UNITS + unit] += t.army[i + UNITS + unit]
    i = c * CLAN_WIDTH
    if t.war < 0 and t.bins_open == 1:
        out[row + LEVY_KOKU + min(t.clan[i + BINS + BIN_LEVY], LEVY_SPAN - 1)] += 1
        out[row + RONIN_KOKU + min(t.clan[i + BINS + BIN_RONIN], RONIN_SPAN - 1)] += 1
        if t.clan[i + BINS + BIN_BUILD] > 0:
            out[row + BUILD_KOKU] += 1
        if _outbids(t, c):
            out[row + NINJA_BID] += 1
        if t.clan[i + SWORD_HELD] > 0:
            out[row + PLACE + min(t.clan[i + SWORD_HELD], PLACE_SPAN) - 1] += 1
    if t.ninja == c:
        out[row + NINJA] += 1
    return standing


def _outbids(t: ShogunState, c: i64) -> bool:
    """Whether a clan will hire the ninja."""
    own = t.clan[c * CLAN_WIDTH + BINS + BIN_NINJA]
    alone = own > 0
    for d in range(t.clans):
        if d != c and t.clan[d * CLAN_WIDTH + ALIVE] == 1:
            alone = alone and t.clan[d * CLAN_WIDTH + BINS + BIN_NINJA] < own
    return alone
