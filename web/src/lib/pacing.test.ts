import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pacing } from "./pacing";
import type { Update } from "./types";

const update = (version: number): Update => ({ type: "update", seq: version, version, you: [] });
let shown: number[];
let behind: boolean;
/** A screen on which what others did stays for a second; odd versions are theirs. */
const paced = (): Pacing =>
  new Pacing(
    ({ version }) => {
      shown.push(version);
      return version % 2 ? 1_000 : null;
    },
    (on) => (behind = on),
  );

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

it("lets what others did stay on the screen before the next is shown", () => {
  const pacing = paced();
  pacing.push(update(1));
  expect(behind).toBe(false);
  pacing.push(update(2));
  expect([shown, behind]).toEqual([[1], true]);
  vi.advanceTimersByTime(1_000);
  expect([shown, behind]).toEqual([[1, 2], false]);
});

it("hurries when very much waits", () => {
  const pacing = paced();
  for (let n = 0; n < 60; n++) pacing.push(update(2 * n + 1));
  vi.advanceTimersByTime(40 * 60);
  expect(shown.length).toBeGreaterThan(30);
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
