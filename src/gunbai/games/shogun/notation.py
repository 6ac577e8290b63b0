"""Positions on one line, as a person writes them: options | moment | clans | armies | provinces.

Only what differs from the usual is written; docs/notation-shogun.md explains every word.
"""

from __future__ import annotations

import re

from gunbai.core.errors import BadNotation, BadOptions
from gunbai.core.options import Option, Options, parse_options
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BASES,
    CASTLE_BONUS,
    CASTLES,
    CLAN_NAMES,
    CLANS_MAX,
    FORTRESS_BONUS,
    PIECES,
    PROVINCE_IDS,
    PROVINCE_NUMBER,
    UNIT_LETTERS,
    UNIT_NAMES,
)
from gunbai.games.shogun.position_check import check_limits, check_moment, row_name
from gunbai.games.shogun.state import ARMY_WIDTH, CLAN_WIDTH, COUNTERS, LAND_WIDTH, STAGE_NAMES, ShogunState
from gunbai.games.shogun.view import UNKNOWN, ShogunView

_STAGES = {"stage", "resume", "after"}
_CLANS = {"turn", "ninja", "spy_by", "spy_on", "war", "strike_by", "gain"}
_PLACES = {"dest", "att_from", "att_to", "emptied", "lapsed", "march_to"}
_ROWS = {"att_army", "strike_at"}
_LEVIES = ("", *UNIT_NAMES[:4], *(f"army-{name}" for name in UNIT_NAMES[:4]))
_UNITS = re.compile(r"(?:\d+[BSGPR])+")
_MAX_TEXT = 20_000


# -- writing -------------------------------------------------------------------------------------------------

# The columns, for rows that are plain lists: each look into a packed table from here costs several of those.
_OWNER, _HIDDEN, _CASTLE, _BONUS = int(st.OWNER), int(st.HIDDEN), int(st.CASTLE), int(st.BONUS)
_FORCE_AIM, _LEVY, _BARRED = int(st.FORCE_AIM), int(st.LEVY), int(st.BARRED)
# Units and ronin.
_FORCE = slice(int(st.FORCE), int(st.FORCE_RONIN) + 1)
_CAME = slice(int(st.CAME), int(st.CAME) + 5)
_UNITS_OF_ARMY = slice(int(st.UNITS), int(st.ARMY_RONIN) + 1)


def _lands(t: ShogunState) -> list[list[int]]:
    """The row of each province."""
    land, width = list(t.land), int(LAND_WIDTH)
    return [land[i : i + width] for i in range(0, len(land), width)]


def _armies(t: ShogunState) -> list[list[int]]:
    """The row of each army of the clans that play."""
    army, width = list(t.army), int(ARMY_WIDTH)
    return [army[i : i + width] for i in range(0, int(t.clans * ARMIES_EACH) * width, width)]


def position_text(t: ShogunState) -> str:
    """The whole truth on one line."""
    return " | ".join([_options_text(t), _moment_text(t), _clans_text(t), _armies_text(t), _lands_text(t)])


def view_text(v: ShogunView) -> str:
    """What the view knows on one line; `?` marks what it does not."""
    return position_text(v.seen)


def _options_text(t: ShogunState) -> str:
    return f"shogun {t.options.text()}".rstrip()


def _shown(name: str, value: int) -> str:
    if value == UNKNOWN:
        return "?"
    if name in _STAGES:
        return STAGE_NAMES[value]
    if value >= 0 and name in _CLANS:
        return CLAN_NAMES[value]
    if value >= 0 and name in _PLACES:
        return PROVINCE_IDS[value]
    return row_name(value) if value >= 0 and name in _ROWS else str(value)


def _usual_supply(t: ShogunState) -> dict[str, int]:
    """What is left in the master tray if nothing is missing: the box minus what the position shows."""
    castles = bases = ronin = 0
    for p in range(len(PROVINCE_IDS)):
        i = p * int(LAND_WIDTH)
        castles += int(t.land[i + st.CASTLE]) >= 1
        bases += int(t.land[i + st.CASTLE]) == 2
        ronin += int(t.land[i + st.FORCE_RONIN])
    for row in range(int(CLANS_MAX * ARMIES_EACH)):
        ronin += int(t.army[row * ARMY_WIDTH + st.ARMY_RONIN])
    for c in range(int(CLANS_MAX)):
        ronin += int(t.clan[c * CLAN_WIDTH + st.VEILED])
    return {
        "castles": int(CASTLES) - castles,
        "bases": int(BASES) - bases,
        "pool": t.options.integer("ronin") - ronin,
    }


def _moment_text(t: ShogunState) -> str:
    usual = _usual_supply(t)
    words = [f"stage={STAGE_NAMES[int(t.stage)]}"]
    for (name, default), value in zip(COUNTERS[1:], t.counters()[1:], strict=True):
        if value != usual.get(name, default):
            words.append(f"{name}={_shown(name, value)}")
    if any(t.sent):
        words.append("sent=" + ",".join(str(n) for n in t.sent))
    return " ".join(words)


def _usual_trays(t: ShogunState) -> list[list[int]]:
    """What each clan has left in its tray if nothing is missing: its pieces minus those on the map."""
    trays = [list(PIECES) for _ in range(int(CLANS_MAX))]
    # The armies of a clan stand one after the other.
    out = [(number // int(ARMIES_EACH), row[_UNITS_OF_ARMY]) for number, row in enumerate(_armies(t))]
    out += [(row[_OWNER], row[_FORCE]) for row in _lands(t) if row[_OWNER] >= 0]
    for clan, units in out:
        tray = trays[clan]
        for unit in range(4):
            tray[unit] -= units[unit]
    return trays


def _building(code: int) -> str:
    return f"fortress:{PROVINCE_IDS[code - 101]}" if code > 100 else f"castle:{PROVINCE_IDS[code - 1]}"


def _clans_text(t: ShogunState) -> str:
    parts = []
    usual = _usual_trays(t)
    for c in range(int(t.clans)):
        i = c * int(CLAN_WIDTH)
        row = t.clan
        words = [CLAN_NAMES[c]]
        alive = row[i + st.ALIVE] == 1
        if not alive:
            words.append("out")
        if row[i + st.KOKU]:
            words.append(f"koku={_plain(int(row[i + st.KOKU]))}")
        bins = [int(row[i + st.BINS + b]) for b in range(5)]
        if any(bins):
            words.append("bins=" + ("?" if bins[0] == UNKNOWN else ",".join(map(str, bins))))
        tray = [int(row[i + st.TRAY + u]) for u in range(4)]
        if tray != (usual[c] if alive else [0, 0, 0, 0]):
            words.append("tray=" + ",".join(map(str, tray)))
        for name, column in _CLAN_NUMBERS:
            if row[i + column]:
                words.append(f"{name}={_plain(int(row[i + column]))}")
        build = int(row[i + st.BUILD])
        if build:
            words.append("build=" + ("?" if build == UNKNOWN else _building(build)))
        if row[i + st.SEALED]:
            words.append("sealed")
        if len(words) > 1:
            parts.append(" ".join(words))
    return "; ".join(parts)


_CLAN_NUMBERS = (
    ("sword", int(st.SWORD_HELD)),
    ("veiled", int(st.VEILED)),
    ("quota", int(st.QUOTA)),
    ("step", int(st.STEP)),
    ("last", int(st.LAST)),
    ("wish", int(st.WISH)),
)


def _plain(value: int) -> str:
    return "?" if value == UNKNOWN else str(value)


def _units_text(counts: list[int]) -> str:
    if not any(counts):
        return ""
    return "".join(f"{n}{letter}" for n, letter in zip(counts, UNIT_LETTERS, strict=True) if n)


def _armies_text(t: ShogunState) -> str:
    parts = []
    for row in range(int(t.clans * ARMIES_EACH)):
        i = row * int(ARMY_WIDTH)
        at = int(t.army[i + st.AT])
        units = _units_text([int(t.army[i + st.UNITS + u]) for u in range(5)])
        if at == -1 and not units:
            continue
        words = [f"{row_name(row)}@{PROVINCE_IDS[at] if at >= 0 else '-' if at == -1 else 'waits'}"]
        words += [units] if units else []
        for name, column in (("hole", st.HOLE), ("points", st.POINTS)):
            if t.army[i + column]:
                words.append(f"{name}={t.army[i + column]}")
        if t.army[i + st.ARMY_AIM] >= 0:
            words.append(f"aim={PROVINCE_IDS[int(t.army[i + st.ARMY_AIM])]}")
        for name, column in (("struck", st.STRUCK), ("spent", st.SPENT), ("moved", st.MOVED)):
            if t.army[i + column]:
                words.append(name)
        joined = [int(t.army[i + st.JOINED + u]) for u in range(4)]
        if any(joined):
            words.append("joined=" + ",".join(map(str, joined)))
        parts.append(" ".join(words))
    return "; ".join(parts)


def _usual_bonus(t: ShogunState, castle: int) -> int:
    return 0 if t.war < 0 else (0, int(CASTLE_BONUS), int(FORTRESS_BONUS))[castle]


def _lands_text(t: ShogunState) -> str:
    parts = []
    lands = _lands(t)
    for p in map(int, t.board.provinces):
        row = lands[p]
        owner = row[_OWNER]
        words = [PROVINCE_IDS[p], CLAN_NAMES[owner] if owner >= 0 else "-"]
        units = _units_text(row[_FORCE])
        words += [units] if units else []
        if row[_HIDDEN]:
            words.append(f"hidden={_plain(row[_HIDDEN])}")
        castle = row[_CASTLE]
        if castle:
            words.append(("", "castle", "fortress")[castle])
        if row[_BONUS] != _usual_bonus(t, castle):
            words.append(f"bonus={row[_BONUS]}")
        if row[_FORCE_AIM] >= 0:
            words.append(f"aim={PROVINCE_IDS[row[_FORCE_AIM]]}")
        if row[_LEVY] > 0:
            words.append(f"levy={_LEVIES[row[_LEVY]]}")
        if row[_BARRED]:
            words.append("barred")
        came = row[_CAME]
        if any(came):
            words.append("came=" + ",".join(map(str, came)))
        if owner >= 0 or len(words) > 2:
            parts.append(" ".join(words))
    return "; ".join(parts)


# -- reading -------------------------------------------------------------------------------------------------


def parse_position(schema: tuple[Option, ...], text: str) -> ShogunState:
    """The inverse of `position_text`."""
    if len(text) > _MAX_TEXT:
        raise BadNotation(f"a position has at most {_MAX_TEXT} characters")
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 5:
        raise BadNotation(f"a position has five parts divided by '|', not {len(parts)}")
    first, _, rest = parts[0].partition(" ")
    if first != "shogun":
        raise BadNotation(f"a position begins with 'shogun', not {first[:20]!r}")
    try:
        t = st.blank(Options(schema, parse_options(rest)))
    except BadOptions as error:
        raise BadNotation(f"options: {error}") from None
    for part in _split(parts[4]):
        _read_land(t, part)
    for part in _split(parts[3]):
        _read_army(t, part)
    for c, tray in enumerate(_usual_trays(t)[: int(t.clans)]):
        for unit, n in enumerate(tray):
            t.clan[c * CLAN_WIDTH + st.TRAY + unit] = n
    seen: set[int] = set()
    for part in _split(parts[2]):
        _read_clan(t, part, seen)
    _read_moment(t, parts[1])
    for p in range(len(PROVINCE_IDS)):
        i = p * int(LAND_WIDTH)
        if t.land[i + st.BONUS] == UNKNOWN:
            t.land[i + st.BONUS] = _usual_bonus(t, int(t.land[i + st.CASTLE]))
    check_limits(t)
    check_moment(t)
    return t


def _split(text: str) -> list[list[str]]:
    return [part.split() for part in text.split(";") if part.strip()]


def _number(word: str, where: str, low: int = 0, high: int = 999) -> int:
    if not re.fullmatch(r"-?\d{1,4}", word) or not low <= int(word) <= high:
        raise BadNotation(f"{where}: {word[:20]!r} is not a number from {low} to {high}")
    return int(word)


def _numbers(word: str, n: int, where: str) -> list[int]:
    words = word.split(",")
    if len(words) != n:
        raise BadNotation(f"{where}: {n} numbers divided by commas are needed, not {word[:30]!r}")
    return [_number(w, where) for w in words]


def _province(t: ShogunState, word: str, where: str) -> int:
    if word not in PROVINCE_NUMBER or PROVINCE_NUMBER[word] not in [int(p) for p in t.board.provinces]:
        raise BadNotation(f"{where}: there is no province {word[:30]!r} on this map")
    return PROVINCE_NUMBER[word]


def _clan(t: ShogunState, word: str, where: str) -> int:
    if word not in CLAN_NAMES[: int(t.clans)]:
        raise BadNotation(f"{where}: there is no clan {word[:20]!r}; there are {', '.join(CLAN_NAMES[: int(t.clans)])}")
    return CLAN_NAMES.index(word)


def _row(t: ShogunState, word: str, where: str) -> int:
    a = _number(word[-1:], where, 1, int(t.board.armies))
    return _clan(t, word[:-1], where) * int(ARMIES_EACH) + a - 1


def _units(word: str, where: str) -> list[int]:
    counts = [0] * 5
    for n, letter in re.findall(r"(\d+)([BSGPR])", word):
        counts[UNIT_LETTERS.index(letter)] += _number(n, where, 0, 99)
    return counts


def _read_land(t: ShogunState, words: list[str]) -> None:
    where = words[0][:30]
    p = _province(t, words[0], "provinces")
    i = p * int(LAND_WIDTH)
    if len(words) < 2 or t.land[i + st.BONUS] == UNKNOWN:
        raise BadNotation(f"{where}: an owner (or '-') is needed, and each province once")
    t.land[i + st.OWNER] = -1 if words[1] == "-" else _clan(t, words[1], where)
    t.land[i + st.BONUS] = UNKNOWN
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if _UNITS.fullmatch(word):
            for unit, n in enumerate(_units(word, where)):
                t.land[i + st.FORCE + unit] = n
        elif word in ("castle", "fortress"):
            t.land[i + st.CASTLE] = 1 if word == "castle" else 2
        elif word == "barred":
            t.land[i + st.BARRED] = 1
        elif equals and key == "hidden":
            t.land[i + st.HIDDEN] = _number(value, where, 0, 60)
        elif equals and key == "bonus":
            t.land[i + st.BONUS] = _number(value, where, 0, 5)
        elif equals and key == "aim":
            t.land[i + st.FORCE_AIM] = _province(t, value, where)
        elif equals and key == "levy" and value in _LEVIES[1:]:
            t.land[i + st.LEVY] = _LEVIES.index(value)
        elif equals and key == "came":
            for unit, n in enumerate(_numbers(value, 5, where)):
                t.land[i + st.CAME + unit] = n
        else:
            raise BadNotation(f"{where}: {word[:30]!r} is not understood")


def _read_army(t: ShogunState, words: list[str]) -> None:
    where = words[0][:30]
    name, sign, place = words[0].partition("@")
    if not sign:
        raise BadNotation(f"armies: an army is written like red1@hida, not {where!r}")
    i = _row(t, name, where) * int(ARMY_WIDTH)
    if t.army[i + st.AT] != -1:
        raise BadNotation(f"{where}: this army is written twice")
    unplaced = {"-": -1, "waits": int(st.WAITS)}
    t.army[i + st.AT] = unplaced[place] if place in unplaced else _province(t, place, where)
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if _UNITS.fullmatch(word):
            for unit, n in enumerate(_units(word, where)):
                t.army[i + st.UNITS + unit] = n
        elif word in ("struck", "spent", "moved"):
            t.army[i + {"struck": st.STRUCK, "spent": st.SPENT, "moved": st.MOVED}[word]] = 1
        elif equals and key == "hole":
            t.army[i + st.HOLE] = _number(value, where, 0, len(t.track) - 1)
        elif equals and key == "joined":
            for unit, n in enumerate(_numbers(value, 4, where)):
                t.army[i + st.JOINED + unit] = n
        elif equals and key == "points":
            t.army[i + st.POINTS] = _number(value, where, 0, 4)
        elif equals and key == "aim":
            t.army[i + st.ARMY_AIM] = _province(t, value, where)
        else:
            raise BadNotation(f"{where}: {word[:30]!r} is not understood")


def _read_clan(t: ShogunState, words: list[str], seen: set[int]) -> None:
    where = words[0][:30]
    c = _clan(t, words[0], "clans")
    if c in seen:
        raise BadNotation(f"clans: {where} is written twice")
    seen.add(c)
    i = c * int(CLAN_WIDTH)
    numbers = dict(_CLAN_NUMBERS)
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if word == "out":
            t.clan[i + st.ALIVE] = 0
            for unit in range(4):
                t.clan[i + st.TRAY + unit] = 0
        elif word == "sealed":
            t.clan[i + st.SEALED] = 1
        elif equals and key == "koku":
            t.clan[i + st.KOKU] = _number(value, where, 0, 99)
        elif equals and key == "bins":
            for b, n in enumerate(_numbers(value, 5, where)):
                t.clan[i + st.BINS + b] = n
        elif equals and key == "tray":
            for unit, n in enumerate(_numbers(value, 4, where)):
                t.clan[i + st.TRAY + unit] = n
        elif equals and key in numbers:
            t.clan[i + numbers[key]] = _number(value, where, -1, 9999)
        elif equals and key == "build":
            kind, _, place = value.partition(":")
            if kind not in ("castle", "fortress"):
                raise BadNotation(f"{where}: {word[:30]!r} is not a building")
            t.clan[i + st.BUILD] = _province(t, place, where) + (1 if kind == "castle" else 101)
        else:
            raise BadNotation(f"{where}: {word[:30]!r} is not understood")


def _read_moment(t: ShogunState, text: str) -> None:
    names = {name for name, _ in COUNTERS}
    fresh = [0, 0, 0, 0]
    for name, left in _usual_supply(t).items():
        setattr(t, name, left)
    for word in text.split():
        key, equals, value = word.partition("=")
        if key == "sent" and equals:
            t.call_back()
            for unit, n in enumerate(_numbers(value, 4, "moment")):
                t.send(unit, n)
        elif key == "fresh" and equals:
            fresh = _numbers(value, 4, "moment")
        elif equals and key in names:
            setattr(t, key, _moment_value(t, key, value))
        else:
            raise BadNotation(f"moment: {word[:30]!r} is not understood")
    if "stage=" not in text:
        raise BadNotation("moment: the stage is missing")
    _read_fresh(t, fresh)


def _read_fresh(t: ShogunState, fresh: list[int]) -> None:
    """Until rules version 2 one word told both what marches and what the moving army had picked up."""
    marches = t.stage in (st.SEND, st.MARCH_RONIN)
    for unit in range(4):
        if marches:
            t.send(unit, fresh[unit])
        elif t.war >= 0 and t.current >= 0:
            t.army[(t.war * ARMIES_EACH + t.current) * ARMY_WIDTH + st.JOINED + unit] += fresh[unit]


def _moment_value(t: ShogunState, key: str, value: str) -> int:
    where = f"moment: {key}"
    if key in _STAGES:
        if value not in STAGE_NAMES:
            raise BadNotation(f"moment: there is no stage {value[:20]!r}; there are {', '.join(STAGE_NAMES)}")
        return STAGE_NAMES.index(value)
    if key in _CLANS | _PLACES | _ROWS:
        if value == "-1":
            return -1
        read = _clan if key in _CLANS else _province if key in _PLACES else _row
        return read(t, value, where)
    low, high = _BOUNDS.get(key, (0, 99))
    return _number(value, where, low, high)


_BOUNDS = {
    **dict.fromkeys(("clash", "final", "side", "opening", "strike_first", "success"), (0, 1)),
    **dict.fromkeys(("march_join", "bins_open"), (0, 1)),
    **dict.fromkeys(("current", "gain_army"), (-1, 2)),
    "round": (0, 999), "slot": (0, 5), "count": (0, 99), "step": (0, 8), "used": (0, 4), "winner": (-2, 4),
    "ending": (0, 4), "castles": (0, 10), "bases": (0, 5), "pool": (0, 60),
}  # fmt: skip
