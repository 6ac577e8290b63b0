"""The map and the box: every fact the rulebook states (fact sheet section 4, T-23, T-24), and set-up numbers."""

from __future__ import annotations

import pytest

from gunbai.core.errors import BadOptions, IllegalAction
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import (
    EXPERIENCE_TRACK,
    HIT_WEIGHTS,
    MAP_EDGES,
    MAP_PROVINCES,
    PIECES,
    PROVINCE_IDS,
    PROVINCE_NUMBER,
    board_of,
)
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import Table, war

rule = pytest.mark.rule
BOARD = board_of("japan", "standard")

LAND = [
    "kozuke-echigo",
    "chikuzen-hizen",
    "higo-chikugo",
    "awa_shikoku-sanuki",
    "awa_shikoku-tosa",
    "satsuma-hyuga",
    "satsuma-osumi",
    "bungo-buzen",
    "higo-hyuga",
    "awa_shikoku-iyo",
    "owari-mikawa",
    "mikawa-shinano",
    "hida-echizen",
    "echizen-mino",
    "mino-hida",
    "hida-shinano",
    "shinano-kozuke",
    "echigo-etchu",
    "sagami-kai",
    "kai-shinano",
    "etchu-hida",
    "etchu-noto",
    "shinano-musashi",
    "musashi-sagami",
]
SEA = ["iki-nagato", "nagato-buzen", "bungo-iyo"]
APART = ["kozuke-shimosa", "iki-buzen", "musashi-shimotsuke"]


def pair(text: str) -> tuple[int, int]:
    a, b = text.split("-")
    return PROVINCE_NUMBER[a], PROVINCE_NUMBER[b]


@rule("1.3", "1.4")
def test_the_map_has_68_provinces_and_every_border_the_rulebook_names() -> None:
    assert len(PROVINCE_IDS) == len(set(PROVINCE_IDS)) == 68
    awas = [p for p in MAP_PROVINCES if p.get("card_name") == "Awa"]
    assert sorted(str(p["island"]) for p in awas) == ["Honshu", "Shikoku"]
    for text in LAND:
        a, b = pair(text)
        assert BOARD.adjacent(a, b), text
        assert BOARD.adjacent(b, a), text
        assert not BOARD.naval(a, b), text
    for text in SEA:
        a, b = pair(text)
        assert BOARD.naval(a, b), text
        assert BOARD.naval(b, a), text
    for text in APART:
        assert not BOARD.adjacent(*pair(text)), text


def test_the_map_is_whole_symmetric_and_says_where_each_line_comes_from() -> None:
    assert sum(e["type"] == "land" for e in MAP_EDGES) == 125
    assert sum(e["type"] == "sea" for e in MAP_EDGES) == 14
    assert all(e["source"] and e["confidence"] for e in MAP_EDGES)
    reached, ahead = {0}, [0]
    while ahead:
        p = ahead.pop()
        for q in range(68):
            if BOARD.adjacent(p, q):
                assert BOARD.adjacent(q, p)
                if q not in reached:
                    reached.add(q)
                    ahead.append(q)
    assert len(reached) == 68


@rule("1.4", "11.7")
def test_point_contact_is_refused_and_a_sea_line_gives_the_first_strike() -> None:
    t = war("declare", "red1@kozuke 1P", "kozuke red; shimosa blue 1P; echigo blue 1P")
    with pytest.raises(IllegalAction, match=r"not adjacent.*1\.4"):
        t.do("declare army 1 shimosa")
    t = war("combat", "red1@iki 1P aim=nagato", "iki red; nagato blue 1P; buzen blue 1P")
    t.do("fight army 1")
    assert t.s.strike_first == 1
    assert t.s.side == 1


def test_sea_lines_are_an_option() -> None:
    lines = "iki-buzen,tsushima-iki,awaji-sanuki,sado-noto,oki-hoki"
    board = board_of("japan", lines)
    assert board.naval(*pair("iki-buzen"))
    assert not board.adjacent(*pair("iki-nagato"))
    with pytest.raises(BadOptions, match="sea_lines"):
        board_of("japan", "iki-atlantis")
    with pytest.raises(BadOptions, match="neighbours already"):
        board_of("japan", "hida-shinano")


@rule("1.2")
def test_the_box() -> None:
    assert sum(PIECES) + 3 + 6 == 72
    t = Table()
    assert (t.s.castles, t.s.bases, t.s.pool) == (10, 5, 26)
    assert Table(ronin=12).s.pool == 12


@rule("3.2", "3.5", "15.1", "15.2", "15.4")
@pytest.mark.parametrize(
    ("players", "clans", "each", "spare", "koku", "spears"),
    [(2, 4, 17, 0, 5, 7), (3, 3, 22, 2, 7, 2), (4, 4, 17, 0, 5, 7), (5, 5, 13, 3, 4, 11)],
)
def test_cards_koku_and_spearmen_left(players: int, clans: int, each: int, spare: int, koku: int, spears: int) -> None:
    t = Table(players=players)
    rng = Rng(players)
    while t.stage in ("deal", "split", "first-swords", "reinforce", "markers"):
        actions = GAME.legal(t.s)
        GAME.apply(t.s, actions[rng.below(len(actions))])
    names = ["red", "blue", "green", "gold", "violet"][:clans]
    assert [t.provinces(c) for c in names] == [each] * clans
    assert sum(t.owner(p) == "-" for p in PROVINCE_IDS) == spare
    assert [t.clan(c, st.KOKU) for c in names] == [koku] * clans
    assert [t.clan(c, st.TRAY + 3) for c in names] == [spears] * clans
    assert t.stage == "plan"
    assert t.s.round == 1


@rule("3.6", "3.7")
def test_reinforcements_go_to_six_provinces_and_markers_to_free_ones() -> None:
    t = Table("shogun players=3 | stage=reinforce | red sword=1; blue sword=2; green sword=3 | | "
              "hida red 1P; kai red 1P; oki blue 1P; sado green 1P")  # fmt: skip
    t.do("reinforce hida", "blue: reinforce oki", "green: reinforce sado")
    with pytest.raises(IllegalAction, match=r"reinforced already.*3\.6"):
        t.do("reinforce hida")
    with pytest.raises(IllegalAction, match=r"not yours.*3\.6"):
        t.do("reinforce oki")
    t = Table("shogun players=3 | stage=markers | red sword=1; blue sword=2; green sword=3 | "
              "red1@- 1B1S2G; red2@- 1B1S2G; red3@- 1B1S2G | "
              "hida red 1P; kai red 1P; izu red 1P; oki blue 1P; sado green 1P")  # fmt: skip
    t.do("red: marker hida")
    assert t.army("red1") == "hida 1B1S2G"
    t.do("blue: marker oki", "green: marker sado")
    with pytest.raises(IllegalAction, match=r"has an army marker already.*3\.7"):
        t.do("marker hida")


@rule("13.9")
def test_the_experience_track_is_data() -> None:
    options = Options(GAME.info.options, {})
    assert options.word("experience") == EXPERIENCE_TRACK == "1,1,1,2,2,2,3,3,3,4"
    t = war("move-begin", "red1@hida 1P hole=3", "hida red; kai red 1P; shinano red 1P; mikawa red 1P")
    assert t.s.level(0) == 2
    for bad in ("", "2,3", "1,1,5", "1,3,2", "x"):
        with pytest.raises(BadOptions, match="experience"):
            Table(experience=bad)


@rule("2.1")
def test_dice_weights_are_exact() -> None:
    for roll, (value, whole) in enumerate(((1, 2), (1, 3), (1, 2), (5, 12), (1, 3))):
        for n in range(1, 9):
            row = [int(HIT_WEIGHTS[(roll * 13 + n) * 13 + h]) for h in range(n + 1)]
            assert sum(row) == whole**n
            assert sum(h * w for h, w in enumerate(row)) * whole == n * value * whole**n


@rule("3.6", "3.7")
@pytest.mark.parametrize(("board", "armies", "times"), [("japan", 3, 6), ("kyushu", 2, 2), ("tiny", 1, 1)])
def test_the_view_says_how_much_there_is_to_set_up(board: str, armies: int, times: int) -> None:
    start = GAME.start(Options(GAME.info.options, {"players": 3, "map": board}))
    assert GAME.view(start, 0).data()["set_up"] == {"armies": armies, "reinforcements": times}
