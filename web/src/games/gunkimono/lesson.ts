import { lessonOf, type Task } from "../lesson";
import LessonBoard from "./LessonBoard.svelte";

/** A step of Gunkimono's lesson: a small field, what lies on it, and a tile to place. */
export interface GunkimonoTask extends Task {
  field?: string[];
  tile?: [string, string];
  /** Where the other half of the tile comes to lie. */
  second?: string;
  forts?: [string, string][];
  /** Tiles that lie on the field: square, how high its stack is, symbols of the top troop. */
  laid?: [string, number, number][];
}

const tasks: GunkimonoTask[] = [
  { field: ["CAPS", "SAIC", "ICAP"], show: ["b1", "b2"] },
  { field: ["CAPS", "SAIC", "ICAP"], tile: ["A", "I"], answers: ["c1"], second: "d1" },
  {
    field: ["CAAI", "SAIC", "ICAP"],
    laid: [
      ["c1", 1, 1],
      ["d1", 1, 2],
    ],
    buttons: ["2", "3", "4"],
    answers: ["3"],
  },
  {
    field: ["CAAI", "SAIC", "ICAP"],
    laid: [
      ["c1", 1, 1],
      ["d1", 1, 2],
    ],
    buttons: ["points", "honor"],
    answers: ["points", "honor"],
  },
  {
    field: ["CAAI", "SPIC", "ISAP"],
    laid: [
      ["c1", 2, 1],
      ["d1", 1, 2],
      ["b1", 2, 2],
      ["b2", 1, 1],
    ],
    answers: ["b1"],
    show: ["c1"],
  },
  { field: ["SSAC", "SIAP", "SPCA"], forts: [["a2", "red"]], buttons: ["1", "4", "6"], answers: ["4"] },
  {
    field: ["SSAC", "SIAP", "SPCA"],
    forts: [
      ["a2", "red"],
      ["c2", "black"],
    ],
  },
];

export const lesson = lessonOf(tasks, LessonBoard);
