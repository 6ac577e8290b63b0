import type { GameUi } from "..";
import { countIn, type Counted } from "../../lib/counts";
import { passages, story } from "./chronicle";
import * as phrases from "./phrase";

const COUNTED: readonly Counted[] = [
  ["gunshi.count.taken", /^takes the /],
  ["gunshi.count.fences", /^fence /],
  ["gunshi.count.cards", /^\{seat\} turns up /],
];

export const ui: GameUi = {
  ...phrases,
  byHand: true,
  counts: (log) =>
    countIn(log, COUNTED, ({ words }, { seat }) => (words.seat ? ["red", "blue"].indexOf(String(words.seat)) : seat)),
  passages,
  story,
  board: () => import("./Board.svelte"),
};
