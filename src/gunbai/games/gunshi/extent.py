"""How far a game reaches: every action there can be with given options, and the longest game."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.options import Options
from gunbai.games.gunshi.actions import (
    A_ASK,
    A_BLIND,
    A_DECK,
    A_DECLINE,
    A_DISCARD,
    A_HAND,
    A_LIGHTNING,
    A_LOOK,
    A_PICK,
    A_PREPARE,
    A_REVEAL,
    A_SEND,
    A_SHOGUN,
    A_SWITCH,
    A_TAKE,
    A_UNIT,
    HIDDEN_SQUARE,
)
from gunbai.games.gunshi.data import KINDS, KIT_SIZE, ROW_LIMIT, SCOUT, SWITCH, bit_at
from gunbai.games.gunshi.setup import parse_deck, settings_of
from gunbai.games.gunshi.state import OptionValues

# Most actions for one card: the unit, what it does, four that join or fewer and their end, then five units that each
# come next, go and answer whether they invade, and four dragged by a Chain Trap that answer too (RULES §8, §9.11).
_FOR_A_CARD: Final[i64] = 1 + 1 + 4 + 5 * 3 + 4
# A home has 17 squares for units, which are placed and then turned, and a side has four fences (RULES §1.2, §1.5).
_FOR_A_FORMATION: Final[i64] = 17 * 2 + 4
# Inspiration: take a card unseen, see which it is, put one away (RULES §10.2).
_FOR_INSPIRATION: Final[i64] = 3


def _cards(options: Options, settings: OptionValues) -> i64:
    """The kinds of card that can come into a row, one bit a kind."""
    found: i64 = 0
    if options.word("agreed_deck") != "-":
        for kind in parse_deck(options.word("agreed_deck"), int(settings.advanced)):
            found |= bit_at(i64(kind))
        return found
    return 15 | settings.advanced


def _range(out: vec[i64], first: i64, end: i64) -> vec[i64]:
    for action in range(first, end):
        out = append(out, action)
    return out


def _of_cards(out: vec[i64], verb: i64, cards: i64) -> vec[i64]:
    for kind in range(KINDS):
        if cards >> kind & 1:
            out = append(out, verb + kind)
    return out


def decisions(options: Options) -> vec[i64]:
    """Every action a side can have."""
    settings = settings_of(options)
    cards = _cards(options, settings)
    out = _range(vec[i64](), A_UNIT, A_SWITCH)
    if cards >> SWITCH & 1:
        out = _range(out, A_SWITCH, A_LOOK)
    if cards >> SCOUT & 1:
        out = _range(out, A_LOOK, A_ASK)
        out = _range(out, A_ASK, A_SEND)
    out = _of_cards(out, A_SEND, cards)
    out = _range(out, A_LIGHTNING - 1, A_SHOGUN + HIDDEN_SQUARE)
    if not settings.open_cards:
        out = _of_cards(out, A_HAND, cards)
        out = _of_cards(out, A_DECK, cards)
    if settings.custom_picks or settings.secret_kits:
        out = _of_cards(out, A_PICK, cards)
    if settings.inspiration > 1:
        out = _of_cards(out, A_PREPARE, settings.advanced)
        out = _of_cards(out, A_TAKE, settings.advanced)
    if settings.inspiration == 1:
        out = append(out, A_BLIND)
    if settings.inspiration:
        out = append(out, A_DECLINE)
        out = _of_cards(out, A_DISCARD, cards)
    return out


def outcomes(options: Options) -> vec[i64]:
    """Every action chance can have: the advanced card that nobody had seen."""
    settings = settings_of(options)
    out = vec[i64]()
    return _of_cards(out, A_REVEAL, settings.advanced) if settings.inspiration == 1 else out


def longest_game(options: Options) -> i64:
    """Set-up, then turns up to the cap: at most two cards resolved, four sent, and the end of the turn."""
    settings = settings_of(options)
    # Cards picked or sealed, cards prepared, the formation, the shogun with hand and deck; each for both sides.
    setup = 2 * (KIT_SIZE + 3 + _FOR_A_FORMATION + KIT_SIZE + 1)
    turn = 2 * _FOR_A_CARD + ROW_LIMIT + 1
    return setup + 2 * _FOR_INSPIRATION + settings.turn_cap * turn
