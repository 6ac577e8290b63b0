import type { Problem, Update } from "./types";

/** The part of a WebSocket that is used here. */
export type Socket = Pick<WebSocket, "onmessage" | "onclose" | "send" | "close">;
export type Message =
  Update | { type: "done"; id: number } | ({ type: "refused"; id: number | null; status: number } & Problem);
/** How a socket ended: it never brought anything, it broke, or the server wants no more of it. */
export type End = "failed" | "broken" | "refused";

/** A new socket that brings nothing for so long, in milliseconds, leads nowhere. */
const GREETING = 10_000;
const REFUSED = 4403;

/** One socket from its opening to its end, which is told once and not at all after `drop`. */
export class Line {
  heard = Date.now();
  readonly #socket: Socket;
  readonly #greeting: ReturnType<typeof setTimeout>;
  #greeted = false; // it has brought an update, as every socket does first

  constructor(socket: Socket, hear: (message: Message) => void, ended: (how: End) => void) {
    const end = (how: End): void => {
      this.drop();
      ended(how);
    };
    this.#socket = socket;
    this.#greeting = setTimeout(() => end("failed"), GREETING);
    socket.onmessage = ({ data }) => {
      this.heard = Date.now();
      for (const text of String(data).split("\n")) {
        const message = JSON.parse(text) as Message;
        if (message.type === "update") this.#greet();
        hear(message);
      }
    };
    socket.onclose = ({ code, reason }) => {
      // That too many sockets are open passes; any other refusal is final.
      if (code === REFUSED && reason !== "too-much") end("refused");
      else end(this.#greeted ? "broken" : "failed");
    };
  }
  send(text: string): void {
    this.#socket.send(text);
  }
  /** Give the socket up without waiting for what the network says to it. */
  drop(): void {
    clearTimeout(this.#greeting);
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
  }
  #greet(): void {
    clearTimeout(this.#greeting);
    this.#greeted = true;
  }
}
