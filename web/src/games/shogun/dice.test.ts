import { expect, test } from "vitest";
import type { LogLine } from "../../lib/types";
import { clashNow } from "./dice";

const dice = (number: number, side: string, kind: string, faces: string, hits: number, first = false): LogLine => ({
  number,
  seat: -1,
  action: `hits ${hits}`,
  text: "",
  effects: [
    {
      template: first ? "{side} strikes first with {dice} dice" : "{side} rolls {dice} dice",
      words: { side, roll: kind, dice: faces.split(" ").length, faces, value: 4 },
    },
  ],
});
const fell = (line: LogLine, template: string, words: Record<string, string | number>): LogLine => ({
  ...line,
  effects: [...line.effects!, { template, words }],
});
const step = (number: number, action: string, seat = 0): LogLine => ({ number, seat, action, text: "" });

test("only the dice since the battle began or was fought on are shown, each side's by itself", () => {
  const log = [
    step(0, "attack kii"),
    dice(1, "attacker", "bowmen", "3 9", 1),
    step(2, "press"),
    dice(3, "attacker", "gunners", "1 12 4", 2),
    dice(4, "defender", "spearmen", "5 6 7 8", 0, true),
  ];
  const { attacker, defender } = clashNow(log, 0);
  expect(attacker).toEqual([
    {
      number: 3,
      side: "attacker",
      kind: "gunners",
      icon: "gunner",
      dice: 3,
      hits: 2,
      faces: [1, 12, 4],
      value: 4,
      first: false,
    },
  ]);
  expect(defender).toMatchObject([{ number: 4, faces: [5, 6, 7, 8], hits: 0, first: true }]);
});

test("what fell without a choice and what was chosen are counted together", () => {
  let last = dice(3, "attacker", "gunners", "1 12 4", 2);
  last = fell(last, "{number} bonus defenders fall", { number: 2 });
  last = fell(last, "the {side} loses {number} {units}", { side: "defender", number: 2, units: "spearmen" });
  last = fell(last, "the {side} loses one {unit}", { side: "attacker", unit: "bowman" });
  const log = [step(0, "fight army 1"), last, step(4, "lose army bowman"), step(5, "lose force ronin", 2)];
  expect(clashNow(log, 0).fallen).toEqual({ attacker: { bowman: 2 }, defender: { wall: 2, spearman: 2, ronin: 1 } });
});

test("a log without a battle has no dice", () => {
  expect(clashNow([step(0, "levy next")], 0)).toEqual({
    attacker: [],
    defender: [],
    fallen: { attacker: {}, defender: {} },
  });
});
