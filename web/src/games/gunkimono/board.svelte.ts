import { MediaQuery } from "svelte/reactivity";
import { hints } from "../../lib/hint.svelte";
import { inspect } from "../../lib/inspect.svelte";
import { seatName } from "../../lib/names";
import { pick } from "../../lib/pick.svelte";
import { Trail } from "../../lib/trail.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Choice } from "../../lib/types";
import type { BoardProps } from "..";
import * as model from "./model";
import { LETTER, phrase, refs } from "./phrase";
import { formationsOf, ghostOf, heldSquares, place, scoredSquare, type GunkimonoView, type Half } from "./read";

/** The side of a square in the drawing. */
export const SIDE = 100;

/** One field on the screen: what the sight says of it, what is tried or pointed at. Layers and panels read it. */
export class GunkimonoBoard {
  /** The square where a ghost of the tile is tried. */
  at = $state("");
  /** Where a stronghold would stand. */
  site = $state("");
  /** Where a mouse points: the ghost is there before anything is chosen. */
  peek = $state("");
  /** How often the ghost was turned. */
  turn = $state(0);
  /** The square whose formation is lit. */
  hover = $state("");
  #props: () => BoardProps;
  readonly #narrow = new MediaQuery("max-width: 560px");
  /** What others laid and built since one's own last turn. */
  readonly #laid = new Trail<string>((before, now) =>
    model.changedSquares(before.view as GunkimonoView, now.view as GunkimonoView),
  );
  /** Whether they cut or joined what one's own strongholds hold. */
  readonly #holdings = new Trail<model.Holding>((before, now) =>
    model.holdingsBetween(before.view as GunkimonoView, now.view as GunkimonoView, this.me?.name),
  );

  constructor(props: () => BoardProps) {
    this.#props = props;
    $effect(() => {
      for (const trail of [this.#laid, this.#holdings])
        trail.see(this.sight, this.log, this.play !== null, this.play?.earlier ?? null);
    });
  }

  sight = $derived.by(() => this.#props().sight);
  log = $derived.by(() => this.#props().log);
  play = $derived.by(() => this.#props().play);
  view = $derived(this.sight.view as GunkimonoView);
  me = $derived(this.view.players[this.view.seat]);
  /** The tile in play, if it is one's own: another player's lights up nothing in one's own hand. */
  myTile = $derived(this.me && this.view.turn === this.me.name && this.view.step !== "refill" ? this.view.tile : null);
  legal: Choice[] = $derived(this.play?.myTurn ? this.sight.legal : []);
  byText = (text: string): Choice | undefined => this.legal.find((choice) => choice.text === text);
  ahead = $derived(this.play?.foresight ?? null);
  squares = $derived(new Map(this.view.board.map((square) => [square.square, square])));
  held = $derived(heldSquares(this.view));
  byRef = $derived(new Map(this.legal.flatMap((choice) => refs(choice.text).map((ref) => [ref, choice] as const))));
  #formations = $derived(formationsOf(this.view));
  /** The squares that hang together with one. */
  around = (square: string): Set<string> =>
    this.#formations.get(this.squares.get(square)?.formation ?? "") ?? new Set();

  // -- placing: a ghost lies where one points; pointing again turns it -----------------------------
  spots = $derived(model.placingsBySquare(this.legal, this.squares.keys(), (square) => this.ahead?.at(square) ?? null));
  ways = $derived(this.spots.get(this.at || this.peek) ?? []);
  ghost = $derived(this.ways[this.turn % (this.ways.length || 1)] ?? null);
  #lying: Half[] = $derived(this.ghost ? model.lies(this.view, this.ghost) : model.unsupported(this.view));
  /** What is foreseen of the tile that is tried. */
  tried = $derived(this.#lying.length ? (this.ahead?.of((this.ghost ?? this.legal[0])?.action) ?? null) : null);
  ghostHalves = $derived(ghostOf(this.#lying, this.tried));
  ghostAt = $derived(new Map(this.ghostHalves.map((half) => [half.square, half])));

  // -- scoring, formations, advice -----------------------------------------------------------------
  /** The square that is being scored now. */
  scored = $derived(scoredSquare(this.view));
  /** What scoring it as honor would bring. */
  honored = $derived(this.ahead?.of(this.byText("score honor")?.action) ?? null);
  /** The way of its marker up the honor track. */
  rise = $derived(this.honored?.effects.find(({ kind }) => kind === "change") ?? null);
  lit = $derived(
    this.ghostHalves.length
      ? new Set(this.ghostHalves.flatMap((half) => [...half.formation]))
      : this.around(this.scored || this.hover),
  );
  advice = $derived(this.play ? hints.text : "");
  advised = $derived(model.advisedSquares(this.view, this.legal, this.advice));
  fresh = $derived(new Set(this.#laid.marks));
  /** How one's own strongholds fared since one's own last turn. */
  news = $derived(
    model
      .grownOrShrunk(this.#holdings.marks)
      .map(({ from, to }) => t("gk.ghostFort", { seat: seatName("gunkimono", this.me!.name), from, to }))
      .join(" · "),
  );

  describe = (square: string, more = ""): string => {
    const it = this.squares.get(square)!;
    const base = { q: square, troop: tt(`gk.${LETTER[it.troop]}`, it.troop), n: it.level };
    const choice = this.spots.get(square)?.[0] ?? this.byRef.get(square);
    const what = it.stronghold
      ? t("gk.squareFort", { ...base, seat: seatName("gunkimono", it.stronghold) })
      : t("gk.square", base);
    return what + more + (choice ? `. ${phrase(choice.text)}` : "");
  };

  // -- where things lie on the screen --------------------------------------------------------------
  /** On a phone a long field stands upright: all of it is seen, and its squares are large enough for a finger. */
  upright = $derived(this.#narrow.current && this.view.columns > 9);
  across = $derived(this.upright ? this.view.rows : this.view.columns);
  down = $derived(this.upright ? this.view.columns : this.view.rows);
  /** The upper left corner of a square in the drawing. */
  corner = (square: string): [number, number] => {
    const [column, row] = place(square);
    return this.upright ? [row * SIDE, column * SIDE] : [column * SIDE, row * SIDE];
  };

  // -- what is done --------------------------------------------------------------------------------
  choose = async (choice: Choice): Promise<void> => {
    const { at, site, turn } = this;
    this.at = this.peek = this.site = this.hover = "";
    pick.clear();
    if ((await this.play?.choose(choice)) || !this.byText(choice.text)) return;
    // What did not arrive, since the network was gone, lies there to be tried again.
    [this.at, this.site, this.turn] = [at, site, turn];
  };
  /** Whether the tile that was chosen can still go back for another one. */
  swaps = $derived(this.view.step === "place" && this.legal.length > 0 && this.play?.canGoBack);
  /** What a tap on a tile of one's own does, if anything. */
  taker = (tile: string): (() => void) | null => {
    const choice = this.byRef.get(`hand:${tile}`);
    if (choice) return () => void this.choose(choice);
    return this.swaps ? () => void this.#swap(`${tile.length === 1 ? "small" : "large"} ${tile}`) : null;
  };
  /** Before it is placed the chosen tile goes back for another one, and the ghost stays where it was tried. */
  async #swap(text: string): Promise<void> {
    this.turn = 0;
    await this.play?.rethink(1, [text]);
    if (!this.spots.has(this.at)) this.at = "";
  }
  tap = (square: string): void => {
    const build = this.byRef.get(square);
    // The first tap shows how many troops the stronghold would hold, the second builds it.
    if (build?.text.startsWith("build ")) {
      if (this.site === square) return void this.choose(build);
      this.site = this.hover = square;
    } else if (this.at && this.ghostAt.has(square)) {
      this.turn++;
    } else if (this.spots.has(square)) {
      if (this.peek !== square || this.at) this.turn = 0;
      this.at = square;
    } else {
      this.hover = square;
      if (this.play?.myTurn && (this.view.step === "place" || this.view.step === "build")) void this.#explain(square);
      else inspect.explain(model.thingsOn(this.squares.get(square)!));
    }
  };
  /** Says why nothing can be done with a square now. */
  async #explain(square: string): Promise<void> {
    const problem = await this.play?.foresight.why(square);
    if (problem) this.play?.refuse(problem);
    // The server has told only now that the square stands for something.
    else if (this.spots.has(square)) this.tap(square);
  }
  /** A mouse over a square lights its formation and shows the ghost there. */
  point = (square: string): void => {
    this.hover = square;
    if (this.at) return;
    this.peek = square;
    this.turn = 0;
  };
  leave = (): void => {
    this.hover = this.peek = "";
  };
}
