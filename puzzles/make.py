"""Make the puzzles that come with the program: ``python -m puzzles.make``.

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
from clockspades.games.catalogue import find_game
from clockspades.practice import puzzles as package
from clockspades.practice.puzzles import FILE, PUZZLES, Puzzle, table_names
from clockspades.saved.log import action_line, parse_object
from clockspades.simulation.simulate import Simulation
from puzzles.endings import aims, goal_as_json, possible_deals
from puzzles.proof import GoalProof, NoProofError, prove

SEED: Final = 1
MOST_DEALS: Final = 1000
"""The most deals that fit what the player has seen."""
GRADES: Final = 5
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
    for state, action, actor, *_ in simulation.positions(index):
        if action is not None:
            lines.append(parse_object(action_line(actor, action)))
        seat = rules.to_act(state)
        if lines and seat is None:
            return
        if seat is None or len(rules.legal_actions(state)) < 2:
            continue
        view = rules.observe(state, seat)
        goals = tuple(aims(view, seat, table_names(len(simulation.bots), seat)))
        deals = list(islice(possible_deals(view, seat), MOST_DEALS + 1)) if goals else []
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
                reach=tuple((choice.as_json(), reached) for choice, reached in proof.reach.items()),
                actions=tuple(lines),
            )
            yield puzzle._replace(key=key_of(puzzle))
            break


def key_of(puzzle: Puzzle) -> str:
    """The key of a puzzle. It follows from the position and the goal, so that it never names another puzzle."""
    position = json.dumps([puzzle.options, puzzle.goal, puzzle.actions])
    return f"{puzzle.game}-{sha256(position.encode()).hexdigest()[:8]}"


def grade(game: AnyGame, view: Any, proof: GoalProof) -> int:
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
    lines = (PUZZLES.write_text(puzzle) + "\n" for puzzle in in_order(make(SEED)))
    (Path(package.__file__).parent / FILE).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
