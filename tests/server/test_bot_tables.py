"""Games among bots alone: each person and each address may have a few, those that are being set up included."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from gunbai.server.accounts import NotAllowed
from gunbai.server.bot_tables import BotTables
from gunbai.server.neighbours import Neighbours
from gunbai.server.settings import Limits, Settings
from gunbai.server.store import Store
from gunbai.server.whereabouts import Whereabouts


@pytest.fixture
def bot_tables(tmp_path: Path) -> Iterator[BotTables]:
    """Two for each person, three for each address; two people live in one house, one is alone, two are not known."""
    store = Store(Settings(data=tmp_path))
    store.open()
    whereabouts = Whereabouts()
    for person, address in {"ann": "house", "ben": "house", "eve": "hut"}.items():
        whereabouts.note(person, address)
    yield BotTables(Limits(bot_tables_per_person=2, bot_tables_per_address=3), whereabouts, Neighbours(store, {}))
    store.close()


def test_who_asks_for_many_at_once_does_not_find_each_of_them_alone(bot_tables: BotTables) -> None:
    with ExitStack() as coming:
        for _ in range(2):
            coming.enter_context(bot_tables.place("ann"))
        with pytest.raises(NotAllowed, match="you have 2"):
            coming.enter_context(bot_tables.place("ann"))
    # They have come to nothing, and count no more.
    with bot_tables.place("ann"):
        pass


def test_those_of_one_address_share_what_it_may_have(bot_tables: BotTables) -> None:
    with bot_tables.place("ann"), bot_tables.place("ann"), bot_tables.place("ben"):
        with pytest.raises(NotAllowed, match="your address has 3"), bot_tables.place("ben"):
            pass
        with bot_tables.place("eve"), bot_tables.place("eve"):
            pass


def test_people_whose_address_nobody_knows_are_no_household(bot_tables: BotTables) -> None:
    with ExitStack() as coming:
        for person in ("cid", "cid", "dan", "dan", "fay", "fay"):
            coming.enter_context(bot_tables.place(person))
