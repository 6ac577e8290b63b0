"""Schemathesis over the whole API: whatever is sent, the answer is one the OpenAPI description promises."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tests.server.house import Player, Server


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")


schema = schemathesis.pytest.from_fixture("described")


@pytest.fixture(scope="module")
def somebody(server: Server) -> dict[str, str]:
    """A guest with a table in play, so that requests get past the door."""
    ann = Player(server.url, "Ann")
    ann.table(seats=["me", "me"])
    return {"cookie": ann.cookie}


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case: Any, somebody: dict[str, str]) -> None:
    # Requests that fit the description may still be refused for other reasons, with a status that is described too.
    case.call_and_validate(
        headers={**somebody, **dict(case.headers or {})},
        excluded_checks=[schemathesis.checks.load_all_checks and check for check in _NOT_OURS],
    )


_NOT_OURS: list[Any] = []


def test_the_description_names_every_way_in(server: Server) -> None:
    described = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    paths = {path for path in described["paths"] if path.startswith("/api")}
    assert len(paths) >= 32
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/api/") and "schema" not in path:
                assert {"429", "400"} <= set(operation["responses"]), f"{method} {path}"
                assert operation["summary"], f"{method} {path}"
