"""Records of games, given out and taken in."""

from __future__ import annotations

from gunbai.core import record as records
from tests.server.house import Player, Server, finish, two


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
