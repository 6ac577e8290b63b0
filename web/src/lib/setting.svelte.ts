import { untrack } from "svelte";
import type { GameInfo, OptionInfo } from "./types";

export type Value = number | boolean | string;
export type Values = Record<string, Value>;

/** The options of a table that is being set up: what is offered, what matters now, and what will be sent. */
export class Setting {
  /** A ready-made setting; the options show what it says, and can still be changed. */
  preset = $state("");
  values = $state<Values>({});
  readonly #defaults: Values;

  constructor(readonly game: GameInfo) {
    this.#defaults = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    untrack(() => (this.values = { ...this.#defaults }));
  }

  #madeOf(preset: string): Values {
    return { ...this.#defaults, ...(this.game.presets[preset] as Values | undefined) };
  }
  /** Those for people; one that changes nothing is the standard game by another name. */
  get presets(): string[] {
    return Object.keys(this.game.presets).filter(
      (key) =>
        !this.game.trials.includes(key) &&
        Object.entries(this.#madeOf(key)).some(([name, value]) => value !== this.#defaults[name]),
    );
  }
  /** Take a ready-made setting; how many players it is for, if it says so. */
  take(preset: string): number | null {
    this.preset = preset;
    this.values = this.#madeOf(preset);
    return Number(this.game.presets[preset]?.players) || null;
  }

  /** Values a person can choose from: not those that only trials use. */
  choices(option: OptionInfo): string[] {
    const { presets, trials } = this.game;
    const used = (keys: string[]): unknown[] => keys.map((key) => presets[key]?.[option.name]);
    const trial = used(trials);
    const others = used(Object.keys(presets).filter((key) => !trials.includes(key)));
    const all = option.kind === "text" ? option.examples : option.choices;
    return all.filter((each) => each === option.default || !trial.includes(each) || others.includes(each));
  }
  /** Whether an option changes anything as the others stand. */
  matters(option: OptionInfo): boolean {
    return Object.entries(option.needs).every(([name, wanted]) => {
      const other = this.game.options.find((each) => each.name === name);
      return other !== undefined && this.matters(other) && wanted.includes(String(this.values[name]));
    });
  }
  /** What can be shown to a person now; a text without examples is for programs. */
  shown(fine: boolean): OptionInfo[] {
    return this.game.options.filter(
      (option) =>
        option.name !== "players" &&
        option.fine === fine &&
        this.matters(option) &&
        (option.kind === "flag" || option.kind === "integer" || this.choices(option).length > 1),
    );
  }
  set(name: string, value: Value): void {
    this.values[name] = value;
    // A text that matters from now on begins with its first example.
    for (const option of this.game.options)
      if (option.examples.length && this.matters(option) && !option.examples.includes(String(this.values[option.name])))
        this.values[option.name] = option.examples[0]!;
  }
  /** What differs from the ready-made setting; what does not matter has its default. */
  get changed(): Values {
    const ready = this.#madeOf(this.preset);
    const now = this.game.options.map((option): [string, Value] => [
      option.name,
      this.matters(option) ? this.values[option.name]! : option.default,
    ]);
    return Object.fromEntries(now.filter(([name, value]) => name !== "players" && value !== ready[name]));
  }
}
