"""Why an action is not allowed, with the paragraph of RULES.md that says so.

The texts speak only of what the acting seat sees: the field, its own cards and its own shogun.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.errors import IllegalAction
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi import battle
from gunbai.games.gunshi.board import build_east, build_north, facing, fenced, fences_left, reserve, targets, unit_type
from gunbai.games.gunshi.chain import can_support, chain_works
from gunbai.games.gunshi.data import (
    BESIDE,
    CARD_CODES,
    CARD_NAMES,
    COST,
    CROSSBOW,
    CROSSBOW_TABLE,
    DIRECTION_NAMES,
    EN_ROUTE,
    EN_ROUTE_COST,
    FENCE,
    HOME,
    LIGHT,
    LIGHTNING_COST,
    LINE_BY_NAME,
    LINE_NAMES,
    MOVE,
    NEXT,
    RAPID_FIRE,
    REINFORCE,
    REORIENT,
    ROW_LIMIT,
    SCOUT_ROW_COST,
    SCOUT_SHOGUN_COST,
    SHOOT_TABLE,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    UNIT_NAMES,
    bit_at,
    line_number,
    line_sets,
    line_squares,
    lowest,
)
from gunbai.games.gunshi.packed import count_of
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    ARC,
    ARRANGE,
    BOLTING,
    BUILDING,
    CAV,
    DISCARD,
    FACING,
    FENCE_E,
    FENCE_N,
    HIT,
    INF,
    INSPIRE,
    INVADE,
    JOIN,
    KIT,
    LIGHT_MOVING,
    LINE,
    MLP,
    OVER,
    PICK,
    PIECE,
    REVEAL,
    ROW_N,
    SEAL_KIT,
    SEAL_PILE,
    SEND,
    SIDE,
    SPY,
    SUPPORT,
    SWAP,
    TO,
    TURN,
    TURNING,
    UNIT,
    WHAT,
    GunshiState,
)

# What each phase waits for: the paragraph, in words, and the first and last action of its verbs.
_PHASES: Final[dict[int, tuple[str, str, int, int]]] = {
    PICK: ("11.1", "a card for both decks is chosen now", a.A_PICK, a.A_PREPARE),
    SEAL_KIT: ("11.5", "seven cards are chosen now", a.A_PICK, a.A_PREPARE),
    SEAL_PILE: ("10.3", "advanced cards are prepared now", a.A_PREPARE, a.A_TAKE),
    PIECE: ("2.1", "a unit or a fence is placed now", a.A_PLACE, a.A_SWITCH),
    FACING: ("2.2", "the facing of the new unit is chosen now", a.A_FACE, a.A_FENCE),
    ARRANGE: ("3.2", "shogun, hand and deck are chosen now", a.A_SHOGUN, a.A_PICK),
    UNIT: ("4.3", "the unit that carries out the card is chosen now", a.A_UNIT, a.A_WAY),
    WHAT: ("4.3", "it is chosen now what the unit does", a.A_WAY, a.A_JOIN),
    JOIN: ("8.5", "it is settled now who joins the chain", a.A_JOIN, a.A_NEXT),
    ACT: ("8.5", "it is chosen now who of the chain acts next", a.A_NEXT, a.A_TO),
    TO: ("5.1", "it is chosen now where the unit goes", a.A_TO, a.A_HIT),
    HIT: ("6.2", "now choose what the archer shoots at", a.A_HIT, a.A_INVADE),
    LINE: ("7.3", "it is chosen now where the infantry builds", a.A_FENCE, a.A_SWITCH),
    INVADE: ("5.7", "the unit in the zone invades or stays", a.A_INVADE, a.A_PLACE),
    TURN: ("9.1", "the unit turns now, to another direction than it faces", a.A_TURN, a.A_SHOOT),
    SUPPORT: ("7.1", "a reinforcement and its square are chosen now", a.A_PLACE, a.A_FACE),
    SPY: ("9.8", "a card is looked at or a unit asked for now", a.A_LOOK, a.A_SEND),
    SWAP: ("9.10", "two own units side by side are switched now", a.A_SWITCH, a.A_LOOK),
    INSPIRE: ("10.1", "a prepared card is taken or declined now", a.A_TAKE, a.A_REVEAL),
    REVEAL: ("10.2", "the unseen card is drawn now", a.A_REVEAL, a.A_DISCARD),
    DISCARD: ("10.1", "a card of the hand is put away now", a.A_DISCARD, a.ACTIONS),
    SEND: ("4.4", "commands are sent now", a.A_SEND, a.A_SHOGUN),
}


def refuse(t: GunshiState, seat: i64, action: i64) -> None:
    """Raise IllegalAction for an action that is not among the legal ones."""
    if t.phase == OVER:
        raise IllegalAction("14.1", "the game is over")
    paragraph, waiting, first, end = _PHASES[int(t.phase)]
    if not 0 <= action < a.ACTIONS:
        raise IllegalAction(paragraph, "there is no action {number}; {waiting}", number=action, waiting=waiting)
    if not first <= action < end:
        raise IllegalAction(paragraph, "{text!r} does not fit: {waiting}", text=a.TEXTS[action], waiting=waiting)
    if seat >= 0:
        _explain(t, SIDE * seat, action)
    raise IllegalAction(
        paragraph, "{text!r} is not among the choices: {waiting}", text=a.TEXTS[action], waiting=waiting
    )


def why_not_here(t: GunshiState, seat: i64, place: str) -> IllegalAction:
    """Why the seat, whose decision it is, can begin nothing with a thing on the board (`GunshiOutlook.places`)."""
    o = SIDE * seat
    try:
        if t.phase == WHAT and place in SQUARE_BY_NAME:
            _about_goal(t, o, SQUARE_BY_NAME[place])
        action = _meant(t, o, place)
        if action >= 0:
            refuse(t, seat, action)
    except IllegalAction as refusal:
        return refusal
    paragraph, waiting, _, _ = _PHASES[int(t.phase)]
    return IllegalAction(paragraph, "that is not what is decided now: {waiting}", waiting=waiting)


# What pointing at a square, a line or a card means in a phase: the first number of the verb.
_SQUARE_VERBS: Final[dict[int, int]] = {
    UNIT: a.A_UNIT,
    JOIN: a.A_JOIN,
    ACT: a.A_NEXT,
    TO: a.A_TO,
    HIT: a.A_HIT,
    SPY: a.A_ASK,
    ARRANGE: a.A_SHOGUN,
}
_LINE_VERBS: Final[dict[int, int]] = {LINE: a.A_FENCE, PIECE: a.A_FENCE, SWAP: a.A_SWITCH}
_CARD_VERBS: Final[dict[int, int]] = {
    SEND: a.A_SEND,
    DISCARD: a.A_DISCARD,
    ARRANGE: a.A_HAND,
    PICK: a.A_PICK,
    SEAL_KIT: a.A_PICK,
    SEAL_PILE: a.A_PREPARE,
    INSPIRE: a.A_TAKE,
}


def _meant(t: GunshiState, o: i64, place: str) -> int:
    """The action that pointing at a thing would have meant, -1 if it has nothing to do with the phase."""
    phase = int(t.phase)
    kind, _, name = place.partition(":")
    if place in SQUARE_BY_NAME:
        if phase in (PIECE, SUPPORT):
            return int(a.A_PLACE) + 49 * _cheapest(t, o) + SQUARE_BY_NAME[place]
        return _SQUARE_VERBS[phase] + SQUARE_BY_NAME[place] if phase in _SQUARE_VERBS else -1
    if place in LINE_BY_NAME:
        return _LINE_VERBS[phase] + LINE_BY_NAME[place] if phase in _LINE_VERBS else -1
    if kind == "card":
        return _CARD_VERBS[phase] + CARD_CODES.index(name) if phase in _CARD_VERBS else -1
    if kind == "row":
        return int(a.A_LOOK) + int(name) - 1 if phase == SPY else -1
    if kind == "way":
        moves = phase == WHAT and t.card not in (REORIENT, CROSSBOW)
        return int(a.A_WAY if moves else a.A_TURN) + DIRECTION_NAMES.index(name) if phase in (WHAT, TURN) else -1
    if kind == "reserve" and name in UNIT_NAMES and phase in (PIECE, SUPPORT):
        # Any free square of the home, so that the piece is refused and not the place.
        free = HOME[o // SIDE] & ~t.side[ALL] & ~t.side[SIDE + ALL]
        return int(a.A_PLACE) + 49 * UNIT_NAMES.index(name) + int(lowest(free) if free else 0)
    return int(a.A_FENCE) if kind == "reserve" and phase == PIECE else -1


def _cheapest(t: GunshiState, o: i64) -> int:
    """The unit to speak of when any would do: one that can be had, if there is one."""
    for kind in range(3):
        if can_support(t, o, EN_ROUTE if t.card == EN_ROUTE else REINFORCE, kind):
            return kind
    return 0


def _about_goal(t: GunshiState, o: i64, goal: i64) -> None:
    """Raise with the reason why the chosen unit cannot go to a square or shoot there, if that can be said."""
    square = t.unit
    if t.card in (REORIENT, CROSSBOW):
        if t.side[o + ARC] >> square & 1 and t.side[SIDE - o + ALL] >> goal & 1:
            _about_target(t, o, square, goal, t.card == CROSSBOW)
        return
    if goal == square:
        return
    for direction in range(4):
        if _in_line(square, direction, goal):
            _about_way(t, o, square, direction, goal)
            return
    raise IllegalAction(
        "5.4" if t.side[o + CAV] >> square & 1 else "5.2",
        "{square} and {goal_square} are not in one row or file",
        square=_name(square),
        goal_square=_name(goal),
    )


def _explain(t: GunshiState, o: i64, action: i64) -> None:
    """Raise with a better reason where there is one."""
    phase = t.phase
    if phase == UNIT:
        _about_unit(t, o, action - a.A_UNIT)
    elif phase == WHAT:
        _about_what(t, o, action)
    elif phase == JOIN:
        _about_joining(t, o, action)
    elif phase == ACT:
        _about_next(t, action - a.A_NEXT)
    elif phase == TO:
        _about_way(t, o, t.at, t.way, action - a.A_TO)
        raise IllegalAction(
            "5.1",
            "the unit on {square} cannot go to {goal_square}",
            square=_name(t.at),
            goal_square=_name(action - a.A_TO),
        )
    elif phase == HIT:
        _about_target(t, o, t.at, action - a.A_HIT, t.doing == BOLTING)
    elif phase == LINE:
        _about_line(t, o, action - a.A_FENCE)
    elif phase in (PIECE, SUPPORT):
        _about_piece(t, o, action)
    elif phase == INVADE and action == a.A_INVADE:
        raise IllegalAction("5.9", "the shogun may enter the zone but cannot invade")
    elif phase == INVADE and action == a.A_STAY:
        raise IllegalAction(
            "8.5", "on {square} the unit would block another one of the chain: it must invade", square=_name(t.at)
        )
    elif phase == SEND:
        _about_sending(t, o, action)
    elif phase == SPY:
        _about_scouting(t, o, action)
    elif phase in (ARRANGE, PICK, SEAL_KIT, SEAL_PILE):
        _about_choosing(t, o, action)
    elif phase == DISCARD:
        raise IllegalAction("10.1", "there is no {card} in the hand", card=_card(action - a.A_DISCARD))


def _name(square: i64) -> str:
    return SQUARE_NAMES[square]


def _card(number: i64) -> str:
    return CARD_CODES[number] if number < len(CARD_CODES) else "hidden card"


def _about_unit(t: GunshiState, o: i64, square: i64) -> None:
    side = t.side
    if not side[o + ALL] >> square & 1:
        raise IllegalAction("4.3", "there is no unit of yours on {square}", square=_name(square))
    kind = UNIT_NAMES[unit_type(t, o, square)]
    if t.card in (FENCE, LIGHT) and not side[o + INF] >> square & 1:
        where = "7.3" if t.card == FENCE else "9.6"
        raise IllegalAction(
            where,
            "{card} is for infantry, but {square} holds {unit}",
            card=CARD_NAMES[t.card],
            square=_name(square),
            unit=kind,
        )
    if t.card == FENCE:
        raise IllegalAction("7.4", "around {square} no line is free for a fence", square=_name(square))
    if t.card == RAPID_FIRE:
        raise IllegalAction(
            "9.9", "the {unit} on {square} is no archer with a target in range", unit=kind, square=_name(square)
        )
    raise IllegalAction("4.3", "the {unit} on {square} cannot move in any direction", unit=kind, square=_name(square))


def _about_what(t: GunshiState, o: i64, action: i64) -> None:
    square = t.unit
    kind = UNIT_NAMES[unit_type(t, o, square)]
    if action < a.A_TURN:
        if t.card in (REORIENT, CROSSBOW):
            raise IllegalAction("6.1", "{card} turns or shoots; it does not move", card=CARD_NAMES[t.card])
        _about_way(t, o, square, action - a.A_WAY, -1)
        raise IllegalAction("5.1", "the {unit} on {square} cannot move that way", unit=kind, square=_name(square))
    if action < a.A_SHOOT:
        direction = action - a.A_TURN
        if t.card in (MOVE, LIGHT):
            raise IllegalAction("5.1", "{card} moves; it does not turn", card=CARD_NAMES[t.card])
        if t.stage == 2:
            raise IllegalAction("9.1", "the unit has turned already; now it moves")
        if facing(t, square) == direction:
            raise IllegalAction(
                "6.1",
                "the {unit} on {square} faces {way} already",
                unit=kind,
                square=_name(square),
                way=DIRECTION_NAMES[direction],
            )
        raise IllegalAction(
            "9.1",
            "facing {way}, {square} could not move any more",
            way=DIRECTION_NAMES[direction],
            square=_name(square),
        )
    if t.card not in (REORIENT, CROSSBOW):
        raise IllegalAction("6.1", "{card} does not shoot", card=CARD_NAMES[t.card])
    if not t.side[o + ARC] >> square & 1:
        raise IllegalAction("6.1", "only archers shoot, and {square} holds {unit}", square=_name(square), unit=kind)
    raise IllegalAction(
        "6.2", "the archer on {square} has no enemy in range that no fence protects", square=_name(square)
    )


def _about_way(t: GunshiState, o: i64, square: i64, direction: i64, goal: i64) -> None:
    """Walk from the square and name the first thing in the way; a goal of -1 means the first step."""
    enemy = SIDE - o
    name, where = _name(square), DIRECTION_NAMES[direction]
    riding = t.side[o + CAV] >> square & 1 != 0
    how_far = "5.4" if riding else "5.2"
    light = t.doing == LIGHT_MOVING or t.card == LIGHT
    ahead = facing(t, square)
    if riding and (ahead ^ 2) == direction:
        raise IllegalAction(
            "5.4", "the cavalry on {square} faces {way} and never moves back", square=name, way=DIRECTION_NAMES[ahead]
        )
    if goal >= 0 and not _in_line(square, direction, goal):
        raise IllegalAction(
            "8.3", "{goal_square} does not lie {way} of {square}", goal_square=_name(goal), way=where, square=name
        )
    reach: i64 = 6 if riding and ahead == direction else 2 if light and ahead == direction else 1
    here, jumped, gone = square, False, 0
    while here != goal:
        ahead_square = NEXT[49 * direction + here]
        if ahead_square < 0:
            raise IllegalAction(how_far, "{way} of {square} the board ends", way=where, square=_name(here))
        if fenced(t, enemy, here, direction):
            line = LINE_NAMES[line_number(int(here), int(ahead_square))]
            raise IllegalAction("7.6", "the fence {line} is in the way", line=line)
        gone += 1
        if gone > reach:
            raise IllegalAction(
                how_far,
                "{goal_square} is out of reach for the unit on {square}",
                goal_square=_name(goal),
                square=name,
            )
        own = t.side[o + ALL] >> ahead_square & 1 != 0
        if own and (goal == ahead_square or reach == 1):
            raise IllegalAction(how_far, "an own unit stands on {square}", square=_name(ahead_square))
        if riding and own:
            if t.side[o + CAV] >> ahead_square & 1:
                raise IllegalAction("5.4", "cavalry cannot jump the cavalry on {square}", square=_name(ahead_square))
            if jumped:
                raise IllegalAction(
                    "5.4", "cavalry jumps one unit only, {square} would be the second", square=_name(ahead_square)
                )
            jumped = True
        elif riding and t.side[enemy + ALL] >> ahead_square & 1 and ahead_square != goal:
            raise IllegalAction("5.4", "the enemy on {square} stops the cavalry", square=_name(ahead_square))
        elif goal < 0 and not own:
            return
        here = ahead_square


def _in_line(square: i64, direction: i64, goal: i64) -> bool:
    here = NEXT[49 * direction + square]
    while here >= 0:
        if here == goal:
            return True
        here = NEXT[49 * direction + here]
    return False


def _about_joining(t: GunshiState, o: i64, action: i64) -> None:
    first = _name(t.unit)
    if action == a.A_GO:
        raise IllegalAction("8.6", "{first_square} can only act if the unit ahead of it joins", first_square=first)
    square = action - a.A_JOIN
    name = _name(square)
    if not t.side[o + ALL] >> square & 1:
        raise IllegalAction("8.1", "there is no unit of yours on {square}", square=name)
    if t.chain >> square & 1:
        raise IllegalAction("8.5", "{square} belongs to the chain already", square=name)
    if not BESIDE[t.unit] >> square & 1:
        raise IllegalAction("8.2", "{square} is not directly beside {first_square}", square=name, first_square=first)
    kind = unit_type(t, o, t.unit)
    if unit_type(t, o, square) != kind:
        raise IllegalAction(
            "8.1", "{square} is no {unit} like {first_square}", square=name, unit=UNIT_NAMES[kind], first_square=first
        )
    if t.doing == TURNING and facing(t, square) == t.way:
        raise IllegalAction("8.4", "{square} faces {way} already", square=name, way=DIRECTION_NAMES[t.way])
    if t.doing == BUILDING:
        raise IllegalAction(
            "8.4", "there are not enough points, fences or free lines for {square} to build too", square=name
        )
    if square < t.last and chain_works(t, o, t.chain | bit_at(square)):
        raise IllegalAction(
            "8.5",
            "joining goes by square, and {last_square} comes after {square}",
            last_square=_name(t.last),
            square=name,
        )
    raise IllegalAction("8.5", "{square} could not do its part in this chain", square=name)


def _about_next(t: GunshiState, square: i64) -> None:
    if not t.members >> square & 1:
        raise IllegalAction("8.5", "{square} is no unit of the chain that has still to act", square=_name(square))
    raise IllegalAction(
        "8.6", "{square} is blocked as long as another unit of the chain stands in its way", square=_name(square)
    )


def _about_target(t: GunshiState, o: i64, shooter: i64, square: i64, crossbow: bool) -> None:
    archer, name = _name(shooter), _name(square)
    if not t.side[SIDE - o + ALL] >> square & 1:
        raise IllegalAction("6.2", "there is no enemy on {square}", square=name)
    if targets(t, o, shooter, crossbow) >> square & 1:
        raise IllegalAction(
            "8.5",
            "if {archer_square} shoots {square}, another archer of the chain has no target left",
            archer_square=archer,
            square=name,
        )
    table = CROSSBOW_TABLE if crossbow else SHOOT_TABLE
    i: i64 = (4 * shooter + facing(t, shooter)) * 18
    for _ in range(6):
        if table[i] >> square & 1:
            raise IllegalAction(
                "9.4" if crossbow else "6.5",
                "a fence protects {square} from the archer on {archer_square}",
                square=name,
                archer_square=archer,
            )
        i += 3
    raise IllegalAction(
        "9.3" if crossbow else "6.2",
        "{square} is out of range for the archer on {archer_square}",
        square=name,
        archer_square=archer,
    )


def _about_line(t: GunshiState, o: i64, line: i64) -> None:
    north, east = line_sets(int(line))
    fence = LINE_NAMES[line]
    _about_free_line(t, o, line)
    if not (build_north(t, o, t.at) & north or build_east(t, o, t.at) & east):
        raise IllegalAction(
            "7.3", "{line} is out of reach for the infantry on {square}", line=fence, square=_name(t.at)
        )
    raise IllegalAction(
        "8.5",
        "if {square} builds on {line}, another infantry of the chain finds no line",
        square=_name(t.at),
        line=fence,
    )


def _about_free_line(t: GunshiState, o: i64, line: i64) -> None:
    north, east = line_sets(int(line))
    for owner in (0, SIDE):
        if t.side[owner + FENCE_N] & north or t.side[owner + FENCE_E] & east:
            raise IllegalAction("1.5", "a fence stands on {line} already", line=LINE_NAMES[line])
    for square in line_squares(int(line)):
        if t.side[SIDE - o + ALL] >> square & 1:
            raise IllegalAction(
                "7.4", "{line} lies beside the enemy on {square}", line=LINE_NAMES[line], square=SQUARE_NAMES[square]
            )


def _about_piece(t: GunshiState, o: i64, action: i64) -> None:
    forming = t.phase == PIECE
    points = t.side[o + MLP]
    if action >= a.A_FENCE:
        if points < 1:
            raise IllegalAction("1.6", "a fence costs 1 point")
        if fences_left(t, o) == 0:
            raise IllegalAction("1.5", "all four fences are on the field")
        _about_free_line(t, o, action - a.A_FENCE)
        raise IllegalAction("2.3", "{line} does not touch your home", line=LINE_NAMES[action - a.A_FENCE])
    if action >= a.A_FACE:
        raise IllegalAction("2.2", "first a unit is chosen, then its facing")
    kind, square = (action - a.A_PLACE) // 49, (action - a.A_PLACE) % 49
    name, unit = _name(square), UNIT_NAMES[kind]
    cost = EN_ROUTE_COST[kind] if t.card == EN_ROUTE else COST[kind]
    if points < cost:
        raise IllegalAction(
            "1.6" if t.card != EN_ROUTE else "9.5",
            "{unit} costs {cost} points, there are {points}",
            unit=unit,
            cost=cost,
            points=points,
        )
    if reserve(t, kind) == 0:
        raise IllegalAction("1.4", "no {unit} is left in the reserve", unit=unit)
    if (t.side[ALL] | t.side[SIDE + ALL]) >> square & 1:
        raise IllegalAction("2.2" if forming else "7.1", "{square} is occupied", square=name)
    home = HOME[o // SIDE] >> square & 1 != 0
    if t.card == EN_ROUTE:
        if home:
            raise IllegalAction("9.5", "{square} lies in your home", square=name)
        raise IllegalAction("9.5", "{square} is not beside an infantry or archer of yours", square=name)
    raise IllegalAction("2.2" if forming else "7.1", "{square} is not in your home", square=name)


def _about_sending(t: GunshiState, o: i64, action: i64) -> None:
    side = t.side
    if action < a.A_END:
        if side[o + ROW_N] >= ROW_LIMIT:
            raise IllegalAction("4.4", "the row holds four cards already")
        raise IllegalAction("4.4", "there is no {card} in the hand", card=_card(action - a.A_SEND))
    if not battle.can_end(t):
        raise IllegalAction("4.4", "at least one card must be sent")
    if side[o + MLP] < LIGHTNING_COST:
        raise IllegalAction(
            "4.6",
            "a Lightning Command costs {cost} points, there are {points}",
            cost=LIGHTNING_COST,
            points=side[o + MLP],
        )
    raise IllegalAction("4.6", "a Lightning Command needs two cards in the row")


def _about_scouting(t: GunshiState, o: i64, action: i64) -> None:
    cost = SCOUT_ROW_COST if action < a.A_ASK else SCOUT_SHOGUN_COST
    if t.side[o + MLP] < cost:
        raise IllegalAction("9.8", "that costs {cost} points, there are {points}", cost=cost, points=t.side[o + MLP])
    if action < a.A_ASK:
        raise IllegalAction("9.8", "the enemy row has no card in that place")
    raise IllegalAction("9.8", "there is no enemy unit on {square}", square=_name(action - a.A_ASK))


def _about_choosing(t: GunshiState, o: i64, action: i64) -> None:
    if a.A_SHOGUN <= action < a.A_HAND:
        square = action - a.A_SHOGUN
        if square < 49 and not t.side[o + ALL] >> square & 1:
            raise IllegalAction("3.1", "there is no unit of yours on {square}", square=_name(square))
        raise IllegalAction("3.2", "the shogun is chosen; now hand and deck")
    if t.phase == PICK:
        kind = action - a.A_PICK
        if kind < 13 and count_of(t.side[KIT], kind):
            raise IllegalAction("11.2", "no copy of {card} is left", card=_card(kind))
        raise IllegalAction("11.2", "{card} is not in this game", card=_card(action - a.A_PICK))
    raise IllegalAction(
        "10.3" if t.phase == SEAL_PILE else "11.5" if t.phase == SEAL_KIT else "3.2",
        "{text!r}: no such card is left there, or cards are not named in ascending order",
        text=a.TEXTS[action],
    )
