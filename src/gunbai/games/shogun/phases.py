"""The table from each stage, what the game waits for, to the phase that rules there."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.games.shogun import (
    armies,
    battle_order,
    combat,
    hiring,
    march,
    ninja,
    opening,
    planning,
    recovery,
    war,
)
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ABSORB,
    ALONG,
    BUILDING,
    CHAIN,
    COMBAT,
    DEAL,
    DECLARE,
    DEFENCE,
    DRAW,
    END_ROUND,
    FINAL_BEGIN,
    FIRST_SWORDS,
    GARRISON,
    HIRING,
    JOIN,
    LEVYING,
    LOSE,
    MARCH,
    MARCH_RONIN,
    MARKERS,
    MOVE,
    MOVE_BEGIN,
    NEXT_TURN,
    NINJA_ROLL,
    OFFER,
    OVER,
    PLAN,
    PRESS,
    RECOVER,
    REINFORCE,
    REVENGE,
    REVENGE_ROLL,
    ROLL,
    ROUND,
    SEND,
    SPLIT,
    SPY,
    STAGE_NAMES,
    SWORDS,
    TAKE,
    TIE,
    WISHES,
    ShogunState,
)


@final
class Over(Phase):
    """The end: nothing happens and nobody acts."""

    def prepare(self, t: ShogunState) -> bool:
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        return vec[i64]()


def _phases() -> list[Phase]:
    """The phase of each stage, in the order of their numbers."""
    stages: dict[int, Phase] = {}
    for phase, numbers in (
        (opening.PHASE, (DEAL, SPLIT, FIRST_SWORDS, REINFORCE, MARKERS)),
        (planning.PHASE, (ROUND, PLAN, SPY, SWORDS, WISHES, TIE, TAKE, DRAW)),
        (hiring.PHASE, (BUILDING, LEVYING, HIRING)),
        (war.PHASE, (NEXT_TURN, DECLARE, END_ROUND)),
        (ninja.PHASE, (OFFER, NINJA_ROLL, REVENGE_ROLL, REVENGE)),
        (armies.PHASE, (MOVE_BEGIN, FINAL_BEGIN, MOVE, GARRISON, ALONG)),
        (battle_order.PHASE, (COMBAT, CHAIN)),
        (combat.PHASE, (JOIN, DEFENCE, ROLL, LOSE, PRESS)),
        (march.PHASE, (MARCH, SEND, MARCH_RONIN)),
        (recovery.PHASE, (RECOVER, ABSORB)),
        (Over(), (OVER,)),
    ):
        for number in numbers:
            stages[int(number)] = phase
    return [stages[number] for number in range(len(STAGE_NAMES))]


# The one table from what the game waits for to the module that rules there.
PHASES: Final[list[Phase]] = _phases()


def settle(t: ShogunState) -> None:
    """Run everything that needs no decision until the game waits for somebody or for chance."""
    while True:
        stage = t.stage
        if t.gain >= 0 and stage not in (RECOVER, ABSORB, OVER) and recovery.begin_recovery(t):
            return
        if PHASES[stage].prepare(t):
            return


def legal_of(t: ShogunState) -> vec[i64]:
    """The legal actions of a settled state, ascending."""
    return PHASES[t.stage].legal(t)


def carry_out(t: ShogunState, action: i64) -> None:
    """Apply an action and run on to the next decision."""
    PHASES[t.stage].apply(t, action >> 16, (action >> 8) & 255, action & 255)
    settle(t)
