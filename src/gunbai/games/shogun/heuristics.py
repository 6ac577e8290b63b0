"""What the bots know of Shogun beyond its rules: strength at a glance, and which actions look promising."""

from __future__ import annotations

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
    A_FORTRESS,
    A_HIDE,
    A_HIDE_NONE,
    A_JOIN,
    A_LEAVE,
    A_LEVY,
    A_LEVY_ARMY,
    A_LEVY_NEXT,
    A_LOSE_ARMY,
    A_LOSE_FORCE,
    A_MARCH,
    A_MARCH_JOIN,
    A_MARKER,
    A_MOVE,
    A_NO_STRIKE,
    A_PICK,
    A_PRESS,
    A_RECOVER,
    A_REINFORCE,
    A_SEND,
    A_STRIKE,
)
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_BUILD,
    BIN_LEVY,
    BIN_SWORDS,
    PROVINCES,
    SPEAR,
)
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_WIDTH,
    AT,
    BONUS,
    CASTLE,
    CHAIN,
    CLAN_WIDTH,
    FORCE,
    HIDDEN,
    HOLE,
    LAND_WIDTH,
    OVER,
    SEAT,
    SEND,
    STRUCK,
    UNITS,
    ShogunState,
)

# Worth of a unit: its chance to hit, and a little more for those who shoot first.
_WORTH: Final[vec[float]] = vec[float]([0.6, 0.42, 0.42, 0.33, 0.42])
_BASE: Final[float] = 0.15  # every unit also takes a hit


def _troop(table: vec[i64], first: i64) -> float:
    """Worth of four unit columns and the ronin column after them."""
    total = 0.0
    for unit in range(5):
        total += float(table[first + unit]) * (_WORTH[unit] + _BASE)
    return total


def army_worth(t: ShogunState, row: i64) -> float:
    """Fighting worth of an army; a struck daimyo adds nothing."""
    i = row * ARMY_WIDTH
    if t.army[i + AT] < 0:
        return 0.0
    return _troop(t.army, i + UNITS) + (0.65 if t.army[i + STRUCK] == 0 else 0.0)


def defence(t: ShogunState, p: i64) -> float:
    """Fighting worth of all who defend a province, walls included."""
    i = p * LAND_WIDTH
    total = _troop(t.land, i + FORCE) + float(t.land[i + HIDDEN]) * 0.57
    row = t.army_in(p)
    if row >= 0:
        total += army_worth(t, row)
    castle = t.land[i + CASTLE]
    if castle > 0 and t.war >= 0:
        total += float(t.land[i + BONUS]) * (0.57 if castle == 2 else 0.48)
    return total


def _enemies_near(t: ShogunState, p: i64, c: i64) -> float:
    """How many neighbours belong to other players."""
    n = 0.0
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if t.owner(q) >= 0 and not t.friends(t.owner(q), c):
            n += 1.0
    return n


def _friends_near(t: ShogunState, p: i64, c: i64) -> float:
    n = 0.0
    for i in range(t.board.first[p], t.board.first[p + 1]):
        if t.owner(t.board.near[i]) == c:
            n += 1.0
    return n


def _promise(attack: float, target: float) -> float:
    """Weight of an attack by the ratio of forces."""
    if target <= 0.0:
        return 2.0
    ratio = attack / target
    if ratio < 1.0:
        return 0.05 + 0.2 * ratio
    return min(ratio * ratio, 12.0)


class ShogunHeuristics(Heuristics):
    """Provinces, troops, daimyos and castles; actions weighed by odds and neighbours."""

    def values(self, s: State) -> vec[float]:
        t = cast(ShogunState, s)
        players: i64 = t.options.players
        out = vec[float]()
        if t.stage == OVER:
            for seat in range(players):
                out = append(out, 1.0 if t.winner == seat else 0.0 if t.winner < 0 else -1.0)
            return out
        score = vec[float]()
        for _ in range(players):
            score = append(score, 0.01)
        for p in range(PROVINCES):
            c = t.owner(p)
            if c >= 0:
                i = p * LAND_WIDTH
                seat = t.clan[c * CLAN_WIDTH + SEAT]
                score[seat] += 1.0 + 0.5 * _troop(t.land, i + FORCE) + 0.6 * float(t.land[i + CASTLE])
        for row in range(t.clans * ARMIES_EACH):
            if t.army[row * ARMY_WIDTH + AT] >= 0:
                seat = t.clan[row // ARMIES_EACH * CLAN_WIDTH + SEAT]
                score[seat] += 1.5 + 0.7 * army_worth(t, row) + 0.25 * float(t.army[row * ARMY_WIDTH + HOLE])
        total = 0.0
        for seat in range(players):
            score[seat] = score[seat] * score[seat] * score[seat]
            total += score[seat]
        for seat in range(players):
            out = append(out, 2.0 * score[seat] / total - 1.0)
        return out

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(ShogunState, s)
        out = vec[float]()
        for action in actions:
            out = append(out, weigh(t, action >> 16, (action >> 8) & 255, action & 255))
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        n = len(actions)
        if n == 1:
            return actions[0]
        t = cast(ShogunState, s)
        # Two draws, the better one: cheap, and already far from random.
        a = actions[rng.below(n)]
        b = actions[rng.below(n)]
        if weigh(t, a >> 16, (a >> 8) & 255, a & 255) >= weigh(t, b >> 16, (b >> 8) & 255, b & 255):
            return a
        return b


def weigh(t: ShogunState, kind: i64, x: i64, y: i64) -> float:
    """How promising one action looks."""
    if kind == A_BIN:
        return _weigh_bin(x, y)
    if kind in (A_REINFORCE, A_MARKER, A_CASTLE, A_FORTRESS, A_RECOVER):
        return 0.3 + _friends_near(t, x, t.turn) + (0.5 * _enemies_near(t, x, t.turn) if kind != A_REINFORCE else 0.0)
    if kind in (A_LEVY, A_LEVY_ARMY):
        return 0.3 + _enemies_near(t, y, t.turn) + (1.5 if kind == A_LEVY_ARMY or t.army_in(y) >= 0 else 0.0)
    if kind == A_LEVY_NEXT:
        return 3.0
    if kind == A_HIDE:
        return 0.2 + _enemies_near(t, x, t.turn) * (2.0 if t.army_in(x) >= 0 else 1.0)
    if kind == A_HIDE_NONE:
        return 0.05
    if kind == A_STRIKE:
        return 0.3 * army_worth(t, x * ARMIES_EACH + y)
    if kind == A_NO_STRIKE:
        return 4.0
    if kind in (A_LOSE_ARMY, A_LOSE_FORCE):
        return 5.0 if x == 4 else 4.0 if x == SPEAR else 2.0 if x == 2 else 1.0 if x == 1 else 0.5
    if kind in (A_JOIN, A_ALONG):
        return 1.0 + 2.0 * float(x)
    return _weigh_war(t, kind, x, y)


def _weigh_bin(b: i64, koku: i64) -> float:
    """Most koku into levies, a few into swords and walls."""
    if b == BIN_SWORDS:
        return 4.0 if koku == 0 else 2.0 if koku == 1 else 1.0 if koku == 2 else 0.2
    if b == BIN_BUILD:
        return 1.5 if koku == 0 else 1.0
    if b == BIN_LEVY:
        return 0.3 + float(koku * koku)
    return 1.0 if koku <= 1 else 0.6


def _weigh_war(t: ShogunState, kind: i64, x: i64, y: i64) -> float:
    if kind == A_DECLARE_ARMY:
        return _promise(army_worth(t, t.war * ARMIES_EACH + x), defence(t, y)) * (1.5 if t.owner(y) >= 0 else 0.3)
    if kind == A_DECLARE_FORCE:
        return _promise(_troop(t.land, x * LAND_WIDTH + FORCE), defence(t, y)) * (1.0 if t.owner(y) >= 0 else 0.05)
    if kind == A_ATTACK:
        return _promise(army_worth(t, t.att_army), defence(t, x))
    if kind in (A_PRESS, A_CALL_OFF):
        return _weigh_press(t, kind)
    if kind == A_ENTER:
        return 2.0
    if kind == A_MOVE:
        here = t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + AT]
        gain = _enemies_near(t, y, t.war) - _enemies_near(t, here, t.war)
        return (4.0 if t.owner(y) < 0 else 0.4) + max(0.0, gain)
    if kind in (A_PICK, A_ABSORB):
        return 1.5
    if kind == A_LEAVE:
        return 3.0 if x == SPEAR else 1.0
    if kind in (A_MARCH, A_MARCH_JOIN):
        if t.owner(y) < 0:
            return 8.0
        near = _enemies_near(t, y, t.war) - _enemies_near(t, x, t.war)
        return max(0.1, 0.4 * near)
    if kind == A_SEND:
        return 2.0 if x == SPEAR else 0.8
    if kind == A_DONE:
        return 3.0 if t.stage == SEND else 0.8 if t.stage == CHAIN else 1.0
    return 1.0


def _weigh_press(t: ShogunState, kind: i64) -> float:
    attack = army_worth(t, t.att_army) if t.att_army >= 0 else _troop(t.land, t.att_from * LAND_WIDTH + FORCE)
    promise = _promise(attack, defence(t, t.att_to))
    if kind == A_PRESS:
        return promise
    # A last daimyo is not risked lightly.
    return 1.5 if t.att_army >= 0 and t.clan[t.war * CLAN_WIDTH + ALIVE] == 1 and promise < 1.0 else 0.7
