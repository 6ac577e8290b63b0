import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pacing } from "./pacing";
import type { Update } from "./types";

const update = (version: number): Update => ({ type: "update", seq: version, version, you: [] });
let shown: (number | string)[];
let behind: boolean;
/** A screen on which what others did stays for a second; odd versions are theirs, and every tenth has two pictures. */
const paced = (): Pacing<string> =>
  new Pacing({
    film: ({ version }) => (version % 10 ? [] : ["die", "fall"].map((picture) => ({ picture, lasts: 500 }))),
    draw: (picture) => shown.push(picture),
    show: ({ version }) => {
      shown.push(version);
      return version % 2 ? 1_000 : null;
    },
    behind: (on) => (behind = on),
    wait: (lasts) => new Promise((wake) => setTimeout(wake, lasts)),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [shown, behind] = [[], false];
});
afterEach(() => {
  vi.useRealTimers();
});

it("shows own actions at once", () => {
  const pacing = paced();
  pacing.push(update(2));
  pacing.push(update(4));
  expect(shown).toEqual([2, 4]);
  expect(behind).toBe(false);
});

it("lets what others did stay on the screen before the next is shown", async () => {
  const pacing = paced();
  pacing.push(update(1));
  expect(behind).toBe(false);
  pacing.push(update(2));
  expect([shown, behind]).toEqual([[1], true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([shown, behind]).toEqual([[1, 2], false]);
});

it("shows the pictures that lead to an update, and the update only after them", async () => {
  const pacing = paced();
  let settled = false;
  pacing.push(update(10));
  void pacing.settled().then(() => (settled = true));
  expect([shown, behind]).toEqual([["die"], true]);
  await vi.advanceTimersByTimeAsync(999);
  expect([shown, behind, settled]).toEqual([["die", "fall"], true, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([shown, behind, settled]).toEqual([["die", "fall", 10], false, true]);
});

it("passes over nothing, however much waits", async () => {
  const pacing = paced();
  for (let n = 0; n < 60; n++) pacing.push(update(2 * n + 1));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(shown).toHaveLength(60);
});

it("is settled when all that had come by then is shown", async () => {
  const pacing = paced();
  let settled = false;
  await pacing.settled(); // nothing waits
  for (const version of [1, 3, 4]) pacing.push(update(version));
  void pacing.settled().then(() => (settled = true));
  pacing.push(update(5));
  await vi.advanceTimersByTimeAsync(1_999);
  expect([settled, shown]).toEqual([false, [1, 3]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([settled, shown.slice(0, 3)]).toEqual([true, [1, 3, 4]]);
});
