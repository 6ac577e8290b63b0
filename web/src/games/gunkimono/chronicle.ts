import { seatName } from "../../lib/names";
import { plainly, type Passage, type Voices } from "../../lib/passages";
import { prefs } from "../../lib/prefs.svelte";
import { told } from "../../lib/said.svelte";
import type { LogLine } from "../../lib/types";
import { count, t } from "../../lib/words.svelte";
import { LETTER, placing, troopName, word } from "./phrase";
import { SEATS, toward } from "./read";

/** What the engine says of scorings and strongholds (`Game.effects`), by its English templates. */
const POINTS = new Set(["scores one point for the {troop}", "scores {points} points for the {troop}"]);
const HONOR = "scores {honor} honor for the {troop}";
const PAID = new Set(["gets {points} from strongholds", "gets {points} from the stronghold"]);

const begins = (line: LogLine): boolean => /^(large|small|pass)\b/.test(line.action);
const chooses = (line: LogLine): boolean => /^(large|small) /.test(line.action);

/** The log: the line that places a tile also names the tile that was chosen, with the square of each of its troops. */
export function passages(lines: LogLine[], voices: Voices): Passage[] {
  const tiles = new Map<number, string>();
  let tile = "";
  for (const line of lines) {
    if (chooses(line)) tile = line.action.split(" ")[1] ?? "";
    else tiles.set(line.number, tile);
  }
  // English has the engine's own sentences, and they say it so.
  const say = (line: LogLine): string => {
    const where = prefs.lang === "en" ? "" : placing(line.action, tiles.get(line.number) ?? "");
    return where ? told(line, "gunkimono", () => where, word) : voices.say(line);
  };
  return plainly(
    lines.filter((line) => !chooses(line)),
    { ...voices, say },
  );
}

/** The turn that was played last after the line `since` (the last of all for -1), told as far as it has come. */
export function story(log: LogLine[], since: number): Passage | null {
  const first = log.findLastIndex((line) => line.number > since && begins(line));
  if (first < 0) return null;
  const lines = log.slice(first);
  const { number, seat } = lines[0]!;
  const text = [troops(lines), ...lines.flatMap(besides), ...lines.flatMap(support)]
    .filter(Boolean)
    .join(t("gk.tale.and"));
  return text
    ? { number, seat, title: t("gk.tale.who", { who: seatName("gunkimono", SEATS[seat] ?? "") }), text, parts: [] }
    : null;
}

/** Each troop where it lies, with what it brought. */
function troops(lines: LogLine[]): string {
  const tile = lines[0]!.action.split(" ")[1] ?? "";
  const [, at = "", way = ""] = lines.find((line) => line.action.startsWith("place "))?.action.split(" ") ?? [];
  if (!at) return "";
  const brought = new Map(lines.flatMap(worths));
  const lies = (letter: string, q: string): string => {
    const worth = brought.get(letter);
    return t(worth ? "gk.tale.scored" : "gk.tale.lies", { troop: troopName(letter), q, worth: worth ?? "" });
  };
  return [lies(tile[0]!, at), ...(way ? [lies(tile[2]!, toward(at, way))] : [])].join(t("comma"));
}

/** What a line says of scored troops, by the troop's letter; the troops of a tile differ. */
function worths(line: LogLine): [string, string][] {
  return (line.effects ?? []).flatMap(({ template, words }): [string, string][] => {
    const letter = LETTER[String(words.troop)] ?? "";
    if (POINTS.has(template)) return [[letter, count(Number(words.points ?? 1), "gk.vpOne", "gk.vp")]];
    return template === HONOR ? [[letter, t("gk.honorN", { n: words.honor! })]] : [];
  });
}

/** What else came of it, in the order in which it happened. */
function besides(line: LogLine): string[] {
  const [verb, at = ""] = line.action.split(" ");
  const did =
    verb === "pass"
      ? [t("gk.tale.pass")]
      : verb === "build"
        ? [t("gk.tale.build", { q: at })]
        : verb === "banner"
          ? [t("gk.tale.banner")]
          : [];
  return [
    ...did,
    ...(line.effects ?? [])
      .filter(({ template }) => PAID.has(template))
      .map(({ words }) => t("gk.tale.paid", { worth: count(Number(words.points), "gk.vpOne", "gk.vp") })),
  ];
}

const support = (line: LogLine): string[] =>
  line.action.startsWith("support ")
    ? [t("gk.tale.support", { troop: troopName(line.action.split(" ")[1] ?? "") })]
    : [];
