// The same bot in JavaScript: node examples/line_bot.js
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ type: "ready", name: "line bot" }));
  if (message.type === "choose") console.log(JSON.stringify({ action: message.legal.at(-1).action }));
});
