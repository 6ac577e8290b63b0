import type { Effect, LogLine } from "./types";

/** Something that is counted over a whole game: the key of its name, and by seat how often or how much it was. */
export interface Count {
  key: string;
  by: Record<number, number>;
}
/** Which actions, and which of the engine's sayings by their English templates, are counted, and how much one is. */
export type Counted = [key: string, said: RegExp, amount?: (words: Effect["words"]) => number];

/** What happened over a game, in numbers; `whose` tells the seat an effect counts for. */
export function countIn(
  log: LogLine[],
  kinds: readonly Counted[],
  whose: (effect: Effect, line: LogLine, key: string) => number,
): Count[] {
  return kinds.map(([key, said, amount = () => 1]) => {
    const by: Record<number, number> = {};
    for (const line of log)
      for (const effect of [{ template: line.action, words: {} }, ...(line.effects ?? [])])
        if (said.test(effect.template)) {
          const seat = whose(effect, line, key);
          by[seat] = (by[seat] ?? 0) + amount(effect.words);
        }
    return { key, by };
  });
}
