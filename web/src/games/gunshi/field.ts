import { place, WAYS, type Side, type Way } from "./read";

/** Where things lie on the drawing: a square has 100 units, one's own side is at the bottom. */
export const CELL = 100;
export type Point = readonly [x: number, y: number];

export class Field {
  constructor(readonly flip: boolean) {}

  corner(square: string): Point {
    const [column, row] = place(square);
    return this.flip ? [(6 - column) * CELL, row * CELL] : [column * CELL, (6 - row) * CELL];
  }
  middle(square: string): Point {
    const [x, y] = this.corner(square);
    return [x + CELL / 2, y + CELL / 2];
  }
  /** Which way a side goes ahead on the drawing: up or down. */
  ahead(side: Side): -1 | 1 {
    return (side === "red") === this.flip ? 1 : -1;
  }
  angle(way: Way): number {
    return WAYS.indexOf(way) * 90 + (this.flip ? 180 : 0);
  }
  /** A direction of the screen as one of the field. */
  way(onScreen: Way): Way {
    return this.flip ? WAYS[(WAYS.indexOf(onScreen) + 2) % 4]! : onScreen;
  }
  /** The middle of the line between two squares, and whether it runs up and down. */
  line(name: string): { x: number; y: number; upright: boolean } {
    const [a = "", b = ""] = name.split("-");
    const [ax, ay] = this.middle(a);
    const [bx, by] = this.middle(b);
    return { x: (ax + bx) / 2, y: (ay + by) / 2, upright: ax !== bx };
  }
  onLine(name: string): string {
    const { x, y, upright } = this.line(name);
    return `translate(${x} ${y}) rotate(${upright ? 90 : 0})`;
  }
}

/** A straight path that stops a little before its goal, however long it is. */
export function arrow([ax, ay]: Point, [bx, by]: Point, gap: number): string {
  const rest = gap / Math.hypot(bx - ax, by - ay);
  return `M${ax} ${ay}L${bx + (ax - bx) * rest} ${by + (ay - by) * rest}`;
}
