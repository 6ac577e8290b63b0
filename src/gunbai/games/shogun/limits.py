"""Every limit of the rules as a check of one position, hidden parts included; nothing here plays.

Some limits rest while a decision is half made. Where they do, the check says so and names the paragraph.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.games.shogun.data import (
    ARMIES_EACH,
    ASHIGARU_LIMIT,
    BASES,
    BIN_BUILD,
    BOW,
    BUILD_PRICE,
    CASTLE_BONUS,
    CASTLES,
    CLAN_NAMES,
    FORCE_LIMIT,
    FORTRESS_BONUS,
    GUN,
    PIECES,
    PROVINCE_IDS,
    PROVINCES,
    RONIN,
    SAMURAI_LIMIT,
    SPEAR,
    SWORD,
    UNIT_PLURALS,
)
from gunbai.games.shogun.hiring import levied
from gunbai.games.shogun.state import (
    ALIVE,
    ALONG,
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BINS,
    BONUS,
    CAME,
    CASTLE,
    CLAN_WIDTH,
    DEFENCE,
    FORCE,
    FORCE_AIM,
    FORCE_RONIN,
    GARRISON,
    HIDDEN,
    HOLE,
    JOINED,
    KOKU,
    LAND_WIDTH,
    LEVY,
    LOSE,
    MARKERS,
    MOVE,
    OVER,
    OWNER,
    PLAN,
    POINTS,
    SEALED,
    SPLIT,
    STEP,
    STRUCK,
    SWORD_HELD,
    TRAY,
    UNITS,
    VEILED,
    WAITS,
    ShogunState,
)

KOKU_IN_THE_BOX: Final[i64] = 30


def violations(t: ShogunState) -> list[str]:
    """What this position breaks, each with its paragraph; empty for every position that play can reach."""
    found: list[str] = []
    for p in range(PROVINCES):
        _check_province(t, p, found)
    for row in range(t.clans * ARMIES_EACH):
        _check_army(t, row, found)
    for c in range(t.clans):
        _check_clan(t, c, found)
    _check_pieces(t, found)
    _check_hidden(t, found)
    _check_ronin(t, found)
    _check_table(t, found)
    return found


def ronin_out_of_place(t: ShogunState) -> list[str]:
    """What a position breaks that has ronin where no play could have brought them, whatever the box holds."""
    found: list[str] = []
    for p in range(PROVINCES):
        _check_ronin_in(t, p, found)
    _check_hidden(t, found)
    return found


def _armies_move(t: ShogunState) -> bool:
    """Whether armies are on the move in phase A or D: they may pass, and hidden ronin may wait (RULES §9.4, §9.10)."""
    return t.stage in (MOVE, GARRISON, ALONG) and t.att_army < 0


def _in_battle(t: ShogunState, row: i64) -> bool:
    """Whether the army is choosing casualties, so that the limit of its ronin rests (RULES §11.6)."""
    return t.stage == LOSE and (row == t.att_army or t.army[row * ARMY_WIDTH + AT] == t.att_to)


# -- provinces -----------------------------------------------------------------------------------------------


def _check_province(t: ShogunState, p: i64, found: list[str]) -> None:
    name = PROVINCE_IDS[p]
    i = p * LAND_WIDTH
    owner = t.land[i + OWNER]
    force = t.force_size(p)
    army = t.army_in(p)
    for unit in range(5):
        n, came = t.land[i + FORCE + unit], t.land[i + CAME + unit]
        if n < 0 or came < 0 or came > n:
            found.append(f"§13.3 {name}: {n} {UNIT_PLURALS[unit]}, of which {came} have moved")
    if force > FORCE_LIMIT:
        found.append(f"§2.4 {name}: a force of {force}")
    if owner >= t.clans or (owner >= 0 and t.clan[owner * CLAN_WIDTH + ALIVE] == 0):
        found.append(f"§12.4 {name}: belongs to a clan that is out")
    # While casualties are named the attackers may all be gone already (RULES §11.6).
    held = force > 0 or army >= 0 or (t.stage == LOSE and p == t.att_from)
    if owner >= 0 and t.stage > SPLIT and not held:
        found.append(f"§2.6 {name}: owned without a unit")
    if owner < 0 and (force > 0 or t.land[i + FORCE_RONIN] > 0 or t.land[i + HIDDEN] > 0):
        found.append(f"§2.6 {name}: units in an empty province")
    if t.land[i + FORCE_AIM] >= 0 and (force == 0 or owner != t.war) and not (t.stage == LOSE and p == t.att_from):
        found.append(f"§10.1 {name}: a battle declared by no force of the clan at war")
    if t.land[i + LEVY] > 0 and owner < 0:
        found.append(f"§7.1 {name}: a levy without an owner")
    castle, bonus = t.land[i + CASTLE], t.land[i + BONUS]
    if not 0 <= castle <= 2 or not 0 <= bonus <= _bonus_of(castle):
        found.append(f"§11.8 {name}: {bonus} bonus defenders")
    _check_ronin_in(t, p, found)


def _bonus_of(castle: i64) -> i64:
    return FORTRESS_BONUS if castle == 2 else CASTLE_BONUS if castle == 1 else 0


def _check_ronin_in(t: ShogunState, p: i64, found: list[str]) -> None:
    """The ronin of a force, and the hidden ones that force and army must be able to lead (RULES §7.9, §9.10)."""
    i = p * LAND_WIDTH
    seen, hidden = t.land[i + FORCE_RONIN], t.land[i + HIDDEN]
    if hidden < 0:
        found.append(f"§7.8 {PROVINCE_IDS[p]}: {hidden} hidden ronin")
    fighting = t.stage == LOSE and p in (t.att_from, t.att_to)
    if fighting or (seen == 0 and hidden == 0):
        return
    led = max(t.force_size(p) - 1, 0)
    # Ronin that just showed themselves in a double-troop province wait for the defender's word (RULES §11.4).
    unled = t.picked if t.stage == DEFENCE and p == t.att_to else 0
    if seen - unled > led:
        found.append(f"§7.9 {PROVINCE_IDS[p]}: {seen} ronin with a force of {t.force_size(p)}")
    room = led - seen
    for row in range(t.clans * ARMIES_EACH):
        if t.army[row * ARMY_WIDTH + AT] == p:
            room += t.regulars(row) - t.army[row * ARMY_WIDTH + ARMY_RONIN]
    moving = _armies_move(t) and t.owner(p) == t.war
    if hidden > room and not moving:
        found.append(f"§7.9 {PROVINCE_IDS[p]}: {hidden} hidden ronin where troops have room for {room}")


# -- armies --------------------------------------------------------------------------------------------------


def _check_army(t: ShogunState, row: i64, found: list[str]) -> None:
    c, a = row // ARMIES_EACH, row % ARMIES_EACH
    name = f"{CLAN_NAMES[c]} army {a + 1}"
    i = row * ARMY_WIDTH
    at = t.army[i + AT]
    for unit in range(5):
        if t.army[i + UNITS + unit] < 0:
            found.append(f"§2.4 {name}: {t.army[i + UNITS + unit]} {UNIT_PLURALS[unit]}")
        if unit < RONIN and not 0 <= t.army[i + JOINED + unit] <= t.army[i + UNITS + unit]:
            found.append(f"§13.3 {name}: {t.army[i + JOINED + unit]} {UNIT_PLURALS[unit]} picked up")
    samurai = t.army[i + UNITS + BOW] + t.army[i + UNITS + SWORD]
    ashigaru = t.army[i + UNITS + GUN] + t.army[i + UNITS + SPEAR]
    if samurai > SAMURAI_LIMIT or ashigaru > ASHIGARU_LIMIT:
        found.append(f"§2.4 {name}: {samurai} samurai and {ashigaru} ashigaru")
    if t.army[i + ARMY_RONIN] > t.regulars(row) and not _in_battle(t, row):
        found.append(f"§7.9 {name}: {t.army[i + ARMY_RONIN]} ronin with {t.regulars(row)} units and the daimyo")
    on_track = 0 <= t.army[i + HOLE] < len(t.track)
    if not on_track:
        found.append(f"§13.9 {name}: its marker is beside the track")
    if at < 0:
        _check_absent_army(t, row, name, found)
        return
    if a >= t.board.armies or t.owner(at) != c:
        found.append(f"§2.3 {name}: stands in {PROVINCE_IDS[at]}, which is not its clan's")
    if t.army[i + POINTS] < 0 or (on_track and t.army[i + POINTS] > t.level(row)):
        found.append(f"§9.3 {name}: may move {t.army[i + POINTS]} provinces")
    if t.army[i + STRUCK] == 1 and (t.regulars(row) == 0 or t.army[i + ARMY_AIM] >= 0) and not _in_battle(t, row):
        found.append(f"§8.8 {name}: disrupted without a unit, or with a battle declared")
    for other in range(c * ARMIES_EACH, row):
        if t.army[other * ARMY_WIDTH + AT] == at and not (_armies_move(t) and c == t.war):
            found.append(f"§2.5 {name}: shares {PROVINCE_IDS[at]} with another army")


def _check_absent_army(t: ShogunState, row: i64, name: str, found: list[str]) -> None:
    i = row * ARMY_WIDTH
    if t.stage > MARKERS and (t.regulars(row) > 0 or t.army[i + ARMY_RONIN] > 0):
        found.append(f"§12.2 {name}: units without a daimyo")
    if t.army[i + STRUCK] == 1 or t.army[i + ARMY_AIM] >= 0:
        found.append(f"§12.2 {name}: lost, and yet struck or in a battle")
    if t.army[i + AT] == WAITS and t.clan[row // ARMIES_EACH * CLAN_WIDTH + ALIVE] == 0:
        found.append(f"§12.5 {name}: waits for a clan that is out")


# -- clans ---------------------------------------------------------------------------------------------------


def _check_clan(t: ShogunState, c: i64, found: list[str]) -> None:
    name = CLAN_NAMES[c]
    i = c * CLAN_WIDTH
    daimyos: i64 = 0
    for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        daimyos += 1 if t.army[row * ARMY_WIDTH + AT] >= 0 else 0
    sword = t.clan[i + SWORD_HELD]
    if t.clan[i + ALIVE] == 0:
        if daimyos > 0 or sword > 0 or t.clan[i + KOKU] > 0 or t.clan[i + VEILED] > 0 or t.ninja == c:
            found.append(f"§12.4 {name}: out, and yet it holds something")
        return
    # A last daimyo is lost when both sides have named their casualties, not before.
    if daimyos == 0 and t.stage > MARKERS and t.stage != LOSE:
        found.append(f"§12.3 {name}: in the game without a daimyo")
    if not 0 <= sword <= t.clans:
        found.append(f"§5.1 {name}: holds sword {sword}")
    for other in range(c):
        if sword > 0 and t.clan[other * CLAN_WIDTH + SWORD_HELD] == sword:
            found.append(f"§5.1 {name}: holds the same sword as {CLAN_NAMES[other]}")
    bins = _bins(t, c)
    if t.clan[i + KOKU] < 0 or bins < 0 or (t.stage == PLAN and t.clan[i + SEALED] == 0 and bins > t.clan[i + KOKU]):
        found.append(f"§4.1 {name}: {bins} koku in the bins and {t.clan[i + KOKU]} in hand")
    if t.clan[i + BINS + BIN_BUILD] not in (0, BUILD_PRICE):
        found.append(f"§4.2 {name}: {t.clan[i + BINS + BIN_BUILD]} koku for building")
    units = levied(t, c)
    for unit in range(4):
        if t.clan[i + TRAY + unit] < units[unit]:
            found.append(f"§7.4 {name}: {units[unit]} {UNIT_PLURALS[unit]} levied from a tray of too few")
    if _should_have_won(t, c):
        found.append(f"§14.1 {name}: owns enough provinces, and the game goes on")


def _bins(t: ShogunState, c: i64) -> i64:
    """Koku in the bins that hold a plan; while a clan plans, those behind its present step are old."""
    i = c * CLAN_WIDTH
    planned: i64 = t.clan[i + STEP] if t.stage == PLAN and t.clan[i + SEALED] == 0 else 5
    total: i64 = 0
    for b in range(planned):
        if t.clan[i + BINS + b] < 0:
            return -1
        total += t.clan[i + BINS + b]
    return total


def _should_have_won(t: ShogunState, c: i64) -> bool:
    """Whether a clan should have won already."""
    return t.at_once and t.stage > SPLIT and t.stage != OVER and t.provinces_of(c) >= t.goal


# -- pieces --------------------------------------------------------------------------------------------------


def _check_pieces(t: ShogunState, found: list[str]) -> None:
    """The box holds so many pieces of each colour; colours mix when a clan falls (RULES §1.2, §12.4)."""
    whole = t.clans_alive() == t.clans
    for unit in range(4):
        total: i64 = 0
        for c in range(t.clans):
            n = t.clan[c * CLAN_WIDTH + TRAY + unit]
            for row in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
                n += t.army[row * ARMY_WIDTH + UNITS + unit]
            for p in range(PROVINCES):
                if t.owner(p) == c:
                    n += t.land[p * LAND_WIDTH + FORCE + unit]
            total += n
            if whole and n != PIECES[unit]:
                found.append(f"§1.2 {CLAN_NAMES[c]}: {n} {UNIT_PLURALS[unit]} in all")
        if total != t.clans * PIECES[unit]:
            found.append(f"§1.2 {total} {UNIT_PLURALS[unit]} in all")
    castles, bases = t.castles, t.bases
    for p in range(PROVINCES):
        castles += 1 if t.land[p * LAND_WIDTH + CASTLE] >= 1 else 0
        bases += 1 if t.land[p * LAND_WIDTH + CASTLE] == 2 else 0
    if castles != CASTLES or bases != BASES or t.castles < 0 or t.bases < 0:
        found.append(f"§1.2 {castles} castles and {bases} bases in all, {t.castles} and {t.bases} in the tray")
    koku: i64 = 0
    for c in range(t.clans):
        koku += t.clan[c * CLAN_WIDTH + KOKU]
        if t.stage != PLAN or t.clan[c * CLAN_WIDTH + SEALED] == 1:
            koku += _bins(t, c)
    if koku > KOKU_IN_THE_BOX:
        found.append(f"§13.7 {koku} koku in all")


def _check_hidden(t: ShogunState, found: list[str]) -> None:
    """A clan hides no more ronin than it has hired and not shown; some may stay unused."""
    for c in range(t.clans):
        hidden: i64 = 0
        for p in range(PROVINCES):
            if t.owner(p) == c:
                hidden += t.land[p * LAND_WIDTH + HIDDEN]
        if hidden > t.clan[c * CLAN_WIDTH + VEILED]:
            found.append(f"§7.8 {CLAN_NAMES[c]}: {hidden} hidden ronin of {t.clan[c * CLAN_WIDTH + VEILED]}")


def _check_ronin(t: ShogunState, found: list[str]) -> None:
    """Ronin in the tray, in sight and hidden are always the same number."""
    total = t.pool
    for c in range(t.clans):
        total += t.clan[c * CLAN_WIDTH + VEILED]
    for row in range(t.clans * ARMIES_EACH):
        total += t.army[row * ARMY_WIDTH + ARMY_RONIN]
    for p in range(PROVINCES):
        total += t.land[p * LAND_WIDTH + FORCE_RONIN]
    if t.pool < 0 or total != t.options.integer("ronin"):
        found.append(f"§1.2 {total} ronin in all, {t.pool} in the tray")


def _check_table(t: ShogunState, found: list[str]) -> None:
    """What belongs to no clan: the provinces outside the map, the ninja, units on their way."""
    on_board = [False] * int(PROVINCES)
    for i in range(len(t.board.provinces)):
        on_board[t.board.provinces[i]] = True
    for p in range(PROVINCES):
        if not on_board[p] and (t.owner(p) >= 0 or t.land[p * LAND_WIDTH + CASTLE] > 0):
            found.append(f"§1.3 {PROVINCE_IDS[p]}: is not on this map")
    if t.ninja >= t.clans:
        found.append("§8.1 the ninja serves nobody at the table")
    for unit in range(RONIN):
        if t.sent[unit] < 0 or t.sent[unit] > PIECES[SPEAR]:
            found.append(f"§13.4 {t.sent[unit]} {UNIT_PLURALS[unit]} on the march")
