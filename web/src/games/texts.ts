import { en as gunkimonoEn } from "./gunkimono/text/en";
import { en as gunshiEn } from "./gunshi/text/en";
import { en as shogunEn } from "./shogun/text/en";

/** The games whose words and pictures this app has, in the order they are shown; all others bring theirs along. */
export const HOUSE_GAMES = ["gunshi", "gunkimono", "shogun"];

/** The words of these games. They are listed one by one, so that the compiler knows every key. */
export const en = { ...gunshiEn, ...gunkimonoEn, ...shogunEn };
