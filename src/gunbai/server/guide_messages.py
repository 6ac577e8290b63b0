"""The JSON messages of lessons that are games."""

from __future__ import annotations

import msgspec

from gunbai.server.messages import Update


class GuideStep(msgspec.Struct):
    """What the learner reads, by language, and does: the moments from `first` up to, not with, `end`.

    `actions` has an entry for each of them: the learner's action, or nothing where somebody else acts.
    """

    text: dict[str, str]
    otherwise: dict[str, str]
    first: int
    end: int
    actions: list[str]


class Guide(msgspec.Struct):
    """A lesson that is played on the board: the learner's seat, the moment it begins at, and its steps."""

    seat: int
    begins: int
    steps: list[GuideStep]


class GuideDone(msgspec.Struct):
    """The moments that follow what the learner did, in order."""

    updates: list[Update]
