"""What a Shogun player knows beyond the rules: battle chances at a glance, garrisons, threats, and a sensible turn.

A turn is dozens of small actions; the weights here make the usual turn a good one (levy at the border, join forces,
attack where the odds are good, move in, keep garrisons), and the search improves on it.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import Heuristics, State
from gunbai.core.rng import Rng
from gunbai.games.shogun.actions import (
    A_ABSORB,
    A_ALONG,
    A_ATTACK,
    A_BIN,
    A_CALL_OFF,
    A_CASTLE,
    A_DECLARE_ARMY,
    A_DECLARE_FORCE,
    A_DONE,
    A_ENTER,
    A_FIGHT_ARMY,
    A_FIGHT_FORCE,
    A_FORTRESS,
    A_HIDE,
    A_HIDE_NONE,
    A_JOIN,
    A_LEAVE,
    A_LEVY,
    A_LEVY_ARMY,
    A_LEVY_NEXT,
    A_LEVY_NONE,
    A_LOSE_ARMY,
    A_LOSE_FORCE,
    A_MARCH,
    A_MARCH_JOIN,
    A_MARKER,
    A_MOVE,
    A_NO_SPY,
    A_NO_STRIKE,
    A_PICK,
    A_PRESS,
    A_REINFORCE,
    A_SEND,
    A_SPLIT,
    A_STRIKE,
    A_TAKE,
    A_WISH,
)
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_BUILD,
    BIN_LEVY,
    BIN_RONIN,
    BIN_SWORDS,
    BOW,
    GUN,
    PROVINCES,
    RONIN,
    SPEAR,
    SWORD,
)
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.state import (
    A_RONIN,
    ALIVE,
    ARMY_WIDTH,
    AT,
    BINS,
    BONUS,
    CASTLE,
    CLAN_WIDTH,
    DECLARE,
    F_RONIN,
    FORCE,
    GARRISON,
    HIDDEN,
    KOKU,
    LAND_WIDTH,
    MARCH,
    MOVE,
    OWNER,
    SEAT,
    SEND,
    STEP,
    STRUCK,
    UNITS,
    ShogunState,
)

# Hits a unit makes in a round; bowmen and gunners count for more because they strike first. Together with the slope
# in `chance` fitted to the exact odds of 200 random battles, with a root mean square error of 0.03
# (docs/decisions/search-shogun.md).
HITS: Final = vec[float]([0.75, 0.417, 0.483, 0.333, 0.417])
DAIMYO_HITS: Final = 0.5
SLOPE: Final = 0.8
SLOPE_BY_SIZE: Final = 0.6

# In provinces; set by hand and not yet tuned in the arena; nothing of it is from the rulebook.
UNIT_WORTH: Final = vec[float]([0.42, 0.36, 0.3, 0.26, 0.05])
DAIMYO_WORTH: Final = 1.6
LEVEL_WORTH: Final = 0.7
LAST_DAIMYO: Final = 2.5
KOKU_WORTH: Final = vec[float]([0.3, 0.35, 0.75, 0.3, 0.25])
CASTLE_WORTH: Final = 0.5
NINJA_WORTH: Final = 0.4
EMPTY_WORTH: Final = 0.75
EXPOSED: Final = 0.3
# Casualties by type: ronin go home anyway, bowmen are dear.
LOSS_ORDER: Final = vec[float]([1.0, 2.0, 4.0, 10.0, 30.0])


def chance(hits: float, units: float, foe_hits: float, foe_units: float) -> float:
    """The attacker's chance to win a battle fought to the end, at a glance."""
    if units <= 0.0 or hits <= 0.0:
        return 0.0
    if foe_units <= 0.0 or foe_hits <= 0.0:
        return 1.0
    x = (SLOPE + SLOPE_BY_SIZE * sqrt(units + foe_units)) * log(hits * units / (foe_hits * foe_units))
    if x > 12.0:
        return 1.0
    return 0.0 if x < -12.0 else 1.0 / (1.0 + exp(-x))


def army_hits(t: ShogunState, row: i64) -> float:
    """Hits an army makes in a round of combat."""
    i = row * ARMY_WIDTH
    hits = 0.0 if t.army[i + STRUCK] else DAIMYO_HITS
    for unit in range(4):
        hits += HITS[unit] * float(t.army[i + UNITS + unit])
    return hits + HITS[RONIN] * float(t.army[i + A_RONIN])


def army_units(t: ShogunState, row: i64) -> float:
    """Hits an army can take, ronin and daimyo included."""
    i = row * ARMY_WIDTH
    return float(t.regulars(row) + t.army[i + A_RONIN]) + (0.0 if t.army[i + STRUCK] else 1.0)


def force_hits(t: ShogunState, p: i64) -> float:
    """Hits a provincial force makes in a round of combat."""
    i = p * LAND_WIDTH
    hits = HITS[RONIN] * float(t.land[i + F_RONIN])
    for unit in range(4):
        hits += HITS[unit] * float(t.land[i + FORCE + unit])
    return hits


def force_units(t: ShogunState, p: i64) -> float:
    """Hits a provincial force can take."""
    return float(t.force_size(p) + t.land[p * LAND_WIDTH + F_RONIN])


def walls(t: ShogunState, p: i64) -> i64:
    """Bonus defenders a province has now, or will have when the next player goes to war."""
    if t.war >= 0:
        return t.land[p * LAND_WIDTH + BONUS]
    castle = t.land[p * LAND_WIDTH + CASTLE]
    return 3 + castle if castle > 0 else 0


def beats(t: ShogunState, hits: float, units: float, q: i64, naval: bool) -> float:
    """The chance of a troop against everybody who defends a province."""
    foe_hits = force_hits(t, q) + HITS[RONIN] * float(t.land[q * LAND_WIDTH + HIDDEN])
    foe_units = force_units(t, q) + float(t.land[q * LAND_WIDTH + HIDDEN])
    row = t.army_in(q)
    if row >= 0:
        foe_hits += army_hits(t, row)
        foe_units += army_units(t, row)
    if naval:
        # The defenders strike first, before their walls help.
        left = units - foe_hits if units - foe_hits > 0.3 else 0.3
        hits *= left / units if units > 0.0 else 0.0
        units = left
    bonus = float(walls(t, q))
    if bonus > 0.0:
        foe_hits += bonus * (HITS[RONIN] if t.land[q * LAND_WIDTH + CASTLE] == 2 else HITS[SPEAR])
        foe_units += bonus
    return chance(hits, units, foe_hits, foe_units)


def army_beats(t: ShogunState, row: i64, p: i64, q: i64) -> float:
    """The chance of an army that attacks from p against q."""
    return beats(t, army_hits(t, row), army_units(t, row), q, t.board.naval(p, q))


def force_beats(t: ShogunState, p: i64, q: i64) -> float:
    """The chance of the force of p against q."""
    return beats(t, force_hits(t, p), force_units(t, p), q, t.board.naval(p, q))


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


def peril(t: ShogunState, p: i64) -> float:
    """The best chance any neighbour's troop has against a province as it stands."""
    worst = 0.0
    c = t.owner(p)
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if not hostile(t, c, q):
            continue
        row = t.army_in(q)
        w = 0.0
        if row >= 0 and t.army[row * ARMY_WIDTH + STRUCK] == 0:
            w = army_beats(t, row, q, p)
        elif t.force_size(q) > 2:
            w = 0.7 * force_beats(t, q, p)
        worst = w if w > worst else worst
    return worst


def prize(t: ShogunState, q: i64) -> float:
    """What taking a province is worth: itself, its walls, the army in it, the end of a clan, the game."""
    worth = 1.0 + (0.5 if t.land[q * LAND_WIDTH + CASTLE] else 0.0)
    row = t.army_in(q)
    if row >= 0:
        worth += DAIMYO_WORTH + LEVEL_WORTH * float(t.level(row))
        if daimyos(t, t.owner(q)) == 1:
            worth += 8.0
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


class ShogunHeuristics(Heuristics):
    """Provinces, troops, daimyos and exposure; turns that levy, gather, attack at good odds and move in."""

    def __init__(self) -> None:
        super().__init__()
        # From a declaration to the end of a turn of war, dice included, is a few dozen actions.
        self.horizon = 50
        # A turn has many small actions, so each gets a small share of the time.
        self.pace = 0.15

    # -- values ---------------------------------------------------------------------------------------------------

    def values(self, s: State) -> vec[float]:
        t = cast(ShogunState, s)
        players: i64 = t.options.players
        scores = vec[float]()
        for _ in range(players):
            scores = append(scores, 0.0)
        held = vec[i64]([0, 0, 0, 0, 0])
        # With few rounds left only provinces count.
        calm = float(t.options.integer("rounds") - t.round) / 4.0
        calm = 1.0 if calm > 1.0 else calm
        for p in range(PROVINCES):
            i = p * LAND_WIDTH
            c = t.land[i + OWNER]
            if c < 0:
                if t.war >= 0 and t.stage <= MARCH and settled_soon(t, p):
                    scores[t.clan[t.war * CLAN_WIDTH + SEAT]] += EMPTY_WORTH
                continue
            held[c] += 1
            worth = CASTLE_WORTH * float(t.land[i + CASTLE])
            for unit in range(4):
                worth += UNIT_WORTH[unit] * float(t.land[i + FORCE + unit])
            danger = peril(t, p)
            if danger > 0.0:
                worth -= EXPOSED * danger * (2.0 if t.army_in(p) >= 0 else 1.0)
            scores[t.clan[c * CLAN_WIDTH + SEAT]] += 1.0 + calm * worth
        for c in range(t.clans):
            if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
                scores[t.clan[c * CLAN_WIDTH + SEAT]] += calm * self._clan_worth(t, c) + self._near_goal(t, held[c])
        best = -1e9
        for score in scores:
            best = score if score > best else best
        scale = 1.2 + 3.0 * calm
        shares = 0.0
        for score in scores:
            shares += exp((score - best) / scale)
        out = vec[float]()
        for score in scores:
            out = append(out, 2.0 * exp((score - best) / scale) / shares - 1.0)
        return out

    def _near_goal(self, t: ShogunState, held: i64) -> float:
        share = float(held) / float(t.goal)
        return 5.0 * share * share * share

    def _clan_worth(self, t: ShogunState, c: i64) -> float:
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

    # -- weights ----------------------------------------------------------------------------------------------------

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(ShogunState, s)
        out = vec[float]()
        if t.stage == DECLARE:
            return self._declarations(t, actions)
        for action in actions:
            out = append(out, self.weight(t, action))
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """Drawn by weight, the promising ones more often still."""
        weights = self.weights(s, actions)
        total = 0.0
        for i in range(len(weights)):
            weights[i] *= weights[i]
            total += weights[i]
        pick = rng.unit() * total
        for i in range(len(weights)):
            pick -= weights[i]
            if pick < 0.0:
                return actions[i]
        return actions[len(actions) - 1]

    def _declarations(self, t: ShogunState, actions: vec[i64]) -> vec[float]:
        """Troops declare in a fixed order, so the first with a good target goes first: later ones still can."""
        out = vec[float]()
        first: i64 = -1
        for action in actions:
            kind = action >> 16
            troop = action >> 8
            x = (action >> 8) & 255
            y = action & 255
            weight = 1.0
            if kind == A_DECLARE_ARMY:
                row = t.war * ARMIES_EACH + x
                weight = self._attack(t, army_beats(t, row, t.army[row * ARMY_WIDTH + AT], y), y)
            elif kind == A_DECLARE_FORCE:
                weight = self._force_attack(t, x, y)
            if kind != A_DONE and weight > 1.0:
                if first < 0 or first == troop:
                    first = troop
                    weight *= 4.0
                else:
                    weight *= 0.1
            out = append(out, weight)
        return out

    def _attack(self, t: ShogunState, w: float, q: i64) -> float:
        """An army attacks at even odds or better: it can call off."""
        if t.owner(q) < 0 or w < 0.4:
            return 0.02
        return 8.0 * w * w * prize(t, q)

    def _force_attack(self, t: ShogunState, p: i64, q: i64) -> float:
        """A force needs men enough to win, to stay and to move in, and what it leaves open is at stake."""
        if t.owner(q) < 0:
            return 0.02
        size = t.force_size(p)
        if size < 2:
            return 0.02
        w = force_beats(t, p, q)
        if w < 0.55:
            return 0.02
        return 5.0 * (w - 0.4) * prize(t, q) * (1.0 if size > 2 else 0.5)

    def weight(self, t: ShogunState, action: i64) -> float:
        """How much one action deserves to be looked at."""
        kind = action >> 16
        x = (action >> 8) & 255
        y = action & 255
        if kind in (A_MOVE, A_PICK, A_LEAVE, A_ALONG, A_DONE):
            return self._moving(t, kind, x, y)
        if kind in (A_LOSE_ARMY, A_LOSE_FORCE):
            return LOSS_ORDER[x] * (1.0 if kind == A_LOSE_ARMY else 1.4)
        if kind in (A_PRESS, A_CALL_OFF):
            w = self._battle(t)
            if kind == A_PRESS:
                return 0.05 + w * w
            return 0.05 + (1.0 - w) * (1.0 - w) * (0.8 if t.att_army >= 0 else 1.2)
        if kind in (A_ATTACK, A_ENTER, A_FIGHT_ARMY, A_FIGHT_FORCE, A_JOIN):
            return self._fighting(t, kind, x)
        if kind in (A_MARCH, A_MARCH_JOIN, A_SEND):
            return self._marching(t, kind, x, y)
        if kind in (A_STRIKE, A_NO_STRIKE):
            return self._strike(t, kind, x, y)
        if kind == A_BIN:
            return self._plan(t, x, y)
        if kind in (A_LEVY, A_LEVY_ARMY, A_LEVY_NEXT, A_LEVY_NONE, A_HIDE, A_HIDE_NONE, A_CASTLE, A_FORTRESS):
            return self._hiring(t, kind, x, y)
        if kind in (A_SPLIT, A_REINFORCE, A_MARKER):
            return self._opening(t, kind, x, y)
        if kind in (A_WISH, A_TAKE):
            # The first strikes first; the last sees it all and may be first next.
            return 2.0 if x == 1 else 1.3 if x == t.clans_alive() else 1.0
        if kind == A_NO_SPY:
            return 0.2
        if kind == A_ABSORB:
            return 4.0
        return 1.0

    def _battle(self, t: ShogunState) -> float:
        """The attacker's chance in the battle under way, a first strike behind him."""
        if t.att_to < 0 or t.att_from < 0:
            return 0.5
        if t.att_army >= 0:
            return beats(t, army_hits(t, t.att_army), army_units(t, t.att_army), t.att_to, False)
        return beats(t, force_hits(t, t.att_from), force_units(t, t.att_from), t.att_to, False)

    def _moving(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind == A_LEAVE:
            return LOSS_ORDER[x]
        if kind == A_ALONG:
            return 1.0 + 2.0 * float(x)
        if kind == A_DONE:
            if t.stage == GARRISON:
                return 12.0 if t.picked >= 2 or t.final == 0 else 6.0
            if t.stage == MOVE:
                return 1.5 if t.final == 0 else 2.0
            if t.stage == SEND:
                p = t.att_from
                left = t.force_size(p) - t.picked
                if t.owner(t.march_to) < 0:
                    return 3.0 if t.picked >= left else 1.0
                return 0.3 if border(t, t.war, p) == 0 else 2.0
            return 1.0
        row = t.war * ARMIES_EACH + x
        p = t.army[row * ARMY_WIDTH + AT]
        if kind == A_PICK:
            if t.final == 1 or t.land[p * LAND_WIDTH + CASTLE] > 0:
                return 0.4
            # In strength before an attack; a lone man stays as the garrison.
            return 3.0 if t.force_size(p) > 1 else 0.8
        if t.owner(y) < 0:
            return 14.0 * prize(t, y)
        if t.final == 1:
            return 0.15 + (0.4 if border(t, t.war, y) > border(t, t.war, p) else 0.0)
        gain = prospects(t, row, y) - prospects(t, row, p)
        if gain > 0.0:
            return 0.4 + 4.0 * gain
        return 0.15 if border(t, t.war, p) > 0 else 0.7

    def _fighting(self, t: ShogunState, kind: i64, x: i64) -> float:
        if kind == A_JOIN:
            return 1.0 + 2.0 * float(x)
        if kind == A_FIGHT_ARMY:
            return 2.0
        if kind == A_FIGHT_FORCE:
            return 1.0
        if kind == A_ENTER:
            return 8.0
        row = t.att_army
        return self._attack(t, army_beats(t, row, t.army[row * ARMY_WIDTH + AT], x), x)

    def _marching(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind == A_SEND:
            return LOSS_ORDER[x]
        if t.owner(y) < 0:
            return 14.0 * prize(t, y)
        here = border(t, t.war, x)
        there = border(t, t.war, y)
        if kind == A_MARCH_JOIN:
            return 1.5 if here == 0 or there > here else 0.1
        if here == 0:
            # Idle men go where the enemy is, or at least nearer to him.
            return 2.5 if there > 0 else 0.15
        return 0.3 if there > here and t.force_size(x) > 3 else 0.03

    def _strike(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind == A_NO_STRIKE:
            return 4.0
        row = x * ARMIES_EACH + y
        at = t.army[row * ARMY_WIDTH + AT]
        weight = 0.15 + 0.08 * army_units(t, row)
        if daimyos(t, x) == 1 and t.regulars(row) == 0:
            return 60.0
        if t.war >= 0:
            if t.war == x and self._beside(t, t.ninja, at):
                # It is his turn and he stands at our border: his attack is off.
                weight *= 6.0
            elif t.war == t.ninja and self._beside(t, t.ninja, at):
                weight *= 3.0
        return weight

    def _beside(self, t: ShogunState, c: i64, p: i64) -> bool:
        found = False
        for i in range(t.board.first[p], t.board.first[p + 1]):
            found = found or t.owner(t.board.near[i]) == c
        return found

    def _plan(self, t: ShogunState, x: i64, y: i64) -> float:
        """Mixed plans: most koku into the levy, something for swords, ninja and walls now and then."""
        c = t.turn
        i = c * CLAN_WIDTH
        koku = t.clan[i + KOKU]
        left = koku
        for b in range(t.clan[i + STEP]):
            left -= t.clan[i + BINS + b]
        if x == BIN_SWORDS:
            return 4.0 if y == 0 else 3.0 if y == 1 else 1.6 if y == 2 else 0.5 if y == 3 else 0.1
        if x == BIN_BUILD:
            return 2.0 if y == 0 else 1.2 if left >= 5 else 0.3
        if x == BIN_LEVY:
            # One unit a province at most: more koku than a third of the provinces buy nothing.
            useful = (t.provinces_of(c) + 2) // 3
            if y > useful:
                return 0.05
            return 0.3 + float(y * y)
        if x == BIN_RONIN:
            # What is left goes to the ninja.
            rest = left - y
            return 3.0 if rest == 0 else 1.2 if rest == 1 else 1.0 if rest == 2 else 0.4
        return 1.0

    def _hiring(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind in (A_LEVY_NONE, A_HIDE_NONE):
            return 0.02
        if kind == A_LEVY_NEXT:
            return 3.0
        if kind in (A_LEVY, A_LEVY_ARMY):
            near = border(t, t.turn, y)
            if kind == A_LEVY_ARMY:
                return 1.5 if x in (BOW, SWORD) else 0.8
            if x in (BOW, GUN):
                return 0.05
            need = 0.1 if near == 0 else 0.6 + peril(t, y)
            return need if x == SPEAR else 0.3 * need
        p = x
        row = t.army_in(p)
        danger = peril(t, p)
        if kind == A_HIDE:
            return 0.1 + danger + (2.0 if row >= 0 and border(t, t.turn, p) > 0 else 0.0)
        weight = 0.1 + danger + (1.0 if row >= 0 else 0.0)
        return weight * (1.2 if kind == A_FORTRESS else 1.0)

    def _opening(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
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
