import { api } from "./api";
import { chosenName } from "./names";
import { prefs } from "./prefs.svelte";
import { suggestedName } from "./suggest";

/** Say one's name before one hosts or joins; an empty field means the name one had, or else the suggestion. */
export async function introduce(name: string): Promise<void> {
  const wanted = name.trim() || prefs.name;
  if (wanted) prefs.set("name", wanted);
  const before = (await api.me()).name;
  const chosen = wanted || chosenName(before) || suggestedName();
  prefs.set("name", chosen);
  if (before !== chosen) await api.rename(chosen);
}
