import { afterEach, expect, test } from "vitest";
import { howItEnded, whyItEnded } from "../../lib/outcome";
import { prefs } from "../../lib/prefs.svelte";
import { learnt } from "../../lib/said.svelte";
import { word } from "./phrase";

const SEATS = ["red", "blue"];
const TIED = "red 1, blue -1 (tie broken by troops held: 52, 52)";
const BY_POINTS = {
  result: "red -1, blue 1 (most points: 38, 41)",
  ending: [
    {
      template: "{seat} has the most points: {points}, {margin} more than the next",
      words: { seat: "blue", points: 41, margin: 3 },
    },
  ],
};

afterEach(() => {
  prefs.lang = "en";
});

test("a tie-break is said, with the points", () => {
  expect(howItEnded("gunkimono", SEATS, TIED)).toMatch(/ 52.* 52.*A tie, decided by the troops held\.$/);
});

test("and in Japanese", async () => {
  prefs.lang = "ja";
  await learnt("gunkimono");
  expect(howItEnded("gunkimono", SEATS, TIED)).toMatch(/52.*52.*同点のため/);
});

test("other endings name who or how many", () => {
  expect(howItEnded("gunkimono", SEATS, "red -1, blue 1 (red resigns)")).toMatch(/resigns\.$/);
});

test("what decided a game is said in figures, in both languages", async () => {
  expect(whyItEnded("gunkimono", SEATS, BY_POINTS, word)).toMatch(/ has the most points: 41, 3 more than the next\.$/);
  prefs.lang = "ja";
  await learnt("gunkimono");
  expect(whyItEnded("gunkimono", SEATS, BY_POINTS, word)).toMatch(/41.*3.*。$/);
});

test("where the engine says nothing, or more than a line, it is said by how the game ended", () => {
  const resigned = { result: "red -1, blue 1 (red resigns)", ending: [] };
  expect(whyItEnded("gunkimono", SEATS, resigned, word)).toMatch(/resigns\.$/);
  const much = { result: TIED, ending: [1, 2, 3].map(() => ({ template: "so they share the win", words: {} })) };
  expect(whyItEnded("gunkimono", SEATS, much, word)).toMatch(/A tie, decided by the troops held\.$/);
});
