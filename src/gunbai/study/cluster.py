"""The games of a study on a Ray cluster: what a lost machine was playing is played again by another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import ray

from gunbai.core import plugins
from gunbai.core.errors import GunbaiError
from gunbai.core.registry import use_plugin
from gunbai.study.facts import Facts, Task, play
from gunbai.study.running import Playing

# A game is a pure function of its task, so it may be played again as often as machines are lost.
AGAIN = -1


def on_ray(address: str) -> Playing:
    """Over all cores of a cluster: `auto` for the one this machine belongs to, `HOST:PORT`, or `ray://HOST:PORT`."""

    def playing(tasks: Sequence[Task]) -> Iterator[Facts]:
        if not ray.is_initialized():
            try:
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            except (ConnectionError, ValueError) as error:
                raise GunbaiError(f"there is no Ray cluster at {address}: {error}") from None
        remote = ray.remote(num_cpus=1, max_retries=AGAIN)(_play)
        modules = tuple(plugins.imported())
        ahead = [remote.remote(task, modules) for task in tasks]
        while ahead:
            done, ahead = ray.wait(ahead, num_returns=1)
            yield from ray.get(done)

    return playing


def _play(task: Task, modules: Sequence[str]) -> Facts:
    for module in modules:
        use_plugin(module)
    return play(task)
