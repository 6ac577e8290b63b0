import { board } from "./ja-board";
import { deeds } from "./ja-deeds";
import { learn } from "./ja-learn";
import { things } from "./ja-things";

export const ja = { ...board, ...deeds, ...learn, ...things };
