"""Placement and scoring once more, slowly and without shared code: dictionaries, sets, whole-board searches."""

from __future__ import annotations

from collections.abc import Iterator

from gunbai.games.gunkimono.data import LETTERS, SEAT_NAMES

Square = tuple[int, int]
WAYS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def named(square: Square) -> str:
    return "abcdefghijkl"[square[1]] + str(square[0] + 1)


class SlowTable:
    """A position read from its own text, with the rules of §3 to §5 and §7 written out naively."""

    def __init__(self, text: str) -> None:
        words = dict(word.split("=", 1) for word in text.split())
        self.top: dict[Square, str] = {}
        self.level: dict[Square, int] = {}
        for r, row in enumerate(words["board"].split("/")):
            c = -1
            for mark in row:
                if mark in LETTERS:
                    c += 1
                    self.top[r, c], self.level[r, c] = mark, 0
                elif mark.isdigit():
                    self.level[r, c] = self.level[r, c] * 10 + int(mark)
        self.fort: dict[Square, int] = {}
        for word in filter(None, words.get("forts", "").split(",")):
            name, owner = word.split(":")
            self.fort[int(name[1:]) - 1, "abcdefghijkl".index(name[0])] = SEAT_NAMES.index(owner)
        self.turn = SEAT_NAMES.index(words["turn"]) if "turn" in words else -1
        reserve = words["reserve"].split("/")[self.turn]
        self.reserve = set() if reserve == "-" else set(reserve)

    def formation(self, at: Square) -> set[Square]:
        found, todo = {at}, [at]
        while todo:
            r, c = todo.pop()
            for dr, dc in WAYS.values():
                near = (r + dr, c + dc)
                if near not in found and self.top.get(near) == self.top[at]:
                    found.add(near)
                    todo.append(near)
        return found

    def owners(self, at: Square) -> set[int]:
        return {self.fort[square] for square in self.formation(at) if square in self.fort}

    def _linked(self) -> bool:
        return any(len(self.owners(square)) > 1 for square in self.top)

    def _try(self, cover: dict[Square, str]) -> bool:
        kept = dict(self.top)
        self.top.update(cover)
        linked = self._linked()
        self.top = kept
        return not linked

    def places(self, tile: str) -> set[str]:
        """Every legal place of a tile, as action texts; `I1P2` is large, `I` small."""
        return set(self._small(tile) if len(tile) == 1 else self._large(tile[0], tile[2]))

    def _small(self, troop: str) -> Iterator[str]:
        for square, top in self.top.items():
            if square not in self.fort and top != troop and self._try({square: troop}):
                yield f"place {named(square)}"

    def _large(self, one: str, two: str) -> Iterator[str]:
        for square in self.top:
            for way, (dr, dc) in WAYS.items():
                other = (square[0] + dr, square[1] + dc)
                if other not in self.top or square in self.fort or other in self.fort:
                    continue
                rise = self.level[other] - self.level[square]
                if abs(rise) > 1 or (rise and not self.reserve):
                    continue
                if self.top[square] == one and rise != 1:
                    continue
                if self.top[other] == two and rise != -1:
                    continue
                if self._try({square: one, other: two}):
                    yield f"place {named(square)} {way}"

    def sites(self, own_double: bool) -> set[str]:
        """Where the seat to act may build."""
        allowed = {self.turn} if own_double else set()
        return {
            f"build {named(square)}"
            for square in self.top
            if square not in self.fort and self.owners(square) <= allowed
        }

    def assessed(self, seat: int) -> int:
        return sum(len(self.formation(square)) for square, owner in self.fort.items() if owner == seat)
