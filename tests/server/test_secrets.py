"""Non-interference: change everything that is hidden from a seat, and no byte it can receive changes.

Two servers are started on two databases that agree in all but the secrets. For many random games, on every endpoint,
stream, log, error and export, who watches (from a seat or without one) must get the same bytes from both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.core.game import SPECTATOR, State
from gunbai.core.options import Options
from gunbai.core.registry import find, names
from gunbai.core.rng import Rng
from gunbai.games.shogun.state import HIDDEN, HIRING, LAND_WIDTH, ShogunState
from gunbai.server import events as ev
from gunbai.server import fair_dice, schema
from gunbai.server.database import migrate
from gunbai.server.tokens import token_hash
from gunbai.server.uptime import now_ms
from tests.server.house import NO_CERTIFICATES, Server, TableSocket, serving
from tests.server.twins import Twins, grow, ready

TOKEN, OTHERS_TOKEN = "x" * 32, "y" * 32
SEED = bytes(range(32))
START = 1_700_000_000_000
GAMES_PER_SEAT = 2


def all_twins() -> list[Twins]:
    """Pairs for every game, its presets `tiny` and the plain one, every seat and a spectator."""
    found = []
    rng = Rng(11)
    for name in names():
        game = find(name)
        for preset, games in (("", 1), ("tiny", GAMES_PER_SEAT)):
            options = Options(game.info.options, dict(game.info.presets[preset] if preset else {}))
            for watcher in (*range(options.players), int(SPECTATOR)):
                for _ in range(games):
                    pair = grow(game, options, watcher, rng, 4 + int(rng.below(60 if preset else 20)))
                    pair.label = preset
                    if pair.first:
                        found.append(pair)
    return found + shogun_twins(rng)


def shogun_twins(rng: Rng) -> list[Twins]:
    """Pairs from the moments on in which ronin are hidden, and in which somebody holds the ninja."""
    game = find("shogun")
    options = Options(game.info.options, dict(game.info.presets["tiny"]))
    found = []
    for label, begin in (("ronin", _hiring), ("ninja", _ninja_hired)):
        for watcher in (*range(options.players), int(SPECTATOR)):
            for _ in range(12):
                pair = grow(game, options, watcher, rng, 30, begin)
                pair.label = f"tiny {label}"
                if pair.first and pair.differ:
                    found.append(pair)
                    break
    return found


def _hiring(s: State) -> bool:
    return isinstance(s, ShogunState) and s.stage == HIRING


def _ninja_hired(s: State) -> bool:
    return isinstance(s, ShogunState) and s.ninja >= 0


def _hidden_ronin(s: State) -> list[int]:
    assert isinstance(s, ShogunState)
    return [int(s.land[i]) for i in range(int(HIDDEN), len(s.land), int(LAND_WIDTH))]


def write_database(folder: Path, pairs: list[Twins], second: bool) -> None:
    folder.mkdir()
    engine = sa.create_engine(f"sqlite:///{folder / 'gunbai.sqlite3'}")
    migrate(engine)
    with engine.begin() as c:
        for person in ("watcher", "other"):
            c.execute(sa.insert(schema.persons).values(id=person, name=person.capitalize(), created=START))
        for person, token in (("watcher", TOKEN), ("other", OTHERS_TOKEN)):
            c.execute(
                sa.insert(schema.sessions).values(
                    id=person, token_hash=token_hash(token), person=person, label="", created=START, used=now_ms()
                )
            )
        for number, pair in enumerate(pairs):
            moves = pair.second if second else pair.first
            _write_table(c, f"table{number:04}", pair, moves[: len(moves) - held_back(pair)])
    engine.dispose()


def held_back(pair: Twins) -> int:
    """How many moves at the end are played live: one, if it is another seat's."""
    return int(len(pair.first) > 1 and pair.first[-1][0] not in (pair.watcher, -1))


def _write_table(c: sa.Connection, table: str, pair: Twins, moves: list[ev.Move]) -> None:
    chairs = [
        ev.Chair(
            "person", "Watcher" if i == pair.watcher else "Other", person="watcher" if i == pair.watcher else "other"
        )
        for i in range(pair.options.players)
    ]
    info = pair.game.info
    chosen = dict(pair.options.chosen())
    setup = ev.Created(
        info.name, info.rules_version, chosen, chairs, "other", fair_dice.commitment(SEED), autostart=False
    )
    drawn = 0
    while drawn < len(moves) and moves[drawn][0] < 0:
        drawn += 1
    events: list[ev.AnyEvent] = [setup, ev.Began(moves[:drawn])]
    for seat, action, _ in moves[drawn:]:
        if seat >= 0:
            events.append(ev.Played(seat, [(seat, action, 0)]))
        else:
            last = events[-1]
            assert isinstance(last, ev.Played)
            last.steps.append((seat, action, 0))
    rows = [
        {"table_id": table, "seq": seq, "at": START + seq, "key": None, "body": ev.encode(event)}
        for seq, event in enumerate(events, start=1)
    ]
    c.execute(sa.insert(schema.events), rows)
    c.execute(sa.insert(schema.seeds).values(table_id=table, seed=SEED))
    c.execute(
        sa.insert(schema.tables).values(
            id=table,
            game=info.name,
            rules=info.rules_version,
            status="playing",
            listed=True,
            # Lists are ordered by it.
            created=START + int(table.removeprefix("table")),
            changed=START,
        )
    )
    for i, chair in enumerate(chairs):
        c.execute(sa.insert(schema.seats).values(table_id=table, seat=i, person=chair.person))


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Twins], Server, Server]]:
    folder = Path(tmp_path_factory.mktemp("twins"))
    pairs = all_twins()
    write_database(folder / "a", pairs, second=False)
    write_database(folder / "b", pairs, second=True)
    with serving(folder / "a") as first, serving(folder / "b") as second:
        yield pairs, first, second


@pytest.mark.slow
def test_the_pairs_are_worth_comparing(houses: tuple[list[Twins], Server, Server]) -> None:
    pairs, _, _ = houses
    for name in names():
        if find(name).info.hidden:
            assert sum(pair.differ for pair in pairs if pair.game.info.name == name) >= 2, name
    ronin = [pair for pair in pairs if pair.label == "tiny ronin"]
    assert any(_hidden_ronin(pair.last[0]) != _hidden_ronin(pair.last[1]) for pair in ronin)
    assert any(pair.label == "tiny ninja" for pair in pairs)


def _client(server: Server, pair: Twins) -> httpx.Client:
    headers = {} if pair.watcher == SPECTATOR else {"cookie": f"gunbai={TOKEN}"}
    return httpx.Client(base_url=f"{server.url}/api", headers=headers, timeout=60, verify=NO_CERTIFICATES)


def _post(url: str, order: dict[str, object], headers: dict[str, str]) -> httpx.Response:
    return httpx.post(url, json=order, headers=headers, timeout=60, verify=NO_CERTIFICATES)


def _whisper(server: Server, table: str, pair: Twins) -> None:
    """Two other seats talk about a truce, where the game knows truces and there are two others."""
    others = [seat for seat in range(pair.options.players) if seat != pair.watcher][:2]
    if pair.game.info.name != "shogun" or len(others) < 2 or pair.label.startswith("tiny "):
        # In the midst of a war the next attack may break a truce, and then everybody is told of it.
        return
    names = [pair.game.info.seat_names[seat] for seat in others]
    said = [f"truce offer {names[1]} rounds 2 scope all", f"truce accept {names[0]}"]
    for seat, text in zip(others, said, strict=True):
        headers = {"cookie": f"gunbai={OTHERS_TOKEN}"}
        spoke = _post(f"{server.url}/api/tables/{table}/aside", {"seat": seat, "text": text}, headers)
        assert spoke.status_code == 200, spoke.text


def _received(server: Server, table: str, pair: Twins, moves: list[ev.Move], whispers: bool) -> list[bytes]:
    """All a watcher can get out of a table, the refusals of what it must not do, and what it hears of others."""
    got: list[bytes] = []
    rng = Rng(5)
    game = pair.game
    legal = {int(x) for s in pair.last for x in game.legal(s)} | {action for _, action, _ in pair.first[-1:]}
    line = TableSocket(server.url, table, {} if pair.watcher == SPECTATOR else {"cookie": f"gunbai={TOKEN}"})

    def listen() -> None:
        """The next message; and as long as it is not found out yet whether the watcher can undo, the one after it."""
        got.append(str(line.raw.recv(10)).encode())
        while b'"can_undo":null' in got[-1]:
            got.append(str(line.raw.recv(30)).encode())

    listen()
    if whispers:
        _whisper(server, table, pair)
    with _client(server, pair) as client:

        def get(path: str) -> None:
            answer = client.get(path)
            got.append(f"{answer.status_code} {sorted(answer.headers.items())}".encode() + answer.content)

        def post(path: str, body: object) -> None:
            answer = client.post(path, json=body)
            got.append(str(answer.status_code).encode() + answer.content)

        get(f"/tables/{table}")
        length = len(pair.first) - held_back(pair)
        for version in (1, length // 2, length):
            get(f"/tables/{table}?version={version}&after={version // 2}")
        get(f"/tables/{table}/record")
        for moment in {0, 1, length // 2, length - 1, length, length + 1}:
            get(f"/tables/{table}/moments/{moment}")
        get("/me/tables")
        get("/tables")
        get("/tables/running")
        for seat in range(pair.options.players):
            get(f"/tables/{table}/record?seat={seat}")
            get(f"/tables/{table}/moments/{length}?seat={seat}")
            post(f"/tables/{table}/act", {"version": length, "seat": seat, "actions": [10**15]})
        for _ in range(10):
            action = int(rng.below(400))
            if action not in legal:
                post(f"/tables/{table}/act", {"version": length, "actions": [action]})
        for seat, action, _ in pair.first[-3:]:
            if seat >= 0 and action not in legal:
                post(f"/tables/{table}/act", {"version": length, "actions": [action]})
        if pair.watcher in game.pending(pair.last[0]) and not held_back(pair):
            # What an action would open must not be found out by one after it that is impossible.
            for action in game.legal(ready(game, pair.last[0], pair.watcher)):
                post(f"/tables/{table}/act", {"version": length, "actions": [int(action), 10**9], "seat": pair.watcher})
        post(f"/tables/{table}/act", {"version": 0, "actions": [0] * 3, "seat": 0})
        post(f"/tables/{table}/act", {"version": length, "command": "no such command"})
        post(f"/tables/{table}/answer", {"yes": True})
        post(f"/tables/{table}/vote", {"what": "lose", "absent": 0})
        if pair.watcher != SPECTATOR:
            # Changes that draw nothing: what everybody hears of them must not differ either.
            post(f"/tables/{table}/offer", {"what": "take back", "length": max(0, length - 2)})
            listen()
            post(f"/tables/{table}/say", {"text": "hello"})
            listen()
            get(f"/tables/{table}")
        for seat, action, _ in moves[len(moves) - held_back(pair) :]:
            # Another seat acts, differently in the two worlds; the watcher's socket must tell the same.
            order = {"version": len(moves) - 1, "seat": seat, "actions": [action]}
            headers = {"cookie": f"gunbai={OTHERS_TOKEN}"}
            acted = _post(f"{server.url}/api/tables/{table}/act", order, headers)
            assert acted.status_code == 200, acted.text
            listen()
            get(f"/tables/{table}")
            get(f"/tables/{table}/record")
        if pair.watcher != SPECTATOR and "tiny" in pair.label:
            post(f"/tables/{table}/undo", {})
    line.close()
    return [_without_the_time(text) for text in got]


def _without_the_time(text: bytes) -> bytes:
    """What the clock on the wall says and the random number of a request are no secrets, and differ."""
    text = re.sub(rb'"(at|changed)":\d{13}', b'"time":0', text)
    text = re.sub(rb"\('(date|x-request-id)', '[^']*'\)", b"", text)
    return re.sub(rb"\('content-length', '[^']*'\), ", b"", text)


@pytest.mark.slow
def test_no_byte_depends_on_what_is_hidden(houses: tuple[list[Twins], Server, Server]) -> None:
    pairs, first, second = houses
    for number, pair in enumerate(pairs):
        table = f"table{number:04}"
        got_first, got_second = (
            # Only in the second world two others have something to say to each other.
            _received(house, table, pair, moves, house is second)
            for house, moves in ((first, pair.first), (second, pair.second))
        )
        for left, right in zip(got_first, got_second, strict=True):
            where = next((i for i, (x, y) in enumerate(zip(left, right, strict=False)) if x != y), 0)
            near = slice(max(0, where - 200), where + 100)
            told = f"{pair.game.info.name}, watcher {pair.watcher}, {len(pair.first)} moves"
            assert left == right, f"{told}:\n{left[near]!r}\n{right[near]!r}"
