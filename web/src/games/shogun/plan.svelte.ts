import { Layout, type Draft } from "../../lib/draft.svelte";
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

  /** "more levy", "less levy", "anew"; or what an adviser says: "bin levy 3". */
  take(text: string, lord: Clan): void {
    const [verb, name, n] = text.split(" ");
    const bin = name as Bin;
    if (verb === "anew") this.#koku.lay(new Map());
    else if (verb === "more" && this.more(lord, bin)) this.#put(bin, this.held(lord, bin) + this.step(bin));
    else if (verb === "less" && this.less(lord, bin)) this.#put(bin, this.held(lord, bin) - this.step(bin));
    else if (verb === "bin" && !this.#said(lord, bin))
      this.#put(bin, Math.min(Number(n), this.left(lord) + this.held(lord, bin)));
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
