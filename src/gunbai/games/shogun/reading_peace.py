"""What actions of set-up, plan, building, levy and hiring would bring, and those of the ninja."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.core.foresight import BUILD, CHANGE, COST, GAIN, ODDS, OFFER, OPEN, PLACE, THREAT, Effect
from gunbai.core.saying import Saying
from gunbai.games.shogun import actions as ac
from gunbai.games.shogun import hiring
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_BUILD,
    BIN_LEVY,
    BIN_NAMES,
    BIN_NINJA,
    BIN_RONIN,
    BIN_SWORDS,
    CASTLE_BONUS,
    DIE_FACES,
    FORTRESS_BONUS,
    MIDDLE_PER_KOKU,
    NINJA_HITS,
    PROVINCE_IDS,
    PROVINCE_NAMES,
    PROVINCES,
    RONIN,
    RONIN_PER_KOKU,
    SPEAR,
    SPEARS_PER_KOKU,
    UNIT_NAMES,
)
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.phases import legal_of
from gunbai.games.shogun.reading import (
    BUILDINGS,
    KOKU_LEFT,
    NINJA,
    PROVINCE,
    REVENGE,
    STRIKE,
    SWORD,
    Reading,
    army_name,
    army_number,
    clan_name,
    place,
)
from gunbai.games.shogun.state import (
    ARMY_WIDTH,
    AT,
    BINS,
    CLAN_WIDTH,
    HIDDEN,
    KOKU,
    LAND_WIDTH,
    LAST,
    LEVYING,
    SEAT,
    STEP,
    VEILED,
    ShogunState,
)


def read_peace(r: Reading, t: ShogunState, kind: i64, x: i64, y: i64, after: ShogunState, last: bool) -> None:
    """Set-up, plan, swords, building, levy and hiring."""
    if kind == ac.A_SPLIT:
        clan = t.slot + 2 * y
        r.effect(GAIN, PROVINCE, x, amount=1)
        r.say(Saying("{province} goes to {clan}", province=PROVINCE_NAMES[x], clan=clan_name(clan)))
    elif kind == ac.A_REINFORCE:
        r.effect(PLACE, UNIT_NAMES[SPEAR], x, amount=after.force_size(x) - t.force_size(x))
        r.force(x, t.force_size(x), after.force_size(x))
    elif kind == ac.A_MARKER:
        row = t.turn * ARMIES_EACH + t.count // t.clans
        r.effect(PLACE, army_name(row), x, amount=after.regulars(row))
        r.say(Saying("army {army} stands in {province}", army=army_number(row), province=PROVINCE_NAMES[x]))
        r.stands(after, row)
    elif kind in (ac.A_SPY, ac.A_NO_SPY):
        r.effect(COST, NINJA, amount=1)
        if kind == ac.A_SPY:
            r.say(Saying("shows the plan of {clan}, and the ninja goes back", clan=clan_name(x)))
        else:
            r.say(Saying("the ninja goes back unused"))
    elif kind == ac.A_BIN:
        _bin(r, t, x, y)
    elif kind in (ac.A_WISH, ac.A_TAKE):
        r.effect(GAIN, SWORD, amount=x)
        swords = int(t.clans_alive())
        if kind == ac.A_TAKE:
            r.say(Saying("goes to war as number {number} of {swords}", number=int(x), swords=swords))
        else:
            r.say(
                Saying(
                    "goes to war as number {number} of {swords}, unless another asks for the same",
                    number=int(x),
                    swords=swords,
                )
            )
    elif kind in (ac.A_CASTLE, ac.A_FORTRESS):
        _build(r, t, kind == ac.A_FORTRESS, x)
    elif kind in (ac.A_HIDE, ac.A_HIDE_NONE):
        _hide(r, t, kind, x)
    else:
        _levy(r, t, kind, x, y, after, last)


def _bin(r: Reading, t: ShogunState, b: i64, koku: i64) -> None:
    """Koku put into a bin: what they pay for, and what is left for the other bins."""
    i = t.turn * CLAN_WIDTH
    left = t.clan[i + KOKU] - koku
    for other in range(t.clan[i + STEP]):
        left -= t.clan[i + BINS + other]
    r.effects.append(Effect(COST, KOKU_LEFT, r.seat, BIN_NAMES[b], amount=int(koku)))
    r.effect(CHANGE, KOKU_LEFT, amount=left, was=left + koku)
    n = int(koku)
    if koku > 0 and b == BIN_SWORDS:
        r.say(Saying("bids {koku} koku for the choice of a sword", koku=n))
    elif b == BIN_SWORDS:
        r.say(Saying("bids nothing: the lot gives a sword"))
    elif koku > 0 and b == BIN_BUILD:
        r.say(Saying("pays for a castle or a fortress"))
    elif koku > 0 and b == BIN_LEVY:
        r.say(
            Saying(
                "pays for bowmen: {bowmen}, swordsmen and gunners: {middle}, or spearmen: {spearmen}",
                bowmen=n,
                middle=n * int(MIDDLE_PER_KOKU),
                spearmen=n * int(SPEARS_PER_KOKU),
            )
        )
    elif koku > 0 and b == BIN_RONIN:
        hired = min(RONIN_PER_KOKU * koku, t.pool)
        r.effect(OFFER, UNIT_NAMES[RONIN], amount=hired)
        r.say(Saying("hires up to {count} ronin", count=int(hired)))
    elif koku > 0 and b == BIN_NINJA:
        r.say(Saying("bids {koku} koku for the ninja", koku=n))
    if b != BIN_NINJA:
        r.say(Saying("koku left for the bins that follow: {left}", left=int(left)))


def _build(r: Reading, t: ShogunState, fortress: bool, p: i64) -> None:
    building = BUILDINGS[2 if fortress else 1]
    bonus = int(FORTRESS_BONUS if fortress else CASTLE_BONUS)
    left = int(t.bases if fortress else t.castles) - 1
    r.effect(BUILD, building, p, amount=bonus)
    r.effect(CHANGE, "bases" if fortress else "castles", amount=left, was=left + 1)
    r.say(
        Saying(
            "a {building} in {province} adds {bonus} defenders to every battle there",
            building=building,
            province=PROVINCE_NAMES[p],
            bonus=bonus,
        )
    )


def _levy(r: Reading, t: ShogunState, kind: i64, x: i64, y: i64, after: ShogunState, last: bool) -> None:
    """One more unit in secret, or none; the levy comes into sight when all have sealed theirs."""
    c = t.turn
    koku = int(t.clan[c * CLAN_WIDTH + BINS + BIN_LEVY])
    before = hiring.levy_cost(t, c)
    if kind in (ac.A_LEVY, ac.A_LEVY_ARMY):
        u = t.copy()
        hiring.PHASE.apply(u, kind, x, y)
        spent = int(hiring.levy_cost(u, c))
        r.effect(PLACE, UNIT_NAMES[x], y, amount=1)
        r.effect(COST, KOKU_LEFT, amount=spent - before)
        if kind == ac.A_LEVY:
            r.force(y, t.force_size(y), t.force_size(y) + 1)
        else:
            row = t.army_in(y)
            r.army(row, y, t.regulars(row), t.regulars(row) + 1)
        if last:
            r.say(Saying("koku spent: {spent} of {koku}", spent=spent, koku=koku))
    elif kind == ac.A_LEVY_NEXT:
        unit = int(t.clan[c * CLAN_WIDTH + LAST]) // 256 + 1
        if last and after.stage == LEVYING and after.turn == c:
            places = [PROVINCE_IDS[a & 255] for a in legal_of(after) if a >> 16 in (ac.A_LEVY, ac.A_LEVY_ARMY)]
            r.effects.append(Effect(OPEN, UNIT_NAMES[unit], r.seat, places=tuple(sorted(set(places)))))
        r.say(Saying("{unit} comes next", unit=UNIT_NAMES[unit]))
    else:
        r.say(Saying("koku that buy nothing: {count}", count=koku - int(before)))


def _hide(r: Reading, t: ShogunState, kind: i64, p: i64) -> None:
    left = t.clan[t.turn * CLAN_WIDTH + VEILED]
    for q in range(PROVINCES):
        if t.owner(q) == t.turn:
            left -= t.land[q * LAND_WIDTH + HIDDEN]
    if kind == ac.A_HIDE_NONE:
        r.say(Saying("ronin that stay unused: {count}", count=int(left)))
        return
    here = t.land[p * LAND_WIDTH + HIDDEN]
    r.effect(PLACE, UNIT_NAMES[RONIN], p, amount=1)
    r.ronin(p, here, here + 1)
    r.say(
        Saying(
            "ronin hidden in {province}: {count}, left to hide: {left}",
            province=PROVINCE_NAMES[p],
            count=int(here) + 1,
            left=int(left) - 1,
        )
    )


def read_strike(r: Reading, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
    """The ninja's strike, and revenge for one that failed."""
    if kind == ac.A_NO_STRIKE:
        r.say(Saying("the ninja waits for another moment"))
        return
    row = x * ARMIES_EACH + y if kind == ac.A_STRIKE else t.strike_by * ARMIES_EACH + x
    clan, at = row // ARMIES_EACH, t.army[row * ARMY_WIDTH + AT]
    owner = int(t.clan[clan * CLAN_WIDTH + SEAT])
    if kind == ac.A_STRIKE:
        hits, faces = int(NINJA_HITS), int(DIE_FACES)
        r.effect(COST, NINJA, amount=1)
        r.effect(ODDS, STRIKE, to=at, amount=1000 * hits // faces)
        r.say(Saying("the strike succeeds in {hits} of {faces} cases", hits=hits, faces=faces))
        r.effects.append(Effect(ODDS, REVENGE, owner, amount=1000 * (faces - hits) // faces))
    r.effects.append(Effect(THREAT, army_name(row), owner, place(at)))
    name, number = clan_name(clan), army_number(row)
    if t.regulars(row) > 0:
        r.say(
            Saying(
                "a struck army can neither move nor attack this round: {clan}'s army {number}", clan=name, number=number
            )
        )
    else:
        r.say(Saying("a struck daimyo without units is lost: {clan}'s army {number}", clan=name, number=number))
        if daimyos(t, clan) == 1:
            r.say(Saying("it is the last daimyo of {clan}, who is then out", clan=name))
    if kind == ac.A_STRIKE:
        r.say(
            Saying(
                "after a failure {clan} strikes back in {hits} of {faces} cases",
                clan=name,
                hits=faces - hits,
                faces=faces,
            )
        )
