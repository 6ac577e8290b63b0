import type { GameUi } from "..";
import { countIn, type Counted } from "../../lib/counts";
import { passages, story } from "./chronicle";
import * as phrases from "./phrase";

const COUNTED: readonly Counted[] = [
  ["gk.count.troops", /^scores (one point|\{points\})/, ({ points }) => Number(points ?? 1)],
  ["gk.count.strongholds", /^gets \{points\} from/, ({ points }) => Number(points)],
  ["gk.count.honor", /^scores \{honor\}/, ({ honor }) => Number(honor)],
];

export const ui: GameUi = {
  ...phrases,
  passages,
  story,
  counts: (log) => countIn(log, COUNTED, (_, { seat }) => seat),
  board: () => import("./Board.svelte"),
};
