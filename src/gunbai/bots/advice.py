"""What the search thinks of a moment, seen with the eyes of the seat to act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import hypot, sqrt

from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import sentences
from gunbai.core.game import CHANCE, Game, State, View, bring_into_focus
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying

# So many actions are explained, each tried in so many worlds to the end of its turn.
EXPLAINED = 5
WORLDS = 16
REST_OF_TURN = 40
MOST_REASONS = 3
# With a larger margin than this an action was hardly looked at.
UNREAD = 0.75


@dataclass(frozen=True)
class Advice:
    """One action the search considered: what it expects of it, how sure it is, and how much it looked."""

    action: int
    text: str
    sentence: str
    expected: float
    margin: float
    share: float
    # What it would bring, as the game foresees it for the seat; empty where there is nothing to say.
    brings: str
    # What speaks for it, or against it beside the best: the two or three things that decide, most important first.
    reasons: tuple[Saying, ...] = ()
    # Whether the search cannot tell it from the best.
    equal: bool = False

    @property
    def why(self) -> str:
        """The reasons on one line."""
        return "; ".join(str(reason) for reason in self.reasons)

    def as_dict(self) -> dict[str, object]:
        """Plain JSON values; reasons as sentences."""
        return {**asdict(self), "reasons": [str(reason) for reason in self.reasons]}


@dataclass(frozen=True)
class Analysis:
    """The actions of a moment, the best first, and the line the searcher would play."""

    seat: int
    simulations: int
    advice: tuple[Advice, ...]
    line: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        said = {"seat": self.seat, "simulations": self.simulations, "line": self.line}
        return {**said, "advice": [each.as_dict() for each in self.advice]}


def analyse(game: Game, view: View, budget: Budget | None = None, seed: int = 1, only: int = -1) -> Analysis:
    """Judge the moment a view shows; the view must be that of a seat whose turn it is.

    With `only`, the whole budget goes to that one action.
    """
    if view.seat < 0:
        raise GunbaiError("a spectator has nothing to decide")
    searcher = SearchBot(seed)
    choices, line = searcher.judge(game, view, budget or Budget(2.0), only)
    outlook = game.outlook(view)
    total = sum(choice.visits for choice in choices)
    margins = [
        # Results lie between -1 and 1, so this bounds the standard error of their mean.
        1.96 * sqrt(max(0.0, 1.0 - choice.value**2) / choice.visits)
        for choice in choices
    ]
    reasons = why(game, view, [choice.action for choice in choices[:EXPLAINED]], seed)
    advice = tuple(
        Advice(
            choice.action,
            game.action_text(choice.action),
            game.tell(view, [choice.action]),
            round(choice.value, 4),
            round(margin, 4),
            round(choice.visits / total, 4),
            sentences(outlook.foresee([choice.action]).sayings),
            # Of a whole plan, what it expects comes first.
            (searcher.expected if choice is choices[0] else ()) + reasons.get(choice.action, ()),
            choice is not choices[0]
            and margin < UNREAD
            and choices[0].value - choice.value <= hypot(margin, margins[0]),
        )
        for choice, margin in zip(choices, margins, strict=True)
    )
    return Analysis(int(view.seat), total, advice, tuple(game.action_text(a) for a in line))


def why(game: Game, view: View, actions: Sequence[int], seed: int = 1) -> dict[int, tuple[Saying, ...]]:
    """What speaks for the first of these actions beside the others, and what speaks for or against each of them beside
    the first; empty where the game's judgement has no parts to tell apart.

    All are tried in the same worlds that fit the view, the rest of the turn by habit, and the parts are compared.
    """
    if len(actions) < 2 or not game.heuristics.reasons:
        return {}
    sums = [[0.0] * len(game.heuristics.reasons) for _ in actions]
    rng = Rng(seed)
    for _ in range(WORLDS):
        world = game.heuristics.guess(game, view, rng)
        bring_into_focus(game, world, int(view.seat))
        for number, action in enumerate(actions):
            for part, amount in enumerate(_parts_after(game, world.copy(), action, rng)):
                sums[number][part] += amount / WORLDS
    best = sums[0]
    usual = [sum(column) / (len(sums) - 1) for column in zip(*sums[1:], strict=True)]
    found = {actions[0]: _sayings(game, best, usual)}
    for action, own in zip(actions[1:], sums[1:], strict=True):
        found[action] = _sayings(game, own, best)
    return found


def _parts_after(game: Game, world: State, action: int, rng: Rng) -> list[float]:
    """How the actor stands, part by part, at the end of its turn."""
    seat, heuristics = int(game.actor(world)), game.heuristics
    game.apply(world, action)
    for _ in range(REST_OF_TURN):
        actor = game.actor(world)
        if actor == CHANCE:
            game.apply(world, game.draw(world, rng))
        elif actor == seat:
            legal = game.legal(world)
            weights = heuristics.weights(world, legal)
            game.apply(world, legal[max(range(len(legal)), key=lambda at: weights[at])])
        else:
            break
    return [float(amount) for amount in heuristics.parts(world, seat)]


def _sayings(game: Game, own: Sequence[float], other: Sequence[float]) -> tuple[Saying, ...]:
    """The largest differences in words: those that matter beside the largest, three at most."""
    heuristics = game.heuristics
    gaps = sorted(
        ((mine - theirs, part) for part, (mine, theirs) in enumerate(zip(own, other, strict=True))), key=_size
    )
    least = max(heuristics.notable, abs(gaps[0][0]) / 4)
    out = []
    for gap, part in gaps[:MOST_REASONS]:
        if abs(gap) >= least:
            more, less = heuristics.reasons[part]
            template, amount = (more, gap) if gap > 0 else (less, -gap)
            out.append(Saying(template, points=round(amount)) if "{points}" in template else Saying(template))
    return tuple(out)


def _size(gap: tuple[float, int]) -> float:
    return -abs(gap[0])
