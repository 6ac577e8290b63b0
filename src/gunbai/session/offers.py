"""Those who sit at a table: who they are, what they say beside the game, and what they agree on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, SPECTATOR, Game, State, View
from gunbai.core.options import Options
from gunbai.core.record import Aside
from gunbai.session.seat import BOT, OPEN, PERSON, Seat
from gunbai.session.words import Words

DRAW, TAKE_BACK = "draw", "take back"


@dataclass
class Offer:
    """A draw, or taking back all actions after the first `length`, waiting for the other seats' consent."""

    kind: str
    seat: int
    length: int = 0
    accepted: set[int] = field(default_factory=set)


def bots_are_kind(seat: int, offer: Offer) -> bool:
    """The answer of a bot's seat: take back what you like, but play on."""
    return offer.kind == TAKE_BACK


class Offers:
    """Seats, words and offers around a game that a table plays; the table says how far the game is."""

    def __init__(
        self, game: Game, options: Options, seats: Sequence[Seat], consent: Callable[[int, Offer], bool]
    ) -> None:
        players = options.players
        if seats and len(seats) != players:
            raise GunbaiError("there are {players} seats at this table, not {given}", players=players, given=len(seats))
        self.game = game
        self.options = options
        self.seats = list(seats) or [Seat(PERSON, name) for name in game.info.seat_names[:players]]
        self.offer: Offer | None = None
        self._players = players
        self._consent = consent
        self._words = Words(game, options)

    # -- what the table knows ---------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    @property
    def length(self) -> int:
        """The number of actions played, chance included."""
        raise NotImplementedError

    def view(self, watcher: int) -> View:
        """What the watcher sees, with what it saw happen."""
        raise NotImplementedError

    def _truth(self) -> State:
        """The true state; not to be changed."""
        raise NotImplementedError

    # -- who sits where -----------------------------------------------------------------------------

    def seat(self, number: int, who: Seat) -> None:
        """Let somebody sit down: a person joins, a bot takes over, a chair becomes free."""
        self._need_seat(number)
        self.seats[number] = who

    def name(self, seat: int) -> str:
        """The seat's own name and who sits there: `red`, or `red (Ann)`."""
        if seat < 0:
            return "chance" if seat == CHANCE else "spectator"
        own = self.game.info.seat_names[seat]
        return f"{own} ({self.seats[seat].name})" if self.seats[seat].name not in ("", own) else own

    def _need_seat(self, seat: int) -> None:
        if not 0 <= seat < self._players:
            raise GunbaiError(
                "there is no seat {seat_number}; seats are 0 to {last_number}",
                seat_number=seat,
                last_number=self._players - 1,
            )

    def _need_watcher(self, watcher: int) -> None:
        if watcher != SPECTATOR:
            self._need_seat(watcher)

    # -- words ----------------------------------------------------------------------------------------

    def say(self, seat: int, text: str) -> None:
        """Put words of a seat into the record, and what bots answer; they never touch the rules."""
        self.hear(seat, self.check_words(seat, text))
        while (answer := self.answer_due()) is not None:
            self.hear(*answer)

    def check_words(self, seat: int, text: str) -> str:
        """The words as they may be said; raises, and changes nothing, if they are a garbled agreement."""
        self._need_seat(seat)
        return self._words.check(self._truth(), seat, text)

    def hear(self, seat: int, text: str) -> None:
        """Take in words that were checked before, as when a log is replayed; bots do not answer."""
        self._need_seat(seat)
        self._words.hear(self._truth(), Aside(self.length, seat, text))

    def answer_due(self) -> tuple[int, str] | None:
        """A bot's seat that owes an answer to what was said, and its words."""
        if self.over:
            return None
        for seat in self._words.asked():
            if self.seats[seat].kind == BOT and (text := self._words.reply(self.view(seat))):
                return seat, text
        return None

    def asides(self, watcher: int) -> list[Aside]:
        """The words said so far that the watcher may know of."""
        self._need_watcher(watcher)
        return list(self._words.asides) if self.over else self._words.known_to(watcher)

    def may_hear(self, serial: int, watcher: int) -> bool:
        """Whether the watcher may know of what was said as number 0, 1, 2 …; when the game is over, everybody may."""
        self._need_watcher(watcher)
        return self.over or self._words.concerns(serial, watcher)

    def truces(self, watcher: int) -> list[str]:
        """The agreements the watcher may know of, a line each; a broken one is everybody's news."""
        self._need_watcher(watcher)
        return self._words.lines(watcher)

    # -- offers ---------------------------------------------------------------------------------------

    def _propose(self, offer: Offer) -> Offer | None:
        """Make an offer, or accept the same one of another seat; the offer, if all have agreed to it."""
        standing = self.offer
        if standing is not None and (standing.kind, standing.length) == (offer.kind, offer.length):
            standing.accepted.add(offer.seat)
        else:
            self.offer = standing = offer
        for seat, who in enumerate(self.seats):
            if who.kind == BOT and seat != offer.seat:
                if not self._consent(seat, offer):
                    self.offer = None
                    return None
                standing.accepted.add(seat)
        return self._agreed(standing)

    def _reply(self, seat: int, yes: bool) -> Offer | None:
        """Accept or decline the standing offer; the offer, if that was the last consent needed."""
        offer = self.offer
        if offer is None or offer.seat == seat:
            raise GunbaiError("there is no offer to answer")
        if not yes:
            self.offer = None
            return None
        offer.accepted.add(seat)
        return self._agreed(offer)

    def _agreed(self, offer: Offer) -> Offer | None:
        asked = {seat for seat, who in enumerate(self.seats) if who.kind != OPEN and seat != offer.seat}
        return offer if asked <= offer.accepted else None
