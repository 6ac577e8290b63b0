"""Plays the games of a study: over all cores or a cluster, look by look, each game kept as soon as it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from gunbai.core import processes
from gunbai.core.errors import GunbaiError
from gunbai.lab.statistics import mean_interval
from gunbai.study.facts import Facts, Task, play, task
from gunbai.study.plan import Study

Playing = Callable[[Sequence[Task]], Iterator[Facts]]


def locally(asked: int) -> Playing:
    """Over the cores of this machine."""

    def playing(tasks: Sequence[Task]) -> Iterator[Facts]:
        with processes.pool(processes.workers(asked, len(tasks))) as pool:
            yield from pool.imap_unordered(play, tasks)

    return playing


class Run:
    """The games of one study in its folder. Which games count depends on the plan alone."""

    def __init__(self, study: Study, folder: Path) -> None:
        self.study = study
        self.file = folder / "games.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        self.kept: dict[str, dict[int, Facts]] = {study.fingerprint(variant): {} for variant in study.variants}
        self.played = 0
        self._read()

    def _read(self) -> None:
        if not self.file.exists():
            return
        lines = self.file.read_text(encoding="utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            # A run that was killed may leave half a line; that game is played again.
            lines.pop()
            self.file.write_text("".join(lines), encoding="utf-8")
        for number, line in enumerate(lines, start=1):
            try:
                told = json.loads(line)
                mark = told.pop("mark")
                facts = Facts(**told)
            except (ValueError, TypeError, KeyError, AttributeError):
                raise GunbaiError(f"{self.file} line {number} is not a game of a study") from None
            if mark in self.kept:
                self.kept[mark][facts.number] = facts

    def go(self, playing: Playing, on_game: Callable[[int, int], None]) -> dict[str, list[Facts]]:
        """Play until it is enough; `on_game` hears how many games of how many there are. The games by variant."""
        study = self.study
        most = study.games * len(study.variants)
        games = 0
        while games < study.games:
            games = min(study.games, games + study.look)
            missing = [
                task(study, variant, number)
                for number in range(games)
                for variant in study.variants
                if number not in self.kept[study.fingerprint(variant)]
            ]
            marks = {variant.name: study.fingerprint(variant) for variant in study.variants}
            on_game(games * len(study.variants) - len(missing), most)
            if missing:
                with self.file.open("a", encoding="utf-8") as file:
                    for done, facts in enumerate(playing(missing), start=1):
                        told = {"mark": marks[facts.variant], **asdict(facts)}
                        file.write(json.dumps(told, separators=(",", ":")) + "\n")
                        file.flush()
                        self.kept[marks[facts.variant]][facts.number] = facts
                        on_game(games * len(study.variants) - len(missing) + done, most)
            found = {
                variant.name: [self.kept[marks[variant.name]][number] for number in range(games)]
                for variant in study.variants
            }
            if study.margin and all(_narrow(facts, study.margin) for facts in found.values()):
                break
        self.played = games
        return found


def _narrow(games: Sequence[Facts], margin: float) -> bool:
    """Whether every seat's mean result is known so closely."""
    for seat in range(len(games[0].returns)):
        _, low, high = mean_interval([game.returns[seat] for game in games])
        if high - low > 2 * margin:
            return False
    return True
