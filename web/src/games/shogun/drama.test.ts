import { expect, test } from "vitest";
import type { LogLine, Sight } from "../../lib/types";
import { dramas, follows } from "./drama";
import { prompt } from "./phrase";

const army = (name: string, at: string): object => ({ army: name, at, struck: false, units: {} });
const clan = (seat: number): object => ({ seat, alive: true, provinces: 2 });
/** A moment of a war in which Red's ninja has something to do. */
function moment(seat: number, length: number, stage: string, turn: string): Sight {
  const view = {
    stage,
    turn,
    seat,
    at_war: "red",
    ninja: "red",
    strike: {},
    battle: {},
    provinces: {},
    clans: { red: clan(0), blue: clan(1) },
    armies: [army("red 1", "hida"), army("blue 1", "etchu")],
  };
  return { seat, length, view, over: false, legal: [], truces: [] } as unknown as Sight;
}
const said = (...actions: string[]): LogLine[] => actions.map((action) => ({ action, seat: 0 }) as unknown as LogLine);

test("on a shared device a strike is told to whoever is asked next", () => {
  const [before, now] = [moment(0, 10, "offer", "red"), moment(1, 14, "revenge", "blue")];
  expect(follows(before, now, true)).toBe(true);
  const lines = said("strike blue army 1", "die 10", "die 12");
  expect(dramas(before, now, lines).map(({ title }) => title)).toEqual([
    "A ninja in the night",
    "The blade misses",
    "The trail is found",
  ]);
  // In a replay another seat is another look at the same moment.
  expect(follows(before, now, false)).toBe(false);
  expect(follows(now, before, true)).toBe(false);
});

test("the lord of the ninja is asked by name only in the war of another", () => {
  expect(prompt(moment(0, 10, "offer", "red"))).toBe("You are at war: does your ninja strike now?");
  const other = moment(0, 10, "offer", "red");
  Object.assign(other.view, { at_war: "blue" });
  expect(prompt(other)).toBe("Blue is at war: does your ninja strike now?");
});
