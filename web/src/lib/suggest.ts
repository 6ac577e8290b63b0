import { keep, prefs, stored } from "./prefs.svelte";

/** Names to begin with, for people who have none yet: short, easy to read, nobody's in particular. */
const NAMES = {
  en: [
    "Aoi",
    "Kaede",
    "Hayate",
    "Tsubame",
    "Minato",
    "Sumire",
    "Itsuki",
    "Chidori",
    "Haruka",
    "Rindo",
    "Nagi",
    "Akane",
  ],
  ja: [
    "あおい",
    "かえで",
    "はやて",
    "つばめ",
    "みなと",
    "すみれ",
    "いつき",
    "ちどり",
    "はるか",
    "りんどう",
    "なぎ",
    "あかね",
  ],
};

/** A name to suggest that nobody here has; the same one until another is asked for. */
export function suggestedName(taken: readonly string[] = [], another = false): string {
  const names = NAMES[prefs.lang];
  const before = names[Number(stored("suggested") ?? -1)];
  if (before && !another && !taken.includes(before)) return before;
  const free = names.filter((name) => name !== before && !taken.includes(name));
  const found = free[Math.floor(Math.random() * free.length)] ?? names[0]!;
  keep("suggested", String(names.indexOf(found)));
  return found;
}
