"""The practice screen: what there is to do of a player's own mistakes and of the puzzles."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from clockspades.engine.days import local_today
from clockspades.language import N_, _
from clockspades.practice.agenda import Drill, agenda, by_grade, mistakes_words, puzzle_drill, puzzles_words
from clockspades.practice.exercise import Exercise
from clockspades.practice.mistakes import OwnMistakes, own_mistakes
from clockspades.practice.puzzles import puzzles as all_puzzles
from clockspades.practice.schedule import ExerciseProgress, is_due, practice_path, read_progress
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.screens.drill import next_position
from clockspades.tui.screens.kinds import CHOOSE, MenuScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.menu_item import MenuItem

MISTAKES: Final = Command("m", "mistakes", N_("Practice your mistakes"))
GRADES: Final = tuple(
    Command(
        str(grade), f"puzzles({grade})", does, name=f"grade_{grade}",
        when=partial(lambda grade, self: grade in self._grades, grade),
    )
    for grade, does in enumerate((
        N_("Solve puzzles of grade 1"), N_("Solve puzzles of grade 2"), N_("Solve puzzles of grade 3"),
        N_("Solve puzzles of grade 4"), N_("Solve puzzles of grade 5"),
    ), 1)
)  # fmt: skip


class PracticeScreen(MenuScreen):
    """Own mistakes, which are looked for meanwhile, and puzzles."""

    CSS = """
    PracticeScreen {
        align: center middle;

        #practice { max-width: 70; }
        #name { margin: 0 0 1 0; }
        #last { padding: 0 1; color: $bright; }
        .about { padding: 0 3; color: $text-quiet; }
        #mistakes { min-height: 2; } /* or what stands below would move under a click once games are found */
        &.-compact .about { padding: 0 2; }
        &.-tall .about, &.-high .about { margin: 0 0 1 0; }
        &.-short #name { margin: 0; }
    }
    """
    commands: tuple[Command, ...] = (MISTAKES, *GRADES, HELP, BACK, QUIT)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, PALETTE, HELP, BACK)

    def __init__(self, puzzles: Sequence[Exercise] = ()) -> None:
        """``puzzles`` are those that come with the program if none are given."""
        super().__init__()
        self._grades = by_grade(puzzles or all_puzzles())
        self._found: OwnMistakes | None = None
        self._progress: Mapping[str, ExerciseProgress] = {}
        self._drill: Drill | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        with Vertical(id="practice", classes="column"):
            yield Banner(Words(_("Practice"), "$gold"), single=24, id="name")
            yield Static(id="last")
            yield MenuItem(_("Your mistakes"), "mistakes", hot="m")
            yield Static(id="mistakes", classes="about")
            for grade in self._grades:
                yield MenuItem(_("Puzzles, grade {grade}", grade=grade), f"puzzles({grade})", hot=str(grade))
                yield Static(id=f"grade-{grade}", classes="about")

    def on_mount(self) -> None:
        """Begin to look for mistakes, and say it if the progress can't be read."""
        kept = read_progress(practice_path())
        if kept.complaint:
            self.notify(kept.complaint, severity="warning", markup=False)
        run_in_thread(self, partial(self._look, local_today()))

    def on_screen_resume(self) -> None:
        self.fill()

    def _look(self, today: date) -> None:
        """Look for mistakes in a thread until the screen is left."""
        worker = get_current_worker()
        for found in own_mistakes(self.app.archive, today, lambda _: not worker.is_cancelled):
            self.call_later(self._more, found)

    def _more(self, found: OwnMistakes) -> None:
        self._found = found
        self.fill()

    def fill(self) -> None:
        today = local_today()
        self._progress = read_progress(practice_path()).progress
        words = mistakes_words(self._found, self._progress, today)
        self.query_one("#mistakes", Static).update(card_text(words))
        for grade, puzzles in self._grades.items():
            marks = "".join(mark(self._progress.get(puzzle.key), today) for puzzle in puzzles)
            solved = Content.styled(marks, "$gold") + Content(f"  {puzzles_words(puzzles, self._progress, today)}")
            self.query_one(f"#grade-{grade}", Static).update(solved)
        self.query_one("#last", Static).update(card_text("" if self._drill is None else self._drill.words))

    def action_mistakes(self) -> None:
        found = () if self._found is None else self._found.exercises
        self._begin(agenda(found, self._progress, local_today()).drill)

    def action_puzzles(self, grade: int) -> None:
        if grade in self._grades:
            self._begin(puzzle_drill(self._grades[grade], self._progress, local_today()))

    def _begin(self, exercises: Sequence[Exercise]) -> None:
        drill = Drill(exercises)
        first = next_position(self.app, drill)
        if first is not None:
            self._drill = drill
            self.app.push_screen(first)


def mark(progress: ExerciseProgress | None, today: date) -> str:
    """A mark for a puzzle: solved, missed, missed and due today, or not answered yet."""
    if progress is None:
        return glyphs().bullet
    return glyphs().full if progress.is_done else glyphs().wrong if is_due(progress, today) else glyphs().hollow
