"""The numbers of Shogun's habits, which say how much each action deserves to be looked at (`heuristics.py`)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# What habits say, in this order; worths are in provinces. The numbers set by hand stand below; parts of them were
# compared in games (docs/decisions/search-shogun.md). Others, tuned by games, stand beside the learned weights.
# The part of an army, or of a force and its province, that a lost attack costs: it can be called off.
ARMY_RISK: Final[i64] = 0
FORCE_RISK: Final[i64] = 1
PRESS_RISK: Final[i64] = 2
# How much of a daimyo's worth the best attack against him puts at risk.
FEAR: Final[i64] = 3
# The man an army leaves behind where no force stands; twice as dear to a small army.
STRIPPED: Final[i64] = 4
# A second troop against the same province is of use only when the first fails.
SECOND_AIM: Final[i64] = 5
# Weights: picking up men before an attack, joining a small army.
GATHER: Final[i64] = 6
GUARD: Final[i64] = 7
# Chances below which armies and forces do not attack, and what a force's chance is worth nothing at.
ARMY_CHANCE: Final[i64] = 8
FORCE_CHANCE: Final[i64] = 9
FORCE_EVEN: Final[i64] = 10
# How much attacks of armies and of forces weigh beside ending the declarations.
ARMY_ATTACKS: Final[i64] = 11
FORCE_ATTACKS: Final[i64] = 12
PAIR_ATTACKS: Final[i64] = 13
# Going into an empty province at the end of a turn, by army and by force; on without one; moving towards an attack.
SETTLES: Final[i64] = 14
OCCUPIES: Final[i64] = 15
GOES_FOR: Final[i64] = 16
LEAVES_BORDER: Final[i64] = 17
LEAVES_INLAND: Final[i64] = 18
NEARER: Final[i64] = 19
SAFER: Final[i64] = 20
# Men who march: into an army, from inland to the border, along the border.
INTO_ARMY: Final[i64] = 21
TO_BORDER: Final[i64] = 22
ALONG_BORDER: Final[i64] = 23
# What is lost with a daimyo, with the last but one, with the last; what one brings who takes him.
DAIMYO: Final[i64] = 24
LEVEL: Final[i64] = 25
LAST_BUT_ONE: Final[i64] = 26
LAST_ONE: Final[i64] = 27
SPOILS: Final[i64] = 28
CLAN_SPOILS: Final[i64] = 29
WALL_SPOILS: Final[i64] = 30
VICTORY: Final[i64] = 31
# Going on with a battle.
PRESSES: Final[i64] = 32
# Levies: into an army at the border, inland; danger; a force of two or more; a lone man at the border.
NEED_ARMY: Final[i64] = 33
NEED_INLAND: Final[i64] = 34
NEED_PERIL: Final[i64] = 35
NEED_FORCE: Final[i64] = 36
NEED_MORE: Final[i64] = 37
# Bins: no koku for swords, none for walls, none left for ninja; places in the order of turns.
NO_SWORDS: Final[i64] = 38
NO_WALLS: Final[i64] = 39
NO_NINJA: Final[i64] = 40
FIRST_PLACE: Final[i64] = 41
LAST_PLACE: Final[i64] = 42
# How sharply a simulation prefers what weighs more.
SHARPNESS: Final[i64] = 43
# Not in the numbers set by hand: a fall that wins the game; the leader's land; danger to daimyos at levies and walls.
WINNING_FALL: Final[i64] = 44
OF_LEADER: Final[i64] = 45
NEED_CROWN: Final[i64] = 46
# Last daimyos, not in the numbers set by hand: armies march towards them, conquer on the way to them and end their turn
# near them; the own last one fears armies that march up; men for armies that hunt.
HUNT_MARCH: Final[i64] = 47
HUNT_PATH: Final[i64] = 48
HUNT_HOME: Final[i64] = 49
MARCHED_ON: Final[i64] = 50
NEED_HUNT: Final[i64] = 51
# fmt: off
BY_HAND: Final = vec[float]([
    0.35, 0.25, 0.5, 1.0, 0.35, 0.2, 5.0, 2.5,
    0.3, 0.55, 0.4, 8.0, 5.0, 0.5,
    14.0, 14.0, 4.0, 0.15, 0.7, 0.3, 2.0,
    1.5, 2.5, 0.3,
    1.6, 0.7, 1.5, 8.0, 0.5, 4.0, 0.5, 8.0,
    1.0,
    1.5, 1.0, 1.0, 0.5, 0.4,
    4.0, 2.0, 3.0, 2.0, 1.3,
    2.0,
    0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0,
])
# fmt: on
