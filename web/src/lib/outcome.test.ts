import { expect, test } from "vitest";
import { verdictOf } from "./outcome";
import type { SeatLine } from "./types";

const seats = ["red", "blue", "green"].map((name, seat) => ({ name, seat }) as SeatLine);

test("one wins, several win", () => {
  expect(verdictOf("war", seats, [1, -1, -1], []).title).toBe("Red wins");
  expect(verdictOf("war", seats, [-1, 0, 0], []).title).toBe("Blue and Green win");
  expect(verdictOf("war", seats, [-1, 0, 0], [0]).title).toBe("Defeat");
  expect(verdictOf("war", seats, [0, 0, 0], []).title).toBe("Nobody wins");
});
