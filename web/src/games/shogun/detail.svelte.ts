import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Sight } from "../../lib/types";
import { available, poolOf, weighs } from "./pool";
import { KINDS, type ShogunView, type Unit } from "./read";

const LOSSES = (["ronin", ...KINDS] as const).flatMap((unit) => [`lose army ${unit}`, `lose force ${unit}`]);

/**
 * Units picked out one by one in any order, before all are named at once: a garrison, a march, losses. Where hidden
 * ronin or armies in each other's way have a say in what may go, the table is asked unit by unit instead.
 */
export class Detail {
  #counts = new Layout<string, number>("detail");

  get counts(): ReadonlyMap<string, number> {
    return this.#counts.parts;
  }
  open(moment: string): void {
    this.#counts.open(moment);
  }
  get total(): number {
    return sum(this.counts);
  }

  /** The draft of this moment; none where there is nothing to weigh. */
  draft(sight: Sight, play: Play): Draft | null {
    const view = sight.view as ShogunView;
    const losing = view.stage === "lose";
    const pool = poolOf(view);
    if (!pool || !weighs(pool, view, sight.legal)) return null;
    const all = (text: string): number => available(pool, text);
    // The table offers only what can be named first; of losses, those that are named last are chosen here as well.
    const texts = losing
      ? LOSSES.filter((text) => all(text) > 0)
      : sight.legal.map((choice) => choice.text).filter((text) => text !== "done");
    if (!texts.length) return null;
    const both =
      losing &&
      pool.army !== undefined &&
      pool.force !== undefined &&
      texts.some((text) => text.startsWith("lose army")) &&
      texts.some((text) => text.startsWith("lose force"));
    return {
      choices: texts.map((text, i) => ({ action: -1 - i, text })),
      label: (text) => {
        const unit = text.split(" ").at(-1)!;
        const key = !both ? "sh.muster.kind" : text.startsWith("lose army") ? "sh.detail.army" : "sh.detail.force";
        return t(key, { units: tt(`sh.many.${unit}`, unit), n: this.counts.get(text) ?? 0, all: all(text) });
      },
      chosen: (text) => (this.counts.get(text) ?? 0) > 0,
      take: (text) => {
        const n = this.counts.get(text) ?? 0;
        const more = new Map(this.counts).set(text, n + 1);
        // Of losses any number can lie there until they are said; who marches must find room at once.
        const may = n < all(text) && this.total < pool.most && (losing || pool.fits(more));
        this.#counts.lay(may ? more : new Map(this.counts).set(text, 0));
      },
      seal: losing
        ? t("sh.detail.lose", { n: this.total, all: pool.most })
        : t(view.stage === "send" ? "sh.detail.send" : "sh.detail.leave", { n: this.total }),
      ready: (losing ? this.total === pool.most : this.total > 0) && pool.fits(this.counts),
      say: () =>
        play.command(
          [...this.counts]
            .sort(([a], [b]) => place(a) - place(b))
            .flatMap(([text, n]) => Array<string>(n).fill(text))
            .concat(losing ? [] : ["done"])
            .join("; "),
        ),
    };
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, n) => all + n, 0);

/** Where the table wants a unit named: ronin first, then by kind, those of an army before those of a force. */
function place(text: string): number {
  const words = text.split(" ");
  return 2 * (KINDS.indexOf(words.at(-1) as Unit) + 1) + (words[1] === "force" ? 1 : 0);
}
