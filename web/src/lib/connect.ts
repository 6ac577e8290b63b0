import { acquaint, ACQUAINTED, api, ApiError } from "./api";
import { Connection, type Listener, type Network } from "./connection";
import { entropy } from "./entropy";
import { lessonAt } from "./guide.svelte";
import type { Answer } from "./outbox";

/** How often this browser looks whether it slept or the socket fell silent, in milliseconds. */
const LOOK_AFTER = 5_000;

function network(table: string): Network {
  return {
    open: (version, seq) => new WebSocket(api.socket(table, version, seq)),
    read: (version, seq) =>
      api.table(table, version, seq).catch((error: unknown) => {
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
        throw error;
      }),
    post: (order) =>
      api.order(table, order).then(
        (said): Answer => ({ ...said, done: true }),
        (error: unknown): Answer => {
          // A proxy that has no server behind it has not answered the order.
          if (!(error instanceof ApiError) || !error.kind) throw error;
          return { done: false, status: error.status, problem: error.problem };
        },
      ),
    acquaint,
    key: entropy,
  };
}

/** Connect this browser to a table until `close`; it notices sleep, a lost network and a new identity. */
export function connect(table: string, listener: Listener): Pick<Connection, "order" | "close"> {
  const lesson = lessonAt(table);
  if (lesson) return lesson.connect(listener);
  const connection = new Connection(network(table), listener);
  let looked = Date.now();
  const look = (woken: boolean): void => {
    const slept = Date.now() - looked > 3 * LOOK_AFTER;
    looked = Date.now();
    if (document.hidden) return;
    if (slept) connection.renew();
    else void connection.check(woken);
  };
  const signs = new AbortController();
  const heed = { signal: signs.signal };
  document.addEventListener("visibilitychange", () => look(true), heed);
  addEventListener("online", () => connection.renew(), heed);
  addEventListener("offline", () => connection.cut(), heed);
  addEventListener(ACQUAINTED, () => connection.renew(), heed);
  const watch = setInterval(() => look(false), LOOK_AFTER);
  return {
    order: (order) => connection.order(order),
    close: () => {
      signs.abort();
      clearInterval(watch);
      connection.close();
    },
  };
}
