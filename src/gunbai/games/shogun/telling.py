"""Sentences: what happened as a seat saw it, what the game waits for, and dice faces for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.shogun import actions as ac
from gunbai.games.shogun import combat, losing, planning
from gunbai.games.shogun import state as st
from gunbai.games.shogun.actions import text_of
from gunbai.games.shogun.aftermath import building
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_NAMES,
    CLAN_NAMES,
    COMBAT_VALUES,
    NINJA_HITS,
    PROVINCE_NAMES,
    ROLL_NAMES,
    UNIT_NAMES,
)
from gunbai.games.shogun.view import ShogunView

_PHASES: Final = {
    "deal": "Province cards are dealt.",
    "split": "{who} gives {place} to {first} (first) or {second} (second).",
    "first-swords": "{who} draws a sword for the order of set-up.",
    "reinforce": "{who} puts two spearmen into a province.",
    "markers": "{who} places an army marker.",
    "plan": "Action 1: all plan in secret; {who} fills the bins.",
    "spy": "{who} may send the ninja to look at one plan.",
    "wishes": "Action 2: tied bidders each ask for a sword.",
    "tie": "The lot decides among tied bidders.",
    "take": "Action 2: {who} takes a sword.",
    "draw": "Action 2: {who} draws a sword.",
    "build": "Action 3: {who} builds a castle or a fortress.",
    "levy": "Action 4: {who} levies units in secret.",
    "hire": "Action 5: {who} hides ronin.",
    "offer": "{who} holds the ninja: strike now?",
    "ninja-roll": "The ninja strikes: 1-8 kills.",
    "revenge-roll": "The ninja failed; revenge succeeds on 9-12.",
    "revenge": "{who} takes revenge on one daimyo.",
    "move": "{phase}: {who} moves armies.",
    "garrison": "{who} leaves a garrison of one to five units.",
    "along": "{who} says how many hidden ronin go along.",
    "declare": "Phase B: {who} declares battles.",
    "combat": "Phase C: {who} chooses the next battle.",
    "chain": "{who}'s army may attack again, enter an empty province or stop.",
    "join": "{who} says how many hidden ronin join the attack.",
    "defence": "{who} says how many ronin fight beside the daimyo.",
    "lose": "{who} removes {n} of the units in battle.",
    "press": "Step 8: {who} presses on or calls off.",
    "march": "Phase D: {who} moves provincial forces.",
    "send": "{who} chooses the units that march.",
    "march-ronin": "{who} says how many ronin march along.",
    "recover": "{who} places a recovered daimyo.",
    "absorb": "{who}'s recovered daimyo gathers units.",
    "over": "The game is over.",
}


def prompt(v: ShogunView) -> str:
    """What is going on and what the game waits for, in one line."""
    t = v.seen
    stage = st.STAGE_NAMES[int(t.stage)]
    who = CLAN_NAMES[int(t.turn)].capitalize() if t.turn >= 0 else "Chance"
    if stage == "roll":
        line = f"Battle for {PROVINCE_NAMES[int(t.att_to)]}, step {t.step}: the {_rolled(t)}."
    else:
        said = {"who": who, "n": int(t.to_lose), "phase": "Phase D" if t.final else "Phase A"}
        if stage == "split":
            # Of two players each has two colours.
            said["place"] = PROVINCE_NAMES[int(t.board.provinces[t.count])]
            said["first"], said["second"] = (CLAN_NAMES[int(t.slot) + more].capitalize() for more in (0, 2))
        line = _PHASES.get(stage, stage).format(**said)
    return f"Round {t.round}. {line}" if t.round else line


def tell(v: ShogunView, actions: Sequence[int]) -> str:
    """One sentence for what a seat saw."""
    t = v.seen
    who = CLAN_NAMES[int(t.turn)].capitalize() if t.turn >= 0 else "Chance"
    if not actions:
        return f"{who} does nothing."
    if len(actions) == 1:
        return _tell_one(v, who, int(actions[0]))
    if all(a >> 16 == ac.A_SEALED for a in actions):
        return f"{who} makes sealed choices."
    return f"{who}: " + ", ".join(text_of(int(a)) for a in actions if a >> 16 != ac.A_SEALED) + "."


def ending(t: st.ShogunState) -> list[Saying]:
    """What decided the game."""
    if t.stage != st.OVER:
        return []
    most = max([int(planning.seat_provinces(t, seat)) for seat in range(t.options.players)])
    winner = CLAN_NAMES[int(t.winner)] if t.winner >= 0 else ""
    if t.ending == losing.BY_PROVINCES:
        if not winner:
            return [Saying("{count} provinces were reached together", count=int(t.goal))]
        return [Saying("{seat} owns {count} provinces; {goal} are enough", seat=winner, count=most, goal=int(t.goal))]
    if t.ending == losing.LAST_STANDING:
        return [Saying("{seat} is the last clan standing", seat=winner)]
    if t.ending == losing.BY_ROUNDS:
        rounds = Saying("the last of {rounds} rounds is over", rounds=t.options.integer("rounds"))
        if winner:
            return [rounds, Saying("{seat} owns most provinces: {count}", seat=winner, count=most)]
        return [rounds, Saying("several own most provinces, {count} each", count=most)]
    return [Saying("no clan is left")]


def effects(v: ShogunView, action: int) -> list[Saying]:
    """What came of one action: who got a card or builds, whose dice hit, what a ninja's die means, what ends."""
    t = v.seen
    kind, x = action >> 16, (action >> 8) & 255
    if kind == ac.A_DEAL:
        return [_dealt(t)]
    if kind == ac.A_DRAW and t.turn >= 0:
        return [Saying("{clan} draws", clan=CLAN_NAMES[int(t.turn)].capitalize())]
    if kind in (ac.A_CASTLE, ac.A_FORTRESS) and t.turn >= 0:
        return [building(t.turn, 1 if kind == ac.A_CASTLE else 2, x)]
    if kind in (ac.A_ROLL, ac.A_NINJA):
        return [thrown(t, x) if kind == ac.A_ROLL else _ninja_rolled(t, x)]
    if kind == ac.A_DONE and t.stage in ENDED:
        return [ENDED[int(t.stage)]]
    return []


# What "done" brings to an end, by stage.
ENDED: Final = {
    int(st.MOVE): Saying("ends the movement of armies"),
    int(st.GARRISON): Saying("leaves no more units behind"),
    int(st.DECLARE): Saying("declares no further attacks"),
    int(st.CHAIN): Saying("attacks no further"),
    int(st.MARCH): Saying("ends the final movement"),
    int(st.SEND): Saying("sends no more units"),
    int(st.ABSORB): Saying("takes in no more units"),
}


def _dealt(t: st.ShogunState) -> Saying:
    """Cards go round seat by seat (RULES §3.2)."""
    return Saying("is dealt to {clan}", clan=CLAN_NAMES[int(t.count) % t.options.players].capitalize())


def _rolled(t: st.ShogunState) -> Saying:
    side = ("attacker", "defender")[int(t.side)]
    roll = ROLL_NAMES[int(combat.roll_class(t.step))]
    dice = int(combat.dice_now(t))
    if dice == 1:
        return Saying("{side} rolls one die for {roll}", side=side, roll=roll)
    return Saying("{side} rolls {dice} dice for {roll}", side=side, dice=dice, roll=roll)


def thrown(t: st.ShogunState, hits: int) -> Saying:
    """The dice of one throw, face by face, and up to which number they hit."""
    side = ("attacker", "defender")[int(t.side)]
    roll = int(combat.roll_class(t.step))
    dice = int(combat.dice_now(t))
    kind, value = ROLL_NAMES[roll], COMBAT_VALUES[roll]
    shown = " ".join(map(str, faces(roll, dice, hits, _salt(t))))
    if dice == 1 and t.strike_first:
        return Saying("{side} strikes first with one die for {roll} that hits up to {value} ({faces})", side=side,
                      roll=kind, value=value, faces=shown)  # fmt: skip
    if dice == 1:
        return Saying("{side} rolls one die for {roll} that hits up to {value} ({faces})", side=side, roll=kind,
                      value=value, faces=shown)  # fmt: skip
    if t.strike_first:
        return Saying("{side} strikes first with {dice} dice for {roll} that hit up to {value} ({faces})", side=side,
                      dice=dice, roll=kind, value=value, faces=shown)  # fmt: skip
    return Saying("{side} rolls {dice} dice for {roll} that hit up to {value} ({faces})", side=side, dice=dice,
                  roll=kind, value=value, faces=shown)  # fmt: skip


def _salt(t: st.ShogunState) -> int:
    """A number of this throw, from what everybody sees of it: all watchers are told the same faces."""
    salt = 0
    for part in (t.round, t.war, t.att_army, t.att_from, t.att_to, t.count, t.strike_first, t.step, t.side, t.rolled,
                 t.hits_on_attacker, t.hits_on_defender):  # fmt: skip
        salt = (salt * 97 + int(part) + 2) % 1_000_000_007
    return salt


def _ninja_rolled(t: st.ShogunState, face: int) -> Saying:
    clan = CLAN_NAMES[int(t.strike_at) // int(ARMIES_EACH)].capitalize()
    number = int(t.strike_at) % int(ARMIES_EACH) + 1
    if t.stage == st.REVENGE_ROLL:
        return Saying("{clan} may take revenge", clan=clan) if face > NINJA_HITS else Saying("there is no revenge")
    if face > NINJA_HITS:
        return Saying("the daimyo of {clan}'s army {number} escapes", clan=clan, number=number)
    return Saying("the daimyo of {clan}'s army {number} is struck down", clan=clan, number=number)


def _some(number: int, one: str, many: str) -> str:
    return f"no {many}" if number == 0 else f"one {one}" if number == 1 else f"{number} {many}"


def _tell_one(v: ShogunView, who: str, action: int) -> str:
    t = v.seen
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    if kind == ac.A_ROLL:
        return f"The {thrown(t, x)}: {_some(x, 'hit', 'hits')}."
    if kind == ac.A_NINJA:
        return f"The die shows {x}: {_ninja_rolled(t, x)}."
    if kind == ac.A_DONE:
        return f"{who} {ENDED[int(t.stage)]}." if t.stage in ENDED else f"{who} is done."
    if kind == ac.A_DEAL:
        return f"{_name(PROVINCE_NAMES, x)} {_dealt(t)}."
    if kind in (ac.A_ALONG, ac.A_JOIN):
        return _tell_ronin(t, who, x)
    return _told_of_war(who, kind, x, y) or _told_of_peace(who, kind, x, y) or f"{who}: {text_of(action)}."


def _tell_ronin(t: st.ShogunState, who: str, number: int) -> str:
    """How many hidden ronin go along, join an attack or fight beside a daimyo."""
    ronin = _some(number, "ronin", "ronin")
    if t.stage == st.ALONG:
        return f"{who} takes {ronin} along."
    if t.stage == st.MARCH_RONIN:
        return f"{who} sends {ronin} along."
    if t.stage == st.DEFENCE:
        return f"{who} puts {ronin} beside the daimyo."
    return f"{who} brings {ronin} into the attack."


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else ""


def _told_of_peace(who: str, kind: int, x: int, y: int) -> str:
    """Set-up, planning, swords, building and hiring."""
    place, other = _name(PROVINCE_NAMES, x), _name(PROVINCE_NAMES, y)
    unit, clan = _name(UNIT_NAMES, x), _name(CLAN_NAMES, x).capitalize()
    told = {
        int(ac.A_SPLIT): f"{who} gives {place} to the {('first', 'second')[y & 1]} colour.",
        int(ac.A_DRAW): f"{who} draws sword {x}.",
        int(ac.A_REINFORCE): f"{who} puts two spearmen into {place}.",
        int(ac.A_MARKER): f"{who} raises an army in {place}.",
        int(ac.A_SPY): f"{who}'s ninja spies on {clan}.",
        int(ac.A_NO_SPY): f"{who} sends no spy.",
        int(ac.A_BIN): f"{who} puts {y} koku into {_name(BIN_NAMES, x)}.",
        int(ac.A_WISH): f"{who} asks for sword {x}.",
        int(ac.A_TIE): f"The lot lets {clan} choose first.",
        int(ac.A_TAKE): f"{who} takes sword {x}.",
        int(ac.A_CASTLE): f"{who} builds a castle in {place}.",
        int(ac.A_FORTRESS): f"{who} makes the castle in {place} a fortress.",
        int(ac.A_LEVY): f"{who} levies a {unit} in {other}.",
        int(ac.A_LEVY_ARMY): f"{who} levies a {unit} for the army in {other}.",
        int(ac.A_LEVY_NEXT): f"{who} goes on to the next kind of unit.",
        int(ac.A_LEVY_NONE): f"{who} levies no more units.",
        int(ac.A_HIDE): f"{who} hides a ronin in {place}.",
        int(ac.A_HIDE_NONE): f"{who} hides no more ronin.",
        int(ac.A_RECOVER): f"{who}'s daimyo returns in {place}.",
        int(ac.A_ABSORB): f"{who}'s daimyo takes in a {unit}.",
        int(ac.A_SEALED): f"{who} makes a sealed choice.",
    }
    return told.get(kind, "")


def _told_of_war(who: str, kind: int, x: int, y: int) -> str:
    """The ninja, movement and battle."""
    place, other = _name(PROVINCE_NAMES, x), _name(PROVINCE_NAMES, y)
    unit, clan = _name(UNIT_NAMES, x), _name(CLAN_NAMES, x).capitalize()
    told = {
        int(ac.A_STRIKE): f"{who}'s ninja strikes at the daimyo of {clan}'s army {y + 1}.",
        int(ac.A_NO_STRIKE): f"{who}'s ninja holds back.",
        int(ac.A_REVENGE): f"{who} takes revenge on the daimyo of army {x + 1}.",
        int(ac.A_MOVE): f"{who}'s army {x + 1} moves to {other}.",
        int(ac.A_PICK): f"{who}'s army {x + 1} takes in a {_name(UNIT_NAMES, y)}.",
        int(ac.A_LEAVE): f"{who} leaves a {unit} behind as garrison.",
        int(ac.A_DECLARE_ARMY): f"{who}'s army {x + 1} will attack {other}.",
        int(ac.A_DECLARE_FORCE): f"{who}'s force in {place} will attack {other}.",
        int(ac.A_FIGHT_ARMY): f"{who}'s army {x + 1} goes into battle.",
        int(ac.A_FIGHT_FORCE): f"{who}'s force in {place} goes into battle.",
        int(ac.A_ATTACK): f"{who}'s army attacks {place}.",
        int(ac.A_ENTER): f"{who}'s army enters {place}.",
        int(ac.A_LOSE_ARMY): f"{who}'s army loses a {unit}.",
        int(ac.A_LOSE_FORCE): f"{who}'s force loses a {unit}.",
        int(ac.A_PRESS): f"{who} fights on.",
        int(ac.A_CALL_OFF): f"{who} calls the battle off.",
        int(ac.A_MARCH): f"{who}'s force in {place} marches to {other}.",
        int(ac.A_MARCH_JOIN): f"{who}'s force in {place} marches into the army in {other}.",
        int(ac.A_SEND): f"{who} sends a {unit}.",
    }
    return told.get(kind, "")


def faces(roll: int, dice: int, hits: int, salt: int) -> list[int]:
    """Die faces that show a recorded number of hits; the same salt gives the same faces.

    A record holds the hits of a throw. The faces are drawn to fit them, each as likely as with real dice.

    >>> sum(face <= 6 for face in faces(0, 4, 3, salt=17))
    3
    """
    rng = Rng(salt)
    value = COMBAT_VALUES[roll]
    shown = [1 + int(rng.below(value)) for _ in range(hits)]
    shown += [value + 1 + int(rng.below(12 - value)) for _ in range(dice - hits)]
    for i in range(len(shown) - 1, 0, -1):
        j = int(rng.below(i + 1))
        shown[i], shown[j] = shown[j], shown[i]
    return shown
