"""Whole commands, sentences and prompts for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from mypy_extensions import i64

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import Game, State
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.gunkimono import belief, turn
from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    CLAIMED,
    CLAIMED_HIDDEN,
    DRAWN,
    DRAWN_END,
    DRAWN_HIDDEN,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    REVEALED,
    REVEALED_END,
    STARTS,
    SUPPORT_WITH,
    TAKE,
    USE,
    VICTORY,
    parse_action,
    square_number,
    tile_number,
)
from gunbai.games.gunkimono.board import FACINGS
from gunbai.games.gunkimono.data import (
    BANNER_NAMES,
    LETTERS,
    MAX_SIDE,
    SEAT_NAMES,
    SMALL,
    TROOP_NAMES,
    cell_name,
    square_name,
    tile_name,
)
from gunbai.games.gunkimono.state import (
    BANNER,
    BUILD,
    DEAL,
    EMPTY,
    OVER,
    PLACE,
    REFILL,
    SCORE,
    SUPPORT,
    TILE,
    GunkimonoState,
    put,
    take,
)
from gunbai.games.gunkimono.view import GunkimonoView

# -- commands -----------------------------------------------------------------------------------------

_SCORING: Final[dict[str, int]] = {
    "points": int(VICTORY), "vp": int(VICTORY), "victory": int(VICTORY), "honor": int(HONOR), "honour": int(HONOR),
    "nothing": int(NOTHING),
}  # fmt: skip


class _Command:
    """The words of a command, read from the front."""

    def __init__(self, text: str) -> None:
        self.words = text.replace(",", " ").split()
        self.at = 0
        # The typed tile named its halves the other way round than the tile's own name does.
        self.swapped = False

    @property
    def more(self) -> bool:
        return self.at < len(self.words)

    def skip(self, *fillers: str) -> None:
        while self.more and self.words[self.at].lower() in fillers:
            self.at += 1

    def next(self, wanted: str) -> str:
        if not self.more:
            raise BadNotation("the command ends where {wanted} is wanted", wanted=wanted)
        self.at += 1
        return self.words[self.at - 1].lower()

    def peek(self) -> str:
        return self.words[self.at].lower() if self.more else ""


def expand(game: Game, s: State, text: str) -> list[int]:
    """A turn or a part of it, as in `I1P2 d3 e3 points honor build e4 take A1S2` -> its atomic actions."""
    world = cast(GunkimonoState, s.copy())
    command = _Command(text)
    actor = game.actor(world)
    if not command.more:
        raise BadNotation("the command is empty")
    out: list[int] = []
    while command.more:
        _pass_banner(game, world, out)
        if game.actor(world) != actor:
            raise BadNotation("{input!r} comes after the turn has passed on", input=command.words[command.at][:20])
        for action in _read(world, command):
            _pass_banner(game, world, out)
            _check(game, world, command, action)
            game.apply(world, action)
            out.append(action)
    return out


def _check(game: Game, world: GunkimonoState, command: _Command, action: int) -> None:
    """Refuse what is not legal; of a tile that fits nowhere, the place typed with it says best why."""
    try:
        game.check(world, action)
    except IllegalAction as refusal:
        if action < PASS and refusal.paragraph == "3.9" and command.more:
            game.apply(world, action)
            game.check(world, _read_place(world, command))
        raise


def _pass_banner(game: Game, world: GunkimonoState, played: list[int]) -> None:
    """A banner claimed within a command: which value turns up changes nothing in the rest of the turn."""
    if world.step == BANNER and played:
        game.apply(world, game.legal(world)[0])


def _read(t: GunkimonoState, command: _Command) -> list[int]:
    if t.step == TILE:
        return [_read_tile(command)]
    if t.step == PLACE:
        return [_read_place(t, command)]
    if t.step == SUPPORT:
        if command.peek() in _SCORING:
            raise IllegalAction("3.4", "the squares lie at different levels; a support comes first, as in: support S")
        command.skip("support", "with")
        letter = command.next("a small tile as support").upper()
        if letter not in LETTERS or len(letter) != 1:
            raise BadNotation("{input!r} is no small tile; support is written as in: support S", input=letter[:20])
        return [int(SUPPORT_WITH) + LETTERS.index(letter)]
    if t.step == SCORE:
        return _read_scoring(t, command)
    if t.step == BUILD:
        command.skip("build", "at", "on")
        return [int(BUILD_AT) + square_number(command.next("a square for the stronghold"))]
    if t.step == REFILL:
        if command.peek() in ("draw", "blind"):
            command.next("")
            return [int(BLIND)]
        command.skip("take")
        tile = tile_number(command.next("a tile of the row, or draw"))
        if tile >= SMALL:
            raise BadNotation("only large tiles lie in the row")
        return [int(TAKE) + tile]
    rest = " ".join(command.words[command.at :])
    command.at = len(command.words)
    return [parse_action(rest)]


def _read_tile(command: _Command) -> int:
    if command.peek() == "pass":
        command.next("")
        return int(PASS)
    command.skip("use", "large", "small", "tile")
    word = command.next("a tile").upper()
    tile = tile_number(word)
    command.swapped = tile < SMALL and word != tile_name(tile)
    return int(USE) + tile


def _read_place(t: GunkimonoState, command: _Command) -> int:
    command.skip("place", "at", "on")
    square = square_number(command.next("a square"))
    if t.tile >= SMALL:
        return int(PUT) + square
    way = command.next("a direction or the second square")
    if way in FACINGS:
        facing = FACINGS.index(way)
    elif way[0] in "nesw" and len(way) == 1:
        facing = "nesw".index(way)
    else:
        step = square_number(way) - square
        steps = {-int(MAX_SIDE): 0, 1: 1, int(MAX_SIDE): 2, -1: 3}
        if step not in steps:
            raise BadNotation("{input!r} is not next to {square}", input=way, square=square_name(square))
        facing = steps[step]
    if command.swapped:
        square += (-int(MAX_SIDE), 1, int(MAX_SIDE), -1)[facing]
        facing = (facing + 2) % 4
        if not 0 <= square < int(MAX_SIDE * MAX_SIDE):
            raise BadNotation("the tile would leave the battlefield")
    return int(LAY) + square * 4 + facing


def _read_scoring(t: GunkimonoState, command: _Command) -> list[int]:
    wanted = 2 if command.swapped and t.half == 0 else 1
    found = []
    for _ in range(wanted):
        command.skip("score", "scores")
        word = command.next("points, honor or nothing")
        if word not in _SCORING:
            raise BadNotation("{input!r} is no way to score; it is points, honor or nothing", input=word[:20])
        found.append(_SCORING[word])
    found.reverse()
    return found


# -- sentences ----------------------------------------------------------------------------------------


def tell(game: Game, v: GunkimonoView, actions: Sequence[int]) -> str:
    """What happened, in one sentence, from one seat's view and what it perceived."""
    # Any world that fits the view will do: what is told depends only on what the seat saw.
    world = belief.resample(v, Rng(0))
    sentences: list[str] = []
    clauses: list[str] = []
    speaker = -9
    for number, action in enumerate(actions):
        who = _subject(world, action)
        if who != speaker:
            _close(sentences, speaker, clauses)
            speaker, clauses = who, []
        merged = action < PASS and number + 1 < len(actions)
        clause = "" if merged else _clause(world, action)
        if clause:
            clauses.append(clause)
        clauses += [str(income) for income in _incomes(game, world, action)]
    _close(sentences, speaker, clauses)
    return "; ".join(sentences) + "."


def ending(t: GunkimonoState) -> list[Saying]:
    """What decided the game: the points, and in a tie the troops held by strongholds (9.5)."""
    if t.step != OVER:
        return []
    seats = range(int(t.setting.players))
    points = [int(turn.total_points(t, seat)) for seat in seats]
    troops = [int(turn.troops_owned(t, seat)) for seat in seats]
    level = [seat for seat in seats if points[seat] == max(points)]
    if len(level) == 1:
        best = level[0]
        margin = max(points) - max(points[:best] + points[best + 1 :])
        return [
            Saying(
                "{seat} has the most points: {points}, {margin} more than the next",
                seat=SEAT_NAMES[best],
                points=max(points),
                margin=margin,
            )
        ]
    names = " and ".join([SEAT_NAMES[seat] for seat in level])
    said = [Saying("{seats} have {points} points each", seats=names, points=points[level[0]])]
    said.append(Saying("a tie goes to whose strongholds hold more troops"))
    held = [Saying("{seat} holds {count}", seat=SEAT_NAMES[seat], count=troops[seat]) for seat in level]
    most = max([troops[seat] for seat in level])
    shared = sum([troops[seat] == most for seat in level]) > 1
    return said + held + ([Saying("so they share the win")] if shared else [])


def effects(game: Game, v: GunkimonoView, action: int) -> list[Saying]:
    """What came of one action: what a troop scored, and what strongholds brought."""
    if not VICTORY <= action < TAKE:
        return []
    world = belief.resample(v, Rng(0))
    what = [scored(world, action)] if action <= NOTHING else []
    return what + _incomes(game, world, action)


def _incomes(game: Game, world: GunkimonoState, action: int) -> list[Saying]:
    """Play an action in a sampled world; what the mover's strongholds brought by it."""
    seat, held = int(world.turn), _held_points(world)
    before = int(world.vp[seat]) if seat >= 0 else 0
    placed = int(turn.half_points(world)) if action == VICTORY else 0
    _follow(game, world, action)
    if seat < 0:
        return []
    gained = int(world.vp[seat]) - before - placed
    if held:
        return [Saying("gets {points} from strongholds", points=gained)] if gained else []
    return [Saying("gets {points} from the stronghold", points=gained)] if BUILD_AT <= action < TAKE else []


def scored(t: GunkimonoState, action: int) -> Saying:
    """What a scoring brings."""
    troop = TROOP_NAMES[int(turn.half_troop(t))]
    if action == VICTORY:
        points = int(turn.half_points(t))
        if points == 1:
            return Saying("scores one point for the {troop}", troop=troop)
        return Saying("scores {points} points for the {troop}", points=points, troop=troop)
    if action == HONOR:
        return Saying("scores {honor} honor for the {troop}", honor=int(turn.half_symbols(t)), troop=troop)
    return Saying("scores nothing for the {troop}", troop=troop)


def _subject(t: GunkimonoState, action: int) -> int:
    """The seat a sentence is about: the one that acts or that chance works for; -1 for the table."""
    if REVEALED <= action <= REVEALED_END or action >= STARTS:
        return -1
    return int(turn.dealt_to(t)) if t.step == DEAL else int(t.turn)


def _close(sentences: list[str], seat: int, clauses: list[str]) -> None:
    if clauses:
        told = f"{SEAT_NAMES[seat]} {', '.join(clauses)}" if seat >= 0 else ", ".join(clauses)
        sentences.append(told[0].upper() + told[1:])


def _held_points(t: GunkimonoState) -> bool:
    return t.turn >= 0 and t.board.forts[t.turn] != 0


def _tile(tile: i64) -> str:
    """A tile in words: `infantry (1) and spearman (2)`, `the small archer`."""
    if tile >= SMALL:
        return f"the small {TROOP_NAMES[int(tile - SMALL)]}"
    name = tile_name(tile)
    first, second = TROOP_NAMES[LETTERS.index(name[0])], TROOP_NAMES[LETTERS.index(name[2])]
    return f"{first} ({name[1]}) and {second} ({name[3]})"


def _clause(t: GunkimonoState, action: int) -> str:
    field = t.setting.field
    if action < PASS:
        return f"chooses the tile {_tile(action)}" if action < SMALL else f"chooses {_tile(action)}"
    if action == PASS:
        return "cannot place a tile and passes"
    if LAY <= action < PUT:
        cell = field.cell_of[(action - LAY) >> 2]
        other = t.board.neighbour(cell, (action - LAY) & 3)
        first, second = _tile(t.tile).split(" and ")
        return f"places {first} on {cell_name(field, cell)} and {second} on {cell_name(field, other)}"
    if PUT <= action < SUPPORT_WITH:
        return f"places the small {TROOP_NAMES[int(t.tile - SMALL)]} on {square_name(action - PUT)}"
    if SUPPORT_WITH <= action < VICTORY:
        return f"supports it with the small {TROOP_NAMES[int(action - SUPPORT_WITH)]}, face down"
    if VICTORY <= action <= NOTHING:
        return str(scored(t, action))
    if BUILD_AT <= action < TAKE:
        return f"builds a stronghold on {square_name(action - BUILD_AT)}"
    if TAKE <= action < BLIND:
        return f"takes {_tile(action - TAKE)} from the row"
    if action == BLIND:
        return "draws from the stack"
    if DRAWN <= action <= DRAWN_HIDDEN:
        if action == DRAWN_END:
            return "turns up the end tile"
        return "draws a hidden tile" if action == DRAWN_HIDDEN else f"draws {_tile(action - DRAWN)}"
    if REVEALED <= action <= REVEALED_END:
        return (
            "the end tile appears" if action == REVEALED_END else f"the tile {_tile(action - REVEALED)} joins the row"
        )
    if CLAIMED <= action < STARTS:
        banner = BANNER_NAMES[int(turn.banner_layer(t))] if t.step == BANNER else "war"
        worth = "" if action == CLAIMED_HIDDEN else f" worth {int(action - CLAIMED)}"
        return f"claims a {banner} banner{worth}"
    return f"{SEAT_NAMES[int(action - STARTS)].capitalize()} takes the start player's sword"


def _follow(game: Game, t: GunkimonoState, action: int) -> None:
    """Carry an action on into the sampled world, made to agree with it where the world had guessed otherwise."""
    if action in (DRAWN_HIDDEN, CLAIMED_HIDDEN):
        action = int(game.legal(t)[0])
    elif action < SMALL:
        _hand_over(t, action)
    elif DRAWN <= action < DRAWN_END or REVEALED <= action < REVEALED_END:
        _return_to_bag(t, action - (DRAWN if action < DRAWN_END else REVEALED))
    game.apply(t, action)


def _hand_over(t: GunkimonoState, kind: i64) -> None:
    begin = t.turn * t.setting.hand
    end = begin + t.setting.hand
    for slot in range(begin, end):
        if t.hands[slot] != EMPTY and t.hands[slot] >> 1 == kind:
            return
    _return_to_bag(t, kind)
    for slot in range(begin, end):
        code = t.hands[slot]
        if code != EMPTY and not code & 1:
            take(t.hands, begin, end, code)
            t.bag[code >> 1] += 1
            t.bag[kind] -= 1
            put(t.hands, begin, end, kind * 2)
            return


def _return_to_bag(t: GunkimonoState, kind: i64) -> None:
    """See to it that such a tile is in the bag, exchanging it for another out of a guessed hand if need be."""
    hand = t.setting.hand
    if t.bag[kind] > 0:
        return
    for seat in range(t.setting.players):
        if take(t.hands, seat * hand, (seat + 1) * hand, kind * 2):
            other: i64 = 0
            while other < 39 and t.bag[other] == 0:
                other += 1
            t.bag[kind] += 1
            t.bag[other] -= 1
            put(t.hands, seat * hand, (seat + 1) * hand, other * 2)
            return


# -- prompts ------------------------------------------------------------------------------------------


def prompt(v: GunkimonoView) -> str:
    """What the game waits for, in one line."""
    if v.step == OVER:
        scores = [f"{SEAT_NAMES[seat].capitalize()} {_total(v, seat)}" for seat in range(int(v.setting.players))]
        return f"The game is over: {', '.join(scores)}."
    if v.step < TILE:
        return ("The face-up row is laid out.", "The hands are dealt.", "The start player is drawn.")[int(v.step)]
    name = SEAT_NAMES[int(v.turn)].capitalize()
    last = " Last round." if v.end_shown else ""
    return f"{name}: {_wanted(v)}{last}"


def _total(v: GunkimonoView, seat: int) -> int:
    """Points with the banners that are known."""
    return int(v.vp[seat]) + sum([value for value in range(1, 16) if v.banner_values[seat] >> value & 1])


def _wanted(v: GunkimonoView) -> str:
    if v.step == TILE:
        return "choose a large tile from hand or a small tile from reserve."
    tile = tile_name(v.tile)
    if v.step == PLACE:
        return f"place {tile}."
    if v.step == SUPPORT:
        return f"choose a small tile to support {tile}."
    troop = TROOP_NAMES[int(turn.troop_of(v.tile, v.half))]
    if v.step == SCORE:
        return f"score the {troop} as points or honor."
    if v.step == BANNER:
        return f"a war banner is claimed in the {troop} column."
    if v.step == BUILD:
        return "build a stronghold."
    if v.step == REFILL:
        return "take a tile from the row or draw from the stack."
    return "a tile comes from the stack."
