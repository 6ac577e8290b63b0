"""Everything a programmer holds can be copied and pickled; a copy is equal and shares nothing that can change."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import TypeVar

import pytest

import gunbai
from gunbai.core.bot import Budget
from gunbai.core.copying import parts, same_numbers
from gunbai.core.foresight import Effect, Foresight, Pointing
from gunbai.core.game import CHANCE, Chance, State, View, playout
from gunbai.core.match import Match
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from tests.contract.cases import CASES, Case, walk, watchers

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def _pickled(thing: T) -> T:
    again: T = pickle.loads(pickle.dumps(thing))
    return again


def _pickled_by_the_oldest_way(thing: T) -> T:
    again: T = pickle.loads(pickle.dumps(thing, protocol=0))
    return again


WAYS: dict[str, Callable[[object], object]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": _pickled,
    "old pickle": _pickled_by_the_oldest_way,
}
every_way = pytest.mark.parametrize("way", WAYS)


@every_case
def test_views_with_the_same_numbers_say_the_same(case: Case) -> None:
    alike, before = 0, dict[int, View]()
    for s, _ in walk(case, seed=59):
        for seat in watchers(case):
            view, again = case.game.view(s, seat), case.game.view(s.copy(), seat)
            assert not same_numbers(view, again) or view.data() == again.data()
            alike += same_numbers(view, again)
            if seat in before and same_numbers(view, before[seat]):
                assert view.data() == before[seat].data()
            before[seat] = again
    # Compiled views can be compared; others are written out.
    assert alike or "__mypyc_attrs__" not in vars(type(view))


def copied(way: str, thing: T) -> T:
    again = WAYS[way](thing)
    assert type(again) is type(thing)
    return again


def _bytes(v: View) -> bytes:
    return json.dumps([v.data(), v.history, int(v.seat)], sort_keys=True).encode()


# -- states -----------------------------------------------------------------------------------------


@every_case
def test_a_copied_state_is_the_same_state(case: Case) -> None:
    game = case.game
    for (s, rng), way in zip(walk(case, seed=41, every=25), cycle(WAYS)):
        twin = copied(way, s)
        assert twin is not s
        assert (twin.key(), twin.options) == (s.key(), s.options)
        assert game.position_text(twin) == game.position_text(s)
        assert list(game.legal(twin)) == list(game.legal(s))
        # What the key may have missed shows when both go on in the same way.
        same = rng.copy()
        assert playout(game, s, rng, 60) == playout(game, twin, same, 60)
        assert twin.key() == s.key()


@every_case
def test_no_copy_changes_when_its_original_is_played_to_the_end(case: Case) -> None:
    game = case.game
    s, rng = game.start(case.options), Rng(42)
    kept: list[tuple[State, bytes, list[tuple[View, bytes]]]] = []
    pause, ways = 1, cycle(WAYS)
    while playout(game, s, rng, pause) == pause:
        way = next(ways)
        views = [game.view(s, seat) for seat in watchers(case)]
        # A view is a picture of its moment: neither it nor a copy of it moves on with the state.
        seen = [(view, _bytes(view)) for view in views] + [(copied(way, view), _bytes(view)) for view in views]
        kept.append((copied(way, s), s.key(), seen))
        pause = pause * 5 // 4 + 1
    assert len(kept) > 2
    for twin, key, seen in kept:
        assert twin.key() == key
        assert all(_bytes(view) == shown for view, shown in seen)
    # And the other way round: nothing of an original is left in its copy.
    for twin, _, _ in kept:
        before, last = s.key(), [other.key() for other, _, _ in kept if other is not twin]
        playout(game, twin, rng, 100)
        assert s.key() == before
        assert [other.key() for other, _, _ in kept if other is not twin] == last


# -- views --------------------------------------------------------------------------------------------


@every_case
def test_a_copied_view_is_the_same_view(case: Case) -> None:
    game, pairs = case.game, cycle(product(WAYS, watchers(case)))
    for (s, rng), (way, seat) in zip(walk(case, seed=43, every=10), pairs):  # noqa: B905 - they take turns
        view = game.view(s, seat)
        view.history = [3, 1, 2]
        twin = copied(way, view)
        assert _bytes(twin) == _bytes(view)
        assert game.view_text(twin) == game.view_text(view)
        assert game.prompt(twin) == game.prompt(view)
        assert game.resample(twin, rng.copy()).key() == game.resample(view, rng.copy()).key()
        twin.history.append(4)
        assert view.history == [3, 1, 2]


# -- matches, records ------------------------------------------------------------------------------------


def _some_match(case: Case, actions: int) -> Match:
    match, rng = Match(case.game, case.options, seed=44), Rng(45)
    for _ in range(actions):
        if match.over:
            break
        legal = match.legal_actions
        match.push(legal[int(rng.below(len(legal)))])
    match.say(0, "a word")
    return match


@every_way
@every_case
def test_a_copied_match_goes_on_by_itself(case: Case, way: str) -> None:
    match = _some_match(case, 30)
    twin = copied(way, match)
    assert twin.game is match.game
    assert twin.options == match.options
    before = (match.text(), match.position, match.history(0), match.legal)
    assert (twin.text(), twin.position, twin.history(0), twin.legal) == before
    third = copied(way, match)
    rng, same = Rng(46), Rng(46)
    for one, luck in ((twin, rng), (third, same)):
        for _ in range(25):
            if not one.over:
                one.push(one.legal_actions[int(luck.below(len(one.legal_actions)))])
        one.say(0, "another")
    # Both draw the same chances, and the match they come from stays where it was.
    assert twin.text() == third.text()
    assert (match.text(), match.position, match.history(0), match.legal) == before
    twin.undo(10_000)
    assert (match.text(), match.position, match.history(0), match.legal) == before


@every_way
@every_case
def test_a_copied_record_is_a_record_of_its_own(case: Case, way: str) -> None:
    record = _some_match(case, 12).record
    text, twin = gunbai.core.record.write(record), copied(way, record)
    assert twin == record
    twin.steps.pop()
    twin.asides.clear()
    twin.players.append("Ann")
    twin.notes["event"] = "test"
    assert gunbai.core.record.write(record) == text


# -- the small things -----------------------------------------------------------------------------------


@every_way
@every_case
def test_options_games_and_what_is_known_of_them(case: Case, way: str) -> None:
    options = copied(way, case.options)
    assert options == case.options
    assert (options.all(), options.chosen(), options.text()) == (
        case.options.all(),
        case.options.chosen(),
        case.options.text(),
    )
    assert hash(options) == hash(case.options)
    assert copied(way, case.game) is case.game
    info, twin = case.game.info, copied(way, case.game.info)
    assert parts(twin).keys() == parts(info).keys()
    for name, value in parts(info).items():
        if name != "options":
            assert getattr(twin, name) == value
    assert [parts(option) for option in twin.options] == [parts(option) for option in info.options]
    assert Options(twin.options, case.options.chosen()) == case.options


@every_case
def test_chance_keeps_its_outcomes(case: Case) -> None:
    for (s, rng), way in zip(walk(case, seed=47, every=10), cycle(WAYS)):
        if case.game.actor(s) != CHANCE:
            continue
        chance = case.game.chance(s)
        outcomes, twin = chance.outcomes(), copied(way, chance)
        assert twin.outcomes() == outcomes
        assert twin.total == chance.total
        assert twin.sample(rng.copy()) == chance.sample(rng.copy())
        _spoil(twin)
        assert chance.outcomes() == outcomes


def _spoil(chance: Chance) -> None:
    chance.actions[0] = 7
    chance.weights[0] = 7


@every_way
def test_a_copied_generator_gives_the_same_numbers_and_runs_by_itself(way: str) -> None:
    rng = Rng(2**100 + 17)
    rng.below(5)
    twin = copied(way, rng)
    first = [int(twin.bits32()) for _ in range(20)]
    assert [int(rng.bits32()) for _ in range(20)] == first
    twin.bits32()
    assert [int(rng.bits32()) for _ in range(3)] != [int(twin.bits32()) for _ in range(3)]


@every_way
def test_budgets_and_foresight(way: str) -> None:
    budget = copied(way, Budget(2.5, 7, True, 9))
    assert (budget.seconds, budget.iterations, budget.cpu, budget.most) == (2.5, 7, True, 9)
    saying = Saying("takes the {unit} on {square}", unit="archer", square="d6")
    assert copied(way, saying) == saying != Saying(saying.template, unit="archer", square="d7")
    foresight = Foresight(
        (Effect("move", "archer", 1, "d5", "d6", 2, 3, ("a1", "b2"), (4, 5)),), (saying,), certain=False
    )
    assert copied(way, foresight) == foresight
    refused = gunbai.IllegalAction("4.2", "{unit} cannot", unit="archer")
    pointing = copied(way, Pointing((1, 2), refused))
    assert pointing.actions == (1, 2)
    assert isinstance(pointing.refusal, gunbai.IllegalAction)
    assert (str(pointing.refusal), pointing.refusal.paragraph) == (str(refused), "4.2")


# -- between processes -------------------------------------------------------------------------------------

GO_ON = """
import pickle, sys
from tests.contract.test_copies import gone_on
print(*gone_on(sys.stdin.buffer.read()))
"""


def gone_on(packed: bytes) -> list[str]:
    """What becomes of pickled matches when they are played on."""
    out = []
    for match, view, rng in pickle.loads(packed):
        world = match.game.resample(view, rng.copy())
        playout(match.game, match.state, rng, 400)
        text = [match.text(), match.game.view_text(view), world.key(), match.state.key()]
        out.append(hashlib.sha256(repr(text).encode()).hexdigest())
    return out


def elsewhere(packed: bytes, *paths: Path) -> list[str]:
    """The same in another Python."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    env["PYTHONPATH"] = os.pathsep.join(str(path) for path in paths)
    run = subprocess.run([sys.executable, "-c", GO_ON], env=env, input=packed, capture_output=True, check=True)
    return run.stdout.decode().split()


def packed_matches() -> bytes:
    """One match of every case in the middle of its play, with a view and a generator."""
    matches = [_some_match(case, 40) for case in CASES]
    return pickle.dumps([(match, match.view(0), Rng(number)) for number, match in enumerate(matches)])


def test_pickles_go_on_in_another_process() -> None:
    packed = packed_matches()
    here = gone_on(packed)
    assert elsewhere(packed, Path(gunbai.__file__).parents[1], ROOT) == here
    assert len(set(here)) == len(CASES)


def test_a_pickle_says_where_its_game_is_found() -> None:
    """Also in a process that has registered no game at all."""
    packed = pickle.dumps(find("whisper"))
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).info.title)"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(gunbai.__file__).parents[1]), str(ROOT)])}
    run = subprocess.run([sys.executable, "-c", program], env=env, input=packed, capture_output=True, check=True)
    assert run.stdout.decode().split() == ["Whisper"]
