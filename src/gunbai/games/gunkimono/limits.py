"""Every limit of the rules as a check of one position, hidden parts included; nothing here plays."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.gunkimono.board import count, lowest
from gunbai.games.gunkimono.data import BANNER_NAMES, KINDS, LETTERS, SEAT_NAMES, TROOPS, tile_name
from gunbai.games.gunkimono.state import (
    EMPTY,
    GONE,
    REFILL,
    REVEAL,
    SUPPORT,
    GunkimonoState,
)

STRONGHOLDS_EACH = 2


def violations(t: GunkimonoState) -> list[str]:
    """What this position breaks, each with its paragraph; empty for every position that play can reach."""
    found: list[str] = []
    _check_field(t, found)
    _check_tiles(t, found)
    _check_track(t, found)
    return found


def _check_field(t: GunkimonoState, found: list[str]) -> None:
    board, field = t.board, t.board.field
    shown: i64 = 0
    twice: i64 = 0
    for troop in range(TROOPS):
        twice |= shown & board.troops[troop]
        shown |= board.troops[troop]
    if shown != field.all or twice:
        found.append("§1.1 a square shows no troop, or two")
    for cell in range(field.cells):
        if board.levels[cell] < 0:
            found.append(f"§1.6 a square at level {board.levels[cell]}")
    standing: i64 = 0
    for seat in range(5):
        forts = board.forts[seat]
        if forts & standing or forts & ~field.all or count(forts) > STRONGHOLDS_EACH:
            found.append(
                f"§1.4, §5.3 {SEAT_NAMES[int(seat)]} has {count(forts)} strongholds, or one where another stands"
            )
        standing |= forts
        while forts:
            cell = lowest(forts)
            forts &= forts - 1
            formation = board.formation(cell)
            for other in range(5):
                if other != seat and board.forts[other] & formation:
                    found.append(f"§5.9 {SEAT_NAMES[int(seat)]} and another hold one formation")


def _check_tiles(t: GunkimonoState, found: list[str]) -> None:
    setting = t.setting
    out: i64 = 0
    for kind in range(KINDS):
        known = t.bag[kind]
        for code in t.hands:
            if code != EMPTY and code >> 1 == kind:
                known += 1
        for other in t.row:
            if other == kind:
                known += 1
        if t.bag[kind] < 0 or known > setting.copies[kind]:
            found.append(f"§1.2 {known} tiles {tile_name(kind)} of {setting.copies[kind]}")
        out += t.bag[kind]
    if t.main < 0 or t.end_stack < 0 or t.main + t.end_stack > out:
        found.append(f"§2.2 {t.main} and {t.end_stack} tiles in the stacks, but {out} unseen")
    if t.main and t.end_stack < setting.end_stack:
        found.append("§8.3 the end-game stack was used before the main stack was empty")
    for seat in range(setting.players):
        if t.reserve[seat] & ~setting.reserve:
            found.append(f"§2.5 {SEAT_NAMES[int(seat)]} has small tiles that do not exist")
    if t.step in (SUPPORT, REFILL, REVEAL) and t.turn < 0:
        found.append("§3.1 nobody's turn in the middle of one")


def _check_track(t: GunkimonoState, found: list[str]) -> None:
    setting = t.setting
    taken: i64 = 0
    gone: i64 = 0
    for seat in range(setting.players):
        name = SEAT_NAMES[int(seat)]
        if t.vp[seat] < 0:
            found.append(f"§4.6 {name} has {t.vp[seat]} points")
        own: i64 = 0
        for troop in range(TROOPS):
            marker = t.honor[seat * TROOPS + troop]
            if marker == GONE:
                own += 1
            elif not 0 <= marker < setting.rows[2]:
                found.append(f"§4.4, §6.1 {name}'s {LETTERS[int(troop)]} marker stands on row {marker}")
        gone += own
        if taken & t.banners[seat]:
            found.append(f"§1.5 {name} has a banner that another has too")
        taken |= t.banners[seat]
        if count(t.banners[seat]) > own:
            found.append(f"§6.1 {name} has {count(t.banners[seat])} banners for {own} markers")
    every: i64 = 0
    for layer in range(len(setting.banners)):
        every |= setting.banners[layer]
        if count(taken & setting.banners[layer]) > count(setting.banners[layer]):
            found.append(f"§2.6 more {BANNER_NAMES[int(layer)]} banners than there are")
    if taken & ~every:
        found.append("§2.6 somebody has a banner that is not in this game")
