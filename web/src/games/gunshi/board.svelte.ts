import { onDestroy } from "svelte";
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
import { foretold, type Foretold } from "./foretold";
import { carry, phrase, refs, sideOf } from "./phrase";
import { SQUARES, type Command, type GunshiView, type Side } from "./read";
import { Secret } from "./secret.svelte";
import { changes } from "./trail";

// What only begins a command needs no second look.
const BEGINS = /^(unit|join|next|infantry|archer|cavalry)\b/;

/** The refusal of a thing that has nothing to do with what is decided. */
const NOT_ASKED = "that is not what is decided now: {waiting}";

/** One field on the screen: what the sight says of it, what is in hand or pointed at. Layers and panels read it. */
export class GunshiBoard {
  readonly secret = new Secret();
  readonly trail = new Trail(changes);
  /** The piece that is taken in hand to be set up, if it can be had. */
  inHand = $state<model.Piece>("infantry");
  drag = $state.raw<{ x: number; y: number; over: string } | null>(null);
  turnFirst = $state(false);
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
      if (!this.either) this.turnFirst = false;
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
  /** The squares that stand for shooting, as the server says. */
  #targets = $derived(
    this.byText.has("shoot")
      ? SQUARES.filter((square) => this.play?.foresight.at(square)?.some((choice) => choice.text === "shoot"))
      : [],
  );
  squareChoices = $derived(model.choicesBySquare(this.legal, this.piece, this.#targets));
  lineChoices = $derived(model.choicesByLine(this.legal, this.piece));
  #ways = $derived(model.waysOf(this.legal, this.command));
  /** A rapid move may begin with either: one of both is shown at a time. */
  either = $derived(this.#ways.either);
  wayChoices = $derived(
    this.either
      ? this.#ways.all.filter((choice) => choice.text.startsWith(this.turnFirst ? "turn" : "move"))
      : this.#ways.all,
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
      this.#invited.chain === this.#chain && this.#prepared.some((line) => line.action.startsWith("join "))
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

  foreseen = (text: string): Foretold | null =>
    foretold(this.view, text, this.play?.foresight.of(this.byText.get(text)?.action) ?? null);
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
  wills = $derived(this.seen?.wills ?? []);
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
    const text = this.squareChoices.get(square)?.text ?? (this.alsoInvited.has(square) ? `join ${square}` : "");
    return text ? `${base}. ${phrase(text)}` : base;
  };

  // -- what is done ---------------------------------------------------------------------------------
  choose = (choice: Choice): void => {
    pick.clear();
    aim.clear();
    void this.play?.choose(choice);
  };
  /** A finger has no hover: the first tap shows what will happen, the second does it. */
  take = (choice: Choice): void => {
    if (aim.byTouch && aim.text !== choice.text && !BEGINS.test(choice.text)) aim.at(choice.text);
    else this.choose(choice);
  };
  press = (event: KeyboardEvent, choice: Choice): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.choose(choice);
  };
  tap = (square: string): void => {
    const choice = this.squareChoices.get(square);
    if (choice) return this.take(choice);
    if (aim.text) aim.clear();
    if (this.#reconsider(square)) return;
    if (this.units.get(square)?.type === "archer") this.shown = this.shown === square ? null : square;
    void this.#explain(square);
  };
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
  dragTo = (event: PointerEvent): void => {
    if (this.drag) this.drag = { x: event.clientX, y: event.clientY, over: this.#below(event) };
  };
  drop = (event: PointerEvent): void => {
    if (!this.drag) return;
    this.drag = null;
    const text = this.#below(event);
    const choice = this.byText.get(text);
    if (choice) this.choose(choice);
    else if (text) void this.play?.why(text);
  };
  /** What the piece that is dragged over the field would become there. */
  #below(event: PointerEvent): string {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-q],[data-line]");
    if (!(target instanceof SVGElement)) return "";
    if (target.dataset.line) return `fence ${target.dataset.line}`;
    return this.piece === "fence" ? "" : `${this.piece} ${target.dataset.q}`;
  }
}
