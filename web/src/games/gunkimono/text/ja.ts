import { board } from "./ja-board";
import { deeds } from "./ja-deeds";
import { things } from "./ja-things";

export const ja = { ...board, ...deeds, ...things };
