import type { CommandData, GunshiData, PileData, RowCardData, SideData, UnitData } from "./view";

/** Gunshi's view as the board draws it. Squares are named a1 … g7, red's edge is row 1. */
export type GunshiView = GunshiData;
export type SideView = SideData;
export type Unit = UnitData;
export type RowCard = RowCardData;
export type Command = CommandData;
export type Side = Unit["owner"];
export type UnitType = Unit["type"];
export type Way = Unit["facing"];

/** Cards that are chosen in secret: how many, from which, and which the table has heard of already. */
export type Pile = PileData;
/** How a side's cards are laid out: the first of its sealed choices are its hand, and a whole kit fits in one line. */
export const HAND_SIZE = 3,
  KIT_SIZE = 7;
/** The cards that are left when some are taken out; of equal ones as many as there are. */
export const without = (cards: string[], gone: string[]): string[] =>
  gone.reduce((left, code) => (left.includes(code) ? left.toSpliced(left.indexOf(code), 1) : left), cards);
/** The unit that is to decide something. */
export const unitAt = ({ command, units }: GunshiView): Unit | undefined =>
  units.find((unit) => unit.square === (command?.at ?? command?.unit));
export const WAYS: Way[] = ["north", "east", "south", "west"];
const STEP: Record<Way, [number, number]> = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };
export const COLUMNS = "abcdefg";
export const SQUARES = Array.from({ length: 49 }, (_, i) => COLUMNS[i % 7]! + (Math.floor(i / 7) + 1));

export const place = (square: string): [number, number] => [COLUMNS.indexOf(square[0]!), Number(square[1]) - 1];
export const named = (column: number, row: number): string | null =>
  column >= 0 && column < 7 && row >= 0 && row < 7 ? COLUMNS[column]! + (row + 1) : null;
export function beside(square: string, way: Way): string | null {
  const [column, row] = place(square);
  return named(column + STEP[way][0], row + STEP[way][1]);
}
/** The line between two neighbouring squares, spelled as the engine spells it (lower square first). */
export function lineBetween(a: string, b: string): string {
  const [ax, ay] = place(a);
  const [bx, by] = place(b);
  return ax < bx || ay < by ? `${a}-${b}` : `${b}-${a}`;
}

/** The direction in which another square of the same row or file lies. */
export function wayTo(a: string, b: string): Way {
  const [ax, ay] = place(a);
  const [bx, by] = place(b);
  return bx > ax ? "east" : bx < ax ? "west" : by > ay ? "north" : "south";
}

/** The ground of each side, as it is painted. */
export const HOME: Record<Side, Set<string>> = {
  red: new Set(SQUARES.filter((q) => q[1] === "1" || q[1] === "2" || (q[1] === "3" && "cde".includes(q[0]!)))),
  blue: new Set(SQUARES.filter((q) => q[1] === "7" || q[1] === "6" || (q[1] === "5" && "cde".includes(q[0]!)))),
};

/** A square in an archer's range, and whether a fence covers it. */
export interface Reach {
  square: string;
  covered: boolean;
}
