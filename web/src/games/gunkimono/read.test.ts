import { expect, test } from "vitest";
import { formationsOf, ghostOf, halvesOf, heldSquares, type GunkimonoView } from "./read";

test("a ghost lies where its text says, before anything is foreseen of it", () => {
  const halves = halvesOf("A1S2", "b2", "east");
  expect(halves).toEqual([
    { square: "b2", troop: "archer", symbols: 1 },
    { square: "c2", troop: "samurai", symbols: 2 },
  ]);
  const [archer] = ghostOf(halves, null);
  expect(archer).toMatchObject({ known: false, points: 0, honor: 0, joins: 0, cuts: [] });
});

test("a ghost shows what the server foresees of it and reckons nothing itself", () => {
  const effects = [
    { kind: "place", piece: "archer", at: "b2", amount: 1 },
    { kind: "place", piece: "samurai", at: "c2", amount: 2 },
    { kind: "offer", piece: "points", seat: 0, at: "b2", amount: 5 },
    { kind: "offer", piece: "honor", seat: 0, at: "b2", amount: 1 },
    { kind: "offer", piece: "honor", seat: 0, at: "c2", amount: 2 },
    { kind: "offer", piece: "dragon", seat: 0, at: "c2", amount: 1 },
    { kind: "join", piece: "archer", at: "b2", amount: 5, places: ["a1", "b1", "a2", "b2", "b3"], parts: [3, 1] },
    { kind: "cut", piece: "cavalry", at: "c1", amount: 3, places: ["c1", "c2", "c3"], parts: [1, 1] },
    { kind: "cut", piece: "infantry", at: "b2", amount: 2, places: ["b2", "d2"], parts: [1] },
  ];
  const [archer, samurai] = ghostOf(halvesOf("A1S2", "b2", "east"), { certain: true, effects, sayings: [] });
  expect(archer).toMatchObject({ points: 5, honor: 1, banner: "", joins: 4, cuts: [], symbols: 1 });
  expect([...archer!.formation]).toEqual(["a1", "b1", "a2", "b2", "b3"]);
  expect(samurai).toMatchObject({ points: 0, honor: 2, banner: "dragon", joins: 0, cuts: ["cavalry"] });
  expect([...samurai!.formation]).toEqual(["c2"]);
});

test("formations are those that the squares name", () => {
  const board = [
    { square: "a1", formation: "a1" },
    { square: "b1", formation: "b1" },
    { square: "a2", formation: "a1" },
  ];
  const found = formationsOf({ board } as unknown as GunkimonoView);
  expect([...found.get("a1")!]).toEqual(["a1", "a2"]);
  expect(found.get("b1")!.size).toBe(1);
});

test("a held formation says on which sides of each square it ends", () => {
  const board = [
    { square: "a1", formation: "a1", level: 0, stronghold: "black" },
    { square: "b1", formation: "b1", level: 0, stronghold: null },
    { square: "a2", formation: "a1", level: 2, stronghold: null },
  ];
  expect(heldSquares({ board } as unknown as GunkimonoView)).toEqual([
    { square: "a1", level: 0, owner: "black", ends: ["north", "east", "west"] },
    { square: "a2", level: 2, owner: "black", ends: ["east", "south", "west"] },
  ]);
});
