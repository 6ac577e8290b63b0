"""Bots of one level differ a little from table to table, where the game knows styles, and are named so."""

from __future__ import annotations

import msgspec

from gunbai.bots.levels import in_style
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.session import BOT


def with_styles(setup: ev.Created, table: str) -> ev.Created:
    """The set-up with a style for every bot that can have one, drawn from the table's name and the seat."""
    game, chairs = find(setup.game), list(setup.chairs)
    for seat, chair in enumerate(chairs):
        if chair.kind == BOT:
            bot = in_style(game, chair.bot, f"{table} {seat}")
            chairs[seat] = msgspec.structs.replace(chair, bot=bot, name=bot if chair.name == chair.bot else chair.name)
    return msgspec.structs.replace(setup, chairs=chairs)
