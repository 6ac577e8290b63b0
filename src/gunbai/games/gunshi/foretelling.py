"""What one step of a plan brought in Gunshi, read off the states before and after it: effects and sentences.

The states are those of a view, so nothing that is hidden from its seat can be told.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from gunbai.core.foresight import (
    BUILD,
    CHANGE,
    COST,
    END,
    FALL,
    GAIN,
    JOIN,
    MOVE,
    OFFER,
    OPEN,
    PLACE,
    SAFE,
    THREAT,
    TURN,
    Effect,
)
from gunbai.core.saying import Saying
from gunbai.games.gunshi import actions as a
from gunbai.games.gunshi import aftermath, state, telling
from gunbai.games.gunshi.board import facing, targets, unit_type
from gunbai.games.gunshi.data import (
    AROUND_EAST,
    AROUND_NORTH,
    CARD_CODES,
    CARD_NAMES,
    CROSSBOW,
    DIRECTION_NAMES,
    INVADERS_TO_WIN,
    LIGHT,
    LINE_NAMES,
    NEXT,
    RAPID_FIRE,
    SEAT_NAMES,
    SQUARE_NAMES,
    UNIT_NAMES,
    bit_at,
    count,
    east_line,
    line_squares,
    lowest,
)
from gunbai.games.gunshi.packed import deck_kind
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    BOLTING,
    DECK,
    DECK_N,
    FACE,
    FENCE_E,
    FENCE_N,
    MLP,
    ROW_N,
    SEAL_N,
    SHOGUN,
    SHOOTING,
    SIDE,
    TRAP_OUT,
    TURNING,
    GunshiState,
    invaders,
)
from gunbai.games.gunshi.view import squares_list

# What effects call things that are no unit.
POINTS: Final = "points"
SHIELD: Final = "shield"
FENCE: Final = "fence"
TRAP: Final = "trap"
INVADERS: Final = "invaders"
SHOT: Final = "shot"
SHOGUN_MARK: Final = "shogun"
UNSEEN: Final = "?"


@final
class Notes:
    """What has been read so far of a seat's plan, effects and sentences side by side."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.o: i64 = SIDE * seat
        self.enemy: i64 = SIDE - SIDE * seat
        self.effects: list[Effect] = []
        self.sayings: list[Saying] = []
        self.moved: dict[int, int] = {}  # where units have come to -> where they stood
        self._guess = -1  # where a unit went that might go elsewhere
        # Said once for the whole plan: squares and lines by name.
        self.bare: list[str] = []
        self.torn: list[str] = []
        self.zone: list[str] = []

    def step(self, before: GunshiState, action: int, t: GunshiState, guessed: int) -> None:
        """Read what an action brought, but for the unit (-1 for none) that only might go there."""
        self._guess = -1
        if action < a.A_LOOK:
            self._chain(before, action)
            self._marches(before, action, t, guessed)
            self._shots(before, action, t)
            self._turns(before, action, t)
            self._fences(before, t)
            self._pieces(before, action, t)
        else:
            self._quiet(before, action, t)
        paid = aftermath.paid(before, t, action)
        points = int(before.side[self.o + MLP]) - paid
        if paid:
            self.effects.append(Effect(COST, POINTS, self.seat, amount=paid))
            self.sayings.append(Saying("costs {points}, leaves {total}", points=paid, total=points))
        if t.phase == state.INVADE and t.side[self.o + SHOGUN] != t.at:
            self._may_invade(t)
        if t.phase == state.OVER and t.winner >= 0:
            self.effects.append(Effect(END, seat=int(t.winner)))
            self.sayings.append(Saying("that wins the battle!"))
        elif t.turn != before.turn or t.phase == state.OVER:
            self._ends(before, action, t, points)
        elif before.card >= 0 and t.left < before.left:
            self._next_cards(before, t, points)

    def _chain(self, before: GunshiState, action: int) -> None:
        """Who acts together."""
        if a.A_JOIN <= action <= a.A_GO:
            chain = before.chain | (bit_at(action - a.A_JOIN) if action < a.A_GO else 0)
            if count(chain) > 1:
                places = tuple(squares_list(chain))
                kind = UNIT_NAMES[unit_type(before, self.o, before.unit)]
                at = SQUARE_NAMES[before.unit]
                self.effects.append(Effect(JOIN, kind, self.seat, at, amount=len(places), places=places))

    def _marches(self, before: GunshiState, action: int, t: GunshiState, guessed: int) -> None:
        """Members of a chain that went somewhere, took somebody or broke a shield."""
        o, enemy = self.o, self.enemy
        acted = telling.acted(before, t, action)
        if acted and before.card == LIGHT:
            self._drops_shields(before, acted)
        if guessed >= 0:
            acted &= ~(1 << guessed)
        for square, goal in telling.moves(before, t, action):
            self.moved[goal] = self.moved.pop(square, square)
            if square == guessed:
                self._guess = goal
                continue
            acted &= ~(1 << square)
            kind = UNIT_NAMES[unit_type(before, o, square)]
            one, two = SQUARE_NAMES[square], SQUARE_NAMES[goal]
            self.effects.append(Effect(MOVE, kind, self.seat, one, two))
            if before.side[enemy + ALL] >> goal & 1:
                unit = UNIT_NAMES[unit_type(before, enemy, goal)]
                self._falls(unit, 1 - self.seat, goal, square)
                self.sayings.append(
                    Saying("{square} takes {unit} on {goal_square}", square=one, unit=unit, goal_square=two)
                )
            else:
                self.sayings.append(Saying("{square} → {goal_square}", square=one, goal_square=two))
        way = action - int(a.A_WAY) if a.A_WAY <= action < a.A_TURN else int(before.way)
        for square in range(49):
            if acted >> square & 1:
                self._strikes(before, t, square, way)
        if aftermath.springs(before, t):
            for square, goal in aftermath.dragged(before, t, action):
                self.moved[goal] = self.moved.pop(square, square)
                kind = UNIT_NAMES[unit_type(before, o, square)]
                one, two = SQUARE_NAMES[square], SQUARE_NAMES[goal]
                # Moved by the other side.
                self.effects.append(Effect(MOVE, kind, 1 - self.seat, one, two))
                self.sayings.append(
                    Saying("the Chain Trap drags {square} to {goal_square}", square=one, goal_square=two)
                )
            if not t.side[enemy + TRAP_OUT]:
                self.effects.append(Effect(FALL, TRAP, 1 - self.seat))

    def _drops_shields(self, before: GunshiState, acted: int) -> None:
        """Light Infantry leaves its shields behind."""
        for square in range(49):
            if acted & before.shields & bit_at(square):
                self.effects.append(Effect(FALL, SHIELD, self.seat, SQUARE_NAMES[square]))
                self.bare.append(SQUARE_NAMES[square])

    def _strikes(self, before: GunshiState, t: GunshiState, square: int, way: int) -> None:
        """A unit that acted and stayed where it was has broken a shield."""
        goal = int(NEXT[49 * way + square])
        for _ in range(2):
            if goal < 0:
                return
            bit = bit_at(goal)
            if before.side[self.enemy + ALL] & before.shields & ~t.shields & bit:
                self._falls(SHIELD, 1 - self.seat, goal, square)
                self.sayings.append(
                    Saying(
                        "{square} breaks the shield on {goal_square}",
                        square=SQUARE_NAMES[square],
                        goal_square=SQUARE_NAMES[goal],
                    )
                )
                return
            goal = int(NEXT[49 * way + goal])

    def _falls(self, piece: str, seat: int, at: int, by: int) -> None:
        self.effects.append(Effect(FALL, piece, seat, SQUARE_NAMES[at], places=(SQUARE_NAMES[by],)))

    def _shots(self, before: GunshiState, action: int, t: GunshiState) -> None:
        """Arrows that have struck, each with its archer."""
        enemy = self.enemy
        shooting = (SHOOTING, BOLTING)
        rapid = before.card == RAPID_FIRE
        if action != a.A_SHOOT and before.doing not in shooting and not rapid:
            return
        arrows: list[int] = []
        for square in range(49):
            bit = bit_at(square)
            if before.side[enemy + ALL] & bit:
                shield = before.shields & bit
                if not t.side[enemy + ALL] & bit:
                    arrows += [square, square] if shield else [square]
                elif shield and not t.shields & bit:
                    arrows.append(square)
        waiting: i64 = before.members
        if action == a.A_SHOOT or rapid:
            waiting = bit_at(before.unit if before.unit >= 0 else action)
        elif before.phase == state.JOIN:
            waiting = before.chain | (bit_at(action - a.A_JOIN) if action < a.A_GO else 0)
        if t.card == before.card and t.left == before.left and t.doing in shooting and not rapid:
            waiting &= ~t.members
        archers = [square for square in range(49) if waiting >> square & 1]
        if rapid:
            archers = archers * len(arrows)
        elif a.A_HIT <= action < a.A_INVADE:
            self._hits(before, t, int(before.at), action - int(a.A_HIT), arrows)
            archers.remove(int(before.at))
        crossbow = before.card == CROSSBOW
        while archers and arrows:
            # The archer that can reach the fewest of them shot one of those.
            reach: list[tuple[int, int]] = []
            for archer in archers:
                aimed = targets(before, self.o, archer, crossbow)
                reach.append((len([arrow for arrow in arrows if aimed >> arrow & 1]), archer))
            archer = min(reach)[1]
            aimed = targets(before, self.o, archer, crossbow)
            within = [arrow for arrow in arrows if aimed >> arrow & 1]
            self._hits(before, t, archer, within[0] if within else arrows[0], arrows)
            archers.remove(archer)

    def _hits(self, before: GunshiState, t: GunshiState, archer: int, square: int, arrows: list[int]) -> None:
        """An arrow that strikes; of two for one unit the first breaks its shield."""
        unit = UNIT_NAMES[unit_type(before, self.enemy, square)]
        gone = not t.side[self.enemy + ALL] >> square & 1
        falls = gone and arrows.count(square) == 1
        if square in arrows:
            arrows.remove(square)
        one, two = SQUARE_NAMES[archer], SQUARE_NAMES[square]
        self.effects.append(Effect(MOVE, SHOT, self.seat, one, two))
        self._falls(unit if falls else SHIELD, 1 - self.seat, square, archer)
        if falls:
            self.sayings.append(
                Saying("{archer_square} shoots: the {unit} on {square} falls", archer_square=one, unit=unit, square=two)
            )
        else:
            self.sayings.append(
                Saying(
                    "{archer_square} shoots: the {unit} on {square} loses its shield",
                    archer_square=one,
                    unit=unit,
                    square=two,
                )
            )

    def _turns(self, before: GunshiState, action: int, t: GunshiState) -> None:
        """Units that stand where they stood and face another way."""
        o = self.o
        turning = before.doing == TURNING or a.A_TURN <= action < a.A_SHOOT
        stood = (
            before.side[o + ALL] & t.side[o + ALL] & ((before.face_low ^ t.face_low) | (before.face_high ^ t.face_high))
        )
        if a.A_SWITCH <= action < a.A_LOOK:
            return
        while stood:
            square = int(lowest(stood))
            stood &= stood - 1
            if square in self.moved:
                continue
            name, way = SQUARE_NAMES[square], DIRECTION_NAMES[facing(t, square)]
            self.effects.append(Effect(TURN, UNIT_NAMES[unit_type(t, o, square)], self.seat, name, way))
            if turning:
                self.sayings.append(Saying("{square} turns {way}", square=name, way=way))

    def _fences(self, before: GunshiState, t: GunshiState) -> None:
        """Fences that were built, and enemy ones that fell."""
        o, enemy = self.o, self.enemy
        for line in _lines(
            t.side[o + FENCE_N] & ~before.side[o + FENCE_N], t.side[o + FENCE_E] & ~before.side[o + FENCE_E]
        ):
            self.effects.append(Effect(BUILD, FENCE, self.seat, line))
            one, two = line.split("-")
            self.sayings.append(Saying("a fence between {square} and {goal_square}", square=one, goal_square=two))
        north = before.side[enemy + FENCE_N] & ~t.side[enemy + FENCE_N]
        east = before.side[enemy + FENCE_E] & ~t.side[enemy + FENCE_E]
        if self._guess >= 0:
            # Those fall only if the unit really goes there.
            north &= ~AROUND_NORTH[self._guess]
            east &= ~AROUND_EAST[self._guess]
        for line in _lines(north, east):
            self.effects.append(Effect(FALL, FENCE, 1 - self.seat, line))
            self.torn.append(line)

    def _pieces(self, before: GunshiState, action: int, t: GunshiState) -> None:
        """Units that are placed, switched or leave the field as invaders."""
        o = self.o
        if action == a.A_INVADE:
            was, now = int(invaders(before.side, o)), int(invaders(t.side, o))
            at = SQUARE_NAMES[before.at]
            self.effects.append(Effect(GAIN, INVADERS, self.seat, at, amount=now - was))
            self.effects.append(Effect(CHANGE, INVADERS, self.seat, amount=now, before=was))
            self.sayings.append(
                Saying(
                    "{square} leaves the field as invader: {number} of {most}",
                    square=at,
                    number=now,
                    most=int(INVADERS_TO_WIN),
                )
            )
        elif a.A_FACE <= action < a.A_FENCE:
            unit, at = UNIT_NAMES[before.last], SQUARE_NAMES[before.at]
            way = DIRECTION_NAMES[action - a.A_FACE]
            self.effects.append(Effect(PLACE, unit, self.seat, at, way))
            if t.shields >> before.at & 1:
                self.effects.append(Effect(PLACE, SHIELD, self.seat, at))
            self.sayings.append(Saying("{unit} on {square}, facing {way}", unit=unit, square=at, way=way))
        elif a.A_SWITCH <= action < a.A_LOOK:
            one, two = line_squares(action - int(a.A_SWITCH))
            for square, goal in ((one, two), (two, one)):
                kind = UNIT_NAMES[unit_type(before, o, square)]
                self.effects.append(Effect(MOVE, kind, self.seat, SQUARE_NAMES[square], SQUARE_NAMES[goal]))
            self.moved = {one: two, two: one}
            self.sayings.append(
                Saying(
                    "{square} and {goal_square} change places and keep their facing",
                    square=SQUARE_NAMES[one],
                    goal_square=SQUARE_NAMES[two],
                )
            )

    def _may_invade(self, t: GunshiState) -> None:
        at = SQUARE_NAMES[t.at]
        worth = 2 if t.shields >> t.at & 1 else 1
        self.effects.append(Effect(OFFER, INVADERS, self.seat, at, amount=worth))
        self.zone.append(at)

    # -- cards and turns ------------------------------------------------------------------------------

    def seals(self, t: GunshiState, action: int) -> None:
        """A sealed choice: the shogun, or a card for hand, deck or kit."""
        seat = self.seat
        if a.A_SHOGUN <= action < a.A_HAND:
            square = action - int(a.A_SHOGUN)
            unit, name = UNIT_NAMES[unit_type(t, self.o, square)], SQUARE_NAMES[square]
            self.effects.append(Effect(PLACE, SHOGUN_MARK, seat, name))
            self.sayings.append(Saying("the {unit} on {square} is your shogun; only you know", unit=unit, square=name))
        elif a.A_HAND <= action < a.A_DECK:
            self._card(GAIN, action - int(a.A_HAND), "hand")
            self.sayings.append(Saying("{card} comes into the hand", card=CARD_NAMES[action - a.A_HAND]))
        elif a.A_DECK <= action < a.A_PICK:
            self._card(PLACE, action - int(a.A_DECK), "deck")
            place = int(t.side[self.o + SEAL_N]) - 3
            self.sayings.append(
                Saying("{card} is card {number} of the deck", card=CARD_NAMES[action - a.A_DECK], number=place)
            )
        elif a.A_PICK <= action < a.A_PREPARE:
            self._card(GAIN, action - int(a.A_PICK), "kit")
            self.sayings.append(Saying("{card} is one of your seven cards", card=CARD_NAMES[action - a.A_PICK]))
        else:
            self._card(GAIN, action - int(a.A_PREPARE), "prepared")
            self.sayings.append(Saying("{card} is prepared", card=CARD_NAMES[action - a.A_PREPARE]))

    def _card(self, kind: str, card: int, at: str) -> None:
        self.effects.append(Effect(kind, CARD_CODES[card], self.seat, at, amount=1))

    def _quiet(self, before: GunshiState, action: int, t: GunshiState) -> None:
        """Actions that leave the field as it is."""
        if action < a.A_ASK:
            number = action - int(a.A_LOOK) + 1
            self.effects.append(Effect(OPEN, UNSEEN, self.seat, places=(f"row:{number}",)))
            self.sayings.append(Saying("you alone see card {number} of the enemy row", number=number))
        elif action < a.A_SEND:
            square = action - int(a.A_ASK)
            unit, name = UNIT_NAMES[unit_type(before, self.enemy, square)], SQUARE_NAMES[square]
            self.effects.append(Effect(OPEN, SHOGUN_MARK, self.seat, places=(name,)))
            self.sayings.append(Saying("all hear whether the {unit} on {square} is the shogun", unit=unit, square=name))
        elif action < a.A_END:
            self._sends(before, action - int(a.A_SEND))
            if t.turn != before.turn:
                self.sayings.append(Saying("your turn ends"))
        elif action == a.A_LIGHTNING:
            self.sayings.append(Saying("next turn the first two cards are carried out"))
        elif a.A_PICK <= action < a.A_PREPARE:
            self._card(GAIN, action - int(a.A_PICK), "kit")
            self.sayings.append(Saying("both sides get {card}", card=CARD_NAMES[action - a.A_PICK]))
        elif a.A_TAKE <= action < a.A_BLIND:
            self._card(GAIN, action - int(a.A_TAKE), "hand")
            self.sayings.append(
                Saying(
                    "{card} comes into the hand; a card of the hand leaves the game for it",
                    card=CARD_NAMES[action - a.A_TAKE],
                )
            )
        elif action == a.A_BLIND:
            self.effects.append(Effect(GAIN, UNSEEN, self.seat, "hand", amount=1))
            self.sayings.append(Saying("an unseen card comes into the hand; a card of the hand leaves the game for it"))
        elif action == a.A_DECLINE:
            self.sayings.append(Saying("no advanced card, now or later"))
        elif action >= a.A_DISCARD:
            self._card(COST, action - int(a.A_DISCARD), "hand")
            self.sayings.append(Saying("{card} leaves the game for good", card=CARD_NAMES[action - a.A_DISCARD]))

    def _sends(self, before: GunshiState, card: int) -> None:
        slot = int(before.side[self.o + ROW_N]) + 1
        name = CARD_NAMES[card]
        up = before.side[self.o + FACE] != 0
        self.effects.append(Effect(PLACE, CARD_CODES[card], self.seat, f"row:{slot}", "up" if up else "down"))
        if up:
            self.sayings.append(Saying("{card} goes face up to slot {slot}", card=name, slot=slot))
        else:
            self.sayings.append(Saying("{card} goes face down to slot {slot}", card=name, slot=slot))
        if slot == 1:
            self.sayings.append(Saying("carried out on your next turn"))
        else:
            self.sayings.append(Saying("carried out in {turns} turns", turns=slot))

    def _ends(self, before: GunshiState, action: int, t: GunshiState, points: int) -> None:
        """The turn ends: supply and cards."""
        total = int(t.side[self.o + MLP])
        self.effects.append(Effect(GAIN, POINTS, self.seat, amount=total - points))
        self.sayings.append(Saying("supply +{points}: {total} points", points=total - points, total=total))
        drawn = int(before.side[self.o + DECK_N] - t.side[self.o + DECK_N])
        cards = [int(deck_kind(before.side[self.o + DECK], i)) for i in range(drawn)]
        for card in cards:
            self._card(GAIN, card, "hand")
        if cards:
            self.sayings.append(Saying("draws {cards}", cards=", ".join([CARD_NAMES[card] for card in cards])))
        if t.phase == state.OVER:
            self.effects.append(Effect(END))
            self.sayings.append(Saying("the battle ends undecided"))

    def _next_cards(self, before: GunshiState, t: GunshiState, points: int) -> None:
        """The second card of a Lightning Command, which its owner knows: it may ask nobody."""
        cards = aftermath.turned_up(before, t, self.seat, 1)
        self.sayings += aftermath.by_themselves(before, t, self.seat, cards, points)
        total = int(t.side[self.o + MLP])
        if total > points:
            self.effects.append(Effect(GAIN, POINTS, self.seat, amount=total - points))
        elif total < points:
            self.effects.append(Effect(COST, POINTS, self.seat, amount=points - total))
        if t.card >= 0:
            self.sayings.append(Saying("{seat} turns up {card}", seat=SEAT_NAMES[self.seat], card=CARD_NAMES[t.card]))

    # -- range ----------------------------------------------------------------------------------------

    def ranges(self, before: GunshiState, t: GunshiState, moved: dict[int, int]) -> None:
        """Who has come into the range of archers, and who has left that of the enemy's."""
        was, now = _in_range(before, self.enemy), _in_range(t, self.enemy)
        own = t.side[self.o + ALL]
        entered = [square for square in now if moved.get(square, square) not in was]
        for square in entered:
            self._threat(t, self.o, square, now[square])
        stands = {start: goal for goal, start in moved.items()}
        left = sorted([stands.get(square, square) for square in was])
        left = [square for square in left if own >> square & 1 and square not in now]
        for square in left:
            kind = UNIT_NAMES[unit_type(t, self.o, square)]
            self.effects.append(Effect(SAFE, kind, self.seat, SQUARE_NAMES[square]))
        aimed_before, aimed = _in_range(before, self.o), _in_range(t, self.o)
        found = [square for square in aimed if square not in aimed_before]
        for square in found:
            self._threat(t, self.enemy, square, aimed[square])
        if entered:
            self.sayings.append(Saying("within range of enemy archers: {squares}", squares=_names(entered)))
        if left:
            self.sayings.append(Saying("out of range of enemy archers: {squares}", squares=_names(left)))
        if found:
            self.sayings.append(Saying("now within range of your archers: {squares}", squares=_names(found)))

    def _threat(self, t: GunshiState, o: i64, square: int, archers: list[int]) -> None:
        kind = UNIT_NAMES[unit_type(t, o, square)]
        places = tuple([SQUARE_NAMES[archer] for archer in archers])
        self.effects.append(Effect(THREAT, kind, int(o // SIDE), SQUARE_NAMES[square], places=places))


def _in_range(t: GunshiState, o: i64) -> dict[int, list[int]]:
    """The enemies of side o that its archers could shoot with a Reorient or Shoot, and who could."""
    found: dict[int, list[int]] = {}
    rest = t.side[o + ARC]
    while rest:
        archer = lowest(rest)
        rest &= rest - 1
        aimed = targets(t, o, archer, False)
        while aimed:
            found.setdefault(int(lowest(aimed)), []).append(int(archer))
            aimed &= aimed - 1
    return found


def _names(squares: list[int]) -> str:
    return ", ".join([SQUARE_NAMES[square] for square in sorted(squares)])


def _lines(north: i64, east: i64) -> list[str]:
    """Lines of a north set and an east set by name."""
    out: list[str] = []
    while north:
        out.append(LINE_NAMES[lowest(north)])
        north &= north - 1
    while east:
        place = lowest(east)
        out.append(LINE_NAMES[east_line(place)])
        east &= east - 1
    return out
