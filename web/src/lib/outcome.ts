import { seatName } from "./names";
import { prefs } from "./prefs.svelte";
import type { Effect, SeatLine, Sight } from "./types";
import { said, saying, type Wording } from "./said.svelte";
import { t, tt } from "./words.svelte";

/** So many sayings of the engine fit into a line. */
const SHORT = 2;

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

/** Why a game is decided, in figures, as the engine says it; where it says much, or nothing, by how it ended. */
export function whyItEnded(
  game: string,
  seats: string[],
  sight: Pick<Sight, "ending" | "result">,
  own: Wording,
): string {
  const { ending, result } = sight;
  return ending.length && ending.length <= SHORT ? endingOf(game, ending, own) : howItEnded(game, seats, result);
}

/** All that the engine says of what decided the game, as a sentence. */
export function endingOf(game: string, ending: Effect[], own: Wording): string {
  const text = ending.map((each) => saying(each, game, own)).join(t("ending.and"));
  return t("table.did", { what: text.charAt(0).toUpperCase() + text.slice(1) });
}

/** The same without everybody's points. */
function howDecided(game: string, seats: string[], result: string): string {
  const how = wayOf(result);
  const words = how.split(": ")[0]!.split(" ");
  const who = seats.includes(words[0]!) ? words.shift()! : "";
  const n = /^\d+$/.test(words[0] ?? "") ? words.shift()! : "";
  // A game of others brings its own words along.
  return tt(`how.${words.join("_")}`, said(how, game), { who: who && seatName(game, who), n });
}

/** Who has won, from where this screen looks: the seats that won, and what that is for those who sit here. */
export interface Verdict {
  winners: SeatLine[];
  kind: "won" | "lost" | "watched" | "drawn";
  title: string;
}
export function verdictOf(game: string, seats: SeatLine[], returns: number[], you: number[]): Verdict {
  const best = Math.max(...returns);
  const winners = best > Math.min(...returns) ? seats.filter(({ seat }) => returns[seat] === best) : [];
  const some = winners.length > 0 && winners.length < seats.length;
  const mine = winners.filter(({ seat }) => you.includes(seat));
  const kind = !some
    ? "drawn"
    : mine.length && you.length === 1
      ? "won"
      : you.length && !mine.length
        ? "lost"
        : "watched";
  const wins = winners.length ? victoryOf(game, winners) : t("result.draw");
  const title = kind === "won" ? t("result.won") : kind === "lost" ? t("result.lost") : wins;
  return { winners, kind, title };
}
/** That these have won. */
export function victoryOf(game: string, winners: SeatLine[]): string {
  const who = new Intl.ListFormat(prefs.lang).format(winners.map(({ name }) => seatName(game, name)));
  return t(winners.length > 1 ? "result.win" : "result.wins", { who });
}
/** What everybody got, from the engine's result line: `red 1, blue -1 (shogun taken)`. */
export const returnsOf = (seats: SeatLine[], result: string): number[] =>
  seats.map(({ name }) => Number(new RegExp(`(?:^|, )${name} (-?[\\d.]+)`).exec(result)?.[1] ?? 0));

const wayOf = (result: string): string => /\(([^()]*)\)$/.exec(result)?.[1] ?? "";
