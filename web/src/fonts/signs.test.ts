import { expect, test } from "vitest";
import known from "./signs.txt?raw";

const texts = import.meta.glob<string>(
  [
    "/src/text/ja*.ts",
    "/src/text/said/*.json",
    "/src/games/*/text/ja*.ts",
    "/src/games/*/{said.ja,names,figures}.json",
    "/../src/gunbai/games/*/RULES.ja.md",
    "/../src/gunbai/**/*{guide,lesson,levels}*.{py,json}",
  ],
  { query: "?raw", import: "default", eager: true },
);

test("the Japanese typeface has every sign of our texts (else: npm run fonts)", () => {
  expect(Object.keys(texts).length).toBeGreaterThan(20);
  const used = new Set(Object.values(texts).join(""));
  const missing = [...used].filter((sign) => /[\u3000-\u30ff\u4e00-\u9fff]/.test(sign) && !known.includes(sign));
  expect(missing).toEqual([]);
});
