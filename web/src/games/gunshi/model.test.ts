import { expect, test } from "vitest";
import type { LogLine, Sight } from "../../lib/types";
import { arrow, Field } from "./field";
import act from "./fixtures/act.json";
import line from "./fixtures/line.json";
import piece from "./fixtures/piece.json";
import send from "./fixtures/send.json";
import unit from "./fixtures/unit.json";
import what from "./fixtures/what.json";
import * as model from "./model";
import type { GunshiView } from "./read";

const seen = (data: unknown): Sight & { view: GunshiView } => data as Sight & { view: GunshiView };
const said = (number: number, seat: number, action: string): LogLine => ({ number, seat, action, text: "" });

test("one's own side is at the bottom, whichever it is", () => {
  const [red, blue] = [new Field(false), new Field(true)];
  expect(red.corner("a1")).toEqual([0, 600]);
  expect(blue.corner("a1")).toEqual([600, 0]);
  expect(red.angle("east")).toBe(90);
  expect(blue.angle("east")).toBe(270);
  expect(blue.way("north")).toBe("south");
  expect(red.line("a1-b1")).toEqual({ x: 100, y: 650, upright: true });
  expect(red.onLine("a1-a2")).toBe("translate(50 600) rotate(0)");
  expect(arrow([0, 0], [100, 0], 20)).toBe("M0 0L80 0");
});

test("with a piece in hand, squares stand for that piece only", () => {
  const { view, legal } = seen(piece);
  const available = model.availablePieces(view, legal);
  expect(available).toEqual(["infantry", "archer", "cavalry", "fence"]);
  const archers = model.choicesBySquare(legal, "archer", new Map());
  expect(archers.get("a1")?.text).toBe("archer a1");
  expect(new Set([...archers.values()].map(({ text }) => text.split(" ")[0]))).toEqual(new Set(["archer"]));
  expect(model.choicesByLine(legal, "archer")).toEqual([]);
  expect(model.choicesByLine(legal, "fence").length).toBeGreaterThan(10);
});

test("a unit to command, a line to build on and a way to go are found in the legal actions", () => {
  const units = seen(unit);
  expect([...model.choicesBySquare(units.legal, null, new Map()).keys()].sort()).toEqual(
    units.legal.map(({ text }) => text.slice(5)).sort(),
  );
  expect(model.choicesByLine(seen(line).legal, null)).toHaveLength(seen(line).legal.length);
  expect(model.waysOf(seen(what).legal).map(({ text }) => text)).toEqual(["move east", "move west"]);
});

test("cards to send are found by their code, places to look at by their number", () => {
  expect([...model.choicesByCard(seen(send).legal).keys()]).toEqual(["S1", "S2", "S3"]);
  expect([...model.looksOf([{ action: 1, text: "look 3" }]).keys()]).toEqual([3]);
});

test("an archer's field of fire is shown when it is pointed at, and an enemy in it stands for shooting", () => {
  const { view } = seen(unit);
  const fire = model.fieldOfFire(view, {}, "b2");
  expect(fire.map(({ square }) => square).sort()).toEqual(["a2", "a3", "b3", "b4", "c2", "c3"]);
  expect(model.fieldOfFire(view, {}, "d1")).toEqual([]);
  const shoot = { action: 7, text: "shoot" };
  const choices = model.choicesBySquare([shoot], null, new Map([["b4", shoot]]));
  expect([...choices.keys()]).toEqual(["b4"]);
});

test("as long as nothing came of a command, it can be thought over", () => {
  const sight = seen(act);
  const prepared = model.preparedLines(sight, sight.log.lines);
  expect(prepared.map(({ action }) => action)).toEqual(["unit d6", "move east", "join c6", "join d7"]);
  // A unit that has joined leaves again, in the order of the squares; another may begin a command of its own.
  expect(model.reconsidered(sight.view, prepared, "c6")).toEqual({ back: 2, texts: ["join d7"] });
  expect(model.reconsidered(sight.view, prepared, "c5")).toEqual({ back: 4, texts: ["unit c5"] });
  // A second tap on who leads costs nothing that was prepared; a unit that has called nobody is put down by it.
  expect(model.reconsidered(sight.view, prepared, "d6")).toEqual({ back: 0, texts: [] });
  const alone = { ...sight.view, step: "what" as const, command: { ...sight.view.command!, chain: ["d6"] } };
  expect(model.reconsidered(alone, prepared.slice(0, 1), "d6")).toEqual({ back: 1, texts: [] });
  expect(model.reconsidered(sight.view, prepared, "e4")).toBeNull();
  expect(model.preparedLines({ ...sight, can_undo: false }, sight.log.lines)).toEqual([]);
  const fallen = {
    ...said(9, sight.seat!, "join c6"),
    effects: [{ template: "takes the {unit} on {square}", words: {} }],
  };
  expect(model.preparedLines(sight, [...prepared, fallen])).toEqual([]);
});

test("a square tells what stands on it and what ground it is", () => {
  const { view } = seen(unit);
  expect(model.thingsOn(view, "d1").split(" ")).toEqual(expect.arrayContaining(["infantry", "facing", "zone", "home"]));
  expect(model.thingsOn(view, "d4")).toBe("square");
  expect(model.thingsOn(view, "b1").split(" ")).toContain("fence");
});

test("only the other side's last command is marked", () => {
  const log = [said(1, 1, "unit d6"), said(2, 0, "unit d1"), said(3, 1, "unit c5"), said(4, 1, "to c4")];
  expect([...model.recentSquares(log, 0)].sort()).toEqual(["c4", "c5"]);
  expect(model.sinceOwn(log, 0, true).map(({ number }) => number)).toEqual([2, 3, 4]);
  expect(model.sinceOwn(log, 0, false).map(({ number }) => number)).toEqual([4]);
});

test("who only watches is told of the last turn, not of the whole game", () => {
  const log = [said(1, 1, "unit d6"), said(2, 0, "unit d1"), said(3, 1, "unit c5"), said(4, 1, "to c4")];
  expect(model.sinceOwn(log, null, true).map(({ number }) => number)).toEqual([2, 3, 4]);
  expect(model.sinceOwn([], null, true)).toEqual([]);
});

test("the fallen shogun's square is told by the last line of the log", () => {
  const over = { ...seen(unit).view, ending: "shogun taken" };
  const effects = [{ template: "takes the {unit} on {square}", words: { unit: "infantry", square: "d6" } }];
  expect(model.fallenShogun(over, [{ ...said(1, 0, "to d6"), effects }])).toBe("d6");
  expect(model.fallenShogun(seen(unit).view, [{ ...said(1, 0, "to d6"), effects }])).toBe("");
});

test("the last breach is where the unit that decided the invasion went", () => {
  const over = { ...seen(unit).view, ending: "three invaders" };
  const effects = [{ template: "{square} → {goal_square}", words: { square: "d6", goal_square: "d7" } }];
  expect(model.lastBreach(over, [{ ...said(1, 0, "move north"), effects }, said(2, 0, "invade")])).toBe("d7");
  expect(model.lastBreach(seen(unit).view, [{ ...said(1, 0, "move north"), effects }])).toBe("");
});

test("the slots of a row follow the edition, the lightning command and the card that is carried out", () => {
  const side = seen(unit).view.red;
  const row = (...slots: string[]) =>
    slots.map((slot) => ({ slot, card: null, face: "down" as const, scouted: false }));
  expect(model.rowSlots({ ...side, lightning: false, row: row("1") }, false)).toEqual(["1", "2", "3", "4"]);
  expect(model.rowSlots({ ...side, lightning: true, row: row("L", "1") }, false)).toEqual(["L", "1", "2", "3"]);
  expect(model.rowSlots({ ...side, lightning: true, row: row("1", "L") }, false)).toEqual(["1", "L", "2", "3"]);
  expect(model.rowSlots({ ...side, lightning: false, row: row("1") }, true)).toEqual(["1", "2", "3"]);
});
