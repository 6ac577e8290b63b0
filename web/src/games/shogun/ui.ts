import type { GameUi } from "..";
import { countIn, type Counted } from "../../lib/counts";
import { passages, story } from "./chronicle";
import { film } from "./film";
import * as phrases from "./phrase";
import { midway, secret, type ShogunView } from "./read";
import { spoken } from "./truces";

const LOST = "sh.count.lost";
const COUNTED: readonly Counted[] = [
  ["sh.count.taken", /^\{clan\} takes (?!over)/],
  [LOST, /^\{clan\} (drives|loses) /],
  ["sh.count.armies", /is lost$/],
];

const BLOW = /^\{clan\} (takes|drives|loses|is out)|^\{other_clan\} is out/;

export const ui: GameUi = {
  ...phrases,
  blow: ({ effects }) => effects?.some(({ template }) => BLOW.test(template)) ?? false,
  afterLesson: { players: 3, map: "kyushu" },
  board: () => import("./Board.svelte"),
  counts: (log, { view }) =>
    countIn(log, COUNTED, ({ words }, _, key) => {
      const clan = key === LOST ? (words.other_clan ?? words.clan) : words.clan;
      return (view as ShogunView).clans[String(clan).toLowerCase()]?.seat ?? -1;
    }),
  // What is built says itself who has built it: there are two clans to a seat in a game of two.
  deed: (text) => (/^(castle|fortress) /.test(text) ? "" : phrases.phrase(text)),
  desk: () => import("./panels/TruceDesk.svelte"),
  film,
  midway,
  secret,
  passages,
  spoken,
  story,
};
