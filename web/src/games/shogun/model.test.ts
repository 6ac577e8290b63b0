import { expect, test } from "vitest";
import type { Choice, Sight } from "../../lib/types";
import combat from "./fixtures/combat.json";
import declare from "./fixtures/declare.json";
import garrison from "./fixtures/garrison.json";
import levy from "./fixtures/levy.json";
import lose from "./fixtures/lose.json";
import move from "./fixtures/move.json";
import split from "./fixtures/split.json";
import type { Ahead } from "../../lib/foresight.svelte";
import { choosingOf } from "./choosing";
import * as model from "./model";
import type { ShogunView } from "./read";

const seen = (data: unknown): Sight & { view: ShogunView } => data as Sight & { view: ShogunView };
const sorted = (found: Iterable<string>): string[] => [...found].sort();

test("a seat of two holds two clans, and armies are found where they stand", () => {
  const { view } = seen(declare);
  expect(sorted(model.ownClans(view))).toEqual(["green", "red"]);
  expect(
    model
      .armiesByPlace(view)
      .get("bungo")
      ?.map((army) => army.army),
  ).toEqual(["blue 2"]);
  expect(model.thingsIn(view, "bungo")).toMatch(/^province army\b/);
  expect(model.thingsIn(view, "hyuga").split(" ")).toContain("castle");
});

test("an attack has the odds that are foreseen of it", () => {
  const { view, legal } = seen(declare);
  const victory = { kind: "odds", piece: "victory", amount: 415, parts: [12, 30] };
  const told: Ahead = { certain: true, effects: [{ kind: "move" }, victory], sayings: [] };
  const attacks = model.attacksOn(view, "red", "hyuga", legal, () => told);
  expect(attacks.map(({ back, odds }) => ({ back, odds }))).toEqual([
    { back: false, odds: { attacker_wins: 0.415, attacker_loses: 1.2, defender_loses: 3 } },
  ]);
  expect(model.attacksOn(view, "red", "hyuga", legal, () => null)[0]!.odds).toBeNull();
  expect(model.attacksOn(view, "red", "osumi", legal, () => told)).toEqual([]);
});

test("a garrison, a march and losses are chosen from what the view names, as many as it says", () => {
  const { view } = seen(lose);
  const losing = choosingOf(seen(lose))!;
  expect(losing.most).toBe(view.battle.to_lose);
  const troops = [view.battle.losing!.army, view.battle.losing!.force];
  const all = troops.flatMap((troop) => Object.values(troop ?? {})).reduce((sum: number, n) => sum + (n ?? 0), 0);
  expect([...losing.all.values()].reduce((sum, n) => sum + n, 0)).toBe(all);
  const leaving = seen(garrison);
  const stay = choosingOf(leaving);
  expect(stay?.most ?? null).toBe(stay && leaving.view.moving.at_most);
  expect(choosingOf(seen(move))).toBeNull();
});

test("laid out attacks are drawn from the army or the province they start from", () => {
  const { view } = seen(declare);
  expect(
    model.plannedArrows(view, "red", [
      ["army 2", "bungo"],
      ["osumi", "hyuga"],
    ]),
  ).toEqual([
    { from: "iyo", to: "bungo", clan: "red" },
    { from: "osumi", to: "hyuga", clan: "red" },
  ]);
  expect(model.declaredArrows(seen(combat).view)).toEqual([{ from: "hizen", to: "iki", clan: "red" }]);
});

test("a troop in hand reaches what the table says it can reach", () => {
  const { view, legal } = seen(move);
  const army = view.armies[0]!;
  const move1 = legal.find((choice) => choice.text === "move 1 iyo")!;
  const told = new Map([
    ["iyo", [move1.action]],
    [army.army, [legal[1]!.action]],
    ["hida", [-7]],
  ]);
  const ways = model.waysOf(told, legal);
  expect([...ways.keys()]).toEqual(["iyo", army.army]); // what is no choice of this moment leads nowhere
  const reach = model.reachOf(view, ways);
  expect(reach.get("iyo")).toContain(move1);
  expect(reach.get(army.at)).toContain(legal[1]); // who joins an army goes where it stands
  expect(model.waysOf(told, [{ ...move1, text: "undeclare army 1 iyo" }]).size).toBe(0);
});

test("what was tried in vain is asked about in the table's words", () => {
  const attack = seen(declare).view;
  expect(model.attempt(attack, "red 2", "bungo")).toBe("declare army 2 bungo");
  expect(model.attempt(attack, "osumi", "hyuga")).toBe("declare osumi hyuga");
  const moving = seen(move).view;
  expect(model.attempt(moving, "red 1", "iyo")).toBe("move 1 iyo");
});

test("a move that waits for its garrison is underway", () => {
  const { view } = seen(garrison);
  expect(model.moveUnderway(view)).toMatchObject({ to: "nagato", clan: "green" });
  expect(model.moveUnderway(seen(move).view)).toBeNull();
});

test("where armies went between two sights", () => {
  const before = seen(move);
  const armies = before.view.armies.map((army) => (army.army === "red 1" ? { ...army, at: "iyo" } : army));
  const now = { ...before, view: { ...before.view, armies } };
  expect(model.movedArmies(before, now)).toEqual([{ from: "awa_shikoku", to: "iyo", clan: "red", army: "red 1" }]);
});

test("where a force went: one has grown by what another of its clan has lost", () => {
  const before = seen(move);
  const lands = before.view.provinces;
  const [from, to] = Object.keys(lands).filter((id) => lands[id]!.owner === lands.iyo!.owner) as [string, string];
  const grown = (id: string, by: number): (typeof lands)[string] => {
    const land = lands[id]!;
    return { ...land, force: { ...land.force, spearmen: (land.force.spearmen ?? 0) + by } };
  };
  const after = (more: Record<string, number>): typeof before => ({
    ...before,
    view: {
      ...before.view,
      provinces: { ...lands, ...Object.fromEntries(Object.entries(more).map(([id, by]) => [id, grown(id, by)])) },
    },
  });
  expect(model.marched(after({ [from]: 2 }), after({ [to]: 2 }))).toEqual({ from, to });
  expect(model.marched(after({ [from]: 2 }), after({ [to]: 1 }))).toBeNull();
  expect(model.marched(before, after({ [to]: 1 }))).toBeNull();
});

test("sealed levies show their kind, and whether they join the army", () => {
  const { view } = seen(levy);
  const sealed = { ...view, provinces: { ...view.provinces, iyo: { ...view.provinces.iyo!, levy: 6 } } };
  expect([...model.sealedLevies(sealed)]).toEqual([["iyo", { n: 1, icon: "swordsman", army: true }]]);
});

test("provinces that are shared out by turns go first to one clan, then to the other", () => {
  const sight = seen(split);
  expect(model.shareByTurns(sight, []).text).toMatch(/ first$/);
  const line = { number: 1, seat: sight.view.seat, action: "split buzen first", text: "" };
  expect(model.shareByTurns(sight, [line]).text).toMatch(/ second$/);
});

test("what is asked first is found where the first choice can be made that has a place", () => {
  const legal = ["done", "castle iyo", "castle awa"].map((text, action) => ({ action, text }));
  const [, iyo, awa] = legal as [Choice, Choice, Choice];
  expect(
    model.firstAsked(
      legal,
      new Map([
        ["awa", [awa]],
        ["iyo", [iyo]],
      ]),
    ),
  ).toBe("iyo");
  expect(model.firstAsked(legal, new Map())).toBeUndefined();
});

test("a narrow screen begins at the battle, then at what is asked, then at an own army", () => {
  expect(model.firstPlace(seen(lose).view, "suo")).toBe("nagato");
  expect(model.firstPlace(seen(declare).view, "hyuga")).toBe("hyuga");
  expect(model.firstPlace(seen(declare).view, undefined)).toBe("awa_shikoku");
});

test("only what happened since the seat's last action is marked", () => {
  const line = (number: number, seat: number, action: string) => ({ number, seat, action, text: "" });
  const log = [
    line(1, 1, "castle hyuga"),
    line(2, 0, "castle iyo"),
    line(3, -1, "deal tosa"),
    line(4, 1, "castle bungo"),
  ];
  expect(sorted(model.recentPlaces(log, 0))).toEqual(["bungo"]);
});

test("an arrow key goes to the nearest province that way, or nowhere", () => {
  const at = (id: string, x: number, y: number) => ({ id, x, y, d: "", room: 9 });
  const here = at("here", 0, 0);
  const spots = [here, at("near", 30, -4), at("far", 90, 0), at("aside", 20, 25), at("above", 0, -50)];
  expect(model.nearest(spots, here, [1, 0])).toBe("near");
  expect(model.nearest(spots, here, [0, -1])).toBe("above");
  expect(model.nearest(spots, here, [-1, 0])).toBe("");
});

test("an arrow begins and ends beside the markers", () => {
  const [from, to] = [model.SPOT.get("iyo")!, model.SPOT.get("bungo")!];
  const numbers = model
    .arrowPath({ from: "iyo", to: "bungo", clan: "red" }, 1)
    .match(/-?[\d.]+/g)!
    .map(Number);
  expect(Math.hypot(numbers[0]! - from.x, numbers[1]! - from.y)).toBeCloseTo(13);
  expect(Math.hypot(numbers[4]! - to.x, numbers[5]! - to.y)).toBeCloseTo(13);
});
