"""The arena: rotated seats, shared seeds, results that survive being stopped, and figures one can trust."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest

import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.bots.fingerprint import fingerprint
from gunbai.core.errors import GunbaiError
from gunbai.core.rng import Rng
from gunbai.lab.arena import OWN_TIME, Arena, Bout, Result, Standing, bouts, pairings, play
from gunbai.lab.rating import bradley_terry, matrix, rating_intervals, ratings
from gunbai.lab.statistics import elo_score, mean_interval, sprt, wilson


def test_wilson_matches_published_values() -> None:
    assert wilson(20, 25) == pytest.approx((0.6087, 0.9114), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_ratings_recover_known_differences() -> None:
    """Scores made from known ratings over many games give those ratings back."""
    true = [150.0, 0.0, -150.0]
    samples = [(i, j, elo_score(true[i] - true[j])) for i in range(3) for j in range(i) for _ in range(5000)]
    assert bradley_terry(matrix(samples, 3)) == pytest.approx(true, abs=0.5)


def test_a_bot_that_never_lost_may_be_any_amount_stronger() -> None:
    """Ten wins of ten tell how weak the winner cannot be, and nothing about how strong it is."""
    (top, low, high), (bottom, lowest, highest) = rating_intervals([(0, 1, 1.0)] * 10, 2)
    assert 200 < top < 2000
    assert bottom == pytest.approx(-top)
    # With a chance of exp(-1.92 / 10) a game, ten wins are just likely enough; that is 269 Elo.
    assert low == pytest.approx(134.8, abs=0.5) == -highest
    assert high == inf == -lowest


def test_games_of_others_narrow_an_interval_and_no_games_leave_it_open() -> None:
    (_, low, high), _, (_, *unknown) = rating_intervals([(0, 1, 1.0)] * 70 + [(0, 1, 0.0)] * 30, 3)
    assert low == -inf, "who never met the third may stand anywhere beside it"
    assert high == inf
    assert unknown == [-inf, inf]
    (centre, low, high), _ = rating_intervals([(0, 1, 1.0)] * 70 + [(0, 1, 0.0)] * 30, 2)
    assert 30 < low < 400 * 0.5 * 0.36797 < high < 120
    assert low < centre < high


def test_rating_intervals_hold_the_truth_nineteen_times_of_twenty() -> None:
    true, rng, held = 60.0, Rng(4), 0
    for _ in range(100):
        samples = [(0, 1, float(rng.unit() < elo_score(2 * true))) for _ in range(40)]
        (_, low, high), _ = rating_intervals(samples, 2)
        held += low <= true <= high
    assert 88 <= held <= 100


def test_results_are_told_by_seat() -> None:
    standing = Standing(("a", "b"))
    for rotation, won in ((0, 1.0), (1, -1.0)):
        for seed in range(10):
            bout = Bout("whisper", "", ("a", "b"), seed, rotation, 1.0)
            places = [1, 2] if won > 0 else [2, 1]
            standing.add(bout, Result(bout.key, [won, -won], places, 1, "", [1, 1], [0.0, 0.0], [0.0, 0.0]))
    assert standing.by_seat == [(10.0, 10), (0.0, 10)]
    told = standing.as_dict()["by_seat"]
    assert isinstance(told, list)
    assert [(seat["score"], seat["games"]) for seat in told] == [(1.0, 10), (0.0, 10)]
    assert told[0]["low"] == pytest.approx(0.7225, abs=1e-4)


def test_levels_think_for_their_own_time_unless_told_otherwise() -> None:
    own = Bout("whisper", "", ("level-4", "search"), 0, 0, OWN_TIME)
    assert [own.turn_seconds(name) for name in own.lineup] == [1.0, 0.2]
    told = Bout("whisper", "", ("level-4", "search"), 0, 0, 0.05)
    assert [told.turn_seconds(name) for name in told.lineup] == [0.05, 0.05]
    assert play(Bout("whisper", "", ("level-1", "random"), 0, 0, OWN_TIME)).turns


def test_sprt_decides_clear_cases_and_waits_otherwise() -> None:
    assert sprt([1.0, 0.5, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0] * 4, 0, 50)[1] == "accept"
    assert sprt([0.0, 0.5, 0.5, 0.0, 0.5, 0.0, 0.5, 0.0] * 4, 0, 50)[1] == "reject"
    assert sprt([1.0, 0.0] * 4, 0, 50)[1] == ""
    assert sprt([1.0] * 3, 0, 50) == (0.0, "")


def test_mean_interval() -> None:
    mean, low, high = mean_interval([1.0, 2.0, 3.0, 2.0])
    assert mean == 2.0
    assert 1.0 < low < 2.0 < high < 3.0


def test_every_bot_sits_in_every_seat_with_the_same_seed() -> None:
    lineups = pairings(["a", "b", "c"], 3, mirror=True)
    assert lineups == [
        ("a", "b", "b"),
        ("a", "c", "c"),
        ("b", "c", "c"),
        ("a", "a", "a"),
        ("b", "b", "b"),
        ("c", "c", "c"),
    ]
    planned = list(bouts("whisper", "players=3", lineups[:1], 2, 7, 0.1, 0))
    assert [(b.seed, b.seated) for b in planned] == [
        (7, (0, 1, 2)),
        (7, (1, 2, 0)),
        (7, (2, 0, 1)),
        (8, (0, 1, 2)),
        (8, (1, 2, 0)),
        (8, (2, 0, 1)),
    ]


def test_a_bout_is_repeatable_and_told_by_bot_not_by_seat() -> None:
    swapped = [play(Bout("whisper", "", ("random", "greedy"), 3, rotation, 1.0, 5)) for rotation in (0, 1, 0)]
    assert (swapped[0].returns, swapped[0].actions) == (swapped[2].returns, swapped[2].actions)
    assert all(sum(result.returns) == 0 for result in swapped)


def test_a_stopped_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    planned = list(bouts("whisper", "", [("random", "greedy")], 4, 0, 1.0, 3))
    heard: list[str] = []

    def stop_after_three(bout: Bout, result: Result) -> bool:
        heard.append(bout.key)
        return len(heard) < 3

    Arena(kept, jobs=1).run(planned, stop_after_three)
    done = len(kept.read_text().splitlines())
    assert 3 <= done < 8
    with kept.open("a") as file:
        file.write('{"key": "torn by a kill')
    standing = Standing(("random", "greedy"))

    def count(bout: Bout, result: Result) -> bool:
        standing.add(bout, result)
        return True

    again = Arena(kept, jobs=2)
    assert len(again.results) == done
    again.run(planned, count)
    assert standing.games == 8
    assert len(standing.pair_scores) == 4
    assert json.dumps(standing.as_dict())
    assert {row[0] for row in ratings([standing], ["random", "greedy"])} == {"random", "greedy"}
    assert len(Arena(kept).results) == 8


def test_games_of_bots_that_have_changed_do_not_count(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    planned = list(bouts("whisper", "", [("random", "greedy")], 1, 0, 1.0, 3))
    Arena(kept, jobs=1).run(planned, lambda bout, result: True)
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [line["code"] for line in lines] == [fingerprint("whisper", ["random", "greedy"])] * 2
    kept.write_text("".join(json.dumps(line) + "\n" for line in [lines[0], lines[1] | {"code": "another"}]))
    again = Arena(kept, jobs=1)
    assert (len(again.results), again.outdated) == (1, 1)
    again.run(planned, lambda bout, result: True)
    assert len(Arena(kept).results) == 2


def test_a_fingerprint_tells_bots_and_weights_apart(tmp_path: Path) -> None:
    assert fingerprint("gunkimono", ["search"]) == fingerprint("gunkimono", ["search", "search"])
    found = {fingerprint("gunkimono", [bot]) for bot in ("search", "level-5", "greedy", "script:honor")}
    found |= {fingerprint(game, ["search"]) for game in ("gunshi", "shogun")}
    for number in range(2):
        weights = tmp_path / f"{number}.json"
        weights.write_text(json.dumps({"value": [number]}))
        found.add(fingerprint("gunkimono", [f"weights:{weights}"]))
    assert len(found) == 8


def test_a_file_that_is_no_arena_file_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "letters.txt"
    kept.write_text("dear mother\nit rains\n")
    with pytest.raises(GunbaiError, match="line 1"):
        Arena(kept)


def test_a_bot_that_comes_second_of_four_is_rated_above_the_others() -> None:
    """A fair share of games of four is less than half of them; ratings must not take that for weakness."""
    line_up = ("first", "other", "other", "other")
    standing = Standing(line_up)
    for rotation, places in enumerate([(1, 2, 3, 4), (2, 1, 3, 4), (2, 3, 1, 4), (2, 4, 3, 1)]):
        bout = Bout("shogun", "", line_up, 0, rotation, 1.0, 0, False)
        returns = [1.0 if place == 1 else -1.0 for place in places]
        standing.add(bout, Result(bout.key, returns, list(places), 1, "", [1] * 4, [0.0] * 4, [0.0] * 4))
    assert standing.score == 1
    assert standing.pair_scores == pytest.approx([(1 + 3 * 2 / 3) / 4])
    assert [row[0] for row in ratings([standing], ["other", "first"])] == ["first", "other"]
