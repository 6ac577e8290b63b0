"""What would happen if a seat acted: data for a screen and sentences for a person, from that seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gunbai.core.errors import IllegalAction
from gunbai.core.saying import Saying

# The kinds of a foreseen effect. A game uses those that fit its pieces; a screen may show kinds it knows how to draw.
MOVE, TURN, FALL, PLACE, BUILD = "move", "turn", "fall", "place", "build"
COST, GAIN, JOIN, CUT, OPEN, THREAT, SAFE = "cost", "gain", "join", "cut", "open", "threat", "safe"
KINDS = (MOVE, TURN, FALL, PLACE, BUILD, COST, GAIN, JOIN, CUT, OPEN, THREAT, SAFE)


@dataclass(frozen=True)
class Effect:
    """One thing that would happen.

    move: a piece goes from `at` to `to`; turn: a piece at `at` faces `to`; fall: a piece at `at` is lost;
    place, build: something new stands at `at`; cost, gain: `amount` of `piece` (points, koku, honor) for `seat`;
    join: what stands at `places` becomes one of size `amount`; cut: what stood at `places` falls apart or shrinks;
    open: `places` become reachable; threat, safe: the piece at `at` comes into, or out of, danger from `places`.
    """

    kind: str
    piece: str = ""
    seat: int = -1
    at: str = ""
    to: str = ""
    amount: int = 0
    places: tuple[str, ...] = ()

    def data(self) -> dict[str, object]:
        """The fields that say something, as plain JSON values."""
        out: dict[str, object] = {"kind": self.kind}
        for name in ("piece", "at", "to"):
            if text := getattr(self, name):
                out[name] = text
        if self.seat >= 0:
            out["seat"] = self.seat
        if self.amount:
            out["amount"] = self.amount
        if self.places:
            out["places"] = list(self.places)
        return out


@dataclass(frozen=True)
class Foresight:
    """What one or several actions of a seat would bring, as far as that seat can know."""

    effects: tuple[Effect, ...] = ()
    sayings: tuple[Saying, ...] = ()
    # Whether this is all that follows before anybody decides again; False where dice or something hidden has a say.
    certain: bool = True

    def data(self) -> dict[str, object]:
        """All of it as plain JSON values; sentences with template and words, for readers in another language."""
        return {
            "effects": [effect.data() for effect in self.effects],
            "sayings": [{"text": str(s), "template": s.template, "words": dict(s.words)} for s in self.sayings],
            "certain": self.certain,
        }


@dataclass(frozen=True)
class Pointing:
    """What a thing on the board stands for now: legal actions that begin with it, or why there is none."""

    actions: tuple[int, ...] = ()
    refusal: IllegalAction | None = field(default=None, compare=False)


NOTHING_FORESEEN = Foresight()


def sentences(sayings: Sequence[Saying]) -> str:
    """Several sayings as one line."""
    return "; ".join(str(saying) for saying in sayings)
