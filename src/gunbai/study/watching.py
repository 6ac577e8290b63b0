"""What a plan asks about by name: whether seats that do something more often than the others at the table fare better.

A card or a rule may be many kinds of action (a ninja strikes at twelve daimyos), and one that every seat uses in every
game cannot be judged by who uses it. So a plan names what it asks about, and seats of one game are compared by how
large a share of their actions it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from gunbai.core.errors import GunbaiError


@dataclass(frozen=True)
class Watch:
    """Kinds of action by pattern, and the kinds among which their share is taken (all, without any)."""

    name: str
    kinds: tuple[str, ...]
    of: tuple[str, ...]


def read_watches(path: object, asked: object) -> tuple[Watch, ...]:
    """The watches of a plan: NAME = "pattern", or a list of them, or a table with `kinds` and `of`."""
    if not isinstance(asked, dict):
        raise GunbaiError(f'{path}: [watch] is a table of NAME = "pattern"')
    found = []
    for name, said in asked.items():
        told = said if isinstance(said, dict) else {"kinds": said}
        if set(told) - {"kinds", "of"} or "kinds" not in told:
            raise GunbaiError(f"{path}: a watch has kinds, and may have of; {name} has {', '.join(sorted(told))}")
        found.append(Watch(name, _patterns(path, name, told["kinds"]), _patterns(path, name, told.get("of", []))))
    return tuple(found)


def _patterns(path: object, name: str, said: object) -> tuple[str, ...]:
    given = [said] if isinstance(said, str) else said
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise GunbaiError(f"{path}: what {name} watches is written as text, such as 'strike *'")
    return tuple(given)


def gap(watch: Watch, kinds: Sequence[Mapping[str, int]], beyond: Sequence[float]) -> float | None:
    """How seats that did it more than the table's mean fared, less how the others did; None where all did it equally.

    By seat: how often it did what, and its result beyond what is usual for the seat.
    """
    shares = [share(own, watch) for own in kinds]
    known = [each for each in shares if each is not None]
    middle = sum(known) / len(known) if known else 0.0
    more = [value for value, each in zip(beyond, shares, strict=True) if each is not None and each > middle]
    less = [value for value, each in zip(beyond, shares, strict=True) if each is not None and each <= middle]
    return sum(more) / len(more) - sum(less) / len(less) if more and less else None


def share(own: Mapping[str, int], watch: Watch) -> float | None:
    """How large a part of what a seat did; None for a seat that did nothing of the kind it could be a part of."""
    base = sum(often for kind, often in own.items() if not watch.of or _fits(kind, watch.of))
    return often(own, watch) / base if base else None


def often(own: Mapping[str, int], watch: Watch) -> int:
    """How often a seat did it."""
    return sum(times for kind, times in own.items() if _fits(kind, watch.kinds))


@cache
def _fits(kind: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(kind, pattern) for pattern in patterns)
