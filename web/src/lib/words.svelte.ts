import { en } from "../text/en";
import { prefs } from "./prefs.svelte";

export type Key = keyof typeof en;
/** Japanese is loaded when it is chosen; until then English stands in. */
let japanese = $state.raw<Record<Key, string> | null>(null);

/** Resolves when the page's own words are there in Japanese. */
export async function learnWords(): Promise<void> {
  japanese ??= (await import("../text/ja")).ja;
}

/** The text of a key in the chosen language; `{name}` is filled from `values`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = ((prefs.lang === "ja" && japanese) || en)[key];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** As `t` for a key put together at run time; falls back to the given text when the catalogue lacks it. */
export function tt(key: string, fallback: string, values: Record<string, string | number> = {}): string {
  return key in en ? t(key as Key, values) : fallback;
}

/** The word at which English plurals differ; Japanese has one form. */
export function count(n: number, one: Key, many: Key): string {
  return t(n === 1 ? one : many, { n });
}

/** The name of a thing that is known by its English name. */
export function named(prefix: string, english: string): string {
  const key = (Object.keys(en) as Key[]).find((each) => each.startsWith(prefix) && en[each] === english);
  return key ? t(key) : english;
}

/** Words that will stand in Japanese quotation marks: marks inside them become the inner kind. */
export const quoted = (text: string): string => text.replaceAll("「", "『").replaceAll("」", "』");
