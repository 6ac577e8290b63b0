"""Action 7: whose turn it is, army movement in phases A and D, declarations, and the end of the round (RULES §9-11)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import (
    A_ALONG,
    A_DECLARE_ARMY,
    A_DECLARE_FORCE,
    A_DONE,
    A_LEAVE,
    A_MOVE,
    A_PICK,
    act,
)
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    CASTLE_BONUS,
    FORCE_LIMIT,
    FORTRESS_BONUS,
    INCOME_MINIMUM,
    PROVINCES,
    RONIN,
)
from gunbai.games.shogun.losing import BY_PROVINCES, SHARED, can_pick, conquer, excess_after_pick, finish, pick
from gunbai.games.shogun.ninja import offer
from gunbai.games.shogun.planning import seat_provinces
from gunbai.games.shogun.state import (
    A_AIM,
    A_RONIN,
    ALIVE,
    ALONG,
    ARMY_WIDTH,
    AT,
    BARRED,
    BONUS,
    CAME,
    CASTLE,
    CHAIN,
    CLAN_WIDTH,
    COMBAT,
    DECLARE,
    END_ROUND,
    F_AIM,
    F_RONIN,
    FINAL_BEGIN,
    FORCE,
    GARRISON,
    HIDDEN,
    KOKU,
    LAND_WIDTH,
    MARCH,
    MOVE,
    MOVE_BEGIN,
    MOVED,
    NEXT_TURN,
    OWNER,
    POINTS,
    ROUND,
    SPENT,
    STRUCK,
    UNITS,
    VEILED,
    ShogunState,
)


def prepare(t: ShogunState) -> bool:
    """Do what needs no decision; True when the stage waits for an action."""
    if t.stage == NEXT_TURN:
        _next_turn(t)
        return False
    if t.stage in (MOVE_BEGIN, FINAL_BEGIN):
        _begin_movement(t)
        return False
    if t.stage == END_ROUND:
        _end_round(t)
        return t.stage != ROUND
    t.turn = t.war
    if t.stage == MOVE and not _has_mobile_army(t):
        _end_movement(t)
        return False
    if t.stage == DECLARE and len(_declarations(t, 1)) == 0:
        _end_declarations(t)
        return False
    if t.stage == ALONG and t.clan[t.war * CLAN_WIDTH + VEILED] == 0:
        _arrive(t)
        return False
    return True


# -- turns and rounds ----------------------------------------------------------------------------------------


def _next_turn(t: ShogunState) -> None:
    """The next sword's owner goes to war; bonus defenders stand at full strength again (RULES §9.1, §11.8)."""
    for p in range(PROVINCES):
        i = p * LAND_WIDTH
        castle = t.land[i + CASTLE]
        t.land[i + BONUS] = FORTRESS_BONUS if castle == 2 else CASTLE_BONUS if castle == 1 else 0
        t.land[i + F_AIM] = -1
        t.land[i + BARRED] = 0
        for unit in range(5):
            t.land[i + CAME + unit] = 0
    for row in range(t.clans * ARMIES_EACH):
        a = row * ARMY_WIDTH
        t.army[a + A_AIM] = -1
        t.army[a + POINTS] = 0
        t.army[a + SPENT] = 0
        t.army[a + MOVED] = 0
    _forget_battle(t)
    t.final = 0
    t.current = -1
    t.owed_army = -1
    t.owed_to = -1
    t.dest = -1
    while t.slot < t.clans:
        t.slot += 1
        c = t.clan_with_sword(t.slot)
        if c >= 0:
            t.war = c
            offer(t, MOVE_BEGIN)
            return
    t.slot = 0
    t.war = -1
    t.turn = -1
    for p in range(PROVINCES):
        t.land[p * LAND_WIDTH + BONUS] = 0
    t.stage = END_ROUND


def _forget_battle(t: ShogunState) -> None:
    t.att_army = -1
    t.att_from = -1
    t.att_to = -1
    t.step = 0
    t.side = 0
    t.rolled = 0
    t.hits_on_attacker = 0
    t.hits_on_defender = 0
    t.to_lose = 0
    t.cursor = 0
    t.opening = 0
    t.strike_first = 0
    t.used = 0
    t.success = 0
    t.emptied = -1
    t.lapsed = -1
    t.picked = 0
    for unit in range(4):
        t.fresh[unit] = 0


def _end_round(t: ShogunState) -> None:
    """Ronin go home, koku come in, and the longer games look for a winner (RULES §13.6, §13.7, §14.3)."""
    t.pool = t.options.integer("ronin")
    for p in range(PROVINCES):
        t.land[p * LAND_WIDTH + F_RONIN] = 0
        t.land[p * LAND_WIDTH + HIDDEN] = 0
    for row in range(t.clans * ARMIES_EACH):
        t.army[row * ARMY_WIDTH + A_RONIN] = 0
    for c in range(t.clans):
        t.clan[c * CLAN_WIDTH + VEILED] = 0
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
            koku = t.provinces_of(c) // 3
            t.clan[c * CLAN_WIDTH + KOKU] = koku if koku > INCOME_MINIMUM else INCOME_MINIMUM
    best: i64 = -1
    most: i64 = t.goal - 1
    for seat in range(t.options.players):
        held = seat_provinces(t, seat)
        if held > most:
            most = held
            best = seat
        elif held == most and best >= 0:
            best = SHARED
    if best != -1:
        finish(t, best, BY_PROVINCES)
        return
    t.stage = ROUND


# -- army movement (RULES §9.3-9.10, §13.1) ------------------------------------------------------------------


def _begin_movement(t: ShogunState) -> None:
    t.final = 1 if t.stage == FINAL_BEGIN else 0
    _forget_battle(t)
    for a in range(ARMIES_EACH):
        row = t.war * ARMIES_EACH + a
        i = row * ARMY_WIDTH
        standing = t.army[i + AT] >= 0 and t.army[i + STRUCK] == 0
        t.army[i + POINTS] = t.level(row) if standing else 0
        t.army[i + SPENT] = t.army[i + STRUCK]
        t.army[i + MOVED] = 0
        t.army[i + A_AIM] = -1
    t.current = -1
    t.stage = MOVE


def _has_mobile_army(t: ShogunState) -> bool:
    mobile: i64 = 0
    for a in range(ARMIES_EACH):
        if _may_still_move(t, t.war * ARMIES_EACH + a):
            mobile += 1
    return mobile > 0


def _may_still_move(t: ShogunState, row: i64) -> bool:
    return t.army[row * ARMY_WIDTH + AT] >= 0 and t.army[row * ARMY_WIDTH + SPENT] == 0


def _end_movement(t: ShogunState) -> None:
    for a in range(ARMIES_EACH):
        i = (t.war * ARMIES_EACH + a) * ARMY_WIDTH
        t.army[i + POINTS] = 0
        t.army[i + SPENT] = 0
        t.army[i + MOVED] = 0
    t.current = -1
    t.cursor = 0
    for unit in range(4):
        t.fresh[unit] = 0
    if t.final == 1:
        t.stage = MARCH
    else:
        offer(t, DECLARE)


def companion(t: ShogunState, row: i64) -> i64:
    """Another army of the same clan in the same province, or -1."""
    c = row // ARMIES_EACH
    p = t.army[row * ARMY_WIDTH + AT]
    for other in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        if other != row and p >= 0 and t.army[other * ARMY_WIDTH + AT] == p:
            return other
    return -1


def _may_stand(t: ShogunState, q: i64) -> bool:
    """Whether an army may move there: a friendly province, in final movement an empty one too."""
    return t.owner(q) == t.war or (t.final == 1 and t.owner(q) < 0)


def _has_free_neighbour(t: ShogunState, q: i64, mover: i64) -> bool:
    """Whether, once `mover` is in q, one of the armies there can step on to a province without an army."""
    for i in range(t.board.first[q], t.board.first[q + 1]):
        r = t.board.near[i]
        if _may_stand(t, r):
            taken = t.army_in(r)
            if taken == mover:
                taken = companion(t, mover)
            if taken < 0:
                return True
    return False


def _own_distance(t: ShogunState, start: i64, end: i64) -> i64:
    """Steps between two provinces through friendly ones only; a large number when there is no way."""
    reached = {int(start): 0}
    queue = [int(start)]
    for p in queue:
        if p == end:
            return reached[p]
        for i in range(t.board.first[p], t.board.first[p + 1]):
            q = int(t.board.near[i])
            if q not in reached and t.owner(q) == t.war:
                reached[q] = reached[p] + 1
                queue.append(q)
    return 99


def _force_room(t: ShogunState, p: i64, force: i64) -> i64:
    """Ronin a force of that size may hold beside those already with it."""
    return (force - 1 if force > 0 else 0) - t.land[p * LAND_WIDTH + F_RONIN]


def _army_room(t: ShogunState, row: i64) -> i64:
    return t.regulars(row) - t.army[row * ARMY_WIDTH + A_RONIN]


def along_fits(t: ShogunState, row: i64, q: i64, garrison: i64, along: i64) -> bool:
    """Whether an army may leave for q with this garrison and these hidden ronin (RULES §9.9, §9.10)."""
    p = t.army[row * ARMY_WIDTH + AT]
    room = _army_room(t, row) - garrison - along
    if room < 0:
        return False
    if row == t.owed_army and room < _deficit(t, t.owed_to):
        return False
    rest = t.land[p * LAND_WIDTH + HIDDEN] - along
    if rest <= 0:
        return True
    stays = _force_room(t, p, t.force_size(p) + garrison)
    other = companion(t, row)
    if other >= 0:
        stays += _army_room(t, other)
    if rest <= stays:
        return True
    return t.owed_army < 0 and other < 0 and t.att_army < 0 and _relief(t, row, p, q, rest - stays) >= 0


def _deficit(t: ShogunState, p: i64) -> i64:
    return t.land[p * LAND_WIDTH + HIDDEN] - _force_room(t, p, t.force_size(p))


def _would_win(t: ShogunState, q: i64) -> bool:
    """Whether moving to q ends the game at once, so that nobody can come after (RULES §14.4)."""
    return t.owner(q) < 0 and t.at_once and t.provinces_of(t.war) + 1 >= t.goal


def _relief(t: ShogunState, row: i64, p: i64, q: i64, deficit: i64) -> i64:
    """An army that can still come to p and lead the hidden ronin left there, or -1."""
    if _would_win(t, q):
        return -1
    for a in range(ARMIES_EACH):
        b = t.war * ARMIES_EACH + a
        i = b * ARMY_WIDTH
        if b == row or not _may_still_move(t, b):
            continue
        at = t.army[i + AT]
        taken = t.army_in(q)
        if taken >= 0 and taken != b:
            continue
        leaves: i64 = 1 if t.force_size(at) == 0 else 0
        stays = t.land[at * LAND_WIDTH + HIDDEN] <= _force_room(t, at, t.force_size(at) + leaves)
        if stays and _army_room(t, b) - leaves >= deficit and _own_distance(t, at, p) <= t.army[i + POINTS]:
            return b
    return -1


def can_leave(t: ShogunState, row: i64, q: i64, least: i64, most: i64) -> bool:
    """Whether some garrison of that size range lets the army leave for q."""
    hidden = t.land[t.army[row * ARMY_WIDTH + AT] * LAND_WIDTH + HIDDEN]
    for garrison in range(least, most + 1):
        for along in range(hidden + 1):
            if along_fits(t, row, q, garrison, along):
                return True
    return False


def departs(t: ShogunState, row: i64, q: i64) -> bool:
    """Whether an army may leave its province for q, with the garrison that this takes."""
    p = t.army[row * ARMY_WIDTH + AT]
    if t.force_size(p) > 0 or companion(t, row) >= 0:
        return can_leave(t, row, q, 0, 0)
    return can_leave(t, row, q, 1, min(FORCE_LIMIT, t.regulars(row)))


def _may_move(t: ShogunState, row: i64, q: i64) -> bool:
    i = row * ARMY_WIDTH
    if t.army[i + POINTS] < 1 or not _may_stand(t, q):
        return False
    if row == t.owed_army and (t.owner(q) < 0 or _own_distance(t, q, t.owed_to) >= t.army[i + POINTS]):
        return False
    if t.owed_army >= 0 and row != t.owed_army and (q == t.owed_to or _would_win(t, q)):
        return False
    other = t.army_in(q)
    if other >= 0:
        # Passing on, or the army found there moving out in turn (RULES §9.5).
        b = other * ARMY_WIDTH
        moves_on = t.army[i + POINTS] >= 2
        gives_way = t.army[b + SPENT] == 0 and t.army[b + POINTS] >= 1 and t.owed_army in (-1, other)
        if not (moves_on or gives_way) or not _has_free_neighbour(t, q, row):
            return False
    return departs(t, row, q)


def _legal_moves(t: ShogunState) -> vec[i64]:
    out = vec[i64]()
    first = t.war * ARMIES_EACH
    now = first + t.current
    blocked: i64 = companion(t, now) if t.current >= 0 else -1
    for a in range(ARMIES_EACH):
        row = first + a
        if not _may_still_move(t, row):
            continue
        if t.owed_army >= 0 and row not in (t.owed_army, now):
            continue
        if blocked >= 0 and row not in (now, blocked):
            continue
        p = t.army[row * ARMY_WIDTH + AT]
        for i in range(t.board.first[p], t.board.first[p + 1]):
            if _may_move(t, row, t.board.near[i]):
                out = append(out, act(A_MOVE, a, t.board.near[i]))
    for a in range(ARMIES_EACH):
        row = first + a
        if not _may_still_move(t, row) or (t.owed_army >= 0 and row not in (t.owed_army, now)):
            continue
        if blocked >= 0 and row not in (now, blocked):
            continue
        for unit in range(t.cursor if row == now else 0, 5):
            if can_pick(t, row, t.army[row * ARMY_WIDTH + AT], unit) and _keeps_promise(t, row, unit):
                out = append(out, act(A_PICK, a, unit))
    return append(out, act(A_DONE)) if t.owed_army < 0 and blocked < 0 else out


def _keeps_promise(t: ShogunState, row: i64, unit: i64) -> bool:
    """Whether a pick-up leaves an army that must come for hidden ronin the room to lead them (RULES §9.10)."""
    if t.owed_army < 0:
        return True
    p = t.army[row * ARMY_WIDTH + AT]
    if row != t.owed_army:
        # The force beside that army holds its province when it goes.
        return p != t.army[t.owed_army * ARMY_WIDTH + AT]
    return unit != RONIN and excess_after_pick(t, p) == 0


def _legal_garrison(t: ShogunState) -> vec[i64]:
    """One unit more to leave behind, in the order of types; `picked` counts those left so far."""
    out = vec[i64]()
    row = mover(t)
    later = t.regulars(row)
    for unit in range(4):
        n = t.army[row * ARMY_WIDTH + UNITS + unit]
        if unit >= t.cursor and n > 0 and can_leave(t, row, t.dest, 1, min(FORCE_LIMIT - t.picked, later)):
            out = append(out, act(A_LEAVE, unit))
        later -= n
    if t.picked > 0 and can_leave(t, row, t.dest, 0, 0):
        out = append(out, act(A_DONE))
    return out


def mover(t: ShogunState) -> i64:
    """The row of the army on the move: the one fighting its chain, or the current one of a movement phase."""
    return t.att_army if t.att_army >= 0 else t.war * ARMIES_EACH + t.current


def depart(t: ShogunState, row: i64, q: i64) -> None:
    """Begin the step to q: a garrison first where one is needed, then the ronin that go along."""
    p = t.army[row * ARMY_WIDTH + AT]
    t.dest = q
    t.picked = 0
    t.cursor = 0
    t.stage = ALONG if t.force_size(p) > 0 or companion(t, row) >= 0 else GARRISON


def _arrive(t: ShogunState) -> None:
    row = mover(t)
    i = row * ARMY_WIDTH
    q = t.dest
    p = t.army[i + AT]
    if t.att_army < 0 and t.owed_army < 0 and companion(t, row) < 0 and _deficit(t, p) > 0:
        t.owed_army = _relief(t, row, p, q, _deficit(t, p))
        t.owed_to = p
    t.army[i + AT] = q
    t.dest = -1
    t.picked = 0
    t.cursor = 0
    for unit in range(4):
        t.fresh[unit] = 0
    t.stage = CHAIN if t.att_army >= 0 else MOVE
    if t.att_army < 0:
        t.army[i + POINTS] -= 1
        t.army[i + MOVED] = 1
        if q == t.owed_to and _deficit(t, q) <= _army_room(t, row):
            t.owed_army = -1
            t.owed_to = -1
    if t.owner(q) < 0:
        conquer(t, t.war, q)


# -- declarations (RULES §10) --------------------------------------------------------------------------------


def is_enemy(t: ShogunState, q: i64) -> bool:
    """Whether a province belongs to another player than the one at war."""
    return t.owner(q) >= 0 and not t.friends(t.owner(q), t.war)


def _may_declare(t: ShogunState, q: i64) -> bool:
    if t.owner(q) < 0:
        return True
    return is_enemy(t, q) and not (t.bans and t.round == 1 and t.army_in(q) >= 0)


def _declarations(t: ShogunState, most: i64) -> vec[i64]:
    """Armies first, then forces by province, at most so many; `cursor` is one past the last troop that declared."""
    out = vec[i64]()
    for a in range(ARMIES_EACH):
        i = (t.war * ARMIES_EACH + a) * ARMY_WIDTH
        p = t.army[i + AT]
        if a >= t.cursor and p >= 0 and t.army[i + STRUCK] == 0:
            for j in range(t.board.first[p], t.board.first[p + 1]):
                if _may_declare(t, t.board.near[j]):
                    out = append(out, act(A_DECLARE_ARMY, a, t.board.near[j]))
                    if len(out) == most:
                        return out
    for p in range(max(0, t.cursor - ARMIES_EACH), PROVINCES):
        if t.land[p * LAND_WIDTH + OWNER] == t.war and t.force_size(p) > 0:
            for j in range(t.board.first[p], t.board.first[p + 1]):
                if _may_declare(t, t.board.near[j]):
                    out = append(out, act(A_DECLARE_FORCE, p, t.board.near[j]))
                    if len(out) == most:
                        return out
    return out


def _end_declarations(t: ShogunState) -> None:
    t.cursor = 0
    offer(t, COMBAT)


# -- legal and apply -----------------------------------------------------------------------------------------


def legal(t: ShogunState) -> vec[i64]:
    """The legal actions of this stage, ascending."""
    if t.stage == MOVE:
        return _legal_moves(t)
    if t.stage == GARRISON:
        return _legal_garrison(t)
    if t.stage == DECLARE:
        return append(_declarations(t, -1), act(A_DONE))
    out = vec[i64]()
    row = mover(t)
    hidden = t.land[t.army[row * ARMY_WIDTH + AT] * LAND_WIDTH + HIDDEN]
    for along in range(hidden + 1):
        if along_fits(t, row, t.dest, 0, along):
            out = append(out, act(A_ALONG, along))
    return out


def apply(t: ShogunState, kind: i64, x: i64, y: i64) -> None:
    """Carry out an action of this stage."""
    if kind in (A_MOVE, A_PICK):
        if t.current != x:
            t.current = x
            t.cursor = 0
            for unit in range(4):
                t.fresh[unit] = 0
        row = t.war * ARMIES_EACH + x
        if kind == A_MOVE:
            depart(t, row, y)
        else:
            pick(t, row, t.army[row * ARMY_WIDTH + AT], y)
            if y < 4:
                t.fresh[y] += 1
            t.cursor = y
    elif kind == A_LEAVE:
        _leave(t, x)
    elif kind == A_ALONG:
        row = mover(t)
        p = t.army[row * ARMY_WIDTH + AT]
        t.land[p * LAND_WIDTH + HIDDEN] -= x
        t.clan[t.war * CLAN_WIDTH + VEILED] -= x
        t.army[row * ARMY_WIDTH + A_RONIN] += x
        _arrive(t)
    elif kind == A_DECLARE_ARMY:
        t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + A_AIM] = y
        t.cursor = x + 1
    elif kind == A_DECLARE_FORCE:
        t.land[x * LAND_WIDTH + F_AIM] = y
        t.cursor = ARMIES_EACH + x + 1
    elif t.stage == GARRISON:
        t.stage = ALONG
    elif t.stage == DECLARE:
        _end_declarations(t)
    else:
        _end_movement(t)


def _leave(t: ShogunState, unit: i64) -> None:
    """Drop one unit as a garrison; one that has moved with the army in final movement stays put (RULES §13.3)."""
    row = mover(t)
    i = row * ARMY_WIDTH
    p = t.army[i + AT]
    t.army[i + UNITS + unit] -= 1
    t.land[p * LAND_WIDTH + FORCE + unit] += 1
    if t.final == 1 and t.army[i + MOVED] == 1:
        if t.fresh[unit] > 0:
            t.fresh[unit] -= 1
        else:
            t.land[p * LAND_WIDTH + CAME + unit] += 1
    t.picked += 1
    t.cursor = unit
