import { expect, test } from "vitest";
import { keepPlaces } from "./places";

test("cards keep their places in the hand: who sends one leaves a gap, which the next one fills", () => {
  const first = keepPlaces([], ["M", "Re", "F"]);
  expect(first).toEqual(["M", "Re", "F"]);
  const sent = keepPlaces(first, ["M", "F"]);
  expect(sent).toEqual(["M", null, "F"]);
  expect(keepPlaces(sent, ["M", "F"])).toEqual(["M", null, "F"]);
  expect(keepPlaces(sent, ["M", "M", "F"])).toEqual(["M", "M", "F"]);
  expect(keepPlaces(["M", null, "F"], ["Rf"])).toEqual(["Rf", null, null]);
});

test("of two equal cards the one that was pressed leaves its place", () => {
  expect(keepPlaces(["M", "M", "F"], ["M", "F"], 0)).toEqual([null, "M", "F"]);
  expect(keepPlaces(["M", "M", "F"], ["M", "F"], 1)).toEqual(["M", null, "F"]);
  // A press that sent nothing empties nothing.
  expect(keepPlaces(["M", "M", "F"], ["M", "M", "F"], 0)).toEqual(["M", "M", "F"]);
});
