"""Rules are found by their numbers."""

from __future__ import annotations

import pytest

import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.core.errors import GunbaiError
from gunbai.core.registry import find
from gunbai.core.rulebook import look_up, paragraphs, rules_text

TEXT = """# Title

Some words before.

## 1 First things

**1.1** One line.

- a list
- that belongs to it

**1.2** Another.

## 10 Last things

Unnumbered words.

**10.1** The end.
"""


def test_paragraphs_keep_their_section_and_everything_up_to_the_next() -> None:
    found = paragraphs(TEXT)
    assert [(p.number, p.section) for p in found] == [
        ("1.1", "1 First things"),
        ("1.2", "1 First things"),
        ("10.1", "10 Last things"),
    ]
    assert found[0].text == "One line.\n\n- a list\n- that belongs to it"


def test_a_section_is_not_mixed_up_with_one_that_starts_alike() -> None:
    game = find("whisper")
    assert [p.number for p in look_up(game, "1")] == ["1.1", "1.2", "1.3", "1.4", "1.5"]
    assert [p.number for p in look_up(game, "1.4")] == ["1.4"]
    assert "Whisper" in rules_text(game)


def test_an_unknown_rule_says_which_sections_there_are() -> None:
    with pytest.raises(GunbaiError, match=r"no rule '7'; its sections are 1$"):
        look_up(find("whisper"), "7")
