import { expect, test } from "vitest";
import type { Effect, LogLine, Sight } from "../../lib/types";
import { ui } from "./ui";

const effect = (template: string, words: Effect["words"] = {}): Effect => ({ template, words });
const line = (seat: number, ...effects: Effect[]): LogLine => ({ number: 0, seat, action: "", effects }) as never;
const counts = (log: LogLine[], view: unknown = {}): Record<string, (number | undefined)[]> =>
  Object.fromEntries(ui.counts!(log, { view } as Sight).map(({ key, by }) => [key.split(".").at(-1)!, [by[0], by[1]]]));

test("Gunkimono counts points by where they came from, and honor", () => {
  const log = [
    line(0, effect("scores one point for the {troop}"), effect("gets {points} from the stronghold", { points: 3 })),
    line(0, effect("scores {points} points for the {troop}", { points: 4 })),
    line(1, effect("scores {honor} honor for the {troop}", { honor: 2 })),
    // A banner is drawn, and the strongholds of the one who acted before pay.
    line(-1, effect("gets {points} from strongholds", { points: 5 })),
  ];
  expect(counts(log)).toEqual({
    troops: [5, undefined],
    best: [4, undefined],
    strongholds: [3, 5],
    honor: [undefined, 2],
  });
});
