import { expect, test } from "vitest";
import { uiOf } from "..";
import split from "./fixtures/split.json";
import { questionTo } from "../../lib/question";
import type { Sight } from "../../lib/types";

test("a question on a shared device begins with one name, also where a player leads two clans", () => {
  const shogun = uiOf("shogun");
  const sight = structuredClone(split) as unknown as Sight;
  expect(questionTo(shogun, sight, "Red")).toMatch(/^Red: Give this province/);
  Object.assign(sight.view, { stage: "reinforce", turn: "green" });
  expect(questionTo(shogun, sight, "Red")).toMatch(/^Green: Place two spearmen/);
  expect(questionTo(shogun, sight, "")).toMatch(/^Green: Place two spearmen/);
});
