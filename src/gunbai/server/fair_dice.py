"""Dice that can be checked afterwards. `docs/fair-dice.md` is the specification; this file follows it word by word."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from gunbai.core.errors import BadRecord, GunbaiError
from gunbai.core.game import CHANCE, Game, State, bring_into_focus
from gunbai.core.record import Record

# Tables from before seats committed to their entropy; their records are verified as ever.
FIRST_VERSION = "gunbai-dice-1"
VERSION = "gunbai-dice-2"
# A seat that commits to fewer bytes could be guessed.
FEWEST_DIGITS = 32
_WORDS = 1 << 64


def commitment(seed: bytes) -> str:
    """What is published before the first draw."""
    return hashlib.sha256(seed).hexdigest()


def seat_commitment(entropy: str) -> str:
    """What a seat publishes before it shows its entropy (hex)."""
    return hashlib.sha256(f"{VERSION} seat\n{entropy}".encode("ascii")).hexdigest()


def fingerprint(table: str, promise: str, commitments: Sequence[str]) -> str:
    """One short word for all commitments of a table; players note it before the game and compare it afterwards."""
    lines = [VERSION, table, promise, *(word or "-" for word in commitments)]
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def mix(seed: bytes, table: str, entropies: Sequence[str], version: str = VERSION) -> bytes:
    """The key of all draws at a table, from the server's seed and every seat's entropy (hex, in order of seats)."""
    text = "\n".join([version, table, *entropies])
    return hmac.new(seed, text.encode("ascii"), hashlib.sha256).digest()


def pick(key: bytes, number: int, total: int) -> int:
    """Draw number `number` (from 0): a uniform integer in 0 … total-1.

    >>> pick(bytes(32), 0, 6), pick(bytes(32), 1, 6)
    (1, 1)
    """
    if not 0 < total <= _WORDS:
        raise GunbaiError(f"a draw has from 1 to 2**64 equal chances, not {total}")
    limit = _WORDS - _WORDS % total
    block = 0
    while True:
        digest = hmac.new(key, f"draw {number} {block}".encode("ascii"), hashlib.sha256).digest()
        for i in range(0, 32, 8):
            word = int.from_bytes(digest[i : i + 8], "big")
            if word < limit:
                return word % total
        block += 1


def outcome(game: Game, s: State, key: bytes, number: int) -> int:
    """The outcome of a chance node: outcomes in ascending order, each as wide as its weight."""
    chance = game.chance(s)
    rest = pick(key, number, int(chance.total))
    for action, weight in zip(chance.actions, chance.weights, strict=True):
        if rest < weight:
            return int(action)
        rest -= int(weight)
    raise AssertionError("the weights do not add up to their total")


class FairDice:
    """One table's dice: a key and the number of the next draw. Draws taken back are never drawn again."""

    def __init__(
        self, seed: bytes, table: str, entropies: Sequence[str], drawn: int = 0, version: str = VERSION
    ) -> None:
        self._key = mix(seed, table, entropies, version)
        self.drawn = drawn

    def draw(self, game: Game, s: State) -> int:
        action = outcome(game, s, self._key, self.drawn)
        self.drawn += 1
        return action


def notes(
    table: str,
    promise: str,
    entropies: Sequence[str],
    skipped: Sequence[int],
    seed: str,
    commitments: Sequence[str] | None = None,
    in_clear: Sequence[int] = (),
) -> dict[str, str]:
    """The head lines of a record that let anybody check its dice; without seats' commitments, of the first version."""
    version = FIRST_VERSION if commitments is None else VERSION
    lines = {"dice": version, "table": table, "commitment": promise, "entropy": " ".join(e or "-" for e in entropies)}
    if commitments is not None:
        lines["commitments"] = " ".join(c or "-" for c in commitments)
        lines["fingerprint"] = fingerprint(table, promise, commitments)
    if in_clear:
        lines["in clear"] = " ".join(map(str, in_clear))
    if skipped:
        lines["skipped draws"] = " ".join(map(str, skipped))
    if seed:
        lines["seed"] = seed
    return lines


def _check_commitments(head: Mapping[str, str], entropies: Sequence[str]) -> None:
    """Every seat's entropy is what it committed to, and a seat that committed to nothing has none."""
    commitments = ["" if word == "-" else word for word in head.get("commitments", "").split()]
    if len(commitments) != len(entropies):
        raise BadRecord("the record does not give every seat's commitment")
    for seat, (promise, entropy) in enumerate(zip(commitments, entropies, strict=True)):
        if promise != (seat_commitment(entropy) if entropy else ""):
            raise BadRecord(f"the entropy of seat {seat} is not what it committed to")
    if fingerprint(head.get("table", ""), head.get("commitment", ""), commitments) != head.get("fingerprint"):
        raise BadRecord("the fingerprint is not that of the commitments")


def verify(record: Record) -> int:
    """Check every chance outcome of a record against its revealed seed; the number of draws, or BadRecord."""
    head = record.notes
    version = head.get("dice", "")
    if version not in (FIRST_VERSION, VERSION):
        raise BadRecord(f"the record does not say that its dice are {VERSION} or {FIRST_VERSION}")
    if "seed" not in head:
        raise BadRecord("the seed has not been revealed; it is when the game is over")
    try:
        seed = bytes.fromhex(head["seed"])
        skipped = {int(number) for number in head.get("skipped draws", "").split()}
    except ValueError:
        raise BadRecord("the seed or the list of skipped draws is not readable") from None
    if commitment(seed) != head.get("commitment"):
        raise BadRecord("the seed is not the one the server committed to")
    entropies = ["" if word == "-" else word for word in head.get("entropy", "").split()]
    if len(entropies) != record.options.players:
        raise BadRecord("the record does not give every seat's entropy")
    if version == VERSION:
        _check_commitments(head, entropies)
    key = mix(seed, head.get("table", ""), entropies, version)
    game = record.rules
    s = record.start()
    number = drawn = 0
    for place, step in enumerate(record.steps, start=1):
        bring_into_focus(game, s, step.seat)
        if step.seat == CHANCE:
            while number in skipped:
                number += 1
            due = outcome(game, s, key, number)
            if due != step.action:
                shown, right = game.action_text(step.action), game.action_text(due)
                raise BadRecord(f"action {place} is {shown!r}, but draw {number} gives {right!r}")
            number, drawn = number + 1, drawn + 1
        game.apply(s, step.action)
    return drawn
