"""An invitation says what one is invited to, lets one sit or watch, and tells strangers nothing they may not know."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.server.house import Player


def link(of: Player, table: str, **wish: object) -> str:
    return str(of.post(f"/tables/{table}/links", {"kind": "any", **wish}, 201)["token"])


def card(of: Player, table: str, query: str = "", **headers: str) -> dict[str, str]:
    page = httpx.get(f"{of.url}/i/{table}{query}", headers=headers)
    if "<div id=" not in page.text:
        pytest.skip("the browser app is not built; `make` builds it")
    assert page.headers["cache-control"] == "no-store"
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)"', page.text))


def test_an_invitation_shows_the_table_before_anybody_sits(ann: Player, ben: Player) -> None:
    table = ann.table(game="gunshi", seats=["me", "open"], options={"points": 9}, clock="total:1200")
    token = link(ann, table)
    seen = ben.post("/link", {"token": token}, 200)["invitation"]
    assert (seen["host"], seen["may_sit"], seen["may_watch"]) == ("Ann", True, True)
    assert (seen["table"]["clock"], seen["table"]["options"]) == ("total:1200", {"points": 9})
    assert ann.see(table)["table"]["status"] == "gathering", "looking changes nothing"
    assert ben.post("/exchange", {"token": token, "watch": True}, 200)["seats"] == []
    assert ann.see(table)["table"]["status"] == "gathering"
    assert ben.post("/exchange", {"token": token, "seat": 1}, 200)["seats"] == [1]


def test_the_invited_choose_their_side(ann: Player, ben: Player) -> None:
    table = ann.table(game="gunkimono", seats=["open", "me", "open"], options={"players": 3})
    assert ben.post("/exchange", {"token": link(ann, table), "seat": 2}, 200)["seats"] == [2]


def test_a_used_link_offers_to_watch(ann: Player, ben: Player) -> None:
    late = Player(ann.url, "Cleo")
    table = ann.table(game="gunshi", seats=["me", "open"], watch="link")
    token = link(ann, table)
    ben.post("/exchange", {"token": token}, 200)
    seen = late.post("/link", {"token": token}, 200)["invitation"]
    assert (seen["may_sit"], seen["may_watch"]) == (False, True)
    late.post("/exchange", {"token": token}, 409)
    late.post("/exchange", {"token": token, "watch": True}, 200)
    assert late.see(table)["you"] == []


def test_a_used_link_to_a_private_game_says_nothing(ann: Player, ben: Player) -> None:
    late = Player(ann.url, "Cleo")
    table = ann.table(game="gunshi", seats=["me", "open"], watch="nobody")
    token = link(ann, table)
    assert ben.post("/link", {"token": token}, 200)["invitation"]["may_watch"] is False
    ben.post("/exchange", {"token": token}, 200)
    assert late.post("/link", {"token": token}, 200)["invitation"] is None
    assert "watch" in late.post("/exchange", {"token": token, "watch": True}, 409)["detail"]
    assert ben.post("/link", {"token": token}, 200)["invitation"]["table"]["you"] == [1], "who sits there comes back"


def test_the_card_of_an_invitation_tells_game_host_and_clock(ann: Player) -> None:
    table = ann.table(game="gunshi", seats=["me", "open"], clock="per-move:259200")
    english, japanese = card(ann, table), card(ann, table, "?lang=ja")
    assert english["og:title"] == "Ann invites you: Gunshi: The Art of Strategy"
    assert english["og:description"] == "1 of 2 seats free · 3 days for each move"
    assert japanese["og:title"].startswith("Annさんからの招待：軍師")
    assert japanese["og:description"] == "空席1（全2席）・1手3日"
    by_browser = {"accept-language": "ja,en;q=0.5"}
    assert card(ann, table, **by_browser) == japanese


@pytest.mark.parametrize("game", ["gunshi", "gunkimono", "shogun"])
def test_the_card_has_a_picture_of_its_game(ann: Player, game: str) -> None:
    seats = ["me", *["open"] * (2 if game == "shogun" else 1)]
    options = {} if game == "gunshi" else {"players": len(seats)}
    shown = card(ann, ann.table(game=game, seats=seats, options=options))
    assert shown["og:image"].endswith(f"/cards/{game}.jpg")
    assert (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")
    assert shown["twitter:card"] == "summary_large_image"
    picture = httpx.get(f"{ann.url}/cards/{game}.jpg")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content[:3] == b"\xff\xd8\xff"
    assert 10_000 < len(picture.content) < 200_000


def test_a_name_cannot_write_into_the_page(ann: Player) -> None:
    eve = Player(ann.url, '"><script>x')
    assert "<script>x" not in httpx.get(f"{eve.url}/i/{eve.table(game='gunshi', seats=['me', 'open'])}").text


@pytest.mark.parametrize("watch", ["link", "nobody"])
def test_strangers_cannot_tell_a_hidden_table_from_none(ann: Player, watch: str) -> None:
    table = ann.table(game="gunshi", seats=["me", "open"], watch=watch, listed=False)
    assert card(ann, table) == card(ann, "nothing-here")
