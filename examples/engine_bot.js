// A client of the bot protocol, version 2, and a bot that tries every action in worlds that fit what it sees.
// gunbai arena gunshi -b "exec:node examples/engine_bot.js" -b random --seconds 1
const lines = require("node:readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const send = (message) => console.log(JSON.stringify(message));
const hear = async () => {
  const { value, done } = await lines.next();
  return done ? { type: "end" } : JSON.parse(value);
};

// Keeps what the bot was told, and asks the engine.
const client = {
  view: {},
  history: [],
  asked: 0,
  // A question tells what is new since the last one: fields of the view, and what happened.
  learn(news) {
    Object.assign(this.view, news.view);
    for (const name of news.gone) delete this.view[name];
    this.history.splice(news.since, Infinity, ...news.history);
  },
  // Ask the engine: resample, legal, apply, playouts, foresee, drop.
  async ask(what, more = {}) {
    send({ type: "ask", id: ++this.asked, ask: what, ...more });
    const answer = await hear();
    if (answer.error) throw new Error(answer.error);
    return answer;
  },
};

// Flat Monte Carlo: each action in the same sampled worlds, each world played to its end at random.
async function choose({ legal, seat, seconds }) {
  const totals = new Map(legal.map(({ action }) => [action, 0]));
  const until = performance.now() + 400 * seconds;
  while (totals.size > 1 && performance.now() < until) {
    const [world] = (await client.ask("resample")).worlds;
    for (const action of totals.keys()) {
      const after = await client.ask("apply", { world, actions: [action] });
      const { returns } = await client.ask("playouts", { world: after.world });
      totals.set(action, totals.get(action) + returns[seat]);
      if (performance.now() > until) break;
    }
    await client.ask("drop");
  }
  return [...totals].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

(async () => {
  for (let message = await hear(); message.type !== "end"; message = await hear()) {
    if (message.type === "hello") send({ type: "ready", name: "engine bot", protocol: 2 });
    if (message.type !== "choose") continue;
    client.learn(message);
    send({ action: await choose(message) });
  }
  process.exit(0);
})();
