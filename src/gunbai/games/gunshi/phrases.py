"""Whole commands as people type them, sentences for what happened, and what the game waits for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import DONE, Game
from gunbai.core.saying import Saying
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi import choices
from gunbai.games.gunshi.board import facing, unit_type
from gunbai.games.gunshi.data import (
    CARD_CODES,
    CARD_NAMES,
    DIRECTION_NAMES,
    LINE_BY_NAME,
    LINE_NAMES,
    RAPID_FIRE,
    SEAT_NAMES,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    UNIT_NAMES,
)
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    ARRANGE,
    COMMITTED,
    DISCARD,
    ENDING_NAMES,
    FACING,
    HIT,
    INSPIRE,
    INVADE,
    JOIN,
    LINE,
    OVER,
    PICK,
    PIECE,
    REVEAL,
    SEAL_KIT,
    SEAL_N,
    SEAL_PILE,
    SEND,
    SHOOTING,
    SIDE,
    SPOT,
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
from gunbai.games.gunshi.view import GunshiView, fence_names, squares_list

# -- whole commands --------------------------------------------------------------------------------------------

_LINE = re.compile(r"^[a-g][1-7]-[a-g][1-7]$")
_SQUARE = re.compile(r"^[a-g][1-7]$")
_FILLER = {"to", "the", "and", "with", "charges", "moves", "move", "goes", "then", "at", "on", "takes", "attacks", "+"}
_DIRECTIONS = {name: i for i, name in enumerate(DIRECTION_NAMES)} | {"n": 0, "e": 1, "s": 2, "w": 3}


class _Command:
    """What a typed command wants, read before it is played."""

    def __init__(self) -> None:
        self.units: list[int] = []  # in the order of mention, the first carries out the card
        self.goals: dict[int, int] = {}
        self.shots: dict[int, list[int]] = {}
        self.lines: dict[int, int] = {}
        self.invading: set[int] = set()
        self.turn: int | None = None
        self.way: int | None = None
        self.turn_first = False
        self.types: dict[int, str] = {}


def expand(game: Game, s: GunshiState, text: str) -> list[int]:
    """The atomic actions of a command, each checked in turn; IllegalAction says what stands in the way."""
    words = " ".join(text.lower().replace(",", " ").split())
    if words in a.NUMBERS:
        game.check(s, a.NUMBERS[words])
        return [a.NUMBERS[words]]
    if not words:
        raise BadNotation("an empty command")
    t = s.copy()
    if t.phase == FACING and words.removeprefix("face ") in _DIRECTIONS:
        return _play(game, t, [a.A_FACE + _DIRECTIONS[words.removeprefix("face ")]])
    listed = _as_list(t, words)
    if listed is not None:
        return _play(game, t, listed)
    if t.phase in (UNIT, WHAT, JOIN, ACT, TO, HIT, LINE):
        return _carry_out(game, t, _read(words, text))
    raise BadNotation(
        "{input!r} is not understood here; {example}",
        input=text[:60],
        example=_EXAMPLES.get(t.phase, _NO_EXAMPLE),
    )


_NO_EXAMPLE = "see the legal actions"
_EXAMPLES = {
    PIECE: "examples: 'cavalry d2 north', 'fence d3-d4'",
    SUPPORT: "example: 'cavalry d2 north'",
    ARRANGE: "example: 'shogun d2 hand M M Re deck Rf F M Re'",
    SEND: "examples: 'send M', 'send M Re end', 'send M Re lightning'",
    UNIT: "examples: 'd2-d6', 'd2-d6! c2-c5', 'd3 turn east c3', 'd3*d5 c3*c5', 'd3 builds d3-d4'",
}


def _play(game: Game, t: GunshiState, wanted: list[int]) -> list[int]:
    for action in wanted:
        if game.actor(t) == DONE:
            raise IllegalAction("14.1", "the game is over before this command ends")
        game.check(t, action)
        game.apply(t, action)
    return wanted


def _as_list(t: GunshiState, words: str) -> list[int] | None:
    """Commands that are plain lists of choices: cards to send or arrange, pieces to place."""
    tokens = words.split()
    if tokens[0] in ("send", "hand", "deck", "pick", "prepare", "shogun"):
        verb, out = "", []
        for token in tokens:
            if token in ("send", "hand", "deck", "pick", "prepare", "shogun"):
                verb = token
            elif token in ("end", "lightning"):
                out.append(a.NUMBERS[token])
            elif f"{verb} {token}" in a.NUMBERS and token != "?":
                out.append(a.NUMBERS[f"{verb} {token}"])
            else:
                raise BadNotation(
                    "{token!r} is nothing to {verb}; cards are {cards}",
                    token=token[:20],
                    verb=verb,
                    cards=", ".join(CARD_CODES),
                )
        if t.phase == ARRANGE:
            out = _arrange_order(t, out)
        return out
    if tokens[0] in ("reinforce", "place"):
        tokens = tokens[1:]
    if len(tokens) in (2, 3) and f"{tokens[0]} {tokens[1]}" in a.NUMBERS and tokens[0] in UNIT_NAMES:
        out = [a.NUMBERS[f"{tokens[0]} {tokens[1]}"]]
        if len(tokens) == 3:
            if tokens[2] not in _DIRECTIONS:
                raise BadNotation("{token!r} is no direction", token=tokens[2][:20])
            out.append(int(a.A_FACE) + _DIRECTIONS[tokens[2]])
        return out
    return None


def _arrange_order(t: GunshiState, wanted: list[int]) -> list[int]:
    """Hand cards ascend, whatever the order they were typed in; the last card of the deck settles itself."""
    hand = sorted(n for n in wanted if a.A_HAND <= n < a.A_DECK)
    deck = [n for n in wanted if a.A_DECK <= n < a.A_PICK]
    rest = [n for n in wanted if n < a.A_HAND]
    return rest + hand + deck[:3]


def _read(words: str, text: str) -> _Command:
    c = _Command()
    kind = ""
    current = -1
    towards = False
    for token in words.replace("(", " ").replace(")", " ").split():
        bare = token.rstrip("!")
        shot = re.match(r"^([a-g][1-7])[*x]([a-g][1-7])$", bare)
        if token in _FILLER or (token.removesuffix("s") in ("build", "shoot", "fence") and current >= 0):
            if token.startswith("shoot"):
                c.shots.setdefault(current, [])
            elif token.startswith(("build", "fence")):
                c.lines.setdefault(current, -1)
        elif token in UNIT_NAMES:
            kind = token
        elif token.startswith("invade") or token == "!":
            c.invading.add(current)
        elif token.startswith("turn"):
            c.turn = -1
            c.turn_first = not c.goals and not c.units
        elif token in _DIRECTIONS:
            if c.turn == -1:
                c.turn = _DIRECTIONS[token]
                c.turn_first = not c.goals
            else:
                c.way = _DIRECTIONS[token]
        elif shot:
            current = _mention(c, shot[1], kind)
            c.shots.setdefault(current, []).append(SQUARE_BY_NAME[shot[2]])
        elif _LINE.match(bare):
            one, two = bare.split("-")
            if c.lines.get(current, 0) == -1:
                c.lines[current] = LINE_BY_NAME.get(bare, LINE_BY_NAME.get(f"{two}-{one}", -1))
            else:
                current = _mention(c, one, kind)
                c.goals[current] = SQUARE_BY_NAME[two]
        elif _SQUARE.match(bare):
            square = SQUARE_BY_NAME[bare]
            if current in c.shots and c.shots[current] == []:
                c.shots[current].append(square)
            elif current >= 0 and towards:
                c.goals[current] = square
            else:
                current = _mention(c, bare, kind)
        else:
            raise BadNotation(
                "{token!r} in {input!r} is not understood; {example}",
                token=token[:20],
                input=text[:60],
                example=_EXAMPLES[UNIT],
            )
        towards = token in ("to", "takes", "attacks", "on", "the") or (towards and token in UNIT_NAMES)
        if token.endswith("!") and token != "!":
            c.invading.add(current)
    if not c.units:
        raise BadNotation("{input!r} names no unit; {example}", input=text[:60], example=_EXAMPLES[UNIT])
    return c


def _mention(c: _Command, name: str, kind: str) -> int:
    square = SQUARE_BY_NAME[name]
    if square not in c.units:
        c.units.append(square)
        if kind:
            c.types[square] = kind
    return square


def _way_to(start: int, goal: int) -> int:
    """The direction from one square to another in the same row or file, -1 when there is none."""
    dx, dy = goal % 7 - start % 7, goal // 7 - start // 7
    if (dx == 0) == (dy == 0):
        return -1
    return (0 if dy > 0 else 2) if dx == 0 else (1 if dx > 0 else 3)


def _carry_out(game: Game, t: GunshiState, c: _Command) -> list[int]:
    """Walk the atoms of one card, answering each question from what the command wants."""
    o = SIDE * int(t.seat)
    seat, turn, card = t.seat, t.turn, t.card
    cards_left = t.left
    for square, kind in c.types.items():
        if not t.side[o + ALL] >> square & 1 or UNIT_NAMES[unit_type(t, o, square)] != kind:
            raise BadNotation("there is no own {unit} on {square}", unit=kind, square=SQUARE_NAMES[square])
    out: list[int] = []
    arrived: dict[int, int] = {goal: start for start, goal in c.goals.items()}
    reached: set[int] = set()
    while t.phase != OVER and (t.seat, t.turn, t.card, t.left) == (seat, turn, card, cards_left):
        action = _answer(game, t, c, arrived)
        game.check(t, action)
        before = t.copy()
        game.apply(t, action)
        out.append(action)
        for start, goal in c.goals.items():
            if start not in reached and _has_gone(before, t, o, start, goal):
                reached.add(start)
    for start, goal in c.goals.items():
        if start not in reached:
            raise IllegalAction(
                "5.1",
                "the unit on {square} cannot go to {goal_square}",
                square=SQUARE_NAMES[start],
                goal_square=SQUARE_NAMES[goal],
            )
    return out


def _has_gone(before: GunshiState, t: GunshiState, o: int, start: int, goal: int) -> bool:
    """Whether the goal was entered, struck or left for the Invader Spot in this step."""
    bit = 1 << goal
    entered = t.side[o + ALL] & bit and not before.side[o + ALL] & bit
    struck = before.shields & bit and not t.shields & bit and before.side[SIDE - o + ALL] & bit
    invaded = t.side[o + SPOT] != before.side[o + SPOT]
    return bool(entered or struck or invaded or t.phase == OVER or not before.side[o + ALL] >> start & 1)


def _answer(game: Game, t: GunshiState, c: _Command, arrived: dict[int, int]) -> int:
    phase, first = t.phase, c.units[0]
    if phase == UNIT:
        return int(a.A_UNIT) + first
    if phase == WHAT:
        if c.shots:
            return int(a.A_SHOOT)
        if c.turn is not None and c.turn >= 0 and ((not c.goals and c.way is None) or (c.turn_first and t.stage == 0)):
            return int(a.A_TURN) + c.turn
        if c.way is not None:
            return int(a.A_WAY) + c.way
        goal = c.goals.get(first)
        if goal is None:
            raise BadNotation(
                "the command does not say what {square} does; {example}",
                square=SQUARE_NAMES[first],
                example=_EXAMPLES[UNIT],
            )
        way = _way_to(first, goal)
        if way < 0:
            raise IllegalAction(
                "5.2",
                "{square} and {goal_square} are not in one row or file",
                square=SQUARE_NAMES[first],
                goal_square=SQUARE_NAMES[goal],
            )
        return int(a.A_WAY) + way
    if phase == JOIN:
        later = sorted(q for q in c.units if not t.chain >> q & 1 and q > t.last)
        return int(a.A_JOIN) + later[0] if later else int(a.A_GO)
    if phase == ACT:
        legal = [int(n) for n in game.legal(t)]
        for square in c.units:
            if int(a.A_NEXT) + square in legal:
                return int(a.A_NEXT) + square
        return legal[0]
    if phase == TO:
        goal = c.goals.get(int(t.at))
        if goal is None:
            raise BadNotation("the command does not say where {square} goes", square=SQUARE_NAMES[t.at])
        return int(a.A_TO) + goal
    if phase == HIT:
        wanted = c.shots.get(int(t.at), [])
        if not wanted:
            raise BadNotation("the command does not say whom {square} shoots", square=SQUARE_NAMES[t.at])
        shot = int(t.stage) if t.card == RAPID_FIRE else 0
        return int(a.A_HIT) + wanted[min(shot, len(wanted) - 1)]
    if phase == LINE:
        line = c.lines.get(int(t.at), -1)
        if line < 0:
            raise BadNotation("the command does not say where {square} builds", square=SQUARE_NAMES[t.at])
        return int(a.A_FENCE) + line
    if phase == INVADE:
        start = arrived.get(int(t.at), -1)
        return int(a.A_INVADE) if start in c.invading or t.at in c.invading else int(a.A_STAY)
    if phase == TURN:
        if c.turn is None or c.turn < 0:
            raise BadNotation("the command does not say which way the unit turns after its move")
        return int(a.A_TURN) + c.turn
    raise BadNotation("the command does not fit this card")


# -- sentences --------------------------------------------------------------------------------------------------


def tell(v: GunshiView, actions: Sequence[int]) -> str:
    """What a seat saw, in plain words; the actions belong to one seat's command."""
    t = v.state.copy()
    who = _actor_name(t)
    if actions and actions[0] < a.A_WAY and t.phase == UNIT:
        return _tell_command(t, who, actions)
    parts: list[str] = []
    for action in actions:
        parts.append(_clause(t, action))
        parts += [str(effect) for effect in _effects(t, action)]
    return _sentence(who, parts)


def effects(v: GunshiView, action: int) -> list[Saying]:
    """What came of one action."""
    return _effects(v.state.copy(), action)


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
        parts += [str(e) for e in _effects(t, action) if riding or e.template not in (_MOVES, _TURN_ALONG)]
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
    left = int(before.side[o + ALL] & ~t.side[o + ALL])
    come = int(t.side[o + ALL] & ~before.side[o + ALL])
    if come and action not in (a.A_INVADE, a.A_STAY) and before.phase != TO:
        moves = zip(squares_list(left), squares_list(come), strict=False)
        out += [Saying(_MOVES, square=one, goal_square=two) for one, two in moves]
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
