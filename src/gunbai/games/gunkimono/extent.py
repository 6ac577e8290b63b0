"""How far a game reaches: every action there can be with given options, and the longest game."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.options import Options
from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    CLAIMED,
    DRAWN,
    DRAWN_END,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    REVEALED,
    REVEALED_END,
    STARTS,
    SUPPORT_WITH,
    TAKE,
    USE,
    VICTORY,
)
from gunbai.games.gunkimono.board import EAST, NORTH, SOUTH, WEST, count
from gunbai.games.gunkimono.data import KINDS, SMALL, Field, Setting


def _kinds(out: vec[i64], first: i64, setting: Setting) -> vec[i64]:
    for kind in range(KINDS):
        if setting.copies[kind] > 0:
            out = append(out, first + kind)
    return out


def _troops(out: vec[i64], first: i64, setting: Setting) -> vec[i64]:
    for troop in range(5):
        if setting.reserve >> troop & 1:
            out = append(out, first + troop)
    return out


def _squares(out: vec[i64], first: i64, field: Field) -> vec[i64]:
    for cell in range(field.cells):
        out = append(out, first + field.square_of[cell])
    return out


def _places(out: vec[i64], field: Field) -> vec[i64]:
    """A large tile on each pair of squares that share a side."""
    for cell in range(field.cells):
        number = LAY + field.square_of[cell] * 4
        if cell >= field.columns:
            out = append(out, number + NORTH)
        if field.has_east >> cell & 1:
            out = append(out, number + EAST)
        if field.has_south >> cell & 1:
            out = append(out, number + SOUTH)
        if field.has_west >> cell & 1:
            out = append(out, number + WEST)
    return out


def decisions(options: Options) -> vec[i64]:
    """Every action a seat can have."""
    setting = Setting(options)
    out = _kinds(vec[i64](), USE, setting)
    out = _troops(out, USE + SMALL, setting)
    out = append(out, PASS)
    out = _places(out, setting.field)
    if setting.reserve:
        out = _squares(out, PUT, setting.field)
        out = _troops(out, SUPPORT_WITH, setting)
    for scoring in (VICTORY, HONOR, NOTHING):
        out = append(out, scoring)
    out = _squares(out, BUILD_AT, setting.field)
    out = _kinds(out, TAKE, setting)
    return append(out, BLIND)


def outcomes(options: Options) -> vec[i64]:
    """Every action chance can have."""
    setting = Setting(options)
    out = append(_kinds(vec[i64](), DRAWN, setting), DRAWN_END)
    out = append(_kinds(out, REVEALED, setting), REVEALED_END)
    values: i64 = 0
    for mask in setting.banners:
        values |= mask
    for value in range(1, 16):
        if values >> value & 1:
            out = append(out, CLAIMED + value)
    if setting.start < 0:
        for seat in range(setting.players):
            out = append(out, STARTS + seat)
    return out


def longest_game(options: Options) -> i64:
    """Every tile is placed once at most; between two of them not everybody can pass (RULES §3.9).

    A large tile is used, laid, scored twice and refilled; a small one is used, put and scored, or a support.
    """
    setting = Setting(options)
    players = setting.players
    large = setting.main_stack + setting.end_stack
    small = players * count(setting.reserve)
    passes = (large + small) * (players - 1) + 2 * players - 1
    # The stack with its end tile, which may be drawn blind and then asks for the refill again, and the start player.
    drawn = large + 1 + 1 + 1
    banners = 5 * len(setting.banners)
    strongholds = 2 * players
    return 5 * large + 3 * small + passes + drawn + banners + strongholds
