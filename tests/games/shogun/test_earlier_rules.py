"""Games begun by earlier versions of the rules go on by them: what has changed since is played as it was then."""

from __future__ import annotations

import pytest

import gunbai
from gunbai.core.record import Record, read, write
from gunbai.core.registry import find
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_NUMBER
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import CLAN_WIDTH, LAND_WIDTH, ShogunState
from tests.games.shogun import test_findings as now

# Position -> orders that were lawful then.
PLAYED = {
    "a march into hidden ronin": (
        now.THREE.format(stage="march", round=2) + now.MARCH.format(armies="red1@shima 1P", mino="3P"),
        ("march hida mino", "send spearman", "done", "along 3"),
    ),
    "ronin without a unit": (
        now.THREE.format(stage="move-begin", round=2) + now.GATHERING,
        ("pick 1 ronin", "pick 1 ronin"),
    ),
    "one clan alone is asked": (
        now.WAITING,
        ("recover mino", "done", "bin swords 3"),
    ),
}


@pytest.mark.parametrize("case", PLAYED)
def test_a_record_of_the_first_rules_replays_and_one_of_the_present_rules_does_not(case: str) -> None:
    position, orders = PLAYED[case]
    game = find("shogun", 1)
    s = game.parse_position(position)
    record = Record("shogun", 1, s.options, position=game.position_text(s))
    text = write(record).replace("end: 0 actions", "")
    body = "\n".join(f"red: {order}" for order in orders)
    text = f"{text}{body}\nend: {len(orders)} actions\n"
    assert len(read(text).steps) == len(orders)
    with pytest.raises(gunbai.GunbaiError):
        read(text.replace("rules: 1", f"rules: {GAME.info.rules_version}"))


def test_a_unit_picked_up_counted_as_moved_when_another_army_acted() -> None:
    game = find("shogun", 1)
    s = game.parse_position(now.THREE.format(stage="final-begin", round=2) + now.PICKED)
    for order in ("move 1 mino", "pick 1 spearman", "pick 2 spearman", "move 1 echizen", "leave spearman"):
        game.apply(s, game.parse_action(order))
    assert isinstance(s, ShogunState)
    assert s.land[PROVINCE_NUMBER["mino"] * LAND_WIDTH + st.CAME + 3] == 1


def test_copies_views_and_worlds_keep_the_version() -> None:
    game = find("shogun", 1)
    position, orders = PLAYED["a march into hidden ronin"]
    s = game.parse_position(position)
    for order in orders[:-1]:
        game.apply(s, game.parse_action(order))
    for same in (s.copy(), game.resample(game.view(s, 0), gunbai.Rng(1))):
        assert [game.action_text(a) for a in game.legal(same)] == ["along 0", "along 1", "along 2", "along 3"]


def test_positions_written_before_version_two_are_read() -> None:
    """One word once told both what marches and what the moving army had picked up."""
    moving = now.table("final-begin", now.PICKED).do("move 1 mino", "pick 1 spearman")
    text = GAME.position_text(moving.s)
    old = text.replace(" joined=0,0,0,1", "").replace("stage=move", "stage=move fresh=0,0,0,1")
    assert old != text
    assert GAME.parse_position(old).key() == moving.s.key()
    march = now.table("march", now.MARCH.format(armies="red1@shima 1P", mino="3P")).do(
        "march hida mino", "send spearman"
    )
    text = GAME.position_text(march.s)
    assert GAME.parse_position(text.replace("sent=", "fresh=")).key() == march.s.key()


@pytest.mark.parametrize("version", [1, 2])
def test_a_player_of_two_clans_began_with_the_one_that_had_acted_last(version: int) -> None:
    game = find("shogun", version)
    s = game.parse_position(now.TWO)
    text = write(Record("shogun", version, s.options, position=game.position_text(s))).replace("end: 0 actions", "")
    end = read(f"{text}blue: bin swords 2\nend: 1 actions\n").final()
    assert isinstance(end, ShogunState)
    assert [int(end.clan[c * CLAN_WIDTH + st.BINS]) for c in range(4)] == [0, 0, 0, 2]
