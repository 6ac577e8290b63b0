"""What an action brought that nobody chose: points, cards that resolve by themselves, answers, the end.

A face-down card is turned up only by the action itself, so this is told from two views of the same watcher, the one
before and the one after; it can say nothing that the watcher does not see then.
"""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.core.saying import Saying
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi import choices
from gunbai.games.gunshi.data import (
    CARD_NAMES,
    COST,
    EN_ROUTE,
    EN_ROUTE_COST,
    FENCE,
    FENCE_COST,
    INVADERS_TO_WIN,
    KINDS,
    LIGHTNING_COST,
    NEXT,
    RAPID_MOVE,
    RAPID_MOVE_COST,
    REINFORCE,
    REVIEW,
    REVIEW_GAIN,
    SCOUT,
    SCOUT_ROW_COST,
    SCOUT_SHOGUN_COST,
    SEAT_NAMES,
    SQUARE_NAMES,
    SWITCH,
    SWITCH_COST,
    TRAP,
    TRAP_COST,
    UNKNOWN,
    count,
)
from gunbai.games.gunshi.packed import deck_kind, row_kind
from gunbai.games.gunshi.state import (
    ALL,
    DECK,
    DECK_N,
    DRAGGED,
    FENCE_E,
    FENCE_N,
    INVADED,
    MLP,
    OVER,
    PILE,
    REVEAL,
    ROW,
    SEAL_PILE,
    SHOGUN,
    SHOGUN_TAKEN,
    SHOWN,
    SIDE,
    TRAP_OUT,
    GunshiState,
    invaders,
)
from gunbai.games.gunshi.view import GunshiView

# What a card costs at least: with less it lapses for want of points (RULES §4.3).
_LEAST = {FENCE: 1, REINFORCE: 2, RAPID_MOVE: 2, EN_ROUTE: 4, SCOUT: 2, SWITCH: 2, TRAP: 2}


def aftermath(before: GunshiView, action: int, after: GunshiView) -> list[Saying]:
    """What came by itself of an action, in the order in which it came."""
    old, new = before.state, after.state
    if choices.is_sealed(old.phase):
        return _opened(old, new)
    if old.phase in (OVER, REVEAL):
        return []
    seat = int(old.seat)
    cost = paid(old, new, action)
    points = int(old.side[SIDE * seat + MLP]) - cost
    out = [Saying("pays {points}, {total} left", points=cost, total=points)] if cost else []
    out += [*_answers(before, action, after), *_sprung(old, new, action), *_invasion(old, new, action)]
    if new.phase == OVER and new.ending in (SHOGUN_TAKEN, INVADED):
        return out
    if new.left < old.left and old.card >= 0:
        cards = turned_up(old, new, seat, 1)
        out += by_themselves(old, new, seat, cards, points)
    elif new.turn != old.turn or new.phase == OVER:
        total = int(new.side[SIDE * seat + MLP])
        out.append(Saying("{seat} is supplied: points +{points}, now {total}", seat=SEAT_NAMES[seat],
                          points=total - points, total=total))  # fmt: skip
        if new.phase == OVER:
            return [*out, Saying("the battle ends undecided")]
        cards = turned_up(old, new, 1 - seat, 0)
        out += by_themselves(old, new, 1 - seat, cards, int(old.side[SIDE - SIDE * seat + MLP]))
    else:
        return out
    if new.card >= 0:
        out.append(Saying("{seat} turns up {card}", seat=SEAT_NAMES[new.seat], card=CARD_NAMES[new.card]))
    return out


def hindsight(before: GunshiView, action: int, after: GunshiView) -> GunshiView:
    """The view before, with the shogun that has just fallen: units that were still to act did not (RULES §8.7)."""
    old, new = before.state, after.state
    enemy = SIDE - SIDE * old.seat
    if new.phase != OVER or new.ending != SHOGUN_TAKEN or old.phase == OVER or old.side[enemy + SHOGUN] >= 0:
        return before
    for square in range(49):
        if old.side[enemy + ALL] >> square & 1 and not new.side[enemy + ALL] >> square & 1:
            known = old.copy()
            known.side[enemy + SHOGUN] = square
            played = known.copy()
            choices.apply(played, played.seat, action)
            if played.side[enemy + ALL] == new.side[enemy + ALL]:
                return GunshiView(before.seat, known)
    return before


def _opened(old: GunshiState, new: GunshiState) -> list[Saying]:
    """Modification 3 turns up what both have prepared; equal names have cancelled (RULES §10.4)."""
    if old.phase != SEAL_PILE or new.phase == SEAL_PILE or new.settings.inspiration != 3:
        return []
    cards = [CARD_NAMES[kind] for kind in range(KINDS) if new.side[PILE] >> kind & 1]
    if not cards:
        return [Saying("no advanced card is left open")]
    return [Saying("open to both sides: {cards}", cards=", ".join(cards))]


def paid(old: GunshiState, new: GunshiState, action: int) -> int:
    """What the action itself costs its side."""
    if action < a.A_WAY and old.card == RAPID_MOVE:
        return int(RAPID_MOVE_COST)
    if a.A_FACE <= action < a.A_FENCE:
        return int((EN_ROUTE_COST if old.card == EN_ROUTE else COST)[old.last])
    if a.A_SWITCH <= action < a.A_LOOK:
        return int(SWITCH_COST)
    if a.A_LOOK <= action < a.A_ASK:
        return int(SCOUT_ROW_COST)
    if a.A_ASK <= action < a.A_SEND:
        return int(SCOUT_SHOGUN_COST)
    if action >= a.A_SEND:
        return int(LIGHTNING_COST) if action == a.A_LIGHTNING else 0
    o = SIDE * old.seat
    built = count(new.side[o + FENCE_N] & ~old.side[o + FENCE_N]) + count(
        new.side[o + FENCE_E] & ~old.side[o + FENCE_E]
    )
    return int(FENCE_COST * built)


def _answers(before: GunshiView, action: int, after: GunshiView) -> list[Saying]:
    """What a scout has found out: the shogun for all to hear, a card for its own side alone (RULES §9.8)."""
    new, enemy = after.state, SIDE - SIDE * before.state.seat
    if a.A_ASK <= action < a.A_SEND:
        square = action - int(a.A_ASK)
        if new.side[enemy + SHOWN] and new.side[enemy + SHOGUN] == square:
            return [Saying("{square} is the shogun", square=SQUARE_NAMES[square])]
        return [Saying("{square} is not the shogun", square=SQUARE_NAMES[square])]
    if a.A_LOOK <= action < a.A_ASK and after.seat == before.state.seat:
        place = action - int(a.A_LOOK)
        kind = row_kind(new.side[enemy + ROW], place)
        return [Saying("card {number} is {card}", number=place + 1, card=CARD_NAMES[kind])]
    return []


def springs(old: GunshiState, new: GunshiState) -> bool:
    """Whether the enemy's Chain Trap drags units along between two moments of a turn."""
    enemy = SIDE - SIDE * old.seat
    spent = old.side[enemy + TRAP_OUT] != 0 and not new.side[enemy + TRAP_OUT]
    return spent or (new.doing == DRAGGED and new.card == old.card)


def _sprung(old: GunshiState, new: GunshiState, action: int) -> list[Saying]:
    """The enemy's Chain Trap: that it springs, and which units it drags along (RULES §9.11)."""
    if not springs(old, new):
        return []
    out = []
    if old.doing != DRAGGED:
        out.append(Saying("{seat}'s {card} springs", seat=SEAT_NAMES[1 - old.seat], card=CARD_NAMES[TRAP]))
    for square, goal in dragged(old, new, action):
        out.append(Saying("{square} is dragged to {goal_square}", square=SQUARE_NAMES[square],
                          goal_square=SQUARE_NAMES[goal]))  # fmt: skip
    return out


def dragged(old: GunshiState, new: GunshiState, action: int) -> list[tuple[int, int]]:
    """The units a Chain Trap that springs has dragged along, from where to where."""
    o = SIDE * old.seat
    way = int(action - a.A_WAY) if a.A_WAY <= action < a.A_TURN else int(old.way)
    chain = int(old.chain) | (1 << (action - int(a.A_JOIN)) if a.A_JOIN <= action < a.A_GO else 0)
    followers = int(old.members) if old.doing == DRAGGED else int(old.beside) & ~chain
    return [
        (square, int(NEXT[49 * way + square]))
        for square in range(49)
        if followers >> square & 1 and not new.side[o + ALL] >> square & 1
    ]


def _invasion(old: GunshiState, new: GunshiState, action: int) -> list[Saying]:
    """How far the invasion has come, and how the game was won."""
    o, seat = SIDE * old.seat, SEAT_NAMES[old.seat]
    out = []
    if action == a.A_INVADE:
        out.append(Saying("invaders now {number} of {most}", number=int(invaders(new.side, o)), most=INVADERS_TO_WIN))
    if new.phase == OVER and new.ending == INVADED:
        out.append(Saying("{seat} wins by invasion", seat=seat))
    elif new.phase == OVER and new.ending == SHOGUN_TAKEN:
        out.append(Saying("that was the shogun: {seat} wins", seat=seat))
    return out


# -- cards that need no decision ----------------------------------------------------------------------------------


def turned_up(old: GunshiState, new: GunshiState, seat: int, decided: int) -> list[int]:
    """The cards of a side that were turned up and are done with: now under its deck, after those that were decided on.

    A Chain Trap that was laid out belongs to them.
    """
    o = SIDE * seat
    first, last = int(old.side[o + DECK_N]) + decided, int(new.side[o + DECK_N])
    cards = [int(deck_kind(new.side[o + DECK], i)) for i in range(first, last)]
    if new.side[o + TRAP_OUT] and not old.side[o + TRAP_OUT]:
        cards.append(int(TRAP))
        if len(cards) == 2 and not _in_order(old, new, o, cards):
            cards.reverse()
    return cards


def _in_order(old: GunshiState, new: GunshiState, o: i64, cards: list[int]) -> bool:
    """Whether two cards of a Lightning Command came in this order: by the row if it shows them, or by the points."""
    for place, card in enumerate(cards):
        kind = row_kind(old.side[o + ROW], place)
        if kind != UNKNOWN:
            return bool(kind == card)
    return _reckoned(new, int(old.side[o + MLP]), cards)[-1] == new.side[o + MLP]


def _reckoned(new: GunshiState, points: int, cards: list[int]) -> list[int]:
    """The points after each of these cards."""
    out = []
    for card in cards:
        if card == REVIEW:
            points = min(points + int(REVIEW_GAIN), int(new.settings.mlp_max))
        elif card == TRAP and new.side[SIDE * new.seat + TRAP_OUT]:
            points -= int(TRAP_COST)
        out.append(points)
    return out


def by_themselves(old: GunshiState, new: GunshiState, seat: int, cards: list[int], points: int) -> list[Saying]:
    """What cards did that asked nobody, or that they could not be carried out."""
    out = []
    for card, total in zip(cards, _reckoned(new, points, cards), strict=True):
        who, name = SEAT_NAMES[seat], CARD_NAMES[card]
        if card == REVIEW:
            out.append(Saying("{seat}'s {card}: points +{points}, now {total}", seat=who, card=name,
                              points=total - points, total=total))  # fmt: skip
        elif card == TRAP and total < points:
            out.append(Saying("{seat} lays out the {card}: points -{points}, now {total}", seat=who, card=name,
                              points=points - total, total=total))  # fmt: skip
        elif total < _LEAST.get(card, 0):
            out.append(Saying("{seat}'s {card} lapses for want of points", seat=who, card=name))
        else:
            out.append(Saying("{seat}'s {card} lapses: it cannot be carried out", seat=who, card=name))
        points = total
    return out
