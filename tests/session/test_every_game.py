"""Tables over every registered game: whole random games, each told to every watcher, saved and taken up again."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.core.game import DONE, SPECTATOR, State
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.session import BOT, LogLine, NoDice, Seat, Table, TableDice, parse
from tests.contract.cases import CASES, Case, walk

every_case = pytest.mark.parametrize("case", CASES, ids=str)
# Sampling worlds takes time: the plain game, with the fewest and the most players.
plain_case = pytest.mark.parametrize(
    "case",
    [c for c in CASES if not c.preset and c.players in (c.game.info.player_counts[0], c.game.info.player_counts[-1])],
    ids=str,
)
hidden_case = pytest.mark.parametrize("case", [c for c in CASES if c.game.info.hidden], ids=str)
LIMIT = 100
# The number of no action.
NONE = 10**9


def some_of(case: Case, seed: int, limit: int = LIMIT) -> Table:
    """A table after a number of random actions."""
    rng = Rng(seed)
    table = Table(case.game, case.options, dice=TableDice(seed))
    while not table.over and table.length < limit:
        seat = table.to_act[int(rng.below(len(table.to_act)))]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))], version=table.version)
    return table


def plain(line: LogLine) -> tuple[object, ...]:
    effects = [(effect.template, effect.words) for effect in line.effects]
    return line.number, line.seat, line.text, line.action, effects


@every_case
def test_every_watcher_is_told_the_game_action_by_action_and_turn_by_turn(case: Case) -> None:
    table = some_of(case, 11)
    for watcher in (0, case.players - 1, int(SPECTATOR)):
        lines = table.log.lines(watcher)
        assert [line.number for line in lines] == list(range(1, table.length + 1))
        turns = table.log.lines(watcher, by_turn=True)
        assert all(line.text for line in turns)
        assert len(turns) <= len(lines)
        assert table.log.lines(watcher, since=table.length) == []


@every_case
def test_what_is_told_after_each_action_is_what_is_told_in_the_end(case: Case) -> None:
    """The log tells an action from a view that may have been kept; the text must not depend on who looked, or when."""
    rng = Rng(13)
    table = Table(case.game, case.options, dice=TableDice(13))
    watchers = (0, case.players - 1, int(SPECTATOR))
    told: dict[int, list[LogLine]] = {watcher: table.log.lines(watcher) for watcher in watchers}
    while not table.over and table.length < LIMIT:
        for watcher in watchers:
            if rng.below(4):
                table.seen_by(watcher)
        seat = table.to_act[int(rng.below(len(table.to_act)))]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
        if not rng.below(8) and not table.undo_refusal(seat):
            table.undo(seat)
        for watcher in watchers:
            known = told[watcher][: table.length - 1]
            told[watcher] = known + table.log.lines(watcher, len(known))
    again = parse(records.write(table.record()))
    for watcher in watchers:
        assert [plain(line) for line in told[watcher]] == [plain(line) for line in again.log.lines(watcher)]


@every_case
def test_a_table_saved_in_the_middle_is_the_same_table(case: Case) -> None:
    table = some_of(case, 12)
    again = parse(records.write(table.record()))
    for watcher in (0, case.players - 1, int(SPECTATOR)):
        assert again.seen_by(watcher) == table.seen_by(watcher)
        assert again.history.perceived(watcher) == table.history.perceived(watcher)


@plain_case
def test_an_idle_table_is_small(case: Case) -> None:
    some_of(case, 15)
    tracemalloc.start()
    try:
        table = some_of(case, 16, 250)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert table.length > 0
    assert size < 200_000


@plain_case
def test_the_last_action_is_undone_without_a_trace_or_refused(case: Case) -> None:
    for seed in (13, 14):
        table = some_of(case, seed, 30)
        if table.over:
            continue
        watchers = (*range(case.players), int(SPECTATOR))
        last = table.history.steps(0)[-1].seat
        before = some_of(case, seed, table.length - 1)
        if last < 0 or table.undo_refusal(last):
            continue
        table.undo(last)
        assert table.length == before.length
        for watcher in watchers:
            assert table.view(watcher).data() == before.view(watcher).data()
            assert table.history.perceived(watcher) == before.history.perceived(watcher)


@hidden_case
def test_no_refusal_tells_what_is_hidden_or_what_an_action_would_have_opened(case: Case) -> None:
    """A capture may end the game or open a card; an impossible second action would ask for that at no cost."""
    game = case.game
    seen: list[int] = []
    for s, rng in walk(case, seed=31, every=12):
        for seat in [int(seat) for seat in game.pending(s)][:2]:
            worlds = [s, game.resample(game.view(s, seat), rng)]
            tables = [Table(game, case.options, dice=NoDice(), position=game.position_text(world)) for world in worlds]
            legal = tables[0].legal(seat)
            for action in {legal[int(rng.below(len(legal)))] for _ in range(3)}:
                told = [_refusal(table, seat, [action, NONE]) for table in tables]
                assert told[0] == told[1], game.action_text(action)
            # What was legal at another time, or for another seat, is refused in the same words.
            for action in {seen[int(rng.below(len(seen)))] for _ in range(10) if seen} - set(legal):
                told = [_refusal(table, seat, [action]) for table in tables]
                assert told[0] == told[1], game.action_text(action)
            seen += legal
            text = f"{game.action_text(legal[0])}, {game.action_text(legal[-1])}"
            assert _expanded(tables[0], seat, text) == _expanded(tables[1], seat, text), text
            assert tables[0].length == 0


def test_a_row_of_actions_ends_where_something_hidden_stands_in_its_way() -> None:
    """The capture takes the shogun, which its seat could not know: it stays played, and the rest is not."""
    case = next(case for case in CASES if case.name == "gunshi" and not case.preset)
    game = case.game
    for s, seat, action in _last_captures(case):
        world = _another_world(case, s, seat, action)
        tables = [Table(game, case.options, dice=NoDice(), position=game.position_text(each)) for each in (s, world)]
        game.apply(world, action)
        after = int(game.legal(world)[0])
        assert [len(table.play_all(seat, [action, after], table.version)) for table in tables] == [1, 2]
        assert [table.over for table in tables] == [True, False]
        return
    raise AssertionError("no game ended by a capture")


def _last_captures(case: Case) -> Iterator[tuple[State, int, int]]:
    """Positions, the seat to act, and an action of it that ends the game."""
    for seed in range(40):
        for s, _ in walk(case, seed=seed):
            seat = int(case.game.actor(s))
            for action in case.game.legal(s) if seat >= 0 else ():
                child = s.copy()
                case.game.apply(child, action)
                if case.game.actor(child) == DONE:
                    yield s, seat, int(action)


def _another_world(case: Case, s: State, seat: int, action: int) -> State:
    """One that the seat cannot tell from this, and in which it goes on after the action."""
    rng = Rng(1)
    while True:
        world = case.game.resample(case.game.view(s, seat), rng)
        child = world.copy()
        case.game.apply(child, action)
        if case.game.actor(child) == seat:
            return world


def _refusal(table: Table, seat: int, actions: list[int]) -> str:
    """What a seat is told of actions that cannot all be played."""
    with pytest.raises(GunbaiError) as refused:
        table.play_all(seat, actions)
    return f"{type(refused.value).__name__}: {refused.value}"


def _expanded(table: Table, seat: int, text: str) -> str:
    try:
        return str(table.expand(seat, text))
    except GunbaiError as error:
        return str(error)


@pytest.mark.parametrize("name", ["gunkimono", "shogun"])
def test_no_bot_lets_luck_be_tried_again(name: str) -> None:
    """After dice or a draw a bot declines a take-back; before, it agrees."""
    game = find(name)
    options = Options(game.info.options, dict(game.info.presets["tiny"]))
    seats = [Seat("person", "Ann"), *[Seat(BOT, "random", "random")] * (options.players - 1)]
    table = Table(game, options, seats, dice=TableDice(5))
    rng = Rng(2)
    asked = declined = 0
    while not table.over and (declined < 2 or asked < 2):
        seat = table.to_act[0]
        legal = table.legal(seat)
        steps = table.play(seat, legal[int(rng.below(len(legal)))])
        if len(steps) > 1:
            length = table.length
            table.offer_take_back(0, length - len(steps))
            assert (table.length, table.offers.standing) == (length, None)
            declined += 1
        elif asked < 2 and table.can_undo(0) is None and not table.undo_refusal(0):
            length = table.length
            table.offer_take_back(0, length - 1)
            assert table.length == length - 1
            assert table.record().notes["take-backs"] == str(asked + 1)
            asked += 1
    assert declined >= 2
    assert asked == 2
