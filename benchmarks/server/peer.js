// The peer: boardgame.io with its in-memory store, serving a game of two players who take turns at adding one.
const { Server, Origins } = require("boardgame.io/server");

const tally = {
  name: "tally",
  setup: () => ({ total: 0 }),
  moves: { add: ({ G }) => ({ ...G, total: G.total + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
};

const port = Number(process.argv[2]);
Server({ games: [tally], origins: [Origins.LOCALHOST_IN_DEVELOPMENT] })
  .run({ port, callback: () => console.log("ready") });
