"""One's own account: the password changed, forgotten and reset; sessions and links that end."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gunbai.core import record as records
from gunbai.server import fair_dice
from tests.server.house import Player, Server, TableSocket, finish, gunbai, serving, two
from tests.server.post_office import PostOffice, post_office

THREE = {"players": 3}
OLD, NEW = "plum and pine", "bamboo and crane"


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as running:
        yield running


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Server]:
    data = Path(tmp_path_factory.mktemp("mailing")) / "data"
    with serving(data, "--smtp", office.address, "--origin", "https://games.example") as running:
        yield running


def holder(url: str) -> tuple[Player, str]:
    """Somebody with an account, and the login."""
    ann = Player(url, "Ann")
    login = f"ann-{ann.me['id']}".lower()
    ann.post("/me/account", {"login": login, "password": OLD}, 200)
    return ann, login


def test_another_password_ends_every_other_session(server: Server) -> None:
    ann, login = holder(server.url)
    phone = Player(server.url, known=False)
    phone.post("/login", {"login": login, "password": OLD}, 200)
    line = phone.socket(ann.table(seats=["me", "me"]))
    line.receive()
    assert ann.post("/me/password", {"old": "wrong", "new": NEW}, 403)["error"] == "bad-login"
    assert ann.post("/me/password", {"old": OLD, "new": "short"}, 400)["error"] == "bad-request"
    phone.get("/me")
    link = ann.post("/me/device-link", None, 201)["token"]
    ann.post("/me/password", {"old": OLD, "new": NEW}, 204)
    ann.get("/me")
    # Nor does a link from before lead in any more.
    Player(server.url, known=False).post("/exchange", {"token": link}, 404)
    phone.get("/me", 401)
    with pytest.raises(ConnectionClosed):
        line.receive()
    assert phone.post("/login", {"login": login, "password": OLD}, 403)["error"] == "bad-login"
    phone.post("/login", {"login": login, "password": NEW}, 200)
    Player(server.url).post("/me/password", {"old": "", "new": NEW}, 403)


def test_a_forgotten_password_is_reset_by_mail_once_the_address_is_confirmed(
    mailing: Server, office: PostOffice
) -> None:
    ann, login = holder(mailing.url)
    assert ann.get("/house")["mail"]
    ann.post("/me/email", {"email": "no address", "password": OLD}, 400)
    ann.post("/me/email", {"email": "ann@nara.example", "password": NEW}, 403)
    me = ann.post("/me/email", {"email": "ann@nara.example", "password": OLD, "lang": "ja"}, 200)
    assert (me["email"], me["email_confirmed"]) == ("ann@nara.example", False)
    letter, confirm = office.letter()
    assert letter["to"] == "ann@nara.example"
    assert "確認" in letter["subject"]
    assert "https://games.example/#/confirm/" in letter.get_content()
    stranger = Player(mailing.url, known=False)
    # The address is not confirmed, so nothing is sent there; the answer is the same for a login that nobody has.
    stranger.post("/password/forgotten", {"login": login}, 204)
    stranger.post("/password/forgotten", {"login": "nobody-at-all"}, 204)
    stranger.post("/email/confirm", {"token": confirm}, 204)
    stranger.post("/email/confirm", {"token": confirm}, 404)
    assert ann.get("/me")["email_confirmed"]
    stranger.post("/password/forgotten", {"login": login.upper()}, 204)
    letter, reset = office.letter()
    assert letter["subject"] == "Gunbai: a new password"
    assert login in letter.get_content()
    stranger.post("/password/reset", {"token": confirm, "password": NEW}, 404)
    stranger.post("/password/reset", {"token": reset, "password": "short"}, 400)
    stranger.post("/exchange", {"token": reset}, 404)
    assert stranger.post("/password/reset", {"token": reset, "password": NEW}, 200)["id"] == ann.me["id"]
    assert stranger.get("/me")["login"] == login
    ann.get("/me", 401)
    stranger.post("/password/reset", {"token": reset, "password": OLD}, 404)
    assert office.letters.empty()


def test_nobody_can_fill_a_mailbox(tmp_path: Path, office: PostOffice) -> None:
    with serving(tmp_path / "data", "--smtp", office.address) as server:
        stranger = Player(server.url, known=False)
        for _ in range(3):
            stranger.post("/password/forgotten", {"login": "somebody"}, 204)
        assert stranger.post("/password/forgotten", {"login": "Somebody"}, 429)["error"] == "too-much"


def test_without_mail_the_operator_hands_a_link_over(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann, login = holder(server.url)
        assert not ann.get("/house")["mail"]
        assert ann.post("/password/forgotten", {"login": login}, 409)["error"] == "refused"
        assert ann.post("/me/email", {"email": "ann@nara.example", "password": OLD}, 409)["error"] == "refused"
        assert "no account" in gunbai("admin", "reset-password", "nobody", "--data", str(data)).stderr
        ran = gunbai("admin", "reset-password", login, "--data", str(data), "--origin", "https://games.example")
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.startswith("https://games.example/#/reset/")
        token = ran.stdout.strip().rpartition("/")[2]
        other = Player(server.url, known=False)
        assert other.post("/password/reset", {"token": token, "password": NEW}, 200)["login"] == login


def test_sessions_and_links_end(tmp_path: Path) -> None:
    data = tmp_path / "data"
    day = 86_400_000

    def set_back(query: str) -> None:
        with sqlite3.connect(data / "gunbai.sqlite3", timeout=30) as database:
            assert database.execute(query).rowcount > 0
        database.close()

    with serving(data, "--session-days", "20", "--link-days", "3") as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = ann.table(seats=["me", "open"])
        link = ann.post(f"/tables/{table}/links", {"kind": "any"}, 201)["token"]
        port = server.port
    set_back(f"UPDATE sessions SET used = used - {19 * day} WHERE person = '{ann.me['id']}'")
    set_back(f"UPDATE sessions SET used = used - {21 * day} WHERE person = '{ben.me['id']}'")
    set_back(f"UPDATE links SET expires = expires - {2 * day}")
    with serving(data, "--session-days", "20", "--link-days", "3", port=port):
        ben.get("/me", 401)
        # Ann's session was used again before its end, and so has its full time from now on.
        ann.get("/me")
        assert ann.get("/me/sessions")[0]["used"] > time.time() * 1000 - day
        assert ben.post("/exchange", {"token": link}, 200)["table"] == table
        # Its end comes while the server runs.
        set_back(f"UPDATE links SET expires = expires - {2 * day}")
        Player(ann.url).post("/exchange", {"token": link}, 404)
    with sqlite3.connect(data / "gunbai.sqlite3") as database:
        left = database.execute("SELECT count(*) FROM sessions WHERE person = ?", (ben.me["id"],)).fetchone()[0]
        assert left == 0
    database.close()


def test_a_person_takes_their_data_along(server: Server) -> None:
    ann, login = holder(server.url)
    ben = Player(server.url, "Ben")
    table = two(ann, ben)
    ann.order(table, "say", text="well met")
    ben.order(table, "say", text="not hers")
    left = ben.table(seats=["me", "open"], autostart=False)
    ann.order(left, "join")
    ann.order(left, "leave")
    data = ann.get("/me/data")
    assert (data["id"], data["name"], data["login"]) == (ann.me["id"], "Ann", login)
    assert [game["table"] for game in data["games"]] == [table, left]
    assert [game["seats"] for game in data["games"]] == [[0], []]
    assert [words["text"] for words in data["games"][0]["said"]] == ["well met"]
    assert len(data["sessions"]) == 1
    assert "password" not in data
    Player(server.url, known=False).get("/me/data", 401)


def test_who_is_deleted_leaves_no_name_and_no_word(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        guest = Player(server.url, "Ann the guest")
        ben = Player(server.url, "Ben")
        over, playing, three = two(guest, ben), two(guest, ben), ben.table(seats=["me", "open", "open"], options=THREE)
        guest.order(three, "join")
        Player(server.url, "Cleo").order(three, "join")
        ann, login = holder(server.url)
        guest.post("/login", {"login": login, "password": OLD}, 200)
        ann.order(over, "say", text="a secret of hers", key="mine")
        finish({0: ann, 1: ben}, over)
        gathering = ann.table(seats=["me", "open"], autostart=False)
        line = ben.socket(over)
        assert line.receive()["table"]["seats"][0]["player"] == "Ann"
        own = ann.socket(playing)
        own.receive()
        ann.post("/me/deletion", {"password": NEW}, 403)
        ann.post("/me/deletion", {"password": OLD}, 204)
        with pytest.raises(ConnectionClosed):
            drain(own)
        ann.get("/me", 401)
        assert ann.post("/login", {"login": login, "password": OLD}, 403)["error"] == "bad-login"
        seen = line.receive()
        while "table" not in seen:
            seen = line.receive()
        assert seen["table"]["seats"][0]["player"] == "deleted player"
        wait_until(lambda: not names_left(data, ann.me["id"], guest.me["id"], "Ann", "secret of hers"))
        again = ben.see(over)
        assert again["table"]["status"] == "over"
        assert [piece["text"] for piece in again["happenings"] if piece["kind"] == "said"] == ["—"]
        assert {kept["id"]: kept["status"] for kept in ben.get("/me/tables")} == {
            over: "over",
            playing: "over",
            three: "playing",
        }
        assert ben.see(three)["table"]["seats"][1]["kind"] == "bot"
        assert ben.see(gathering)["table"]["status"] == "over"
        fair_dice.verify(records.read(ben.get(f"/tables/{over}/record")))
        port = server.port
    with serving(data, port=port):
        assert ben.see(over)["table"] == again["table"]
        assert not names_left(data, ann.me["id"], guest.me["id"], "Ann", "secret of hers")


def test_a_deletion_that_was_cut_short_is_finished_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = two(ann, ben)
        ann.post("/me/deletion", {}, 204)
        server.kill()
        port = server.port
    with sqlite3.connect(data / "gunbai.sqlite3", timeout=30) as database:
        # Whether the kill came before or after the games were left: as if it had come before.
        database.execute(
            "INSERT INTO persons (id, name, created, deleted) VALUES (?, 'Ann', 1, 2) "
            "ON CONFLICT DO UPDATE SET deleted = 2",
            (ann.me["id"],),
        )
    database.close()
    with serving(data, port=port):
        wait_until(lambda: not names_left(data, ann.me["id"], "Ann"))
        assert ben.see(table)["table"]["status"] == "over"


def drain(line: TableSocket) -> None:
    while True:
        line.receive()


def names_left(data: Path, *words: str) -> list[str]:
    """Which of the words stand anywhere in the database, whatever table they are in."""
    with sqlite3.connect(data / "gunbai.sqlite3", timeout=30) as database:
        everything = "\n".join(database.iterdump())
    database.close()
    return [word for word in words if word in everything]


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)
