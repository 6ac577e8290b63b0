import type { Problem } from "./types";

/**
 * Whether an order was refused only because the table was faster: it had made a forced step already, or the game ended
 * or went on to somebody else in the moment of the tap. What the player sees by now says it all.
 */
export const overtaken = ({ error }: Problem, forced: boolean, movedOn: boolean): boolean =>
  (forced && error === "stale") || ((forced || movedOn) && error === "over") || (movedOn && error === "not-your-turn");
