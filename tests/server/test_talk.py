"""Words at tables: chat and truces."""

from __future__ import annotations

import json
from typing import Any

from tests.server.house import Player, Server, two


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
