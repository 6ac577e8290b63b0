"""Foresight: what it says in words and data is what then happens, and it knows nothing that the seat does not."""

from __future__ import annotations

import json

import pytest

from gunbai.core.foresight import CHANGE, COST, END, GAIN, MOVE, ODDS, OFFER, OPEN, PLACE, THREAT, Effect, Foresight
from gunbai.core.game import CHANCE, DONE, Outlook
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.shogun.data import CLAN_NAMES, PROVINCE_IDS, PROVINCE_NUMBER
from gunbai.games.shogun.odds import battle_odds
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ALONG, ARMY_WIDTH, AT, CLAN_WIDTH, GARRISON, MARCH_RONIN, SEAT, ShogunState
from tests.games.shogun.table import Table

WAR = (
    "shogun players=3 | stage={stage} round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2 {blue}; green sword=3"
    " | red1@hida 2B2P; red2@mino 1P; blue1@etchu 1B1P; green1@kii 1P"
    " | hida red 1P; mino red; etchu blue 2P {etchu}; echigo blue 1P; kii green; ise green 2P; owari -"
)
LEVY = (
    "shogun players=3 | stage=levy round=2 bins_open=1"
    " | red sword=1 bins=0,0,2,0,0; blue sword=2 bins=0,0,1,0,0; green sword=3"
    " | red1@hida 1B; blue1@oki 1P; green1@shima 1P | hida red 5P; mino red 1P; etchu red 1P; oki blue; shima green"
)


def war(stage: str, blue: str = "", etchu: str = "") -> ShogunState:
    return Table(WAR.format(stage=stage, blue=blue, etchu=etchu)).s


def outlook(s: ShogunState, seat: int = 0) -> Outlook:
    GAME.focus(s, seat)
    return GAME.outlook(GAME.view(s, seat))


def foresee(s: ShogunState, *texts: str, seat: int = 0) -> Foresight:
    return outlook(s, seat).foresee([int(GAME.parse_action(text)) for text in texts])


def said(s: ShogunState, *texts: str) -> list[str]:
    return [str(saying) for saying in foresee(s, *texts).sayings]


def of(found: Foresight, kind: str, piece: str = "") -> list[Effect]:
    return [effect for effect in found.effects if effect.kind == kind and piece in ("", effect.piece)]


def refusal(s: ShogunState, place: str) -> str:
    pointing = outlook(s).point(place)
    assert pointing.refusal is not None, pointing.actions
    return str(pointing.refusal)


# -- what is said ------------------------------------------------------------------------------------------


def test_an_army_that_moves_says_where_to_what_stays_and_what_it_meets() -> None:
    s = war("move-begin")
    found = foresee(s, "move 2 hida")
    (move,) = of(found, MOVE)
    assert (move.piece, move.at, move.to) == ("red 2", "mino", "hida")
    assert [(e.piece, e.at, e.amount) for e in of(found, OFFER)] == [("units", "mino", 1)]
    assert [(e.at, e.places) for e in of(found, THREAT)] == [("hida", ("etchu",))]
    assert [e.places for e in of(found, OPEN, "attack")] == [("etchu",)]
    assert said(s, "move 2 hida") == [
        "army 2 goes from Mino to Hida",
        "a garrison of 1 to 1 units stays in Mino",
        "provinces that army 2 can then still go: 0",
        "next to Blue's army 1 in Etchu",
        "provinces it can attack from there: 1",
    ]


def test_an_empty_province_is_taken_and_may_end_the_game() -> None:
    s = war("final-begin final=1")
    found = foresee(s, "move 2 owari", "leave spearman", "done")
    assert [(e.piece, e.at, e.seat) for e in of(found, GAIN)] == [("province", "owari", 0)]
    assert "Red takes Owari" in [str(saying) for saying in found.sayings]
    tiny = Table(
        "shogun players=3 map=tiny | stage=march final=1 round=2 war=red turn=red slot=1 bins_open=1"
        " | red sword=1; blue sword=2; green sword=3 | red1@bungo 1B; blue1@hizen 1B; green1@nagato 1B"
        " | bungo red 1P; chikugo red 1P; buzen red 2P; hizen blue; nagato green; chikuzen -"
    ).s
    ahead = foresee(tiny, "march buzen chikuzen")
    assert [(e.kind, e.seat) for e in of(ahead, END)] == [("end", 0)]
    assert [e.amount for e in of(ahead, OFFER, "units")] == [1]


def test_the_odds_of_an_attack_are_the_exact_ones_as_far_as_can_be_seen() -> None:
    for hidden in (("", ""), ("veiled=1", "hidden=1")):
        s = war("declare", *hidden)
        found = foresee(s, "declare army 1 etchu")
        exact = battle_odds("D1 B2 P2", "D1 B1 P1 + P2")
        (odds,) = of(found, ODDS)
        assert (odds.at, odds.to, odds.amount) == ("hida", "etchu", round(1000 * exact.attacker_wins))
        losses = exact.attacker.expected_losses, exact.defender.expected_losses
        assert odds.parts == tuple(round(10 * mean) for mean in losses)
        warned = [str(saying) for saying in found.sayings if saying.template.startswith("hidden ronin of")]
        assert warned == (["hidden ronin of Blue that may be there: 1"] if hidden[0] else [])
    assert of(foresee(s, "declare hida etchu"), ODDS)[0].amount < odds.amount


def test_the_odds_know_the_sea_and_the_castle() -> None:
    position = WAR.format(stage="declare", blue="", etchu="").replace(
        "; owari -", "; nagato red 3P; iki blue 1P castle bonus=4"
    )
    found = foresee(Table(position).s, "declare nagato iki")
    exact = battle_odds("P3", "P1 castle", naval=True)
    assert of(found, ODDS)[0].amount == max(1, round(1000 * exact.attacker_wins))
    told = [str(saying) for saying in found.sayings]
    assert told[1:] == ["across the sea: the defenders strike first", "bonus defenders of the castle: 4"]


def test_koku_of_a_plan_and_of_a_levy() -> None:
    s = Table("", players=3, map="kyushu").s
    rng = Rng(3)
    while not (GAME.actor(s) >= 0 and "bin" in GAME.action_text(GAME.legal(s)[0])):
        GAME.apply(s, GAME.draw(s, rng) if GAME.actor(s) == CHANCE else GAME.legal(s)[0])
    found = foresee(s, "bin swords 1")
    assert [(e.at, e.amount) for e in of(found, COST)] == [("swords", 1)]
    assert [(e.piece, e.before - e.amount) for e in of(found, CHANGE)] == [("koku", 1)]
    s = Table(LEVY).s
    found = foresee(s, "levy bowman mino", "levy next", "levy next", "levy next", "levy spearman etchu")
    assert [(e.piece, e.at) for e in of(found, PLACE)] == [("bowman", "mino"), ("spearman", "etchu")]
    assert sum(e.amount for e in of(found, COST)) == 2
    assert "koku spent: 2 of 2" in [str(saying) for saying in found.sayings]


# -- pointing ----------------------------------------------------------------------------------------------


def test_provinces_and_armies_stand_for_what_begins_or_ends_there() -> None:
    ahead = outlook(war("declare"))
    legal = {GAME.action_text(action) for action in ahead.legal}
    texts = {place: {GAME.action_text(a) for a in ahead.point(place).actions} for place in ("etchu", "hida", "red 1")}
    assert texts == {
        "etchu": {"declare army 1 etchu", "declare hida etchu"},
        "hida": {text for text in legal if text.startswith(("declare army 1 ", "declare hida "))},
        "red 1": {text for text in legal if text.startswith("declare army 1 ")},
    }


@pytest.mark.parametrize(
    ("stage", "aims", "text", "places"),
    [
        # A battle is where it is fought as well as where its attackers stand.
        ("combat", {"2B2P": "2B2P aim=etchu"}, "fight army 1", {"hida", "etchu", "red 1"}),
        ("combat", {"hida red 1P": "hida red 1P aim=etchu"}, "fight hida", {"hida", "etchu"}),
        ("move-begin", {}, "move 1 mino", {"hida", "mino", "red 1"}),
        ("move-begin", {}, "pick 1 spearman", {"hida", "red 1"}),
        ("march final=1", {}, "march hida kaga", {"hida", "kaga"}),
        # A strike is where its daimyo stands.
        ("offer ninja=red resume=next-turn", {}, "strike blue army 1", {"etchu", "blue 1"}),
    ],
)
def test_a_choice_is_found_at_all_its_places(stage: str, aims: dict[str, str], text: str, places: set[str]) -> None:
    position = WAR.format(stage=stage, blue="", etchu="")
    for plain, aimed in aims.items():
        position = position.replace(plain, aimed)
    ahead = outlook(Table(position).s)
    action = int(GAME.parse_action(text))
    assert {place for place in ahead.places() if action in ahead.point(place).actions} == places


@pytest.mark.parametrize(
    ("stage", "place", "reason"),
    [
        ("declare", "kii", "no troop of yours is next to Kii (rule 1.4)"),
        ("declare", "red 2", "no enemy and no empty province is next to Iki (rule 10.1)"),
        ("declare", "blue 1", "Blue's army 1 is not yours to command now (rule 9.2)"),
        ("move-begin", "etchu", "Etchu is not friendly (rule 9.3)"),
        ("move-begin", "satsuma", "no army of yours is next to Satsuma (rule 1.4)"),
        ("move-begin", "green 1", "Green's army 1 is not yours to command now (rule 9.2)"),
        ("march final=1", "ise", "Ise is neither yours nor empty (rule 13.4)"),
    ],
)
def test_what_stands_for_nothing_has_its_reason(stage: str, place: str, reason: str) -> None:
    s = war(stage)
    if place == "red 2":  # on an island, among provinces of its own
        lands = "iki red; nagato red 1P; hizen red 1P; tsushima red 1P"
        position = WAR.format(stage=stage, blue="", etchu="").replace("red2@mino", "red2@iki")
        s = Table(position.replace("mino red", lands)).s
    assert refusal(s, place) == reason


def test_a_levy_is_refused_for_its_true_reason() -> None:
    s = Table(LEVY).s
    assert refusal(s, "oki") == "Oki is not yours (rule 7.3)"
    at(s).do("red: levy bowman etchu")
    assert refusal(s, "etchu") == "one levied unit a province: Etchu has one (rule 7.3)"
    at(s).do("red: levy bowman mino")
    assert refusal(s, "hida") == "your koku do not pay for one more bowman (rule 7.2)"


def at(s: ShogunState) -> Table:
    table = Table.__new__(Table)
    table.s = s
    return table


# -- promises ----------------------------------------------------------------------------------------------


def _games(players: int, seed: int, actions: int, board: str = "kyushu") -> list[tuple[ShogunState, int]]:
    """Decisions of a random game with the action that is played then."""
    rng, found = Rng(seed), list[tuple[ShogunState, int]]()
    s = GAME.start(Options(GAME.info.options, {"players": players, "map": board, "rounds": 3}))
    assert isinstance(s, ShogunState)
    while GAME.actor(s) != DONE and len(found) < actions:
        if GAME.actor(s) == CHANCE:
            GAME.apply(s, GAME.draw(s, rng))
            continue
        legal = GAME.legal(s)
        action = int(legal[rng.below(len(legal))])
        found.append((s.copy(), action))
        GAME.apply(s, action)
    return found


def _owner(s: ShogunState, place: str) -> int:
    return int(s.owner(PROVINCE_NUMBER[place]))


def test_foresight_keeps_its_promises_in_whole_games() -> None:
    checked = dict.fromkeys((MOVE, GAIN, CHANGE, ODDS), 0)
    for players, seed in ((3, 5), (2, 6)):
        for s, action in _games(players, seed, 700):
            seat = int(GAME.actor(s))
            found = GAME.foresee(GAME.view(s, seat), [action])
            after = s.copy()
            GAME.apply(after, action)
            text = GAME.action_text(action)
            while after.stage in (ALONG, MARCH_RONIN):  # whichever ronin go along
                GAME.apply(after, GAME.legal(after)[0])
            for effect in found.effects:
                checked[effect.kind] = checked.get(effect.kind, 0) + 1
                if effect.kind == GAIN and effect.piece == "province" and text.split()[0] not in ("march", "move"):
                    assert after.clan[_owner(after, effect.at) * CLAN_WIDTH + SEAT] == effect.seat, text
                if effect.kind == CHANGE and effect.piece == "force" and not text.startswith("levy"):
                    assert after.force_size(PROVINCE_NUMBER[effect.at]) == effect.amount, text
                if effect.kind == MOVE and effect.piece[-1].isdigit() and after.stage != GARRISON:
                    clan, number = effect.piece.split()
                    row = CLAN_NAMES.index(clan) * 3 + int(number) - 1
                    assert PROVINCE_IDS[after.army[row * ARMY_WIDTH + AT]] == effect.to, text
                if effect.kind == ODDS:
                    assert 0 <= effect.amount <= 1000
            lost = {p for p in range(68) if s.owner(p) != after.owner(p) and after.owner(p) >= 0}
            told = {PROVINCE_NUMBER[e.at] for e in of(found, GAIN, "province")}
            assert lost <= told, text
    assert min(checked[kind] for kind in (MOVE, GAIN, CHANGE, ODDS)) > 3, checked


def test_others_secrets_change_nothing() -> None:
    """Hidden ronin of others are put elsewhere, and their sealed plans and levies are made again: no byte differs."""
    rng, moments = Rng(1), 0
    for s, _ in _games(3, 8, 900):
        if moments > 60:
            break
        seat = int(GAME.actor(s))
        view = GAME.view(s, seat)
        worlds = [GAME.resample(view, rng) for _ in range(3)]
        if all(world.key() == s.key() for world in worlds):
            continue
        moments += 1
        told = _everything(GAME.outlook(view))
        for world in worlds:
            assert _everything(GAME.outlook(GAME.view(world, seat))) == told
    assert moments > 20


def _everything(ahead: Outlook) -> str:
    return json.dumps(
        [
            [[action, foresight.data()] for action, foresight in ahead.foresee_each()],
            [[place, ahead.point(place).actions, str(ahead.point(place).refusal)] for place in ahead.places()],
            ahead.ways(),
            [[str(order.saying), order.actions, order.piece] for order in ahead.quick_orders()],
        ]
    )
