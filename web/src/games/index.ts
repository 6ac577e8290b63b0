import type { Component } from "svelte";
import type { Play } from "../lib/play.svelte";
import type { Sight } from "../lib/types";
import * as gunkimono from "./gunkimono/phrase";
import * as gunshi from "./gunshi/phrase";
import * as shogun from "./shogun/phrase";

/** What a board is given: what the shown seat sees, and the table to speak to (none when looking back at a moment). */
export interface BoardProps { sight: Sight; play: Play | null }

/** How one game shows itself. A game without a board of its own is played from the list of choices alone. */
export interface GameUi {
  phrase: (text: string) => string;
  refs: (text: string) => string[];
  prompt: (sight: Sight) => string;
  board: (() => Promise<{ default: Component<BoardProps> }>) | null;
}

const GAMES: Record<string, GameUi> = {
  gunshi: { ...gunshi, board: () => import("./gunshi/Board.svelte") },
  gunkimono: { ...gunkimono, board: () => import("./gunkimono/Board.svelte") },
  shogun: { ...shogun, board: () => import("./shogun/Board.svelte") },
};
const PLAIN: GameUi = { phrase: (text) => text, refs: () => [], prompt: (sight) => sight.prompt, board: null };

export function uiOf(game: string): GameUi {
  return GAMES[game] ?? PLAIN;
}
