"""What a game is made of at one moment: the whole truth, what one seat knows of it, and a random event."""

from __future__ import annotations

from copy import deepcopy

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from gunbai.core.copying import reduced
from gunbai.core.options import Options
from gunbai.core.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The whole truth of one game at one moment: flat integers, cheap to copy, no rules."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def copy(self) -> State:
        raise NotImplementedError

    def key(self) -> bytes:
        """All of the state as bytes: equal keys, equal states (options aside)."""
        raise NotImplementedError

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Right as it is for a state in plain Python; a compiled one names what its constructor takes."""
        return reduced(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """What one seat (or a spectator) may know; built from a whitelist, the only thing that leaves the engine."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        # What this seat saw happen, oldest first; filled in by the table, empty when made straight from a state.
        self.history: list[int] = []

    def data(self) -> dict[str, object]:
        """The view as plain JSON values, every field named."""
        raise NotImplementedError

    def __copy__(self) -> View:
        return deepcopy(self)

    def __reduce__(self) -> tuple[object, ...]:
        """Right as it is for a view in plain Python; a compiled one names what its constructor takes."""
        return reduced(self)


class Chance:
    """The outcomes of one random event: ascending actions with exact integer weights."""

    def __init__(self, actions: vec[i64], weights: vec[i64]) -> None:
        self.actions = actions
        self.weights = weights
        total: i64 = 0
        for weight in weights:
            total += weight
        self.total = total

    def __copy__(self) -> Chance:
        return Chance(self.actions[:], self.weights[:])

    def __reduce__(self) -> tuple[object, ...]:
        return Chance, (self.actions, self.weights)

    def sample(self, rng: Rng) -> i64:
        """One outcome, drawn by weight."""
        pick: i64 = rng.below(self.total)
        i: i64 = 0
        while pick >= self.weights[i]:
            pick -= self.weights[i]
            i += 1
        return self.actions[i]

    def outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""
        total = float(self.total)
        return [(int(a), float(w) / total) for a, w in zip(self.actions, self.weights, strict=True)]
