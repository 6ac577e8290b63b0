import { expect, test } from "vitest";
import type { Effect, LogLine, Sight } from "../../lib/types";
import { ui } from "./ui";

const effect = (template: string, words: Effect["words"] = {}): Effect => ({ template, words });
const line = (seat: number, ...effects: Effect[]): LogLine => ({ number: 0, seat, action: "", effects }) as never;
const fence = { number: 0, seat: 0, action: "fence c3-c4", effects: [effect("pays {points}, {total} left")] };
const counts = (log: LogLine[], view: unknown = {}): Record<string, (number | undefined)[]> =>
  Object.fromEntries(ui.counts!(log, { view } as Sight).map(({ key, by }) => [key.split(".").at(-1)!, [by[0], by[1]]]));

test("Gunshi counts captures, fences and cards", () => {
  const log = [
    line(1, effect("{seat} turns up {card}", { seat: "red", card: "Move" })),
    line(0, effect("{square} to {goal_square}"), effect("takes the {unit} on {square}", { unit: "archer" })),
    fence as never,
    line(1, effect("takes the {unit} on {square}"), effect("takes the {unit} on {square}")),
  ];
  expect(counts(log)).toEqual({ taken: [1, 2], fences: [1, undefined], cards: [1, undefined] });
});
