import { expect, test } from "vitest";
import { overtaken } from "./overtaken";
import type { Problem } from "./types";

const refused = (error: string): Problem => ({ error, detail: "" });

test("a step that the table was faster with is no news, also at the end of a game", () => {
  expect(overtaken(refused("stale"), true, false)).toBe(true);
  expect(overtaken(refused("over"), true, false)).toBe(true);
  expect(overtaken(refused("over"), false, true)).toBe(true);
  expect(overtaken(refused("not-your-turn"), false, true)).toBe(true);
});

test("what a player does too late is refused aloud", () => {
  expect(overtaken(refused("stale"), false, true)).toBe(false);
  expect(overtaken(refused("over"), false, false)).toBe(false);
  expect(overtaken(refused("illegal"), true, true)).toBe(false);
});
