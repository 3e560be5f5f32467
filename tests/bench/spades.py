"""How well two bots play Spades against each other, over paired deals: points, nils, contracts and plain mistakes.

    python tests/bench/spades.py --bots steady,policy --pairs 300 --jobs 2
    python tests/bench/spades.py --bots steady,policy --mode cutthroat --pairs 100

Each deal is played twice, the second time with the seats swapped: every other seat is one bot's. A deal is the first
of a game to 500. `policy` is the rollout policy of `steady` without a search. `--bids policy` lets it bid for everyone,
so that only the play differs.

Points are what the first bot's side scores more than the other in a deal, in cutthroat what its seats do on average.
The two deals of a pair are not independent, so standard errors are those of the pairs. The second column takes 10
points off for each bag, which is what a bag costs in the long run.

Plain mistakes are counted in the last seat, while the side still needs tricks after this one, no nil is alive, and
there is a choice: to take over the trick that the partner is winning, or to win with a higher card than needed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final, NamedTuple, Protocol

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cards import Card
from clockspades.games.spades.scoring import Sheet, tricks_towards
from clockspades.games.spades.spades_bots import SpadesOpenBot, SpadesRandomBot, SpadesSteadyBot
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_playouts import usual_choice
from clockspades.games.spades.spades_rules import RULES, playable, unseen_cards
from clockspades.games.spades.spades_state import RANKS, SpadesAction, SpadesPhase, SpadesState, beats, partner_of
from clockspades.games.tricks import PlayCard
from tests.bench.pairs import add_arguments, estimate, play

GAME: Final = SpadesGame()
BAG: Final = 10
"""Points that a bag costs in the second column, beside the point that it brings."""


class Player(Protocol):
    def choose(self, view: SpadesState) -> SpadesAction: ...


class PolicyPlayer:
    """The rollout policy of the bots, without a search."""

    def choose(self, view: SpadesState) -> SpadesAction:
        return usual_choice(view)


PLAYERS: Final[dict[str, Callable[[Random, float], Player]]] = {
    "random": lambda rng, effort: SpadesRandomBot(rng),
    "policy": lambda rng, effort: PolicyPlayer(),
    "steady": SpadesSteadyBot,
    "open": lambda rng, effort: SpadesOpenBot(rng),
}


class Setting(NamedTuple):
    """What is played."""

    bots: tuple[str, str]
    bids: str
    """Who bids for everyone; empty if each bids for itself."""
    mode: str
    effort: float
    seed: int

    def pair(self, index: int) -> "Pair":
        """The deal played twice, the first bot in the even seats and then in the odd ones."""
        counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        sheets = [self.play(index, first, counts) for first in (0, 1)]
        return Pair(
            points=fmean(self.ahead(sheet, first, 0) for first, sheet in enumerate(sheets)),
            without_bags=fmean(self.ahead(sheet, first, BAG) for first, sheet in enumerate(sheets)),
            has_nil=any(bid.is_nil for sheet in sheets for bid in sheet.bids),
            counts=counts,
        )

    def play(self, index: int, first: int, counts: Sequence[Counter[str]]) -> Sheet:
        """The score sheet of a deal with the first bot in the seats of one parity; adds to the counts of each bot."""
        options = GAME.configure({"mode": self.mode, "blind_nil": "off", "dealer": index % 4})
        state = RULES.initial(options)
        state = RULES.reduce(state, GAME.rules.deal(state, Random(f"{self.seed} {index}"))).state
        bots = [
            PLAYERS[self.bots[(seat + first) % 2]](Random(f"{self.seed} {index} {seat}"), self.effort)
            for seat in range(4)
        ]
        bidder = PLAYERS[self.bids](Random(index), self.effort) if self.bids else None
        while not state.sheets:
            seat, is_bid, tally = state.seat, state.phase is SpadesPhase.BID, counts[(state.seat + first) % 2]
            view = GAME.sight(state, seat, self.bots[(seat + first) % 2])
            start = perf_counter()
            action = (bidder if is_bid and bidder else bots[seat]).choose(view)
            tally["microseconds"] += round(1e6 * (perf_counter() - start))
            tally["choices"] += 1
            if isinstance(action, PlayCard):
                note_mistakes(state, action.card, tally)
            state = RULES.reduce(state, action).state
        note_sheet(state.sheets[0], state.sides, [counts[(seat + first) % 2] for seat in range(4)])
        return state.sheets[0]

    def ahead(self, sheet: Sheet, first: int, bag: int) -> float:
        """What the first bot scored more than the other, ``bag`` points being taken off for each bag."""
        points = [line.points - bag * line.bags + (line.penalty if bag else 0) for line in sheet.lines]
        return fmean(points[first::2]) - fmean(points[1 - first :: 2])


class Pair(NamedTuple):
    """What came of a deal that was played twice."""

    points: float
    without_bags: float
    has_nil: bool
    counts: tuple[Counter[str], Counter[str]]
    """By bot."""


def note_sheet(sheet: Sheet, sides: Sequence[int], tallies: Sequence[Counter[str]]) -> None:
    """Count the contracts, nils and bags of a deal; the tallies are by seat."""
    for bid, taken, tally in zip(sheet.bids, sheet.taken, tallies):
        tally["hands"] += 1
        tally["nils"] += bid.is_nil
        tally["nils made"] += bid.is_nil and not taken
        tally["tricks bid"] += bid.tricks
    for side, line in enumerate(sheet.lines):
        tally = tallies[sides.index(side)]
        tally["deals"] += 1
        tally["contracts"] += line.contract > 0
        tally["set"] += line.contract_points < 0
        tally["bags"] += line.bags


def note_mistakes(state: SpadesState, card: Card, tally: Counter[str]) -> None:
    """Count the card of a last seat: where it could be one of the two plain mistakes, and whether it is."""
    partner, best = partner_of(state.settings, state.seat), state.winning
    if len(state.trick) < state.settings.players - 1 or best is None:
        return
    legal, led = playable(state), state.trick[0].card.suit
    winners = [other for other in legal if beats(other, best.card, led)]
    bids = [0 if bid is None else bid.tricks for bid in state.bids]
    if not winners or any(not bid and not taken for bid, taken in zip(bids, state.taken)):
        return
    mates = [seat for seat, side in enumerate(state.sides) if side == state.sides[state.seat]]
    made = tricks_towards(
        [bid for seat in mates if (bid := state.bids[seat]) is not None], [state.taken[seat] for seat in mates], False
    )
    if sum(bids[seat] for seat in mates) <= made + 1:
        return
    takes = card in winners
    if best.seat == partner and bids[partner]:
        if len(winners) < len(legal):
            tally["could take over"] += 1
            tally["took over"] += takes
        return
    if takes:
        hidden = unseen_cards(state, state.seat)
        lowest = min(winners, key=height)
        tally["won last"] += 1
        tally["won too high"] += any(height(lowest) < height(o) < height(card) for o in hidden if o.suit is card.suit)


def height(card: Card) -> int:
    return -RANKS.index(card.rank)


def report(title: str, pairs: Sequence[Pair]) -> None:
    if len(pairs) > 1:
        points, without_bags = (
            estimate([pair.points for pair in pairs]),
            estimate([pair.without_bags for pair in pairs]),
        )
        print(f"{title:<18}{f'{points:+.2f}':>18}{f'{without_bags:+.2f}':>18}   {len(pairs)} pairs")


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def describe(name: str, counts: Counter[str], pairs: int) -> None:
    made = share(counts["nils made"], counts["nils"])
    print(
        f"{name}: bids {counts['tricks bid'] / counts['hands']:.2f} a hand;"
        f" nil on {share(counts['nils'], counts['hands'])} of the hands, made {made};"
        f" set on {share(counts['set'], counts['contracts'])} of {counts['contracts']} contracts;"
        f" {counts['bags'] / counts['deals']:.2f} bags a deal;"
        f" {counts['microseconds'] / counts['choices'] / 1000:.2f} ms a choice"
    )
    print(
        f"  plain mistakes per 100 pairs: {100 * counts['took over'] / pairs:.1f} times took over its partner's trick"
        f" ({counts['took over']} of {counts['could take over']}),"
        f" {100 * counts['won too high'] / pairs:.1f} times won with a higher card than needed"
        f" ({counts['won too high']} of {counts['won last']})"
    )


def bots(text: str) -> tuple[str, str]:
    first, _, second = text.partition(",")
    if not {first, second} <= {*PLAYERS}:
        raise argparse.ArgumentTypeError(f"name two of {', '.join(PLAYERS)}, with a comma between them")
    return first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=bots, default=("steady", "policy"), help="the first one's lead is told")
    parser.add_argument("--bids", choices=tuple(PLAYERS), default="", help="who bids for everyone")
    parser.add_argument("--mode", choices=("partners", "cutthroat"), default="partners")
    parser.add_argument(
        "--effort", type=float, default=1.0, help="deals that steady imagines, as a share of those in play"
    )
    add_arguments(parser, 300)
    args = parser.parse_args()

    setting = Setting(args.bots, args.bids, args.mode, args.effort, args.seed)
    pairs = play(setting.pair, args)
    first, second = args.bots
    print(f"{first} ahead of {second}, {args.mode}{f', bids of {args.bids}' if args.bids else ''}")
    print(f"{'':<18}{'points':>18}{'-10 per bag':>18}")
    report("all deals", pairs)
    report("without nils", [pair for pair in pairs if not pair.has_nil])
    report("with nils", [pair for pair in pairs if pair.has_nil])
    for number, name in enumerate(args.bots):
        describe(name, sum((pair.counts[number] for pair in pairs), Counter()), len(pairs))


if __name__ == "__main__":
    main()
