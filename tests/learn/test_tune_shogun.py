"""`scripts/tune_shogun.py`: one command makes a whole file of weights from nothing, and goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

from scripts import tune_shogun

from gunbai.games.shogun import features as ft
from gunbai.games.shogun import habits as hb
from gunbai.games.shogun import learned

SHIPPED = json.loads(Path(learned.__file__).with_name(learned.WEIGHTS).read_text(encoding="utf-8"))


def test_numbers_set_by_hand_stand_in_the_recipe_as_they_are_shipped() -> None:
    made = tune_shogun.joined({"value": [0.1] * int(ft.BLOWS)}, SHIPPED["habits"])
    assert {name: made[name] for name in made if name != "value"} == {
        name: SHIPPED[name] for name in SHIPPED if name != "value"
    }
    value = made["value"]
    assert isinstance(value, list)
    assert value[int(ft.BLOWS) :] == SHIPPED["value"][int(ft.BLOWS) :]


def test_the_recipe_makes_weights_from_nothing(tmp_path: Path) -> None:
    tune_shogun.make(tmp_path, games=8, batches=1, more=1, each=4, processes=1)
    made = json.loads((tmp_path / "weights.json").read_text(encoding="utf-8"))
    assert {name: type(number) for name, number in made.items()} == {
        name: type(number) for name, number in SHIPPED.items()
    }
    assert (len(made["value"]), len(made["habits"])) == (int(ft.FEATURES), len(hb.BY_HAND))
    first = (tmp_path / "habits-1.json").stat().st_mtime_ns
    (tmp_path / "weights.json").unlink()
    tune_shogun.make(tmp_path, games=8, batches=1, more=1, each=4, processes=1)
    assert json.loads((tmp_path / "weights.json").read_text(encoding="utf-8")) == made
    assert (tmp_path / "habits-1.json").stat().st_mtime_ns == first
