"""The learned judgement of Shogun: a linear value over every seat's features, whole plans, and bids that are mixed.

Which actions deserve a look, and what a quick simulation plays, is said by habits that stand beside the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Game, Heuristics, State, View, bring_into_focus
from gunbai.core.info import LevelTuning
from gunbai.core.judgement import Learning
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.shogun.actions import A_BIN, act
from gunbai.games.shogun.bidding import Bidding
from gunbai.games.shogun.evaluation import shares
from gunbai.games.shogun.expecting import expected
from gunbai.games.shogun.features import (
    ARMY_RISK,
    ARMY_RISK_SPAN,
    BLOWS,
    CHASES,
    FALLEN,
    FEATURES,
    HELD,
    HELD_SPAN,
    HOPE,
    HOPE_SPAN,
    HUNTED,
    LEAD,
    LEAD_SPAN,
    LEVY_KOKU,
    LEVY_SPAN,
    PLACE,
    PLACE_SPAN,
    RISK,
    RONIN_KOKU,
    RONIN_SPAN,
    counted,
)
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.phases import legal_of
from gunbai.games.shogun.state import (
    BINS,
    BUILDING,
    CLAN_WIDTH,
    COMBAT,
    DEFENCE,
    HIRING,
    JOIN,
    LEVYING,
    LOSE,
    MOVE,
    PLAN,
    SEAT,
    STEP,
    TAKE,
    WISHES,
    ShogunState,
)
from gunbai.games.shogun.view import UNKNOWN, ShogunView

# What training wrote; weights.md beside it says how.
WEIGHTS: Final = "weights.json"
# With so few rounds left provinces are all that counts, which the values set by hand know.
LAST_ROUNDS: Final[i64] = 4
# The longest way from the end of a plan to where it is judged, in actions.
LONGEST: Final[i64] = 1600
# With fewer judgements than these no playout goes on further.
LOOKS_FURTHER: Final[i64] = 100
# The score of a seat that cannot win.
NEVER: Final = -30.0
# In a style, what one's own troops may attack, and what others may attack of one's own, is taken for so much more than
# it is; and bids that are worse by no more than about so much of all games are made half of the time.
BOLDNESS: Final = 1.25
CARE: Final = 1.25
SECRECY: Final = 0.007
# How often the clans play against each other before a bid is drawn.
BID_TIMES: Final[i64] = 150
# Most games have four players; the others teach what is different with fewer or more.
OPENINGS: Final = (*[""] * 10, "players=3", "players=3", "players=5", "players=2", *["map=kyushu players=3"] * 2)
OPPONENTS: Final = ("script:habit", "script:rush", "script:all-in", "script:kingmaker")
# How often koku in a bin are drawn anyhow in games with slips.
FREE_BINS: Final = 0.25

# Rising amounts: provinces, lead, grades of danger, koku in the levy and for ronin.
LADDERS: Final = (
    (int(HELD), int(HELD_SPAN)),
    (int(LEAD), int(LEAD_SPAN)),
    *[(int(grades), 5) for grades in range(ARMY_RISK, ARMY_RISK + 2 * ARMY_RISK_SPAN, 5)],
    (int(LEVY_KOKU), int(LEVY_SPAN)),
    (int(RONIN_KOKU), int(RONIN_SPAN)),
)


@final
class PlannedHeuristics(ShogunHeuristics):
    """Judges by weights, and says where a plan can be judged and how koku are laid out. Without weights, as before."""

    def __init__(self, value: list[float], habits: list[float] | None = None, far: float = 0.0) -> None:
        super().__init__(habits)
        self.value_weights = vec[float](value)
        # Weights of before some features were known say nothing of them.
        while 0 < len(self.value_weights) < FEATURES:
            self.value_weights = append(self.value_weights, 0.0)
        # In a style, one's own features weigh a little otherwise; -1: nobody's do. And how freely bids are drawn.
        self.own: i64 = -1
        self.own_weights = self.value_weights
        self.secrecy = 0.0
        # So many playouts, beside the judgements of a turn of war, go on to the seat's next turn; 0: none do.
        self.far = far
        # A turn is too long to be judged one small action at a time, so the first two levels play by habit; the next
        # two count judgements of plans.
        self.levels = LevelTuning(whims=(0.5, 0.0), simulations=(16, 160), by_habit=2)

    def values(self, s: State) -> vec[float]:
        t = cast(ShogunState, s)
        if len(self.value_weights) == 0 or t.options.integer("rounds") - t.round < LAST_ROUNDS:
            return shares(t)
        shared = self.scores(t)
        best = -1e9
        for score in shared:
            best = score if score > best else best
        whole = 0.0
        for seat in range(len(shared)):
            shared[seat] = exp(shared[seat] - best)
            whole += shared[seat]
        for seat in range(len(shared)):
            shared[seat] = 2.0 * shared[seat] / whole - 1.0
        return shared

    def scores(self, t: ShogunState) -> vec[float]:
        """The sum of the weights of every seat's features."""
        counts = counted(t)
        out = vec[float]()
        for seat in range(t.options.players):
            total = 0.0
            row = seat * FEATURES
            weights = self.own_weights if seat == self.own else self.value_weights
            for k in range(FEATURES):
                n = counts[row + k]
                if n != 0:
                    total += float(n) * weights[k]
            # Who has fallen cannot win any more, whatever was learned.
            out = append(out, NEVER if counts[row + FALLEN] > 0 else total)
        return out

    def guess(self, game: Game, v: View, rng: Rng) -> State:
        if self.own >= 0:
            self.own = v.seat
        return super().guess(game, v, rng)

    def style(self, name: str) -> None:
        """Play a little otherwise from now on: these heuristics then serve one player."""
        if name == "tricky":
            self.secrecy = SECRECY
            return
        changed = self.value_weights[:]
        if name == "aggressive":
            for k in range(HOPE, HOPE + 2 * HOPE_SPAN):
                changed[k] *= BOLDNESS
            for k in range(BLOWS, FEATURES):
                changed[k] *= 1.0 if HUNTED <= k < CHASES else BOLDNESS
        elif name == "careful":
            for k in range(RISK, ARMY_RISK + 2 * ARMY_RISK_SPAN):
                changed[k] *= CARE
            for k in range(HUNTED, CHASES):
                changed[k] *= CARE
        self.own_weights = changed
        self.own = 0

    # -- whole plans (gunbai.core.planning) -------------------------------------------------------------------------

    def judgeable(self, begun: State, s: State, seat: i64) -> bool:
        """A turn of war is judged when it is over, what was bought when war begins, the rest when the round is over."""
        t = cast(ShogunState, s)
        u = cast(ShogunState, begun)
        if t.round != u.round:
            return True
        if u.war >= 0:
            return t.slot != u.slot
        return t.war >= 0 and u.stage in (BUILDING, LEVYING, HIRING)

    def play_on(self, game: Game, begun: State, s: State, seat: i64, rng: Rng) -> None:
        """Go on by habit until a plan can be judged."""
        for _ in range(LONGEST):
            actor = game.actor(s)
            if actor == DONE or self.judgeable(begun, s, seat):
                return
            if actor == CHANCE:
                game.apply(s, game.draw(s, rng))
            else:
                actions = game.legal(s)
                game.apply(s, actions[0] if len(actions) == 1 else self.rollout(s, actions, rng))

    def further(self, begun: State, judgements: i64) -> i64:
        """How many playouts go on beyond the moment at which a plan can be judged; where few are judged, none do."""
        few = 0 < judgements < LOOKS_FURTHER or cast(ShogunState, begun).war < 0
        return 0 if few else i64(int(self.far * float(judgements if judgements > 0 else LOOKS_FURTHER)))

    def play_further(self, game: Game, begun: State, s: State, seat: i64, rng: Rng) -> None:
        """Go on by habit until the seat's next turn of war begins."""
        t = cast(ShogunState, s)
        u = cast(ShogunState, begun)
        for _ in range(2 * LONGEST):
            actor = game.actor(s)
            if actor == DONE or t.round > u.round + 1:
                return
            if t.slot != u.slot and t.war >= 0 and t.clan[t.war * CLAN_WIDTH + SEAT] == seat:
                return
            if actor == CHANCE:
                game.apply(s, game.draw(s, rng))
            else:
                actions = game.legal(s)
                game.apply(s, actions[0] if len(actions) == 1 else self.rollout(s, actions, rng))

    def ready_plan(self, game: Game, v: View, rng: Rng) -> list[int]:
        """Koku, drawn from the mixed answer to what others may do; the sword that is worth most; and small things."""
        stage = cast(ShogunView, v).seen.stage
        if len(self.value_weights) == 0 or stage not in (PLAN, WISHES, TAKE, COMBAT, JOIN, DEFENCE, LOSE):
            return []
        t = _acting(game, v, rng)
        actions = legal_of(t)
        if stage == PLAN:
            return self._laid_out(t, cast(ShogunView, v), rng)
        best: i64 = 0
        weights = self.weights(t, actions)
        for i in range(len(actions)):
            if stage in (WISHES, TAKE):
                weights[i] = self.value_weights[PLACE + min((actions[i] >> 8) & 255, PLACE_SPAN) - 1]
            if weights[i] > weights[best]:
                best = i
        return [int(actions[best])]

    def expects(self, begun: State, ends: list[State], seat: i64) -> list[Saying]:
        """What a plan may be expected to bring, in words."""
        return expected(cast(ShogunState, begun), [cast(ShogunState, end) for end in ends], seat)

    def _laid_out(self, t: ShogunState, v: ShogunView, rng: Rng) -> list[int]:
        plans = self.bids(t, v, rng)
        pick = rng.unit()
        row = plans[0][0]
        for bins, share in plans:
            pick -= share
            if pick < 0.0:
                row = bins
                break
        made = int(t.clan[t.turn * CLAN_WIDTH + STEP])
        return [int(act(A_BIN, b, row[b])) for b in range(made, 5)]

    def bids(self, t: ShogunState, v: ShogunView, rng: Rng) -> list[tuple[list[int], float]]:
        """The plans that the clan to plan should mix, with how often each, the likeliest first."""
        known = vec[i64]()
        for d in range(t.clans):
            seen = v.seen.clan[d * CLAN_WIDTH + BINS] != UNKNOWN and d == v.seen.spy_on
            known = append(known, 1 if seen else 0)
        bidding = Bidding(t, self.value_weights, self.scores(t), t.turn, known)
        bidding.solve(BID_TIMES, rng)
        return bidding.mixture(self.secrecy)


def _acting(game: Game, v: View, rng: Rng) -> ShogunState:
    """A world that fits the view, in which the viewer acts."""
    world = game.resample(v, rng)
    bring_into_focus(game, world, v.seat)
    return cast(ShogunState, world)


@final
class ShogunLearning(Learning):
    """Features and weights of Shogun for `gunbai train shogun`."""

    def __init__(self) -> None:
        super().__init__(FEATURES, 0, OPENINGS, OPPONENTS)
        self.file = str(Path(__file__).with_name(WEIGHTS))
        # Who plays while there are no weights yet: quick, so that there are many games.
        self.first = "script:habit"
        # The result of a position is the seat that wins.
        self.of_many = True
        self.ladders = LADDERS
        # Judgements, not simulations: planners of a few judgements play well and quickly.
        self.recipe = {"rounds": 3, "games": 2000, "simulations": 8}
        # A turn is dozens of actions, so one slip in thirty spoils every turn.
        self.slips = (0.0, 0.01, 0.03)

    def freely(self, s: State) -> float:
        """Planners lay their koku out nearly alike; what a bin is worth shows when they do not."""
        return FREE_BINS if cast(ShogunState, s).stage == PLAN else 0.0

    def tells(self, s: State) -> bool:
        """Whether a position teaches: plans are judged between turns, and bids by what stands open after them."""
        t = cast(ShogunState, s)
        if t.stage == MOVE:
            return t.final == 0 and t.current < 0
        # Once men are levied they stand on the board: what is left of the koku then would take worth from the bid.
        return t.stage in (PLAN, LEVYING) and t.clan[t.turn * CLAN_WIDTH + STEP] == 0

    def features(self, s: State, seat: i64) -> list[int]:
        """Counts are told by naming a feature as often."""
        counts = counted(cast(ShogunState, s))
        out: list[int] = []
        for k in range(FEATURES):
            for _ in range(counts[seat * FEATURES + k]):
                out.append(int(k))
        return out

    def heuristics(self, weights: Mapping[str, object]) -> Heuristics:
        value = cast(list[float], weights.get("value", []))
        habits = cast(list[float], weights.get("habits", []))
        far = cast(float, weights.get("far", 0.0))
        return PlannedHeuristics([float(w) for w in value], [float(number) for number in habits], float(far))
