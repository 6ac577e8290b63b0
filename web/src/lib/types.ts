/** What the server sends; see docs/protocol.md. Each game reads its own view. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ViewData = Record<string, any>;

export interface Choice {
  action: number;
  text: string;
}
export interface OptionInfo {
  name: string;
  kind: "integer" | "flag" | "choice" | "text";
  default: number | boolean | string;
  about: string;
  choices: string[];
  low: number;
  high: number;
  provenance: string;
}
export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: string[];
  players: number[];
  options: OptionInfo[];
  presets: Record<string, Record<string, unknown>>;
}
export interface Level {
  bot: string;
  name: string;
  japanese: string;
  about: string;
  about_japanese: string;
  seconds: number;
}
export interface House {
  version: string;
  games: GameInfo[];
  bots: string[];
  levels: Level[];
}

/** Who this browser is; without a login a guest. */
export interface Me {
  id: string;
  name: string;
  login: string | null;
  webhook: string;
}
/** Where somebody is known: one browser that holds their cookie. */
export interface Session {
  id: string;
  label: string;
  created: number;
  this: boolean;
}
export interface SeatLine {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  player: string;
  bot: string;
}
export type Status = "gathering" | "playing" | "over";
export interface TableLine {
  id: string;
  game: string;
  status: Status;
  seats: SeatLine[];
  you: number[];
  your_turn: boolean;
  changed: number;
  result: string;
}

export interface Advice {
  seat: number;
  version: number;
  actions: { action: number; text: string; value: number; sure: number }[];
  line: string[];
}
export interface Vote {
  what: "abandon" | "bot" | "lose";
  absent: number | null;
  seats: number[];
}
export interface PublicTable {
  hints?: string;
  votes?: Vote[];
  id: string;
  game: string;
  options: Record<string, unknown>;
  status: Status;
  seats: SeatLine[];
  clock: string;
  next: string | null;
  rematch_of: string | null;
  dice: { commitment: string; seed: string | null };
}

/** One thing that came of an action: the engine's English template and its words. */
export interface Effect {
  template: string;
  words: Record<string, string | number>;
}
export interface LogLine {
  number: number;
  seat: number;
  action: string;
  text: string;
  effects?: Effect[];
}
export interface Sight {
  seat: number | null;
  version: number;
  length: number;
  view: ViewData;
  prompt: string;
  to_act: number[];
  legal: Choice[];
  over: boolean;
  result: string;
  returns: number[];
  truces: string[];
  offer: { kind: string; seat: number; length: number; undoes?: string[] } | null;
  clock: { control: string; running: number[]; left: number[] | null };
  can_undo: boolean | null;
  log: { from: number; lines: LogLine[] };
}
export interface Happening {
  seq: number;
  at: number;
  kind: string;
  seat?: number | null;
  player?: string;
  text?: string;
  ending?: string;
  what?: string;
  yes?: boolean;
  bot?: string;
  reason?: string;
  table?: string;
}
export interface Update {
  type: "update";
  seq: number;
  version: number;
  you: number[];
  table?: PublicTable;
  sights?: (Sight | null)[];
  happenings?: Happening[];
}

/** A refusal: a word for programs, the sentence, and what it is made of. */
export interface Problem {
  error: string;
  detail: string;
  template?: string;
  words?: Record<string, string | number>;
  paragraph?: string;
}
export interface Reason {
  paragraph: string;
  problem: Problem;
}
export interface Paragraph {
  number: string;
  text: string;
}
export interface Section {
  number: string;
  title: string;
  paragraphs: Paragraph[];
}
export interface Odds {
  attacker_wins: number;
  attacker_loses: number;
  defender_loses: number;
}
