"""Seats: who holds them, who leaves them, and the next game."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Player, Server, two


def test_one_person_may_hold_several_seats(ann: Player) -> None:
    table = ann.table(seats=["me", "me"], names=["Ann", "Her sister"])
    seen = ann.see(table)
    assert [sight["seat"] for sight in seen["sights"]] == [0, 1]
    refused = ann.act(table, 1, status=400)
    assert "which one" in refused["detail"]
    ann.act(table, 1, seat=0)
    ann.act(table, 2)
    assert ann.see(table)["version"] > 2


def test_resigning_agreeing_on_a_draw_and_abandoning_end_a_game(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.order(table, "resign")
    assert ben.see(table)["sights"][0]["returns"] == [-1.0, 1.0]
    table = two(ann, ben)
    ann.order(table, "offer", what="draw")
    ben.order(table, "answer", yes=False)
    assert ben.see(table)["table"]["status"] == "playing"
    ann.order(table, "offer", what="draw")
    ben.order(table, "answer", yes=True)
    assert "draw agreed" in ben.see(table)["sights"][0]["result"]
    table = two(ann, ben)
    ann.order(table, "vote", what="abandon")
    assert ben.see(table)["table"]["status"] == "playing"
    ben.order(table, "vote", what="abandon")
    assert "abandoned" in ben.see(table)["sights"][0]["result"]
    assert ann.act(table, 1, status=409)["error"] == "over"


def test_a_rematch_moves_the_seats_on_and_begins_when_all_have_come(server: Server, ann: Player, ben: Player) -> None:
    table = two(ann, ben, clock="total:60", watch="nobody")
    ann.order(table, "rematch", 409)
    ann.order(table, "resign")
    new = ben.order(table, "rematch", entropy="0b")["table"]
    assert ann.see(table)["table"]["next"] == new
    seen = ann.see(new)
    assert seen["table"]["status"] == "gathering"
    assert [(seat["kind"], seat["player"]) for seat in seen["table"]["seats"]] == [("person", "Ben"), ("open", "Ann")]
    assert new in [line["id"] for line in ann.get("/me/tables")]
    stranger = Player(server.url, "Eve")
    stranger.get(f"/tables/{new}", 404)
    token = ben.post(f"/tables/{new}/links", {"kind": "any"}, 201)["token"]
    assert "no open seat" in stranger.post("/exchange", {"token": token}, 409)["detail"]
    token = ben.post(f"/tables/{new}/links", {"kind": "seat", "seat": 1}, 201)["token"]
    assert "kept for Ann" in stranger.post("/exchange", {"token": token}, 409)["detail"]
    time.sleep(0.3)
    assert ann.order(table, "rematch", entropy="0a")["table"] == new
    seen = ann.see(new)
    assert seen["table"]["status"] == "playing"
    assert [seat["player"] for seat in seen["table"]["seats"]] == ["Ben", "Ann"]
    assert seen["table"]["dice"]["entropy"] == ["0b", "0a"]
    # Nobody's time has run while the other was not there.
    assert min(seen["sights"][0]["clock"]["left"]) > 59.8
    assert ann.order(table, "rematch")["table"] == new


def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(ann: Player, ben: Player) -> None:
    for _ in range(5):
        table = two(ann, ben)
        ann.order(table, "resign")
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(player.order, table, "rematch") for player in (ann, ben)]
        assert len({job.result()["table"] for job in jobs}) == 1
        assert ann.see(jobs[0].result()["table"])["table"]["status"] == "playing"
    assert [line for line in ann.get("/me/tables") if line["status"] == "gathering"] == []


def test_who_wants_no_rematch_gives_the_kept_seat_free(server: Server, ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.order(table, "resign")
    new = ann.order(table, "rematch")["table"]
    ben.order(new, "leave")
    assert ann.see(new)["table"]["seats"][0] == {"seat": 0, "name": "north", "kind": "open", "player": "", "bot": ""}
    eve = Player(server.url, "Eve")
    eve.order(new, "join")
    assert [seat["player"] for seat in ann.see(new)["table"]["seats"]] == ["Eve", "Ann"]


def test_who_leaves_a_table_that_nobody_may_watch_hears_no_more_of_it(server: Server) -> None:
    people = [Player(server.url, name) for name in ("Ann", "Ben", "Cem")]
    seats = ["me", "open", "open"]
    table = people[0].table(options={"players": 3}, seats=seats, watch="nobody", autostart=False)
    for player in people[1:]:
        player.order(table, "join")
    line = people[2].socket(table)
    line.receive()
    people[0].order(table, "start")
    assert line.receive()["table"]["status"] == "playing"
    assert line.ask("leave")[0]["type"] == "done"
    people[0].act(table, 1)
    people[0].order(table, "say", text="now that Cem is gone")
    people[2].get(f"/tables/{table}", 404)
    with pytest.raises(TimeoutError):
        line.receive(0.5)
    line.close()


def test_who_looked_in_before_the_game_does_not_stay_where_nobody_may_watch(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "open"], watch="link", listed=True)
    stranger, nobody, invited = Player(ann.url, "Eve"), Player(ann.url, known=False), Player(ann.url, "Cem")
    token = ann.post(f"/tables/{table}/links", {"kind": "watch"}, 201)["token"]
    invited.post("/exchange", {"token": token}, 200)
    lines = [player.socket(table) for player in (stranger, nobody, invited)]
    for line in lines:
        assert line.receive()["table"]["status"] == "gathering"
    ben.order(table, "join")
    ann.act(table, 1)
    assert lines[2].until(1)["sights"][0]["seat"] is None
    for line in lines[:2]:
        assert line.receive()["table"]["seats"][1]["player"] == "Ben"
        with pytest.raises(ConnectionClosed) as closed:
            line.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
    lines[2].close()


def test_leaving_gives_a_seat_back_or_resigns(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "open"], autostart=False)
    ben.order(table, "join")
    ben.order(table, "leave")
    assert ann.see(table)["table"]["seats"][1]["kind"] == "open"
    ben.order(table, "join", seat=1)
    ann.order(table, "start")
    ben.order(table, "leave")
    assert "east resigns" in ann.see(table)["sights"][0]["result"]


def test_a_bot_takes_the_seat_of_who_leaves_a_larger_game(server: Server) -> None:
    people = [Player(server.url, name) for name in ("Ann", "Ben", "Cem")]
    table = people[0].table(options={"players": 3}, seats=["me", "open", "open"])
    for player in people[1:]:
        player.order(table, "join")
    people[2].order(table, "leave")
    seats = people[0].see(table)["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person", "bot"]


def test_a_game_that_its_last_player_leaves_is_over(server: Server) -> None:
    """Bots playing on for nobody would pass the limit on games among bots alone."""
    ann, ben = (Player(server.url, name) for name in ("Ann", "Ben"))
    table = ann.table(options={"players": 3}, seats=["me", "open", "bot:random"])
    ben.order(table, "join")
    ben.order(table, "leave")
    assert ann.see(table)["table"]["status"] == "playing"
    ann.order(table, "leave")
    assert ann.see(table)["table"]["status"] == "over"
