"""Positions that contradict themselves are refused; on what is accepted, everything works and ends in time."""

from __future__ import annotations

import pytest

from gunbai.core.errors import BadNotation
from gunbai.core.game import CHANCE, random_action
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.lab.mutants import mutated, real_positions, tamper

GAMES = ("gunshi", "gunkimono", "shogun")


@pytest.mark.parametrize("name", GAMES)
def test_tampered_positions_are_refused_or_work(name: str) -> None:
    # `gunbai tamper` tries 20,000 of each game; uncompiled code may take longer than the second it allows there.
    tally = tamper(name, 240, seed=7, seconds=20)
    assert not tally.faults, tally.faults[0]
    assert tally.refused > 100
    assert tally.accepted > 2


@pytest.mark.parametrize("name", GAMES)
def test_real_positions_are_accepted(name: str) -> None:
    game, sources = find(name), real_positions(find(name), Rng(3))
    for _ in range(25):
        text = next(sources)
        assert game.position_text(game.parse_position(text)) == text


def test_tampering_changes_the_text_and_repeats() -> None:
    text = next(real_positions(find("gunshi"), Rng(1)))
    assert {mutated(text, Rng(n)) for n in range(20)} != {text}
    assert mutated(text, Rng(4)) == mutated(text, Rng(4))


def test_a_position_whose_pool_denies_its_cards_is_refused() -> None:
    # The sampler never came back from this one: nobody can have sent these cards from such a hand.
    text = (
        "2c>!c<*c^1a<!/2i+vi+v3/7/5a>1/6Cv/2I+>!Cv2Cv/2Av*1I+v!2 phase=unit turn=blue n=20"
        " fences=d1-d2,a1-b1,c2-d2,d3-e3/c5-c6,e6-e7,g6-g7,e5-f5 mlp=9/17 row=(M).M.(M).Re/(F).Rf.(Re)"
        " hand=Re.Rf.F/M.M.M pool=M:1.M:1.Rf:1.M:3.Re:3.Re:3.Re:5/Re:1.M:1.F:1.Rf:2.M:3.M:4 face=down/up card=Re left=1"
    )
    with pytest.raises(BadNotation, match="pool: red's row and hand"):
        find("gunshi").parse_position(text)


def test_more_koku_in_the_bins_than_in_hand_is_refused() -> None:
    text = (
        "shogun players=3 map=tiny ronin=4 rounds=2 | stage=plan turn=green round=1 "
        "| red bins=3,0,0,0,0 sealed; blue bins=3,0,0,0,0 sealed; green koku=3 bins=3,0,{levy},0,0 step=4 "
        "| red1@nagato 1B1S2G; blue1@chikuzen 1B1S2G; green1@hizen 1B1S2G "
        "| bungo green 3P; buzen red 1P; chikugo blue 1P; chikuzen blue 3P; hizen green 1P; nagato red 3P"
    )
    game = find("shogun")
    assert list(game.legal(game.parse_position(text.format(levy=0))))
    with pytest.raises(BadNotation, match="koku for the bins"):
        game.parse_position(text.format(levy=2))


def test_piles_of_different_sizes_cannot_be_divided() -> None:
    game, rng = find("shogun"), Rng(1)
    s = game.start(Options(game.info.options, {"players": 2}))
    while game.actor(s) == CHANCE:
        game.apply(s, random_action(game, s, rng))
    text = game.position_text(s)
    assert "stage=split" in text
    assert game.position_text(game.parse_position(text)) == text
    with pytest.raises(BadNotation, match="piles of the same size"):
        game.parse_position(text.replace(" blue;", " red;", 1))


@pytest.mark.parametrize(
    ("veiled", "hidden", "reason"),
    [(2, 3, "3 hidden ronin of 2"), (4, 3, "3 hidden ronin where troops have room for 2")],
)
def test_ronin_that_nobody_hired_or_leads_are_refused(veiled: int, hidden: int, reason: str) -> None:
    # When they showed themselves in battle, a defender had a loss to choose and nothing to choose from.
    text = (
        "shogun players=3 | stage=combat round=2 war=blue turn=blue slot=2 bins_open=1"
        " | red sword=1 veiled={veiled}; blue sword=2; green sword=3"
        " | red1@hida 1P; blue1@oki 1P; green1@shima 1P"
        " | hida red; kai red {force}P hidden={hidden}; suruga blue 3P aim=kai; oki blue; shima green"
    )
    game = find("shogun")
    assert list(game.legal(game.parse_position(text.format(veiled=2, hidden=2, force=3))))
    with pytest.raises(BadNotation, match=reason):
        game.parse_position(text.format(veiled=veiled, hidden=hidden, force=3 if veiled > 2 else 4))


def test_a_set_up_whose_count_denies_the_board_is_refused() -> None:
    game, rng = find("shogun"), Rng(2)
    s = game.start(Options(game.info.options, {"players": 3}))
    stages: set[str] = set()
    while "stage=" in (text := game.position_text(s)) and (stage := text.split("stage=")[1].split()[0]) != "plan":
        if " count=" in text and stage in ("deal", "reinforce", "markers") and stage not in stages:
            stages.add(stage)
            count = text.split(" count=")[1].split()[0]
            with pytest.raises(BadNotation, match="count"):
                game.parse_position(text.replace(f" count={count}", " count=85"))
        game.apply(s, random_action(game, s, rng))
    assert stages == {"deal", "reinforce", "markers"}
