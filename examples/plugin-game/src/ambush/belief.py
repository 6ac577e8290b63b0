"""A full state that fits a view: a hidden general may be any soldier of its side."""

from __future__ import annotations

from ambush.state import AmbushState
from ambush.view import SECRET, AmbushView
from gunbai.core.rng import Rng


def resample(v: AmbushView, rng: Rng) -> AmbushState:
    """Draw the hidden generals; everything else is known."""
    t = AmbushState(v.options)
    t.soldiers, t.played = v.soldiers[:], v.played
    for owner, square in enumerate(v.generals):
        own = [n for n, soldier in enumerate(t.soldiers) if soldier == owner]
        t.generals[owner] = own[int(rng.below(len(own)))] if square == SECRET else square
    t.turn = v.turn
    if v.turn < 0:
        t.turn = int(v.seat) if v.seat in v.waiting else (v.waiting or [0])[0]
    return t
