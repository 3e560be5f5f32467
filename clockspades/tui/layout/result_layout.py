"""How the result of a game is laid out: what of it is shown, how large, and where. Pure arithmetic in cells.

Each part has forms, from the largest to the smallest. All parts begin with their largest one; where they do not fit,
the form that is worth least gives way to the next one of its part, again and again until everything fits.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from textual.geometry import Region, Size

TWO_COLUMNS: Final = 80
"""The columns of a terminal from which on the result has two columns."""
MARGIN: Final = 2
"""The columns at either side."""
BETWEEN: Final = 3
"""The columns between the two columns."""
WIDEST: Final = 172
"""Columns beyond which the result does not grow."""
MUST: Final = 100
"""What a form is worth that never gives way."""
KEPT: Final = 89
"""What a form above the columns is worth at least once people have seen it."""
GAPS: Final = 23
"""What the blank rows between parts are worth."""


class Where(Enum):
    """Where a part stands: above both columns, in one of them, or below them."""

    TOP = auto()
    """The first of these parts is as wide as the others leave it."""
    LEFT = auto()
    RIGHT = auto()
    BOTTOM = auto()


class PartForm(NamedTuple):
    """A way to show a part."""

    name: str
    worth: int
    """The form that is worth least gives way first. The last form of a part is dropped, unless it is a MUST."""
    rows: Callable[[int], int]
    """How many rows it takes in so many columns."""
    least: int | None = None
    """The rows that it can be shown in at least, where it can be lower."""
    columns: int = 0
    """The columns that it needs at least."""


class ResultPart(NamedTuple):
    """A part of the result."""

    name: str
    where: Where
    forms: tuple[PartForm, ...]
    """The largest first."""
    is_apart: bool = True
    """Whether a blank row goes above it, where there is room."""


class PlacedPart(NamedTuple):
    """A part that is shown."""

    form: str
    region: Region


ResultLayout: TypeAlias = Mapping[str, PlacedPart]
"""By name where each part stands; those that are not shown are left out."""


class _Chosen:
    """A part with the form that it has so far."""

    def __init__(self, part: ResultPart, width: int) -> None:
        self.part = part
        self._forms = [(form, form.rows(width)) for form in part.forms if form.columns <= width]
        self._at = 0

    @property
    def form(self) -> PartForm | None:
        """None if the part is not shown."""
        return self._forms[self._at][0] if self._at < len(self._forms) else None

    @property
    def worth(self) -> int:
        """What its form is worth; it cannot do without the last one of a part that must be shown."""
        return self.form.worth if self.form else MUST

    @property
    def most(self) -> int:
        """The rows that it takes at most."""
        return self._forms[self._at][1] if self.form else 0

    @property
    def least(self) -> int:
        """The rows that it takes at least."""
        return self.most if self.form is None or self.form.least is None else min(self.most, self.form.least)

    def give_way(self) -> None:
        """Take the next form."""
        self._at += 1

    def come_back(self) -> None:
        """Take the form before."""
        self._at -= 1


_GAP: Final = ResultPart(
    "gap", Where.TOP, (PartForm("row", GAPS, lambda columns: 1), PartForm("none", MUST, lambda columns: 0))
)
"""The blank rows between some parts, which give way and come back like a part."""


class _Column:
    """Parts below each other."""

    def __init__(self, parts: Iterable[ResultPart], x: int, width: int) -> None:
        self.parts = [_Chosen(part, width) for part in parts]
        self.x, self.width, self.gap = x, width, _Chosen(_GAP, width=0)

    @property
    def _shown(self) -> list[_Chosen]:
        return [each for each in self.parts if each.most]

    @property
    def least(self) -> int:
        """The rows that it takes at least."""
        shown = self._shown
        return sum(each.least for each in shown) + self.gap.most * sum(each.part.is_apart for each in shown[1:])

    @property
    def most(self) -> int:
        """The rows that it takes with every part as high as it would be."""
        return self.least + sum(each.most - each.least for each in self._shown)

    def place(self, y: int, rows: int) -> Iterator[tuple[str, PlacedPart]]:
        """Where each part stands in so many rows: what can be higher takes the rows that are left."""
        left = rows - self.least
        for number, each in enumerate(self._shown):
            assert each.form is not None, "it is shown"
            more = max(0, min(each.most - each.least, left))
            left -= more
            y += self.gap.most if number and each.part.is_apart else 0
            yield each.part.name, PlacedPart(each.form.name, Region(self.x, y, self.width, each.least + more))
            y += each.least + more


class _Plan:
    """What is shown of all parts so far."""

    def __init__(self, parts: Sequence[ResultPart], size: Size, before: ResultLayout) -> None:
        self.width = min(size.width - 2 * MARGIN, WIDEST)
        self.x, self.rows = (size.width - self.width) // 2, size.height
        of = {where: [part for part in parts if part.where is where] for where in Where}
        right = self.x + self.width
        if size.width >= TWO_COLUMNS:
            half = (self.width - BETWEEN) // 2
            self.columns = [_Column(of[Where.LEFT], self.x, half), _Column(of[Where.RIGHT], right - half, half)]
        else:
            self.columns = [_Column([*of[Where.LEFT], *of[Where.RIGHT]], self.x, self.width)]
        self.top = [_Chosen(_kept(part, before), self.width) for part in of[Where.TOP]]
        self._top_before = min(
            (before[part.name].region.y for part in of[Where.TOP] if part.name in before), default=None
        )
        self.bottom = _Column(of[Where.BOTTOM], self.x, self.width)
        self.gap = _Chosen(_GAP, width=0)

    @property
    def band(self) -> int:
        """The rows of what stands above the columns."""
        return max((each.most for each in self.top), default=0)

    @property
    def room(self) -> int:
        """The rows that are left for the columns."""
        return self.rows - self.band - self.bottom.least - 2 * self.gap.most

    def yielding(self) -> list[_Chosen]:
        """What can give way so that it fits better; nothing if it fits."""
        if _columns_of(self.top) > self.width:
            found: list[_Chosen] = [*self.top]
        elif tight := [column for column in self.columns if column.least > self.room]:
            found = [*self.top, self.gap]
            for column in tight:
                found += [*column.parts, column.gap]
        else:
            return []
        return [each for each in found if each.worth < MUST]

    def placed(self) -> Iterator[tuple[str, PlacedPart]]:
        """Where everything stands: a little above the middle, and what stands below the columns in the last rows.

        When more is found out, the menu stays where it is, and a click on it is not lost; and what stands above the
        columns stays where it stood before, if that leaves room for them.
        """
        body = min(self.room, max(column.most for column in self.columns))
        y = max(0, (self.room - body) // 2 - 1)
        if self._top_before is not None:
            y = max(0, min(self._top_before, self.room - max(column.least for column in self.columns)))
            body = min(body, self.room - y)
        yield from _beside(self.top, self.x, y, self.width, self.band)
        y += self.band + self.gap.most
        for column in self.columns:
            yield from column.place(y, body)
        yield from self.bottom.place(self.rows - self.bottom.least, self.bottom.least)


def _kept(part: ResultPart, before: ResultLayout) -> ResultPart:
    """The part with the form that it had before, worth at least :data:`KEPT` now, and the smaller ones."""
    names = [form.name for form in part.forms]
    if part.name not in before or before[part.name].form not in names:
        return part
    kept, *smaller = part.forms[names.index(before[part.name].form) :]
    return part._replace(forms=(kept._replace(worth=max(kept.worth, KEPT)), *smaller))


def result_layout(parts: Sequence[ResultPart], size: Size, before: ResultLayout = MappingProxyType({})) -> ResultLayout:
    """The places of the parts in a terminal of this size, or in what other things leave of its rows.

    What stood above the columns ``before``, in the same size, stays as it was where it can.
    """
    plan = _Plan(parts, size, before)
    gone: list[tuple[int, _Chosen]] = []
    while found := plan.yielding():
        each = min(found, key=lambda each: each.worth)
        gone.append((each.worth, each))
        each.give_way()
    for _, each in sorted(gone, key=lambda one: -one[0]):  # what gave way later may have left room for it
        each.come_back()
        if plan.yielding():
            each.give_way()
    return dict(plan.placed())


def _columns_of(top: Sequence[_Chosen]) -> int:
    """The columns that the parts above both columns need beside each other."""
    shown = [each.form for each in top if each.form is not None]
    return sum(form.columns for form in shown) + BETWEEN * (len(shown) - 1)


def _beside(top: Sequence[_Chosen], x: int, y: int, width: int, rows: int) -> Iterator[tuple[str, PlacedPart]]:
    """The parts above both columns beside each other, each in the middle of the rows."""
    shown = [(each, each.form) for each in top if each.form is not None]
    free = width - _columns_of(top)
    for number, (each, form) in enumerate(shown):
        columns = form.columns + (0 if number else free)
        yield each.part.name, PlacedPart(form.name, Region(x, y + (rows - each.most) // 2, columns, each.most))
        x += columns + BETWEEN
