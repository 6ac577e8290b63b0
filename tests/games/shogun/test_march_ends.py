"""Marches with ronin in sight and hidden ones, beside armies, against brute force (RULES §7.9, §9.10, §13.4, §13.5)."""

from __future__ import annotations

import random

import pytest

from gunbai.games.shogun import state as st
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun import positions as at
from tests.games.shogun.march_oracle import EMPTY, ENEMY, NONE, OWN, REGION, Army, Board, Place, World, ends
from tests.games.shogun.movement_boards import AROUND, NEAR
from tests.games.shogun.table import war

rule = pytest.mark.rule
KINDS = ("bowman", "swordsman", "gunner", "spearman")
MARCHING = (st.MARCH, st.SEND, st.MARCH_RONIN)
# So few units may march that every sequence can be tried.
MOST_MARCHING = 5


def some_place(rng: random.Random) -> Place:
    owner = rng.choice([OWN, OWN, OWN, OWN, ENEMY, EMPTY])
    while owner == OWN:
        n = rng.choice([0, 1, 2, 3])
        bows = rng.randint(0, min(n, 1))
        army = None
        if rng.random() < 0.4:
            struck = rng.random() < 0.25
            units = (rng.choice([0, 4]), 0, 0, rng.randint(int(struck), 2))
            army = Army(units, rng.randint(0, min(2, sum(units))), struck)
        place = Place(OWN, (bows, 0, 0, n - bows), NONE, rng.choice([0, 0, 1, 2]), 0, rng.choice([0, 0, 1, 2]), army)
        if place.keeps_limits():
            return place
    return Place(owner)


def some_world(seed: int) -> World:
    rng = random.Random(seed)
    while True:
        w = tuple(some_place(rng) for _ in REGION)
        armies = sum(place.army is not None for place in w)
        if armies <= 2 and 2 <= sum(sum(place.fresh) for place in w) <= MOST_MARCHING:
            return w


def on_the_board(w: World) -> ShogunState:
    t = at.empty_board()
    for province in AROUND:
        at.put_force(t, at.DEFENDER, province, {"spearman": 1})
    number = 0
    for province, place in zip(REGION, w, strict=True):
        if place.owner == ENEMY:
            at.put_force(t, at.DEFENDER, province, {"spearman": 1})
        elif place.owner == OWN:
            force = dict(zip(KINDS, place.fresh, strict=True))
            at.put_force(t, at.ATTACKER, province, {**force, "ronin": place.ronin})
            at.hide(t, at.ATTACKER, province, place.hidden)
            if place.army:
                army = dict(zip(KINDS, place.army.units, strict=True))
                held = {**army, "ronin": place.army.ronin}
                at.put_army(t, at.ATTACKER, number, province, held, struck=place.army.struck)
                number += 1
    t.stage = st.MARCH
    t.final = 1
    return t


def summary(t: ShogunState) -> Board:
    """The board as the referee sums it up."""
    places: list[tuple[object, ...]] = []
    for province in REGION:
        if at.owner(t, province) == at.DEFENDER:
            places.append((ENEMY, NONE, 0, 0, None))
            continue
        number = at.army_at(t, at.ATTACKER, province)
        held = at.army_units(t, at.ATTACKER, number) if number >= 0 else None
        army = (tuple(held[kind] for kind in KINDS), held["ronin"]) if held is not None else None
        force = at.force_units(t, province)
        owner = OWN if at.owner(t, province) == at.ATTACKER else EMPTY
        places.append((owner, tuple(force[k] for k in KINDS), force["ronin"], at.hidden(t, province), army))
    return tuple(places)


def engine_ends(t: ShogunState) -> set[Board]:
    """Every board on which the engine lets the marches end."""
    found, known, waiting = {summary(t)}, {t.key()}, [t]
    while waiting:
        now = waiting.pop()
        for action in GAME.legal(now):
            after = at.copied(now)
            GAME.apply(after, action)
            if after.war != at.ATTACKER or after.stage not in MARCHING:
                found.add(summary(after))
            elif after.key() not in known:
                known.add(after.key())
                waiting.append(after)
                if after.stage == st.MARCH:
                    found.add(summary(after))
    return found


@rule("7.9", "9.10", "13.4", "13.5", "8.7")
@pytest.mark.parametrize("seed", range(40))
def test_marches_end_where_the_referee_says(seed: int) -> None:
    w = some_world(seed)
    t = on_the_board(w)
    expected = ends(w, NEAR)
    GAME.actor(t)
    found = engine_ends(t)
    assert found - expected == set(), f"the engine allows what the rulebook does not: {GAME.position_text(t)}"
    assert expected - found == set(), f"the engine forbids what the rulebook allows: {GAME.position_text(t)}"


@rule("13.5")
def test_ronin_in_sight_march_before_hidden_ones() -> None:
    lands = "hida red 3P1R hidden=1; mino red 1P"
    t = war("march final=1", "red1@kii 1P", f"kii red; {lands}", "red sword=1 veiled=1; blue sword=2; green sword=3")
    t.do("march hida mino", "send spearman", "done", "along 1")
    assert (t.force("hida"), t.land("hida", st.HIDDEN), t.force("mino")) == ("2P", 1, "2P1R")
