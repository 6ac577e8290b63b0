"""Every limit of the rules as a check of one position, hidden parts included; nothing here plays."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.gunshi.belief import known_cards, listed, pool_allows
from gunbai.games.gunshi.board import reserve
from gunbai.games.gunshi.data import (
    BOARD,
    CARD_CODES,
    COPIES,
    FENCES_PER_SIDE,
    HAND_SIZE,
    INFANTRY,
    INVADERS_TO_WIN,
    KINDS,
    KIT_SIZE,
    ROW_LIMIT,
    SEAT_NAMES,
    SUPPLY,
    UNIT_NAMES,
    count,
)
from gunbai.games.gunshi.packed import all_of, count_of, one_of, spot_shields
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    CAV,
    DECK_N,
    DISCARD,
    FENCE_E,
    FENCE_N,
    HAND,
    INF,
    INSPIRATION_TAKEN,
    INSPIRED,
    INVADED,
    KIT,
    LIGHTNING,
    MLP,
    OVER,
    POOL_N,
    REMOVED,
    ROW,
    ROW_N,
    SHOGUN,
    SHOGUN_TAKEN,
    SIDE,
    SPOT,
    TAKEN,
    GunshiState,
    hand_size,
    invaders,
)


def violations(t: GunshiState) -> list[str]:
    """What this position breaks, each with its paragraph; empty for every position that play can reach."""
    found: list[str] = []
    for kind in range(3):
        left = reserve(t, kind)
        if left < 0 or left > SUPPLY[kind]:
            found.append(f"§1.4 {left} {UNIT_NAMES[int(kind)]} in the reserve")
    if t.side[ALL] & t.side[SIDE + ALL]:
        found.append("§1.1 two units on one square")
    if (t.side[FENCE_N] & t.side[SIDE + FENCE_N]) | (t.side[FENCE_E] & t.side[SIDE + FENCE_E]):
        found.append("§1.5 two fences on one line")
    if t.shields & ~(t.side[INF] | t.side[SIDE + INF]):
        found.append("§1.4 a shield without infantry")
    for seat in range(2):
        _check_units(t, seat, found)
        if t.turn > 0:
            _check_cards(t, seat, found)
    return found


def _check_units(t: GunshiState, seat: i64, found: list[str]) -> None:
    side, o, name = t.side, SIDE * seat, SEAT_NAMES[int(seat)]
    kinds = side[o + INF] + side[o + ARC] + side[o + CAV]
    if kinds != side[o + ALL] or side[o + ALL] & ~BOARD:
        found.append(f"§1.1 {name}'s units overlap or stand beside the field")
    if count(side[o + FENCE_N]) + count(side[o + FENCE_E]) > FENCES_PER_SIDE:
        found.append(f"§1.5 {name} has more than {FENCES_PER_SIDE} fences")
    if not 0 <= side[o + MLP] <= t.settings.mlp_max:
        found.append(f"§1.6 {name} has {side[o + MLP]} points")
    if spot_shields(side[o + SPOT]) > count_of(side[o + SPOT], INFANTRY):
        found.append(f"§5.8 {name} has more shields than infantry on the spot")
    if invaders(side, o) >= INVADERS_TO_WIN and not (t.phase == OVER and t.ending == INVADED):
        found.append(f"§14.2 {name} has {invaders(side, o)} invaders and the game goes on")
    if t.turn == 0:
        return
    shogun = side[o + SHOGUN]
    taken = t.phase == OVER and t.ending == SHOGUN_TAKEN and t.winner == 1 - seat
    if not taken and (shogun < 0 or not side[o + ALL] >> shogun & 1):
        found.append(f"§14.1 {name}'s shogun is not on the field and the game goes on")
    if shogun >= 0 and not taken and t.cleared >> shogun & 1:
        found.append(f"§12.4 {name}'s shogun is known to be none")


def _check_cards(t: GunshiState, seat: i64, found: list[str]) -> None:
    side, o, name = t.side, SIDE * seat, SEAT_NAMES[int(seat)]
    if not 0 <= side[o + ROW_N] <= ROW_LIMIT:
        found.append(f"§4.4 {name}'s row has {side[o + ROW_N]} cards")
    most: i64 = HAND_SIZE + 1 if t.phase == DISCARD and t.seat == seat else HAND_SIZE
    if all_of(side[o + HAND]) != hand_size(side, o) or hand_size(side, o) > most:
        found.append(f"§4.9 {name} holds {all_of(side[o + HAND])} cards")
    if side[o + POOL_N] != side[o + ROW_N] + hand_size(side, o) or side[o + DECK_N] < 0:
        found.append(f"§12.3 {name}'s cards are not all accounted for")
    if side[o + LIGHTNING] and side[o + ROW_N] < 2 and not (t.seat == seat and t.left):
        found.append(f"§4.6 {name}'s Lightning Command has fewer than two cards")
    kit = side[o + KIT]
    if all_of(kit) != KIT_SIZE:
        found.append(f"§1.8 {name} began with {all_of(kit)} cards")
    # The inspiration puts one card in and another out, and in between the hand holds both.
    if side[o + TAKEN]:
        kit += one_of(side[o + TAKEN] - 1)
    if side[o + REMOVED] and side[o + INSPIRED] == INSPIRATION_TAKEN:
        kit -= one_of(side[o + REMOVED] - 1)
    cards = known_cards(t, o, seat) + side[o + HAND]
    if cards != kit:
        found.append(f"§1.8 {name}'s cards are not those of its seven")
    for kind in range(KINDS):
        if count_of(cards, kind) > COPIES[kind]:
            found.append(f"§11.2 {name} has more {CARD_CODES[int(kind)]} than there are")
    if not pool_allows(t, o, listed(side[o + HAND])):
        found.append(f"§12.3 {name}'s hand and row {side[o + ROW]} deny what everybody saw")
