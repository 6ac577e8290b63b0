import type { Choice } from "./types";

/** Something that is laid out in this browser and then said in one go: until then its choices stand in for the table's. */
export interface Draft {
  choices: Choice[];
  label: (text: string) => string;
  /** Whether a choice is how things are now, such as the kind of unit in hand. */
  chosen: (text: string) => boolean;
  take: (text: string) => void;
  /** What says it all: its words, whether it can be said yet, and the deed. */
  seal: string;
  ready: boolean;
  say: () => Promise<boolean>;
}

class Desk {
  draft = $state.raw<Draft | null>(null);
}

export const desk = new Desk();
