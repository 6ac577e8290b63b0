"""The whole truth of a game of Shogun as flat integers: three tables and a handful of counters; no rules."""

from __future__ import annotations

from array import array
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.core.game import State
from gunbai.core.options import Options
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BASES,
    CASTLES,
    CLANS_MAX,
    PIECES,
    PROVINCES,
    RULES_VERSION,
    Board,
    board_of,
    parse_track,
)

# Columns of the table of provinces.
OWNER: Final[i64] = 0  # clan, or -1
FORCE: Final[i64] = 1  # four columns: bowmen, swordsmen, gunners, spearmen of the provincial force
FORCE_RONIN: Final[i64] = 5  # ronin seen with the force
HIDDEN: Final[i64] = 6  # ronin on the face-down card
CASTLE: Final[i64] = 7  # 0, 1 castle, 2 fortress
BONUS: Final[i64] = 8  # bonus defenders left against the player now at war
FORCE_AIM: Final[i64] = 9  # declared target of the force, or -1
LEVY: Final[i64] = 10  # sealed levy: 0, 1 + type for the force, 5 + type for the army
BARRED: Final[i64] = 11  # 1 if the army now fighting has called off an attack here
CAME: Final[i64] = 12  # five columns: units and ronin that cannot move again in this final movement
LAND_WIDTH: Final[i64] = 17

# Columns of the table of armies; army a of clan c is row c * 3 + a.
AT: Final[i64] = 0  # province, -1 when the daimyo is lost or not yet placed, WAITS when he has come back to none
UNITS: Final[i64] = 1  # four columns
ARMY_RONIN: Final[i64] = 5
HOLE: Final[i64] = 6  # place of the experience marker, from 0
STRUCK: Final[i64] = 7
ARMY_AIM: Final[i64] = 8
POINTS: Final[i64] = 9  # provinces the army may still move in this phase
SPENT: Final[i64] = 10  # 1 when the army cannot move or pick up in this phase
MOVED: Final[i64] = 11  # 1 when it has moved in this phase
JOINED: Final[i64] = 12  # four columns: units picked up where the army stands, which have not moved with it yet
ARMY_WIDTH: Final[i64] = 16
WAITS: Final[i64] = -2  # recovered, and no province of the clan is without an army

# Columns of the table of clans.
SEAT: Final[i64] = 0
ALIVE: Final[i64] = 1
KOKU: Final[i64] = 2
BINS: Final[i64] = 3  # five columns
TRAY: Final[i64] = 8  # four columns
SWORD_HELD: Final[i64] = 12  # diamonds, 0 while none is held
VEILED: Final[i64] = 13  # hired ronin that nobody else has seen yet, deployed or not
SEALED: Final[i64] = 14  # 1 once the clan's sealed choice of this action is complete
STEP: Final[i64] = 15  # choices made so far in a sealed action
LAST: Final[i64] = 16  # the last of them, so that each result is written in one order
QUOTA: Final[i64] = 17  # how many choices the sealed action takes
WISH: Final[i64] = 18  # sword asked for in a tie, 0 none
BUILD: Final[i64] = 19  # sealed building: 0 none, 1 + province a castle, 101 + province a fortress
CLAN_WIDTH: Final[i64] = 20

# How many provinces, the first ones, have their marks in one number, and all marks (`ShogunState.mark_all`).
LOW_PROVINCES: Final[i64] = 40
ALL_LOW: Final[i64] = (1 << 40) - 1
ALL_HIGH: Final[i64] = (1 << (PROVINCES - 40)) - 1
ALL_ARMIES: Final[i64] = (1 << (CLANS_MAX * ARMIES_EACH)) - 1

# What the game waits for.
DEAL: Final[i64] = 0
SPLIT: Final[i64] = 1
FIRST_SWORDS: Final[i64] = 2
REINFORCE: Final[i64] = 3
MARKERS: Final[i64] = 4
ROUND: Final[i64] = 5
PLAN: Final[i64] = 6
SPY: Final[i64] = 7
SWORDS: Final[i64] = 8
WISHES: Final[i64] = 9
TIE: Final[i64] = 10
TAKE: Final[i64] = 11
DRAW: Final[i64] = 12
BUILDING: Final[i64] = 13
LEVYING: Final[i64] = 14
HIRING: Final[i64] = 15
NEXT_TURN: Final[i64] = 16
OFFER: Final[i64] = 17
NINJA_ROLL: Final[i64] = 18
REVENGE_ROLL: Final[i64] = 19
REVENGE: Final[i64] = 20
MOVE: Final[i64] = 21
GARRISON: Final[i64] = 22
ALONG: Final[i64] = 23
DECLARE: Final[i64] = 24
COMBAT: Final[i64] = 25
CHAIN: Final[i64] = 26
JOIN: Final[i64] = 27
DEFENCE: Final[i64] = 28
ROLL: Final[i64] = 29
LOSE: Final[i64] = 30
PRESS: Final[i64] = 31
MARCH: Final[i64] = 32
SEND: Final[i64] = 33
MARCH_RONIN: Final[i64] = 34
RECOVER: Final[i64] = 35
ABSORB: Final[i64] = 36
OVER: Final[i64] = 37
MOVE_BEGIN: Final[i64] = 38
FINAL_BEGIN: Final[i64] = 39
END_ROUND: Final[i64] = 40
STAGE_NAMES: Final = (
    "deal",
    "split",
    "first-swords",
    "reinforce",
    "markers",
    "round",
    "plan",
    "spy",
    "swords",
    "wishes",
    "tie",
    "take",
    "draw",
    "build",
    "levy",
    "hire",
    "next-turn",
    "offer",
    "ninja-roll",
    "revenge-roll",
    "revenge",
    "move",
    "garrison",
    "along",
    "declare",
    "combat",
    "chain",
    "join",
    "defence",
    "roll",
    "lose",
    "press",
    "march",
    "send",
    "march-ronin",
    "recover",
    "absorb",
    "over",
    "move-begin",
    "final-begin",
    "end-round",
)

# The counters, in the order of `ShogunState.counters`; the default is what a position need not mention.
COUNTERS: Final = (
    ("stage", 0),
    ("turn", -1),
    ("round", 0),
    ("slot", 0),
    ("count", 0),
    ("resume", -1),
    ("after", -1),
    ("ninja", -1),
    ("spy_by", -1),
    ("spy_on", -1),
    ("bins_open", 0),
    ("pool", 0),
    ("castles", 10),
    ("bases", 5),
    ("clash", 0),
    ("war", -1),
    ("final", 0),
    ("current", -1),
    ("dest", -1),
    ("att_army", -1),
    ("att_from", -1),
    ("att_to", -1),
    ("step", 0),
    ("side", 0),
    ("rolled", 0),
    ("hits_on_attacker", 0),
    ("hits_on_defender", 0),
    ("to_lose", 0),
    ("cursor", 0),
    ("opening", 0),
    ("strike_first", 0),
    ("used", 0),
    ("success", 0),
    ("emptied", -1),
    ("lapsed", -1),
    ("march_to", -1),
    ("march_join", 0),
    ("strike_by", -1),
    ("strike_at", -1),
    ("gain", -1),
    ("gain_army", -1),
    ("winner", -1),
    ("ending", 0),
    ("picked", 0),
)


@final
class ShogunState(State):
    """Provinces, armies and clans as rows of integers; counters say where in the round the game stands."""

    def __init__(
        self,
        options: Options,
        board: Board,
        track: vec[i64],
        clans: i64,
        land: vec[i64],
        army: vec[i64],
        clan: vec[i64],
        sent: vec[i64],
    ) -> None:
        super().__init__(options)
        self.board = board
        self.track = track
        self.clans: i64 = clans
        self.goal: i64 = 0
        self.at_once: bool = True
        self.bans: bool = True
        self.land = land
        self.army = army
        self.clan = clan
        # Units of each type sent in a march. Copies share it: it is replaced, never changed in place.
        self.sent = sent
        # The version of the rules by which this game is played; old records are replayed by theirs.
        self.rules: i64 = RULES_VERSION
        self.stage: i64 = 0
        self.turn: i64 = -1  # the clan to decide
        self.round: i64 = 0
        self.slot: i64 = 0  # sword whose owner is at war
        self.count: i64 = 0  # cards dealt, reinforcements or markers placed; how often a battle was pressed on
        self.resume: i64 = -1  # stage after a strike offer
        self.after: i64 = -1  # stage after recovered daimyos are placed
        self.ninja: i64 = -1  # clan that holds the ninja
        self.spy_by: i64 = -1
        self.spy_on: i64 = -1
        self.bins_open: i64 = 0  # 1 once the plans have been revealed
        self.pool: i64 = 0  # ronin in the master tray
        self.castles: i64 = CASTLES
        self.bases: i64 = BASES
        self.clash: i64 = 0  # 1 while tied bidders choose in random order; 1 while building in turn order
        self.war: i64 = -1  # clan at war
        self.final: i64 = 0  # 1 in final movement
        self.current: i64 = -1  # army now moving (0-2)
        self.dest: i64 = -1
        self.att_army: i64 = -1
        self.att_from: i64 = -1
        self.att_to: i64 = -1
        self.step: i64 = 0  # combat step 1-8; classes roll in 1, 2, 4, 5, 6
        self.side: i64 = 0  # 0 attacker, 1 defender
        self.rolled: i64 = 0
        self.hits_on_attacker: i64 = 0
        self.hits_on_defender: i64 = 0
        self.to_lose: i64 = 0
        self.cursor: i64 = 0
        self.opening: i64 = 0  # 1 until the first roll of a battle
        self.strike_first: i64 = 0  # 1 during a defender's first strike
        self.used: i64 = 0
        self.success: i64 = 0
        self.emptied: i64 = -1
        self.lapsed: i64 = -1
        self.march_to: i64 = -1
        self.march_join: i64 = 0
        self.strike_by: i64 = -1
        self.strike_at: i64 = -1
        self.gain: i64 = -1  # clan that takes over another and places recovered daimyos
        self.gain_army: i64 = -1
        self.winner: i64 = -1
        self.ending: i64 = 0
        self.picked: i64 = 0
        # Which rows of `land` and `army` have changed since a view was last brought up to date (`view.look_again`): a
        # bit each. No part of the position. Whoever writes into these tables marks the row; a copy begins without.
        self.marked_low: i64 = 0
        self.marked_high: i64 = 0
        self.marked_armies: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "options", "board", "track", "clans", "land", "army", "clan", "sent")

    def copy(self) -> ShogunState:
        t = ShogunState(
            self.options,
            self.board,
            self.track,
            self.clans,
            self.land[:],
            self.army[:],
            self.clan[:],
            self.sent,
        )
        t.goal = self.goal
        t.at_once = self.at_once
        t.bans = self.bans
        t.rules = self.rules
        t.stage = self.stage
        t.turn = self.turn
        t.round = self.round
        t.slot = self.slot
        t.count = self.count
        t.resume = self.resume
        t.after = self.after
        t.ninja = self.ninja
        t.spy_by = self.spy_by
        t.spy_on = self.spy_on
        t.bins_open = self.bins_open
        t.pool = self.pool
        t.castles = self.castles
        t.bases = self.bases
        t.clash = self.clash
        t.war = self.war
        t.final = self.final
        t.current = self.current
        t.dest = self.dest
        t.att_army = self.att_army
        t.att_from = self.att_from
        t.att_to = self.att_to
        t.step = self.step
        t.side = self.side
        t.rolled = self.rolled
        t.hits_on_attacker = self.hits_on_attacker
        t.hits_on_defender = self.hits_on_defender
        t.to_lose = self.to_lose
        t.cursor = self.cursor
        t.opening = self.opening
        t.strike_first = self.strike_first
        t.used = self.used
        t.success = self.success
        t.emptied = self.emptied
        t.lapsed = self.lapsed
        t.march_to = self.march_to
        t.march_join = self.march_join
        t.strike_by = self.strike_by
        t.strike_at = self.strike_at
        t.gain = self.gain
        t.gain_army = self.gain_army
        t.winner = self.winner
        t.ending = self.ending
        t.picked = self.picked
        return t

    def mark(self, p: i64) -> None:
        """The row of a province changes."""
        if p < LOW_PROVINCES:
            self.marked_low |= 1 << p
        else:
            self.marked_high |= 1 << (p - LOW_PROVINCES)

    def mark_army(self, row: i64) -> None:
        """The row of an army changes."""
        self.marked_armies |= 1 << row

    def mark_all(self) -> None:
        """Any row of a province or an army may change."""
        self.marked_low = ALL_LOW
        self.marked_high = ALL_HIGH
        self.marked_armies = ALL_ARMIES

    def unmark(self) -> None:
        """Everything has been seen."""
        self.marked_low = 0
        self.marked_high = 0
        self.marked_armies = 0

    def forget_battle(self) -> None:
        """Reset what belongs to a battle and its chain."""
        self.att_army = -1
        self.att_from = -1
        self.att_to = -1
        self.step = 0
        self.side = 0
        self.rolled = 0
        self.hits_on_attacker = 0
        self.hits_on_defender = 0
        self.to_lose = 0
        self.cursor = 0
        self.opening = 0
        self.strike_first = 0
        self.used = 0
        self.success = 0
        self.emptied = -1
        self.lapsed = -1
        self.picked = 0
        self.count = 0
        self.call_back()

    def send(self, unit: i64, n: i64) -> None:
        """Send `n` more units of a type in the march."""
        sent = self.sent[:]
        sent[unit] += n
        self.sent = sent

    def call_back(self) -> None:
        """Nothing is sent any more."""
        sent = self.sent
        for unit in range(4):
            if sent[unit] != 0:
                self.sent = nothing_sent()
                return

    def counters(self) -> list[int]:
        """The counters in the order of `COUNTERS`."""
        return [
            self.stage, self.turn, self.round, self.slot, self.count, self.resume, self.after,
            self.ninja, self.spy_by, self.spy_on, self.bins_open, self.pool, self.castles, self.bases,
            self.clash, self.war, self.final, self.current, self.dest,
            self.att_army, self.att_from, self.att_to, self.step, self.side, self.rolled, self.hits_on_attacker,
            self.hits_on_defender, self.to_lose, self.cursor, self.opening, self.strike_first, self.used,
            self.success, self.emptied, self.lapsed, self.march_to, self.march_join, self.strike_by,
            self.strike_at, self.gain, self.gain_army, self.winner, self.ending, self.picked,
        ]  # fmt: skip

    def key(self) -> bytes:
        numbers = array("q", self.counters())
        for table in (self.land, self.army, self.clan, self.sent):
            for value in table:
                numbers.append(int(value))
        return numbers.tobytes()

    # -- reading the tables --------------------------------------------------------------------------
    # A table that is read more than once is taken into a local first: every look at an attribute counts references.

    def owner(self, p: i64) -> i64:
        return self.land[p * LAND_WIDTH + OWNER]

    def force_size(self, p: i64) -> i64:
        """Regular units of the provincial force."""
        i = p * LAND_WIDTH + FORCE
        land = self.land
        return land[i] + land[i + 1] + land[i + 2] + land[i + 3]

    def regulars(self, row: i64) -> i64:
        """Regular units of an army, its daimyo not counted."""
        i = row * ARMY_WIDTH + UNITS
        army = self.army
        return army[i] + army[i + 1] + army[i + 2] + army[i + 3]

    def army_in(self, p: i64) -> i64:
        """The row of the owner's army in a province, or -1; of two passing armies the lower."""
        c = self.land[p * LAND_WIDTH + OWNER]
        if c < 0:
            return -1
        army = self.army
        first = c * ARMIES_EACH
        for a in range(ARMIES_EACH):
            if army[(first + a) * ARMY_WIDTH + AT] == p:
                return first + a
        return -1

    def level(self, row: i64) -> i64:
        return self.track[self.army[row * ARMY_WIDTH + HOLE]]

    def provinces_of(self, c: i64) -> i64:
        """How many provinces a clan owns."""
        n: i64 = 0
        land = self.land
        for p in range(PROVINCES):
            if land[p * LAND_WIDTH + OWNER] == c:
                n += 1
        return n

    def clan_with_sword(self, sword: i64) -> i64:
        """The living clan that holds a sword, or -1."""
        for c in range(self.clans):
            if self.clan[c * CLAN_WIDTH + SWORD_HELD] == sword and self.clan[c * CLAN_WIDTH + ALIVE] == 1:
                return c
        return -1

    def clans_alive(self) -> i64:
        n: i64 = 0
        for c in range(self.clans):
            n += self.clan[c * CLAN_WIDTH + ALIVE]
        return n

    def friends(self, a: i64, b: i64) -> bool:
        """Whether two clans belong to one player."""
        clan = self.clan
        return clan[a * CLAN_WIDTH + SEAT] == clan[b * CLAN_WIDTH + SEAT]


def nothing_sent() -> vec[i64]:
    """What a state holds as `sent` while no march is made up."""
    return vec[i64]([0] * 4)


def blank(options: Options) -> ShogunState:
    """A state before the deal: every table filled with its neutral values."""
    board = board_of(options.word("map"), options.word("sea_lines"))
    track = vec[i64]()
    for level in parse_track(options.word("experience")):
        track = append(track, i64(level))
    players: i64 = options.players
    clans: i64 = 4 if players == 2 else players
    land = vec[i64]([0] * (PROVINCES * LAND_WIDTH))
    for p in range(PROVINCES):
        land[p * LAND_WIDTH + OWNER] = -1
        land[p * LAND_WIDTH + FORCE_AIM] = -1
    army = vec[i64]([0] * (CLANS_MAX * ARMIES_EACH * ARMY_WIDTH))
    for row in range(CLANS_MAX * ARMIES_EACH):
        army[row * ARMY_WIDTH + AT] = -1
        army[row * ARMY_WIDTH + ARMY_AIM] = -1
    clan = vec[i64]([0] * (CLANS_MAX * CLAN_WIDTH))
    for c in range(clans):
        clan[c * CLAN_WIDTH + SEAT] = c % players
        clan[c * CLAN_WIDTH + ALIVE] = 1
        for unit in range(4):
            clan[c * CLAN_WIDTH + TRAY + unit] = PIECES[unit]
    t = ShogunState(options, board, track, clans, land, army, clan, nothing_sent())
    t.goal = board.goal_of_two if players == 2 else board.goal
    t.at_once = players > 2 and not options.flag("longer")
    t.bans = options.flag("first_round_bans")
    t.pool = options.integer("ronin")
    return t
