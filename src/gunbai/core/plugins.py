"""Games, bots and drawings of others: installed as entry points, or named by module on a command line.

A package announces what it brings in its own `pyproject.toml`; nothing here needs an edit:

    [project.entry-points."gunbai.games"]
    ambush = "ambush.rules:GAME"

Listing reads the metadata of installed packages and imports none of them. What cannot be loaded is reported in one
line and stops nothing else.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from gunbai.core.errors import GunbaiError

GAMES, BOTS, TERMINAL = "gunbai.games", "gunbai.bots", "gunbai.terminal"

log = logging.getLogger("gunbai.plugins")

_modules: list[str] = []
_reported: set[str] = set()


class BrokenPlugin(GunbaiError):
    """Something of others that cannot be loaded, or is not what it says."""


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name; of two with one name one counts."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda e: (e.name, e.value)):
        if entry.name not in found:
            found[entry.name] = entry
        elif found[entry.name].value != entry.value:
            report(BrokenPlugin(f"{group} has two entries {entry.name!r}; {_origin(found[entry.name])} is used"))
    return found


def load(entry: EntryPoint) -> object:
    """What an entry point names; BrokenPlugin if it cannot be imported, whatever went wrong there."""
    try:
        return entry.load()
    except Exception as error:
        raise BrokenPlugin(f"{entry.name}, a plugin from {_origin(entry)}, {_cannot(error)}") from error


def import_plugin(module: str) -> object:
    """Import a module that somebody named, and remember it for processes that must import it too."""
    try:
        found = import_module(module)
    except Exception as error:
        raise BrokenPlugin(f"the plugin {module} {_cannot(error)}") from error
    if module not in _modules:
        _modules.append(module)
    return found


def imported() -> tuple[str, ...]:
    """The modules imported by name so far."""
    return tuple(_modules)


def report(error: BrokenPlugin) -> None:
    """Say it once, in one line."""
    line = " ".join(str(error).split())
    if line not in _reported:
        _reported.add(line)
        log.warning("%s", line)


def _cannot(error: Exception) -> str:
    return " ".join(f"cannot be loaded: {type(error).__name__}: {error}".split())[:300]


def _origin(entry: EntryPoint) -> str:
    """The distribution that an entry point comes from."""
    return entry.dist.name if entry.dist is not None else entry.value
