import type { Answer, Order } from "./outbox";
import { lessonAt } from "./guide.svelte";
import { commitment, note, owed, unchanged } from "./dice";
import { LiveTable, WATCHER } from "./livetable.svelte";
import { keep, stored } from "./prefs.svelte";
import { inWords } from "./said.svelte";
import { uiOf } from "../games";
import { overtaken } from "./overtaken";
import { t } from "./words.svelte";
import { Foresight } from "./foresight.svelte";
import type { Advice, Choice, Problem, PublicTable, Reason, Sight } from "./types";

export { WATCHER };

/** An order under way, and the moment of the seat that it decides; chat, for one, decides none. */
interface Given {
  text: string;
  moment: string;
  outcome: Promise<Answer>;
}

/** How often this page commits its seats to the dice again; two devices of one person would never come to an end. */
const MOST_COMMITMENTS = 6;
/** How many milliseconds another device or player has for its part before the dice go on without it. */
const DICE_PATIENCE = 8_000;

/**
 * What a person does at a table. One moment takes one order: from the tap until its answer has come and what it led to
 * is on the screen, that moment is decided and shown as such (`busy`), and another tap on it does nothing. A tap on the
 * next moment counts as soon as that moment is on the screen. An order names the moment it was given in, so it is not
 * carried out in another. It is kept until it is answered, so it is not lost. It has a key, so it is not done twice.
 */
export class Play extends LiveTable {
  refused = $state.raw<Reason | null>(null);
  /** The seats whose words are not wanted; the server sends no more of them, and the page hides what it has. */
  muted = $state.raw<number[]>([]);
  /** What the shown seat can foresee of the moment on the screen. */
  readonly foresight = new Foresight(this);
  #given = $state.raw<Given[]>([]);
  #rows = $state(0); // rows of orders under way
  #opening = false; // our shares of the dice are being opened
  #commitments = 0;
  #gesture = { version: -1, steps: 1 }; // the orders that one gesture led to, while nothing has come after them
  readonly #promised = new Set<number>(); // seats that have committed to the dice
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    super(id);
    this.muted = (stored(`muted.${id}`) ?? "").split(" ").filter(Boolean).map(Number);
  }

  /** Whether the moment on the screen has been decided, or several orders are being given in a row. */
  get busy(): boolean {
    const moment = this.#moment;
    return this.#rows > 0 || this.#given.some((each) => each.moment === moment);
  }
  /** Whether something waits for the server. */
  get waiting(): boolean {
    return this.#given.length > 0;
  }
  get #moment(): string {
    return this.sight ? `${this.looking} ${this.sight.asked}` : "";
  }

  // -- the game ------------------------------------------------------------------------------------

  async choose(choices: Choice | Choice[]): Promise<boolean> {
    const list = Array.isArray(choices) ? choices : [choices];
    return list.length > 0 && !this.busy && this.#then(await this.#act({ actions: list.map((each) => each.action) }));
  }
  async command(text: string): Promise<boolean> {
    return !this.busy && this.#then(await this.#act({ command: text }));
  }
  /** Several actions by their texts, said at once: all of them or none. */
  async orders(texts: string[]): Promise<boolean> {
    return !this.busy && this.#then(await this.#act({ actions: texts }));
  }
  /** Give an order of several actions. If something comes to light in between, the rest is not done; that is said. */
  async order(actions: number[]): Promise<boolean> {
    if (this.busy || !actions.length) return false;
    const seat = this.looking;
    const own = (): number => (this.logs[seat] ?? []).filter((line) => line.seat === seat).length;
    const before = own();
    const done = await this.#then(await this.#act({ actions }));
    if (done && own() - before < actions.length) this.notice = t("quick.stopped");
    return done;
  }
  /** Resolves when nothing that was ordered is under way any more, and what it led to is on the screen. */
  async idle(): Promise<void> {
    while (this.#rows > 0 || this.#given.length > 0) {
      await Promise.all(this.#given.map((each) => each.outcome));
      await this.pacing.settled();
      await new Promise((done) => setTimeout(done));
    }
  }
  /** Carry out what was prepared: one choice after the other, as long as the next one follows without asking. */
  async carryOut(following: (sight: Sight) => Choice | null): Promise<void> {
    if (this.busy) return;
    const next = (): Choice | null => (this.myTurn ? following(this.sight!) : null);
    let made = 0;
    await this.#inOne(async () => {
      for (let choice = next(); choice; choice = next(), made++) {
        if (await this.#then(await this.#act({ actions: [choice.action] }))) continue;
        // In a lesson a gesture may reach further than its step: what was asked for is done, so nobody is put right.
        if (made > 0 && lessonAt(this.id)) this.notice = "";
        return;
      }
    });
    this.#gesture = { version: this.sight?.version ?? -1, steps: made };
  }
  /** Go back some own actions and choose otherwise; what cannot be chosen then is explained. */
  async rethink(steps: number, texts: string[]): Promise<void> {
    if (this.busy) return;
    // Its steps are counted one by one.
    this.#gesture.version = -1;
    const barred = await this.#inOne(async () => {
      for (; steps > 0; steps--) if (!(await this.goBack())) return "";
      for (const text of texts) {
        const choice = this.sight?.legal.find((each) => each.text === text);
        if (!choice) return text;
        if (!(await this.#then(await this.#act({ actions: [choice.action] })))) return "";
      }
      return "";
    });
    if (barred) await this.why(barred);
  }
  /** Ask why something is not allowed. Only what is not legal may be asked for, so nothing can change. */
  async why(text: string): Promise<void> {
    if (!this.myTurn || this.busy || this.sight!.legal.some((choice) => choice.text === text)) return;
    await this.#act({ actions: [text] });
  }
  /** What one gesture did is taken back as one. */
  async undo(): Promise<boolean> {
    let left = this.#gesture.version === this.sight?.version ? this.#gesture.steps : 1;
    do {
      if (!(await this.#decide({ do: "undo", version: this.sight?.version }))) return false;
      if (!this.#forced()) left--;
    } while ((left > 0 || this.#forced() || this.#midway) && this.sight!.can_undo !== false);
    return true;
  }
  /** Whether this moment lies within what is laid out and said at once: taking back goes past it. */
  get #midway(): boolean {
    return this.myTurn && (uiOf(this.table?.game ?? "").midway?.(this.sight!) ?? false);
  }
  get canGoBack(): boolean {
    return this.sight?.can_undo !== false || this.#amongBots || this.#otherHand !== null;
  }
  /** Another seat of this device that acted last, where nothing is hidden between them: it may take that back. */
  get #otherHand(): number | null {
    const last = this.log.at(-1)?.seat ?? WATCHER;
    // Whether it may, may not be known yet; the server's no is the answer then.
    if (last === this.looking || !this.you.includes(last) || this.sights[last]?.can_undo === false) return null;
    return this.you.some((seat) => !this.sights[seat] || this.secret(this.sights[seat])) ? null : last;
  }
  async goBack(): Promise<boolean> {
    const other = this.#otherHand;
    if (other !== null) {
      this.pass(other);
      return this.undo();
    }
    // Whether an action has shown something may not be known yet; the server's no is the answer then.
    if (this.sight?.can_undo !== false && (await this.undo())) return true;
    if (!this.#amongBots || !(await this.offer("take back", this.lastOwn - 1))) return false;
    return this.#midway && this.sight?.can_undo !== false ? this.undo() : true;
  }
  /**
   * What others have seen is taken back by consent. Bots agree until they, dice or a draw have answered, so among them
   * the way back is one button.
   */
  get #amongBots(): boolean {
    return (
      this.you.length === 1 &&
      this.lastOwn > 0 &&
      this.log.at(-1)?.seat === this.looking &&
      (this.table?.seats.every((seat) => seat.kind === "bot" || this.you.includes(seat.seat)) ?? false)
    );
  }

  #act(what: { actions: (number | string)[] } | { command: string }, forced = false): Promise<boolean> {
    return this.#decide({ do: "act", version: this.sight?.version, ...what }, forced);
  }
  /** What must follow an own action is done without asking. */
  async #then(done: boolean): Promise<boolean> {
    for (let next = done ? this.#forced() : null; next; next = this.#forced())
      if (!(await this.#act({ actions: [next.action] }, true))) break;
    return done;
  }
  #forced(): Choice | null {
    return this.myTurn ? (uiOf(this.table?.game ?? "").forced?.(this.sight!) ?? null) : null;
  }
  /** Several orders that belong together; what is on the screen in between takes no tap. */
  async #inOne<T>(work: () => Promise<T>): Promise<T> {
    this.#rows++;
    try {
      return await work();
    } finally {
      this.#rows--;
    }
  }

  // -- around the game -----------------------------------------------------------------------------

  offer(what: string, length = 0): Promise<boolean> {
    // A draw is for the position on the screen. What is to be taken back is named by its length, whatever bots do next.
    const version = what === "draw" ? this.sight?.version : undefined;
    return this.#decide({ do: "offer", what, length, version });
  }
  /** Names the offer that was on the screen, so that no other one is answered. */
  answer(yes: boolean): Promise<boolean> {
    const { offer, version } = this.sight ?? {};
    return this.#decide({ do: "answer", yes, what: offer?.kind, length: offer?.length, version });
  }
  resign(): Promise<boolean> {
    return this.#decide({ do: "resign" });
  }
  vote(what: string, absent: number | null, yes: boolean): Promise<boolean> {
    return this.#say({ do: "vote", what, absent: absent ?? undefined, yes, seat: this.looking });
  }
  say(text: string): Promise<boolean> {
    return this.#say({ do: "say", text });
  }
  aside(text: string): Promise<boolean> {
    return this.#say({ do: "aside", text, seat: this.looking });
  }
  async join(seat?: number): Promise<boolean> {
    return this.#say({ do: "join", seat, ...(await commitment()) });
  }
  leave(): Promise<boolean> {
    return this.#say({ do: "leave" });
  }
  start(): Promise<boolean> {
    return this.#say({ do: "start" });
  }
  async rematch(): Promise<boolean> {
    return this.#say({ do: "rematch", ...(await commitment()) });
  }
  async mute(seat: number, on: boolean): Promise<void> {
    if (!(await this.#say({ do: "mute", seat, on }))) return;
    this.muted = on ? [...this.muted, seat] : this.muted.filter((each) => each !== seat);
    keep(`muted.${this.id}`, this.muted.join(" "));
  }
  override close(): void {
    clearTimeout(this.#patience);
    super.close();
  }
  protected override secret(sight: Sight): boolean {
    return uiOf(this.table?.game ?? "").secret?.(sight) ?? true;
  }
  /** Before the game: open what our seats committed to, once everybody has committed. */
  protected override async took(table: PublicTable): Promise<void> {
    clearTimeout(this.#patience);
    table.dice.commitments.forEach((word, seat) => word && this.#promised.add(seat));
    if (!unchanged(table, this.you)) this.notice = t("dice.changed");
    await this.#settleDice(true);
  }
  async #settleDice(patience: boolean): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    try {
      for (let seen: PublicTable | null = null; seen !== this.table;) {
        seen = this.table;
        for (const seat of this.you) await this.#settleSeat(seat, patience);
        patience = true; // what follows from it is new, and others have their time again
      }
    } finally {
      this.#opening = false;
    }
  }
  async #settleSeat(seat: number, patience: boolean): Promise<void> {
    const table = this.table;
    const debt = table && owed(table, seat, this.#promised, patience);
    if (!debt) return;
    if (debt === "wait") {
      clearTimeout(this.#patience);
      this.#patience = setTimeout(() => void this.#settleDice(false), DICE_PATIENCE);
    } else if (debt !== "commit") {
      note(table);
      await this.#give({ do: "open", seat, entropy: debt.open }, "");
    } else if (this.#commitments++ < MOST_COMMITMENTS) {
      await this.#give({ do: "entropy", seat, ...(await commitment()) }, "");
    }
  }
  /** Advice for the shown seat, or why there is none. */
  async advice(): Promise<Advice | string> {
    const answer = await this.inquire({ do: "hint", seat: this.looking });
    return answer.done ? (answer as unknown as Advice) : this.#inWords(answer.problem);
  }

  /** Ask something that changes nothing; no order waits for the answer. */
  inquire(question: Order): Promise<Answer> {
    return this.connection.order(question);
  }
  /** Show why something cannot be done. */
  refuse(problem: Problem): void {
    if (problem.paragraph) this.refused = { paragraph: problem.paragraph, problem };
    else this.notice = this.#inWords(problem);
  }

  // -- orders --------------------------------------------------------------------------------------

  /** Give an order of the shown seat that decides the moment on the screen. */
  #decide(order: Order, forced = false): Promise<boolean> {
    return this.sight && !this.echo
      ? this.#say({ ...order, seat: this.looking }, this.#moment, forced)
      : Promise.resolve(false);
  }
  async #say(order: Order, moment = "", forced = false): Promise<boolean> {
    const { problem } = await this.#give(order, moment);
    if (problem && !overtaken(problem, forced, moment !== "" && moment !== this.#moment)) this.refuse(problem);
    return !problem;
  }
  /** The same order again, while the first is under way, is the first. */
  async #give(order: Order, moment: string): Promise<{ problem?: Problem }> {
    const text = JSON.stringify(order);
    let given = this.#given.find((each) => each.text === text);
    if (!given) {
      this.notice = "";
      this.refused = null;
      given = { text, moment, outcome: this.connection.order(JSON.parse(text) as Order) };
      this.#given = [...this.#given, given];
    }
    const answer = await given.outcome;
    await this.pacing.settled();
    this.#given = this.#given.filter((each) => each !== given);
    return answer.done ? {} : { problem: answer.problem };
  }
  #inWords(problem: Problem): string {
    const game = this.table?.game ?? "";
    // Versions are nothing to a player.
    if (problem.error === "stale") return t("problem.stale");
    // Nor is the line that a record ends with: the page tells the end itself.
    if (problem.error === "over") return t("problem.over");
    return problem.error ? inWords(problem, game, uiOf(game).word) : t("error.server");
  }
}
