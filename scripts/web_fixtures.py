"""Writes sights for the browser: of recorded games, for the tests of its models, and of positions, for pictures.

A sight is what the server sends a seat: its view, its log and its legal actions. Those of recorded games go to
web/src/games/*/fixtures. A picture of the rules that no moment of the lesson shows has a position in figures.json, and
its sight goes to web/src/games/*/figures, with what the things on the board stand for. `--check` only compares.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import msgspec

import gunbai
from gunbai.core import record as records
from gunbai.server import messages as m
from gunbai.server.bot_worker import point
from gunbai.session import NoDice, Table

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "web" / "src" / "games"
# Per recorded game the steps of a turn that are kept: the first moment at which a seat decides there.
MOMENTS = {
    "shogun-kyushu-2": ["split", "plan", "levy", "declare", "move", "garrison", "combat", "lose"],
    "gunshi-draft": ["piece", "arrange", "unit", "line"],
    "gunshi-who-dares-wins": ["what", "act", "send"],
    "gunkimono-2": ["tile", "place", "score", "build"],
}
# So much of the log goes with a moment.
LINES = 12


def sight(record: records.Record, length: int, seat: int, pointed: bool = False) -> bytes:
    """What the server would send that seat after so many actions; if wished, with what the things on the board mean."""
    before = replace(record, steps=record.steps[:length], ending="", ending_seat=-1)
    table = Table.from_record(before, dice=NoDice())
    lines = [
        m.LogLine(
            line.number,
            line.seat,
            table.game.action_text(line.action),
            line.text,
            [m.Effect(effect.template, effect.words) for effect in line.effects],
        )
        for line in table.log.lines(seat, max(0, length - LINES))
    ]
    seen = {**table.seen_by(seat), "seat": seat, "can_undo": None, "log": {"from": length - len(lines), "lines": lines}}
    if pointed:
        given = point(table.game.outlook(table.view(seat)), [])
        seen["pointed"] = {"places": given.places, "ways": given.ways}
    return msgspec.json.format(msgspec.json.encode(seen, order="sorted"), indent=1) + b"\n"


def files() -> dict[Path, bytes]:
    """All fixtures by the file they belong in."""
    found: dict[Path, bytes] = {}
    for name, steps in MOMENTS.items():
        record = records.read((ROOT / "tests" / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8"))
        missing = dict.fromkeys(steps)
        states = record.states()
        for length, step in enumerate(record.steps):
            if not missing:
                break
            if step.seat < 0:
                continue
            data = record.rules.view(states[length], step.seat).data()
            stage = str(data.get("step") or data["stage"])
            if stage in missing:
                del missing[stage]
                file = GAMES / record.game / "fixtures" / f"{stage}.json"
                found[file] = sight(record, length, step.seat)
        assert not missing, f"{name} has no moment of {', '.join(missing)}"
    return found


def figures() -> dict[Path, bytes]:
    """The sights of all positions that are pictures of the rules, by the file they belong in."""
    found: dict[Path, bytes] = {}
    for places in sorted(GAMES.glob("*/figures.json")):
        game = places.parent.name
        for place in msgspec.json.decode(places.read_bytes())["figures"]:
            if "position" not in place:
                continue
            match = gunbai.from_position(game, place["position"], seed=None)
            for action in place.get("moves", []):
                match.push(action)
            seat = match.actor
            file = places.parent / "figures" / f"{place['paragraph']}.json"
            found[file] = sight(match.record, len(match.record.steps), seat, pointed=True)
    return found


def main() -> None:
    for file, text in (files() | figures()).items():
        if sys.argv[1:] != ["--check"]:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(text)
        elif not file.is_file() or file.read_bytes() != text:
            sys.exit(f"{file.relative_to(ROOT)} is out of date: run python scripts/web_fixtures.py")


if __name__ == "__main__":
    main()
