import type { GameUi } from "..";
import { countIn, type Count, type Counted } from "../../lib/counts";
import type { Effect, LogLine } from "../../lib/types";
import { passages, story } from "./chronicle";
import * as phrases from "./phrase";

const SCORES = /^scores (one point|\{points\})/;
const scored = ({ words }: Pick<Effect, "words">): number => Number(words.points ?? 1);
const COUNTED: readonly Counted[] = [
  ["gk.count.troops", SCORES, (words) => scored({ words })],
  ["gk.count.strongholds", /^gets \{points\} from/, ({ points }) => Number(points)],
  ["gk.count.honor", /^scores \{honor\}/, ({ honor }) => Number(honor)],
];

/** What luck brings belongs to the one who acted before. */
function counts(log: LogLine[]): Count[] {
  let last = -1;
  const actors = new Map(log.map((line) => [line, (last = line.seat < 0 ? last : line.seat)]));
  const sums = countIn(log, COUNTED, (_, line) => actors.get(line)!);
  const best = log.reduce<Record<number, number>>((by, line) => {
    const at = actors.get(line)!;
    const most = (line.effects ?? []).filter(({ template }) => SCORES.test(template)).map(scored);
    return most.length ? { ...by, [at]: Math.max(by[at] ?? 0, ...most) } : by;
  }, {});
  return [sums[0]!, { key: "gk.count.best", by: best }, ...sums.slice(1)];
}

export const ui: GameUi = {
  ...phrases,
  passages,
  story,
  counts,
  board: () => import("./Board.svelte"),
};
