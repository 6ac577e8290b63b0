import { api } from "./api";
import { prefs } from "./prefs.svelte";
import { suggestedName } from "./suggest";

/** Say one's name before one hosts or joins; a field left empty takes the suggestion. */
export async function introduce(name: string): Promise<void> {
  const chosen = name.trim() || suggestedName();
  prefs.set("name", chosen);
  if ((await api.me()).name !== chosen) await api.rename(chosen);
}
