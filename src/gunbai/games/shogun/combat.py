"""One battle: hidden ronin step forward, the eight steps of combat, first strikes, casualties, results (RULES §11)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_CALL_OFF, A_JOIN, A_LOSE_ARMY, A_LOSE_FORCE, A_PRESS, A_ROLL, act
from gunbai.games.shogun.data import (
    BATCH,
    BOW,
    GUN,
    ROLL_BOW,
    ROLL_DAIMYO,
    ROLL_GUN,
    ROLL_SPEAR,
    ROLL_SWORD,
    RONIN,
    SPEAR,
    SWORD,
)
from gunbai.games.shogun.losing import lose_army, settle_losses, vacate
from gunbai.games.shogun.ninja import offer
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BARRED,
    BONUS,
    CASTLE,
    CHAIN,
    CLAN_WIDTH,
    COMBAT,
    DEFENCE,
    FORCE,
    FORCE_RONIN,
    HIDDEN,
    JOIN,
    LAND_WIDTH,
    LOSE,
    OVER,
    PRESS,
    ROLL,
    STRUCK,
    TRAY,
    UNITS,
    VEILED,
    ShogunState,
)


def begin_battle(t: ShogunState, p: i64, q: i64) -> None:
    """The troop in `att_army` (or else the force of p) attacks q."""
    t.att_from = p
    t.att_to = q
    if t.att_army >= 0:
        t.used += 1
    t.emptied = -1
    t.opening = 1
    t.count = 0
    t.step = 1
    t.rolled = 0
    t.hits_on_attacker = 0
    t.hits_on_defender = 0
    t.strike_first = 1 if t.board.naval(p, q) else 0
    t.stage = JOIN


# -- the two sides -------------------------------------------------------------------------------------------


def defending_army(t: ShogunState) -> i64:
    """The row of the army that defends, or -1."""
    return t.army_in(t.att_to)


def side_army(t: ShogunState, side: i64) -> i64:
    """The row of the army that fights on a side, or -1."""
    return t.att_army if side == 0 else defending_army(t)


def side_force(t: ShogunState, side: i64) -> i64:
    """The province whose force fights on a side, or -1."""
    if side == 1:
        return t.att_to
    return t.att_from if t.att_army < 0 else -1


def side_daimyo(t: ShogunState, side: i64) -> i64:
    """1 when a standing daimyo fights on that side."""
    row = side_army(t, side)
    return 1 if row >= 0 and t.army[row * ARMY_WIDTH + STRUCK] == 0 else 0


def side_units(t: ShogunState, side: i64, unit: i64) -> i64:
    """Units of a type (ronin included) on a side, bonus defenders not counted."""
    n: i64 = 0
    row = side_army(t, side)
    if row >= 0:
        n += t.army[row * ARMY_WIDTH + (ARMY_RONIN if unit == RONIN else UNITS + unit)]
    p = side_force(t, side)
    if p >= 0:
        n += t.land[p * LAND_WIDTH + (FORCE_RONIN if unit == RONIN else FORCE + unit)]
    return n


def dice(t: ShogunState, side: i64, roll: i64) -> i64:
    """How many dice a side throws for a class; bonus defenders stand aside during a first strike."""
    if roll == ROLL_BOW:
        return side_units(t, side, BOW)
    if roll == ROLL_GUN:
        return side_units(t, side, GUN)
    if roll == ROLL_DAIMYO:
        return side_daimyo(t, side)
    castle = t.land[t.att_to * LAND_WIDTH + CASTLE] if side == 1 and t.strike_first == 0 else 0
    bonus = t.land[t.att_to * LAND_WIDTH + BONUS]
    if roll == ROLL_SWORD:
        return side_units(t, side, SWORD) + side_units(t, side, RONIN) + (bonus if castle == 2 else 0)
    return side_units(t, side, SPEAR) + (bonus if castle == 1 else 0)


def roll_class(step: i64) -> i64:
    """The class that rolls in a step of combat, or -1 for a step without dice."""
    if step == 1:
        return ROLL_BOW
    if step == 2:
        return ROLL_GUN
    if step == 4:
        return ROLL_DAIMYO
    if step == 5:
        return ROLL_SWORD
    return ROLL_SPEAR if step == 6 else -1


def dice_now(t: ShogunState) -> i64:
    """Dice of the roll that is due, at most what is thrown at once."""
    roll = roll_class(t.step)
    return min(dice(t, t.side, roll) - t.rolled, BATCH[roll])


# -- hidden ronin step forward (RULES §7.11, §11.4) ----------------------------------------------------------


def _join_least(t: ShogunState) -> i64:
    """Hidden ronin that must join the attack because the troop that stays cannot lead them."""
    p = t.att_from
    if t.att_army >= 0:
        room = t.force_size(p) - 1 - t.land[p * LAND_WIDTH + FORCE_RONIN]
    else:
        row = t.army_in(p)
        room = t.regulars(row) - t.army[row * ARMY_WIDTH + ARMY_RONIN]
    least = t.land[p * LAND_WIDTH + HIDDEN] - room
    return least if least > 0 else 0


def _join_most(t: ShogunState) -> i64:
    p = t.att_from
    hidden = t.land[p * LAND_WIDTH + HIDDEN]
    if t.att_army >= 0:
        room = t.regulars(t.att_army) - t.army[t.att_army * ARMY_WIDTH + ARMY_RONIN]
    else:
        room = t.force_size(p) - 1 - t.land[p * LAND_WIDTH + FORCE_RONIN]
    return min(hidden, room)


def _prepare_join(t: ShogunState) -> bool:
    p = t.att_from
    t.turn = t.war
    double = t.force_size(p) > 0 if t.att_army >= 0 else t.army_in(p) >= 0
    if t.clan[t.war * CLAN_WIDTH + VEILED] > 0 and double:
        return True
    _join(t, t.land[p * LAND_WIDTH + HIDDEN])
    return False


def _join(t: ShogunState, ronin: i64) -> None:
    p = t.att_from
    t.mark(p)
    t.mark(t.att_to)
    t.land[p * LAND_WIDTH + HIDDEN] -= ronin
    t.clan[t.war * CLAN_WIDTH + VEILED] -= ronin
    if t.att_army >= 0:
        t.mark_army(t.att_army)
        t.army[t.att_army * ARMY_WIDTH + ARMY_RONIN] += ronin
    else:
        t.land[p * LAND_WIDTH + FORCE_RONIN] += ronin
    # All hidden defenders show themselves at once; a double-troop province then says who leads them.
    i = t.att_to * LAND_WIDTH
    hidden = t.land[i + HIDDEN]
    t.picked = hidden
    t.clan[t.owner(t.att_to) * CLAN_WIDTH + VEILED] -= hidden
    t.land[i + HIDDEN] = 0
    row = defending_army(t)
    if row >= 0 and t.force_size(t.att_to) == 0:
        t.mark_army(row)
        t.army[row * ARMY_WIDTH + ARMY_RONIN] += hidden
        t.picked = 0
    else:
        t.land[i + FORCE_RONIN] += hidden
        if row < 0:
            t.picked = 0
    t.stage = DEFENCE


def _defence_least(t: ShogunState) -> i64:
    q = t.att_to
    least = t.land[q * LAND_WIDTH + FORCE_RONIN] - (t.force_size(q) - 1)
    return least if least > 0 else 0


def _defence_most(t: ShogunState) -> i64:
    row = defending_army(t)
    return min(t.picked, t.regulars(row) - t.army[row * ARMY_WIDTH + ARMY_RONIN])


def _prepare_defence(t: ShogunState) -> bool:
    if t.picked > 0:
        t.turn = t.owner(t.att_to)
        if _defence_least(t) < _defence_most(t):
            return True
        _lead(t, _defence_most(t))
    t.picked = 0
    offer(t, ROLL)
    return False


def _lead(t: ShogunState, ronin: i64) -> None:
    """So many of the ronin just shown fight under the defending daimyo's army."""
    row = defending_army(t)
    t.mark(t.att_to)
    t.mark_army(row)
    t.land[t.att_to * LAND_WIDTH + FORCE_RONIN] -= ronin
    t.army[row * ARMY_WIDTH + ARMY_RONIN] += ronin
    t.picked = 0


# -- dice (RULES §11.5) --------------------------------------------------------------------------------------


def _prepare_roll(t: ShogunState) -> bool:
    t.turn = -1
    if t.opening == 1:
        # A strike before the first roll may have stopped the attack (RULES §8.10).
        t.opening = 0
        t.step = 1
        t.side = t.strike_first
        t.rolled = 0
        if not _attack_stands(t) or t.owner(t.att_to) < 0 or t.friends(t.owner(t.att_to), t.war):
            if t.owner(t.att_to) < 0:
                # The attack is spent like one on an empty province: an experienced army may enter for it.
                t.emptied = t.att_to
            _end_battle(t)
            return False
    while t.step not in (3, 7):
        if dice(t, t.side, roll_class(t.step)) > t.rolled:
            return True
        _next_roll(t)
    t.stage = LOSE
    t.side = 0
    t.to_lose = -1
    return False


def _attack_stands(t: ShogunState) -> bool:
    if t.att_army >= 0:
        return t.army[t.att_army * ARMY_WIDTH + AT] >= 0 and t.army[t.att_army * ARMY_WIDTH + STRUCK] == 0
    return t.owner(t.att_from) == t.war and t.force_size(t.att_from) > 0


def _next_roll(t: ShogunState) -> None:
    t.rolled = 0
    if t.side == 0:
        t.side = 1
        return
    t.step += 1
    if t.strike_first == 1:
        # A first strike runs through all classes; its hits are removed once, at the end (RULES §11.7).
        if t.step == 3:
            t.step = 4
        t.side = 1
    else:
        t.side = 0


# -- casualties (RULES §11.6) --------------------------------------------------------------------------------
# Codes 0 and 1 are ronin of army and force; 2 + 2 * type + (0 army, 1 force) a regular unit. One result has one
# spelling: codes never fall. `_can_lose` asks whether the remaining hits can still be taken without a breach.


def _count(t: ShogunState, side: i64, code: i64) -> i64:
    unit = RONIN if code < 2 else (code - 2) // 2
    if code % 2 == 0:
        row = side_army(t, side)
        if row < 0:
            return 0
        return t.army[row * ARMY_WIDTH + (ARMY_RONIN if unit == RONIN else UNITS + unit)]
    p = side_force(t, side)
    if p < 0:
        return 0
    return t.land[p * LAND_WIDTH + (FORCE_RONIN if unit == RONIN else FORCE + unit)]


def _remove(t: ShogunState, side: i64, code: i64, n: i64) -> None:
    unit = RONIN if code < 2 else (code - 2) // 2
    if code % 2 == 0:
        row = side_army(t, side)
        t.mark_army(row)
        t.army[row * ARMY_WIDTH + (ARMY_RONIN if unit == RONIN else UNITS + unit)] -= n
    else:
        p = side_force(t, side)
        t.mark(p)
        t.land[p * LAND_WIDTH + (FORCE_RONIN if unit == RONIN else FORCE + unit)] -= n
    if unit == RONIN:
        t.pool += n
    else:
        t.clan[side_clan(t, side) * CLAN_WIDTH + TRAY + unit] += n


def side_clan(t: ShogunState, side: i64) -> i64:
    """The clan of a side."""
    return t.war if side == 0 else t.owner(t.att_to)


def _most_from(t: ShogunState, side: i64, troop: i64, taken: i64, code: i64) -> i64:
    """How many more units a troop (0 army, 1 force) can give up when codes below `code` are closed; -1 if in breach."""
    ronin = _count(t, side, troop) - (1 if taken == troop else 0)
    leader = side_daimyo(t, side) if troop == 0 else 0
    total: i64 = 0
    still: i64 = 0
    for unit in range(4):
        c = 2 + 2 * unit + troop
        n = _count(t, side, c) - (1 if taken == c else 0)
        total += n
        if c >= code:
            still += n
    if code <= troop:
        return ronin + still
    if ronin == 0:
        return still
    spare = total + leader - 1 - ronin
    if spare < 0:
        return -1
    return min(still, spare)


def _can_lose(t: ShogunState, side: i64, code: i64) -> bool:
    if _count(t, side, code) == 0:
        return False
    army = _most_from(t, side, 0, code, code)
    force = _most_from(t, side, 1, code, code)
    if army < 0 or force < 0 or army + force < t.to_lose - 1:
        return False
    # Ronin that are too many must go now: enough hits must be left for them.
    return _excess(t, side, 0, code) + _excess(t, side, 1, code) <= t.to_lose - 1


def _excess(t: ShogunState, side: i64, troop: i64, taken: i64) -> i64:
    ronin = _count(t, side, troop) - (1 if taken == troop else 0)
    if ronin <= 0:
        return 0
    total: i64 = side_daimyo(t, side) if troop == 0 else 0
    for unit in range(4):
        c = 2 + 2 * unit + troop
        total += _count(t, side, c) - (1 if taken == c else 0)
    return max(0, ronin - (total - 1))


def _begin_loss(t: ShogunState) -> None:
    side = t.side
    hits = t.hits_on_attacker if side == 0 else t.hits_on_defender
    if side == 0:
        t.hits_on_attacker = 0
    else:
        t.hits_on_defender = 0
        i = t.att_to * LAND_WIDTH + BONUS
        walls = min(hits, t.land[i])
        t.mark(t.att_to)
        t.land[i] -= walls
        hits -= walls
    t.cursor = 0
    t.to_lose = 0
    if hits == 0:
        return
    total: i64 = 0
    kinds: i64 = 0
    only: i64 = 0
    for code in range(10):
        n = _count(t, side, code)
        total += n
        if n > 0:
            kinds += 1
            only = code
    if hits >= total:
        for code in range(10):
            n = _count(t, side, code)
            if n > 0:
                _remove(t, side, code, n)
        row = side_army(t, side)
        # The daimyo is the last casualty; a struck one is lost with the last unit of his army.
        if row >= 0 and (hits > total or t.army[row * ARMY_WIDTH + STRUCK] == 1):
            lose_army(t, row)
    elif kinds == 1:
        _remove(t, side, only, hits)
    else:
        t.to_lose = hits


def _prepare_loss(t: ShogunState) -> bool:
    while True:
        if t.to_lose < 0:
            _begin_loss(t)
        if t.to_lose > 0:
            t.turn = side_clan(t, t.side)
            return True
        if t.side == 1:
            _after_losses(t)
            return False
        t.side = 1
        t.to_lose = -1


def _after_losses(t: ShogunState) -> None:
    """Who is gone, what is lost with him, and how the battle goes on (RULES §11.13-11.15, §12)."""
    attacker = t.war
    defender = t.owner(t.att_to)
    t.turn = -1
    t.cursor = 0
    t.to_lose = 0
    row = defending_army(t)
    if row >= 0 and t.army[row * ARMY_WIDTH + STRUCK] == 1 and t.regulars(row) == 0:
        lose_army(t, row)
    vacate(t, t.att_from)
    vacate(t, t.att_to)
    emptied = t.owner(t.att_to) < 0
    fell = settle_losses(t, attacker, defender)
    if t.stage == OVER or t.clan[attacker * CLAN_WIDTH + ALIVE] == 0:
        return
    if emptied:
        _win(t)
    elif fell or not _attack_stands(t):
        _end_battle(t)
    elif t.step == 3:
        t.step = 4
        t.side = 0
        t.rolled = 0
        t.stage = ROLL
    elif t.strike_first == 1:
        t.strike_first = 0
        t.step = 1
        t.side = 0
        t.rolled = 0
        t.stage = ROLL
    else:
        t.step = 8
        offer(t, PRESS)


def _win(t: ShogunState) -> None:
    if t.att_army >= 0 and t.army[t.att_army * ARMY_WIDTH + AT] >= 0:
        t.success = 1
        t.emptied = t.att_to
    _end_battle(t)


def _end_battle(t: ShogunState) -> None:
    t.att_from = -1
    t.att_to = -1
    t.step = 0
    t.side = 0
    t.rolled = 0
    t.opening = 0
    t.count = 0
    t.strike_first = 0
    t.hits_on_attacker = 0
    t.hits_on_defender = 0
    t.stage = CHAIN if t.att_army >= 0 else COMBAT


def _prepare_press(t: ShogunState) -> bool:
    t.turn = t.war
    if t.owner(t.att_to) < 0 and _attack_stands(t):
        _win(t)
        return False
    if t.owner(t.att_to) < 0 or t.friends(t.owner(t.att_to), t.war) or not _attack_stands(t):
        _end_battle(t)
        return False
    return True


@final
class Combat(Phase):
    """The stages of one battle."""

    def prepare(self, t: ShogunState) -> bool:
        if t.stage == JOIN:
            return _prepare_join(t)
        if t.stage == DEFENCE:
            return _prepare_defence(t)
        if t.stage == ROLL:
            return _prepare_roll(t)
        if t.stage == LOSE:
            return _prepare_loss(t)
        return _prepare_press(t)

    def legal(self, t: ShogunState) -> vec[i64]:
        out = vec[i64]()
        if t.stage == JOIN:
            for ronin in range(_join_least(t), _join_most(t) + 1):
                out = append(out, act(A_JOIN, ronin))
        elif t.stage == DEFENCE:
            for ronin in range(_defence_least(t), _defence_most(t) + 1):
                out = append(out, act(A_JOIN, ronin))
        elif t.stage == ROLL:
            for hits in range(dice_now(t) + 1):
                out = append(out, act(A_ROLL, hits))
        elif t.stage == LOSE:
            for troop in range(2):
                for unit in range(5):
                    code = troop if unit == RONIN else 2 + 2 * unit + troop
                    if code >= t.cursor and _can_lose(t, t.side, code):
                        out = append(out, act(A_LOSE_ARMY if troop == 0 else A_LOSE_FORCE, unit))
        else:
            # Dice can miss for ever, but a game must end (RULES §11.16).
            if t.count + 1 < t.options.integer("combat_rounds"):
                out = append(out, act(A_PRESS))
            out = append(out, act(A_CALL_OFF))
        return out

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind == A_JOIN:
            if t.stage == JOIN:
                _join(t, x)
            else:
                _lead(t, x)
        elif kind == A_ROLL:
            t.rolled += dice_now(t)
            if t.side == 0:
                t.hits_on_defender += x
            else:
                t.hits_on_attacker += x
        elif kind in (A_LOSE_ARMY, A_LOSE_FORCE):
            troop: i64 = 0 if kind == A_LOSE_ARMY else 1
            code = troop if x == RONIN else 2 + 2 * x + troop
            _remove(t, t.side, code, 1)
            t.cursor = code
            t.to_lose -= 1
        elif kind == A_PRESS:
            t.count += 1
            t.step = 1
            t.side = 0
            t.rolled = 0
            t.stage = ROLL
        else:
            if t.att_army >= 0:
                t.mark(t.att_to)
                t.land[t.att_to * LAND_WIDTH + BARRED] = 1
            _end_battle(t)


PHASE: Final = Combat()
