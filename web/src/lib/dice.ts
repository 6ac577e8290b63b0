import { entropy } from "./entropy";
import { forget, keep, stored } from "./prefs.svelte";
import type { PublicTable } from "./types";

/**
 * Our share of the dice (docs/fair-dice.md): the server gets only its hash until every seat has committed, so nobody
 * can choose theirs by ours. The share stays in this browser until then.
 */
const VERSION = "gunbai-dice-2";

/**
 * A new commitment whose share is kept here. A browser that cannot keep it or has no hash (a page without https) gives
 * its share in clear.
 */
export async function commitment(): Promise<{ commitment: string } | { entropy: string }> {
  const share = entropy() + entropy();
  if (!crypto.subtle) return { entropy: share };
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${VERSION} seat\n${share}`));
  const word = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(`dice.${word}`, share);
  return stored(`dice.${word}`) === share ? { commitment: word } : { entropy: share };
}

/** What a seat owes the dice before the game: to open its share, to commit again, to wait for others, or nothing. */
export type Debt = { open: string } | "commit" | "wait" | null;

/**
 * `promised` are the seats that have committed so far. A share that is not here may be on another device of ours, and a
 * seat whose commitment is void is about to commit again: with `patience` they get the time to.
 */
export function owed(table: PublicTable, seat: number, promised: ReadonlySet<number>, patience: boolean): Debt {
  const { dice, status, seats } = table;
  const word = dice.commitments[seat];
  if (status !== "gathering" || dice.version !== VERSION || seats.some((each) => each.kind === "open")) return null;
  if (!word) return dice.unopened.length ? "commit" : null;
  if (!dice.unopened.includes(seat)) return null;
  const share = stored(`dice.${word}`);
  if (patience && (!share || [...promised].some((other) => !dice.commitments[other]))) return "wait";
  return share ? { open: share } : "commit";
}

/** Note the fingerprint of all commitments when we open ours. */
export function note(table: PublicTable): void {
  keep(`fingerprint.${table.id}`, table.dice.fingerprint);
}
/** The fingerprint that was noted here before the game. */
export function noted(table: PublicTable): string {
  return stored(`fingerprint.${table.id}`) ?? "";
}
/** Whether the game goes on with what we noted; a share that was opened is no secret any more and is forgotten. */
export function unchanged(table: PublicTable, you: number[]): boolean {
  if (table.status === "gathering") return true;
  for (const seat of you) forget(`dice.${table.dice.commitments[seat]}`);
  return !noted(table) || noted(table) === table.dice.fingerprint;
}
