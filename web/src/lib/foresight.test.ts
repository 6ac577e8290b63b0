import { describe, expect, test, vi } from "vitest";
import { Foresight, type Asker } from "./foresight.svelte";
import type { Answer, Order } from "./outbox";
import type { Sight } from "./types";

/** A table whose server answers when told to. */
class Table implements Asker {
  myTurn = true;
  looking = 0;
  sight = {
    asked: 5,
    version: 7,
    legal: [
      { action: 1, text: "go a1" },
      { action: 2, text: "go b1" },
    ],
  } as unknown as Sight;
  questions: { order: Order; answer: (answer: Answer) => void }[] = [];
  inquire(order: Order): Promise<Answer> {
    return new Promise((answer) => this.questions.push({ order, answer }));
  }
  async reply(): Promise<void> {
    for (const { order, answer } of this.questions.splice(0)) answer(ANSWERS[order.do]!);
    await new Promise((wake) => setTimeout(wake));
  }
  async refuse(status: number): Promise<void> {
    for (const { answer } of this.questions.splice(0))
      answer({ done: false, status, problem: { error: "no", detail: "no" } });
    await new Promise((wake) => setTimeout(wake));
  }
}
const WHY = { error: "illegal", detail: "a wall", paragraph: "3.1" };
const ANSWERS: Record<string, Answer> = {
  foresee: {
    done: true,
    templates: ["costs {n}"],
    actions: [{ action: 1, certain: true, effects: [{ kind: "cost", amount: 3 }], sayings: [[0, { n: 3 }]] }],
    plans: [{ effects: [{ kind: "end" }] }, { refused: WHY }],
  },
  point: {
    done: true,
    places: { a1: [1, 2] },
    refused: [{ places: ["c1", "d1"], why: WHY }],
    ways: { king: { a1: [1], b1: [2] } },
    quick: [{ saying: { template: "send all", words: {} }, actions: [1, 2], piece: "" }],
  },
};
const asked = (table: Table): unknown[] => table.questions.map(({ order }) => order.do);

describe("foresight", () => {
  test("is asked for once a moment, and known when it has been told", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    foresight.see();
    foresight.see();
    expect(asked(table)).toEqual(["foresee", "point"]);
    expect(table.questions[0]!.order).toMatchObject({ version: 7, seat: 0 });
    expect(foresight.of(1)).toBeNull();
    expect(foresight.at("a1")).toBeNull();
    expect(foresight.ways("king").size).toBe(0);
    expect(foresight.quick).toEqual([]);
    await table.reply();
    expect([...foresight.ways("king")]).toEqual([
      ["a1", [1]],
      ["b1", [2]],
    ]);
    expect(foresight.ways("pawn").size).toBe(0);
    expect(foresight.quick.map(({ actions }) => actions)).toEqual([[1, 2]]);
    expect(foresight.of(1)).toEqual({
      certain: true,
      effects: [{ kind: "cost", amount: 3 }],
      sayings: [{ template: "costs {n}", words: { n: 3 } }],
    });
    expect(foresight.at("a1")?.map(({ text }) => text)).toEqual(["go a1", "go b1"]);
    expect(foresight.at("c1")).toEqual([]);
    expect(await foresight.why("d1")).toEqual(WHY);
    expect(await foresight.why("a1")).toBeNull();
    foresight.see();
    expect(asked(table)).toEqual([]);
  });

  test("of another moment, seat or nobody's turn is nothing", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    table.myTurn = false;
    foresight.see();
    expect(asked(table)).toEqual([]);
    table.myTurn = true;
    foresight.see();
    await table.reply();
    // Others sealed something: the question is the same, and so is what was told.
    table.sight = { ...table.sight, version: 8 };
    foresight.see();
    expect(asked(table)).toEqual([]);
    expect(foresight.of(1)).not.toBeNull();
    table.sight = { ...table.sight, asked: 9, version: 9 };
    expect(foresight.of(1)).toBeNull();
    foresight.see();
    expect(asked(table)).toEqual(["foresee", "point"]);
  });

  test("that arrives after its moment is not shown", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    foresight.see();
    const late = table.questions.splice(0);
    table.sight = { ...table.sight, asked: 9, version: 9 };
    foresight.see();
    for (const { order, answer } of late) answer(ANSWERS[order.do]!);
    await new Promise((wake) => setTimeout(wake));
    expect(foresight.of(1)).toBeNull();
    await table.reply();
    expect(foresight.of(1)).not.toBeNull();
  });

  test("that was refused is asked for again with the next look", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    foresight.see();
    await table.refuse(409);
    expect(foresight.of(1)).toBeNull();
    expect(await foresight.why("c1")).toBeNull();
    foresight.see();
    expect(asked(table)).toEqual(["foresee", "point"]);
  });

  test.each([409, 429, 503])("that was refused with %i is asked for again by itself", async (status) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const table = new Table();
      const foresight = new Foresight(table);
      foresight.see();
      const refused = table.refuse(status);
      await vi.runAllTimersAsync();
      await refused;
      expect(asked(table)).toEqual(["foresee", "point"]);
      const replied = table.reply();
      await vi.runAllTimersAsync();
      await replied;
      expect(foresight.told).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("what things stand for is known before it is known what actions bring, and can be waited for", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    const pointing = foresight.pointing();
    foresight.see();
    expect(asked(table)).toEqual(["point", "foresee"]);
    expect(foresight.pointed).toBe(false);
    const [point] = table.questions.splice(0, 1);
    point!.answer(ANSWERS.point!);
    expect(await pointing).toBe(true);
    expect(foresight.pointed).toBe(true);
    expect(foresight.told).toBe(false);
    expect(foresight.at("a1")).toHaveLength(2);
  });

  test("who waits for a moment that is over by then is not given another one", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    foresight.see();
    const pointing = foresight.pointing();
    table.sight = { ...table.sight, asked: 9, version: 9 };
    await table.reply();
    expect(await pointing).toBe(false);
  });

  test("answers for plans, one by one", async () => {
    const table = new Table();
    const foresight = new Foresight(table);
    const plans = foresight.plans([[1, "go b1"], [2]]);
    expect(table.questions[0]!.order).toEqual({ do: "foresee", version: 7, seat: 0, plans: [[1, "go b1"], [2]] });
    await table.reply();
    expect(await plans).toEqual([{ certain: false, effects: [{ kind: "end" }], sayings: [] }, WHY]);
    expect(await foresight.plans([])).toEqual([]);
  });
});
