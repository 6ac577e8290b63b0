import { api } from "./api";
import { SPEEDS, type Tempo } from "./tempo.svelte";
import type { LogLine, Sight } from "./types";

/** At most so many actions are played again. */
const MOST = 60;
/** What a game shows for no longer than this is nothing to look at: choices made in secret. */
const SEALED = 100;

/** Moments of the past that are shown instead of now, while what others did is played again. */
export class Echo {
  readonly #table: string;
  readonly #tempo: Tempo;
  sight = $state.raw<Sight | null>(null);

  constructor(table: string, tempo: Tempo) {
    this.#table = table;
    this.#tempo = tempo;
  }

  /**
   * Play these actions again as a seat saw them, one after the other; what is only sealed shows nothing and is passed
   * over. `pace` says how long an action stays on the screen.
   */
  async play(since: LogLine[], seat: number | null, pace: (action: string) => number): Promise<void> {
    const lines = since.slice(-MOST);
    const shown = lines.filter((line) => pace(line.action) > SEALED);
    if (this.sight || !shown.length) return;
    const before = lines[0]!.number - 1;
    try {
      for (const line of [null, ...shown]) {
        if (line && this.#tempo.hurried) return;
        const sight = await this.at(line?.number ?? before, seat);
        if (line && !this.sight) return; // stopped meanwhile
        this.sight = sight;
        const stays = pace(line?.action ?? "");
        await this.#tempo.wait(Math.max(500, 1.6 * stays), SPEEDS.fast);
        if (!this.sight) return;
      }
    } finally {
      this.sight = null;
      this.#tempo.ready();
    }
  }
  stop(): void {
    this.sight = null;
  }
  /** A moment of the past as a seat saw it. */
  at(length: number, seat: number | null): Promise<Sight> {
    return api.moment(this.#table, length, seat);
  }
}
