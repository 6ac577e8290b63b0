import { untrack } from "svelte";
import type { LogLine, Sight } from "./types";

/**
 * What others changed on the board since one's own last action, told from two sights that follow each other.
 * In a replay there is no own action: then it is what the last step changed. Nor is there one after the end: whoever
 * won sees what won.
 */
export class Trail<T> {
  marks = $state.raw<T[]>([]);
  #before: Sight | null = null;
  #caughtUp: Sight | null = null;

  constructor(readonly differ: (before: Sight, now: Sight) => T[]) {}

  /**
   * `earlier` is what this seat saw when it last decided, if it has not looked since: all that changed is new to it.
   */
  see(now: Sight, log: LogLine[], live: boolean, earlier: Sight | null = null): void {
    const before = this.#before;
    this.#before = now;
    if (earlier && earlier !== this.#caughtUp && earlier.seat === now.seat && earlier.length < now.length) {
      this.#caughtUp = earlier;
      this.marks = this.differ(earlier, now);
      return;
    }
    if (!before || before.seat !== now.seat || now.length < before.length) this.marks = [];
    else if (now.length > before.length) {
      // What chance adds to an own action may arrive together with it.
      const own =
        now.seat !== null &&
        !now.over &&
        log.findLast((line) => line.number > before.length && line.seat >= 0)?.seat === now.seat;
      const fresh = now.length - before.length < 60 ? this.differ(before, now) : [];
      this.marks = own ? [] : live ? [...untrack(() => this.marks), ...fresh].slice(-40) : fresh;
    }
  }
}
