"""The puzzles that come with the program: endings in which one choice is proved to be the best.

``python -m puzzles.make`` writes them into ``puzzles.jsonl``, one a line.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from clockspades.engine.codec import Codec
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.language import _, cached, marked, pgettext
from clockspades.practice.exercise import Exercise, Solution
from clockspades.saved.log import parse_action

FILE: Final = "puzzles.jsonl"
_SOUTH, _WEST, _NORTH, _EAST = marked("player of a puzzle", "South", "West", "North", "East")
NAMES: Final = ((), (_SOUTH,), (_SOUTH, _NORTH), (_SOUTH, _WEST, _EAST), (_SOUTH, _WEST, _NORTH, _EAST))
"""By number of players their names, clockwise from the one who solves the puzzle."""
AIMS: Final = marked(
    "aim, after 'you' or ':'", "win the game", "make your contract", "set the other side", "set West", "set North",
    "set East", "take 1 more trick", "take 2 more tricks", "take 3 more tricks", "take 4 more tricks",
)  # fmt: skip


class Puzzle(NamedTuple):
    """A puzzle, as the file has it."""

    key: str
    """Names it for good: no other puzzle ever gets this key."""
    grade: int
    """How difficult it is, from 1 to 5."""
    game: str
    options: Mapping[str, OptionValue]
    aim: str
    """The goal in words: ``make your contract``."""
    goal: Mapping[str, Any]
    deals: int
    """How many deals fit what the player has seen."""
    reach: tuple[tuple[Mapping[str, Json], int], ...]
    """Each choice, the best first, and the deals in which it reaches the goal, as a proof has them."""
    actions: tuple[Mapping[str, Json], ...]
    """The game up to the position, line by line as in a log."""

    @property
    def solver(self) -> int:
        solver: int = self.goal["allies"][0]
        return solver

    def session(self) -> AnySession:
        """A new session that shows the position. The player who solves the puzzle is a person, the others are bots."""
        game = find_game(self.game)
        assert game is not None, "the puzzles are of games in the catalogue"
        options = game.configure(self.options)
        names = [pgettext("player of a puzzle", each) for each in table_names(game.seats(options), self.solver)]
        kinds = [HUMAN if seat == self.solver else BOT + game.best_bot for seat in range(len(names))]
        session = Session(game, options, [Seat(name, kind) for name, kind in zip(names, kinds)])
        for line in self.actions:
            session.act(parse_action(game, line))
        return session

    def proof(self, session: AnySession) -> Mapping[Action, int]:
        """By choice, the best first, the deals in which it reaches the goal, as a proof has them."""
        return {parse_action(session.game, line): deals for line, deals in self.reach}

    def solution(self, session: AnySession) -> Solution:
        proof = self.proof(session)
        best = next(iter(proof))
        rules = session.game.rules
        right = tuple(action for action in rules.legal_actions(session.state) if rules.alike(action, best))
        if len(session.seats) == 1:
            return Solution(right, self._odds(best, session), {action: n / self.deals for action, n in proof.items()})
        return Solution(right, self._certainty(best, session))

    def _odds(self, best: Action, session: AnySession) -> str:
        """The proof in words, for a single player."""
        most, second = (deals for __, deals in self.reach[:2])
        return _(
            "If you {choose}, you {reach} in {most} of {deals} possible orders of the face-down cards. The next best"
            " choice wins in {second}.",
            choose=session.game.words.doing(best), reach=self._reach, most=most, deals=self.deals,
            second=second or pgettext("orders of cards", "none"),
        )  # fmt: skip

    def _certainty(self, best: Action, session: AnySession) -> str:
        """The proof in words, where others play too."""
        second, choose = self.reach[1][1], session.game.words.doing(best)
        name, *more = (name for seat, name in enumerate(session.names) if seat != self.solver)
        whatever = (
            pgettext("proof", "whatever the others do")
            if more
            else pgettext("proof", "whatever {name} does", name=name)
        )
        if self.deals == 1:
            return _(
                "Only one deal fits what you have seen. If you {choose}, you {reach} in it, {whatever}."
                " Any other choice fails against best play.",
                choose=choose, reach=self._reach, whatever=whatever,
            )  # fmt: skip
        fails = (
            pgettext("deals", "at least {number}", number=self.deals - second) if second else pgettext("deals", "all")
        )
        return _(
            "If you {choose}, you {reach} in all {deals} deals that fit what you have seen, {whatever}."
            " Any other choice fails in {fails} of them against best play, even if you see all cards.",
            choose=choose, reach=self._reach, deals=self.deals, whatever=whatever, fails=fails,
        )  # fmt: skip

    @property
    def _reach(self) -> str:
        return pgettext("aim, after 'you' or ':'", self.aim)


PUZZLES: Final = Codec(Puzzle)


def table_names(players: int, solver: int) -> tuple[str, ...]:
    """The names by seat: South solves the puzzle."""
    return tuple(NAMES[players][(seat - solver) % players] for seat in range(players))


def read_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of the file, the easiest first."""
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return tuple(map(PUZZLES.read_text, text.splitlines()))


@cached
def puzzles() -> tuple[Exercise, ...]:
    return tuple(
        Exercise(
            puzzle.key, _("Puzzle {number}", number=number), puzzle.session, puzzle.solution,
            pgettext("aim, after 'you' or ':'", puzzle.aim), puzzle.grade,
        )
        for number, puzzle in enumerate(read_puzzles(), 1)
    )  # fmt: skip
