"""gunbai odds: the exact chances of one battle, where a game has battles."""

from __future__ import annotations

from typing import Annotated

import typer

from gunbai.cli.shared import Json, Plugin, emit, error_data
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.core.info import NoOdds
from gunbai.core.registry import find, playable

_CASUALTIES = "cheap, strong, ranged, an order such as `G P`, or one each for steps 3 and 7: `G / P`."


app = typer.Typer(rich_markup_mode=None)


@app.command()
def odds(
    attacker: Annotated[str, typer.Argument(metavar="ATTACKER", help="The troop, as `D1 B2 S1 G4` or `3 spearmen`.")],
    defender: Annotated[
        str, typer.Argument(metavar="DEFENDER", help="All who defend, as `D1 G2 + P3 castle`; see docs/odds.md.")
    ],
    naval: Annotated[bool, typer.Option("--naval", help="Across a sea line: the defender strikes first.")] = False,
    attacker_casualties: Annotated[
        str, typer.Option("--attacker-casualties", metavar="ORDER", help=f"Given up first to last: {_CASUALTIES}")
    ] = "cheap",
    defender_casualties: Annotated[
        str, typer.Option("--defender-casualties", metavar="ORDER", help="The same for the defender.")
    ] = "cheap",
    call_off_at: Annotated[
        int, typer.Option("--call-off-at", min=0, help="Call off with this many attackers or fewer.")
    ] = 0,
    call_off_below: Annotated[
        float, typer.Option("--call-off-below", min=0.0, max=1.0, help="Call off below this chance to win.")
    ] = 0.0,
    rounds: Annotated[int, typer.Option("--rounds", min=0, help="Call off after so many rounds; 0: never.")] = 0,
    at: Annotated[
        str, typer.Option("--at", metavar="MOMENT", help="In the middle of a round: `3:2-1`, see docs/odds.md.")
    ] = "",
    game: Annotated[str, typer.Option("--game", help="The game; without it, the first that has battles.")] = "",
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """The exact odds of a battle: who wins, and what both sides lose. Forces are written as the game writes them.

    Shogun's units: B bowmen, S swordsmen, G gunners, P spearmen, R ronin, D the daimyo.

    Examples: `gunbai odds "D1 B2 S2 G4" "P3 R2 castle"` ·
    `gunbai odds "5 spearmen" "2 gunners" --naval --call-off-at 2`
    """
    asked: dict[str, object] = {
        "naval": naval,
        "attacker_casualties": attacker_casualties,
        "defender_casualties": defender_casualties,
        "call_off_at": call_off_at,
        "call_off_below": call_off_below,
        "rounds": rounds,
        "at": at,
    }
    usual: dict[str, object] = {"attacker_casualties": "cheap", "defender_casualties": "cheap"}
    conditions = {name: value for name, value in asked.items() if value != usual.get(name, type(value)())}
    try:
        answer = _rules(game).odds(attacker, defender, conditions)
    except GunbaiError as error:
        if as_json:
            emit(error_data(error))
        raise
    if as_json:
        emit(dict(answer.details))
    else:
        print(answer.page)


def _rules(name: str) -> Game:
    if name:
        return find(name)
    fighting = [game for game in playable() if game.info.battles]
    if not fighting:
        raise NoOdds("no game here has battles to reckon")
    return fighting[0]
