"""Whisper by a second version of its rules: a right guess is worth three. The first version stays installed."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from gunbai.core.game import GameInfo, State
from gunbai.core.registry import register
from tests.toy.game import Whisper, WhisperState


class SecondWhisper(Whisper):
    def __init__(self) -> None:
        super().__init__()
        old = self.info
        self.info = GameInfo(old.name, old.title, old.about, 2, old.seat_names, old.options, old.presets)

    def apply(self, s: State, action: i64) -> None:
        t = cast(WhisperState, s)
        before, turn = t.points[t.turn], t.turn
        super().apply(s, action)
        if t.points[turn] > before:
            t.points[turn] = before + 3


GAME = SecondWhisper()
register("whisper", "tests.toy.second")
register("whisper", "tests.toy.game", version=1)
