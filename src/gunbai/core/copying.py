"""How the things of an engine are copied and pickled, whether they are compiled or not.

A compiled class has no `__dict__` and cannot be made without the arguments of its constructor, and `librt.vecs` has no
pickling of its own. Importing this module teaches `copy` and `pickle` the packed arrays; `reduced` does the rest.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

# Per kind of packed array how it is made, and what `memoryview` calls its numbers.
_KINDS: dict[str, tuple[Any, Any]] = {
    "vec[i64]": (vec[i64], "q"),
    "vec[i32]": (vec[i32], "i"),
    "vec[i16]": (vec[i16], "h"),
    "vec[u8]": (vec[u8], "B"),
    "vec[bool]": (vec[bool], "?"),
    "vec[float]": (vec[float], "d"),
}
# Per compiled class the names of its attributes.
_names: dict[type[object], tuple[str, ...]] = {}
_PACKED = frozenset(type(make()) for make, _ in _KINDS.values())
# Kinds whose values are the same if Python says that they are equal.
_PLAIN = frozenset({int, bool, float, str, bytes, type(None), list, tuple, dict, set, frozenset})


def reduced(thing: object, *given: str) -> tuple[object, ...]:
    """What `__reduce__` of a class returns.

    `given` names the attributes with which the constructor is called. Without any the thing is made without its
    constructor, which works for classes in plain Python.
    """
    found = parts(thing)
    return rebuilt, (type(thing), tuple(found.pop(name) for name in given), found)


def rebuilt(kind: type[object], given: tuple[object, ...], rest: dict[str, object]) -> object:
    """The thing again, from what `reduced` said of it."""
    out = kind(*given) if given else kind.__new__(kind)
    for name, value in rest.items():
        # A compiled class lets nobody set an attribute that is Final: its constructor has done that.
        with suppress(AttributeError):
            setattr(out, name, value)
    return out


def parts(thing: object) -> dict[str, object]:
    """Every attribute that is set, by its name."""
    names: dict[str, None] = dict.fromkeys(getattr(type(thing), "__mypyc_attrs__", ()))
    for base in type(thing).__mro__:
        slots = base.__dict__.get("__slots__", ())
        names |= dict.fromkeys((slots,) if isinstance(slots, str) else slots)
    names |= dict.fromkeys(getattr(thing, "__dict__", ()))
    return {name: getattr(thing, name) for name in names if not name.startswith("__") and hasattr(thing, name)}


def same_numbers(one: object, other: object) -> bool:
    """Whether two things hold the same in every attribute. False may also mean that this cannot be told.

    >>> same_numbers(vec[i64]([1, 2]), vec[i64]([1, 2])), same_numbers(vec[i64]([1, 2]), vec[i64]([1, 3]))
    (True, False)
    """
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in _PLAIN:
        return one == other
    if kind in _PACKED:
        return bytes(one) == bytes(other)  # type: ignore[call-overload, no-any-return]
    if kind not in _names:
        _names[kind] = _names_of(kind)
    names = _names[kind]
    if not names:
        return False
    try:
        for name in names:
            if not same_numbers(getattr(one, name), getattr(other, name)):
                return False
    except AttributeError:
        return False
    return True


def _names_of(kind: type[object]) -> tuple[str, ...]:
    """The attributes in which all that a compiled class holds stands; none for any other class."""
    if any("__mypyc_attrs__" not in vars(base) for base in kind.__mro__[:-1]):
        return ()
    names = dict.fromkeys(name for base in kind.__mro__[:-1] for name in vars(base)["__mypyc_attrs__"])
    return tuple(name for name in names if not name.startswith("__"))


def _numbers(kind: str, packed: bytes) -> object:
    """A packed array of that kind of number again."""
    make, code = _KINDS[kind]
    return make(memoryview(packed).cast(code))


def _reduce(numbers: Any) -> tuple[Callable[..., object], tuple[str, bytes]]:
    return _numbers, (type(numbers).__name__, bytes(numbers))


for _make, _ in _KINDS.values():
    copyreg.pickle(type(_make()), _reduce)
