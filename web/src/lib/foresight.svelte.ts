import type { Answer, Order } from "./outbox";
import type { Choice, Effect, Foreseen, ForeseenEffect, Pointed, Problem, Sight } from "./types";

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
interface Told {
  moment: string;
  ahead: Map<number, Ahead>;
  begins: Map<string, number[]>;
  barred: Map<string, Problem>;
}

/** After a refusal for asking too much, in milliseconds. */
const AGAIN = 1_500;

/**
 * What the shown seat can foresee of the moment on the screen, as the server tells it: what each legal action would
 * bring, and what each thing on the board stands for. It is asked for once a moment. Until it is there, a board shows
 * what it has, and every choice can be made all the same.
 */
export class Foresight {
  readonly #table: Asker;
  #told = $state.raw<Told | null>(null);
  #moment = ""; // what was asked about last
  #answered: Promise<void> = Promise.resolve();

  constructor(table: Asker) {
    this.#table = table;
  }

  /** Ask, if this seat has a new moment to decide; to be called whenever the screen changes. */
  see(): void {
    const moment = this.#now;
    if (!moment || moment === this.#moment) return;
    this.#moment = moment;
    this.#answered = this.#ask(moment);
  }
  /** Whether the server has told all of the moment on the screen. */
  get told(): boolean {
    return this.#known !== null;
  }
  /** What an action would bring; null while it is not known. */
  of(action: number | undefined): Ahead | null {
    return (action !== undefined && this.#known?.ahead.get(action)) || null;
  }
  /** The choices that begin with a thing on the board; null while they are not known. */
  at(place: string): Choice[] | null {
    const known = this.#known;
    if (!known) return null;
    const actions = new Set(known.begins.get(place) ?? []);
    return this.#table.sight?.legal.filter((choice) => actions.has(choice.action)) ?? [];
  }
  /** Why a thing on the board stands for nothing now; null if it does, or nobody can say. Waits for what was asked. */
  async why(place: string): Promise<Problem | null> {
    await this.#answered;
    return this.barred(place);
  }
  /** The same at once; null while it is not known. */
  barred(place: string): Problem | null {
    return this.#known?.barred.get(place) ?? null;
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

  get #now(): string {
    const { myTurn, looking, sight } = this.#table;
    return myTurn && sight ? `${looking} ${sight.asked}` : "";
  }
  get #known(): Told | null {
    return this.#told && this.#told.moment === this.#now ? this.#told : null;
  }
  async #ask(moment: string): Promise<void> {
    const about = { version: this.#table.sight!.version, seat: this.#table.looking };
    const answers = await Promise.all([
      this.#table.inquire({ do: "foresee", ...about }),
      this.#table.inquire({ do: "point", ...about }),
    ]);
    if (this.#moment !== moment) return;
    const [foreseen, pointed] = answers;
    if (foreseen.done && pointed.done) {
      this.#told = told(moment, foreseen as unknown as Foreseen, pointed as unknown as Pointed);
      return;
    }
    // What was asked too late is asked anew with the next moment; what was asked too often, a little later.
    this.#moment = "";
    if (answers.some((answer) => !answer.done && answer.status === 429)) setTimeout(() => this.see(), AGAIN);
  }
}

function read(
  each: { certain?: boolean; effects?: ForeseenEffect[]; sayings?: [number, Effect["words"]][] },
  templates: string[],
): Ahead {
  const sayings = (each.sayings ?? []).map(([number, words]) => ({ template: templates[number] ?? "", words }));
  return { certain: each.certain ?? false, effects: each.effects ?? [], sayings };
}
function told(moment: string, foreseen: Foreseen, pointed: Pointed): Told {
  const templates = foreseen.templates ?? [];
  return {
    moment,
    ahead: new Map((foreseen.actions ?? []).map((each) => [each.action, read(each, templates)])),
    begins: new Map(Object.entries(pointed.places)),
    barred: new Map(pointed.refused.flatMap(({ places, why }) => places.map((place) => [place, why] as const))),
  };
}
