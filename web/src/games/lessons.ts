import type { Side, UnitType, Way } from "./gunshi/read";

/** One step of a lesson: what is shown, and which answers are right (none: only something to read and see). */
export interface Task {
  answers?: string[];
  units?: { square: string; owner: Side; type: UnitType; facing: Way; shield?: boolean; shogun?: boolean }[];
  fences?: [string, Side][];
  show?: string[];
  cards?: { card: string | null; face: "up" | "down" }[];
  field?: string[];
  tile?: [string, string];
  /** Where the other half of the tile comes to lie. */
  second?: string;
  forts?: [string, string][];
  /** Tiles that lie on the field: square, how high its stack is, symbols of the top troop. */
  laid?: [string, number, number][];
  owners?: Record<string, string>;
  buttons?: string[];
  /** Koku to be shared out on Shogun's own panel of bins. */
  koku?: number;
}

const FIRST: Task["units"] = [
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

export const lessons: Record<string, Task[]> = {
  gunshi: [
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
  ],
  gunkimono: [
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
  ],
  shogun: [
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
  ],
};
