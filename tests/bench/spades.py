"""How well two bots play Spades against each other, over paired deals: points, nils, contracts and plain mistakes.

    python tests/bench/spades.py --bots steady,policy --pairs 300 --jobs 2
    python tests/bench/spades.py cutthroat --option floor=-200 --pairs 100
    python tests/bench/spades.py --bots steady,steady --against ../other-checkout --scores 350,200

Each deal is played twice, the second time with the seats swapped: every other seat is one bot's. A deal is the first
of a game, or one at these scores by side, or at scores that are drawn for it. `policy` is the rollout policy of
`steady` without a search, as the bot `quick` is. `--bids policy` lets it bid for everyone, so that only the play
differs, and `--plays policy` lets it play for everyone, so that only the bids differ. With `--against` the second bot
is that of another checkout: say only options that both know. A bot that meets itself plays each deal once.

Points are what the first bot's side scores more than the other in a deal, in cutthroat what its seats do on average.
The two deals of a pair are not independent, so standard errors are those of the pairs. The second column takes 10
points off for each bag, which is what a bag costs in the long run; the third is the chance to win the game, less that
of the other bot.

Plain mistakes are counted in the last seat, while the side still needs tricks after this one, no nil is alive, and
there is a choice: to take over the trick that the partner is winning, or to win with a higher card than needed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cards import Card
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Deal
from clockspades.games.spades.scoring import Bid, Sheet, tricks_towards
from clockspades.games.spades.spades_bots import SpadesOpenBot, SpadesRandomBot, SpadesSteadyBot
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_playouts import usual_choice, worth_of_choices
from clockspades.games.spades.spades_rules import RULES, playable, unseen_cards
from clockspades.games.spades.spades_sampling import Knowledge
from clockspades.games.spades.spades_state import (
    RANKS,
    MakeBid,
    SpadesAction,
    SpadesPhase,
    SpadesState,
    beats,
    partner_of,
)
from clockspades.games.spades.win_chances import win_chances
from clockspades.games.tricks import PlayCard
from tests.bench.mirror import begin, mirror_of
from tests.bench.pairs import add_arguments, add_game, chosen_game, estimate, play

GAME: Final = SpadesGame()
SAID: Final = 60
"""Deals that are imagined to tell how often a nil is made."""
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
    against: str | None = None
    """The checkout of the second bot, if it is another one."""
    bids: str = ""
    """Who bids for everyone; empty if each bids for itself."""
    plays: str = ""
    """Who plays for everyone; empty if each plays for itself."""
    options: Mapping[str, OptionValue] = MappingProxyType({})
    """Those that are not the default."""
    scores: tuple[int, ...] | None = ()
    """By side before the deal; none for the first deal of a game, None to draw them for each deal."""
    effort: float = 1.0
    bid_effort: float = 1.0
    seed: int = 1

    def pair(self, index: int) -> "Pair":
        """The deal played twice, the first bot in the even seats and then in the odd ones."""
        counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        ways = (0,) if self.bots[0] == self.bots[1] and not self.against else (0, 1)
        sheets = [self.play(index, first, counts) for first in ways]
        return Pair(
            points=fmean(self.ahead(sheet, first, 0) for first, sheet in enumerate(sheets)),
            without_bags=fmean(self.ahead(sheet, first, BAG) for first, sheet in enumerate(sheets)),
            has_nil=any(bid is not None and bid.is_nil for sheet in sheets for bid in sheet.bids),
            chance=fmean(self.chance(sheet, first) for first, sheet in enumerate(sheets)),
            counts=counts,
        )

    def play(self, index: int, first: int, counts: Sequence[Counter[str]]) -> Sheet:
        """The score sheet of a deal with the first bot in the seats of one parity; adds to the counts of each bot."""
        state = begin(self.options, ())
        players = state.settings.players
        options = {**self.options, "dealer": index % players}
        scores = self.scores
        if scores is None:  # the last digit of a score is its bags
            draw = Random(f"{self.seed} {index} scores")
            scores = tuple(draw.randrange(state.settings.scoring.target) for _ in state.scores)
        scores = scores[::-1] if first else scores
        state = begin(options, scores)
        before, point = len(state.sheets), 0
        bidder, player = [
            PLAYERS[name](Random(index), self.effort) if name else None for name in (self.bids, self.plays)
        ]
        if self.against:
            mirror_of(self.against).tell(begin=options, scores=scores, bot=self.bots[1])
        action: SpadesAction | Deal = GAME.rules.deal(state, Random(f"{self.seed} {index}"))
        while True:
            if self.against:
                mirror_of(self.against).tell(action=action.as_json())
            state = RULES.reduce(state, action).state
            if len(state.sheets) > before:
                break
            seat, is_play, number = state.seat, state.phase is SpadesPhase.PLAY, (state.seat + first) % 2
            bot, tally, start = player if is_play else bidder, counts[number], perf_counter()
            # A generator for each choice, as in play: the same choices then lead to the same game.
            seed, effort = f"{self.seed} {index} {seat} {point}", self.effort if is_play else self.bid_effort
            point += 1
            if self.against and number and not bot:
                action = mirror_of(self.against).choose(seed, effort)
            else:
                bot = bot or PLAYERS[self.bots[number]](Random(seed), effort)
                action = bot.choose(GAME.sight(state, seat, self.bots[number]))
            tally["microseconds"] += round(1e6 * (perf_counter() - start))
            tally["choices"] += 1
            if isinstance(action, PlayCard):
                note_mistakes(state, action.card, tally)
            elif isinstance(action, MakeBid) and action.bid.is_nil:
                after = players - state.bids.count(None)
                said = said_of_nil(state, action, Random(f"{self.seed} {index} {seat}"))
                for kind in ("nils", "blind nils" if action.blind else f"nils after {after}"):
                    tally[f"{kind} said"] += said
        note_sheet(state.sheets[-1], state.sides, [counts[(seat + first) % 2] for seat in range(players)])
        return state.sheets[-1]

    def ahead(self, sheet: Sheet, first: int, bag: int) -> float:
        """What the first bot scored more than the other, ``bag`` points being taken off for each bag."""
        points = [line.points - bag * line.bags + (line.penalty if bag else 0) for line in sheet.lines]
        return fmean(points[first::2]) - fmean(points[1 - first :: 2])

    def chance(self, sheet: Sheet, first: int) -> float:
        """How much likelier the first bot is to win the game than the other, after a deal."""
        chances = win_chances(begin(self.options, ()).settings, sheet.lines)
        return fmean(chances[first::2]) - fmean(chances[1 - first :: 2])


class Pair(NamedTuple):
    """What came of a deal that was played twice."""

    points: float
    without_bags: float
    chance: float
    has_nil: bool
    counts: tuple[Counter[str], Counter[str]]
    """By bot."""


def said_of_nil(state: SpadesState, nil: MakeBid, rng: Random) -> int:
    """How often in a thousand a nil is made, as this checkout tells from what the seat sees."""
    knowledge = Knowledge(state)
    deals = [knowledge.deal(rng) for _ in range(SAID)]
    return round(1000 * fmean(worth_of_choices(deal, is_made, (nil,))[nil] for deal in deals))


def is_made(state: SpadesState, bids: Sequence[Bid | None], taken: Sequence[int]) -> float:
    return float(not taken[state.seat])


def note_sheet(sheet: Sheet, sides: Sequence[int], tallies: Sequence[Counter[str]]) -> None:
    """Count the contracts, nils and bags of a deal; the tallies are by seat."""
    for seat, (bid, taken, tally) in enumerate(zip(sheet.bids, sheet.taken, tallies)):
        after = (seat - sheet.dealer - 1) % len(tallies)
        tally["hands"] += 1
        tally[f"hands after {after}"] += 1
        if bid is None:
            continue
        tally["tricks bid"] += bid.tricks
        if bid.is_nil:
            for kind in ("nils", "blind nils" if bid.blind else f"nils after {after}"):
                tally[kind] += 1
                tally[f"{kind} made"] += not taken
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
        points, without_bags, chance = [estimate(found) for found in list(zip(*pairs))[:3]]
        print(
            f"{title:<18}{f'{points:+.2f}':>18}{f'{without_bags:+.2f}':>18}{f'{chance:+.1%}':>18}   {len(pairs)} pairs"
        )


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def rate(counts: Counter[str], kind: str) -> str:
    """The share of nils of a kind that were made, with its error, which counts one made and one failed besides."""
    number = counts[kind]
    likely = (counts[f"{kind} made"] + 1) / (number + 2)
    return f"{counts[f'{kind} made'] / number:.0%} ± {sqrt(likely * (1 - likely) / number):.0%}"


def describe(name: str, counts: Counter[str], pairs: int) -> None:
    print(
        f"{name}: bids {counts['tricks bid'] / counts['hands']:.2f} a hand;"
        f" nil on {share(counts['nils'], counts['hands'])} of the hands;"
        f" set on {share(counts['set'], counts['contracts'])} of {counts['contracts']} contracts;"
        f" {counts['bags'] / counts['deals']:.2f} bags a deal;"
        f" {counts['microseconds'] / counts['choices'] / 1000:.2f} ms a choice"
    )
    for kind in ("nils", *(f"nils after {after}" for after in range(4)), "blind nils"):
        if counts[kind]:
            hands = counts[kind.replace("nils", "hands")]
            bid = f"bid on {share(counts[kind], hands)} of the hands, " if hands else ""
            made, said = counts[f"{kind} made"], counts[f"{kind} said"] / counts[kind] / 1000
            print(f"  {kind}: {bid}made {made} of {counts[kind]}, {rate(counts, kind)}; said {said:.0%}")
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


def checkout(text: str) -> str:
    if not (Path(text) / "tests" / "bench").is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no checkout of this program")
    return str(Path(text).resolve())


def scores(text: str) -> tuple[int, ...] | None:
    if text == "drawn":
        return None
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(
            "give the score of each side, with commas between them, or the word drawn"
        ) from None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser, GAME.name)
    parser.add_argument("--bots", type=bots, default=("steady", "policy"), help="the first one's lead is told")
    parser.add_argument("--against", type=checkout, metavar="CHECKOUT", help="where the second bot comes from")
    parser.add_argument("--bids", choices=tuple(PLAYERS), default="", help="who bids for everyone")
    parser.add_argument("--plays", choices=tuple(PLAYERS), default="", help="who plays for everyone")
    parser.add_argument(
        "--scores",
        type=scores,
        default=(),
        metavar="A,B",
        help="before the deal, the first bot's first; or drawn: at random",
    )
    parser.add_argument(
        "--effort", type=float, default=1.0, help="deals that steady imagines, as a share of those in play"
    )
    parser.add_argument("--bid-effort", type=float, help="the same for a bid, if that differs")
    add_arguments(parser, 300)
    args = parser.parse_args()
    game, options = chosen_game(parser, args)
    if game.name != GAME.name:
        parser.error(f"{args.game} is not Spades")
    if args.scores and len(args.scores) != len(begin(options, ()).scores):
        parser.error(f"--scores: there are {len(begin(options, ()).scores)} sides")

    changed = {key: value for key, value in options.items() if value != GAME.defaults(options)[key]}
    efforts = args.effort, args.effort if args.bid_effort is None else args.bid_effort
    setting = Setting(args.bots, args.against, args.bids, args.plays, changed, args.scores, *efforts, args.seed)
    pairs = play(setting.pair, args)
    names = [args.bots[0], f"{args.bots[1]}{' of the other checkout' if args.against else ''}"]
    print(
        f"{', '.join([args.game, *args.option])}: {names[0]} ahead of {names[1]}"
        f"{f', bids of {args.bids}' if args.bids else ''}{f', play of {args.plays}' if args.plays else ''}"
    )
    print(f"{'':<18}{'points':>18}{'-10 per bag':>18}{'chance to win':>18}")
    report("all deals", pairs)
    report("without nils", [pair for pair in pairs if not pair.has_nil])
    report("with nils", [pair for pair in pairs if pair.has_nil])
    if len({*names}) == 1:
        describe(names[0], sum((count for pair in pairs for count in pair.counts), Counter()), len(pairs))
        return
    for number, name in enumerate(names):
        describe(name, sum((pair.counts[number] for pair in pairs), Counter()), len(pairs))


if __name__ == "__main__":
    main()
