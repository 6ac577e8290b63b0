import type { GameUi } from "..";
import { passages, story } from "./chronicle";
import * as phrases from "./phrase";

export const ui: GameUi = { ...phrases, passages, story, board: () => import("./Board.svelte") };
