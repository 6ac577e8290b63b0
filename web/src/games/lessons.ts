import type { Lesson } from "./lesson";

const files = import.meta.glob<Lesson>("./*/lesson.ts", { eager: true, import: "lesson" });

/** The lesson of a game, where it has one. */
export const lessonIn = (game: string): Lesson | undefined => files[`./${game}/lesson.ts`];
