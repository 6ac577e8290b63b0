"""A view of Shogun as a row of small numbers. Clans and provinces keep their numbers; what is unknown is 0."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.observation import LANES, MOST, Observer, Row, word_of
from gunbai.core.state import View
from gunbai.games.shogun.data import ARMIES_EACH, CLANS_MAX, PROVINCES, Board
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
    LOW_PROVINCES,
    MOVED,
    OWNER,
    POINTS,
    QUOTA,
    SEALED,
    SEAT,
    SPENT,
    STEP,
    STRUCK,
    SWORD_HELD,
    TRAY,
    UNITS,
    VEILED,
    WISH,
    ShogunState,
)
from gunbai.games.shogun.view import UNKNOWN, ShogunView

_ARMY: Final = 16
_CLAN: Final = 24
# Words of a province's owner and of the rest of its row, of an army's, and where a row has its armies.
_FORCE_WORDS: Final[i64] = 2
_ARMY_WORDS: Final[i64] = 2
_ARMIES: Final[i64] = CLANS_MAX * ARMIES_EACH
_STAGE_WORDS: Final[i64] = 6
# A sealed fortress is 101 + its province, a castle 1 + its province.
_FORTRESS: Final[i64] = 101


def _parts(board: Board) -> list[tuple[str, int]]:
    """Every part takes whole words: what it does not name at its end is 0."""
    provinces = len(board.provinces)
    word = int(LANES)
    return [
        ("per province: owner by clan, then three values that are 0", word * provinces),
        (
            "per province: bowmen, swordsmen, gunners, spearmen, ronin; hidden ronin plus 1; castle, bonus defenders; "
            "target plus 1, sealed levy plus 1; called off; arrived: four types and ronin",
            int(LAND_WIDTH - FORCE) * provinces,
        ),
        (
            "per army: province plus 2; four types of unit and ronin; experience; struck; target plus 1; moves left, "
            "finished, moved; picked up: four types",
            _ARMY * int(_ARMIES),
        ),
        ("viewer's seat", word),
        ("clans of the viewer", word),
        ("clan to decide", word),
        ("clan at war", word),
        ("stage", word * int(_STAGE_WORDS)),
        ("round: low, high; counters of the round, each plus 2", 2 * word),
        ("counters of movement and battle, each plus 2; units by type in the march being made up", 4 * word),
        (
            "per clan: seat plus 1, alive; koku plus 1, five bins plus 1; tray: four types; sword, unseen ronin, "
            "sealed; choices made plus 1; quota; last choice: high, low; wish plus 1; building: kind, province; two 0",
            _CLAN * int(CLANS_MAX),
        ),
    ]


@final
class ShogunObserver(Observer):
    """The row of Shogun for one board."""

    def __init__(self, board: Board) -> None:
        super().__init__(_parts(board))
        self.board: Final = board
        # Where each province stands among those of the board; -1 for those of the other maps.
        self._place = vec[i64]([-1] * PROVINCES)
        for i in range(len(board.provinces)):
            self._place[board.provinces[i]] = i

    def write(self, v: View, row: Row) -> None:
        seen = cast(ShogunView, v)
        t = seen.seen
        land = t.land
        words = row.words
        at = row.at
        provinces = self.board.provinces
        n: i64 = len(provinces)
        for i in range(n):
            _write_province(land, provinces[i], words, at + i, at + n + _FORCE_WORDS * i)
        at += (1 + _FORCE_WORDS) * n
        for army in range(_ARMIES):
            _write_army(t.army, army, words, at + _ARMY_WORDS * army)
        row.at = _write_rest(seen, words, at + _ARMY_WORDS * _ARMIES)

    def rewrite(self, v: View, row: Row) -> None:
        """Only marked provinces and armies; what is beside them changes at nearly every choice."""
        seen = cast(ShogunView, v)
        t = seen.seen
        words = row.words
        at = row.at
        n: i64 = len(self.board.provinces)
        self._rewrite_provinces(t.land, t.marked_low, 0, words, at)
        self._rewrite_provinces(t.land, t.marked_high, LOW_PROVINCES, words, at)
        at += (1 + _FORCE_WORDS) * n
        marks = t.marked_armies
        army: i64 = 0
        while marks != 0:
            if marks & 1 == 1:
                _write_army(t.army, army, words, at + _ARMY_WORDS * army)
            marks >>= 1
            army += 1
        row.at = _write_rest(seen, words, at + _ARMY_WORDS * _ARMIES)

    def _rewrite_provinces(self, land: vec[i64], marks: i64, first: i64, words: vec[i64], at: i64) -> None:
        """The marked provinces, counted from the first on, of the row that begins at this word."""
        p = first
        n: i64 = len(self.board.provinces)
        while marks != 0:
            if marks & 255 == 0:
                marks >>= 8
                p += 8
                continue
            if marks & 1 == 1:
                i = self._place[p]
                if i >= 0:
                    _write_province(land, p, words, at + i, at + n + _FORCE_WORDS * i)
            marks >>= 1
            p += 1


def _write_province(land: vec[i64], p: i64, words: vec[i64], owner_at: i64, at: i64) -> None:
    """The word of its owner, and two words of all else."""
    i = p * LAND_WIDTH
    words[owner_at] = _hot(land[i + OWNER])
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


def _write_army(army: vec[i64], row: i64, words: vec[i64], at: i64) -> None:
    """Two words of an army."""
    i = row * ARMY_WIDTH
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


def _write_rest(seen: ShogunView, words: vec[i64], at: i64) -> i64:
    """Onlooker, stage, counters and clans, from a word on; the word behind them."""
    t = seen.seen
    knows = seen.knows
    words[at] = _hot(seen.seat)
    words[at + 1] = _word(knows[0], knows[1], knows[2], knows[3], knows[4], 0, 0, 0)
    words[at + 2] = _hot(t.turn)
    words[at + 3] = _hot(t.war)
    at += 4
    for i in range(_STAGE_WORDS):
        words[at + i] = _hot(t.stage - LANES * i)
    at += _STAGE_WORDS
    _write_round(t, words, at)
    _write_battle(t, words, at + 2)
    at += 6
    for c in range(CLANS_MAX):
        _write_clan(t.clan, c, words, at)
        at += 3
    return at


def _hot(value: i64) -> i64:
    """A word with a 1 in the place of this number; a number outside leaves all of it 0."""
    return 1 << (8 * value) if 0 <= value < LANES else i64(0)


def _word(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:
    """As `word_of`, which lies in another library: a call to it takes longer than all this."""
    if (a | b | c | d | e | f | g | h) & ~MOST != 0:
        return word_of(a, b, c, d, e, f, g, h)
    return a | b << 8 | c << 16 | d << 24 | e << 32 | f << 40 | g << 48 | h << 56


def _write_round(t: ShogunState, words: vec[i64], at: i64) -> None:
    words[at] = _word(
        t.round & MOST,
        t.round >> 7,
        t.slot + 2,
        t.count + 2,
        t.resume + 2,
        t.after + 2,
        t.ninja + 2,
        t.spy_by + 2,
    )
    words[at + 1] = _word(
        t.spy_on + 2,
        t.bins_open + 2,
        t.pool + 2,
        t.castles + 2,
        t.bases + 2,
        t.clash + 2,
        t.gain + 2,
        t.gain_army + 2,
    )


def _write_battle(t: ShogunState, words: vec[i64], at: i64) -> None:
    words[at] = _word(
        t.final + 2,
        t.current + 2,
        t.dest + 2,
        t.att_army + 2,
        t.att_from + 2,
        t.att_to + 2,
        t.step + 2,
        t.side + 2,
    )
    words[at + 1] = _word(
        t.rolled + 2,
        t.hits_on_attacker + 2,
        t.hits_on_defender + 2,
        t.to_lose + 2,
        t.cursor + 2,
        t.opening + 2,
        t.strike_first + 2,
        t.used + 2,
    )
    words[at + 2] = _word(
        t.success + 2,
        t.emptied + 2,
        t.lapsed + 2,
        t.march_to + 2,
        t.march_join + 2,
        t.strike_by + 2,
        t.strike_at + 2,
        t.winner + 2,
    )
    sent = t.sent
    words[at + 3] = _word(t.ending + 2, t.picked + 2, sent[0], sent[1], sent[2], sent[3], 0, 0)


def _write_clan(clan: vec[i64], c: i64, words: vec[i64], at: i64) -> None:
    """Three words of a clan. What is unknown is negative, and becomes 0."""
    i = c * CLAN_WIDTH
    words[at] = _word(
        clan[i + SEAT] + 1,
        clan[i + ALIVE],
        clan[i + KOKU] + 1,
        _known(clan[i + BINS]) + 1,
        _known(clan[i + BINS + 1]) + 1,
        _known(clan[i + BINS + 2]) + 1,
        _known(clan[i + BINS + 3]) + 1,
        _known(clan[i + BINS + 4]) + 1,
    )
    words[at + 1] = _word(
        clan[i + TRAY],
        clan[i + TRAY + 1],
        clan[i + TRAY + 2],
        clan[i + TRAY + 3],
        clan[i + SWORD_HELD],
        clan[i + VEILED],
        clan[i + SEALED],
        _known(clan[i + STEP]) + 1,
    )
    last = clan[i + LAST]
    high: i64 = 0
    low: i64 = 0
    if last != UNKNOWN:
        high = (last + 1 >> 8) + 1
        low = (last + 1 & 255) + 1
    building = clan[i + BUILD]
    kind = _known(building) + 1
    where: i64 = 0
    if building >= _FORTRESS:
        kind = 3
        where = building - _FORTRESS + 1
    elif building > 0:
        kind = 2
        where = building
    words[at + 2] = _word(clan[i + QUOTA], high, low, _known(clan[i + WISH]) + 1, kind, where, 0, 0)


def _known(value: i64) -> i64:
    """A number, or -1 for what is unknown."""
    return value if value >= 0 else i64(-1)
