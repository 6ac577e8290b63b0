/** What Gunkimono's board works out from a view: pure functions, for the class in board.svelte.ts and its tests. */
import type { Choice } from "../../lib/types";
import { refs } from "./phrase";
import { formationsOf, halvesOf, type GunkimonoView, type Half, type Square } from "./read";

/** The square that a placing begins with. */
const firstOf = (choice: Choice): string => choice.text.split(" ")[1]!;

/**
 * All ways to lay the tile over each square, also with its second half; those that begin with the square come first.
 * `told` gives what the server told of a square; until it has, the square stands for the texts that begin with it.
 */
export function placingsBySquare(
  legal: Choice[],
  squares: Iterable<string>,
  told: (square: string) => Choice[] | null,
): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  const placings = legal.filter((choice) => choice.text.startsWith("place "));
  if (!placings.length) return found;
  for (const square of squares) {
    const here = told(square) ?? placings.filter((choice) => firstOf(choice) === square);
    const first = here.filter((choice) => firstOf(choice) === square);
    const second = here.filter((choice) => firstOf(choice) !== square);
    if (here.length) found.set(square, [...first, ...second]);
  }
  return found;
}

/** Where the halves of the tile in play lie if it is placed so. */
export function lies(view: GunkimonoView, choice: Choice): Half[] {
  const [, square = "", way = ""] = choice.text.split(" ");
  return halvesOf(view.tile ?? "", square, way);
}

/** The halves of the tile that waits for its support; it is not on the board yet. */
export function unsupported(view: GunkimonoView): Half[] {
  if (view.step !== "support" || !view.tile_square) return [];
  return halvesOf(view.tile ?? "", view.tile_square, view.tile_direction ?? "");
}

/** The squares that an advised action is about. */
export function advisedSquares(view: GunkimonoView, legal: Choice[], advice: string): Set<string> {
  if (advice.startsWith("build ")) return new Set(refs(advice));
  const choice = advice.startsWith("place ") ? legal.find((each) => each.text === advice) : undefined;
  return new Set(choice ? lies(view, choice).map((half) => half.square) : []);
}

/** The squares on which a tile was laid or a stronghold built between two views. */
export function changedSquares(before: GunkimonoView, now: GunkimonoView): string[] {
  const was = new Map(before.board.map((it) => [it.square, it]));
  return now.board
    .filter((it) => was.get(it.square)?.level !== it.level || was.get(it.square)?.stronghold !== it.stronghold)
    .map((it) => it.square);
}

/** How many troops a stronghold held and holds. */
export interface Holding {
  square: string;
  from: number;
  to: number;
}

/** The strongholds of a player that stood in both views, with the sizes of their formations. */
export function holdingsBetween(before: GunkimonoView, now: GunkimonoView, player: string | undefined): Holding[] {
  const held = (view: GunkimonoView): Map<string, number> => {
    const sizes = formationsOf(view);
    const own = view.board.filter(({ stronghold }) => stronghold && stronghold === player);
    return new Map(own.map(({ square, formation }) => [square, sizes.get(formation)!.size]));
  };
  const [was, is] = [held(before), held(now)];
  return [...is].flatMap(([square, to]) => (was.has(square) ? [{ square, from: was.get(square)!, to }] : []));
}

/** The strongholds whose formations grew or shrank over several steps, from the first size to the last. */
export function grownOrShrunk(steps: Holding[]): Holding[] {
  const since = new Map<string, Holding>();
  for (const { square, from, to } of steps) since.set(square, { square, from: since.get(square)?.from ?? from, to });
  return [...since.values()].filter(({ from, to }) => from !== to);
}

/** The kinds of things on a square, for the inspector. */
export function thingsOn(it: Square): string {
  return [it.troop, it.stronghold && "stronghold", it.level > 0 && "level", "formation", "square"]
    .filter(Boolean)
    .join(" ");
}
