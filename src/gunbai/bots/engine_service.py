"""The engine for a bot in another language: worlds that fit its view, and what can be done in them.

It is made from a view, so nothing that the bot asks can reach the true state of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, Game, Outlook, State, View, advance, bring_into_focus, playout
from gunbai.core.rng import Rng

# So many worlds are kept for one choice, so many made or played out by one question.
MOST_WORLDS = 4096
MOST_AT_ONCE = 1000
# No simulation is longer.
LONGEST = 100_000


class EngineService:
    """Answers the questions of one choice; worlds are named by numbers and forgotten after it."""

    def __init__(self, game: Game, view: View, seed: int, seconds: float) -> None:
        self._game, self._view = game, view
        self._rng = Rng(seed)
        self._until = perf_counter() + seconds
        self._worlds: dict[int, State] = {}
        self._made = 0
        self._outlook: Outlook | None = None

    def answer(self, question: Mapping[str, object]) -> dict[str, object]:
        """The answer to one question; what cannot be answered is an error of one line."""
        said: dict[str, object] = {"type": "answer", "id": question.get("id")}
        try:
            return said | self._found(question)
        except GunbaiError as error:
            return said | {"error": str(error)}

    def _found(self, question: Mapping[str, object]) -> dict[str, object]:
        what = question.get("ask")
        if what == "resample":
            return {"worlds": [self._keep(self._fitting()) for _ in range(self._count(question))]}
        if what == "legal":
            return self._told(*self._world(question))
        if what == "apply":
            return self._apply(question)
        if what == "playouts":
            return self._playouts(question)
        if what == "foresee":
            return self._foresee(question)
        if what == "drop":
            self._worlds.clear()
            return {}
        raise GunbaiError(
            "ask for resample, legal, apply, playouts, foresee or drop, not {what!r}", what=str(what)[:40]
        )

    # -- the questions --------------------------------------------------------------------------

    def _apply(self, question: Mapping[str, object]) -> dict[str, object]:
        """Play actions in a copy of a world; with `roll`, chance plays itself afterwards."""
        number, world = self._world(question)
        after = world.copy()
        for action in self._actions(question):
            self._game.check(after, action)
            advance(self._game, after, self._game.actor(after), action)
        while question.get("roll") and self._game.actor(after) == CHANCE:
            self._game.apply(after, self._game.draw(after, self._rng))
        if question.get("in_place"):
            self._worlds[number] = after
            return self._told(number, after)
        return self._told(self._keep(after), after)

    def _playouts(self, question: Mapping[str, object]) -> dict[str, object]:
        """Play a world to its end at random, so often; the mean returns by seat, and how many there was time for."""
        _, world = self._world(question)
        sums = [0.0] * int(world.options.players)
        count = 0
        for _ in range(self._count(question)):
            end = world.copy()
            playout(self._game, end, self._rng, LONGEST)
            sums = [total + value for total, value in zip(sums, self._game.returns(end), strict=True)]
            count += 1
            if perf_counter() > self._until:
                break
        return {"count": count, "returns": [total / count for total in sums]}

    def _foresee(self, question: Mapping[str, object]) -> dict[str, object]:
        if self._outlook is None:
            self._outlook = self._game.outlook(self._view)
        found = self._outlook.foresee(self._actions(question))
        said = [str(saying) for saying in found.sayings]
        return {"effects": [effect.data() for effect in found.effects], "sayings": said, "certain": found.certain}

    # -- worlds and words -------------------------------------------------------------------------

    def _fitting(self) -> State:
        world = self._game.resample(self._view, self._rng)
        bring_into_focus(self._game, world, self._view.seat)
        return world

    def _keep(self, world: State) -> int:
        if len(self._worlds) >= MOST_WORLDS:
            raise GunbaiError("there are {number} worlds; drop them or apply in place", number=MOST_WORLDS)
        self._made += 1
        self._worlds[self._made] = world
        return self._made

    def _world(self, question: Mapping[str, object]) -> tuple[int, State]:
        number = question.get("world")
        if not isinstance(number, int) or number not in self._worlds:
            raise GunbaiError("there is no world {name!r}", name=str(number)[:40])
        return number, self._worlds[number]

    def _told(self, number: int, world: State) -> dict[str, object]:
        game, actor = self._game, int(self._game.actor(world))
        told: dict[str, object] = {"world": number, "actor": actor, "legal": [int(a) for a in game.legal(world)]}
        return told | ({"returns": [float(value) for value in game.returns(world)]} if actor == DONE else {})

    def _actions(self, question: Mapping[str, object]) -> list[int]:
        """Actions by number or text."""
        given = question.get("actions")
        if not isinstance(given, list):
            raise GunbaiError("actions are a list of numbers or texts")
        out = []
        for action in given:
            if isinstance(action, str):
                out.append(int(self._game.parse_action(action)))
            elif isinstance(action, int) and not isinstance(action, bool) and abs(action) < 1 << 62:
                out.append(action)
            else:
                raise GunbaiError("an action is a number or a text, not {input!r}", input=str(action)[:40])
        return out

    def _count(self, question: Mapping[str, object]) -> int:
        count = question.get("count", 1)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_AT_ONCE:
            raise GunbaiError("count is a number from 1 to {most}", most=MOST_AT_ONCE)
        return count
