import { prefs } from "./prefs.svelte";
import { strike, type Heard } from "./sound";
import { t } from "./words.svelte";

/** Tell the person what happens at their table, in the ways they asked for. */
export function announce(table: string, heard: Heard | null): void {
  try {
    if (prefs.sound && heard) strike(heard);
    if (heard !== "turn") return;
    if (prefs.alerts && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification("Gunbai", { body: t("alert.yourTurn"), tag: table });
  } catch {
    /* Chrome on Android has notifications but refuses to make one; the page's title says it all the same. */
  }
}

/** Sound is switched on or off; on, it lets itself be heard. */
export function toggleSound(): void {
  prefs.set("sound", prefs.sound ? "off" : "on");
  announce("", prefs.sound ? "own" : null);
}
