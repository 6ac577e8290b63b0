/** What the server sends, as its OpenAPI document describes it (`wire.d.ts`), under the names this app uses. */
import type * as wire from "./wire";

export type {
  AuditLine,
  Choice,
  Effect,
  FormerSelf,
  Happening,
  House,
  LogLine,
  Me,
  Odds,
  Problem,
  ReportLine,
  SeatLine,
  TableLine,
  Thinking,
} from "./wire";
export type GameInfo = wire.GameLine;
export type OptionInfo = wire.OptionLine;
export type Level = wire.LevelLine;
/** Where somebody is known: one browser that holds their cookie. */
export type Session = wire.SessionLine;
export type PublicTable = wire.TableData;
export type Status = wire.TableData["status"];
export type Vote = wire.VoteLine;
export type Advice = wire.HintGiven;
export type { Foreseen, ForeseenEffect, Pointed, QuickOrder } from "./wire";

/** Nothing is known of a view before its game reads it: only a game's own folder knows its shape. */
export type Sight = Omit<wire.Sight, "view"> & { view: object };
export type Update = Omit<wire.Update, "sights"> & { sights?: (Sight | null)[] };

/** Why something is refused, with the paragraph to read. */
export interface Reason {
  paragraph: string;
  problem: wire.Problem;
}
/** The rules as the pages show them: paragraphs by sections. */
export interface Paragraph {
  number: string;
  text: string;
}
export interface Section {
  number: string;
  title: string;
  paragraphs: Paragraph[];
}
