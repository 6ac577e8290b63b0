"""What the page asks the server for besides the protocol of play: moments of the past, and odds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gunbai.games.shogun.odds import battle_odds
from tests.server.house import Player, Server


def _play(ann: Player, table: str, rng: random.Random) -> None:
    """Both seats are Ann's: choose at random until the end."""
    while not (sights := ann.see(table)["sights"])[0]["over"]:
        seat = sights[0]["to_act"][0]
        choice = rng.choice(sights[seat]["legal"])
        ann.act(table, choice["action"], seat=seat)


def test_a_moment_is_what_the_seat_saw_then(house: Server) -> None:
    ann = Player(house.url, "Ann")
    table = ann.table(game="gunshi", preset="first_battle", seats=["me", "me"])
    rng, seen = random.Random(4), []
    for _ in range(20):
        sights = ann.see(table)["sights"]
        seen.append([sight["view"] for sight in sights])
        seat = sights[0]["to_act"][0]
        ann.act(table, rng.choice(sights[seat]["legal"])["action"], seat=seat)
    for length, views in enumerate(seen):
        for seat, view in enumerate(views):
            moment = ann.get(f"/tables/{table}/moments/{length}", seat=seat)
            assert moment["view"] == view
            assert moment["legal"] == []


def test_another_seat_can_be_looked_over_the_shoulder_only_when_the_game_is_over(house: Server) -> None:
    ann, ben = Player(house.url, "Ann"), Player(house.url, "Ben")
    table = ann.table(game="gunshi", preset="tiny", seats=["me", "me"])
    ben.get(f"/tables/{table}/moments/0", seat=0, status=403)
    spectator = ben.get(f"/tables/{table}/moments/0")
    assert spectator["seat"] is None
    assert spectator["view"]["red"]["hand"] is None
    ann.get(f"/tables/{table}/moments/99999", status=400)
    _play(ann, table, random.Random(1))
    assert ann.see(table)["sights"][0]["over"]
    assert ben.get(f"/tables/{table}/moments/5", seat=0)["seat"] == 0
    ben.get(f"/tables/{table}/moments/5", seat=2, status=403)


@pytest.mark.parametrize(
    ("attacker", "defender", "naval", "at"),
    [("D1 B2 P3", "P3 castle", False, ""), ("P4", "B1 P1", True, ""), ("P4", "B1 P2", False, "3:2-1")],
)
def test_odds_over_http_are_the_exact_odds(house: Server, attacker: str, defender: str, naval: bool, at: str) -> None:
    asked: dict[str, Any] = {"attacker": attacker, "defender": defender, "naval": naval, "at": at}
    told = Player(house.url, known=False).get("/games/shogun/odds", **asked)
    exact = battle_odds(attacker, defender, naval=naval, at=at or None)
    assert told["attacker_wins"] == pytest.approx(exact.attacker_wins)
    assert told["defender_loses"] == pytest.approx(exact.defender.expected_losses)


def test_odds_that_make_no_sense_are_refused(house: Server) -> None:
    nobody = Player(house.url, known=False)
    nobody.get("/games/shogun/odds", attacker="Z9", defender="P1", status=400)
    nobody.get("/games/gunshi/odds", attacker="P1", defender="P1", status=404)
