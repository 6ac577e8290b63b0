/**
 * The way to one table. It is a WebSocket that is opened again whenever it breaks; updates come in on it, orders go out
 * on it. An order stays here until its answer has come: after a break it is sent again under the same key, and the
 * server does nothing twice for one key. HTTP takes the place of the socket only while none can be opened.
 */
import { Line, type End, type Message, type Socket } from "./line";
import { Outbox, type Answer, type Order, type Pending } from "./outbox";
import type { Update } from "./types";

/** How the server is reached; the browser's way is in connect.ts. A promise rejects if it is not reached. */
export interface Network {
  /** A socket that first brings what is new since a version and a number in the log, then everything that happens. */
  open(version: number, seq: number): Socket;
  /** The same once, by HTTP; null if there is no such table, or not for this person. */
  read(version: number, seq: number): Promise<Update | null>;
  /** An order by HTTP. */
  post(order: Order): Promise<Answer>;
  /** Become a guest, so that orders are accepted. */
  acquaint(): Promise<unknown>;
  /** A fresh random key for an order. */
  key(): string;
}
export interface Listener {
  update(update: Update): void;
  connected(on: boolean): void;
  /** There is no such table, or not for this person. */
  lost(): void;
}

/** After how many milliseconds a socket is tried again, and how often the table is read where only HTTP works. */
const RETRY = [500, 1000, 2000, 4000, 8000];
const BY_HTTP = 3_000;
/** An order that has no answer after this is sent again on a new socket; the next time after longer. */
const PATIENCE = 4_000,
  MOST_PATIENCE = 32_000;
/** A socket that was silent for so long is checked: a network can go away without saying so. */
const SILENCE = 25_000;

export class Connection {
  readonly #network: Network;
  readonly #listener: Listener;
  readonly #outbox: Outbox;
  #line: Line | null = null;
  #ready = false; // orders go out on the line
  #version = 0;
  #seq = 0;
  #attempt = 0;
  #patience = PATIENCE;
  #asking = false; // HTTP is in use
  #httpOnly = false; // no socket could be opened, but HTTP works
  #stranger: "perhaps" | "acquainting" | "no" = "perhaps";
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(network: Network, listener: Listener) {
    this.#network = network;
    this.#listener = listener;
    this.#outbox = new Outbox(
      () => network.key(),
      (pending) => this.#give(pending),
    );
    this.#open();
  }

  /** Give an order; the answer comes when the server has one, however long there is no connection. */
  order(order: Order): Promise<Answer> {
    return this.#outbox.order(order);
  }
  /** Open a new socket now: the old one may be dead, or a stranger's. */
  renew(): void {
    this.#drop();
    this.#open();
  }
  /** The network is known to be gone. */
  cut(): void {
    this.#drop();
    this.#listener.connected(false);
    this.#openLater();
  }
  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
    this.#outbox.close();
  }
  /** Make sure that nothing was missed; `now` also if the socket was heard of lately. */
  async check(now: boolean): Promise<void> {
    if (this.#closed || this.#asking) return;
    const [line, known] = [this.#line, this.#seq];
    if (!line) return now ? this.#open() : undefined;
    if (!now && Date.now() - line.heard < SILENCE) return;
    this.#asking = true;
    try {
      const update = await this.#network.read(this.#version, known);
      line.heard = Date.now();
      // What the socket should have brought by now came this way: it is dead.
      if (update && update.seq > known && this.#seq === known && this.#line === line) {
        this.#take(update);
        this.renew();
      }
    } catch {
      if (this.#line === line) this.cut();
    } finally {
      this.#asking = false;
    }
  }

  // -- the socket --------------------------------------------------------------------------------

  #open(): void {
    if (this.#closed || this.#line) return;
    clearTimeout(this.#retry);
    const line: Line = new Line(
      this.#network.open(this.#version, this.#seq),
      (message) => this.#line === line && this.#hear(message),
      (how) => this.#ended(how),
    );
    this.#line = line;
  }
  #ended(how: End): void {
    if (how === "refused") this.#lose();
    else if (how === "broken") this.cut();
    else {
      this.#drop();
      void this.#goByHttp();
    }
  }
  #drop(): void {
    clearTimeout(this.#watchdog);
    this.#line?.drop();
    this.#line = null;
    this.#ready = false;
  }
  #openLater(after?: number): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    const wait = after ?? RETRY[Math.min(this.#attempt++, RETRY.length - 1)];
    this.#retry = setTimeout(() => this.#open(), wait);
  }
  #lose(): void {
    this.close();
    this.#listener.connected(false);
    this.#listener.lost();
  }

  // -- what comes in -------------------------------------------------------------------------------

  #hear(message: Message): void {
    if (message.type === "update") {
      this.#take(message);
      if (!this.#ready) this.#greet();
    } else if (message.type === "done") {
      this.#settle(message.id, { ...message, done: true });
    } else if (message.id !== null) {
      const refusal: Answer = { done: false, status: message.status, problem: message };
      if (message.status === 401 && this.#stranger !== "no") void this.#acquaint(message.id, refusal);
      else this.#settle(message.id, refusal);
    }
  }
  #greet(): void {
    this.#ready = true;
    this.#httpOnly = false;
    this.#attempt = 0;
    this.#listener.connected(true);
    for (const pending of this.#outbox.waiting) this.#send(pending);
  }
  #take(update: Update): void {
    // What was asked for by HTTP may arrive after what has happened since.
    if (update.seq < this.#seq) return;
    this.#seq = update.seq;
    this.#version = update.version;
    this.#listener.update(update);
  }
  /** A stranger's order: become somebody, and give it again as that person. */
  async #acquaint(id: number, refusal: Answer): Promise<void> {
    if (this.#stranger === "acquainting") return; // this order is given again as well
    const line = this.#line;
    this.#stranger = "acquainting";
    try {
      await this.#network.acquaint();
      this.#stranger = "no";
      if (line === this.#line) this.renew();
    } catch {
      this.#stranger = "perhaps";
      this.#settle(id, refusal);
    }
  }

  // -- what goes out ---------------------------------------------------------------------------------

  #give(pending: Pending): void {
    if (this.#ready) this.#send(pending);
    else if (this.#httpOnly) void this.#byHttp();
    else this.#open();
  }
  #send({ id, order }: Pending): void {
    this.#line!.send(JSON.stringify({ ...order, id }));
    this.#expect();
  }
  #settle(id: number, answer: Answer): void {
    if (!this.#outbox.answer(id, answer)) return;
    this.#patience = PATIENCE;
    this.#expect();
  }
  /** Wait for answers, and look for a better socket if none come. */
  #expect(): void {
    clearTimeout(this.#watchdog);
    if (!this.#ready || !this.#outbox.due) return;
    this.#watchdog = setTimeout(() => {
      this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE);
      this.renew();
    }, this.#patience);
  }

  // -- when no socket stands ---------------------------------------------------------------------------

  async #goByHttp(): Promise<void> {
    const reached = await this.#byHttp();
    if (this.#closed || this.#line) return;
    this.#httpOnly = reached;
    this.#listener.connected(reached);
    this.#openLater(reached ? BY_HTTP : undefined);
  }
  /** Read what is new, and give the orders that wait one after the other; whether the server was reached. */
  async #byHttp(): Promise<boolean> {
    if (this.#asking) return false;
    this.#asking = true;
    try {
      await this.#read();
      for (let next = this.#outbox.next; next && !this.#ready; next = this.#outbox.next) {
        const answer = await this.#network.post(next.order);
        await this.#read();
        this.#settle(next.id, answer);
        if (this.#outbox.next === next) break; // it is given again later
      }
      return true;
    } catch {
      this.#httpOnly = false;
      return false;
    } finally {
      this.#asking = false;
    }
  }
  async #read(): Promise<void> {
    const update = await this.#network.read(this.#version, this.#seq);
    if (update) this.#take(update);
    else this.#lose();
  }
}
