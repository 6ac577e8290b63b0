"""Options are validated once, by name, kind and range."""

from __future__ import annotations

import pytest

from gunbai.core.errors import BadOptions
from gunbai.core.options import Option, Options, parse_options

SCHEMA = (
    Option("players", 2, "how many", low=2, high=5),
    Option("edition", "final", "which", choices=("final", "draft")),
    Option("open", False, "open hands"),
    Option("deck", "", "cards"),
)


def test_defaults_and_words_from_a_command_line() -> None:
    options = Options(SCHEMA, {"players": "3", "open": "yes", "deck": "M,Re"})
    assert options.players == 3
    assert options.flag("open") is True
    assert options.word("edition") == "final"
    assert options.text() == "players=3 open=on deck=M,Re"
    assert Options(SCHEMA, parse_options(options.text())) == options
    assert Options(SCHEMA, {}).text() == ""


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"players": 6}, "from 2 to 5"),
        ({"players": True}, "from 2 to 5"),
        ({"players": "two"}, "from 2 to 5"),
        ({"players": "9" * 4000}, "from 2 to 5"),
        ({"players": 2.5}, "from 2 to 5"),
        ({"edition": "lost"}, "one of final, draft"),
        ({"open": "maybe"}, "on or off"),
        ({"deck": "a b"}, "no spaces"),
        ({"deck": "x" * 501}, "500"),
        ({"deck": 7}, "is a word"),
        ({"size": 3}, "unknown option 'size'"),
    ],
)
def test_absurd_options_are_refused_in_one_line(given: dict[str, object], why: str) -> None:
    with pytest.raises(BadOptions, match=why) as refused:
        Options(SCHEMA, given)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["players", "=3", "players=2 players=3"])
def test_option_text_must_be_pairs(text: str) -> None:
    with pytest.raises(BadOptions):
        parse_options(text)
