"""Nothing appears or vanishes: units, ronin, koku, castles and provinces, over random games of every kind."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PIECES
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ARMY_WIDTH, CLAN_WIDTH, LAND_WIDTH, ShogunState

MOVING = ("move", "garrison", "along")


class Play(RuleBasedStateMachine):
    """Random play in which Hypothesis chooses the game and the seeds."""

    @initialize(
        players=some.integers(2, 5),
        board=some.sampled_from(["japan", "kyushu", "tiny"]),
        ronin=some.sampled_from([26, 10, 60]),
        track=some.sampled_from(["1,2,3,4", "1,1,1,2,2,2,3,3,3,4"]),
    )
    def begin(self, players: int, board: str, ronin: int, track: str) -> None:
        given = {"players": players, "map": board, "ronin": ronin, "experience": track, "rounds": 9}
        s = GAME.start(Options(GAME.info.options, given))
        assert isinstance(s, ShogunState)
        self.s: ShogunState = s

    @rule(seed=some.integers(0, 2**32), steps=some.integers(1, 120), greedy=some.booleans())
    def play(self, seed: int, steps: int, greedy: bool) -> None:
        rng = Rng(seed)
        for _ in range(steps):
            actor = GAME.actor(self.s)
            if actor == DONE:
                return
            if actor == CHANCE:
                GAME.apply(self.s, GAME.draw(self.s, rng))
                continue
            seats = GAME.pending(self.s)
            GAME.focus(self.s, seats[rng.below(len(seats))])
            actions = GAME.legal(self.s)
            pick = GAME.heuristics.rollout(self.s, actions, rng) if greedy else actions[rng.below(len(actions))]
            GAME.apply(self.s, pick)

    def _army(self, row: int, column: int) -> int:
        return int(self.s.army[row * ARMY_WIDTH + column])

    def _land(self, p: int, column: int) -> int:
        return int(self.s.land[p * LAND_WIDTH + column])

    def _clan(self, c: int, column: int) -> int:
        return int(self.s.clan[c * CLAN_WIDTH + column])

    @invariant()
    def units_are_in_trays_armies_or_forces(self) -> None:
        for unit in range(4):
            count = sum(self._clan(c, int(st.TRAY) + unit) for c in range(5))
            count += sum(self._army(row, int(st.UNITS) + unit) for row in range(15))
            count += sum(self._land(p, int(st.FORCE) + unit) for p in range(68))
            assert count == PIECES[unit] * int(self.s.clans)

    @invariant()
    def ronin_castles_and_koku_add_up(self) -> None:
        s = self.s
        ronin = int(s.pool) + sum(self._clan(c, int(st.VEILED)) for c in range(5))
        ronin += sum(self._army(row, int(st.ARMY_RONIN)) for row in range(15))
        ronin += sum(self._land(p, int(st.FORCE_RONIN)) for p in range(68))
        assert ronin == s.options.integer("ronin")
        for c in range(int(s.clans)):
            hidden = sum(self._land(p, int(st.HIDDEN)) for p in range(68) if s.owner(p) == c)
            assert hidden <= self._clan(c, int(st.VEILED))
        walls = [self._land(p, int(st.CASTLE)) for p in range(68)]
        assert s.castles + sum(w >= 1 for w in walls) == 10
        assert s.bases + sum(w == 2 for w in walls) == 5
        koku = sum(self._clan(c, int(st.KOKU)) for c in range(5))
        if s.bins_open == 1:
            koku += sum(self._clan(c, int(st.BINS) + b) for c in range(5) for b in range(5))
        assert 0 <= koku <= 30

    @invariant()
    def provinces_are_held_and_limits_kept(self) -> None:
        s = self.s
        stage = st.STAGE_NAMES[int(s.stage)]
        if stage in ("deal", "split"):
            return
        for p in range(68):
            owner = int(s.owner(p))
            held = s.force_size(p) > 0 or s.army_in(p) >= 0
            if stage != "lose":
                assert held == (owner >= 0), p
            assert owner < 0 or self._clan(owner, int(st.ALIVE)) == 1
            assert s.force_size(p) <= 5
            assert self._land(p, int(st.FORCE_RONIN)) <= max(0, int(s.force_size(p)) - 1) or stage in (
                "lose",
                "defence",
            )
        places = [self._army(row, int(st.AT)) for row in range(15) if self._army(row, int(st.AT)) >= 0]
        assert len(places) == len(set(places)) or stage in MOVING
        for row in range(15):
            u = [self._army(row, int(st.UNITS) + k) for k in range(5)]
            assert u[0] + u[1] <= 4
            assert u[2] + u[3] <= 10
            assert u[4] <= u[0] + u[1] + u[2] + u[3] or stage == "lose"


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=8, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
