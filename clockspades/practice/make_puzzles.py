"""Make the puzzles that come with the program: ``python -m clockspades.practice.make_puzzles``.

Bots play games, and each ending is searched for a choice that is proved to be the best. The same seed makes the same
file.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.phrases import count as counted
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_rules import State as ClogsState
from clockspades.games.spades.state import Phase, seats_of
from clockspades.games.spades.state import State as SpadesState
from clockspades.practice.goals import Goal, Tricks, Win, goal_as_json
from clockspades.practice.proof import NoProofError, Proof, prove
from clockspades.practice.puzzles import FILE, GRADES, Puzzle, table_names
from clockspades.saved.log import dump, format_action
from clockspades.simulation.simulate import Simulation

SEED: Final = 1
LATE: Final = 5
"""The most tricks that are left in an ending."""
MOST_DEALS: Final = 1000
"""The most deals that fit what the player has seen."""
SIZES: Final = (100, 500, 4000)
"""The steps of a proof from each of which on the puzzle is harder by a grade."""


class Form(NamedTuple):
    """A form of a game, and its puzzles."""

    game: str
    options: Mapping[str, OptionValue]
    bot: str
    """Who plays in every seat."""
    wanted: tuple[int, ...]
    """How many puzzles by grade."""


FORMS: Final = (
    Form("clock", {"variant": "watch"}, "steady", (3, 3, 2, 0, 0)),
    Form("clockwork-spades", {"rules": "pagat"}, "random", (2, 4, 5, 6, 6)),
    Form("clockwork-spades", {"rules": "gamerules"}, "random", (3, 2, 1, 0, 0)),
    Form("clogs", {"players": 2}, "quick", (2, 1, 1, 0, 0)),
    Form("clogs", {"players": 3}, "quick", (2, 2, 2, 3, 3)),
    Form("clogs", {"players": 4}, "quick", (1, 1, 2, 3, 3)),
    Form("spades", {}, "quick", (3, 3, 3, 4, 4)),
    Form("spades", {"mode": "cutthroat"}, "quick", (1, 1, 1, 2, 2)),
    Form("spades", {"players": 3}, "quick", (2, 2, 2, 1, 1)),
    Form("spades", {"players": 2}, "quick", (1, 1, 1, 1, 1)),
)


def make(seed: int) -> Iterator[Puzzle]:
    """The puzzles, form by form."""
    for form in FORMS:
        wanted = list(form.wanted)
        for index in count():
            if not any(wanted):
                break
            for puzzle in puzzles_of_game(form, seed, index):
                if wanted[puzzle.grade - 1]:
                    wanted[puzzle.grade - 1] -= 1
                    yield puzzle
                    break  # one of each game


def puzzles_of_game(form: Form, seed: int, index: int) -> Iterator[Puzzle]:
    """The puzzles in the first deal of one game between bots, each with the most ambitious aim that is certain."""
    game = find_game(form.game)
    assert game is not None, "the form is of a game in the catalogue"
    rules, options = game.rules, game.configure(form.options)
    simulation = Simulation(game, options, (form.bot,) * game.seats(options), seed)
    lines: list[dict[str, Json]] = []
    for state, action, actor, _ in simulation.positions(index):
        if action is not None:
            lines.append(format_action(actor, action))
        seat = rules.to_act(state)
        if lines and seat is None:
            return
        if seat is None or len(rules.legal_actions(state)) < 2:
            continue
        view = rules.observe(state, seat)
        goals = tuple(aims(view, seat))
        deals = list(islice(rules.possible_deals(view, seat), MOST_DEALS + 1)) if goals else []
        for aim, goal in goals if len(deals) <= MOST_DEALS else ():
            try:
                proof = prove(rules, view, deals, goal, is_alone=len(simulation.bots) == 1)
            except NoProofError:
                continue
            puzzle = Puzzle(
                key="",
                grade=grade(game, view, proof),
                game=game.name,
                options=form.options,
                aim=aim,
                goal=goal_as_json(goal),
                deals=proof.deals,
                reach=[(choice.as_json(), reached) for choice, reached in proof.reach.items()],
                actions=tuple(lines),
            )
            yield puzzle._replace(key=key_of(puzzle))
            break


def key_of(puzzle: Puzzle) -> str:
    """The key of a puzzle. It follows from the position and the goal, so that it never names another puzzle."""
    position = json.dumps([puzzle.options, puzzle.goal, puzzle.actions])
    return f"{puzzle.game}-{sha256(position.encode()).hexdigest()[:8]}"


def grade(game: AnyGame, view: Any, proof: Proof) -> int:
    """How difficult a puzzle is, from 1 to :data:`GRADES`.

    A long proof makes it difficult, another choice that works in half as many deals, and a bot that chooses wrong.
    """
    best, second, *_ = proof.reach
    bots = [bot for bot in game.bots if bot != game.quickest_bot and not game.sees_all(bot)]
    points = (
        *(proof.steps >= size for size in SIZES),
        2 * proof.reach[second] >= proof.reach[best],
        not all(game.rules.alike(game.make_bot(bot, Random(0)).choose(view), best) for bot in bots),
    )
    return min(1 + sum(points), GRADES)


def aims(view: Any, seat: int) -> Iterator[tuple[str, Goal]]:
    """What the player can try to reach, in words and exactly; the most ambitious first."""
    match view:
        case ClogsState():
            return _aims_in_clogs(view, seat)
        case SpadesState():
            return _aims_in_spades(view, seat)
    return iter([("win the game", Win((seat,)))])


def _aims_in_clogs(view: ClogsState, seat: int) -> Iterator[tuple[str, Goal]]:
    """To take some of the tricks that are left."""
    left, taken = view.tricks_left, view.taken[seat]
    for more in range(left if left <= LATE else 0, 0, -1):
        yield f"take {counted(more, 'more trick')}", Tricks((seat,), (seat,), taken + more, taken + left)


def _aims_in_spades(view: SpadesState, seat: int) -> Iterator[tuple[str, Goal]]:
    """To make one's own contracts and nils, and to set those of others."""
    left = view.tricks_left
    if view.phase is not Phase.PLAY or left > LATE:
        return
    sides, most = view.sides, view.settings.hand
    allies = (seat, *(mate for mate in seats_of(sides, sides[seat]) if mate != seat))
    names = table_names(len(sides), seat)
    for side in sorted({*sides}, key=lambda side: side != sides[seat]):
        bids = {mate: made.tricks for mate in seats_of(sides, side) if (made := view.bids[mate]) is not None}
        takers = tuple(mate for mate, bid in bids.items() if bid)
        contract, taken = sum(bids.values()), sum(view.taken[mate] for mate in takers)
        if taken < contract <= taken + left and side == sides[seat]:
            yield "make your contract", Tricks(allies, takers, contract, most)
        elif taken < contract <= taken + left:
            whom = names[takers[0]] if len(bids) == 1 else "the other side"
            yield f"set {whom}", Tricks(allies, takers, 0, contract - 1)
        for mate, bid in bids.items():
            whose = "your" if mate == seat else f"{names[mate]}'s"
            if bid or view.taken[mate]:
                continue
            if side == sides[seat]:
                yield f"{'make' if mate == seat else 'save'} {whose} nil", Tricks(allies, (mate,), 0, 0)
            else:
                yield f"set {whose} nil", Tricks(allies, (mate,), 1, most)


def in_order(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles of the same grade together, the easiest first. In each grade the forms take turns."""
    made: Counter[tuple[str, str, int]] = Counter()
    ordered: list[tuple[int, int, Puzzle]] = []
    for puzzle in puzzles:
        kind = (puzzle.game, str(puzzle.options), puzzle.grade)
        ordered.append((puzzle.grade, made[kind], puzzle))
        made[kind] += 1
    return [puzzle for *_, puzzle in sorted(ordered, key=lambda entry: entry[:2])]


def main() -> None:
    """Write the file of puzzles."""
    lines = (dump(puzzle._asdict()) for puzzle in in_order(make(SEED)))
    (Path(__file__).parent / FILE).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
