import type { Effect, LogLine } from "../../lib/types";

/** A clan at the end of a round. */
export interface Standing {
  clan: string;
  held: number;
  /** Provinces more than at the end of the round before; null after the first. */
  more: number | null;
  koku: number;
  sword: number;
}
/** A province that changed hands or was emptied, and the clan it was taken from, if that is known. */
export interface Land {
  effect: Effect;
  from: string;
}
/** What a round has brought, in the table's own words (`aftermath.py`). */
export interface Summary {
  round: number;
  lands: Land[];
  fallen: Effect[];
  raised: Effect[];
  standings: Standing[];
}

export const ROUND_OVER = "round {round} is over";
const HOLDS = "{clan} holds {held} provinces and has {koku} koku";
const SWORD = "{clan} had sword {number}";
const LANDS = /^\{clan\} (takes|drives|loses) (?!over)/;
const FALLEN = /is lost$|is out\b/;
const RAISED = /^\{clan\} (raises|builds) /;

const ends = (line: LogLine): boolean => (line.effects ?? []).some(({ template }) => template === ROUND_OVER);
const clanIn = ({ words }: Effect): string => String(words.clan).toLowerCase();
const number = ({ words }: Effect, name: string): number => Number(words[name] ?? 0);

/** Each change of hands once: who was driven out of a province that another then took, is named there. */
function landsIn(effects: Effect[]): Land[] {
  const told = new Set<Land>();
  // By province, the line that emptied it, until somebody moves in.
  const emptied = new Map<string, Land>();
  for (const effect of effects) {
    const { clan, province } = effect.words;
    const place = String(province);
    const land = { effect, from: "" };
    told.add(land);
    if (!effect.template.startsWith("{clan} takes")) {
      emptied.set(place, land);
      continue;
    }
    const before = emptied.get(place);
    emptied.delete(place);
    const loser = before && (before.effect.words.other_clan ?? before.effect.words.clan);
    if (!before || loser === clan) continue;
    told.delete(before);
    land.from = String(loser).toLowerCase();
  }
  return [...told];
}

/** The last round that is over; null while the first goes on. */
export function lastRound(log: LogLine[]): Summary | null {
  const end = log.findLastIndex(ends);
  if (end < 0) return null;
  const start = log.slice(0, end).findLastIndex(ends);
  const told = (line: LogLine | undefined): Effect[] => line?.effects ?? [];
  const of = (effects: Effect[], template: string): Effect[] => effects.filter((each) => each.template === template);
  const all = log.slice(start + 1, end + 1).flatMap(told);
  const last = told(log[end]);
  const before = new Map(of(told(log[start]), HOLDS).map((each) => [clanIn(each), number(each, "held")]));
  const swords = new Map(of(last, SWORD).map((each) => [clanIn(each), number(each, "number")]));
  const standings = of(last, HOLDS).map((each): Standing => {
    const clan = clanIn(each);
    const held = number(each, "held");
    const was = before.get(clan);
    return {
      clan,
      held,
      more: was === undefined ? null : held - was,
      koku: number(each, "koku"),
      sword: swords.get(clan) ?? 0,
    };
  });
  return {
    round: number(of(last, ROUND_OVER)[0]!, "round"),
    lands: landsIn(all.filter(({ template }) => LANDS.test(template))),
    fallen: all.filter(({ template }) => FALLEN.test(template)),
    raised: all.filter(({ template }) => RAISED.test(template)),
    // As they took their turns.
    standings: standings.sort((a, b) => a.sword - b.sword),
  };
}
