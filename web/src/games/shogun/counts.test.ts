import { expect, test } from "vitest";
import type { Effect, LogLine, Sight } from "../../lib/types";
import { ui } from "./ui";

const effect = (template: string, words: Effect["words"] = {}): Effect => ({ template, words });
const line = (seat: number, ...effects: Effect[]): LogLine => ({ number: 0, seat, action: "", effects }) as never;
const counts = (log: LogLine[], view: unknown = {}): Record<string, (number | undefined)[]> =>
  Object.fromEntries(ui.counts!(log, { view } as Sight).map(({ key, by }) => [key.split(".").at(-1)!, [by[0], by[1]]]));

test("Shogun counts provinces and armies, of both clans of a player", () => {
  const view = { clans: { red: { seat: 0 }, blue: { seat: 1 }, green: { seat: 0 } } };
  const log = [
    line(0, effect("{clan} drives {other_clan} out of {province}", { clan: "Red", other_clan: "Blue" })),
    line(0, effect("{clan} takes {province}", { clan: "Red" })),
    line(0, effect("{clan} takes {province} and its {building}", { clan: "Green" })),
    line(1, effect("{clan} loses {province}", { clan: "Green" })),
    line(1, effect("{clan}'s army {number} is lost", { clan: "Blue", number: 1 })),
    line(1, effect("{other_clan} is out: {clan} takes over {number} of its provinces", { clan: "Red" })),
  ];
  expect(counts(log, view)).toEqual({ taken: [2, undefined], lost: [1, 1], armies: [undefined, 1] });
});
