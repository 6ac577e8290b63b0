"""What actions of movement and battle would bring."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.foresight import CHANGE, FALL, MOVE, ODDS, OFFER, OPEN, PLACE, SAFE, THREAT, Effect
from gunbai.core.saying import Saying
from gunbai.games.shogun import actions as ac
from gunbai.games.shogun import combat, telling
from gunbai.games.shogun import state as st
from gunbai.games.shogun.choosing import most_units
from gunbai.games.shogun.data import ARMIES_EACH, COMBAT_ROUNDS, PROVINCE_IDS, PROVINCE_NAMES, UNIT_NAMES
from gunbai.games.shogun.line_up import attack, forget_hidden, side_of
from gunbai.games.shogun.odds import brief_odds
from gunbai.games.shogun.phases import carry_out, legal_of
from gunbai.games.shogun.reading import (
    ATTACK,
    BUILDINGS,
    CHOSEN,
    FORCE,
    MOVES,
    VICTORY,
    Reading,
    army_name,
    army_number,
    clan_name,
    enemy_armies,
    place,
)
from gunbai.games.shogun.sides import Side
from gunbai.games.shogun.state import (
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BONUS,
    CASTLE,
    CLAN_WIDTH,
    FORCE_AIM,
    FORCE_RONIN,
    LAND_WIDTH,
    POINTS,
    VEILED,
    ShogunState,
)
from gunbai.games.shogun.war import may_declare

# How many battles are remembered; a moment has some hundred at most, and the next moments have mostly the same ones.
_MOST_BATTLES: Final = 2_000
_BATTLES: Final[dict[tuple[str, str, bool, int], tuple[float, float, float]]] = {}


def read_armies(r: Reading, t: ShogunState, kind: i64, x: i64, y: i64, after: ShogunState, last: bool) -> None:
    """Movement of armies, and daimyos that return."""
    row = army_of(t, kind, x)
    p = t.army[row * ARMY_WIDTH + AT]
    if kind in (ac.A_MOVE, ac.A_ENTER):
        _goes(r, t, row, y if kind == ac.A_MOVE else x, after, last)
    elif kind == ac.A_LEAVE:
        r.effect(PLACE, UNIT_NAMES[x], p, amount=1)
        r.army(row, p, t.regulars(row), after.regulars(row))
        r.force(p, t.force_size(p), after.force_size(p))
        if last:
            r.effect(OFFER, CHOSEN, p, amount=most_units(after))
    elif kind == ac.A_ALONG:
        led = t.army[row * ARMY_WIDTH + ARMY_RONIN]
        r.ronin(p, led, led + x)
        r.say(Saying("hidden ronin that go along and show themselves: {count}", count=int(x)))
        r.changes(t, after)
    elif kind == ac.A_RECOVER:
        r.effect(PLACE, army_name(row), x)
        r.say(Saying("army {army} stands in {province}", army=army_number(row), province=PROVINCE_NAMES[x]))
    else:
        r.effect(MOVE, UNIT_NAMES[y if kind == ac.A_PICK else x], p, p, amount=1)
        r.army(row, p, t.regulars(row), after.regulars(row))
        r.force(p, t.force_size(p), after.force_size(p))
        r.ronin(p, t.land[p * LAND_WIDTH + FORCE_RONIN], after.land[p * LAND_WIDTH + FORCE_RONIN])


def _goes(r: Reading, t: ShogunState, row: i64, q: i64, after: ShogunState, last: bool) -> None:
    """An army sets out; where a garrison or ronin are still to be named, any of them shows how it arrives."""
    p = t.army[row * ARMY_WIDTH + AT]
    number = army_number(row)
    r.effect(MOVE, army_name(row), p, q, amount=1)
    r.say(
        Saying(
            "army {army} goes from {province} to {goal_province}",
            army=number,
            province=PROVINCE_NAMES[p],
            goal_province=PROVINCE_NAMES[q],
        )
    )
    if not last:
        return
    if after.stage == st.GARRISON:
        most = most_units(after)
        r.effect(OFFER, CHOSEN, p, amount=most)
        r.say(Saying("a garrison of 1 to {most} units stays in {province}", most=int(most), province=PROVINCE_NAMES[p]))
    there = _arrived(after)
    r.changes(t, there)
    r.ends(t, there)
    if there.army[row * ARMY_WIDTH + AT] != q or there.stage == st.OVER:
        return
    if t.att_army >= 0:
        left = t.level(row) - there.used
        r.effect(OFFER, ATTACK, q, amount=left if there.att_army >= 0 else 0)
    else:
        left = there.army[row * ARMY_WIDTH + POINTS]
        r.effect(CHANGE, MOVES, q, amount=left, was=left + 1)
        r.say(Saying("provinces that army {army} can then still go: {left}", army=number, left=int(left)))
    r.stands(there, row)
    if t.final == 0 and t.att_army < 0:
        _reaches(r, there, row, q)
    _left_behind(r, t, there, p)


def _reaches(r: Reading, t: ShogunState, row: i64, q: i64) -> None:
    """What an army can attack from where it stands."""
    near = [t.board.near[i] for i in range(t.board.first[q], t.board.first[q + 1])]
    places = tuple([PROVINCE_IDS[r] for r in near if t.owner(r) >= 0 and may_declare(t, r)])
    if places:
        r.effects.append(Effect(OPEN, ATTACK, r.seat, PROVINCE_IDS[q], places=places))
        r.say(Saying("provinces it can attack from there: {count}", count=len(places)))


def _left_behind(r: Reading, before: ShogunState, after: ShogunState, p: i64) -> None:
    """A province that an army leaves beside armies of others, or an army that leaves their reach."""
    found = enemy_armies(before, before.turn, p)
    if not found:
        return
    places = tuple([place(before.army[other * ARMY_WIDTH + AT]) for other in found])
    if after.army_in(p) >= 0:
        return
    r.effects.append(Effect(THREAT, FORCE, r.seat, PROVINCE_IDS[p], places=places))
    r.effects.append(Effect(SAFE, "army", r.seat, PROVINCE_IDS[p], places=places))
    r.say(Saying("{province} is left without an army, within reach of an enemy's", province=PROVINCE_NAMES[p]))


def read_march(r: Reading, t: ShogunState, kind: i64, x: i64, y: i64, after: ShogunState, last: bool) -> None:
    """Movement of provincial forces."""
    if kind == ac.A_ALONG:
        r.say(Saying("ronin that march along: {count}", count=int(x)))
        r.force(t.march_to, t.force_size(t.march_to), after.force_size(t.march_to))
        r.changes(t, after)
        return
    if kind == ac.A_SEND:
        r.effect(MOVE, UNIT_NAMES[x], t.att_from, t.march_to, amount=1)
        if last:
            r.effect(OFFER, CHOSEN, t.att_from, t.march_to, amount=most_units(after))
            r.say(
                Saying(
                    "units on their way to {province}: {count}",
                    province=PROVINCE_NAMES[t.march_to],
                    count=int(after.picked),
                )
            )
        return
    if not last:
        return
    most = most_units(after)
    r.effect(MOVE, FORCE, x, y)
    r.effect(OFFER, CHOSEN, x, y, amount=most)
    r.say(
        Saying(
            "units that can go from {province} to {goal_province}: {most}",
            province=PROVINCE_NAMES[x],
            goal_province=PROVINCE_NAMES[y],
            most=int(most),
        )
    )
    if t.owner(y) < 0:
        r.changes(t, _marched(after))
        r.ends(t, _marched(after))


def read_battle(r: Reading, t: ShogunState, kind: i64, x: i64, y: i64, after: ShogunState) -> None:
    """Declarations, battles and casualties."""
    if kind in (ac.A_DECLARE_ARMY, ac.A_FIGHT_ARMY):
        row = t.war * ARMIES_EACH + x
        i = row * ARMY_WIDTH
        _attacks(r, t, row, t.army[i + AT], y if kind == ac.A_DECLARE_ARMY else t.army[i + ARMY_AIM])
    elif kind in (ac.A_DECLARE_FORCE, ac.A_FIGHT_FORCE):
        _attacks(r, t, -1, x, y if kind == ac.A_DECLARE_FORCE else t.land[x * LAND_WIDTH + FORCE_AIM])
    elif kind == ac.A_ATTACK:
        _attacks(r, t, t.att_army, t.army[t.att_army * ARMY_WIDTH + AT], x)
    elif kind == ac.A_JOIN and t.stage == st.JOIN:
        r.say(Saying("hidden ronin that join the attack: {count}", count=int(x)))
        u = t.copy()
        _forget(r, u, t.att_to)
        combat.PHASE.apply(u, kind, x, y)
        _odds(r, u, t.att_from, t.att_to, t.strike_first == 1, 0)
    elif kind == ac.A_JOIN:
        army = combat.side_army(t, 1)
        led = t.army[army * ARMY_WIDTH + ARMY_RONIN]
        r.ronin(t.att_to, led, led + x)
        r.say(
            Saying(
                "ronin beside the daimyo: {count}, with the force: {left}",
                count=int(x),
                left=int(t.land[t.att_to * LAND_WIDTH + FORCE_RONIN] - x),
            )
        )
    elif kind in (ac.A_LOSE_ARMY, ac.A_LOSE_FORCE):
        _loses(r, t, kind, x, after)
    elif kind == ac.A_PRESS:
        _odds(r, t, t.att_from, t.att_to, False, t.count + 1)
    else:
        r.effect(SAFE, army_name(t.att_army) if t.att_army >= 0 else FORCE, t.att_from)
        r.say(Saying("all survivors stay where they are"))
        if t.att_army >= 0:
            r.say(Saying("this army does not attack {province} again this round", province=PROVINCE_NAMES[t.att_to]))


def _attacks(r: Reading, t: ShogunState, row: i64, p: i64, q: i64) -> None:
    """A battle that would be fought: its odds as far as they can be seen."""
    if t.owner(q) < 0 or t.friends(t.owner(q), t.war):
        r.say(Saying("nobody defends {province}", province=PROVINCE_NAMES[q]))
        return
    u = t.copy()
    _forget(r, u, q)
    _odds(r, attack(u, row, p, q), p, q, t.board.naval(p, q), 0)
    if t.board.naval(p, q):
        r.say(Saying("across the sea: the defenders strike first"))
    bonus = int(t.land[q * LAND_WIDTH + BONUS])
    if bonus > 0:
        r.say(
            Saying(
                "bonus defenders of the {building}: {count}",
                count=bonus,
                building=BUILDINGS[t.land[q * LAND_WIDTH + CASTLE]],
            )
        )
    owner = t.owner(q)
    unseen = int(t.clan[owner * CLAN_WIDTH + VEILED])
    if r.knows[owner] == 0 and unseen > 0:
        r.say(Saying("hidden ronin of {clan} that may be there: {count}", clan=clan_name(owner), count=unseen))


def _forget(r: Reading, t: ShogunState, p: i64) -> None:
    """What is only guessed of a province is left out of account."""
    owner = t.owner(p)
    if owner >= 0 and r.knows[owner] == 0:
        forget_hidden(t, p)


def _odds(r: Reading, t: ShogunState, p: i64, q: i64, naval: bool, fought: i64) -> None:
    """The odds of a battle of which so many rounds are over."""
    attacker, defender = side_of(t, 0), side_of(t, 1)
    if attacker is None or defender is None:
        return
    limit = t.options.integer("combat_rounds")
    # So rarely does a battle last for the usual limit that it is reckoned without one.
    rounds = 0 if limit == COMBAT_ROUNDS else limit - int(fought)
    win, lost, other = _reckoned(attacker, defender, naval, rounds)
    tenths = (round(10.0 * lost), round(10.0 * other))
    permille = round(1000.0 * win)
    if 0.0 < win < 1.0:
        permille = min(999, max(1, permille))
    r.effects.append(Effect(ODDS, VICTORY, r.seat, place(p), place(q), permille, parts=tenths))
    r.say(
        Saying(
            "wins in {percent} %; mean losses: attacker {losses} of {units}, defender {other_losses} of {other_units}",
            percent=f"{permille / 10.0:g}",
            losses=f"{tenths[0] / 10.0:g}",
            units=sum(attacker.army) + sum(attacker.provincial),
            other_losses=f"{tenths[1] / 10.0:g}",
            other_units=sum(defender.army) + sum(defender.provincial),
        )
    )


def _loses(r: Reading, t: ShogunState, kind: i64, unit: i64, after: ShogunState) -> None:
    army = kind == ac.A_LOSE_ARMY
    row, p = combat.side_army(t, t.side), combat.side_force(t, t.side)
    at = t.army[row * ARMY_WIDTH + AT] if army else p
    r.effect(FALL, UNIT_NAMES[unit], at, amount=1)
    left = int(t.to_lose) - 1
    if left > 0:
        r.say(Saying("units still to be lost: {count}", count=left))
        return
    r.changes(t, after)


def read_done(r: Reading, t: ShogunState, after: ShogunState) -> None:
    """What comes to an end."""
    if int(t.stage) in telling.ENDED:
        r.say(telling.ENDED[int(t.stage)])
    if t.stage == st.GARRISON:
        row = t.att_army if t.att_army >= 0 else t.war * ARMIES_EACH + t.current
        there = _arrived(after)
        p, q = t.army[row * ARMY_WIDTH + AT], t.dest
        r.effect(MOVE, army_name(row), p, q, amount=1)
        r.say(
            Saying(
                "army {army} goes from {province} to {goal_province}",
                army=army_number(row),
                province=PROVINCE_NAMES[p],
                goal_province=PROVINCE_NAMES[q],
            )
        )
        r.changes(t, there)
        r.ends(t, there)
    elif t.stage == st.SEND:
        there = _marched(after)
        p, q = t.att_from, t.march_to
        r.effect(MOVE, FORCE, p, q, amount=t.picked)
        r.force(p, t.force_size(p), there.force_size(p))
        if t.march_join == 1:
            joined = t.army_in(q)
            r.army(joined, q, t.regulars(joined), there.regulars(joined))
        else:
            r.force(q, t.force_size(q), there.force_size(q))
        r.changes(t, there)
        r.ends(t, there)


def army_of(t: ShogunState, kind: i64, x: i64) -> i64:
    """The row of the army that an action speaks of."""
    if kind in (ac.A_MOVE, ac.A_PICK):
        return t.war * ARMIES_EACH + x
    if kind in (ac.A_RECOVER, ac.A_ABSORB):
        return t.gain * ARMIES_EACH + t.gain_army
    return t.att_army if t.att_army >= 0 else t.war * ARMIES_EACH + t.current


def _arrived(t: ShogunState) -> ShogunState:
    """The army on its way has arrived, with the smallest garrison and the fewest ronin that may be named."""
    u = t
    while u.stage in (st.GARRISON, st.ALONG):
        actions = legal_of(u)
        final = actions[len(actions) - 1]
        u = u.copy()
        carry_out(u, final if final >> 16 == ac.A_DONE else actions[0])
    return u


def _marched(t: ShogunState) -> ShogunState:
    """The march has arrived, with the units named so far, or else one, and the fewest ronin that may be named."""
    u = t
    while u.stage in (st.SEND, st.MARCH_RONIN):
        actions = legal_of(u)
        final = actions[len(actions) - 1]
        u = u.copy()
        carry_out(u, final if final >> 16 == ac.A_DONE else actions[0])
    return u


def _reckoned(attacker: Side, defender: Side, naval: bool, rounds: int) -> tuple[float, float, float]:
    battle = (attacker.text(), defender.text(), naval, rounds)
    if battle not in _BATTLES:
        if len(_BATTLES) >= _MOST_BATTLES:
            _BATTLES.clear()
        _BATTLES[battle] = brief_odds(attacker, defender, naval, rounds)
    return _BATTLES[battle]
