"""The page of a study: one file that needs no network, with a summary in plain language, plots and all figures."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

import gunbai
from gunbai.bots.fingerprint import fingerprint
from gunbai.study.figures import ENOUGH, FALSE_SHARE, MEASURES, Figures, Finding, Mean
from gunbai.study.plan import Study

# Ink, indigo, vermilion, and more for many seats; shapes and labels tell them apart too.
INK, PAPER = "#1f2328", "#faf7f0"
COLOURS = ["#2f4a86", "#c8452d", "#4f7a4a", "#b58a2c", "#6c4a86"]
MOST_KINDS = 30
# So many kinds that go with winning or losing are named in the summary, the surest first.
_MOST_TOLD = 5
_STYLE = f"""
body {{ background: {PAPER}; color: {INK}; font: 17px/1.55 Georgia, "Noto Serif JP", serif; margin: 0 auto;
  max-width: 60rem; padding: 2rem 1.2rem 4rem; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }} h2 {{ margin-top: 2.4rem; font-size: 1.25rem; }}
.question {{ font-style: italic; font-size: 1.1rem; margin: 0 0 1.4rem; }}
table {{ border-collapse: collapse; font-size: .92rem; margin: .8rem 0; }}
th, td {{ text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid #d9d2c2; vertical-align: top; }}
td.n, th.n {{ text-align: right; font-variant-numeric: tabular-nums; }}
summary {{ cursor: pointer; }}
.plot {{ overflow-x: auto; margin: 1rem 0; }}
pre {{ background: #f0ebdf; padding: .8rem; overflow-x: auto; font-size: .85rem; }}
.note {{ font-size: .92rem; color: #555; }}
"""


def page(study: Study, made: Figures, command: str, source: str, machine: str) -> str:
    """The whole page in HTML."""
    charts = [
        (
            "Who wins",
            "Share of games won alone by each seat; bars are 95 % intervals (Wilson).",
            seat_chart(study, made),
        ),
        ("How long games are, and how they go", _COURSE, measure_chart(made)),
        ("How games end", "Share of games by ending.", ending_chart(made)),
        ("What is used", _USE, kind_chart(made)),
    ]
    if study.watches:
        charts.insert(1, ("What was asked about", _WATCH, watch_chart(study, made)))
    body = [
        f"<h1>{_safe(study.title)}</h1>",
        f'<p class="question">{_safe(study.question)}</p>' if study.question else "",
        "<h2>In short</h2><ul>",
        *(f"<li>{_safe(line)}</li>" for line in summary(study, made)),
        "</ul>",
    ]
    for title, note, chart in charts:
        plot = f'<div class="plot" role="img" aria-label="{title}">{_drawn(chart)}</div>'
        body.append(f'<h2>{title}</h2><p class="note">{note}</p>{plot}')
    body += [
        f"<details><summary>Every kind of action, with a sentence from a game</summary>{_kind_table(made)}</details>",
        "<h2>First choices</h2>",
        f"<details><summary>The most frequent of every seat, with results</summary>{_opening_tables(made)}</details>",
        "<h2>All findings</h2>",
        f'<p class="note">{_safe(_corrected(made.findings))}</p>',
        f"<details><summary>The list</summary>{_finding_table(made.findings)}</details>",
        "<h2>How it was made</h2>",
        f"<p>{_safe(_method(study, made, machine))}</p><pre>{_safe(command)}</pre><pre>{_safe(source)}</pre>",
        "<h2>What it is not</h2>",
        f'<p class="note">{_LIMITS}</p>',
    ]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{_safe(study.title)}</title>'
    )
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head>\n<body>\n'
        + "\n".join(body)
        + "\n</body></html>\n"
    )


_COURSE = (
    "Means with 95 % intervals. The lead is read off the game’s own quick judgement as each turn begins: a change "
    "of the lead is a turn with another seat ahead, the swing is the largest change of the winner’s prospects in one "
    "turn (results run from -1 to 1), and the lead is final when the winner is not overtaken again."
)
_WATCH = (
    "How seats fare that do it more often than the others at their table (as a share of what they do), beside those "
    "that do it less: the difference of their results, which run from -1 to 1, each less what is usual for the seat. "
    "Bars are 95 % intervals, filled where the difference holds after correction for all questions of the study."
)
_USE = (
    "Share of games in which somebody did it. That a kind goes with winning does not say that it wins: who is ahead "
    "has other choices."
)
_LIMITS = (
    "Bots played these games. A rule that favours a seat among these bots may favour another among people. Choices go "
    "with results for many reasons, so use and openings are hints where to look, not causes. Values that the rulebooks "
    "do not show are reconstructed (`gunbai games` marks them); findings rest on them."
)


# -- words ----------------------------------------------------------------------------------------


def summary(study: Study, made: Figures) -> list[str]:
    """What came out, a sentence each, nothing that was not shown."""
    names = study.engine.info.seat_names
    out = []
    for variant, games in made.games.items():
        wins = made.wins[variant]
        share = ", ".join(
            f"{names[seat]} {won.mean:.0%} ({won.low:.0%}–{won.high:.0%})" for seat, won in enumerate(wins)
        )
        turns = made.measures[variant]["turns"]
        draws = f", {made.draws[variant]:.0%} have no single winner" if made.draws[variant] else ""
        out.append(f"{variant}: {games:,} games. Won alone by {share}{draws}. A game takes {turns.mean:.0f} turns.")
    held = [finding for finding in made.findings if finding.holds]
    even = []
    for variant in made.games:
        seats = [f for f in held if f.about == "seat" and f.variant == variant and "share" in f.words]
        if not seats:
            even.append(variant)
        out += [f"{variant}: {finding.words} ({finding.effect:+.2f} of a result from -1 to 1)." for finding in seats]
    if even:
        out.append(f"{', '.join(even)}: no seat is shown to be favoured.")
    for watch in study.watches:
        out.append(_watched(watch.name, made))
    for finding in held:
        if "than in" in finding.words:
            amount = f" ({finding.effect:+.3g} on average)" if finding.about != "endings" else ""
            out.append(f"{finding.variant}: {finding.words}{amount}.")
    first = next(iter(made.games))
    told = {finding.variant for finding in held if "than in" in finding.words}
    if alike := [variant for variant in list(made.games)[1:] if variant not in told]:
        out.append(f"{', '.join(alike)}: no difference to {first} is shown with so many games.")
    if study.watches:
        # The plan has said what it wants to know; the rest is in the list.
        return out
    used = [finding for finding in held if finding.about == "use"]
    for kind in list(dict.fromkeys(finding.kind for finding in used))[:_MOST_TOLD]:
        example = f" ({made.examples[kind]})" if kind in made.examples else ""
        for goes, sign in (("better", 1), ("worse", -1)):
            where = [finding.variant for finding in used if finding.kind == kind and finding.effect * sign > 0]
            if where:
                out.append(f"Who uses “{kind}”{example} does {goes} than usual for the seat: {', '.join(where)}.")
    return out


def _watched(name: str, made: Figures) -> str:
    """What the games say about one watch of the plan, also where they say nothing."""
    shown, unshown = [], []
    for variant, watches in made.watches.items():
        told = watches[name]
        if told["q"] <= FALSE_SHARE:
            shown.append(f"{variant} {told['more']:+.2f} ({told['low']:+.2f} to {told['high']:+.2f})")
        else:
            unshown.append(variant)
    uses = [told[name]["games"] for told in made.watches.values()]
    rare, most = min(uses), max(uses)
    use = f"in {most:.0%} of games" if f"{rare:.0%}" == f"{most:.0%}" else f"in {rare:.0%} to {most:.0%} of games"
    text = f"{name} ({use}): "
    if not shown:
        return f"{text}nothing is shown for seats that have more of it than the others."
    rest = f"; nothing is shown in {', '.join(unshown)}" if unshown else ""
    return f"{text}seats with more of it than the others differ by {', '.join(shown)} of a result{rest}."


def _corrected(findings: Sequence[Finding]) -> str:
    held = sum(finding.holds for finding in findings)
    return (
        f"{len(findings)} questions were asked of the same games; {held} are answered. q is the p-value corrected for "
        f"all of them (Benjamini–Hochberg): of the findings with q up to {FALSE_SHARE:g}, about one in twenty may be "
        "chance. The surest hundred are listed."
    )


def _method(study: Study, made: Figures, machine: str) -> str:
    rule = "The number of games was fixed beforehand."
    if study.margin:
        rule = (
            f"After every {study.look} games of each variant it was to stop if every seat’s mean result was known to "
            f"±{study.margin:g}, and after {study.games} at the latest. Width decides, not what is found, so looking "
            "often does not make findings of chance."
        )
    who = "; ".join(
        f"{variant.name}: {', '.join(variant.bots)} (mark {fingerprint(study.game, variant.bots)})"
        for variant in study.variants
    )
    return (
        f"gunbai {gunbai.__version__}, {study.game} by rules version {study.rules}. Players: "
        f"{who}; {study.iterations} simulations for a decision where a bot searches. All variants share seeds "
        f"{study.seed} to {study.seed + max(made.games.values()) - 1}, and bots move up one seat from game to game. "
        f"{rule} {machine}. "
        "With bots of the same mark, this command repeats every figure:"
    )


# -- plots ----------------------------------------------------------------------------------------


def _bars(rows: list[dict[str, Any]], title: str, percent: bool) -> tuple[Any, Any]:
    """Points with their intervals."""
    axis = alt.Axis(format="%") if percent else alt.Axis()
    base = alt.Chart(alt.Data(values=rows))
    place = alt.X("mean:Q", title=title, axis=axis, scale=alt.Scale(zero=False))
    points = base.mark_point(filled=True, size=90).encode(x=place)
    rules = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q")
    return points, rules


def _rows(variant: str, what: str, name: str, mean: Mean) -> dict[str, Any]:
    return {"variant": variant, what: name, "mean": mean.mean, "low": mean.low, "high": mean.high}


def _colours(made: Figures) -> list[str]:
    return [COLOURS[i % len(COLOURS)] for i in range(len(made.games))]


def _colour(made: Figures) -> Any:
    scale = alt.Scale(domain=list(made.games), range=_colours(made))
    return alt.Color("variant:N", scale=scale, title=None, legend=None)


def seat_chart(study: Study, made: Figures) -> Any:
    """Games won by each seat."""
    names = study.engine.info.seat_names
    rows = [
        _rows(variant, "seat", names[seat], won) for variant, wins in made.wins.items() for seat, won in enumerate(wins)
    ]
    points, rules = _bars(rows, "games won alone", percent=True)
    chart = (rules + points).encode(y=alt.Y("variant:N", title=None, sort=list(made.games)), color=_colour(made))
    return _dressed(chart.properties(width=560, height=28 * len(made.games)).facet(
        row=alt.Row("seat:N", title=None, sort=list(names), header=alt.Header(labelAngle=0, labelAlign="left"))
    ))  # fmt: skip


def watch_chart(study: Study, made: Figures) -> Any:
    """How seats fare with more of what the plan asks about."""
    rows = [
        {"variant": variant, "watch": name, "mean": told["more"], "low": told["low"], "high": told["high"],
         "holds": told["q"] <= FALSE_SHARE, "filled": COLOURS[at % len(COLOURS)] if told["q"] <= FALSE_SHARE else PAPER}
        for at, (variant, watches) in enumerate(made.watches.items())
        for name, told in watches.items()
        if told["compared"] >= ENOUGH
    ]  # fmt: skip
    names, variants = [watch.name for watch in study.watches], list(made.games)
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("watch:N", title=None, sort=names),
        yOffset=alt.YOffset("variant:N", sort=variants),
        color=alt.Color("variant:N", title=None, scale=alt.Scale(domain=variants, range=_colours(made))),
    )
    axis = "better or worse than those with less of it"
    rules = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=axis), x2="high:Q")
    points = base.mark_point(size=70, strokeWidth=2).encode(
        x=alt.X("mean:Q", title=axis), fill=alt.Fill("filled:N", scale=None)
    )
    zero = alt.Chart(alt.Data(values=[{"at": 0}])).mark_rule(color=INK, strokeDash=[3, 3]).encode(x="at:Q")
    return _dressed((zero + rules + points).properties(width=560, height=max(16 * len(variants), 24) * len(names)))


def measure_chart(made: Figures) -> Any:
    """Length and course of games."""
    charts = []
    for name, (_, words, _, _) in MEASURES.items():
        rows = [_rows(variant, "measure", name, means[name]) for variant, means in made.measures.items()]
        points, rules = _bars(rows, words, percent=False)
        chart = (rules + points).encode(y=alt.Y("variant:N", title=None, sort=list(made.games)), color=_colour(made))
        charts.append(chart.properties(width=560, height=28 * len(made.games)))
    return _dressed(alt.vconcat(*charts))


def ending_chart(made: Figures) -> Any:
    """How games ended."""
    rows = [
        {"variant": variant, "ending": ending, "share": often / made.games[variant]}
        for variant, endings in made.endings.items()
        for ending, often in endings.items()
    ]
    chart = alt.Chart(alt.Data(values=rows)).mark_bar().encode(
        x=alt.X("share:Q", axis=alt.Axis(format="%"), title="share of games"),
        y=alt.Y("variant:N", title=None, sort=list(made.games)),
        color=_colour(made),
    )  # fmt: skip
    return _dressed(chart.properties(width=560, height=22 * len(made.games)).facet(
        row=alt.Row("ending:N", title=None, header=alt.Header(labelAngle=0, labelAlign="left", labelLimit=320))
    ))  # fmt: skip


def _drawn(chart: Any) -> str:
    """The plot as a picture in the page, which needs no script."""
    version = alt.SCHEMA_VERSION.lstrip("v").rpartition(".")[0]
    return str(vl_convert.vegalite_to_svg(chart.to_json(), vl_version=version))


def kind_chart(made: Figures) -> Any:
    """What was done, in what share of games."""
    total: dict[str, float] = {}
    for kinds in made.kinds.values():
        for kind, told in kinds.items():
            total[kind] = total.get(kind, 0.0) + told["games"]
    # What is done in every game or in none tells the least.
    shown = sorted(total, key=lambda kind: (total[kind] == len(made.kinds), -total[kind]))[:MOST_KINDS]
    rows = [
        {"variant": variant, "kind": kind, "share": kinds[kind]["games"], "a game": kinds[kind]["a_game"]}
        for variant, kinds in made.kinds.items()
        for kind in shown
        if kind in kinds
    ]
    chart = alt.Chart(alt.Data(values=rows)).mark_point(filled=True, size=70).encode(
        x=alt.X("share:Q", axis=alt.Axis(format="%"), title="games in which it was used"),
        y=alt.Y("kind:N", title=None, sort=shown),
        color=alt.Color("variant:N", title=None,
                        scale=alt.Scale(range=_colours(made))),
        shape=alt.Shape("variant:N", title=None),
        tooltip=["variant:N", "kind:N", alt.Tooltip("share:Q", format=".0%"), alt.Tooltip("a game:Q", format=".1f")],
    )  # fmt: skip
    return _dressed(chart.properties(width=560))


def _dressed(chart: Any) -> Any:
    font = 'Georgia, "Noto Serif JP", serif'
    return (
        chart.configure(background=PAPER, font=font)
        .configure_axis(labelColor=INK, titleColor=INK, labelFontSize=13, titleFontSize=13, gridColor="#e4ddcc",
                        labelLimit=260)
        .configure_header(labelColor=INK, labelFontSize=13)
        .configure_legend(labelFontSize=13)
        .configure_view(stroke=None)
    )  # fmt: skip


# -- tables ---------------------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if at in numbers else ''}>{_safe(text)}</{tag}>" for at, text in enumerate(row)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def _opening_tables(made: Figures) -> str:
    rows = []
    for variant, openings in made.openings.items():
        for told in openings:
            ends = f"{told['mean']:+.2f} ({told['low']:+.2f} to {told['high']:+.2f})"
            rows.append([variant, str(told["seat"]), str(told["opening"]), str(told["games"]), ends])
    return _table(["variant", "seat", "first choice", "games", "mean result, 95 %"], rows, [3])


def _kind_table(made: Figures) -> str:
    """Every kind of action with a sentence from a game that has it, and how often it is used."""
    kinds = sorted({kind for told in made.kinds.values() for kind in told})
    rows = []
    for kind in kinds:
        shares = [f"{told[kind]['games']:.0%}" if kind in told else "" for told in made.kinds.values()]
        rows.append([kind, made.examples.get(kind, ""), *shares])
    return _table(["written", "for example", *made.kinds], rows, range(2, 2 + len(made.kinds)))


def _finding_table(findings: Sequence[Finding]) -> str:
    rows = [
        [f.variant, f.words, f"{f.effect:+.3g}", f"{f.p:.2g}", f"{f.q:.2g}", "yes" if f.holds else "not shown"]
        for f in findings[:100]
    ]
    return _table(["variant", "question", "size", "p", "q", "holds"], rows, [2, 3, 4])


def _safe(text: str) -> str:
    return html.escape(text, quote=False)
