import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Sight } from "../../lib/types";
import { ASHIGARU, FORCE, KINDS, PLURAL, SAMURAI, type Unit } from "./muster.svelte";
import { clanOf, size, type Army, type ShogunView, type Troops } from "./read";

/** A troop that units are picked from: by kind, its ronin, and whether a daimyo leads it. */
interface Troop { units: Troops; ronin: number; led: boolean }
/** Who can be picked, and whether what is picked can be said: as a whole, and one more of a kind. */
interface Pool { army?: Troop; force?: Troop; most: number; fits: (counts: ReadonlyMap<string, number>) => boolean }

const GARRISON = 5; // RULES §9.7
const LOSSES = (["ronin", ...KINDS] as const).flatMap((unit) => [`lose army ${unit}`, `lose force ${unit}`]);

/**
 * Units picked out one by one in any order, before all are named at once: a garrison, a march, losses. Where hidden ronin
 * or armies in each other's way have a say in what may go, the table is asked unit by unit instead.
 */
export class Detail {
  #counts = new Layout<string, number>("detail");

  get counts(): ReadonlyMap<string, number> { return this.#counts.parts; }
  open(moment: string): void { this.#counts.open(moment); }
  get total(): number { return sum(this.counts); }

  /** The draft of this moment; none where there is nothing to weigh. */
  draft(sight: Sight, log: { seat: number; action: string }[], play: Play): Draft | null {
    const view = sight.view as ShogunView;
    const losing = view.stage === "lose";
    if (view.moving.from_type !== 0 || (losing ? view.battle.to_lose < 2 : view.moving.chosen > 0 || sight.legal.length < 2)) return null;
    const last = (verb: string): string => log.findLast((line) => line.seat === sight.seat && line.action.startsWith(`${verb} `))?.action ?? "";
    const pool = losing ? lossesOf(view) : view.stage === "send" ? marchOf(view, last("march")) : garrisonOf(view, last("move"));
    if (!pool) return null;
    const all = (text: string): number => available(pool, text);
    // The table offers only what can be named first; of losses, those that are named last are chosen here as well.
    const texts = losing ? LOSSES.filter((text) => all(text) > 0) : sight.legal.map((choice) => choice.text).filter((text) => text !== "done");
    if (!texts.length) return null;
    const both = losing && pool.army !== undefined && pool.force !== undefined && texts.some((text) => text.startsWith("lose army")) && texts.some((text) => text.startsWith("lose force"));
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
      seal: losing ? t("sh.detail.lose", { n: this.total, all: pool.most }) : t(view.stage === "send" ? "sh.detail.send" : "sh.detail.leave", { n: this.total }),
      ready: (losing ? this.total === pool.most : this.total > 0) && pool.fits(this.counts),
      say: () => play.command([...this.counts].sort(([a], [b]) => place(a) - place(b)).flatMap(([text, n]) => Array<string>(n).fill(text)).concat(losing ? [] : ["done"]).join("; ")),
    };
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, n) => all + n, 0);
const of = (counts: ReadonlyMap<string, number>, verb: string, units: readonly string[]): number => units.reduce((all, unit) => all + (counts.get(`${verb} ${unit}`) ?? 0), 0);

/** Where the table wants a unit named: ronin first, then by kind, those of an army before those of a force. */
function place(text: string): number {
  const words = text.split(" ");
  return 2 * (KINDS.indexOf(words.at(-1) as Unit) + 1) + (words[1] === "force" ? 1 : 0);
}

function available(pool: Pool, text: string): number {
  const words = text.split(" ");
  const unit = words.at(-1)!;
  const troop = words[1] === "force" ? pool.force : words[1] === "army" ? pool.army : pool.army ?? pool.force;
  if (unit === "ronin") return troop?.ronin ?? 0;
  return troop?.units[PLURAL[unit as Unit]] ?? 0;
}

const armyAt = (view: ShogunView, id: string, clan: string): Army | undefined => view.armies.find((army) => army.at === id && clanOf(army.army) === clan);
const regulars = (army: Army): Troop => ({ units: army.units, ronin: army.ronin, led: !army.struck });

/** One to five units of an army that leaves; without ronin, and with nobody in its way, any of them. */
function garrisonOf(view: ShogunView, move: string): Pool | null {
  const army = view.armies.find((each) => each.army === `${view.turn} ${view.moving.army}`);
  const clan = view.turn ?? "";
  const stands = view.armies.filter((each) => clanOf(each.army) === clan).map((each) => (each === army ? move.split(" ")[2] : each.at));
  if (!army || army.ronin || view.clans[clan]?.veiled_ronin || new Set(stands).size < stands.length) return null;
  return { army: regulars(army), most: Math.min(GARRISON, size(army.units)), fits: () => true };
}

/** Who marches from one province to the next: one unit stays unless an army does, and there must be room (RULES §13.4). */
function marchOf(view: ShogunView, march: string): Pool | null {
  const [, from = "", to = "", into] = march.split(" ");
  const land = view.provinces[from];
  const goal = view.provinces[to];
  if (!land || !goal || land.ronin || land.hidden_ronin) return null;
  // Who has come in this final movement does not march again.
  const rested = Object.fromEntries(KINDS.map((unit, i) => [PLURAL[unit], (land.force[PLURAL[unit]] ?? 0) - (land.arrived[i] ?? 0)]));
  const stay = armyAt(view, from, land.owner ?? "") ? 0 : 1;
  const army = into ? armyAt(view, to, land.owner ?? "") : undefined;
  const room = (unit: Unit): number => army?.units[PLURAL[unit]] ?? 0;
  const fits = (counts: ReadonlyMap<string, number>): boolean =>
    !into || (of(counts, "send", ["bowman", "swordsman"]) + room("bowman") + room("swordsman") <= SAMURAI && of(counts, "send", ["gunner", "spearman"]) + room("gunner") + room("spearman") <= ASHIGARU);
  return { force: { units: rested, ronin: 0, led: false }, most: Math.min(size(land.force) - stay, into ? Infinity : FORCE - size(goal.force)), fits };
}

/** Who is lost in battle: any, if the ronin of a troop stay one fewer than its units or the troop is gone (RULES §11.6). */
function lossesOf(view: ShogunView): Pool | null {
  const attacks = view.battle.side === "attacker";
  const land = view.provinces[(attacks ? view.battle.from : view.battle.to) ?? ""];
  const found = view.armies.find((each) => (attacks ? each.army === view.battle.army : each.at === view.battle.to && clanOf(each.army) === land?.owner));
  const army = found && regulars(found);
  // An army attacks without the force of the province it stands in.
  const force = land && !(attacks && army) ? { units: land.force, ronin: land.ronin, led: false } : undefined;
  const holds = (name: string, troop: Troop | undefined, counts: ReadonlyMap<string, number>): boolean => {
    const ronin = (troop?.ronin ?? 0) - of(counts, `lose ${name}`, ["ronin"]);
    return ronin <= 0 || ronin < size(troop!.units) - of(counts, `lose ${name}`, KINDS) + Number(troop!.led);
  };
  const fits = (counts: ReadonlyMap<string, number>): boolean => holds("army", army, counts) && holds("force", force, counts);
  // A daimyo who was struck down may leave ronin behind that are too many (RULES §8.11).
  return fits(new Map()) ? { army, force, most: view.battle.to_lose, fits } : null;
}
