import { alike, type Advised, Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Problem, Sight } from "../../lib/types";
import { choosingOf, weighs, type Choosing } from "./choosing";
import { KINDS, type ShogunView, type Unit } from "./read";

type Counts = ReadonlyMap<string, number>;

/**
 * Units picked out one by one in any order, before all are named at once: a garrison, a march, losses. Whether they can
 * be named so, the table is asked; where ronin have a say in it, it is asked unit by unit instead.
 */
export class Detail {
  #counts = new Layout<string, number>("detail");
  #moment = "";
  // Taps are weighed one after the other: whether a unit can go may depend on those before it.
  #weighing: Promise<void> = Promise.resolve();
  // The losses that were asked about last, and whether they can be taken.
  #asked = $state.raw<{ losses: string; may: boolean | null } | null>(null);

  get counts(): Counts {
    return this.#counts.parts;
  }
  open(moment: string): void {
    this.#moment = moment;
    this.#counts.open(moment);
  }
  get total(): number {
    return sum(this.counts);
  }

  /** The draft of this moment; none where there is nothing to weigh. */
  draft(sight: Sight, play: Play): Draft | null {
    const view = sight.view as ShogunView;
    const losing = view.stage === "lose";
    const choosing = choosingOf(sight);
    if (!choosing?.all.size || !weighs(choosing, sight)) return null;
    const { all, most } = choosing;
    const texts = [...all.keys()];
    const both =
      texts.some((text) => text.startsWith("lose army")) && texts.some((text) => text.startsWith("lose force"));
    const say = (): Promise<boolean> => play.command(ordered(this.counts, losing).join("; "));
    return {
      back: this.#counts.back,
      choices: texts.map((text, i) => ({ action: -1 - i, text })),
      at: () => [],
      label: (text) => {
        const unit = text.split(" ").at(-1)!;
        const key = !both ? "sh.muster.kind" : text.startsWith("lose army") ? "sh.detail.army" : "sh.detail.force";
        return t(key, { units: tt(`sh.many.${unit}`, unit), n: this.counts.get(text) ?? 0, all: all.get(text) ?? 0 });
      },
      chosen: (text) => (this.counts.get(text) ?? 0) > 0,
      take: (text) => {
        // Any number of losses can lie there until all are named; units that stay or march must be able to at once.
        if (text === "done") void say();
        else if (losing) this.#lay(more(this.counts, text, choosing), play);
        else this.#weighing = this.#weighing.then(() => this.#weigh(text, choosing, play));
      },
      seal: losing
        ? t("sh.detail.lose", { n: this.total, all: most })
        : t(view.stage === "send" ? "sh.detail.send" : "sh.detail.leave", { n: this.total }),
      ready: losing
        ? this.total === most && this.#asked?.losses === this.#losses && this.#asked.may !== false
        : this.total > 0,
      advised: (line) => this.#advised(line, choosing),
      say,
    };
  }
  /** Ask whether the losses that lie there can be taken, once they are enough; to be called when they change. */
  async ask(sight: Sight, play: Play): Promise<void> {
    const { stage, battle } = sight.view as ShogunView;
    const losses = this.#losses;
    if (stage !== "lose" || this.total !== battle.to_lose || this.#asked?.losses === losses) return;
    this.#asked = { losses, may: false };
    const problem = await refusal(this.counts, true, play);
    if (this.#losses !== losses) return;
    this.#asked = { losses, may: !problem };
    if (problem) play.refuse(problem);
  }

  get #losses(): string {
    return `${this.#moment} ${ordered(this.counts, true).join(";")}`;
  }
  /** The units an adviser's line names one by one. A line too short for all losses is added to what lies there. */
  #advised(line: readonly string[], choosing: Choosing): Advised {
    const other = line.findIndex((text) => !choosing.all.has(text));
    const texts = line.slice(0, other < 0 ? line.length : other).slice(0, choosing.most);
    let counts: Counts = texts.length < choosing.most && !line.includes("done") ? this.counts : new Map();
    for (const text of texts) counts = more(counts, text, choosing) ?? counts;
    return { texts, laid: alike(counts, this.counts), lay: () => this.#counts.lay(counts) };
  }
  async #weigh(text: string, choosing: Choosing, play: Play): Promise<void> {
    const moment = this.#moment;
    const grown = more(this.counts, text, choosing);
    const problem = grown && (await refusal(grown, false, play));
    if (moment !== this.#moment) return;
    if (problem) play.refuse(problem);
    else this.#lay(grown, play);
  }
  /** A tap adds one, or says that there are no more; it never takes back. */
  #lay(grown: Counts | null, play: Play): void {
    play.notice = grown ? "" : t("sh.detail.enough");
    if (grown) this.#counts.lay(grown);
  }
}

const sum = (counts: Counts): number => [...counts.values()].reduce((all, n) => all + n, 0);
/** These and one more of a kind; null if there are no more, or enough. */
function more(counts: Counts, text: string, { all, most }: Choosing): Counts | null {
  const n = counts.get(text) ?? 0;
  return n < (all.get(text) ?? 0) && sum(counts) < most ? new Map(counts).set(text, n + 1) : null;
}

/** Why these units cannot be named; null if they can, or the table has not answered and will say so later. */
async function refusal(counts: Counts, losing: boolean, play: Play): Promise<Problem | null> {
  const [answer] = await play.foresight.plans([ordered(counts, losing)]);
  return answer && !("effects" in answer) ? answer : null;
}

/** The units as the table wants them named. */
const ordered = (counts: Counts, losing: boolean): string[] =>
  [...counts]
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([text, n]) => Array<string>(n).fill(text))
    .concat(losing ? [] : ["done"]);

/** Where the table wants a unit named: ronin first, then by kind, those of an army before those of a force. */
function place(text: string): number {
  const words = text.split(" ");
  return 2 * (KINDS.indexOf(words.at(-1) as Unit) + 1) + (words[1] === "force" ? 1 : 0);
}
