import { expect, test } from "vitest";
import type { LogLine } from "../../lib/types";
import { rollsNow } from "./dice";

const roll = (number: number, side: string, kind: string, dice: number, hits: number): LogLine => ({
  number,
  seat: -1,
  action: `hits ${hits}`,
  text: "",
  effects: [{ template: "", words: { side, roll: kind, dice } }],
});
const step = (number: number, action: string): LogLine => ({ number, seat: 0, action, text: "" });

test("only the dice since the battle began or was fought on are shown, each side's by itself", () => {
  const log = [
    step(0, "attack 3"),
    roll(1, "attacker", "bowmen", 2, 1),
    step(2, "fight on"),
    roll(3, "attacker", "gunners", 3, 2),
    roll(4, "defender", "spearmen", 4, 0),
  ];
  const { attacker, defender } = rollsNow(log);
  expect(attacker).toEqual([{ number: 3, side: "attacker", kind: "gunners", icon: "gunner", dice: 3, hits: 2 }]);
  expect(defender).toEqual([{ number: 4, side: "defender", kind: "spearmen", icon: "spearman", dice: 4, hits: 0 }]);
});

test("a log without a battle has no dice", () => {
  expect(rollsNow([step(0, "levy next")])).toEqual({ attacker: [], defender: [] });
});
