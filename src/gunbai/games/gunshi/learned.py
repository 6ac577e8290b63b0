"""The learned judgement of Gunshi: a linear value over the features of both sides, and odds of where the shogun is.

Which actions deserve a look, and what a quick simulation plays, stay as they were set by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import Game, Heuristics, State, View
from gunbai.core.info import LevelTuning
from gunbai.core.judgement import Learning
from gunbai.core.rng import Rng
from gunbai.games.gunshi import belief
from gunbai.games.gunshi.actions import A_FACE, A_HAND, A_SEND
from gunbai.games.gunshi.charges import Charge, read_charge
from gunbai.games.gunshi.data import MOVE, NORTH, SOUTH, bit_at, count, lowest
from gunbai.games.gunshi.features import (
    FEATURES,
    FORMING_RACE,
    PART_OF,
    SUSPECT_FEATURES,
    FeatureList,
    suspect_features,
)
from gunbai.games.gunshi.finishing import forcing_step, sure_winner, winning_step
from gunbai.games.gunshi.forming import gains
from gunbai.games.gunshi.heuristics import GunshiHeuristics
from gunbai.games.gunshi.priors import FEATURES as PRIOR_FEATURES
from gunbai.games.gunshi.priors import ActionFeatures, priors
from gunbai.games.gunshi.state import (
    ALL,
    ARRANGE,
    CAV,
    FACING,
    PIECE,
    ROW_N,
    SEAL_N,
    SEND,
    SHOGUN,
    SHOWN,
    SIDE,
    GunshiState,
)
from gunbai.games.gunshi.view import GunshiView

# What training wrote; weights.md beside it says how.
WEIGHTS: Final = "weights.json"
# What a placement that gains nothing weighs beside the best one, which weighs 1.
LEAST: Final = 0.01
# For an action at levels 3 and 4; a whole turn of level 4 takes a quarter of a second at most. From docs/strength.md.
SIMULATIONS: Final = (400, 4000)
# Against so many horses a hand needs a Move.
HORSES: Final[i64] = 3
# What a position is worth to the side that is sure to win by its next command: a little less than a game that is won.
SURE: Final = 0.99
# A charge that would win with one more Move deserves as many looks as all else together.
FORCING: Final = 1.0
# How freely a tricky player draws its shogun in a ready-made formation, and what others do not draw at all.
TRICKY: Final = 0.3
TRICKY_ELSEWHERE: Final = 0.1
# The parts of a judgement that are attacks: on the shogun, by invaders, on units. An aggressive player takes its own
# for so much more than they are, a careful one those of the enemy.
ATTACK: Final = (1, 2, 5)
BOLDNESS: Final = 1.2
# What weights may say of themselves besides, and what holds where they do not.
SETTINGS: Final = (
    ("even", 0.25),
    ("forming", 2.0),
    ("mixing", 0.1),
    ("guided", 0.0),
    ("hiding", 0.2),
    ("hiding_in_free", 0.0),
    ("hiding_orders", 0.0),
)
# Most games are free formations; the ready-made ones hold what free play seldom builds.
OPENINGS: Final = (*[""] * 6, *["formation=first_battle"] * 3, "formation=formation_2", "formation=formation_3")
# What can speak for an action, in the order of the parts of the features, and what to say where there is less of it.
REASONS: Final = (
    ("your shogun is safer", "your shogun is less safe"),
    ("the enemy's shogun is in more danger", "the enemy's shogun is in less danger"),
    ("your invasion comes nearer", "your invasion stays farther off"),
    ("the enemy's invasion is kept off", "the enemy's invasion comes nearer"),
    ("your units are stronger and stand better", "your units are weaker or stand worse"),
    ("your units threaten more than they risk", "your units risk more than they threaten"),
    ("your orders come at better times", "your orders come at worse times"),
    ("you keep more points", "you keep fewer points"),
)


@final
class LearnedHeuristics(GunshiHeuristics):
    """Values and odds from weights. Without weights for the shogun, all that may be it are as likely."""

    def __init__(
        self,
        value: list[float],
        shogun: list[float],
        even: float,
        horizon: int,
        forming: float,
        forming_simulations: int = 100,
        mixing: float = 0.1,
        prior: list[float] | None = None,
    ) -> None:
        super().__init__()
        self.horizon = horizon
        self.levels = LevelTuning(simulations=SIMULATIONS)
        # How sharply placements that gain more are preferred.
        self.forming = forming
        # More simulations than this make formations worse: what half a formation is worth is known less well than what
        # a placement gains, and the more a search simulates, the less it heeds the gains.
        self.forming_simulations = forming_simulations
        # A shogun or card that looks worse than the best by no more than this is as good.
        self.mixing = mixing
        # A formation takes many placements, so little by little is much, and everybody sees it in the end.
        self.mixing_formation = 0.5 * mixing
        # The same for cards while horses are about to come: then the wrong ones lose at once.
        self.mixing_pressed = mixing
        # A Move as the first card while a charge is coming gets so many times as many looks as all other cards.
        self.ready = 0.0
        self.value_weights = vec[float](value)
        self.shogun_weights = vec[float](shogun)
        # Whether there are weights for the race of both sides' horses while they are placed.
        self.racing = any(weight != 0.0 for weight in value[FORMING_RACE:])
        # Without weights for the actions of a battle, those set by hand.
        self.prior_weights = vec[float](prior or [])
        self.action_features = ActionFeatures()
        # So large a part of the choices of a simulation is made by those weights, too.
        self.guided = 0.0
        # In a style, one's own features and the enemy's weigh a little otherwise; -1: nobody's do.
        self.own: i64 = -1
        self.own_weights = self.value_weights
        self.enemy_weights = self.value_weights
        # How freely choices are drawn that the enemy would like to foresee, the shogun of a ready-made formation and of
        # a free one, and the first order of the battle: what looks worse by this is chosen e times less often.
        self.hiding = 0.2
        self.hiding_in_free = 0.0
        self.hiding_orders = 0.0
        # What judges a formation once the enemy has set two horses in one file; None: the same as before.
        self.against_files: LearnedHeuristics | None = None
        # So large a part of the odds stays even: players change their habits when they are read.
        self.even = even
        self.reasons = REASONS

    def values(self, s: State) -> vec[float]:
        t = cast(GunshiState, s)
        red, blue = self.value_weights, self.value_weights
        if self.own == 0:
            red, blue = self.own_weights, self.enemy_weights
        elif self.own == 1:
            red, blue = self.enemy_weights, self.own_weights
        winner: i64 = sure_winner(t)
        if winner >= 0:
            value = SURE if winner == 0 else -SURE
        else:
            x = self.score(t, 0, red) - self.score(t, 1, blue)
            value = -1.0 if x < -60.0 else 2.0 / (1.0 + exp(-x)) - 1.0
        out = vec[float]()
        out = append(out, value)
        return append(out, -value)

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(GunshiState, s)
        if t.turn == 0 and t.phase == PIECE:
            return self.placements(t, actions)
        if not t.turn or not len(self.prior_weights):
            return super().weights(s, actions)
        out = priors(self.prior_weights, self.action_features, t, actions)
        step = winning_step(t, actions)
        if step >= 0:
            for i in range(len(out)):
                out[i] = 1.0 if actions[i] == step else LEAST
            return out
        step = forcing_step(t, actions)
        share = FORCING
        if step < 0 and self.ready > 0.0 and answers_next(t):
            step, share = A_SEND + MOVE, self.ready
        if step >= 0:
            total = 0.0
            for each in out:
                total += each
            for i in range(len(out)):
                if actions[i] == step:
                    out[i] += share * total
        return out

    def placements(self, t: GunshiState, actions: vec[i64]) -> vec[float]:
        """Placements of a formation by what they gain; every one keeps a chance."""
        out = gains(self.value_weights, t, actions, self.racing)
        most = -1e9
        for gain in out:
            most = max(most, gain)
        for i in range(len(out)):
            out[i] = LEAST + exp(max(-30.0, self.forming * (out[i] - most)))
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """In the formation by what a placement gains, ahead; in the battle as by hand."""
        t = cast(GunshiState, s)
        step = winning_step(t, actions) if t.turn else -1
        if step >= 0:
            return step
        placing = t.turn == 0 and t.phase == PIECE
        if placing or (self.guided > 0.0 and t.turn and rng.unit() < self.guided):
            odds = self.weights(t, actions)
            total = 0.0
            for each in odds:
                total += each
            rest = rng.unit() * total
            for i in range(len(odds)):
                rest -= odds[i]
                if rest < 0.0:
                    return actions[i]
            return actions[len(actions) - 1]
        if t.phase == FACING:
            ahead: i64 = A_FACE + (SOUTH if t.seat else NORTH)
            for action in actions:
                if action == ahead:
                    return action
        return super().rollout(s, actions, rng)

    def facing(self, v: View) -> Heuristics:
        """Horses behind each other in one file break through what holds against any others, and must be met at once."""
        t = cast(GunshiView, v).state
        if self.against_files is None or t.turn or t.phase not in (PIECE, FACING):
            return self
        return self.against_files if in_one_file(t.side[SIDE - SIDE * v.seat + CAV]) else self

    def enough(self, v: View) -> int:
        """How many simulations are enough for this moment; 0: as many as there can be."""
        t = cast(GunshiView, v).state
        return self.forming_simulations if t.turn == 0 and t.phase in (PIECE, FACING) else 0

    def certain(self, v: View) -> int:
        """An action that is right whatever a search finds; -1: none."""
        return int(A_HAND + MOVE) if needs_a_move(cast(GunshiView, v).state, v.seat) else -1

    def mixes(self, v: View) -> float:
        """How much worse than the best an action may look to be as good here; 0: not at all.

        The formation, the shogun and the cards are what an opponent would like to foresee.
        """
        t = cast(GunshiView, v).state
        # What a formation is worth says little of where its units look, so all ways would be as good.
        if t.turn or t.phase == FACING:
            return 0.0
        if t.phase == PIECE:
            return self.mixing_formation
        return self.mixing_pressed if pressed(t, v.seat) else self.mixing

    def temperature(self, v: View) -> float:
        """How freely this choice is drawn instead of taken; 0: not at all.

        In a ready-made formation the same unit would look best in every game, and whoever has seen a few knows it. Free
        formations differ, and among their few units a shogun drawn so freely costs games.
        """
        t = cast(GunshiView, v).state
        o = SIDE * v.seat
        if t.phase == ARRANGE and t.side[o + SEAL_N] == 0:
            return self.hiding if t.settings.open_cards else self.hiding_in_free
        first = t.turn > 0 and t.turn <= 2 and t.phase == SEND and t.side[o + ROW_N] == 0
        return self.hiding_orders if first and (self.mixing_pressed >= self.mixing or not pressed(t, v.seat)) else 0.0

    def score(self, t: GunshiState, seat: i64, weights: vec[float]) -> float:
        """The sum over one side's features."""
        features = FeatureList()
        features.read(t, seat)
        return features.total(weights)

    def parts(self, s: State, seat: i64) -> vec[float]:
        t = cast(GunshiState, s)
        out = vec[float]([0.0] * len(REASONS))
        features = FeatureList()
        for side in range(2):
            features.read(t, side)
            for i in range(features.length):
                number = features.numbers[i]
                # What is a threat of the enemy's is a danger of one's own.
                part = PART_OF[number] if side == seat else PART_OF[FEATURES + number]
                out[part] += self.value_weights[number] if side == seat else -self.value_weights[number]
        return out

    def guess(self, game: Game, v: View, rng: Rng) -> State:
        """A world that fits the view; the enemy's shogun is drawn by the learned odds, everything else evenly."""
        t = cast(GunshiView, v).state.copy()
        if self.own >= 0:
            self.own = v.seat
        for seat in range(2):
            if seat != v.seat:
                self.place_shogun(t, seat, rng)
                belief.fill(t, seat, rng)
        return t

    def place_shogun(self, t: GunshiState, seat: i64, rng: Rng) -> None:
        """Choose the seat's hidden shogun in a redacted state, if the battle has begun and it is hidden."""
        o = SIDE * seat
        if t.turn == 0 or t.side[o + SHOGUN] >= 0 or t.side[o + SHOWN] or not len(self.shogun_weights):
            return
        squares, odds = self.odds(t, seat)
        rest = rng.unit()
        chosen = squares[0]
        for i in range(len(odds)):
            rest -= odds[i]
            if odds[i] > 0.0:
                chosen = squares[i]
            if rest < 0.0:
                break
        t.side[o + SHOGUN] = chosen

    def odds(self, t: GunshiState, seat: i64) -> tuple[vec[i64], vec[float]]:
        """The units that may be the seat's shogun, and how likely each is."""
        suspects = t.side[SIDE * seat + ALL] & ~t.cleared
        squares = vec[i64]()
        odds = vec[float]()
        total = 0.0
        rest = suspects
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            x = 0.0
            for number in suspect_features(t, seat, square, suspects):
                x += self.shogun_weights[number]
            likely = exp(max(-30.0, min(30.0, x)))
            total += likely
            squares = append(squares, square)
            odds = append(odds, likely)
        n = len(odds)
        for i in range(n):
            odds[i] = self.even / float(n) + (1.0 - self.even) * odds[i] / total
        return squares, odds

    def style(self, name: str) -> None:
        """Play a little otherwise from now on: these heuristics then serve one player."""
        if self.against_files is not None:
            self.against_files.style(name)
        if name == "tricky":
            self.hiding, self.hiding_in_free, self.hiding_orders = TRICKY, TRICKY_ELSEWHERE, TRICKY_ELSEWHERE
            return
        changed = self.value_weights[:]
        for number in range(FEATURES):
            if PART_OF[number] in ATTACK:
                changed[number] *= BOLDNESS
        self.own = 0
        if name == "aggressive":
            self.own_weights = changed
        elif name == "careful":
            self.enemy_weights = changed


@final
class GunshiLearning(Learning):
    """What can be learned of Gunshi."""

    def __init__(self) -> None:
        super().__init__(FEATURES, SUSPECT_FEATURES, OPENINGS, ("script:rush", "script:rush", "script:turtle"))
        self.file = str(Path(__file__).with_name(WEIGHTS))
        self.choice_count: i64 = PRIOR_FEATURES

    def features(self, s: State, seat: i64) -> list[int]:
        found = FeatureList()
        found.read(cast(GunshiState, s), seat)
        return found.listed()

    def secret(self, s: State, seat: i64) -> tuple[int, list[list[int]]]:
        t = cast(GunshiState, s)
        o = SIDE * seat
        if t.turn == 0 or t.side[o + SHOWN] or t.side[o + SHOGUN] < 0:
            return -1, []
        suspects = t.side[o + ALL] & ~t.cleared
        true, places = -1, list[list[int]]()
        rest = suspects
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            if square == t.side[o + SHOGUN]:
                true = len(places)
            places.append([int(number) for number in suspect_features(t, seat, square, suspects)])
        return true, places

    def choices(self, s: State, actions: list[int]) -> list[list[int]]:
        t = cast(GunshiState, s)
        if t.turn == 0:
            return []
        features, out = ActionFeatures(), list[list[int]]()
        features.begin(t)
        for action in actions:
            features.read(t, action)
            out.append(features.listed())
        return out

    def heuristics(self, weights: Mapping[str, object]) -> Heuristics:
        value = cast(list[float], weights["value"])
        made = _made(weights, value)
        if against := cast(list[float], weights.get("against_files", [])):
            made.against_files = other = _made(weights, [*value[: -len(against)], *against])
            # Against a charge there is seldom more than one good answer, and most placements look alike until it comes.
            mixing = cast(float, weights.get("mixing_against_files", other.mixing_formation))
            other.mixing_formation = float(mixing)
        return made


def _made(weights: Mapping[str, object], value: list[float]) -> LearnedHeuristics:
    secret = cast(list[float], weights.get("secret", []))
    prior = cast(list[float], weights.get("prior", []))
    even, forming, mixing, guided, *hiding = (float(cast(float, weights.get(*each))) for each in SETTINGS)
    horizon, enough = (
        int(cast(int, weights.get(name, usual))) for name, usual in (("horizon", 10), ("forming_simulations", 100))
    )
    made = LearnedHeuristics(value, secret, even, horizon, forming, enough, mixing, prior)
    made.guided = guided
    made.ready = float(cast(float, weights.get("ready", 0.0)))
    made.mixing_pressed = float(cast(float, weights.get("mixing_pressed", mixing)))
    made.hiding, made.hiding_in_free, made.hiding_orders = hiding
    return made


def pressed(t: GunshiState, seat: i64) -> bool:
    """Whether the seat chooses cards while a charge of the enemy's is coming that a Move may meet.

    Red's first card acts before blue's horses, blue's after red's have come once.
    """
    if t.settings.open_cards or (t.phase == ARRANGE and t.side[SIDE * seat + SEAL_N] == 0):
        return False
    charge = Charge()
    read_charge(charge, t, 1 - seat)
    return charge.three <= 3 - seat or charge.two <= 1


def needs_a_move(t: GunshiState, seat: i64) -> bool:
    """Whether the seat begins its hand against horses: then a Move belongs in it.

    Hands are chosen in ascending order, so a Move comes first or never. A search sees no difference: its simulations
    end before the charge. Without a Move red lost 14 of 39 games against such horses, with one 2 of 51.
    """
    if t.phase != ARRANGE or t.settings.open_cards or t.side[SIDE * seat + SEAL_N] != 1:
        return False
    return count(t.side[SIDE - SIDE * seat + CAV]) >= HORSES or pressed(t, seat)


def answers_next(t: GunshiState) -> bool:
    """Whether a side sends its first card while a charge is coming.

    Then it should be a Move: simulations end before it has its turn, and what waits well elsewhere, a fence or
    reinforcements, loses here.
    """
    return t.phase == SEND and t.turn <= 2 and t.side[SIDE * t.seat + ROW_N] == 0 and pressed(t, t.seat)


def in_one_file(squares: i64) -> bool:
    """Whether two of the squares lie in one file."""
    files: i64 = 0
    while squares:
        file: i64 = bit_at(lowest(squares) % 7)
        squares &= squares - 1
        if files & file:
            return True
        files |= file
    return False
