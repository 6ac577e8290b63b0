"""Why an action is refused: the paragraph of RULES.md and one line that gives away nothing hidden."""

from __future__ import annotations

from typing import Final

from gunbai.games.shogun.actions import (
    A_ABSORB,
    A_ALONG,
    A_ATTACK,
    A_BIN,
    A_CASTLE,
    A_DECLARE_ARMY,
    A_DECLARE_FORCE,
    A_DONE,
    A_ENTER,
    A_FORTRESS,
    A_HIDE,
    A_LEAVE,
    A_LEVY,
    A_LEVY_ARMY,
    A_LOSE_ARMY,
    A_LOSE_FORCE,
    A_MARCH,
    A_MARCH_JOIN,
    A_MARKER,
    A_MOVE,
    A_PICK,
    A_RECOVER,
    A_REINFORCE,
    A_SEND,
    A_STRIKE,
    A_TAKE,
    A_WISH,
    known,
    text_of,
)
from gunbai.games.shogun.data import ARMIES_EACH, BIN_BUILD, BIN_NAMES, BIN_NINJA, PROVINCE_NAMES, UNIT_NAMES
from gunbai.games.shogun.losing import has_room
from gunbai.games.shogun.state import (
    ARMY_WIDTH,
    AT,
    BARRED,
    BINS,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    KOKU,
    LAND_WIDTH,
    LEVY,
    OVER,
    POINTS,
    SPENT,
    STAGE_NAMES,
    STEP,
    STRUCK,
    TRAY,
    ShogunState,
)

# Stage -> the paragraph that says what may be done now, and what that is.
_WAITS: Final = {
    "deal": ("3.2", "a province card to be dealt"),
    "split": ("15.2", "a card to be given to one of the two colours"),
    "first-swords": ("3.4", "a sword to be drawn"),
    "reinforce": ("3.6", "two spearmen for a province"),
    "markers": ("3.7", "an army marker"),
    "plan": ("4.1", "koku for the next bin"),
    "spy": ("4.5", "the spy's errand"),
    "wishes": ("5.3", "the sword a tied bidder asks for"),
    "tie": ("5.3", "the lot among tied bidders"),
    "take": ("5.2", "a sword to be taken"),
    "draw": ("5.4", "a sword to be drawn"),
    "build": ("6.1", "a castle or a fortress"),
    "levy": ("7.1", "the next levied unit"),
    "hire": ("7.8", "the next ronin to be hidden"),
    "offer": ("8.3", "the ninja's decision"),
    "ninja-roll": ("8.4", "the ninja's die"),
    "revenge-roll": ("8.5", "the die of revenge"),
    "revenge": ("8.5", "the victim of revenge"),
    "move": ("9.3", "army movement"),
    "garrison": ("9.7", "the garrison that stays behind"),
    "along": ("9.9", "the ronin that go along"),
    "declare": ("10.1", "declarations of battle"),
    "combat": ("11.1", "the next battle"),
    "chain": ("11.10", "the army's next attack"),
    "join": ("11.4", "the hidden ronin that join the attack"),
    "defence": ("11.4", "who leads the ronin in defence"),
    "roll": ("11.5", "dice"),
    "lose": ("11.6", "casualties"),
    "press": ("11.9", "pressing on or calling off"),
    "march": ("13.4", "the movement of provincial forces"),
    "send": ("13.4", "the units that march"),
    "march-ronin": ("13.5", "the ronin that march along"),
    "recover": ("12.5", "a place for a recovered daimyo"),
    "absorb": ("12.5", "units for a recovered daimyo"),
    "over": ("14.1", "nothing: the game is over"),
}


def why_not(t: ShogunState, action: int) -> tuple[str, str]:
    """Paragraph and reason for an action that is not legal."""
    paragraph, waiting = _WAITS[STAGE_NAMES[int(t.stage)]]
    if not known(action):
        return paragraph, f"{action} is not an action of Shogun"
    if t.stage != OVER:
        reason = _special(t, action >> 16, (action >> 8) & 255, action & 255)
        if reason is not None:
            return reason
    return paragraph, f"'{text_of(action)}' is not possible now; the game waits for {waiting}"


def _special(t: ShogunState, kind: int, x: int, y: int) -> tuple[str, str] | None:
    name = STAGE_NAMES[int(t.stage)]
    if name in ("reinforce", "markers") and kind in (A_REINFORCE, A_MARKER):
        return _placing(t, kind, x)
    if name == "plan" and kind == A_BIN:
        return _plan(t, x, y)
    if name in ("take", "wishes") and kind in (A_TAKE, A_WISH):
        if not 1 <= x <= t.clans_alive():
            return "5.1", f"there is no sword {x}: {t.clans_alive()} colours use swords 1 to {t.clans_alive()}"
        return "5.2", f"sword {x} is taken already"
    if name == "build" and kind in (A_CASTLE, A_FORTRESS):
        return _build(t, kind, x)
    if name == "levy" and kind in (A_LEVY, A_LEVY_ARMY):
        return _levy(t, kind, x, y)
    if name == "hire" and kind == A_HIDE:
        if t.owner(x) != t.turn:
            return "7.8", f"{PROVINCE_NAMES[x]} is not yours"
        return "7.9", f"{PROVINCE_NAMES[x]} can hold no more ronin, or earlier provinces come first"
    if name == "offer" and kind == A_STRIKE:
        return "8.3", "there is no such enemy daimyo to strike"
    if name == "move" and kind in (A_MOVE, A_PICK):
        return _movement(t, kind, x, y)
    if name == "move" and kind == A_DONE:
        return "9.4", "two armies cannot stay in one province, and hidden ronin need a troop to lead them"
    if name == "garrison" and kind in (A_LEAVE, A_DONE):
        return "9.7", "a garrison is one to five regular units of the army, and ronin need one unit more than they are"
    if name == "along" and kind == A_ALONG:
        return "9.10", "ronin must stay one fewer than the units of each troop"
    if name == "declare" and kind in (A_DECLARE_ARMY, A_DECLARE_FORCE):
        return _declare(t, kind, x, y)
    if name == "chain" and kind in (A_ATTACK, A_ENTER):
        return _attack(t, kind, x)
    if name == "lose" and kind in (A_LOSE_ARMY, A_LOSE_FORCE):
        return "11.6", "this unit is not there, comes earlier in the list, or would leave too many ronin"
    if name in ("march", "send") and kind in (A_MARCH, A_MARCH_JOIN, A_SEND, A_DONE):
        return _march(t, kind, x, y)
    if name == "recover" and kind == A_RECOVER:
        return "12.5", f"{PROVINCE_NAMES[x]} is not a province of yours without an army"
    if name == "absorb" and kind == A_ABSORB:
        return "12.5", f"no {UNIT_NAMES[x]} there has a square on the army card"
    return None


def _placing(t: ShogunState, kind: int, p: int) -> tuple[str, str]:
    paragraph = "3.6" if kind == A_REINFORCE else "3.7"
    if t.owner(p) != t.turn:
        return paragraph, f"{PROVINCE_NAMES[p]} is not yours"
    if kind == A_REINFORCE:
        return paragraph, f"{PROVINCE_NAMES[p]} has been reinforced already"
    return paragraph, f"{PROVINCE_NAMES[p]} has an army marker already"


def _plan(t: ShogunState, b: int, koku: int) -> tuple[str, str]:
    i = t.turn * CLAN_WIDTH
    due = int(t.clan[i + STEP])
    left = int(t.clan[i + KOKU]) - sum(int(t.clan[i + BINS + k]) for k in range(due))
    if b != due:
        return "4.1", f"the bins are filled in order; {BIN_NAMES[due] if due < 5 else 'none'} is next"
    if b == BIN_BUILD and koku not in (0, 2):
        return "4.2", f"the build bin takes 2 koku or none, not {koku}"
    if b == BIN_NINJA and koku < left:
        return "4.1", f"all koku must be planned: {left - koku} would be held back"
    return "4.1", f"there are {left} koku left to plan, not {koku}"


def _build(t: ShogunState, kind: int, p: int) -> tuple[str, str]:
    if t.owner(p) != t.turn:
        return "6.1", f"{PROVINCE_NAMES[p]} is not yours"
    castle = t.land[p * LAND_WIDTH + CASTLE]
    if kind == A_CASTLE:
        return ("6.1", f"{PROVINCE_NAMES[p]} has a castle already") if castle else ("6.4", "no castle is left")
    if castle != 1:
        return "6.2", f"a fortress needs a castle, and {PROVINCE_NAMES[p]} has none to fortify"
    return "6.4", "no fortification base is left"


def _levy(t: ShogunState, kind: int, unit: int, p: int) -> tuple[str, str]:
    if t.owner(p) != t.turn:
        return "7.3", f"{PROVINCE_NAMES[p]} is not yours"
    if unit > 3:
        return "7.2", "ronin are hired, not levied"
    if t.land[p * LAND_WIDTH + LEVY]:
        return "7.3", f"one levied unit a province: {PROVINCE_NAMES[p]} has one"
    if t.clan[t.turn * CLAN_WIDTH + TRAY + unit] == 0:
        return "7.4", f"no {UNIT_NAMES[unit]} is left in your tray"
    if kind == A_LEVY and t.force_size(p) >= 5:
        return "7.5", f"the provincial force of {PROVINCE_NAMES[p]} is full"
    if kind == A_LEVY_ARMY:
        row = t.army_in(p)
        if row < 0:
            return "7.5", f"no army of yours is in {PROVINCE_NAMES[p]}"
        if not has_room(t, row, unit):
            return "2.4", f"the army in {PROVINCE_NAMES[p]} has no square left for a {UNIT_NAMES[unit]}"
    return "7.2", "your koku do not buy this, or it comes earlier in the list"


def _movement(t: ShogunState, kind: int, a: int, y: int) -> tuple[str, str]:
    row = int(t.war) * int(ARMIES_EACH) + a
    i = row * ARMY_WIDTH
    at = int(t.army[i + AT])
    if at < 0:
        return "12.2", f"army {a + 1} is lost"
    if t.army[i + STRUCK]:
        return "8.6", f"army {a + 1} is disrupted and stays where it is"
    if kind == A_PICK:
        if y < 4 and t.land[at * LAND_WIDTH + FORCE + y] and not has_room(t, row, y):
            return "2.4", f"army {a + 1} has no square left for a {UNIT_NAMES[y]}"
        return "9.6", f"army {a + 1} cannot pick up a {UNIT_NAMES[y]} here"
    if not t.board.adjacent(at, y):
        return "1.4", f"{PROVINCE_NAMES[at]} and {PROVINCE_NAMES[y]} are not adjacent"
    if t.army[i + SPENT] or t.army[i + POINTS] < 1:
        return "9.3", f"army {a + 1} has finished its movement"
    if t.owner(y) < 0:
        if t.final == 0:
            return "9.3", f"{PROVINCE_NAMES[y]} is empty, and phase A enters friendly provinces only"
    elif t.owner(y) != t.war:
        return "9.3", f"{PROVINCE_NAMES[y]} is not friendly"
    if t.army_in(y) >= 0:
        return "9.4", f"an army of yours is in {PROVINCE_NAMES[y]} and cannot make way"
    if t.force_size(at) == 0 and t.regulars(row) == 0:
        return "9.7", f"army {a + 1} would leave {PROVINCE_NAMES[at]} empty"
    return "9.10", f"army {a + 1} cannot leave {PROVINCE_NAMES[at]} now without too many ronin in one troop"


def _declare(t: ShogunState, kind: int, x: int, y: int) -> tuple[str, str]:
    at = int(t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + AT]) if kind == A_DECLARE_ARMY else x
    if kind == A_DECLARE_ARMY and t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + STRUCK]:
        return "8.6", f"army {x + 1} is disrupted"
    if at < 0 or t.owner(at) != t.war or (kind == A_DECLARE_FORCE and t.force_size(at) == 0):
        return "10.1", "you have no such troop there"
    if not t.board.adjacent(at, y):
        return "1.4", f"{PROVINCE_NAMES[at]} and {PROVINCE_NAMES[y]} are not adjacent"
    if t.owner(y) >= 0 and t.friends(t.owner(y), t.war):
        return "10.1", f"{PROVINCE_NAMES[y]} is not an enemy's"
    if t.bans and t.round == 1 and t.army_in(y) >= 0:
        return "10.4", f"an army is in {PROVINCE_NAMES[y]}, which nobody attacks in the first round"
    return "10.2", "each troop declares once, armies before forces, in the order of the map"


def _attack(t: ShogunState, kind: int, q: int) -> tuple[str, str]:
    at = int(t.army[t.att_army * ARMY_WIDTH + AT])
    if not t.board.adjacent(at, q):
        return "1.4", f"{PROVINCE_NAMES[at]} and {PROVINCE_NAMES[q]} are not adjacent"
    if kind == A_ATTACK:
        if t.land[q * LAND_WIDTH + BARRED]:
            return "11.11", f"the attack on {PROVINCE_NAMES[q]} was called off; this army cannot return to it"
        return "11.10", f"{PROVINCE_NAMES[q]} is not an enemy's"
    return "11.12", f"{PROVINCE_NAMES[q]} is not empty, or too few attacks or units are left to enter it"


def _march(t: ShogunState, kind: int, x: int, y: int) -> tuple[str, str]:
    if kind in (A_MARCH, A_MARCH_JOIN):
        if t.owner(x) != t.war:
            return "13.4", f"{PROVINCE_NAMES[x]} is not yours"
        if not t.board.adjacent(x, y):
            return "1.4", f"{PROVINCE_NAMES[x]} and {PROVINCE_NAMES[y]} are not adjacent"
        if t.force_size(x) == 1 and t.army_in(x) < 0:
            return "9.7", f"the last unit cannot leave {PROVINCE_NAMES[x]}"
    return "13.4", "these units have moved, find no room, or would leave the province empty or with too many ronin"
