"""Shogun by the second version of its rules: for records and tables that were begun by it, not for new games.

It differs where `ShogunState.rules` is asked: a player of two clans whose second clan acted last plans for that one
first, unless the opponent plans before him.
"""

from __future__ import annotations

from typing import Final

from gunbai.games.shogun.rules import ShogunGame, card

GAME: Final = ShogunGame(card(2))
