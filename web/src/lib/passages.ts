import type { LogLine } from "./types";

/**
 * A paragraph of the log: what one seat (-1: all of them, or chance) did in one go, and its parts one by one for who
 * asks.
 */
export interface Passage {
  number: number;
  seat: number;
  text: string;
  parts: string[];
  title?: string;
}
/** What paragraphs are made with: a line as a sentence, and what a seat is called. */
export interface Voices {
  say: (line: LogLine) => string;
  who: (seat: number) => string;
}

/** Line by line; a line that comes several times in a row is shown once with a number. */
export function plainly(lines: LogLine[], { say }: Voices): Passage[] {
  const found: (Passage & { times: number })[] = [];
  for (const line of lines) {
    const text = say(line);
    const last = found.at(-1);
    if (last && last.seat === line.seat && last.text === text) last.times++;
    else found.push({ number: line.number, seat: line.seat, text, parts: [], times: 1 });
  }
  return found.map(({ times, ...passage }) =>
    times > 1 ? { ...passage, text: `${passage.text} ×${times}` } : passage,
  );
}
