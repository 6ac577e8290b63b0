import { api } from "./api";
import { prefs } from "./prefs.svelte";
import { HOUSE_GAMES } from "../games/texts";
import { said, teach } from "./said.svelte";
import { t, tt } from "./words.svelte";
import type { GameInfo, House, Level } from "./types";

/** What the server offers, asked for once: its games, and its bots with their names and what to expect of them. */
class Offers {
  house = $state.raw<House | null>(null);
  #asked: Promise<House> | null = null;

  async load(): Promise<House> {
    this.#asked ??= this.#ask();
    try {
      return await this.#asked;
    } catch (error) {
      this.#asked = null;
      throw error;
    }
  }

  async #ask(): Promise<House> {
    this.house = await api.house();
    for (const { name } of this.house.games)
      if (!HOUSE_GAMES.includes(name)) void api.texts(name).then((texts) => teach(name, texts));
    return this.house;
  }

  /** Ask again, for what may have changed; a server that is silent just now is asked another time. */
  async reload(): Promise<void> {
    this.house = await api.house().catch(() => this.house);
  }

  game(name: string): GameInfo | undefined {
    return this.house?.games.find((game) => game.name === name);
  }
  /** The games as people see them: this app's own first, then whatever else the server has. */
  get games(): string[] {
    return [...new Set([...HOUSE_GAMES, ...(this.house?.games ?? []).map((game) => game.name)])];
  }
  gameName(name: string): string {
    return tt(`game.${name}`, said(this.game(name)?.title ?? name, name));
  }
  gameAbout(name: string): string {
    return tt(`game.${name}.about`, said(this.game(name)?.about ?? "", name));
  }
  /** Options and seats of a first game against bots. */
  first(name: string): { options: Record<string, unknown>; seats: string[] } {
    const info = this.game(name);
    const options = { ...info?.first };
    const standard = info?.options.find((option) => option.name === "players")?.default;
    const players = Number(options.players ?? standard ?? 2);
    return { options, seats: Array.from({ length: players }, (_, i) => (i ? `bot:${this.easyBot}` : "me")) };
  }

  /** The bots as people may choose them, weakest first. */
  get bots(): string[] {
    const levels = this.house?.levels.map((level) => level.bot) ?? [];
    return levels.length ? [...levels, ...this.house!.guests] : [...(this.house?.bots ?? [])];
  }
  /** The second step suits a first game. */
  get easyBot(): string {
    return this.bots[1] ?? this.bots[0] ?? "";
  }

  #level(bot: string): Level | undefined {
    return this.house?.levels.find((level) => level.bot === bot.split(":")[0]);
  }
  /** A bot in words; one that plays in a style, such as `level-4:careful`, says so. */
  botName(bot: string): string {
    const level = this.#level(bot);
    if (!level) return tt(`bot.${bot}`, bot);
    const name = `${this.house!.levels.indexOf(level) + 1} ${prefs.lang === "ja" ? level.japanese : level.name}`;
    const style = bot.split(":")[1];
    return style ? t("bot.inStyle", { name, style: tt(`style.${style}`, style) }) : name;
  }
  botAbout(bot: string): string {
    const level = this.#level(bot);
    return (prefs.lang === "ja" ? level?.about_japanese : level?.about) ?? "";
  }
}

export const offers = new Offers();
