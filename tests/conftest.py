"""Which tests run, and in which order: what takes minutes begins first, so that nobody waits for it in the end."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.forks import prepare


@pytest.fixture(scope="session", autouse=True)
def process_to_fork_from() -> None:
    """There is one for each test process, also if workers of the package (`core.processes`) are its first forks."""
    prepare()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", type=int, default=1, help="of each test every n-th set of parameters, at least one")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if (n := config.getoption("--sample")) > 1:
        kept = {id(item) for item in sample(items, n)}
        config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
        items[:] = [item for item in items if id(item) in kept]


def pytest_collection_finish() -> None:
    """What was loaded for all tests stays; the collector of garbage, which some tests call often, leaves it out."""
    gc.collect()
    gc.freeze()


def sample(items: list[pytest.Item], n: int) -> Iterator[pytest.Item]:
    """Every test with some of its sets of parameters. Neighbouring tests get different ones, so that each is met."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for number, sets in enumerate(tests.values()):
        yield from sets[number % min(n, len(sets)) :: n]
