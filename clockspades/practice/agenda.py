"""What there is to practice today, what is said of it and of an answer, and a drill of some exercises."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from clockspades.bots.adviser import distinct
from clockspades.engine.days import coming_day
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.engine.wording import is_you, said
from clockspades.language import _, either, ngettext, npgettext, percent, pgettext
from clockspades.practice.exercise import Exercise, Solution
from clockspades.practice.mistakes import OwnMistakes
from clockspades.practice.schedule import ExerciseProgress, PracticeError, is_due, keep_answer, practice_path
from clockspades.saved.archive import Archive

MOST: Final = 12
MOST_NAMED: Final = 3
"""The most right choices that a verdict names."""
MOST_CHOICES: Final = 8
"""The most choices that an answer lists, besides the player's own."""


# -- what there is to do -------------------------------------------------------------------------------------


class Agenda(NamedTuple):
    due: tuple[Exercise, ...] = ()
    """Those that were missed and come back now, the one that has waited longest first."""
    new: tuple[Exercise, ...] = ()
    """Those that were never answered, in their own order."""
    next_day: date | None = None
    """The next day on which one comes back; None if none does."""
    done: int = 0

    @property
    def drill(self) -> tuple[Exercise, ...]:
        return (*self.due, *self.new)[:MOST]

    def words(self, today: date) -> str:
        """What there is to do, in a sentence; empty if there are no exercises at all."""
        if self.due or self.new:
            due = npgettext("exercises", "{number} due today", "{number} due today", len(self.due)) if self.due else ""
            new = npgettext("exercises", "{number} new", "{number} new", len(self.new)) if self.new else ""
            return f"{', '.join(filter(None, (due, new)))}."
        if self.next_day is not None:
            return _("Nothing is due today. The next one comes back {day}.", day=coming_day(self.next_day, today))
        return _("All done: nothing comes back.") if self.done else ""


def agenda(exercises: Sequence[Exercise], progress: Mapping[str, ExerciseProgress], today: date) -> Agenda:
    answered = {one.key: progress.get(one.key) or progress.get(one.older_key) for one in exercises}
    known = [(exercise, found) for exercise in exercises if (found := answered[exercise.key]) is not None]
    due = sorted((one for one in known if is_due(one[1], today)), key=lambda one: one[1].due or today)
    later = [one.due for _, one in known if one.due is not None and one.due > today]
    return Agenda(
        tuple(exercise for exercise, _ in due),
        tuple(exercise for exercise in exercises if answered[exercise.key] is None),
        min(later, default=None),
        sum(one.is_done for _, one in known),
    )


def mistakes_words(found: OwnMistakes | None, progress: Mapping[str, ExerciseProgress], today: date) -> str:
    """What there is to do of the player's own mistakes; None while the reviews that are kept are being read."""
    if found is None:
        return _("Looking for your games…")
    if not found.games:
        return _("No finished games yet: play one first. Games with a bot that sees all cards do not count.")
    is_ready = found.reviewed == found.games
    todo = agenda(found.exercises, progress, today).words(today)
    if not todo and is_ready:
        return ngettext("No mistakes found in {number} game.", "No mistakes found in {number} games.", found.games)
    if is_ready:
        return todo
    return f"{todo} {_('Reviewing your games: {done} of {of} done.', done=found.reviewed, of=found.games)}".lstrip()


def by_grade(puzzles: Sequence[Exercise]) -> dict[int, tuple[Exercise, ...]]:
    grades = sorted({puzzle.grade for puzzle in puzzles})
    return {grade: tuple(puzzle for puzzle in puzzles if puzzle.grade == grade) for grade in grades}


def puzzles_words(puzzles: Sequence[Exercise], progress: Mapping[str, ExerciseProgress], today: date) -> str:
    todo = agenda(puzzles, progress, today)
    if not todo.due:
        return _("{done} of {of} solved.", done=todo.done, of=len(puzzles))
    return _("{done} of {of} solved, {due} due today.", done=todo.done, of=len(puzzles), due=len(todo.due))


def puzzle_drill(
    puzzles: Sequence[Exercise], progress: Mapping[str, ExerciseProgress], today: date
) -> tuple[Exercise, ...]:
    """The puzzles of one drill; once there is nothing left to do, any of them again."""
    return agenda(puzzles, progress, today).drill or tuple(puzzles)


# -- what is said of an answer -------------------------------------------------------------------------------


class ChoiceLine(NamedTuple):
    """A choice in the list after an answer."""

    chance: str
    """``62%``; empty if that is not known."""
    words: str
    notes: str
    """What is said of it: ``best, your answer``; empty if nothing."""
    is_right: bool


def verdict(solution: Solution, answer: Action, session: AnySession) -> str:
    """Whether the answer of the player to act is right, and which one is best. The one person also hears why."""
    words, best, seat, names = session.game.words, solution.right[0], session.to_act or 0, session.names_at_table
    done, better = (
        f"{words.chosen(action)} ({percent(solution.chances[action])})"
        if action in solution.chances
        else words.chosen(action)
        for action in (answer, best)
    )
    reason = words.reason(session.view(seat), best) if is_you(names, seat) else ""
    if answer == best:
        return f"{_('Right: {choice}.', choice=done)} {reason}".rstrip()
    if answer in solution.right:
        return _("Right: {choice} is as good as {best}.", choice=done, best=better)
    chose = said(names, seat, "[You|{name}] chose {choice}.", choice=done)
    if 1 < len(solution.right) <= MOST_NAMED:
        others = either([words.chosen(action) for action in solution.right[1:]])
        return f"{_('Better: {choice} or {others}.', choice=better, others=others)} {chose}"
    return f"{_('Better: {choice}.', choice=better)} {chose} {reason}".rstrip()


def choice_lines(solution: Solution, answer: Action, session: AnySession) -> tuple[ChoiceLine, ...]:
    """The choices with their win chances, the best first; only the first ones, and the player's own."""
    if not solution.chances:
        return ()
    view = session.view(session.to_act)
    offered = [hint.action for hint in distinct(session.game.words.hints(view, session.names))]
    own = [action for action in (answer, solution.played) if action in solution.chances and action not in offered]
    ranked = sorted((*offered, *dict.fromkeys(own)), key=lambda action: -solution.chances[action])
    return tuple(
        ChoiceLine(
            percent(solution.chances[action]),
            session.game.words.in_short(action),
            ", ".join(_notes(solution, answer, action)),
            action in solution.right,
        )
        for place, action in enumerate(ranked)
        if place < MOST_CHOICES or action in (answer, solution.played)
    )


def _notes(solution: Solution, answer: Action, action: Action) -> Iterator[str]:
    if action == solution.right[0]:
        yield pgettext("note on a choice", "best")
    elif action in solution.right:
        yield pgettext("note on a choice", "as good")
    if action == answer:
        yield pgettext("note on a choice", "your answer")
    if action == solution.played:
        yield pgettext("note on a choice", "played in the game")


def returning(progress: ExerciseProgress, today: date) -> str:
    """When an exercise that was just answered comes back, in a sentence; empty if it was right at once."""
    if progress.due is not None:
        return _("It comes back {day}.", day=coming_day(progress.due, today))
    return _("You have learned it: it does not come back.") if progress.rights else ""


class Drill:
    """The exercises of one drill. It begins before the first one."""

    def __init__(self, exercises: Sequence[Exercise]) -> None:
        self.exercises = tuple(exercises)
        self.number = 0
        """The number of the exercise that is shown, from 1."""
        self.answers: list[bool] = []
        self._explained: set[str] = set()
        self.lost: list[PracticeError] = []
        """Why answers could not be saved, one for each of them."""

    @property
    def exercise(self) -> Exercise:
        return self.exercises[self.number - 1]

    def go_on(self) -> bool:
        """Go to the next exercise; False if there is none."""
        if self.number == len(self.exercises):
            return False
        self.number += 1
        return True

    def rule(self, session: AnySession, archive: Archive) -> str:
        """The rule that the puzzle shown needs, if its game was never played and the rule was not told yet; else empty.

        This reads how every saved game starts.
        """
        game = session.game
        if not self.exercise.grade or game.name in self._explained or archive.logs_of(game):
            return ""
        return game.words.key_rule(session.view(session.to_act))

    def explained(self, session: AnySession) -> None:
        """Note that the rule was told: once in a drill is enough."""
        self._explained.add(session.game.name)

    def answer(self, today: date, *, is_right: bool) -> str:
        """Write down an answer. A sentence about when the exercise comes back, or why that can't be saved; or empty."""
        self.answers.append(is_right)
        try:
            one = self.exercise
            progress = keep_answer(practice_path(), one.key, today, is_right=is_right, older_key=one.older_key)
        except PracticeError as error:
            self.lost.append(error)
            return str(error)
        return returning(progress, today)

    @property
    def words(self) -> str:
        """How many answers were right so far, in a sentence; empty before the first one."""
        return _("{right} of {of} right.", right=sum(self.answers), of=len(self.answers)) if self.answers else ""
