import { expect, test } from "vitest";
import { plainly } from "./passages";
import type { LogLine } from "./types";

const line = (number: number, seat: number, action: string): LogLine => ({ number, seat, action, text: "" });
const voices = { say: (each: LogLine) => each.action, who: String };

test("what a seat says several times in a row stands once, with a number", () => {
  const lines = [line(0, 0, "move"), line(1, 0, "move"), line(2, 1, "move"), line(3, 1, "done"), line(4, 1, "move")];
  expect(plainly(lines, voices).map(({ number, seat, text }) => [number, seat, text])).toEqual([
    [0, 0, "move ×2"],
    [2, 1, "move"],
    [3, 1, "done"],
    [4, 1, "move"],
  ]);
});
