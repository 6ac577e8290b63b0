import { expect, test } from "vitest";
import type { Sight } from "../../lib/types";
import build from "./fixtures/build.json";
import place from "./fixtures/place.json";
import score from "./fixtures/score.json";
import * as model from "./model";
import type { GunkimonoView, Square } from "./read";

const seen = (data: unknown): Sight & { view: GunkimonoView } => data as Sight & { view: GunkimonoView };
/** The same view with some squares changed. */
function changed(view: GunkimonoView, by: Record<string, Partial<Square>>): GunkimonoView {
  return { ...view, board: view.board.map((it) => ({ ...it, ...by[it.square] })) };
}
const squares = (view: GunkimonoView): string[] => view.board.map((it) => it.square);

test("until the server has told more, a square stands for the placings that begin with it", () => {
  const { view, legal } = seen(place);
  const found = model.placingsBySquare(legal, squares(view), () => null);
  expect(found.get("b1")!.map(({ text }) => text)).toEqual(["place b1 east", "place b1 south", "place b1 west"]);
  expect([...found.values()].flat().length).toBe(legal.length);
});

test("a square stands for every way to cover it, and those that begin there come first", () => {
  const { view, legal } = seen(place);
  const covering = (square: string): typeof legal =>
    legal.filter((choice) => model.lies(view, choice).some((half) => half.square === square));
  const here = model.placingsBySquare(legal, squares(view), covering).get("f1")!;
  expect(covering("f1")[0]!.text).toBe("place e1 east");
  expect(here.slice(0, 3).map(({ text }) => text)).toEqual(["place f1 east", "place f1 south", "place f1 west"]);
  expect(new Set(here)).toEqual(new Set(covering("f1")));
});

test("no square stands for a placing while something else is asked", () => {
  const { view, legal } = seen(score);
  expect(model.placingsBySquare(legal, squares(view), () => legal).size).toBe(0);
});

test("only a tile that waits for its support lies there unplaced", () => {
  const { view } = seen(place);
  const waiting = { ...view, step: "support", tile: "A1S2", tile_square: "b2", tile_direction: "south" };
  expect(model.unsupported(waiting as GunkimonoView).map(({ square }) => square)).toEqual(["b2", "b3"]);
  expect(model.unsupported(view)).toEqual([]);
});

test("advice points at the squares of the tile or at the site of the stronghold", () => {
  const { view, legal } = seen(place);
  expect([...model.advisedSquares(view, legal, "place b1 south")]).toEqual(["b1", "b2"]);
  expect([...model.advisedSquares(view, legal, "place z9 south")]).toEqual([]);
  expect([...model.advisedSquares(view, seen(build).legal, "build c1")]).toEqual(["c1"]);
  expect([...model.advisedSquares(view, legal, "score honor")]).toEqual([]);
});

test("what others laid or built is what differs in height or stronghold", () => {
  const { view } = seen(place);
  const now = changed(view, { b1: { level: 7 }, c2: { stronghold: "red" }, d2: { formation: "a1" } });
  expect(model.changedSquares(view, now)).toEqual(["b1", "c2"]);
  expect(model.changedSquares(view, view)).toEqual([]);
});

test("a stronghold's formation is followed over several steps, and one's own strongholds only", () => {
  const board = (sizes: Record<string, number>, owner = "red"): GunkimonoView =>
    ({
      board: Object.entries(sizes).flatMap(([at, n]) =>
        Array.from({ length: n }, (_, i) => ({
          square: i ? `${at}+${i}` : at,
          formation: at,
          stronghold: i ? null : owner,
        })),
      ),
    }) as unknown as GunkimonoView;
  const steps = [board({ a1: 3, c3: 2 }), board({ a1: 1, c3: 4 }), board({ a1: 2, c3: 2, e5: 1 })];
  const held = [
    ...model.holdingsBetween(steps[0]!, steps[1]!, "red"),
    ...model.holdingsBetween(steps[1]!, steps[2]!, "red"),
  ];
  expect(model.grownOrShrunk(held)).toEqual([{ square: "a1", from: 3, to: 2 }]);
  expect(model.holdingsBetween(steps[0]!, steps[1]!, "black")).toEqual([]);
  expect(model.holdingsBetween(board({ a1: 1 }, ""), board({ a1: 2 }, ""), undefined)).toEqual([]);
});

test("a square tells the inspector what is on it", () => {
  const it = seen(place).view.board[0]!;
  expect(model.thingsOn({ ...it, troop: "archer", level: 0, stronghold: null })).toBe("archer formation square");
  expect(model.thingsOn({ ...it, troop: "archer", level: 2, stronghold: "red" })).toBe(
    "archer stronghold level formation square",
  );
});
