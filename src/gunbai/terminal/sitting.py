"""One keyboard at a table: whose eyes look, what is typed, what the bots answer. Shared by screen and line mode."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gunbai import bots, session
from gunbai.bots.advice import analyse
from gunbai.core.bot import Bot, Budget, TurnTime
from gunbai.core.errors import BadNotation, GunbaiError, IllegalAction
from gunbai.core.foresight import sentences
from gunbai.core.game import SPECTATOR, Outlook, View
from gunbai.core.rulebook import Paragraph, look_up, rules_text
from gunbai.session import BOT, PERSON, TAKE_BACK, Clock, LogLine, Table
from gunbai.terminal.drawing import drawing_for

INFO, PLAYED, REFUSED, QUIT, AGAIN = "info", "played", "refused", "quit", "again"
BOARD, LOG, RULES = "board", "log", "rules"
_NEWS = 24
# The longest time a hint may take, and how many actions it names.
_HINT_SECONDS = 1.0
_HINT_LINE = 5
# So many words that a choice can begin with are named.
_BEGINNINGS = 12

HELP = """\
Play by choosing from the list, or type an action or a whole command and press Enter.
  ? ACTION      why not? the rule that forbids it, or what it would bring
  hint          what a strong player would do here, and why; it plays nothing
  undo          take back your last action, until something hidden was shown
  undo all      take back all you may
  take back     ask the others to take back to before your last turn (take back 5: the last 5 actions)
  draw          offer a draw;  accept or decline an offer
  resign yes    give up the game
  save [FILE]   keep the game in a file;  gunbai play --resume FILE goes on
  log           the game so far in sentences
  rules [4.2]   the rules, a section or a paragraph
  board         draw the board again;  legal [WORDS] lists your choices
  say TEXT      a word to the table, kept in the record;  truces lists the truces you know of
  again         after the end: play once more, same seats
  quit          leave; on the screen an unfinished game is saved by itself
A word the game uses for an action plays that action; with a colon (:draw) it is always the command above."""


@dataclass(frozen=True)
class Answer:
    """What came of a typed line: a kind for the screen, and words for the person."""

    kind: str
    text: str = ""


class Sitting:
    """The person at this keyboard sees only what `eyes` may see, and nothing at all while `covered`."""

    def __init__(self, table: Table, thinking: float = 2.0, save_to: Path | None = None, seed: int = 0) -> None:
        self.table = table
        self.game = table.game
        self.drawing = drawing_for(self.game.info.name, table.options)
        self.save_to = save_to
        self._thinking = thinking
        self._time = TurnTime(thinking)
        self._bots_left_at = -1
        self._seed = seed
        self._bots: dict[int, Bot] = {}
        self._kept = table.version
        # What can be foreseen at the moment on the screen: version, seat and outlook.
        self._outlook: tuple[tuple[int, int], Outlook] | None = None
        self.eyes = int(SPECTATOR)
        self.covered = False
        for seat, who in enumerate(table.seats):
            if who.kind == BOT:
                self._bots[seat] = bots.make(who.bot, seed + seat)
        self.persons = tuple(seat for seat, who in enumerate(table.seats) if who.kind == PERSON)
        if len(self.persons) == 1:
            self.eyes = self.persons[0]
        self.look_round()

    # -- whose turn at the keyboard ------------------------------------------------------------

    @property
    def hot_seat(self) -> bool:
        return len(self.persons) > 1

    @property
    def next_person(self) -> int | None:
        """The person the game waits for; the one at the keyboard first, so that nobody is sent away needlessly."""
        offer = self.table.offers.standing
        if offer is not None:
            asked = [p for p in self.persons if p != offer.seat and p not in offer.accepted]
            if asked:
                return asked[0]
        waiting = [seat for seat in self.table.to_act if seat in self.persons]
        if not waiting:
            return None
        return self.eyes if self.eyes in waiting else waiting[0]

    @property
    def last_person(self) -> int | None:
        """The person who acted last and may wish to take that back, while nobody has acted since."""
        steps = self.table.history.steps(int(SPECTATOR), self.table.length - 1)
        return steps[0].seat if steps and steps[0].seat in self.persons else None

    def look_round(self) -> None:
        """Cover the screen if somebody else must come to the keyboard; after the game, show what all may see."""
        if not self.hot_seat:
            return
        if self.table.over:
            self.eyes, self.covered = int(SPECTATOR), False
            return
        person = self.next_person
        if person is not None and person != self.eyes:
            self.covered = True

    def take_seat(self) -> None:
        """The person asked for sits down and looks."""
        person = self.next_person
        if self.covered and person is not None:
            self.eyes, self.covered = person, False

    # -- looking ---------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The view this keyboard may show: the spectator's while it is handed over."""
        return self.table.view(self.watcher)

    @property
    def watcher(self) -> int:
        return int(SPECTATOR) if self.covered else self.eyes

    @property
    def legal(self) -> list[int]:
        return [] if self.covered or self.eyes < 0 else self.table.legal(self.eyes)

    def choices(self, filter_text: str = "", place: str = "") -> list[tuple[int, str]]:
        """The legal actions with their texts, narrowed by typed words and a place."""
        words = filter_text.lower().split()
        found = []
        for action in self.legal:
            text = self.game.action_text(action)
            if place and place not in self.drawing.places(text):
                continue
            if all(word in text.lower() for word in words):
                found.append((action, text))
        return found

    def news(self) -> list[str]:
        """What others did since the one at the keyboard last acted, as action texts; the last few."""
        texts = []
        for step in reversed(self.table.history.steps(self.watcher, self.table.length - _NEWS)):
            if step.seat == self.eyes:
                break
            texts.append(self.game.action_text(step.action))
        return texts[::-1]

    @property
    def asked_to_consent(self) -> bool:
        """Whether the one at the keyboard must answer an offer."""
        offer = self.table.offers.standing
        return offer is not None and not self.covered and self.eyes >= 0 and self.eyes != offer.seat

    @property
    def prompt(self) -> str:
        if self.table.over:
            return f"The game is over: {self.outcome}"
        offer = self.table.offers.standing
        if offer is not None and self.asked_to_consent:
            what = "offers a draw" if offer.kind == "draw" else f"asks to take back to action {offer.length}"
            return f"{self.table.name(offer.seat)} {what}: accept or decline?"
        return self.game.prompt(self.view)

    @property
    def outcome(self) -> str:
        """Who won and why, in a sentence."""
        table = self.table
        how = sentences(table.ending) or table.result.partition("(")[2].removesuffix(")") or table.result
        best = max(table.returns)
        winners = [seat for seat, value in enumerate(table.returns) if value == best]
        if len(winners) == table.options.players:
            return f"a draw, {how}."
        names = " and ".join("you" if seat == self.eyes else table.name(seat) for seat in winners)
        verb = "win" if len(winners) > 1 or winners[0] == self.eyes else "wins"
        return f"{names} {verb}, {how}."

    def again(self) -> Sitting:
        """A sitting like this one, at a new table with the same options, seats and time."""
        old = self.table
        table = Table(old.game, old.options, list(old.seats), clock=Clock(old.clock.control, old.options.players))
        return Sitting(table, self._thinking)

    def hint(self) -> Answer:
        """What the search would do in the place of the one at the keyboard, from what that seat sees, and why."""
        seat = self._seat()
        if seat not in self.table.to_act:
            raise GunbaiError("it is not your turn; there is nothing to advise")
        found = analyse(self.game, self.table.view(seat), Budget(min(self._thinking, _HINT_SECONDS)))
        best = found.advice[0]
        near = [each.text for each in found.advice if each.equal]
        lines = [f"Hint: {best.text}. {best.sentence[:1].upper()}{best.sentence[1:].rstrip('.')}."]
        if best.brings:
            lines.append(f"It brings: {best.brings}.")
        if best.why:
            # What sets it apart may also be a drawback.
            lines.append(f"Beside the others: {best.why}.")
        if len(found.line) > 1:
            lines.append(f"It expects: {', '.join(found.line[:_HINT_LINE])}.")
        if near:
            lines.append(f"About as good: {', '.join(near[:_HINT_LINE])}.")
        return Answer(INFO, "\n".join(lines))

    def log(self, since: int = 0) -> list[LogLine]:
        """The game in sentences, one for each run of actions, from the action after the first `since`."""
        return self.table.log.lines(self.watcher, since, by_turn=True)

    def lately(self, runs: int) -> list[LogLine]:
        """The last runs of actions, in sentences."""
        steps = self.table.history.steps(self.watcher)
        at, last = len(steps), None
        while at and (runs > 0 or steps[at - 1].seat == last):
            at -= 1
            if steps[at].seat != last:
                last = steps[at].seat
                runs -= 1
        return self.log(at)

    def meaning(self, action: int) -> str:
        """An action in a sentence, before it is played."""
        return self.game.tell(self.view, [action])

    def brings(self, action: int) -> str:
        """What a legal action of the one at the keyboard would bring, in words; often nothing that needs saying."""
        moment = (self.table.version, self.eyes)
        if self._outlook is None or self._outlook[0] != moment:
            self._outlook = (moment, self.game.outlook(self.view))
        outlook = self._outlook[1]
        # A screen may still show a choice of the moment before.
        return sentences(outlook.foresee([action]).sayings) if action in outlook.legal else ""

    def numbered(self, number: int, action: int, text: str) -> str:
        """A choice as a line of a list."""
        brings = self.brings(action)
        return f"{number:>4} {text}" + (f"  ({brings})" if brings else "")

    # -- bots -----------------------------------------------------------------------------------

    @property
    def bot_to_act(self) -> int | None:
        """A bot's seat the game waits for."""
        return next((seat for seat in self.table.to_act if seat in self._bots), None)

    def think(self, seat: int) -> int:
        """The bot's choice from the view of its seat; changes nothing and may run beside the screen."""
        view, legal = self.table.view(seat), self.table.bot_actions(seat)
        if self.table.version != self._bots_left_at:
            # Somebody else has acted since: a new turn, with all its time.
            self._time.begin(seat)
        budget = Budget(self._time.left(seat))
        began = budget.clock()
        action = self._bots[seat].choose(self.game, view, legal, budget)
        self._time.used(budget.clock() - began)
        return action

    def bots_play(self) -> None:
        """Let bots act until a person must decide or the game ends."""
        while (seat := self.bot_to_act) is not None:
            self.play_bot(seat, self.think(seat))

    def play_bot(self, seat: int, action: int) -> None:
        self.table.play(seat, action)
        self._bots_left_at = self.table.version
        self.look_round()

    def leave(self) -> str:
        """Keep what was played since the last save; the words for it, none when there is nothing to keep."""
        if self.table.over or self.table.version == self._kept or not self.persons:
            return ""
        return self.type(":save").text

    # -- typing ---------------------------------------------------------------------------------

    def play(self, action: int) -> Answer:
        """Play one action for the seat at the keyboard."""
        return self._play_all([action])

    def type(self, line: str, meant: int | None = None) -> Answer:
        """Understand a typed line: an action, a whole command, a question or a word to the table; never raises.

        `meant` is the choice pointed at: a line that is nothing else, but fits that choice, plays it.
        """
        line = " ".join(line.split())
        try:
            return self._understand(line, meant)
        except IllegalAction as error:
            return Answer(REFUSED, self._with_rule(error))
        except GunbaiError as error:
            return Answer(REFUSED, str(error))

    def why_not(self, text: str) -> Answer:
        """Whether the seat at the keyboard may do this now, and if not, by which rule."""
        seat = self._seat()
        try:
            try:
                actions = [int(self.game.parse_action(text))]
            except BadNotation:
                actions = self.table.expand(seat, text)
            else:
                self.table.check(seat, actions[0])
            brings = sentences(self.game.foresee(self.view, actions).sayings)
        except IllegalAction as error:
            return Answer(INFO, self._with_rule(error))
        return Answer(INFO, f"Nothing forbids it: {text} is legal now." + (f" It brings: {brings}." if brings else ""))

    def _understand(self, line: str, meant: int | None) -> Answer:
        if not line:
            return Answer(INFO)
        self.table.tick()
        if line.startswith("?"):
            question = line.removeprefix("?").strip()
            return self.why_not(question) if question else Answer(INFO, HELP)
        word, _, rest = line.removeprefix(":").partition(" ")
        if word.lower() in ("accept", "decline") and self.asked_to_consent:
            return self._do_accept(rest) if word.lower() == "accept" else self._do_decline(rest)
        exact = [action for action, text in self.choices() if text.lower() == line.lower()]
        if exact:
            return self._play_all(exact)
        command = getattr(self, f"_do_{word.lower()}", None)
        if command is not None and (line.startswith(":") or not self._is_action_word(line)):
            answer = command(rest.strip())
            assert isinstance(answer, Answer)
            return answer
        if line.startswith(":"):
            raise GunbaiError(f"there is no command :{word}; `help` lists them")
        if line.isdecimal() and len(line) < 6:
            legal = self.legal
            if not 1 <= int(line) <= len(legal):
                raise GunbaiError(f"there is no choice {line}; there are {len(legal)}")
            return self._play_all([legal[int(line) - 1]])
        seat = self._seat()
        try:
            return self._play_all(self.table.expand(seat, line))
        except BadNotation:
            matching = [action for action, _ in self.choices(line)]
            if meant in matching:
                matching = [meant]
            if len(matching) == 1:
                return self._play_all(matching)
            if (now := self._beginnings()) and line.lower().split()[0] not in now:
                raise GunbaiError(_no_beginning(line, now)) from None
            raise

    def _beginnings(self) -> list[str]:
        """The words that the choices of this moment begin with."""
        return list(dict.fromkeys(text.lower().split()[0] for _, text in self.choices()))

    def _is_action_word(self, line: str) -> bool:
        try:
            self.game.parse_action(line)
        except BadNotation:
            return False
        return True

    def _seat(self) -> int:
        if self.covered or self.eyes < 0:
            raise GunbaiError("nobody sits at this keyboard now" if not self.table.over else "the game is over")
        return self.eyes

    def _play_all(self, actions: list[int]) -> Answer:
        self.table.play_all(self._seat(), actions)
        self._bots_left_at = self.table.version
        self.look_round()
        return Answer(PLAYED)

    def _with_rule(self, error: IllegalAction) -> str:
        try:
            rules = look_up(self.game, error.paragraph)
        except GunbaiError:
            return str(error)
        quoted = "\n".join(_quoted(rule) for rule in rules if rule.number == error.paragraph)
        return f"{error.reason[:1].upper()}{error.reason[1:]}.\n{quoted}"

    # -- commands, one method each; `help` and HELP name them --------------------------------------

    def _do_help(self, rest: str) -> Answer:
        return Answer(INFO, HELP)

    def _do_hint(self, rest: str) -> Answer:
        return self.hint()

    def _do_again(self, rest: str) -> Answer:
        if not self.table.over:
            raise GunbaiError("this game is not over; `resign yes` gives it up")
        return Answer(AGAIN)

    def _do_undo(self, rest: str) -> Answer:
        # After a hand-over it is still the one who acted that may take back; the cover stays until somebody sits down.
        seat = self.eyes if self.eyes >= 0 else self._seat()
        self.table.undo(seat)
        while rest == "all" and not self.table.undo_refusal(seat):
            self.table.undo(seat)
        self.look_round()
        return Answer(PLAYED, "Taken back.")

    def _do_take(self, rest: str) -> Answer:
        seat = self._seat()
        back, _, count = rest.partition(" ")
        if back != "back":
            raise GunbaiError("take back, or take back NUMBER")
        if count and not count.isdecimal():
            raise GunbaiError(f"take back a number of actions, not {count!r}")
        length = self.table.length - int(count) if count else self._before_last_turn(seat)
        before = self.table.length
        self.table.offer_take_back(seat, max(0, length))
        why_not = "bots take back only what no dice, draw or reveal has followed, and nothing long ago"
        return self._offered("Taken back." if self.table.length < before else "", why_not)

    def _before_last_turn(self, seat: int) -> int:
        """The length of the game before the seat's last run of actions that somebody else answered."""
        actors = [step.seat for step in self.table.history.steps(seat)]
        at = len(actors)
        while at and actors[at - 1] != seat:
            at -= 1
        while at and actors[at - 1] == seat:
            at -= 1
        return at

    def _do_draw(self, rest: str) -> Answer:
        self.table.offer_draw(self._seat())
        return self._offered("", "bots play on")

    def _offered(self, done: str, why_not: str) -> Answer:
        offer = self.table.offers.standing
        self.look_round()
        if offer is not None:
            return Answer(PLAYED, "Offered: the others may accept or decline.")
        if self.table.over:
            return Answer(PLAYED, self.prompt)
        # Only a bot answers at once.
        return Answer(PLAYED, done or f"The offer was declined: {why_not}.")

    def _do_accept(self, rest: str) -> Answer:
        offer = self.table.offers.standing
        carried = self.table.answer(self._seat(), True)
        self.look_round()
        taken = carried and offer is not None and offer.kind == TAKE_BACK
        return Answer(PLAYED, "Taken back." if taken else "Accepted.")

    def _do_decline(self, rest: str) -> Answer:
        self.table.answer(self._seat(), False)
        self.look_round()
        return Answer(PLAYED, "Declined.")

    def _do_resign(self, rest: str) -> Answer:
        seat = self._seat()
        if rest != "yes":
            return Answer(INFO, "To give up the game, type: resign yes")
        self.table.resign(seat)
        self.look_round()
        return Answer(PLAYED)

    def _do_save(self, rest: str) -> Answer:
        target = Path(rest).expanduser() if rest else self.save_to or self._save_name()
        if target.exists() and target != self.save_to and not _is_record(target):
            raise GunbaiError(f"{target} is something else; choose another name")
        session.save(self.table, target)
        self.save_to = target
        self._kept = self.table.version
        return Answer(INFO, f"Saved as {target}. Go on with: gunbai play --resume {target}")

    def _save_name(self) -> Path:
        return Path(f"{self.game.info.name}-{datetime.now():%Y%m%d-%H%M}.gunbai")

    def _do_log(self, rest: str) -> Answer:
        lines = [f"{line.number:>4}  {line.text}" for line in self.log()]
        return Answer(LOG, "\n".join(lines) or "Nothing has happened yet.")

    def _do_rules(self, rest: str) -> Answer:
        if not rest:
            return Answer(RULES, rules_text(self.game))
        found = look_up(self.game, rest)
        return Answer(INFO, "\n\n".join(_quoted(rule) for rule in found))

    def _do_board(self, rest: str) -> Answer:
        return Answer(BOARD)

    def _do_legal(self, rest: str) -> Answer:
        found = self.choices(rest)
        numbers = {action: number for number, action in enumerate(self.legal, start=1)}
        lines = [self.numbered(numbers[action], action, text) for action, text in found]
        return Answer(INFO, "\n".join(lines) or "You have no such choice now.")

    def _do_say(self, rest: str) -> Answer:
        seat = self._seat()
        before = len(self.table.words.known_to(seat))
        self.table.words.say(seat, rest)
        said = self.table.words.known_to(seat)[before:]
        return Answer(INFO, "\n".join(f"{self.table.name(aside.seat)}: {aside.text}" for aside in said))

    def _do_truces(self, rest: str) -> Answer:
        return Answer(INFO, "\n".join(self.table.words.truces(self.watcher)) or "You know of no truce.")

    def _do_quit(self, rest: str) -> Answer:
        return Answer(QUIT)


def _quoted(rule: Paragraph) -> str:
    """A paragraph with its number, its lines run together; list items and tables keep theirs."""
    return f"§{rule.number} " + re.sub(r"(?<!\n)\n(?![\n|*-])", " ", rule.text)


def _no_beginning(line: str, now: Sequence[str]) -> str:
    some = ", ".join(now[:_BEGINNINGS]) + (", …" if len(now) > _BEGINNINGS else "")
    return f"{line[:40]!r} is none of your choices. Now they begin with: {some}. `help` lists the commands"


def _is_record(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as stream:
            return stream.readline().startswith("gunbai record")
    except (OSError, UnicodeDecodeError):
        return False
