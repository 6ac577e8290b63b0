import type { Play } from "./play.svelte";
import type { Advice, PublicTable } from "./types";

/** Advice for one decision: asked for, shown, and gone with the moment it was for. */
class Hints {
  advice = $state.raw<Advice | null>(null);
  thinking = $state(false);
  problem = $state("");
  /** The advised action that is marked: looked at on the board, and done only when it is confirmed. */
  chosen = $state(0);
  /** An action that a lesson asks for: boards mark it as they mark advice. */
  shown = $state("");
  #for = 0;

  /** Whether this table lets this browser ask: as a rule only where no other person sits. */
  allowed(table: PublicTable, play: Play): boolean {
    return (
      table.hints === "anyone" ||
      (table.hints === "bots" && table.seats.every((seat) => seat.kind !== "person" || play.you.includes(seat.seat)))
    );
  }
  async ask(play: Play): Promise<void> {
    this.clear();
    this.#for = play.lastOwn;
    this.thinking = true;
    const advice = await play.advice();
    this.thinking = false;
    if (typeof advice === "string") this.problem = advice;
    else if (this.standsFor(play) && play.looking === advice.seat) this.advice = advice;
  }
  /** Others may decide meanwhile; the advice holds until this seat has acted itself. */
  standsFor(play: Play): boolean {
    return this.#for === play.lastOwn;
  }
  clear(): void {
    this.advice = null;
    this.chosen = 0;
    this.problem = "";
  }
  /** The text of the advised action that is marked: boards show what it speaks of. */
  get text(): string {
    return this.advice?.actions[this.chosen]?.text ?? this.shown;
  }
}

export const hints = new Hints();
