"""A board to test on: positions by text, orders by text, dice by number of hits."""

from __future__ import annotations

from gunbai.core.game import CHANCE
from gunbai.core.options import Options
from gunbai.games.shogun import combat
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import CLAN_NAMES, PROVINCE_NUMBER, UNIT_LETTERS
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ARMY_WIDTH, CLAN_WIDTH, LAND_WIDTH, ShogunState


class Table:
    """One game under test."""

    def __init__(self, position: str = "", **options: object) -> None:
        s = GAME.parse_position(position) if position else GAME.start(Options(GAME.info.options, options))
        assert isinstance(s, ShogunState)
        self.s: ShogunState = s

    def do(self, *orders: str) -> Table:
        """Play orders; 'blue: done' lets a seat with a sealed choice act."""
        for order in orders:
            who, colon, rest = order.partition(": ")
            named = bool(colon) and who in CLAN_NAMES
            if named:
                GAME.focus(self.s, CLAN_NAMES.index(who) % self.s.options.players)
                assert self.who == who, f"{order}: the game waits for {self.who} in {self.stage}"
            for part in (rest if named else order).split("; "):
                if GAME.actor(self.s) == CHANCE:
                    action = GAME.parse_action(part)
                    GAME.check(self.s, action)
                    GAME.apply(self.s, action)
                else:
                    for action in GAME.expand(self.s, part):
                        GAME.apply(self.s, action)
        return self

    def roll(self, *hits: int) -> Table:
        """Hits of the rolls that are due, attacker before defender in each step."""
        for n in hits:
            assert self.stage == "roll", f"no roll is due in {self.stage}"
            self.do(f"hits {n}")
        return self

    def clash(self, hits: str = "", spare: str = "") -> Table:
        """One round of combat: 'ab2 ds1' gives the attacker's bowmen 2 hits and the defender's swordsmen 1.

        Casualties are taken ronin first, then spearmen, gunners, swordsmen, bowmen; `spare` letters go last.
        """
        wanted = {word[:2]: int(word[2:]) for word in hits.split()}
        begun = False
        while self.stage in ("roll", "lose") and not (begun and self.stage == "roll" and self.s.step == 1):
            if self.stage == "roll":
                key = "ad"[int(self.s.side)] + "bgdsp"[int(combat.roll_class(self.s.step))]
                n = min(wanted.get(key, 0), int(combat.dice_now(self.s)))
                wanted[key] = wanted.get(key, 0) - n
                begun = begun or int(self.s.step) > 1
                self.do(f"hits {n}")
            else:
                order = ["ronin", "spearman", "gunner", "swordsman", "bowman"]
                order.sort(key=lambda u: u[0] in spare)
                texts = self.legal
                self.do(next(text for u in order for text in texts if text.endswith(u)))
        assert not any(wanted.values()), f"hits left over: {wanted}"
        return self

    @property
    def legal(self) -> list[str]:
        return [GAME.action_text(a) for a in GAME.legal(self.s)]

    def starting(self, word: str) -> list[str]:
        """The legal actions that begin with a word."""
        return [text for text in self.legal if text.startswith(word)]

    @property
    def stage(self) -> str:
        return st.STAGE_NAMES[int(self.s.stage)]

    @property
    def who(self) -> str:
        return CLAN_NAMES[int(self.s.turn)] if self.s.turn >= 0 else "chance"

    def force(self, province: str) -> str:
        """The provincial force as text, such as 1S2P."""
        i = PROVINCE_NUMBER[province] * LAND_WIDTH + st.FORCE
        return "".join(f"{self.s.land[i + u]}{UNIT_LETTERS[u]}" for u in range(5) if self.s.land[i + u])

    def army(self, name: str) -> str:
        """An army and its place as text, such as hizen 1B1S3G2P; '-' when it is lost."""
        i = self._row(name) * ARMY_WIDTH
        if self.s.army[i + st.AT] < 0:
            return "-"
        place = list(PROVINCE_NUMBER)[int(self.s.army[i + st.AT])]
        units = "".join(
            f"{self.s.army[i + st.UNITS + u]}{UNIT_LETTERS[u]}" for u in range(5) if self.s.army[i + st.UNITS + u]
        )
        return f"{place} {units}".strip()

    def army_field(self, name: str, column: int) -> int:
        return int(self.s.army[self._row(name) * ARMY_WIDTH + column])

    def _row(self, name: str) -> int:
        return CLAN_NAMES.index(name[:-1]) * 3 + int(name[-1]) - 1

    def owner(self, province: str) -> str:
        c = int(self.s.owner(PROVINCE_NUMBER[province]))
        return CLAN_NAMES[c] if c >= 0 else "-"

    def land(self, province: str, column: int) -> int:
        return int(self.s.land[PROVINCE_NUMBER[province] * LAND_WIDTH + column])

    def clan(self, name: str, column: int) -> int:
        return int(self.s.clan[CLAN_NAMES.index(name) * CLAN_WIDTH + column])

    def provinces(self, name: str) -> int:
        return int(self.s.provinces_of(CLAN_NAMES.index(name)))


def war(moment: str, armies: str, lands: str, clans: str = "", options: str = "players=3") -> Table:
    """Red at war in round 2 unless the moment says otherwise; a distant army keeps each clan alive."""
    standing = [a.strip() for a in armies.split(";") if a.strip()]
    for clan, home in (("red", "sado"), ("blue", "oki"), ("green", "shima")):
        if not any(a.startswith(clan) for a in standing) and clan + " out" not in clans:
            standing.append(f"{clan}3@{home} 1P")
            lands += f"; {home} {clan}"
    moment = f"stage={moment}" + ("" if "round=" in moment else " round=2")
    moment += "" if "war=" in moment else " war=red turn=red slot=1 bins_open=1"
    clans = clans or "red sword=1; blue sword=2; green sword=3"
    return Table(f"shogun {options} | {moment} | {clans} | {'; '.join(standing)} | {lands}")
