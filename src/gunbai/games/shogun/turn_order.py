"""What a place in the order of turns is worth right now: rounds are played on by habit in any order, and compared.

The weights know what a place is worth on average. Who stands before a last daimyo, or whose own one is hunted, needs to
be first in this round; that shows when the round is played.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Game
from gunbai.core.rng import Rng
from gunbai.games.shogun.features import PLACE, PLACE_SPAN
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.state import (
    ALIVE,
    BINS,
    CLAN_WIDTH,
    KOKU,
    PLAN,
    SEALED,
    SEAT,
    STEP,
    SWORD_HELD,
    ShogunState,
)

# Played to the end of the next round: at the end of this one, what the last to move has just taken looks safe.
ROUNDS: Final[i64] = 2
LONGEST: Final[i64] = 6000
# Shares of victory are compared as odds; smaller ones than this are counted as so much.
LEAST_SHARE: Final = 0.06


def usual_places(t: ShogunState, weights: vec[float]) -> vec[float]:
    """What each place is worth to each clan by the weights: a row of `PLACE_SPAN` numbers a clan."""
    out = vec[float]()
    for _ in range(t.clans):
        for k in range(PLACE_SPAN):
            out = append(out, weights[PLACE + k])
    return out


def places_now(
    game: Game, mind: ShogunHeuristics, worlds: list[ShogunState], weights: vec[float], times: i64, rng: Rng
) -> vec[float]:
    """The same in this round, while plans are made: what so many rounds played on from these worlds say besides."""
    t = worlds[0]
    out = usual_places(t, weights)
    begun: list[ShogunState] = []
    for world in worlds:
        begun.append(_unplanned(world))
    seen: list[Seen] = []
    for _ in range(t.clans):
        seen.append(Seen(PLACE_SPAN))
    for number in range(times):
        s = begun[number % len(begun)].copy()
        swords = play_rounds(game, mind, s, rng)
        won = shares_at(game, mind, s)
        for c in range(t.clans):
            if swords[c] > 0:
                seen[c].add(min(swords[c], PLACE_SPAN) - 1, won[t.clan[c * CLAN_WIDTH + SEAT]])
    for c in range(t.clans):
        seen[c].learn(out, c * PLACE_SPAN, min(t.clans_alive(), PLACE_SPAN))
    return out


@final
class Seen:
    """What came of rounds, by the place that one clan had in them."""

    def __init__(self, places: i64) -> None:
        self.totals = vec[float]([0.0] * int(places))
        self.counts = vec[float]([0.0] * int(places))
        self.squares = 0.0

    def add(self, place: i64, share: float) -> None:
        self.totals[place] += share
        self.counts[place] += 1.0
        self.squares += share * share

    def learn(self, out: vec[float], first: i64, places: i64) -> None:
        """Add what was seen to what is known of so many places on average: as much of it as luck does not explain."""
        total = 0.0
        count = 0.0
        usual = 0.0
        within = self.squares
        for k in range(places):
            total += self.totals[k]
            count += self.counts[k]
            usual += out[first + k] / float(places)
            if self.counts[k] > 0.0:
                within -= self.totals[k] * self.totals[k] / self.counts[k]
        if places < 2 or count <= float(places):
            return
        mean = total / count
        share = mean if mean > LEAST_SHARE else LEAST_SHARE
        share = share if share < 1.0 - LEAST_SHARE else 1.0 - LEAST_SHARE
        scale = 1.0 / (share * (1.0 - share))
        # How far what was seen of one place varies by luck, and how far places differ from what is known of them.
        luck = scale * scale * within / (count - float(places))
        between = 0.0
        for k in range(places):
            apart = self._apart(k, mean, scale) - (out[first + k] - usual)
            between += self.counts[k] * apart * apart / float(places - 1)
        if between <= luck:
            return
        trust = 1.0 - luck / between
        for k in range(places):
            if self.counts[k] > 0.0:
                out[first + k] += trust * (self._apart(k, mean, scale) - (out[first + k] - usual))

    def _apart(self, k: i64, mean: float, scale: float) -> float:
        """How much more a place was worth than places are on average, in odds."""
        return scale * (self.totals[k] / self.counts[k] - mean) if self.counts[k] > 0.0 else 0.0


def _unplanned(world: ShogunState) -> ShogunState:
    """A copy in which others have not planned yet: sealed plans are unknown, and guesses at them would choose the
    order."""
    t = world.copy()
    own = t.turn
    if t.stage != PLAN or own < 0:
        return t
    for c in range(t.clans):
        i = c * CLAN_WIDTH
        if t.clan[i + ALIVE] == 0 or t.clan[i + SEALED] == 0 or c == t.spy_on or t.friends(c, own):
            continue
        koku: i64 = 0
        for b in range(5):
            koku += t.clan[i + BINS + b]
        if koku > 0:
            for b in range(5):
                t.clan[i + BINS + b] = 0
            t.clan[i + KOKU] = koku
            t.clan[i + SEALED] = 0
            t.clan[i + STEP] = 0
    return t


def play_rounds(game: Game, mind: ShogunHeuristics, t: ShogunState, rng: Rng) -> vec[i64]:
    """Play on by habit for `ROUNDS` rounds, this one included; the sword that each clan held when war began."""
    swords = vec[i64]([0] * int(t.clans))
    first = t.round
    heard = False
    for _ in range(LONGEST):
        actor = game.actor(t)
        if actor == DONE or t.round >= first + ROUNDS:
            break
        if not heard and t.war >= 0:
            heard = True
            for c in range(t.clans):
                swords[c] = t.clan[c * CLAN_WIDTH + SWORD_HELD]
        if actor == CHANCE:
            game.apply(t, game.draw(t, rng))
        else:
            actions = game.legal(t)
            game.apply(t, actions[0] if len(actions) == 1 else mind.rollout(t, actions, rng))
    return swords


def shares_at(game: Game, mind: ShogunHeuristics, t: ShogunState) -> vec[float]:
    """Every seat's share of victory in a position, from 0 to 1."""
    out = vec[float]()
    if game.actor(t) == DONE:
        for result in game.returns(t):
            out = append(out, 0.5 + 0.5 * result)
    else:
        for worth in mind.values(t):
            out = append(out, 0.5 + 0.5 * worth)
    return out


def swords_now(
    game: Game,
    mind: ShogunHeuristics,
    worlds: list[ShogunState],
    seat: i64,
    actions: vec[i64],
    weights: vec[float],
    times: i64,
    rng: Rng,
) -> vec[float]:
    """What each sword that the seat may take or ask for is worth to it, by the weights and by so many rounds."""
    seen = Seen(len(actions))
    out = vec[float]()
    for action in actions:
        sword: i64 = (action >> 8) & 255
        out = append(out, weights[PLACE + min(sword, PLACE_SPAN) - 1])
    for number in range(times):
        i: i64 = number % len(actions)
        # Every sword in the same worlds.
        s = worlds[number // len(actions) % len(worlds)].copy()
        game.apply(s, actions[i])
        play_rounds(game, mind, s, rng)
        seen.add(i, shares_at(game, mind, s)[seat])
    seen.learn(out, 0, len(actions))
    return out
