"""What a Shogun player knows beyond the rules: battle chances at a glance, garrisons, threats, and a sensible turn.

A turn is dozens of small actions; the weights here make the usual turn a good one (levy at the border, join forces,
attack where the odds are good, move in, keep garrisons), and the search improves on it.
"""

from __future__ import annotations

from math import exp, log
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
from gunbai.games.shogun.chances import army_code, exact, force_attack_code
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_BUILD,
    BIN_LEVY,
    BIN_RONIN,
    BIN_SWORDS,
    BOW,
    GUN,
    PROVINCES,
    SPEAR,
    SWORD,
)
from gunbai.games.shogun.evaluation import (
    UNIT_WORTH,
    army_beats,
    border,
    danger,
    force_beats,
    hostile,
    peril,
    shares,
)
from gunbai.games.shogun.habits import (
    ALONG_BORDER,
    ARMY_ATTACKS,
    ARMY_CHANCE,
    ARMY_RISK,
    BY_HAND,
    CLAN_SPOILS,
    DAIMYO,
    FEAR,
    FIRST_PLACE,
    FORCE_ATTACKS,
    FORCE_CHANCE,
    FORCE_EVEN,
    FORCE_RISK,
    GATHER,
    GOES_FOR,
    GUARD,
    HUNT_HOME,
    HUNT_MARCH,
    HUNT_PATH,
    INTO_ARMY,
    LAST_BUT_ONE,
    LAST_ONE,
    LAST_PLACE,
    LEAVES_BORDER,
    LEAVES_INLAND,
    LEVEL,
    MARCHED_ON,
    NEARER,
    NEED_ARMY,
    NEED_CROWN,
    NEED_FORCE,
    NEED_HUNT,
    NEED_INLAND,
    NEED_MORE,
    NEED_PERIL,
    NO_NINJA,
    NO_SWORDS,
    NO_WALLS,
    OCCUPIES,
    OF_LEADER,
    PAIR_ATTACKS,
    PRESS_RISK,
    PRESSES,
    SAFER,
    SECOND_AIM,
    SETTLES,
    SHARPNESS,
    SPOILS,
    STRIPPED,
    TO_BORDER,
    VICTORY,
    WALL_SPOILS,
    WINNING_FALL,
)
from gunbai.games.shogun.hiring import levied, ronin_room
from gunbai.games.shogun.hunting import lure, marched_on
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.naming import in_order
from gunbai.games.shogun.opening_sense import opening_weight
from gunbai.games.shogun.state import (
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BINS,
    CASTLE,
    CLAN_WIDTH,
    DECLARE,
    FORCE_AIM,
    GARRISON,
    HIRING,
    KOKU,
    LAND_WIDTH,
    LAST,
    LEVYING,
    MOVE,
    QUOTA,
    SEND,
    STEP,
    TRAY,
    UNITS,
    ShogunState,
)

# Weights: ending a garrison, ending a march half way.
GO_ON: Final = 20.0
SPLIT_EVENLY: Final = 40.0
TINY: Final = 1e-30
# Casualties by type: ronin go home anyway, bowmen are dear.
LOSS_ORDER: Final = vec[float]([1.0, 2.0, 4.0, 10.0, 30.0])


class ShogunHeuristics(Heuristics):
    """Provinces, troops, daimyos and exposure; turns that levy, gather, attack at good odds and move in."""

    def __init__(self, habits: list[float] | None = None) -> None:
        super().__init__()
        self.habits = vec[float](habits) if habits else BY_HAND[:]
        # Numbers of before some habits were known say nothing of them.
        while len(self.habits) < len(BY_HAND):
            self.habits = append(self.habits, 0.0)
        # From a declaration to the end of a turn of war, dice included, is a few dozen actions.
        self.horizon = 50
        # A turn has many small actions, so each gets a small share of the time.
        self.pace = 0.15

    def values(self, s: State) -> vec[float]:
        return shares(cast(ShogunState, s))

    # -- weights ----------------------------------------------------------------------------------------------------

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(ShogunState, s)
        out = vec[float]()
        if t.stage == DECLARE:
            return self._declarations(t, actions)
        if t.stage == LEVYING:
            return self._levies(t, actions)
        if t.stage == HIRING:
            return self._hidings(t, actions)
        for action in actions:
            out = append(out, self.weight(t, action))
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """Drawn by weight, the promising ones more often still."""
        weights = self.weights(s, actions)
        total = 0.0
        sharpness = self.habits[SHARPNESS]
        for i in range(len(weights)):
            weights[i] = weights[i] * weights[i] if sharpness == 2.0 else exp(sharpness * log(weights[i] + TINY))
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
                weight = self._attack(t, row, y)
            elif kind == A_DECLARE_FORCE:
                weight = self._force_attack(t, x, y)
                if weight > 1.0 and _aimed_at(t, y):
                    weight = 1.0 + self.habits[SECOND_AIM] * (weight - 1.0)
            if kind != A_DONE and weight > 1.0:
                if first < 0 or first == troop:
                    first = troop
                    weight *= 4.0
                else:
                    weight *= 0.1
            out = append(out, weight)
        return out

    def _attack(self, t: ShogunState, row: i64, q: i64) -> float:
        """An army can call off, so only a part of it is at risk."""
        if t.owner(q) < 0:
            return 0.02
        w = army_beats(t, row, t.army[row * ARMY_WIDTH + AT], q)
        habits = self.habits
        prize = self._prize(t, q)
        if habits[HUNT_PATH] > 0.0:
            nearer = lure(t, row, q) - lure(t, row, t.army[row * ARMY_WIDTH + AT])
            prize += habits[HUNT_PATH] * nearer if nearer > 0.0 else 0.0
        worth = w * prize - habits[ARMY_RISK] * (1.0 - w) * self._stake(t, row)
        return habits[ARMY_ATTACKS] * w * worth if worth > 0.0 and w > habits[ARMY_CHANCE] else 0.02

    def _force_attack(self, t: ShogunState, p: i64, q: i64) -> float:
        """A force needs men enough to win, to stay and to move in, and what it leaves open is at stake."""
        if t.owner(q) < 0:
            return 0.02
        size = t.force_size(p)
        if size < 2:
            return 0.02
        w = force_beats(t, p, q)
        habits = self.habits
        if w < habits[FORCE_CHANCE]:
            return 0.02
        home = 0.0 if t.army_in(p) >= 0 else 1.0
        risk = habits[FORCE_RISK] * (1.0 - w) * (home + 0.26 * float(size))
        worth = (w - habits[FORCE_EVEN]) * self._prize(t, q) - risk
        if worth <= 0.0:
            return 0.02
        return habits[FORCE_ATTACKS] * worth * (1.0 if size > 2 else habits[PAIR_ATTACKS])

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
                return 0.05 + self.habits[PRESSES] * w * w
            even = 1.0 - w
            if t.att_army >= 0:
                even *= self.habits[PRESS_RISK] * self._stake(t, t.att_army) / self._prize(t, t.att_to)
            return 0.05 + even * even
        if kind in (A_ATTACK, A_ENTER, A_FIGHT_ARMY, A_FIGHT_FORCE, A_JOIN):
            return self._fighting(t, kind, x)
        if kind in (A_MARCH, A_MARCH_JOIN, A_SEND):
            return self._marching(t, kind, x, y)
        if kind in (A_STRIKE, A_NO_STRIKE):
            return self._strike(t, kind, x, y)
        if kind == A_BIN:
            return self._plan(t, x, y)
        if kind in (A_CASTLE, A_FORTRESS):
            return self._building(t, kind, x)
        if kind in (A_SPLIT, A_REINFORCE, A_MARKER):
            return opening_weight(t, kind, x, y)
        if kind in (A_WISH, A_TAKE):
            # The first strikes first; the last sees it all and may be first next.
            if x == 1:
                return self.habits[FIRST_PLACE]
            return self.habits[LAST_PLACE] if x == t.clans_alive() else 1.0
        if kind == A_NO_SPY:
            return 0.2
        if kind == A_ABSORB:
            return 4.0
        return 1.0

    def _stake(self, t: ShogunState, row: i64) -> float:
        """What is lost with an army."""
        i = row * ARMY_WIDTH
        worth = 0.0
        for unit in range(4):
            worth += UNIT_WORTH[unit] * float(t.army[i + UNITS + unit])
        return worth + self._crown(t, row)

    def _crown(self, t: ShogunState, row: i64) -> float:
        """What is lost with a daimyo, his men aside."""
        habits = self.habits
        left = daimyos(t, row // ARMIES_EACH)
        worth = habits[DAIMYO] + habits[LEVEL] * float(t.level(row) - 1)
        return worth + (habits[LAST_ONE] if left == 1 else habits[LAST_BUT_ONE] if left == 2 else 0.0)

    def _prize(self, t: ShogunState, q: i64) -> float:
        """What taking a province is worth: itself, its walls, the army in it, the end of a clan, the game."""
        habits = self.habits
        worth = 1.0 + (habits[WALL_SPOILS] if t.land[q * LAND_WIDTH + CASTLE] else 0.0)
        row = t.army_in(q)
        owner = t.owner(q)
        if row >= 0:
            last = daimyos(t, owner) == 1
            worth += habits[SPOILS] * self._stake(t, row) + (habits[CLAN_SPOILS] if last else 0.0)
            if last and habits[WINNING_FALL] > 0.0 and t.war >= 0:
                wins = t.provinces_of(t.war) + t.provinces_of(owner) >= t.goal
                worth += habits[WINNING_FALL] if wins else 0.0
        if t.war >= 0 and t.provinces_of(t.war) + 1 >= t.goal:
            worth += habits[VICTORY]
        if habits[OF_LEADER] != 0.0 and owner >= 0:
            worth += habits[OF_LEADER] * float(t.provinces_of(owner)) / float(t.goal)
        return worth if worth > 0.1 else 0.1

    def _prospects(self, t: ShogunState, row: i64, p: i64) -> float:
        """The best attack an army would have from a province."""
        best = 0.0
        c = row // ARMIES_EACH
        for i in range(t.board.first[p], t.board.first[p + 1]):
            q = t.board.near[i]
            if hostile(t, c, q):
                worth = army_beats(t, row, p, q) * self._prize(t, q)
                best = worth if worth > best else best
        return best

    def _battle(self, t: ShogunState) -> float:
        """The attacker's chance in the battle under way, a first strike behind him."""
        if t.att_to < 0 or t.att_from < 0:
            return 0.5
        if t.att_army >= 0:
            return exact(t, army_code(t, t.att_army, 0), t.att_to, t.army_in(t.att_to), False)
        return exact(t, force_attack_code(t, t.att_from), t.att_to, t.army_in(t.att_to), False)

    def _moving(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind == A_LEAVE:
            return LOSS_ORDER[x]
        if kind == A_ALONG:
            return 1.0 + 2.0 * float(x)
        if kind == A_DONE:
            if t.stage == GARRISON:
                return GO_ON if t.picked >= 2 or t.final == 0 else 0.5 * GO_ON
            if t.stage == MOVE:
                return 1.5 if t.final == 0 else 2.0
            if t.stage == SEND:
                p = t.att_from
                left = t.force_size(p) - t.picked
                if t.owner(t.march_to) < 0:
                    return SPLIT_EVENLY if t.picked >= left and border(t, t.war, p) > 0 else 1.0
                return 0.3 if border(t, t.war, p) == 0 else 2.0
            return 1.0
        row = t.war * ARMIES_EACH + x
        p = t.army[row * ARMY_WIDTH + AT]
        if kind == A_PICK:
            if t.final == 1:
                # A small army is an easy prey.
                return self.habits[GUARD] if t.force_size(p) > 1 and t.regulars(row) < 5 else 0.4
            if t.land[p * LAND_WIDTH + CASTLE] > 0:
                return 0.4
            # In strength before an attack; a lone man stays as the garrison.
            return self.habits[GATHER] if t.force_size(p) > 1 else 0.8
        if t.final == 1:
            return self._going_home(t, row, p, y)
        gain = self._prospects(t, row, y) - self._prospects(t, row, p)
        if self.habits[HUNT_MARCH] > 0.0:
            gain += self.habits[HUNT_MARCH] * (lure(t, row, y) - lure(t, row, p))
        if gain > 0.0:
            return 0.4 + self.habits[GOES_FOR] * gain
        return self.habits[LEAVES_BORDER] if border(t, t.war, p) > 0 else self.habits[LEAVES_INLAND]

    def _going_home(self, t: ShogunState, row: i64, p: i64, q: i64) -> float:
        """Where an army ends its turn: in a province it takes, and not where it will be slain."""
        c = row // ARMIES_EACH
        habits = self.habits
        fear = habits[FEAR] * self._crown(t, row)
        worse = fear * (danger(t, c, q, row) - danger(t, c, p, row)) + self._stripped(t, row, p)
        if habits[MARCHED_ON] > 0.0 and daimyos(t, c) == 1:
            worse += habits[MARCHED_ON] * habits[LAST_ONE] * (marched_on(t, c, q, row) - marched_on(t, c, p, row))
        hunt = 0.0
        if habits[HUNT_HOME] > 0.0:
            hunt = habits[HUNT_HOME] * (lure(t, row, q) - lure(t, row, p))
        if t.owner(q) < 0:
            gain = 3.0 if t.provinces_of(c) + 1 >= t.goal else 1.0 - worse + hunt
            return habits[SETTLES] * gain if gain > 0.05 else 0.5
        near = habits[NEARER] if border(t, c, q) > border(t, c, p) else 0.0
        near += hunt if hunt > 0.0 else 0.0
        return 0.1 + near + (-habits[SAFER] * worse if worse < 0.0 else 0.0)

    def _stripped(self, t: ShogunState, row: i64, p: i64) -> float:
        """What the garrison costs that an army leaves behind where no force stands; a small army most."""
        if t.force_size(p) > 0:
            return 0.0
        return self.habits[STRIPPED] * (1.0 if t.regulars(row) > 3 else 2.0)

    def _fighting(self, t: ShogunState, kind: i64, x: i64) -> float:
        if kind == A_JOIN:
            return 1.0 + 2.0 * float(x)
        if kind == A_FIGHT_ARMY:
            return 2.0
        if kind == A_FIGHT_FORCE:
            return 1.0
        if kind == A_ENTER:
            return 8.0
        return self._attack(t, t.att_army, x)

    def _marching(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind == A_SEND:
            return LOSS_ORDER[x]
        if t.owner(y) < 0:
            return self.habits[OCCUPIES] * self._prize(t, y)
        here = border(t, t.war, x)
        there = border(t, t.war, y)
        if kind == A_MARCH_JOIN:
            if here > 0 and t.force_size(x) > 2 and t.regulars(t.army_in(y)) < 5:
                return self.habits[GUARD]
            return self.habits[INTO_ARMY] if here == 0 or there > here else 0.1
        if here == 0:
            # Idle men go where the enemy is, or at least nearer to him.
            return self.habits[TO_BORDER] if there > 0 else 0.15
        return self.habits[ALONG_BORDER] if there > here and t.force_size(x) > 3 else 0.03

    def _strike(self, t: ShogunState, kind: i64, x: i64, y: i64) -> float:
        if kind == A_NO_STRIKE:
            return 4.0
        row = x * ARMIES_EACH + y
        at = t.army[row * ARMY_WIDTH + AT]
        weight = 0.15 + 0.08 * float(1 + t.regulars(row) + t.army[row * ARMY_WIDTH + ARMY_RONIN])
        if t.regulars(row) == 0:
            return 60.0 if daimyos(t, x) == 1 else 12.0
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
            none = self.habits[NO_SWORDS]
            return none if y == 0 else 3.0 if y == 1 else 1.6 if y == 2 else 0.5 if y == 3 else 0.1
        if x == BIN_BUILD:
            return self.habits[NO_WALLS] if y == 0 else 1.2 if left >= 5 else 0.3
        if x == BIN_LEVY:
            # One unit a province at most: more koku than a third of the provinces buy nothing.
            useful = (t.provinces_of(c) + 2) // 3
            if y > useful:
                return 0.05
            return 0.3 + float(y * y)
        if x == BIN_RONIN:
            # What is left goes to the ninja.
            rest = left - y
            return self.habits[NO_NINJA] if rest == 0 else 1.2 if rest == 1 else 1.0 if rest == 2 else 0.4
        return 1.0

    def _building(self, t: ShogunState, kind: i64, p: i64) -> float:
        row = t.army_in(p)
        weight = 0.1 + peril(t, p) * (1.0 + (self._crown(t, row) if row >= 0 else 0.0))
        return weight * (1.2 if kind == A_FORTRESS else 1.0)

    def _levies(self, t: ShogunState, actions: vec[i64]) -> vec[float]:
        """Levied units are named in the order of the map: as many as are paid for go where they are needed most."""
        c = t.turn
        i = c * CLAN_WIDTH
        koku = t.clan[i + BINS + BIN_LEVY]
        unit = t.clan[i + LAST] // 256 if t.clan[i + LAST] >= 0 else SPEAR
        levy = levied(t, c)
        middle = levy[SWORD] + levy[GUN]
        spears = levy[SPEAR]
        free = koku - levy[BOW] - (middle + 1) // 2 - (spears + 2) // 3
        needs = vec[float]()
        places: i64 = 0
        own: i64 = 0
        for p in range(PROVINCES):
            if t.owner(p) == c and border(t, c, p) > 0:
                own += 1
        for action in actions:
            need = self._need(t, action >> 16, (action >> 8) & 255, action & 255)
            places += 1 if need > 0.3 else 0
            needs = append(needs, need)
        # Three spearmen a koku are the most men; what they cannot use, and one koku in any case, goes to the others.
        wanted = t.clan[i + TRAY + SPEAR] if t.clan[i + TRAY + SPEAR] < own else own
        rest = koku - (wanted + 2) // 3
        if rest < 1 and koku >= 3:
            rest = 1
        most: i64 = 3 * free + ((3 - spears % 3) % 3 if unit == SPEAR else 0)
        if unit == BOW:
            most = (rest + 1) // 3
        elif unit == SWORD:
            most = 2 * (rest - levy[BOW])
        elif unit == GUN:
            most = 2 * (rest - levy[BOW]) - middle
            most = max(most, middle % 2)
        if unit in (BOW, SWORD) and most > places:
            most = places
        return in_order(actions, needs, most, A_LEVY_NEXT if unit < SPEAR else A_LEVY_NONE)

    def _need(self, t: ShogunState, kind: i64, unit: i64, p: i64) -> float:
        """How much a province needs one more unit."""
        if kind not in (A_LEVY, A_LEVY_ARMY):
            return 0.0
        near = border(t, t.turn, p)
        row = t.army_in(p)
        if kind == A_LEVY_ARMY:
            need = self.habits[NEED_ARMY if near > 0 else NEED_INLAND]
            if self.habits[NEED_HUNT] > 0.0:
                need += self.habits[NEED_HUNT] * lure(t, row, p)
            crown = self.habits[NEED_CROWN]
            return need + (self.habits[NEED_PERIL] + (crown * self._crown(t, row) if crown > 0.0 else 0.0)) * peril(
                t, p
            )
        if row >= 0 or unit in (BOW, SWORD):
            # Beside an army a man is better in it.
            return 0.05 if unit in (BOW, SWORD) else 0.4
        if near == 0:
            return 0.1
        more = self.habits[NEED_MORE] if t.force_size(p) >= 2 else 0.0
        return self.habits[NEED_FORCE] + self.habits[NEED_PERIL] * peril(t, p) + more

    def _hidings(self, t: ShogunState, actions: vec[i64]) -> vec[float]:
        """Ronin go together, where an army has something to gain or to fear."""
        i = t.turn * CLAN_WIDTH
        needs = vec[float]()
        for action in actions:
            need = 0.0
            if action >> 16 == A_HIDE:
                p = (action >> 8) & 255
                row = t.army_in(p)
                need = 0.05 + 0.3 * peril(t, p)
                if row >= 0 and border(t, t.turn, p) > 0:
                    need += 1.0 + peril(t, p) + 0.1 * float(ronin_room(t, p))
            needs = append(needs, need)
        return in_order(actions, needs, 1 if t.clan[i + QUOTA] > t.clan[i + STEP] else 0, A_HIDE_NONE)


def _aimed_at(t: ShogunState, q: i64) -> bool:
    """Whether a troop has declared against a province before."""
    for row in range(t.war * ARMIES_EACH, t.war * ARMIES_EACH + ARMIES_EACH):
        if t.army[row * ARMY_WIDTH + ARMY_AIM] == q:
            return True
    for i in range(t.board.first[q], t.board.first[q + 1]):
        if t.land[t.board.near[i] * LAND_WIDTH + FORCE_AIM] == q and t.owner(t.board.near[i]) == t.war:
            return True
    return False
