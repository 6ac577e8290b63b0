import { onDestroy } from "svelte";
import type { Ahead } from "../../lib/foresight.svelte";
import { aim } from "../../lib/aim.svelte";
import { drafting } from "../../lib/draft.svelte";
import { hints } from "../../lib/hint.svelte";
import { inspect } from "../../lib/inspect.svelte";
import { seatName } from "../../lib/names";
import { pick } from "../../lib/pick.svelte";
import { Trail } from "../../lib/trail.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Choice } from "../../lib/types";
import type { BoardProps } from "..";
import { byItself, gained } from "./chronicle";
import { Field } from "./field";
import * as model from "./model";
import { foretold, willsOf, type Foretold, type Will } from "./foretold";
import { course, mayBuild, mayJoin } from "./orders";
import { carry, phrase, refs, sideOf } from "./phrase";
import { beside, SQUARES, type Command, type GunshiView, type Side, type Way } from "./read";
import { Secret } from "./secret.svelte";
import { changes } from "./trail";

/** So far, in pixels, a pointer has to go before a unit is dragged and not tapped. */
const DRAGS = 8;
/** What is asked next may follow from the order that was given, and is then not asked. */
const GOES_ON = /^(move|turn|shoot|go|to|hit|fence|infantry|archer|cavalry)\b/;

/** The refusal of a thing that has nothing to do with what is decided. */
const NOT_ASKED = "that is not what is decided now: {waiting}";

/** One field on the screen: what the sight says of it, what is in hand or pointed at. Layers and panels read it. */
export class GunshiBoard {
  readonly secret = new Secret();
  readonly trail = new Trail(changes);
  /** The piece that is taken in hand to be set up, if it can be had. */
  inHand = $state<model.Piece>("infantry");
  drag = $state.raw<{ x: number; y: number; over: string } | null>(null);
  /** A unit that is dragged over the field, and the square below the pointer. */
  lifted = $state.raw<{ square: string; x: number; y: number; over: string } | null>(null);
  #pressed: { square: string; x: number; y: number } | null = null;
  #dropped = false; // the click that follows a drop is none
  /** The square that is pointed at. */
  goal = $state("");
  /** Which way the next unit faces that is placed; null for towards the enemy. */
  #facing = $state<Way | null>(null);
  /** Neighbours that are to act along with the unit in hand, and what would come of it, choice by choice. */
  #crew = $state.raw<{ chain: string; squares: string[] }>({ chain: "", squares: [] });
  #together = $state.raw<{ key: string; ahead: Map<string, Ahead> }>({ key: "", ahead: new Map() });
  /** The archer whose range is shown. */
  shown = $state<string | null>(null);
  #invited = $state.raw<{ chain: string; squares: string[] }>({ chain: "", squares: [] });
  #props: () => BoardProps;

  constructor(props: () => BoardProps) {
    this.#props = props;
    $effect(() => {
      const { pile } = this;
      if (pile) this.secret.open(`${this.play?.id} ${this.me} ${pile.verb} ${pile.chosen.join(",")}`);
    });
    $effect(() => {
      drafting.draft = this.pile && this.play ? this.secret.draft(this.pile, this.play) : null;
    });
    onDestroy(() => (drafting.draft = null));
    $effect(() => {
      const key = this.#crewKey;
      if (this.crew.length && key !== this.#together.key) void this.#askTogether(key);
    });
    $effect(() => {
      const squares = this.legal.flatMap(({ text }) => (text.startsWith("join ") ? [text.slice(5)] : []));
      const chain = this.#chain;
      if (squares.length && (this.#invited.chain !== chain || squares.length > this.#invited.squares.length))
        this.#invited = { chain, squares };
    });
    $effect(() => this.trail.see(this.sight, this.log, this.play !== null, this.play?.earlier ?? null));
  }

  sight = $derived.by(() => this.#props().sight);
  log = $derived.by(() => this.#props().log);
  play = $derived.by(() => this.#props().play);
  view = $derived(this.sight.view as GunshiView);
  me: Side = $derived(sideOf(this.view));
  other: Side = $derived(model.otherSide(this.me));
  field = $derived(new Field(this.me === "blue"));
  legal: Choice[] = $derived(this.play?.myTurn ? this.sight.legal : []);
  byText = $derived(new Map(this.legal.map((choice) => [choice.text, choice])));
  units = $derived(model.unitsBySquare(this.view));
  command: Command = $derived(this.sight.over ? {} : (this.view.command ?? {}));
  active = $derived(this.command.at ?? this.command.unit ?? null);

  // -- what can be tapped ---------------------------------------------------------------------------
  available = $derived(model.availablePieces(this.view, this.legal));
  piece = $derived(
    this.available.length ? (this.available.includes(this.inHand) ? this.inHand : this.available[0]!) : null,
  );
  fire = $derived(model.fieldOfFire(this.view, this.command, this.shown));
  /** Those who may act along with the unit in hand, whatever it does. */
  mayCome = $derived(
    this.view.step === "what"
      ? new Set(this.legal.flatMap(({ action }) => mayJoin(this.play?.foresight.of(action) ?? null)))
      : new Set<string>(),
  );
  crew: string[] = $derived(
    this.view.step === "what" && this.#crew.chain === this.#hand
      ? this.#crew.squares.filter((square) => this.mayCome.has(square))
      : [],
  );
  get #hand(): string {
    return `${this.play?.id} ${this.sight.seat} ${this.command.card} ${this.command.unit}`;
  }
  get #crewKey(): string {
    return `${this.#hand} ${this.sight.version} ${this.crew.join(" ")}`;
  }
  /** Whether a choice can be made together with those who are to come along. */
  #fits = (choice: Choice): boolean =>
    !this.crew.length || (this.#together.key === this.#crewKey && this.#together.ahead.has(choice.text));
  /** The squares that stand for what the unit in hand can do, as the server says. */
  #targets = $derived.by(() => {
    const found = new Map<string, Choice>();
    const ahead = this.play?.foresight;
    if (!ahead || !this.legal.length) return found;
    if (this.view.step === "what") {
      for (const square of SQUARES)
        for (const choice of ahead.at(square) ?? [])
          if (/^(move|shoot)\b/.test(choice.text) && this.#fits(choice)) found.set(square, choice);
      // Where it cannot go it turns to the square that is tapped.
      if (!this.legal.some(({ text }) => text.startsWith("move ")))
        for (const choice of this.#ways) {
          const square = this.active && beside(this.active, choice.text.split(" ")[1] as Way);
          if (square && !found.has(square) && this.units.get(square)?.owner !== this.me) found.set(square, choice);
        }
    }
    const go = this.view.step === "join" ? this.byText.get("go") : undefined;
    const told = go && ahead.of(go.action);
    if (told)
      for (const square of goalsOf(willsOf(this.view, told).find(({ unit }) => unit.square === this.command.unit)))
        if (!found.has(square)) found.set(square, go);
    return found;
  });
  squareChoices = $derived(model.choicesBySquare(this.legal, this.piece, this.#targets));
  /** Lines on which a fence can be built; also those that open up as soon as nobody else joins. */
  lineChoices: Choice[] = $derived.by(() => {
    const lines = model.choicesByLine(this.legal, this.piece);
    const go = this.view.step === "join" ? this.byText.get("go") : undefined;
    const built = go ? mayBuild(this.play?.foresight.of(go.action) ?? null) : [];
    return [...lines, ...built.map((line, i) => ({ action: -1 - i, text: `fence ${line}` }))];
  });
  /** Lines on which a mouse can build a fence while a unit is in hand: a finger would meet them by mistake. */
  lineAsides: Choice[] = $derived(
    this.piece && this.piece !== "fence" && !this.drag ? model.choicesByLine(this.legal, "fence") : [],
  );
  #ways = $derived(model.waysOf(this.legal).filter(this.#fits));
  /** Directions that no square stands for are arrows at the unit: where it turns, or follows one who goes ahead. */
  wayChoices = $derived(
    this.#ways.filter(
      (choice) =>
        !choice.text.startsWith("move ") || (this.crew.length && ![...this.#targets.values()].includes(choice)),
    ),
  );
  lookChoices = $derived(model.looksOf(this.legal));
  cardChoices = $derived(model.choicesByCard(this.legal));
  advised = $derived(new Set(this.play ? refs(hints.text) : []));
  /** Cards that are chosen in secret: laid out, put back, and said at once. */
  pile = $derived(this.legal.length ? (this.view[this.me].pile ?? null) : null);
  sealed = $derived(this.view[this.me].sealed ?? []);

  // -- second thoughts ------------------------------------------------------------------------------
  #prepared = $derived(this.play?.myTurn ? model.preparedLines(this.sight, this.log) : []);
  #chain = $derived(`${this.command.unit} ${this.command.doing} ${this.command.direction}`);
  /** The server takes those who join in the order of their squares; a unit passed over by that can still be tapped. */
  alsoInvited = $derived(
    new Set(
      this.view.step !== "what" &&
        this.#invited.chain === this.#chain &&
        this.#prepared.some((line) => line.action.startsWith("join "))
        ? this.#invited.squares.filter(
            (square) => !this.command.chain?.includes(square) && !this.squareChoices.has(square),
          )
        : [],
    ),
  );

  // -- what happened, and what will -----------------------------------------------------------------
  recent = $derived(model.recentSquares(this.log, this.sight.seat));
  #since = $derived(model.sinceOwn(this.log, this.sight.seat, this.play !== null));
  /** Cards of a side that asked nobody, and what its points gained or lost. */
  news = (side: Side): string[] =>
    this.#since
      .flatMap(byItself)
      .filter((each) => each.side === side)
      .map((each) => each.text);
  change = (side: Side): number => this.#since.reduce((sum, line) => sum + gained(line, side), 0);
  placed = $derived(model.placedUnit(this.log));
  fallenShogun = $derived(model.fallenShogun(this.view, this.log));
  lastBreach = $derived(model.lastBreach(this.view, this.log));

  foreseen = (text: string): Foretold | null =>
    foretold(
      this.view,
      text,
      (this.crew.length && this.#together.ahead.get(text)) ||
        (this.play?.foresight.of(this.byText.get(text)?.action) ?? null),
      this.facing,
    );
  /**
   * The command before it is confirmed: where everybody will stand, who falls, what it costs. Without pointing it is
   * what the command that is prepared would do.
   */
  seen = $derived.by(() => {
    if (!this.play?.myTurn) return null;
    if (this.pile) return this.foreseen(aim.text.startsWith(this.pile.verb) ? aim.text : this.secret.last);
    const text = this.byText.has(aim.text) ? aim.text : (carry(this.sight)?.text ?? "");
    return text && !text.startsWith("unit ") ? this.foreseen(text) : null;
  });
  /** A unit that may choose how far it goes is drawn on the square that is pointed at. */
  wills: Will[] = $derived(
    (this.seen?.wills ?? []).map((will) =>
      will.reach.includes(this.goal)
        ? {
            ...will,
            to: this.goal,
            kind: this.units.has(this.goal) ? "take" : "move",
            targets: this.units.has(this.goal) ? [this.goal] : [],
          }
        : will,
    ),
  );
  turning = $derived(new Set(this.wills.flatMap((will) => (will.kind === "turn" ? [will.unit.square] : []))));

  describe = (square: string): string => {
    const unit = this.units.get(square);
    const base = unit
      ? t("gunshi.unitOn", {
          q: square,
          side: seatName("gunshi", unit.owner),
          unit: tt(`gunshi.${unit.type}`, unit.type),
          way: tt(`way.${unit.facing}`, unit.facing),
        }) +
        (unit.shield ? t("gunshi.withShield") : "") +
        (unit.shogun && unit.owner === this.me ? t("gunshi.isShogun") : unit.shogun ? t("gunshi.wasShogun") : "")
      : t("gunshi.square", { q: square });
    const choice = this.squareChoices.get(square);
    if (choice) return `${base}. ${this.#means(choice, square)}`;
    if (this.crew.includes(square)) return `${base}. ${t("gunshi.crew.leave")}`;
    return this.mayCome.has(square) || this.alsoInvited.has(square) ? `${base}. ${phrase(`join ${square}`)}` : base;
  };
  /** What a tap on a square does, in words. */
  #means(choice: Choice, square: string): string {
    if (choice.text.startsWith("move ")) return phrase(`to ${square}`);
    if (choice.text === "shoot") return phrase(`hit ${square}`);
    return phrase(choice.text);
  }

  // -- what is done ---------------------------------------------------------------------------------
  choose = (choice: Choice): void => {
    pick.clear();
    aim.clear();
    void this.play?.choose(choice);
  };
  /** Choose, and go on with what follows from the same gesture. */
  take = (choice: Choice, goal = ""): void => {
    if (!GOES_ON.test(choice.text)) return this.choose(choice);
    const { crew, facing } = this;
    // A line that opens up when the chain is closed is no choice of its own yet.
    const first = choice.action < 0 ? this.byText.get("go") : choice;
    if (!first || !this.play) return;
    const order = { first, unit: this.command.unit ?? "", crew, facing, goal: goal || choice.text.split(" ")[1] || "" };
    pick.clear();
    aim.clear();
    this.goal = "";
    void this.play.carryOut(course(order));
  };
  press = (event: KeyboardEvent, choice: Choice): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.take(choice);
  };
  tap = (square: string): void => {
    if (this.#dropped) return;
    const choice = this.squareChoices.get(square);
    if (choice) return this.take(choice, square);
    // A hand may be faster than the server: what a square stands for is waited for.
    const ahead = this.play?.myTurn && (this.view.step === "what" || this.view.step === "join") && this.play.foresight;
    if (ahead && !ahead.told && !this.play!.busy)
      return void ahead.telling().then((told) => told && ahead.told && this.tap(square));
    if (aim.text) aim.clear();
    if (this.mayCome.has(square)) return this.#invite(square);
    if (this.#reconsider(square)) return;
    if (this.units.get(square)?.type === "archer") this.shown = this.shown === square ? null : square;
    void this.#explain(square);
  };
  /** A neighbour comes along, or stays where it is after all. */
  #invite(square: string): void {
    const { crew } = this;
    const squares = crew.includes(square) ? crew.filter((each) => each !== square) : [...crew, square];
    this.#crew = { chain: this.#hand, squares: squares.sort(model.byNumber) };
  }
  /** What each choice brings if those act along who are to; what cannot be done together is no choice any more. */
  async #askTogether(key: string): Promise<void> {
    const choices = this.legal.filter(({ text }) => /^(move|turn|shoot)\b/.test(text));
    const joins = this.crew.map((square) => `join ${square}`);
    const told = (await this.play?.foresight.plans(choices.map((choice) => [choice.action, ...joins]))) ?? [];
    if (key !== this.#crewKey) return;
    const ahead = choices.flatMap((choice, i) => {
      const found = told[i];
      return found && "effects" in found ? [[choice.text, found] as const] : [];
    });
    this.#together = { key, ahead: new Map(ahead) };
  }
  /** Why nothing can be done with a square now; if it has nothing to do with the question, what stands on it. */
  async #explain(square: string): Promise<void> {
    const problem = this.play?.myTurn ? await this.play.foresight.why(square) : null;
    if (problem && problem.template !== NOT_ASKED) this.play?.refuse(problem);
    else inspect.explain(model.thingsOn(this.view, square));
  }
  #reconsider(square: string): boolean {
    if (!this.play || this.play.busy) return false;
    const found = model.reconsidered(this.view, this.#prepared, square);
    if (found) void this.play.rethink(found.back, found.texts);
    return found !== null;
  }
  /** A piece is taken in hand, or the reason is shown why it cannot be. */
  takePiece = (piece: model.Piece): void => {
    if (this.available.includes(piece)) this.inHand = piece;
    else void this.play?.foresight.why(`reserve:${piece}`).then((problem) => problem && this.play?.refuse(problem));
  };
  /** What a piece costs now; null while nobody has said so. */
  priceOf = (piece: model.Piece): number | null => {
    const ahead = this.play?.foresight;
    const choice = this.legal.find(({ text }) => text.startsWith(`${piece} `));
    const cost = ahead?.of(choice?.action)?.effects.find((each) => each.kind === "cost")?.amount;
    return cost ?? (Number(ahead?.barred(`reserve:${piece}`)?.words?.cost ?? 0) || null);
  };
  dragPiece = (piece: model.Piece, event: PointerEvent): void => {
    if (!this.available.includes(piece)) return;
    this.inHand = piece;
    this.drag = { x: event.clientX, y: event.clientY, over: "" };
  };
  get facing(): Way {
    return this.#facing ?? (this.me === "red" ? "north" : "south");
  }
  set facing(way: Way) {
    this.#facing = way;
  }

  // -- units that are dragged -------------------------------------------------------------------------
  /** Whether a unit can be taken in hand by dragging it. */
  canLift = (square: string): boolean =>
    this.byText.has(`unit ${square}`) ||
    (this.view.step === "what" && this.units.get(square)?.owner === this.me && !this.mayCome.has(square));
  pressUnit = (square: string, event: PointerEvent): void => {
    this.#dropped = false;
    if (event.button === 0 && this.canLift(square)) this.#pressed = { square, x: event.clientX, y: event.clientY };
  };
  /** Whether a unit is under the pointer that went down. */
  get holds(): boolean {
    return this.#pressed !== null;
  }
  dragTo = (event: PointerEvent): void => {
    if (this.drag) this.drag = { x: event.clientX, y: event.clientY, over: this.#below(event) };
    const pressed = this.#pressed;
    if (!pressed || (!this.lifted && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAGS)) return;
    if (!this.lifted && pressed.square !== this.active) this.tap(pressed.square);
    const over = squareBelow(event);
    this.lifted = { square: pressed.square, x: event.clientX, y: event.clientY, over };
    const choice = this.active === pressed.square ? this.squareChoices.get(over) : undefined;
    this.goal = over;
    if (choice) aim.at(choice.text);
    else aim.clear();
  };
  drop = (event: PointerEvent): void => {
    const { lifted } = this;
    this.#pressed = null;
    if (lifted) {
      this.lifted = null;
      this.#dropped = event.type === "pointerup";
      setTimeout(() => (this.#dropped = false));
      if (this.#dropped) void this.#setDown(lifted.square, squareBelow(event));
      return;
    }
    if (!this.drag) return;
    this.drag = null;
    if (event.type !== "pointerup") return;
    const text = this.#below(event);
    const choice = this.byText.get(text);
    if (choice) this.take(choice);
    else if (text) void this.play?.why(text);
  };
  /** The unit was chosen when it was lifted; what it can do is known a little later. */
  async #setDown(unit: string, square: string): Promise<void> {
    if (!square || square === unit || !this.play) return;
    // The click that follows a drop puts notes away: what is said here is said after it.
    await new Promise((done) => setTimeout(done));
    await this.play.idle();
    await this.play.foresight.pointing();
    if (this.active !== unit) return;
    const choice = this.squareChoices.get(square);
    const problem = this.play.foresight.barred(square);
    if (choice) this.take(choice, square);
    else if (problem) this.play.refuse(problem);
  }
  /** What the piece that is dragged over the field would become there. */
  #below(event: PointerEvent): string {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-q],[data-line]");
    if (!(target instanceof SVGElement)) return "";
    if (target.dataset.line) return `fence ${target.dataset.line}`;
    return this.piece === "fence" ? "" : `${this.piece} ${target.dataset.q}`;
  }
}

const squareBelow = (event: PointerEvent): string => {
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-q]");
  return target instanceof SVGElement ? (target.dataset.q ?? "") : "";
};
/** Where a unit can go or what it can hit, as it is foreseen. */
const goalsOf = (will: Will | undefined): string[] =>
  !will
    ? []
    : will.kind === "shoot" || will.kind === "break"
      ? will.targets
      : will.reach.length
        ? will.reach
        : [will.to];
