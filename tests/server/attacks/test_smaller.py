"""Fault 10: origins by scheme, webhooks into private networks in disguise, characters that nobody sees."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from gunbai.core.errors import GunbaiError
from gunbai.server.accounts import clean_name
from gunbai.server.webhooks import check_address
from tests.server.house import Player, finish, serving, two


def sent_from(ann: Player, origin: str, **headers: str) -> int:
    """The status of a change that a page of this origin sends."""
    return ann.http.post("/tables", json={"game": "x"}, headers={"origin": origin, **headers}).status_code


def test_a_page_over_http_does_not_speak_for_the_site_that_uses_https(tmp_path: Path) -> None:
    options = ["--origin", "https://games.example", "--secure-cookies", "--trust-proxy"]
    with serving(tmp_path / "data", *options) as server:
        # Its cookies do not travel over http, so these people bring their tokens themselves.
        ann, bystander = Player(server.url, known=False), Player(server.url, known=False)
        for person in (ann, bystander):
            token = httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).cookies["gunbai"]
            person.http.headers["authorization"] = f"Bearer {token}"
        host = {"host": "games.example", "x-forwarded-proto": "https"}
        assert sent_from(ann, "https://games.example", **host) == 404
        assert sent_from(ann, "http://games.example", **host) == 403
        # A proxy that does not say so: the cookies are for https only, and so are the pages.
        assert sent_from(ann, "http://games.example", host="games.example") == 403
        assert sent_from(ann, "https://elsewhere.example", host="elsewhere.example") == 404
        assert bystander.get("/me")["name"] == "Ann"


def test_a_server_without_https_knows_its_own_pages(ann: Player) -> None:
    assert sent_from(ann, ann.url) == 404
    assert sent_from(ann, ann.url.replace("http://", "https://")) == 403
    assert sent_from(ann, "http://games.example", host="games.example:80") == 404
    # Nobody vouches for what this header says unless a proxy is trusted.
    assert sent_from(ann, "https://games.example", **{"host": "games.example", "x-forwarded-proto": "https"}) == 403


@pytest.mark.parametrize(
    "host",
    ["[64:ff9b::7f00:1]", "[64:ff9b:1::a00:1]", "[2002:7f00:1::]", "[2002:a00:1::1]", "[fec0::1]", "[::ffff:127.0.0.1]",
     "[::ffff:10.0.0.1]", "[2001:0:7f00:1::]", "[::7f00:1]", "[fd00::1]", "[ff02::1]", "224.0.0.1", "0.0.0.0",
     "169.254.169.254", "100.64.0.1", "255.255.255.255"],
)  # fmt: skip
def test_a_webhook_leads_into_no_private_network_however_it_is_written(host: str) -> None:
    with pytest.raises(GunbaiError, match=r"private network|cannot be found"):
        asyncio.run(check_address(f"https://{host}/remind", private=False))


def test_a_webhook_may_lead_to_the_public_network() -> None:
    for host in ("93.184.216.34", "[2606:2800:220:1:248:1893:25c8:1946]", "[64:ff9b::5db8:d822]"):
        assert asyncio.run(check_address(f"https://{host}/remind", private=False))


@pytest.mark.parametrize(
    ("name", "shown"),
    [("\u3164", ""), ("A\u200bn\u202en", "Ann"), ("\u2800\u2800", ""), ("\u034f", ""), ("\u115fAnn", "Ann"),
     ("Zoe\u0308", "Zoë"), ("x" + "\u0335" * 100 + "y", "x\u0335\u0335\u0335y"), (" \u0301Ann ", "Ann"),
     ("織田 信長", "織田 信長"), ("Nguyễn", "Nguyễn"), ("an\tn\nan", "an n an"),
     ("e\u20dd\u20dd\u20dd\u20dd", "e\u20dd\u20dd\u20dd")],
)  # fmt: skip
def test_a_name_is_what_one_sees(name: str, shown: str) -> None:
    assert clean_name(name) == shown


def test_names_and_chat_hide_nothing_and_paint_over_nothing(ann: Player, ben: Player) -> None:
    assert Player(ann.url, "\u3164\u2800").me["name"].startswith("guest ")
    assert ann.http.patch("/me", json={"name": "\u3164"}).status_code == 400
    table = ann.table(seats=["me", "open"], names=["\u3164", ""])
    assert ann.see(table)["table"]["seats"][0]["player"] == "Ann"
    assert ann.order(table, "say", 409, text="\u3164\u2800")["error"] == "refused"
    assert ann.order(table, "say", 409, text="a\u202eb")["error"] == "refused"
    ann.order(table, "say", 200, text="H" + "\u0310" * 200 + "ello, 信長さん")
    said = [piece["text"] for piece in ben.see(table)["happenings"] if piece["kind"] == "said"]
    assert said == ["H" + "\u0310" * 3 + "ello, 信長さん"]


def test_a_record_that_is_taken_in_brings_no_hidden_characters(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.order(table, "aside", text="A" + "\u0310" * 200)
    finish({0: ann, 1: ben}, table)
    said = [piece["text"] for piece in ann.see(table)["happenings"] if piece["kind"] == "spoke"]
    assert said == ["A" + "\u0310" * 3]
    text = ann.get(f"/tables/{table}/record").replace("north: Ann", "north: A" + "\u0335" * 50 + "n\u3164n")
    taken = ann.see(ann.post("/tables/import", {"record": text}, 201)["table"])
    assert taken["table"]["seats"][0]["player"] == "A" + "\u0335" * 3 + "nn"
