"""Playing at tables over HTTP and sockets."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gunbai.core import record as records
from tests.server.house import Player, Server, finish


def two(ann: Player, ben: Player, **wish: object) -> str:
    table = ann.table(seats=["me", "open"], **wish)
    ben.order(table, "join")
    return table


def test_a_table_begins_when_its_seats_are_taken_and_is_played_to_the_end(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "open"])
    assert ben.get("/tables")[0]["id"] == table
    assert ann.see(table)["table"]["status"] == "gathering"
    ben.order(table, "join")
    seen = ann.see(table)
    assert seen["table"]["status"] == "playing"
    assert seen["you"] == [0]
    assert seen["sights"][0]["to_act"] == [0, 1]
    assert table not in [line["id"] for line in ben.get("/tables")]
    over = finish({0: ann, 1: ben}, table)
    assert over["sights"][0]["result"] != "*"
    assert [line["status"] for line in ben.get("/me/tables") if line["id"] == table] == ["over"]


def test_styles_of_official_play_are_offered_with_their_clock(ann: Player) -> None:
    gunshi = ann.get("/games/gunshi")
    assert gunshi["clocks"] == {f"tournament_{style}": "total:1200" for style in ("basic", "advanced", "custom")}
    defaults = {option["name"]: option["default"] for option in gunshi["options"]}
    for style, clock in gunshi["clocks"].items():
        table = ann.table(game="gunshi", preset=style, clock=clock, seats=["me", "me"])
        sight = ann.see(table)["sights"][0]
        assert sight["clock"]["control"] == clock
        chosen = defaults | ann.see(table)["table"]["options"]
        assert chosen == defaults | gunshi["presets"][style]


def test_running_games_can_be_found_and_watched_unless_they_are_private(
    server: Server, ann: Player, ben: Player
) -> None:
    public, private = two(ann, ben), two(ann, ben, watch="link")
    hidden = ann.table(seats=["me", "me"], listed=False)
    stranger = Player(server.url, known=False)
    found: dict[str, Any] = {}
    end = time.monotonic() + 60
    # A list of running games may be some seconds old.
    while public not in found:
        assert time.monotonic() < end
        found = {line["id"]: line for line in stranger.get("/tables/running")}
        time.sleep(0.05)
    assert not {private, hidden} & set(found)
    line = found[public]
    assert (line["title"], line["options"], line["you"]) == ("Whisper", {}, [])
    assert [seat["player"] for seat in line["seats"]] == ["Ann", "Ben"]
    socket = stranger.socket(public)
    assert socket.receive()["sights"][0]["seat"] is None
    ann.act(public, "seal 3")
    seen = socket.receive()["sights"][0]
    assert seen["view"]["secrets"] == [4, -1]
    assert seen["can_undo"] is False
    assert "seal 3" not in json.dumps(seen)
    socket.close()
    ann.order(public, "resign")
    assert public not in [line["id"] for line in stranger.get("/tables/running")]


def test_a_finished_game_has_a_record_that_replays(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    finish({0: ann, 1: ben}, table)
    text = Player(ann.url).get(f"/tables/{table}/record")
    record = records.read(text)
    assert record.game == "whisper"
    assert record.players == ["Ann", "Ben"]


def test_an_unfinished_record_shows_each_only_what_they_saw(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, "seal 3")
    assert "north: seal 3" in ann.get(f"/tables/{table}/record")
    assert "north: seal ?" in ben.get(f"/tables/{table}/record")
    assert "seal 3" not in ben.get(f"/tables/{table}/record")


def test_everybody_receives_their_own_view_and_log(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    a, b, watcher = ann.socket(table), ben.socket(table), Player(ann.url, known=False).socket(table)
    assert a.receive()["you"] == [0]
    b.receive(), watcher.receive()
    done, updates = a.ask("act", version=0, actions=["seal 2"])
    assert done["type"] == "done"
    assert updates[0]["sights"][0]["view"]["secrets"] == [2, -1]
    assert updates[0]["sights"][0]["log"]["lines"][0]["text"] == "seal 2"
    seen_by_ben, seen_by_all = b.receive(), watcher.receive()
    for seen in (seen_by_ben, seen_by_all):
        assert seen["sights"][0]["view"]["secrets"] == [4, -1]
        assert seen["sights"][0]["log"]["lines"][0]["text"] == "seal ?"
        assert "table" not in seen
    assert seen_by_all["sights"][0]["seat"] is None
    for line in (a, b, watcher):
        line.close()


def test_an_action_is_taken_only_at_the_version_its_sender_saw(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    ben.act(table, 2)
    version = ann.see(table)["version"]
    ann.act(table, 30, version=version)
    refused = ben.act(table, 30, version=version, status=409)
    assert refused["error"] == "stale"


def test_what_is_no_order_is_refused_by_its_number(ann: Player, ben: Player) -> None:
    line = ann.socket(two(ann, ben))
    line.receive()
    for unfit in (
        {"do": "act"},
        {"do": "act", "version": -1, "actions": [1]},
        {"do": "say", "text": "x" * 501},
        {"do": "fly"},
        {"do": "say", "text": "hello", "loud": True},
    ):
        refused, updates = line.ask(**unfit)
        assert (refused["type"], refused["status"], refused["error"], updates) == ("refused", 400, "bad-request", [])
    for unread in ('{"do": "say", "id": "seven"}', "[]", "{"):
        line.raw.send(unread)
        assert line.receive()["id"] is None
    assert line.ask("say", text="hello")[0]["type"] == "done"
    line.close()


def test_an_answer_comes_after_the_update_it_belongs_to(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    line = ann.socket(table)
    at = line.receive()
    for do, order in (
        ("act", {"version": 0, "actions": ["seal 2"]}),
        ("say", {"text": "hello"}),
        ("undo", {"version": 1}),
        ("act", {"version": 2, "actions": ["seal 3"]}),
        ("offer", {"what": "draw"}),
        ("resign", {}),
    ):
        key = f"{do}-{at['seq']}"
        done, updates = line.ask(do, key=key, **order)
        assert done["type"] == "done"
        assert (updates[-1]["seq"], updates[-1]["version"]) >= (done["seq"], done["version"])
        at = updates[-1]
        assert line.ask(do, key=key, **order)[0]["repeated"] is True
    line.close()


def test_what_others_seal_leaves_the_question_as_it_is(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ben.act(table, "seal 2")
    seen = ann.see(table)["sights"][0]
    assert (seen["version"], seen["asked"]) == (1, 0)
    ann.act(table, "seal 1")
    seen = ann.see(table)["sights"][0]
    assert seen["asked"] == seen["version"] > 1
    assert Player(ann.url, known=False).see(table)["sights"][0]["asked"] == seen["version"]


def test_sealed_choices_of_different_seats_commute(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ben.act(table, 2, version=0)
    ann.act(table, 1, version=0)
    assert ann.see(table)["sights"][0]["view"]["secrets"] == [1, 4]


def test_the_same_request_twice_is_done_once(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    first = ann.act(table, 1, version=0, key="k1")
    again = ann.act(table, 1, version=0, key="k1")
    assert first["repeated"] is False
    assert again["repeated"] is True
    assert again["seq"] == first["seq"]
    # A key is its sender's own: the same word of another person is another request.
    assert ben.act(table, 2, version=0, key="k1")["repeated"] is False


def test_what_was_done_is_not_done_again_whatever_has_become_of_the_table(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "me"])
    ann.act(table, 1, seat=0)
    turn = {"version": ann.see(table)["version"], "actions": [2], "key": "once"}
    assert ann.order(table, "act", **turn)["repeated"] is False
    ann.order(table, "resign", seat=0)
    assert ann.order(table, "act", **turn)["repeated"] is True
    table = two(ann, ben, watch="nobody")
    assert [ben.order(table, "leave", key="bye")["repeated"] for _ in range(2)] == [False, True]
    table = ann.table(seats=["me", "open"], watch="nobody", listed=True, autostart=False)
    ben.order(table, "join")
    assert [ben.order(table, "leave", key="bye")["repeated"] for _ in range(2)] == [False, True]


def test_a_thousand_concurrent_duplicates_are_one_event(server: Server) -> None:
    ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
    table = two(ann, ben)
    before = ann.see(table)["seq"]
    lines = [ann.socket(table) for _ in range(8)]
    for line in lines:
        line.receive()

    def flood(line: object) -> list[bool]:
        answers = []
        numbers = {line.send("act", version=0, actions=[2], key="once") for _ in range(125)}  # type: ignore[attr-defined]
        while numbers:
            message = line.receive()  # type: ignore[attr-defined]
            if message["type"] != "update":
                assert message["type"] == "done", message
                numbers.discard(message["id"])
                answers.append(message["repeated"])
        return answers

    with ThreadPoolExecutor(8) as pool:
        answers = [repeated for found in pool.map(flood, lines) for repeated in found]
    assert len(answers) == 1000
    assert answers.count(False) == 1
    assert ann.see(table)["seq"] == before + 1
    for line in lines:
        line.close()


def test_who_comes_back_reads_only_what_is_new(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    seen = ann.see(table)
    ben.act(table, 2)
    line = ann.socket(table, version=seen["version"], after=seen["seq"])
    update = line.receive()
    numbers = [entry["number"] for entry in update["sights"][0]["log"]["lines"]]
    assert update["sights"][0]["log"]["from"] == 1
    assert numbers == list(range(2, update["sights"][0]["length"] + 1))
    line.close()


def test_after_an_undo_the_log_is_read_again_from_there(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    seen = ann.see(table)
    ann.order(table, "undo", seat=0)
    ann.act(table, 3)
    update = ann.see(table, version=seen["version"], after=seen["seq"])
    assert update["sights"][0]["log"] == {
        "from": 0,
        "lines": [{"number": 1, "seat": 0, "action": "seal 3", "text": "seal 3"}],
    }


def test_who_looks_at_a_table_is_told_whether_they_can_undo(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    line, other = ann.socket(table), ben.socket(table)
    assert line.receive()["sights"][0]["can_undo"] is False
    other.receive()
    _, updates = line.ask("act", version=0, actions=["seal 2"])
    assert updates[-1]["sights"][0]["can_undo"] is None
    found_out = line.receive()
    assert found_out["seq"] == updates[-1]["seq"]
    assert "happenings" not in found_out
    assert found_out["sights"][0]["can_undo"] is True
    assert found_out["sights"][0]["log"]["lines"] == []
    assert ann.see(table)["sights"][0]["can_undo"] is True
    assert other.receive()["sights"][0]["can_undo"] is False
    assert line.ask("undo")[0]["type"] == "done"
    ann.act(table, 1)
    ben.act(table, 2)
    ann.act(table, 30)
    seen = line.receive()
    while seen["version"] < ann.see(table)["version"] or seen["sights"][0]["can_undo"] is None:
        seen = line.receive()
    assert seen["sights"][0]["can_undo"] is False, "a guess shows whether it was right"
    for each in (line, other):
        each.close()


def test_what_has_shown_something_cannot_be_undone_but_taken_back_by_consent(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    ben.act(table, 2)
    ann.act(table, 30)
    refused = ann.order(table, "undo", 400)
    assert "cannot be undone" in refused["detail"]
    length = ann.see(table)["sights"][0]["length"]
    ann.order(table, "offer", what="take back", length=length - 1)
    offer = ben.see(table)["sights"][0]["offer"]
    assert offer["undoes"] == ["guess 0"]
    ben.order(table, "answer", yes=True)
    assert ben.see(table)["sights"][0]["length"] == length - 1


def test_an_offer_to_take_a_secret_back_does_not_tell_it(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.act(table, "seal 3")
    ann.order(table, "offer", what="take back", length=0)
    told = {player: player.see(table)["sights"][0]["offer"]["undoes"] for player in (ann, ben)}
    assert told == {ann: ["seal 3"], ben: ["seal ?"]}


def test_dice_taken_back_are_drawn_anew_and_still_verify(ann: Player, ben: Player, tmp_path: object) -> None:
    table = two(ann, ben)
    ann.act(table, 1)
    ben.act(table, 2)
    ann.order(table, "offer", what="take back", length=2)
    ben.order(table, "answer", yes=True)
    over = finish({0: ann, 1: ben}, table)
    assert over["table"]["dice"]["seed"]
    from gunbai.server import fair_dice

    record = records.read(ann.get(f"/tables/{table}/record"))
    assert record.notes["skipped draws"] == "0 1 2"
    assert fair_dice.verify(record) == 3


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


def test_chat_reaches_all_but_those_who_muted_it(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    line = ben.socket(table)
    line.receive()
    ann.order(table, "say", text="hello")
    assert line.receive()["happenings"][0]["text"] == "hello"
    line.ask("mute", seat=0)
    ann.order(table, "say", text="hello again")
    assert "happenings" not in line.receive()
    ben.order(table, "mute", seat=0, on=False)
    ann.order(table, "say", text="and now?")
    assert line.receive()["happenings"][0]["text"] == "and now?"
    ben.order(table, "mute", seat=0)
    assert [h["text"] for h in ben.see(table)["happenings"] if h["kind"] == "said"] == []
    assert [h["text"] for h in ann.see(table)["happenings"] if h["kind"] == "said"] == [
        "hello",
        "hello again",
        "and now?",
    ]
    line.close()


def test_a_truce_is_put_on_record(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    ann.order(table, "aside", text="truce with east until autumn")
    ann.order(table, "resign")
    assert "aside north: truce with east until autumn" in ann.get(f"/tables/{table}/record")


def test_a_truce_reaches_only_those_it_concerns(server: Server, ann: Player, ben: Player) -> None:
    cem, passer_by = Player(server.url, "Cem"), Player(server.url, "Dee")
    table = ann.table(game="shogun", options={"players": 4}, seats=["me", "open", "open", "bot:greedy"])
    ben.order(table, "join", seat=1)
    cem.order(table, "join", seat=2)
    line, before = cem.socket(table), cem.see(table)
    line.receive()
    refused = ann.order(table, "aside", 400, text="truce offer blue for ever")
    assert "is not about a truce" in refused["detail"]
    after = ann.see(table)["seq"]
    ann.order(table, "aside", text="truce offer blue rounds 2 scope Kyushu")
    ben.order(table, "aside", text="truce accept red")
    ann.order(table, "aside", text="truce offer gold rounds 1 scope all")
    cem.order(table, "aside", text="good luck")

    def spoken(seen: dict[str, Any]) -> list[tuple[int, str]]:
        return [(h["seat"], h["text"]) for h in seen.get("happenings", []) if h["kind"] == "spoke"]

    offer, answer = (0, "truce offer blue rounds 2 scope Kyushu"), (1, "truce accept red")
    assert spoken(ben.see(table, after=after)) == [offer, answer, (2, "good luck")]
    assert spoken(ann.see(table))[2:4] == [(0, "truce offer gold rounds 1 scope all"), (3, "truce accept red")]
    assert [t.split(": ")[1] for t in ben.see(table)["sights"][0]["truces"]] == ["in force until round 2"]
    heard: list[Any] = []
    while not heard or not spoken(heard[-1]):
        heard.append(line.receive())
    done = cem.order(table, "say", text="well")
    while heard[-1]["seq"] < done["seq"]:
        heard.append(line.receive())
    line.close()
    for seen in (*heard, cem.see(table), passer_by.see(table), cem.get(f"/tables/{table}/record")):
        assert "truce o" not in json.dumps(seen)
        assert "truce a" not in json.dumps(seen)
    assert cem.see(table)["sights"][0]["truces"] == before["sights"][0]["truces"] == []
    # Cem's own count of events has no gap that would tell of words between others.
    assert [update["seq"] for update in heard] == list(range(before["seq"] + 1, before["seq"] + 1 + len(heard)))
    assert [h["text"] for h in cem.see(table, after=done["seq"] - 1)["happenings"]] == ["well"]
    assert ann.see(table)["seq"] == cem.see(table)["seq"] + 4
    ann.order(table, "resign")
    assert "aside blue: truce accept red" in cem.get(f"/tables/{table}/record")
    labels = [h["seq"] for h in cem.see(table)["happenings"]]
    assert len(labels) == len(set(labels)), "words made public later have names of their own"
    assert [label for label in labels if label < 0] == [-1, -2, -3, -4]


def test_words_taken_back_are_still_for_those_who_heard_them(server: Server, ann: Player, ben: Player) -> None:
    cem = Player(server.url, "Cem")
    table = ann.table(game="shogun", options={"players": 3}, preset="tiny", seats=["me", "open", "open"])
    ben.order(table, "join", seat=1)
    cem.order(table, "join", seat=2)
    people = [ann, ben, cem]
    seat = ann.see(table)["sights"][0]["to_act"][0]
    people[seat].act(table, people[seat].see(table)["sights"][0]["legal"][0]["action"])
    ann.order(table, "aside", text="truce offer blue rounds 2 scope all")
    ann.order(table, "offer", what="take back", length=0)
    ben.order(table, "answer", yes=True)
    cem.order(table, "answer", yes=True)
    assert "truce offer" in json.dumps(ben.see(table)["happenings"])
    assert "truce offer" not in json.dumps(cem.see(table)["happenings"])


def test_a_bot_that_declines_an_offer_says_so_in_the_same_message(ann: Player, ben: Player) -> None:
    def answers(table: str) -> list[object]:
        return [h.get("reason") for h in ann.see(table)["happenings"] if h["kind"] == "offered"]

    alone = ann.table(preset="tiny", seats=["me", "bot:random"])
    ann.order(alone, "offer", what="draw", length=0)
    assert answers(alone) == ["declined"]
    together = two(ann, ben)
    ann.order(together, "offer", what="draw", length=0)
    assert answers(together) == [None]


def test_a_record_can_be_taken_in_and_comes_out_the_same(ann: Player, ben: Player) -> None:
    table = two(ann, ben)
    finish({0: ann, 1: ben}, table)
    text = ann.get(f"/tables/{table}/record")
    kept = ann.post("/tables/import", {"record": text}, 201)["table"]
    assert ben.get(f"/tables/{kept}/record") == text
    plain = text.replace("north: Ann\neast: Ben\n", "event: a picnic\n")
    assert plain != text
    kept = ann.post("/tables/import", {"record": plain}, 201)["table"]
    assert ben.get(f"/tables/{kept}/record") == plain
    refused = ann.post("/tables/import", {"record": text.replace("guess 0", "guess 9")}, 400)
    assert refused["error"] == "bad-record"


def test_a_record_keeps_its_truces_when_it_is_taken_in(server: Server, ann: Player, ben: Player) -> None:
    cem = Player(server.url, "Cem")
    table = ann.table(game="shogun", options={"players": 3}, preset="tiny", seats=["me", "open", "open"])
    ben.order(table, "join", seat=1)
    cem.order(table, "join", seat=2)
    people = [ann, ben, cem]
    ann.order(table, "aside", text="truce offer blue rounds 2 scope all")
    for _ in range(4):
        seat = ann.see(table)["sights"][0]["to_act"][0]
        people[seat].act(table, people[seat].see(table)["sights"][0]["legal"][0]["action"])
    ben.order(table, "aside", text="truce accept red")
    cem.order(table, "aside", text="what are you two whispering about")
    ann.order(table, "resign")
    cem.order(table, "aside", text="well played")
    text = ann.get(f"/tables/{table}/record")
    assert text.count("\naside ") == 4
    kept = cem.post("/tables/import", {"record": text}, 201)["table"]
    assert ann.get(f"/tables/{kept}/record") == text
    # Taken in before its end, it goes on with its truce; further words find their place.
    cut = text[: text.index("ending: ")] + f"end: {len(records.read(text).steps)} actions\n"
    going_on = cem.post(
        "/tables/import", {"record": cut.replace(text[text.index("result: ") :].split("\n")[0], "result: *")}, 201
    )
    seen = cem.see(going_on["table"])
    assert "in force" in seen["sights"][0]["truces"][0]
    cem.order(going_on["table"], "aside", seat=2, text="and on we go")
    assert cem.see(going_on["table"])["happenings"][-1]["text"] == "and on we go"
