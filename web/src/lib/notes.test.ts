import { expect, test } from "vitest";
import { piecesOfRule } from "./notes";

const RULES = import.meta.glob<string>("../../../src/gunbai/games/*/RULES*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const shown = (text: string): string =>
  piecesOfRule(text)
    .map(({ text, kind }) => (kind === "note" ? "※" : text))
    .join("");

test("the rules of three games are there in two languages", () => {
  expect(Object.keys(RULES)).toHaveLength(6);
});

test.each(Object.entries(RULES))("a note of %s is folded away as a whole", (_, rules) => {
  const paragraphs = rules.split(/\n\n+/).filter((each) => /^\*\*\d/.test(each));
  expect(paragraphs.length).toBeGreaterThan(30);
  for (const paragraph of paragraphs) {
    const text = shown(paragraph.replaceAll("\n", " "));
    // What is left is a sentence: no bracket has lost its other half, no explanation its beginning.
    expect(text.match(/[(（]/g)?.length, text).toBe(text.match(/[)）]/g)?.length);
    expect(text).not.toMatch(/※ ?[^ 。.,、:※)）a-z]*[：:]/);
    expect(text).not.toMatch(/ruling|reconstructed|裁定|再構成/i);
  }
});

test("words before and after a note stay in view", () => {
  expect(shown("One stack (*ruling:* one, however many piles), then a row.")).toBe("One stack ※, then a row.");
  expect(shown("They show two. *Reconstructed:* all; see `track`.")).toBe("They show two. ※");
  expect(shown("**1.1** A *level* (*ruling*) is `high`.")).toBe("1.1 A level ※ is `high`.");
});
