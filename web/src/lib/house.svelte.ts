import { api } from "./api";
import { prefs } from "./prefs.svelte";
import { tt } from "./words.svelte";
import type { House, Level } from "./types";

/** What the server offers, asked for once: its games, and its bots with their names and what to expect of them. */
class Offers {
  house = $state.raw<House | null>(null);
  #asked: Promise<House> | null = null;

  async load(): Promise<House> {
    this.#asked ??= api.house();
    try {
      return (this.house = await this.#asked);
    } catch (error) {
      this.#asked = null;
      throw error;
    }
  }

  /** The bots as people may choose them, weakest first. */
  get bots(): string[] {
    return this.house?.levels.length ? this.house.levels.map((level) => level.bot) : [...(this.house?.bots ?? [])];
  }
  /** The second step suits a first game. */
  get easyBot(): string {
    return this.bots[1] ?? this.bots[0] ?? "";
  }

  #level(bot: string): Level | undefined {
    return this.house?.levels.find((level) => level.bot === bot);
  }
  botName(bot: string): string {
    const level = this.#level(bot);
    if (!level) return tt(`bot.${bot}`, bot);
    return `${this.house!.levels.indexOf(level) + 1} ${prefs.lang === "ja" ? level.japanese : level.name}`;
  }
  botAbout(bot: string): string {
    const level = this.#level(bot);
    return (prefs.lang === "ja" ? level?.about_japanese : level?.about) ?? "";
  }
}

export const offers = new Offers();
