"""Everything that can go wrong, as errors a person can read in one line."""

from __future__ import annotations

from collections.abc import Callable

Word = str | int


class GunbaiError(ValueError):
    """Base of all errors that are the caller's to fix; its text is one plain line.

    The line is a template filled with words. Both travel with the error, so that a reader in another language
    can be given a line of their own (docs/browser.md). A word's kind is its name after the last underscore:
    `goal_square` is a square. Words hold nothing that the line does not say.
    """

    def __init__(self, template: str, **words: Word) -> None:
        super().__init__(template.format(**words) if words else template)
        self.template = template
        self.words = words

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), (self.template,), self.words)


def _again(kind: Callable[..., GunbaiError], given: tuple[str, ...], words: dict[str, Word]) -> GunbaiError:
    """The error once more, on the other side of a pipe."""
    return kind(*given, **words)


class IllegalAction(GunbaiError):
    """An action the rules forbid, with the paragraph of RULES.md that forbids it and why.

    The text must be safe to show to the seat that tried the action: it may speak of what
    that seat sees and owns, never of another seat's secret.
    """

    def __init__(self, paragraph: str, template: str, **words: Word) -> None:
        super().__init__(template, **words)
        self.paragraph = paragraph
        self.reason = str(self)
        self.args = (f"{self.reason} (rule {paragraph})",)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), (self.paragraph, self.template), self.words)


class BadNotation(GunbaiError):
    """Text that is not an action or a position of this game."""


class BadOptions(GunbaiError):
    """Options a game does not know or cannot play with."""


class BadRecord(GunbaiError):
    """A record that cannot be read or does not follow the rules; `line` says where."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason = reason
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return BadRecord, (self.reason, self.line)


class Unexplained(GunbaiError):
    """A view that no position explains: somebody made it up, or the position behind it contradicts itself."""


class NotYourTurn(GunbaiError):
    """A seat tried to act while the game waits for another."""


class UnknownGame(GunbaiError):
    """A name under which no game is registered."""


class UnknownRules(GunbaiError):
    """A version of a game's rules that is not installed."""
