"""The page of measured strength: which bots must beat which, by how much, and what the games said."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import gunbai
from gunbai.bots.levels import LEVELS
from gunbai.core.errors import GunbaiError
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.lab.arena import Arena, Bout, Result, Standing, bouts, pairings
from gunbai.lab.exploit import reported


@dataclass(frozen=True)
class Measure:
    """One pairing of the page: who plays whom at what, and what is asked of the first."""

    section: str
    game: str
    options: str
    first: str
    second: str
    seconds: float
    rounds: int
    wanted: float  # of the score; 0: a rank better by a margin outside its interval
    floor: float  # what the lower end of the interval must reach
    enough: int  # games below which nothing is claimed
    iterations: int = 0  # simulations for an action instead of time, where there are any

    @property
    def lineup(self) -> tuple[str, ...]:
        return pairings([self.first, self.second], self.players, mirror=False)[0]

    @property
    def players(self) -> int:
        return self.all_options.players

    @property
    def all_options(self) -> Options:
        return Options(find(self.game).info.options, parse_options(self.options))

    @property
    def command(self) -> str:
        options = "".join(f" -o {word}" for word in self.options.split())
        bots = f" -b {self.first} -b {self.second}"
        often = f" --iterations {self.iterations}" if self.iterations else ""
        return f"gunbai arena {self.game}{options}{bots} --seconds {self.seconds:g}{often} --rounds {self.rounds} --cpu"

    @property
    def label(self) -> str:
        """The row in a line, to choose it by."""
        return f"{self.game} {self.options} {self.first} – {self.second} {self.terms}"

    @property
    def terms(self) -> str:
        """How much both may think, for a cell of the table."""
        return f"{self.iterations} sims" if self.iterations else f"{self.seconds:g}"

    def bouts(self) -> list[Bout]:
        text = self.all_options.text()
        lineups = [self.lineup]
        return list(bouts(self.game, text, lineups, self.rounds, 0, self.seconds, self.iterations, cpu=True))

    def verdict(self, standing: Standing) -> str:
        """Whether the figure reaches what is asked, as far as the games played can tell."""
        if standing.games == 0:
            return "not measured"
        low, high = standing.interval
        good = standing.score / standing.games >= self.wanted and low >= self.floor
        if self.wanted == 0:
            margin = standing.as_dict()["rank_margin"]
            assert isinstance(margin, list)
            low, high, good = margin[1], margin[2], margin[1] > 0
        if good:
            return "reached" if standing.games >= self.enough else "so far, too few games"
        return "not reached" if high < max(self.wanted, self.floor) else "not shown"

    @property
    def asked(self) -> str:
        if self.wanted == 0:
            return "better rank"
        floor = f", surely ≥ {self.floor:.0%}" if self.floor else ""
        return f"≥ {self.wanted:.0%}{floor}"


def plan(games: Sequence[str] = (), bots: Sequence[str] = ()) -> list[Measure]:
    """Everything the page reports, in its order: the games of the house, other games named here, other bots."""
    made = _house()
    known = dict.fromkeys(m.game for m in made)
    for game in games:
        if game not in known:
            made += _any_game(game)
    for game in games or known:
        for bot in bots:
            options = next((m.options for m in made if m.game == game), "")
            made += [
                Measure("Other bots", game, options, bot, other, 0.2, 20, 0.5, 0.0, 40)
                for other in ("random", "greedy", "search")
            ]
    return made


def _any_game(game: str) -> list[Measure]:
    """What is asked of the bots at a game that the house knows nothing of; with many seats, only a better rank."""
    two = Options(find(game).info.options, {}).players == 2
    made = [
        Measure("The search", game, "", "search", "random", 0.2, 20, 0.9 if two else 0.0, 0.0, 40),
        Measure("The search", game, "", "search", "greedy", 0.2, 20, 0.5 if two else 0.0, 0.0, 40),
    ]
    for number in range(2, len(LEVELS) + 1):
        pair = f"level-{number}", f"level-{number - 1}"
        made.append(Measure("The levels", game, "", *pair, 2.0, 12, 0.5 if two else 0.0, 0.0, 24))
    return made


def _house() -> list[Measure]:
    made = []
    for game, options in (("gunshi", ""), ("gunkimono", "players=2")):
        made += [
            Measure("The search", game, options, "search", "random", 0.2, 50, 0.99, 0.0, 100),
            Measure("The search", game, options, "search", "greedy", 0.2, 50, 0.9, 0.0, 100),
            Measure("The search", game, options, "search", "plain", 0.2, 100, 0.7, 0.7, 200),
        ]
    # Twice the fair share of a quarter.
    made += [
        Measure("The search", "shogun", "", "search", "plain", 0.2, 10, 0.5, 0.25, 40),
        Measure("The search", "shogun", "", "search", "greedy", 0.2, 10, 0.0, 0.0, 40),
    ]
    # What was learned, against the search before it and against a plan that it must hold against.
    for options in ("", "formation=first_battle"):
        pair = "search", "search-1"
        made += [
            Measure("What was learned", "gunshi", options, *pair, 600.0, 200, 0.72, 0.67, 400, 100),
            Measure("What was learned", "gunshi", options, *pair, 0.2, 200, 0.66, 0.61, 400),
        ]
    made.append(Measure("What was learned", "gunshi", "", "search", "search-1", 2.0, 200, 0.6, 0.55, 400))
    made.append(Measure("What was learned", "gunshi", "", "level-5", "script:rush", 2.0, 50, 0.8, 0.0, 100))
    made.append(Measure("What was learned", "gunshi", "", "search", "script:rush", 600.0, 100, 0.8, 0.0, 200, 100))
    for script in ("hunter", "turtle", "mirror", "waiting", "taker", "column", "herd", "phalanx", "wing", "pair"):
        pair = "search", f"script:{script}"
        made.append(Measure("What was learned", "gunshi", "", *pair, 600.0, 40, 0.8, 0.0, 80, 100))
    two = "players=2"
    made += [
        Measure("What was learned", "gunkimono", two, "search", "search-1", 600.0, 200, 0.68, 0.63, 400, 100),
        Measure("What was learned", "gunkimono", two, "search", "search-1", 600.0, 50, 0.63, 0.5, 100, 1000),
        Measure("What was learned", "gunkimono", two, "search", "search-1", 0.2, 200, 0.63, 0.58, 400),
        Measure("What was learned", "gunkimono", two, "search", "search-1", 2.0, 200, 0.58, 0.53, 400),
    ]
    for script in ("honor", "builder", "chooser", "hoarder", "taker"):
        pair = "search", f"script:{script}"
        made.append(Measure("What was learned", "gunkimono", two, *pair, 600.0, 100, 0.8, 0.0, 80, 100))
    for number in (3, 4, 5):
        # Nothing was asked with many seats; half of the games is more than any fair share.
        for script in ("honor", "builder", "chooser"):
            pair = "search", f"script:{script}"
            often, many = 60 // number, f"players={number}"
            made.append(Measure("What was learned", "gunkimono", many, *pair, 600.0, often, 0.5, 0.0, 60, 100))
    # One against three: twice the fair share, and more against plans that never change.
    made.append(Measure("What was learned", "shogun", "", "search", "search-1", 0.2, 100, 0.5, 0.4, 400))
    for script in ("all-in", "turtle", "rush", "kingmaker", "hunter", "waiting", "taker"):
        made.append(Measure("What was learned", "shogun", "", "level-5", f"script:{script}", 2.0, 10, 0.8, 0.0, 40))
    # The upper pairs think longest and play fewest games.
    for game, options, rounds, wanted in (
        ("gunshi", "", (40, 40, 40, 20), 0.65),
        ("gunkimono", "players=2", (40, 40, 40, 40), 0.65),
        # Without search a game takes a fraction of a second, and the step between two habits takes many games to show.
        ("shogun", "", (6, 6, 40, 12), 0.0),
    ):
        if wanted:
            # A beginner who takes what it sees beats level 1 and is beaten by level 3.
            made.append(Measure("The levels", game, options, "script:taker", "level-1", 2.0, 20, 0.5, 0.0, 40))
            made.append(Measure("The levels", game, options, "level-3", "script:taker", 2.0, 20, 0.65, 0.5, 40))
        for number, often in enumerate(rounds, start=2):
            floor = 0.5 if wanted else 0.0
            pair = f"level-{number}", f"level-{number - 1}"
            made.append(Measure("The levels", game, options, *pair, 2.0, often, wanted, floor, 24))
    return made


def ledger(kept: Path, game: str) -> Path:
    """The file that a game's results are kept in: a folder has one for each game."""
    return kept if kept.suffix else kept / f"{game}.jsonl"


def measure(
    measures: Sequence[Measure], kept: Path | None, jobs: int, on_game: Callable[[Measure], None], most: int = 0
) -> list[tuple[Measure, Standing]]:
    """Play what is missing of every measure, or of its first so many games; games already kept count."""
    out = []
    for wanted in measures:
        standing = Standing(wanted.lineup)

        def heard(bout: Bout, result: Result, wanted: Measure = wanted, standing: Standing = standing) -> bool:
            standing.add(bout, result)
            on_game(wanted)
            return True

        Arena(ledger(kept, wanted.game) if kept else None, jobs).run(wanted.bouts()[: most or None], heard)
        out.append((wanted, standing))
    return out


def known(measures: Sequence[Measure], kept: Path) -> list[tuple[Measure, Standing]]:
    """The standings as far as kept results go; nothing is played."""
    arenas, out = dict[Path, Arena](), []
    for wanted in measures:
        file = ledger(kept, wanted.game)
        arena = arenas[file] = arenas.get(file) or Arena(file)
        standing = Standing(wanted.lineup)
        for bout in wanted.bouts():
            if bout.key in arena.results:
                standing.add(bout, arena.results[bout.key])
        out.append((wanted, standing))
    return out


def page(results: Sequence[tuple[Measure, Standing]], note: str = "", hunts: Sequence[Path] = ()) -> str:
    """The page in Markdown: figures with games and intervals, and the command that repeats each.

    Each table stands between two marks, so that `rewritten` finds it again.
    """
    lines = [
        "# How strong the bots are",
        "",
        "Written by `gunbai strength`; every figure comes from games played on the machine named below and can be "
        "repeated with the command below it. Turns are timed by the work of the process (`--cpu`). "
        "Every seed is played from every seat. Intervals are 95 % (Wilson). "
        f"Levels keep to their own times of {', '.join(f'{level.seconds:g}' for level in LEVELS)} s a turn. "
        "“Not shown” and “too few games” mean what they say: nothing is claimed.",
        "",
        f"Measured {datetime.now(UTC):%Y-%m-%d} at commit {_commit()}, {machine()}.",
        *(["", note] if note else []),
    ]
    for section in dict.fromkeys(m.section for m, _ in results):
        lines += ["", f"## {section}"]
        rows = [(m, st) for m, st in results if m.section == section]
        for game in dict.fromkeys(m.game for m, _ in rows):
            lines += ["", f"### {find(game).info.title}", ""]
            lines += [_mark(section, game), *_table([row for row in rows if row[0].game == game]), END]
    return "\n".join([*lines, *_worst(hunts)]) + "\n"


# Behind the last line of a table that `gunbai strength` writes.
END = "<!-- /strength -->"


def _mark(section: str, game: str) -> str:
    """What stands before a table, and says which it is."""
    return f"<!-- strength: {section}, {game} -->"


def marked(text: str) -> bool:
    """Whether a page holds tables that can be written anew."""
    return "<!-- strength: " in text


def rewritten(text: str, results: Sequence[tuple[Measure, Standing]]) -> str:
    """The page with its tables written anew; what people wrote around them stays."""
    for section, game in dict.fromkeys((m.section, m.game) for m, _ in results):
        before, mark, rest = text.partition(_mark(section, game))
        _, end, after = rest.partition(END)
        if mark and not end:
            raise GunbaiError(f"the page has no {END} behind {mark}")
        rows = [(m, st) for m, st in results if (m.section, m.game) == (section, game)]
        text = "\n".join([before + mark, *_table(rows), END + after]) if mark else text
    return text


def _table(rows: Sequence[tuple[Measure, Standing]]) -> list[str]:
    """The rows of one table, what the games were played with, and the commands."""
    lines = ["| pairing | s/turn | games | score | 95 % | by seat | rank better by | slowest turn | asked | |"]
    lines += ["|---|---|---|---|---|---|---|---|---|---|"]
    lines += [_row(m, st) for m, st in rows]
    days = sorted(set[str]().union(*(st.days for _, st in rows)))
    if days:
        when = days[0] if len(days) == 1 else f"{days[0]} … {days[-1]}"
        codes = sorted(set[str]().union(*(st.codes for _, st in rows)))
        lines += ["", f"Played {when}; code and weights of the bots: {', '.join(codes)}."]
    return [*lines, "", "```", *(m.command for m, _ in rows), "```"]


def _worst(hunts: Sequence[Path]) -> list[str]:
    """What `gunbai exploit` found, the worst first."""
    lines = ["", "## The worst opponents found"] if hunts else []
    for folder in hunts:
        command, hunt, found = reported(folder)
        info = find(hunt.game).info
        names = info.seat_names[: len(found[0].seats)] if found else ()
        terms = f"{hunt.iterations} simulations an action" if hunt.iterations else "its own time"
        lines += ["", f"### {info.title}: {hunt.bot}, {terms}", ""]
        heads = ["opponent", *(f"{hunt.bot} as {name}" for name in names)]
        lines += [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        lines += [f"| {' | '.join([each.opponent, *each.cells()])} |" for each in found]
        lines += ["", "```", command, "```"]
    return lines


def by_seat(standing: Standing, names: Sequence[str]) -> str:
    """The first bot's score in each seat, in a line."""
    each = zip(names, standing.by_seat, strict=False)
    return ", ".join(f"{name} {score / games:.0%} of {games}" for name, (score, games) in each if games)


def _row(wanted: Measure, standing: Standing) -> str:
    others = wanted.players - 1
    name = f"{wanted.first} – {wanted.second}" + (f" ×{others}" if others > 1 else "")
    options = f" ({wanted.options})" if wanted.options else ""
    if standing.games == 0:
        return f"| {name}{options} | {wanted.terms} | 0 | | | | | | {wanted.asked} | not measured |"
    data = standing.as_dict()
    margin, slowest = data["rank_margin"], data["slowest_turn"]
    assert isinstance(margin, list)
    assert isinstance(slowest, dict)
    low, high = standing.interval
    seats = by_seat(standing, find(wanted.game).info.seat_names)
    return (
        f"| {name}{options} | {wanted.terms} | {standing.games} | {standing.score / standing.games:.1%} "
        f"| {low:.1%} … {high:.1%} | {seats} | {margin[0]:+.2f} ({margin[1]:+.2f} … {margin[2]:+.2f}) "
        f"| {slowest[wanted.first]:.2f} s | {wanted.asked} | {wanted.verdict(standing)} |"
    )


def _commit() -> str:
    try:
        found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def machine() -> str:
    """What the games were played on, in a line."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    compiled = "compiled" if not gunbai.core.game.__file__.endswith(".py") else "not compiled"
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, {compiled}"
