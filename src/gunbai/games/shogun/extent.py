"""How far a game reaches: every action there can be with given options, and the longest game."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.options import Options
from gunbai.games.shogun.actions import (
    A_ABSORB,
    A_ALONG,
    A_ATTACK,
    A_BIN,
    A_CALL_OFF,
    A_CASTLE,
    A_DEAL,
    A_DECLARE_ARMY,
    A_DECLARE_FORCE,
    A_DONE,
    A_DRAW,
    A_ENTER,
    A_FIGHT_ARMY,
    A_FIGHT_FORCE,
    A_FORTRESS,
    A_HIDE,
    A_HIDE_NONE,
    A_JOIN,
    A_LEAVE,
    A_LEVY,
    A_LEVY_ARMY,
    A_LEVY_NEXT,
    A_LEVY_NONE,
    A_LOSE_ARMY,
    A_LOSE_FORCE,
    A_MARCH,
    A_MARCH_JOIN,
    A_MARKER,
    A_MOVE,
    A_NINJA,
    A_NO_SPY,
    A_NO_STRIKE,
    A_PICK,
    A_PRESS,
    A_RECOVER,
    A_REINFORCE,
    A_REVENGE,
    A_ROLL,
    A_SEND,
    A_SPLIT,
    A_SPY,
    A_STRIKE,
    A_TAKE,
    A_TIE,
    A_WISH,
    act,
)
from gunbai.games.shogun.data import (
    ASHIGARU_LIMIT,
    BIN_BUILD,
    BUILD_PRICE,
    DIE_FACES,
    FORCE_LIMIT,
    PIECES,
    RONIN,
    SAMURAI_LIMIT,
    Board,
)
from gunbai.games.shogun.state import blank

# Most koku of one clan: so many are in the box (RULES §1.2), and positions of others may use them all.
_KOKU: Final[i64] = 30
# Most dice thrown at once.
_DICE: Final[i64] = 12


def _numbers(out: vec[i64], kind: i64, first: i64, end: i64) -> vec[i64]:
    for x in range(first, end):
        out = append(out, act(kind, x))
    return out


def _pairs(out: vec[i64], kind: i64, rows: i64, columns: i64) -> vec[i64]:
    for x in range(rows):
        for y in range(columns):
            out = append(out, act(kind, x, y))
    return out


def _places(out: vec[i64], kind: i64, board: Board) -> vec[i64]:
    for p in board.provinces:
        out = append(out, act(kind, p))
    return out


def _rows_of_places(out: vec[i64], kind: i64, rows: i64, board: Board) -> vec[i64]:
    for x in range(rows):
        for p in board.provinces:
            out = append(out, act(kind, x, p))
    return out


def _borders(out: vec[i64], kind: i64, board: Board) -> vec[i64]:
    for p in board.provinces:
        for i in range(board.first[p], board.first[p + 1]):
            out = append(out, act(kind, p, board.near[i]))
    return out


def decisions(options: Options) -> vec[i64]:
    """Every action a seat can have."""
    t = blank(options)
    board, clans, armies, ronin = t.board, t.clans, t.board.armies, t.pool
    out = vec[i64]()
    if clans > options.players:
        for p in board.provinces:
            out = append(out, act(A_SPLIT, p, 0))
            out = append(out, act(A_SPLIT, p, 1))
    out = _places(out, A_REINFORCE, board)
    out = _places(out, A_MARKER, board)
    out = append(_numbers(out, A_SPY, 0, clans), act(A_NO_SPY))
    for b in range(5):
        for koku in range(_KOKU + 1):
            if b != BIN_BUILD or koku in (0, BUILD_PRICE):
                out = append(out, act(A_BIN, b, koku))
    out = _numbers(out, A_WISH, 1, clans + 1)
    out = _numbers(out, A_TAKE, 1, clans + 1)
    out = _places(out, A_CASTLE, board)
    out = _places(out, A_FORTRESS, board)
    out = _rows_of_places(out, A_LEVY, RONIN, board)
    out = _rows_of_places(out, A_LEVY_ARMY, RONIN, board)
    out = append(append(out, act(A_LEVY_NEXT)), act(A_LEVY_NONE))
    out = append(_places(out, A_HIDE, board), act(A_HIDE_NONE))
    out = append(_pairs(out, A_STRIKE, clans, armies), act(A_NO_STRIKE))
    out = _numbers(out, A_REVENGE, 0, armies)
    out = _rows_of_places(out, A_MOVE, armies, board)
    out = _pairs(out, A_PICK, armies, RONIN + 1)
    out = _numbers(out, A_LEAVE, 0, RONIN)
    out = _numbers(out, A_ALONG, 0, ronin + 1)
    out = _rows_of_places(out, A_DECLARE_ARMY, armies, board)
    out = _borders(out, A_DECLARE_FORCE, board)
    out = _numbers(out, A_FIGHT_ARMY, 0, armies)
    for kind in (A_FIGHT_FORCE, A_ATTACK, A_ENTER):
        out = _places(out, kind, board)
    out = _numbers(out, A_JOIN, 0, ronin + 1)
    out = _numbers(out, A_LOSE_ARMY, 0, RONIN + 1)
    out = _numbers(out, A_LOSE_FORCE, 0, RONIN + 1)
    out = append(append(out, act(A_PRESS)), act(A_CALL_OFF))
    out = _borders(out, A_MARCH, board)
    out = _borders(out, A_MARCH_JOIN, board)
    out = _numbers(out, A_SEND, 0, RONIN)
    out = _places(out, A_RECOVER, board)
    return append(_numbers(out, A_ABSORB, 0, RONIN + 1), act(A_DONE))


def outcomes(options: Options) -> vec[i64]:
    """Every action chance can have: cards, swords, lots and dice."""
    t = blank(options)
    out = _places(vec[i64](), A_DEAL, t.board)
    out = _numbers(out, A_DRAW, 1, t.clans + 1)
    out = _numbers(out, A_TIE, 0, t.clans)
    out = _numbers(out, A_NINJA, 1, DIE_FACES + 1)
    return _numbers(out, A_ROLL, 0, _DICE + 1)


def longest_game(options: Options) -> i64:
    """The set-up, then rounds up to the limit. Nothing in a round can go on for ever: every move costs a step, every
    attack one of the army's level, every battle ends (RULES §11.16), and units come to the board by levy alone.

    The bound is far above any real game, for it adds up the most of everything.
    """
    t = blank(options)
    provinces: i64 = len(t.board.provinces)
    armies, clans = t.board.armies, t.clans
    level = t.track[len(t.track) - 1]
    men = SAMURAI_LIMIT + ASHIGARU_LIMIT
    units = clans * (PIECES[0] + PIECES[1] + PIECES[2] + PIECES[3]) + options.integer("ronin")
    # A step: the move, a garrison and its end, the ronin. Picked up are men and ronin, again after every garrison.
    step = 1 + FORCE_LIMIT + 1 + 1
    movement = armies * (level * step + 2 * men + level * FORCE_LIMIT) + 1
    # The rolls of both sides in a round of combat: swordsmen with ronin may need four throws, gunners and spearmen two.
    combat_round = 2 * (1 + 2 + 1 + 4 + 2) + 2
    battle = 3 + combat_round // 2 + options.integer("combat_rounds") * combat_round
    battles = provinces + armies * level
    # An experienced army enters after each attack or instead of it; its end may be said of a lapsed attack too.
    chains = armies * (2 + 2 * level * step)
    declared = 2 * (provinces + armies) + 1
    # Units of forces march once; each at worst with a march, a send, an end and ronin of its own.
    marches = 4 * FORCE_LIMIT * provinces + 1
    offers: i64 = 4
    war = offers + 2 * movement + declared + chains + battles * (1 + battle) + marches
    # Plans, swords, buildings, levies, ronin, the spy, one strike with its dice, casualties, recovered daimyos.
    planning = clans * (5 + 3 + 1 + 3) + provinces + options.integer("ronin") + 1 + 3
    # Daimyos come back when a clan is taken over, and those that found no place when the next round begins.
    recovered = 2 * clans * armies * (2 * men + 2)
    a_round = planning + units + recovered + clans * war
    setup = 2 * provinces + clans * (1 + t.board.reinforcements + armies)
    return setup + options.integer("rounds") * a_round
