"""What a move would bring, read off the states before and after it."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from ambush.actions import FIRST_MOVE, move_of
from ambush.data import SQUARES, inside
from ambush.state import AmbushState
from gunbai.core.errors import GunbaiError, IllegalAction
from gunbai.core.foresight import FALL, MOVE, Effect, Foresight
from gunbai.core.game import Outlook, State, Tried
from gunbai.core.saying import Saying


class AmbushOutlook(Outlook):
    """Foresight for one seat at one moment."""

    def read(self, tried: list[Tried]) -> Foresight:
        found: list[Effect] = []
        said: list[Saying] = []
        certain = True
        for one in tried:
            before = cast(AmbushState, one.before)
            if one.action < FIRST_MOVE:
                continue
            start, goal = (SQUARES[n] for n in move_of(int(one.action)))
            found.append(Effect(MOVE, "soldier", before.turn, start, goal))
            if before.soldiers[move_of(int(one.action))[1]] >= 0:
                found.append(Effect(FALL, "soldier", 1 - before.turn, goal))
                last = before.count(1 - before.turn) == 1
                said.append(Saying("takes the general" if last else "takes a soldier that may be the general"))
                certain = last
        return Foresight(tuple(found), tuple(said), certain)

    def places(self) -> list[str]:
        size = cast(AmbushState, self.world).size
        return [SQUARES[n] for n in range(len(SQUARES)) if inside(n, size)]

    def places_of(self, s: State, action: i64) -> list[str]:
        return [SQUARES[move_of(int(action))[0] if action >= FIRST_MOVE else int(action)]]

    def why_not(self, place: str) -> GunbaiError:
        t = cast(AmbushState, self.world)
        paragraph = "2.1" if t.naming else "3.1"
        if t.soldiers[SQUARES.index(place)] != self.view.seat:
            return IllegalAction(paragraph, "no soldier of yours stands on {square}", square=place)
        return IllegalAction("3.2", "your own soldiers stand around {square}", square=place)
