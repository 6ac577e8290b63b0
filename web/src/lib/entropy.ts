/**
 * Random bytes in hexadecimal: our share of the dice, which the server could not know when it committed to its own, and
 * keys of orders.
 */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
