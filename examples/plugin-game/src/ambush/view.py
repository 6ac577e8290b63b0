"""What a seat may see: everything but the other seat's general."""

from __future__ import annotations

from ambush.data import SEATS, SQUARES
from ambush.state import AmbushState
from gunbai.core.game import View
from gunbai.core.info import Piece
from gunbai.core.options import Options

# A general that was named, but not to this viewer.
SECRET = -2


class AmbushView(View):
    """Built field by field from a state; `generals` holds SECRET where the viewer must not know."""

    def __init__(self, s: AmbushState, seat: int) -> None:
        super().__init__(seat)
        self.options: Options = s.options
        self.soldiers = s.soldiers[:]
        self.generals = [
            square if square < 0 or owner in (seat, s.fallen) else SECRET for owner, square in enumerate(s.generals)
        ]
        # While generals are named, whose turn it is formally says nothing.
        self.turn = -1 if s.naming else s.turn
        self.played = s.played
        self.fallen, self.winner, self.over = s.fallen, s.winner, s.over

    @property
    def waiting(self) -> list[int]:
        """The seats the game waits for."""
        if self.over:
            return []
        return [seat for seat, g in enumerate(self.generals) if g == -1] if self.turn < 0 else [self.turn]

    def data(self) -> dict[str, object]:
        named = {-1: None, SECRET: "?"}
        return {
            "seat": int(self.seat) if self.seat >= 0 else None,
            "size": self.options.integer("size"),
            "to_act": [SEATS[seat] for seat in self.waiting],
            "moves_left": self.options.integer("moves") - self.played,
            "generals": {
                name: named[square] if square < 0 else SQUARES[square]
                for name, square in zip(SEATS, self.generals, strict=True)
            },
            "pieces": [self._piece(square, owner) for square, owner in enumerate(self.soldiers) if owner >= 0],
            "winner": SEATS[self.winner] if self.winner >= 0 else None,
        }

    def _piece(self, square: int, owner: int) -> dict[str, object]:
        general = self.generals[owner] == square
        sign, name = ("★", "general") if general else ("●○"[owner], "soldier")
        return Piece(SQUARES[square], sign, name, owner).data()
