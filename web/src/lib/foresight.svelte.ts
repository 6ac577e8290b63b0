import type { Answer, Order } from "./outbox";
import type { Choice, Effect, Foreseen, ForeseenEffect, Pointed, Problem, QuickOrder, Sight } from "./types";

/** What an action would bring, as far as the seat can know. */
export interface Ahead {
  certain: boolean;
  effects: ForeseenEffect[];
  sayings: Effect[];
}
/** What a foresight needs of a table: the moment that this screen's seat decides, and a way to ask the server. */
export interface Asker {
  readonly myTurn: boolean;
  readonly looking: number;
  readonly sight: Sight | null;
  inquire(question: Order): Promise<Answer>;
}
/** What things on the board stand for: the actions they begin, or why they begin none. */
interface Board {
  begins: Map<string, number[]>;
  barred: Map<string, Problem>;
  ways: Map<string, Map<string, number[]>>;
  quick: QuickOrder[];
}

/** How long after a refusal a question is asked again, in milliseconds. */
const AGAIN = 1_500;

/** A question about the moment on the screen: asked once a moment, and its answer while that moment lasts. */
class Inquiry<T> {
  readonly #table: Asker;
  readonly #what: "foresee" | "point";
  readonly #read: (answer: Answer) => T;
  #told = $state.raw<{ moment: string; answer: T } | null>(null);
  #moment = ""; // what was asked about last
  #answered: Promise<void> = Promise.resolve();

  constructor(table: Asker, what: "foresee" | "point", read: (answer: Answer) => T) {
    this.#table = table;
    this.#what = what;
    this.#read = read;
  }
  /** Ask, if this seat has a new moment to decide. */
  ask(): void {
    const moment = this.#now;
    if (!moment || moment === this.#moment) return;
    this.#moment = moment;
    this.#answered = this.#ask(moment);
  }
  get known(): T | null {
    return this.#told && this.#told.moment === this.#now ? this.#told.answer : null;
  }
  /** The answer for the moment that is on the screen now; null if it does not come before that moment is over. */
  async told(): Promise<T | null> {
    const moment = this.#now;
    await this.#answered;
    return moment === this.#now ? this.known : null;
  }

  get #now(): string {
    const { myTurn, looking, sight } = this.#table;
    return myTurn && sight ? `${looking} ${sight.asked}` : "";
  }
  async #ask(moment: string): Promise<void> {
    const { sight, looking } = this.#table;
    const answer = await this.#table.inquire({ do: this.#what, version: sight!.version, seat: looking });
    if (this.#moment !== moment) return;
    if (answer.done) {
      this.#told = { moment, answer: this.#read(answer) };
      return;
    }
    // Asked too late, too often, or of a server that is too busy: it is asked again while there is a moment to decide.
    this.#moment = "";
    setTimeout(() => this.ask(), AGAIN);
  }
}

/**
 * What the shown seat can foresee of the moment on the screen, as the server tells it: what each legal action would
 * bring, and what each thing on the board stands for. Each is asked for once a moment. Until it is there, a board shows
 * what it has, and every choice can be made all the same.
 */
export class Foresight {
  readonly #table: Asker;
  readonly #ahead: Inquiry<Map<number, Ahead>>;
  readonly #board: Inquiry<Board>;

  constructor(table: Asker) {
    this.#table = table;
    this.#ahead = new Inquiry(table, "foresee", (answer) => foreseen(answer as unknown as Foreseen));
    this.#board = new Inquiry(table, "point", (answer) => pointed(answer as unknown as Pointed));
  }

  /** Ask, if this seat has a new moment to decide; to be called whenever the screen changes. */
  see(): void {
    this.#ahead.ask();
    this.#board.ask();
  }
  /** Whether the server has told all of the moment on the screen. */
  get told(): boolean {
    return this.#ahead.known !== null && this.#board.known !== null;
  }
  /** Whether the server has told what things on the board stand for. */
  get pointed(): boolean {
    return this.#board.known !== null;
  }
  /** Wait until it has; false if it did not tell before the moment was over. */
  async pointing(): Promise<boolean> {
    this.#board.ask();
    return (await this.#board.told()) !== null;
  }
  /** Wait until it has told all; false if it did not before the moment was over. */
  async telling(): Promise<boolean> {
    this.see();
    const all = await Promise.all([this.#ahead.told(), this.#board.told()]);
    return all.every((each) => each !== null);
  }
  /** What an action would bring; null while it is not known. */
  of(action: number | undefined): Ahead | null {
    return (action !== undefined && this.#ahead.known?.get(action)) || null;
  }
  /** The choices that begin with a thing on the board; null while they are not known. */
  at(place: string): Choice[] | null {
    const board = this.#board.known;
    if (!board) return null;
    const actions = new Set(board.begins.get(place) ?? []);
    return this.#table.sight?.legal.filter((choice) => actions.has(choice.action)) ?? [];
  }
  /** Where a thing can go, and the actions that bring it there; nothing while it is not known. */
  ways(piece: string): ReadonlyMap<string, number[]> {
    return this.#board.known?.ways.get(piece) ?? new Map<string, number[]>();
  }
  /** Orders of several actions that can be given at once; none while they are not known. */
  get quick(): QuickOrder[] {
    return this.#board.known?.quick ?? [];
  }
  /** Why a thing on the board stands for nothing now; null if it does, or nobody can say. Waits for what was asked. */
  async why(place: string): Promise<Problem | null> {
    return (await this.#board.told())?.barred.get(place) ?? null;
  }
  /** The same at once; null while it is not known. */
  barred(place: string): Problem | null {
    return this.#board.known?.barred.get(place) ?? null;
  }
  /** What several actions in a row would bring, plan by plan, or why a plan cannot be played; empty if unanswered. */
  async plans(plans: (number | string)[][]): Promise<(Ahead | Problem)[]> {
    const { sight, looking } = this.#table;
    if (!sight || !plans.length) return [];
    const answer = await this.#table.inquire({ do: "foresee", version: sight.version, seat: looking, plans });
    if (!answer.done) return [];
    const told = answer as unknown as Foreseen;
    return (told.plans ?? []).map((plan) => plan.refused ?? read(plan, told.templates ?? []));
  }
}

function read(
  each: { certain?: boolean; effects?: ForeseenEffect[]; sayings?: [number, Effect["words"]][] },
  templates: string[],
): Ahead {
  const sayings = (each.sayings ?? []).map(([number, words]) => ({ template: templates[number] ?? "", words }));
  return { certain: each.certain ?? false, effects: each.effects ?? [], sayings };
}
function foreseen({ actions = [], templates = [] }: Foreseen): Map<number, Ahead> {
  return new Map(actions.map((each) => [each.action, read(each, templates)]));
}
function pointed({ places, refused, ways, quick }: Pointed): Board {
  return {
    ways: new Map(Object.entries(ways).map(([piece, goals]) => [piece, new Map(Object.entries(goals))])),
    quick,
    begins: new Map(Object.entries(places)),
    barred: new Map(refused.flatMap(({ places: barred, why }) => barred.map((place) => [place, why] as const))),
  };
}
