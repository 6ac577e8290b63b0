import { api, ApiError } from "./api";
import type { Listener } from "./connection";
import type { Answer, Order } from "./outbox";
import { keep, prefs, stored } from "./prefs.svelte";
import type { Problem, Update } from "./types";
import { t } from "./words.svelte";
import type { Guide, GuideStep } from "./wire";

/** The table of a lesson is called by this and its game. */
const LESSON = "learn:";
/** What a table can be asked in a lesson; everything else is for tables with other people. */
const ANSWERED = new Set(["act", "foresee", "point"]);
const DONE = "done";

/** Whether somebody has been through the lesson of a game, or how far: what this browser remembers. */
export const lessonState = (game: string): "new" | "begun" | "done" => {
  const kept = stored(`lesson.${game}`);
  return kept === DONE ? "done" : kept ? "begun" : "new";
};

/**
 * A lesson that is played on the real board. To the board it is a table like any other: the server plays the script,
 * refuses what does not belong to the step, and sends what a table would send. How far the learner has come is kept in
 * this browser.
 */
export class Lesson {
  readonly game: string;
  guide = $state.raw<Guide | null>(null);
  /** The step that is read now. */
  at = $state(0);
  /** What was answered to a learner who tried something else. */
  otherwise = $state("");
  #version = 0;
  #listener: Listener | null = null;

  constructor(game: string) {
    this.game = game;
  }

  get step(): GuideStep | null {
    return this.guide?.steps[this.at] ?? null;
  }
  get count(): number {
    return this.guide?.steps.length ?? 0;
  }
  get text(): string {
    return this.step?.text[prefs.lang] ?? "";
  }
  /** Whether the step is only read. */
  get reading(): boolean {
    return this.step !== null && this.step.first === this.step.end;
  }
  get last(): boolean {
    return this.guide !== null && this.at === this.count - 1;
  }
  /** What the learner is to do at a moment, as a table writes it; empty where there is nothing to do. */
  awaited(version: number): string {
    const step = this.step;
    return step ? (step.actions[version - step.first] ?? "") : "";
  }

  /** Be this lesson's table: begin where the learner stopped. */
  connect(listener: Listener): { order: (order: Order) => Promise<Answer>; close: () => void } {
    this.#listener = listener;
    void this.#begin();
    return { order: (order) => this.#order(order), close: () => (this.#listener = null) };
  }
  async #begin(): Promise<void> {
    try {
      this.guide = await api.guide(this.game);
      const kept = Number(stored(`lesson.${this.game}`) ?? 0);
      await this.go(kept > 0 && kept < this.count ? kept : 0);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#listener?.lost();
      else this.#listener?.connected(false);
    }
  }
  /** Go to a step, forward or back: its first moment is on the board. */
  async go(to: number): Promise<void> {
    const step = this.guide?.steps[to];
    if (!step) return;
    if (step.first !== this.#version || !this.#shown) {
      const update = await api.guideMoment(this.game, step.first);
      this.#show(update);
    }
    this.at = to;
    this.otherwise = "";
    this.#remember();
  }
  #shown = false;
  #show(update: Update): void {
    this.#shown = true;
    this.#version = update.version;
    this.#listener?.connected(true);
    this.#listener?.update(update);
  }
  #remember(): void {
    keep(`lesson.${this.game}`, this.last ? DONE : String(this.at));
  }

  async #order(order: Order): Promise<Answer> {
    if (!ANSWERED.has(order.do)) return refusal(t("learn.notHere"));
    const { do: what, key: _key, seat: _seat, ...rest } = order;
    try {
      const answer = await api.guideOrder(this.game, what, { version: this.#version, ...rest });
      if (what === "act") this.#follow(answer.updates as Update[]);
      return { ...answer, done: true };
    } catch (error) {
      if (!(error instanceof ApiError)) return refusal(t("error.server"));
      if (error.kind !== "not-in-this-step") return { done: false, status: error.status, problem: error.problem };
      this.otherwise = this.step?.otherwise[prefs.lang] || t("learn.otherwise");
      return refusal(t("learn.allowed", { what: this.otherwise }));
    }
  }
  #follow(updates: Update[]): void {
    for (const update of updates) this.#show(update);
    this.otherwise = "";
    while (!this.last && !this.reading && this.#version >= this.step!.end) this.at++;
    this.#remember();
  }
}
function refusal(detail: string): Answer {
  const problem: Problem = { error: "lesson", detail };
  return { done: false, status: 409, problem };
}

/** The lesson that a table's name stands for, and no other one beside it. */
let current: Lesson | null = null;
export function lessonAt(table: string): Lesson | null {
  if (!table.startsWith(LESSON)) return null;
  const game = table.slice(LESSON.length);
  if (current?.game !== game) current = new Lesson(game);
  return current;
}
/** What the table of a game's lesson is called. A lesson that is opened begins where it was left. */
export function lessonTable(game: string): string {
  current = new Lesson(game);
  return LESSON + game;
}
