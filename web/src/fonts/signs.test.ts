import { expect, test } from "vitest";
import recipe from "../../fonts/make-fonts.mjs?raw";
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

const shown = import.meta.glob<string>(
  ["/src/text/en*.ts", "/src/games/*/text/en*.ts", "/src/{parts,pages}/*.svelte"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

test("the signs that English pages show are in a small typeface (else: fonts/make-fonts.mjs, few)", () => {
  const few = /const few = "(.*)"/.exec(recipe)![1]!;
  // Signs that only Japanese pages show, or that are looked for in their texts.
  const only = Object.entries(shown).filter(([name]) => !/Marked|Words/.test(name));
  const used = new Set(only.map(([, text]) => text.replaceAll(/\/\/.*|<!--[^]*?-->/g, "")).join(""));
  expect([...used].filter((sign) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(sign) && !few.includes(sign))).toEqual([]);
});
