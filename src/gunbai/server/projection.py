"""Projections: everything a person receives of a table is put together here, for the seats that person holds."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from gunbai import session
from gunbai.core import record as records
from gunbai.core.game import SPECTATOR, Game, GameInfo
from gunbai.core.record import Step
from gunbai.core.saying import Saying
from gunbai.server import events as ev
from gunbai.server import fair_dice
from gunbai.server.hosted_table import GATHERING, OVER, PLAYING, HostedTable
from gunbai.server.messages import Effect, LogLine, SeatLine, TableLine
from gunbai.session import Table
from gunbai.session.log import Told

_encoder = msgspec.json.Encoder()
# How many of the newest events of a kind are sent, such as chat and votes: a late comer does not need all of them, and
# making a message of tens of thousands would keep all other tables waiting.
_MOST_OF_A_KIND = 300
# So many actions of what a take-back undoes are told: each takes two positions, for every watcher.
_MOST_UNDONE = 50
# A log of more new lines than this is told in slices before it is sent.
_FEW_LINES = 64
# Of so many actions of a game the encoded texts are kept.
_TEXTS_KEPT = 20_000
# By game: its actions as players may choose them, encoded. Their texts are the same everywhere.
_choices: dict[GameInfo, dict[int, bytes]] = {}


def public(table: HostedTable) -> dict[str, Any]:
    """What anybody at the table may know of it besides the position."""
    setup = table.setup
    names = table.game.info.seat_names
    return {
        "id": table.id,
        "game": setup.game,
        "rules": setup.rules,
        "options": setup.options,
        "status": table.status,
        "seats": [
            {"seat": i, "name": names[i], "kind": chair.kind, "player": chair.name, "bot": chair.bot}
            for i, chair in enumerate(table.chairs)
        ],
        "clock": setup.clock,
        "fate": setup.fate,
        "watch": setup.watch,
        "listed": setup.listed,
        "auto": setup.auto,
        "hints": setup.hints,
        "created": table.created,
        "votes": [
            {"what": what, "absent": None if absent < 0 else absent, "seats": sorted(table.votes.for_it(what, absent))}
            for what, absent in sorted(table.votes)
        ],
        "dice": {
            "version": setup.dice or fair_dice.FIRST_VERSION,
            "commitment": setup.commitment,
            "commitments": table.dice.commitments,
            "fingerprint": fair_dice.fingerprint(table.id, setup.commitment, table.dice.commitments),
            "unopened": table.dice.unopened(),
            # Public only when nobody can choose their own by the others'.
            "entropy": table.dice.entropy if table.begun else None,
            "seed": table.dice.revealed or None,
        },
        "rematch_of": setup.rematch_of or None,
        "next": table.continued_at or None,
    }


def sight(game_table: Table, watcher: int) -> dict[str, Any]:
    """The position as one watcher knows it, without the log, the legal actions and what is the same for all."""
    seen = game_table.seen_without_choices(watcher)
    standing = game_table.offers.standing
    if standing is not None:
        offer = dict(seen["offer"] or {})  # type: ignore[call-overload]
        if offer.get("kind") != "draw":
            # A take-back says what it undoes, as this watcher saw it; of a long game only the end of it.
            since = max(standing.length, game_table.length - _MOST_UNDONE)
            offer["undoes"] = [line.text for line in game_table.log.lines(watcher, since)]
        seen["offer"] = offer
    seen["seat"] = None if watcher == SPECTATOR else watcher
    seen["asked"] = game_table.version if watcher == SPECTATOR else game_table.history.turn_of(watcher)
    seen["can_undo"] = game_table.can_undo(watcher)
    return seen


def line(table: HostedTable, you: list[int]) -> TableLine:
    """The table in a list, as everybody may read it; `you` are the reader's seats."""
    names, playing = table.game.info.seat_names, table.status == PLAYING
    return TableLine(
        table.id,
        table.setup.game,
        table.game.info.title,
        table.setup.options,
        table.status,
        [SeatLine(i, names[i], c.kind, c.name, c.bot) for i, c in enumerate(table.chairs)],
        table.setup.clock,
        table.setup.watch,
        table.created,
        table.changed,
        you,
        playing and any(seat in table.game_table.to_act for seat in you),
        table.game_table.result if table.begun else "*",
    )


def moment(table: HostedTable, watcher: int, length: int) -> bytes:
    """One moment of the past as a watcher knows it, with the action that led there."""
    seen = table.game_table.seen_at(watcher, length)
    seat = None if watcher == SPECTATOR else watcher
    return _encoder.encode({"seat": seat, "asked": 0, **seen, "can_undo": False, "log": {"from": 0, "lines": []}})


def happening(seq: int, at: int, event: ev.AnyEvent) -> dict[str, Any]:
    """An event besides the game's actions, as people may read it: no identities, no secrets."""
    plain: dict[str, Any] = {"seq": seq, "at": at, "kind": event.__struct_config__.tag}
    match event:
        case ev.Sat() | ev.Handed():
            plain |= {"seat": event.seat, "player": event.name}
        case ev.Chatted():
            plain |= {"seat": None if event.seat < 0 else event.seat, "player": event.name, "text": event.text}
        case ev.Declared():
            plain |= {"seat": event.seat, "text": event.text}
        case ev.Undone():
            plain |= {"seat": event.seat, "length": event.length}
        case ev.Offered():
            plain |= {"seat": event.seat, "what": event.what, "length": event.length}
            if event.declined:
                # Bots answer at once, and always for the same reason.
                plain["reason"] = "declined"
        case ev.Answered():
            plain |= {"seat": event.seat, "yes": event.yes}
        case ev.Ended():
            plain |= {"seat": None if event.seat < 0 else event.seat, "ending": event.ending}
        case ev.Voted():
            plain |= {"seat": event.seat, "what": event.what, "absent": event.absent, "yes": event.yes}
        case ev.Replaced():
            plain |= {"seat": event.seat, "bot": event.bot, "reason": event.reason}
        case ev.Absent() | ev.Stood() | ev.Seasoned() | ev.Opened():
            plain |= {"seat": event.seat}
        case ev.Revealed():
            plain |= {"seed": event.seed}
        case ev.Continued():
            plain |= {"table": event.table}
        case ev.Played():
            plain |= {"seat": event.seat, "note": event.note, "auto": sum(auto for _, _, auto in event.steps)}
        case _:
            pass
    return plain


def happenings(
    table: HostedTable, after: int, watchers: Sequence[int], muted: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """Events besides the game's actions after a given one, the newest of each kind, without muted chat and others'
    secret declarations.
    """
    found: list[dict[str, Any]] = []
    if not table.happenings or table.happenings[-1][0] <= after:
        return found
    silent, counts = set(muted), dict[type, int]()
    for seq, at, event in reversed(table.happenings):
        if seq <= after:
            break
        if isinstance(event, ev.Declared) and not table.whispers.may_hear(seq, watchers):
            # Nor is it counted: older words that are missing would tell that something was said.
            continue
        kind = type(event)
        counts[kind] = count = counts.get(kind, 0) + 1
        if count > _MOST_OF_A_KIND or (isinstance(event, ev.Chatted) and event.person in silent):
            continue
        found.append(happening(table.whispers.label(seq, watchers), at, event))
    return found[::-1]


class Projector:
    """Encodes what goes out after an event, once for all receivers that may see the same."""

    def __init__(self, table: HostedTable) -> None:
        self._table = table
        self._stamp = (-1, 0.0)
        self._common = b""
        # The end of that, which stays the same from move to move while the game goes on without a clock.
        self._lasting = b""
        self._public: tuple[int, str, int, bytes] = (-1, "", 0, b"")
        self._sights: dict[tuple[int, int], bytes] = {}
        # Per watcher the version its log was told at, and the encoded lines: telling a line again takes two positions.
        self._logs: dict[int, tuple[int, list[bytes]]] = {}
        # The line that was encoded last, and the length of the game with it: most watchers are told the same.
        self._last: tuple[int, Told | None, bytes] = (-1, None, b"")

    @property
    def place(self) -> tuple[int, int]:
        """The version and the event number of the table now."""
        return self._table.version, self._table.seq

    def seats_of(self, person: str) -> list[int]:
        return self._table.seats_of(person)

    def open_to(self, person: str) -> bool:
        """Whether somebody who holds no seat and was not invited to watch may look at the table now."""
        table = self._table
        waiting = table.setup.listed and table.status == GATHERING
        return waiting or table.setup.watch == "anyone" or bool(table.kept_for(person))

    def look_again(self) -> None:
        """Something became known without an event: encode the sights again."""
        self._stamp = (-1, 0.0)

    def silent_since(self, after: int, seats: Sequence[int]) -> bool:
        """Whether since that event nothing happened that these seats may know of."""
        watchers = seats or (int(SPECTATOR),)
        return self._table.whispers.number(after, watchers) == self._table.whispers.number(self._table.seq, watchers)

    def public(self) -> bytes:
        """The encoded public part; it changes with events that are no plain actions, or when a game or a vote ends."""
        table = self._table
        happened, votes = table.happenings[-1][0] if table.happenings else 0, len(table.votes)
        at, status, voted, shared = self._public
        if at != happened or status != table.status or voted != votes:
            shared = _encoder.encode(public(table))
            self._public = (happened, table.status, votes, shared)
        return shared

    def sight(self, watcher: int, since: int) -> bytes:
        table = self._table
        if not table.begun:
            return b"null"
        game_table = table.game_table
        # A clock runs on between two events.
        stamp = (table.seq, table.time.seconds if table.clocked else 0.0)
        if self._stamp != stamp:
            self._stamp = stamp
            self._sights.clear()
            self._common = self._seen_by_all(game_table)
        key = (watcher, since)
        if key not in self._sights:
            # The log comes first: it tells the last action from the view before it, which the sight replaces.
            log = self._log(game_table, watcher, since)
            own, legal = _encoder.encode(sight(game_table, watcher)), _legal(game_table, watcher)
            self._sights[key] = b'%b,%b,"legal":[%b],"log":%b}' % (self._common, own[1:-1], legal, log)
        return self._sights[key]

    def _seen_by_all(self, game_table: Table) -> bytes:
        """The part that is the same for every watcher, encoded, without its closing brace."""
        if game_table.over or self._table.clocked:
            return _encoder.encode(game_table.seen_by_all())[:-1]
        if not self._lasting:
            seen = game_table.seen_by_all()
            for name in ("version", "length", "to_act"):
                del seen[name]
            self._lasting = _encoder.encode(seen)[1:-1]
        to_act = b",".join([b"%d" % seat for seat in game_table.to_act])
        place = b'{"version":%d,"length":%d' % (game_table.version, game_table.length)
        return b'%b,"to_act":[%b],%b' % (place, to_act, self._lasting)

    def telling(self, seats: Sequence[int], version: int) -> Iterator[None]:
        """Tell the log since a version line by line, before it is sent; the game must not move on meanwhile."""
        if not self._table.begun:
            return
        game_table = self._table.game_table
        if game_table.length - self._table.since(version) <= _FEW_LINES:
            return
        for watcher in seats or (int(SPECTATOR),):
            seen, lines = self._logs.get(watcher, (0, []))
            del lines[self._table.since(seen) :]
            self._logs[watcher] = (game_table.version, lines)
            for line in game_table.log.telling(watcher, len(lines)):
                lines.append(_line(game_table, line))
                yield

    def _log(self, game_table: Table, watcher: int, since: int) -> bytes:
        """The lines after the first `since`; only lines that came after the last time are told again."""
        version, lines = self._logs.get(watcher, (0, []))
        if not lines and since:
            told = [_line(game_table, line) for line in game_table.log.lines(watcher, since)]
        else:
            kept = self._table.since(version)
            if kept < len(lines):
                del lines[kept:]
            self._tell(game_table, watcher, lines)
            self._logs[watcher] = (game_table.version, lines)
            told = lines[since:]
        return b'{"from":%d,"lines":[%s]}' % (since, b",".join(told))

    def _tell(self, game_table: Table, watcher: int, lines: list[bytes]) -> None:
        """Add the lines that are missing."""
        last = game_table.log.last(watcher) if len(lines) + 1 == game_table.length else None
        if last is not None:
            if last != self._last[1] or self._last[0] != game_table.length:
                seat, text, action, effects = last
                new = _encoded(game_table, len(lines) + 1, seat, text, action, effects)
                self._last = game_table.length, last, new
            lines.append(self._last[2])
            return
        for line in game_table.log.lines(watcher, len(lines)):
            lines.append(_line(game_table, line))

    def update(
        self,
        seats: Sequence[int],
        version: int,
        after: int,
        muted: Iterable[str],
        known: bytes = b"",
        again: bool = False,
    ) -> tuple[bytes, bytes]:
        """One message that brings a person from a version and event they saw to now, and the public part it holds.

        The sights are left out where they have not changed, unless they are wanted `again`.
        """
        table = self._table
        watchers = seats or (int(SPECTATOR),)
        seq = table.whispers.number(table.seq, watchers)
        you = b",".join([b"%d" % seat for seat in seats])
        parts = [b'{"type":"update","seq":%d,"version":%d,"you":[%b]' % (seq, table.version, you)]
        shared = self.public()
        if shared != known:
            parts.append(b',"table":%b' % shared)
        news = happenings(table, after, watchers, muted)
        # A declaration can make a truce, which is part of the sight of every seat that heard it.
        heard = bool(news) and any(piece["kind"] == "spoke" for piece in news)
        if again or after < table.shown or version != table.version or heard:
            since = table.since(version)
            parts.append(b',"sights":[%b]' % b",".join([self.sight(seat, since) for seat in watchers]))
        if news:
            parts.append(b',"happenings":%b' % _encoder.encode(news))
        parts.append(b"}")
        return b"".join(parts), shared

    def thinking(self, seats: Sequence[int], seat: int, ahead: int) -> bytes:
        """A message that brings nothing new but how many other bots think before the one of a seat."""
        table = self._table
        seq = table.whispers.number(table.seq, seats or (int(SPECTATOR),))
        news = {"seat": seat, "ahead": ahead}
        return _encoder.encode(
            {"type": "update", "seq": seq, "version": table.version, "you": list(seats), "thinking": news}
        )


def _legal(game_table: Table, watcher: int) -> bytes:
    """What the watcher may do now, encoded."""
    legal = game_table.legal(watcher)
    if not legal:
        return b""
    game = game_table.game
    known = _choices.setdefault(game.info, {})
    if len(known) > _TEXTS_KEPT:
        known.clear()
    pieces: list[bytes] = []
    for action in legal:
        piece = known.get(action)
        if piece is None:
            piece = known[action] = _encoder.encode({"action": action, "text": game.action_text(action)})
        pieces.append(piece)
    return b",".join(pieces)


def _line(game_table: Table, line: session.LogLine) -> bytes:
    return _encoded(game_table, line.number, line.seat, line.text, line.action, line.effects)


def _encoded(game_table: Table, number: int, seat: int, text: str, action: int, came: Sequence[Saying]) -> bytes:
    effects = [Effect(effect.template, effect.words) for effect in came]
    return _encoder.encode(LogLine(number, seat, game_table.game.action_text(action), text, effects))


def to_write(table: HostedTable, watcher: int) -> Generator[None, None, str]:
    """The game as one file: all of it when it is over, else what the watcher saw of it.

    It can be written when the table has gone on; pauses after every action.
    """
    if table.status == OVER:
        return records.writing(table.record())
    game_table = table.game_table
    game, names, steps = table.game, table.game.info.seat_names, game_table.history.steps(watcher)
    head = [
        "gunbai sight 1",
        f"game: {table.setup.game}",
        f"rules: {table.setup.rules}",
        f"seen by: {'spectator' if watcher == SPECTATOR else names[watcher]}",
    ]
    if text := game_table.options.text():
        head.append(f"options: {text}")
    return _sight_file(game, names, steps, head)


def _sight_file(game: Game, names: tuple[str, ...], steps: list[Step], head: list[str]) -> Generator[None, None, str]:
    body: list[str] = []
    for step in steps:
        body.append(f"{names[step.seat] if step.seat >= 0 else 'chance'}: {game.action_text(step.action)}")
        yield
    return "\n".join([*head, "", *body, f"so far: {len(steps)} actions", ""])
