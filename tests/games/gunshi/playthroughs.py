"""Golden games: random play written down. `python -m tests.games.gunshi.playthroughs` writes them again, on purpose."""

from __future__ import annotations

from gunbai.core.match import Match, new
from gunbai.core.rng import Rng
from tests.games.golden import FOLDER

GAMES: dict[str, tuple[int, dict[str, object]]] = {
    "gunshi-tiny": (1, {"preset": "tiny"}),
    "gunshi-first-battle": (2, {"preset": "first_battle", "turn_cap": 60}),
    "gunshi-draft": (3, {"preset": "draft", "turn_cap": 40}),
    "gunshi-inspiration-1": (4, {"preset": "inspiration_1", "turn_cap": 80}),
    "gunshi-inspiration-3": (5, {"preset": "inspiration_3", "turn_cap": 60}),
    "gunshi-custom-secret": (6, {"preset": "custom_secret", "turn_cap": 60}),
    "gunshi-who-dares-wins": (7, {"preset": "who_dares_wins", "turn_cap": 60}),
    "gunshi-logistical-nightmare": (8, {"preset": "logistical_nightmare", "turn_cap": 60}),
}


def played(name: str) -> Match:
    """The game of that name, played again from its seed."""
    seed, options = GAMES[name]
    match = new("gunshi", seed=seed, **options)  # type: ignore[arg-type]
    rng = Rng(seed)
    while not match.over:
        actions = match.legal_actions
        match.push(actions[int(rng.below(len(actions)))])
    return match


if __name__ == "__main__":
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(played(each).text(), encoding="utf-8")
