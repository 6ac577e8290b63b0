"""What every phase of a game of Shogun can do; each module of a phase fills it for its own stages."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.games.shogun.state import ShogunState


class Phase:
    """The rules of some stages. A native class: the table of stages calls its methods without boxing a number."""

    def prepare(self, t: ShogunState) -> bool:
        """Do what needs no decision; True when the stage waits for an action."""
        raise NotImplementedError

    def legal(self, t: ShogunState) -> vec[i64]:
        """The legal actions of this stage, ascending."""
        raise NotImplementedError

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        """Carry out an action of this stage."""
        raise NotImplementedError
