"""What a Shogun player sees at a look: chances, borders, threats, what a province or an army is worth."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.judgement import expected_results
from gunbai.games.shogun.chances import army_code, exact, force_attack_code
from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_WIDTH,
    AT,
    BINS,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    HIDDEN,
    KOKU,
    LAND_WIDTH,
    MARCH,
    OWNER,
    SEAT,
    STRUCK,
    UNITS,
    ShogunState,
)

# In provinces; set by hand, compared in games (docs/decisions/search-shogun.md); nothing of it is from the rulebook.
UNIT_WORTH: Final = vec[float]([0.42, 0.36, 0.3, 0.26, 0.05])
DAIMYO_WORTH: Final = 1.6
LEVEL_WORTH: Final = 0.7
# What goes with the last daimyo: everything; with the last but one, half the safety.
CLAN_WORTH: Final = 8.0
SECOND_DAIMYO: Final = 1.5
LAST_DAIMYO: Final = 2.5
KOKU_WORTH: Final = vec[float]([0.3, 0.35, 0.75, 0.3, 0.25])
CASTLE_WORTH: Final = 0.5
NINJA_WORTH: Final = 0.4
EMPTY_WORTH: Final = 0.75
EXPOSED: Final = 0.3


def hostile(t: ShogunState, c: i64, q: i64) -> bool:
    """Whether a province belongs to an enemy of the clan."""
    owner = t.owner(q)
    return owner >= 0 and not t.friends(owner, c)


def border(t: ShogunState, c: i64, p: i64) -> i64:
    """Enemy provinces beside this one."""
    n: i64 = 0
    for i in range(t.board.first[p], t.board.first[p + 1]):
        if hostile(t, c, t.board.near[i]):
            n += 1
    return n


def army_beats(t: ShogunState, row: i64, p: i64, q: i64) -> float:
    """The chance of an army that attacks from p against q, with the hidden ronin of p."""
    return exact(t, army_code(t, row, t.land[p * LAND_WIDTH + HIDDEN]), q, t.army_in(q), t.board.naval(p, q))


def force_beats(t: ShogunState, p: i64, q: i64) -> float:
    """The chance of the force of p against q."""
    return exact(t, force_attack_code(t, p), q, t.army_in(q), t.board.naval(p, q))


def danger(t: ShogunState, c: i64, p: i64, row: i64) -> float:
    """The best chance any neighbour's troop has against p, if the clan held it with its force and army `row`."""
    worst = 0.0
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if not hostile(t, c, q):
            continue
        foe = t.army_in(q)
        w = 0.0
        if foe >= 0 and t.army[foe * ARMY_WIDTH + STRUCK] == 0:
            w = exact(t, army_code(t, foe, 0), p, row, t.board.naval(q, p))
        elif t.force_size(q) > 2:
            w = 0.7 * exact(t, force_attack_code(t, q), p, row, t.board.naval(q, p))
        worst = w if w > worst else worst
    return worst


def peril(t: ShogunState, p: i64) -> float:
    """The same for a province as it stands."""
    return danger(t, t.owner(p), p, t.army_in(p))


def stake(t: ShogunState, row: i64) -> float:
    """What is lost with an army."""
    i = row * ARMY_WIDTH
    worth = 0.0
    for unit in range(4):
        worth += UNIT_WORTH[unit] * float(t.army[i + UNITS + unit])
    return worth + crown(t, row)


def crown(t: ShogunState, row: i64) -> float:
    """What is lost with a daimyo, his men aside."""
    left = daimyos(t, row // ARMIES_EACH)
    worth = DAIMYO_WORTH + LEVEL_WORTH * float(t.level(row) - 1)
    return worth + (CLAN_WORTH if left == 1 else SECOND_DAIMYO if left == 2 else 0.0)


def prize(t: ShogunState, q: i64) -> float:
    """What taking a province is worth: itself, its walls, the army in it, the end of a clan, the game."""
    worth = 1.0 + (0.5 if t.land[q * LAND_WIDTH + CASTLE] else 0.0)
    row = t.army_in(q)
    if row >= 0:
        worth += 0.5 * stake(t, row) + (0.5 * CLAN_WORTH if daimyos(t, t.owner(q)) == 1 else 0.0)
    if t.war >= 0 and t.provinces_of(t.war) + 1 >= t.goal:
        worth += 8.0
    return worth


def prospects(t: ShogunState, row: i64, p: i64) -> float:
    """The best attack an army would have from a province."""
    best = 0.0
    c = row // ARMIES_EACH
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if hostile(t, c, q):
            worth = army_beats(t, row, p, q) * prize(t, q)
            best = worth if worth > best else best
    return best


def settled_soon(t: ShogunState, p: i64) -> bool:
    """Whether the clan at war can still move into an empty province in this turn."""
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if t.owner(q) == t.war and (t.force_size(q) > 1 or t.army_in(q) >= 0):
            return True
    return False


# -- positions --------------------------------------------------------------------------------------------------------


def shares(t: ShogunState) -> vec[float]:
    """What every seat may expect of a position, from -1 to 1: its share of all that the seats have."""
    scores = vec[float]()
    for _ in range(t.options.players):
        scores = append(scores, 0.0)
    held = vec[i64]([0, 0, 0, 0, 0])
    # With few rounds left only provinces count.
    calm = float(t.options.integer("rounds") - t.round) / 4.0
    calm = 1.0 if calm > 1.0 else calm
    for p in range(PROVINCES):
        c = t.land[p * LAND_WIDTH + OWNER]
        if c < 0:
            if t.war >= 0 and t.stage <= MARCH and settled_soon(t, p):
                scores[t.clan[t.war * CLAN_WIDTH + SEAT]] += EMPTY_WORTH
            continue
        held[c] += 1
        scores[t.clan[c * CLAN_WIDTH + SEAT]] += 1.0 + calm * _province_worth(t, p)
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
            scores[t.clan[c * CLAN_WIDTH + SEAT]] += calm * _clan_worth(t, c) + _near_goal(t, held[c])
    return expected_results(scores, 1.2 + 3.0 * calm)


def _province_worth(t: ShogunState, p: i64) -> float:
    """Walls and men of a province, less what is open to a neighbour's attack."""
    i = p * LAND_WIDTH
    worth = CASTLE_WORTH * float(t.land[i + CASTLE])
    for unit in range(4):
        worth += UNIT_WORTH[unit] * float(t.land[i + FORCE + unit])
    risk = peril(t, p)
    if risk > 0.0:
        row = t.army_in(p)
        worth -= EXPOSED * risk * (1.0 + (crown(t, row) if row >= 0 else 0.0))
    return worth


def _near_goal(t: ShogunState, held: i64) -> float:
    share = float(held) / float(t.goal)
    return 5.0 * share * share * share


def _clan_worth(t: ShogunState, c: i64) -> float:
    """Armies, ninja and koku of a clan."""
    worth = NINJA_WORTH if t.ninja == c else 0.0
    standing: i64 = 0
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        i = row * ARMY_WIDTH
        if t.army[i + AT] < 0:
            continue
        standing += 1
        if t.army[i + STRUCK] == 0:
            worth += DAIMYO_WORTH + LEVEL_WORTH * float(t.level(row))
        for unit in range(4):
            # Units in an army attack together and move.
            worth += 1.25 * UNIT_WORTH[unit] * float(t.army[i + UNITS + unit])
    if standing <= 1:
        worth -= LAST_DAIMYO
    i = c * CLAN_WIDTH
    worth += 0.5 * float(t.clan[i + KOKU])
    for b in range(5):
        worth += (KOKU_WORTH[b] - (0.5 if t.clan[i + KOKU] > 0 else 0.0)) * float(t.clan[i + BINS + b])
    return worth
