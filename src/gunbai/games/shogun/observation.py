"""A view of Shogun as a row of small numbers. Clans and provinces keep their numbers; what is unknown is 0."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.observation import LANES, MOST, Observer, Row, word_of
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
    BONUS,
    BUILD,
    CAME,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    FORCE_AIM,
    FORCE_RONIN,
    HIDDEN,
    HOLE,
    JOINED,
    KOKU,
    LAND_WIDTH,
    LAST,
    LEVY,
    MOVED,
    OWNER,
    POINTS,
    QUOTA,
    SEALED,
    SEAT,
    SPENT,
    STAGE_NAMES,
    STEP,
    STRUCK,
    TRAY,
    UNITS,
    WISH,
    ShogunState,
)
from gunbai.games.shogun.view import UNKNOWN, ShogunView

_ARMY: Final = 16
_CLAN: Final = 22
# A sealed fortress is 101 + its province, a castle 1 + its province.
_FORTRESS: Final[i64] = 101


def _parts(board: Board) -> list[tuple[str, int]]:
    provinces = len(board.provinces)
    return [
        ("per province: owner by clan, then three values that are 0", int(LANES) * provinces),
        (
            "per province: bowmen, swordsmen, gunners, spearmen, ronin; hidden ronin plus 1; castle, bonus defenders; "
            "target plus 1, sealed levy plus 1; called off; arrived: four types and ronin",
            int(LAND_WIDTH - FORCE) * provinces,
        ),
        (
            "per army: province plus 2; four types of unit and ronin; experience; struck; target plus 1; moves left, "
            "finished, moved; picked up: four types",
            _ARMY * int(CLANS_MAX * ARMIES_EACH),
        ),
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
            "per clan: seat plus 1, alive; koku plus 1, five bins plus 1; tray: four types; sword, unseen ronin, "
            "sealed; choices made plus 1; quota; last choice: high, low; wish plus 1; building: kind, province",
            _CLAN * int(CLANS_MAX),
        ),
    ]


@final
class ShogunObserver(Observer):
    """The row of Shogun for one board."""

    def __init__(self, board: Board) -> None:
        super().__init__(_parts(board))
        self.board: Final = board

    def write(self, v: View, row: Row) -> None:
        seen = cast(ShogunView, v)
        t = seen.seen
        land = t.land
        provinces = self.board.provinces
        row.at = _write_owners(land, provinces, row.words, row.at)
        row.at = _write_forces(land, provinces, row.words, row.at)
        row.at = _write_armies(t.army, row.words, row.at)
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
        for c in range(CLANS_MAX):
            _write_clan(t, c, row)


def _write_owners(land: vec[i64], provinces: vec[i64], words: vec[i64], at: i64) -> i64:
    """One word a province, from a word on; the word behind them."""
    for p in provinces:
        word: i64 = 0
        owner = land[p * LAND_WIDTH + OWNER]
        if owner >= 0:
            word = 1 << (8 * owner)
        words[at] = word
        at += 1
    return at


def _write_forces(land: vec[i64], provinces: vec[i64], words: vec[i64], at: i64) -> i64:
    """Two words a province, from a word on; the word behind them."""
    for p in provinces:
        i = p * LAND_WIDTH
        # Unknown and nobody are negative, and become 0.
        hidden = land[i + HIDDEN]
        if hidden < 0:
            hidden = -1
        levy = land[i + LEVY]
        if levy < 0:
            levy = -1
        words[at] = _word(
            land[i + FORCE],
            land[i + FORCE + 1],
            land[i + FORCE + 2],
            land[i + FORCE + 3],
            land[i + FORCE_RONIN],
            hidden + 1,
            land[i + CASTLE],
            land[i + BONUS],
        )
        words[at + 1] = _word(
            land[i + FORCE_AIM] + 1,
            levy + 1,
            land[i + BARRED],
            land[i + CAME],
            land[i + CAME + 1],
            land[i + CAME + 2],
            land[i + CAME + 3],
            land[i + CAME + 4],
        )
        at += 2
    return at


def _write_armies(army: vec[i64], words: vec[i64], at: i64) -> i64:
    """Two words an army, from a word on; the word behind them."""
    i: i64 = 0
    while i < CLANS_MAX * ARMIES_EACH * ARMY_WIDTH:
        words[at] = _word(
            army[i + AT] + 2,
            army[i + UNITS],
            army[i + UNITS + 1],
            army[i + UNITS + 2],
            army[i + UNITS + 3],
            army[i + ARMY_RONIN],
            army[i + HOLE],
            army[i + STRUCK],
        )
        words[at + 1] = _word(
            army[i + ARMY_AIM] + 1,
            army[i + POINTS],
            army[i + SPENT],
            army[i + MOVED],
            army[i + JOINED],
            army[i + JOINED + 1],
            army[i + JOINED + 2],
            army[i + JOINED + 3],
        )
        at += 2
        i += ARMY_WIDTH
    return at


def _word(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:
    """As `word_of`, which lies in another library: a call to it takes longer than all this."""
    if (a | b | c | d | e | f | g | h) & ~MOST != 0:
        return word_of(a, b, c, d, e, f, g, h)
    return a | b << 8 | c << 16 | d << 24 | e << 32 | f << 40 | g << 48 | h << 56


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
    if last == UNKNOWN:
        row.number(0)
        row.number(0)
    else:
        row.number((last + 1 >> 8) + 1)
        row.number((last + 1 & 255) + 1)
    row.number(t.clan[i + WISH] + 1)
    _write_building(t.clan[i + BUILD], row)


def _write_building(building: i64, row: Row) -> None:
    """What is sealed to be built, and where."""
    if building >= _FORTRESS:
        row.number(3)
        row.number(building - _FORTRESS + 1)
    elif building > 0:
        row.number(2)
        row.number(building)
    else:
        row.number(building + 1)
        row.number(0)
