"""The server hosts a game from outside: its card, rules, texts, lesson, board and picture, and tables with its bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forks import environment
from tests.server.house import COMMAND, Player, Server, finish, serving


@pytest.fixture(scope="module")
def served(ambush: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment(ambush)["PYTHONPATH"])
        # A new process, which finds what is installed now.
        with serving(tmp_path_factory.mktemp("served") / "data", "--bot-seconds", "0.05", command=COMMAND) as running:
            yield running


def test_the_house_shows_it_beside_its_own(served: Server) -> None:
    ann = Player(served.url, "Ann")
    house = ann.get("/house")
    (card,) = (game for game in house["games"] if game["name"] == "ambush")
    assert card["title"] == "Ambush"
    assert (card["lesson"], card["art"]) == (True, True)
    assert "corner" in house["guests"]
    assert "corner" in house["bots"]
    assert "random" not in house["guests"]
    gunshi = next(game for game in house["games"] if game["name"] == "gunshi")
    assert gunshi["first"] == {"players": 2, "formation": "first_battle"}
    assert (gunshi["lesson"], gunshi["art"]) == (False, False)


def test_what_it_brings_along_is_served(served: Server) -> None:
    ann = Player(served.url, "Ann")
    assert ann.get("/games/ambush/rules", lang="ja")[0]["section"] == "1 盤と駒"
    assert ann.get("/games/ambush/texts", lang="ja")["Ambush"] == "伏兵"
    assert ann.get("/games/gunshi/texts", lang="ja") == {}
    assert len(ann.get("/games/ambush/board", options="size=3")["places"]) == 9
    assert ann.get("/games/gunshi/board") == {"places": [], "ways": []}
    first, second = ann.get("/games/ambush/lesson")
    assert (first["answers"], len(first["board"]["places"])) == ([], 25)
    assert second["answers"] == ["c3-c4"]
    assert "c3-c4" in second["choices"]
    # What a seat may not see is not in its lesson either.
    assert second["view"]["generals"] == {"black": "a1", "white": "?"}
    picture = ann.http.get("/games/ambush/art")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert ann.http.get("/games/gunshi/art").status_code == 404


def test_its_bot_plays_at_a_table(served: Server) -> None:
    ann = Player(served.url, "Ann")
    table = ann.table(game="ambush", options={"size": 3, "moves": 6}, seats=["me", "bot:corner"], auto=True)
    line = ann.socket(table)
    while (seen := ann.see(table))["table"]["status"] != "over":
        if seen["sights"][0]["legal"]:
            ann.act(table, seen["sights"][0]["legal"][0]["action"])
        else:
            line.receive(60)
    line.close()
    assert "gave no answer" not in str(seen["happenings"])


def test_two_people_play_it(served: Server) -> None:
    ann, ben = Player(served.url, "Ann"), Player(served.url, "Ben")
    table = ann.table(game="ambush", preset="tiny")
    ben.order(table, "join")
    assert finish({0: ann, 1: ben}, table)["table"]["status"] == "over"


def test_a_stranger_cannot_name_a_module_to_import(served: Server) -> None:
    refused = Player(served.url, "Ann").post(
        "/tables", {"game": "ambush", "seats": ["me", "bot:py:ambush.bots:Corner"]}
    )
    assert "with one of" in refused["detail"]
