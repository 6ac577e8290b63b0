"""What the log tells of a round: castles and levies of all when they come to light, and what all have at its end."""

from __future__ import annotations

import re

import pytest

import gunbai
from gunbai.core.game import SPECTATOR, bring_into_focus
from gunbai.core.saying import Saying
from gunbai.games.shogun import state as st
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from gunbai.session.table import Table
from tests.games.golden import FOLDER


def in_trays(t: ShogunState) -> int:
    """Regular units of all clans that are not on the board."""
    return sum(int(t.clan[c * st.CLAN_WIDTH + st.TRAY + unit]) for c in range(int(t.clans)) for unit in range(4))


def castles(t: ShogunState) -> int:
    """How high all buildings are together: a castle counts one, a fortress two."""
    return sum(int(t.land[p * st.LAND_WIDTH + st.CASTLE]) for p in range(len(t.land) // st.LAND_WIDTH))


def raised(came: list[Saying]) -> int:
    """The units of all levies that are told."""
    told = [each for each in came if " raises " in each.template]
    return sum(str(each.words["provinces"]).count(", ") + 1 for each in told)


@pytest.mark.parametrize("watcher", [SPECTATOR, 0])
@pytest.mark.parametrize("name", ["shogun-rules-3-kyushu-2", "shogun-rules-3-5-longer", "shogun-4"])
def test_levies_castles_and_income_of_all_are_told_once(name: str, watcher: int) -> None:
    record = gunbai.parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8")).record
    states, levies, built, rounds = record.states(), 0, 0, []
    before = None
    for step, old, new in zip(record.steps, states, states[1:], strict=False):
        assert isinstance(old, ShogunState)
        assert isinstance(new, ShogunState)
        if old.stage == st.LEVYING:
            before = before or old
        bring_into_focus(GAME, old, step.seat)
        seen = GAME.seen_as(old, step.action, watcher)
        before_it = GAME.view(old, watcher)
        came = GAME.aftermath(before_it, seen, GAME.view(new, watcher))
        # A levy is told whole with the action that ends it, and nothing of it before.
        units = raised(came)
        if before is not None and new.stage != st.LEVYING:
            assert units == in_trays(before) - in_trays(new)
            before = None
        else:
            assert units == 0
        levies += units
        deeds = [*GAME.effects(before_it, seen), *came]
        built += sum(each.template.startswith("{clan} builds") for each in deeds)
        rounds += [int(each.words["round"]) for each in came if each.template == "round {round} is over"]
        for each in came:
            if each.template == "{clan} holds {held} provinces and has {koku} koku":
                held, koku = int(each.words["held"]), int(each.words["koku"])
                assert koku == max(3, held // 3)
    assert levies > 0
    last = states[-1]
    assert isinstance(last, ShogunState)
    assert built <= castles(last)
    assert (built > 0) == (castles(last) > 0)
    assert rounds == list(range(1, len(rounds) + 1))
    assert rounds


@pytest.mark.parametrize("watcher", [SPECTATOR, 0, 1, 2, 3])
def test_a_castle_is_told_once(watcher: int) -> None:
    """Also one's own, which one knows of before all others do, and the last one, whose action is seen by all."""
    record = gunbai.parse((FOLDER / "shogun-4.txt").read_text(encoding="utf-8")).record
    lines = Table.from_record(record).log.lines(watcher)
    told = [place for line in lines for place in re.findall(r"builds a castle in (\w+)", line.text)]
    known = [each.words["province"] for line in lines for each in line.effects if " builds a " in each.template]
    assert sorted(told) == sorted(set(told))
    assert sorted(known) == sorted(told)
    assert {"Yamato", "Hoki", "Wakasa", "Etchu"} <= set(told)
