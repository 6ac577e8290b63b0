"""Everything that can go wrong, as errors a person can read in one line."""

from __future__ import annotations


class GunbaiError(ValueError):
    """Base of all errors that are the caller's to fix; its text is one plain line."""


class IllegalAction(GunbaiError):
    """An action the rules forbid, with the paragraph of RULES.md that forbids it and why.

    The text must be safe to show to the seat that tried the action: it may speak of what
    that seat sees and owns, never of another seat's secret.
    """

    def __init__(self, paragraph: str, reason: str) -> None:
        super().__init__(f"{reason} (rule {paragraph})")
        self.paragraph = paragraph
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str]]:
        return IllegalAction, (self.paragraph, self.reason)


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

    def __reduce__(self) -> tuple[type[BadRecord], tuple[str, int]]:
        return BadRecord, (self.reason, self.line)


class NotYourTurn(GunbaiError):
    """A seat tried to act while the game waits for another."""


class UnknownGame(GunbaiError):
    """A name under which no game is registered."""
