"""Whisper: a small game with every difficulty of the contract (sealed choices, dice, blind draws), in plain Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import CHANCE, DONE, Chance, Game, GameInfo, State, View
from gunbai.core.options import Option, Options, parse_options
from gunbai.core.registry import register
from gunbai.core.rng import Rng

# Actions: 0-3 seal a secret, 10-12 the die, 20-21 a token, 30-33 a guess; 4 and 22 are another seat's seal and token.
SEALED, TOKEN_DRAWN = 4, 22
TEXTS = {
    **{n: f"seal {n}" for n in range(4)},
    SEALED: "seal ?",
    **{10 + n: f"rounds {n + 1}" for n in range(3)},
    **{20 + n: f"token {n}" for n in range(2)},
    TOKEN_DRAWN: "token ?",
    **{30 + n: f"guess {n}" for n in range(4)},
}
NUMBERS = {text: number for number, text in TEXTS.items()}


class WhisperState(State):
    """secrets (-1 unsealed), tokens (-1 undrawn), points, rounds left (-1 before the die), whose turn."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.secrets = [-1] * options.players
        self.tokens = [-1] * options.players
        self.points = [0] * options.players
        self.known: list[list[int]] = [[] for _ in range(options.players)]
        self.rounds = -1
        self.turn = 0

    def copy(self) -> WhisperState:
        other = WhisperState(self.options)
        other.secrets, other.tokens, other.points = self.secrets[:], self.tokens[:], self.points[:]
        other.known = [seen[:] for seen in self.known]
        other.rounds, other.turn = self.rounds, self.turn
        return other

    def fields(self) -> list[object]:
        return [self.secrets, self.tokens, self.points, self.known, self.rounds, self.turn]

    def key(self) -> bytes:
        return json.dumps(self.fields()).encode()


class WhisperView(View):
    def __init__(self, s: WhisperState, seat: int) -> None:
        super().__init__(seat)
        self.options = s.options
        self.secrets = [x if x < 0 or i == seat else SEALED for i, x in enumerate(s.secrets)]
        self.tokens = [x if x < 0 or i == seat else TOKEN_DRAWN for i, x in enumerate(s.tokens)]
        self.points, self.known = s.points[:], [seen[:] for seen in s.known]
        self.rounds = s.rounds
        sealing = s.rounds < 0
        # While secrets are sealed, whose turn it is formally says nothing.
        self.turn = -1 if sealing and min(s.secrets) < 0 else s.turn

    def data(self) -> dict[str, object]:
        return {
            "seat": int(self.seat),
            "secrets": self.secrets,
            "tokens": self.tokens,
            "points": self.points,
            "known": self.known,
            "rounds": self.rounds,
            "turn": self.turn,
        }


class Whisper(Game):
    def __init__(self) -> None:
        super().__init__(
            GameInfo(
                "whisper",
                "Whisper",
                "Guess what the next player hides.",
                1,
                ("north", "east", "south"),
                (Option("players", 2, "how many play", low=2, high=3), Option("generous", False, "a guess scores two")),
                {"tiny": {"players": 2}},
            )
        )

    def start(self, options: Options) -> State:
        return WhisperState(options)

    def actor(self, s: State) -> i64:
        t = cast(WhisperState, s)
        if t.rounds == 0:
            return DONE
        if min(t.secrets) < 0:
            return t.turn if t.secrets[t.turn] < 0 else t.secrets.index(-1)
        if min(t.tokens) < 0 or t.rounds < 0:
            return CHANCE
        return t.turn

    def legal(self, s: State) -> vec[i64]:
        t = cast(WhisperState, s)
        if t.rounds == 0:
            return vec[i64]()
        if min(t.secrets) < 0:
            return vec[i64]([0, 1, 2, 3])
        if self.actor(s) == CHANCE:
            return self.chance(s).actions
        return vec[i64]([30, 31, 32, 33])

    def chance(self, s: State) -> Chance:
        t = cast(WhisperState, s)
        if min(t.tokens) < 0:
            return Chance(vec[i64]([20, 21]), vec[i64]([1, 2]))
        return Chance(vec[i64]([10, 11, 12]), vec[i64]([1, 1, 1]))

    def apply(self, s: State, action: i64) -> None:
        t = cast(WhisperState, s)
        if action <= 3:
            t.secrets[self.actor(s)] = int(action)
            t.turn = 0
        elif action >= 30:
            target = (t.turn + 1) % t.options.players
            if t.secrets[target] == action - 30:
                t.points[t.turn] += 2 if t.options.flag("generous") else 1
                if int(action) - 30 not in t.known[target]:
                    t.known[target].append(int(action) - 30)
            t.turn = target
            if t.turn == 0:
                t.rounds -= 1
        elif action >= 20:
            t.tokens[t.tokens.index(-1)] = int(action) - 20
        else:
            t.rounds = int(action) - 9

    def check(self, s: State, action: i64) -> None:
        if action in list(self.legal(s)):
            return
        t = cast(WhisperState, s)
        paragraph = "1.1" if min(t.secrets) < 0 else "1.3"
        raise IllegalAction(paragraph, f"{TEXTS.get(int(action), action)} is not possible now")

    def returns(self, s: State) -> tuple[float, ...]:
        t = cast(WhisperState, s)
        if t.rounds != 0:
            return (0.0,) * t.options.players
        best = max(t.points)
        share = 2.0 / t.points.count(best) - 1.0
        return tuple(share if p == best else -1.0 for p in t.points)

    def decisions(self, options: Options) -> vec[i64]:
        return vec[i64]([0, 1, 2, 3, 30, 31, 32, 33])

    def outcomes(self, options: Options) -> vec[i64]:
        return vec[i64]([10, 11, 12, 20, 21])

    def longest_game(self, options: Options) -> i64:
        # A secret and a token each, the die, three rounds of guesses.
        return 5 * options.players + 1

    def sum_of_returns(self, options: Options) -> float | None:
        return 2.0 - options.players

    def placing(self, s: State) -> tuple[int, ...]:
        t = cast(WhisperState, s)
        return tuple(1 + sum(q > p for q in t.points) for p in t.points)

    def outcome(self, s: State) -> str:
        return "rounds played" if cast(WhisperState, s).rounds == 0 else ""

    def pending(self, s: State) -> vec[i64]:
        t = cast(WhisperState, s)
        if min(t.secrets) < 0:
            return vec[i64]([i for i, x in enumerate(t.secrets) if x < 0])
        actor = self.actor(s)
        return vec[i64]([actor] if actor >= 0 else [])

    def focus(self, s: State, seat: i64) -> None:
        cast(WhisperState, s).turn = int(seat)

    def view(self, s: State, seat: i64) -> View:
        return WhisperView(cast(WhisperState, s), int(seat))

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        t = cast(WhisperState, s)
        if action <= 3 and self.actor(s) != seat:
            return SEALED
        if 20 <= action <= 21 and t.tokens.index(-1) != seat:
            return TOKEN_DRAWN
        return action

    def resample(self, v: View, rng: Rng) -> State:
        w = cast(WhisperView, v)
        t = WhisperState(w.options)
        for i, x in enumerate(w.secrets):
            known = w.known[i]
            t.secrets[i] = x if x != SEALED else (known[0] if known else int(rng.below(4)))
        t.tokens = [x if x != TOKEN_DRAWN else (0 if rng.below(3) == 0 else 1) for x in w.tokens]
        t.points, t.known, t.rounds = w.points[:], [seen[:] for seen in w.known], w.rounds
        t.turn = (
            w.turn if w.turn >= 0 else (w.secrets.index(-1) if w.seat < 0 or w.secrets[w.seat] >= 0 else int(w.seat))
        )
        return t

    def action_text(self, action: i64) -> str:
        return TEXTS[int(action)]

    def parse_action(self, text: str) -> i64:
        if text not in NUMBERS:
            raise BadNotation(f"{text[:40]!r} is not an action of Whisper")
        return NUMBERS[text]

    def expand(self, s: State, text: str) -> list[int]:
        action = self.parse_action(text)
        self.check(s, action)
        return [int(action)]

    def tell(self, v: View, actions: Sequence[int]) -> str:
        return "; ".join(TEXTS[a] for a in actions)

    def prompt(self, v: View) -> str:
        return "Seal a secret." if cast(WhisperView, v).rounds < 0 else "Guess."

    def position_text(self, s: State) -> str:
        t = cast(WhisperState, s)
        return json.dumps(t.fields(), separators=(",", ":")) + f" {t.options.text()}".rstrip()

    def parse_position(self, text: str) -> State:
        head, _, rest = text.partition(" ")
        try:
            t = WhisperState(Options(self.info.options, parse_options(rest)))
            t.secrets, t.tokens, t.points, t.known, t.rounds, t.turn = json.loads(head)
        except (TypeError, ValueError) as error:
            raise BadNotation(f"not a Whisper position: {error}") from None
        return t

    def view_text(self, v: View) -> str:
        return json.dumps(v.data()).replace(str(TOKEN_DRAWN), "?")


GAME = Whisper()
register("whisper", "tests.toy.game")
