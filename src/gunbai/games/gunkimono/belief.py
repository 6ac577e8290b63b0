"""A full state that fits a view: exactly the tiles and banners that can still be out, dealt at random."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.rng import Rng
from gunbai.games.gunkimono.data import KINDS, filled
from gunbai.games.gunkimono.state import EMPTY, GunkimonoState, put
from gunbai.games.gunkimono.view import GunkimonoView


def resample(v: GunkimonoView, rng: Rng) -> GunkimonoState:
    """Hidden hands from the unseen tiles, hidden banners from the unclaimed values; what is left stays in the bag."""
    setting = v.setting
    players = setting.players
    bag = v.unseen[:]
    hands = filled(players * setting.hand, EMPTY)
    banners = filled(players, 0)
    for seat in range(players):
        begin = seat * setting.hand
        end = begin + setting.hand
        if seat == v.seat:
            for i in range(setting.hand):
                hands[begin + i] = v.hand[i]
            continue
        for code in v.known[int(seat)]:
            put(hands, begin, end, code)
        for _ in range(v.unknown[seat]):
            put(hands, begin, end, _pick(bag, rng) * 2)
    for seat in range(players):
        banners[seat] = v.banner_values[seat]
    for layer in range(len(setting.banners)):
        hidden = setting.banners[layer]
        for seat in range(players):
            hidden &= ~v.banner_values[seat]
        for seat in range(players):
            if not v.banner_values[seat] & setting.banners[layer]:
                for _ in range(v.claimed[int(seat)].count(layer)):
                    value = _pick_bit(hidden, rng)
                    hidden &= ~value
                    banners[seat] |= value
    t = GunkimonoState(
        v.options,
        setting,
        v.board.copy(),
        bag,
        hands,
        v.row[:],
        v.honor[:],
        v.vp[:],
        v.reserve[:],
        banners,
    )
    t.step = v.step
    t.turn = v.turn
    t.sword = v.sword
    t.tile = v.tile
    t.cell = v.cell
    t.facing = v.facing
    t.half = v.half
    t.main = v.main
    t.end_stack = v.end_stack
    t.end_shown = v.end_shown
    t.passes = v.passes
    return t


def _pick(bag: vec[i64], rng: Rng) -> i64:
    total: i64 = 0
    for kind in range(KINDS):
        total += bag[kind]
    at = rng.below(total)
    which: i64 = 0
    while at >= bag[which]:
        at -= bag[which]
        which += 1
    bag[which] -= 1
    return which


def _pick_bit(mask: i64, rng: Rng) -> i64:
    bits = vec[i64]()
    while mask:
        bits = append(bits, mask & -mask)
        mask &= mask - 1
    return bits[rng.below(len(bits))]
