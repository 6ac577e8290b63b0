"""One table: action number <-> named fields <-> the text a person types.

A number is kind * 65536 + x * 256 + y; the fields of a kind are named in `TABLE`, in the order x, y.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.errors import BadNotation
from gunbai.games.shogun.data import BIN_NAMES, CLAN_NAMES, PROVINCE_IDS, PROVINCE_NUMBER, UNIT_NAMES, UNIT_PLURALS

A_DEAL: Final[i64] = 1
A_SPLIT: Final[i64] = 2
A_DRAW: Final[i64] = 3
A_REINFORCE: Final[i64] = 4
A_MARKER: Final[i64] = 5
A_SPY: Final[i64] = 6
A_NO_SPY: Final[i64] = 7
A_BIN: Final[i64] = 8
A_WISH: Final[i64] = 9
A_TIE: Final[i64] = 10
A_TAKE: Final[i64] = 11
A_CASTLE: Final[i64] = 12
A_FORTRESS: Final[i64] = 13
A_LEVY: Final[i64] = 14
A_LEVY_ARMY: Final[i64] = 15
A_LEVY_NEXT: Final[i64] = 16
A_LEVY_NONE: Final[i64] = 17
A_HIDE: Final[i64] = 18
A_HIDE_NONE: Final[i64] = 19
A_STRIKE: Final[i64] = 20
A_NO_STRIKE: Final[i64] = 21
A_NINJA: Final[i64] = 22
A_REVENGE: Final[i64] = 23
A_MOVE: Final[i64] = 24
A_PICK: Final[i64] = 25
A_LEAVE: Final[i64] = 26
A_ALONG: Final[i64] = 27
A_DECLARE_ARMY: Final[i64] = 28
A_DECLARE_FORCE: Final[i64] = 29
A_FIGHT_ARMY: Final[i64] = 30
A_FIGHT_FORCE: Final[i64] = 31
A_ATTACK: Final[i64] = 32
A_ENTER: Final[i64] = 33
A_JOIN: Final[i64] = 34
A_ROLL: Final[i64] = 35
A_LOSE_ARMY: Final[i64] = 36
A_LOSE_FORCE: Final[i64] = 37
A_PRESS: Final[i64] = 38
A_CALL_OFF: Final[i64] = 39
A_MARCH: Final[i64] = 40
A_MARCH_JOIN: Final[i64] = 41
A_SEND: Final[i64] = 42
A_RECOVER: Final[i64] = 43
A_ABSORB: Final[i64] = 44
A_DONE: Final[i64] = 45
A_SEALED: Final[i64] = 46

_PROVINCE: Final = "<province>"
_CLAN: Final = "<clan>"
_ARMY: Final = "<army>"
_UNIT: Final = "<unit>"
_BIN: Final = "<bin>"
_NUMBER: Final = "<number>"
_HALF: Final = "<half>"

# kind -> words; fields stand for x, then y.
TABLE: Final[dict[int, tuple[str, ...]]] = {
    int(A_DEAL): ("deal", _PROVINCE),
    int(A_SPLIT): ("split", _PROVINCE, _HALF),
    int(A_DRAW): ("draw", "sword", _NUMBER),
    int(A_REINFORCE): ("reinforce", _PROVINCE),
    int(A_MARKER): ("marker", _PROVINCE),
    int(A_SPY): ("spy", "on", _CLAN),
    int(A_NO_SPY): ("no", "spy"),
    int(A_BIN): ("bin", _BIN, _NUMBER),
    int(A_WISH): ("wish", "sword", _NUMBER),
    int(A_TIE): ("first", _CLAN),
    int(A_TAKE): ("take", "sword", _NUMBER),
    int(A_CASTLE): ("castle", _PROVINCE),
    int(A_FORTRESS): ("fortress", _PROVINCE),
    int(A_LEVY): ("levy", _UNIT, _PROVINCE),
    int(A_LEVY_ARMY): ("levy", _UNIT, _PROVINCE, "army"),
    int(A_LEVY_NEXT): ("levy", "next"),
    int(A_LEVY_NONE): ("levy", "none"),
    int(A_HIDE): ("ronin", _PROVINCE),
    int(A_HIDE_NONE): ("ronin", "none"),
    int(A_STRIKE): ("strike", _CLAN, "army", _ARMY),
    int(A_NO_STRIKE): ("no", "strike"),
    int(A_NINJA): ("die", _NUMBER),
    int(A_REVENGE): ("revenge", "army", _ARMY),
    int(A_MOVE): ("move", _ARMY, _PROVINCE),
    int(A_PICK): ("pick", _ARMY, _UNIT),
    int(A_LEAVE): ("leave", _UNIT),
    int(A_ALONG): ("along", _NUMBER),
    int(A_DECLARE_ARMY): ("declare", "army", _ARMY, _PROVINCE),
    int(A_DECLARE_FORCE): ("declare", _PROVINCE, _PROVINCE),
    int(A_FIGHT_ARMY): ("fight", "army", _ARMY),
    int(A_FIGHT_FORCE): ("fight", _PROVINCE),
    int(A_ATTACK): ("attack", _PROVINCE),
    int(A_ENTER): ("enter", _PROVINCE),
    int(A_JOIN): ("join", _NUMBER),
    int(A_ROLL): ("hits", _NUMBER),
    int(A_LOSE_ARMY): ("lose", "army", _UNIT),
    int(A_LOSE_FORCE): ("lose", "force", _UNIT),
    int(A_PRESS): ("press",),
    int(A_CALL_OFF): ("call", "off"),
    int(A_MARCH): ("march", _PROVINCE, _PROVINCE),
    int(A_MARCH_JOIN): ("march", _PROVINCE, _PROVINCE, "army"),
    int(A_SEND): ("send", _UNIT),
    int(A_RECOVER): ("recover", _PROVINCE),
    int(A_ABSORB): ("absorb", _UNIT),
    int(A_DONE): ("done",),
    # What another seat perceives of a sealed choice.
    int(A_SEALED): ("sealed",),
}
_BY_FIRST: Final[dict[str, list[int]]] = {}
for _kind, _words in TABLE.items():
    _BY_FIRST.setdefault(_words[0], []).append(_kind)


def act(kind: i64, x: i64 = 0, y: i64 = 0) -> i64:
    """The number of an action."""
    return kind * 65536 + x * 256 + y


def fields_of(kind: int) -> list[str]:
    """The fields of a kind of action, in the order x, y."""
    return [word for word in TABLE[kind] if word.startswith("<")]


def known(action: int) -> bool:
    """Whether a number is an action at all, legal or not."""
    kind = action >> 16
    if action < 0 or kind not in TABLE:
        return False
    fields = fields_of(kind)
    values = [(action >> 8) & 255, action & 255]
    if any(values[len(fields) :]):
        return False
    return all(value < _range(field) for field, value in zip(fields, values, strict=False))


def _range(field: str) -> int:
    if field == _PROVINCE:
        return len(PROVINCE_IDS)
    if field == _CLAN:
        return len(CLAN_NAMES)
    if field == _UNIT:
        return len(UNIT_NAMES)
    return {_ARMY: 3, _BIN: len(BIN_NAMES), _HALF: 2}.get(field, 100)


def text_of(action: int) -> str:
    """The short form a person types."""
    if not known(action):
        raise BadNotation("{number} is not an action of Shogun", number=action)
    values = [(action >> 8) & 255, action & 255]
    words = []
    for word in TABLE[action >> 16]:
        if word.startswith("<"):
            words.append(_show(word, values.pop(0)))
        else:
            words.append(word)
    return " ".join(words)


def _show(field: str, value: int) -> str:
    if field == _PROVINCE:
        return PROVINCE_IDS[value]
    if field == _CLAN:
        return CLAN_NAMES[value]
    if field == _UNIT:
        return UNIT_NAMES[value]
    if field == _BIN:
        return BIN_NAMES[value]
    if field == _HALF:
        return ("first", "second")[value]
    return str(value + 1) if field == _ARMY else str(value)


def action_of(text: str) -> int:
    """The inverse of `text_of`; capitals and spare spaces are forgiven."""
    words = text.lower().split()
    if not words or words[0] not in _BY_FIRST:
        raise BadNotation(
            "{input!r} is not an action of Shogun; orders begin with {verbs}",
            input=text[:60],
            verbs=", ".join(_BY_FIRST),
        )
    for kind in _BY_FIRST[words[0]]:
        template = TABLE[kind]
        if len(template) != len(words):
            continue
        values: list[int] = []
        for expected, word in zip(template, words, strict=True):
            if expected.startswith("<"):
                value = _read(expected, word)
                if value < 0:
                    break
                values.append(value)
            elif expected != word:
                break
        else:
            values += [0, 0]
            return kind * 65536 + values[0] * 256 + values[1]
    forms = "; ".join(" ".join(TABLE[kind]) for kind in _BY_FIRST[words[0]])
    raise BadNotation("{input!r} is not an action of Shogun; the form is {forms}", input=text[:60], forms=forms)


def _read(field: str, word: str) -> int:
    if field == _PROVINCE:
        return PROVINCE_NUMBER.get(word, -1)
    if field == _CLAN:
        return CLAN_NAMES.index(word) if word in CLAN_NAMES else -1
    if field == _UNIT:
        return unit_of(word)
    if field == _BIN:
        return BIN_NAMES.index(word) if word in BIN_NAMES else -1
    if field == _HALF:
        return {"first": 0, "second": 1}.get(word, -1)
    if not (word.isascii() and word.isdigit()) or len(word) > 2 or (len(word) > 1 and word[0] == "0"):
        return -1
    if field == _ARMY:
        return int(word) - 1 if 1 <= int(word) <= 3 else -1
    return int(word)


def unit_of(word: str) -> int:
    """The type a word names, singular or plural; -1 when it names none."""
    if word in UNIT_NAMES:
        return UNIT_NAMES.index(word)
    return UNIT_PLURALS.index(word) if word in UNIT_PLURALS else -1
