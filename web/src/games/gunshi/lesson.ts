import { lessonOf, type Task } from "../lesson";
import LessonBoard from "./LessonBoard.svelte";
import type { Side, UnitType, Way } from "./read";

/** A step of Gunshi's lesson: units and fences on the field, or cards. */
export interface GunshiTask extends Task {
  units?: { square: string; owner: Side; type: UnitType; facing: Way; shield?: boolean; shogun?: boolean }[];
  fences?: [string, Side][];
  cards?: { card: string | null; face: "up" | "down" }[];
}

const FIRST: GunshiTask["units"] = [
  { square: "c3", owner: "red", type: "archer", facing: "north" },
  { square: "d3", owner: "red", type: "archer", facing: "north" },
  { square: "e3", owner: "red", type: "archer", facing: "north" },
  { square: "b2", owner: "red", type: "infantry", facing: "north", shield: true },
  { square: "d2", owner: "red", type: "infantry", facing: "north", shield: true, shogun: true },
  { square: "f2", owner: "red", type: "infantry", facing: "north", shield: true },
  { square: "c7", owner: "blue", type: "cavalry", facing: "south" },
  { square: "d7", owner: "blue", type: "cavalry", facing: "south" },
  { square: "b6", owner: "blue", type: "infantry", facing: "south", shield: true },
  { square: "c6", owner: "blue", type: "infantry", facing: "south", shield: true },
  { square: "d6", owner: "blue", type: "archer", facing: "south" },
  { square: "e6", owner: "blue", type: "archer", facing: "south" },
];
const FENCES: [string, Side][] = [
  ["c3-c4", "red"],
  ["d3-d4", "red"],
  ["e3-e4", "red"],
];

const tasks: GunshiTask[] = [
  { units: FIRST, fences: FENCES },
  { units: FIRST, fences: FENCES, answers: ["d2"] },
  {
    units: [
      { square: "d2", owner: "red", type: "cavalry", facing: "north" },
      { square: "d3", owner: "red", type: "infantry", facing: "north", shield: true },
      { square: "d6", owner: "blue", type: "archer", facing: "south" },
    ],
    answers: ["d6"],
  },
  {
    units: [
      { square: "d4", owner: "red", type: "archer", facing: "north" },
      { square: "d6", owner: "blue", type: "infantry", facing: "south" },
      { square: "b4", owner: "blue", type: "cavalry", facing: "south" },
      { square: "f6", owner: "blue", type: "archer", facing: "south" },
    ],
    answers: ["d6"],
  },
  { units: FIRST, fences: FENCES, answers: ["c3", "e3"], show: ["d3"] },
  {
    cards: [
      { card: "M", face: "down" },
      { card: "Re", face: "up" },
      { card: "F", face: "down" },
    ],
    buttons: ["M", "Re", "F"],
    answers: ["M"],
  },
  {
    units: [
      { square: "c6", owner: "red", type: "cavalry", facing: "north" },
      { square: "e6", owner: "red", type: "infantry", facing: "north", shield: true },
      { square: "f7", owner: "blue", type: "archer", facing: "south" },
    ],
    answers: ["c7"],
    show: ["c6"],
  },
  { units: FIRST, fences: FENCES },
];

export const lesson = lessonOf(tasks, LessonBoard);
