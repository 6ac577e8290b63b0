import { optionName, seatName } from "./names";
import { prefs } from "./prefs.svelte";
import type { Problem } from "./types";
import { tt } from "./words.svelte";

/**
 * The server speaks English: a template and its words (see `core/errors.py`), or a note such as an option's help.
 * In Japanese both are looked up by the English; a word that is a name gets the name this browser has for it.
 */
let japanese = $state.raw<Record<string, Record<string, string>>>({});

/** Resolves when the chosen language can be spoken. */
export async function learnt(): Promise<void> {
  if (prefs.lang === "ja" && !japanese.common) japanese = (await import("../text/said/ja")).said;
}
$effect.root(() => { $effect(() => { if (prefs.lang === "ja") void learnt(); }); });

/** The name of a word in the chosen language, by its kind; a game knows its own pieces. */
export type Wording = (kind: string, value: string) => string | undefined;

function find(text: string, game: string): string | undefined {
  if (prefs.lang !== "ja") return undefined;
  const parts = game ? [game, "common"] : ["common", ...Object.keys(japanese)];
  return parts.map((part) => japanese[part]?.[text]).find((found) => found !== undefined);
}

/** A note of the server's in the chosen language. */
export const said = (text: string, game: string): string => find(text, game) ?? text;

function word(name: string, given: string | number, game: string, own: Wording): string {
  const value = String(given);
  const kind = name.slice(name.lastIndexOf("_") + 1);
  // Who sits there may follow the colour: "red (Ann)".
  const seat = (text: string): string => text.replace(/^\w+/, (colour) => seatName(game, colour));
  switch (kind) {
    case "waiting": case "example": case "reason": return said(value, game);
    case "way": return tt(`way.${value}`, value);
    case "seat": return seat(value);
    case "seats": return value.split(" and ").map(seat).join("、");
    case "game": return tt(`game.${value}`, value);
    case "option": return optionName(game, value);
    default: return own(kind, value) ?? value;
  }
}

/** Why something was refused, in the chosen language. */
export function inWords(problem: Problem, game = "", own: Wording = () => undefined): string {
  const detail = problem.paragraph ? problem.detail.replace(/ \(rule [\w.]+\)$/, "") : problem.detail;
  if (prefs.lang !== "ja") return detail;
  const line = find(problem.template ?? "", game);
  if (line === undefined) return tt(`problem.${problem.error}`, detail);
  return line.replace(/\{(\w+)\}/g, (_, name: string) => word(name, problem.words?.[name] ?? "", game, own));
}
