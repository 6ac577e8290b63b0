"""Records: what a person reads is what a program replays, and broken files say where they break."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunbai
from gunbai.core.errors import BadRecord, GunbaiError, IllegalAction, NotYourTurn
from gunbai.core.game import State
from gunbai.core.match import Match
from gunbai.core.options import Options
from tests.toy.game import Whisper

PLAYED = """gunbai record 1
game: whisper
rules: 1
north: Ann
east: Bo
event: a quiet evening
result: north -1, east 1 (rounds played)

# both choose in secret, in any order
east: seal 2
north: seal 1
chance: token 1
chance: token 0
aside north: truce offer east rounds 1
chance: rounds 1
north: guess 0
east: guess 1
end: 7 actions
"""


def test_a_record_is_replayed_and_written_again() -> None:
    match = gunbai.parse(PLAYED)
    assert match.over
    assert match.returns == (-1.0, 1.0)
    assert match.record.players == ["Ann", "Bo"]
    assert match.record.notes == {"event": "a quiet evening"}
    assert [(a.at, a.seat, a.text) for a in match.record.asides] == [(4, 0, "truce offer east rounds 1")]
    without_comment = "\n".join(line for line in PLAYED.splitlines() if not line.startswith("#")) + "\n"
    assert match.text() == without_comment


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("gunbai record 1", "gunbai record 2", 1, "schema"),
        ("gunbai record 1", "a letter", 1, "not a record"),
        ("game: whisper", "game: chess", 2, "no game 'chess'"),
        ("rules: 1", "rules: 7", 3, "rules version '7'"),
        ("event: a quiet evening", "options: players=9", 6, "from 2 to 3"),
        ("event: a quiet evening", "options: salt=1", 6, "unknown option 'salt'"),
        ("event: a quiet evening", "no colon here", 6, "key: value"),
        ("event: a quiet evening", "game: whisper", 6, "twice"),
        ("north -1, east 1", "north 1, east -1", 7, "but the moves give"),
        ("east: seal 2", "west: seal 2", 10, "no seat 'west'"),
        ("east: seal 2", "east: seal 9", 10, "not an action"),
        ("east: seal 2", "chance: seal 2", 10, "not chance's turn"),
        ("north: seal 1", "east: seal 1", 11, "not east's turn"),
        ("chance: token 1", "chance: rounds 1", 12, "rule 1.3"),
        ("chance: rounds 1", "chance: rounds 1\nnorth resigns", 16, "who: action"),
        ("east: guess 1", "east: guess 1\neast: guess 1", 18, "over before"),
        ("end: 7 actions", "end: 6 actions", 18, "there are 7 actions"),
        ("end: 7 actions\n", "", 18, "cut off"),
        ("end: 7 actions", "end: 7 actions\nnorth: guess 1", 19, "nothing may follow"),
        ("east: guess 1", "ending: north melts", 17, "not a way a game can end"),
        ("aside north: truce", "aside nobody: truce", 14, "no seat 'nobody'"),
    ],
)
def test_a_broken_record_says_where_and_why(old: str, new: str, line: int, why: str) -> None:
    assert old in PLAYED
    with pytest.raises(BadRecord) as broken:
        gunbai.parse(PLAYED.replace(old, new, 1))
    assert broken.value.line == line
    assert why in str(broken.value)
    assert "\n" not in str(broken.value)


@pytest.mark.parametrize("cut", range(10, len(PLAYED) - 2, 17))
def test_a_truncated_record_is_never_taken_for_a_whole_one(cut: int) -> None:
    with pytest.raises(BadRecord):
        gunbai.parse(PLAYED[:cut])


def test_endings_outside_the_rules_are_kept() -> None:
    match = gunbai.new("whisper", seed=1)
    match.resign(1)
    assert match.result == "north 1, east -1 (east resigns)"
    again = gunbai.parse(match.text())
    assert again.over
    assert again.returns == (1.0, -1.0)
    with pytest.raises(IllegalAction, match="over"):
        again.push("seal 1")
    drawn = gunbai.new("whisper", seed=1)
    drawn.agree_draw()
    assert gunbai.parse(drawn.text()).returns == (0.0, 0.0)
    late = gunbai.new("whisper", seed=1, players=3)
    late.time_out(2)
    assert gunbai.parse(late.text()).returns == (0.0, 0.0, -1.0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_endings_outside_the_rules_add_up_like_all_others(players: int) -> None:
    whole = gunbai.find("shogun").sum_of_returns(gunbai.new("shogun", players=players).options)
    match = gunbai.new("shogun", players=players)
    match.agree_draw()
    assert sum(match.returns) == pytest.approx(whole)
    assert len(set(match.returns)) == 1
    match = gunbai.new("shogun", players=players)
    match.resign(1)
    assert sum(match.returns) == pytest.approx(whole)
    assert match.returns[1] == -1.0
    assert len({value for seat, value in enumerate(match.returns) if seat != 1}) == 1
    assert gunbai.parse(match.text()).returns == match.returns


def test_records_from_before_shares_added_up_can_be_read() -> None:
    """A draw or a tie among three or more was written as 0; the order of the seats still has to be right."""
    match = gunbai.new("shogun", players=4)
    match.resign(2)
    text = match.text()
    assert "result: red -0.333333, blue -0.333333, green -1, gold -0.333333 (green resigns)" in text
    former = text.replace("-0.333333", "0")
    assert gunbai.parse(former).text() == text
    for wrong in ("-0.5", "1", "0.333333"):
        with pytest.raises(BadRecord, match="the result is given as"):
            gunbai.parse(text.replace("-0.333333", wrong))


def test_a_match_refuses_what_is_illegal_and_stays_as_it_was() -> None:
    match = gunbai.new("whisper", seed=3)
    match.push("seal 3", seat=1)
    before = match.state.key()
    with pytest.raises(NotYourTurn):
        match.push("seal 2", seat=1)
    with pytest.raises(IllegalAction):
        match.push("guess 1")
    with pytest.raises(GunbaiError, match="no seat 5"):
        match.view(5)
    assert match.state.key() == before
    assert match.turn == "north"


def test_undo_goes_back_action_by_action() -> None:
    match = gunbai.new("whisper", seed=3)
    start = match.state.key()
    match.push("seal 3", seat=1)
    after_one = match.state.key()
    match.push("seal 0", seat=0)
    match.undo(len(match.record.steps) - 1)
    assert match.state.key() == after_one
    match.undo()
    assert match.state.key() == start


def test_a_game_can_start_from_any_position(tmp_path: Path) -> None:
    match = gunbai.new("whisper", seed=3)
    match.push("seal 3")
    study = gunbai.from_position("whisper", match.position)
    study.push("seal 1")
    study.save(tmp_path / "study.txt")
    again = gunbai.load(tmp_path / "study.txt")
    assert again.state.key() == study.state.key()
    assert again.record.position == match.position


def test_files_that_are_not_records_get_one_line(tmp_path: Path) -> None:
    with pytest.raises(GunbaiError, match="cannot read"):
        gunbai.load(tmp_path / "nowhere")
    (tmp_path / "picture").write_bytes(bytes(range(256)))
    with pytest.raises(GunbaiError, match="not a text file"):
        gunbai.load(tmp_path / "picture")


def test_a_history_shows_a_seat_only_what_it_saw() -> None:
    match = gunbai.new("whisper", seed=None)
    match.push("seal 3", seat=1)
    match.push("seal 0", seat=0)
    match.push("token 1")
    texts = {seat: [match.game.action_text(a) for a in match.history(seat)] for seat in (0, 1, None)}
    assert texts[0] == ["seal ?", "seal 0", "token 1"]
    assert texts[1] == ["seal 3", "seal ?", "token ?"]
    assert texts[None] == ["seal ?", "seal ?", "token ?"]


def test_a_name_cannot_smuggle_lines_into_a_record() -> None:
    match = gunbai.new("whisper", seed=1)
    match.record.players = ["Ann\nresult: north 1", "Bo"]
    with pytest.raises(GunbaiError, match="single printable lines"):
        match.text()


def test_a_command_cut_short_by_chance_leaves_everything_as_it_was() -> None:
    """The caller plays the dice, so what follows the die cannot be played in the same breath."""

    class Breathless(Whisper):
        def expand(self, s: State, text: str) -> list[int]:
            return [int(self.parse_action(word)) for word in text.split("; ")]

    game = Breathless()
    match = Match(game, Options(game.info.options, {}), seed=None)
    match.push("seal 1")
    before = match.state.key()
    with pytest.raises(IllegalAction):
        match.play("seal 2; guess 1")
    assert match.state.key() == before
    assert len(match.record.steps) == 1
