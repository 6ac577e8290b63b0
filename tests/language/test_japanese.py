"""Whatever engine and server say in English has its Japanese in the browser's catalogues."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tests.toy.game  # noqa: F401 - registers the toy game, which the cases walk through too
from gunbai.core import record
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE
from gunbai.core.registry import find
from gunbai.games.gunkimono import actions as gunkimono_actions
from gunbai.games.gunkimono import data as gunkimono
from gunbai.games.gunshi import actions as gunshi_actions
from gunbai.games.gunshi import data as gunshi
from gunbai.games.gunshi.state import ENDING_NAMES, PHASE_NAMES
from gunbai.games.shogun import actions as shogun_actions
from gunbai.games.shogun import data as shogun
from gunbai.games.shogun import refusals as shogun_refusals
from gunbai.server import app, problems
from tests.contract.cases import CASES, Case, walk, watchers
from tests.language.templates import GAMES, SOURCES, WEB, everything, raised, sources

PARTS = ("common", *GAMES)
# Words that are clauses of their own and have their own Japanese.
CLAUSES = ("waiting", "example", "reason")
NONSENSE = ("", "hello", "d2-d9", "send X", "move 1 nowhere", "place z9", "plan swords x", "march satsuma")
# Stages in which nobody is asked anything.
_CHANCE_OF_SHOGUN = {"deal", "first-swords", "draw", "tie", "ninja-roll", "revenge-roll", "roll", "over"}
_WORD = re.compile(r"\{(\w+)(?:!r)?\}")
_ENTRY = re.compile(r'(?:^|[\s{,])"?([\w.?-]+)"?: "((?:[^"\\]|\\.)*)"')
_JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def said_file(part: str) -> Path:
    """Where the Japanese of a game's lines lies, or of the lines all games share."""
    return WEB / "text" / "said" / "common.ja.json" if part == "common" else WEB / "games" / part / "said.ja.json"


@cache
def catalogue(part: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(said_file(part).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_missing_and_nothing_is_left_over(part: str) -> None:
    said = everything(part)
    assert not said - set(catalogue(part))
    assert not set(catalogue(part)) - said


@pytest.mark.parametrize("part", PARTS)
def test_the_japanese_is_japanese_and_uses_only_words_that_come_with_the_line(part: str) -> None:
    for english, japanese in catalogue(part).items():
        assert _JAPANESE.search(japanese), english
        assert set(_WORD.findall(japanese)) <= set(_WORD.findall(english)), english


@pytest.mark.parametrize("part", PARTS)
def test_every_refusal_is_a_template_that_names_all_its_words(part: str) -> None:
    """A word that the line does not say could tell a secret to a player who must not know it."""
    for file in sources(part):
        for line, template, words in raised(file):
            place = f"{file.name}:{line}"
            assert not isinstance(template, ast.JoinedStr | ast.BinOp), f"{place} puts its text together"
            if isinstance(template, ast.Constant):
                assert set(_WORD.findall(str(template.value))) == words, place


def _refusals(case: Case) -> Iterator[GunbaiError]:
    """What a random player who tries all kinds of actions and commands at all kinds of moments is told."""
    game, tried = case.game, set[int]()
    for s, rng in walk(case, 11, every=8):
        if game.actor(s) == CHANCE:
            continue
        tried.update(int(action) for action in game.legal(s))
        pool = sorted(tried)
        attempts: list[int | str] = [pool[rng.below(len(pool))] for _ in range(60)]
        for attempt in [*attempts, *NONSENSE]:
            try:
                game.expand(s, attempt) if isinstance(attempt, str) else game.check(s, attempt)
            except GunbaiError as error:
                yield error


@pytest.mark.parametrize("case", [case for case in CASES if case.name in GAMES and case.preset != "tiny"], ids=str)
def test_whatever_is_refused_in_play_has_its_japanese(case: Case) -> None:
    words = catalogue("common") | catalogue(case.name)
    seen: dict[str, GunbaiError] = {}
    for error in _refusals(case):
        seen[error.template] = error
        seen |= {str(value): error for name, value in error.words.items() if name in CLAUSES}
    assert len(seen) > 5
    assert not [f"{template!r} in {error}" for template, error in seen.items() if template not in words]


@pytest.mark.parametrize("case", [case for case in CASES if case.name in GAMES and case.preset == "tiny"], ids=str)
def test_what_came_of_an_action_has_its_japanese_and_tells_no_more_than_the_sentence(case: Case) -> None:
    game, words, seen = case.game, catalogue(case.name), set[str]()
    for s, _ in walk(case, 5):
        for action in [] if game.actor(s) == DONE else [int(a) for a in game.legal(s)]:
            for watcher in watchers(case):
                perceived = int(game.seen_as(s, action, watcher))
                view = game.view(s, watcher)
                for effect in game.effects(view, perceived):
                    seen.add(effect.template)
                    assert effect.template in words
                    assert str(effect) in game.tell(view, [perceived])
                after = s.copy()
                game.apply(after, action)
                for effect in game.aftermath(view, perceived, game.view(after, watcher)):
                    seen.add(effect.template)
                    assert effect.template in words
    assert seen


@cache
def texts(language: str) -> dict[str, str]:
    """All texts of the browser's own catalogues in a language, by key."""
    files = sorted([*(WEB / "text").glob(f"{language}*.ts"), *WEB.glob(f"games/*/text/{language}*.ts")])
    return dict(_ENTRY.findall("\n".join(file.read_text(encoding="utf-8") for file in files)))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_options_their_values_and_presets_have_names(game: str, language: str) -> None:
    info = find(game).info
    wanted = {f"preset.{game}.{preset}" for preset in info.presets}
    wanted |= {f"option.{game}.{option.name}" for option in info.options if option.name != "players"}
    wanted |= {
        f"option.{game}.{option.name}.{choice}"
        for option in info.options
        for choice in option.choices
        if choice not in info.seat_names
    }
    wanted |= {f"seat.{seat}" for seat in info.seat_names}
    assert not wanted - set(texts(language))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_of_refusal_has_a_sentence_for_lines_that_have_none(language: str) -> None:
    words = {word for _, _, word in problems._STATUS} | set(app._HTTP_WORDS.values()) | {"refused", "broken"}
    assert not {f"problem.{word}" for word in words} - set(texts(language))


def _outcomes(game: str) -> set[str]:
    """What a game's `outcome` can say, without numbers."""
    if game == "gunshi":
        return set(ENDING_NAMES[1:])
    tree = ast.parse((SOURCES / "games" / game / "rules.py").read_text(encoding="utf-8"))
    outcome = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "outcome")
    said = {str(node.value).strip() for node in ast.walk(outcome) if isinstance(node, ast.Constant)}
    return {text for text in said if re.search("[a-z]{3}", text)}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_way_a_game_can_end_is_told(language: str) -> None:
    ways = {record.RESIGNED, record.AGREED_DRAW, record.OUT_OF_TIME, record.ABANDONED}
    for game in GAMES:
        ways |= _outcomes(game)
    assert len(ways) == 4 + 3 + 3 + 5
    assert not {f"how.{way.replace(' ', '_')}" for way in ways} - set(texts(language))


def test_what_refusals_name_has_a_name_in_the_browser() -> None:
    """Units, cards, troops and provinces come by their English names and are looked up by them."""
    english = set(texts("en").values())
    assert {*gunshi.UNIT_NAMES, *gunshi.CARD_NAMES, *gunkimono.TROOP_NAMES, *shogun.UNIT_NAMES} <= english
    assert {f"sh.bin.{name}" for name in shogun.BIN_NAMES} <= set(texts("ja"))
    names = json.loads((WEB / "games" / "shogun" / "names.json").read_text(encoding="utf-8"))
    assert {english for english, _, _ in names.values()} == set(shogun.PROVINCE_NAMES)
    assert all(re.fullmatch("[ぁ-ん]+", reading) for _, _, reading in names.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_action_and_every_question_has_words_in_the_browser(game: str) -> None:
    phrases = (WEB / "games" / game / "phrase.ts").read_text(encoding="utf-8")
    verbs = {
        "gunshi": {text.split()[0] for text in gunshi_actions.TEXTS},
        "gunkimono": {text.split()[0] for text in gunkimono_actions.TEXTS.values()},
        "shogun": {words[0] for words in shogun_actions.TABLE.values()},
    }[game]
    assert not {verb for verb in verbs if f'case "{verb}"' not in phrases}
    prefix, steps = {
        "gunshi": ("gunshi", set(PHASE_NAMES)),
        "gunkimono": ("gk", {"tile", "place", "support", "score", "build", "refill", "start", "wait", "over"}),
        "shogun": ("sh", set(shogun_refusals._WAITS) - _CHANCE_OF_SHOGUN),
    }[game]
    # A question may be put in several ways: `ask.what.move`, `ask.what.turn`.
    asked = {".".join(key.split(".")[2:3]) for key in texts("ja") if key.startswith(f"{prefix}.ask.")}
    assert not steps - asked
