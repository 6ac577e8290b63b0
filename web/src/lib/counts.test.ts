import { expect, test } from "vitest";
import { uiOf } from "../games";
import type { Effect, LogLine, Sight } from "./types";

const effect = (template: string, words: Effect["words"] = {}): Effect => ({ template, words });
const line = (seat: number, ...effects: Effect[]): LogLine => ({ number: 0, seat, action: "", effects }) as never;
const fence = { number: 0, seat: 0, action: "fence c3-c4", effects: [effect("pays {points}, {total} left")] };
const counts = (game: string, log: LogLine[], view: unknown = {}): Record<string, (number | undefined)[]> =>
  Object.fromEntries(
    uiOf(game).counts!(log, { view } as Sight).map(({ key, by }) => [key.split(".").at(-1)!, [by[0], by[1]]]),
  );

test("Gunshi counts captures, fences and cards", () => {
  const log = [
    line(1, effect("{seat} turns up {card}", { seat: "red", card: "Move" })),
    line(0, effect("{square} to {goal_square}"), effect("takes the {unit} on {square}", { unit: "archer" })),
    fence as never,
    line(1, effect("takes the {unit} on {square}"), effect("takes the {unit} on {square}")),
  ];
  expect(counts("gunshi", log)).toEqual({ taken: [1, 2], fences: [1, undefined], cards: [1, undefined] });
});

test("Gunkimono counts points by where they came from, and honor", () => {
  const log = [
    line(0, effect("scores one point for the {troop}"), effect("gets {points} from the stronghold", { points: 3 })),
    line(0, effect("scores {points} points for the {troop}", { points: 4 })),
    line(1, effect("scores {honor} honor for the {troop}", { honor: 2 })),
    line(1, effect("gets {points} from strongholds", { points: 5 })),
  ];
  expect(counts("gunkimono", log)).toEqual({ troops: [5, undefined], strongholds: [3, 5], honor: [undefined, 2] });
});

test("Shogun counts provinces and armies, of both clans of a player", () => {
  const view = { clans: { red: { seat: 0 }, blue: { seat: 1 }, green: { seat: 0 } } };
  const log = [
    line(0, effect("{clan} drives {other_clan} out of {province}", { clan: "Red", other_clan: "Blue" })),
    line(0, effect("{clan} takes {province}", { clan: "Red" })),
    line(0, effect("{clan} takes {province} and its {building}", { clan: "Green" })),
    line(1, effect("{clan} loses {province}", { clan: "Green" })),
    line(1, effect("{clan}'s army {number} is lost", { clan: "Blue", number: 1 })),
    line(1, effect("{other_clan} is out: {clan} takes over {number} of its provinces", { clan: "Red" })),
  ];
  expect(counts("shogun", log, view)).toEqual({ taken: [2, undefined], lost: [1, 1], armies: [undefined, 1] });
});
