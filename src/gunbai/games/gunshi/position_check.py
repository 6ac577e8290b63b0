"""Whether a position that somebody wrote can be played: every refusal is one line that names the field."""

from __future__ import annotations

from typing import Final

from gunbai.core.errors import BadNotation
from gunbai.games.gunshi import battle, belief, choices
from gunbai.games.gunshi.board import reserve
from gunbai.games.gunshi.data import (
    BOARD,
    CARD_CODES,
    FENCES_PER_SIDE,
    INFANTRY,
    INVADERS_TO_WIN,
    PREPARED,
    ROW_LIMIT,
    SEAT_NAMES,
    SUPPLY,
    UNIT_NAMES,
    count,
    lowest,
)
from gunbai.games.gunshi.packed import count_of, first_place, pool_entry, spot_shields
from gunbai.games.gunshi.state import (
    ALL,
    ARRANGE,
    COMMITTED,
    DISCARD,
    ENDING_NAMES,
    FACE,
    FACING,
    HAND,
    INSPIRATION_TAKEN,
    INSPIRED,
    JOIN,
    LIGHTNING,
    OVER,
    PHASE_NAMES,
    PICK,
    PIECE,
    PILE,
    POOL,
    POOL_N,
    REMOVED,
    ROW_N,
    SEAL_KIT,
    SEAL_PILE,
    SHOGUN,
    SHOWN,
    SIDE,
    SPOT,
    TAKEN,
    GunshiState,
    hand_size,
    invaders,
)
from gunbai.games.gunshi.view import fence_names

# Phases before the battle; the facing of a unit can be asked before and in it.
PREPARING: Final = (PICK, SEAL_KIT, SEAL_PILE, PIECE, ARRANGE)


def check_material(t: GunshiState, exact: bool) -> None:
    """Units, fences, points, cards and shoguns; `exact` when the position names its phase."""
    for kind, name in enumerate(UNIT_NAMES):
        if reserve(t, kind) < 0:
            raise BadNotation(f"board: there are more than {SUPPLY[kind]} {name} units")
    before = t.turn == 0
    for seat, name in enumerate(SEAT_NAMES):
        o, side = SIDE * seat, t.side
        fences = len(fence_names(t, o))
        if fences > FENCES_PER_SIDE:
            raise BadNotation(f"fences: {name} has {fences}, but there are four")
        if before:
            if side[o + SHOGUN] >= 0 or t.cleared or side[o + SPOT] or side[o + FACE] or side[o + LIGHTNING]:
                raise BadNotation(f"{name} has a shogun, invaders or sent cards before the battle")
            continue
        shogun = side[o + SHOGUN]
        if shogun >= 0 and t.cleared >> shogun & 1:
            raise BadNotation(f"board: {name}'s shogun cannot be marked ! as well")
        lost = t.phase == OVER and exact and t.ending == 1 and t.winner == 1 - seat
        if shogun < 0 and not lost:
            free = side[o + ALL] & ~t.cleared
            if not free:
                raise BadNotation(f"board: {name} has no unit that could be the shogun")
            side[o + SHOGUN] = lowest(free)
        if lost and shogun < 0:
            side[o + SHOWN] = 1
        if invaders(side, o) >= INVADERS_TO_WIN and not (t.phase == OVER and exact):
            raise BadNotation(f"spot: {name} has won with {invaders(side, o)} invaders")
        if side[o + LIGHTNING] and side[o + ROW_N] < 2 and not (t.seat == seat and t.left):
            raise BadNotation(f"row: {name}'s Lightning Command needs two cards")
        if side[o + HAND] and hand_size(side, o) > (4 if t.phase == DISCARD and t.seat == seat else 3):
            raise BadNotation(f"hand: {name} holds {hand_size(side, o)} cards")
        over, acting = t.phase == OVER and exact, t.seat == seat
        if acting and t.card >= 0 and not t.left - 1 <= side[o + ROW_N] < ROW_LIMIT:
            raise BadNotation(
                f"row: {name} resolves {CARD_CODES[t.card]}, so {max(t.left - 1, 0)} to 3 cards follow it"
            )
        # Only a side that has sent its last card stands with an empty hand: at the end of its turn it draws.
        if not hand_size(side, o) and not over and not (acting and t.stage and t.card < 0):
            raise BadNotation(f"hand: {name} holds no card, but must send one in its turn")
        if spot_shields(side[o + SPOT]) > count_of(side[o + SPOT], INFANTRY):
            raise BadNotation(f"spot: {name} has more shields than infantry")


def check_cards(t: GunshiState) -> None:
    """What others may know of a side's cards is explained by the cards themselves, so that a view of it has a world."""
    for seat, name in enumerate(SEAT_NAMES):
        o, side = SIDE * seat, t.side
        pile = side[o + PILE]
        if pile & ~t.settings.advanced:
            raise BadNotation(f"pile: {name} has cards that are not in this game")
        if t.settings.inspiration == 2 and t.phase not in (PICK, SEAL_KIT, SEAL_PILE) and count(pile) != PREPARED:
            raise BadNotation(f"pile: {name} has prepared {count(pile)} cards instead of {PREPARED}")
        if t.turn == 0:
            continue
        swapping = t.phase == DISCARD and t.seat == seat
        taken, removed = side[o + TAKEN], side[o + REMOVED]
        changed = side[o + INSPIRED] == INSPIRATION_TAKEN
        if (taken > 0) != (changed or swapping) or (removed > 0) != changed:
            raise BadNotation(f"taken, removed: they do not go with {name}'s inspiration")
        open_to = pile if t.settings.inspiration > 1 else t.settings.advanced
        if taken and not open_to >> (taken - 1) & 1:
            raise BadNotation(f"taken: {name} could not take {CARD_CODES[taken - 1]}")
        if side[o + INSPIRED] and not t.settings.inspiration:
            raise BadNotation(f"inspired: there is no inspiration for {name} in this game")
        for i in range(side[o + POOL_N]):
            if first_place(pool_entry(side[o + POOL], i)) > side[o + ROW_N]:
                raise BadNotation(f"pool: {name} has {side[o + ROW_N]} cards in the row, so places end there")
        if not belief.pool_allows(t, o, belief.listed(side[o + HAND])):
            raise BadNotation(f"pool: {name}'s row and hand cannot have come from these cards")


def open_turn(t: GunshiState) -> None:
    """Without a phase: the given card is about to be resolved, or the turn begins."""
    if t.card >= 0:
        t.phase = OVER
        if not battle.begin_card(t):
            battle.lay_away(t)
            battle.next_card(t)
        return
    t.turn -= 1
    battle.begin_turn(t)


def check_phase(t: GunshiState) -> None:
    """What the phase needs is there, and there is something to choose."""
    name = PHASE_NAMES[t.phase]
    own = t.side[SIDE * t.seat + ALL]
    before = t.phase in PREPARING or (t.phase == FACING and t.card < 0)
    if before != (t.turn == 0):
        raise BadNotation(f"phase {name} does not go with n={t.turn}")
    if t.card >= 0 and t.left < 1:
        raise BadNotation("left: a card is being resolved, so at least 1 is left")
    if t.phase == OVER:
        if not t.ending or (t.winner < 0) != (ENDING_NAMES[t.ending] == "turn cap reached"):
            raise BadNotation("a game that is over has an ending, and a winner unless the turn cap was reached")
        return
    if t.ending or t.winner >= 0:
        raise BadNotation(f"the game has ended, but its phase is {name}")
    commands = ["unit", "what", "join", "act", "to", "hit", "line", "invade", "turn", "support", "spy", "swap"]
    if (name in commands) != (t.card >= 0) and t.phase != FACING:
        raise BadNotation(f"phase {name} goes {'with' if name in commands else 'without'} a card being resolved")
    if name in ("what", "join", "turn") and (t.unit < 0 or not own >> t.unit & 1):
        raise BadNotation(f"phase {name} needs unit=, a unit of the side to move")
    if name in ("to", "hit", "line", "invade") and (t.at < 0 or not own >> t.at & 1):
        raise BadNotation(f"phase {name} needs at=, a unit of the side to move")
    if name in ("join", "act", "to", "hit", "line") and (not t.doing or t.unit < 0 or not t.chain):
        raise BadNotation(f"phase {name} needs doing=, unit= and chain=")
    if t.phase == FACING and (t.at < 0 or not 0 <= t.last < 3 or (t.side[ALL] | t.side[SIDE + ALL]) >> t.at & 1):
        raise BadNotation("phase facing needs at=, an empty square, and last=, a unit type")
    if t.members & ~own & BOARD or (t.phase == JOIN and t.chain & ~own):
        raise BadNotation("members and chain are units of the side to move")
    if choices.is_sealed(t.phase):
        if t.side[COMMITTED] and t.side[SIDE + COMMITTED]:
            raise BadNotation("seal: both have committed already")
        if t.phase == ARRANGE and not (t.side[ALL] and t.side[SIDE + ALL]):
            raise BadNotation("board: both sides need a unit to be the shogun")
        if t.focus >= 0 and t.side[SIDE * t.focus + COMMITTED]:
            raise BadNotation(f"focus: {SEAT_NAMES[t.focus]} has committed already")
    seat = t.focus if t.focus >= 0 else 1 if choices.is_sealed(t.phase) and t.side[COMMITTED] else t.seat
    if choices.is_sealed(t.phase) and t.focus < 0 and not t.side[COMMITTED]:
        seat = 0
    if not len(choices.legal(t, seat)):
        raise BadNotation(f"in phase {name} {SEAT_NAMES[seat]} has nothing to choose from")
