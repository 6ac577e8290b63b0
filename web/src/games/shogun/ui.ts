import type { GameUi } from "..";
import { passages } from "./chronicle";
import { film } from "./film";
import * as phrases from "./phrase";
import { midway, secret } from "./read";
import { spoken } from "./truces";

export const ui: GameUi = {
  ...phrases,
  afterLesson: { players: 3, map: "kyushu" },
  board: () => import("./Board.svelte"),
  // What is built says itself who has built it: there are two clans to a seat in a game of two.
  deed: (text) => (/^(castle|fortress) /.test(text) ? "" : phrases.phrase(text)),
  desk: () => import("./panels/TruceDesk.svelte"),
  film,
  midway,
  secret,
  passages,
  spoken,
};
