import { Layout, type Advised, type Draft } from "../../lib/draft.svelte";
import type { LogLine } from "../../lib/types";
import { t, tt } from "../../lib/words.svelte";
import { BINS, type Bin, type Clan } from "./read";

export const binName = (bin: string): string => tt(`sh.bin.${bin}`, bin);

/**
 * A plan as its koku are moved about behind the screen, before it is sealed at once. Nothing leaves the browser until
 * then.
 */
export class Plan {
  #koku = new Layout<Bin, number>("plan");

  #build = $state(0);

  /** `build` is the price of a building: that much goes into its bin, or nothing. */
  open(moment: string, build: number): void {
    this.#koku.open(moment);
    this.#build = build;
  }
  /** How many koku go into a bin at a time. */
  step(bin: Bin): number {
    return bin === "build" ? this.#build : 1;
  }
  /** Whether the table has heard of this bin already: from who types, or plays on from elsewhere. */
  #said(lord: Clan, bin: Bin): boolean {
    return BINS.indexOf(bin) < (lord.choices_made ?? 0);
  }
  held(lord: Clan, bin: Bin): number {
    return (this.#said(lord, bin) ? lord.bins?.[bin] : this.#koku.parts.get(bin)) ?? 0;
  }
  left(lord: Clan): number {
    return (lord.koku ?? 0) - BINS.reduce((sum, bin) => sum + this.held(lord, bin), 0);
  }
  more(lord: Clan, bin: Bin): boolean {
    return (
      !this.#said(lord, bin) && this.left(lord) >= this.step(bin) && (bin !== "build" || this.held(lord, bin) === 0)
    );
  }
  less(lord: Clan, bin: Bin): boolean {
    return !this.#said(lord, bin) && this.held(lord, bin) > 0;
  }

  /** The koku of the last plan this seat has sealed, as far as there are koku for it now. */
  sameAs(last: ReadonlyMap<Bin, number>, lord: Clan): void {
    let left = lord.koku ?? 0;
    const koku = new Map<Bin, number>();
    for (const bin of BINS) {
      const n = Math.min(last.get(bin) ?? 0, left);
      const held = n - (n % this.step(bin));
      koku.set(bin, held);
      left -= held;
    }
    this.#koku.lay(koku);
  }
  /** "more levy", "less levy", "rest levy", "anew"; or what an adviser says: "bin levy 3". */
  take(text: string, lord: Clan): void {
    const [verb, name, n] = text.split(" ");
    const bin = name as Bin;
    if (verb === "anew") this.#koku.lay(new Map());
    else if (verb === "more" && this.more(lord, bin)) this.#put(bin, this.held(lord, bin) + this.step(bin));
    else if (verb === "rest" && this.more(lord, bin))
      this.#put(bin, this.held(lord, bin) + (bin === "build" ? this.step(bin) : this.left(lord)));
    else if (verb === "less" && this.less(lord, bin)) this.#put(bin, this.held(lord, bin) - this.step(bin));
    else if (verb === "bin" && !this.#said(lord, bin))
      this.#put(bin, Math.min(Number(n), this.left(lord) + this.held(lord, bin)));
  }
  /** The whole plan of an adviser's line. */
  advised(line: readonly string[], lord: Clan): Advised {
    const texts = line.filter((text) => text.startsWith("bin ")).slice(0, BINS.length);
    const koku = new Map(texts.map((text) => [text.split(" ")[1] as Bin, Number(text.split(" ")[2])] as const));
    const laid = [...koku].every(([bin, n]) => this.held(lord, bin) === n);
    return { texts, laid, lay: () => this.#koku.lay(new Map([...koku].filter(([bin]) => !this.#said(lord, bin)))) };
  }
  #put(bin: Bin, n: number): void {
    this.#koku.lay(new Map(this.#koku.parts).set(bin, n));
  }

  draft(lord: Clan, say: (text: string) => Promise<boolean>): Draft {
    const left = this.left(lord);
    const texts = [
      ...BINS.filter((bin) => this.more(lord, bin)).map((bin) => `more ${bin}`),
      ...(BINS.some((bin) => this.less(lord, bin)) ? ["anew"] : []),
    ];
    return {
      back: this.#koku.back,
      choices: texts.map((text, i) => ({ action: -1 - i, text })),
      at: () => [],
      label: (text) => {
        const bin = text.split(" ")[1] as Bin | undefined;
        return bin
          ? t("sh.plan.more", { bin: binName(bin), n: this.step(bin), held: this.held(lord, bin) })
          : t("sh.plan.anew");
      },
      chosen: () => false,
      take: (text) => this.take(text, lord),
      advised: (line) => this.advised(line, lord),
      seal: left ? t("sh.seal.left", { n: left }) : t("sh.seal"),
      ready: left === 0,
      say: () =>
        say(
          BINS.filter((bin) => !this.#said(lord, bin))
            .map((bin) => `bin ${bin} ${this.held(lord, bin)}`)
            .join("; "),
        ),
    };
  }
}

/** The last plan that a seat has sealed, from its own log; null before the first. Of two clans the one asked for. */
export function lastPlan(log: LogLine[], seat: number | null, which: number): Map<Bin, number> | null {
  const own = log.filter((line) => line.seat === seat && line.action.startsWith("bin "));
  const plans: Map<Bin, number>[] = [];
  for (const { action } of own) {
    const [, bin, n] = action.split(" ");
    if (bin === BINS[0] || !plans.length) plans.push(new Map());
    plans.at(-1)!.set(bin as Bin, Number(n));
  }
  return plans.filter((plan) => plan.size === BINS.length).at(-1 - which) ?? null;
}
