"""Who sits where: a person, a bot, or nobody yet."""

from __future__ import annotations

from dataclasses import dataclass

from gunbai.core.errors import GunbaiError

PERSON, BOT, OPEN = "person", "bot", "open"


@dataclass(frozen=True)
class Seat:
    """One chair at a table. `bot` names the bot that thinks for it, if one does."""

    kind: str = OPEN
    name: str = ""
    bot: str = ""

    def __post_init__(self) -> None:
        if self.kind not in (PERSON, BOT, OPEN):
            raise GunbaiError("a seat is a person, a bot or open, not {kind!r}", kind=self.kind)
        if (self.kind == BOT) != bool(self.bot):
            raise GunbaiError("a bot's seat, and no other, names its bot")
        for text in (self.name, self.bot):
            if len(text) > 40 or not text.isprintable():
                raise GunbaiError("a name has at most 40 printable characters")

    def text(self) -> str:
        """The seat in one word, without the name: `person`, `bot:greedy`, `open`."""
        return f"{BOT}:{self.bot}" if self.kind == BOT else self.kind


def parse_seat(word: str, name: str = "") -> Seat:
    """The inverse of `Seat.text`; a bare bot name is a bot too.

    >>> parse_seat("bot:greedy").bot
    'greedy'
    """
    if word in (PERSON, OPEN):
        return Seat(word, name)
    bot = word.removeprefix(f"{BOT}:")
    if not bot:
        raise GunbaiError("a seat is written person, open or bot:NAME, not {input!r}", input=word)
    return Seat(BOT, name or bot, bot)
