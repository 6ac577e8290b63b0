"""Shogun by the first version of its rules: for records and tables that were begun by it, not for new games.

It differs where `ShogunState.rules` is asked: a march does not look for hidden ronin where it arrives, an army takes
ronin of a force without a unit, one clan alone places daimyos that wait, and a unit that an army picked up counts as
moved when another army acts in between. Steps of armies are judged as in the present rules, which allow more.
"""

from __future__ import annotations

from typing import Final

from gunbai.games.shogun.rules import ShogunGame, card

GAME: Final = ShogunGame(card(1))
