import { seatName } from "./names";
import { t, tt } from "./words.svelte";

/**
 * How a game ended, from the engine's result line: `red 1, blue -1 (shogun taken)`, `… (most points: 41, 38)`, `… (red
 * resigns)`.
 */
export function howItEnded(game: string, seats: string[], result: string): string {
  const how = /\(([^()]*)\)$/.exec(result)?.[1] ?? "";
  const [what = "", points = ""] = how.split(": ");
  const words = what.split(" ");
  const who = seats.includes(words[0]!) ? words.shift()! : "";
  const n = /^\d+$/.test(words[0] ?? "") ? words.shift()! : "";
  const sentence = tt(`how.${words.join("_")}`, how, { who: who && seatName(game, who), n });
  // Where there is little room the end of it is cut off: how many points everybody has is what one wants to know.
  return points
    ? t("how.points", {
        how: sentence,
        points: points
          .split(", ")
          .map((n, i) => `${seatName(game, seats[i]!)} ${n}`)
          .join(t("comma")),
      })
    : sentence;
}
