"""What a player of Gunshi can foresee: who goes where, who falls, what it costs, and what each square stands for.

Everything is read off the view's own state, in which the other side's secrets are blank: no guess has a say. An action
that leaves a command unfinished is foreseen to its end, as if it were carried out without any further wish: nobody else
joins, the front goes first, and a unit that may choose where to go goes as far as it can. A real choice is told as one.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import (
    OFFER,
    OPEN,
    Effect,
    Foresight,
)
from gunbai.core.game import Outlook, State, Tried
from gunbai.core.saying import Saying
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi import choices, refusals, state, telling
from gunbai.games.gunshi.board import light_steps, steps, targets, unit_type
from gunbai.games.gunshi.chain import (
    aims,
    card_shoots,
    card_turns,
    card_ways,
    chain_works,
    destinations,
    joinable,
    may_stay,
    open_lines,
)
from gunbai.games.gunshi.data import (
    CARD_CODES,
    CROSSBOW,
    DIRECTION_NAMES,
    LIGHT,
    LINE_NAMES,
    SQUARE_NAMES,
    UNIT_NAMES,
    UNKNOWN,
    line_squares,
)
from gunbai.games.gunshi.foretelling import FENCE, SHOT, Notes
from gunbai.games.gunshi.packed import row_kind
from gunbai.games.gunshi.state import (
    ALL,
    BOLTING,
    BUILDING,
    CAV,
    COMMITTED,
    HAND,
    KIT,
    ROW,
    ROW_N,
    SHOWN,
    SIDE,
    GunshiState,
)
from gunbai.games.gunshi.view import GunshiView, card_list, squares_list

# What effects call a chain that is still open to neighbours.
CHAIN: Final = "chain"
# Longer than any command.
_MOST_STEPS: Final = 40


class GunshiOutlook(Outlook):
    """The moment of one seat."""

    def read(self, tried: list[Tried]) -> Foresight:
        plan = _Plan(cast(GunshiView, self.view).state, int(self.view.seat))
        for each in tried:
            plan.play(int(each.action))
        return plan.foresight()

    def places(self) -> list[str]:
        """Squares (`d3`), lines (`c3-c4`), directions (`way:north`), pieces to be had (`reserve:archer`,
        `reserve:fence`), the viewer's cards (`card:M`) and the enemy's row (`row:1`, the next one first)."""
        t, seat = cast(GunshiView, self.view).state, self.view.seat
        out = [*SQUARE_NAMES, *LINE_NAMES, *[f"way:{name}" for name in DIRECTION_NAMES]]
        out += [f"reserve:{name}" for name in (*UNIT_NAMES, FENCE)]
        cards: set[str] = {
            name for action in self.legal for name in self.places_of(t, action) if name.startswith("card:")
        }
        if seat >= 0:
            o = SIDE * seat
            cards |= {f"card:{code}" for code in card_list(t.side[o + HAND]) + card_list(t.side[o + KIT])}
            out += [f"row:{i + 1}" for i in range(t.side[SIDE - o + ROW_N])]
        return [*out, *sorted(cards)]

    def places_of(self, s: State, action: i64) -> list[str]:
        return _places_of(cast(GunshiState, s), int(action))

    def why_not(self, place: str) -> GunbaiError:
        return refusals.why_not_here(cast(GunshiView, self.view).state, self.view.seat, place)


# The verbs that name a square, and those that name a card: their first numbers. In a vector: mypyc 2.4.1 never sets a
# constant tuple of native numbers of another module.
_OF_SQUARES: Final = vec[i64]([a.A_UNIT, a.A_JOIN, a.A_NEXT, a.A_TO, a.A_HIT, a.A_ASK, a.A_SHOGUN])
_OF_CARDS: Final = vec[i64]([a.A_SEND, a.A_HAND, a.A_DECK, a.A_PICK, a.A_PREPARE, a.A_TAKE, a.A_DISCARD])


def _places_of(t: GunshiState, action: int) -> list[str]:
    """What a legal action can begin with."""
    for verb in _OF_SQUARES:
        if verb <= action < verb + 49:
            return [SQUARE_NAMES[action - verb]]
    for verb in _OF_CARDS:
        if verb <= action < verb + len(CARD_CODES):
            return [f"card:{CARD_CODES[action - verb]}"]
    o = SIDE * t.seat
    if a.A_WAY <= action < a.A_TURN:
        way = action - a.A_WAY
        goals = light_steps(t, o, t.unit, way) if t.card == LIGHT else steps(t, o, t.unit, way)
        return [f"way:{DIRECTION_NAMES[way]}", *squares_list(goals)]
    if a.A_TURN <= action < a.A_SHOOT:
        return [f"way:{DIRECTION_NAMES[action - a.A_TURN]}"]
    if action == a.A_SHOOT:
        return squares_list(targets(t, o, t.unit, t.card == CROSSBOW))
    if action in (a.A_INVADE, a.A_STAY):
        return [SQUARE_NAMES[t.at]]
    if a.A_PLACE <= action < a.A_FACE:
        kind, square = (action - int(a.A_PLACE)) // 49, (action - int(a.A_PLACE)) % 49
        return [SQUARE_NAMES[square], f"reserve:{UNIT_NAMES[kind]}"]
    if a.A_FACE <= action < a.A_FENCE:
        return [f"way:{DIRECTION_NAMES[action - a.A_FACE]}"]
    if a.A_FENCE <= action < a.A_SWITCH:
        return [LINE_NAMES[action - a.A_FENCE], *([f"reserve:{FENCE}"] if t.phase == state.PIECE else [])]
    if a.A_SWITCH <= action < a.A_LOOK:
        one, two = line_squares(action - int(a.A_SWITCH))
        return [LINE_NAMES[action - a.A_SWITCH], SQUARE_NAMES[one], SQUARE_NAMES[two]]
    if a.A_LOOK <= action < a.A_ASK:
        return [f"row:{action - int(a.A_LOOK) + 1}"]
    return []


class _Plan:
    """A plan of one seat on its way, played in the state of its view."""

    def __init__(self, t: GunshiState, seat: int) -> None:
        self.seat = seat
        self.o: i64 = SIDE * seat
        self.enemy: i64 = SIDE - SIDE * seat
        self.start = t
        self.t = t.copy()  # where the plan has led
        self.notes = Notes(seat)
        self.certain = True
        self.sealed = False  # all sealed choices of the seat are made: the rest waits for the other side
        # The field and its moves before the first unit was only taken to go somewhere.
        self.sure: GunshiState | None = None
        self.sure_moves: dict[int, int] = {}

    def play(self, action: int) -> None:
        """One action of the plan."""
        t = self.t
        if self.sealed:
            return
        if choices.is_sealed(t.phase):
            # The other side's sealed choices are not known: nothing is opened here.
            t.side[self.enemy + COMMITTED] = 0
            self.notes.seals(t, action)
            choices.apply(t, self.seat, action)
            self.sealed = t.side[self.o + COMMITTED] != 0
            self.certain = self.certain and not self.sealed
            return
        before = t.copy()
        self._step(action, -1)
        self.certain = self.certain and self._knows_all(before, action)

    def foresight(self) -> Foresight:
        """What the plan brings, what the command goes on to do, and what is said once for all of it."""
        t, notes = self.t, self.notes
        if not self.sealed and t.seat == self.seat:
            if t.phase == state.WHAT:
                self._opens()
            elif t.phase == state.JOIN:
                found = squares_list(joinable(t, self.o))
                notes.effects.append(Effect(OPEN, CHAIN, self.seat, SQUARE_NAMES[t.unit], places=tuple(found)))
                self._carry_on()
                notes.sayings.append(Saying("{squares} may join", squares=", ".join(found)))
            else:
                self._carry_on()
        if notes.bare:
            notes.sayings.append(Saying("shield dropped: {squares}", squares=", ".join(notes.bare)))
        if notes.torn:
            notes.sayings.append(Saying("enemy fence {lines} falls", lines=", ".join(notes.torn)))
        if notes.zone:
            notes.sayings.append(Saying("may invade from {squares}", squares=", ".join(notes.zone)))
        if self.start.turn and not self.sealed:
            if self.sure is None:
                notes.ranges(self.start, t, notes.moved)
            else:
                notes.ranges(self.start, self.sure, self.sure_moves)
        return Foresight(tuple(notes.effects), tuple(notes.sayings), self.certain)

    def _step(self, action: int, guessed: int) -> None:
        """Carry out an action and note what it brought, but for the unit (-1 for none) that only might go there."""
        before = self.t.copy()
        choices.apply(self.t, self.t.seat, action)
        self.notes.step(before, action, self.t, guessed)

    def _knows_all(self, before: GunshiState, action: int) -> bool:
        """Whether nothing hidden has a say in what the seat sees after the action."""
        t, enemy = self.t, self.enemy
        if a.A_ASK <= action < a.A_SEND:
            return before.side[enemy + SHOWN] != 0 or before.cleared >> (action - a.A_ASK) & 1 != 0
        if a.A_LOOK <= action < a.A_ASK:
            return row_kind(before.side[enemy + ROW], action - a.A_LOOK) != UNKNOWN
        if t.turn != before.turn and before.side[enemy + ROW_N]:
            # The enemy's next card is turned up.
            return False
        fallen = before.side[enemy + ALL] & ~t.side[enemy + ALL]
        return before.side[enemy + SHOWN] != 0 or not fallen & ~before.cleared

    def _carry_on(self) -> None:
        """Go on with an unfinished command as far as nobody has to choose."""
        t, o = self.t, self.o
        card, left = t.card, t.left
        for _ in range(_MOST_STEPS):
            if t.seat != self.seat or t.phase == state.OVER or t.card != card or t.left != left:
                return
            phase = t.phase
            if phase in (state.JOIN, state.LINE) and t.doing == BUILDING:
                self._builders()
                return
            if phase == state.JOIN:
                if not chain_works(t, o, t.chain):
                    self.notes.sayings.append(
                        Saying("{square} waits for the unit ahead of it to join", square=SQUARE_NAMES[t.unit])
                    )
                    return
                self._step(int(a.A_GO), -1)
            elif phase == state.ACT:
                self._step(self._front(), -1)
            elif phase == state.TO:
                self._rides()
            elif phase == state.HIT:
                self._aims()
                return
            elif phase == state.INVADE:
                self._step(int(a.A_STAY if may_stay(t, o) else a.A_INVADE), -1)
            elif phase == state.FACING:
                self._step(int(a.A_FACE) + (0 if self.seat == 0 else 2), -1)
                self.notes.sayings.append(Saying("next, which way it faces"))
                return
            elif phase == state.TURN:
                self.notes.sayings.append(Saying("then it turns"))
                return
            else:
                return

    def _front(self) -> int:
        """The next member of the chain: the unit in front acts first."""
        t = self.t
        best = -1
        for action in choices.legal(t, t.seat):
            square = int(action - a.A_NEXT)
            if best < 0 or telling.ahead(square, int(t.way)) > telling.ahead(best, int(t.way)):
                best = square
        return int(a.A_NEXT) + best

    # -- choices that open up -------------------------------------------------------------------------

    def _opens(self) -> None:
        """What the chosen unit can be told to do."""
        t, o = self.t, self.o
        ways, turns = card_ways(t, o), card_turns(t, o)
        reach: i64 = 0
        for way in range(4):
            if ways >> way & 1:
                reach |= light_steps(t, o, t.unit, way) if t.card == LIGHT else steps(t, o, t.unit, way)
        if ways:
            self.notes.sayings.append(Saying("can move {ways}", ways=_ways(ways)))
        if turns:
            self.notes.sayings.append(Saying("can turn {ways}", ways=_ways(turns)))
        square = SQUARE_NAMES[t.unit]
        if card_shoots(t, o):
            aimed = squares_list(targets(t, o, t.unit, t.card == CROSSBOW))
            self.notes.sayings.append(
                Saying("{archer_square} can shoot at {squares}", archer_square=square, squares=", ".join(aimed))
            )
            self.notes.effects.append(Effect(OPEN, SHOT, self.seat, square, places=tuple(aimed)))
        kind = UNIT_NAMES[unit_type(t, o, t.unit)]
        self.notes.effects.append(Effect(OPEN, kind, self.seat, square, places=tuple(squares_list(reach))))

    def _rides(self) -> None:
        """A unit may choose where to go: how far it gets, and what it can take. Then it is taken to go that far."""
        t, o, enemy = self.t, self.o, self.enemy
        start, way = int(t.at), int(t.way)
        found = destinations(t, o, start)
        goals = sorted([q for q in range(49) if found >> q & 1], key=lambda q: telling.ahead(q, way))
        far = goals[-1]
        one, two = SQUARE_NAMES[start], SQUARE_NAMES[far]
        riding = t.side[o + CAV] >> start & 1 != 0
        self.notes.effects.append(
            Effect(
                OPEN,
                UNIT_NAMES[unit_type(t, o, start)],
                self.seat,
                one,
                two,
                places=tuple([SQUARE_NAMES[goal] for goal in goals]),
            )
        )
        if not t.side[enemy + ALL] >> far & 1:
            self.notes.sayings.append(Saying("{square} can go as far as {goal_square}", square=one, goal_square=two))
        elif t.shields >> far & 1 and not riding:
            self.notes.sayings.append(
                Saying("{square} can break the shield on {goal_square}", square=one, goal_square=two)
            )
        else:
            unit = UNIT_NAMES[unit_type(t, enemy, far)]
            self.notes.sayings.append(
                Saying("{square} can take {unit} on {goal_square}", square=one, unit=unit, goal_square=two)
            )
        if self.sure is None:
            self.sure = t.copy()
            self.sure_moves = dict(self.notes.moved)
        self._step(int(a.A_TO) + far, start)

    def _aims(self) -> None:
        """An archer may choose its target; those of the chain that act after it are told with it."""
        t, o = self.t, self.o
        crossbow = t.doing == BOLTING
        archers = [int(t.at), *[square for square in range(49) if t.members >> square & 1 and square != t.at]]
        for archer in archers:
            found = aims(t, o, archer) if archer == t.at else targets(t, o, archer, crossbow)
            name, aimed = SQUARE_NAMES[archer], squares_list(found)
            self.notes.effects.append(Effect(OPEN, SHOT, self.seat, name, places=tuple(aimed)))
            self.notes.sayings.append(
                Saying("{archer_square} can shoot at {squares}", archer_square=name, squares=", ".join(aimed))
            )

    def _builders(self) -> None:
        """Infantry that will build, each on a line that is still to be chosen."""
        t, o = self.t, self.o
        builders = t.chain if t.phase == state.JOIN else t.members
        names = squares_list(builders)
        if t.phase == state.LINE:
            lines = tuple([LINE_NAMES[line] for line in open_lines(t, o, t.at)])
            self.notes.effects.append(Effect(OPEN, FENCE, self.seat, SQUARE_NAMES[t.at], places=lines))
        self.notes.effects.append(Effect(OFFER, FENCE, self.seat, amount=len(names), places=tuple(names)))
        if len(names) == 1:
            self.notes.sayings.append(Saying("{square} builds a fence for a point", square=names[0]))
        else:
            self.notes.sayings.append(
                Saying(
                    "{squares}: each builds a fence, {points} points in all",
                    squares=", ".join(names),
                    points=len(names),
                )
            )


def _ways(ways: i64) -> str:
    return ", ".join([DIRECTION_NAMES[way] for way in range(4) if ways >> way & 1])
