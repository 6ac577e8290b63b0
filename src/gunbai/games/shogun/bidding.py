"""The sealed plans of a round as the game they are: every clan's koku over the bins, solved by regret matching.

What koku in a bin, a place in the order of turns and the ninja are worth stands in the learned weights, so a whole
profile of plans is judged without playing it out. The answer is a mixed plan: what others can foresee, they can outbid.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.rng import Rng
from gunbai.games.shogun.data import (
    BIN_BUILD,
    BIN_LEVY,
    BIN_NINJA,
    BIN_RONIN,
    BIN_SWORDS,
    BUILD_PRICE,
    INCOME_MINIMUM,
)
from gunbai.games.shogun.features import (
    BUILD_KOKU,
    LEVY_KOKU,
    LEVY_SPAN,
    NINJA_BID,
    PLACE,
    PLACE_SPAN,
    RONIN_KOKU,
    RONIN_SPAN,
)
from gunbai.games.shogun.state import ALIVE, BINS, CLAN_WIDTH, KOKU, SEAT, STEP, ShogunState

BIN_COUNT: Final[i64] = 5
# More in one of the small bins is never proposed.
MOST_SWORDS: Final[i64] = 4
MOST_RONIN: Final[i64] = 4
MOST_NINJA: Final[i64] = 3
# So often others are taken to lay their koku out anyhow.
ANYHOW: Final = 0.25


@final
class Bidding:
    """The plans that each clan may make in one round, and how often each should be made."""

    def __init__(self, t: ShogunState, weights: vec[float], base: vec[float], own: i64, known: vec[i64]) -> None:
        self.weights = weights
        # What every seat has besides its plan.
        self.base = base
        self.own = own
        self.clans = vec[i64]()
        self.seats = vec[i64]()
        # Plans, five numbers each; the plans of clan number i are those from first[i] to first[i + 1].
        self.plans = vec[i64]()
        self.first = vec[i64]([0])
        self.mine: i64 = -1
        for c in range(t.clans):
            if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
                if c == own:
                    self.mine = len(self.clans)
                self.clans = append(self.clans, c)
                self.seats = append(self.seats, t.clan[c * CLAN_WIDTH + SEAT])
                if known[c] == 1 and c != own:
                    self._add(t, c)
                else:
                    self._propose(t, c)
                self.first = append(self.first, len(self.plans) // BIN_COUNT)
        # The worth of places in the order of turns, the best first: who bids most chooses first.
        self.places = vec[float]()
        for k in range(min(len(self.clans), PLACE_SPAN)):
            self.places = append(self.places, weights[PLACE + k])
        for k in range(len(self.places)):
            for j in range(k + 1, len(self.places)):
                if self.places[j] > self.places[k]:
                    swap = self.places[k]
                    self.places[k] = self.places[j]
                    self.places[j] = swap
        self.times: i64 = 1
        self.regrets = vec[float]()
        self.played = vec[float]()
        # What each plan has brought beside the others' plans of the moment, all together.
        self.brought = vec[float]()
        for _ in range(len(self.plans) // BIN_COUNT):
            self.regrets = append(self.regrets, 0.0)
            self.played = append(self.played, 0.0)
            self.brought = append(self.brought, 0.0)

    def _add(self, t: ShogunState, c: i64) -> None:
        """The plan of a clan that is known, because a spy has seen it."""
        for b in range(BIN_COUNT):
            self.plans = append(self.plans, t.clan[c * CLAN_WIDTH + BINS + b])

    def _propose(self, t: ShogunState, c: i64) -> None:
        """All plans worth a thought; of the clan that plans only those that go on with what it has laid out."""
        i = c * CLAN_WIDTH
        koku = t.provinces_of(c) // 3
        koku = koku if koku > INCOME_MINIMUM else INCOME_MINIMUM
        made: i64 = 0
        if c == self.own:
            koku = t.clan[i + KOKU]
            made = t.clan[i + STEP]
        # What is laid out already stays, however much it is; more than a plan would ever propose, if a person did it.
        lowest = vec[i64]([0, 0, 0, 0, 0])
        highest = vec[i64]([MOST_SWORDS, BUILD_PRICE, koku, MOST_RONIN, MOST_NINJA])
        for b in range(made):
            lowest[b] = t.clan[i + BINS + b]
            highest[b] = lowest[b]
        before: i64 = len(self.plans)
        for swords in range(lowest[BIN_SWORDS], highest[BIN_SWORDS] + 1):
            for build in range(lowest[BIN_BUILD], highest[BIN_BUILD] + 1, BUILD_PRICE):
                for ronin in range(lowest[BIN_RONIN], highest[BIN_RONIN] + 1):
                    for ninja in range(MOST_NINJA + 1):
                        levy = koku - swords - build - ronin - ninja
                        if lowest[BIN_LEVY] <= levy <= highest[BIN_LEVY]:
                            self._lay_out(swords, build, levy, ronin, ninja)
        if len(self.plans) == before:
            # The levy is settled, and what is left is more than fits the small bins: ronin take the rest.
            rest = koku - lowest[BIN_SWORDS] - lowest[BIN_BUILD] - lowest[BIN_LEVY]
            ronin = rest if made <= BIN_RONIN else lowest[BIN_RONIN]
            self._lay_out(lowest[BIN_SWORDS], lowest[BIN_BUILD], lowest[BIN_LEVY], ronin, rest - ronin)

    def _lay_out(self, swords: i64, build: i64, levy: i64, ronin: i64, ninja: i64) -> None:
        row = vec[i64]([0, 0, 0, 0, 0])
        row[BIN_SWORDS] = swords
        row[BIN_BUILD] = build
        row[BIN_LEVY] = levy
        row[BIN_RONIN] = ronin
        row[BIN_NINJA] = ninja
        for b in range(BIN_COUNT):
            self.plans = append(self.plans, row[b])

    def count(self) -> i64:
        """How many plans the own clan has to choose from."""
        return self.first[self.mine + 1] - self.first[self.mine]

    def _draw(self, i: i64, rng: Rng, anyhow: float) -> i64:
        """A plan of a clan, in proportion to what it regrets not to have played."""
        lowest, end = self.first[i], self.first[i + 1]
        if rng.unit() < anyhow:
            return lowest + rng.below(end - lowest)
        total = 0.0
        for k in range(lowest, end):
            total += self.regrets[k]
        if total <= 0.0:
            return lowest + rng.below(end - lowest)
        pick = rng.unit() * total
        for k in range(lowest, end):
            if self.regrets[k] > 0.0:
                pick -= self.regrets[k]
                if pick < 0.0:
                    return k
        return end - 1

    def worth(self, chosen: vec[i64], i: i64) -> float:
        """What the seat of clan number i may expect when every clan plays its chosen plan."""
        n = len(self.clans)
        most: i64 = 0
        most_by: i64 = -1
        bidders: i64 = 0
        for j in range(n):
            bid = self.plans[chosen[j] * BIN_COUNT + BIN_NINJA]
            if bid > most:
                most, most_by = bid, j
            elif bid == most:
                most_by = -1
            bidders += 1 if self.plans[chosen[j] * BIN_COUNT + BIN_SWORDS] > 0 else 0
        scores = self.base[:]
        for j in range(n):
            at = chosen[j] * BIN_COUNT
            score = self.weights[LEVY_KOKU + min(self.plans[at + BIN_LEVY], LEVY_SPAN - 1)]
            score += self.weights[RONIN_KOKU + min(self.plans[at + BIN_RONIN], RONIN_SPAN - 1)]
            score += self.weights[BUILD_KOKU] if self.plans[at + BIN_BUILD] > 0 else 0.0
            score += self.weights[NINJA_BID] if most_by == j else 0.0
            score += self._place(chosen, j, bidders)
            scores[self.seats[j]] += score
        best = -1e9
        for score in scores:
            best = score if score > best else best
        whole = 0.0
        for score in scores:
            whole += exp(score - best)
        return exp(scores[self.seats[i]] - best) / whole

    def _place(self, chosen: vec[i64], j: i64, bidders: i64) -> float:
        """The place in the order of turns that clan number j may expect: by bid, tied ones alike, the rest by lot."""
        bid = self.plans[chosen[j] * BIN_COUNT + BIN_SWORDS]
        above: i64 = 0
        tied: i64 = 1
        n: i64 = len(self.places)
        if bid == 0:
            above, tied = min(bidders, n - 1), max(1, n - bidders)
        else:
            for k in range(len(self.clans)):
                other = self.plans[chosen[k] * BIN_COUNT + BIN_SWORDS]
                if k != j:
                    above += 1 if other > bid else 0
                    tied += 1 if other == bid else 0
        total = 0.0
        for k in range(above, min(above + tied, n)):
            total += self.places[k]
        return total / float(tied)

    def solve(self, times: i64, rng: Rng) -> None:
        """Let all clans play against each other so often, each regretting what would have been better."""
        chosen = vec[i64]()
        for _ in range(len(self.clans)):
            chosen = append(chosen, 0)
        self.times = times
        for turn in range(times):
            for i in range(len(self.clans)):
                chosen[i] = self._draw(i, rng, ANYHOW)
            for i in range(len(self.clans)):
                lowest, end = self.first[i], self.first[i + 1]
                if end - lowest == 1:
                    continue
                played = chosen[i]
                self._regret(chosen, i)
                chosen[i] = played
                self._remember(i, float(turn))

    def _regret(self, chosen: vec[i64], i: i64) -> None:
        """What each plan of a clan would have brought beyond its mixture, the others' plans being what they are."""
        lowest, end = self.first[i], self.first[i + 1]
        worths = vec[float]()
        mixed = 0.0
        total = 0.0
        even = 0.0
        for k in range(lowest, end):
            chosen[i] = k
            worth = self.worth(chosen, i)
            worths = append(worths, worth)
            self.brought[k] += worth
            mixed += self.regrets[k] * worth
            total += self.regrets[k]
            even += worth
        got = mixed / total if total > 0.0 else even / float(end - lowest)
        for k in range(lowest, end):
            regret = self.regrets[k] + worths[k - lowest] - got
            self.regrets[k] = regret if regret > 0.0 else 0.0

    def _remember(self, i: i64, weight: float) -> None:
        """Add the mixture of the moment to the mean one, which is the answer; later ones count for more."""
        lowest, end = self.first[i], self.first[i + 1]
        total = 0.0
        for k in range(lowest, end):
            total += self.regrets[k]
        for k in range(lowest, end):
            if total <= 0.0:
                self.played[k] += weight / float(end - lowest)
            elif self.regrets[k] > 0.0:
                self.played[k] += weight * self.regrets[k] / total

    def mixture(self, secrecy: float = 0.0) -> list[tuple[list[int], float]]:
        """The own clan's plans that are played at all, with how often, the likeliest first.

        With secrecy half of the draws are freer: a plan that brings so much less than the best is drawn e times less
        often.
        """
        lowest, end = self.first[self.mine], self.first[self.mine + 1]
        total = 0.0
        best = 0.0
        for k in range(lowest, end):
            total += self.played[k]
            best = self.brought[k] if self.brought[k] > best else best
        free = 0.0
        if secrecy > 0.0:
            for k in range(lowest, end):
                free += exp((self.brought[k] - best) / (secrecy * float(self.times)))
        out: list[tuple[list[int], float]] = []
        for k in range(lowest, end):
            share = self.played[k] / total if total > 0.0 else 1.0 / float(end - lowest)
            if secrecy > 0.0:
                share = 0.5 * share + 0.5 * exp((self.brought[k] - best) / (secrecy * float(self.times))) / free
            if share > 0.0:
                out.append(([int(self.plans[k * BIN_COUNT + b]) for b in range(BIN_COUNT)], share))
        out.sort(key=lambda each: -each[1])
        return out
