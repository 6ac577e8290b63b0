"""Nothing appears and nothing vanishes: tiles, symbols, markers, strongholds and banners, whatever is played."""

from __future__ import annotations

from typing import cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gunbai.core.game import DONE
from gunbai.core.options import Options
from gunbai.games.gunkimono.actions import HONOR, LAY, PUT, SUPPORT_WITH, USE, VICTORY
from gunbai.games.gunkimono.data import SMALL, tile_name
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import BANNER, EMPTY, SUPPORT, TILE, GunkimonoState


class Conservation(RuleBasedStateMachine):
    """Plays any actions and keeps books beside the engine."""

    @initialize(
        players=st.integers(2, 5),
        layout=st.sampled_from(["gk56", "gk55"]),
        track=st.sampled_from(["", "1,2,3", "1,3,6"]),
        own_double=st.booleans(),
    )
    def begin(self, players: int, layout: str, track: str, own_double: bool) -> None:
        given: dict[str, object] = {"players": players, "layout": layout, "track": track, "own_double": own_double}
        self.s = cast(GunkimonoState, GAME.start(Options(GAME.info.options, given)))
        self.placed: list[int] = []
        self.large, self.small = 0, 0
        self.honor_scored = 0
        self.honor_lost = 0

    @rule(picks=st.lists(st.integers(0, 2**16), min_size=1, max_size=60))
    def play(self, picks: list[int]) -> None:
        s = self.s
        for pick in picks:
            if GAME.actor(s) == DONE:
                return
            actions = GAME.legal(s)
            action = int(actions[pick % len(actions)])
            tile = int(s.tile)
            if action < LAY:
                if action < SMALL:
                    self.placed.append(action - int(USE))
            elif LAY <= action < PUT:
                self.large += 1
            elif PUT <= action < VICTORY:
                self.small += 1
            if action == HONOR:
                self._book_honor(tile)
            GAME.apply(s, action)
            if PUT <= action < VICTORY and action >= SUPPORT_WITH:
                assert s.board.levels[s.cell] == s.board.levels[s.board.neighbour(s.cell, s.facing)]

    def _book_honor(self, tile: int) -> None:
        s = self.s
        name = tile_name(tile)
        symbols = int(name[1 if s.half == 0 else 3]) if tile < SMALL else 2
        at = int(s.turn) * 5 + "IPASC".index(name[0 if s.half == 0 else 2])
        self.honor_scored += symbols
        if s.honor[at] + symbols >= s.setting.rows[2]:
            # The whole way of a marker that leaves is booked off.
            self.honor_lost += int(s.honor[at]) + symbols

    @invariant()
    def tiles(self) -> None:
        s = self.s
        total = [int(n) for n in s.bag]
        for code in s.hands:
            if code != EMPTY:
                total[int(code) >> 1] += 1
        for kind in s.row:
            if kind != EMPTY:
                total[int(kind)] += 1
        for kind in self.placed:
            total[kind] += 1
        assert total == [int(n) for n in s.setting.copies]
        assert s.main + s.end_stack <= sum(s.bag)

    @invariant()
    def levels_and_tops(self) -> None:
        s = self.s
        waiting = 1 if s.cell == EMPTY and s.tile >= 0 else 0
        lying = sum(int(level) for level in s.board.levels)
        laid = self.large if s.step != SUPPORT else self.large - 1
        assert lying == 2 * laid + self.small
        small_left = sum(bin(int(mask)).count("1") for mask in s.reserve)
        in_hand = 1 if waiting and s.tile >= SMALL else 0
        assert small_left + in_hand + self.small == 5 * s.setting.players
        cover = 0
        for mask in s.board.troops:
            assert not cover & mask
            cover |= int(mask)
        assert cover == s.setting.field.all
        for cell, level in enumerate(s.board.levels):
            assert (s.board.symbols[cell] == 0) == (level == 0)

    @invariant()
    def track(self) -> None:
        s = self.s
        on_track = sum(int(row) for row in s.honor if row >= 0)
        assert on_track == self.honor_scored - self.honor_lost
        assert all(row < s.setting.rows[2] for row in s.honor)
        gone = sum(row < 0 for row in s.honor)
        claimed = [int(mask) for mask in s.banners]
        union = 0
        for mask in claimed:
            assert not union & mask
            union |= mask
        pending = 1 if s.step == BANNER else 0
        assert bin(union).count("1") + pending <= gone

    @invariant()
    def strongholds(self) -> None:
        s = self.s
        for seat in range(5):
            assert bin(s.board.forts[seat]).count("1") <= 2
        for cell in range(int(s.setting.field.cells)):
            formation = s.board.formation(cell)
            owners = [seat for seat in range(5) if s.board.forts[seat] & formation]
            assert len(owners) <= 1

    @invariant()
    def hands(self) -> None:
        s = self.s
        if s.step == TILE and not s.end_shown:
            assert all(code != EMPTY for code in s.hands)
            assert all(kind != EMPTY for kind in s.row)


TestConservation = Conservation.TestCase
TestConservation.settings = settings(
    max_examples=25, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
