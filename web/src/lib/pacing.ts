import type { Update } from "./types";

/** From how many waiting updates on they are too many to be looked at one by one, and how long each stays then (ms). */
const MANY = 24,
  HURRY = 40;

/** Shows updates one after the other. What others did stays on the screen for a while before the next one is shown. */
export class Pacing {
  readonly #show: (update: Update) => number | null;
  readonly #behind: (on: boolean) => void;
  #waiting: Update[] = [];
  #resting = false; // what is shown stays on the screen for now
  #settled: { after: Update; wake: () => void }[] = [];

  /**
   * `show` puts an update on the screen and says how long it stays there, null if the next one may follow at once;
   * `behind` is told whether newer ones wait.
   */
  constructor(show: (update: Update) => number | null, behind: (on: boolean) => void) {
    this.#show = show;
    this.#behind = behind;
  }

  push(update: Update): void {
    this.#waiting.push(update);
    if (!this.#resting) this.#next();
    this.#behind(this.#waiting.length > 0);
  }
  /** Resolves when everything that was pushed by now is on the screen. */
  settled(): Promise<void> {
    const after = this.#waiting.at(-1);
    return after ? new Promise((wake) => this.#settled.push({ after, wake })) : Promise.resolve();
  }

  #next(): void {
    const update = this.#waiting.shift();
    if (!update) return;
    const stays = this.#show(update);
    if (stays !== null || this.#waiting.length) {
      this.#resting = true;
      setTimeout(() => this.#goOn(), this.#waiting.length > MANY ? Math.min(stays ?? 0, HURRY) : (stays ?? 0));
    }
    for (const { after, wake } of this.#settled) if (after === update) wake();
    this.#settled = this.#settled.filter(({ after }) => after !== update);
  }
  #goOn(): void {
    this.#resting = false;
    this.#next();
    this.#behind(this.#waiting.length > 0);
  }
}
