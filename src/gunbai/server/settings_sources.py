"""Where settings come from: a file, the environment and the command line. The later in this list, the stronger."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from gunbai.core.errors import GunbaiError
from gunbai.server.settings import Limits, Settings

_PREFIX = "GUNBAI_"
_LIMITS = "limits"
# Settings whose values are not shown: they may hold passwords.
_SECRET = ("database", "smtp", "metrics_token")


def complete(
    settings: Settings,
    given: Collection[str],
    file: Path | None,
    environment: Mapping[str, str],
    pairs: Sequence[str],
) -> Settings:
    """The settings of the command line with those of file and environment; `given` are not touched by these.

    `pairs` are words such as `limits.head_seconds=5` of the command line.
    """
    found = {name: value for name, value in _from_file(file) if name not in given}
    found |= {name: value for name, value in _from_environment(environment) if name not in given}
    found |= dict(_from_pairs(pairs))
    plain: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    for name, value in found.items():
        kind = _fields().get(name)
        if kind is None:
            raise GunbaiError(f"there is no setting {name}; `gunbai serve --settings` lists them")
        whose, key = (limits, name.partition(".")[2]) if name.startswith(f"{_LIMITS}.") else (plain, name)
        whose[key] = _converted(name, kind, value)
    if limits:
        plain[_LIMITS] = msgspec.structs.replace(settings.limits, **limits)
    return msgspec.structs.replace(settings, **plain)


def described(settings: Settings) -> Iterable[tuple[str, str, str, str]]:
    """Every setting: its name, its value, its variable in the environment, and what it is for."""
    for name, kind in _fields().items():
        holder: msgspec.Struct = settings.limits if name.startswith(f"{_LIMITS}.") else settings
        value = getattr(holder, name.rpartition(".")[2])
        shown = "set, not shown" if name in _SECRET and value else _shown(value)
        yield name, shown, variable(name), _description(kind)


def variable(name: str) -> str:
    """The name of a setting in the environment.

    >>> variable("limits.head_seconds")
    'GUNBAI_LIMITS_HEAD_SECONDS'
    """
    return _PREFIX + name.replace(".", "_").upper()


def _fields() -> dict[str, Any]:
    """All settings by name, those of the limits after a dot, with their types."""
    own = {name: kind for name, kind in get_type_hints(Settings, include_extras=True).items() if name != _LIMITS}
    rations = {f"{_LIMITS}.{name}": kind for name, kind in get_type_hints(Limits, include_extras=True).items()}
    return {**own, **rations}


def _description(kind: Any) -> str:
    metas = [meta.description for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta)]
    return next((text for text in metas if text), "")


def _from_file(file: Path | None) -> Iterable[tuple[str, Any]]:
    if file is None:
        return
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise GunbaiError(f"cannot read the settings in {file}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise GunbaiError(f"{file} is no TOML: {error}") from None
    for name, value in read.items():
        if name == _LIMITS and isinstance(value, dict):
            yield from ((f"{_LIMITS}.{key}", part) for key, part in value.items())
        else:
            yield name, value


def _from_environment(environment: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    for name in _fields():
        if (value := environment.get(variable(name))) is not None:
            yield name, value


def _from_pairs(pairs: Sequence[str]) -> Iterable[tuple[str, str]]:
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise GunbaiError(f"a setting is NAME=VALUE, not {pair!r}")
        yield name.strip().replace("-", "_"), value.strip()


def _converted(name: str, kind: Any, value: Any) -> Any:
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if plain is Path:
        return Path(str(value))
    if isinstance(value, str) and get_origin(plain) is tuple:
        value = [word for word in value.replace(",", " ").split() if word]
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise GunbaiError(f"the setting {name}: {error}") from None


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
