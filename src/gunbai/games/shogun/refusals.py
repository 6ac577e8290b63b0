"""Why an action is refused: the paragraph of RULES.md and one line that gives away nothing hidden."""

from __future__ import annotations

from typing import Final

from gunbai.core.errors import IllegalAction
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
    A_PRESS,
    A_RECOVER,
    A_REINFORCE,
    A_SEND,
    A_STRIKE,
    A_TAKE,
    A_WISH,
    known,
    text_of,
)
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_BUILD,
    BIN_LEVY,
    BIN_NAMES,
    BIN_NINJA,
    CLAN_NAMES,
    PROVINCE_NAMES,
    PROVINCE_NUMBER,
    RONIN,
    UNIT_NAMES,
)
from gunbai.games.shogun.hiring import PHASE, levied, levy_cost, ronin_room
from gunbai.games.shogun.losing import has_room
from gunbai.games.shogun.state import (
    ARMY_WIDTH,
    AT,
    BARRED,
    BINS,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    FORCE_RONIN,
    KOKU,
    LAND_WIDTH,
    LAST,
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
from gunbai.games.shogun.war import is_enemy, may_declare

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


def why_not(t: ShogunState, action: int) -> IllegalAction:
    """Paragraph and reason for an action that is not legal."""
    paragraph, waiting = _WAITS[STAGE_NAMES[int(t.stage)]]
    if not known(action):
        return IllegalAction(paragraph, "{number} is not an action of Shogun", number=action)
    if t.stage != OVER:
        reason = _special(t, action >> 16, (action >> 8) & 255, action & 255)
        if reason is not None:
            return reason
    return IllegalAction(
        paragraph, "'{text}' is not possible now; the game waits for {waiting}", text=text_of(action), waiting=waiting
    )


def _special(t: ShogunState, kind: int, x: int, y: int) -> IllegalAction | None:
    name = STAGE_NAMES[int(t.stage)]
    if name in ("reinforce", "markers") and kind in (A_REINFORCE, A_MARKER):
        return _placing(t, kind, x)
    if name == "press" and kind == A_PRESS:
        return IllegalAction(
            "11.16",
            "a battle has at most {most} rounds of combat, and the last one is over: call it off",
            most=t.options.integer("combat_rounds"),
        )
    if name == "plan" and kind == A_BIN:
        return _plan(t, x, y)
    if name in ("take", "wishes") and kind in (A_TAKE, A_WISH):
        if not 1 <= x <= t.clans_alive():
            return IllegalAction(
                "5.1",
                "there is no sword {number}: {swords} colours use swords 1 to {swords}",
                number=x,
                swords=t.clans_alive(),
            )
        return IllegalAction("5.2", "sword {number} is taken already", number=x)
    if name == "build" and kind in (A_CASTLE, A_FORTRESS):
        return _build(t, kind, x)
    if name == "levy" and kind in (A_LEVY, A_LEVY_ARMY):
        return _levy(t, kind, x, y)
    if name == "hire" and kind == A_HIDE:
        if t.owner(x) != t.turn:
            return IllegalAction("7.8", "{province} is not yours", province=PROVINCE_NAMES[x])
        if ronin_room(t, x) <= 0:
            return IllegalAction("7.9", "{province} can hold no more ronin", province=PROVINCE_NAMES[x])
        return IllegalAction("7.8", "ronin are hidden in the order of the map, and {province} comes earlier",
                             province=PROVINCE_NAMES[x])  # fmt: skip
    if name == "offer" and kind == A_STRIKE:
        return IllegalAction("8.3", "there is no such enemy daimyo to strike")
    if name == "move" and kind in (A_MOVE, A_PICK):
        return _movement(t, kind, x, y)
    if name == "move" and kind == A_DONE:
        return IllegalAction(
            "9.4", "two armies cannot stay in one province, and hidden ronin need a troop to lead them"
        )
    if name == "garrison" and kind in (A_LEAVE, A_DONE):
        return IllegalAction(
            "9.7", "a garrison is one to five regular units of the army, and ronin need one unit more than they are"
        )
    if name == "along" and kind == A_ALONG:
        return IllegalAction("9.10", "ronin must stay one fewer than the units of each troop")
    if name == "declare" and kind in (A_DECLARE_ARMY, A_DECLARE_FORCE):
        return _declare(t, kind, x, y)
    if name == "chain" and kind in (A_ATTACK, A_ENTER):
        return _attack(t, kind, x)
    if name == "lose" and kind in (A_LOSE_ARMY, A_LOSE_FORCE):
        return IllegalAction("11.6", "this unit is not there, comes earlier in the list, or would leave too many ronin")
    if name in ("march", "send") and kind in (A_MARCH, A_MARCH_JOIN, A_SEND, A_DONE):
        return _march(t, kind, x, y)
    if name == "recover" and kind == A_RECOVER:
        return IllegalAction(
            "12.5", "{province} is not a province of yours without an army", province=PROVINCE_NAMES[x]
        )
    if name == "absorb" and kind == A_ABSORB:
        return IllegalAction("12.5", "no {unit} there has a square on the army card", unit=UNIT_NAMES[x])
    return None


def _placing(t: ShogunState, kind: int, p: int) -> IllegalAction:
    paragraph = "3.6" if kind == A_REINFORCE else "3.7"
    if t.owner(p) != t.turn:
        return IllegalAction(paragraph, "{province} is not yours", province=PROVINCE_NAMES[p])
    if kind == A_REINFORCE:
        return IllegalAction(paragraph, "{province} has been reinforced already", province=PROVINCE_NAMES[p])
    return IllegalAction(paragraph, "{province} has an army marker already", province=PROVINCE_NAMES[p])


def _plan(t: ShogunState, b: int, koku: int) -> IllegalAction:
    i = t.turn * CLAN_WIDTH
    due = int(t.clan[i + STEP])
    left = int(t.clan[i + KOKU]) - sum(int(t.clan[i + BINS + k]) for k in range(due))
    if b != due:
        return IllegalAction(
            "4.1", "the bins are filled in order; {bin} is next", bin=BIN_NAMES[due] if due < 5 else "none"
        )
    if b == BIN_BUILD and koku not in (0, 2):
        return IllegalAction("4.2", "the build bin takes 2 koku or none, not {koku}", koku=koku)
    if b == BIN_NINJA and koku < left:
        return IllegalAction("4.1", "all koku must be planned: {held} would be held back", held=left - koku)
    return IllegalAction("4.1", "there are {left} koku left to plan, not {koku}", left=left, koku=koku)


def _build(t: ShogunState, kind: int, p: int) -> IllegalAction:
    if t.owner(p) != t.turn:
        return IllegalAction("6.1", "{province} is not yours", province=PROVINCE_NAMES[p])
    castle = t.land[p * LAND_WIDTH + CASTLE]
    if kind == A_CASTLE:
        if castle:
            return IllegalAction("6.1", "{province} has a castle already", province=PROVINCE_NAMES[p])
        return IllegalAction("6.4", "no castle is left")
    if castle != 1:
        return IllegalAction(
            "6.2", "a fortress needs a castle, and {province} has none to fortify", province=PROVINCE_NAMES[p]
        )
    return IllegalAction("6.4", "no fortification base is left")


def _levy(t: ShogunState, kind: int, unit: int, p: int) -> IllegalAction:
    if t.owner(p) != t.turn:
        return IllegalAction("7.3", "{province} is not yours", province=PROVINCE_NAMES[p])
    if unit > 3:
        return IllegalAction("7.2", "ronin are hired, not levied")
    if t.land[p * LAND_WIDTH + LEVY]:
        return IllegalAction("7.3", "one levied unit a province: {province} has one", province=PROVINCE_NAMES[p])
    if t.clan[t.turn * CLAN_WIDTH + TRAY + unit] <= levied(t, t.turn)[unit]:
        return IllegalAction("7.4", "no {unit} is left in your tray", unit=UNIT_NAMES[unit])
    if kind == A_LEVY and t.force_size(p) >= 5:
        return IllegalAction("7.5", "the provincial force of {province} is full", province=PROVINCE_NAMES[p])
    if kind == A_LEVY_ARMY:
        row = t.army_in(p)
        if row < 0:
            return IllegalAction("7.5", "no army of yours is in {province}", province=PROVINCE_NAMES[p])
        if not has_room(t, row, unit):
            return IllegalAction(
                "2.4",
                "the army in {province} has no square left for a {unit}",
                province=PROVINCE_NAMES[p],
                unit=UNIT_NAMES[unit],
            )
    u = t.copy()
    PHASE.apply(u, kind, unit, p)
    if levy_cost(u, t.turn) > t.clan[t.turn * CLAN_WIDTH + BINS + BIN_LEVY]:
        return IllegalAction("7.2", "your koku do not pay for one more {unit}", unit=UNIT_NAMES[unit])
    return IllegalAction("7.1", "units are levied kind by kind in the order of the map: this comes earlier or later")


def _movement(t: ShogunState, kind: int, a: int, y: int) -> IllegalAction:
    row = int(t.war) * int(ARMIES_EACH) + a
    i = row * ARMY_WIDTH
    at = int(t.army[i + AT])
    if at < 0:
        return IllegalAction("12.2", "army {army} is lost", army=a + 1)
    if t.army[i + STRUCK]:
        return IllegalAction("8.6", "army {army} is disrupted and stays where it is", army=a + 1)
    if kind == A_PICK:
        if y < 4 and t.land[at * LAND_WIDTH + FORCE + y] and not has_room(t, row, y):
            return IllegalAction("2.4", "army {army} has no square left for a {unit}", army=a + 1, unit=UNIT_NAMES[y])
        if y == RONIN and t.land[at * LAND_WIDTH + FORCE_RONIN]:
            return IllegalAction(
                "9.8",
                "army {army} takes ronin only with a unit of the same force, and only as many as it can lead",
                army=a + 1,
            )
        return IllegalAction("9.6", "army {army} cannot pick up a {unit} here", army=a + 1, unit=UNIT_NAMES[y])
    if not t.board.adjacent(at, y):
        return _not_adjacent(at, y)
    if t.army[i + SPENT] or t.army[i + POINTS] < 1:
        return IllegalAction("9.3", "army {army} has finished its movement", army=a + 1)
    if t.owner(y) < 0:
        if t.final == 0:
            return IllegalAction(
                "9.3",
                "{province} is empty, and phase A enters friendly provinces only",
                province=PROVINCE_NAMES[y],
            )
    elif t.owner(y) != t.war:
        return IllegalAction("9.3", "{province} is not friendly", province=PROVINCE_NAMES[y])
    if t.army_in(y) >= 0:
        return IllegalAction("9.4", "an army of yours is in {province} and cannot make way", province=PROVINCE_NAMES[y])
    if t.force_size(at) == 0 and t.regulars(row) == 0:
        return IllegalAction("9.7", "army {army} would leave {province} empty", army=a + 1, province=PROVINCE_NAMES[at])
    return IllegalAction(
        "9.10",
        "army {army} cannot leave {province} now without too many ronin in one troop",
        army=a + 1,
        province=PROVINCE_NAMES[at],
    )


def _not_adjacent(p: int, q: int) -> IllegalAction:
    return IllegalAction(
        "1.4",
        "{province} and {goal_province} are not adjacent",
        province=PROVINCE_NAMES[p],
        goal_province=PROVINCE_NAMES[q],
    )


def _declare(t: ShogunState, kind: int, x: int, y: int) -> IllegalAction:
    at = int(t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + AT]) if kind == A_DECLARE_ARMY else x
    if kind == A_DECLARE_ARMY and t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + STRUCK]:
        return IllegalAction("8.6", "army {army} is disrupted", army=x + 1)
    if at < 0 or t.owner(at) != t.war or (kind == A_DECLARE_FORCE and t.force_size(at) == 0):
        return IllegalAction("10.1", "you have no such troop there")
    if not t.board.adjacent(at, y):
        return _not_adjacent(at, y)
    if t.owner(y) >= 0 and t.friends(t.owner(y), t.war):
        return IllegalAction("10.1", "{province} is not an enemy's", province=PROVINCE_NAMES[y])
    if t.bans and t.round == 1 and t.army_in(y) >= 0:
        return IllegalAction(
            "10.4",
            "an army is in {province}, which nobody attacks in the first round",
            province=PROVINCE_NAMES[y],
        )
    return IllegalAction("10.2", "each troop declares once, armies before forces, in the order of the map")


def _attack(t: ShogunState, kind: int, q: int) -> IllegalAction:
    at = int(t.army[t.att_army * ARMY_WIDTH + AT])
    if not t.board.adjacent(at, q):
        return _not_adjacent(at, q)
    if kind == A_ATTACK:
        if t.land[q * LAND_WIDTH + BARRED]:
            return IllegalAction(
                "11.11",
                "the attack on {province} was called off; this army cannot return to it",
                province=PROVINCE_NAMES[q],
            )
        return IllegalAction("11.10", "{province} is not an enemy's", province=PROVINCE_NAMES[q])
    return IllegalAction(
        "11.12",
        "{province} is not empty, or too few attacks or units are left to enter it",
        province=PROVINCE_NAMES[q],
    )


def _march(t: ShogunState, kind: int, x: int, y: int) -> IllegalAction:
    if kind in (A_MARCH, A_MARCH_JOIN):
        if t.owner(x) != t.war:
            return IllegalAction("13.4", "{province} is not yours", province=PROVINCE_NAMES[x])
        if not t.board.adjacent(x, y):
            return _not_adjacent(x, y)
        if t.force_size(x) == 1 and t.army_in(x) < 0:
            return IllegalAction("9.7", "the last unit cannot leave {province}", province=PROVINCE_NAMES[x])
    return IllegalAction(
        "13.4", "these units have moved, find no room, or would leave the province empty or with too many ronin"
    )


# -- things on the board ---------------------------------------------------------------------------------------


def why_not_here(t: ShogunState, place: str) -> IllegalAction:
    """Paragraph and reason why no legal action begins with a province or an army."""
    if place not in PROVINCE_NUMBER:
        clan, number = place.split(" ")
        row = CLAN_NAMES.index(clan) * int(ARMIES_EACH) + int(number) - 1
        return _no_army(t, row) or _no_part(t)
    return _no_province(t, PROVINCE_NUMBER[place]) or _no_part(t)


def _no_part(t: ShogunState) -> IllegalAction:
    paragraph, waiting = _WAITS[STAGE_NAMES[int(t.stage)]]
    return IllegalAction(paragraph, "this has no part in it now; the game waits for {waiting}", waiting=waiting)


def _no_province(t: ShogunState, p: int) -> IllegalAction | None:
    """Why a province has nothing to offer: the reason against the action that one would think of there."""
    stage = STAGE_NAMES[int(t.stage)]
    if stage == "split":
        return IllegalAction("15.2", "the card of {province} comes earlier or later", province=PROVINCE_NAMES[p])
    if stage in ("reinforce", "markers"):
        return _placing(t, int(A_REINFORCE if stage == "reinforce" else A_MARKER), p)
    if stage == "build":
        castle = t.land[p * LAND_WIDTH + CASTLE]
        if castle == 2:
            return IllegalAction("6.2", "{province} has a fortress already", province=PROVINCE_NAMES[p])
        return _build(t, int(A_FORTRESS if castle == 1 and t.owner(p) == t.turn else A_CASTLE), p)
    if stage == "levy":
        unit = max(0, int(t.clan[t.turn * CLAN_WIDTH + LAST]) // 256)
        return _levy(t, int(A_LEVY_ARMY if t.army_in(p) >= 0 else A_LEVY), unit, p)
    if stage in ("hire", "recover"):
        return _special(t, int(A_HIDE if stage == "hire" else A_RECOVER), p, 0)
    if stage in ("offer", "revenge"):
        return IllegalAction("8.3", "no daimyo who can be struck is in {province}", province=PROVINCE_NAMES[p])
    if stage == "move":
        return _no_way(t, p)
    if stage == "declare":
        return _no_declaration(t, p)
    if stage == "combat":
        return IllegalAction("11.1", "no battle for {province} or from there is declared", province=PROVINCE_NAMES[p])
    if stage == "chain":
        return _attack(t, int(A_ENTER if t.owner(p) < 0 else A_ATTACK), p)
    return _no_march(t, p) if stage == "march" else None


def _no_army(t: ShogunState, row: int) -> IllegalAction | None:
    """Why an army has nothing to do."""
    stage, clan, number = STAGE_NAMES[int(t.stage)], row // int(ARMIES_EACH), row % int(ARMIES_EACH) + 1
    i = row * ARMY_WIDTH
    if stage == "offer":
        if t.friends(clan, t.turn):
            return IllegalAction("8.3", "the ninja strikes enemies only")
        return IllegalAction("8.6", "the daimyo of {clan}'s army {number} is struck already",
                             clan=CLAN_NAMES[clan].capitalize(), number=number)  # fmt: skip
    if stage not in ("move", "declare", "combat", "levy"):
        return None
    if clan != t.turn:
        return IllegalAction("9.2", "{clan}'s army {number} is not yours to command now",
                             clan=CLAN_NAMES[clan].capitalize(), number=number)  # fmt: skip
    if stage == "levy":
        return _levy(t, int(A_LEVY_ARMY), max(0, int(t.clan[t.turn * CLAN_WIDTH + LAST]) // 256), int(t.army[i + AT]))
    if t.army[i + STRUCK]:
        return IllegalAction("8.6", "army {army} is disrupted and stays where it is", army=number)
    if stage == "combat":
        return IllegalAction("11.1", "army {army} has declared no battle", army=number)
    if stage == "declare":
        return _no_target(t, int(t.army[i + AT]), number - 1 < t.cursor)
    if t.army[i + SPENT] or t.army[i + POINTS] < 1:
        return IllegalAction("9.3", "army {army} has finished its movement", army=number)
    for q in _near(t, int(t.army[i + AT])):
        if t.owner(q) == t.war:
            return _movement(t, int(A_MOVE), number - 1, q)
    return IllegalAction("9.3", "no province next to army {army} is open to it", army=number)


def _near(t: ShogunState, p: int) -> list[int]:
    return [int(t.board.near[i]) for i in range(t.board.first[p], t.board.first[p + 1])]


def _own_army_in(t: ShogunState, p: int) -> int:
    """The number of an army of the clan at war in a province, from 0, or -1."""
    for a in range(int(ARMIES_EACH)):
        if t.army[(t.war * ARMIES_EACH + a) * ARMY_WIDTH + AT] == p:
            return a
    return -1


def _no_way(t: ShogunState, p: int) -> IllegalAction:
    """Why no army moves from a province or into it."""
    here = _own_army_in(t, p)
    if here >= 0:
        found = _no_army(t, int(t.war * ARMIES_EACH) + here)
        if found is not None:
            return found
    if t.owner(p) >= 0 and t.owner(p) != t.war:
        return IllegalAction("9.3", "{province} is not friendly", province=PROVINCE_NAMES[p])
    beside = [a for q in _near(t, p) if (a := _own_army_in(t, q)) >= 0]
    if beside:
        return _movement(t, int(A_MOVE), beside[0], p)
    return IllegalAction("1.4", "no army of yours is next to {province}", province=PROVINCE_NAMES[p])


def _no_target(t: ShogunState, p: int, passed: bool) -> IllegalAction:
    """Why a troop in a province has nobody to attack."""
    if passed and any(may_declare(t, q) for q in _near(t, p)):
        return IllegalAction("10.2", "each troop declares once, armies before forces, in the order of the map")
    barred = [q for q in _near(t, p) if is_enemy(t, q)]
    if barred:
        return IllegalAction("10.4", "an army is in {province}, which nobody attacks in the first round",
                             province=PROVINCE_NAMES[barred[0]])  # fmt: skip
    return IllegalAction("10.1", "no enemy and no empty province is next to {province}", province=PROVINCE_NAMES[p])


def _no_declaration(t: ShogunState, p: int) -> IllegalAction:
    if t.owner(p) == t.war:
        return _no_target(t, p, True)
    if t.owner(p) >= 0 and t.friends(t.owner(p), t.war):
        return IllegalAction("10.1", "{province} is not an enemy's", province=PROVINCE_NAMES[p])
    if not any(t.owner(q) == t.war for q in _near(t, p)):
        return IllegalAction("1.4", "no troop of yours is next to {province}", province=PROVINCE_NAMES[p])
    if not may_declare(t, p):
        return IllegalAction("10.4", "an army is in {province}, which nobody attacks in the first round",
                             province=PROVINCE_NAMES[p])  # fmt: skip
    return IllegalAction("10.2", "each troop declares once, armies before forces, in the order of the map")


def _no_march(t: ShogunState, p: int) -> IllegalAction:
    """Why nobody of a force marches from a province or into it."""
    if t.owner(p) == t.war:
        if t.force_size(p) == 1 and t.army_in(p) < 0:
            return IllegalAction("9.7", "the last unit cannot leave {province}", province=PROVINCE_NAMES[p])
    elif t.owner(p) >= 0:
        return IllegalAction("13.4", "{province} is neither yours nor empty", province=PROVINCE_NAMES[p])
    elif not any(t.owner(q) == t.war for q in _near(t, p)):
        return IllegalAction("1.4", "no troop of yours is next to {province}", province=PROVINCE_NAMES[p])
    return IllegalAction(
        "13.4", "these units have moved, find no room, or would leave the province empty or with too many ronin"
    )
