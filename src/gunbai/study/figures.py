"""What the games of a study say, with intervals, and with a correction for the many questions asked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite

from scipy import stats

from gunbai.lab.statistics import mean_interval, wilson
from gunbai.study.facts import Facts
from gunbai.study.plan import Study
from gunbai.study.watching import gap, often

# A finding is named when at most this share of all named ones may be chance (Benjamini and Hochberg).
FALSE_SHARE = 0.05
# Openings and kinds seen in fewer games than this are not judged, and no more openings than these are listed.
ENOUGH = 10
MOST_OPENINGS = 8
_ROUNDING = 1e-9

# The numbers of a game: how each is read, what it is, and what is said where there is more or less of it.
MEASURES: dict[str, tuple[Callable[[Facts], float | None], str, str, str]] = {
    "turns": (lambda game: float(game.turns), "turns in a game", "more turns", "fewer turns"),
    "actions": (lambda game: float(game.actions), "actions in a game", "more actions", "fewer actions"),
    "leads": (
        lambda game: float(game.leads),
        "changes of the lead",
        "more changes of the lead",
        "fewer changes of the lead",
    ),
    "swing": (
        lambda game: game.swing if game.swing >= 0 else None,
        "the winner's largest swing in one turn",
        "larger swings",
        "smaller swings",
    ),
    "settled": (
        lambda game: game.settled if game.settled >= 0 else None,
        "share of the game before the lead is final",
        "the lead is final later",
        "the lead is final earlier",
    ),
}


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval, over so many games."""

    mean: float
    low: float
    high: float
    games: int


@dataclass
class Finding:
    """One question put to the games. `q` is its p-value after correction for all questions of the study."""

    about: str
    variant: str
    words: str
    effect: float
    p: float
    q: float = 1.0
    # The kind of action that a finding about use speaks of.
    kind: str = ""

    @property
    def holds(self) -> bool:
        return self.q <= FALSE_SHARE


@dataclass
class Figures:
    """All figures of a study, ready for a page or a program."""

    games: dict[str, int] = field(default_factory=dict)
    seats: dict[str, list[Mean]] = field(default_factory=dict)
    wins: dict[str, list[Mean]] = field(default_factory=dict)
    draws: dict[str, float] = field(default_factory=dict)
    measures: dict[str, dict[str, Mean]] = field(default_factory=dict)
    endings: dict[str, dict[str, int]] = field(default_factory=dict)
    # By variant and kind: in what share of games it was used, how often a game, and results of seats with and without.
    kinds: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    # By variant and watch of the plan: in what share of games it was done, how often a game, and by how much of a
    # result seats that did it more than the others at the table fared better, with its interval and q.
    watches: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    # For each kind a sentence from the first game that has it.
    examples: dict[str, str] = field(default_factory=dict)
    openings: dict[str, list[dict[str, object]]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def data(self) -> dict[str, object]:
        """Plain JSON values."""
        return asdict(self)


def figures(study: Study, games: dict[str, list[Facts]]) -> Figures:
    """Everything the page tells."""
    made = Figures()
    names = study.engine.info.seat_names
    for variant, played in games.items():
        seats = range(len(played[0].returns))
        made.games[variant] = len(played)
        made.seats[variant] = [_mean([game.returns[seat] for game in played]) for seat in seats]
        winners = [_winner(game) for game in played]
        made.wins[variant] = [_rate(winners.count(seat), len(played)) for seat in seats]
        made.draws[variant] = winners.count(-1) / len(played)
        made.measures[variant] = {name: _mean(_values(played, name)) for name in MEASURES}
        made.endings[variant] = dict(Counter(game.outcome for game in played).most_common())
        fair = sum(sum(game.returns) for game in played) / len(played) / len(seats)
        # Of two seats one gets what the other does not, which is one question and not two.
        for seat in seats[:1] if len(seats) == 2 else seats:
            own = [game.returns[seat] for game in played]
            p = _chance_of([value - fair for value in own])
            better = "more" if made.seats[variant][seat].mean > fair else "less"
            words = f"{names[seat]} gets {better} than its share"
            made.findings.append(Finding("seat", variant, words, made.seats[variant][seat].mean - fair, p))
        _kinds(made, variant, played)
        _watch(made, study, variant, played)
        for game in played:
            made.examples = {**game.examples, **made.examples}
        _openings(made, variant, played, names)
    first, *others = games
    for variant in others:
        _compare(made, games, first, variant, names)
    _correct(made.findings)
    for finding in made.findings:
        if finding.about == "watch":
            made.watches[finding.variant][finding.kind]["q"] = finding.q
    return made


def _compare(made: Figures, games: dict[str, list[Facts]], first: str, variant: str, names: Sequence[str]) -> None:
    """One variant beside the first."""
    old, new = games[first], games[variant]
    if len(old[0].returns) == len(new[0].returns):
        for seat in range(1 if len(old[0].returns) == 2 else len(old[0].returns)):
            one, two = ([game.returns[seat] for game in played] for played in (old, new))
            words = f"{names[seat]} gets more", f"{names[seat]} gets less"
            _differ(made, "seat", variant, first, words, one, two)
    for name, (_, _, *words_of) in MEASURES.items():
        more, less = words_of
        _differ(made, name, variant, first, (more, less), _values(old, name), _values(new, name))
    endings = sorted({game.outcome for game in (*old, *new)})
    if len(endings) > 1:
        table = [[sum(game.outcome == ending for game in played) for ending in endings] for played in (old, new)]
        p = float(stats.chi2_contingency(table).pvalue)
        made.findings.append(Finding("endings", variant, f"games end in other ways than in {first}", 0.0, p))


def _differ(
    made: Figures, about: str, variant: str, first: str, words: tuple[str, str], old: list[float], new: list[float]
) -> None:
    if len(old) < 2 or len(new) < 2 or len({*old, *new}) < 2:
        return
    p = float(stats.ttest_ind(new, old, equal_var=False).pvalue)
    effect = sum(new) / len(new) - sum(old) / len(old)
    said = f"{words[0] if effect > 0 else words[1]} than in {first}"
    made.findings.append(Finding(about, variant, said, effect, p if isfinite(p) else 1.0))


def _kinds(made: Figures, variant: str, played: Sequence[Facts]) -> None:
    """What was used, and how seats did that used it. That the one goes with the other says nothing of why."""
    seats = range(len(played[0].returns))
    # What only one seat does, such as marching south, would else be praised or blamed for that seat's luck.
    usual = [sum(game.returns[seat] for game in played) / len(played) for seat in seats]
    told: dict[str, dict[str, float]] = {}
    for kind in sorted({kind for game in played for used in game.kinds for kind in used}):
        used = [game.returns[seat] for game in played for seat in seats if kind in game.kinds[seat]]
        not_used = [game.returns[seat] for game in played for seat in seats if kind not in game.kinds[seat]]
        games_with = sum(any(kind in own for own in game.kinds) for game in played)
        told[kind] = {
            "games": games_with / len(played),
            "a_game": sum(own.get(kind, 0) for game in played for own in game.kinds) / len(played),
            "with": sum(used) / len(used) if used else 0.0,
            "without": sum(not_used) / len(not_used) if not_used else 0.0,
        }
        # Seats of one game share its result, so a game counts once: those that used it less those that did not.
        gaps = [gap for game in played if (gap := _gap(game, kind, usual)) is not None]
        if len(gaps) >= ENOUGH:
            p = _chance_of(gaps)
            effect = sum(gaps) / len(gaps)
            goes = "better" if effect > 0 else "worse"
            words = f"seats that use “{kind}” do {goes} for their seat than those beside them that do not"
            made.findings.append(Finding("use", variant, words, effect, p, kind=kind))
    made.kinds[variant] = told


def _watch(made: Figures, study: Study, variant: str, played: Sequence[Facts]) -> None:
    """What the plan asks about by name."""
    usual = [sum(game.returns[seat] for game in played) / len(played) for seat in range(len(played[0].returns))]
    made.watches[variant] = {}
    for watch in study.watches:
        times = [[often(own, watch) for own in game.kinds] for game in played]
        beyond = [_beyond(game, usual) for game in played]
        compared = (gap(watch, game.kinds, own) for game, own in zip(played, beyond, strict=True))
        gaps = [found for found in compared if found is not None]
        mean, low, high = mean_interval(gaps) if len(gaps) >= ENOUGH else (0.0, -1.0, 1.0)
        made.watches[variant][watch.name] = {
            "games": sum(any(own) for own in times) / len(played),
            "a_game": sum(sum(own) for own in times) / len(played),
            "compared": len(gaps),
            "more": mean,
            "low": low,
            "high": high,
            "q": 1.0,
        }
        if len(gaps) >= ENOUGH:
            p = _chance_of(gaps)
            words = (
                f"“{watch.name}”: seats with more of it do {'better' if mean > 0 else 'worse'} than those beside them"
            )
            made.findings.append(Finding("watch", variant, words, mean, p, kind=watch.name))


def _gap(game: Facts, kind: str, usual: Sequence[float]) -> float | None:
    """By how much seats that did this fared better than usual for them, less the same for those that did not.

    None where all or none did.
    """
    beyond = _beyond(game, usual)
    used = [value for value, own in zip(beyond, game.kinds, strict=True) if kind in own]
    not_used = [value for value, own in zip(beyond, game.kinds, strict=True) if kind not in own]
    return sum(used) / len(used) - sum(not_used) / len(not_used) if used and not_used else None


def _chance_of(gaps: Sequence[float]) -> float:
    """How likely it is that gaps lie so far from 0 by chance."""
    # What differs by rounding alone does not differ.
    if max(gaps) - min(gaps) > _ROUNDING:
        return float(stats.ttest_1samp(gaps, 0.0).pvalue)
    # Without any spread there is no t; that all fall to the same side is as likely as so many coins alike.
    return 0.5 ** (len(gaps) - 1) if abs(gaps[0]) > _ROUNDING else 1.0


def _beyond(game: Facts, usual: Sequence[float]) -> list[float]:
    """By seat its result, less what is usual for the seat."""
    return [value - mean for value, mean in zip(game.returns, usual, strict=True)]


def _openings(made: Figures, variant: str, played: Sequence[Facts], names: Sequence[str]) -> None:
    """The most frequent first choices of each seat, with their results."""
    out: list[dict[str, object]] = []
    for seat in range(len(played[0].returns)):
        by: dict[str, list[float]] = {}
        for game in played:
            by.setdefault(game.openings[seat], []).append(game.returns[seat])
        for opening, results in sorted(by.items(), key=lambda item: -len(item[1]))[:MOST_OPENINGS]:
            mean, low, high = mean_interval(results)
            out.append({"seat": names[seat], "opening": opening or "(none)", "games": len(results), "mean": mean,
                        "low": low, "high": high})  # fmt: skip
            others = [game.returns[seat] for game in played if game.openings[seat] != opening]
            if min(len(results), len(others)) >= ENOUGH and len({*results, *others}) > 1:
                p = float(stats.mannwhitneyu(results, others).pvalue)
                effect = mean - sum(others) / len(others)
                goes = "better" if effect > 0 else "worse"
                words = f"{names[seat]} does {goes} after opening “{opening}” than after others"
                made.findings.append(Finding("opening", variant, words, effect, p))
    made.openings[variant] = out


def _correct(findings: list[Finding]) -> None:
    """Correct for asking many questions; then the surest findings come first."""
    if findings:
        for finding, q in zip(findings, stats.false_discovery_control([f.p for f in findings]), strict=True):
            finding.q = float(q)
    findings.sort(key=lambda finding: (finding.q, finding.p))


def _values(played: Sequence[Facts], name: str) -> list[float]:
    read = MEASURES[name][0]
    return [value for game in played if (value := read(game)) is not None]


def _winner(game: Facts) -> int:
    best = max(game.returns)
    return game.returns.index(best) if game.returns.count(best) == 1 else -1


def _mean(values: list[float]) -> Mean:
    mean, low, high = mean_interval(values)
    return Mean(mean, low, high, len(values))


def _rate(won: int, games: int) -> Mean:
    low, high = wilson(won, games)
    return Mean(won / games, low, high, games)
