"""Who came how far: the sides in their order at the end, each with a bar as long as its score."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import getters
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.language import numeral
from clockspades.table.glyphs import glyphs
from clockspades.table.moments import COUNT_SECONDS, rolled
from clockspades.tui.drawing.cell_text import cut, fit
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.themed_app import ThemedApp

GAP: Final = 2
"""The blanks between the names, the bar and the score."""
LONGEST_BAR: Final = 40
"""Cells beyond which the longest bar does not grow."""
SHORTEST_BAR: Final = 8
"""Cells that are left of the longest bar at least; names are cut before that."""
LARGE: Final = 40
"""The fewest columns for scores in large figures."""
LARGE_ROWS: Final = 4
"""The rows of a side in large figures, with the blank one below it."""


class StandingModel(NamedTuple):
    """A side at the end of a game."""

    names: str
    more: str
    """What there is to say of it beside its names."""
    score: int
    won: bool
    gained: int = 0
    """What the score counts up by."""


def _width(side: StandingModel) -> int:
    """The columns of a score, before and after it counts up."""
    return max(len(numeral(side.score)), len(numeral(side.score - side.gained)))


def _more(side: StandingModel, room: int) -> str:
    """What stands behind the names in so many cells: all of it, or nothing."""
    more = f"  {side.more}" if side.more else ""
    return more if cell_len(more) <= room else ""


def _score_at(side: StandingModel, share: float) -> int:
    return rolled(side.score - side.gained, side.score, share)


def standing_lines(sides: tuple[StandingModel, ...], room: int, share: float = 1.0) -> Iterator[Content]:
    """A line for each side in ``room`` cells; a score of 0 or less has no bar.

    ``share`` is how far scores and bars have counted up, from 0 to 1.
    """
    points = max(map(_width, sides))
    widest = room - points - SHORTEST_BAR - 2 * GAP
    labels = [side.names + _more(side, widest - cell_len(side.names)) for side in sides]
    width = min(max(map(cell_len, labels)), widest)
    longest = min(LONGEST_BAR, room - width - points - 2 * GAP)
    most = max(side.score for side in sides)
    for side, label in zip(sides, labels):
        score = _score_at(side, share)
        fitted = fit(label, width)
        names = min(len(side.names), len(fitted))
        bar = glyphs().heavy.across * _length(score, most, longest)
        yield Content.assemble(
            (glyphs().words(fitted[:names]), "bold $gold" if side.won else "bold"),
            (glyphs().words(fitted[names:]) + " " * GAP, "$quiet"),
            (bar.ljust(longest) + " " * GAP, "$gold" if side.won else "$ring"),
            (glyphs().words(numeral(score)).rjust(points), "bold $gold" if side.won else "bold"),
        )


def _length(score: int, most: int, longest: int) -> int:
    """The length of a bar in cells. The best score at the end has the longest."""
    return min(max(1, round(score * longest / max(most, score))), longest) if score > 0 else 0


def _figures(score: int | str) -> tuple[str, ...]:
    return lettering(str(score)) or (str(score), "", "")


def _room_for(score: int) -> int:
    """The columns of large figures for any score with as many digits: a 1 is narrower than the others."""
    return len(_figures("".join("0" if sign.isdecimal() else sign for sign in str(score)))[0])


def large_standing_lines(sides: tuple[StandingModel, ...], room: int, share: float = 1.0) -> Iterator[Content]:
    """Four lines for each side in ``room`` cells: its names over a thick bar, its score in large figures, a blank.

    ``share`` is how far scores and bars have counted up, from 0 to 1.
    """
    scores = [_score_at(side, share) for side in sides]
    figures = [_figures(score) for score in scores]
    points = max(_room_for(score) for side in sides for score in (side.score, side.score - side.gained))
    longest, most = room - points - GAP, max(side.score for side in sides)
    for side, score, figure in zip(sides, scores, figures):
        length = _length(score, most, longest)
        names = cut(side.names, longest)
        rest = longest - cell_len(names)
        more = fit(_more(side, rest), rest)
        bar = ("█" * length).ljust(longest)
        style = "$gold" if side.won else "$ring"
        bold = "bold $gold" if side.won else "bold"
        rows = ((glyphs().words(names), bold), (glyphs().words(more), "$quiet")), ((bar, style),), ((bar, style),)
        for row, number in zip(rows, figure):
            yield Content.assemble(*row, " " * GAP, (number.rjust(points), bold))
        yield Content()


class Standings(Widget, can_focus=False, inherit_bindings=False):
    """The sides of a finished game. Their scores count up by what the last deal brought, unless animation is off."""

    app = getters.app(ThemedApp)

    share: reactive[float] = reactive(1.0)
    """How far the scores have counted up, from 0 to 1."""

    def __init__(self, sides: tuple[StandingModel, ...]) -> None:
        super().__init__()
        self._sides = sides

    def on_mount(self) -> None:
        if self.app.animation_level != "none" and any(side.gained for side in self._sides):
            self.share = 0.0
            seconds = COUNT_SECONDS * self.app.settings.tempo
            self.animate("share", 1.0, duration=seconds, easing="linear", level="basic")

    def finish(self) -> None:
        self.app.animator.force_stop_animation(self, "share")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each side, or large figures where they leave room for the rest."""
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        sides = self._sides
        rows = LARGE_ROWS * len(sides)
        if glyphs().braille and width >= LARGE and rows <= self.app.size.height // 3:
            return [*large_standing_lines(sides, width, self.share)][:-1]
        return [*standing_lines(sides, width, self.share)]
