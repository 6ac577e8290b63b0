import { expect, test } from "vitest";
import type { Effect, LogLine } from "../../lib/types";
import { lastRound } from "./round";

const effect = (template: string, words: Effect["words"] = {}): Effect => ({ template, words });
const line = (number: number, ...effects: Effect[]): LogLine =>
  ({ number, seat: 0, action: "done", effects }) as unknown as LogLine;
const holds = (clan: string, held: number, koku: number): Effect =>
  effect("{clan} holds {held} provinces and has {koku} koku", { clan, held, koku });
const over = (round: number): Effect => effect("round {round} is over", { round });
const sword = (clan: string, n: number): Effect => effect("{clan} had sword {number}", { clan, number: n });

test("a round that goes on has no summary", () => {
  expect(lastRound([line(1, effect("{clan} takes {province}", { clan: "Red", province: "Hida" }))])).toBeNull();
});

test("the last round is told by what came of its own actions", () => {
  const first = line(2, over(1), sword("Red", 1), sword("Blue", 2), holds("Red", 5, 7), holds("Blue", 6, 7));
  const log = [
    line(1, effect("{clan} takes {province}", { clan: "Blue", province: "Kii" })),
    first,
    line(3, effect("{clan} raises {units} ({provinces})", { clan: "Red", units: "bowmen", provinces: "Hida" })),
    line(4, effect("the {side} loses one {unit}", { side: "attacker", unit: "spearman" })),
    line(5, effect("{clan} drives {other_clan} out of {province}", { clan: "Red", other_clan: "Blue" })),
    line(6, effect("{clan}'s army {number} is lost", { clan: "Blue", number: 1 })),
    line(7, over(2), sword("Red", 2), sword("Blue", 1), holds("Red", 6, 8), holds("Blue", 5, 6)),
    line(8),
  ];
  const told = lastRound(log)!;
  expect(told.round).toBe(2);
  expect(told.lands.map(({ effect: { words } }) => words.clan)).toEqual(["Red"]);
  expect(told.fallen).toHaveLength(1);
  expect(told.raised).toHaveLength(1);
  expect(told.standings).toEqual([
    { clan: "blue", held: 5, more: -1, koku: 6, sword: 1 },
    { clan: "red", held: 6, more: 1, koku: 8, sword: 2 },
  ]);
  expect(lastRound(log.slice(0, 3))!.standings.map(({ more }) => more)).toEqual([null, null]);
});

test("a province that changed hands is told once, with whom it was taken from", () => {
  const out = (clan: string, loser: string, province: string): Effect =>
    effect("{clan} drives {other_clan} out of {province}", { clan, other_clan: loser, province });
  const takes = (clan: string, province: string): Effect => effect("{clan} takes {province}", { clan, province });
  const log = [
    line(1, out("Red", "Blue", "Kii"), out("Red", "Blue", "Hida"), out("Green", "Red", "Mino")),
    line(2, effect("{clan} loses {province}", { clan: "Blue", province: "Iga" })),
    line(3, takes("Red", "Kii"), takes("Green", "Iga"), takes("Red", "Mino"), takes("Green", "Noto")),
    line(4, out("Green", "Red", "Kii"), takes("Green", "Kii"), over(1)),
  ];
  const { lands } = lastRound(log)!;
  const plain = lands.map(({ effect: { words }, from }) => [words.clan, words.province, from]);
  expect(plain).toEqual([
    ["Red", "Hida", ""], // nobody has moved in
    ["Green", "Mino", ""], // and Red came back
    ["Red", "Kii", "blue"],
    ["Green", "Iga", "blue"],
    ["Red", "Mino", ""],
    ["Green", "Noto", ""],
    ["Green", "Kii", "red"],
  ]);
});
