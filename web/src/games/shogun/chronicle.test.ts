import { expect, test } from "vitest";
import type { Effect, LogLine } from "../../lib/types";
import { passages } from "./chronicle";

const SEATS = ["Red", "Blue", "Green"];
const line = (number: number, seat: number, action: string, effects: Effect[] = []): LogLine => ({
  number,
  seat,
  action,
  text: `${SEATS[seat]}: ${action}`,
  effects,
});
const raises = (clan: string, units: string, provinces: string, army = false): Effect => ({
  template: army ? "{clan} raises for the army: {units} ({provinces})" : "{clan} raises {units} ({provinces})",
  words: { clan, units, provinces },
});
const opened = [
  raises("Red", "spearmen", "Hida, Kii"),
  raises("Blue", "bowmen", "Awa (Shikoku)"),
  raises("Green", "swordsmen", "Iyo", true),
  raises("Green", "gunners", "Iki"),
];
const read = (lines: LogLine[]): string[] =>
  passages(lines, { say: ({ text }) => text, who: (seat) => SEATS[seat]! }).map(({ text }) => text);

test("levies of the others enter the log when all come to light, whoever is the last", () => {
  const own = [line(1, 0, "levy spearman hida"), line(2, 0, "levy spearman kii")];
  const others = [line(3, 1, "sealed"), line(4, 2, "sealed")];
  const told = "Levies come to light: Blue: bowmen (Awa (Shikoku)); Green: swordsmen for armies (Iyo), gunners (Iki).";
  const last = read([...others, ...own, line(5, 0, "levy done", opened)]);
  expect(last.filter((text) => text === told)).toHaveLength(1);
  expect(last.filter((text) => text.includes("Hida"))).toHaveLength(1);
  const between = read([
    others[0]!,
    ...own,
    line(5, 0, "levy done"),
    others[1]!,
    line(6, 2, "levy gunner iki", opened),
  ]);
  expect(between).toContain(told);
  const first = read([...own, line(5, 0, "levy done"), ...others, line(6, 2, "levy gunner iki", opened)]);
  expect(first).toContain(told);
  expect(first.filter((text) => text.includes("Hida"))).toHaveLength(1);
});
