import type { Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Sight } from "../../lib/types";
import { KINDS, PLURAL, type Unit } from "./muster.svelte";
import { clanOf, type ShogunView, type Troops } from "./read";

/** What can be picked from: units by kind and ronin, of an army and of a force. */
interface Pool { army: Troops; armyRonin: number; force: Troops; forceRonin: number }
const NOBODY: Pool = { army: {}, armyRonin: 0, force: {}, forceRonin: 0 };
const GARRISON = 5; // RULES §9.7
const LOSSES = (["ronin", ...KINDS] as const).flatMap((unit) => [`lose army ${unit}`, `lose force ${unit}`]);

/** Units picked out one by one in any order, before all are named at once: a garrison, a march, losses. */
export class Detail {
  counts = $state.raw<ReadonlyMap<string, number>>(new Map());
  #moment = "";

  open(moment: string): void {
    if (moment === this.#moment) return;
    this.#moment = moment;
    this.counts = new Map();
  }
  get total(): number { return [...this.counts.values()].reduce((sum, n) => sum + n, 0); }

  /** The draft of this moment; none where there is nothing to weigh. */
  draft(sight: Sight, log: { seat: number; action: string }[], play: Play): Draft | null {
    const view = sight.view as ShogunView;
    const losing = view.stage === "lose";
    if (view.moving.from_type !== 0 || (losing ? view.battle.to_lose < 2 : view.moving.chosen > 0 || sight.legal.length < 2)) return null;
    const pool = poolOf(view, log.findLast((line) => line.seat === sight.seat && line.action.startsWith("march "))?.action ?? "");
    // The table offers only what can be named first; of losses, those that are named last are chosen here as well.
    const texts = losing ? LOSSES.filter((text) => available(pool, text, view.stage) > 0) : sight.legal.map((choice) => choice.text).filter((text) => text !== "done");
    if (!texts.length) return null;
    const most = losing ? view.battle.to_lose : view.stage === "garrison" ? GARRISON : Infinity;
    const all = (text: string): number => available(pool, text, view.stage);
    const both = texts.some((text) => text.startsWith("lose army")) && texts.some((text) => text.startsWith("lose force"));
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
        this.counts = new Map(this.counts).set(text, n < all(text) && this.total < most ? n + 1 : 0);
      },
      seal: losing ? t("sh.detail.lose", { n: this.total, all: most }) : t(view.stage === "send" ? "sh.detail.send" : "sh.detail.leave", { n: this.total }),
      ready: losing ? this.total === most : this.total > 0,
      say: () => play.command([...this.counts].sort(([a], [b]) => place(a) - place(b)).flatMap(([text, n]) => Array<string>(n).fill(text)).concat(losing ? [] : ["done"]).join("; ")),
    };
  }
}

/** Where the table wants a unit named: ronin first, then by kind, those of an army before those of a force. */
function place(text: string): number {
  const words = text.split(" ");
  return 2 * (KINDS.indexOf(words.at(-1) as Unit) + 1) + (words[1] === "force" ? 1 : 0);
}

function available(pool: Pool, text: string, stage: string): number {
  const words = text.split(" ");
  const unit = words.at(-1)!;
  const army = stage === "garrison" || words[1] === "army";
  if (unit === "ronin") return army ? pool.armyRonin : pool.forceRonin;
  return (army ? pool.army : pool.force)[PLURAL[unit as Unit]] ?? 0;
}

function poolOf(view: ShogunView, march: string): Pool {
  if (view.stage === "garrison") return { ...NOBODY, army: view.armies.find((army) => army.army === `${view.turn} ${view.moving.army}`)?.units ?? {} };
  if (view.stage === "send") {
    const land = view.provinces[march.split(" ")[1] ?? ""];
    if (!land) return NOBODY;
    // Who has come in this final movement does not march again.
    return { ...NOBODY, force: Object.fromEntries(KINDS.map((unit, i) => [PLURAL[unit], (land.force[PLURAL[unit]] ?? 0) - (land.arrived[i] ?? 0)])) };
  }
  const attacks = view.battle.side === "attacker";
  const land = view.provinces[(attacks ? view.battle.from : view.battle.to) ?? ""];
  const army = view.armies.find((each) => (attacks ? each.army === view.battle.army : each.at === view.battle.to && clanOf(each.army) === land?.owner));
  const lead = { ...NOBODY, army: army?.units ?? {}, armyRonin: army?.ronin ?? 0 };
  // An army attacks without the force of the province it stands in.
  return attacks && army ? lead : { ...lead, force: land?.force ?? {}, forceRonin: land?.ronin ?? 0 };
}
