"""What can be chosen before a game starts: a schema per game, validated once, then immutable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gunbai.core.errors import BadOptions

Value = int | str | bool


class Option:
    """One choice: an integer in a range, a flag, one of several words, or free text.

    `provenance` says where the default comes from when the rulebook leaves it open. For those who show options to
    people: `needs` names the values of other options without which this one changes nothing, `examples` are values of a
    free text that have a name, and `fine` marks a fine point that few will want to change.
    """

    def __init__(
        self,
        name: str,
        default: Value,
        about: str,
        *,
        choices: tuple[str, ...] = (),
        low: int = 0,
        high: int = 0,
        provenance: str = "",
        needs: Mapping[str, tuple[str, ...]] | None = None,
        examples: tuple[str, ...] = (),
        fine: bool = False,
    ) -> None:
        self.name: Final = name
        self.default: Final = default
        self.about: Final = about
        self.choices: Final = choices
        self.low: Final = low
        self.high: Final = high
        self.provenance: Final = provenance
        self.needs: Final[Mapping[str, tuple[str, ...]]] = needs or {}
        self.examples: Final = examples
        self.fine: Final = fine

    def __reduce__(self) -> tuple[object, ...]:
        said = ("name", "default", "about", "choices", "low", "high", "provenance", "needs", "examples", "fine")
        return _option, ({name: getattr(self, name) for name in said},)

    @property
    def kind(self) -> str:
        if isinstance(self.default, bool):
            return "flag"
        if isinstance(self.default, int):
            return "integer"
        return "choice" if self.choices else "text"

    def validate(self, value: object) -> Value:
        """The value in its own type, or BadOptions; words from a command line are accepted."""
        kind = self.kind
        if kind == "flag":
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in ("on", "yes", "true", "1"):
                return True
            if isinstance(value, str) and value.lower() in ("off", "no", "false", "0"):
                return False
            raise BadOptions("option {option} is on or off, not {value}", option=self.name, value=repr(value)[:60])
        if kind == "integer":
            number: int | None = None
            if isinstance(value, int) and not isinstance(value, bool):
                number = value
            elif isinstance(value, str) and value.removeprefix("-").isascii() and value.removeprefix("-").isdigit():
                number = int(value) if len(value) <= 18 else None
            if number is None or not self.low <= number <= self.high:
                raise BadOptions(
                    "option {option} is a whole number from {low} to {high}, not {value}",
                    option=self.name,
                    low=self.low,
                    high=self.high,
                    value=repr(value)[:60],
                )
            return number
        if not isinstance(value, str):
            raise BadOptions("option {option} is a word, not {value}", option=self.name, value=repr(value)[:60])
        if kind == "choice" and value not in self.choices:
            raise BadOptions(
                "option {option} is one of {choices}, not {value}",
                option=self.name,
                choices=", ".join(self.choices),
                value=repr(value)[:60],
            )
        if len(value) > 500 or any(c.isspace() or not c.isprintable() for c in value):
            raise BadOptions("option {option} holds at most 500 printable characters and no spaces", option=self.name)
        return value


class Options:
    """A validated, immutable set of options; unknown names and values are refused.

    The `players` option exists in every game.
    """

    def __init__(self, schema: tuple[Option, ...], given: Mapping[str, object]) -> None:
        known = {option.name: option for option in schema}
        for name in given:
            if name not in known:
                raise BadOptions("unknown option {option!r}; there are {names}", option=name, names=", ".join(known))
        self._defaults: dict[str, Value] = {option.name: option.default for option in schema}
        self._values: dict[str, Value] = {
            option.name: option.validate(given.get(option.name, option.default)) for option in schema
        }
        self._hash = 0

    def integer(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def flag(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def word(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    @property
    def players(self) -> int:
        return self.integer("players")

    def all(self) -> dict[str, Value]:
        """Every option with its value."""
        return dict(self._values)

    def chosen(self) -> dict[str, Value]:
        """Only what differs from the default."""
        return {name: value for name, value in self._values.items() if value != self._defaults[name]}

    def text(self) -> str:
        """What differs from the default, as `name=value` words; empty for a plain game."""
        words = []
        for name, value in self.chosen().items():
            shown = ("on" if value else "off") if isinstance(value, bool) else str(value)
            words.append(f"{name}={shown}")
        return " ".join(words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __hash__(self) -> int:
        # Options look up what is kept for them, such as an action index, so it is worked out once.
        if self._hash == 0:
            self._hash = hash(tuple(sorted((k, str(v)) for k, v in self._values.items())))
        return self._hash

    def __repr__(self) -> str:
        return f"Options({self.text()})"

    def __copy__(self) -> Options:
        return self

    def __deepcopy__(self, memo: object) -> Options:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _options, (self._defaults, self._values)


def _option(said: dict[str, Any]) -> Option:
    """An option out of a pickle."""
    return Option(**said)


def _options(defaults: dict[str, Value], values: dict[str, Value]) -> Options:
    """Options out of a pickle, where they were valid already."""
    out = Options((), {})
    out._defaults = defaults
    out._values = values
    return out


def parse_options(text: str) -> dict[str, str]:
    """The inverse of `Options.text`, before validation."""
    given: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadOptions("an option is written name=value, not {input!r}", input=word)
        if name in given:
            raise BadOptions("option {option} is given twice", option=name)
        given[name] = value
    return given
