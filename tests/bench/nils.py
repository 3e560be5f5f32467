"""Whether nils that Spades bots expect to make are made, and what they bring: against four players who hunt them.

    python tests/bench/nils.py --deals 2000 --jobs 2
    python tests/bench/nils.py --mode cutthroat --deals 2000
    python tests/bench/nils.py --blind policy,steady --effort 0.4 --deals 120

Players by rules bid and play, and hunt nils. For each hand on which `steady` would expect to make a nil in a quarter of
the deals that it imagines, the deal is played twice: with a nil on this hand, and with what the rules bid on it, or if
that is nil too, with what the hand promises. The gain is how many points more the nil puts its side ahead.

With --blind, one seat of each deal bids a blind nil, the first bot plays for its side, the second one hunts, and the
program tells how many of the blind nils are made.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cli.parser import count
from clockspades.games.spades.core import bits_of
from clockspades.games.spades.hand_evaluation import usual_bid
from clockspades.games.spades.scoring import Bid, Sheet
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_playouts import worth_of_choices
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_sampling import Knowledge
from clockspades.games.spades.spades_state import LookAtCards, MakeBid, SpadesPhase, SpadesState
from tests.bench.pairs import add_workers, estimate, spread
from tests.bench.players.spades_by_rules import RulePlayer
from tests.bench.spades import PLAYERS, bots

GAME: Final = SpadesGame()
NIL: Final = MakeBid(0)
SAMPLES: Final = 40
BOUNDS: Final = (0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)
"""Expected shares between which nils are counted together."""


class Nil(NamedTuple):
    """A nil that was played out."""

    beside_a_nil: bool
    """Whether an enemy bid nil before."""
    expected: float
    made: bool
    gain: float


def nils(mode: str, seed: int, index: int) -> list[Nil]:
    """Those of one deal."""
    options = GAME.configure({"mode": mode, "blind_nil": "off", "dealer": index % 4})
    rng, state = Random(f"{seed} {index}"), RULES.initial(options)
    state = RULES.reduce(state, GAME.rules.deal(state, rng)).state
    found = []
    while state.phase is SpadesPhase.BID:
        seat, view = state.seat, RULES.observe(state, state.seat)
        action, legal = RulePlayer().choose(view), RULES.legal_actions(view)
        assert isinstance(action, MakeBid), "they bid"
        knowledge = Knowledge(view)
        imagined = [knowledge.deal(rng) for _ in range(SAMPLES)] if NIL in legal and len(legal) > 1 else []
        expected = fmean(worth_of_choices(deal, nil_is_made, (NIL,))[NIL] for deal in imagined) if imagined else 0.0
        if expected >= BOUNDS[0]:
            other = MakeBid(usual_bid(bits_of(view.hands[seat]), len(view.hands))) if action == NIL else action
            played = {bid: finish(RULES.reduce(state, bid).state) for bid in (NIL, other) if bid in legal}
            if other in played:
                gain = ahead(played[NIL], state.sides, seat) - ahead(played[other], state.sides, seat)
                enemies = [bid for bid, side in zip(view.bids, state.sides) if side != state.sides[seat]]
                is_beside = any(bid is not None and bid.is_nil for bid in enemies)
                found.append(Nil(is_beside, expected, not played[NIL].taken[seat], gain))
        state = RULES.reduce(state, action).state
    return found


def nil_is_made(state: SpadesState, bids: Sequence[Bid], taken: Sequence[int]) -> float:
    return float(not taken[state.seat])


def blind_nil(bots: tuple[str, str], effort: float, seed: int, index: int) -> float:
    """1 if the blind nil of a deal is made: the first bot passes and plays for its side, the second one for the other.

    The others bid what their hands promise.
    """
    nil, rng = index % 4, Random(f"{seed} {index}")
    state = RULES.initial(GAME.configure({"blind_nil": "always", "dealer": 0}))
    state = RULES.reduce(state, GAME.rules.deal(state, rng)).state
    players = [PLAYERS[bots[(seat - nil) % 2]](Random(f"{seed} {index} {seat}"), effort) for seat in range(4)]
    while not state.sheets and not state.taken[nil]:
        seat, action = state.seat, None
        if state.phase is SpadesPhase.BID and not state.looked[seat]:
            action = MakeBid(0, blind=True) if seat == nil else LookAtCards()
        elif state.phase is SpadesPhase.BID:
            action = MakeBid(usual_bid(bits_of(state.hands[seat]), 4))
        state = RULES.reduce(state, action or players[seat].choose(RULES.observe(state, seat))).state
    return float(bool(state.sheets) and not state.sheets[0].taken[nil])


def finish(state: SpadesState) -> Sheet:
    """The score sheet of a deal that players by rules play on."""
    while not state.sheets:
        state = RULES.reduce(state, RulePlayer().choose(RULES.observe(state, state.seat))).state
    return state.sheets[0]


def ahead(sheet: Sheet, sides: Sequence[int], seat: int) -> float:
    """The points of a seat's side in a deal, less those of the other sides on average."""
    others = [line.points for side, line in enumerate(sheet.lines) if side != sides[seat]]
    return sheet.lines[sides[seat]].points - fmean(others)


def report(some: Sequence[Nil]) -> None:
    for low, high in pairwise(BOUNDS):
        these = [nil for nil in some if low <= nil.expected < high]
        if len(these) > 1:
            expected, made = fmean(nil.expected for nil in these), estimate([float(nil.made) for nil in these])
            gain = estimate([nil.gain for nil in these])
            print(f"  expected {expected:4.0%}   made {made:.0%}   gain {gain:+.1f} points   {len(these)} nils")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", choices=("partners", "cutthroat"), default="partners")
    parser.add_argument("--deals", type=count, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blind", type=bots, help="tell how many blind nils of the first bot the second one sets")
    parser.add_argument("--effort", type=float, default=1.0, help="of steady, as a share of that in play")
    add_workers(parser)
    args = parser.parse_args()
    if args.blind:
        if "rules" in args.blind:
            parser.error("--blind: rules passes no cards")
        made = spread(partial(blind_nil, args.blind, args.effort, args.seed), args.deals, args)
        print(f"blind nils of {args.blind[0]} made against {args.blind[1]}: {estimate(made):.1%} of {len(made)}")
        return
    found = [nil for deal in spread(partial(nils, args.mode, args.seed), args.deals, args) for nil in deal]
    for is_beside, title in ((False, "no enemy bid nil before"), (True, "an enemy bid nil before")):
        print(title)
        report([nil for nil in found if nil.beside_a_nil == is_beside])


if __name__ == "__main__":
    main()
