import type { IconName } from "../../art/icons";
import { t, tt } from "../../lib/words.svelte";
import type { Choice, LogLine, Odds, Sight } from "../../lib/types";
import { geometry, provincePaths, type ProvincePath } from "./geometry";
import { provinceName, refs } from "./phrase";
import type { Ahead } from "../../lib/foresight.svelte";
import { clanOf, ICON, KINDS, numberOf, PLURAL, size, type Army, type ShogunView, type Unit } from "./read";

/** What the map shows and offers, worked out from a view and its legal actions; no drawing, no state. */

export interface Arrow {
  from: string;
  to: string;
  clan: string;
}
/** Units or ronin that are laid out or sealed and not yet in their province. */
export interface Raised {
  n: number;
  icon: IconName;
  army: boolean;
}
/** An attack that can be declared on a province, or called back, with its odds as far as the seat can see. */
export interface Attack {
  choice: Choice;
  name: string;
  back: boolean;
  odds: Odds | null;
}

export const SPOT: ReadonlyMap<string, ProvincePath> = new Map(
  provincePaths.map((province) => [province.id, province]),
);
const BY_SHIP = new Set(geometry.sea.flatMap((line) => [line.a, line.b]));

export const ownClans = (view: ShogunView): Set<string> =>
  new Set(Object.keys(view.clans).filter((name) => view.clans[name]!.seat === view.seat));

export function armiesByPlace(view: ShogunView): Map<string, Army[]> {
  const found = new Map<string, Army[]>();
  for (const army of view.armies) found.set(army.at, [...(found.get(army.at) ?? []), army]);
  return found;
}

const armyOf = (view: ShogunView, clan: string, number: string): Army | undefined =>
  view.armies.find((army) => army.army === `${clan} ${number}`);

/** What is in a province, as far as it can be seen. */
export function thingsIn(view: ShogunView, id: string): string {
  const land = view.provinces[id]!;
  return [
    land.owner ? "province" : "province empty",
    land.castle,
    view.armies.some((army) => army.at === id) ? "army" : "",
    size(land.force) ? "force" : "",
    land.ronin ? "ronin" : "",
    land.hidden_ronin ? "hiddenRonin" : "",
    BY_SHIP.has(id) ? "sea" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

// -- arrows -----------------------------------------------------------------------------------------

/** Attacks that are declared. */
export function declaredArrows({ armies, provinces }: ShogunView): Arrow[] {
  return [
    ...armies.filter((army) => army.aim).map((army) => ({ from: army.at, to: army.aim!, clan: clanOf(army.army) })),
    ...Object.entries(provinces)
      .filter(([, land]) => land.aim)
      .map(([id, land]) => ({ from: id, to: land.aim!, clan: land.owner ?? "" })),
  ];
}

/** Attacks that are laid out and not yet declared: "army 1" or a province, and its target. */
export function plannedArrows(view: ShogunView, clan: string, aims: Iterable<readonly [string, string]>): Arrow[] {
  return [...aims].map(([troop, to]) => {
    const army = troop.startsWith("army ") ? (armyOf(view, clan, troop.slice(5))?.at ?? to) : "";
    return { from: army || troop, to, clan };
  });
}

/** Where armies went between two sights. */
export function movedArmies(before: Sight, now: Sight): (Arrow & { army: string })[] {
  const was = new Map((before.view as ShogunView).armies.map((army) => [army.army, army.at]));
  return (now.view as ShogunView).armies
    .filter((army) => SPOT.has(was.get(army.army) ?? "") && SPOT.has(army.at) && was.get(army.army) !== army.at)
    .map((army) => ({ from: was.get(army.army)!, to: army.at, clan: clanOf(army.army), army: army.army }));
}

/** Where a force went, if between two sights one has grown by what another of its clan has lost. */
export function marched(before: Sight, now: Sight): { from: string; to: string } | null {
  const were = (before.view as ShogunView).provinces;
  const by = (way: 1 | -1): [string, ShogunView["provinces"][string], number][] =>
    Object.entries((now.view as ShogunView).provinces)
      .map(([id, land]) => [id, land, way * (size(land.force) - size(were[id]!.force))] as const)
      .filter(([, , n]) => n > 0)
      .map((each) => [...each]);
  const [[to, ...more], [from, ...others]] = [by(1), by(-1)];
  if (!to || !from || more.length || others.length || to[2] !== from[2]) return null;
  return to[1].owner === were[from[0]]!.owner ? { from: from[0], to: to[0] } : null;
}

/** A move that waits for its details: who stays as garrison, who marches. */
export function moveUnderway(view: ShogunView): Arrow | null {
  const army =
    view.stage === "garrison" || view.stage === "along"
      ? armyOf(view, view.turn ?? "", String(view.moving.army))
      : undefined;
  const [from, to] = army
    ? [army.at, view.moving.to]
    : view.stage === "send" || view.stage === "march-ronin"
      ? [view.battle.from, view.moving.march_to]
      : [];
  return from && to && SPOT.has(from) && SPOT.has(to) ? { from, to, clan: view.turn ?? "" } : null;
}

/** An arrow as a path; it begins and ends beside the markers, however close the provinces are. */
export function arrowPath({ from, to }: Arrow, scale: number): string {
  const a = SPOT.get(from)!;
  const b = SPOT.get(to)!;
  const mx = (a.x + b.x) / 2 + (b.y - a.y) * 0.16;
  const my = (a.y + b.y) / 2 - (b.x - a.x) * 0.16;
  const short = Math.min(13 * scale, Math.hypot(b.x - a.x, b.y - a.y) / 4);
  const end = (p: { x: number; y: number }): string => {
    const angle = Math.atan2(p.y - my, p.x - mx);
    return `${p.x - Math.cos(angle) * short} ${p.y - Math.sin(angle) * short}`;
  };
  return `M${end(a)}Q${mx} ${my} ${end(b)}`;
}

// -- choices ----------------------------------------------------------------------------------------

/** The stages in which the question gives something to place: a tap on a province places it. */
export const PLACING = new Set(["reinforce", "markers", "build", "levy", "hire", "recover"]);

/** The choices that lay something down; those of a draft that take it up again say so themselves. */
export const laidDown = (choices: Choice[]): Choice[] => choices.filter(({ text }) => !/^un[a-z]+ /.test(text));

/** Where a troop can go, as choices of this moment; what lies there already is no way. */
export function waysOf(told: ReadonlyMap<string, number[]>, legal: Choice[]): Map<string, Choice[]> {
  if (!told.size) return new Map();
  const byAction = new Map(laidDown(legal).map((choice) => [choice.action, choice]));
  return new Map(
    [...told]
      .map(([goal, actions]) => [goal, actions.flatMap((action) => byAction.get(action) ?? [])] as const)
      .filter(([, choices]) => choices.length),
  );
}

/** The province of a troop: a force goes by its own. */
export const placeOf = (view: ShogunView, troop: string): string =>
  troop in view.provinces ? troop : (view.armies.find((army) => army.army === troop)?.at ?? "");

/** The provinces that can be reached, and by which choices; who joins an army goes where it stands. */
export function reachOf(view: ShogunView, ways: ReadonlyMap<string, Choice[]>): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const [goal, choices] of ways) {
    const id = placeOf(view, goal);
    found.set(id, [...(found.get(id) ?? []), ...choices]);
  }
  return found;
}

/** What a player tried who drew a troop to a province where it cannot go, for the table to say why. */
export function attempt(view: ShogunView, troop: string, target: string): string {
  const force = troop in view.provinces;
  if (view.stage === "declare") return `declare ${force ? troop : `army ${numberOf(troop)}`} ${target}`;
  return force ? `march ${troop} ${target}` : `move ${numberOf(troop)} ${target}`;
}

/** The attacks among the choices of a province; their odds are there once they are foreseen. */
export function attacksOn(
  view: ShogunView,
  clan: string,
  target: string,
  choices: Choice[],
  foreseen: (action: number) => Ahead | null,
): Attack[] {
  return choices.flatMap((choice) => {
    const [verb, a = "", number = ""] = choice.text.split(" ");
    const back = verb === "undeclare";
    if ((verb !== "declare" && !back) || refs(choice.text).at(-1) !== target) return [];
    const army = a === "army" ? armyOf(view, clan, number) : undefined;
    const name = army
      ? t(back ? "sh.attack.backArmy" : "sh.attack.army", { n: number })
      : t(back ? "sh.attack.backForce" : "sh.attack.force", { p: provinceName(a) });
    return [{ choice, name, back, odds: oddsOf(foreseen(choice.action)) }];
  });
}

/** The odds of a battle among what is foreseen; losses come in tenths of a unit. */
export function oddsOf(ahead: Ahead | null): Odds | null {
  const found = ahead?.effects.find(({ kind, piece }) => kind === "odds" && piece === "victory");
  if (!found) return null;
  const [attackers = 0, defenders = 0] = found.parts ?? [];
  return {
    attacker_wins: (found.amount ?? 0) / 1000,
    attacker_loses: attackers / 10,
    defender_loses: defenders / 10,
  };
}

/**
 * In a game of two each shares out some thirty provinces between two colours: whoever does not want to choose lets
 * them go by turns.
 */
export function shareByTurns(sight: Sight, log: LogLine[]): Choice {
  const view = sight.view as ShogunView;
  const given = log.findLast((line) => line.seat === view.seat && line.action.startsWith("split "));
  const second = sight.legal.length > 1 && ownClans(view).size > 1 && given?.action.endsWith("first");
  return sight.legal[second ? 1 : 0]!;
}

// -- marks ------------------------------------------------------------------------------------------

/** The provinces that were spoken of since this seat's last action. */
export function recentPlaces(log: LogLine[], seat: number | null): Set<string> {
  const lines = log.slice(-10);
  const from = lines.findLastIndex((line) => line.seat === seat);
  return new Set(lines.slice(from + 1).flatMap((line) => (line.action.startsWith("deal ") ? [] : refs(line.action))));
}

/** What a koku of the levy pays, in words. */
export const levyPrices = ({ prices }: ShogunView): string =>
  prices.levy
    .map(({ units, for_a_koku: n }) => {
      const names = units.map((unit) => (n === 1 ? tt(`sh.${unit}`, unit) : tt(`sh.many.${unit}`, unit)));
      return t("sh.price.some", { n, units: names.join(t("sh.price.unlike")) });
    })
    .join(t("sh.price.or"));

export const levyMark = (unit: Unit, army: boolean): Raised => ({ n: 1, icon: ICON[PLURAL[unit]], army });

/** Levies that are sealed, by province; a number above four joins the army there. */
export function sealedLevies(view: ShogunView): Map<string, Raised> {
  const found = new Map<string, Raised>();
  for (const [id, land] of Object.entries(view.provinces))
    if (land.levy) found.set(id, levyMark(KINDS[(land.levy - 1) % 4]!, land.levy > 4));
  return found;
}

/** Where the first choice that has a place can be made. */
export function firstAsked(legal: Choice[], byProvince: ReadonlyMap<string, Choice[]>): string | undefined {
  const rank = ([, choices]: [string, Choice[]]): number => Math.min(...choices.map((choice) => legal.indexOf(choice)));
  return [...byProvince].sort((a, b) => rank(a) - rank(b))[0]?.[0];
}

/** Where a narrow screen begins: what is asked lies somewhere; else an army of one's own, or a province. */
export function firstPlace(view: ShogunView, asked: string | undefined): string | undefined {
  const mine = ownClans(view);
  return (
    view.battle.to ??
    moveUnderway(view)?.from ??
    asked ??
    view.armies.find((army) => mine.has(clanOf(army.army)))?.at ??
    provincePaths.find((p) => mine.has(view.provinces[p.id]?.owner ?? ""))?.id ??
    (mine.size ? undefined : view.armies[0]?.at)
  );
}

/** The nearest province in a direction, for arrow keys; none if there is nothing that way. */
export function nearest(among: ProvincePath[], from: ProvincePath, [wx, wy]: readonly [number, number]): string {
  let best = "";
  let least = Infinity;
  for (const other of among) {
    const dx = other.x - from.x;
    const dy = other.y - from.y;
    const along = dx * wx + dy * wy;
    const across = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (other.id !== from.id && along > 0 && across <= along * 1.2 && along + 2 * across < least) {
      least = along + 2 * across;
      best = other.id;
    }
  }
  return best;
}
