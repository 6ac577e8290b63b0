import { afterEach, expect, test } from "vitest";
import { howDecided, howItEnded } from "../../lib/outcome";
import { prefs } from "../../lib/prefs.svelte";
import { learnt } from "../../lib/said.svelte";

const SEATS = ["red", "blue"];
const TIED = "red 1, blue -1 (tie broken by troops held: 52, 52)";

afterEach(() => {
  prefs.lang = "en";
});

test("a tie-break is said, with the points where there is room for them and without", () => {
  expect(howDecided("gunkimono", SEATS, TIED)).toBe("A tie, decided by the troops held.");
  expect(howItEnded("gunkimono", SEATS, TIED)).toMatch(/ 52.* 52.*A tie, decided by the troops held\.$/);
});

test("and in Japanese", async () => {
  prefs.lang = "ja";
  await learnt();
  expect(howDecided("gunkimono", SEATS, TIED)).toMatch(/^同点のため/);
});

test("other endings name who or how many", () => {
  expect(howDecided("gunkimono", SEATS, "red -1, blue 1 (red resigns)")).toMatch(/resigns\.$/);
});
