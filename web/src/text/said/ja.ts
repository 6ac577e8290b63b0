import common from "./common.ja.json";

/** What engine and server say in English, in Japanese: what all games share. Loaded when Japanese is chosen. */
export const said: Record<string, string> = common;
