"""What a player of Shogun can foresee: moves, costs, troops, odds, and what each province and army stands for."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import Foresight, QuickOrder
from gunbai.core.game import Game, Outlook, State, Tried, View
from gunbai.games.shogun import actions as ac
from gunbai.games.shogun import combat, refusals
from gunbai.games.shogun.data import ARMIES_EACH, PROVINCE_IDS
from gunbai.games.shogun.quick import quick_orders
from gunbai.games.shogun.reading import Reading, army_name, place
from gunbai.games.shogun.reading_peace import read_peace, read_strike
from gunbai.games.shogun.reading_war import army_of, read_armies, read_battle, read_done, read_march
from gunbai.games.shogun.sealing import is_sealed, opens_seals
from gunbai.games.shogun.state import (
    ARMY_AIM,
    ARMY_WIDTH,
    AT,
    FORCE_AIM,
    JOIN,
    LAND_WIDTH,
    ShogunState,
)
from gunbai.games.shogun.view import ShogunView

# With these something comes to light that the seat could not know.
_UNCOVERS = (int(ac.A_SPY), int(ac.A_FIGHT_ARMY), int(ac.A_FIGHT_FORCE), int(ac.A_ATTACK), int(ac.A_REVENGE))


class ShogunOutlook(Outlook):
    """The moment of one seat. Others' sealed choices and hidden ronin are guesses in its world, and never told."""

    def __init__(self, game: Game, view: View) -> None:
        super().__init__(game, view)
        self._knows = cast(ShogunView, view).knows

    def read(self, tried: list[Tried]) -> Foresight:
        reading = Reading(int(self.view.seat), self._knows)
        certain = True
        for number, each in enumerate(tried):
            before, after = cast(ShogunState, each.before), cast(ShogunState, each.after)
            _read(reading, before, each.action, after, number == len(tried) - 1)
            certain = certain and self._is_certain(before, each.action, after)
        return Foresight(tuple(reading.effects), tuple(reading.sayings), certain)

    def _is_certain(self, before: ShogunState, action: i64, after: ShogunState) -> bool:
        """Whether nothing hidden has a say in how the game goes on; in doubt it has."""
        if int(action >> 16) in _UNCOVERS or before.stage == JOIN:
            return False
        if is_sealed(before) and (opens_seals(before) or after.stage != before.stage):
            return False
        # Another's turn may pass by itself, and whether it does may depend on hidden ronin.
        if after.war != before.war or after.clans_alive() != before.clans_alive():
            return False
        own = before.war < 0 or self._knows[before.war] == 1
        return own or after.stage == before.stage

    # -- pointing -----------------------------------------------------------------------------------

    def places(self) -> list[str]:
        """Provinces by their ids (`hida`), and the armies on the board (`red 1`)."""
        t = cast(ShogunState, self.world)
        armies = [army_name(row) for row in range(t.clans * ARMIES_EACH) if t.army[row * ARMY_WIDTH + AT] >= 0]
        return [*[PROVINCE_IDS[p] for p in t.board.provinces], *armies]

    def places_of(self, s: State, action: i64) -> list[str]:
        return [name for name in _places_of(cast(ShogunState, s), action) if name]

    def way_of(self, s: State, action: i64) -> tuple[str, str]:
        return _way_of(cast(ShogunState, s), action)

    def quick_orders(self) -> list[QuickOrder]:
        return quick_orders(cast(ShogunState, self.world)) if len(self.legal) else []

    def why_not(self, place: str) -> GunbaiError:
        return refusals.why_not_here(cast(ShogunState, self.world), place)


def _read(r: Reading, before: ShogunState, action: i64, after: ShogunState, last: bool) -> None:
    """One action of a plan; what it only leads up to is left out unless it is the last."""
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    if kind <= ac.A_HIDE_NONE:
        read_peace(r, before, kind, x, y, after, last)
    elif kind in (ac.A_STRIKE, ac.A_NO_STRIKE, ac.A_REVENGE):
        read_strike(r, before, kind, x, y)
    elif kind in (ac.A_MOVE, ac.A_PICK, ac.A_LEAVE, ac.A_ALONG, ac.A_ENTER, ac.A_RECOVER, ac.A_ABSORB):
        if kind == ac.A_ALONG and before.march_to >= 0:
            read_march(r, before, kind, x, y, after, last)
        else:
            read_armies(r, before, kind, x, y, after, last)
    elif kind in (ac.A_MARCH, ac.A_MARCH_JOIN, ac.A_SEND):
        read_march(r, before, kind, x, y, after, last)
    elif kind == ac.A_DONE:
        read_done(r, before, after)
    else:
        read_battle(r, before, kind, x, y, after)
    if kind > ac.A_HIDE_NONE:
        r.ends(before, after)


def _places_of(t: ShogunState, action: i64) -> list[str]:
    """Both ends of a movement or an attack and the army that makes it; of anything else its province or its army."""
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    if kind in (ac.A_SPLIT, ac.A_REINFORCE, ac.A_MARKER, ac.A_CASTLE, ac.A_FORTRESS, ac.A_HIDE, ac.A_RECOVER):
        return [PROVINCE_IDS[x]]
    if kind in (ac.A_LEVY, ac.A_LEVY_ARMY):
        row = t.army_in(y) if kind == ac.A_LEVY_ARMY else -1
        return [PROVINCE_IDS[y], army_name(row) if row >= 0 else ""]
    if kind in (ac.A_STRIKE, ac.A_REVENGE):
        row = x * ARMIES_EACH + y if kind == ac.A_STRIKE else t.strike_by * ARMIES_EACH + x
        return [place(t.army[row * ARMY_WIDTH + AT]), army_name(row)]
    if kind in (ac.A_DECLARE_FORCE, ac.A_MARCH, ac.A_MARCH_JOIN):
        return [PROVINCE_IDS[x], PROVINCE_IDS[y]]
    if kind == ac.A_FIGHT_FORCE:
        return [PROVINCE_IDS[x], place(t.land[x * LAND_WIDTH + FORCE_AIM])]
    if kind in (ac.A_DECLARE_ARMY, ac.A_FIGHT_ARMY):
        row = t.war * ARMIES_EACH + x
        aim = y if kind == ac.A_DECLARE_ARMY else t.army[row * ARMY_WIDTH + ARMY_AIM]
        return [place(t.army[row * ARMY_WIDTH + AT]), place(aim), army_name(row)]
    if kind == ac.A_ATTACK:
        return [PROVINCE_IDS[x], army_name(t.att_army)]
    if kind == ac.A_SEND:
        return [place(t.att_from)]
    if kind == ac.A_LOSE_ARMY:
        return [army_name(combat.side_army(t, t.side))]
    if kind == ac.A_LOSE_FORCE:
        return [place(combat.side_force(t, t.side))]
    if kind in (ac.A_MOVE, ac.A_PICK, ac.A_LEAVE, ac.A_ENTER, ac.A_ABSORB):
        row = army_of(t, kind, x)
        goal = y if kind == ac.A_MOVE else x if kind == ac.A_ENTER else -1
        return [place(t.army[row * ARMY_WIDTH + AT]), place(goal), army_name(row)]
    return []


def _way_of(t: ShogunState, action: i64) -> tuple[str, str]:
    """An army goes by its name, a force by its province; who joins an army has that as the goal."""
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    if kind in (ac.A_DECLARE_FORCE, ac.A_MARCH):
        return (PROVINCE_IDS[x], PROVINCE_IDS[y])
    if kind == ac.A_MARCH_JOIN:
        return (PROVINCE_IDS[x], army_name(t.army_in(y)))
    if kind in (ac.A_MOVE, ac.A_DECLARE_ARMY):
        return (army_name(t.war * ARMIES_EACH + x), PROVINCE_IDS[y])
    if kind in (ac.A_ATTACK, ac.A_ENTER):
        return (army_name(t.att_army), PROVINCE_IDS[x])
    return ("", "")
