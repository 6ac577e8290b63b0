"""What has been read so far of a plan: effects and sentences side by side.

The states are guesses where the seat does not know: what others have sealed, and where their ronin hide. So each kind
of action is read by what everybody or the seat itself sees of it. What the action would open is left out.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.foresight import CHANGE, END, FALL, GAIN, THREAT, Effect
from gunbai.core.saying import Saying
from gunbai.games.shogun import aftermath
from gunbai.games.shogun.data import ARMIES_EACH, CLAN_NAMES, PROVINCE_IDS, PROVINCE_NAMES, PROVINCES, RONIN, UNIT_NAMES
from gunbai.games.shogun.losing import SHARED
from gunbai.games.shogun.state import ARMY_WIDTH, AT, CLAN_WIDTH, OVER, SEAT, STRUCK, ShogunState

# What effects call things that are no unit and no army.
PROVINCE: Final = "province"
FORCE: Final = "force"
KOKU_LEFT: Final = "koku"
VICTORY: Final = "victory"
STRIKE: Final = "strike"
REVENGE: Final = "revenge"
CHOSEN: Final = "units"
ATTACK: Final = "attack"
MOVES: Final = "moves"
SWORD: Final = "sword"
NINJA: Final = "ninja"
BUILDINGS: Final = ("", "castle", "fortress")


@final
class Reading:
    """Gathers what one plan of a seat would bring."""

    def __init__(self, seat: int, knows: vec[i64]) -> None:
        """`knows`: per clan 1 if the seat knows its secrets."""
        self.effects: list[Effect] = []
        self.sayings: list[Saying] = []
        self.seat: Final = seat
        self.knows: Final = knows

    def say(self, saying: Saying) -> None:
        """A sentence, once."""
        if saying not in self.sayings:
            self.sayings.append(saying)

    def effect(self, kind: str, piece: str, at: i64 = -1, to: i64 = -1, amount: i64 = 0, was: i64 = 0) -> None:
        """An effect for the seat itself, places as numbers."""
        self.effects.append(Effect(kind, piece, self.seat, place(at), place(to), int(amount), int(was)))

    def force(self, p: i64, was: i64, will: i64) -> None:
        """A provincial force that has more or fewer units from now on."""
        if was != will:
            self.effect(CHANGE, FORCE, p, amount=will, was=was)
            self.say(
                Saying(
                    "force of {province}: {before} → {after} units",
                    province=PROVINCE_NAMES[p],
                    before=int(was),
                    after=int(will),
                )
            )

    def army(self, row: i64, p: i64, was: i64, will: i64) -> None:
        """An army in p that has more or fewer units from now on, its daimyo aside."""
        if was != will:
            self.effect(CHANGE, army_name(row), p, amount=will, was=was)
            self.say(
                Saying(
                    "army {army}: {before} → {after} units beside its daimyo",
                    army=army_number(row),
                    before=int(was),
                    after=int(will),
                )
            )

    def ronin(self, p: i64, was: i64, will: i64) -> None:
        """Ronin in sight of a troop, or one's own hidden ones, that become more or fewer."""
        if was != will:
            self.effect(CHANGE, UNIT_NAMES[RONIN], p, amount=will, was=was)

    def changes(self, before: ShogunState, after: ShogunState) -> None:
        """Provinces, armies and clans that are won or lost by it; all of that is seen by everybody."""
        for p in range(PROVINCES):
            was, now = before.owner(p), after.owner(p)
            if was != now and now >= 0:
                seat = int(after.clan[now * CLAN_WIDTH + SEAT])
                self.effects.append(Effect(GAIN, PROVINCE, seat, PROVINCE_IDS[p], amount=1))
            elif was != now:
                seat = int(before.clan[was * CLAN_WIDTH + SEAT])
                self.effects.append(Effect(FALL, PROVINCE, seat, PROVINCE_IDS[p], amount=1))
        for saying in aftermath.told(before, after):
            self.say(saying)

    def ends(self, before: ShogunState, after: ShogunState) -> None:
        """Whether the game is over with it."""
        if after.stage == OVER and before.stage != OVER:
            self.effects.append(Effect(END, seat=-1 if after.winner == SHARED else int(after.winner)))
            self.say(Saying("the game ends with it"))

    def stands(self, t: ShogunState, row: i64) -> None:
        """An army that has come to stand somewhere, and the armies of others next to it."""
        q = t.army[row * ARMY_WIDTH + AT]
        found = enemy_armies(t, row // ARMIES_EACH, q)
        if found:
            places = tuple([place(t.army[other * ARMY_WIDTH + AT]) for other in found])
            self.effects.append(Effect(THREAT, army_name(row), self.seat, place(q), places=places))
        for other in found:
            self.say(
                Saying(
                    "next to {clan}'s army {number} in {province}",
                    clan=clan_name(other // ARMIES_EACH),
                    number=army_number(other),
                    province=PROVINCE_NAMES[t.army[other * ARMY_WIDTH + AT]],
                )
            )


def army_name(row: i64) -> str:
    """An army as views name it: `red 1`."""
    return f"{CLAN_NAMES[row // ARMIES_EACH]} {row % ARMIES_EACH + 1}"


def army_number(row: i64) -> int:
    """The number of an army within its clan, from 1."""
    return int(row % ARMIES_EACH) + 1


def clan_name(c: i64) -> str:
    """A clan as sentences name it."""
    return CLAN_NAMES[c].capitalize()


def enemy_armies(t: ShogunState, clan: i64, p: i64) -> list[int]:
    """Armies of other players next to a province that could attack it."""
    return [
        row
        for row in range(int(t.clans * ARMIES_EACH))
        if t.army[row * ARMY_WIDTH + AT] >= 0
        and t.army[row * ARMY_WIDTH + STRUCK] == 0
        and not t.friends(row // ARMIES_EACH, clan)
        and t.board.adjacent(p, t.army[row * ARMY_WIDTH + AT])
    ]


def place(p: i64) -> str:
    """A province as views name it; nothing for -1."""
    return PROVINCE_IDS[p] if p >= 0 else ""
