"""Nobody gets in: tokens, origins, limits, and messages that are forged, late or broken."""

from __future__ import annotations

import json
import socket
import sqlite3
import threading
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gunbai.server.request_checks import household
from tests.server.house import SLOW_RATIONS, Player, Server, serving, two


def unchanged(player: Player, table: str, before: object) -> None:
    assert player.see(table) == before


def test_only_the_holder_of_a_seat_acts_for_it(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    before = ann.see(table)
    stranger = Player(ann.url, "Eve")
    assert stranger.act(table, 1, status=403, version=0)["error"] == "not-allowed"
    assert ben.act(table, 1, seat=0, status=403, version=0)["error"] == "not-allowed"
    nobody = Player(ann.url, known=False)
    assert nobody.act(table, 1, status=401, version=0)["error"] == "no-session"
    unchanged(ann, table, before)


def test_out_of_turn_and_illegal_are_refused_with_their_own_status(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    ben.act(table, 2)
    before = ben.see(table)
    assert ben.act(table, 30, status=409)["error"] == "not-your-turn"
    illegal = ann.act(table, 1, status=422)
    assert illegal["error"] == "illegal"
    assert illegal["detail"].endswith("(rule 1.3)")
    assert ann.act(table, "nonsense", status=400)["error"] == "bad-notation"
    assert ann.act(table, 2**61, status=422)["error"] == "illegal"
    assert ann.order(table, "act", 400, version=0)["detail"]
    unchanged(ben, table, before)


def test_replaying_a_message_has_no_effect(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    ben.act(table, 2)
    version = ann.see(table)["version"]
    ann.act(table, 30, version=version)
    before = ann.see(table)
    assert ann.act(table, 30, version=version, status=409)["error"] in ("stale", "not-your-turn")
    unchanged(ann, table, before)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "7", '{"do": "nothing"}', '{"do": "act"}', '{"do": "act", "version": "x"}',
     '{"do": "act", "version": 0, "actions": [1], "extra": 1}', '{"do": "act", "version": -1, "actions": [1]}',
     '{"do": "say", "text": ""}', '{"do": "act", "version": 1e400}', "\x00", '{"do": "offer", "what": "peace"}'],
)  # fmt: skip
def test_broken_messages_are_refused_and_the_line_stays(ann: Player, ben: Player, text: str) -> None:
    table = two(ann, ben)
    before = ann.see(table)
    line = ann.socket(table)
    line.receive()
    line.raw.send(text)
    refused = line.receive()
    assert refused["type"] == "refused"
    assert refused["status"] == 400
    unchanged(ann, table, before)
    assert line.ask("act", version=0, actions=[1])[0]["type"] == "done"
    line.close()


def test_pages_of_other_sites_are_turned_away(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    before = ann.see(table)
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = ann.http.post(f"/tables/{table}/resign", json={}, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"] == "wrong-origin"
    own = ann.http.post(f"/tables/{table}/say", json={"text": "hi"}, headers={"origin": ann.url})
    assert own.status_code == 200
    line = ann.socket(table, origin="https://evil.example")
    assert line.receive()["error"] == "wrong-origin"
    with pytest.raises(ConnectionClosed):
        line.receive()
    assert ann.see(table)["version"] == before["version"]


def test_answers_carry_a_strict_policy_and_cookies_are_out_of_reach(ann: Player) -> None:
    answer = httpx.post(f"{ann.url}/api/guests", json={"name": "x"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    for path in ("/", "/api/house", "/api/nothing", "/nothing"):
        headers = httpx.get(f"{ann.url}{path}").headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_tokens_are_long_random_and_hashed_at_rest(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "open"], watch="nobody", listed=False)
        link = ann.post(f"/tables/{table}/links", {"kind": "any"}, 201)["token"]
        session = ann.http.cookies["gunbai"]
        ben = Player(server.url, known=False)
        opened = ben.post("/exchange", {"token": link}, 200)
        assert opened == {"kind": "any", "table": table, "seats": [1]}
        assert ben.see(table)["you"] == [1]
        late = Player(server.url, "Late").post("/exchange", {"token": link})
        assert late["error"] == "refused"
        secrets = [link, session, ben.http.cookies["gunbai"]]
        log = server.stderr()
    stored = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    for secret in secrets:
        assert len(secret) * 6 >= 128
        assert secret.encode() not in stored
        assert secret not in log
    assert len(set(secrets)) == 3


def test_a_private_table_does_not_exist_for_strangers(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "me"], watch="link", listed=False)
    stranger = Player(ann.url, "Eve")
    missing = stranger.get("/tables/nosuchtable", 404)
    assert stranger.get(f"/tables/{table}", 404) == missing
    assert stranger.get(f"/tables/{table}/record", 404) == missing
    assert stranger.order(table, "join", 404) == missing
    line = stranger.socket(table)
    assert line.receive()["error"] == "not-known"
    token = ann.post(f"/tables/{table}/links", {"kind": "watch"}, 201)["token"]
    assert ben.post("/exchange", {"token": token}, 200)["seats"] == []
    assert ben.see(table)["sights"][0]["seat"] is None
    assert ben.act(table, 1, status=403, version=0)["error"] == "not-allowed"
    forged = ("b" if token[0] == "a" else "a") + token[1:]
    assert stranger.post("/exchange", {"token": forged})["error"] == "not-known"
    assert stranger.post(f"/tables/{table}/links", {"kind": "watch"})["error"] == "not-known"
    assert Player(ann.url, known=False).get(f"/tables/{table}", 404) == missing
    gathering = ann.table(seats=["me", "open"], watch="link", listed=False)
    assert stranger.get(f"/tables/{gathering}", 404) == missing
    # Where nobody may watch, no link lets anybody watch.
    shut = ann.table(seats=["me", "me"], watch="nobody", listed=False)
    assert stranger.get(f"/tables/{shut}", 404) == missing
    assert ann.post(f"/tables/{shut}/links", {"kind": "watch"})["detail"] == "nobody may watch this table"


def test_too_large_is_refused(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    answer = ann.http.post(f"/tables/{table}/say", json={"text": "x" * 20_000})
    assert answer.status_code in (400, 413)
    line = ann.socket(table)
    line.receive()
    line.raw.send("x" * 20_000)
    with pytest.raises(ConnectionClosed) as closed:
        line.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert ann.see(table)["version"] == 0


def test_too_much_is_answered_with_429_and_when_to_come_back(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *SLOW_RATIONS, limits=True) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        line = ann.socket(table)
        line.receive()
        for _ in range(600):
            line.send("mute", seat=0)
        refusals = []

        def read_on() -> None:
            while True:
                message = line.receive()
                refusals.extend([message] if message["type"] == "refused" else [])

        with pytest.raises(ConnectionClosed) as closed:
            read_on()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert refusals[0]["status"] == 429
        assert refusals[0]["retry"] >= 1
        # Every order is answered by its number, also one that nobody had time for.
        assert len({refused["id"] for refused in refusals} - {None}) == len(refusals)
        answers = pipelined(server, "/api/games/x", 900)
        assert b" 404 " in answers
        refused = answers[answers.index(b"HTTP/1.1 429") :]
        head, _, body = refused.partition(b"\r\n\r\n")
        assert b"retry-after: " in head
        assert body.startswith(b'{"error":"too-much","detail":"too many requests from your address')


def test_coming_and_going_through_sockets_is_rationed_too(tmp_path: Path) -> None:
    rations = "--set", "limits.address_rate=0.0001", "--set", "limits.address_burst=40"
    with serving(tmp_path / "data", *rations, limits=True) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        answers = []
        for _ in range(50):
            line = ann.socket(table)
            answers.append(line.receive())
            line.close()
        refused = [answer for answer in answers if answer["type"] == "refused"]
        # Sockets have rations of their own: what was asked for without one does not count.
        assert len(refused) == 10
        assert answers[-10:] == refused
        assert all((answer["status"], answer["error"]) == (429, "too-much") for answer in refused)


def test_who_has_many_addresses_in_one_network_is_one() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1") != household("2001:db8:0:1::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") != household("192.0.2.2")
    assert household("unknown") == "unknown"


def pipelined(server: Server, path: str, count: int) -> bytes:
    """Many requests at once on one connection, faster than any ration fills up again; all answers."""
    request = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    last = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode()
    got = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        writer = threading.Thread(target=line.sendall, args=(request * (count - 1) + last,))
        writer.start()
        while chunk := line.recv(1 << 16):
            got += chunk
        writer.join()
    return got


def test_a_wrong_password_says_no_more_than_a_wrong_name(ann: Player) -> None:
    ann.post("/me/account", {"login": f"ann-{ann.me['id']}", "password": "correct horse"}, 200)
    eve = Player(ann.url, known=False)
    wrong = eve.post("/login", {"login": f"ann-{ann.me['id']}", "password": "battery staple"}, 403)
    unknown = eve.post("/login", {"login": "nobody-here", "password": "battery staple"}, 403)
    assert wrong == unknown


def test_errors_of_ours_tell_nothing(server: Server, ann: Player) -> None:
    answer = httpx.put(f"{server.url}/api/house")
    assert answer.status_code == 405
    assert "Traceback" not in answer.text
    json_says_so = {"content-type": "application/json"}
    answer = ann.http.post("/tables", content=b"\xff\xfe", headers=json_says_so)
    assert answer.status_code == 400
    assert set(answer.json()) == {"error", "detail"}
    answer = ann.http.post("/tables", content=b'{"game": "\xc3\x28"}', headers=json_says_so)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_a_socket_needs_a_socket(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/tables/x/socket")
    assert answer.status_code in (400, 404, 405)
    with pytest.raises(InvalidStatus):
        Player(server.url, known=False).socket("x/../..")


def test_the_database_keeps_no_password(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ann = Player(server.url, "Ann")
        ann.post("/me/account", {"login": "ann", "password": "correct horse"}, 200)
    with sqlite3.connect(tmp_path / "data" / "gunbai.sqlite3") as connection:
        (kept,) = connection.execute("SELECT password FROM persons").fetchone()
    connection.close()
    assert kept.startswith("$argon2id$")
    assert "correct horse" not in json.dumps(kept)


def test_a_line_feed_at_the_end_does_not_slip_past_a_pattern(ann: Player) -> None:
    """It would stand in the head of the record, which then could not be written."""
    for wish in ({"entropy": "00\n"}, {"hints": "bots\n"}, {"watch": "nobody\n"}, {"fate": "lose\n"}):
        assert ann.post("/tables", {"game": "whisper", "seats": ["me", "me"], **wish}, 400)["error"] == "bad-request"
    table = ann.table(seats=["me", "open"])
    ann.order(table, "entropy", 400, entropy="00\n")
    ann.order(table, "say", 400, text="hello", key="once\n")


def test_what_is_nested_too_deeply_is_refused(ann: Player, server: Server) -> None:
    deep = b'{"game": "whisper", "options": {"a": ' + b"[" * 7000 + b"]" * 7000 + b"}}"
    answer = ann.http.post("/tables", content=deep, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    line = ann.socket(ann.table(seats=["me", "me"]))
    line.receive()
    line.raw.send('{"do": "act", "x": ' + "[" * 7000 + "]" * 7000 + "}")
    assert line.receive()["status"] == 400
    assert line.ask("say", text="still here")[0]["type"] == "done"
    line.close()


def test_who_answers_an_offer_answers_no_other(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "open"])
    ben.order(table, "join")
    ann.act(table, 1)
    ann.order(table, "offer", what="take back", length=0)
    ann.order(table, "offer", what="draw")
    refused = ben.order(table, "answer", 409, yes=True, what="take back", length=0)
    assert refused["error"] == "stale"
    assert ben.see(table)["table"]["status"] == "playing"
    ben.order(table, "answer", yes=False, what="draw")
    # The same offer made again in another position is another offer, and it is made only in the position that was seen.
    seen = ann.see(table)["version"]
    ann.order(table, "offer", what="draw", version=seen)
    ben.act(table, 2)
    assert ann.order(table, "offer", 409, what="draw", version=seen)["error"] == "stale"
    ann.order(table, "offer", what="draw")
    assert ben.order(table, "answer", 409, yes=True, what="draw", length=0, version=seen)["error"] == "stale"
    assert ben.see(table)["table"]["status"] == "playing"
    ben.order(table, "answer", yes=True, what="draw", length=0, version=ben.see(table)["version"])
    assert ben.see(table)["table"]["status"] == "over"


def test_strangers_do_not_use_up_what_players_may_ask(tmp_path: Path) -> None:
    with serving(tmp_path / "data", limits=True) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        strangers = [Player(server.url, f"stranger {n}") for n in range(3)]
        lines = [stranger.socket(table) for stranger in strangers]
        for line in lines:
            line.receive()
            for _ in range(190):
                line.send("resign")
            for _ in range(190):
                assert line.receive()["status"] == 403
            line.close()
        assert ann.act(table, 1, seat=0, version=0)["version"] == 1
        private = ann.table(seats=["me", "me"], watch="nobody")
        assert strangers[0].post(f"/tables/{private}/links", {"kind": "any"}, 404)["error"] == "not-known"
