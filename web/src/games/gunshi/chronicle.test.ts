import { expect, test } from "vitest";
import type { Effect, LogLine } from "../../lib/types";
import { story } from "./chronicle";

const said = (template: string, words: Effect["words"]): Effect => ({ template, words });
const line = (number: number, seat: number, action: string, ...effects: Effect[]): LogLine => ({
  number,
  seat,
  action,
  text: "",
  effects,
});

test("a story is that of who acted, also where a card of the reader lapsed after it", () => {
  const log = [
    line(1, 0, "end"),
    line(2, 1, "unit e6"),
    line(3, 1, "move west", said("{square} to {goal_square}", { square: "e6", goal_square: "d6" })),
    line(4, 1, "end", said("{seat}'s {card} lapses: it cannot be carried out", { seat: "red", card: "Build Fence" })),
  ];
  expect(story(log, 1)!.seat).toBe(1);
});
