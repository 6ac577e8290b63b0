"""Playing at tables over HTTP and sockets."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.server.house import Player, Server, finish, two


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
