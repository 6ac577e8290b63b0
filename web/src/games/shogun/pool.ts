import type { Choice } from "../../lib/types";
import {
  ASHIGARU,
  clanOf,
  FORCE,
  KINDS,
  PLURAL,
  SAMURAI,
  size,
  type Army,
  type ShogunView,
  type Troops,
  type Unit,
} from "./read";

/** A troop that units are picked from: by kind, its ronin, and whether a daimyo leads it. */
interface Troop {
  units: Troops;
  ronin: number;
  led: boolean;
}
/** Who can be picked, and whether what is picked can be said: as a whole, and one more of a kind. */
export interface Pool {
  army?: Troop;
  force?: Troop;
  most: number;
  fits: (counts: ReadonlyMap<string, number>) => boolean;
}

const GARRISON = 5; // RULES §9.7

const of = (counts: ReadonlyMap<string, number>, verb: string, units: readonly string[]): number =>
  units.reduce((all, unit) => all + (counts.get(`${verb} ${unit}`) ?? 0), 0);

/**
 * The pool of this moment; none where hidden ronin or other armies have a say in it, and the table is asked unit by
 * unit.
 */
export function poolOf(view: ShogunView): Pool | null {
  if (view.moving.from_type !== 0) return null;
  if (view.stage === "lose") return lossesOf(view);
  if (view.moving.chosen > 0) return null;
  return view.stage === "send" ? marchOf(view) : view.stage === "garrison" ? garrisonOf(view) : null;
}

/** Whether there is anything to weigh: which kinds, or how many of the only one. */
export function weighs(pool: Pool, view: ShogunView, legal: Choice[]): boolean {
  if (view.stage === "lose") return pool.most > 1;
  return legal.length > 1 || Math.min(pool.most, available(pool, legal[0]?.text ?? "")) > 1;
}

/** How many of a kind there are to pick from. */
export function available(pool: Pool, text: string): number {
  const words = text.split(" ");
  const unit = words.at(-1)!;
  const troop = words[1] === "force" ? pool.force : words[1] === "army" ? pool.army : (pool.army ?? pool.force);
  if (unit === "ronin") return troop?.ronin ?? 0;
  return troop?.units[PLURAL[unit as Unit]] ?? 0;
}

const armyAt = (view: ShogunView, id: string, clan: string): Army | undefined =>
  view.armies.find((army) => army.at === id && clanOf(army.army) === clan);
const regulars = (army: Army): Troop => ({ units: army.units, ronin: army.ronin, led: !army.struck });

/** One to five units of an army that leaves; without ronin, and with nobody in its way, any of them. */
function garrisonOf(view: ShogunView): Pool | null {
  const army = view.armies.find((each) => each.army === `${view.turn} ${view.moving.army}`);
  const clan = view.turn ?? "";
  const stands = view.armies
    .filter((each) => clanOf(each.army) === clan)
    .map((each) => (each === army ? view.moving.to : each.at));
  if (!army || army.ronin || view.clans[clan]?.veiled_ronin || new Set(stands).size < stands.length) return null;
  return { army: regulars(army), most: Math.min(GARRISON, size(army.units)), fits: () => true };
}

/**
 * Who marches from one province to the next: one unit stays unless an army does, and there must be room (RULES §13.4).
 */
function marchOf(view: ShogunView): Pool | null {
  const from = view.battle.from ?? "";
  const to = view.moving.march_to ?? "";
  const into = view.moving.into_army;
  const land = view.provinces[from];
  const goal = view.provinces[to];
  if (!land || !goal || land.ronin || land.hidden_ronin) return null;
  // Who has come in this final movement does not march again.
  const rested = Object.fromEntries(
    KINDS.map((unit, i) => [PLURAL[unit], (land.force[PLURAL[unit]] ?? 0) - (land.arrived[i] ?? 0)]),
  );
  const stay = armyAt(view, from, land.owner ?? "") ? 0 : 1;
  const army = into ? armyAt(view, to, land.owner ?? "") : undefined;
  const room = (unit: Unit): number => army?.units[PLURAL[unit]] ?? 0;
  const fits = (counts: ReadonlyMap<string, number>): boolean =>
    !into ||
    (of(counts, "send", ["bowman", "swordsman"]) + room("bowman") + room("swordsman") <= SAMURAI &&
      of(counts, "send", ["gunner", "spearman"]) + room("gunner") + room("spearman") <= ASHIGARU);
  return {
    force: { units: rested, ronin: 0, led: false },
    most: Math.min(size(land.force) - stay, into ? Infinity : FORCE - size(goal.force)),
    fits,
  };
}

/**
 * Who is lost in battle: any, if the ronin of a troop stay one fewer than its units or the troop is gone (RULES §11.6).
 */
function lossesOf(view: ShogunView): Pool | null {
  const attacks = view.battle.side === "attacker";
  const land = view.provinces[(attacks ? view.battle.from : view.battle.to) ?? ""];
  const found = view.armies.find((each) =>
    attacks ? each.army === view.battle.army : each.at === view.battle.to && clanOf(each.army) === land?.owner,
  );
  const army = found && regulars(found);
  // An army attacks without the force of the province it stands in.
  const force = land && !(attacks && army) ? { units: land.force, ronin: land.ronin, led: false } : undefined;
  const holds = (name: string, troop: Troop | undefined, counts: ReadonlyMap<string, number>): boolean => {
    const ronin = (troop?.ronin ?? 0) - of(counts, `lose ${name}`, ["ronin"]);
    return ronin <= 0 || ronin < size(troop!.units) - of(counts, `lose ${name}`, KINDS) + Number(troop!.led);
  };
  const fits = (counts: ReadonlyMap<string, number>): boolean =>
    holds("army", army, counts) && holds("force", force, counts);
  // A daimyo who was struck down may leave ronin behind that are too many (RULES §8.11).
  return fits(new Map()) ? { army, force, most: view.battle.to_lose, fits } : null;
}
