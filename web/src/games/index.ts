import type { Component } from "svelte";
import type { Count } from "../lib/counts";
import type { Ahead } from "../lib/foresight.svelte";
import type { Film } from "../lib/livetable.svelte";
import type { Play } from "../lib/play.svelte";
import type { Wording } from "../lib/said.svelte";
import type { Choice, LogLine, PublicTable, Sight } from "../lib/types";
import type { Passage, Voices } from "../lib/passages";

/**
 * What a board is given: what the shown seat sees, what happened up to then, and the table to speak to (none in a
 * replay).
 */
export interface BoardProps {
  sight: Sight;
  log: LogLine[];
  play: Play | null;
}
/** What a game adds beside the board, for talk between its players. */
export interface DeskProps {
  play: Play;
  table: PublicTable;
  sight: Sight;
}

/** How one game shows itself. A game without a board of its own is played from the list of choices alone. */
export interface GameUi {
  phrase: (text: string) => string;
  /** The same as something that was done, for the log. */
  deed?: (text: string) => string;
  refs: (text: string) => string[];
  /** The same where only the moment tells: the places on the board that a choice stands for. */
  places?: (text: string, sight: Sight) => string[];
  /** Choices in the order in which people look for them, where it is not the engine's. */
  order?: (choices: Choice[]) => Choice[];
  prompt: (sight: Sight) => string;
  /** Whom of several that a seat leads the prompt names itself; empty if it names nobody. */
  asked?: (sight: Sight) => string;
  /** A choice in words that know the moment: what "done" ends, how much would be scored. */
  label?: (text: string, sight: Sight, options: Record<string, unknown>, ahead: Ahead | null) => string;
  /** How a seat stands, in a word or two for beside its name. */
  score?: (sight: Sight, seat: number) => string;
  /** How the result came about, a line for each seat. */
  tally?: (sight: Sight) => { seat: number; parts: string; total: number }[];
  /** How a seat stands, as a number that grows with its fortune: units, points, provinces. */
  standing?: (sight: Sight, seat: number) => number;
  /** What happened over a whole game, in numbers: captures, points by where they came from, provinces taken. */
  counts?: (log: LogLine[], sight: Sight) => Count[];
  /** What the one who is waited for is about, and where the game stands. */
  waiting?: (sight: Sight, who: string) => string;
  stage?: (sight: Sight) => string;
  /** Lines of the log that need not be read, and how little a line says about what the others did. */
  aside?: (line: LogLine) => boolean;
  minor?: (line: LogLine) => number | boolean;
  /** Whether a line tells a blow that can decide a game; without it, its last line does. */
  blow?: (line: LogLine) => boolean;
  /** The log as paragraphs, for a game of many small steps. */
  passages?: (lines: LogLine[], voices: Voices) => Passage[];
  /** What happened after the line `since` in one paragraph; the last thing that happened for -1. */
  story?: (lines: LogLine[], since: number) => Passage | null;
  /** What a word of a refusal is called: a unit, a card, a province. */
  word: Wording;
  pace?: (text: string) => number;
  /** What must be seen step by step between two updates: a battle, die by die. */
  film?: Film;
  board: (() => Promise<{ default: Component<BoardProps> }>) | null;
  desk?: () => Promise<{ default: Component<DeskProps> }>;
  /** The choice that confirms what was prepared step by step, or that follows from it without asking. */
  carry?: (sight: Sight) => Choice | null;
  /** The choice that ends a turn: its button keeps its place, also as long as it cannot be made. */
  closing?: (sight: Sight) => string | null;
  /** The only choice left where nothing is decided by it: it follows by itself, and taking back goes past it. */
  forced?: (sight: Sight) => Choice | null;
  /** Whether this seat is in the middle of something that is laid out in the browser and said at once. */
  midway?: (sight: Sight) => boolean;
  /** Whether a seat knows, or is about to decide, something that others at the same device must not see. */
  secret?: (sight: Sight) => boolean;
  /** Whether forced choices are left to the player, for the board leads past them itself. */
  byHand?: boolean;
  /** Options of the game after the lesson, where they differ from a first game's. */
  afterLesson?: Record<string, unknown>;
  /** Words on record as people read them. */
  spoken?: (text: string) => string;
}

/** Each game's folder says how it shows itself; a game without a folder is shown plainly. */
const FOLDERS = import.meta.glob<GameUi>("./*/ui.ts", { eager: true, import: "ui" });

export function uiOf(game: string): GameUi {
  return FOLDERS[`./${game}/ui.ts`] ?? FOLDERS["./plain/ui.ts"]!;
}
