"""The whole truth: who stands where, which soldiers are generals, whose turn it is, and how long it has taken."""

from __future__ import annotations

from ambush.data import BLACK, SQUARES, WHITE, WIDTH
from gunbai.core.game import State
from gunbai.core.options import Options


class AmbushState(State):
    """`soldiers` per square (-1 nobody), `generals` per seat (-1 not named yet), whose turn, moves played."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.size = options.integer("size")
        self.limit = options.integer("moves")
        self.soldiers = [-1] * len(SQUARES)
        self.generals = [-1, -1]
        self.turn = BLACK
        self.played = 0

    def set_up(self) -> None:
        """A row of soldiers on each side."""
        for column in range(self.size):
            self.soldiers[column] = BLACK
            self.soldiers[(self.size - 1) * WIDTH + column] = WHITE

    def copy(self) -> AmbushState:
        other = AmbushState(self.options)
        other.soldiers, other.generals = self.soldiers[:], self.generals[:]
        other.turn, other.played = self.turn, self.played
        return other

    def key(self) -> bytes:
        return repr((self.soldiers, self.generals, self.turn, self.played)).encode()

    # -- what follows from it ---------------------------------------------------------------------

    @property
    def naming(self) -> bool:
        """Whether a general is still to be named."""
        return min(self.generals) < 0

    @property
    def fallen(self) -> int:
        """The seat whose general was taken, or -1: an enemy stands where it stood."""
        for seat, square in enumerate(self.generals):
            if square >= 0 and self.soldiers[square] == 1 - seat:
                return seat
        return -1

    @property
    def over(self) -> bool:
        return self.fallen >= 0 or self.played >= self.limit

    def count(self, seat: int) -> int:
        """How many soldiers a seat has left."""
        return self.soldiers.count(seat)

    @property
    def winner(self) -> int:
        """The seat that has won, or -1."""
        if self.fallen >= 0:
            return 1 - self.fallen
        black, white = self.count(BLACK), self.count(WHITE)
        return -1 if not self.over or black == white else BLACK if black > white else WHITE
