import { lessonOf, type Task } from "../lesson";
import LessonBoard from "./LessonBoard.svelte";

/** A step of Shogun's lesson: provinces and their owners, or koku to plan with. */
export interface ShogunTask extends Task {
  owners?: Record<string, string>;
  /** Koku to be shared out on Shogun's own panel of bins. */
  koku?: number;
}

const tasks: ShogunTask[] = [
  { owners: {} },
  {
    owners: {
      chikuzen: "red",
      buzen: "red",
      bungo: "blue",
      higo: "blue",
      hyuga: "blue",
      satsuma: "green",
      osumi: "green",
      hizen: "red",
      chikugo: "green",
    },
    answers: ["bungo"],
    show: ["buzen"],
  },
  { koku: 4, answers: ["ninja"] },
  {
    owners: {
      chikuzen: "red",
      buzen: "red",
      bungo: "blue",
      higo: "blue",
      hyuga: "blue",
      satsuma: "green",
      osumi: "green",
      hizen: "red",
      chikugo: "green",
    },
    answers: ["chikugo"],
    show: ["chikuzen"],
  },
  { buttons: ["archer", "spearman", "swordsman"], answers: ["archer"] },
  { owners: {} },
];

export const lesson = lessonOf(tasks, LessonBoard);
