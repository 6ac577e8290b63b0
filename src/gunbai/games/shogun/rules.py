"""The game of Shogun: the contract's methods, dispatched by stage to the module of each phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import BadNotation
from gunbai.core.game import CHANCE, DONE, Chance, Game, GameInfo, Outlook, State, Talk, View
from gunbai.core.info import BoardPlan, Odds
from gunbai.core.observation import Observer
from gunbai.core.options import Option, Options
from gunbai.core.position import check_position
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.shogun import (
    aftermath,
    belief,
    combat,
    extent,
    limits,
    notation,
    opening,
    orders,
    planning,
    refusals,
    telling,
)
from gunbai.games.shogun.actions import A_ROLL, act, action_of, text_of
from gunbai.games.shogun.data import (
    CLAN_NAMES,
    COMBAT_ROUNDS,
    EXPERIENCE_TRACK,
    HIT_WEIGHTS,
    MAP_NAMES,
    RULES_VERSION,
    board_of,
    plan_of,
)
from gunbai.games.shogun.foresight import ShogunOutlook
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.learned import ShogunLearning
from gunbai.games.shogun.losing import (
    BY_PROVINCES,
    BY_ROUNDS,
    LAST_STANDING,
    SHARED,
)
from gunbai.games.shogun.odds import odds_under
from gunbai.games.shogun.phases import carry_out, legal_of, settle
from gunbai.games.shogun.scripted import SCRIPTS
from gunbai.games.shogun.sealing import is_sealed, open_clan, opens_seals
from gunbai.games.shogun.state import (
    ALIVE,
    CLAN_WIDTH,
    DEAL,
    DRAW,
    FIRST_SWORDS,
    NINJA_ROLL,
    OVER,
    REVENGE_ROLL,
    ROLL,
    SEAT,
    TIE,
    ShogunState,
    blank,
)
from gunbai.games.shogun.truce import Ledger
from gunbai.games.shogun.view import ShogunView, look_again, perceived, view_of
from gunbai.games.shogun.ways import WAYS

OPTIONS: Final = (
    Option("players", 4, "number of players; two players control two colours each", low=2, high=5),
    Option("map", "japan", "the board", choices=MAP_NAMES),
    Option(
        "sea_lines",
        "standard",
        "sea lines of the map, or a list such as iki-nagato,nagato-buzen",
        provenance="three lines from the rulebook, five probable, six reconstructed; see map.json",
    ),
    Option(
        "experience",
        EXPERIENCE_TRACK,
        "level of each hole of the experience track",
        provenance="the three holes of level 1 from the rulebook, the others reconstructed",
    ),
    Option("first_round_bans", True, "no strikes and no attacks on armies in the first round", fine=True),
    Option("longer", False, "a winner is declared only at the end of a round"),
    Option(
        "ronin", 26, "ronin in the master tray", low=0, high=60, provenance="26 pieces besides the ninja", fine=True
    ),
    Option(
        "rounds",
        60,
        "the game ends after so many rounds; most provinces win",
        low=1,
        high=999,
        provenance="our own limit, so that every game ends",
        fine=True,
    ),
    Option(
        "combat_rounds",
        int(COMBAT_ROUNDS),
        "a battle has at most so many rounds of combat",
        low=1,
        high=int(COMBAT_ROUNDS),
        provenance="our own limit, so that every game ends",
    ),
)


def card(version: int) -> GameInfo:
    """What is known of the game before it begins, for a version of its rules."""
    return GameInfo(
        name="shogun",
        title="Shogun",
        about="Five warlords, secret plans and dice over 68 provinces: the first to own 35 becomes shogun.",
        rules_version=version,
        seat_names=CLAN_NAMES,
        options=OPTIONS,
        presets={
            "longer": {"longer": True, "players": 5},
            "kyushu": {"map": "kyushu", "players": 3},
            "tiny": {"map": "tiny", "players": 3, "rounds": 2, "ronin": 4},
        },
        battles=True,
        first_game={"players": 3},
        ways=WAYS,
        trials=("tiny",),
    )


INFO: Final = card(int(RULES_VERSION))


def is_chance(stage: i64) -> bool:
    """Whether a stage waits for chance."""
    return stage in (DEAL, FIRST_SWORDS, DRAW, TIE, NINJA_ROLL, REVENGE_ROLL, ROLL)


# How often a world is drawn again when it does not fit.
RESAMPLES: Final[i64] = 60


class ShogunGame(Game):
    """Shogun, Milton Bradley 1986."""

    def __init__(self, info: GameInfo) -> None:
        super().__init__(info)
        by_hand = ShogunHeuristics()
        self.earlier = {"search-1": by_hand}
        self.learning = ShogunLearning()
        self.scripts = SCRIPTS
        weights = self.learning.weights()
        self.heuristics = self.learning.heuristics(weights) if weights else by_hand

    # -- play -----------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        t = blank(options)
        t.rules = self.info.rules_version
        opening.muster(t)
        settle(t)
        return t

    def actor(self, s: State) -> i64:
        t = cast(ShogunState, s)
        if t.stage == OVER:
            return DONE
        if is_chance(t.stage):
            return CHANCE
        return t.clan[t.turn * CLAN_WIDTH + SEAT]

    def legal(self, s: State) -> vec[i64]:
        return legal_of(cast(ShogunState, s))

    def apply(self, s: State, action: i64) -> None:
        t = cast(ShogunState, s)
        carry_out(t, action)

    def check(self, s: State, action: i64) -> None:
        t = cast(ShogunState, s)
        for choice in legal_of(t):
            if choice == action:
                return
        raise refusals.why_not(t, int(action))

    def chance(self, s: State) -> Chance:
        t = cast(ShogunState, s)
        actions = legal_of(t)
        weights = vec[i64]()
        if t.stage == ROLL:
            n = combat.dice_now(t)
            row = (combat.roll_class(t.step) * 13 + n) * 13
            for hits in range(n + 1):
                weights = append(weights, HIT_WEIGHTS[row + hits])
        else:
            for _ in range(len(actions)):
                weights = append(weights, i64(1))
        return Chance(actions, weights)

    def draw(self, s: State, rng: Rng) -> i64:
        t = cast(ShogunState, s)
        if t.stage == ROLL:
            n = combat.dice_now(t)
            row = (combat.roll_class(t.step) * 13 + n) * 13
            total: i64 = 0
            for hits in range(n + 1):
                total += HIT_WEIGHTS[row + hits]
            pick: i64 = rng.below(total)
            hit: i64 = 0
            while pick >= HIT_WEIGHTS[row + hit]:
                pick -= HIT_WEIGHTS[row + hit]
                hit += 1
            return act(A_ROLL, hit)
        actions = legal_of(t)
        return actions[rng.below(len(actions))]

    # -- results ----------------------------------------------------------------------------------

    def returns(self, s: State) -> tuple[float, ...]:
        t = cast(ShogunState, s)
        players = t.options.players
        if t.stage != OVER:
            return (0.0,) * players
        places = self.placing(s)
        share = 2.0 / places.count(1) - 1.0
        return tuple(share if place == 1 else -1.0 for place in places)

    def sum_of_returns(self, options: Options) -> float | None:
        return 2.0 - options.players

    def decisions(self, options: Options) -> vec[i64]:
        return extent.decisions(options)

    def outcomes(self, options: Options) -> vec[i64]:
        return extent.outcomes(options)

    def longest_game(self, options: Options) -> i64:
        return extent.longest_game(options)

    def placing(self, s: State) -> tuple[int, ...]:
        """Winner first, then by provinces held at the end; the fallen come last together."""
        t = cast(ShogunState, s)
        players = t.options.players
        scores = []
        for seat in range(players):
            alive = False
            for c in range(t.clans):
                if t.clan[c * CLAN_WIDTH + SEAT] == seat and t.clan[c * CLAN_WIDTH + ALIVE] == 1:
                    alive = True
            held = int(planning.seat_provinces(t, seat)) if alive else -1
            scores.append(1000 if t.winner == seat else held)
        return tuple(1 + sum(1 for other in scores if other > mine) for mine in scores)

    def outcome(self, s: State) -> str:
        t = cast(ShogunState, s)
        if t.stage != OVER:
            return ""
        if t.ending == BY_PROVINCES:
            return f"{t.goal} provinces" if t.winner != SHARED else f"{t.goal} provinces shared"
        if t.ending == LAST_STANDING:
            return "last clan standing"
        return "round limit" if t.ending == BY_ROUNDS else "nobody left"

    def ending(self, s: State) -> Sequence[Saying]:
        return telling.ending(cast(ShogunState, s))

    def violations(self, s: State) -> list[str]:
        return limits.violations(cast(ShogunState, s))

    # -- sealed decisions --------------------------------------------------------------------------

    def pending(self, s: State) -> vec[i64]:
        t = cast(ShogunState, s)
        out = vec[i64]()
        if is_sealed(t):
            for seat in range(t.options.players):
                if open_clan(t, seat) >= 0:
                    out = append(out, seat)
            return out
        seat = self.actor(s)
        if seat >= 0:
            out = append(out, seat)
        return out

    def focus(self, s: State, seat: i64) -> None:
        t = cast(ShogunState, s)
        if is_sealed(t):
            clan = open_clan(t, seat)
            if clan >= 0:
                t.turn = clan

    # -- what a seat knows ---------------------------------------------------------------------------

    def view(self, s: State, seat: i64) -> View:
        return view_of(cast(ShogunState, s), seat)

    def look_again(self, s: State, before: View, seat: i64) -> View:
        return look_again(cast(ShogunState, s), cast(ShogunView, before), seat)

    def observer(self, options: Options) -> Observer:
        from gunbai.games.shogun.observation import ShogunObserver  # noqa: PLC0415 - not needed to play

        return ShogunObserver(board_of(options.word("map"), options.word("sea_lines")))

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        t = cast(ShogunState, s)
        return perceived(t, action, seat, is_sealed(t) and not opens_seals(t))

    def resample(self, v: View, rng: Rng) -> State:
        t = belief.resample(cast(ShogunView, v), rng)
        stage, turn = t.stage, t.turn
        settle(t)
        # Hidden ronin may be all that leaves a seat something to decide: a world in which the game would have gone on
        # by itself does not fit the view, and another is drawn.
        tries: i64 = 1
        while (t.stage != stage or t.turn != turn) and tries < RESAMPLES:
            t = belief.resample(cast(ShogunView, v), rng)
            settle(t)
            tries += 1
        return t

    # -- words -----------------------------------------------------------------------------------------

    def talk(self, options: Options) -> Talk:
        return Ledger(options.players)

    def action_text(self, action: i64) -> str:
        return text_of(int(action))

    def parse_action(self, text: str) -> i64:
        return action_of(text)

    def expand(self, s: State, text: str) -> list[int]:
        return orders.expand(self, cast(ShogunState, s), text)

    def tell(self, v: View, actions: Sequence[int]) -> str:
        return telling.tell(cast(ShogunView, v), actions)

    def effects(self, v: View, action: i64) -> list[Saying]:
        return telling.effects(cast(ShogunView, v), int(action))

    def aftermath(self, before: View, action: i64, after: View) -> list[Saying]:
        return aftermath.aftermath(cast(ShogunView, before), action, cast(ShogunView, after))

    def prompt(self, v: View) -> str:
        return telling.prompt(cast(ShogunView, v))

    def outlook(self, v: View) -> Outlook:
        return ShogunOutlook(self, v)

    def board(self, options: Options) -> BoardPlan:
        return plan_of(board_of(options.word("map"), options.word("sea_lines")))

    def odds(self, attacker: str, defender: str, conditions: Mapping[str, object]) -> Odds:
        return odds_under(attacker, defender, conditions)

    def position_text(self, s: State) -> str:
        return notation.position_text(cast(ShogunState, s))

    def parse_position(self, text: str) -> State:
        t = notation.parse_position(OPTIONS, text)
        t.rules = self.info.rules_version
        try:
            settle(t)
            sound = t.stage == OVER or len(legal_of(t)) > 0
        except (IndexError, ZeroDivisionError, OverflowError, ValueError, TypeError):
            sound = False
        if not sound:
            raise BadNotation("moment: the counters do not fit the troops on the board")
        check_position(self, t)
        return t

    def view_text(self, v: View) -> str:
        return notation.view_text(cast(ShogunView, v))


GAME: Final = ShogunGame(INFO)
