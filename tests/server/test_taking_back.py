"""Taking back: undo, offers to take back, and what stays of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gunbai.core import record as records
from tests.server.house import Player, Server, finish, serving, two


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


def test_bots_let_take_back_what_showed_nothing_unless_nobody_can_tell_in_time(tmp_path: Path) -> None:
    """A card sent face down shows its sender nothing. A bot agrees only if that is found out in time."""
    lengths = []
    for seconds in ("30", "0.000001"):
        with serving(tmp_path / seconds, "--check-seconds", seconds) as server:
            ann = Player(server.url, "Ann")
            table = ann.table(game="gunshi", preset="first_battle", seats=["me", "bot:random"])
            line = ann.socket(table)
            ann.act(table, line.until(0)["sights"][0]["legal"][0]["action"])
            # Both have a shogun, and Ann sends a card face down; then it is still for her to decide.
            line.until(2)
            ann.act(table, "send M")
            ann.order(table, "offer", what="take back", length=2)
            lengths.append(ann.see(table)["sights"][0]["length"])
            line.close()
    assert lengths == [2, 3]


def test_a_bot_that_declines_an_offer_says_so_in_the_same_message(ann: Player, ben: Player) -> None:
    def answers(table: str) -> list[object]:
        return [h.get("reason") for h in ann.see(table)["happenings"] if h["kind"] == "offered"]

    alone = ann.table(preset="tiny", seats=["me", "bot:random"])
    ann.order(alone, "offer", what="draw", length=0)
    assert answers(alone) == ["declined"]
    together = two(ann, ben)
    ann.order(together, "offer", what="draw", length=0)
    assert answers(together) == [None]


def test_a_choice_sealed_in_several_steps_can_be_undone_until_the_last_seat_seals(ann: Player, ben: Player) -> None:
    table = ann.table(game="shogun", options={"players": 2, "map": "kyushu"}, seats=["me", "open"], auto=False)
    ben.order(table, "join")
    people = [ann, ben]

    def sight(seat: int) -> Any:
        return people[seat].see(table)["sights"][0]

    while (now := sight(0))["view"]["stage"] != "plan":
        seat = now["to_act"][0]
        people[seat].act(table, sight(seat)["legal"][0]["action"])
    start = now["length"]
    while 0 in sight(0)["to_act"]:
        ann.act(table, sight(0)["legal"][0]["action"])
    steps = sight(0)["length"] - start
    assert steps == 2 * 5, "two clans, five bins each"
    for back in range(1, steps + 1):
        ann.order(table, "undo")
        assert sight(0)["length"] == start + steps - back
    for seat in (0, 1):
        while seat in sight(seat)["to_act"] and sight(seat)["view"]["stage"] == "plan":
            people[seat].act(table, sight(seat)["legal"][0]["action"])
    assert "cannot be undone" in ben.order(table, "undo", 400)["detail"]
