"""What would happen if a seat acted: data for a screen and sentences for a person, from that seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gunbai.core.errors import GunbaiError
from gunbai.core.saying import Saying

# The kinds of a foreseen effect. A game uses those that fit its pieces; a screen may show kinds it knows how to draw.
MOVE, TURN, FALL, PLACE, BUILD, COST, GAIN = "move", "turn", "fall", "place", "build", "cost", "gain"
OFFER, CHANGE, JOIN, CUT, OPEN, THREAT, SAFE, END = "offer", "change", "join", "cut", "open", "threat", "safe", "end"
ODDS = "odds"
KINDS = (MOVE, TURN, FALL, PLACE, BUILD, COST, GAIN, OFFER, CHANGE, JOIN, CUT, OPEN, THREAT, SAFE, END, ODDS)


@dataclass(frozen=True)
class Effect:
    """One thing that would happen. Pieces, places and seats are named as the view's data names them.

    move: a piece goes from `at` to `to`, moved by `seat`; turn: a piece at `at` faces `to`;
    fall: a piece at `at` is lost, to those at `places`; place, build: something new stands at `at` (facing `to`);
    cost, gain: `amount` of `piece` (points, koku, honor) for `seat`;
    offer: the seat may choose `amount` of `piece` next; change: what `piece` names goes from `before` to `amount`;
    join: what stands at `places` becomes one of size `amount`, made of `parts`;
    cut: what stood at `places` falls apart or shrinks to `parts`; open: `places` become reachable for `piece`;
    threat, safe: the piece at `at` comes into, or out of, danger from `places`; end: the game ends, won by `seat`;
    odds: what `piece` names happens in `amount` of 1000 cases, as far as the seat can see; of a battle from `at` to
    `to`, `parts` are the mean losses of attacker and defender in tenths of a unit.
    """

    kind: str
    piece: str = ""
    seat: int = -1
    at: str = ""
    to: str = ""
    amount: int = 0
    before: int = 0
    places: tuple[str, ...] = ()
    parts: tuple[int, ...] = ()

    def data(self) -> dict[str, object]:
        """The fields that say something, as plain JSON values."""
        out: dict[str, object] = {"kind": self.kind}
        if self.piece:
            out["piece"] = self.piece
        if self.seat >= 0:
            out["seat"] = self.seat
        if self.at:
            out["at"] = self.at
        if self.to:
            out["to"] = self.to
        if self.kind == CHANGE:
            out["before"] = self.before
        if self.amount or self.kind == CHANGE:
            out["amount"] = self.amount
        if self.places:
            out["places"] = list(self.places)
        if self.parts:
            out["parts"] = list(self.parts)
        return out


@dataclass(frozen=True)
class Foresight:
    """What one or several actions of a seat would bring, as far as that seat can know."""

    effects: tuple[Effect, ...] = ()
    sayings: tuple[Saying, ...] = ()
    # Whether the seat knows all that follows before anybody decides again: no dice and nothing hidden has a say.
    certain: bool = False

    def data(self) -> dict[str, object]:
        """All of it as plain JSON values; a sentence as template and words, for readers in any language."""
        return {
            "effects": [effect.data() for effect in self.effects],
            "sayings": [{"template": saying.template, "words": saying.words} for saying in self.sayings],
            "certain": self.certain,
        }


@dataclass(frozen=True)
class Pointing:
    """What a thing on the board stands for now: legal actions that it can begin, or why there is none."""

    actions: tuple[int, ...] = ()
    refusal: GunbaiError | None = field(default=None, compare=False)


@dataclass(frozen=True)
class QuickOrder:
    """Several actions in a row that people give as one order: what it is called, and the thing it belongs to."""

    saying: Saying
    actions: tuple[int, ...]
    piece: str = ""


NOTHING_FORESEEN = Foresight()


def sentences(sayings: Sequence[Saying]) -> str:
    """Several sayings as one line."""
    return "; ".join([str(saying) for saying in sayings])
