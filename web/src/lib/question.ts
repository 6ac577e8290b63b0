import type { GameUi } from "../games";
import type { Sight } from "./types";
import { t } from "./words.svelte";

/** What is asked; on a shared device it says whom, unless the game names somebody itself: two names confuse. */
export function questionTo(ui: GameUi, sight: Sight, who: string): string {
  const what = ui.prompt(sight);
  return who && !ui.asked?.(sight) ? t("table.asks", { who, what }) : what;
}
