import { board } from "./en-board";
import { deeds } from "./en-deeds";
import { things } from "./en-things";

export const en = { ...board, ...deeds, ...things };
