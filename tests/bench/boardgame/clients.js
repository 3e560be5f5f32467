// Clients of a server of boardgame.io: node clients.js PORT TABLES WARM_UP SECONDS
//
// Each client is a socket of socket.io that sends what the library's own client sends. All play at full speed. "begun"
// is written when the warm-up is over, and at the end the seconds that it took and all latencies in milliseconds.

const { io } = require("socket.io-client");
const { SEATS, legal } = require("./game");

const [port, tables, warmUp, seconds] = process.argv.slice(2).map(Number);
const lobby = `http://127.0.0.1:${port}/games/spades`;
let latencies = [];

async function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

// Open a table and play at it. The promise is kept when its first action has reached everyone.
async function play() {
  const { matchID } = await post(`${lobby}/create`, { numPlayers: SEATS });
  const sent = new Map();
  const arrived = new Map();
  const synced = [];
  return new Promise((resolve, reject) => {
    for (let seat = 0; seat < SEATS; seat++) sit(seat).catch(reject);

    async function sit(seat) {
      const playerID = String(seat);
      const { playerCredentials: credentials } = await post(`${lobby}/${matchID}/join`, {
        playerID,
        playerName: `Player ${seat}`,
      });
      const socket = io(`http://127.0.0.1:${port}/spades`, { transports: ["websocket"], forceNew: true });
      let state;
      const act = () => {
        if (state.ctx.currentPlayer !== playerID) return;
        const choices = legal(state.G);
        const type = state.G.phase;
        const arg = type === "bid" ? 2 : choices[Math.floor(Math.random() * choices.length)];
        const action = { type: "MAKE_MOVE", payload: { type, args: [arg], playerID, credentials } };
        sent.set(state._stateID + 1, performance.now());
        socket.emit("update", action, state._stateID, matchID, playerID);
      };
      socket.on("update", (_, told) => {
        state = told;
        const number = state._stateID;
        const count = (arrived.get(number) ?? 0) + 1;
        arrived.set(number, count);
        if (count === SEATS) {
          arrived.delete(number);
          latencies.push(performance.now() - sent.get(number));
          sent.delete(number);
          resolve();
        }
        act();
      });
      socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, SEATS));
      socket.on("connect_error", reject);
      socket.on("sync", (_, told) => {
        state = told.state;
        synced.push(act);
        if (synced.length === SEATS) synced.forEach((begin) => begin());
      });
    }
  });
}

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

async function main() {
  await Promise.all(Array.from({ length: tables }, play));
  await sleep(warmUp);
  console.log("begun");
  latencies = [];
  const begin = performance.now();
  await sleep(seconds);
  const took = (performance.now() - begin) / 1000;
  process.stdout.write(JSON.stringify({ took, latencies }) + "\n", () => process.exit());
}

main();
