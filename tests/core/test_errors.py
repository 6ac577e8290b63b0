"""Errors say one line, and carry what another language needs to say it."""

from __future__ import annotations

import pickle

import pytest

from gunbai.core.errors import BadNotation, BadRecord, GunbaiError, IllegalAction
from gunbai.server.problems import problem


def test_a_template_is_filled_with_its_words() -> None:
    error = IllegalAction("5.2", "an own unit stands on {square}", square="d3")
    assert str(error) == "an own unit stands on d3 (rule 5.2)"
    assert (error.paragraph, error.reason) == ("5.2", "an own unit stands on d3")
    assert (error.template, error.words) == ("an own unit stands on {square}", {"square": "d3"})


def test_text_without_words_is_taken_as_it_is() -> None:
    assert str(BadNotation("what is {this}?")) == "what is {this}?"


def test_braces_in_a_word_stay_what_they_are() -> None:
    assert str(BadNotation("{input!r} is no square", input="{0}{x}")) == "'{0}{x}' is no square"


@pytest.mark.parametrize(
    "error",
    [
        GunbaiError("there is no seat {seat_number}", seat_number=7),
        BadNotation("the command is empty"),
        IllegalAction("5.2", "an own unit stands on {square}", square="d3"),
        BadRecord("nothing may follow the end line", 4),
    ],
)
def test_an_error_comes_through_a_pipe_whole(error: GunbaiError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.template, again.words) == (str(error), error.template, error.words)


def test_a_refusal_over_the_wire_carries_template_and_words() -> None:
    status, told = problem(IllegalAction("5.2", "an own unit stands on {square}", square="d3"))
    assert (status, told.error, told.detail) == (422, "illegal", "an own unit stands on d3 (rule 5.2)")
    assert (told.template, told.words, told.paragraph) == ("an own unit stands on {square}", {"square": "d3"}, "5.2")
