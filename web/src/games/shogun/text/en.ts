import { board } from "./en-board";
import { deeds } from "./en-deeds";
import { learn } from "./en-learn";
import { things } from "./en-things";

export const en = { ...board, ...deeds, ...learn, ...things };
