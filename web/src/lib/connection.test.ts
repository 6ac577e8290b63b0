import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Listener, type Network } from "./connection";
import type { Socket } from "./line";
import type { Answer, Order } from "./outbox";
import type { Update } from "./types";

/** One end of a socket whose other end the server holds. */
class Wire implements Socket {
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  /** What was sent and has not arrived yet. */
  sent: string[] = [];
  open = true;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.open = false;
  }
  say(...lines: object[]): void {
    const event = { data: lines.map((line) => JSON.stringify(line)).join("\n") } as MessageEvent;
    if (this.open) this.onmessage?.call(this as unknown as WebSocket, event);
  }
  cut(code = 1006, reason = ""): void {
    const event = { code, reason } as CloseEvent;
    if (this.open) this.onclose?.call(this as unknown as WebSocket, event);
    this.open = false;
  }
}

/** A server that counts: every order with a new key and the present version is done, and leads to the next version. */
class House implements Network {
  done: string[] = [];
  keys = new Set<string>();
  wires: Wire[] = [];
  posts: Order[] = [];
  up = true; // sockets can be opened
  http = true;
  known = true; // the sender has a session
  full = false; // nothing can be stored
  #made = 0;

  get version(): number {
    return this.done.length;
  }
  get wire(): Wire {
    return this.wires.at(-1)!;
  }
  update(): Update {
    return { type: "update", seq: this.version, version: this.version, you: [0] };
  }
  key = (): string => `key-${++this.#made}`;
  open(version: number): Wire {
    expect(version).toBeLessThanOrEqual(this.version);
    const wire = new Wire();
    this.wires.push(wire);
    if (!this.up) setTimeout(() => wire.cut(), 1);
    return wire;
  }
  read(): Promise<Update | null> {
    return this.http ? Promise.resolve(this.update()) : Promise.reject(new Error("no network"));
  }
  post(order: Order): Promise<Answer> {
    if (!this.http) return Promise.reject(new Error("no network"));
    this.posts.push(order);
    return Promise.resolve(this.carryOut(order));
  }
  acquaint(): Promise<unknown> {
    return Promise.resolve().then(() => (this.known = true));
  }
  carryOut(order: Order): Answer {
    if (!this.known) return refusal(401, "no-session");
    if (this.full) return refusal(503, "storage");
    if (this.keys.has(order.key as string)) return { done: true, version: this.version, repeated: true };
    if (order.version !== undefined && order.version !== this.version) return refusal(409, "stale");
    this.keys.add(order.key as string);
    this.done.push(order.what as string);
    return { done: true, version: this.version };
  }
  /** Begin the conversation on the newest socket. */
  greet(): void {
    this.wire.say(this.update());
  }
  /** Take in what was sent on a socket; its update and its answer travel in one message, as they do for real. */
  hear(wire = this.wire): void {
    for (const text of wire.sent.splice(0)) {
      const { id, ...order } = JSON.parse(text) as Order;
      const answer = this.carryOut(order);
      if (answer.done) wire.say(this.update(), { ...answer, type: "done", id });
      else wire.say({ type: "refused", id, status: answer.status, ...answer.problem });
    }
  }
}

const refusal = (status: number, error: string): Answer => ({ done: false, status, problem: { error, detail: error } });

let house: House;
let seen: number[];
let states: boolean[];
let lost: boolean;
const listener: Listener = {
  update: (update) => seen.push(update.version),
  connected: (on) => states.push(on),
  lost: () => (lost = true),
};
const connect = (): Connection => new Connection(house, listener);

/** What became of an order, as far as is known. */
function follow(promise: Promise<Answer>): { answer?: Answer; seenThen?: number } {
  const outcome: { answer?: Answer; seenThen?: number } = {};
  void promise.then((answer) => Object.assign(outcome, { answer, seenThen: seen.at(-1) }));
  return outcome;
}
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  [house, seen, states, lost] = [new House(), [], [], false];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("orders on a socket that stands", () => {
  it("goes out with an id and a key, and is answered when its update has come", async () => {
    const connection = connect();
    house.greet();
    const first = follow(connection.order({ do: "act", what: "a", version: 0 }));
    expect(JSON.parse(house.wire.sent[0]!)).toEqual({ do: "act", what: "a", version: 0, id: 1, key: "key-1" });
    house.hear();
    await settled();
    expect(first).toEqual({ answer: expect.objectContaining({ done: true, version: 1 }) as Answer, seenThen: 1 });
    expect(house.posts).toEqual([]);
  });

  it("matches answers by id, in whatever order they come", async () => {
    const connection = connect();
    house.greet();
    const [slow, quick] = ["slow", "quick"].map((what) => follow(connection.order({ do: "say", what })));
    house.wire.say({ type: "done", id: 2, tag: "for quick" });
    await settled();
    expect([slow!.answer, quick!.answer]).toEqual([undefined, expect.objectContaining({ tag: "for quick" })]);
    house.wire.say({ type: "refused", id: 1, status: 409, error: "stale", detail: "" });
    await settled();
    expect(slow!.answer).toMatchObject({ done: false, status: 409 });
  });

  it("waits for the socket's first words before it sends, and keeps the order of taps", async () => {
    const connection = connect();
    const outcomes = ["a", "b"].map((what, version) => follow(connection.order({ do: "act", what, version })));
    expect(house.wire.sent).toEqual([]);
    house.greet();
    house.hear();
    await settled();
    expect(house.done).toEqual(["a", "b"]);
    expect(outcomes.map(({ seenThen }) => seenThen)).toEqual([2, 2]);
  });

  it("gives no key to what can be asked twice", () => {
    const connection = connect();
    house.greet();
    void connection.order({ do: "hint", seat: 0 });
    expect(JSON.parse(house.wire.sent[0]!)).toEqual({ do: "hint", seat: 0, id: 1 });
  });
});

describe("a socket that breaks", () => {
  for (const arrived of [true, false])
    it(`is replaced, and an order that ${arrived ? "was done" : "never arrived"} is done once`, async () => {
      const connection = connect();
      house.greet();
      const outcome = follow(connection.order({ do: "act", what: "a", version: 0 }));
      const broken = house.wire;
      if (arrived) {
        broken.open = false; // the answer does not get through
        house.hear(broken);
        broken.open = true;
      }
      broken.cut();
      expect(states.at(-1)).toBe(false);
      await vi.advanceTimersByTimeAsync(500);
      expect(house.wire).not.toBe(broken);
      house.greet();
      house.hear();
      await settled();
      expect(house.done).toEqual(["a"]);
      expect(outcome).toMatchObject({ answer: { done: true }, seenThen: 1 });
      expect(states.at(-1)).toBe(true);
    });

  it("is tried again at once when somebody taps", () => {
    const connection = connect();
    house.greet();
    house.wire.cut();
    void connection.order({ do: "act", what: "a", version: 0 });
    expect(house.wires.length).toBe(2);
  });

  it("does not carry an order into another moment", async () => {
    const connection = connect();
    house.greet();
    const outcome = follow(connection.order({ do: "act", what: "mine", version: 0 }));
    house.wire.cut();
    house.done.push("theirs");
    await vi.advanceTimersByTimeAsync(500);
    house.greet();
    house.hear();
    await settled();
    expect(house.done).toEqual(["theirs"]);
    expect(outcome.answer).toMatchObject({ done: false, problem: { error: "stale" } });
    expect(outcome.seenThen).toBe(1);
  });

  it("is given up when an answer does not come, each time later", async () => {
    const connection = connect();
    house.greet();
    const outcome = follow(connection.order({ do: "act", what: "a", version: 0 }));
    for (const patience of [4_000, 8_000, 16_000, 32_000, 32_000]) {
      const silent = house.wire;
      await vi.advanceTimersByTimeAsync(patience - 1);
      expect(house.wire).toBe(silent);
      await vi.advanceTimersByTimeAsync(1);
      expect(house.wire).not.toBe(silent);
      expect(silent.open).toBe(false);
      house.greet();
    }
    house.hear();
    await settled();
    expect(outcome.answer).toMatchObject({ done: true });
    expect(house.done).toEqual(["a"]);
  });

  it("is not given up while advice is thought about", async () => {
    const connection = connect();
    house.greet();
    void connection.order({ do: "hint" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(house.wires.length).toBe(1);
  });

  it("is found out by what HTTP brings and it did not", async () => {
    const connection = connect();
    house.greet();
    house.done.push("theirs");
    await connection.check(false);
    expect(house.wires.length).toBe(1); // it was heard of just now
    await connection.check(true);
    expect(seen).toEqual([0, 1]);
    expect(house.wires.length).toBe(2);
  });
});

describe("no socket", () => {
  it("lets orders go by HTTP, with the same keys, and shows what came of them", async () => {
    house.up = false;
    const connection = connect();
    const outcome = follow(connection.order({ do: "act", what: "a", version: 0 }));
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toMatchObject({ answer: { done: true }, seenThen: 1 });
    expect(states.at(-1)).toBe(true);
    // While only HTTP works, a tap does not wait for another socket to fail.
    const next = follow(connection.order({ do: "act", what: "b", version: 1 }));
    await settled();
    expect(next).toMatchObject({ answer: { done: true }, seenThen: 2 });
    expect(house.posts.map(({ key }) => key)).toEqual(["key-1", "key-2"]);
    // What others do is read as well.
    house.done.push("theirs");
    await vi.advanceTimersByTimeAsync(3_001);
    expect(seen.at(-1)).toBe(3);
  });

  it("and no HTTP: an order waits for the server, however long", async () => {
    house.up = house.http = false;
    const connection = connect();
    const outcome = follow(connection.order({ do: "act", what: "a", version: 0 }));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(outcome.answer).toBeUndefined();
    expect(states.at(-1)).toBe(false);
    house.up = true;
    await vi.advanceTimersByTimeAsync(8_001);
    house.greet();
    house.hear();
    await settled();
    expect(outcome.answer).toMatchObject({ done: true });
    expect(house.done).toEqual(["a"]);
  });

  it("until one is opened while HTTP is under way: the order is still done once", async () => {
    house.up = false;
    const connection = connect();
    const outcome = follow(connection.order({ do: "act", what: "a", version: 0 }));
    let reach = (): void => undefined;
    vi.spyOn(house, "post").mockImplementationOnce(
      (order) => new Promise((done) => (reach = () => done(house.carryOut(order)))),
    );
    await vi.advanceTimersByTimeAsync(1);
    house.up = true;
    connection.renew();
    house.greet();
    house.hear();
    reach();
    await settled();
    expect(house.done).toEqual(["a"]);
    expect(outcome.answer).toMatchObject({ done: true });
  });
});

describe("who may say what", () => {
  it("makes a stranger a guest and gives all their orders again", async () => {
    house.known = false;
    const connection = connect();
    house.greet();
    const acquaint = vi.spyOn(house, "acquaint");
    const outcomes = ["a", "b"].map((what) => follow(connection.order({ do: "say", what })));
    house.hear();
    await settled();
    expect(acquaint).toHaveBeenCalledTimes(1);
    expect(house.wires.length).toBe(2);
    house.greet();
    house.hear();
    await settled();
    expect(house.done).toEqual(["a", "b"]);
    expect(outcomes.every(({ answer }) => answer?.done)).toBe(true);
  });

  it("says so when a stranger cannot become a guest", async () => {
    house.known = false;
    vi.spyOn(house, "acquaint").mockRejectedValue(new Error("too many guests"));
    const connection = connect();
    house.greet();
    const outcome = follow(connection.order({ do: "say", what: "a" }));
    house.hear();
    await settled();
    expect(outcome.answer).toMatchObject({ done: false, status: 401 });
    expect(house.wires.length).toBe(1);
  });

  it("gives an order again while the server cannot store it, and gives up in the end", async () => {
    const connection = connect();
    house.greet();
    house.full = true;
    const [first, second] = ["a", "b"].map((what) => follow(connection.order({ do: "say", what })));
    house.hear();
    await vi.advanceTimersByTimeAsync(2_000);
    house.full = false;
    house.hear();
    await settled();
    expect(first!.answer).toMatchObject({ done: true });
    expect(second!.answer).toMatchObject({ done: true });
    house.full = true;
    const third = follow(connection.order({ do: "say", what: "c" }));
    for (let n = 0; n < 3; n++) {
      house.hear();
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(third.answer).toMatchObject({ done: false, status: 503 });
    expect(house.done).toEqual(["a", "b"]);
  });

  it("tells everybody who waits when the table is not for them", async () => {
    const connection = connect();
    const outcome = follow(connection.order({ do: "say", what: "a" }));
    house.wire.cut(4403, "not-allowed");
    await settled();
    expect(lost).toBe(true);
    expect(outcome.answer).toMatchObject({ done: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(house.wires.length).toBe(1);
  });

  it("comes back after too many sockets", async () => {
    connect();
    house.http = false;
    house.wire.cut(4403, "too-much");
    await vi.advanceTimersByTimeAsync(500);
    expect(lost).toBe(false);
    expect(house.wires.length).toBe(2);
  });
});

it("leaves nothing behind when it is closed", async () => {
  const connection = connect();
  house.greet();
  const outcome = follow(connection.order({ do: "say", what: "a" }));
  connection.close();
  await settled();
  expect(outcome.answer).toMatchObject({ done: false });
  expect(house.wire.open).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  expect(await connection.order({ do: "say", what: "b" })).toMatchObject({ done: false });
});

/** A small generator of random numbers, the same for every run. */
function random(seed: number): () => number {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

it("does every tap once and in order, whatever breaks in between", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    [house, seen, states] = [new House(), [], []];
    const rng = random(seed);
    const connection = connect();
    const taps: string[] = [];
    const outcomes: ReturnType<typeof follow>[] = [];
    for (let step = 0; step < 40; step++) {
      const fate = rng();
      const wire = house.wire;
      // One tap for every moment, once the moment is on the screen and the last tap is answered.
      if (outcomes.every(({ answer }) => answer)) {
        taps.push(`tap ${taps.length}`);
        outcomes.push(follow(connection.order({ do: "act", what: taps.at(-1), version: seen.at(-1) ?? 0 })));
      }
      if (fate < 0.25) {
        wire.open = false; // the answer is lost
        house.hear(wire);
        wire.open = true;
        wire.cut();
      } else if (fate < 0.4) wire.cut();
      else if (fate < 0.5) house.http = !house.http;
      else if (fate < 0.6) house.up = !house.up;
      else if (fate < 0.65) connection.renew();
      else if (fate < 0.7) connection.cut();
      else if (fate < 0.75) void connection.check(true);
      else if (house.up && wire.open) {
        house.greet();
        house.hear(wire);
      }
      await vi.advanceTimersByTimeAsync(Math.floor(rng() * 3_000));
    }
    house.up = true;
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(8_001);
      house.greet();
      house.hear();
    }
    await settled();
    expect(outcomes.map(({ answer }) => answer?.done)).toEqual(taps.map(() => true));
    expect(house.done).toEqual(taps);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    connection.close();
  }
});
