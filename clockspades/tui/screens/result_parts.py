"""The parts of the result with the rows that each of them takes: what :mod:`clockspades.tui.layout.result` lays out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content
from textual.geometry import Size

from clockspades.engine.phrases import count
from clockspades.statistics.milestones import news_words
from clockspades.table.glyphs import glyphs
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.table.widget_models import Trophy
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.drawing.trophies import trophy
from clockspades.tui.layout.result import MUST, Form, Part, Where
from clockspades.tui.screens.result_menu import menu_rows
from clockspades.tui.screens.result_players import FORMS, NAMES, TEXT, PlayerBlock
from clockspades.tui.screens.sheet import fewest_columns, sheet_lines
from clockspades.tui.widgets.standings import LARGE, StandingModel, large_rows

SCALES: Final = {2: 12, 1: 60}
"""How large the headline and the picture of a rare win can be drawn, and what that is worth."""
CURVE: Final = (6, 18)
"""The rows of the curve at least and at most."""
WITH_CLOCK: Final = Size(140, 38)
"""The least room in which the clock, as the game left it, takes a column of its own."""
CLOCK: Final = (25, 50)
"""The rows of the clock at least and at most."""
LESSON: Final = 90
"""What the lesson is worth: its key is on the line of keys, too."""
FEWEST_REMARKS: Final = 3
"""The rows of the remarks at least."""


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a result has to show; what there is nothing of is None or empty."""

    headline: str
    trophy: Trophy | None
    verdict: Content
    score: Content | None
    """How the series stands."""
    sides: tuple[StandingModel, ...]
    players: tuple[PlayerBlock, ...]
    """Where no points decide."""
    sheet: ScoreSheetModel | None
    badges: tuple[str, ...]
    """The milestones that the game reached."""
    lesson: Content | None
    """What to learn next, or do."""
    happened: Content | None
    """What the review says in words."""
    has_dial: bool
    record: Content | None
    remarks: tuple[Content, ...]
    line: Content
    """The result for a friend."""
    brief_line: Content
    """What stands in its place where there is little room."""


def result_parts(shown: Shown, size: Size) -> tuple[Part, ...]:
    """Every part that there is in a terminal of this size, or in what is left of it, from top to bottom."""
    has_clock = shown.has_dial and size.width >= WITH_CLOCK.width and size.height >= WITH_CLOCK.height
    return tuple(_parts(shown, size.width, has_clock=has_clock))


def _parts(shown: Shown, columns: int, *, has_clock: bool) -> Iterator[Part]:
    beside = Where.LEFT if has_clock else Where.RIGHT
    yield Part("winner", Where.TOP, (*_lettered(shown.headline), Form("0", MUST, _rows(1))))
    if shown.trophy is not None:
        yield Part("trophy", Where.TOP, tuple(_trophies(shown.trophy)))
    yield Part("verdict", Where.LEFT, (_text(shown.verdict, MUST),))
    if shown.score is not None:
        yield Part("score", Where.LEFT, (_text(shown.score, MUST),))
    if shown.sides:
        yield Part("standings", Where.LEFT, tuple(_standings(len(shown.sides))))
    else:
        yield Part("players", Where.LEFT, tuple(_players(shown.players)))
    if shown.sheet is not None:
        yield Part("scores", Where.LEFT, (Form("", 22, _sheet(shown.sheet), columns=fewest_columns(shown.sheet)),))
    if shown.badges:
        badges = Form("", 50, _rows(len(shown.badges)))
        yield Part("badges", beside, (badges, _text(badge_words(shown.badges), MUST, "words")))
    if shown.happened is not None:
        yield Part("happened", beside, (_text(shown.happened, 55),))
        yield Part("bars", beside, (Form("", 30, _rows(2)),), is_apart=False)
        yield Part("curve", beside, (Form("", 28, _rows(CURVE[1]), CURVE[0]),), is_apart=False)
    if shown.lesson is not None:
        yield Part("lesson", beside, (_text(shown.lesson, LESSON),))
    if shown.remarks:
        yield Part("remarks", beside, (Form("", 26, _remarks(shown.remarks), FEWEST_REMARKS),))
    if shown.record is not None:
        yield Part("record", beside, (_text(shown.record, 45),))
    yield Part("line", beside, (_text(shown.line, 25), _text(shown.brief_line, 35, "brief")))
    if has_clock:
        yield Part("clock", Where.RIGHT, (Form("", MUST, _rows(CLOCK[1]), CLOCK[0]),))
    yield Part("menu", Where.BOTTOM, (Form("", MUST, _rows(menu_rows(columns))),))


def badge_words(titles: Sequence[str]) -> Content:
    """Milestones in one sentence, where there is no row for each."""
    return Content.styled(glyphs().words(news_words(titles)), "bold $gold")


def remark_lines(remarks: Sequence[Content], width: int, rows: int) -> list[Content]:
    """As many remarks as have room; where that is not all of them, the last row says how many more there are."""
    wrapped = [remark.wrap(width) for remark in remarks]
    if sum(map(len, wrapped)) <= rows:
        return [line for lines in wrapped for line in lines]
    found: list[Content] = []
    for number, lines in enumerate(wrapped):
        if len(found) + len(lines) >= rows:
            left = len(wrapped) - number
            more = f"… and {left} more in the replay." if found else f"The replay has {count(left, 'remark')}."
            return [*found, Content.styled(glyphs().words(more), "$quiet")]
        found += lines
    return found


# -- how high they are -------------------------------------------------------------------------------------------


def _rows(rows: int) -> Callable[[int], int]:
    return lambda width: rows


def _text(text: Content, worth: int, name: str = "") -> Form:
    return Form(name, worth, lambda width: text.get_height({}, width))


def _lettered(headline: str) -> Iterator[Form]:
    if glyphs().braille:
        for scale, worth in SCALES.items():
            drawn = lettering(headline, scale)
            if drawn is not None:
                yield Form(str(scale), worth, _rows(len(drawn)), columns=len(drawn[0]))


def _trophies(of: Trophy) -> Iterator[Form]:
    for scale, worth in SCALES.items():
        drawn = trophy(of, scale)
        yield Form(str(scale), worth - 1, _rows(len(drawn)), columns=len(drawn[0]))


def _standings(sides: int) -> Iterator[Form]:
    if glyphs().braille:
        yield Form("large", 24, _rows(large_rows(sides)), columns=LARGE)
    yield Form("lines", MUST, _rows(sides))


def _players(players: Sequence[PlayerBlock]) -> Iterator[Form]:
    def rows(form: str, gap: int) -> Callable[[int], int]:
        return lambda width: sum(block.rows(form, width) for block in players) + gap * (len(players) - 1)

    for form, worth in zip(FORMS, (10, 20, 40)):
        yield Form(form, worth, rows(form, 1), columns=max(block.columns(form) for block in players))
    yield Form(TEXT, 95, rows(TEXT, 0))
    yield Form(NAMES, MUST, rows(NAMES, 0))


def _sheet(sheet: ScoreSheetModel) -> Callable[[int], int]:
    return lambda width: sum(1 for _ in sheet_lines(sheet, width))


def _remarks(remarks: Sequence[Content]) -> Callable[[int], int]:
    return lambda width: sum(remark.get_height({}, width) for remark in remarks)
