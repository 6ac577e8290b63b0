"""How Gunshi can be played, in the words of a player: a title and what it means."""

from __future__ import annotations

_DECK = "both sides play with this ready-made deck of seven cards"
_INSPIRED = "your first unit that invades may bring an advanced card: "
_READY = "another ready-made battle; both sides know each other's cards"

# By preset or style of official play; "standard" and "first" are the standard game and a first one.
WAYS: dict[str, tuple[str, str]] = {
    "first": ("First Battle", "the armies stand ready, both sides know each other's cards: the shortest way in"),
    "standard": ("Standard", "you set up an army of your own, paid with points; basic cards"),
    "draft": (
        "Draft edition",
        "earlier rules of supply, Lightning Commands and fences around reinforcements",
    ),
    "formation_1": ("Formation 1", _READY),
    "formation_2": ("Formation 2", _READY),
    "formation_3": ("Formation 3", _READY),
    "inspiration_1": ("Inspiration 1", _INSPIRED + "one that nobody has seen"),
    "inspiration_2": ("Inspiration 2", _INSPIRED + "one of three that you prepared in secret"),
    "inspiration_3": ("Inspiration 3", _INSPIRED + "one of those that both sides have laid open"),
    "custom": (
        "Custom decks, red first",
        "a Move and six cards chosen in turn; both play with the same seven",
    ),
    "custom_open": ("Custom decks, blue first", "seven cards chosen in turn; both play with the same seven"),
    "custom_secret": ("Custom decks in secret", "each side chooses seven cards of its own, unseen"),
    "wave_after_wave": ("Deck: Wave after Wave", _DECK),
    "fire_at_will": ("Deck: Fire at Will", _DECK),
    "logistical_nightmare": ("Deck: Logistical Nightmare", _DECK),
    "who_dares_wins": ("Deck: Who Dares Wins", _DECK),
    "tournament_basic": ("Tournament: basic battle", "basic cards"),
    "tournament_advanced": ("Tournament: advanced battle", "each side prepares three advanced cards in secret"),
    "tournament_custom": ("Tournament: custom decks", "decks are chosen in turn, red first"),
}
