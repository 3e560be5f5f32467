// A server of boardgame.io on this machine. Each line on standard input is answered with its port, and what it has used.

const readline = require("node:readline");
const { Server } = require("boardgame.io/server");
const { spades } = require("./game");

async function main() {
  const server = Server({ games: [spades], origins: ["http://127.0.0.1"] });
  const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
  for await (const _ of readline.createInterface({ input: process.stdin })) {
    const { user, system } = process.cpuUsage();
    const used = { cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() };
    console.log(JSON.stringify({ port: appServer.address().port, ...used }));
  }
}

main();
