import type { CommandData, GunshiData, RowCardData, SideData, UnitData } from "./view";

/** Gunshi's view as the board draws it. Squares are named a1 … g7, red's edge is row 1. */
export type GunshiView = GunshiData;
export type SideView = SideData;
export type Unit = UnitData;
export type RowCard = RowCardData;
export type Command = CommandData;
export type Side = Unit["owner"];
export type UnitType = Unit["type"];
export type Way = Unit["facing"];

/** The options of a table as far as the page must know them. */
export type Options = Record<string, unknown>;
export const COST: Record<UnitType | "fence", number> = { infantry: 2, archer: 3, cavalry: 4, fence: 1 };
export const ROW_LIMIT = 4,
  LIGHTNING_COST = 6,
  HAND_SIZE = 3,
  KIT_SIZE = 7,
  INVADERS = 3;
/** The cards of a side as they lie in the box; the advanced ones come last, of them the promos. */
const BASIC = ["M", "M", "M", "Re", "Re", "Rf", "F"],
  ADVANCED = ["R1", "R2", "R3", "R4", "R5", "R6"],
  PROMOS = ["S1", "S2", "S3"];
/** Cards that are chosen in secret: how many, from which, and which the table has heard of already. */
export interface Pile {
  verb: "hand" | "deck" | "pick" | "prepare";
  cards: string[];
  all: number;
  chosen: string[];
}
/** The cards that are left when some are taken out; of equal ones as many as there are. */
export const without = (cards: string[], gone: string[]): string[] =>
  gone.reduce((left, code) => (left.includes(code) ? left.toSpliced(left.indexOf(code), 1) : left), cards);
export function pileOf(step: string, own: SideView, { promos, variant }: Options): Pile | null {
  const chosen = own.sealed ?? [];
  const advanced = promos ? [...ADVANCED, ...PROMOS] : ADVANCED;
  switch (step) {
    // What is sealed then is the shogun's square, three cards for the hand, and the deck from its top.
    case "arrange": {
      if (!chosen.length) return null;
      const kit = own.kit ?? [],
        hand = chosen.slice(1, 1 + HAND_SIZE);
      return hand.length < HAND_SIZE
        ? { verb: "hand", cards: kit, all: HAND_SIZE, chosen: hand }
        : { verb: "deck", cards: without(kit, hand), all: kit.length - HAND_SIZE, chosen: chosen.slice(1 + HAND_SIZE) };
    }
    case "seal_kit":
      return { verb: "pick", cards: [...BASIC, ...advanced], all: KIT_SIZE, chosen };
    case "seal_pile":
      return { verb: "prepare", cards: advanced, all: variant === "inspiration_3" ? 2 : 3, chosen };
    default:
      return null;
  }
}
/** The unit that is to decide something. */
export const unitAt = ({ command, units }: GunshiView): Unit | undefined =>
  units.find((unit) => unit.square === (command?.at ?? command?.unit));
/** How many invaders a side has when that unit invades; a shield is one more (RULES §5.8). */
export const invadersAfter = (view: GunshiView, own: SideView): number => own.invaders + (unitAt(view)?.shield ? 2 : 1);
/**
 * What a turn brings if it ends with so many cards in the row: by the last slot, or by cards in the draft (RULES §4.8).
 */
export function supply(
  side: SideView,
  cards: number,
  lightning: boolean,
  { edition, resupply_basis: basis, mlp_max: end }: Options,
): { gain: number; total: number } {
  const byCards = basis === "cards" || (basis !== "position" && edition === "draft");
  const gain = lightning && !byCards ? cards - 1 : cards;
  return { gain, total: Math.min(side.mlp - (lightning ? LIGHTNING_COST : 0) + gain, Number(end ?? 18)) };
}

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

/** The inner lines around a square. */
export const around = (square: string): string[] =>
  WAYS.flatMap((way) => {
    const next = beside(square, way);
    return next ? [lineBetween(square, next)] : [];
  });

export const HOME: Record<Side, Set<string>> = {
  red: new Set(SQUARES.filter((q) => q[1] === "1" || q[1] === "2" || (q[1] === "3" && "cde".includes(q[0]!)))),
  blue: new Set(SQUARES.filter((q) => q[1] === "7" || q[1] === "6" || (q[1] === "5" && "cde".includes(q[0]!)))),
};

/** Squares seen from an archer: steps to its right and steps ahead. */
type Aim = readonly [right: number, ahead: number];
const ARROWS: readonly Aim[] = [
  [0, 1],
  [0, 2],
  [-1, 1],
  [1, 1],
  [-1, 0],
  [1, 0],
];
const BOLTS: readonly Aim[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [-1, 0],
  [1, 0],
];
export interface Reach {
  square: string;
  covered: boolean;
}

/** An archer's field of fire (RULES §6.2), and where a hostile fence in the target's file covers it (RULES §6.5). */
export const range = (archer: Unit, hostile: string[]): Reach[] => field(archer, hostile, ARROWS, 0);
/** The same for a crossbow: only the fence right before the target stops a bolt (RULES §9.4). */
export const bolts = (archer: Unit, hostile: string[]): Reach[] => field(archer, hostile, BOLTS, 1);

function field(archer: Unit, hostile: string[], aims: readonly Aim[], nearSideOnly: 0 | 1): Reach[] {
  const turn = WAYS.indexOf(archer.facing);
  const ahead = STEP[archer.facing];
  const right = STEP[WAYS[(turn + 1) % 4]!];
  const [column, row] = place(archer.square);
  const fences = new Set(hostile);
  const out: Reach[] = [];
  for (const [r, f] of aims) {
    const at = (forward: number): string | null =>
      named(column + right[0] * r + ahead[0] * forward, row + right[1] * r + ahead[1] * forward);
    const square = at(f);
    if (!square) continue;
    let covered = false;
    for (let step = nearSideOnly ? Math.max(0, f - 1) : 0; step < f; step++) {
      const near = at(step);
      const far = at(step + 1);
      if (near && far && fences.has(lineBetween(near, far))) covered = true;
    }
    out.push({ square, covered });
  }
  return out;
}
