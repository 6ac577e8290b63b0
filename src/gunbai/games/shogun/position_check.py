"""Whether a position that somebody wrote can be played: every refusal is one line that names the field."""

from __future__ import annotations

from gunbai.core.errors import BadNotation
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    ARMY_START,
    ASHIGARU_LIMIT,
    CLAN_NAMES,
    FORCE_LIMIT,
    PROVINCE_IDS,
    SAMURAI_LIMIT,
)
from gunbai.games.shogun.limits import ronin_out_of_place
from gunbai.games.shogun.state import ARMY_WIDTH, CLAN_WIDTH, LAND_WIDTH, STAGE_NAMES, ShogunState

_AT_WAR = {
    *("move-begin", "move", "garrison", "along", "declare", "combat", "chain", "join", "defence", "roll", "lose"),
    *("press", "march", "send", "march-ronin", "final-begin"),
}
_BATTLE = {"join", "defence", "roll", "lose", "press"}


def check_limits(t: ShogunState) -> None:
    """Refuse troops that no rule could have made."""
    for p in range(len(PROVINCE_IDS)):
        name = PROVINCE_IDS[p]
        if t.force_size(p) > FORCE_LIMIT:
            raise BadNotation(f"{name}: a provincial force has at most {FORCE_LIMIT} regular units")
        if t.owner(p) < 0 and (t.force_size(p) or t.land[p * LAND_WIDTH + st.FORCE_RONIN]):
            raise BadNotation(f"{name}: units without an owner")
        # Attackers may all be gone while the defender still chooses his casualties.
        held = t.force_size(p) > 0 or t.army_in(p) >= 0 or (t.stage == st.LOSE and p == t.att_from)
        if t.stage > st.SPLIT and t.owner(p) >= 0 and not held:
            raise BadNotation(f"{name}: an owned province holds at least one unit")
    for row in range(int(t.clans * ARMIES_EACH)):
        i = row * int(ARMY_WIDTH)
        u = [int(t.army[i + st.UNITS + k]) for k in range(5)]
        if u[0] + u[1] > SAMURAI_LIMIT or u[2] + u[3] > ASHIGARU_LIMIT:
            raise BadNotation(f"{row_name(row)}: an army holds 4 samurai and 10 ashigaru at most")
        if any(t.army[i + st.JOINED + k] > u[k] for k in range(4)):
            raise BadNotation(f"{row_name(row)}: more units picked up than the army has")
        at = int(t.army[i + st.AT])
        if at >= 0 and t.owner(at) != row // int(ARMIES_EACH):
            raise BadNotation(f"{row_name(row)}: an army stands in a province of its own clan")
        if at < 0 and any(u) and (t.stage > st.MARKERS or u != [*ARMY_START, 0]):
            raise BadNotation(f"{row_name(row)}: an army without a place has no units")
    for c in range(int(t.clans)):
        if any(t.clan[c * CLAN_WIDTH + st.TRAY + unit] < 0 for unit in range(4)):
            raise BadNotation(f"{CLAN_NAMES[c]}: more units than the box holds; after a take-over write tray=")
    for broken in ronin_out_of_place(t):
        raise BadNotation(broken)


def check_moment(t: ShogunState) -> None:
    """Refuse counters that do not fit each other or the board."""
    stage = STAGE_NAMES[int(t.stage)]
    if stage in ("offer", "ninja-roll", "revenge-roll", "revenge"):
        _need(t.resume >= 0, "resume")
        _need(stage == "offer" or (t.strike_by >= 0 and t.strike_at >= 0), "strike_by and strike_at")
        stage = STAGE_NAMES[int(t.resume)]
    if stage in ("recover", "absorb"):
        _need(t.gain >= 0 and t.gain_army >= 0 and t.after >= 0, "gain, gain_army and after")
        at = t.army[(t.gain * ARMIES_EACH + t.gain_army) * ARMY_WIDTH + st.AT]
        _need((at >= 0) == (stage == "absorb"), "gain_army")
        return
    if stage == "plan":
        _check_plans(t)
    if stage == "split":
        _check_piles(t)
    if stage in ("spy", "take", "draw", "first-swords"):
        _need(t.turn >= 0, "turn")
    if t.stage <= st.MARKERS:
        _check_set_up(t, stage)
    if stage not in _AT_WAR:
        return
    _need(t.war >= 0 and t.clan[t.war * CLAN_WIDTH + st.ALIVE] == 1, "war, a clan in the game")
    if t.att_army >= 0:
        gone = stage == "lose" and t.army[t.att_army * ARMY_WIDTH + st.AT] < 0
        _need(t.att_army // ARMIES_EACH == t.war, "att_army of the clan at war")
        _need(gone or t.army[t.att_army * ARMY_WIDTH + st.AT] >= 0, "att_army on the board")
    if stage in _BATTLE:
        _check_battle(t, stage)
    elif stage == "chain":
        _need(t.att_army >= 0, "att_army")
    elif stage in ("garrison", "along"):
        _need(t.dest >= 0 and (t.att_army >= 0 or t.current >= 0), "dest and an army that moves")
        row = t.att_army if t.att_army >= 0 else t.war * ARMIES_EACH + t.current
        _need(t.army[row * ARMY_WIDTH + st.AT] >= 0, "the moving army on the board")
    elif stage in ("send", "march-ronin"):
        _need(t.att_from >= 0 and t.march_to >= 0 and t.owner(t.att_from) == t.war, "att_from and march_to")
        _need(t.march_join == 0 or t.army_in(t.march_to) >= 0, "an army in march_to")
        i = t.att_from * LAND_WIDTH
        resting = (t.land[i + st.FORCE + unit] - t.land[i + st.CAME + unit] for unit in range(4))
        _need(all(t.sent[unit] <= n for unit, n in enumerate(resting)), "sent, units that stand in att_from")


def _check_plans(t: ShogunState) -> None:
    for c in range(int(t.clans)):
        i = c * CLAN_WIDTH
        if t.clan[i + st.SEALED] == 0:
            planned = sum(int(t.clan[i + st.BINS + b]) for b in range(min(5, int(t.clan[i + st.STEP]))))
            _need(planned <= t.clan[i + st.KOKU], "koku for the bins that are filled")


def _check_set_up(t: ShogunState, stage: str) -> None:
    """Cards, swords and armies go round, so that `count` says what lies on the board (RULES §3)."""
    clans, count = int(t.clans), int(t.count)
    placed = 0
    if stage == "deal":
        players = t.options.players
        for seat in range(clans):
            dealt = max(0, (count - seat + players - 1) // players) if seat < players else 0
            _need(t.provinces_of(seat) == dealt, "count, the cards that are dealt")
    if stage in ("reinforce", "markers"):
        _need(all(t.clan_with_sword(k + 1) >= 0 for k in range(clans)), "swords for all clans")
        turns = int(t.board.reinforcements if stage == "reinforce" else t.board.armies)
        _need(0 <= count <= turns * clans, "count, the turns that are over")
        placed = count if stage == "markers" else 0
    for k in range(clans * int(ARMIES_EACH)):
        clan, army = int(t.clan_with_sword(k % clans + 1)) if placed else k % clans, k // clans
        on_board = t.army[(clan * ARMIES_EACH + army) * ARMY_WIDTH + st.AT] >= 0
        _need(on_board == (k < placed), "count, the armies that are placed")


def _check_piles(t: ShogunState) -> None:
    """Two players divide piles of the same size, and each of their colours gets half of one (RULES §15.2)."""
    each = len(t.board.provinces) // int(t.clans)
    for seat in range(2):
        half, other = int(t.provinces_of(seat)), int(t.provinces_of(seat + 2))
        _need(half + other == 2 * each and other <= each, "piles of the same size for both players")
    done = [p for p in list(t.board.provinces)[: int(t.count)] if t.owner(p) == t.slot]
    _need(len(done) <= each, "piles of the same size for both colours")


def _check_battle(t: ShogunState, stage: str) -> None:
    _need(t.att_from >= 0 and t.att_to >= 0, "att_from and att_to")
    _need(t.owner(t.att_from) == t.war, "att_from of the clan at war")
    _need(t.owner(t.att_to) >= 0 and not t.friends(t.owner(t.att_to), t.war), "att_to of an enemy")
    _need(stage == "lose" or t.att_army >= 0 or t.force_size(t.att_from) > 0, "attackers")
    if stage == "roll":
        _need(t.step in (1, 2, 4, 5, 6), "step of a roll")
    if stage == "lose":
        _need(t.step in (3, 7) and t.to_lose > 0, "step 3 or 7 and to_lose")


def _need(fits: bool, what: str) -> None:
    if not fits:
        raise BadNotation(f"moment: the counters do not fit the board: {what} is needed")


def row_name(row: int) -> str:
    """An army as positions name it: `red1`."""
    return f"{CLAN_NAMES[row // int(ARMIES_EACH)]}{row % int(ARMIES_EACH) + 1}"
