"""The seats of a table: in each a person, a bot, or nobody yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, SPECTATOR, Game

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


class Seats:
    """All seats of one table, with who sits there."""

    def __init__(self, game: Game, players: int, seats: Sequence[Seat]) -> None:
        if seats and len(seats) != players:
            raise GunbaiError("there are {players} seats at this table, not {given}", players=players, given=len(seats))
        self._names = game.info.seat_names
        self._seats = list(seats) or [Seat(PERSON, name) for name in self._names[:players]]

    def __len__(self) -> int:
        return len(self._seats)

    def __getitem__(self, number: int) -> Seat:
        return self._seats[number]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def put(self, number: int, who: Seat) -> None:
        """Seat somebody: a person joins, a bot takes over, or the seat becomes free."""
        self.check(number)
        self._seats[number] = who

    def name(self, seat: int) -> str:
        """The seat's own name and who sits there: `red`, or `red (Ann)`."""
        if seat < 0:
            return "chance" if seat == CHANCE else "spectator"
        own, who = self._names[seat], self._seats[seat].name
        return f"{own} ({who})" if who not in ("", own) else own

    def check(self, seat: int) -> None:
        """Raise unless there is such a seat."""
        check_seat(seat, len(self._seats))


def check_seat(seat: int, players: int) -> None:
    """Raise unless a table of so many players has this seat."""
    if not 0 <= seat < players:
        raise GunbaiError(
            "there is no seat {seat_number}; seats are 0 to {last_number}", seat_number=seat, last_number=players - 1
        )


def check_watcher(watcher: int, players: int) -> None:
    """Raise unless the watcher is a seat of a table of so many players, or SPECTATOR."""
    if watcher != SPECTATOR:
        check_seat(watcher, players)
