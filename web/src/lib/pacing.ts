import type { Update } from "./types";

/** What a picture on the way to an update shows, and how long, in milliseconds at normal speed. */
export interface Picture<P> {
  picture: P;
  lasts: number;
}
export interface Screen<P> {
  /** The pictures that lead to an update: a battle, die by die. */
  film: (update: Update) => Picture<P>[];
  draw: (picture: P) => void;
  /** Put an update on the screen; how long it stays there, null if the next one may follow at once. */
  show: (update: Update) => number | null;
  /** Told whether something newer waits to be shown. */
  behind: (on: boolean) => void;
  wait: (lasts: number) => Promise<void>;
}

/** Shows updates one after the other, each after the pictures that lead to it; what others did stays for a while. */
export class Pacing<P> {
  readonly #screen: Screen<P>;
  #waiting: Update[] = [];
  #running = false;
  #coming: Update | null = null; // its pictures are being shown
  #settled: { after: Update; wake: () => void }[] = [];

  constructor(screen: Screen<P>) {
    this.#screen = screen;
  }

  push(update: Update): void {
    this.#waiting.push(update);
    if (!this.#running) void this.#run();
    else this.#tell();
  }
  /** Resolves when everything that was pushed by now is on the screen. */
  settled(): Promise<void> {
    const after = this.#waiting.at(-1) ?? this.#coming;
    return after ? new Promise((wake) => this.#settled.push({ after, wake })) : Promise.resolve();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let update = this.#waiting.shift(); update; update = this.#waiting.shift()) {
      const film = this.#screen.film(update);
      if (film.length) {
        this.#coming = update;
        this.#tell();
        for (const { picture, lasts } of film) {
          this.#screen.draw(picture);
          await this.#screen.wait(lasts);
        }
        this.#coming = null;
      }
      const stays = this.#screen.show(update);
      this.#tell();
      for (const { after, wake } of this.#settled) if (after === update) wake();
      this.#settled = this.#settled.filter(({ after }) => after !== update);
      if (stays !== null || this.#waiting.length) await this.#screen.wait(stays ?? 0);
    }
    this.#running = false;
    this.#tell();
  }
  #tell(): void {
    this.#screen.behind(this.#waiting.length > 0 || this.#coming !== null);
  }
}
