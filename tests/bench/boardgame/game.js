// Spades for four partners as a game of boardgame.io, with a state like ours: the hands, the tricks of the deal, and a
// line for each deal of the game. Without nils and passing. When a side has 500 points, the next game begins.

const { INVALID_MOVE } = require("boardgame.io/core");

const SEATS = 4;
const SUITS = "CDHS";
const RANKS = "23456789TJQKA";
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const TARGET = 500;
const BAGS = 10;

const suitOf = (card) => card[1];

// What a seat can do, from what it sees: the tricks it can bid, or the cards it can play.
function legal(G) {
  const hand = G.hands[G.seat];
  if (G.phase === "bid") return hand.map((_, place) => place + 1);
  const led = G.trick.length ? suitOf(G.trick[0].card) : null;
  const fitting = hand.filter((card) => (led ? suitOf(card) === led : G.broken || suitOf(card) !== "S"));
  return fitting.length ? fitting : hand;
}

function deal(G, random) {
  const cards = random.Shuffle(PACK);
  G.number += 1;
  G.phase = "bid";
  G.hands = [0, 1, 2, 3].map((seat) => cards.slice(13 * seat, 13 * seat + 13));
  G.bids = [null, null, null, null];
  G.broken = false;
  G.tricks = [];
  G.seat = G.leader = (G.dealer + 1) % SEATS;
}

function score(G) {
  const taken = [0, 0, 0, 0];
  for (const { winner } of G.tricks) taken[winner] += 1;
  const lines = [0, 1].map((side) => {
    const before = G.sheets.length ? G.sheets[G.sheets.length - 1].lines[side] : { score: 0, bags: 0 };
    const contract = G.bids[side] + G.bids[side + 2];
    const tricks = taken[side] + taken[side + 2];
    const over = Math.max(0, tricks - contract);
    let points = tricks < contract ? -10 * contract : 10 * contract + over;
    let bags = before.bags + over;
    if (bags >= BAGS) {
      bags -= BAGS;
      points -= 100;
    }
    return { contract, tricks, points, bags, score: before.score + points };
  });
  G.sheets.push({ number: G.number, dealer: G.dealer, bids: [...G.bids], taken, lines });
  if (lines.some((line) => line.score >= TARGET)) {
    G.sheets = [];
    G.number = 0;
  }
}

function beats(card, best) {
  if (suitOf(card) === suitOf(best)) return RANKS.indexOf(card[0]) > RANKS.indexOf(best[0]);
  return suitOf(card) === "S";
}

function bid({ G }, tricks) {
  if (!legal(G).includes(tricks) || G.phase !== "bid") return INVALID_MOVE;
  G.bids[G.seat] = tricks;
  G.seat = (G.seat + 1) % SEATS;
  if (G.bids.every((made) => made !== null)) G.phase = "play";
}

function play({ G, random }, card) {
  if (!legal(G).includes(card) || G.phase !== "play") return INVALID_MOVE;
  const hand = G.hands[G.seat];
  hand.splice(hand.indexOf(card), 1);
  G.trick.push({ seat: G.seat, card });
  if (suitOf(card) === "S") G.broken = true;
  G.seat = (G.seat + 1) % SEATS;
  if (G.trick.length < SEATS) return;
  const winner = G.trick.reduce((best, laid) => (beats(laid.card, best.card) ? laid : best)).seat;
  G.tricks.push({ plays: G.trick, winner });
  G.trick = [];
  G.seat = G.leader = winner;
  if (G.tricks.length < 13) return;
  score(G);
  G.dealer = (G.dealer + 1) % SEATS;
  deal(G, random);
}

const spades = {
  name: "spades",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => {
    const settings = { players: 4, partners: true, target: TARGET, bags: BAGS, bag_penalty: 100 };
    const G = { settings, number: 0, dealer: 0, trick: [], sheets: [] };
    deal(G, random);
    return G;
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => "??"))),
  }),
  moves: { bid, play },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.seat, next: ({ G }) => G.seat } },
};

module.exports = { SEATS, legal, spades };
