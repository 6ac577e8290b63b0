"""A view of Shogun as a row of small numbers. Clans and provinces keep their numbers; what is unknown is 0."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from gunbai.core.observation import MOST, Observer, Row
from gunbai.core.state import View
from gunbai.games.shogun.data import ARMIES_EACH, CLANS_MAX, Board
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BARRED,
    BINS,
    BUILD,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    FORCE_AIM,
    HIDDEN,
    KOKU,
    LAND_WIDTH,
    LAST,
    OWNER,
    POINTS,
    QUOTA,
    SEALED,
    SEAT,
    STAGE_NAMES,
    STEP,
    TRAY,
    UNITS,
    WISH,
    ShogunState,
)
from gunbai.games.shogun.view import UNKNOWN, ShogunView

_PROVINCE: Final = 21
_ARMY: Final = 16
_CLAN: Final = 22
# A sealed fortress is 101 + its province, a castle 1 + its province.
_FORTRESS: Final[i64] = 101


def _parts(board: Board) -> list[tuple[str, int]]:
    return [
        ("viewer's seat", int(CLANS_MAX)),
        ("clans of the viewer", int(CLANS_MAX)),
        ("stage", len(STAGE_NAMES)),
        ("clan to decide", int(CLANS_MAX)),
        ("clan at war", int(CLANS_MAX)),
        ("round: low, high", 2),
        ("counters of the round, each plus 2", 14),
        ("counters of movement and battle, each plus 2", 26),
        ("units by type in the march being made up", 4),
        (
            "per province: owner; bowmen, swordsmen, gunners, spearmen, ronin; hidden ronin plus 1; castle, bonus "
            "defenders; target plus 1, sealed levy plus 1; called off; arrived: four types and ronin",
            _PROVINCE * len(board.provinces),
        ),
        (
            "per army: province plus 2; four types of unit and ronin; experience; struck; target plus 1; moves left, "
            "finished, moved; picked up: four types",
            _ARMY * int(CLANS_MAX * ARMIES_EACH),
        ),
        (
            "per clan: seat plus 1, alive; koku plus 1, five bins plus 1; tray: four types; sword, unseen ronin, "
            "sealed; choices made plus 1; quota; last choice: high, low; wish plus 1; building: kind, province",
            _CLAN * int(CLANS_MAX),
        ),
    ]


class ShogunObserver(Observer):
    """The row of Shogun for one board."""

    def __init__(self, board: Board) -> None:
        super().__init__(_parts(board))
        self.board: Final = board

    def write(self, v: View, row: Row) -> None:
        seen = cast(ShogunView, v)
        t = seen.seen
        row.one_hot(seen.seat, CLANS_MAX)
        row.run(seen.knows, 0, CLANS_MAX, 0)
        row.one_hot(t.stage, len(STAGE_NAMES))
        row.one_hot(t.turn, CLANS_MAX)
        row.one_hot(t.war, CLANS_MAX)
        row.number(t.round & MOST)
        row.number(t.round >> 7)
        _write_round(t, row)
        _write_battle(t, row)
        row.run(t.sent, 0, 4, 0)
        for p in self.board.provinces:
            i = p * LAND_WIDTH
            row.one_hot(t.land[i + OWNER], CLANS_MAX)
            row.run(t.land, i + FORCE, 5, 0)
            row.number(t.land[i + HIDDEN] + 1)
            row.run(t.land, i + CASTLE, 2, 0)
            row.run(t.land, i + FORCE_AIM, 2, 1)
            row.run(t.land, i + BARRED, 6, 0)
        for army in range(CLANS_MAX * ARMIES_EACH):
            i = army * ARMY_WIDTH
            row.number(t.army[i + AT] + 2)
            row.run(t.army, i + UNITS, ARMY_RONIN - UNITS + 3, 0)
            row.number(t.army[i + ARMY_AIM] + 1)
            row.run(t.army, i + POINTS, ARMY_WIDTH - POINTS, 0)
        for c in range(CLANS_MAX):
            _write_clan(t, c, row)


def _write_round(t: ShogunState, row: Row) -> None:
    row.number(t.slot + 2)
    row.number(t.count + 2)
    row.number(t.resume + 2)
    row.number(t.after + 2)
    row.number(t.ninja + 2)
    row.number(t.spy_by + 2)
    row.number(t.spy_on + 2)
    row.number(t.bins_open + 2)
    row.number(t.pool + 2)
    row.number(t.castles + 2)
    row.number(t.bases + 2)
    row.number(t.clash + 2)
    row.number(t.gain + 2)
    row.number(t.gain_army + 2)


def _write_battle(t: ShogunState, row: Row) -> None:
    row.number(t.final + 2)
    row.number(t.current + 2)
    row.number(t.dest + 2)
    row.number(t.att_army + 2)
    row.number(t.att_from + 2)
    row.number(t.att_to + 2)
    row.number(t.step + 2)
    row.number(t.side + 2)
    row.number(t.rolled + 2)
    row.number(t.hits_on_attacker + 2)
    row.number(t.hits_on_defender + 2)
    row.number(t.to_lose + 2)
    row.number(t.cursor + 2)
    row.number(t.opening + 2)
    row.number(t.strike_first + 2)
    row.number(t.used + 2)
    row.number(t.success + 2)
    row.number(t.emptied + 2)
    row.number(t.lapsed + 2)
    row.number(t.march_to + 2)
    row.number(t.march_join + 2)
    row.number(t.strike_by + 2)
    row.number(t.strike_at + 2)
    row.number(t.winner + 2)
    row.number(t.ending + 2)
    row.number(t.picked + 2)


def _write_clan(t: ShogunState, c: i64, row: Row) -> None:
    i = c * CLAN_WIDTH
    row.number(t.clan[i + SEAT] + 1)
    row.number(t.clan[i + ALIVE])
    row.run(t.clan, i + KOKU, BINS + 5 - KOKU, 1)
    row.run(t.clan, i + TRAY, SEALED + 1 - TRAY, 0)
    row.number(t.clan[i + STEP] + 1)
    row.number(t.clan[i + QUOTA])
    last = t.clan[i + LAST]
    row.number(0 if last == UNKNOWN else (last + 1 >> 8) + 1)
    row.number(0 if last == UNKNOWN else (last + 1 & 255) + 1)
    row.number(t.clan[i + WISH] + 1)
    building = t.clan[i + BUILD]
    fortress = building >= _FORTRESS
    row.number(0 if building < 0 else 3 if fortress else 2 if building > 0 else 1)
    row.number(building - _FORTRESS + 1 if fortress else building)
