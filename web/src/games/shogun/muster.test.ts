import { expect, test } from "vitest";
import levy from "./fixtures/levy.json";
import { Muster } from "./muster.svelte";
import { Plan } from "./plan.svelte";
import type { Clan, ShogunView } from "./read";

test("an adviser's levy is laid out as a whole, in place of what lay there", () => {
  const muster = new Muster();
  muster.open("a levy");
  muster.take("levy spearman mino");
  const line = ["levy next", "levy bowman etchu", "levy bowman hida army", "levy next", "levy none"];
  const advised = muster.advised(line, () => true);
  expect(advised.texts).toEqual(["levy bowman etchu", "levy bowman hida army"]);
  expect([...muster.levies.keys()]).toEqual(["mino"]);
  expect(advised.laid).toBe(false);
  advised.lay();
  // What lies there is not laid out again: it is sealed.
  expect(muster.advised(line, () => true).laid).toBe(true);
  expect([...muster.levies]).toEqual([
    ["etchu", { unit: "bowman", army: false }],
    ["hida", { unit: "bowman", army: true }],
  ]);
});

test("an adviser's levy for one clan leaves out what he would raise for the next one of the same player", () => {
  const muster = new Muster();
  muster.open("a levy");
  const { provinces } = (levy as { view: unknown }).view as ShogunView;
  const line = ["levy bowman hizen", "levy next", "levy none", "levy bowman buzen", "levy spearman suo"];
  const advised = muster.advised(line, (id) => provinces[id]?.owner === "red");
  expect(advised.texts).toEqual(["levy bowman hizen"]);
  advised.lay();
  expect([...muster.levies.keys()]).toEqual(["hizen"]);
});

test("an adviser's ronin come to where the line hides them", () => {
  const muster = new Muster();
  muster.open("ronin");
  muster.advised(["ronin mino", "ronin mino", "ronin hida", "ronin none"], () => true).lay();
  expect([...muster.ronin]).toEqual([
    ["mino", 2],
    ["hida", 1],
  ]);
});

test("an adviser's plan fills all bins but those the table knows", () => {
  const plan = new Plan();
  plan.open("a plan", 2);
  const lord = { koku: 7, choices_made: 1, bins: { swords: 1 } } as unknown as Clan;
  plan.advised(["bin swords 3", "bin build 2", "bin levy 4", "bin ronin 0", "bin ninja 0", "bin swords 9"], lord).lay();
  expect(plan.held(lord, "swords")).toBe(1);
  expect(plan.held(lord, "build")).toBe(2);
  expect(plan.held(lord, "levy")).toBe(4);
  expect(plan.left(lord)).toBe(0);
  expect(plan.advised(["bin build 2", "bin levy 4", "bin ronin 0", "bin ninja 0"], lord).laid).toBe(true);
  expect(plan.advised(["bin build 0", "bin levy 6", "bin ronin 0", "bin ninja 0"], lord).laid).toBe(false);
});
