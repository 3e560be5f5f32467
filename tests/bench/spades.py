"""How well the steady bot plays Spades in partners against the random one, over paired deals with the sides swapped.

    python tests/bench/spades.py --games 2000 --effort 0.25 --jobs 2

Each pair of games begins with the same deals, each bot once on each side. Told are the games won by the first bot,
and the contracts, nils and blind nils that it made.
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from time import perf_counter

from clockspades.games.spades.bots import RandomBot, SteadyBot
from clockspades.games.spades.game import SpadesGame
from clockspades.games.spades.state import State

GAME = SpadesGame()


def play(effort: float, opponent: str, side: int, index: int) -> tuple[State, list[float]]:
    """A game that the steady bot plays on this side, and how long each of its choices took, in seconds."""
    state, deals, times = GAME.rules.initial(GAME.configure({})), Random(f"{index} deal"), []
    bots = [
        SteadyBot(Random(f"{index} {seat}"), effort)
        if seat % 2 == side or opponent == "steady"
        else RandomBot(Random(f"{index} {seat}"))
        for seat in range(4)
    ]
    while state.outcome is None:
        if GAME.rules.deal_due(state):
            state = GAME.rules.reduce(state, GAME.rules.deal(state, deals)).state
            continue
        seat, start = state.seat, perf_counter()
        action = bots[seat].choose(GAME.rules.observe(state, seat))
        if seat % 2 == side:
            times.append(perf_counter() - start)
        state = GAME.rules.reduce(state, action).state
    return state, times


def pair(effort: float, opponent: str, index: int) -> tuple[Counter[str], float]:
    """What came of the two games of a pair, and the longest choice."""
    counts: Counter[str] = Counter()
    longest = 0.0
    for side in (0, 1):
        state, times = play(effort, opponent, side, index)
        assert state.outcome is not None
        longest = max(longest, *times)
        counts["games"] += 1
        counts["games won"] += side in state.outcome.winners
        for sheet in state.sheets:
            line = sheet.lines[side]
            counts["contracts"] += line.contract > 0
            counts["contracts made"] += line.contract > 0 and line.is_made
            counts["bags"] += line.bags
            counts["deals"] += 1
            for bid, taken in zip(sheet.bids[side::2], sheet.taken[side::2]):
                if bid.is_nil:
                    kind = "blind nils" if bid.blind else "nils"
                    counts[kind] += 1
                    counts[f"{kind} made"] += not taken
    return counts, longest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--effort", type=float, default=1.0, help="deals imagined, as a share of those in play")
    parser.add_argument("--opponent", choices=("random", "steady"), default="random")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()

    counts: Counter[str] = Counter()
    longest = 0.0
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for some, time in pool.map(partial(pair, args.effort, args.opponent), range(args.games // 2), chunksize=5):
            counts += some
            longest = max(longest, time)
    print(f"{counts['games won']} of {counts['games']} games won: {counts['games won'] / counts['games']:.1%}")
    for kind in ("contracts", "nils", "blind nils"):
        made, all_of_them = counts[f"{kind} made"], counts[kind]
        print(f"{kind}: {made} of {all_of_them} made" + (f", {made / all_of_them:.1%}" if all_of_them else ""))
    print(f"bags a deal: {counts['bags'] / counts['deals']:.2f}; deals a game: {counts['deals'] / counts['games']:.1f}")
    print(f"the longest choice: {longest * 1000:.0f} ms")


if __name__ == "__main__":
    main()
