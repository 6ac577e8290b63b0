"""Keys: who once had one of a guest has none to the account, and nobody collects them without end."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Player, Server, serving


def test_whoever_held_a_key_of_the_guest_holds_none_of_the_account(server: Server) -> None:
    """Eve leaves her guest's key in a browser; who registers there would share the account with her."""
    eve = Player(server.url, "Eve")
    table = eve.table(seats=["me", "me"])
    links = [eve.post(f"/me/{kind}-link", None, 201)["token"] for kind in ("device", "recovery")]
    second = Player(server.url, known=False)
    second.post("/exchange", {"token": eve.post("/me/device-link", None, 201)["token"]}, 200)
    lines = [one.socket(table) for one in (eve, second)]
    for line in lines:
        line.receive()
    login = f"ann-{eve.me['id']}"
    ann = Player(server.url, known=False)
    planted = {"cookie": f"gunbai={eve.http.cookies['gunbai']}"}
    answer = ann.http.post("/me/account", json={"login": login, "password": "correct horse"}, headers=planted)
    assert answer.json()["login"] == login
    assert ann.see(table)["you"] == [0, 1]
    for one in (eve, second):
        one.get("/me", 401)
    for token in links:
        Player(server.url, known=False).post("/exchange", {"token": token}, 404)
    for line in lines:
        with pytest.raises(ConnectionClosed):
            line.receive()
    assert len(ann.get("/me/sessions")) == 1


def test_a_person_has_fifty_sessions_at_most(server: Server) -> None:
    """Each log-in and each link left one for a year, and each list of them had all."""
    ann = Player(server.url, "Ann")
    last = ann
    for _ in range(52):
        token = last.post("/me/device-link", None, 201)["token"]
        last = Player(server.url, known=False)
        last.post("/exchange", {"token": token}, 200)
    assert len(last.get("/me/sessions")) == 50
    ann.get("/me", 401)


def test_keys_travel_by_https_and_are_for_no_script(tmp_path: Path) -> None:
    options = ["--origin", "https://games.example", "--secure-cookies", "--trust-proxy"]
    with serving(tmp_path / "data", *options) as server:
        host = {"host": "games.example", "x-forwarded-proto": "https", "origin": "https://games.example"}
        made = httpx.post(f"{server.url}/api/guests", json={}, headers=host)
        key = {**host, "authorization": f"Bearer {made.cookies['gunbai']}"}
        left = httpx.post(f"{server.url}/api/logout", headers=key)
        for answer in (made, left):
            words = {word.strip().lower() for word in answer.headers["set-cookie"].split(";")}
            assert {"secure", "httponly", "samesite=strict", "path=/"} <= words, words
        assert "max-age=0" in left.headers["set-cookie"].lower()
