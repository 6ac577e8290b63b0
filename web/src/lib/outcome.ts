import { seatName } from "./names";
import { tt } from "./words.svelte";

/** How a game ended, from the engine's result line: `red 1, blue -1 (shogun taken)`, `… (most points: 41, 38)`, `… (red resigns)`. */
export function howItEnded(game: string, seats: string[], result: string): string {
  const how = /\(([^()]*)\)$/.exec(result)?.[1] ?? "";
  const [what = "", points = ""] = how.split(": ");
  const words = what.split(" ");
  const who = seats.includes(words[0]!) ? words.shift()! : "";
  const n = /^\d+$/.test(words[0] ?? "") ? words.shift()! : "";
  const sentence = tt(`how.${words.join("_")}`, how, { who: who && seatName(game, who), n });
  return points ? `${sentence} ${tt("how.points", points, { points: seats.slice(0, points.split(", ").length).map((seat, i) => `${seatName(game, seat)} ${points.split(", ")[i]}`).join(", ") })}` : sentence;
}
