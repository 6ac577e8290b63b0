import { expect, test } from "vitest";
import { heardOf } from "./sound";

const at = (length: number, to_act: number[], returns: number[] = [0, 0], over = false) => ({
  length,
  to_act,
  returns,
  over,
});

test("actions, one's turn and the end sound unlike each other", () => {
  expect(heardOf(at(3, [0]), at(4, [0]), 0)).toBe("own");
  expect(heardOf(at(3, [1]), at(4, [1]), 0)).toBe("other");
  expect(heardOf(at(3, [1]), at(4, [0]), 0)).toBe("turn");
  expect(heardOf(at(3, [1]), at(4, [], [1, -1], true), 0)).toBe("won");
  expect(heardOf(at(3, [1]), at(4, [], [-1, 1], true), 0)).toBe("lost");
  expect(heardOf(at(3, [1]), at(4, [], [0, 0], true), 0)).toBe("ended");
});

test("who watches hears that something happens and that it ends, and nothing sounds twice", () => {
  expect(heardOf(at(3, [1]), at(4, [0]), -1)).toBe("other");
  expect(heardOf(at(3, [1]), at(4, [], [1, -1], true), -1)).toBe("ended");
  expect(heardOf(at(4, [], [1, -1], true), at(4, [], [1, -1], true), 0)).toBeNull();
  expect(heardOf(at(4, [0]), at(4, [0]), 0)).toBeNull();
  // What was taken back is no blow.
  expect(heardOf(at(4, [0]), at(3, [0]), 0)).toBeNull();
});
