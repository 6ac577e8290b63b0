"""Immutable tables: the map, piece counts, prices, dice. What is reconstructed says so in `map.json` or beside it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import BadOptions
from gunbai.core.info import BoardPlan, Place

# Raised whenever a rule changes; `rules_1.py` and `rules_2.py` play what came before.
RULES_VERSION: Final[i64] = 3

# Regular unit types, then ronin, in the order in which lists of units are written.
BOW: Final[i64] = 0
SWORD: Final[i64] = 1
GUN: Final[i64] = 2
SPEAR: Final[i64] = 3
RONIN: Final[i64] = 4
UNIT_NAMES: Final = ("bowman", "swordsman", "gunner", "spearman", "ronin")
UNIT_PLURALS: Final = ("bowmen", "swordsmen", "gunners", "spearmen", "ronin")
UNIT_LETTERS: Final = "BSGPR"

# The five bins of a planning tray, in the order of the actions they pay for.
BIN_SWORDS: Final[i64] = 0
BIN_BUILD: Final[i64] = 1
BIN_LEVY: Final[i64] = 2
BIN_RONIN: Final[i64] = 3
BIN_NINJA: Final[i64] = 4
BIN_NAMES: Final = ("swords", "build", "levy", "ronin", "ninja")

CLAN_NAMES: Final = ("red", "blue", "green", "gold", "violet")
CLANS_MAX: Final[i64] = 5
ARMIES_EACH: Final[i64] = 3

# Pieces of one colour. 36/9/9/9 is confirmed by a public inventory (3 + 6 markers + 36 + 27 = 72, RULES §1.2).
PIECES: Final = (9, 9, 9, 36)
CASTLES: Final[i64] = 10
BASES: Final[i64] = 5
SAMURAI_LIMIT: Final[i64] = 4
ASHIGARU_LIMIT: Final[i64] = 10
FORCE_LIMIT: Final[i64] = 5
COMBAT_ROUNDS: Final[i64] = 100  # our own limit, so that every battle ends
ARMY_START: Final = (1, 1, 2, 0)
CASTLE_BONUS: Final[i64] = 4
FORTRESS_BONUS: Final[i64] = 5
BUILD_PRICE: Final[i64] = 2
# What one koku buys: a bowman, or two of swordsmen and gunners, or three spearmen (RULES §7.2), or ronin (§7.7).
MIDDLE_PER_KOKU: Final[i64] = 2
SPEARS_PER_KOKU: Final[i64] = 3
RONIN_PER_KOKU: Final[i64] = 2
INCOME_MINIMUM: Final[i64] = 3
NINJA_HITS: Final[i64] = 8  # a strike succeeds on 1-8, revenge on 9-12

# Only the step from 1 to 2 is printed in the rulebook; the rest extends it (reconstructed, RULES §13.9).
EXPERIENCE_TRACK: Final = "1,1,1,2,2,2,3,3,3,4"

# Combat classes in the order in which they roll, and their chance of a hit as odds out of a small whole.
ROLL_BOW: Final[i64] = 0
ROLL_GUN: Final[i64] = 1
ROLL_DAIMYO: Final[i64] = 2
ROLL_SWORD: Final[i64] = 3
ROLL_SPEAR: Final[i64] = 4
ROLL_NAMES: Final = ("bowmen", "gunners", "daimyo", "swordsmen and ronin", "spearmen")
COMBAT_VALUES: Final = (6, 4, 6, 5, 4)
DIE_FACES: Final[i64] = 12
_HIT_ODDS: Final = ((1, 2), (1, 3), (1, 2), (5, 12), (1, 3))


def _choose(n: int, k: int) -> int:
    out = 1
    for i in range(k):
        out = out * (n - i) // (i + 1)
    return out


def _hit_weights() -> vec[i64]:
    """Weight of h hits with n dice of a class at (class * 13 + n) * 13 + h, in units of whole**-n."""
    table = vec[i64]()
    for hit, whole in _HIT_ODDS:
        for n in range(13):
            for h in range(13):
                table = append(table, i64(_choose(n, h) * hit**h * (whole - hit) ** (n - h) if h <= n else 0))
    return table


HIT_WEIGHTS: Final[vec[i64]] = _hit_weights()
# Dice thrown at once: 12 lie in the box, and 12**8 is the largest whole that a fair draw can use at value 5.
BATCH: Final[vec[i64]] = vec[i64]([12, 12, 12, 8, 12])


@final
class Board:
    """Which provinces are in play and which of them touch, by land or by sea; shared, never changed."""

    def __init__(
        self,
        name: str,
        sea_lines: str,
        provinces: list[int],
        links: dict[tuple[int, int], bool],
        goals: dict[str, int],
    ) -> None:
        self.name: Final = name
        self.sea_lines: Final = sea_lines
        self.provinces: vec[i64] = vec[i64]()
        for p in sorted(provinces):
            self.provinces = append(self.provinces, i64(p))
        # Neighbours of p: near[first[p]:first[p + 1]], ascending; across[p * PROVINCES + q] is 1 on a sea line.
        self.first: vec[i64] = vec[i64]()
        self.near: vec[i64] = vec[i64]()
        self.across: vec[i64] = vec[i64]([0] * (len(PROVINCE_IDS) ** 2))
        for p in range(len(PROVINCE_IDS)):
            self.first = append(self.first, len(self.near))
            for q in range(len(PROVINCE_IDS)):
                if (p, q) in links:
                    self.near = append(self.near, i64(q))
                    self.across[p * len(PROVINCE_IDS) + q] = 1 if links[(p, q)] else 0
        self.first = append(self.first, len(self.near))
        # Steps from p to q over the whole map, regardless of owners: far[p * PROVINCES + q].
        self.far: vec[i64] = vec[i64]()
        for p in range(len(PROVINCE_IDS)):
            for steps in self._distances(p):
                self.far = append(self.far, steps)
        self.armies: i64 = goals["armies"]
        self.reinforcements: i64 = goals["reinforcements"]
        self.goal: i64 = goals["goal"]
        self.goal_of_two: i64 = goals["goal_of_two"]

    def _distances(self, start: i64) -> vec[i64]:
        far = vec[i64]([len(PROVINCE_IDS)] * len(PROVINCE_IDS))
        far[start] = 0
        queue = vec[i64]([start])
        at: i64 = 0
        while at < len(queue):
            p = queue[at]
            at += 1
            for k in range(self.first[p], self.first[p + 1]):
                if far[self.near[k]] == len(PROVINCE_IDS):
                    far[self.near[k]] = far[p] + 1
                    queue = append(queue, self.near[k])
        return far

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return board_of, (self.name, self.sea_lines)

    def adjacent(self, p: i64, q: i64) -> bool:
        """Whether the two provinces share a border or a sea line."""
        found = False
        for i in range(self.first[p], self.first[p + 1]):
            found = found or self.near[i] == q
        return found

    def naval(self, p: i64, q: i64) -> bool:
        """Whether an attack between the two crosses a sea line."""
        return self.across[p * PROVINCES + q] == 1


_FILE: Final[dict[str, object]] = json.loads(files("gunbai.games.shogun").joinpath("map.json").read_text("utf-8"))
MAP_PROVINCES: Final = cast(list[dict[str, object]], _FILE["provinces"])
MAP_EDGES: Final = cast(list[dict[str, str]], _FILE["edges"])
MAP_PLAY: Final = cast(dict[str, dict[str, object]], _FILE["play"])
PROVINCE_IDS: Final = tuple(str(p["id"]) for p in MAP_PROVINCES)
PROVINCES: Final[i64] = i64(len(PROVINCE_IDS))
PROVINCE_NAMES: Final = tuple(str(p["name"]) for p in MAP_PROVINCES)
PROVINCE_NUMBER: Final = {name: i for i, name in enumerate(PROVINCE_IDS)}
MAP_NAMES: Final = tuple(MAP_PLAY)
_BOARDS: Final[dict[tuple[str, str], Board]] = {}


def board_of(name: str, sea_lines: str) -> Board:
    """The board of a map, with its own sea lines ('standard') or a list such as 'iki-nagato,nagato-buzen'."""
    key = (name, sea_lines)
    if key not in _BOARDS:
        play = MAP_PLAY[name]
        inside = cast(list[str], play["provinces"]) or list(PROVINCE_IDS)
        links: dict[tuple[int, int], bool] = {}
        pairs = [(e["a"], e["b"], False) for e in MAP_EDGES if e["type"] == "land"]
        if sea_lines == "standard":
            pairs += [(e["a"], e["b"], True) for e in MAP_EDGES if e["type"] == "sea"]
        else:
            pairs += [(a, b, True) for a, b in _parse_sea_lines(sea_lines)]
        for a, b, naval in pairs:
            if a in inside and b in inside:
                p, q = PROVINCE_NUMBER[a], PROVINCE_NUMBER[b]
                if naval and (p, q) in links:
                    raise BadOptions(
                        "option sea_lines: {province} and {other_province} are neighbours already",
                        province=a,
                        other_province=b,
                    )
                links[(p, q)] = links[(q, p)] = naval
        goals = {word: cast(int, play[word]) for word in ("armies", "reinforcements", "goal", "goal_of_two")}
        _BOARDS[key] = Board(name, sea_lines, [PROVINCE_NUMBER[p] for p in inside], links, goals)
    return _BOARDS[key]


def plan_of(board: Board) -> BoardPlan:
    """The board for screens: where its provinces lie on a sheet of 1000 by 700, and which are neighbours."""
    inside = [int(p) for p in board.provinces]
    places = [_place(MAP_PROVINCES[p]) for p in inside]
    pairs = [(p, q) for p in inside for q in inside if p < q and board.adjacent(p, q)]
    ways = [(PROVINCE_IDS[p], PROVINCE_IDS[q]) for p, q in pairs]
    crossings = [(PROVINCE_IDS[p], PROVINCE_IDS[q]) for p, q in pairs if board.naval(p, q)]
    return BoardPlan(tuple(places), tuple(ways), tuple(crossings))


def _place(province: dict[str, object]) -> Place:
    x, y = cast(int, province["x"]), cast(int, province["y"])
    return Place(str(province["id"]), float(x), float(y), str(province["name"]))


def _parse_sea_lines(text: str) -> list[tuple[str, str]]:
    pairs = []
    for word in text.split(","):
        a, dash, b = word.partition("-")
        if not dash or a not in PROVINCE_NUMBER or b not in PROVINCE_NUMBER or a == b:
            raise BadOptions("option sea_lines: {input!r} is not two provinces joined by a dash", input=word[:40])
        pairs.append((a, b))
    return pairs


def parse_track(text: str) -> list[int]:
    """The holes of an experience track, from '1,1,1,2,…'."""
    words = text.split(",")
    levels = [int(w) for w in words if w in ("1", "2", "3", "4")]
    if len(levels) != len(words) or not 1 <= len(levels) <= 20 or levels[0] != 1 or sorted(levels) != levels:
        raise BadOptions(
            "option experience is a rising list of levels 1 to 4 such as {example_track}, not {input!r}",
            example_track=EXPERIENCE_TRACK,
            input=text,
        )
    return levels
