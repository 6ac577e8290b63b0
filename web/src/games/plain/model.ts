import type { BoardLine } from "../../lib/wire";

/** What stands on a place, as the `pieces` of a view's data say it. */
export interface Standing {
  at: string;
  sign: string;
  name: string;
  seat: number;
}

export interface Drawn {
  width: number;
  height: number;
  places: { id: string; x: number; y: number; piece?: Standing }[];
  ways: string[];
}

/** The pieces of any view; none where the game does not say. */
export function pieces(view: object): Standing[] {
  const found: unknown = (view as { pieces?: unknown }).pieces;
  if (!Array.isArray(found)) return [];
  return (found as Partial<Standing>[]).flatMap(({ at, sign, name, seat }) =>
    typeof at === "string" && typeof sign === "string" ? [{ at, sign, name: name ?? "", seat: seat ?? -1 }] : [],
  );
}

/** The board scaled so that its nearest places are a unit apart, with what stands on them. */
export function outline(board: BoardLine, view: object, unit: number): Drawn {
  const standing = new Map(pieces(view).map((piece) => [piece.at, piece]));
  const left = Math.min(...board.places.map((place) => place.x));
  const top = Math.min(...board.places.map((place) => place.y));
  const scale = unit / (nearest(board) || 1);
  const places = board.places.map(({ id, x, y }) => ({
    id,
    x: (x - left) * scale,
    y: (y - top) * scale,
    piece: standing.get(id),
  }));
  const at = new Map(places.map((place) => [place.id, place]));
  return {
    width: Math.max(...places.map((place) => place.x)),
    height: Math.max(...places.map((place) => place.y)),
    places,
    ways: board.ways.flatMap(([a = "", b = ""]) => {
      const [from, to] = [at.get(a), at.get(b)];
      return from && to ? [`M${from.x} ${from.y}L${to.x} ${to.y}`] : [];
    }),
  };
}

function nearest(board: BoardLine): number {
  let found = Infinity;
  for (const [i, one] of board.places.entries())
    for (const two of board.places.slice(i + 1)) found = Math.min(found, Math.hypot(one.x - two.x, one.y - two.y));
  return Number.isFinite(found) ? found : 1;
}

/** The words of an action's text, among which are the places it speaks of. */
export const words = (text: string): string[] => text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);

/** A text in the chosen language: as a whole where it is known, else word by word. */
export function inOwnWords(text: string, spoken: (text: string) => string): string {
  const whole = spoken(text);
  return whole === text ? text.replace(/[\p{L}\p{N}_]+/gu, (word) => spoken(word)) : whole;
}
