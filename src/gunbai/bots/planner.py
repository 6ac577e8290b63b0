"""Chooses a turn of many small actions as one plan: whole plans are proposed, judged, refined, and then carried out.

A plan is every action of the seat until chance or another seat comes in. Proposals come from the game's quick policy;
each is played on in worlds that fit the view, up to the next moment at which the game says that a position can be
judged. Better plans are judged more often, and changed in one place to see whether that is better still. A game takes
part when its heuristics have the methods of `gunbai.core.planning.PlansTurns`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.bots.search import RankedAction
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE, Game, State, View, bring_into_focus
from gunbai.core.planning import PlansTurns, PlaysFurther, PlaysOn, mixed
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying

# Worlds that plans are judged in; each is guessed anew for every plan that is made.
WORLDS = 6
# A plan that the game tells by itself may be a mixed one: so many are drawn to show what it is mixed of.
READY = 8
# What the best plan is expected to bring is told from so many ends of it.
TOLD = 16
# The longest plan, and the longest way from its end to where a position is judged.
LONGEST = 400
# The share of the thought that goes into finding plans; the rest judges the best of them more often. Each is judged
# so often at first: plans differ as much as the dice make one plan differ, so more of them are worth more.
SEEKING = 0.5
AT_FIRST = 1
# Of so few first actions each is tried, however little habit thinks of it.
EACH = 6
# With less time than this for a plan, habit's own is followed.
SHORTEST = 0.001
# Of the time that is left for a turn, so much goes into the next plan: dice may ask for another one. A plan of one or
# two actions, such as to go on with a battle or not, gets little, for many of them come before the armies go home.
SHARE = 0.4
LITTLE = 0.08
FEW = 2
# So many of the best plans are played on further; what was judged before counts as so many such playouts.
FINALISTS = 6
ANCHOR = 24
# Plans of one or two actions are played on so much more rarely; and the part of the time that judgements may take.
FEW_FURTHER = 3
NEARER = 0.5
# Of the time that is left for a turn, one plan may be played on for no more than this.
LONGEST_SHARE = 0.5
# Dice of their own for playouts that go on further.
FURTHER_DICE = 500


@dataclass
class Plan:
    """Actions in order, and what judging them has told so far."""

    actions: tuple[int, ...]
    total: float = 0.0
    judged: int = 0
    # The same of playouts that went on further.
    far_total: float = 0.0
    far: int = 0
    # The position after the plan in each world, as far as it was tried there.
    ends: dict[int, State] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.total / self.judged if self.judged else -1.0

    @property
    def outlook(self) -> float:
        """What it is worth with all that is known: playouts that go on further err less, but vary more."""
        return (ANCHOR * self.mean + self.far_total) / (ANCHOR + self.far) if self.judged else -1.0


class Planner:
    """Thinks in plans for one seat; equal seeds, views and numbers of judgements give equal choices."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._rest: list[int] = []
        self._heard = -1
        self._chosen = -1
        self.judgements = 0
        # What the plan that was judged best last is expected to bring, in words.
        self.expected: tuple[Saying, ...] = ()

    def choose(self, game: Game, heuristics: PlansTurns, view: View, legal: Sequence[int], budget: Budget) -> int:
        """The next action of the plan that is under way, or of a new one."""
        if not self._goes_on(view) or not self._rest or self._rest[0] not in legal:
            self._rest = []
        if not self._rest:
            if len(legal) == 1:
                self._rest = [legal[0]]
            else:
                self._rest = heuristics.ready_plan(game, view, self._rng)
                if not self._rest or self._rest[0] not in legal:
                    self._rest = list(self.plans(game, heuristics, view, legal, budget)[0].actions)
        action = self._rest.pop(0)
        self._heard, self._chosen = len(view.history), action
        return action

    def _goes_on(self, view: View) -> bool:
        """Whether nothing but the seat's own last action has happened since it chose it."""
        return self._heard >= 0 and len(view.history) == self._heard + 1 and view.history[-1] == self._chosen

    def plans(self, game: Game, heuristics: PlansTurns, view: View, legal: Sequence[int], budget: Budget) -> list[Plan]:
        """The plans that were judged for this moment, the best first."""
        return self._thought(game, heuristics, view, legal, budget)[1]

    def _thought(
        self, game: Game, heuristics: PlansTurns, view: View, legal: Sequence[int], budget: Budget
    ) -> tuple[Thought, list[Plan]]:
        thought = Thought(game, heuristics, view, legal, self._rng, budget)
        found = thought.run()
        self.judgements += thought.judged
        return thought, found

    def judge(
        self, game: Game, heuristics: PlansTurns, view: View, budget: Budget, only: int
    ) -> tuple[list[RankedAction], list[int]]:
        """The first actions of the plans that were judged, the best first, and the whole of the best plan.

        With `only`, all plans begin with that action. What the best one may bring is `expected` from then on.
        """
        world = heuristics.guess(game, view, self._rng)
        bring_into_focus(game, world, view.seat)
        legal = [int(action) for action in game.legal(world)] if only < 0 else [only]
        ready = [heuristics.ready_plan(game, view, self._rng) for _ in range(READY)] if only < 0 else []
        if ready and ready[0]:
            likeliest = max(ready, key=ready.count)
            worth = float(heuristics.values(world)[int(view.seat)])
            firsts = [plan[0] for plan in ready]
            ranked = sorted(set(firsts), key=lambda action: (action != likeliest[0], -firsts.count(action)))
            often = ready.count(likeliest)
            self.expected = (mixed(often, READY),) if often < READY else ()
            return [RankedAction(action, firsts.count(action), worth) for action in ranked], likeliest
        thought, plans = self._thought(game, heuristics, view, legal, budget)
        self.expected = tuple(heuristics.expects(thought.worlds[0], thought.ends_of(plans[0], TOLD), int(view.seat)))
        best: dict[int, Plan] = {}
        looked: dict[int, int] = {}
        for plan in plans:
            first = plan.actions[0]
            best.setdefault(first, plan)
            looked[first] = looked.get(first, 0) + plan.judged
        return [RankedAction(a, looked[a], plan.mean) for a, plan in best.items()], list(plans[0].actions)


class Thought:
    """The making of one plan."""

    def __init__(
        self, game: Game, heuristics: PlansTurns, view: View, legal: Sequence[int], rng: Rng, budget: Budget
    ) -> None:
        self.game = game
        self.heuristics = heuristics
        self.quick = heuristics if isinstance(heuristics, PlaysOn) else None
        self.distant = heuristics if isinstance(heuristics, PlaysFurther) else None
        # Of the time so much is for judgements.
        self.nearer = 1.0
        self.seat = int(view.seat)
        self.legal = frozenset(legal)
        self.rng = rng
        self.budget = budget
        self.started = budget.clock()
        self.seconds = budget.seconds * (1.0 if budget.iterations else LITTLE)
        self.most = budget.iterations or budget.most
        self.judged = 0
        self.worlds: list[State] = []
        self.dice = int(rng.below(1 << 30)) * 1000
        self.view = view
        self.plans: dict[tuple[int, ...], Plan] = {}

    def run(self) -> list[Plan]:
        begun = self._world(0)
        if self.distant is not None and self.distant.further(begun, self.most) > 0:
            self.nearer = NEARER
        self._seek()
        ranked = self._ranked()
        if len(ranked) > 1 and not all(self._certain(plan) for plan in ranked[:EACH]):
            # The last that stands is the choice, whatever a few lucky judgements of others said.
            last = self._compare(ranked)
            ranked = [last, *(plan for plan in self._ranked() if plan is not last)]
        return self._further(ranked)

    def _world(self, number: int) -> State:
        while len(self.worlds) <= number:
            world = self.heuristics.guess(self.game, self.view, self.rng)
            bring_into_focus(self.game, world, self.view.seat)
            self.worlds.append(world)
        return self.worlds[number]

    def _used(self) -> float:
        """The part of the time that is used up."""
        return (self.budget.clock() - self.started) / self.seconds if self.seconds > 0.0 else 1.0

    def _spent(self) -> float:
        """The part of the thought that is used up, but for that which plays the best plans on further."""
        by_time, least = self._used() / self.nearer, self.budget.least
        if self.most:
            # Who must make so many judgements makes them, whatever the clock says.
            by_number = self.judged / self.most
            return by_number if least else max(by_time, by_number)
        return min(by_time, self.judged / least) if self.judged < least else by_time

    def _further(self, ranked: list[Plan]) -> list[Plan]:
        """Play the best plans on beyond where they were judged, the better ones more often."""
        field = ranked[:FINALISTS]
        most = int(self.distant.further(self.worlds[0], self.most)) if self.distant is not None else 0
        if len(field) < 2 or most == 0:
            return ranked
        if len(ranked[0].actions) <= FEW:
            most //= FEW_FURTHER
        rounds = len(field).bit_length() - 1
        for number in range(rounds):
            times = max(1, most // rounds // len(field))
            until = self.seconds * (self.nearer + (1.0 - self.nearer) * (number + 1) / rounds)
            if self.most:
                # Numbers decide, but for a turn that has become too long.
                until = self.budget.seconds * LONGEST_SHARE
            while self.budget.clock() - self.started < until and (times > 0 or not self.most):
                times -= 1
                for plan in field:
                    self._play_further(plan)
            field = sorted(field, key=lambda plan: -plan.outlook)[: max(1, len(field) // 2)]
        return [field[0], *(plan for plan in ranked if plan is not field[0])]

    def _play_further(self, plan: Plan) -> None:
        """One playout more of a plan; the same worlds and the same dice for all plans."""
        assert self.distant is not None
        number = plan.far % WORLDS
        self._world(number)
        s = self._after(number, plan.actions)
        self.distant.play_further(self.game, self.worlds[0], s, self.seat, Rng(self.dice + FURTHER_DICE + plan.far))
        over = self.game.actor(s) == DONE
        plan.far_total += self.game.returns(s)[self.seat] if over else float(self.heuristics.values(s)[self.seat])
        plan.far += 1

    # -- proposals ----------------------------------------------------------------------------------------------------

    def _seek(self) -> None:
        """Propose and judge once each: first what habit likes best, then draws, then changes of the best so far."""
        misses = 0
        tried = 0
        first = self._proposal((), (), 0)
        if len(first.actions) > FEW and not self.budget.iterations:
            self.seconds = self.budget.seconds * SHARE
        if not self.most and self.seconds < SHORTEST:
            return
        certain = self._certain(first)
        self._judge(first, 1 if certain else AT_FIRST)
        if len(self.legal) <= EACH:
            for action in sorted(self.legal - {first.actions[0]}):
                self._judge(self._proposal((action,), (), 0), AT_FIRST)
        certain = all(self._certain(plan) for plan in self.plans.values())
        limit = 1.0 if certain else SEEKING
        while self._spent() < limit and misses < 12:
            before = len(self.plans)
            if tried % 2 == 0 or len(self.plans) < 3:
                plan = self._proposal((), (), (3, 1, 3, 2)[tried // 2 % 4])
            else:
                plan = self._changed()
            tried += 1
            if len(self.plans) == before:
                misses += 1
                continue
            misses = 0
            self._judge(plan, 1 if certain else AT_FIRST)

    def _proposal(self, prefix: Sequence[int], then: Sequence[int], temper: int) -> Plan:
        """A plan that begins with a prefix, goes on with what of `then` is possible, and else by habit."""
        number = int(self.rng.below(len(self.worlds)))
        world = self.worlds[number].copy()
        actions: list[int] = []
        for action in prefix:
            self.game.apply(world, action)
            actions.append(action)
        wanted = list(then)
        while self.game.actor(world) == self.seat and len(actions) < LONGEST:
            legal = self.game.legal(world)
            action = int(self._next(world, legal, wanted, temper, first=not actions))
            self.game.apply(world, action)
            actions.append(action)
        key = tuple(actions)
        plan = self.plans.get(key)
        if plan is None:
            plan = self.plans[key] = Plan(key)
            plan.ends[number] = world
        return plan

    def _next(self, world: State, legal: vec[i64], wanted: list[int], temper: int, first: bool) -> int:
        if len(legal) == 1:
            return int(legal[0])
        choices = [int(action) for action in legal]
        if first and len(self.legal) < len(choices):
            choices = [action for action in choices if action in self.legal]
            legal = packed(choices)
        while wanted:
            action = wanted[0]
            if action in choices:
                return wanted.pop(0)
            wanted.pop(0)
        if temper == 1:
            return int(self.heuristics.rollout(world, legal, self.rng))
        weights = self.heuristics.weights(world, legal)
        if temper == 0:
            return choices[max(range(len(choices)), key=lambda i: weights[i])]
        if temper == 2:
            return choices[drawn(weights, self.rng)]
        sharp = vec[float]()
        for weight in weights:
            sharp = append(sharp, weight * weight * weight * weight)
        return choices[drawn(sharp, self.rng)]

    def _changed(self) -> Plan:
        """One of the better plans with another action in one place."""
        ranked = self._ranked()
        parent = ranked[int(self.rng.below(min(3, len(ranked))))].actions
        cut = int(self.rng.below(len(parent)))
        world = self.worlds[0].copy()
        for action in parent[:cut]:
            self.game.apply(world, action)
        legal = [int(a) for a in self.game.legal(world)]
        others = [a for a in legal if a != parent[cut] and (cut > 0 or a in self.legal)]
        if not others:
            return self._proposal(parent[:cut], parent[cut:], 3)
        weights = self.heuristics.weights(world, packed(others))
        other = others[drawn(weights, self.rng)]
        rest = parent[cut:] if self.rng.below(2) else ()
        return self._proposal((*parent[:cut], other), rest, 3)

    # -- judging ------------------------------------------------------------------------------------------------------

    def _judge(self, plan: Plan, times: int = 1) -> None:
        """Judge a plan so many times more; the same worlds and the same dice for all plans."""
        for _ in range(times):
            number = plan.judged % WORLDS
            self._world(number)
            if number not in plan.ends:
                plan.ends[number] = self._after(number, plan.actions)
            plan.total += self._worth(plan.ends[number].copy(), Rng(self.dice + plan.judged))
            plan.judged += 1
            self.judged += 1

    def _after(self, number: int, actions: Sequence[int]) -> State:
        """The position after a plan in one of the worlds; where it is not possible there, habit goes on."""
        world = self.worlds[number].copy()
        for action in actions:
            if self.game.actor(world) != self.seat:
                break
            if not any(action == choice for choice in self.game.legal(world)):
                break
            self.game.apply(world, action)
        return world

    def _worth(self, s: State, rng: Rng) -> float:
        self._play_on(s, rng)
        if self.game.actor(s) == DONE:
            return self.game.returns(s)[self.seat]
        return float(self.heuristics.values(s)[self.seat])

    def _play_on(self, s: State, rng: Rng) -> None:
        """Up to where a position can be judged, by habit."""
        game, heuristics = self.game, self.heuristics
        begun = self.worlds[0]
        if self.quick is not None:
            self.quick.play_on(game, begun, s, self.seat, rng)
            return
        for _ in range(LONGEST * 4):
            actor = game.actor(s)
            if actor == DONE or heuristics.judgeable(begun, s, self.seat):
                return
            if actor == CHANCE:
                game.apply(s, game.draw(s, rng))
            else:
                actions = game.legal(s)
                game.apply(s, actions[0] if len(actions) == 1 else heuristics.rollout(s, actions, rng))

    def ends_of(self, plan: Plan, times: int) -> list[State]:
        """Positions that a plan leads to, in as many worlds as it is judged in."""
        out = []
        for number in range(times):
            world = number % WORLDS
            self._world(world)
            s = self._after(world, plan.actions)
            self._play_on(s, Rng(self.dice + number))
            out.append(s)
        return out

    def _certain(self, plan: Plan) -> bool:
        """Whether a position can be judged as soon as the plan is carried out: no dice, and nobody between."""
        begun, seat = self.worlds[0], self.seat
        return all(self.game.actor(s) == DONE or self.heuristics.judgeable(begun, s, seat) for s in plan.ends.values())

    def _ranked(self) -> list[Plan]:
        return sorted(self.plans.values(), key=lambda plan: -plan.mean)

    def _compare(self, ranked: list[Plan]) -> Plan:
        """Half of the plans stay at each turn, and are judged as often as all together were before."""
        field = ranked[: max(2, (len(ranked) + 1) // 2)]
        while self._spent() < 1.0 and len(field) > 1:
            rounds = max(1, (len(field).bit_length()))
            until = self._spent() + (1.0 - self._spent()) / rounds
            while self._spent() < until:
                for plan in field:
                    self._judge(plan)
                    if self._spent() >= 1.0:
                        break
            field = sorted(field, key=lambda plan: -plan.mean)[: max(1, len(field) // 2)]
        return field[0]


def packed(actions: Sequence[int]) -> vec[i64]:
    """The same numbers as compiled code takes them."""
    out = vec[i64]()
    for action in actions:
        out = append(out, action)
    return out


def drawn(weights: vec[float], rng: Rng) -> int:
    """A number drawn by weight."""
    pick = rng.unit() * sum(weights)
    for i, weight in enumerate(weights):
        pick -= weight
        if pick < 0.0:
            return i
    return len(weights) - 1
