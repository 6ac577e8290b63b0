"""The engine against two slow referees that share no code with it: battles die by die, movement step by step."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from gunbai.core.game import CHANCE
from gunbai.games.shogun import state as table
from gunbai.games.shogun.odds import battle_odds
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun import movement_boards as boards
from tests.games.shogun import movement_oracle as movement
from tests.games.shogun import positions as at
from tests.games.shogun.battle_oracle import Ends, Fighters, Oracle, Orders, add, legal_losses, without

CHEAP: Orders = (("ronin", "spearman", "gunner", "swordsman", "bowman"),) * 2
STRONG: Orders = (("spearman", "gunner", "ronin", "swordsman", "bowman"),) * 2
# In this order the engine spells casualties: ronin of the army, of the force, then type by type, army before force.
SPELLING = ("ronin", "bowman", "swordsman", "gunner", "spearman")
CODE = {"bowman": "B", "gunner": "G", "daimyo": "D", "swordsman": "S", "ronin": "R", "spearman": "P"}

rule = pytest.mark.rule

LAND = ("sanuki", "iyo")
SEA = ("nagato", "buzen")


class Battle:
    """One battle in the engine, seen from outside: who fights, and the state it starts in."""

    def __init__(
        self,
        attacker: Counter[str],
        army: Counter[str],
        force: Counter[str],
        *,
        naval: bool = False,
        walls: str = "",
        bonus: int = 0,
        struck: bool = False,
    ) -> None:
        self.source, self.target = SEA if naval else LAND
        self.by_army = "daimyo" in attacker
        self.walls = walls
        self.naval = naval
        self.struck = struck
        t = at.empty_board()
        if self.by_army:
            at.put_army(t, at.ATTACKER, 0, self.source, attacker)
        else:
            at.put_force(t, at.ATTACKER, self.source, attacker)
        if army:
            at.put_army(t, at.DEFENDER, 0, self.target, army, struck=struck)
        if force:
            at.put_force(t, at.DEFENDER, self.target, force)
        if walls:
            at.put_walls(t, self.target, walls, bonus)
        at.declare(t, self.target, army=0 if self.by_army else -1, force=self.source)
        self.start = at.through_text(t)

    def sides(self, t: ShogunState) -> tuple[Fighters, Fighters]:
        """Both sides as the referee writes them."""
        if self.by_army:
            attacker = [(kind, "army") for kind in at.army_units(t, at.ATTACKER, 0).elements()]
        else:
            attacker = [(kind, "force") for kind in at.force_units(t, self.source).elements()]
        defender = [(kind, "army") for kind in at.army_units(t, at.DEFENDER, 0).elements()]
        defender += [(kind, "force") for kind in at.force_units(t, self.target).elements()]
        if defender:
            kind = "spearman" if self.walls == "castle" else "ronin"
            defender += [(kind, "bonus")] * at.bonus_left(t, self.target)
        return tuple(sorted(attacker)), tuple(sorted(defender))

    def texts(self) -> tuple[str, str]:
        """Both sides as `battle_odds` reads them."""
        attacker, defender = self.sides(self.start)

        def words(side: Fighters, where: str) -> str:
            counts = Counter(kind for kind, troop in side if troop == where)
            return " ".join(f"{CODE[kind]}{n}" for kind, n in counts.items())

        troops = [words(defender, "army") + (" struck" if self.struck else ""), words(defender, "force")]
        bonus = sum(troop == "bonus" for _, troop in defender)
        text = " + ".join(troop for troop in troops if troop.strip())
        return words(attacker, "army") or words(attacker, "force"), text + (f" {self.walls}={bonus}" if bonus else "")

    def begun(self) -> ShogunState:
        """The state in which the first dice are due."""
        t = at.copied(self.start)
        (fight,) = GAME.legal(t)
        GAME.apply(t, fight)
        assert GAME.actor(t) == CHANCE
        return t

    def over(self, t: ShogunState) -> bool:
        return t.att_to < 0

    def losses_due(self, t: ShogunState) -> bool:
        return t.stage == table.LOSE


Reached = dict[bytes, tuple[Fraction, ShogunState]]


def gather(reached: Reached, t: ShogunState, p: Fraction) -> None:
    key = t.key()
    reached[key] = (reached[key][0] + p if key in reached else p, t)


def lose(battle: Battle, t: ShogunState, orders: tuple[Orders, Orders]) -> None:
    """Give up what the owner's order says, spelled as the engine spells it; every word must be legal."""
    side = int(t.side)
    fighters = in_earnest(battle, t, side)
    left = without(fighters, int(t.to_lose), orders[side][0 if t.step == 3 else 1])
    gone = Counter(fighters) - Counter(left)
    for kind in SPELLING:
        for troop in ("army", "force"):
            for _ in range(gone[kind, troop]):
                action = GAME.parse_action(f"lose {troop} {kind}")
                assert action in list(GAME.legal(t)), (GAME.action_text(action), fighters)
                GAME.apply(t, action)


def one_round(battle: Battle, t: ShogunState, orders: tuple[Orders, Orders]) -> Reached:
    """Everywhere the engine can stand in step 8, or when the battle ended, with exact chances."""
    reached: Reached = {}
    now: Reached = {t.key(): (Fraction(1), t)}
    while now:
        after: Reached = {}
        for p, u in now.values():
            if battle.over(u) or u.stage == table.PRESS:
                gather(reached, u, p)
            elif battle.losses_due(u):
                v = at.copied(u)
                lose(battle, v, orders)
                gather(after, v, p)
            else:
                assert GAME.actor(u) == CHANCE
                chance = GAME.chance(u)
                for action, weight in zip(chance.actions, chance.weights, strict=True):
                    v = at.copied(u)
                    GAME.apply(v, action)
                    gather(after, v, p * Fraction(int(weight), int(chance.total)))
        now = after
    return reached


def engine_ends(battle: Battle, orders: tuple[Orders, Orders], call_off_at: int) -> Ends:
    """The distribution over the ends of a battle, expanded in the engine through the contract alone."""
    known: dict[tuple[Fighters, Fighters], Ends] = {}
    press, call_off = GAME.parse_action("press"), GAME.parse_action("call off")

    def fought_on(t: ShogunState) -> Ends:
        here = battle.sides(t)
        if here in known and t.strike_first == 0:
            return known[here]
        ends: Ends = {}
        stay = Fraction(0)
        for p, u in one_round(battle, t, orders).values():
            left = battle.sides(u)
            if battle.over(u):
                add(ends, left, p)
                continue
            assert list(GAME.legal(u)) == sorted([press, call_off])
            if len(left[0]) <= call_off_at:
                GAME.apply(u, call_off)
                assert battle.over(u)
                assert battle.sides(u) == left
                add(ends, left, p)
            elif left == here and t.strike_first == 0:
                stay = p
            else:
                GAME.apply(u, press)
                for end, q in fought_on(u).items():
                    add(ends, end, p * q)
        ends = {end: p / (1 - stay) for end, p in ends.items()}
        if t.strike_first == 0:
            known[here] = ends
        return ends

    return fought_on(battle.begun())


def some_troop(rng: random.Random, most: int, *, daimyo: bool, ronin: bool = True) -> Counter[str]:
    """A few units, ronin within their limit."""
    units = Counter(rng.choices(SPELLING[1:], k=rng.randint(0 if daimyo else 1, most)))
    if daimyo:
        units["daimyo"] = 1
    if ronin and rng.random() < 0.5:
        units["ronin"] = rng.randint(0, min(2, units.total() - 1))
    return +units


def some_battle(seed: int) -> Battle:
    rng = random.Random(seed)
    attacker = some_troop(rng, 3, daimyo=rng.random() < 0.5)
    kind = rng.choice(["army", "force", "both", "struck"])
    army: Counter[str] = Counter()
    force: Counter[str] = Counter()
    if kind in ("army", "both"):
        army = some_troop(rng, 2, daimyo=True)
    if kind == "struck":
        army = some_troop(rng, 3, daimyo=False)
        if rng.random() < 0.3 and not army["ronin"]:
            army["ronin"] = army.total()  # as many as the struck daimyo allowed
    if kind in ("force", "both") or (kind == "struck" and rng.random() < 0.4):
        force = some_troop(rng, 2, daimyo=False)
    walls = rng.choice(["", "", "castle", "fortress"])
    bonus = rng.randint(1, 2) if walls else 0
    return Battle(attacker, army, force, naval=rng.random() < 0.4, walls=walls, bonus=bonus, struck=kind == "struck")


@rule("11.2", "11.5", "11.7", "11.8", "11.9", "11.13", "11.14", "11.15", "8.6")
@pytest.mark.parametrize("seed", range(60))
def test_battles_in_the_engine_end_as_the_referee_and_the_odds_say(seed: int) -> None:
    battle = some_battle(seed)
    order, name = (CHEAP, "cheap") if seed % 2 else (STRONG, "strong")
    at_most = seed % 3
    found = engine_ends(battle, (order, order), at_most)
    attacker, defender = battle.sides(battle.start)
    stop = (lambda a, _: len(a) <= at_most) if at_most else None
    assert found == Oracle(order, order, stop).ends(attacker, defender, naval=battle.naval)
    odds = battle_odds(
        *battle.texts(), naval=battle.naval, call_off_at=at_most, attacker_casualties=name, defender_casualties=name
    )
    won = sum(p for (a, d), p in found.items() if a and not d)
    assert odds.attacker_wins == pytest.approx(float(won), abs=1e-12)


@rule("11.6", "7.9", "8.11")
@pytest.mark.parametrize("seed", range(200, 230))
def test_exactly_the_casualties_of_the_rulebook_can_be_chosen(seed: int) -> None:
    battle = some_battle(seed)
    seen = 0
    waiting = [battle.begun()]
    known: set[bytes] = set()
    while waiting and seen < 12:
        t = waiting.pop()
        if t.key() in known or battle.over(t) or t.stage == table.PRESS:
            continue
        known.add(t.key())
        if battle.losses_due(t):
            seen += 1
            side = int(t.side)
            real = in_earnest(battle, t, side)
            legal = {
                tuple(sorted((Counter(real) - Counter(gone)).elements())) for gone in legal_losses(real, int(t.to_lose))
            }
            after = all_choices(battle, t, side)
            assert {in_earnest(battle, u, side) for u in after} == legal
            waiting += after
            continue
        for action in GAME.legal(t):
            u = at.copied(t)
            GAME.apply(u, action)
            waiting.append(u)


def in_earnest(battle: Battle, t: ShogunState, side: int) -> Fighters:
    """One side without its bonus units."""
    return tuple(unit for unit in battle.sides(t)[side] if unit[1] != "bonus")


def all_choices(battle: Battle, t: ShogunState, side: int) -> list[ShogunState]:
    """Where the removal of one side's casualties can lead, over all ways to spell it."""
    out: list[ShogunState] = []
    waiting = [t]
    while waiting:
        u = waiting.pop()
        for action in GAME.legal(u):
            v = at.copied(u)
            GAME.apply(v, action)
            if battle.losses_due(v) and v.side == side:
                waiting.append(v)
            else:
                out.append(v)
    return out


# -- movement --------------------------------------------------------------------------------------------


def some_board(seed: int, *, final: bool) -> tuple[ShogunState, movement.World]:
    """A few pieces on Shikoku, in the engine and with the referee; the lands around it are hostile."""
    rng = random.Random(seed)
    t = at.empty_board()
    # The far armies would only multiply what can happen: the one of the clan at war has been struck.
    t.army[2 * table.ARMY_WIDTH + table.STRUCK] = 1
    for province in boards.AROUND:
        at.put_force(t, at.DEFENDER, province, {"spearman": 1})
    units: list[movement.Unit] = []
    armies: list[movement.Army] = []
    states = {province: rng.choice(["own", "own", "empty", "enemy"]) for province in boards.REGION}
    home = rng.choice(boards.REGION)
    states[home] = "own"
    places = [home]
    second = rng.choice(boards.REGION)
    if second != home and rng.random() < 0.4:
        states[second] = "own"
        places.append(second)
        if final:
            # Fewer forces, or too many orders of march would have to be tried.
            states |= {p: rng.choice(["empty", "enemy"]) for p in boards.REGION if p not in places}
    level = rng.choice([1, 2] if len(places) > 1 else [1, 2, 3])
    # Few pieces: every order in which they can move is tried.
    most = 2 if level < 3 and len(places) == 1 and not final else 1
    for number, province in enumerate(places):
        troop = some_troop(rng, most, daimyo=True, ronin=False)
        at.put_army(t, at.ATTACKER, number, province, troop, hole=3 * (level - 1))
        armies.append(movement.Army(number, province, level))
        units += [(kind, ("army", number), False) for kind in troop.elements() if kind != "daimyo"]
    for province, what in states.items():
        if what == "enemy":
            at.put_force(t, at.DEFENDER, province, {"spearman": 1})
        elif what == "own" and (province not in places or rng.random() < 0.5):
            troop = Counter(rng.choices(SPELLING[1:], k=rng.randint(1, most)))
            at.put_force(t, at.ATTACKER, province, troop)
            units += [(kind, ("force", province), False) for kind in troop.elements()]
    t.stage = table.MOVE
    t.final = int(final)
    for number in range(3):
        i = number * int(table.ARMY_WIDTH)
        t.army[i + table.POINTS] = level if number < len(places) else 0
        t.army[i + table.SPENT] = t.army[i + table.STRUCK]
    empty = frozenset(province for province, what in states.items() if what == "empty")
    return at.through_text(t), movement.World(tuple(sorted(units, key=str)), tuple(armies), empty)


def engine_boards(t: ShogunState, armies: int, *, final: bool, march: bool = True) -> set[tuple[object, ...]]:
    """Every board in which the engine lets the phase end."""
    going = boards.MARCHING if final and march else boards.MOVING
    out: set[tuple[object, ...]] = set()
    known = {t.key()}
    waiting = [t]
    while waiting:
        u = waiting.pop()
        for action in GAME.legal(u):
            v = at.copied(u)
            GAME.apply(v, action)
            if v.war == at.ATTACKER and v.final == int(final) and int(v.stage) in going:
                if v.key() not in known:
                    known.add(v.key())
                    waiting.append(v)
            else:
                out.add(boards.summary(v, armies))
    return out


@rule("9.3", "9.4", "9.6", "9.7")
@pytest.mark.parametrize("final", [False, True], ids=["phase A", "phase D"])
@pytest.mark.parametrize("seed", range(30))
def test_movement_ends_where_the_referee_says(seed: int, final: bool) -> None:
    t, world = some_board(seed, final=final)
    expected = movement.ends(world, boards.NEAR, final=final)
    found = engine_boards(t, len(world.armies), final=final)
    assert found - expected == set(), "the engine allows what the rulebook does not"
    assert expected - found == set(), "the engine forbids what the rulebook allows"


@rule("9.4", "9.5", "9.8", "9.9", "9.10", "7.9", "7.11", "8.7", "13.1")
@pytest.mark.parametrize("final", [False, True], ids=["phase A", "phase D"])
@pytest.mark.parametrize("seed", range(25))
def test_armies_with_ronin_end_where_the_referee_says(seed: int, final: bool) -> None:
    t, world = boards.some_crowd(seed, final=final)
    expected = movement.ends(world, boards.NEAR, final=final, march=False)
    found = engine_boards(t, len(world.armies), final=final, march=False)
    assert found - expected == set(), "the engine allows what the rulebook does not"
    assert expected - found == set(), "the engine forbids what the rulebook allows"
