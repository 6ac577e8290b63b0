import { keep, stored } from "./prefs.svelte";

/** How fast what others do, battles and what is played again go by; each with how much longer or shorter it takes. */
export const SPEEDS = { calm: 1.8, normal: 1, fast: 0.4, skip: 0 } as const;
export type Speed = keyof typeof SPEEDS;

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The speed a person has chosen. Where no motion is wanted, nothing is drawn out until somebody asks for it. */
class Chosen {
  #kept = $state<Speed | null>(known(stored("speed")));

  get speed(): Speed {
    return this.#kept ?? (still() ? "skip" : "normal");
  }
  set(speed: Speed): void {
    this.#kept = speed;
    keep("speed", speed);
  }
}
const known = (text: string | null): Speed | null => (text !== null && text in SPEEDS ? (text as Speed) : null);
export const chosen = new Chosen();

/** The time of one table's showing: it waits between two pictures, and can be paused, stepped and hurried. */
export class Tempo {
  paused = $state(false);
  /** Whether all that is yet to be shown is passed over, up to the next own decision. */
  hurried = false;
  /** Whether a clock runs meanwhile: then nothing is shown slower than fast. */
  clocked = false;
  /** How many pictures are being waited on. */
  resting = $state(0);
  #waits = new Set<{ go: () => void; timer: ReturnType<typeof setTimeout> | undefined }>();

  /** Resolves after so many milliseconds at normal speed, or when the player goes on; `least` bounds the speed. */
  wait(normal: number, least = 0): Promise<void> {
    return new Promise((done) => {
      const each = {
        timer: undefined as ReturnType<typeof setTimeout> | undefined,
        go: () => {
          clearTimeout(each.timer);
          if (!this.#waits.delete(each)) return;
          this.resting = this.#waits.size;
          done();
        },
      };
      this.#waits.add(each);
      this.resting = this.#waits.size;
      if (!this.paused) each.timer = setTimeout(each.go, this.length(normal, least));
    });
  }
  /** How long something lasts now that lasts so many milliseconds at normal speed. */
  length(normal: number, least = 0): number {
    const factor = Math.max(least, Math.min(SPEEDS[chosen.speed], this.clocked ? SPEEDS.fast : Infinity));
    return this.hurried || document.hidden ? 0 : normal * factor;
  }
  /** Whether pictures of a course are worth making at all. */
  get shows(): boolean {
    return this.length(1) > 0;
  }

  pause(): void {
    this.paused = true;
    for (const each of this.#waits) clearTimeout(each.timer);
  }
  resume(): void {
    this.paused = false;
    this.#go();
  }
  /** One picture further, and no more. */
  step(): void {
    this.pause();
    this.#go();
  }
  toTheEnd(): void {
    this.hurried = true;
    this.resume();
  }
  /** A decision is on the screen: what comes after it is shown as ever. */
  ready(): void {
    this.paused = this.hurried = false;
  }
  #go(): void {
    for (const each of [...this.#waits]) each.go();
  }
}
