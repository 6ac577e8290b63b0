import type { GameUi } from "..";
import { words } from "./model";

/** A game that this app has never heard of. */
export const ui: GameUi = {
  phrase: (text) => text,
  refs: words,
  prompt: (sight) => sight.prompt,
  word: () => undefined,
  board: () => import("./Board.svelte"),
};
