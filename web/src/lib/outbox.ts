import type { Problem } from "./types";

export interface Order {
  do: string;
  [field: string]: unknown;
}
/** What the server said to an order. Every order gets one answer, after the update that shows what came of it. */
export type Answer = ({ done: true } & Record<string, unknown>) | { done: false; status: number; problem: Problem };

export interface Pending {
  id: number;
  order: Order;
  tries: number; // how often the server could not store it
  settle: (answer: Answer) => void;
}

/** Asked twice, these do no harm; the server takes no key for them. */
const KEYLESS = new Set(["mute", "hint", "foresee", "point"]);
/** Questions change nothing, so no order has to wait for them. */
const QUESTIONS = new Set(["hint", "foresee", "point"]);
/** How often an order is repeated while a server that is being restarted answers "nothing can be stored now" (503). */
const TRIES = 3,
  AGAIN = 2_000;
const GONE: Answer = { done: false, status: 0, problem: { error: "gone", detail: "" } };

/** The orders that have no answer yet. Each keeps its key, so it can be given again without being done twice. */
export class Outbox {
  readonly #key: () => string;
  readonly #give: (pending: Pending) => void;
  #pending: Pending[] = [];
  #ids = 0;
  #closed = false;

  /** `key` makes a fresh random key; `give` is called for every order to be given, now or again. */
  constructor(key: () => string, give: (pending: Pending) => void) {
    this.#key = key;
    this.#give = give;
  }

  order(order: Order): Promise<Answer> {
    if (this.#closed) return Promise.resolve(GONE);
    return new Promise((settle) => {
      const keyed = KEYLESS.has(order.do) ? order : { ...order, key: this.#key() };
      const pending = { id: ++this.#ids, order: keyed, tries: 0, settle };
      this.#pending.push(pending);
      this.#give(pending);
    });
  }
  /** Take in an answer; whether the order is settled by it. */
  answer(id: number, answer: Answer): boolean {
    const pending = this.#pending.find((each) => each.id === id);
    if (!pending) return false;
    if (!answer.done && answer.status === 503 && ++pending.tries < TRIES) {
      setTimeout(() => this.#pending.includes(pending) && this.#give(pending), AGAIN);
      return false;
    }
    this.#pending.splice(this.#pending.indexOf(pending), 1);
    pending.settle(answer);
    return true;
  }
  /** All that waits for an answer, in the order it was given. */
  get waiting(): readonly Pending[] {
    return this.#pending;
  }
  /** What is to be given next where one thing goes after the other. */
  get next(): Pending | undefined {
    return this.#pending.find(({ order }) => !QUESTIONS.has(order.do)) ?? this.#pending[0];
  }
  /** Whether an answer is due soon; advice takes its time. */
  get due(): boolean {
    return this.#pending.some(({ order }) => order.do !== "hint");
  }
  close(): void {
    this.#closed = true;
    for (const { settle } of this.#pending.splice(0)) settle(GONE);
  }
}
