"""Sentences for what happened, and what the game waits for."""

from __future__ import annotations

from collections.abc import Sequence

from gunbai.core.saying import Saying
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi import choices
from gunbai.games.gunshi.board import facing, unit_type
from gunbai.games.gunshi.data import (
    CARD_NAMES,
    DIRECTION_NAMES,
    LIGHT,
    LINE_NAMES,
    NEXT,
    SEAT_NAMES,
    SQUARE_NAMES,
    UNIT_NAMES,
)
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    ARRANGE,
    CAV,
    COMMITTED,
    DISCARD,
    ENDING_NAMES,
    FACING,
    HIT,
    INSPIRE,
    INVADE,
    INVADED,
    JOIN,
    LIGHT_MOVING,
    LINE,
    MOVING,
    OVER,
    PICK,
    PIECE,
    REVEAL,
    SEAL_KIT,
    SEAL_N,
    SEAL_PILE,
    SEND,
    SHOGUN_TAKEN,
    SHOOTING,
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
    invaders,
)
from gunbai.games.gunshi.view import GunshiView, fence_names


def tell(v: GunshiView, actions: Sequence[int]) -> str:
    """What a seat saw, in plain words; the actions belong to one seat's command."""
    t = v.state.copy()
    who = _actor_name(t)
    if actions and actions[0] < a.A_WAY and t.phase == UNIT:
        return _tell_command(t, who, actions)
    parts: list[str] = []
    for action in actions:
        clause, came = _clause(t, action), _effects(t, action)
        moves = ", ".join(str(effect) for effect in came if effect.template == _MOVES)
        if moves:
            # "moves c3 to c4", which may be another unit than the one told to act; a direction stays in front.
            clause = f"{clause}, {moves}" if a.A_WAY <= action < a.A_TURN else f" moves {moves}"
        elif a.A_TO <= action < a.A_HIT:
            clause = f" strikes at {SQUARE_NAMES[action - a.A_TO]}"
        parts += [clause, *(str(effect) for effect in came if effect.template != _MOVES)]
    return _sentence(who, parts)


def effects(v: GunshiView, action: int) -> list[Saying]:
    """What came of one action."""
    return _effects(v.state.copy(), action)


def ending(t: GunshiState) -> list[Saying]:
    """What decided the game."""
    if t.phase != OVER:
        return []
    if t.ending == SHOGUN_TAKEN:
        return [Saying("the shogun of {seat} has fallen", seat=SEAT_NAMES[1 - int(t.winner)])]
    if t.ending == INVADED:
        count = int(invaders(t.side, SIDE * t.winner))
        return [Saying("{seat} has {count} invaders in the enemy's camp", seat=SEAT_NAMES[int(t.winner)], count=count)]
    return [Saying("{count} turns have passed without a decision", count=int(t.settings.turn_cap))]


def _tell_command(t: GunshiState, who: str, actions: Sequence[int]) -> str:
    """One sentence for the resolving of a card: who, with whom, doing what, and what came of it."""
    seat, unit = int(t.seat), int(actions[0])
    kind = _unit_at(t, seat, unit)
    others: list[str] = []
    parts: list[str] = []
    card = CARD_NAMES[t.card]
    for action in actions:
        square, on_foot = int(t.at), kind != "cavalry"
        if a.A_JOIN <= action < a.A_GO:
            others.append(SQUARE_NAMES[action - a.A_JOIN])
        elif a.A_WAY <= action < a.A_TURN:
            if on_foot or len(actions) == 2:
                parts.append(f"{'moves' if on_foot else 'charges'} {DIRECTION_NAMES[action - a.A_WAY]}")
        elif a.A_TO <= action < a.A_HIT:
            goal = SQUARE_NAMES[action - a.A_TO]
            parts.append(
                (f"{SQUARE_NAMES[square]} " if others else "") + ("goes" if on_foot else "charges") + f" to {goal}"
            )
        elif action >= a.A_TURN and not a.A_GO <= action < a.A_TO and not a.A_HIT <= action < a.A_INVADE:
            parts.append(_clause(t, action))
        riding = kind == "cavalry" and action >= a.A_WAY
        said = SQUARE_NAMES[action - a.A_TO] if a.A_TO <= action < a.A_HIT else ""
        came = [e for e in _effects(t, action) if riding or e.template not in (_MOVES, _TURN_ALONG)]
        parts += [str(e) for e in came if not said or e.words.get("goal_square") != said]
    with_whom = f" with {' and '.join(others)}" if others else ""
    return _sentence(who, [f"'s {kind} {SQUARE_NAMES[unit]}{with_whom}", *(parts or [f"acts on {card}"])])


def _sentence(who: str, parts: list[str]) -> str:
    """`Red's cavalry d2 charges to d6, takes the archer on d6 and invades.`"""
    head, *tail = [part.strip() for part in parts if part.strip()] or ["goes on"]
    if head.startswith("'s") and tail:
        head = f"{head} {tail.pop(0)}"
    text = head if head.startswith("'s") else f" {head}"
    if tail:
        text += "".join(f", {part}" for part in tail[:-1]) + f" and {tail[-1]}"
    return f"{who}{text}."


def _actor_name(t: GunshiState) -> str:
    if t.phase == REVEAL:
        return "Chance"
    if choices.is_sealed(t.phase):
        seat = t.focus if t.focus >= 0 else (1 if t.side[COMMITTED] else 0)
        return SEAT_NAMES[seat].capitalize()
    return SEAT_NAMES[t.seat].capitalize()


def _unit_at(t: GunshiState, seat: int, square: int) -> str:
    o = SIDE * seat
    if square < 0 or not t.side[o + ALL] >> square & 1:
        return "unit"
    return UNIT_NAMES[unit_type(t, o, square)]


def _card_word(number: int) -> str:
    return "a card face down" if number == a.HIDDEN_CARD else CARD_NAMES[number]


def _clause(t: GunshiState, action: int) -> str:
    """The action itself; the effects on the field follow from playing it."""
    seat = int(t.seat)
    if action < a.A_WAY:
        square = int(action)
        return f"'s {_unit_at(t, seat, square)} {SQUARE_NAMES[square]} acts on {CARD_NAMES[t.card]}"
    if action < a.A_TURN:
        verb = "charges" if _unit_at(t, seat, int(t.unit)) == "cavalry" else "moves"
        return f" {verb} {DIRECTION_NAMES[action - a.A_WAY]}"
    if action < a.A_SHOOT:
        return f" turns {DIRECTION_NAMES[action - a.A_TURN]}"
    if action == a.A_SHOOT:
        return " shoots"
    if action < a.A_GO:
        return f" brings {SQUARE_NAMES[action - a.A_JOIN]} along"
    if action == a.A_GO:
        return " goes ahead"
    if action < a.A_TO:
        return f" acts with {SQUARE_NAMES[action - a.A_NEXT]}"
    if action < a.A_HIT:
        return f" goes to {SQUARE_NAMES[action - a.A_TO]}"
    if action < a.A_INVADE:
        return f" aims at {SQUARE_NAMES[action - a.A_HIT]}"
    if action == a.A_INVADE:
        return " invades"
    if action == a.A_STAY:
        return " stays in the zone"
    if action < a.A_FACE:
        number = int(action - a.A_PLACE)
        return f" places {UNIT_NAMES[number // 49]} on {SQUARE_NAMES[number % 49]}"
    if action < a.A_FENCE:
        return f" faces it {DIRECTION_NAMES[action - a.A_FACE]}"
    if action < a.A_SWITCH:
        return f" sets a fence on {LINE_NAMES[action - a.A_FENCE]}"
    if action < a.A_LOOK:
        one, two = LINE_NAMES[action - a.A_SWITCH].split("-")
        return f" switches {one} and {two}"
    return _quiet_clause(t, int(action))


def _quiet_clause(t: GunshiState, action: int) -> str:
    """Actions that leave the field as it is."""
    if action < a.A_ASK:
        return f" looks at card {action - a.A_LOOK + 1} of the enemy row"
    if action < a.A_SEND:
        return f" asks whether {SQUARE_NAMES[action - a.A_ASK]} is the shogun"
    if action < a.A_END:
        return f" sends {_card_word(action - int(a.A_SEND))}"
    if action == a.A_END:
        return " ends the turn"
    if action == a.A_LIGHTNING:
        return " pays for a Lightning Command"
    if action < a.A_HAND:
        square = action - int(a.A_SHOGUN)
        return " chooses a shogun" + (f": {SQUARE_NAMES[square]}" if square < 49 else "")
    for start, verb in (
        (a.A_HAND, "takes a card into the hand"),
        (a.A_DECK, "lays a card in the deck"),
        (a.A_PICK, "picks a card"),
        (a.A_PREPARE, "prepares a card"),
        (a.A_TAKE, "is inspired and takes a card"),
    ):
        if start <= action <= start + a.HIDDEN_CARD:
            return f" {verb}" + _shown(action - int(start))
    if action == a.A_BLIND:
        return " is inspired and takes a card nobody has seen"
    if action == a.A_DECLINE:
        return " wants no inspiration"
    if action < a.A_DISCARD:
        return " reveals the card to its owner" + _shown(action - int(a.A_REVEAL))
    return " puts a card away" + _shown(action - int(a.A_DISCARD))


def _shown(number: int) -> str:
    return "" if number == a.HIDDEN_CARD else f": {CARD_NAMES[number]}"


_MOVES = "{square} to {goal_square}"
_TURN_ALONG = "with {squares}"


def _effects(t: GunshiState, action: int) -> list[Saying]:
    """Play the action on the view's own board, if it changes the board, and say what changed."""
    if action >= a.A_LOOK or t.phase in (OVER, REVEAL) or choices.is_sealed(t.phase):
        return []
    before = t.copy()
    seat = int(before.seat)
    choices.apply(t, t.seat, action)
    o, enemy = SIDE * seat, SIDE - SIDE * seat
    if before.phase in (PIECE, FACING, SUPPORT):
        return []
    out: list[Saying] = []
    out += [
        Saying(_MOVES, square=SQUARE_NAMES[one], goal_square=SQUARE_NAMES[two]) for one, two in moves(before, t, action)
    ]
    for square in range(49):
        bit = 1 << square
        if before.side[enemy + ALL] & bit and not t.side[enemy + ALL] & bit:
            unit = _unit_at(before, 1 - seat, square)
            out.append(Saying("takes the {unit} on {square}", unit=unit, square=SQUARE_NAMES[square]))
        elif before.side[enemy + ALL] & bit and before.shields & bit and not t.shields & bit:
            out.append(Saying("breaks the shield on {square}", square=SQUARE_NAMES[square]))
    fallen = [name for name in fence_names(before, enemy) if name not in fence_names(t, enemy)]
    out += [Saying("fence {line} falls", line=name) for name in fallen]
    built = [name for name in fence_names(t, o) if name not in fence_names(before, o)]
    if built and before.phase != LINE:
        out.append(Saying("builds {lines}", lines=", ".join(built)))
    if before.doing == TURNING or (t.doing != SHOOTING and before.phase == WHAT and a.A_TURN <= action < a.A_SHOOT):
        turned = [
            SQUARE_NAMES[q]
            for q in range(49)
            if before.side[o + ALL] >> q & 1 and t.side[o + ALL] >> q & 1 and facing(before, q) != facing(t, q)
        ]
        if len(turned) > 1:
            out.append(Saying(_TURN_ALONG, squares=" ".join(turned)))
    return out


def acted(before: GunshiState, t: GunshiState, action: int) -> int:
    """The members of a moving chain that an action has let act, where they stood."""
    begun = a.A_WAY <= action < a.A_TURN
    moving = (MOVING, LIGHT_MOVING)
    if (not begun and before.doing not in moving) or t.phase == JOIN:
        return 0
    waiting = 1 << int(before.unit) if begun else int(before.members)
    if before.phase == JOIN:
        waiting = int(before.chain) | (1 << (action - int(a.A_JOIN)) if action < a.A_GO else 0)
    goes_on = t.card == before.card and t.left == before.left and t.doing in moving
    return waiting & ~(int(t.members) if goes_on else 0)


def moves(before: GunshiState, t: GunshiState, action: int) -> list[tuple[int, int]]:
    """Where members of the chain have gone from, and to; the front first."""
    way = int(action - a.A_WAY) if a.A_WAY <= action < a.A_TURN else int(before.way)
    done = acted(before, t, action)
    o = SIDE * int(before.seat)
    own, stood = int(t.side[o + ALL]), int(before.side[o + ALL])
    out: list[tuple[int, int]] = []
    gone = set[int]()
    for square in sorted([q for q in range(49) if done >> q & 1], key=lambda q: ahead(q, way), reverse=True):
        reach = 6 if before.side[o + CAV] >> square & 1 else 2 if before.card == LIGHT else 1
        goal, at = -1, square
        for _ in range(reach):
            at = int(NEXT[49 * way + at])
            if at < 0:
                break
            if own >> at & 1 and at not in gone and (not stood >> at & 1 or done >> at & 1):
                goal = at
        if goal >= 0:
            gone.add(goal)
            out.append((square, goal))
    return out


def ahead(square: int, way: int) -> int:
    """How far a square lies in a direction."""
    return (square // 7, square % 7, -(square // 7), -(square % 7))[way]


# -- prompts ------------------------------------------------------------------------------------------------------

_QUESTIONS = {
    PICK: "choose a card for both decks",
    SEAL_KIT: "choose seven cards in secret",
    SEAL_PILE: "prepare advanced cards in secret",
    PIECE: "place a unit or a fence",
    FACING: "choose the facing",
    UNIT: "choose the unit that carries it out",
    WHAT: "choose what it does",
    JOIN: "who joins the chain?",
    ACT: "who acts next?",
    TO: "choose where it goes",
    HIT: "choose whom it shoots",
    LINE: "choose the line to fence",
    INVADE: "invade or stay?",
    TURN: "choose the direction to turn to",
    SUPPORT: "choose a unit and its square",
    SPY: "look at a card or ask for the shogun",
    SWAP: "choose two units to switch",
    INSPIRE: "take an advanced card?",
    REVEAL: "the unseen card is drawn",
    DISCARD: "put a card of the hand away",
    SEND: "send commands",
}


def prompt(v: GunshiView) -> str:
    """What is going on and what the game waits for, in one line."""
    t = v.state
    if t.phase == OVER:
        if t.winner < 0:
            return f"The game is drawn: {ENDING_NAMES[t.ending]}."
        return f"{SEAT_NAMES[t.winner].capitalize()} wins: {ENDING_NAMES[t.ending]}."
    if choices.is_sealed(t.phase):
        names = [SEAT_NAMES[s].capitalize() for s in range(2) if not t.side[SIDE * s + COMMITTED]]
        question = _QUESTIONS.get(int(t.phase), "")
        if t.phase == ARRANGE:
            question = _arranging(v)
        return f"{' and '.join(names)}: {question}."
    who = SEAT_NAMES[t.seat].capitalize()
    question = _QUESTIONS[int(t.phase)]
    if t.card >= 0:
        where = f" ({SQUARE_NAMES[t.at]})" if t.at >= 0 else f" ({SQUARE_NAMES[t.unit]})" if t.unit >= 0 else ""
        return f"Turn {t.turn}, {who} resolves {CARD_NAMES[t.card]}{where}: {question}."
    if t.turn == 0:
        return f"{who}: {question}."
    spot = f"; invaders {invaders(t.side, 0)}-{invaders(t.side, SIDE)}"
    return f"Turn {t.turn}, {who}: {question}{spot}."


def _arranging(v: GunshiView) -> str:
    if v.seat < 0 or v.state.side[SIDE * int(v.seat) + COMMITTED]:
        return "choose shogun and cards in secret"
    n = v.state.side[SIDE * int(v.seat) + SEAL_N]
    return (
        "choose the shogun"
        if n == 0
        else f"choose card {n} of the hand"
        if n < 4
        else f"choose card {n - 3} of the deck"
    )
