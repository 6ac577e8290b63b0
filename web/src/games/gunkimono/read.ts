/** Gunkimono's view as the board draws it, and what is foreseen of a tile. Squares count from the upper left. */
import type { Ahead } from "../../lib/foresight.svelte";
import type { ForeseenEffect } from "../../lib/types";
import type { GunkimonoData, PlayerData, SquareData } from "./view";

export type GunkimonoView = GunkimonoData;
export type Square = SquareData;
export type Player = PlayerData;
export type Troop = Square["troop"];

export const SEATS = ["red", "black", "white", "purple", "teal"] as const;
export const TROOPS = ["infantry", "spearman", "archer", "samurai", "cavalry"] as const;
const TROOP_OF: Record<string, string> = Object.fromEntries(
  ["I", "P", "A", "S", "C"].map((letter, i) => [letter, TROOPS[i]!]),
);
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

/** How many tiles of a stack are drawn; a number tells the rest, so that no stack hides the square behind it. */
export const SHOWN = 4;
export const lift = (level: number): number => Math.min(level, SHOWN) * 3;

/** The points of a player, at the end with the banners. */
export const totalOf = (player: Player, over: boolean): number =>
  player.points + (over ? (player.banner_values ?? []).reduce((sum, value) => sum + value, 0) : 0);

/** The formations on the board, each by the name that its squares carry. */
export function formationsOf(view: GunkimonoView): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { square, formation } of view.board)
    found.set(formation, (found.get(formation) ?? new Set<string>()).add(square));
  return found;
}

/** A square of a formation that a stronghold holds, and on which sides of it the formation ends. */
export interface HeldSquare {
  square: string;
  level: number;
  owner: string;
  ends: string[];
}
/** The squares of all formations that strongholds hold. */
export function heldSquares(view: GunkimonoView): HeldSquare[] {
  const owners = new Map(view.board.flatMap((it) => (it.stronghold ? [[it.formation, it.stronghold] as const] : [])));
  const formation = new Map(view.board.map((it) => [it.square, it.formation]));
  return view.board.flatMap(({ square, level, formation: own }) => {
    const owner = owners.get(own);
    const ends = Object.keys(STEP).filter((way) => formation.get(toward(square, way)) !== own);
    return owner ? [{ square, level, owner, ends }] : [];
  });
}

/** The square of the troop that is being scored now. */
export function scoredSquare(view: GunkimonoView): string {
  if (view.step !== "score" || !view.tile_square) return "";
  const second = view.scoring_half === 2 && view.tile_direction;
  return second ? toward(view.tile_square, second) : view.tile_square;
}

export interface Half {
  square: string;
  troop: string;
  symbols: number;
}
/** One half of a tile where it is tried; `points` and `honor` are 0 where it cannot be scored so. */
export interface GhostHalf extends Half {
  known: boolean;
  points: number;
  honor: number;
  banner: string;
  joins: number;
  cuts: string[];
  formation: Set<string>;
}

/** The tile in play, if it lay on a square in a direction. */
export function halvesOf(tile: string, square: string, way: string): Half[] {
  const half = (at: string, letter = "", symbols = ""): Half => ({
    square: at,
    troop: TROOP_OF[letter] ?? "",
    symbols: Number(symbols),
  });
  const first = half(square, tile[0], tile[1]);
  return way ? [first, half(toward(square, way), tile[2], tile[3])] : [first];
}

/** What is foreseen of each half of a tile; before it is known, only where the halves would lie. */
export function ghostOf(halves: Half[], ahead: Ahead | null): GhostHalf[] {
  const effects = ahead?.effects ?? [];
  const offers = effects.filter(({ kind }) => kind === "offer");
  return halves.map((half) => {
    const of = (kind: string): ForeseenEffect | undefined =>
      effects.find((each) => each.kind === kind && each.at === half.square);
    const own = offers.filter((each) => each.at === half.square);
    const worth = (what: string): number => own.find((each) => each.piece === what)?.amount ?? 0;
    const join = of("join");
    return {
      ...half,
      symbols: of("place")?.amount ?? half.symbols,
      known: ahead !== null,
      points: worth("points"),
      honor: worth("honor"),
      banner: own.find(({ piece }) => piece !== "points" && piece !== "honor")?.piece ?? "",
      joins: join ? join.amount! - 1 : 0,
      cuts: effects
        .filter((each) => each.kind === "cut" && each.places?.includes(half.square) && (each.parts?.length ?? 0) > 1)
        .map((each) => each.piece!),
      formation: new Set(join?.places ?? [half.square]),
    };
  });
}
