"""RULES.md is numbered without gaps in trust: every paragraph unique, every paragraph cited by a test."""

from __future__ import annotations

import re

import pytest

import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.core.registry import find, names
from gunbai.core.rulebook import JAPANESE, LANGUAGES, paragraphs, rules_text
from tests.contract.paragraphs import cited_by_tests, paragraphs_of

_JAPANESE_LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龠]")
# Three words of Latin letters in a row: more than notation or a name.
_ENGLISH_CLAUSE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")

GAMES = [name for name in names() if name != "whisper"]
# A game of others keeps its tests with itself.
HOUSE = [name for name in GAMES if type(find(name)).__module__.startswith("gunbai.games.")]


@pytest.mark.parametrize("name", GAMES)
def test_paragraph_numbers_are_unique(name: str) -> None:
    found = paragraphs_of(name)
    assert found
    assert len(found) == len(set(found)), [p for p in found if found.count(p) > 1]


@pytest.mark.parametrize("name", HOUSE)
def test_every_paragraph_is_cited_by_a_test(name: str) -> None:
    cited = cited_by_tests(name)
    missing = [p for p in paragraphs_of(name) if p not in cited]
    assert not missing, f"{name}: no test cites {', '.join(missing)}"


@pytest.mark.parametrize("name", HOUSE)
def test_every_citation_exists(name: str) -> None:
    unknown = cited_by_tests(name) - set(paragraphs_of(name))
    assert not unknown, f"{name}: tests cite {', '.join(sorted(unknown))}, which RULES.md does not have"


@pytest.mark.parametrize("name", GAMES)
def test_the_japanese_rules_have_the_same_sections_and_paragraphs(name: str) -> None:
    english, japanese = (paragraphs(rules_text(find(name), language)) for language in LANGUAGES)
    assert [p.number for p in japanese] == [p.number for p in english]
    assert [p.section.split()[0] for p in japanese] == [p.section.split()[0] for p in english]


@pytest.mark.parametrize("name", GAMES)
def test_every_japanese_paragraph_and_title_is_japanese(name: str) -> None:
    for paragraph in paragraphs(rules_text(find(name), JAPANESE)):
        assert _JAPANESE_LETTERS.search(paragraph.section), paragraph.section
        assert _JAPANESE_LETTERS.search(paragraph.text), paragraph.number
        assert not _ENGLISH_CLAUSE.search(re.sub(r"`[^`]*`", "", paragraph.text)), paragraph.number


def test_a_game_without_japanese_rules_shows_the_english_ones() -> None:
    game = find("whisper")
    assert rules_text(game, JAPANESE) == rules_text(game)
