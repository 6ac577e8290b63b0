import type { Choice } from "./types";

/**
 * Something that is laid out in this browser and then said in one go: until then its choices stand in for the table's.
 */
/** What an adviser's line would lay out: its steps, whether it lies there already, and the deed. */
export interface Advised {
  texts: string[];
  laid: boolean;
  lay: () => void;
}
/** Whether the same is laid out. */
export const alike = <T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): boolean =>
  a.size === b.size && [...a].every(([at, part]) => JSON.stringify(part) === JSON.stringify(b.get(at)));

export interface Draft {
  choices: Choice[];
  /** Those that begin with a thing on the board; without it, what the server says of the choices with their numbers. */
  at?: (place: string) => Choice[];
  label: (text: string) => string;
  /** Whether a choice is how things are now, such as the kind of unit in hand. */
  chosen: (text: string) => boolean;
  take: (text: string) => void;
  /** What an adviser's line, one step after the other, comes to when all of it is laid out at once. */
  advised?: (line: readonly string[]) => Advised;
  /** What says it all: its words, whether it can be said yet, and the deed. */
  seal: string;
  ready: boolean;
  /** Whether nothing is left to lay out, where it can be said before. */
  full?: boolean;
  say: () => Promise<boolean>;
  /** Takes up again what was laid out last; none where nothing lies there. */
  back?: (() => void) | undefined;
  /** What to ask once before it is said, for example because something would be wasted. */
  asks?: string;
}

/**
 * The parts of a draft, laid out for one moment. Until they are sent they stay in this tab, also when it is
 * reloaded.
 */
export class Layout<K extends string, V> {
  parts = $state.raw<ReadonlyMap<K, V>>(new Map());
  #key: string;
  #moment = "";
  #before: ReadonlyMap<K, V>[] = [];
  constructor(name: string) {
    this.#key = `gunbai.draft.${name}`;
  }

  /** Another moment begins with nothing, unless it is the one this tab had begun to lay out. */
  open(moment: string): void {
    if (moment === this.#moment) return;
    this.#moment = moment;
    this.#before = [];
    this.parts = this.#kept();
  }
  lay(parts: ReadonlyMap<K, V>): void {
    this.#before.push(this.parts);
    this.#keep(parts);
  }
  /** One step back; what was laid out before a reload goes at once. */
  get back(): (() => void) | undefined {
    return this.parts.size ? () => this.#keep(this.#before.pop() ?? new Map()) : undefined;
  }
  #keep(parts: ReadonlyMap<K, V>): void {
    this.parts = parts;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify([this.#moment, [...parts]]));
    } catch {
      /* storage may be forbidden */
    }
  }
  #kept(): ReadonlyMap<K, V> {
    try {
      const [moment, parts] = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as [string?, [K, V][]?];
      return new Map(moment === this.#moment ? parts : []);
    } catch {
      return new Map();
    }
  }
}

class Drafting {
  draft = $state.raw<Draft | null>(null);
}

export const drafting = new Drafting();
