"""A line for people that another language can say in its own way."""

from __future__ import annotations

from gunbai.core.errors import Word


class Saying:
    """A template and its words, like those of an error (`GunbaiError` says what the words' names mean).

    >>> str(Saying("takes the {unit} on {square}", unit="archer", square="d6"))
    'takes the archer on d6'
    """

    def __init__(self, template: str, **words: Word) -> None:
        self.template = template
        self.words = words

    def __str__(self) -> str:
        return self.template.format(**self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Saying) and (self.template, self.words) == (other.template, other.words)

    def __hash__(self) -> int:
        return hash((self.template, *sorted(self.words)))
