"""A drill: exercises one after the other, and how they were answered."""

from collections.abc import Sequence
from datetime import date

from clockspades.engine.session import AnySession
from clockspades.practice.agenda import returning
from clockspades.practice.exercise import Exercise
from clockspades.practice.schedule import PracticeError, keep_answer, practice_path
from clockspades.saved.archive import Archive
from clockspades.table.model import AnyTableModel, Selection
from clockspades.table.table_rules import AnyTableRules, Choose


class Drill:
    """The exercises of one drill. It begins before the first one."""

    def __init__(self, exercises: Sequence[Exercise]) -> None:
        self.exercises = tuple(exercises)
        self.number = 0
        """The number of the exercise that is shown, from 1."""
        self.answers: list[bool] = []
        """Whether each answer so far was right."""
        self._explained: set[str] = set()
        """The games whose rule was told."""
        self.lost: list[PracticeError] = []
        """Why answers could not be saved, one for each of them."""

    @property
    def exercise(self) -> Exercise:
        """The exercise that is shown."""
        return self.exercises[self.number - 1]

    def go_on(self) -> bool:
        """Go to the next exercise; False if there is none."""
        if self.number == len(self.exercises):
            return False
        self.number += 1
        return True

    def rule(self, session: AnySession, archive: Archive) -> str:
        """The one rule that the puzzle shown needs, if its game was never played, and the rule not yet told; or empty.

        This reads how every saved game starts.
        """
        game = session.game
        if not self.exercise.grade or game.name in self._explained or any(archive.headers(game)):
            return ""
        return game.words.key_rule(session.view(session.to_act))

    def explained(self, session: AnySession) -> None:
        """Note that the rule was told: once in a drill is enough."""
        self._explained.add(session.game.name)

    def answer(self, today: date, *, is_right: bool) -> str:
        """Write down an answer. A sentence about when the exercise comes back, or why that can't be saved; or empty."""
        self.answers.append(is_right)
        try:
            progress = keep_answer(practice_path(), self.exercise.key, today, is_right=is_right)
        except PracticeError as error:
            self.lost.append(error)
            return str(error)
        return returning(progress, today)

    @property
    def words(self) -> str:
        """How many answers were right so far, in a sentence; empty before the first one."""
        return f"{sum(self.answers)} of {len(self.answers)} right." if self.answers else ""


DIGITS = range(10)


def is_chosen(rules: AnyTableRules, model: AnyTableModel) -> bool:
    """Whether what a key has just pointed at can be done at once: no second digit can change it.

    Not where Enter does the same whatever is pointed at: there the key only looks at something.
    """
    untouched = model._replace(selection=Selection())
    if isinstance(rules.confirm(untouched), Choose) or not isinstance(rules.confirm(model), Choose):
        return False
    anew = model._replace(selection=model.selection._replace(typed=False))
    return all(rules.digit(model, digit) == rules.digit(anew, digit) for digit in DIGITS)
