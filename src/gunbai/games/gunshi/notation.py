"""Positions and views as one line of text. docs/notation-gunshi.md explains every field."""

from __future__ import annotations

import re
from collections.abc import Callable

from gunbai.core.errors import BadNotation, BadOptions
from gunbai.core.options import Options, parse_options
from gunbai.games.gunshi import battle, packed, setup
from gunbai.games.gunshi.board import facing, put_unit, set_facing, unit_type
from gunbai.games.gunshi.data import (
    CARD_CODES,
    COPIES,
    DIRECTION_NAMES,
    HAND_SIZE,
    KINDS,
    KIT_SIZE,
    LINE_BY_NAME,
    PREPARED,
    ROW_LIMIT,
    SEAT_NAMES,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    TRAP,
    UNIT_LETTERS,
    UNIT_NAMES,
    UNKNOWN,
    line_sets,
)
from gunbai.games.gunshi.position_check import PREPARING, check_cards, check_material, check_phase, open_turn
from gunbai.games.gunshi.state import (
    ALL,
    ARRANGE,
    COMMITTED,
    DECK,
    DECK_N,
    DOING_NAMES,
    ENDING_NAMES,
    FACE,
    FACING,
    FENCE_E,
    FENCE_N,
    HAND,
    INSPIRED,
    KIT,
    LIGHTNING,
    MLP,
    PHASE_NAMES,
    PILE,
    POOL,
    POOL_N,
    REMOVED,
    ROW,
    ROW_N,
    SEAL,
    SEAL_KIT,
    SEAL_N,
    SEAL_PILE,
    SHOGUN,
    SHOWN,
    SIDE,
    SPOT,
    TAKEN,
    TRAP_OUT,
    GunshiState,
    empty_sides,
    hand_size,
)
from gunbai.games.gunshi.view import GunshiView, card_list, fence_names

_ARROWS = "^>v<"
_EMPTY_BOARD = "7/7/7/7/7/7/7"
_UNIT = re.compile(r"([IACiac])(\+?)([\^>v<]?)([*!$]*)")
_KIND_OF = {code.lower(): kind for kind, code in enumerate(CARD_CODES)}
_INSPIRED = ("no", "due", "declined", "taken")


# -- printing -------------------------------------------------------------------------------------------


def position_text(t: GunshiState) -> str:
    """The whole position; what has its usual value is left out."""
    return " ".join([_board_text(t), *_words(t)])


def view_text(v: GunshiView) -> str:
    """What the view's seat knows; unknown cards are question marks, unknown shoguns are not marked."""
    who = SEAT_NAMES[v.seat] if v.seat >= 0 else "spectator"
    return " ".join([f"{who}:", _board_text(v.state), *_words(v.state)])


def _board_text(t: GunshiState) -> str:
    rows = []
    for y in range(6, -1, -1):
        text, gap = "", 0
        for square in range(7 * y, 7 * y + 7):
            unit = _unit_text(t, square)
            if not unit:
                gap += 1
                continue
            text += (str(gap) if gap else "") + unit
            gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return "/".join(rows)


def _unit_text(t: GunshiState, square: int) -> str:
    for seat in range(2):
        o = SIDE * seat
        if not t.side[o + ALL] >> square & 1:
            continue
        letter = UNIT_LETTERS[unit_type(t, o, square)]
        text = letter if seat == 0 else letter.lower()
        text += "+" if t.shields >> square & 1 else ""
        text += _ARROWS[facing(t, square)]
        if t.side[o + SHOGUN] == square:
            text += "$" if t.side[o + SHOWN] else "*"
        return text + ("!" if t.cleared >> square & 1 else "")
    return ""


def _words(t: GunshiState) -> list[str]:
    words = [t.options.text()] if t.options.text() else []
    words.append(f"phase={PHASE_NAMES[t.phase]}")
    words.append(f"turn={SEAT_NAMES[t.seat]}")
    if t.turn:
        words.append(f"n={t.turn}")

    def both(key: str, show: Callable[[int], str], usual: str = "-") -> None:
        values = [show(SIDE * seat) for seat in range(2)]
        if values != [usual, usual]:
            words.append(f"{key}={values[0]}/{values[1]}")

    both("fences", lambda o: ",".join(fence_names(t, o)) or "-")
    both("mlp", lambda o: str(t.side[o + MLP]), "0")
    both("kit", lambda o: _cards_text(t.side[o + KIT]), _cards_text(_usual_kit(t.options)))
    both("row", lambda o: _row_text(t, o))
    both("hand", lambda o: _hand_text(t, o))
    both("deck", lambda o: _deck_text(t, o))
    both("pool", lambda o: _pool_text(t, o), "")
    both("face", lambda o: "up" if t.side[o + FACE] else "down", "down")
    both("spot", lambda o: _spot_text(int(t.side[o + SPOT])))
    both("trap", lambda o: "out" if t.side[o + TRAP_OUT] else "-")
    both("inspired", lambda o: _INSPIRED[t.side[o + INSPIRED]], "no")
    both("taken", lambda o: _kind_text(t.side[o + TAKEN] - 1))
    both("removed", lambda o: _kind_text(t.side[o + REMOVED] - 1))
    both("pile", lambda o: ".".join(CARD_CODES[k] for k in range(KINDS) if t.side[o + PILE] >> k & 1) or "-")
    both("seal", lambda o: _seal_text(t, o))
    words += _command_words(t)
    if t.winner >= 0:
        words.append(f"winner={SEAT_NAMES[t.winner]}")
    if t.ending:
        words.append(f"ending={ENDING_NAMES[t.ending].replace(' ', '_')}")
    return words


def _command_words(t: GunshiState) -> list[str]:
    words = []
    if t.card >= 0:
        words.append(f"card={CARD_CODES[t.card]}")
    for key, number in (("left", t.left), ("stage", t.stage), ("stepped", t.stepped)):
        if number:
            words.append(f"{key}={number}")
    for key, square in (("unit", t.unit), ("at", t.at)):
        if square >= 0:
            words.append(f"{key}={SQUARE_NAMES[square]}")
    if t.last >= 0:
        words.append(f"last={UNIT_NAMES[t.last] if t.phase == FACING else SQUARE_NAMES[t.last]}")
    if t.doing:
        words.append(f"doing={DOING_NAMES[t.doing]}")
    if t.way:
        words.append(f"way={DIRECTION_NAMES[t.way]}")
    for key, squares in (("chain", t.chain), ("members", t.members), ("beside", t.beside)):
        if squares:
            words.append(f"{key}={','.join(SQUARE_NAMES[q] for q in range(49) if squares >> q & 1)}")
    if t.focus >= 0:
        words.append(f"focus={SEAT_NAMES[t.focus]}")
    return words


def _kind_text(kind: int) -> str:
    return "-" if kind < 0 else "?" if kind == UNKNOWN else CARD_CODES[kind]


def _cards_text(counts: int) -> str:
    return ".".join(card_list(counts)) or "-"


def _hand_text(t: GunshiState, o: int) -> str:
    known = card_list(t.side[o + HAND])
    missing = int(hand_size(t.side, o)) - len(known)
    return ".".join(known + ["?"] * missing) or "-"


def _row_text(t: GunshiState, o: int) -> str:
    cards = []
    for i in range(t.side[o + ROW_N]):
        entry = int(packed.row_entry(t.side[o + ROW], i))
        name = _kind_text(int(packed.kind_in(entry)))
        cards.append(name if entry & packed.FACE_UP else f"[{name}]" if entry & packed.SCOUTED else f"({name})")
    return ("L:" if t.side[o + LIGHTNING] else "") + (".".join(cards) or "-")


def _deck_text(t: GunshiState, o: int) -> str:
    cards = []
    for i in range(t.side[o + DECK_N]):
        entry = int(packed.deck_entry(t.side[o + DECK], i))
        name = _kind_text(int(packed.kind_in(entry)))
        cards.append(name if entry & packed.KNOWN else f"({name})")
    return ".".join(cards) or "-"


def _pool_text(t: GunshiState, o: int) -> str:
    """Empty when nothing is known of hand and row, which is the usual value."""
    entries = [int(packed.pool_entry(t.side[o + POOL], i)) for i in range(t.side[o + POOL_N])]
    if all(entry == UNKNOWN for entry in entries):
        return ""
    return ".".join(f"{_kind_text(int(packed.kind_in(e)))}:{packed.first_place(e) + 1}" for e in entries)


def _spot_text(spot: int) -> str:
    shields = packed.spot_shields(spot)
    names = []
    for kind, letter in enumerate(UNIT_LETTERS):
        for _ in range(packed.count_of(spot, kind)):
            names.append(letter + ("+" if kind == 0 and shields > 0 else ""))
            shields -= kind == 0
    return ".".join(names) or "-"


def _seal_text(t: GunshiState, o: int) -> str:
    n, sealed = int(t.side[o + SEAL_N]), int(t.side[o + SEAL])
    if not n:
        return "committed" if t.side[o + COMMITTED] else "-"
    cards = [CARD_CODES[packed.sealed_card(sealed, i)] for i in range(n - (t.phase == ARRANGE))]
    return ".".join(([SQUARE_NAMES[packed.sealed_square(sealed)]] if t.phase == ARRANGE else []) + cards)


def _usual_kit(options: Options) -> int:
    if options.word("agreed_deck") != "-":
        return packed.counts_of(setup.parse_deck(options.word("agreed_deck"), int(setup.settings_of(options).advanced)))
    if options.word("variant") == "custom":
        return 0
    return int(setup.BASIC_KIT)


# -- parsing ----------------------------------------------------------------------------------------------


class _Reader:
    """The words of a position line, each asked for at most once; what nobody asks for is an error."""

    def __init__(self, words: dict[str, str]) -> None:
        self.words = words

    def take(self, key: str, usual: str = "") -> str:
        return self.words.pop(key, usual)

    def both(self, key: str, usual: str = "") -> list[str]:
        text = self.words.pop(key, None)
        if text is None:
            return [usual, usual]
        values = text.split("/")
        if len(values) != 2:
            raise BadNotation(f"{key}: written red/blue, not {text[:40]!r}")
        return values

    def number(self, key: str, usual: int = 0, high: int = 1_000_000) -> int:
        return _number(key, self.take(key, str(usual)), high)


def _number(key: str, text: str, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) <= high):
        raise BadNotation(f"{key}: a number from 0 to {high}, not {text[:20]!r}")
    return int(text)


def _one_of(key: str, text: str, names: tuple[str, ...] | list[str]) -> int:
    if text not in names:
        raise BadNotation(f"{key}: one of {', '.join(names)}, not {text[:30]!r}")
    return list(names).index(text)


def _square(key: str, text: str) -> int:
    if text not in SQUARE_BY_NAME:
        raise BadNotation(f"{key}: a square a1 to g7, not {text[:20]!r}")
    return SQUARE_BY_NAME[text]


def _squares(key: str, text: str) -> int:
    found = 0
    for name in text.split(",") if text else []:
        found |= 1 << _square(key, name)
    return found


def _kind(key: str, text: str) -> int:
    if text.lower() not in _KIND_OF:
        raise BadNotation(f"{key}: a card {', '.join(CARD_CODES)}, not {text[:20]!r}")
    return _KIND_OF[text.lower()]


def parse_position(text: str) -> GunshiState:
    """The inverse of `position_text`; without a phase, the position is taken at the beginning of the turn."""
    if len(text) > 4000:
        raise BadNotation("a position has at most 4000 characters")
    words: dict[str, str] = {}
    board = _EMPTY_BOARD
    known = {option.name for option in setup.OPTIONS}
    given: dict[str, str] = {}
    for i, word in enumerate(text.split()):
        key, equals, value = word.partition("=")
        if not equals:
            if i:
                raise BadNotation(f"word {i + 1}: written key=value, not {word[:40]!r}")
            board = word
        elif key in words or key in given:
            raise BadNotation(f"{key} is given twice")
        elif key in known:
            given[key] = value
        else:
            words[key] = value
    if not text.strip():
        raise BadNotation("the position is empty; it begins with the board, rows 7 to 1 separated by /")
    try:
        options = Options(setup.OPTIONS, parse_options(" ".join(f"{k}={v}" for k, v in given.items())))
        settings = setup.settings_of(options)
        if options.word("agreed_deck") != "-":
            setup.parse_deck(options.word("agreed_deck"), int(settings.advanced))
    except BadOptions as error:
        raise BadNotation(f"options: {error}") from None
    t = GunshiState(options, settings, empty_sides())
    read = _Reader(words)
    _parse_board(t, board)
    _parse_sides(t, read)
    phase = read.take("phase")
    t.seat = _one_of("turn", read.take("turn", "red"), SEAT_NAMES)
    before = phase in {PHASE_NAMES[p] for p in PREPARING} or (phase == "facing" and "card" not in read.words)
    t.turn = read.number("n", 0 if before else 1, 100_000)
    _parse_command(t, read, phase)
    _parse_cards(t, read, phase)
    if read.words:
        raise BadNotation(f"there is no field {next(iter(read.words))[:40]!r}")
    check_material(t, phase != "")
    check_cards(t)
    if not phase:
        open_turn(t)
    check_phase(t)
    return t


def _parse_board(t: GunshiState, text: str) -> None:
    rows = text.split("/")
    if len(rows) != 7:
        raise BadNotation(f"board: seven rows from 7 to 1 separated by /, not {len(rows)}")
    for y, row in zip(range(6, -1, -1), rows, strict=True):
        x, i = 0, 0
        while i < len(row):
            if row[i] in "1234567":
                x += int(row[i])
                i += 1
                continue
            unit = _UNIT.match(row, i)
            if unit is None:
                raise BadNotation(f"board: row {y + 1} has {row[i : i + 5]!r}; units look like I+^, c<, A>*")
            if x > 6:
                raise BadNotation(f"board: row {y + 1} is longer than seven squares")
            _parse_unit(t, 7 * y + x, unit)
            x += 1
            i = unit.end()
        if x != 7:
            raise BadNotation(f"board: row {y + 1} has {x} squares instead of seven")


def _parse_unit(t: GunshiState, square: int, unit: re.Match[str]) -> None:
    letter, shield, arrow, marks = unit.groups()
    seat = 0 if letter.isupper() else 1
    o = SIDE * seat
    kind = UNIT_LETTERS.index(letter.upper())
    if shield and kind:
        raise BadNotation(f"board: {SQUARE_NAMES[square]}: only infantry has a shield")
    put_unit(t, o, kind, square)
    if not shield:
        t.shields &= ~(1 << square)
    set_facing(t, square, _ARROWS.index(arrow) if arrow else 2 * seat)
    if len(set(marks)) != len(marks) or ("*" in marks and "$" in marks):
        raise BadNotation(f"board: {SQUARE_NAMES[square]}: the marks {marks!r} do not go together")
    if "*" in marks or "$" in marks:
        if t.side[o + SHOGUN] >= 0:
            raise BadNotation(f"board: {SEAT_NAMES[seat]} has two shoguns")
        t.side[o + SHOGUN] = square
        t.side[o + SHOWN] = int("$" in marks)
    if "!" in marks:
        t.cleared |= 1 << square


def _parse_sides(t: GunshiState, read: _Reader) -> None:
    for seat, names in enumerate(read.both("fences", "-")):
        for name in names.split(",") if names != "-" else []:
            if name not in LINE_BY_NAME:
                raise BadNotation(f"fences: a line like d3-d4, not {name[:20]!r}")
            north, east = line_sets(LINE_BY_NAME[name])
            if any((t.side[o + FENCE_N] & north) | (t.side[o + FENCE_E] & east) for o in (0, SIDE)):
                raise BadNotation(f"fences: {name} is given twice")
            battle.set_fence(t, SIDE * seat, LINE_BY_NAME[name])
    for seat, points in enumerate(read.both("mlp", "0")):
        t.side[SIDE * seat + MLP] = _number("mlp", points, int(t.settings.mlp_max))
    for seat, face in enumerate(read.both("face", "down")):
        t.side[SIDE * seat + FACE] = _one_of("face", face, ("down", "up"))
    for seat, names in enumerate(read.both("spot", "-")):
        for name in names.split(".") if names != "-" else []:
            kind = _one_of("spot", name, ("I", "A", "C", "I+"))
            if packed.count_of(t.side[SIDE * seat + SPOT], kind % 3) == 10:
                raise BadNotation("spot: more units than the game has")
            t.side[SIDE * seat + SPOT] += packed.one_of(kind % 3) + (packed.SPOT_SHIELD if kind == 3 else 0)
    for seat, out in enumerate(read.both("trap", "-")):
        t.side[SIDE * seat + TRAP_OUT] = _one_of("trap", out, ("-", "out"))
    for seat, state in enumerate(read.both("inspired", "no")):
        t.side[SIDE * seat + INSPIRED] = _one_of("inspired", state, _INSPIRED)


def _parse_command(t: GunshiState, read: _Reader, phase: str) -> None:
    t.phase = _one_of("phase", phase, PHASE_NAMES) if phase else t.phase
    card = read.take("card")
    t.card = _kind("card", card) if card else -1
    t.left = read.number("left", 1 if card else 0, 2)
    t.stage = read.number("stage", 0, 4)
    t.stepped = read.number("stepped", 0, 1)
    unit, at, last = read.take("unit"), read.take("at"), read.take("last")
    t.unit = _square("unit", unit) if unit else -1
    t.at = _square("at", at) if at else -1
    if last:
        t.last = _one_of("last", last, UNIT_NAMES) if t.phase == FACING else _square("last", last)
    t.doing = _one_of("doing", read.take("doing", "nothing"), DOING_NAMES)
    t.way = _one_of("way", read.take("way", "north"), DIRECTION_NAMES)
    t.chain = _squares("chain", read.take("chain"))
    t.members = _squares("members", read.take("members"))
    t.beside = _squares("beside", read.take("beside"))
    focus = read.take("focus")
    t.focus = _one_of("focus", focus, SEAT_NAMES) if focus else -1
    winner = read.take("winner")
    t.winner = _one_of("winner", winner, SEAT_NAMES) if winner else -1
    endings = [name.replace(" ", "_") for name in ENDING_NAMES]
    t.ending = _one_of("ending", read.take("ending"), endings)


def _parse_cards(t: GunshiState, read: _Reader, phase: str) -> None:
    fields = {key: read.both(key) for key in ("kit", "row", "hand", "deck", "pool", "taken", "removed", "pile", "seal")}
    for seat in range(2):
        _parse_side_cards(t, seat, {key: values[seat] for key, values in fields.items()}, phase)


def _parse_side_cards(t: GunshiState, seat: int, text: dict[str, str], phase: str) -> None:
    o, side, name = SIDE * seat, t.side, SEAT_NAMES[seat]
    row = text["row"]
    if row.startswith("L:"):
        side[o + LIGHTNING] = 1
        row = row[2:]
    for code in _listed(row):
        kind = _kind("row", _bare("row", code))
        up = code[0] not in "(["
        if side[o + ROW_N] >= ROW_LIMIT:
            raise BadNotation(f"row: {name} has more than four cards")
        entry = kind | (packed.FACE_UP if up else packed.SCOUTED if code[0] == "[" else 0)
        side[o + ROW] |= packed.to_row(entry, side[o + ROW_N])
        side[o + ROW_N] += 1
    used = [int(packed.row_kind(side[o + ROW], i)) for i in range(side[o + ROW_N])]
    used += [int(TRAP)] if side[o + TRAP_OUT] else []
    used += [int(t.card)] if t.card >= 0 and t.seat == seat else []
    hand = [_kind("hand", code) for code in _listed(text["hand"])]
    deck = [(_kind("deck", _bare("deck", code)), not code.startswith("(")) for code in _listed(text["deck"])]
    used += hand + [kind for kind, _ in deck]
    for key, word in (("taken", TAKEN), ("removed", REMOVED)):
        if text[key] not in ("", "-"):
            side[o + word] = _kind(key, text[key]) + 1
    for code in _listed(text["pile"]):
        side[o + PILE] |= 1 << _kind("pile", code)
    if not text["pile"] and t.settings.inspiration == 2 and t.phase not in (SEAL_KIT, SEAL_PILE):
        side[o + PILE] = _usual_pile(t, o)
    kit = [_kind("kit", code) for code in _listed(text["kit"])]
    if not text["kit"]:
        kit = _guess_kit(t, used)
    side[o + KIT] = packed.counts_of(tuple(kit)) if len(kit) <= KIT_SIZE else 0
    if len(kit) > KIT_SIZE or any(kit.count(k) > COPIES[k] for k in kit):
        raise BadNotation(f"kit: {name} has more cards than there are")
    _parse_seal(t, o, text["seal"])
    if t.turn == 0 and not t.settings.open_cards:
        if used:
            raise BadNotation(f"{name} has cards in row, hand or deck before the battle")
        return
    rest = list(kit)
    if side[o + TAKEN]:
        rest.append(int(side[o + TAKEN]) - 1)
    if side[o + REMOVED]:
        used.append(int(side[o + REMOVED]) - 1)
    for kind in used:
        if kind not in rest:
            raise BadNotation(f"{name} has more {CARD_CODES[kind]} than its seven cards hold")
        rest.remove(kind)
    if not text["hand"]:
        full = min(HAND_SIZE, len(rest))
        hand, rest = rest[:full], rest[full:]
    if not text["deck"]:
        deck, rest = [(kind, False) for kind in rest], []
    if rest:
        raise BadNotation(f"{name} has {KIT_SIZE - len(rest)} cards instead of seven")
    for kind in hand:
        side[o + HAND] += packed.one_of(kind)
    for kind, seen in deck:
        side[o + DECK] |= packed.to_deck(kind | (packed.KNOWN if seen else 0), side[o + DECK_N])
        side[o + DECK_N] += 1
    _parse_pool(t, o, text["pool"], len(hand))


def _guess_kit(t: GunshiState, used: list[int]) -> list[int]:
    """Without a kit: the usual one, or for custom decks the cards named, filled up with basic ones."""
    usual = [_KIND_OF[code.lower()] for code in card_list(_usual_kit(t.options))]
    if t.options.word("variant") != "custom" or usual or t.turn == 0:
        return usual
    kit = sorted(used)
    for kind in (0, 0, 0, 1, 1, 2, 3):
        if len(kit) < KIT_SIZE and kit.count(kind) < COPIES[kind]:
            kit.append(kind)
    return sorted(kit)


def _usual_pile(t: GunshiState, o: int) -> int:
    """Without prepared cards: the one that was taken, and the first others."""
    pile = 1 << int(t.side[o + TAKEN]) - 1 if t.side[o + TAKEN] else 0
    for kind in range(KINDS):
        if pile.bit_count() < PREPARED and t.settings.advanced >> kind & 1:
            pile |= 1 << kind
    return pile


def _listed(text: str) -> list[str]:
    return text.split(".") if text not in ("", "-") else []


def _bare(key: str, code: str) -> str:
    """The card inside its brackets."""
    if code[:1] == "(" and code[-1:] == ")":
        return code[1:-1]
    if key == "row" and code[:1] == "[" and code[-1:] == "]":
        return code[1:-1]
    if not code or code[0] in "([":
        raise BadNotation(f"{key}: cards look like M, (M){' or [M]' if key == 'row' else ''}, not {code[:20]!r}")
    return code


def _parse_pool(t: GunshiState, o: int, text: str, hand: int) -> None:
    size = hand + int(t.side[o + ROW_N])
    if not text:
        t.side[o + POOL_N] = 0
        for i in range(size):
            t.side[o + POOL] |= packed.to_pool(UNKNOWN, i)
        t.side[o + POOL_N] = size
        return
    entries = text.split(".")
    if len(entries) != size:
        raise BadNotation(f"pool: {len(entries)} entries for {size} cards in hand and row")
    for i, entry in enumerate(entries):
        code, colon, place = entry.partition(":")
        if not colon:
            raise BadNotation(f"pool: entries look like M:1 or ?:2, not {entry[:20]!r}")
        kind = int(UNKNOWN) if code == "?" else _kind("pool", code)
        first = _number("pool", place, 5)
        if first < 1:
            raise BadNotation("pool: places count from 1")
        t.side[o + POOL] |= packed.to_pool(packed.pooled(kind, first - 1), i)
    t.side[o + POOL_N] = size


def _parse_seal(t: GunshiState, o: int, text: str) -> None:
    names = _listed(text)
    if not names:
        return
    if t.phase not in (ARRANGE, SEAL_KIT, SEAL_PILE):
        raise BadNotation("seal: only while sealed choices are made")
    trial = GunshiState(t.options, t.settings, empty_sides())
    trial.phase, trial.side[o + ALL], trial.side[o + KIT] = t.phase, t.side[o + ALL], t.side[o + KIT]
    verbs = {ARRANGE: ["shogun"] + ["hand"] * 3 + ["deck"] * 3, SEAL_KIT: ["pick"] * 7, SEAL_PILE: ["prepare"] * 3}
    if len(names) > setup.sealed_due(t):
        raise BadNotation(f"seal: {len(names)} choices where {setup.sealed_due(t)} are made")
    from gunbai.games.gunshi.actions import TEXTS  # noqa: PLC0415 - only here

    for verb, name in zip(verbs[t.phase], names, strict=False):
        wanted = f"{verb} {name}"
        if wanted not in [TEXTS[a] for a in setup.sealed_choices(trial, o // SIDE)]:
            raise BadNotation(f"seal: {wanted!r} cannot be chosen there")
        choice = _square("seal", name) if verb == "shogun" else _kind("seal", name)
        setup.seal(trial, o // SIDE, choice)
    t.side[o + SEAL], t.side[o + SEAL_N] = trial.side[o + SEAL], trial.side[o + SEAL_N]
    t.side[o + COMMITTED] = trial.side[o + COMMITTED]
