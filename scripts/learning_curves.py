"""Runs the baselines of examples/ and keeps their learning curves: docs/curves/*.csv, and a picture of them.

python scripts/learning_curves.py                   # all of them; PyTorch's only where it is installed
python scripts/learning_curves.py gunshi-cfr-plus   # one, and the picture anew
python scripts/learning_curves.py --draw            # the picture alone, from the kept curves
"""

from __future__ import annotations

import csv
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CURVES = ROOT / "docs" / "curves"
PICTURE = ROOT / "docs" / "pictures" / "learning-curves.svg"
GAMES = ("gunshi", "gunkimono", "shogun")
# Exact on the smallest mini of each game: the method, its script, and how long it runs.
EXACT = {
    "random": ("self_play.py", "--updates 1"),
    "cfr-plus": ("baseline_cfr_plus.py", "--rounds 3000"),
    "mmd": ("baseline_mmd.py", "--rounds 2000"),
    "ppo": ("baseline_ppo.py", "--updates 128"),
    "ppo-torch": ("baseline_ppo_torch.py", "--updates 128"),
    "bots": ("baseline_bots.py", ""),
}
COMMANDS = {
    f"{game}-{name}": f"{script} --game {game} --preset mini-1 {more}".rstrip()
    for game in GAMES
    for name, (script, more) in EXACT.items()
} | {
    "games-gunshi-ismcts": "baseline_ismcts.py --game gunshi --preset mini-2 --games 100",
    "games-gunshi-bots": "baseline_bots.py --game gunshi --preset first_battle --against greedy --games 40",
    "games-gunkimono-ppo": "baseline_ppo.py --game gunkimono --set players=2 --steps 150 --hidden 128 --rate 0.001 "
    "--updates 16 --matches 40 --against random --against greedy",
}
# The curves of the picture. Its scales are logarithmic, so what is less than the least is drawn there.
LEAST, MOST = 1e-5, 2.0
DRAWN = {"cfr-plus": "CFR+", "mmd": "magnetic mirror descent", "ppo": "masked PPO", "ppo-torch": "masked PPO, PyTorch"}


def run(name: str) -> None:
    script, *words = COMMANDS[name].split()
    if "torch" in script and find_spec("torch") is None:
        print(f"{name}: left as it is, PyTorch is not installed")
        return
    print(name, flush=True)
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / script), *words], check=True, capture_output=True, text=True
    )
    rows = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    CURVES.mkdir(exist_ok=True)
    (CURVES / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def read(name: str) -> list[dict[str, str]]:
    with (CURVES / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def draw() -> None:
    import altair as alt  # noqa: PLC0415 - an extra, which only the picture needs

    points = [
        {
            "game": game.title(),
            "method": told,
            "seconds": float(row["seconds"]),
            "nash_conv": max(LEAST, float(row["nash_conv"])),
        }
        for game in GAMES
        for name, told in DRAWN.items()
        if (CURVES / f"{game}-{name}.csv").exists()
        for row in read(f"{game}-{name}")
        if float(row["seconds"]) > 0
    ]
    even = [{"game": game.title(), "random": float(read(f"{game}-random")[0]["nash_conv"])} for game in GAMES]
    ten = [10.0**power for power in range(-5, 4)]
    methods = alt.Color("method:N", title=None, sort=list(DRAWN.values()))
    base = alt.Chart(alt.Data(values=points)).encode(
        x=alt.X("seconds:Q", title="processor seconds", scale=alt.Scale(type="log"), axis=alt.Axis(values=ten)),
        y=alt.Y(
            "nash_conv:Q",
            title="NashConv",
            scale=alt.Scale(type="log", domain=[LEAST, MOST], clamp=True),
            axis=alt.Axis(values=ten, format="~g"),
        ),
        color=methods,
    )
    charts = []
    for told in even:
        only = alt.datum["game"] == told["game"]
        line = alt.Chart(alt.Data(values=[told])).mark_rule(strokeDash=[4, 4], color="gray").encode(y="random:Q")
        lines = base.transform_filter(only).mark_line() + base.transform_filter(only).mark_point(filled=True)
        charts.append((lines + line).properties(title=f"{told['game']} mini-1", width=240, height=240))
    picture = alt.hconcat(*charts).configure_legend(orient="bottom")
    picture.save(PICTURE)


def main() -> None:
    words = sys.argv[1:]
    if words != ["--draw"]:
        for name in words or COMMANDS:
            run(name)
    draw()


if __name__ == "__main__":
    main()
