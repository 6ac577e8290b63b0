import type { GameUi } from "..";
import { said } from "../../lib/said.svelte";
import { inOwnWords, words } from "./model";

/** A text of somebody else's game; its Japanese came from the server. */
const spoken = (text: string): string => said(text, "");

/** A game that this app has never heard of. */
export const ui: GameUi = {
  phrase: (text) => inOwnWords(text, spoken),
  refs: words,
  prompt: (sight) => spoken(sight.prompt),
  word: () => undefined,
  board: () => import("./Board.svelte"),
};
