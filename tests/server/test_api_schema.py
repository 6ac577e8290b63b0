"""Schemathesis over the whole API: whatever is sent, the answer is one the OpenAPI description promises."""

from __future__ import annotations

from itertools import count
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from gunbai.server.app import HANDLERS
from tests.server.house import Player, Server

OPERATIONS = [str(handler.operation_id) for handler in HANDLERS]


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    found = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    return {str(operation.definition.raw["operationId"]): operation for operation in found}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_as_described(name: str, described: dict[str, Any], ann: Player) -> None:
    """Asked by a guest with a game in play, every other time about that game: so requests get past the door."""
    operation = described[name]
    table = ann.table(seats=["me", "me"])
    ann.act(table, 1, seat=0)
    turns = count()

    @settings(
        max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
    )
    @given(case=operation.as_strategy())
    def holds(case: Any) -> None:
        if "table_id" in (case.path_parameters or {}) and next(turns) % 2:
            case.path_parameters["table_id"] = table
        # What fits the description may still make no sense to a game; that check would ask for the impossible.
        case.call_and_validate(headers={"cookie": ann.cookie}, excluded_checks=[positive_data_acceptance])

    holds()


def test_the_description_names_every_way_in(server: Server, described: dict[str, Any]) -> None:
    assert set(OPERATIONS) == set(described)
    assert len(OPERATIONS) >= 34
    raw = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    for path, methods in raw["paths"].items():
        for method, operation in methods.items():
            assert {"429", "400"} <= set(operation["responses"]), f"{method} {path}"
            assert operation["description"], f"{method} {path}"
