"""Nobody loses who they are by opening a link: the browser is asked first, and can go back to who it was."""

from __future__ import annotations

import pytest

from tests.server.house import Player


def device_link(of: Player) -> str:
    return str(of.post("/me/device-link", None, 201)["token"])


def test_a_link_tells_whose_it_is_before_it_does_anything(ann: Player, ben: Player) -> None:
    token = device_link(ann)
    seen = ben.post("/link", {"token": token}, 200)
    assert seen == {"kind": "device", "table": None, "name": "Ann", "invitation": None}
    assert "this browser is Ben" in ben.post("/exchange", {"token": token}, 409)["detail"]
    assert ben.get("/me")["id"] == ben.me["id"], "nothing has changed"
    table = ann.table(seats=["me", "open"])
    invitation = ann.post(f"/tables/{table}/links", {"kind": "any"}, 201)["token"]
    seen = ben.post("/link", {"token": invitation}, 200)
    assert (seen["kind"], seen["table"], seen["name"]) == ("any", table, "")
    assert Player(ann.url, known=False).post("/link", {"token": "x" * 24}, 404)["error"] == "not-known"


def test_whoever_becomes_somebody_else_can_go_back(ann: Player, ben: Player) -> None:
    table = ben.table(seats=["me", "me"])
    ben.post("/exchange", {"token": device_link(ann), "replace": True}, 200)
    assert ben.get("/me")["id"] == ann.me["id"]
    (before,) = ben.get("/me/former")
    assert (before["name"], before["login"]) == ("Ben", None)
    assert ben.post("/me/return", {"session": before["session"]}, 200)["id"] == ben.me["id"]
    assert ben.see(table)["you"] == [0, 1]
    # And forth again: it is a change of places, not the end of one of them.
    (other,) = ben.get("/me/former")
    assert ben.post("/me/return", {"session": other["session"]}, 200)["id"] == ann.me["id"]


def test_a_link_of_ones_own_is_not_used_up(ann: Player) -> None:
    token = device_link(ann)
    assert ann.post("/exchange", {"token": token}, 200)["kind"] == "device"
    assert ann.get("/me/former") == []
    phone = Player(ann.url, known=False)
    phone.post("/exchange", {"token": token}, 200)
    assert phone.get("/me")["id"] == ann.me["id"]
    assert phone.get("/me/former") == [], "it was nobody before"


def test_nobody_goes_back_to_a_session_that_is_not_theirs_or_over(ann: Player, ben: Player) -> None:
    ann_session = ann.get("/me/sessions")[0]["id"]
    assert ben.post("/me/return", {"session": ann_session}, 404)["error"] == "not-known"
    ben.post("/exchange", {"token": device_link(ann), "replace": True}, 200)
    (before,) = ben.get("/me/former")
    # Ben ends the session of this browser from another one of his.
    elsewhere = Player(ann.url, known=False)
    key = ben.http.cookies["gunbai-before"]
    elsewhere.http.cookies.set("gunbai", key)
    assert elsewhere.http.delete(f"/me/sessions/{before['session']}").status_code == 204
    assert ben.get("/me/former") == []
    assert ben.post("/me/return", {"session": before["session"]}, 404)["error"] == "not-known"


@pytest.mark.parametrize("absorb", [True, False])
def test_a_log_in_that_leaves_games_behind_can_be_undone(ann: Player, absorb: bool) -> None:
    login = {"login": f"ann-{ann.me['id']}", "password": "correct horse"}
    ann.post("/me/account", login, 200)
    guest = Player(ann.url, "Cho")
    table = guest.table(seats=["me", "me"])
    guest.post("/login", {**login, "absorb": absorb}, 200)
    if absorb:
        assert guest.see(table)["you"] == [0, 1]
        assert guest.get("/me/former") == [], "the games came along: nobody is left behind"
        return
    (before,) = guest.get("/me/former")
    guest.post("/me/return", {"session": before["session"]}, 200)
    assert guest.see(table)["you"] == [0, 1]


def test_a_guest_who_lost_the_cookie_comes_back_by_a_link_kept_for_that(ann: Player) -> None:
    first = ann.post("/me/recovery-link", None, 201)
    assert first["kind"] == "recover"
    kept = ann.post("/me/recovery-link", None, 201)["token"]
    lost = Player(ann.url, known=False)
    assert lost.post("/link", {"token": first["token"]}, 404)["error"] == "not-known", "only the newest is good"
    assert lost.post("/link", {"token": kept}, 200)["name"] == "Ann"
    for browser in (lost, Player(ann.url, known=False)):
        assert browser.post("/exchange", {"token": kept}, 200)["kind"] == "recover"
        assert browser.get("/me")["id"] == ann.me["id"], "again and again, until another is made"
