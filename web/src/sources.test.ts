import { expect, test } from "vitest";
import { HOUSE_GAMES } from "./games/texts";

const sources = import.meta.glob<string>(
  [
    "/*.{js,ts,json,html}",
    "/map/*.mjs",
    "/public/*.svg",
    "/src/**/*.{ts,svelte,css,json}",
    "!/package-lock.json",
    // Drawn by map/make-map.mjs.
    "!/src/games/shogun/geometry.json",
    // Written by scripts/web_types.py and scripts/web_fixtures.py.
    "!/src/**/*.d.ts",
    "!/src/games/*/fixtures/*.json",
    "!/src/games/*/figures/*.json",
    // A position is one line.
    "!/src/games/*/figures.json",
    // One entry a line: the server's English and its Japanese.
    "!/src/**/*.ja.json",
  ],
  { query: "?raw", import: "default", eager: true },
);

test("no line of the sources is longer than 120 characters", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const long = Object.entries(sources).flatMap(([file, text]) =>
    text.split("\n").flatMap((line, i) => (line.length > 120 ? [`${file}:${i + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test("what only ears get is hidden by the classes of app.css", () => {
  const hides = Object.entries(sources).filter(([, text]) => /clip-path: inset\(50%\)/.test(text));
  expect(hides.map(([file]) => file)).toEqual([]);
});

test("only the list of games' texts names a game outside its folder", () => {
  const games = Object.keys(import.meta.glob("/src/games/*/text/en.ts")).map((file) => file.split("/")[3]!);
  expect(games.sort()).toEqual([...HOUSE_GAMES].sort());
  const named = new RegExp(`["'/](${games.join("|")})["'/]`);
  const outside = Object.entries(sources).filter(
    ([file]) => file.startsWith("/src/") && !games.some((game) => file.startsWith(`/src/games/${game}/`)),
  );
  expect(outside.filter(([, text]) => named.test(text)).map(([file]) => file)).toEqual([
    "/src/games/texts-ja.ts",
    "/src/games/texts.ts",
  ]);
});

test("lists that people read are joined by the comma of their language", () => {
  // The outline of a game without a board, and commands as they are typed.
  const others = ["/src/games/plain/ViewOutline.svelte", "/src/games/shogun/muster.svelte.ts"];
  const joined = Object.entries(sources).filter(([file, text]) => !/test/.test(file) && text.includes('.join(", ")'));
  expect(joined.map(([file]) => file)).toEqual(others);
});
