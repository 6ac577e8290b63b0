"""Who can bring a clan down in one turn of war: its last daimyo falls, and all that it has goes to the victor.

An army marches through its own land before it attacks, takes men along, and from level 2 on fights its way through one
province to the next. A daimyo who is out of reach is hunted all the same: the nearer an army, the sooner.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.chances import army_code, exact, force_attack_code
from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.evaluation import hostile
from gunbai.games.shogun.state import ALIVE, ARMY_WIDTH, AT, CLAN_WIDTH, STRUCK, ShogunState
from gunbai.games.shogun.threats import FORCE_SHARE, led

# What is left of an army's chance when it has fought one battle on its way.
WORN: Final = 0.8
# Below this chance an army does not fight its way through.
THROUGH: Final = 0.5
# A hunt is worth so much less for every province between, and nothing from so many on.
FARTHER: Final = 0.65
FAR: Final[i64] = 6


def last_daimyo(t: ShogunState, c: i64) -> i64:
    """The army of a clan's last daimyo; -1 when it has more than one, or none."""
    found: i64 = -1
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        if t.army[row * ARMY_WIDTH + AT] >= 0:
            if found >= 0:
                return -1
            found = row
    return found


def blow(t: ShogunState, c: i64, q: i64, target: i64) -> float:
    """The chance that a clan's two best troops together empty province q, with army `target` in it, in its next turn
    of war."""
    best = 0.0
    second = 0.0
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        i = row * ARMY_WIDTH
        p = t.army[i + AT]
        if p < 0 or t.army[i + STRUCK] == 1:
            continue
        level = t.level(row)
        if t.board.far[p * PROVINCES + q] > level + (2 if level > 1 else 1):
            continue
        w = _marches(t, c, row, q, target)
        if w > best:
            second = best
            best = w
        elif w > second:
            second = w
    for k in range(t.board.first[q], t.board.first[q + 1]):
        p = t.board.near[k]
        if t.owner(p) == c and t.army_in(p) < 0 and t.force_size(p) > 2:
            w = FORCE_SHARE * exact(t, force_attack_code(t, p), q, target, t.board.naval(p, q))
            if w > best:
                second = best
                best = w
            elif w > second:
                second = w
    return 1.0 - (1.0 - best) * (1.0 - second)


def _marches(t: ShogunState, c: i64, row: i64, q: i64, target: i64) -> float:
    """The best chance of one army against q, from where it stands or after a march through its own land."""
    start = t.army[row * ARMY_WIDTH + AT]
    level = t.level(row)
    reached = vec[i64]([start])
    best = 0.0
    first: i64 = 0
    steps: i64 = 0
    while first < len(reached) and steps <= level:
        end: i64 = len(reached)
        for at in range(first, end):
            p = reached[at]
            # From here it attacks q itself, or a province beside q.
            if t.board.far[p * PROVINCES + q] > level - steps + 2:
                continue
            code: i64 = 0
            for k in range(t.board.first[p], t.board.first[p + 1]):
                x = t.board.near[k]
                w = 0.0
                if x == q:
                    code = code if code > 0 else led(t, row, start, p)
                    w = exact(t, code, q, target, t.board.naval(p, q))
                elif hostile(t, c, x):
                    if level > 1 and t.board.far[x * PROVINCES + q] == 1:
                        code = code if code > 0 else led(t, row, start, p)
                        through = exact(t, code, x, t.army_in(x), t.board.naval(p, x))
                        if through > THROUGH:
                            w = WORN * through * exact(t, code, q, target, t.board.naval(x, q))
                elif t.owner(x) == c and steps < level:
                    new = True
                    for other in reached:
                        new = new and other != x
                    if new:
                        reached = append(reached, x)
                best = w if w > best else best
        first = end
        steps += 1
    return best


def chase(t: ShogunState, c: i64, q: i64) -> float:
    """How near a clan's armies are to province q, by the chance each would have there."""
    best = 0.0
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        i = row * ARMY_WIDTH
        if t.army[i + AT] < 0 or t.army[i + STRUCK] == 1:
            continue
        between = t.board.far[t.army[i + AT] * PROVINCES + q] - 1
        if between >= FAR:
            continue
        w = exact(t, army_code(t, row, 0), q, t.army_in(q), False)
        for _ in range(between):
            w *= FARTHER
        best = w if w > best else best
    return best


def marched_on(t: ShogunState, c: i64, p: i64, row: i64) -> float:
    """The best chance of any enemy's next turn of war against p, if the clan's army `row` stood there."""
    worst = 0.0
    for d in range(t.clans):
        if t.clan[d * CLAN_WIDTH + ALIVE] == 1 and not t.friends(c, d):
            w = blow(t, d, p, row)
            worst = w if w > worst else worst
    return worst


def lure(t: ShogunState, row: i64, p: i64) -> float:
    """How much the last daimyos of other clans draw an army that stands in p: by its chance against each, by what his
    clan has, and by how near he is."""
    best = 0.0
    c = row // ARMIES_EACH
    for d in range(t.clans):
        if t.clan[d * CLAN_WIDTH + ALIVE] == 0 or t.friends(c, d):
            continue
        prey = last_daimyo(t, d)
        if prey < 0:
            continue
        q = t.army[prey * ARMY_WIDTH + AT]
        between = t.board.far[p * PROVINCES + q] - 1
        if between >= FAR or between < 0:
            continue
        spoils = t.provinces_of(d)
        worth = 2.0 * float(spoils) / float(t.goal)
        if t.provinces_of(c) + spoils >= t.goal:
            worth *= 2.0
        worth *= exact(t, army_code(t, row, 0), q, prey, False)
        for _ in range(between):
            worth *= FARTHER
        best = worth if worth > best else best
    return best
