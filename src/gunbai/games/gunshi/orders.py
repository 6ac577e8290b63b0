"""Whole commands as people type them, read into atomic actions."""

from __future__ import annotations

import re

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import DONE, Game
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi.board import unit_type
from gunbai.games.gunshi.data import (
    CARD_CODES,
    DIRECTION_NAMES,
    LINE_BY_NAME,
    RAPID_FIRE,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    UNIT_NAMES,
)
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    ARRANGE,
    CAV,
    FACING,
    HIT,
    INVADE,
    JOIN,
    LINE,
    OVER,
    PIECE,
    SEND,
    SIDE,
    SPOT,
    SUPPORT,
    TO,
    TURN,
    UNIT,
    WHAT,
    GunshiState,
)

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
    if listed:
        return _play(game, t, listed)
    if listed is None and t.phase in (UNIT, WHAT, JOIN, ACT, TO, HIT, LINE):
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
    """Commands that are plain lists of choices: cards to send or arrange, pieces to place; empty for a bare verb."""
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
            riding = t.side[SIDE * t.seat + CAV] >> first & 1
            raise IllegalAction(
                "5.4" if riding else "5.2",
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
            raise BadNotation("the command does not say what {square} shoots at", square=SQUARE_NAMES[t.at])
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
