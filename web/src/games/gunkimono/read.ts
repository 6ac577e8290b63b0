import type { GunkimonoData, PlayerData, SquareData } from "./view";

/**
 * Gunkimono's view as the board draws it, and what a tile would do if it lay somewhere. Squares count from the upper
 * left.
 */
export type GunkimonoView = GunkimonoData;
export type Square = SquareData;
export type Player = PlayerData;
export type Troop = Square["troop"];

export const SEATS = ["red", "black", "white", "purple", "teal"] as const;
export const TROOPS = ["infantry", "spearman", "archer", "samurai", "cavalry"] as const;
export const COLOR: Record<string, string> = {
  infantry: "#d2a02a",
  spearman: "#7a482a",
  archer: "#4a6036",
  samurai: "#22386b",
  cavalry: "#b65016",
};
export const INK: Record<string, string> = {
  infantry: "#2b1f05",
  spearman: "#fff3e3",
  archer: "#f4f8ec",
  samurai: "#eef2fb",
  cavalry: "#fff3e3",
};
const STEP: Record<string, [number, number]> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

export const place = (square: string): [number, number] => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
export const named = (column: number, row: number): string => String.fromCharCode(97 + column) + (row + 1);
export function toward(square: string, way: string): string {
  const [column, row] = place(square);
  return named(column + STEP[way]![0], row + STEP[way]![1]);
}

/** So many tiles of a stack are drawn; the number says the rest. */
export const SHOWN = 6;
export const lift = (level: number): number => Math.min(level, SHOWN) * 7;

/** The points of a player, at the end with the banners. */
export const totalOf = (player: Player, over: boolean): number =>
  player.points + (over ? (player.banner_values ?? []).reduce((sum, value) => sum + value, 0) : 0);

export type Tops = Map<string, { troop: string; stronghold: string | null }>;
export const topsOf = (view: GunkimonoView): Tops =>
  new Map(view.board.map(({ square, troop, stronghold }) => [square, { troop, stronghold }]));

/** The squares of one troop that hang together with this one. */
export function formation(tops: Tops, square: string): Set<string> {
  const troop = tops.get(square)?.troop;
  const found = new Set([square]);
  const todo = [square];
  while (todo.length) {
    const at = todo.pop()!;
    for (const way of Object.keys(STEP)) {
      const next = toward(at, way);
      if (!found.has(next) && tops.get(next)?.troop === troop) {
        found.add(next);
        todo.push(next);
      }
    }
  }
  return found;
}

/** What is being scored now: the troop's square, the points of its formation, the honor of its symbols. */
export function scoringNow(view: GunkimonoView): { square: string; points: number; honor: number } | null {
  if (view.step !== "score" || !view.tile || !view.tile_square) return null;
  const square =
    view.scoring_half === 2 && view.tile_direction ? toward(view.tile_square, view.tile_direction) : view.tile_square;
  return {
    square,
    points: formation(topsOf(view), square).size,
    honor: view.board.find((each) => each.square === square)?.symbols ?? 0,
  };
}

export interface Half {
  square: string;
  troop: string;
  symbols: number;
}
export interface Outlook extends Half {
  points: number;
  barred: boolean;
  joins: number;
  cuts: string[];
  formation: Set<string>;
}

function covered(before: Tops, halves: Half[]): Tops {
  const after: Tops = new Map(before);
  for (const half of halves) after.set(half.square, { troop: half.troop, stronghold: null });
  return after;
}

/** Strongholds that would hold more or fewer troops once the tile lies, and so pay another amount each turn. */
export function shifts(view: GunkimonoView, halves: Half[]): { owner: string; from: number; to: number }[] {
  const before = topsOf(view);
  const after = covered(before, halves);
  return view.board
    .flatMap(({ square, stronghold }) =>
      stronghold
        ? [{ owner: stronghold, from: formation(before, square).size, to: formation(after, square).size }]
        : [],
    )
    .filter(({ from, to }) => from !== to);
}

/** Whether the halves would come to lie at different heights, so that the lower one needs a small tile beneath it. */
export const uneven = (view: GunkimonoView, halves: Half[]): boolean =>
  new Set(halves.map((half) => view.board.find((it) => it.square === half.square)?.level)).size > 1;

/** What each half would score, join and cut once the whole tile lies (both halves are measured together). */
export function outlook(view: GunkimonoView, halves: Half[]): Outlook[] {
  const before = topsOf(view);
  const after = covered(before, halves);
  return halves.map((half) => {
    const now = formation(after, half.square);
    const below = before.get(half.square);
    const old = below ? formation(before, half.square) : new Set<string>();
    const rest = [...old].filter((q) => q !== half.square && after.get(q)?.troop === below?.troop);
    const pieces = new Set(rest.map((q) => [...formation(after, q)].sort()[0]));
    return {
      ...half,
      formation: now,
      points: now.size,
      barred: [...now].some((q) => after.get(q)?.stronghold),
      joins: now.size - 1,
      cuts: pieces.size > 1 && below ? [below.troop] : [],
    };
  });
}
