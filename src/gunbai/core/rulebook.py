"""RULES.md, and RULES.ja.md in Japanese, as sections and numbered paragraphs for everything that shows a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.core.game_files import game_file

ENGLISH, JAPANESE = "en", "ja"
LANGUAGES = (ENGLISH, JAPANESE)

_SECTION = re.compile(r"^## (\d+)\s+(.*)$")
_PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)+)\*\*\s*")


@dataclass(frozen=True)
class Paragraph:
    """One numbered paragraph: its number, the section it stands in, and its text in Markdown."""

    number: str
    section: str
    text: str


def rules_text(game: Game, language: str = ENGLISH) -> str:
    """The whole rules text of a game; in English where there is none in the language asked for."""
    for name in (f"RULES.{language}.md", "RULES.md") if language != ENGLISH else ("RULES.md",):
        text = game_file(game, name)
        if text is not None:
            return text
    raise GunbaiError("{game} has no rules text", game=game.info.name)


def paragraphs(text: str) -> list[Paragraph]:
    """The numbered paragraphs in order. What follows a paragraph up to the next one belongs to it."""
    found: list[Paragraph] = []
    section, number, lines = "", "", list[str]()

    def close() -> None:
        if number:
            found.append(Paragraph(number, section, "\n".join(lines).strip()))

    for line in text.splitlines():
        if line.startswith("#"):
            close()
            number = ""
            if heading := _SECTION.match(line):
                section = f"{heading[1]} {heading[2].strip()}"
        elif start := _PARAGRAPH.match(line):
            close()
            number, lines = start[1], [line[start.end() :]]
        elif number:
            lines.append(line)
    close()
    return found


def look_up(game: Game, number: str) -> list[Paragraph]:
    """The paragraph of that number, or all of a section: `4.2` or `4`."""
    every = paragraphs(rules_text(game))
    found = [p for p in every if p.number == number or p.number.startswith(f"{number}.")]
    if not found:
        sections = dict.fromkeys(p.section for p in every)
        raise GunbaiError(
            "{game} has no rule {input!r}; its sections are {sections}",
            game=game.info.name,
            input=number[:40],
            sections=", ".join(section.split()[0] for section in sections),
        )
    return found
