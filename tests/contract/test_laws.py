"""Three laws that every game keeps, each for a mutant that no other test caught.

- The text of a masked action says that something is hidden. Mutant: a game's table writes "seal 0" for the mask.
- Every field of a view's data changes somewhere in the recorded and random games. Mutant: a field is always None.
- A log told from what is kept equals one told afresh. Mutant: the last view is kept after an action was taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import gunbai
from gunbai.core.game import DONE, SPECTATOR, Game, advance, bring_into_focus, playout
from gunbai.core.registry import names
from gunbai.core.rng import Rng
from gunbai.session import Table, TableDice
from gunbai.session.log import Log, LogLine
from tests.contract.cases import CASES, Case, length, walk, watchers

every_case = pytest.mark.parametrize("case", CASES, ids=str)
RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))


# -- a masked action's text shows that something is hidden --------------------------------------------------

# Words that say it without a question mark.
HIDING_WORDS = {"sealed"}


@every_case
def test_a_masked_actions_text_says_that_something_is_hidden(case: Case) -> None:
    game = case.game
    index = game.action_index(case.options)
    open_texts = {game.action_text(index.action_at(i)) for i in range(index.count)}
    masks: set[int] = set()
    for s, _ in walk(case, seed=61, every=4):
        if game.actor(s) == DONE:
            continue
        for seat in watchers(case):
            masks |= {int(seen) for a in game.legal(s) if (seen := game.seen_as(s, a, seat)) != a}
    assert masks or not game.info.hidden
    for mask in masks:
        text = game.action_text(mask)
        assert text not in open_texts, f"{text!r} is the text of an action that hides nothing"
        assert "?" in text or set(text.split()) & HIDING_WORDS, f"{text!r} does not say that something is hidden"


# -- every field of a view's data changes somewhere -------------------------------------------------------------

# Fields that are the same in every view, by game, and why.
CONSTANT: dict[str, dict[str, str]] = {
    "gunshi": {
        "game": "the name of the game",
        "seat.spot.archer": "random players seldom bring an archer to the Invader Spot",
        "seat.spot.shields": "the same of a shield",
    },
    "gunkimono": {
        "options.grid": "no preset has a battlefield of its own",
        "passes": "a seat hardly ever has no place for any tile; test_placing.py has such a pass",
    },
    "shogun": {
        "game": "the name of the game",
        "prices.build": "a fact of the rules, told so that nobody has to repeat it",
        "prices.ronin": "a fact of the rules as well",
        "battle.rolled": "more dice of a kind than one throw takes are rare",
        "battle.lapsed": "random players have no experienced army whose target was given up; test_battles.py has",
        "provinces~.called_off": "the same of one that called an attack off",
    },
}

# Moments that random and recorded games seldom reach, by game: a position, and what is played from there.
MOMENTS: dict[str, list[tuple[str, list[str]]]] = {
    "shogun": [
        (
            "shogun players=3 | stage=offer resume=combat ninja=red round=2 war=red turn=red slot=1 bins_open=1"
            " | red sword=1; blue sword=2; green sword=3 | red1@hida 2B2P; red2@mino 1P; blue1@etchu; green1@kii 1P"
            " | hida red 1P; mino red; etchu blue; echigo blue 1P; kii green; ise green 2P",
            ["strike blue army 1", "die 5"],  # the last daimyo of blue: red takes over, and a daimyo of red returns
        )
    ],
}


def fields(data: object, seats: tuple[str, ...], path: str = "") -> Iterator[tuple[str, str]]:
    """Every field below a view's data with its value, and every table with the names it has; seats count as one."""
    if isinstance(data, dict):
        yield path, f"names {sorted(data)}"
        for key, value in data.items():
            yield from fields(value, seats, f"{path}.{'seat' if key in seats else key}")
    elif isinstance(data, list):
        yield path, f"{len(data)} of them"
        for value in data:
            yield from fields(value, seats, path)
    else:
        yield path, repr(data)


def constant(values: dict[str, set[str]]) -> set[str]:
    """Fields with one value only. Where the names of a table vary, as those of provinces do, all of them are one."""
    varying = [p for p, seen in values.items() if sum(value.startswith("names ") for value in seen) > 1]
    # A seat's own part has more fields than the others', and is no table of names.
    tables = sorted(p for p in varying if p and not p.endswith(".seat"))
    merged: dict[str, set[str]] = {}
    for path, seen in values.items():
        name = path
        for table in tables:
            if name.startswith(f"{table}."):
                _, *rest = name.removeprefix(f"{table}.").split(".")
                name = ".".join([f"{table}~", *rest])
        merged.setdefault(name, set()).update(seen)
    found = {path.removeprefix("."): seen for path, seen in merged.items() if len(seen) == 1}
    return {path for path, seen in found.items() if not next(iter(seen)).startswith("names ")}


def seen_values(game: Game) -> dict[str, set[str]]:
    """Per field all its values in views of recorded and random games."""
    found: dict[str, set[str]] = {}
    for record in (gunbai.load(path, seed=None).record for path in RECORDS):
        if record.game != game.info.name:
            continue
        s = record.start()
        for number, step in enumerate(record.steps):
            advance(game, s, step.seat, step.action)
            if number % 3 == 0 or number > len(record.steps) - 3:
                for seat in (number // 3 % record.options.players, int(SPECTATOR)):
                    for path, value in fields(game.view(s, seat).data(), game.info.seat_names):
                        found.setdefault(path, set()).add(value)
    for position, actions in MOMENTS.get(game.info.name, []):
        s = game.parse_position(position)
        for text in actions:
            game.apply(s, game.parse_action(text))
            for path, value in fields(game.view(s, 0).data(), game.info.seat_names):
                found.setdefault(path, set()).add(value)
    for case in CASES:
        if case.name == game.info.name:
            for s, rng in walk(case, seed=62, every=3):
                seat = watchers(case)[int(rng.below(case.players + 1))]
                for path, value in fields(game.view(s, seat).data(), game.info.seat_names):
                    found.setdefault(path, set()).add(value)
    return found


@pytest.mark.parametrize("name", names())
def test_every_field_of_a_view_changes_somewhere(name: str) -> None:
    assert constant(seen_values(gunbai.find(name))) == set(CONSTANT.get(name, {}))


# -- a log told from what is kept equals one told afresh ------------------------------------------------------


class Shadow:
    """The same game, kept without the table: every position, from which a log is told afresh."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self.states = [table.history.state_at(0)]

    def follow(self) -> None:
        """Catch up with the table."""
        for seat, action in self.table.history.true_steps(len(self.states) - 1):
            s = self.states[-1].copy()
            advance(self.game, s, seat, action)
            self.states.append(s)

    def lines(self, watcher: int, since: int) -> list[LogLine]:
        fresh = Log(self.table.history, self.table.words)
        out = []
        for number, (seat, action) in enumerate(self.table.history.true_steps(since), start=since):
            before = self.states[number].copy()
            bring_into_focus(self.game, before, seat)
            assert self.table.history.perceived_as(watcher, number) == self.game.seen_as(before, action, watcher)
            seen = self.game.view(before, watcher), self.game.view(self.states[number + 1], watcher)
            out.append(fresh._line(seen[0], seen[1], watcher, number))
        return out


def _told(lines: list[LogLine]) -> list[object]:
    return [(line.number, line.seat, line.text, line.action, line.effects) for line in lines]


@every_case
@pytest.mark.parametrize("part", ["start", "middle"])
def test_a_kept_log_equals_a_fresh_one(case: Case, part: str) -> None:
    """Along random games: watchers look or do not, sealed choices come in any order, actions are taken back."""
    game, rng = case.game, Rng(63)
    s = game.start(case.options)
    if part == "middle":
        playout(game, s, Rng(9), length(case) // 2)
    table = Table(game, case.options, dice=TableDice(5), position=game.position_text(s) if part == "middle" else "")
    shadow = Shadow(table)
    for number in range(45):
        shadow.follow()
        watcher = watchers(case)[number % (case.players + 1)]
        if rng.below(2):
            table.seen_by(watchers(case)[int(rng.below(case.players + 1))])
        for since in {max(0, table.length - back) for back in (1, 2, 1 + int(rng.below(12)))}:
            assert _told(table.log.lines(watcher, since)) == _told(shadow.lines(watcher, since))
        if table.over:
            break
        if table.length > 3 and rng.below(6) == 0:
            left = table.length - 1 - int(rng.below(3))
            table.offer_take_back(0, left)
            del shadow.states[left + 1 :]
            for seat in range(1, case.players):
                table.answer(seat, True)
            continue
        seat = table.to_act[int(rng.below(len(table.to_act)))]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
    assert table.length > 3
