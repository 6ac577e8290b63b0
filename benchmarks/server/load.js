// The load, the same for both: two clients a table, each moves when it is its turn. Prints one JSON line.
//   node load.js ours|peer URL TABLES SECONDS MOVES_PER_SECOND(0: as fast as answers come)
const [, , side, url, tablesText, secondsText, rateText] = process.argv;
const tables = Number(tablesText), seconds = Number(secondsText), rate = Number(rateText);
const latencies = [];
let moves = 0, running = false, faults = 0;

const now = () => Number(process.hrtime.bigint()) / 1e6;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function json(address, body, headers = {}) {
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return { data: await answer.json(), cookie: (answer.headers.get("set-cookie") || "").split(";")[0] };
}

// A seat waits its turn; `turn(act)` is called with a function that makes the move, `done()` when the move is acknowledged.
class Seat {
  constructor() { this.act = null; this.sent = 0; this.waiting = null; }
  turn(act) { this.act = act; if (running && !rate) this.go(); }
  go() { if (this.act) { const act = this.act; this.act = null; this.sent = now(); act(); } }
  done() { if (!this.sent) return; if (running) { latencies.push(now() - this.sent); moves++; } this.sent = 0; }
}

async function openOurs(seats) {
  const WebSocket = require("ws");
  const people = [];
  for (let i = 0; i < 2; i++) people.push((await json(`${url}/api/guests`, { name: `p${i}` })).cookie);
  const { data } = await json(`${url}/api/tables`, { game: "tally", seats: ["me", "open"] }, { cookie: people[0] });
  await json(`${url}/api/tables/${data.table}/join`, {}, { cookie: people[1] });
  for (let i = 0; i < 2; i++) {
    const seat = new Seat(); seats.push(seat);
    let last = -1;
    await new Promise((opened) => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${data.table}/socket`,
        { headers: { cookie: people[i] }, perMessageDeflate: false });
      socket.on("message", (data) => { for (const line of data.toString().split("\n")) hear(JSON.parse(line)); });
      const hear = (message) => {
        if (message.type === "done") return seat.done();
        if (message.type === "refused") { faults++; return; }
        if (last >= 0 && message.seq !== last + 1) faults++;
        last = message.seq;
        const sight = message.sights && message.sights[0];
        if (sight && sight.legal.length)
          seat.turn(() => socket.send(JSON.stringify({ do: "act", version: sight.version, actions: [sight.legal[0].action],
            key: `${sight.version}` })));
        opened();
      };
      socket.on("error", () => { faults++; opened(); });
    });
  }
}

async function openPeer(seats) {
  const { io } = require("socket.io-client");
  const { data } = await json(`${url}/games/tally/create`, { numPlayers: 2 });
  const match = data.matchID;
  for (let i = 0; i < 2; i++) {
    const { data: joined } = await json(`${url}/games/tally/${match}/join`, { playerID: `${i}`, playerName: `p${i}` });
    const credentials = joined.playerCredentials;
    const seat = new Seat(); seats.push(seat);
    let last = -1;
    await new Promise((opened) => {
      const socket = io(`${url}/tally`, { transports: ["websocket"], forceNew: true });
      const see = (state) => {
        if (last >= 0 && state._stateID !== last + 1 && state._stateID !== last) faults++;
        if (state._stateID > last && state.ctx.currentPlayer !== `${i}`) seat.done();
        last = state._stateID;
        if (state.ctx.currentPlayer === `${i}`)
          seat.turn(() => socket.emit("update", { type: "MAKE_MOVE",
            payload: { type: "add", args: [], playerID: `${i}`, credentials } }, state._stateID, match, `${i}`));
      };
      socket.on("connect", () => socket.emit("sync", match, `${i}`, credentials, 2));
      socket.on("sync", (_, info) => { see(info.state); opened(); });
      socket.on("update", (_, state) => see(state));
      socket.on("connect_error", () => { faults++; opened(); });
    });
  }
}

async function main() {
  const seats = [];
  // Several at once: with thousands of tables the opening would take longer than the measurement.
  const opening = side === "ours" ? openOurs : openPeer;
  for (let i = 0; i < tables; i += 20)
    await Promise.all(Array.from({ length: Math.min(20, tables - i) }, () => opening(seats)));
  await sleep(500);
  running = true;
  const start = now();
  if (rate) {
    // Equal load: moves are due at fixed times; a table whose move is due makes it as soon as it may.
    let due = 0;
    while (now() - start < seconds * 1000) {
      const wanted = Math.floor(((now() - start) / 1000) * rate);
      for (let k = 0; due < wanted && k < seats.length; k++) {
        const seat = seats[(due * 7 + k) % seats.length];
        if (seat.act) { seat.go(); due++; k = -1; }
      }
      due = Math.max(due, wanted - tables);
      await sleep(1);
    }
  } else {
    for (const seat of seats) seat.go();
    await sleep(seconds * 1000);
  }
  running = false;
  const elapsed = (now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies.length ? latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] : null;
  console.log(JSON.stringify({ side, tables, rate, moves, per_second: Math.round(moves / elapsed), faults,
    p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) }));
  if (process.argv[7] === "stay") await sleep(1e9);
  process.exit(0);
}
main().catch((error) => { console.error(error); process.exit(1); });
