"""The server sends exactly the fields that its messages describe; the browser's types are made from them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec
import pytest

from gunbai.server import house_messages as h
from gunbai.server import messages as m
from tests.forks import ROOT, environment
from tests.server.house import Player, finish


def whole(sent: Any, kind: type[msgspec.Struct]) -> bool:
    """Whether the description carries all of what was sent: nothing is missing, nothing is left over."""
    return bool(msgspec.to_builtins(msgspec.convert(sent, kind), str_keys=True) == sent)


def test_an_update_has_exactly_the_described_fields(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "open"], clock="total:600")
    assert whole(ann.see(table), m.Update)
    ben.order(table, "join")
    ann.order(table, "say", text="hello")
    ann.order(table, "vote", what="abandon")
    ann.order(table, "offer", what="draw")
    seen = [ann.see(table), ben.see(table), Player(ann.url, known=False).see(table)]
    assert all(whole(each, m.Update) for each in seen)
    assert {each["kind"] for each in seen[0]["happenings"]} >= {"sat", "said", "voted", "offered"}
    ben.order(table, "answer", yes=False)
    over = finish({0: ann, 1: ben}, table)
    assert over["table"]["dice"]["seed"]
    assert whole(over, m.Update)
    assert whole(ann.get(f"/tables/{table}/moments/1"), m.Sight)


def test_a_take_back_says_what_it_would_undo(ann: Player, ben: Player) -> None:
    table = ann.table(seats=["me", "open"])
    ben.order(table, "join")
    first = next(s for s in (ann.see(table)["sights"] + ben.see(table)["sights"]) if s["legal"])
    mover, other = (ann, ben) if first["seat"] == 0 else (ben, ann)
    mover.act(table, first["legal"][0]["action"])
    mover.order(table, "offer", what="take back", length=first["length"])
    seen = other.see(table)
    assert seen["sights"][0]["offer"]["undoes"]
    assert whole(seen, m.Update)


def test_lists_and_games_have_exactly_the_described_fields(ann: Player) -> None:
    ann.table(seats=["me", "open"])
    assert whole(ann.get("/house"), h.House)
    assert all(whole(line, m.TableLine) for line in ann.get("/me/tables"))
    assert all(whole(line, h.RuleLine) for line in ann.get("/games/gunshi/rules"))


def test_the_types_of_the_browser_are_made_of_these_messages() -> None:
    if not (ROOT / "web" / "node_modules" / ".bin" / "openapi-typescript").exists():
        pytest.skip("the browser app's tools are not installed; `make lint` installs them")
    check = [sys.executable, str(ROOT / "scripts" / "web_types.py"), "--check"]
    made = subprocess.run(check, capture_output=True, text=True, check=False, env=environment(ROOT))
    assert made.returncode == 0, made.stderr
