"""Whether a position that somebody wrote can be played: what reads well may still contradict itself."""

from __future__ import annotations

import re

from gunbai.core.errors import BadNotation, GunbaiError, Unexplained
from gunbai.core.game import DONE, SPECTATOR, Game, State
from gunbai.core.rng import Rng

_PARAGRAPHS = re.compile(r"(?:§[\d.]+,? )+")
# Worlds that are made of each seat's view.
_WORLDS = 2
# What broken counters make of code that trusts them.
_BROKEN = (IndexError, ValueError, OverflowError, ZeroDivisionError, AssertionError, TypeError)


def check_position(game: Game, s: State) -> None:
    """Raise BadNotation unless each action of the position can be carried out, none of them breaks a limit of the
    rules, and a world can be made of what each seat sees of it.

    Somebody may write more pieces than the box holds; then the limits are not asked. A game calls this at the end of
    `parse_position`, after its own checks, which name the field that is wrong.
    """
    try:
        if game.actor(s) != DONE:
            _check_actions(game, s)
        _check_worlds(game, s)
    except BadNotation:
        raise
    except Unexplained:
        raise BadNotation("the position contradicts itself: nothing explains what a seat sees of it") from None
    except GunbaiError as error:
        raise BadNotation("the position contradicts itself: {reason}", reason=str(error)) from None
    except _BROKEN:
        raise BadNotation("the position contradicts itself: its parts do not fit each other") from None


def _check_actions(game: Game, s: State) -> None:
    actions = game.legal(s)
    if not len(actions):
        raise BadNotation("the position contradicts itself: there is nothing to choose from")
    within_limits = not game.violations(s)
    for action in actions:
        after = s.copy()
        game.apply(after, action)
        game.actor(after)
        if within_limits and (broken := game.violations(after)):
            rules, reason = _cited(broken[0])
            raise BadNotation(
                "the position contradicts itself: after {action!r} it breaks {rules}: {reason}",
                action=game.action_text(action),
                rules=rules,
                reason=reason,
            )


def _cited(broken: str) -> tuple[str, str]:
    """The paragraphs that a line of `Game.violations` begins with, and the rest of it.

    >>> _cited("§1.4, §5.3 red has 3 strongholds")
    ('§1.4, §5.3', 'red has 3 strongholds')
    >>> _cited("two on one square")
    ('the rules', 'two on one square')
    """
    found = _PARAGRAPHS.match(broken)
    return (found[0].strip(), broken[found.end() :]) if found else ("the rules", broken)


def _check_worlds(game: Game, s: State) -> None:
    rng = Rng(0)
    for watcher in (*range(s.options.players), int(SPECTATOR)):
        view = game.view(s, watcher)
        text = game.view_text(view)
        for _ in range(_WORLDS):
            world = game.resample(view, rng)
            if game.view_text(game.view(world, watcher)) != text:
                raise BadNotation("the position contradicts itself: nothing explains what a seat sees of it")
