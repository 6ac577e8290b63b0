import { ja as gunkimonoJa } from "./gunkimono/text/ja";
import { ja as gunshiJa } from "./gunshi/text/ja";
import { ja as shogunJa } from "./shogun/text/ja";
import type { en } from "./texts";

/** The same words in Japanese, in a file of their own: whoever reads English does not load them. */
export const ja: Record<keyof typeof en, string> = { ...gunshiJa, ...gunkimonoJa, ...shogunJa };
