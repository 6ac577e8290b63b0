import { tt } from "./words.svelte";

/** A seat's own name (red, blue, a clan) in the chosen language. */
export function seatName(game: string, name: string): string {
  return tt(`seat.${game}.${name}`, tt(`seat.${name}`, name));
}
