"""Whole orders in words -> atomic actions: routes of armies, plans, levies, ronin, casualties, marches."""

from __future__ import annotations

import re

from gunbai.core.errors import BadNotation
from gunbai.core.game import Game
from gunbai.games.shogun import actions as ac
from gunbai.games.shogun import state as st
from gunbai.games.shogun.actions import act, action_of, unit_of
from gunbai.games.shogun.data import BIN_NAMES, PROVINCE_IDS, PROVINCE_NAMES, PROVINCE_NUMBER, UNIT_NAMES
from gunbai.games.shogun.state import ShogunState

_BY_NAME = {name.lower(): i for i, name in enumerate(PROVINCE_NAMES)} | PROVINCE_NUMBER
_DASHES = str.maketrans({"–": "-", "—": "-", "→": "-", "＞": "-"})
_MAX_ORDERS = 200


class _Writer:
    """Plays the orders on a copy, so that each atom is checked where it stands."""

    def __init__(self, game: Game, t: ShogunState) -> None:
        self.game = game
        self.t = t.copy()
        self.actions: list[int] = []

    def play(self, action: int) -> None:
        if len(self.actions) >= _MAX_ORDERS:
            raise BadNotation("an order has at most {most} steps", most=_MAX_ORDERS)
        self.game.check(self.t, action)
        self.game.apply(self.t, action)
        self.actions.append(int(action))

    def legal(self) -> list[int]:
        return [int(a) for a in self.game.legal(self.t)]


def expand(game: Game, t: ShogunState, text: str) -> list[int]:
    """A command as typed -> its atoms. Several orders are divided by semicolons."""
    writer = _Writer(game, t)
    for part in text.split(";"):
        order = " ".join(part.lower().translate(_DASHES).replace("->", "-").split())
        if order:
            _expand_one(writer, order)
    if not writer.actions:
        raise BadNotation("an order is missing")
    return writer.actions


def _expand_one(w: _Writer, order: str) -> None:
    first = order.split(maxsplit=1)[0]
    if re.match(r"army [1-3] ?:", order):
        _army(w, order)
    elif first == "plan":
        _plan(w, order)
    elif first == "levy" and ("," in order or order.count(" ") > 3):
        _levy(w, order)
    elif first == "ronin" and re.search(r"\d", order):
        _ronin(w, order)
    elif first == "lose" and re.search(r"\d", order):
        _lose(w, order)
    elif first == "march" and ":" in order:
        _march(w, order)
    else:
        w.play(action_of(order))


def province_of(text: str) -> int:
    """A province by id or by name."""
    word = text.strip()
    if word not in _BY_NAME:
        raise BadNotation("there is no province {input!r}", input=word[:30])
    return _BY_NAME[word]


def _counted(text: str) -> tuple[int, int]:
    """'2 gunners' -> (2, type)."""
    match = re.fullmatch(r"(\d{1,2}) (\w+)", text.strip())
    unit = unit_of(match.group(2)) if match else -1
    if match is None or unit < 0:
        raise BadNotation("{input!r} is not a number of units such as '2 gunners'", input=text.strip()[:30])
    return int(match.group(1)), unit


def _plan(w: _Writer, order: str) -> None:
    words = order.split()[1:]
    amounts = [0] * 5
    if len(words) % 2:
        raise BadNotation("a plan is written 'plan swords 1 levy 4'")
    for name, number in zip(words[::2], words[1::2], strict=True):
        if name not in BIN_NAMES or not (number.isascii() and number.isdigit() and len(number) <= 2):
            raise BadNotation(
                "{input} {koku} is not a bin and its koku; bins are {bins}",
                input=name[:20],
                koku=number[:20],
                bins=", ".join(BIN_NAMES),
            )
        amounts[BIN_NAMES.index(name)] += int(number)
    for b, koku in enumerate(amounts):
        w.play(int(act(ac.A_BIN, b, koku)))


def _levy(w: _Writer, order: str) -> None:
    """'levy gunner higo, bowman awa_shikoku army': sorted into the one order that counts, then closed.

    'none' levies nothing more, so that one unit alone ('levy gunner higo, none') or none at all is a whole levy too.
    """
    clan, atoms = int(w.t.turn), []
    for part in order.removeprefix("levy").split(","):
        words = part.split()
        if words == ["none"]:
            continue
        unit = unit_of(words[0]) if words else -1
        army = len(words) > 2 and words[-1] == "army"
        place = " ".join(words[1:-1] if army else words[1:])
        if unit < 0:
            raise BadNotation("{input!r} is not a unit and a province", input=part.strip()[:40])
        atoms.append((unit, province_of(place), army))
    page = 0
    for unit, p, army in sorted(atoms):
        while page < unit:
            w.play(int(act(ac.A_LEVY_NEXT)))
            page += 1
        w.play(int(act(ac.A_LEVY_ARMY if army else ac.A_LEVY, unit, p)))
    _close(w, clan, ac.A_LEVY_NEXT, st.LEVYING)
    _close(w, clan, ac.A_LEVY_NONE, st.LEVYING)


def _ronin(w: _Writer, order: str) -> None:
    """'ronin hida 4, shinano 2'; ronin not named stay undeployed."""
    clan, wanted = int(w.t.turn), []
    for part in order.removeprefix("ronin").split(","):
        match = re.fullmatch(r"(.+) (\d{1,2})", part.strip())
        if match is None:
            raise BadNotation("{input!r} is not a province and a number of ronin", input=part.strip()[:40])
        wanted.append((province_of(match.group(1)), int(match.group(2))))
    for p, n in sorted(wanted):
        for _ in range(n):
            w.play(int(act(ac.A_HIDE, p)))
    _close(w, clan, ac.A_HIDE_NONE, st.HIRING)


def _close(w: _Writer, clan: int, kind: int, stage: int) -> None:
    """Seal the rest of a choice that takes a fixed number of steps."""
    while w.t.stage == stage and w.t.turn == clan and act(kind) in w.legal():
        w.play(int(act(kind)))


def _lose(w: _Writer, order: str) -> None:
    """'lose 2 spearmen, 1 ronin': taken where they are, from the army first."""
    wanted = [0] * 5
    for part in order.removeprefix("lose").split(","):
        n, unit = _counted(part)
        wanted[unit] += n
    while any(wanted):
        for action in sorted(w.legal(), key=lambda a: (((a >> 8) & 255) != 4, (a >> 8) & 255)):
            kind, unit = action >> 16, (action >> 8) & 255
            if kind in (ac.A_LOSE_ARMY, ac.A_LOSE_FORCE) and wanted[unit]:
                wanted[unit] -= 1
                w.play(action)
                break
        else:
            left = ", ".join(f"{n} {UNIT_NAMES[u]}" for u, n in enumerate(wanted) if n)
            raise BadNotation("these cannot be lost now: {units}", units=left)


def _march(w: _Writer, order: str) -> None:
    """'march satsuma - hyuga: 1 bowman, 1 spearman, 1 ronin, into army'."""
    route, _, rest = order.removeprefix("march").partition(":")
    ends = route.split("-")
    if len(ends) != 2:
        raise BadNotation("a march is written 'march satsuma - hyuga: 1 bowman, into army'")
    parts = [part.strip() for part in rest.split(",")]
    kind = ac.A_MARCH_JOIN if "into army" in parts else ac.A_MARCH
    wanted = [0] * 5
    for part in parts:
        if part != "into army":
            n, unit = _counted(part)
            wanted[unit] += n
    w.play(int(act(kind, province_of(ends[0]), province_of(ends[1]))))
    for unit in range(4):
        for _ in range(wanted[unit]):
            w.play(int(act(ac.A_SEND, unit)))
    w.play(int(act(ac.A_DONE)))
    if w.t.stage == st.MARCH_RONIN:
        w.play(int(act(ac.A_ALONG, wanted[4])))


def _army(w: _Writer, order: str) -> None:
    """'army 2: shinano - kozuke - etchu, leaves 1 spearman, takes 2 ronin, picks up 1 gunner at kozuke'."""
    a = int(order[5]) - 1
    route, *clauses = [part.strip() for part in order.split(":", 1)[1].split(",")]
    stops = [province_of(stop) for stop in route.split("-") if stop.strip()]
    leaves: dict[int, list[int]] = {}
    picks: dict[int, list[int]] = {}
    takes: dict[int, int] = {}
    row = int(w.t.war) * 3 + a if w.t.att_army < 0 else int(w.t.att_army)
    start = int(w.t.army[row * st.ARMY_WIDTH + st.AT]) if row >= 0 else -1
    if stops and stops[0] == start:
        stops = stops[1:]
    for clause in clauses:
        verb = next((v for v in ("leaves", "takes", "picks up") if clause.startswith(v)), "")
        body, _, place = clause.removeprefix(verb).partition(" at ")
        if not verb:
            raise BadNotation("{input!r} is not understood; an army leaves, takes or picks up", input=clause[:40])
        n, unit = _counted(body)
        if verb == "takes":
            takes[province_of(place) if place else start] = n
        elif verb == "leaves":
            leaves.setdefault(province_of(place) if place else start, []).extend([unit] * n)
        else:
            # Without a place, units are picked up where the army ends.
            picks.setdefault(province_of(place) if place else -1, []).extend([unit] * n)
    here = start
    if start not in stops:
        _pick(w, a, picks.pop(start, []))
    for stop in stops:
        w.play(int(act(ac.A_MOVE, a, stop)))
        if w.t.stage == st.GARRISON:
            for unit in sorted(leaves.pop(here, []) or [_cheapest(w)]):
                w.play(int(act(ac.A_LEAVE, unit)))
            w.play(int(act(ac.A_DONE)))
        if w.t.stage == st.ALONG:
            w.play(int(act(ac.A_ALONG, takes.pop(here, 0))))
        here = stop
        _pick(w, a, picks.pop(here, []))
    _pick(w, a, picks.pop(-1, []))
    for unused in [*leaves, *picks]:
        raise BadNotation(
            "army {army} leaves or picks up nothing at {province}", army=a + 1, province=PROVINCE_IDS[unused]
        )


def _pick(w: _Writer, a: int, units: list[int]) -> None:
    for unit in sorted(units):
        w.play(int(act(ac.A_PICK, a, unit)))


def _cheapest(w: _Writer) -> int:
    """The unit a general leaves behind when none is named: spearman before gunner before samurai."""
    units = [(action >> 8) & 255 for action in w.legal() if action >> 16 == ac.A_LEAVE]
    for unit in (3, 2, 1, 0):
        if unit in units:
            return unit
    raise BadNotation("this army has nobody to leave behind")
