"""Positions and views on one line of `name=value` words; docs/notation-gunkimono.md describes it for people."""

from __future__ import annotations

import re

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import BadNotation, BadOptions
from gunbai.core.options import Options
from gunbai.games.gunkimono.actions import square_number, tile_number
from gunbai.games.gunkimono.board import FACINGS, Board, count
from gunbai.games.gunkimono.data import (
    BANNER_NAMES,
    KINDS,
    LETTERS,
    OPTIONS,
    SEAT_NAMES,
    SMALL,
    Setting,
    cell_name,
    tile_name,
)
from gunbai.games.gunkimono.position_check import check_claims, check_step
from gunbai.games.gunkimono.state import (
    BANNER,
    EMPTY,
    GONE,
    NOBODY,
    OVER,
    PLACE,
    REVEAL,
    SCORE,
    STEP_NAMES,
    SUPPORT,
    TILE,
    GunkimonoState,
    first_state,
    put,
)
from gunbai.games.gunkimono.view import GunkimonoView

_OPTION_NAMES = frozenset(option.name for option in OPTIONS)
_FIELDS = (
    "step", "turn", "sword", "tile", "at", "half", "board", "forts", "vp", "honor", "banners", "reserve", "hands",
    "row", "stack", "last", "bag", "passes",
)  # fmt: skip
_CELL = re.compile(r"([A-Z])(\d{0,2})(\*?)")
_MAX_POINTS = 10**6


# -- writing ------------------------------------------------------------------------------------------


def position_text(t: GunkimonoState) -> str:
    """The whole position, hidden parts included."""
    hand = int(t.setting.hand)
    hands = []
    for seat in range(int(t.setting.players)):
        codes = [int(code) for code in t.hands[seat * hand : (seat + 1) * hand] if code != EMPTY]
        hands.append(",".join(_held(code) for code in codes) or "-")
    banners = [_values(int(mask)) or "-" for mask in t.banners]
    bag = ",".join("".join(str(int(t.bag[i + j])) for j in range(4)) for i in range(0, int(KINDS), 4))
    return _text(t, "/".join(hands), "/".join(banners), f"bag={bag}")


def view_text(v: GunkimonoView) -> str:
    """What the viewer knows; a question mark for what it does not."""
    hands, banners = [], []
    for seat in range(int(v.setting.players)):
        if seat == v.seat:
            held = [_held(int(code)) for code in v.hand if code != EMPTY]
        else:
            held = [_held(int(code)) for code in v.known[seat]] + ["?"] * int(v.unknown[seat])
        hands.append(",".join(held) or "-")
        hidden = [f"{BANNER_NAMES[layer]}?" for layer in v.claimed[seat]]
        banners.append(_values(int(v.banner_values[seat])) or ",".join(hidden) or "-")
    unseen = ",".join("".join(str(int(v.unseen[i + j])) for j in range(4)) for i in range(0, int(KINDS), 4))
    return _text(v, "/".join(hands), "/".join(banners), f"unseen={unseen}")


def _text(t: GunkimonoState | GunkimonoView, hands: str, banners: str, bag: str) -> str:
    b, field, players = t.board, t.setting.field, int(t.setting.players)
    words = [t.options.text()] if t.options.text() else []
    words.append(f"step={STEP_NAMES[int(t.step)]}")
    if t.turn != NOBODY:
        words += [f"turn={SEAT_NAMES[int(t.turn)]}", f"sword={SEAT_NAMES[int(t.sword)]}"]
    if t.tile != EMPTY:
        words.append(f"tile={tile_name(t.tile)}")
    if t.cell != EMPTY:
        way = f":{FACINGS[int(t.facing)]}" if t.facing != EMPTY else ""
        words.append(f"at={cell_name(field, t.cell)}{way}")
    if t.half:
        words.append("half=2")
    rows = []
    for row in range(int(field.rows)):
        cells = range(row * int(field.columns), (row + 1) * int(field.columns))
        rows.append("".join(_cell(b, cell) for cell in cells))
    words.append("board=" + "/".join(rows))
    forts = [
        f"{cell_name(field, cell)}:{SEAT_NAMES[seat]}"
        for seat in range(players)
        for cell in range(int(field.cells))
        if b.forts[seat] >> cell & 1
    ]
    if forts:
        words.append("forts=" + ",".join(forts))
    words.append("vp=" + ",".join(str(int(points)) for points in t.vp))
    markers = [["-" if at == GONE else str(int(at)) for at in t.honor[s * 5 : s * 5 + 5]] for s in range(players)]
    words.append("honor=" + "/".join(",".join(m) for m in markers))
    words.append("banners=" + banners)
    words.append("reserve=" + "/".join(_letters(int(mask)) or "-" for mask in t.reserve))
    words.append("hands=" + hands)
    words.append("row=" + (",".join(tile_name(kind) for kind in t.row if kind != EMPTY) or "-"))
    words.append(f"stack={int(t.main)}")
    words.append(f"last={int(t.end_stack)}" + ("" if t.end_shown else "+end"))
    words.append(bag)
    if t.passes:
        words.append(f"passes={int(t.passes)}")
    return " ".join(words)


def _cell(b: Board, cell: int) -> str:
    level = int(b.levels[cell])
    star = "*" if b.symbols[cell] == 2 else ""
    return LETTERS[int(b.troop_at(cell))] + (f"{level}{star}" if level else "")


def _held(code: int) -> str:
    return tile_name(code >> 1) + ("!" if code & 1 else "")


def _values(mask: int) -> str:
    return ",".join(str(value) for value in range(15, 0, -1) if mask >> value & 1)


def _letters(mask: int) -> str:
    return "".join(LETTERS[troop] for troop in range(5) if mask >> troop & 1)


# -- reading ------------------------------------------------------------------------------------------


def parse_position(text: str) -> GunkimonoState:
    """The position a line describes; what it leaves out has the value of a game just set up."""
    given: dict[str, str] = {}
    options: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or (name not in _OPTION_NAMES and name not in _FIELDS):
            raise BadNotation(f"{word[:40]!r} is no part of a Gunkimono position; parts are written name=value")
        if name in given or name in options:
            raise BadNotation(f"{name} is given twice")
        (options if name in _OPTION_NAMES else given)[name] = value
    if not given and not options:
        raise BadNotation("an empty line is no position; write at least one part, as in turn=red")
    try:
        chosen = Options(OPTIONS, options)
        t = first_state(chosen, Setting(chosen))
    except BadOptions as error:
        raise BadNotation(str(error)) from None
    _Reader(t, given).read()
    check_claims(t)
    check_step(t)
    return t


class _Reader:
    """Fills a first state with the parts of a position, checking each."""

    def __init__(self, t: GunkimonoState, given: dict[str, str]) -> None:
        self.t = t
        self.given = given
        self.players = int(t.setting.players)
        self.hand = int(t.setting.hand)

    def read(self) -> None:
        self.turn()
        self.board()
        self.forts()
        self.track()
        self.tiles()
        self.stacks()

    def turn(self) -> None:
        t, given = self.t, self.given
        step = given.get("step", "tile")
        if step not in STEP_NAMES:
            raise BadNotation(f"step: {step[:20]!r} is none of {', '.join(STEP_NAMES)}")
        t.step = STEP_NAMES.index(step)
        if t.step >= TILE:
            seat = given.get("turn", given.get("sword", SEAT_NAMES[0]))
            t.turn = self.seat("turn", seat)
            t.sword = self.seat("sword", given.get("sword", seat))
        elif "turn" in given or "sword" in given:
            raise BadNotation(f"turn: nobody has the turn at step {step}")
        if "tile" in given:
            t.tile = self.within("tile", tile_number, given["tile"])
            if not PLACE <= t.step <= REVEAL:
                raise BadNotation(f"tile: no tile is in play at step {step}")
        elif PLACE <= t.step <= REVEAL:
            raise BadNotation(f"tile: step {step} needs the tile in play")
        if "at" in given:
            name, colon, way = given["at"].partition(":")
            t.cell = t.setting.field.cell_of[self.within("at", square_number, name)]
            if t.cell < 0 or t.tile == EMPTY or t.step == PLACE:
                raise BadNotation(f"at: no tile can lie on {name[:20]!r} now")
            if bool(colon) != (t.tile < SMALL) or (colon and way not in FACINGS):
                raise BadNotation("at: a large tile is written d3:east, a small one d3")
            if colon:
                t.facing = FACINGS.index(way)
                if t.board.neighbour(t.cell, t.facing) < 0:
                    raise BadNotation(f"at: {given['at'][:20]!r} leaves the battlefield")
        elif SUPPORT <= t.step <= BANNER:
            raise BadNotation(f"at: step {step} needs the place of the tile")
        half = given.get("half", "1")
        if half not in ("1", "2") or (half == "2" and not (SCORE <= t.step <= REVEAL and 0 <= t.tile < SMALL)):
            raise BadNotation(f"half: {half[:20]!r} cannot be the half being scored")
        t.half = int(half) - 1
        t.passes = self.number("passes", given.get("passes", "0"), 2 * self.players)
        if t.passes and t.step not in (TILE, PLACE, SUPPORT, OVER):
            raise BadNotation("passes: a tile lies, so nobody has passed")

    def board(self) -> None:
        t, field = self.t, self.t.setting.field
        if "board" not in self.given:
            return
        rows = self.given["board"].split("/")
        if len(rows) != field.rows:
            raise BadNotation(f"board: {len(rows)} rows, but the battlefield has {int(field.rows)}")
        troops, levels, symbols = [0] * 5, list[int](), list[int]()
        cell = 0
        for number, row in enumerate(rows, start=1):
            cells = _CELL.findall(row)
            if "".join("".join(parts) for parts in cells) != row or len(cells) != field.columns:
                raise BadNotation(
                    f"board: row {number} is not {int(field.columns)} squares like I, S2 or C3*: {row[:60]!r}"
                )
            for letter, level, star in cells:
                name = cell_name(field, cell)
                if letter not in LETTERS:
                    raise BadNotation(f"board: {name}: {letter!r} is none of {LETTERS}")
                height = int(level or 0)
                if height == 0 and (star or not field.printed[LETTERS.index(letter)] >> cell & 1):
                    raise BadNotation(f"board: {name}: {letter}{star} is not what is printed there")
                troops[LETTERS.index(letter)] |= 1 << cell
                levels.append(height)
                symbols.append(0 if height == 0 else 2 if star else 1)
                cell += 1
        t.board = _built(t.board, troops, levels, symbols)

    def forts(self) -> None:
        t = self.t
        for word in self.parts(self.given.get("forts", "-")):
            name, _, owner = word.partition(":")
            cell = t.setting.field.cell_of[self.within("forts", square_number, name)]
            seat = self.seat("forts", owner)
            if cell < 0 or t.board.all_forts() >> cell & 1:
                raise BadNotation(f"forts: {word[:30]!r}: no stronghold can stand there")
            t.board.forts[seat] |= 1 << int(cell)
            if count(t.board.forts[seat]) > 2:
                raise BadNotation(f"forts: {owner} has more than two strongholds")
        for one in range(self.players):
            for troop in range(5):
                shown = t.board.troops[troop]
                held = t.board.grow(t.board.forts[one] & shown, shown)
                if held & (t.board.all_forts() & ~t.board.forts[one]):
                    raise BadNotation(f"forts: {SEAT_NAMES[one]} and another seat hold the same formation")

    def track(self) -> None:
        t, given = self.t, self.given
        for seat, word in self.seats("vp", ","):
            t.vp[seat] = self.number("vp", word, _MAX_POINTS)
        for seat, word in self.seats("honor", "/"):
            markers = word.split(",")
            if len(markers) != 5:
                raise BadNotation(f"honor: {SEAT_NAMES[seat]} needs five markers, as in 0,2,-,1,0")
            for troop, marker in enumerate(markers):
                used = t.setting.columns >> troop & 1
                if marker == "-":
                    t.honor[seat * 5 + troop] = GONE
                elif used:
                    t.honor[seat * 5 + troop] = self.number("honor", marker, int(t.setting.rows[2]) - 1)
                else:
                    raise BadNotation(f"honor: there is no {LETTERS[troop]} column in this box")
        layers = [int(mask) for mask in t.setting.banners]
        for seat, word in self.seats("banners", "/"):
            for value in self.parts(word):
                bit = 1 << self.number("banners", value, 15)
                if not any(bit & layer for layer in layers) or any(bit & int(mask) for mask in t.banners):
                    raise BadNotation(f"banners: {value} cannot be claimed, or not twice")
                t.banners[seat] |= bit
        for seat, word in self.seats("reserve", "/"):
            mask = 0
            for letter in "" if word == "-" else word:
                small = 1 << LETTERS.find(letter) if letter in LETTERS else 0
                if not small & int(t.setting.reserve) & ~mask:
                    raise BadNotation(f"reserve: {word[:20]!r} is no set of small tiles, as in IPASC")
                mask |= small
            t.reserve[seat] = mask
        if t.tile >= SMALL:
            spent = 1 << int(t.tile - SMALL)
            if "reserve" in given and t.reserve[t.turn] & spent:
                raise BadNotation("reserve: the small tile in play is still in reserve")
            t.reserve[t.turn] &= ~spent

    def tiles(self) -> None:
        t = self.t
        for seat, word in self.seats("hands", "/"):
            for name in self.parts(word):
                kind = self.large("hands", name.removesuffix("!"))
                if t.hands[(seat + 1) * self.hand - 1] != EMPTY:
                    raise BadNotation(f"hands: {SEAT_NAMES[seat]} holds more than {self.hand} large tiles")
                put(t.hands, seat * self.hand, (seat + 1) * self.hand, kind * 2 + name.endswith("!"))
        for name in self.parts(self.given.get("row", "-")):
            if t.row[t.setting.row - 1] != EMPTY:
                raise BadNotation(f"row: the row has {int(t.setting.row)} places")
            put(t.row, 0, t.setting.row, self.large("row", name))
        out = [("hands", int(code) >> 1) for code in t.hands if code != EMPTY]
        out += [("row", int(kind)) for kind in t.row if kind != EMPTY]
        if 0 <= t.tile < SMALL:
            out.append(("tile", int(t.tile)))
        for part, kind in out:
            t.bag[kind] -= 1
            if t.bag[kind] < 0:
                raise BadNotation(f"{part}: there are only {int(t.setting.copies[kind])} tiles {tile_name(kind)}")
        if "bag" in self.given:
            digits = self.given["bag"].replace(",", "")
            if len(digits) != KINDS or not (digits.isascii() and digits.isdigit()):
                raise BadNotation("bag: forty digits, four for each pair of troops, as in 1221,1221,…")
            for kind in range(int(KINDS)):
                if int(digits[kind]) > t.bag[kind]:
                    raise BadNotation(f"bag: no {digits[kind]} tiles {tile_name(kind)} can be unseen")
                t.bag[kind] = int(digits[kind])

    def stacks(self) -> None:
        t, given = self.t, self.given
        seen = sum(code != EMPTY for code in t.hands) + sum(kind != EMPTY for kind in t.row)
        full = int(t.setting.main_stack)
        set_up = full - (seen if t.step < TILE else self.players * self.hand + int(t.setting.row))
        t.main = self.number("stack", given.get("stack", str(set_up)), full)
        left, plus, end = given.get("last", f"{int(t.setting.end_stack)}+end").partition("+")
        t.end_stack = self.number("last", left, int(t.setting.end_stack))
        if plus and end != "end":
            raise BadNotation("last: the end-game stack is written 5+end, or 3 once the end tile has appeared")
        t.end_shown = 0 if plus else 1
        if t.main and (t.end_shown or t.end_stack < t.setting.end_stack):
            raise BadNotation("last: the end-game stack is untouched while the main stack lasts; with it goes stack=0")
        unseen = sum(int(copies) for copies in t.bag)
        if t.main + t.end_stack > unseen:
            raise BadNotation(f"stack: {int(t.main + t.end_stack)} tiles in the stacks, but only {unseen} are unseen")
        if t.step < TILE and t.main != full - seen:
            raise BadNotation(f"stack: during set-up {full - seen} tiles are left")

    # -- small readers ------------------------------------------------------------------------------

    def seat(self, part: str, name: str) -> int:
        if name not in SEAT_NAMES[: self.players]:
            raise BadNotation(f"{part}: {name[:20]!r} is none of {', '.join(SEAT_NAMES[: self.players])}")
        return SEAT_NAMES.index(name)

    def number(self, part: str, text: str, most: int) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= most):
            raise BadNotation(f"{part}: {text[:20]!r} is no whole number from 0 to {most}")
        return int(text)

    def within(self, part: str, reader: type[int] | object, text: str) -> int:
        try:
            number = reader(text)  # type: ignore[operator]
        except BadNotation as error:
            raise BadNotation(f"{part}: {error}") from None
        return int(number)

    def large(self, part: str, name: str) -> int:
        tile = self.within(part, tile_number, name)
        if tile >= SMALL:
            raise BadNotation(f"{part}: {name[:20]!r} is a small tile; large ones are written I1P2")
        return tile

    def parts(self, text: str) -> list[str]:
        return [] if text == "-" else text.split(",")

    def seats(self, part: str, separator: str) -> list[tuple[int, str]]:
        if part not in self.given:
            return []
        words = self.given[part].split(separator)
        if len(words) != self.players:
            raise BadNotation(f"{part}: {len(words)} entries for {self.players} seats")
        return list(enumerate(words))


def _built(bare: Board, troops: list[int], levels: list[int], symbols: list[int]) -> Board:
    """A board with these tops; levels are raised one by one so that the steps between neighbours are right."""
    board = Board(bare.field, vec[i64](troops), bare.forts[:], bare.levels[:], vec[i64](symbols), bare.steps[:])
    for cell, height in enumerate(levels):
        for _ in range(height):
            board.raise_level(cell)
    return board
