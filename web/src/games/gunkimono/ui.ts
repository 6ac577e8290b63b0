import type { GameUi } from "..";
import { countIn, type Count, type Counted } from "../../lib/counts";
import type { LogLine } from "../../lib/types";
import { passages, story } from "./chronicle";
import * as phrases from "./phrase";

const COUNTED: readonly Counted[] = [
  ["gk.count.troops", /^scores (one point|\{points\})/, ({ points }) => Number(points ?? 1)],
  ["gk.count.strongholds", /^gets \{points\} from/, ({ points }) => Number(points)],
  ["gk.count.honor", /^scores \{honor\}/, ({ honor }) => Number(honor)],
];

/** What luck brings belongs to the one who acted before. */
function counts(log: LogLine[]): Count[] {
  let last = -1;
  const actors = new Map(log.map((line) => [line, (last = line.seat < 0 ? last : line.seat)]));
  return countIn(log, COUNTED, (_, line) => actors.get(line)!);
}

export const ui: GameUi = {
  ...phrases,
  passages,
  story,
  counts,
  board: () => import("./Board.svelte"),
};
