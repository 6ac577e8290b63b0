import { describe, expect, it } from "vitest";
import { inOwnWords, outline, pieces, words } from "./model";

const board = {
  places: [
    { id: "a1", x: 0, y: 2, name: "" },
    { id: "b1", x: 2, y: 2, name: "" },
    { id: "a2", x: 0, y: 0, name: "" },
  ],
  ways: [
    ["a1", "b1"],
    ["a1", "c9"],
  ] as [string, string][],
};

describe("a board that this app has never heard of", () => {
  it("is scaled, with pieces on their places and ways between places that exist", () => {
    const drawn = outline(board, { pieces: [{ at: "b1", sign: "★", name: "general", seat: 0 }] }, 60);
    expect([drawn.width, drawn.height]).toEqual([60, 60]);
    expect(drawn.places.find((place) => place.id === "b1")).toMatchObject({ x: 60, y: 60, piece: { sign: "★" } });
    expect(drawn.ways).toEqual(["M0 60L60 60"]);
  });
  it("takes no harm from a view that says something else", () => {
    expect(pieces({})).toEqual([]);
    expect(pieces({ pieces: [{ at: 3 }, { at: "a1", sign: "x" }] })).toEqual([
      { at: "a1", sign: "x", name: "", seat: -1 },
    ]);
  });
  it("finds the places in an action's text", () => {
    expect(words("c1-c2")).toEqual(["c1", "c2"]);
    expect(words("general c1")).toEqual(["general", "c1"]);
  });
});

it("a text is said as a whole where it is known, else word by word", () => {
  const known: Record<string, string> = { general: "大将", "moves left": "残り" };
  const spoken = (text: string): string => known[text] ?? text;
  expect(inOwnWords("moves left", spoken)).toBe("残り");
  expect(inOwnWords("general c1-c2", spoken)).toBe("大将 c1-c2");
});
