"""An assistant in its seat: what it sees, asks and plays at one table. All it gets is built from its seat's view."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from gunbai import bots
from gunbai.core import record as records
from gunbai.core.bot import Bot, Budget, TurnTime
from gunbai.core.errors import BadNotation, GunbaiError, IllegalAction
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rulebook import look_up, paragraphs, rules_text
from gunbai.session.dice import TableDice
from gunbai.session.seat import PERSON, Seat, parse_seat
from gunbai.session.table import Table

# An opponent's time for a whole turn, and what a level may not exceed.
TURN_SECONDS = 1.0
# A chain of small actions of bots is long in a large game, but it ends.
MOST_BOT_ACTIONS = 20_000
MOST_LINES = 200


class SeatedTable:
    """One table with the assistant in one seat and bots in all others."""

    def __init__(self, table: Table, seat: int, minds: dict[int, Bot]) -> None:
        self._table = table
        self._minds = minds
        self._time = TurnTime(TURN_SECONDS)
        self.seat = seat
        # How much of the game the assistant has been told.
        self._told = 0
        self._bots_play()

    # -- looking --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._table.over

    @property
    def about(self) -> dict[str, object]:
        """The table in a line."""
        table = self._table
        return {
            "game": table.game.info.name,
            "options": table.options.text(),
            "your_seat": table.game.info.seat_names[self.seat],
            "seats": [table.name(seat) for seat in range(table.options.players)],
            "over": table.over,
        }

    def look(self) -> dict[str, object]:
        """What the seat sees now, what happened since it was told last, and what it may do."""
        table, game = self._table, self._table.game
        view = table.view(self.seat)
        since, self._told = self._told, table.length
        data: dict[str, object] = {
            **self.about,
            "prompt": game.prompt(view),
            "your_turn": self.seat in table.to_act,
            "happened": [line.text for line in table.log.lines(self.seat, since, by_turn=True)][-MOST_LINES:],
            "position": game.view_text(view),
            "view": view.data(),
            "legal": [game.action_text(action) for action in table.legal(self.seat)],
        }
        if table.over:
            data["result"] = table.result
        return data

    def replay(self, first: int, last: int) -> list[str]:
        """The game in sentences as the seat saw it: actions `first` to `last`, counted from 1."""
        lines = self._table.log.lines(self.seat, max(0, first - 1))
        return [f"{line.number}. {line.text}" for line in lines if not last or line.number <= last][:MOST_LINES]

    def record(self) -> str:
        """The whole truth of the game as a record, once it is over."""
        if not self.over:
            raise GunbaiError("the record holds every secret of the game, so it is given when the game is over")
        return records.write(self._table.record())

    # -- asking ---------------------------------------------------------------------------------

    def why_not(self, text: str) -> dict[str, object]:
        """Whether the seat may do this now, or begin something with this thing; if not, the reason and its rule."""
        try:
            return {"legal": True, "actions": self._said(self._actions(text))}
        except BadNotation as error:
            if (pointed := self._pointed(text)) is None:
                raise error from None
            return pointed
        except GunbaiError as error:
            return self._refusal(error)

    def foresee(self, commands: Sequence[str]) -> dict[str, object]:
        """What these actions, one after the other, would bring, as far as the seat can know."""
        actions = [int(self._table.game.parse_action(text)) for text in commands[1:]] if len(commands) > 1 else []
        first = self._actions(commands[0]) if commands else []
        found = self._table.outlook(self.seat).foresee([*first, *actions])
        return {
            "brings": [str(saying) for saying in found.sayings],
            "effects": [effect.data() for effect in found.effects],
            "certain": found.certain,
        }

    # -- playing --------------------------------------------------------------------------------

    def play(self, text: str) -> dict[str, object]:
        """Play an action or a whole command, let the bots answer, and look again."""
        self._table.play_all(self.seat, self._actions(text))
        self._bots_play()
        return self.look()

    def resign(self) -> dict[str, object]:
        self._table.resign(self.seat)
        return self.look()

    # -- inside ---------------------------------------------------------------------------------

    def _actions(self, text: str) -> list[int]:
        """An action, or a command of several, that the seat may play now; raises with the rule if it may not."""
        table = self._table
        try:
            action = int(table.game.parse_action(text))
        except BadNotation as error:
            try:
                return table.expand(self.seat, text)
            except BadNotation:
                raise error from None
        table.check(self.seat, action)
        return [action]

    def _said(self, actions: Sequence[int]) -> list[str]:
        return [self._table.game.action_text(action) for action in actions]

    def _pointed(self, place: str) -> dict[str, object] | None:
        """The same question about a thing on the board; None where nothing has this name."""
        try:
            pointing = self._table.outlook(self.seat).point(place)
        except BadNotation:
            return None
        if pointing.refusal is not None:
            return self._refusal(pointing.refusal)
        return {"legal": True, "actions": self._said(pointing.actions)}

    def _refusal(self, error: GunbaiError) -> dict[str, object]:
        told: dict[str, object] = {"legal": False, "why": str(error)}
        if isinstance(error, IllegalAction):
            told["rule"] = error.paragraph
        return told

    def _bots_play(self) -> None:
        table = self._table
        for _ in range(MOST_BOT_ACTIONS):
            seat = next((seat for seat in table.to_act if seat != self.seat), None)
            if seat is None:
                return
            budget = Budget(self._time.left(seat))
            began = budget.clock()
            action = self._minds[seat].choose(table.game, table.view(seat), table.bot_actions(seat), budget)
            self._time.used(budget.clock() - began)
            table.play(seat, action)
        raise GunbaiError("the bots play on without end")


def sit_down(
    game: str, preset: str, options: dict[str, str], seat: str, opponents: Sequence[str], seed: int | None
) -> SeatedTable:
    """Start a game. Chance and bots draw from a seed that nobody at the table knows."""
    rules = find(game)
    chosen = Options(rules.info.options, {**rules.info.preset(preset), **options})
    names = rules.info.seat_names[: chosen.players]
    if seat and seat not in names:
        raise GunbaiError("there is no seat {name!r}; there are {names}", name=seat[:40], names=", ".join(names))
    own = names.index(seat) if seat else 0
    others = [number for number in range(chosen.players) if number != own]
    given = list(opponents) or ["level-3"]
    if len(given) not in (1, len(others)):
        raise GunbaiError("name one bot for all other seats, or {number} bots", number=len(others))
    drawn = secrets.randbits(96) if seed is None else seed
    minds: dict[int, Bot] = {}
    seats = [Seat(PERSON, "assistant")] * chosen.players
    for at, number in enumerate(others):
        name = given[at % len(given)]
        _allow(name)
        minds[number] = bots.make(name, drawn * 8 + number + 1)
        seats[number] = parse_seat(name)
    return SeatedTable(Table(rules, chosen, seats, dice=TableDice(drawn)), own, minds)


def _allow(name: str) -> None:
    """An assistant names bots of the house and of installed plugins; nothing that runs a command or reads a file.

    Scripts and settings are tools for measuring: a script that a game does not have is found out when it has to move.
    """
    if name.startswith(("exec:", "py:", "weights:", "script:", "opening:", "search:")):
        raise GunbaiError("an assistant cannot choose {name!r}; `list_games` names the opponents", name=name[:40])


def rules(game: str, number: str) -> str:
    """A paragraph or a section of the rules; without a number, the sections with the numbers of their paragraphs."""
    found = find(game)
    if number:
        return "\n\n".join(f"{each.number} ({each.section}): {each.text}" for each in look_up(found, number))
    sections: dict[str, list[str]] = {}
    for each in paragraphs(rules_text(found)):
        sections.setdefault(each.section, []).append(each.number)
    return "\n".join(f"{section}: {', '.join(numbers)}" for section, numbers in sections.items())
