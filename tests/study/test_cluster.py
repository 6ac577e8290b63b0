"""A study on a real Ray cluster of two nodes on this machine, one of which is lost in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

from gunbai.core.errors import GunbaiError
from gunbai.study.cluster import on_ray
from gunbai.study.plan import read_study
from gunbai.study.running import Run, locally

PLAN = """
title = "Who begins"
game = "gunkimono"
bots = ["greedy"]
games = 12
look = 12

[variants.usual]
preset = "tiny"

[variants.red_begins]
preset = "tiny"
start = "red"
"""
# Ray asks for no less memory for what nodes share.
SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}


def test_a_study_survives_the_loss_of_a_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Ray lets its workers yield to everything else; beside other tests they would hardly get on.
    monkeypatch.setenv("RAY_worker_niceness", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    file = tmp_path / "plan.toml"
    file.write_text(PLAN, encoding="utf-8")
    study = read_study(file)
    cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    try:
        other = cluster.add_node(**SMALL)
        cluster.wait_for_nodes()
        lost: list[int] = []

        def on_game(done: int, _: int) -> None:
            if done >= 4 and not lost:
                assert len([node for node in ray.nodes() if node["Alive"]]) == 2
                lost.append(done)
                cluster.remove_node(other, allow_graceful=False)

        played = Run(study, tmp_path / "cluster").go(on_ray(cluster.address), on_game)
        assert lost
        assert lost[0] < 24
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert played == Run(study, tmp_path / "here").go(locally(1), lambda *_: None)


def test_a_cluster_that_is_not_there_is_said(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(PLAN, encoding="utf-8")
    with pytest.raises(GunbaiError, match="no Ray cluster at nowhere"):
        Run(read_study(file), tmp_path / "cluster").go(on_ray("nowhere"), lambda *_: None)
