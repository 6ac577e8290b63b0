const files = import.meta.glob<Record<string, string[]>>("./*/things.json", { eager: true, import: "default" });

/** Every kind of thing on a game's table, with the paragraphs that rule it. */
export const thingsOf = (game: string): Record<string, string[]> => files[`./${game}/things.json`] ?? {};
