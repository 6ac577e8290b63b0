"""One table: action number <-> what it means <-> the text a person types. Needs no state."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.errors import BadNotation
from gunbai.games.gunshi.data import CARD_CODES, DIRECTION_NAMES, LINE_NAMES, SQUARE_NAMES, UNIT_NAMES

# The first number of each verb; a verb with cards has one more number, "?", for a card the watcher may not see.
A_UNIT: Final[i64] = 0  # + square: the unit that carries out the card
A_WAY: Final[i64] = 49  # + direction: move that way
A_TURN: Final[i64] = 53  # + direction: turn to face it
A_SHOOT: Final[i64] = 57  # shoot (or crossbow)
A_JOIN: Final[i64] = 58  # + square: joins the chain
A_GO: Final[i64] = 107  # the chain is complete
A_NEXT: Final[i64] = 108  # + square: acts next
A_TO: Final[i64] = 157  # + square: goes there
A_HIT: Final[i64] = 206  # + square: shoots there
A_INVADE: Final[i64] = 255
A_STAY: Final[i64] = 256
A_PLACE: Final[i64] = 257  # + 49 * type + square: a unit from the reserve
A_FACE: Final[i64] = 404  # + direction: the placed unit faces it
A_FENCE: Final[i64] = 408  # + line
A_SWITCH: Final[i64] = 492  # + line between the two units
A_LOOK: Final[i64] = 576  # + place in the enemy row, in the order of resolving
A_ASK: Final[i64] = 580  # + square: is this your shogun?
A_SEND: Final[i64] = 629  # + card
A_END: Final[i64] = 643  # end of turn
A_LIGHTNING: Final[i64] = 644  # end of turn with a Lightning Command
A_SHOGUN: Final[i64] = 645  # + square, 49 for "?"
A_HAND: Final[i64] = 695  # + card
A_DECK: Final[i64] = 709  # + card
A_PICK: Final[i64] = 723  # + card
A_PREPARE: Final[i64] = 737  # + card
A_TAKE: Final[i64] = 751  # + card
A_BLIND: Final[i64] = 765  # take one of the cards nobody has seen
A_DECLINE: Final[i64] = 766
A_REVEAL: Final[i64] = 767  # + card, chance
A_DISCARD: Final[i64] = 781  # + card
ACTIONS: Final[i64] = 795

HIDDEN_CARD: Final[i64] = 13
HIDDEN_SQUARE: Final[i64] = 49


def _texts() -> list[str]:
    squares, ways, lines = SQUARE_NAMES, DIRECTION_NAMES, LINE_NAMES
    cards = [*CARD_CODES, "?"]
    out = [f"unit {q}" for q in squares]
    out += [f"move {d}" for d in ways]
    out += [f"turn {d}" for d in ways]
    out.append("shoot")
    out += [f"join {q}" for q in squares]
    out.append("go")
    out += [f"next {q}" for q in squares]
    out += [f"to {q}" for q in squares]
    out += [f"hit {q}" for q in squares]
    out += ["invade", "stay"]
    for name in UNIT_NAMES:
        out += [f"{name} {q}" for q in squares]
    out += [f"face {d}" for d in ways]
    out += [f"fence {line}" for line in lines]
    out += [f"switch {line}" for line in lines]
    out += [f"look {n}" for n in (1, 2, 3, 4)]
    out += [f"ask {q}" for q in squares]
    out += [f"send {c}" for c in cards]
    out += ["end", "lightning"]
    out += [f"shogun {q}" for q in [*squares, "?"]]
    for verb in ("hand", "deck", "pick", "prepare", "take"):
        out += [f"{verb} {c}" for c in cards]
    out += ["take blind", "decline"]
    for verb in ("reveal", "discard"):
        out += [f"{verb} {c}" for c in cards]
    return out


TEXTS: Final = _texts()
NUMBERS: Final = {text.lower(): number for number, text in enumerate(TEXTS)}


def text_of(action: int) -> str:
    """The text of an action number."""
    if not 0 <= action < len(TEXTS):
        raise BadNotation(
            "there is no action number {number}; they run from 0 to {last_number}",
            number=action,
            last_number=len(TEXTS) - 1,
        )
    return TEXTS[action]


def number_of(text: str) -> int:
    """The action number of a text; case and spaces do not matter."""
    words = " ".join(text.lower().split())
    found = NUMBERS.get(words)
    if found is None:
        raise BadNotation(
            "{input!r} is no action of Gunshi; examples: 'unit d2', 'move north', 'send M'", input=text[:40]
        )
    return found
