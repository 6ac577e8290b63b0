"""What a player of Gunkimono can foresee: what a tile would score, join and cut, and what each square stands for."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import (
    BUILD,
    CHANGE,
    COST,
    CUT,
    END,
    GAIN,
    JOIN,
    OFFER,
    OPEN,
    PLACE,
    Effect,
    Foresight,
)
from gunbai.core.game import Game, Outlook, State, Tried
from gunbai.core.saying import Saying
from gunbai.games.gunkimono import refusals, state, telling, turn
from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    SUPPORT_WITH,
    TAKE,
    USE,
    VICTORY,
)
from gunbai.games.gunkimono.board import Board, count, lowest
from gunbai.games.gunkimono.data import BANNER_NAMES, SEAT_NAMES, SMALL, TROOP_NAMES, bit, cell_name, tile_name
from gunbai.games.gunkimono.state import EMPTY, GONE, GunkimonoState

# What effects call things that are no troop and no tile.
POINTS: Final = "points"
HONOR_GAINED: Final = "honor"
STRONGHOLD: Final = "stronghold"
PAY: Final = "pay"
SMALL_TILE: Final = "small tile"
UNSEEN: Final = "?"


class GunkimonoOutlook(Outlook):
    """The moment of one seat. Nothing that is hidden bears on what a turn brings, but tiles drawn and banners won."""

    def settle(self, world: State) -> bool:
        """The value of a banner changes nothing in the rest of a turn."""
        t = cast(GunkimonoState, world)
        if t.step != state.BANNER:
            return False
        self.game.apply(t, self.game.legal(t)[0])
        return True

    def read(self, tried: list[Tried]) -> Foresight:
        told = _Told(self.game)
        for number, each in enumerate(tried):
            told.add(
                cast(GunkimonoState, each.before),
                each.action,
                cast(GunkimonoState, each.after),
                [other.action for other in tried[number + 1 :]],
            )
        # At the end of the game the banners are turned over.
        over = cast(GunkimonoState, tried[-1].after).step == state.OVER if tried else False
        return Foresight(tuple(told.effects), tuple(told.sayings), not over)

    # -- pointing -----------------------------------------------------------------------------------

    def places(self) -> list[str]:
        """Squares (`d3`), the viewer's tiles (`hand:I1P2`, `hand:S`), the face-up row (`row:A1C2`) and the `stack`."""
        t = cast(GunkimonoState, self.world)
        field = t.setting.field
        out = [cell_name(field, cell) for cell in range(field.cells)]
        seen: set[str] = set()
        if self.view.seat >= 0:
            seat, hand = self.view.seat, t.setting.hand
            seen |= {
                f"hand:{tile_name(t.hands[i] >> 1)}" for i in range(seat * hand, (seat + 1) * hand) if t.hands[i] >= 0
            }
            seen |= {f"hand:{tile_name(SMALL + troop)}" for troop in range(5) if t.reserve[seat] >> troop & 1}
        seen |= {f"row:{tile_name(kind)}" for kind in t.row if kind != EMPTY}
        return [*out, *sorted(seen), "stack"]

    def places_of(self, s: State, action: i64) -> list[str]:
        return _places_of(cast(GunkimonoState, s), action)

    def why_not(self, place: str) -> GunbaiError:
        return refusals.why_not_here(cast(GunkimonoState, self.world), place)


def _places_of(t: GunkimonoState, action: i64) -> list[str]:
    """What a legal action can begin with. A large tile can be pointed at on both of its squares."""
    field = t.setting.field
    if action < PASS:
        return [f"hand:{tile_name(action - USE)}"]
    if LAY <= action < PUT:
        cell = field.cell_of[(action - LAY) >> 2]
        return [cell_name(field, cell), cell_name(field, t.board.neighbour(cell, (action - LAY) & 3))]
    if PUT <= action < SUPPORT_WITH:
        return [cell_name(field, field.cell_of[action - PUT])]
    if SUPPORT_WITH <= action < VICTORY:
        return [f"hand:{tile_name(SMALL + action - SUPPORT_WITH)}"]
    if VICTORY <= action <= NOTHING:
        return [cell_name(field, turn.half_cell(t))]
    if BUILD_AT <= action < TAKE:
        return [cell_name(field, field.cell_of[action - BUILD_AT])]
    if TAKE <= action < BLIND:
        return [f"row:{tile_name(action - TAKE)}"]
    return ["stack"] if action == BLIND else []


class _Told:
    """What has been read so far, effects and sentences side by side."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.effects: list[Effect] = []
        self.sayings: list[Saying] = []

    def add(self, before: GunkimonoState, action: i64, after: GunkimonoState, later: list[i64]) -> None:
        """One action of a plan; what an action only offers is left out when the plan goes on to choose from it."""
        seat = int(before.turn)
        if action < PASS:
            if not later:
                self._opens(after)
        elif LAY <= action < SUPPORT_WITH:
            if after.step != state.SUPPORT:
                self._lies(before.board, after, later)
            elif not later:
                # All small tiles support alike, so any of them shows how the tile comes to lie.
                lower = cell_name(after.board.field, turn.lower_cell(after))
                self.effects.append(Effect(COST, SMALL_TILE, seat, lower, amount=1))
                self.sayings.append(Saying("needs a small tile beneath {square}", square=lower))
                supported = after.copy()
                self.game.apply(supported, self.game.legal(after)[0])
                self._lies(before.board, supported, later)
        elif SUPPORT_WITH <= action < VICTORY:
            lower = cell_name(before.board.field, turn.lower_cell(before))
            troop = TROOP_NAMES[int(action - SUPPORT_WITH)]
            self.effects.append(Effect(COST, tile_name(SMALL + action - SUPPORT_WITH), seat, lower, amount=1))
            self.sayings.append(Saying("spends the small {troop} tile beneath {square}", troop=troop, square=lower))
            self._lies(before.board, after, later)
        elif VICTORY <= action <= NOTHING:
            self._scores(before, action, after, later)
        elif BUILD_AT <= action < TAKE:
            self._builds(before, action, after)
        elif TAKE <= action < BLIND:
            self._takes(before, tile_name(action - TAKE))
        elif action == BLIND:
            self.effects.append(Effect(GAIN, UNSEEN, seat, amount=1))
            self.sayings.append(Saying("an unseen tile comes into the hand"))
        elif action == PASS:
            self._income(before, 0, after)
        if self._past_banner(after).step == state.OVER:
            self.effects.append(Effect(END))
            self.sayings.append(Saying("the game ends, and the banners are turned over"))

    # -- tiles --------------------------------------------------------------------------------------

    def _opens(self, t: GunkimonoState) -> None:
        """The squares a chosen tile can cover, and in how many ways."""
        ways = self.game.legal(t)
        squares = sorted({name for action in ways for name in _places_of(t, action)})
        self.effects.append(Effect(OPEN, tile_name(t.tile), int(t.turn), amount=len(ways), places=tuple(squares)))
        if len(ways) == 1:
            self.sayings.append(Saying("can be placed in one way"))
        else:
            self.sayings.append(Saying("can be placed in {count} ways", count=len(ways)))

    def _lies(self, before: Board, t: GunkimonoState, later: list[i64]) -> None:
        """A tile has come to lie: what its troops may score, and what it joins, cuts and changes."""
        cells = [t.cell] if t.tile >= SMALL else [t.cell, t.board.neighbour(t.cell, t.facing)]
        for half, at in enumerate(cells):
            self.effects.append(
                Effect(
                    PLACE,
                    TROOP_NAMES[int(turn.troop_of(t.tile, half))],
                    at=cell_name(before.field, at),
                    amount=int(turn.symbols_of(t.setting, t.tile, half)),
                )
            )
        for half, at in enumerate(cells):
            if half >= len(later):
                self._offers(t, half)
            self._joins(before, t.board, at)
        self._cuts(before, t.board, cells)
        self._pays(before, t.board)

    def _offers(self, t: GunkimonoState, half: i64) -> None:
        """What a troop that lies there can be scored for."""
        world = t.copy()
        world.half = half
        seat = int(t.turn)
        troop = TROOP_NAMES[int(turn.half_troop(world))]
        square = cell_name(t.board.field, turn.half_cell(world))
        points = 0
        honor = 0
        banner = ""
        for action in self.game.legal(world):
            if action == VICTORY:
                points = int(turn.half_points(world))
                self.effects.append(Effect(OFFER, POINTS, seat, square, amount=points))
            elif action == HONOR:
                honor = int(turn.half_symbols(world))
                self.effects.append(Effect(OFFER, HONOR_GAINED, seat, square, amount=honor))
                scored = world.copy()
                self.game.apply(scored, HONOR)
                if scored.step == state.BANNER:
                    banner = BANNER_NAMES[int(turn.banner_layer(scored))]
                    self.effects.append(Effect(OFFER, banner, seat, square, amount=1))
        self.sayings.append(_worth(troop, square, points, honor))
        if banner:
            self.sayings.append(Saying("its honor wins a {banner} banner", banner=banner))

    def _joins(self, before: Board, after: Board, at: i64) -> None:
        """What touches the new troop, as it hangs together without it."""
        formation = after.formation(at)
        rest = formation & ~bit(at)
        if not rest:
            return
        troop = TROOP_NAMES[int(after.troop_at(at))]
        parts: list[int] = []
        while rest:
            part = after.grow(rest & -rest, rest)
            rest &= ~part
            parts.append(int(count(part)))
            square = cell_name(before.field, lowest(part))
            holder = before.owner(part)
            if holder >= 0:
                seat = SEAT_NAMES[int(holder)]
                self.sayings.append(
                    Saying(
                        "joins {seat}'s {size} {troop} at {square}",
                        seat=seat,
                        size=parts[-1],
                        troop=troop,
                        square=square,
                    )
                )
            else:
                self.sayings.append(
                    Saying("joins {size} {troop} at {square}", size=parts[-1], troop=troop, square=square)
                )
        self.effects.append(
            Effect(
                JOIN,
                troop,
                int(after.owner(formation)),
                cell_name(before.field, at),
                amount=int(count(formation)),
                places=_names(after, formation),
                parts=tuple(parts),
            )
        )

    def _cuts(self, before: Board, after: Board, cells: list[i64]) -> None:
        done: i64 = 0
        for cell in cells:
            old = before.troop_at(cell)
            formation = before.formation(cell)
            # Two squares of one formation make one cut; a covered troop on its own leaves nothing to speak of.
            if done & formation or count(formation) == 1 or after.troops[old] & bit(cell):
                continue
            done |= formation
            rest = formation & after.troops[old]
            parts: list[int] = []
            while rest:
                part = after.grow(rest & -rest, rest)
                parts.append(int(count(part)))
                rest &= ~part
            parts.sort(reverse=True)
            self._cut(before, formation, TROOP_NAMES[int(old)], parts)

    def _cut(self, before: Board, formation: i64, troop: str, parts: list[int]) -> None:
        names = _names(before, formation)
        size, square = len(names), cell_name(before.field, lowest(formation))
        owner = int(before.owner(formation))
        self.effects.append(Effect(CUT, troop, owner, names[0], amount=size, places=names, parts=tuple(parts)))
        left = " + ".join([str(part) for part in parts])
        if not parts:
            self.sayings.append(Saying("covers all {size} {troop} at {square}", size=size, troop=troop, square=square))
        elif owner < 0:
            self.sayings.append(
                Saying("leaves {left} of {size} {troop} at {square}", left=left, size=size, troop=troop, square=square)
            )
        else:
            self.sayings.append(
                Saying(
                    "leaves {left} of {seat}'s {size} {troop} at {square}",
                    left=left,
                    seat=SEAT_NAMES[owner],
                    size=size,
                    troop=troop,
                    square=square,
                )
            )

    def _pays(self, before: Board, after: Board) -> None:
        """Strongholds that hold more or fewer troops from now on."""
        for seat in range(5):
            forts = before.forts[seat]
            while forts:
                cell = lowest(forts)
                forts &= forts - 1
                was, will = int(count(before.formation(cell))), int(count(after.formation(cell)))
                if was != will:
                    square = cell_name(before.field, cell)
                    self.effects.append(Effect(CHANGE, PAY, seat, square, amount=will, before=was))
                    self.sayings.append(
                        Saying(
                            "{seat}'s stronghold on {square} pays {after} instead of {before}",
                            seat=SEAT_NAMES[seat],
                            square=square,
                            after=will,
                            before=was,
                        )
                    )

    # -- scoring, building, refilling -----------------------------------------------------------------

    def _scores(self, before: GunkimonoState, action: i64, after: GunkimonoState, later: list[i64]) -> None:
        seat = int(before.turn)
        square = cell_name(before.board.field, turn.half_cell(before))
        troop = turn.half_troop(before)
        name = TROOP_NAMES[int(troop)]
        scored = 0
        if action == VICTORY:
            scored = int(turn.half_points(before))
            places = _names(before.board, before.board.formation(turn.half_cell(before)))
            self.effects.append(Effect(GAIN, POINTS, seat, square, amount=scored, places=places))
        elif action == HONOR:
            self.effects.append(Effect(GAIN, HONOR_GAINED, seat, square, amount=int(turn.half_symbols(before))))
        self.sayings.append(telling.scored(before, int(action)))
        if action == HONOR:
            self._rises(before, after, seat, troop, name)
        ahead = self._past_banner(after)
        if ahead.step == state.BUILD and not later:
            sites = ahead.board.building_sites(ahead.turn, ahead.setting.own_double)
            self.effects.append(Effect(OPEN, STRONGHOLD, seat, places=_names(ahead.board, sites)))
            self.sayings.append(Saying("a stronghold is built next"))
        self._income(before, scored, ahead)

    def _past_banner(self, t: GunkimonoState) -> GunkimonoState:
        """The turn goes on alike whatever a banner is worth."""
        if t.step != state.BANNER:
            return t
        ahead = t.copy()
        self.game.apply(ahead, self.game.legal(ahead)[0])
        return ahead

    def _rises(self, before: GunkimonoState, after: GunkimonoState, seat: int, troop: i64, name: str) -> None:
        """Where the marker of a troop scored as honor goes."""
        row, new = int(before.honor[seat * 5 + troop]), int(after.honor[seat * 5 + troop])
        end = int(after.setting.rows[2])
        if new == GONE:
            self.effects.append(Effect(CHANGE, name, seat, amount=end, before=row))
            self.sayings.append(
                Saying("the {troop} marker reaches row {row} and leaves the track", troop=name, row=end)
            )
        else:
            self.effects.append(Effect(CHANGE, name, seat, amount=new, before=row))
            self.sayings.append(
                Saying("the {troop} marker rises from row {before} to row {row}", troop=name, before=row, row=new)
            )
        if after.step == state.BANNER:
            banner = BANNER_NAMES[int(turn.banner_layer(after))]
            self.effects.append(Effect(GAIN, banner, seat, amount=1))
            self.sayings.append(Saying("wins a {banner} banner", banner=banner))
        row, there = int(turn.stronghold_row(after, seat)), int(turn.markers_there(after, seat))
        if row >= 0:
            self.sayings.append(
                Saying("{count} of 5 markers have reached row {row} for the next stronghold", count=there, row=row)
            )

    def _builds(self, before: GunkimonoState, action: i64, after: GunkimonoState) -> None:
        seat = int(before.turn)
        cell = before.setting.field.cell_of[action - BUILD_AT]
        formation = before.board.formation(cell)
        size, troop = int(count(formation)), TROOP_NAMES[int(before.board.troop_at(cell))]
        square = cell_name(before.board.field, cell)
        self.effects.append(
            Effect(BUILD, STRONGHOLD, seat, square, amount=size, places=_names(before.board, formation))
        )
        self.sayings.append(
            Saying("a stronghold on {square} holds {size} {troop}", square=square, size=size, troop=troop)
        )
        self._income(before, 0, after)

    def _income(self, before: GunkimonoState, scored: int, after: GunkimonoState) -> None:
        """What the seat's strongholds pay with this action: what it gained beyond the troop it scored."""
        seat = int(before.turn)
        gained = int(after.vp[seat] - before.vp[seat]) - scored
        if gained:
            places = _names(after.board, after.board.forts[seat])
            self.effects.append(Effect(GAIN, POINTS, seat, amount=gained, places=places))
            self.sayings.append(Saying("strongholds pay {points}", points=gained))

    def _takes(self, before: GunkimonoState, tile: str) -> None:
        self.effects.append(Effect(GAIN, tile, int(before.turn), amount=1))
        if turn.stack_left(before) > 0:
            self.sayings.append(Saying("{tile} comes into the hand, and an unseen tile into the row", tile=tile))
        else:
            self.sayings.append(Saying("{tile} comes into the hand", tile=tile))


def _worth(troop: str, square: str, points: int, honor: int) -> Saying:
    """What a troop on a square can be scored for."""
    if points == 1 and honor:
        return Saying("{troop} on {square}: one point or {honor} honor", troop=troop, square=square, honor=honor)
    if points and honor:
        return Saying(
            "{troop} on {square}: {points} points or {honor} honor",
            troop=troop,
            square=square,
            points=points,
            honor=honor,
        )
    if points == 1:
        return Saying("{troop} on {square}: one point, no honor", troop=troop, square=square)
    if points:
        return Saying("{troop} on {square}: {points} points, no honor", troop=troop, square=square, points=points)
    if honor:
        return Saying(
            "{troop} on {square}: {honor} honor, no points beside a stronghold", troop=troop, square=square, honor=honor
        )
    return Saying("{troop} on {square}: neither points nor honor", troop=troop, square=square)


def _names(board: Board, squares: i64) -> tuple[str, ...]:
    return tuple([cell_name(board.field, cell) for cell in range(board.field.cells) if squares >> cell & 1])
