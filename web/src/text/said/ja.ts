import common from "./common.ja.json";

const games = import.meta.glob<Record<string, string>>("../../games/*/said.ja.json", {
  eager: true,
  import: "default",
});

/**
 * What engine and server say in English, in Japanese: by game, and what all games share. Loaded when Japanese is
 * chosen.
 */
export const said: Record<string, Record<string, string>> = {
  common,
  ...Object.fromEntries(Object.entries(games).map(([file, texts]) => [file.split("/").at(-2)!, texts])),
};
