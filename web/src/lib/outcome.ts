import { seatName } from "./names";
import { said } from "./said.svelte";
import { t, tt } from "./words.svelte";

/**
 * How a game ended, from the engine's result line: `red 1, blue -1 (shogun taken)`, `… (most points: 41, 38)`, `… (red
 * resigns)`.
 */
export function howItEnded(game: string, seats: string[], result: string): string {
  const points = wayOf(result).split(": ")[1] ?? "";
  const sentence = howDecided(game, seats, result);
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

/** The same without everybody's points, for a place that shows them already. */
export function howDecided(game: string, seats: string[], result: string): string {
  const how = wayOf(result);
  const words = how.split(": ")[0]!.split(" ");
  const who = seats.includes(words[0]!) ? words.shift()! : "";
  const n = /^\d+$/.test(words[0] ?? "") ? words.shift()! : "";
  // A game of others brings its own words along.
  return tt(`how.${words.join("_")}`, said(how, game), { who: who && seatName(game, who), n });
}

const wayOf = (result: string): string => /\(([^()]*)\)$/.exec(result)?.[1] ?? "";
