import { expect, test } from "vitest";
import { homeOf, kept, MOST, zoomed } from "./camera";

const home = { x: 0, y: 0, w: 1000, h: 500 };

test("nothing beyond the map is seen, and a map that fits lies in the middle", () => {
  expect(kept([0, 0], home, { w: 200, h: 100 })).toEqual([100, 50]);
  expect(kept([990, 400], home, { w: 200, h: 100 })).toEqual([900, 400]);
  expect(kept([10, 10], home, { w: 2000, h: 100 })).toEqual([500, 50]);
});

test("a zoom leaves the point below the pointer where it is, within bounds", () => {
  const { zoom, centre } = zoomed(2, [500, 250], 2, [400, 250]);
  expect(zoom).toBe(4);
  // The distance to the fixed point halves, as the scale doubles.
  expect(centre).toEqual([450, 250]);
  expect(zoomed(5, [500, 250], 10, [500, 250]).zoom).toBe(MOST);
  expect(zoomed(2, [500, 250], 0.1, [500, 250]).zoom).toBe(1);
});

test("a small map is shown as large as it can be, all of Japan as drawn", () => {
  expect(
    homeOf([
      { x: 300, y: 400 },
      { x: 500, y: 600 },
    ]),
  ).toEqual({ x: 190, y: 310, w: 420, h: 380 });
  expect(homeOf(Array.from({ length: 68 }, () => ({ x: 0, y: 0 }))).w).toBe(1594);
});
