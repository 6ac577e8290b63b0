import { expect, test } from "vitest";
import type { LogLine, Sight } from "../../lib/types";
import combat from "./fixtures/combat.json";
import { film } from "./film";
import type { ShogunView } from "./read";

type Effect = NonNullable<LogLine["effects"]>[number];
const line = (number: number, seat: number, action: string, ...effects: Effect[]): LogLine => ({
  number,
  seat,
  action,
  text: "",
  effects,
});
const dice = (side: string, roll: string, faces: string, first = false): Effect => ({
  template: first ? "{side} strikes first with {dice} dice for {roll}" : "{side} rolls {dice} dice for {roll}",
  words: { side, roll, dice: faces.split(" ").length, faces, value: 4 },
});
const lost = (side: string, number: number, units: string): Effect => ({
  template: "the {side} loses {number} {units}",
  words: { side, number, units },
});
/** Red's three spearmen land on Iki: met by a first strike, they lose one, win and stand alone. */
const LANDING = [
  line(102, 0, "fight hizen", {
    template: "{number} hidden ronin step forward for the {side}",
    words: { number: 1, side: "defender" },
  }),
  line(103, -1, "hits 0", dice("defender", "swordsmen and ronin", "9", true)),
  line(104, -1, "hits 1", dice("defender", "spearmen", "3 9", true), {
    template: "the {side} loses one {unit}",
    words: { side: "attacker", unit: "spearman" },
  }),
  line(105, -1, "hits 2", dice("attacker", "spearmen", "2 4")),
  line(106, -1, "hits 0", dice("defender", "spearmen", "12 9"), lost("defender", 2, "spearmen"), {
    template: "{clan} drives {other_clan} out of {province}",
    words: { clan: "Red", other_clan: "Blue", province: "Iki" },
  }),
  line(107, 0, "done"),
];
/** The landing as a seat sees it. */
const seenBy = (seat: number): ReturnType<typeof film> => {
  const sight = structuredClone(combat) as unknown as Sight & { view: ShogunView };
  sight.view.provinces.iki = { ...sight.view.provinces.iki!, owner: "blue", force: { spearmen: 2 }, ronin: 0 };
  sight.view.armies = sight.view.armies.filter((army) => army.at !== "iki");
  sight.view.seat = seat;
  for (const clan of Object.values(sight.view.clans)) if (seat > 1) clan.seat %= 2;
  return film(sight, LANDING);
};
const view = (picture: ReturnType<typeof film>[number]): ShogunView => picture.picture.sight.view as ShogunView;

test("of a battle of one's own every throw is a picture", () => {
  const pictures = seenBy(0);
  expect(pictures.map(({ picture }) => picture.log.at(-1)!.action)).toEqual([
    "fight hizen",
    "hits 0",
    "hits 1",
    "hits 2",
    "hits 0",
  ]);
  expect(pictures.map((picture) => view(picture).provinces.hizen!.force.spearmen)).toEqual([3, 3, 2, 2, 2]);
  expect(pictures.map((picture) => view(picture).provinces.iki!.force.spearmen)).toEqual([2, 2, 2, 2, 0]);
  expect(pictures.map((picture) => view(picture).provinces.iki!.ronin)).toEqual([1, 1, 1, 1, 1]);
  expect(pictures.map((picture) => view(picture).battle.first_strike)).toEqual([false, true, true, false, false]);
  expect(pictures.every((picture) => view(picture).battle.to === "iki")).toBe(true);
  expect(pictures.map(({ picture }) => picture.sight.length)).toEqual([102, 103, 104, 105, 106]);
});

test("of a battle of others the dice up to the next losses are one picture, and it goes by faster", () => {
  const own = seenBy(0);
  const others = seenBy(2);
  expect(others.map(({ picture }) => picture.log.at(-1)!.number)).toEqual([102, 104, 106]);
  expect(others[0]!.lasts).toBeLessThan(own[0]!.lasts);
});

test("what is no battle is no film", () => {
  expect(film(combat as unknown as Sight, [line(102, 0, "done")])).toEqual([]);
});
