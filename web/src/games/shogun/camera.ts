/** The arithmetic of a map that is panned and zoomed; the map's own units, the screen's pixels. */
export type Point = readonly [x: number, y: number];
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const MOST = 7;
const JAPAN: Box = { x: -14, y: 74, w: 1594, h: 716 };

/** What the whole map shows: all of Japan, or of a smaller map of the same drawing just its provinces. */
export function homeOf(spots: { x: number; y: number }[]): Box {
  if (!spots.length || spots.length >= 60) return JAPAN;
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const x = Math.min(...xs) - 110;
  const y = Math.min(...ys) - 90;
  return { x, y, w: Math.max(...xs) - x + 110, h: Math.max(...ys) - y + 90 };
}

/** A centre from which nothing beyond the map is seen; in the middle where all of it is. */
export function kept([cx, cy]: Point, home: Box, seen: { w: number; h: number }): Point {
  const inside = (c: number, from: number, long: number, part: number): number =>
    part >= long ? from + long / 2 : Math.max(from + part / 2, Math.min(from + long - part / 2, c));
  return [inside(cx, home.x, home.w, seen.w), inside(cy, home.y, home.h, seen.h)];
}

/** A zoom by a factor that leaves one point where it is on the screen. */
export function zoomed(zoom: number, at: Point, factor: number, fixed: Point): { zoom: number; centre: Point } {
  const next = Math.max(1, Math.min(MOST, zoom * factor));
  const ratio = zoom / next;
  return { zoom: next, centre: [fixed[0] + (at[0] - fixed[0]) * ratio, fixed[1] + (at[1] - fixed[1]) * ratio] };
}
