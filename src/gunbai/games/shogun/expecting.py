"""What a plan may be expected to bring, in words: from the positions that it has led to in worlds that fit the view."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.saying import Saying
from gunbai.games.shogun.data import PROVINCE_NAMES, PROVINCES
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.reading import clan_name
from gunbai.games.shogun.state import ALIVE, CLAN_WIDTH, OVER, SEAT, ShogunState
from gunbai.games.shogun.threats import Threats

# A province is safe below the one danger and was in danger above the other; what changes less is not told.
SAFE: Final = 0.15
IN_DANGER: Final = 0.35
# A daimyo in danger matters as much as so many provinces.
DAIMYO: Final = 4.0
# What happens more rarely is not told.
RARE: Final = 0.05


def expected(begun: ShogunState, ends: list[ShogunState], seat: i64) -> list[Saying]:
    """The two to four things that a plan of the seat is expected to bring."""
    out: list[Saying] = []
    if len(ends) == 0:
        return out
    times = float(len(ends))
    won = 0.0
    gained = 0.0
    lost = 0.0
    for end in ends:
        won += 1.0 if end.stage == OVER and _held(end, seat) >= end.goal else 0.0
        gained += float(_held(end, seat) - _held(begun, seat))
        lost += 1.0 if _standing(end, seat) < _standing(begun, seat) else 0.0
    if won / times >= RARE:
        out.append(Saying("wins the game in {percent} % of cases", percent=_percent(won / times)))
    if begun.war < 0 or begun.clan[begun.war * CLAN_WIDTH + SEAT] != seat:
        # Provinces change hands in a turn of war only.
        pass
    elif gained >= 0.0:
        out.append(Saying("this plan expects {provinces} more provinces", provinces=f"{gained / times:.1f}"))
    else:
        out.append(Saying("this plan expects {provinces} fewer provinces", provinces=f"{-gained / times:.1f}"))
    for c in range(begun.clans):
        if begun.clan[c * CLAN_WIDTH + SEAT] != seat and begun.clan[c * CLAN_WIDTH + ALIVE] == 1:
            fallen = 0.0
            for end in ends:
                fallen += 1.0 - float(end.clan[c * CLAN_WIDTH + ALIVE])
            if fallen / times >= RARE:
                share = _percent(fallen / times)
                out.append(Saying("brings {clan} down in {percent} % of cases", clan=clan_name(c), percent=share))
    if lost / times >= RARE:
        out.append(Saying("costs a daimyo in {percent} % of cases", percent=_percent(lost / times)))
    return out + _safety(begun, ends, seat)


def _safety(begun: ShogunState, ends: list[ShogunState], seat: i64) -> list[Saying]:
    """The province that the plan makes safe, and the one that it lays open."""
    before = dangers(begun, seat)
    after = vec[float]([0.0] * int(PROVINCES))
    crowned = vec[float]([0.0] * int(PROVINCES))
    for end in ends:
        risks = dangers(end, seat)
        for p in range(PROVINCES):
            after[p] += risks[p] / float(len(ends)) if risks[p] >= 0.0 else 0.0
            if risks[p] >= 0.0 and end.army_in(p) >= 0:
                crowned[p] += 1.0 / float(len(ends))
    safest, barest = i64(-1), i64(-1)
    best, worst = 0.0, 0.0
    for p in range(PROVINCES):
        held = True
        for end in ends:
            held = held and _mine(end, p, seat)
        if not held:
            continue
        weight = 1.0 + DAIMYO * crowned[p]
        gain = weight * (before[p] - after[p])
        if before[p] >= IN_DANGER and after[p] <= SAFE and gain > best:
            safest, best = p, gain
        if after[p] >= IN_DANGER and before[p] <= SAFE and -gain > worst:
            barest, worst = p, -gain
    out: list[Saying] = []
    if safest >= 0:
        out.append(Saying("keeps {province} safe", province=PROVINCE_NAMES[safest]))
    if barest >= 0 and crowned[barest] > 0.5:
        out.append(Saying("leaves the daimyo in {province} open to attack", province=PROVINCE_NAMES[barest]))
    elif barest >= 0:
        out.append(Saying("leaves {province} open to attack", province=PROVINCE_NAMES[barest]))
    return out


def dangers(t: ShogunState, seat: i64) -> vec[float]:
    """For every province of the seat, the best chance of any enemy's turn of war against it; -1 for those of others."""
    threats = Threats(t)
    out = vec[float]()
    for p in range(PROVINCES):
        worst = -1.0
        if _mine(t, p, seat):
            worst = 0.0
            for d in range(t.clans):
                w = threats.of(p, d)
                worst = w if w > worst else worst
        out = append(out, worst)
    return out


def _mine(t: ShogunState, p: i64, seat: i64) -> bool:
    c = t.owner(p)
    return c >= 0 and t.clan[c * CLAN_WIDTH + SEAT] == seat


def _held(t: ShogunState, seat: i64) -> i64:
    n: i64 = 0
    for p in range(PROVINCES):
        n += 1 if _mine(t, p, seat) else 0
    return n


def _standing(t: ShogunState, seat: i64) -> i64:
    n: i64 = 0
    for c in range(t.clans):
        n += daimyos(t, c) if t.clan[c * CLAN_WIDTH + SEAT] == seat else 0
    return n


def _percent(share: float) -> int:
    return round(share * 100.0)
