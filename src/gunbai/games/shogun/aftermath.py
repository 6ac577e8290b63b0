"""What an action brought that nobody chose just then: ronin who step forward, units and lands lost, clans that are out,
levies and castles that were sealed and come to light, and what everybody has at the end of a round.

Told from two views of the same watcher, the one before and the one after: owners, troops, armies and who is left are
public, so it can say nothing that the watcher does not see then.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.saying import Saying
from gunbai.games.shogun import combat
from gunbai.games.shogun import state as st
from gunbai.games.shogun.actions import A_CASTLE, A_FORTRESS, A_LOSE_ARMY, A_LOSE_FORCE
from gunbai.games.shogun.data import ARMIES_EACH, CLAN_NAMES, PROVINCE_NAMES, RONIN, UNIT_NAMES, UNIT_PLURALS
from gunbai.games.shogun.state import ShogunState
from gunbai.games.shogun.view import ShogunView

_BUILDINGS = ("", "castle", "fortress")
_SIDES = ("attacker", "defender")
_BEFORE_THE_DICE = (st.COMBAT, st.CHAIN, st.JOIN, st.OFFER)


def aftermath(before: ShogunView, action: i64, after: ShogunView) -> list[Saying]:
    """What came of one action, in the order in which one tells it."""
    old, new = before.seen, after.seen
    if old.round == 0:
        return []
    opened = [*_buildings(before, action, new), *_levies(old, new)]
    return [*opened, *_ronin(old, new), *_casualties(old, action, new), *told(old, new), *_round(old, new)]


def told(old: ShogunState, new: ShogunState) -> list[Saying]:
    """The same of two states: it reads nothing but what everybody sees."""
    if old.round == 0:
        return []
    return [*_lands(old, new), *_armies(old, new), *_clans(old, new)]


def _ronin(old: ShogunState, new: ShogunState) -> list[Saying]:
    """Ronin that were hidden and now fight on a side (RULES §7.11, §11.4)."""
    if new.att_to < 0 or old.stage not in _BEFORE_THE_DICE:
        return []
    out = []
    for side in range(2):
        number = int(combat.side_units(new, side, RONIN) - _side_units(old, new, side, RONIN))
        if number > 0:
            out.append(Saying("{number} hidden ronin step forward for the {side}", number=number, side=_SIDES[side]))
    return out


def _casualties(old: ShogunState, action: i64, new: ShogunState) -> list[Saying]:
    """Units lost without a choice, being all or all of one kind; bonus defenders first (RULES §11.6, §11.8)."""
    if old.stage not in (st.ROLL, st.LOSE) or old.att_to < 0:
        return []
    out = []
    walls = int(old.land[old.att_to * st.LAND_WIDTH + st.BONUS] - new.land[old.att_to * st.LAND_WIDTH + st.BONUS])
    if walls == 1:
        out.append(Saying("one bonus defender falls"))
    elif walls > 1:
        out.append(Saying("{number} bonus defenders fall", number=walls))
    kind = action >> 16
    chosen = (action >> 8) & 255 if kind in (A_LOSE_ARMY, A_LOSE_FORCE) else -1
    for side in range(2):
        for unit in range(5):
            number = int(combat.side_units(old, side, unit) - _side_units(new, old, side, unit))
            if side == old.side and unit == chosen:
                number -= 1
            if number == 1:
                out.append(Saying("the {side} loses one {unit}", side=_SIDES[side], unit=UNIT_NAMES[unit]))
            elif number > 1:
                out.append(Saying("the {side} loses {number} {units}", side=_SIDES[side], number=number,
                                  units=UNIT_PLURALS[unit]))  # fmt: skip
    return out


def building(clan: i64, what: i64, p: i64) -> Saying:
    """A castle (1) or a fortress (2) that a clan builds."""
    return Saying("{clan} builds a {building} in {province}", clan=_name(clan), building=_BUILDINGS[what],
                  province=PROVINCE_NAMES[p])  # fmt: skip


def _buildings(before: ShogunView, action: i64, new: ShogunState) -> list[Saying]:
    """What all have built at the same time, seen when all are done (RULES §6.3).

    What the watcher built itself, or saw built just now, its action has told.
    """
    old = before.seen
    if old.stage != st.BUILDING or new.stage == st.BUILDING:
        return []
    seen = (action >> 8) & 255 if action >> 16 in (A_CASTLE, A_FORTRESS) else -1
    out = []
    for p in range(len(PROVINCE_NAMES)):
        was, now = old.land[p * st.LAND_WIDTH + st.CASTLE], new.land[p * st.LAND_WIDTH + st.CASTLE]
        owner = new.land[p * st.LAND_WIDTH + st.OWNER]
        if now > was and owner >= 0 and p != seen and before.knows[owner] == 0:
            out.append(building(owner, now, p))
    return out


def _levies(old: ShogunState, new: ShogunState) -> list[Saying]:
    """Units that all have raised in secret, seen when all are done (RULES §7.1)."""
    if old.stage != st.LEVYING or new.stage == st.LEVYING:
        return []
    out = []
    for clan in range(old.clans):
        for unit in range(4):
            forces = [
                PROVINCE_NAMES[p]
                for p in range(len(PROVINCE_NAMES))
                if new.land[p * st.LAND_WIDTH + st.OWNER] == clan
                and _more(old.land, new.land, p * st.LAND_WIDTH + st.FORCE + unit)
            ]
            armies = [
                PROVINCE_NAMES[new.army[row * st.ARMY_WIDTH + st.AT]]
                for row in range(clan * ARMIES_EACH, (clan + 1) * ARMIES_EACH)
                if _more(old.army, new.army, row * st.ARMY_WIDTH + st.UNITS + unit)
            ]
            for places, army in ((forces, False), (armies, True)):
                if places:
                    out.append(_raised(_name(clan), unit, places, army))
    return out


def _more(old: vec[i64], new: vec[i64], i: i64) -> bool:
    return bool(new[i] > old[i])


def _raised(clan: str, unit: int, places: list[str], army: bool) -> Saying:
    provinces = ", ".join(places)
    if army:
        return Saying("{clan} raises for the army: {units} ({provinces})", clan=clan, units=UNIT_PLURALS[unit],
                      provinces=provinces)  # fmt: skip
    return Saying("{clan} raises {units} ({provinces})", clan=clan, units=UNIT_PLURALS[unit], provinces=provinces)


def _round(old: ShogunState, new: ShogunState) -> list[Saying]:
    """The end of a round, and what everybody has for the next (RULES §13.7)."""
    if new.round <= old.round:
        return []
    out = [Saying("round {round} is over", round=int(old.round))]
    swords = [(int(old.clan[clan * st.CLAN_WIDTH + st.SWORD_HELD]), clan) for clan in range(new.clans)]
    out += [
        Saying("{clan} had sword {number}", clan=_name(clan), number=held) for held, clan in sorted(swords) if held > 0
    ]
    for clan in range(new.clans):
        if _alive(new, clan):
            held = sum(1 for p in range(len(PROVINCE_NAMES)) if new.land[p * st.LAND_WIDTH + st.OWNER] == clan)
            koku = int(new.clan[clan * st.CLAN_WIDTH + st.KOKU])
            out.append(Saying("{clan} holds {held} provinces and has {koku} koku", clan=_name(clan), held=held,
                              koku=koku))  # fmt: skip
    return out


def _side_units(t: ShogunState, fought: ShogunState, side: i64, unit: i64) -> i64:
    """Units of a type in `t` among those that are on a side of the battle in `fought`."""
    n: i64 = 0
    row, p = combat.side_army(fought, side), combat.side_force(fought, side)
    if row >= 0:
        n += t.army[row * st.ARMY_WIDTH + (st.ARMY_RONIN if unit == RONIN else st.UNITS + unit)]
    if p >= 0:
        n += t.land[p * st.LAND_WIDTH + (st.FORCE_RONIN if unit == RONIN else st.FORCE + unit)]
    return n


def _name(clan: i64) -> str:
    return CLAN_NAMES[clan].capitalize()


def _alive(t: ShogunState, clan: i64) -> bool:
    return bool(t.clan[clan * st.CLAN_WIDTH + st.ALIVE] == 1)


def _lands(old: ShogunState, new: ShogunState) -> list[Saying]:
    """Provinces that became empty (RULES §11.13, §11.14) or were moved into; those of a fallen clan go to its heir."""
    out = []
    for p in range(len(PROVINCE_NAMES)):
        was, now = old.land[p * st.LAND_WIDTH + st.OWNER], new.land[p * st.LAND_WIDTH + st.OWNER]
        if was == now:
            continue
        fought = p == old.att_to and old.stage in (st.ROLL, st.LOSE)
        if was >= 0 and not fought and not _alive(new, was):
            continue
        out.append(_changed(old, new, p, fought))
    return out


def _changed(old: ShogunState, new: ShogunState, p: i64, fought: bool) -> Saying:
    """One province that has another owner, or none."""
    was, now = old.land[p * st.LAND_WIDTH + st.OWNER], new.land[p * st.LAND_WIDTH + st.OWNER]
    place, building = PROVINCE_NAMES[p], _BUILDINGS[old.land[p * st.LAND_WIDTH + st.CASTLE]]
    if was < 0 and building:
        return Saying("{clan} takes {province} and its {building}", clan=_name(now), province=place, building=building)
    if was < 0:
        return Saying("{clan} takes {province}", clan=_name(now), province=place)
    if fought and _attacker_stands(old, new):
        victor, loser = _name(old.war), _name(was)
        if building:
            return Saying("{clan} drives {other_clan} out of {province} and its {building}", clan=victor,
                          other_clan=loser, province=place, building=building)  # fmt: skip
        return Saying("{clan} drives {other_clan} out of {province}", clan=victor, other_clan=loser, province=place)
    if building:
        return Saying("{clan} loses {province} and its {building}", clan=_name(was), province=place, building=building)
    return Saying("{clan} loses {province}", clan=_name(was), province=place)


def _attacker_stands(old: ShogunState, new: ShogunState) -> bool:
    """Both sides may perish at once; then nobody has driven anybody out (RULES §11.15)."""
    if old.att_army >= 0:
        return bool(new.army[old.att_army * st.ARMY_WIDTH + st.AT] >= 0)
    force = old.att_from * st.LAND_WIDTH + st.FORCE
    return any(new.land[force + unit] > 0 for unit in range(4))


def _armies(old: ShogunState, new: ShogunState) -> list[Saying]:
    """Daimyos lost, and their armies with them (RULES §12.2)."""
    return [
        Saying("{clan}'s army {number} is lost", clan=_name(row // ARMIES_EACH), number=int(row % ARMIES_EACH + 1))
        for row in range(old.clans * ARMIES_EACH)
        if old.army[row * st.ARMY_WIDTH + st.AT] >= 0 and new.army[row * st.ARMY_WIDTH + st.AT] == -1
    ]


def _clans(old: ShogunState, new: ShogunState) -> list[Saying]:
    """Clans that are out, and who takes over what they had (RULES §12.3-12.6)."""
    out = []
    for clan in range(old.clans):
        if not _alive(old, clan) or _alive(new, clan):
            continue
        heirs = [
            new.land[p * st.LAND_WIDTH + st.OWNER]
            for p in range(len(PROVINCE_NAMES))
            if old.land[p * st.LAND_WIDTH + st.OWNER] == clan and new.land[p * st.LAND_WIDTH + st.OWNER] >= 0
        ]
        if heirs:
            out.append(Saying("{other_clan} is out: {clan} takes over {number} of its provinces",
                              other_clan=_name(clan), clan=_name(heirs[0]), number=len(heirs)))  # fmt: skip
        else:
            out.append(Saying("{clan} is out", clan=_name(clan)))
    return out
