"""The two sides of a Shogun battle: who fights, in which order their owner gives them up, and how both are written."""

from __future__ import annotations

import re
from typing import Final, final

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.games.shogun.data import (
    ASHIGARU_LIMIT,
    CASTLE_BONUS,
    COMBAT_VALUES,
    FORCE_LIMIT,
    FORTRESS_BONUS,
    ROLL_BOW,
    ROLL_DAIMYO,
    ROLL_GUN,
    ROLL_SPEAR,
    ROLL_SWORD,
    SAMURAI_LIMIT,
)

# Kinds of unit in the order of the combat sequence; ronin roll with the swordsmen.
BOWMAN: Final = 0
GUNNER: Final = 1
DAIMYO: Final = 2
SWORDSMAN: Final = 3
RONIN: Final = 4
SPEARMAN: Final = 5
KINDS: Final = 6

CODES: Final = ("B", "G", "D", "S", "R", "P")
NAMES: Final = ("bowman", "gunner", "daimyo", "swordsman", "ronin", "spearman")
PLURALS: Final = ("bowmen", "gunners", "daimyos", "swordsmen", "ronin", "spearmen")
_SHORT: Final = ("bow", "gun", "daimyo", "sword", "ronin", "spear")
# A unit hits when a twelve-sided die shows its combat value or less.
COMBAT_VALUE: Final = tuple(
    COMBAT_VALUES[roll] for roll in (ROLL_BOW, ROLL_GUN, ROLL_DAIMYO, ROLL_SWORD, ROLL_SWORD, ROLL_SPEAR)
)

# Named casualty orders, first to go first. The daimyo is always last and is not part of an order.
POLICIES: Final = {
    "cheap": (RONIN, SPEARMAN, GUNNER, SWORDSMAN, BOWMAN),  # least koku; ronin leave after the round anyway
    "strong": (SPEARMAN, GUNNER, RONIN, SWORDSMAN, BOWMAN),  # keeps the best combat values
    "ranged": (SPEARMAN, RONIN, SWORDSMAN, GUNNER, BOWMAN),  # keeps those who roll before the melee
}

Counts = tuple[int, ...]  # units of each kind, indexed by BOWMAN … SPEARMAN
NOBODY: Final[Counts] = (0, 0, 0, 0, 0, 0)


@final
class Side:
    """All who fight on one side: an army, a provincial force, or both, and the bonus units of a castle or fortress."""

    def __init__(
        self,
        army: Counts = NOBODY,
        provincial: Counts = NOBODY,
        *,
        struck: bool = False,
        castle: int = 0,
        fortress: int = 0,
    ) -> None:
        """`struck` marks an army whose daimyo was assassinated this round: it defends without him."""
        self.army: Final = army
        self.provincial: Final = provincial
        self.struck: Final = struck
        self.castle: Final = castle
        self.fortress: Final = fortress
        self._validate()

    def _validate(self) -> None:
        army, force = self.army, self.provincial
        if len(army) != KINDS or len(force) != KINDS or min(army) < 0 or min(force) < 0:
            raise GunbaiError(f"a troop is {KINDS} counts from 0 up, one for each kind of unit")
        if army[DAIMYO] > 1 or (army[DAIMYO] and self.struck):
            raise GunbaiError("an army has one daimyo; a struck one is not counted among the fighters")
        if sum(army) and not army[DAIMYO] and not self.struck:
            raise GunbaiError("an army has a daimyo, alive or struck")
        if self.struck and not sum(army):
            raise GunbaiError("a struck daimyo without any other unit is lost before the battle")
        if force[DAIMYO]:
            raise GunbaiError("a provincial force has no daimyo")
        if army[BOWMAN] + army[SWORDSMAN] > SAMURAI_LIMIT:
            raise GunbaiError(f"an army holds at most {SAMURAI_LIMIT} bowmen and swordsmen")
        if army[GUNNER] + army[SPEARMAN] > ASHIGARU_LIMIT:
            raise GunbaiError(f"an army holds at most {ASHIGARU_LIMIT} gunners and spearmen")
        if sum(force) - force[RONIN] > FORCE_LIMIT:
            raise GunbaiError(f"a provincial force holds at most {FORCE_LIMIT} units besides ronin")
        # The limit was kept while the struck daimyo still counted.
        if army[RONIN] and army[RONIN] > sum(army) - army[RONIN] - 1 + int(self.struck):
            raise GunbaiError("an army has fewer ronin than other units, its daimyo included")
        if force[RONIN] and force[RONIN] > sum(force) - force[RONIN] - 1:
            raise GunbaiError("a provincial force has fewer ronin than other units")
        if not sum(army) and not sum(force):
            raise GunbaiError("a side has at least one unit")
        if not 0 <= self.castle <= CASTLE_BONUS or not 0 <= self.fortress <= FORTRESS_BONUS:
            raise GunbaiError(f"a castle adds up to {CASTLE_BONUS} units, a fortress up to {FORTRESS_BONUS}")
        if self.castle and self.fortress:
            raise GunbaiError("a province has a castle or a fortress, not both")

    @property
    def bonus(self) -> int:
        return self.castle + self.fortress

    def text(self) -> str:
        """The side as `parse_side` reads it.

        >>> parse_side("3 bowmen, 1 daimyo + 2 spears, castle").text()
        'D1 B3 + P2 castle'
        """
        words = []
        if sum(self.army):
            words.append(troop_text(self.army))
            if self.struck:
                words.append("struck")
        if sum(self.provincial):
            words.append(("+ " if words else "") + troop_text(self.provincial))
        for name, here, full in (("castle", self.castle, CASTLE_BONUS), ("fortress", self.fortress, FORTRESS_BONUS)):
            if here:
                words.append(name if here == full else f"{name}={here}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"parse_side({self.text()!r})"


def troop_text(counts: Counts) -> str:
    """A troop as codes with counts."""
    order = (DAIMYO, BOWMAN, SWORDSMAN, GUNNER, SPEARMAN, RONIN)
    return " ".join(f"{CODES[kind]}{counts[kind]}" for kind in order if counts[kind])


# -- notation --------------------------------------------------------------------------------------


def _kind_names() -> dict[str, int]:
    names: dict[str, int] = {}
    for kind in range(KINDS):
        for name in (CODES[kind], NAMES[kind], PLURALS[kind], _SHORT[kind], _SHORT[kind] + "s"):
            names[name.lower()] = kind
    names["sp"] = SPEARMAN
    return names


_KIND_NAMES: Final = _kind_names()
_UNIT_FIRST: Final = re.compile(r"(?:[a-z]+[0-9]+)+")  # B3S2
_COUNT_FIRST: Final = re.compile(r"(?:[0-9]+[a-z]+)+")  # 3B2S
_PARTS: Final = re.compile(r"[0-9]+|[a-z]+")


def parse_side(text: str) -> Side:
    """Reads `D1 B3 S2 G4 R2`, `3 bowmen, 1 daimyo`, `D B2 + P3 R1 castle`; a troop with a daimyo is an army.

    >>> parse_side("attacker: 3 bow 1 sword 4 spear 1 daimyo").text()
    'D1 B3 S1 P4'
    >>> parse_side("P3 R2 fortress=2").text()
    'P3 R2 fortress=2'
    """
    head, colon, rest = text.partition(":")
    if colon and head.strip().lower() not in ("attacker", "defender"):
        raise BadNotation(f"{head.strip()[:40]!r} before the colon is neither attacker nor defender")
    troops = [[0] * KINDS]
    struck = [False]
    bonus = {"castle": -1, "fortress": -1}
    count = -1  # a number that waits for its unit
    at = 0
    for word in (rest if colon else text).replace(",", " ").replace("+", " + ").lower().split():
        at += 1
        name, equals, number = word.partition("=")
        if count >= 0 and (word == "+" or name in bonus or word == "struck"):
            raise BadNotation(f"word {at}: {word[:40]!r} follows a number that needs a unit")
        if word == "+":
            troops.append([0] * KINDS)
            struck.append(False)
        elif name in bonus and (not equals or _is_count(number)):
            if bonus[name] >= 0:
                raise BadNotation(f"word {at}: the {name} is given twice")
            bonus[name] = int(number) if equals else CASTLE_BONUS if name == "castle" else FORTRESS_BONUS
        elif word == "struck":
            struck[-1] = True
        elif _is_count(word):
            if count >= 0:
                raise BadNotation(f"word {at}: {word!r} follows another number")
            count = int(word)
        else:
            parts: list[str] = _PARTS.findall(word)
            if count >= 0 and word.isalpha():
                pairs = [(word, count)]
                count = -1
            elif count >= 0:
                raise BadNotation(f"word {at}: {word[:40]!r} follows a number that needs a unit")
            elif _UNIT_FIRST.fullmatch(word) and _short_counts(parts[1::2]):
                pairs = [(unit, int(n)) for unit, n in zip(parts[0::2], parts[1::2], strict=True)]
            elif _COUNT_FIRST.fullmatch(word) and _short_counts(parts[0::2]):
                pairs = [(unit, int(n)) for n, unit in zip(parts[0::2], parts[1::2], strict=True)]
            else:
                pairs = [(word, 1)]
            for unit, n in pairs:
                if unit not in _KIND_NAMES:
                    raise BadNotation(f"word {at}: {unit[:40]!r} is no unit; units are {', '.join(CODES)}")
                kind = _KIND_NAMES[unit]
                if troops[-1][kind]:
                    raise BadNotation(f"word {at}: the {PLURALS[kind]} are given twice")
                troops[-1][kind] = n
    if count >= 0:
        raise BadNotation(f"word {at}: a number without a unit at the end")
    return _side(troops, struck, bonus)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3


def _short_counts(texts: list[str]) -> bool:
    return all(_is_count(text) for text in texts)


def _side(troops: list[list[int]], struck: list[bool], bonus: dict[str, int]) -> Side:
    army, provincial, disrupted = NOBODY, NOBODY, False
    for counts, hit in zip(troops, struck, strict=True):
        if not sum(counts):
            raise BadNotation("a troop without units" + (" besides its struck daimyo" if hit else ""))
        if counts[DAIMYO] or hit:
            if sum(army):
                raise BadNotation("two armies cannot share a province")
            army, disrupted = tuple(counts), hit
        elif sum(provincial):
            raise BadNotation("two provincial forces in a province are one; an army has a daimyo (D) or is struck")
        else:
            provincial = tuple(counts)
    castle, fortress = max(bonus["castle"], 0), max(bonus["fortress"], 0)
    return Side(army, provincial, struck=disrupted, castle=castle, fortress=fortress)


@final
class CasualtyOrder:
    """In which order an owner gives up units, after the ranged steps and after the melee; the daimyo is always last."""

    def __init__(self, after_ranged: tuple[int, ...], after_melee: tuple[int, ...]) -> None:
        self.after_ranged: Final = after_ranged
        self.after_melee: Final = after_melee

    def text(self) -> str:
        """The order as `parse_casualties` reads it."""
        ranged, melee = (" ".join(CODES[kind] for kind in order) for order in (self.after_ranged, self.after_melee))
        return ranged if ranged == melee else f"{ranged} / {melee}"


def parse_casualties(text: str) -> CasualtyOrder:
    """Reads a policy (`cheap`, `strong`, `ranged`), an order (`P G R`), or one each for steps 3 and 7 (`G / P`).

    Kinds that are not named go after those that are, the cheapest first.

    >>> parse_casualties("G, P").text()
    'G P R S B'
    >>> parse_casualties("G / cheap").text()
    'G R P S B / R P G S B'
    """
    halves = text.lower().split("/")
    if len(halves) > 2:
        raise BadNotation("casualties have one order for step 3 and one for step 7, not more")
    orders = [_parse_order(half) for half in halves]
    return CasualtyOrder(orders[0], orders[-1])


def _parse_order(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0] in POLICIES:
        return POLICIES[words[0]]
    order: list[int] = []
    for word in words:
        if word not in _KIND_NAMES:
            raise BadNotation(f"{word[:40]!r} is neither a unit nor a casualty policy ({', '.join(POLICIES)})")
        kind = _KIND_NAMES[word]
        if kind == DAIMYO:
            raise BadNotation("the daimyo is always the last casualty and has no place in an order")
        if kind in order:
            raise BadNotation(f"the {PLURALS[kind]} are in the order twice")
        order.append(kind)
    if not order:
        raise BadNotation("a casualty order names at least one kind of unit")
    return tuple(order + [kind for kind in POLICIES["cheap"] if kind not in order])
