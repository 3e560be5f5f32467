"""Practice in line mode: the same questions as on the screen, in lines of text."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from clockspades.engine.days import local_today
from clockspades.engine.phrases import sentence
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.language import N_, _, headed, ngettext, pgettext
from clockspades.plain.choices import command_of, commanded, find_choice, numbered, what_to_type, word_here
from clockspades.plain.plain_table import describe_table, names_of_parts
from clockspades.plain.plain_voice import Voice
from clockspades.plain.talk import LeftError, Talk, cards_help, phrases_of
from clockspades.plain.typed_lines import Lines
from clockspades.practice import agenda
from clockspades.practice.exercise import Exercise, question
from clockspades.practice.mistakes import OwnMistakes
from clockspades.practice.schedule import ExerciseProgress, PracticeError, practice_path, read_progress
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError


class _BackError(Exception):
    """The person goes back to the choice of what to practice."""


class PracticeTalk(Talk):
    """Practice with someone who types lines of text."""

    def __init__(
        self, found: Iterator[OwnMistakes], puzzles: Sequence[Exercise], lines: Lines, say: Voice, archive: Archive
    ) -> None:
        """``found`` are the player's own mistakes, more of them each time; ``archive`` tells which games are new."""
        super().__init__(lines, say)
        self._more, self._found = found, next(found)
        self._grades, self._archive = agenda.by_grade(puzzles), archive
        self._lost: list[PracticeError] = []
        """Why answers could not be saved, one for each of them."""

    def hold(self) -> None:
        kept = read_progress(practice_path())
        if kept.complaint:
            self._say(kept.complaint)
        try:
            while True:
                self._choose()
        except LeftError:
            words = _("Your answers are saved.")
            if self._lost:
                path = printable(str(self._lost[-1].path))
                words = ngettext(
                    "{number} answer could not be saved in {path}", "{number} answers could not be saved in {path}",
                    len(self._lost), path=path,
                )  # fmt: skip
                words = f"{words}: {self._lost[-1].reason}."
            self._say(words)

    def _choose(self) -> None:
        today, progress = local_today(), read_progress(practice_path()).progress
        self._say(f"1: {_('Your mistakes.')} {agenda.mistakes_words(self._found, progress, today)}")
        for number, (grade, puzzles) in enumerate(self._grades.items(), 2):
            about = _("Puzzles, grade {grade}.", grade=grade)
            self._say(f"{number}: {about} {agenda.puzzles_words(puzzles, progress, today)}")
        names, here = (
            (mistakes, *(f"{puzzles} {grade}" for grade in self._grades))
            for mistakes, puzzles in (("mistakes", "puzzles"), map(word_here, ("mistakes", "puzzles")))
        )
        what = N_("type a number from 1 to {last}, or {quit}") if len(names) > 1 else N_("type 1, or {quit}")
        self._say(sentence(what := commanded(what, last=len(names))))
        try:
            chosen = find_choice(self._read(what), names, here)
        except _BackError:
            return
        if chosen is None:
            return
        if chosen:
            self._drill(agenda.puzzle_drill(self._grades[[*self._grades][chosen - 1]], progress, today))
        else:
            self._drill(self._mistakes(progress))

    def _mistakes(self, progress: Mapping[str, ExerciseProgress]) -> tuple[Exercise, ...]:
        """The mistakes to practice now. If there are none, more games are reviewed, until there are some."""
        while not (todo := agenda.agenda(self._found.exercises, progress, local_today()).drill):
            if self._found.reviewed < self._found.games:
                self._say(_("Reviewing one of your games…"))
            found = next(self._more, None)
            if found is None:
                break
            self._found = found
        return todo

    def _drill(self, exercises: Sequence[Exercise]) -> None:
        drill = agenda.Drill(exercises)
        try:
            while drill.go_on():
                self._exercise(drill)
        except _BackError:
            pass
        finally:
            self._lost += drill.lost
        if drill.answers:
            self._say(drill.words)

    def _exercise(self, drill: agenda.Drill) -> None:
        """Show a position, take an answer, and say what is right and why."""
        try:
            session = drill.exercise.open()
        except LogError as error:
            self._say(str(error))
            return
        answer = self._ask(drill, session)
        if answer is None:
            return
        solution = drill.exercise.solve(session)
        words = drill.answer(local_today(), is_right=answer in solution.right)
        self._say(agenda.verdict(solution, answer, session))
        for line in agenda.choice_lines(solution, answer, session):
            self._say(headed(line.chance, f"{line.words}{f' ({line.notes})' if line.notes else ''}"))
        self._say(solution.why)
        if words:
            self._say(words)
        what = commanded("press Enter for the next position, or type {back} or {quit}")
        self._say(sentence(what))
        self._read(what)

    def _ask(self, drill: agenda.Drill, session: AnySession) -> Action | None:
        seat, rules = session.to_act, session.game.rules
        assert seat is not None, "an exercise asks for a choice"
        offered = phrases_of(session, seat)
        at = pgettext("in parentheses", "{number} of {all}", number=drill.number, all=len(drill.exercises))
        asked = f"{question(drill.exercise, session)} ({at})"
        choices = (asked, *numbered(offered))
        commands: dict[str, Callable[[int], None]] = {
            "choices": lambda seat: self._say_all(choices),
            "rules": lambda seat: self._say(session.game.rules_text(session.game.preset(session.options))),
            "help": lambda seat: self._say_all(_help(session, seat)),
        }
        what = commanded("type {choice}, or {help}, {skip}, {back} or {quit}", choice=what_to_type(offered))
        rule = drill.rule(session, self._archive)
        drill.explained(session)
        self._say_all(("", *describe_table(session, seat), *([rule] if rule else []), *choices))
        while command_of(typed := self._read(what)) != "skip":
            action = self._heed(typed, session, seat, commands, what)
            if action is None:
                continue
            why_not = rules.why_not(session.view(seat), action)
            if not why_not:
                return action
            self._say(why_not)
        return None

    def _read(self, what: str) -> str:
        """The next line that is no way out."""
        typed = super()._read(what)
        if command_of(typed) == "back":
            raise _BackError
        return typed


def _help(session: AnySession, seat: int) -> Iterator[str]:
    """What can be typed at a position, by what a player wants."""
    yield _("Answer: type the number of a choice, or its words.")
    yield commanded("Choices: type {choices} to list them again.")
    parts = names_of_parts(session, seat)
    yield commanded("Table: type {table} for everything, or one part: {parts}.", parts=parts)
    yield commanded("Events: type {log} for all that happened before.")
    yield cards_help()
    yield commanded("Rules: type {rules}.")
    yield commanded("Leave: type {skip} for the next position, {back} for the list, or {quit}. Every answer is saved.")
