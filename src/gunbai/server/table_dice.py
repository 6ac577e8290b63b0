"""One table's dice: what its seats commit to and show, the draws, and what proves them fair (docs/fair-dice.md)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from gunbai.server import events as ev
from gunbai.server import fair_dice
from gunbai.session import BOT, PERSON, Table


def with_commitments(setup: ev.Created, commitment: str) -> ev.Created:
    """The set-up with the server's commitment, and those of the bots' seats: their entropy is drawn here and now."""
    if setup.imported is not None:
        return msgspec.structs.replace(setup, commitment=commitment)
    entropy = dict(setup.entropy)
    for seat, chair in enumerate(setup.chairs):
        if chair.kind == BOT:
            entropy[seat] = secrets.token_hex(32)
    commitments = setup.commitments | {seat: fair_dice.seat_commitment(words) for seat, words in entropy.items()}
    return msgspec.structs.replace(
        setup, commitment=commitment, dice=fair_dice.VERSION, entropy=entropy, commitments=commitments
    )


def all_chosen(steps: Sequence[ev.Move]) -> bool:
    """Whether players chose all of these actions: none was forced, or drawn for a bot that failed."""
    for _, _, by_itself in steps:  # noqa: SIM110 - asked after every move; a generator takes longer
        if by_itself:
            return False
    return True


class TableDice:
    """Entropy and commitments by seat, and which draw each chance action used."""

    def __init__(self, table_id: str, seed: bytes) -> None:
        self._table_id, self._seed = table_id, seed
        self.entropy: list[str] = []
        # What each seat has committed to, and the seats that gave their entropy in clear, without a commitment.
        self.commitments: list[str] = []
        self.in_clear: set[int] = set()
        self.revealed = ""
        self._version = ""
        self._promise = ""
        self._dice: fair_dice.FairDice | None = None
        self._drawn = 0
        # Which draw each surviving chance action used; draws that were taken back are missing.
        self._draws: list[int] = []

    @property
    def seed(self) -> str:
        """The server's secret, to be shown when the game is over."""
        return self._seed.hex()

    # -- before the game ------------------------------------------------------------------------

    def set_up(self, setup: ev.Created) -> None:
        """Take in what a new table begins with."""
        seats = range(len(setup.chairs))
        self._version, self._promise = setup.dice, setup.commitment
        self.entropy = [setup.entropy.get(seat, "") for seat in seats]
        self.commitments = [setup.commitments.get(seat, "") for seat in seats]
        self.in_clear = {seat for seat in seats if setup.chairs[seat].kind == PERSON}
        self.in_clear &= set(setup.entropy) if setup.dice else set()

    def commit(self, seat: int, entropy: str, commitment: str, chairs: list[ev.Chair]) -> None:
        """A seat chooses its part of the dice again.

        The seat could know by now what others have shown, so that no longer counts, and they commit again.
        """
        if self._version:
            for other, chair in enumerate(chairs):
                if chair.kind != BOT and other != seat and self.entropy[other] and other not in self.in_clear:
                    self.entropy[other] = self.commitments[other] = ""
            self.in_clear.discard(seat)
            if entropy:
                commitment = fair_dice.seat_commitment(entropy)
                self.in_clear.add(seat)
            self.commitments[seat] = commitment
        self.entropy[seat] = entropy

    def unopened(self) -> list[int]:
        """The seats that have not shown yet what they committed to."""
        return [seat for seat, word in enumerate(self.commitments) if word and not self.entropy[seat]]

    def opens(self, seat: int, entropy: str) -> bool:
        """Whether this is what the seat has committed to."""
        return len(entropy) >= fair_dice.FEWEST_DIGITS and fair_dice.seat_commitment(entropy) == self.commitments[seat]

    # -- during the game ------------------------------------------------------------------------

    def cast(self) -> None:
        """Mix the entropy of all; from now on it is settled what each draw gives."""
        version = self._version or fair_dice.FIRST_VERSION
        self._dice = fair_dice.FairDice(self._seed, self._table_id, self.entropy, version=version)

    def roll(self, table: Table) -> ev.Move:
        """Play the chance action that the table waits for, and return it."""
        assert self._dice is not None
        self._dice.drawn = self._drawn
        step = table.roll(self._dice.draw)
        self.count_draw()
        return step.seat, step.action, 0

    def count_draw(self) -> None:
        """A chance action was played."""
        self._draws.append(self._drawn)
        self._drawn += 1

    def keep_draws(self, number: int) -> None:
        """After actions were taken back: forget the draws that are no longer part of the game."""
        if len(self._draws) > number:
            del self._draws[number:]

    def notes(self) -> dict[str, str]:
        """The head lines of a record that let anybody check its dice."""
        skipped = sorted(set(range(self._drawn)) - set(self._draws))
        commitments = self.commitments if self._version else None
        return fair_dice.notes(
            self._table_id, self._promise, self.entropy, skipped, self.revealed, commitments, sorted(self.in_clear)
        )
