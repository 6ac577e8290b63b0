"""Data sets: true to the games, blind to secrets, equal after a kill, and readable with NumPy and PyTorch."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import gunbai
from gunbai.bots.fingerprint import fingerprint
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.data.reading import Dataset
from gunbai.data.recipe import JSON_LINES, PARQUET, Recipe
from gunbai.data.rows import value
from gunbai.data.writing import play, write
from tests.cli.program import gunbai as command
from tests.cli.program import refused
from tests.forks import ROOT, environment

KINDS = [("gunshi", "formation=skirmish turn_cap=3", 2), ("gunshi", "formation=first_battle turn_cap=6", 2),
         ("gunkimono", "players=2 layout=tiny box=tiny", 2), ("gunkimono", "players=3", 3),
         ("shogun", "map=tiny players=3 rounds=2 ronin=4", 3)]  # fmt: skip


def recipe(name: str = "gunshi", options: str = "formation=skirmish turn_cap=3", **more: Any) -> Recipe:
    game = gunbai.find(name)
    text = Options(game.info.options, dict(word.split("=") for word in options.split())).text()
    usual: dict[str, Any] = {"players": ("greedy", "random"), "iterations": 5, "seed": 3, "games": 4, "part": 2}
    return Recipe(name, game.info.rules_version, text, **{**usual, **more})


def made(folder: Path, wanted: Recipe, processes: int = 1) -> Path:
    write(folder, wanted, processes, lambda _: None)
    return folder


def rows_of(folder: Path, table: str) -> list[dict[str, Any]]:
    return [row for file in sorted((folder / table).glob("*.parquet")) for row in pq.read_table(file).to_pylist()]


def seat_columns(game: Game, options: Options, state: Any, seat: int, actor: int, step: int) -> dict[str, Any]:
    """What a row says of a moment, straight from the contract and a whole state."""
    index = game.action_index(options)
    bring_into_focus(game, state, actor)
    view = game.view(state, seat)
    return {
        "view": game.view_text(view),
        "observation": bytes(game.observer(options).values(view)),
        "legal": [index.index_of(a) for a in game.legal(state)] if actor == seat else [],
        "value": pytest.approx(value(game, view, step), abs=1e-6),
    }


@pytest.mark.parametrize(("name", "options", "seats"), KINDS)
def test_no_row_of_a_seat_holds_what_it_could_not_see(name: str, options: str, seats: int, tmp_path: Path) -> None:
    """Every secret is permuted: the same rows come out of any other world that fits what the seat could know."""
    folder = made(tmp_path / "games", recipe(name, options, games=2, everyone=True))
    game = gunbai.find(name)
    rules = recipe(name, options).all_options
    truth = {(row["game"], row["step"]): row for row in rows_of(folder, "truth")}
    rows = rows_of(folder, "seats")
    assert {row["seat"] for row in rows} == set(range(seats))
    other_worlds = 0
    rng = Rng(5)
    for row in rows[:: max(1, len(rows) // 150)]:
        position, actor = (truth[row["game"], row["step"]][column] for column in ("position", "actor"))
        state = game.parse_position(position)
        world = game.resample(game.view(state, row["seat"]), rng)
        other_worlds += game.position_text(world) != position
        found = seat_columns(game, rules, world, row["seat"], actor, row["step"])
        assert row["acting"] == (row["seat"] == actor)
        assert {column: row[column] for column in found} == found
        assert set(row) - set(found) == {"game", "step", "seat", "acting", "choice", "seen", "result"}
    assert other_worlds > 0, "nothing was hidden, so nothing was tested"


@pytest.mark.parametrize(("name", "options", "seats"), KINDS)
def test_rows_tell_the_games_that_were_played(name: str, options: str, seats: int, tmp_path: Path) -> None:
    wanted = recipe(name, options, games=3)
    data = Dataset(made(tmp_path / "games", wanted))
    index = wanted.engine.action_index(wanted.all_options)
    rows = rows_of(data.folder, "seats")
    assert len(data) == len(rows) > 0
    for told in data.games():
        match = play(wanted, told["game"])
        assert told["returns"] == pytest.approx(list(match.returns))
        assert told["players"] == list(wanted.seated(told["game"]))
        assert [(row["actor"], row["action"]) for row in data.truth(told["game"])] == match.record.steps
        for seat in range(seats):
            own = [row for row in rows if (row["game"], row["seat"]) == (told["game"], seat)]
            # All that a seat saw, up to its last decision, is told in its rows, as it saw it.
            seen = [action for row in own for action in row["seen"]]
            assert seen == match.history(seat)[: own[-1]["step"] if own else 0]
            assert [row["result"] for row in own] == pytest.approx([match.returns[seat]] * len(own))
        chosen = [int(index.action_at(row["choice"])) for row in rows if row["game"] == told["game"]]
        assert chosen == [action for actor, action in match.record.steps if actor >= 0]


def test_json_lines_say_the_same_in_words(tmp_path: Path) -> None:
    wanted = recipe(formats=(PARQUET, JSON_LINES))
    folder = made(tmp_path / "games", wanted)
    lines = [json.loads(line) for file in sorted((folder / "seats").glob("*.jsonl")) for line in file.open()]
    rows = rows_of(folder, "seats")
    game, index = wanted.engine, wanted.engine.action_index(wanted.all_options)
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        assert line["choice"] == game.action_text(index.action_at(row["choice"]))
        assert line["legal"] == [game.action_text(index.action_at(a)) for a in row["legal"]]
        assert line["view"]["seat"] == row["seat"]
        assert line["value"] == pytest.approx(row["value"], abs=1e-5)
    truth = [json.loads(line) for file in sorted((folder / "truth").glob("*.jsonl")) for line in file.open()]
    assert [row["position"] for row in truth] == [row["position"] for row in rows_of(folder, "truth")]


def digest(folder: Path) -> dict[str, str]:
    names = [file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != "lock"]
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in names}


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL to send")
def test_a_killed_run_is_gone_on_with_and_gives_the_same_bytes(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    words = "dataset gunshi -p first_battle -o turn_cap=40 -b search -b greedy --iterations 30 -n 12 --part 1 -j 2"
    arguments = [sys.executable, "-m", "gunbai", *words.split(), "--folder"]
    run = subprocess.Popen([*arguments, str(killed)], env=environment(ROOT), stderr=subprocess.DEVNULL)
    while run.poll() is None and not list(killed.glob("done/*.json")):
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    before = {file.name: file.stat().st_mtime_ns for file in killed.glob("done/*.json")}
    assert 0 < len(before) < 12, "the run was over before it was killed"
    assert not (killed / "README.md").exists()
    for folder in (killed, whole):
        done = subprocess.run([*arguments, str(folder)], env=environment(ROOT), capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
    assert digest(killed) == digest(whole)
    after = {file.name: file.stat().st_mtime_ns for file in killed.glob("done/*.json")}
    assert before.items() <= after.items(), "a finished part was made again"
    assert len(after) == 12
    assert not list(killed.rglob("*.part"))


def test_a_data_set_can_grow_but_not_change(tmp_path: Path) -> None:
    small, large = recipe(games=3), recipe(games=8)
    grown = made(made(tmp_path / "grown", small), large, processes=2)
    assert digest(grown) == digest(made(tmp_path / "at-once", large))
    with pytest.raises(GunbaiError, match="holds another data set"):
        made(tmp_path / "grown", recipe(seed=4))
    with pytest.raises(GunbaiError, match="may play otherwise"):
        made(tmp_path / "grown", recipe(games=9, code="of a later release"))
    with pytest.raises(GunbaiError, match="no data set"):
        Dataset(tmp_path)
    with pytest.raises(GunbaiError, match="parquet or jsonl"):
        made(tmp_path / "other", recipe(formats=("csv",)))


def test_arrays_hold_every_decision_once(tmp_path: Path) -> None:
    data = Dataset(made(tmp_path / "games", recipe("gunkimono", "players=3", games=12, part=3, everyone=True)))
    in_order = list(data.batches(64))
    keys = [key for batch in in_order for key in zip(batch.games.tolist(), batch.steps.tolist(), strict=True)]
    assert keys == sorted(keys)
    assert len(keys) == len(data) > 64
    assert [len(batch) for batch in in_order[:-1]] == [64] * (len(in_order) - 1)
    for batch in in_order:
        assert batch.observations.shape == (len(batch), data.observation_size)
        assert batch.masks.shape == (len(batch), data.action_count)
        assert batch.masks[np.arange(len(batch)), batch.choices].all()
    shuffled = [key for b in data.batches(64, shuffle=1) for key in zip(b.games, b.steps, strict=True)]
    assert shuffled != keys
    assert sorted(shuffled) == keys
    parts = [list(data.batches(64, held_out=held)) for held in (False, True)]
    assert {int(game) for batch in parts[1] for game in batch.games} == {9}
    assert sum(len(batch) for part in parts for batch in part) == len(keys)
    halves = [key for i in (0, 1) for b in data.batches(64, share=(i, 2)) for key in zip(b.games, b.steps, strict=True)]
    assert sorted(halves) == keys


@pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not among the pinned packages: its builds differ by machine"
)
def test_pytorch_reads_the_same_rows(tmp_path: Path) -> None:
    import torch
    from torch.utils.data import DataLoader

    from gunbai.data.torch_reading import Decisions

    folder = made(tmp_path / "games", recipe("gunkimono", "players=3", games=6, part=2))
    arrays = list(Dataset(folder).batches(32))
    tensors = list(Decisions(folder, 32))
    for array, tensor in zip(arrays, tensors, strict=True):
        assert torch.equal(tensor["observations"], torch.tensor(array.observations))
        assert torch.equal(tensor["choices"], torch.tensor(array.choices))
    loaded = DataLoader(Decisions(folder, 32, shuffle=1), batch_size=None, num_workers=2)
    passes = [
        [key for b in loaded for key in zip(b["games"].tolist(), b["steps"].tolist(), strict=True)] for _ in range(2)
    ]
    assert passes[0] != passes[1], "each pass shuffles anew, also with workers"
    assert sorted(passes[0]) == sorted(passes[1])
    keys = passes[0]
    assert sorted(keys) == [key for b in arrays for key in zip(b.games.tolist(), b.steps.tolist(), strict=True)]


def test_the_command_says_what_it_wrote_and_the_card_repeats_it(tmp_path: Path) -> None:
    folder = tmp_path / "first"
    words = ["dataset", "gunkimono", "-p", "tiny", "-n", "5", "-b", "greedy", "-b", "random", "--folder"]
    (told,) = command(*words, str(folder), "--json").json
    data = Dataset(folder)
    assert told == {"folder": str(folder), "games": 5, "rows": len(data), "decisions": len(data)}
    card = (folder / "README.md").read_text(encoding="utf-8")
    again = card.partition("```sh\ngunbai ")[2].partition("\n")[0].split()
    again[again.index("--folder") + 1] = str(tmp_path / "second")
    assert command(*again).code == 0
    assert digest(folder) == digest(tmp_path / "second")
    assert f"mark {fingerprint('gunkimono', ['greedy', 'random'])}" in card
    assert "thinks by the clock" in refused(command("dataset", "gunshi", "-b", "level-5"))
