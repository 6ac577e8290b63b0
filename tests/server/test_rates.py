"""Token buckets: how much they hold, how fast they fill, and that nothing gets past an empty one."""

from __future__ import annotations

import pytest

from gunbai.server.limits import Bucket, TooMuch


class Hand:
    """A watch moved by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def let_through(bucket: Bucket, amount: float = 1.0) -> int:
    """How many requests pass before one is refused."""
    passed = 0
    while passed < 100:
        try:
            bucket.take("a", amount)
        except TooMuch:
            break
        passed += 1
    return passed


def test_a_bucket_fills_with_time_but_never_beyond_its_burst() -> None:
    hand = Hand()
    bucket = Bucket("from here", rate=2, burst=10, clock=hand)
    assert let_through(bucket) == 10
    hand.time += 2
    assert let_through(bucket) == 4
    hand.time += 3600
    assert let_through(bucket) == 10


def test_a_request_needs_all_of_its_amount() -> None:
    hand = Hand()
    bucket = Bucket("from here", rate=1, burst=10, clock=hand)
    assert let_through(bucket, 4) == 2
    # Two are left: too few for four, and what was refused has taken nothing.
    with pytest.raises(TooMuch) as refused:
        bucket.take("a", 4)
    assert refused.value.seconds == 2
    assert let_through(bucket) == 2
    hand.time += 0.5
    assert let_through(bucket) == 0


def test_a_debt_is_paid_off_and_never_larger_than_a_burst() -> None:
    hand = Hand()
    bucket = Bucket("from here", rate=1, burst=10, clock=hand)
    bucket.charge("a", 1000)
    hand.time += 10
    assert let_through(bucket) == 0
    hand.time += 1
    assert let_through(bucket) == 1
    # What others let through counts too.
    hand.time += 60
    bucket.spent_elsewhere("a", 12)
    hand.time += 2.5
    assert let_through(bucket) == 0
    hand.time += 0.5
    assert let_through(bucket) == 1
