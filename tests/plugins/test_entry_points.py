"""Games and bots of others are found by their entry points or by name; what is broken costs one line and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import refused
from tests.forks import ROOT
from tests.plugins.site import gunbai, install

GAME = """
from gunbai.core.game import GameInfo
from tests.toy.game import Whisper


class Borrowed(Whisper):
    def __init__(self):
        super().__init__()
        old = self.info
        self.info = GameInfo({name!r}, "Borrowed", "By another name.", 1, old.seat_names, old.options, old.presets)


GAME = Borrowed()
"""
BOT = """
class Last:
    \"\"\"Takes the last action.\"\"\"

    def choose(self, game, view, legal, budget):
        return legal[-1]


class Seedless:
    def __init__(self, one, two):
        pass

    def choose(self, game, view, legal, budget):
        return legal[0]


class NoBot:
    pass
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Two good plugins and three broken ones, installed side by side."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(
        folder,
        "borrowed-game",
        {"gunbai.games": {"borrowed": "borrowed:GAME"}},
        {"borrowed": GAME.format(name="borrowed")},
    )
    install(folder, "last-bot", {"gunbai.bots": {"last": "last_bot:Last"}}, {"last_bot": BOT})
    install(
        folder,
        "broken-things",
        {
            "gunbai.games": {"gone": "no_such_module:GAME", "sick": "sick:GAME", "liar": "liar:GAME"},
            "gunbai.bots": {"lost": "no_such_module:Bot", "stone": "last_bot:NoBot"},
        },
        {"sick": "raise RuntimeError('first line\\nsecond line')\n", "liar": GAME.format(name="truth")},
    )
    return folder


def test_an_installed_game_is_listed_and_a_broken_one_is_one_line(site: Path) -> None:
    done = gunbai(site, "games", "--json")
    assert done.code == 0
    assert [line["name"] for line in done.json] == ["gunshi", "gunkimono", "shogun", "borrowed"]
    lines = sorted(done.err.splitlines())
    assert [line.split(",")[0].split(" holds")[0] for line in lines] == ["gone", "sick", "the plugin liar"], lines
    assert "broken-things" in lines[0]
    assert "RuntimeError: first line second line" in lines[1]


def test_a_broken_game_that_is_asked_for_is_one_line_and_others_are_not_disturbed(site: Path) -> None:
    assert "No module named 'no_such_module'" in refused(gunbai(site, "games", "gone"))
    assert gunbai(site, "perft", "borrowed", "-d", "1").code == 0
    assert not gunbai(site, "perft", "gunshi", "-d", "1").err


def test_listing_names_imports_no_plugin(site: Path) -> None:
    (site / "sick.py").write_text("import sys; sys.exit('imported')\n")
    assert "there are gunshi, gunkimono, shogun, borrowed, gone, liar, sick" in refused(gunbai(site, "games", "chess"))


def test_installed_bots_are_listed_and_play(site: Path) -> None:
    done = gunbai(site, "bots", "--json")
    assert [line["about"] for line in done.json if line["name"] == "last"] == ["Takes the last action."]
    assert not [line for line in done.json if line["name"] in ("lost", "stone")]
    assert done.err.count("\n") == 2
    played = gunbai(site, "arena", "borrowed", "-b", "last", "-b", "py:last_bot:Last", "-n", "1", "--json")
    assert played.code == 0, played.err
    assert played.json[0]["games"] == 2


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("lost", "No module named 'no_such_module'"),
        ("stone", "is no bot"),
        ("py:last_bot:Nobody", "has no Nobody"),
        ("py:last_bot", "py:module:Class"),
        ("py:no_such_module:Bot", "No module named"),
        ("py:last_bot:Seedless", "cannot be made"),
    ],
)
def test_a_broken_bot_is_one_line(site: Path, bot: str, why: str) -> None:
    assert why in refused(gunbai(site, "arena", "gunshi", "-p", "tiny", "-b", "random", "-b", bot, "-n", "1"))


COMMANDS = [
    ["games", "whisper"],
    ["rules", "whisper", "1"],
    ["position", "whisper"],
    ["perft", "whisper", "-d", "1"],
    ["bench", "whisper", "--seconds", "0.01"],
    ["fuzz", "--game", "whisper", "--games", "2", "-j", "1"],
    ["arena", "whisper", "-b", "random", "-b", "greedy", "-n", "1", "-j", "1"],
    ["play", "whisper", "--plain", "--seats", "random,random,random", "-o", "players=3"],
    ["analyse", "whisper", "--position", "{position}", "--seconds", "0.01"],
    ["replay", "{record}"],
    ["check", "{record}"],
    ["analyse", "{record}", "--seconds", "0.01"],
    ["strength", "--no-play", "--game", "whisper", "--write", "{page}", "--keep", "{page}.jsonl", "--bot", "random"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: f"{c[0]} {c[1]}")
def test_every_command_takes_a_module(command: list[str], tmp_path: Path) -> None:
    from gunbai import bots
    from gunbai.core.registry import use_plugin

    use_plugin("tests.toy.game")
    import gunbai as package

    match = package.new("whisper", seed=1)
    words = {"position": match.position, "page": str(tmp_path / "page.md"), "record": str(tmp_path / "game.txt")}
    bots.play_out(match, [bots.make("random", seat) for seat in range(match.options.players)])
    match.save(words["record"])
    asked = [word.format(**words) for word in command]
    done = gunbai(ROOT, *asked, "--plugin", "tests.toy.game", cwd=ROOT)
    assert done.code == 0, done.err
    # Without the module the same command does not know the game.
    assert "whisper" in refused(gunbai(tmp_path, *asked, cwd=tmp_path))


def test_a_plugin_may_lie_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mybots.py").write_text(BOT)
    done = gunbai(
        tmp_path / "nowhere", "play", "gunshi", "-p", "tiny", "--seats", "py:mybots:Last,random", cwd=tmp_path
    )
    assert done.code == 0, done.err


def test_a_module_that_cannot_be_imported_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "crooked.py").write_text("1 / 0\n")
    why = refused(gunbai(tmp_path, "games", "--plugin", "crooked"))
    assert why == "the plugin crooked cannot be loaded: ZeroDivisionError: division by zero"
