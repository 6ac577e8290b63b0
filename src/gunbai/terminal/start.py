"""The questions before a game at the terminal: which game, how, and who plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gunbai.bots.levels import LEVELS
from gunbai.core.game import GameInfo
from gunbai.core.registry import find, playable
from gunbai.session import Table, tournaments

# Ways to play besides presets, as a game names them.
STANDARD, FIRST = "standard", "first"
GAME, PRESET, PLAYERS, WHO, SIDE = "game", "preset", "players", "who", "side"
_TOGETHER, _WATCH = "together", "watch"
_RESUME = "resume:"


@dataclass(frozen=True)
class Asked:
    """A question, what it is about, and its answers as (key, label, explanation)."""

    about: str
    text: str
    answers: list[tuple[str, str, str]]


@dataclass
class Setup:
    """What has been answered so far, in order."""

    answers: dict[str, str] = field(default_factory=dict)

    def answer(self, about: str, key: str) -> None:
        self.answers[about] = key

    def step_back(self) -> bool:
        """Forget the last answer; False if there is none."""
        if self.answers:
            self.answers.popitem()
            return True
        return False

    @property
    def resume(self) -> str:
        """The file to go on with, if one was chosen."""
        game = self.answers.get(GAME, "")
        return game.removeprefix(_RESUME) if game.startswith(_RESUME) else ""

    def table(self) -> Table:
        """The table that was asked for."""
        from gunbai.terminal import make_table  # noqa: PLC0415 - the package offers it to the CLI as well

        game, preset = self.answers[GAME], self.answers[PRESET]
        options: dict[str, object] = dict(find(game).info.first_game) if preset == FIRST else {}
        options["players"] = self.answers[PLAYERS]
        preset = "" if preset in (STANDARD, FIRST) else preset
        return make_table(game, preset=preset, options=options, seats=self._seats())

    def _seats(self) -> list[str]:
        """Who sits where, as words."""
        count, who = int(self.answers[PLAYERS]), self.answers[WHO]
        if who == _TOGETHER:
            return ["person"] * count
        if who == _WATCH:
            return ["bot:level-3"] * count
        return ["person" if seat == int(self.answers[SIDE]) else f"bot:{who}" for seat in range(count)]


def next_question(setup: Setup) -> Asked | None:
    """What is still to be asked; None when a game can begin."""
    given = setup.answers
    if setup.resume:
        return None
    if GAME not in given:
        games = [(game.info.name, game.info.title, game.info.about) for game in playable()]
        saved = sorted(Path.cwd().glob("*.gunbai"), key=lambda path: -path.stat().st_mtime)[:5]
        return Asked(GAME, "What shall we play?", games + [(f"{_RESUME}{p}", f"Go on: {p.name}", "") for p in saved])
    info = find(given[GAME]).info
    if PRESET not in given:
        return Asked(PRESET, f"{info.title}: which way?", _ways(info))
    fixed = _options(info, given[PRESET]).get("players")
    if PLAYERS not in given:
        counts = [int(str(fixed))] if fixed is not None else list(info.player_counts)
        if len(counts) == 1:
            setup.answer(PLAYERS, str(counts[0]))
        else:
            return Asked(PLAYERS, "How many play?", [(str(n), f"{n} players", "") for n in counts])
    if WHO not in given:
        return Asked(WHO, "Against whom?", _opponents())
    if SIDE not in given:
        if given[WHO] in (_TOGETHER, _WATCH):
            return None
        seats = info.seat_names[: int(given[PLAYERS])]
        return Asked(SIDE, "Which side is yours?", [(str(n), name, "") for n, name in enumerate(seats)])
    return None


def _ways(info: GameInfo) -> list[tuple[str, str, str]]:
    """How the game can be played, the ways that suit most people first."""

    def way(name: str, options: Mapping[str, object], *more: str) -> tuple[str, str, str]:
        untold = (name.replace("_", " "), _words(options) or "every option at its default")
        title, about = info.ways.get(name, untold)
        return name, title, ", ".join([about, *more])

    first = [way(FIRST, info.first_game)] if info.first_game else []
    # What the first game is already, need not be offered twice.
    same = [dict(info.first_game), {name: value for name, value in info.first_game.items() if name != "players"}]
    offered = [
        way(name, options)
        for name, options in info.presets.items()
        if options and name not in info.trials and dict(options) not in same
    ]
    timed = [
        way(name, style.options, f"{style.control.seconds / 60:g} minutes each")
        for name, style in tournaments(info.name).items()
    ]
    return [*first, way(STANDARD, {}), *offered, *timed]


def _options(info: GameInfo, way: str) -> Mapping[str, object]:
    if way == FIRST:
        return info.first_game
    return {} if way == STANDARD else info.preset(way)


def _opponents() -> list[tuple[str, str, str]]:
    levels = [(f"level-{each.number}", f"Level {each.number}: {each.name}", each.about) for each in LEVELS]
    return [
        *levels,
        (_TOGETHER, "People at this keyboard", "a cover hides the secrets while you change places"),
        (_WATCH, "Watch bots of level 3", ""),
    ]


def _words(options: Mapping[str, object]) -> str:
    """Options as a person reads them: `edition draft, promos`."""
    said = []
    for name, value in options.items():
        text = str(value).replace("_", " ")
        said.append(text if text.startswith(name) else f"{name.replace('_', ' ')} {text}")
    return ", ".join(said).replace(" True", "")
