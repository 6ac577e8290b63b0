"""Offers at a table: a draw, or taking actions back. An offer is carried out when all other seats have accepted it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gunbai.core.errors import GunbaiError
from gunbai.session.seat import BOT, OPEN, Seats

DRAW, TAKE_BACK = "draw", "take back"


@dataclass
class Offer:
    """A draw, or taking back all actions after the first `length`, waiting for the other seats' consent."""

    kind: str
    seat: int
    length: int = 0
    accepted: set[int] = field(default_factory=set)


class SettledConsent:
    """Bots' consent that is known beforehand, as when a log is read: it says the same whenever it is read.

    It knows no table: a circle of references would keep a table that nobody needs any more in memory.
    """

    def __init__(self) -> None:
        self.declined = False

    def consent(self, seat: int, offer: Offer) -> bool:
        return not self.declined


class Offers:
    """The standing offer, if there is one, and who has accepted it. Bots answer at once, by `consent`."""

    def __init__(self, seats: Seats, consent: Callable[[int, Offer], bool]) -> None:
        self.standing: Offer | None = None
        self._seats = seats
        self._consent = consent

    def propose(self, offer: Offer) -> Offer | None:
        """Make an offer, or accept the same one of another seat; returns the offer if all have agreed to it."""
        standing = self.standing
        if standing is not None and (standing.kind, standing.length) == (offer.kind, offer.length):
            standing.accepted.add(offer.seat)
        else:
            self.standing = standing = offer
        for seat, who in enumerate(self._seats):
            if who.kind == BOT and seat != offer.seat:
                if not self._consent(seat, offer):
                    self.standing = None
                    return None
                standing.accepted.add(seat)
        return self._agreed(standing)

    def answer(self, seat: int, yes: bool) -> Offer | None:
        """Accept or decline the standing offer; returns the offer if that was the last consent needed."""
        offer = self.standing
        if offer is None or offer.seat == seat:
            raise GunbaiError("there is no offer to answer")
        if not yes:
            self.standing = None
            return None
        offer.accepted.add(seat)
        return self._agreed(offer)

    def lapse(self) -> None:
        """The game has changed: no offer stands any more."""
        self.standing = None

    def _agreed(self, offer: Offer) -> Offer | None:
        asked = {seat for seat, who in enumerate(self._seats) if who.kind != OPEN and seat != offer.seat}
        return offer if asked <= offer.accepted else None
