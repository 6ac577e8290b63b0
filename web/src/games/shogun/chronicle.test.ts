import { expect, test } from "vitest";
import type { Effect, LogLine } from "../../lib/types";
import { passages, story } from "./chronicle";

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

test("plans that are opened are told at once, not by their last bin", () => {
  const bins = [line(4, 1, "bin ronin 0"), line(5, 1, "bin ninja 0")];
  expect(story([line(3, 0, "bin ninja 1"), ...bins], 3)).toMatchObject({ text: "All plans are open now." });
  // One's own last bin is no news, nor is a plan of which something else came.
  expect(story(bins, 5)).toBeNull();
  expect(story([...bins, line(6, 2, "wish 1")], 3)).toBeNull();
});

test("of dice that decided a battle the story says what came of it", () => {
  const effects: Effect[] = [
    { template: "{side} rolls one die for {roll} that hits up to {value} ({faces})", words: { side: "attacker" } },
    {
      template: "{clan} drives {other_clan} out of {province}",
      words: { clan: "Red", other_clan: "Blue", province: "Kii" },
    },
  ];
  expect(story([line(9, -1, "hits 1 0", effects)], 8)?.text).toBe("Red drives Blue out of Kii.");
  expect(story([line(9, -1, "hits 1 0", effects.slice(0, 1))], 8)).toBeNull();
});
