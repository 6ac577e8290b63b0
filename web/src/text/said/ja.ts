import common from "./common.ja.json";
import gunkimono from "./gunkimono.ja.json";
import gunshi from "./gunshi.ja.json";
import shogun from "./shogun.ja.json";

/**
 * What engine and server say in English, in Japanese: by game, and what all games share. Loaded when Japanese is
 * chosen.
 */
export const said: Record<string, Record<string, string>> = { common, gunshi, gunkimono, shogun };
