import { seatName } from "../../lib/names";
import type { Passage } from "../../lib/passages";
import type { Effect, LogLine } from "../../lib/types";
import { count, t } from "../../lib/words.svelte";
import { LETTER, troopName } from "./phrase";
import { SEATS, toward } from "./read";

/** What the engine says of scorings and strongholds (`Game.effects`), by its English templates. */
const POINTS = new Set(["scores one point for the {troop}", "scores {points} points for the {troop}"]);
const HONOR = "scores {honor} honor for the {troop}";
const PAID = new Set(["gets {points} from strongholds", "gets {points} from the stronghold"]);

const begins = (line: LogLine): boolean => /^(large|small|pass)\b/.test(line.action);

/** The turn that was played last after the line `since` (the last of all for -1), told as far as it has come. */
export function story(log: LogLine[], since: number): Passage | null {
  const first = log.findLastIndex((line) => line.number > since && begins(line));
  if (first < 0) return null;
  const lines = log.slice(first);
  const { number, seat } = lines[0]!;
  const text = lines.flatMap((line) => told(line, lines[0]!.action.split(" ")[1] ?? "")).join(" · ");
  return text ? { number, seat, title: t("gk.tale.who", { who: seatName("gunkimono", SEATS[seat] ?? "") }), text, parts: [] } : null;
}

function told(line: LogLine, tile: string): string[] {
  const [verb, at = "", way = ""] = line.action.split(" ");
  const came = (line.effects ?? []).flatMap(effect);
  switch (verb) {
    case "pass": return [t("gk.tale.pass"), ...came];
    case "place": return [way ? t("gk.tale.two", { a: troopName(tile[0]!), q: at, b: troopName(tile[2]!), r: toward(at, way) }) : t("gk.tale.one", { a: troopName(tile[0]!), q: at }), ...came];
    case "support": return [t("gk.tale.support", { troop: troopName(at) }), ...came];
    case "build": return [t("gk.tale.build", { q: at }), ...came];
    case "banner": return [t("gk.tale.banner"), ...came];
    default: return came;
  }
}

function effect({ template, words }: Effect): string[] {
  const troop = troopName(LETTER[String(words.troop)] ?? "");
  if (POINTS.has(template)) return [t("gk.ghost", { troop, worth: count(Number(words.points ?? 1), "gk.vpOne", "gk.vp") })];
  if (template === HONOR) return [t("gk.ghost", { troop, worth: t("gk.honorN", { n: words.honor! }) })];
  return PAID.has(template) ? [t("gk.tale.paid", { worth: count(Number(words.points), "gk.vpOne", "gk.vp") })] : [];
}
