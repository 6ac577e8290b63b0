import gunkimono from "./gunkimono/things.json";
import gunshi from "./gunshi/things.json";
import shogun from "./shogun/things.json";

/** Every kind of thing on a game's table, with the paragraphs that rule it. */
const THINGS: Record<string, Record<string, string[]>> = { gunshi, gunkimono, shogun };

export const thingsOf = (game: string): Record<string, string[]> => THINGS[game] ?? {};
