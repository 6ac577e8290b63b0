"""Sentences: what happened as a seat saw it, what the game waits for, and dice faces for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.shogun import actions as ac
from gunbai.games.shogun import combat
from gunbai.games.shogun import state as st
from gunbai.games.shogun.actions import text_of
from gunbai.games.shogun.data import (
    BIN_NAMES,
    CLAN_NAMES,
    COMBAT_VALUES,
    PROVINCE_NAMES,
    ROLL_NAMES,
    UNIT_NAMES,
)
from gunbai.games.shogun.view import ShogunView

_PHASES: Final = {
    "deal": "Province cards are dealt.",
    "split": "{who} gives {place} to one of two colours.",
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
        side = ("attacker", "defender")[int(t.side)]
        roll = ROLL_NAMES[int(combat.roll_class(t.step))]
        target = PROVINCE_NAMES[int(t.att_to)]
        line = f"Battle for {target}, step {t.step}: the {side} rolls {combat.dice_now(t)} for {roll}."
    else:
        place = PROVINCE_NAMES[int(t.board.provinces[t.count])] if stage == "split" else ""
        phase = "Phase D" if t.final else "Phase A"
        line = _PHASES.get(stage, stage).format(who=who, n=int(t.to_lose), place=place, phase=phase)
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


def effects(v: ShogunView, action: int) -> list[Saying]:
    """What came of one action: whose dice showed the hits."""
    return [_rolled(v.seen)] if action >> 16 == ac.A_ROLL else []


def _rolled(t: st.ShogunState) -> Saying:
    side = ("attacker", "defender")[int(t.side)]
    roll = ROLL_NAMES[int(combat.roll_class(t.step))]
    return Saying("{side} rolls {dice} for {roll}", side=side, dice=int(combat.dice_now(t)), roll=roll)


def _tell_one(v: ShogunView, who: str, action: int) -> str:
    t = v.seen
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    place = PROVINCE_NAMES[x] if x < len(PROVINCE_NAMES) else ""
    other = PROVINCE_NAMES[y] if y < len(PROVINCE_NAMES) else ""
    unit = UNIT_NAMES[x] if x < len(UNIT_NAMES) else ""
    if kind == ac.A_ROLL:
        return f"The {_rolled(t)}: {x} hit{'s' * (x != 1)}."
    told = {
        int(ac.A_DEAL): f"{place} is dealt.",
        int(ac.A_DRAW): f"{who} draws sword {x}.",
        int(ac.A_REINFORCE): f"{who} reinforces {place}.",
        int(ac.A_MARKER): f"{who} places an army in {place}.",
        int(ac.A_BIN): f"{who} puts {y} koku into {BIN_NAMES[x] if x < 5 else ''}.",
        int(ac.A_TAKE): f"{who} takes sword {x}.",
        int(ac.A_CASTLE): f"{who} builds a castle in {place}.",
        int(ac.A_FORTRESS): f"{who} builds a fortress in {place}.",
        int(ac.A_STRIKE): f"{who}'s ninja strikes at {CLAN_NAMES[x] if x < 5 else ''}'s army {y + 1}.",
        int(ac.A_NINJA): f"The die shows {x}.",
        int(ac.A_MOVE): f"{who}'s army {x + 1} moves to {other}.",
        int(ac.A_PICK): f"{who}'s army {x + 1} picks up a {UNIT_NAMES[y] if y < 5 else ''}.",
        int(ac.A_LEAVE): f"{who} leaves a {unit} behind.",
        int(ac.A_DECLARE_ARMY): f"{who}'s army {x + 1} declares against {other}.",
        int(ac.A_DECLARE_FORCE): f"{who}'s force in {place} declares against {other}.",
        int(ac.A_FIGHT_ARMY): f"{who}'s army {x + 1} goes into battle.",
        int(ac.A_FIGHT_FORCE): f"{who}'s force in {place} goes into battle.",
        int(ac.A_ATTACK): f"{who}'s army attacks {place}.",
        int(ac.A_ENTER): f"{who}'s army enters {place}.",
        int(ac.A_LOSE_ARMY): f"{who} loses a {unit} of the army.",
        int(ac.A_LOSE_FORCE): f"{who} loses a {unit} of the force.",
        int(ac.A_PRESS): f"{who} presses the attack.",
        int(ac.A_CALL_OFF): f"{who} calls off the battle.",
        int(ac.A_MARCH): f"{who} marches from {place} to {other}.",
        int(ac.A_MARCH_JOIN): f"{who} marches from {place} into the army in {other}.",
        int(ac.A_RECOVER): f"{who}'s daimyo returns in {place}.",
        int(ac.A_SEALED): f"{who} makes a sealed choice.",
    }
    return told.get(kind, f"{who}: {text_of(action)}.")


def faces(roll: int, dice: int, hits: int, salt: int) -> list[int]:
    """Die faces that show a recorded number of hits; the same salt (the step's number) gives the same faces.

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
