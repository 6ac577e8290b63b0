import { expect, test } from "vitest";
import type { Ahead } from "../../lib/foresight.svelte";
import unit from "./fixtures/unit.json";
import { foretold, willsOf } from "./foretold";
import type { GunshiView, Unit } from "./read";

const { view } = unit as unknown as { view: GunshiView };
const seat = view.seat ?? 0;
const [me, enemy] = seat === 0 ? (["red", "blue"] as const) : (["blue", "red"] as const);
const stands = (square: string, owner: Unit["owner"], type: Unit["type"]): Unit => ({
  square,
  owner,
  type,
  facing: "north",
  shield: false,
  shogun: null,
  cleared: false,
});
const field: GunshiView = {
  ...view,
  units: [
    stands("b2", me, "cavalry"),
    stands("c3", me, "archer"),
    stands("d3", me, "archer"),
    stands("b6", enemy, "infantry"),
    stands("d5", enemy, "infantry"),
  ],
};
const ahead = (...effects: Ahead["effects"]): Ahead => ({ certain: true, effects, sayings: [] });
const told = (...effects: Ahead["effects"]): unknown[] =>
  willsOf(field, ahead(...effects)).map(({ kind, unit, to, targets }) => [kind, unit.square, to, targets]);

test("who goes, who takes, who is dragged and who changes places", () => {
  expect(told({ kind: "move", piece: "cavalry", seat, at: "b2", to: "b4" })).toEqual([["move", "b2", "b4", []]]);
  expect(
    told(
      { kind: "move", piece: "cavalry", seat, at: "b2", to: "b6" },
      { kind: "fall", piece: "infantry", seat: 1 - seat, at: "b6", places: ["b2"] },
    ),
  ).toEqual([["take", "b2", "b6", ["b6"]]]);
  expect(told({ kind: "move", piece: "archer", seat: 1 - seat, at: "c3", to: "c4" })).toEqual([
    ["drag", "c3", "c4", []],
  ]);
  expect(
    told(
      { kind: "move", piece: "archer", seat, at: "c3", to: "d3" },
      { kind: "move", piece: "archer", seat, at: "d3", to: "c3" },
    ),
  ).toEqual([
    ["swap", "c3", "d3", []],
    ["swap", "d3", "c3", []],
  ]);
});

test("an arrow flies, a blow breaks a shield, and both name their target once", () => {
  expect(
    told(
      { kind: "move", piece: "shot", seat, at: "d3", to: "d5" },
      { kind: "fall", piece: "shield", seat: 1 - seat, at: "d5", places: ["d3"] },
      { kind: "move", piece: "shot", seat, at: "d3", to: "d5" },
      { kind: "fall", piece: "infantry", seat: 1 - seat, at: "d5", places: ["d3"] },
    ),
  ).toEqual([["shoot", "d3", "d3", ["d5"]]]);
  expect(told({ kind: "fall", piece: "shield", seat: 1 - seat, at: "d5", places: ["d3"] })).toEqual([
    ["break", "d3", "d3", ["d5"]],
  ]);
});

test("a choice that is still open shows how far it leads", () => {
  const [rider] = willsOf(
    field,
    ahead({ kind: "open", piece: "cavalry", seat, at: "b2", to: "b6", places: ["b3", "b4", "b5", "b6"] }),
  );
  expect([rider!.kind, rider!.to, rider!.reach.length, rider!.targets]).toEqual(["take", "b6", 4, ["b6"]]);
  expect(told({ kind: "open", piece: "shot", seat, at: "d3", places: ["d5"] })).toEqual([
    ["shoot", "d3", "d3", ["d5"]],
  ]);
});

test("of two arrows the one that strikes is drawn, not the one that is still to be aimed", () => {
  const [archer] = willsOf(
    field,
    ahead(
      { kind: "move", piece: "shot", seat, at: "d3", to: "d5" },
      { kind: "fall", piece: "shield", seat: 1 - seat, at: "d5", places: ["d3"] },
      { kind: "open", piece: "shot", seat, at: "d3", places: ["d5", "e4"] },
    ),
  );
  expect([archer!.kind, archer!.targets, archer!.open]).toEqual(["shoot", ["d5"], false]);
});

test("a unit from the reserve stands as the server says, with the shield it gets", () => {
  const [placed] = willsOf(
    field,
    ahead(
      { kind: "place", piece: "infantry", seat, at: "a1", to: "east" },
      { kind: "place", piece: "shield", seat, at: "a1" },
    ),
  );
  expect([placed!.kind, placed!.unit.type, placed!.facing, placed!.unit.shield]).toEqual([
    "place",
    "infantry",
    "east",
    true,
  ]);
});

test("until the server has told, only a card that is chosen says what it does", () => {
  expect(foretold(field, "move north", null)).toBeNull();
  expect(foretold(field, "pick M", null)?.words).toHaveLength(1);
  const sent = foretold(field, "send M", ahead({ kind: "place", piece: "M", seat, at: "row:2", to: "down" }));
  expect(sent?.sent).toEqual({ card: "M", slot: "2", face: "down" });
});
