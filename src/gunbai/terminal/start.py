"""The questions before a game at the terminal: which game, how, and who plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gunbai.core.registry import find, playable
from gunbai.session import Table, tournaments

GAME, PRESET, PLAYERS, WHO = "game", "preset", "players", "who"
_DEFAULT = "default"
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

        preset = "" if self.answers[PRESET] == _DEFAULT else self.answers[PRESET]
        return make_table(
            self.answers[GAME],
            preset=preset,
            options={"players": self.answers[PLAYERS]},
            seats=self.answers[WHO].split(),
        )


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
        presets = [(_DEFAULT, "standard", "every option at its default")]
        presets += [
            (name, name.replace("_", " "), _words(options)) for name, options in info.presets.items() if options
        ]
        for name, style in tournaments(given[GAME]).items():
            minutes = f"{style.control.seconds / 60:g} minutes each"
            presets.append((name, name.replace("_", " "), f"{_words(style.options)}, {minutes}"))
        return Asked(PRESET, f"{info.title}: which way?", presets)
    fixed = info.presets.get(given[PRESET], {}).get("players")
    if PLAYERS not in given:
        counts = [fixed] if fixed is not None else list(info.player_counts)
        if len(counts) == 1:
            setup.answer(PLAYERS, str(counts[0]))
        else:
            return Asked(PLAYERS, "How many play?", [(str(n), f"{n} players", "") for n in counts])
    if WHO not in given:
        return Asked(WHO, "Who plays?", _who(info.seat_names[: int(given[PLAYERS])]))
    return None


def _who(seats: tuple[str, ...]) -> list[tuple[str, str, str]]:
    answers = []
    for bot in ("greedy", "random"):
        for seat in range(len(seats)):
            words = " ".join("person" if i == seat else f"bot:{bot}" for i in range(len(seats)))
            answers.append((words, f"You play {seats[seat]} against the {bot} bot{'s' if len(seats) > 2 else ''}", ""))
    together = " ".join(["person"] * len(seats))
    answers.insert(len(seats), (together, "All at this keyboard", "a cover hides the secrets while you change places"))
    answers.append((" ".join(["bot:greedy"] * len(seats)), "Watch the bots", ""))
    return answers


def _words(options: Mapping[str, object]) -> str:
    """Options as a person reads them: `edition draft, promos`."""
    said = []
    for name, value in options.items():
        text = str(value).replace("_", " ")
        said.append(text if text.startswith(name) else f"{name.replace('_', ' ')} {text}")
    return ", ".join(said).replace(" True", "")
