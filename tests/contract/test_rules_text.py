"""RULES.md is numbered without gaps in trust: every paragraph unique, every paragraph cited by a test."""

from __future__ import annotations

import pytest

from gunbai.core.registry import names
from tests.contract.paragraphs import cited_by_tests, paragraphs_of

GAMES = [name for name in names() if name != "whisper"]


@pytest.mark.parametrize("name", GAMES)
def test_paragraph_numbers_are_unique(name: str) -> None:
    found = paragraphs_of(name)
    assert found
    assert len(found) == len(set(found)), [p for p in found if found.count(p) > 1]


@pytest.mark.parametrize("name", GAMES)
def test_every_paragraph_is_cited_by_a_test(name: str) -> None:
    cited = cited_by_tests(name)
    missing = [p for p in paragraphs_of(name) if p not in cited]
    assert not missing, f"{name}: no test cites {', '.join(missing)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_citation_exists(name: str) -> None:
    unknown = cited_by_tests(name) - set(paragraphs_of(name))
    assert not unknown, f"{name}: tests cite {', '.join(sorted(unknown))}, which RULES.md does not have"
