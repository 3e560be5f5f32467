"""The seats of a table at which no game has begun, drawn round it: who looks at them sits at the near side."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from textual import events
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from clockspades.table.glyphs import glyphs
from clockspades.tui.widgets.menu_item import MenuItem

ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""How many rows and columns each leads on."""


class SeatPlate(NamedTuple):
    """What is drawn at a seat: which it is, such as ``Partner``, who sits there, and what a click behind that does."""

    label: str = ""
    words: str = ""
    button: str = ""
    action: str = ""
    """The screen's action for the button."""
    is_ours: bool = False
    is_moving: bool = False
    """Whether it was picked up, to be put down at another seat."""


def ranks(seats: int) -> list[list[int]]:
    """The places of a table from the far side to the near one, 0, and in each rank from left to right.

    Turns go round by the left, as at the table of a game.
    """
    far = [[seats // 2]] if seats % 2 == 0 else []
    return [*far, *([left, seats - left] for left in range((seats - 1) // 2, 0, -1)), [0]]


def beside(seats: int, place: int, rows: int, columns: int) -> int | None:
    """The place above or below another one, or on its other side; None if there is none."""
    table = ranks(seats)
    row, column = next((row, rank.index(place)) for row, rank in enumerate(table) if place in rank)
    there = table[row + rows] if 0 <= row + rows < len(table) else []
    column = column + columns if columns else min(column, len(there) - 1)
    return there[column] if 0 <= column < len(there) else None


class SeatItem(MenuItem):
    """A seat: Enter or a click does what the screen has for it."""

    def __init__(self, place: int) -> None:
        super().__init__("", f"seat({place})", id=f"seat-{place}")
        self.place, self._plate = place, SeatPlate()

    def show(self, plate: SeatPlate) -> None:
        if plate != self._plate:
            self._plate = plate
            self.refresh(layout=True)

    def _shown(self, width: int) -> Content:
        """Which seat it is, who sits there, and what a click behind that does."""
        plate, focus = self._plate, self.has_focus
        label = Content.styled(plate.label, "" if focus else "bold $gold" if plate.is_ours else "$quiet")
        words = Content.styled(glyphs().words(plate.words), "reverse" if plate.is_moving else "bold" if focus else "")
        button = Content.styled(plate.button, "underline" if focus else "$gold")
        button = button.stylize(Style.from_meta({"does": plate.action}))
        return Content.assemble(
            f"{glyphs().points_right if focus else ' '} ", label, "  ", words, "  " * bool(button), button
        )

    async def on_click(self, event: events.Click) -> None:
        """Do what was clicked behind the words, and nothing else."""
        if action := event.style.meta.get("does"):
            event.prevent_default()
            self.screen.set_focus(self)
            await self.screen.run_action(action)


class SeatCircle(Vertical, can_focus=False):
    """The seats of a table, each a line of a menu, and between them its felt."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._items: list[SeatItem] = []

    def show(self, plates: Sequence[SeatPlate]) -> None:
        if plates and not self._items:
            self._items = [*map(SeatItem, range(len(plates)))]
            self.mount(*self._ranks())
        for item, plate in zip(self._items, plates):
            item.show(plate)

    def on_key(self, event: events.Key) -> None:
        """Go from seat to seat as they stand. Where none stands above or below, go on as in any menu."""
        place = next((item.place for item in self._items if item.has_focus), None)
        if place is not None and event.key in ARROWS:
            there = beside(len(self._items), place, *ARROWS[event.key])
            if there is not None:
                self._items[there].focus()
            if there is not None or event.key in ("left", "right"):
                event.stop()

    def _ranks(self) -> Iterator[Widget]:
        """The seat at the far side, those on both sides of the felt, and the near one."""
        items, table = self._items, ranks(len(self._items))
        sides = [rank for rank in table if len(rank) == 2]
        if len(table[0]) == 1:
            yield Center(items[table[0][0]])
        if sides:
            left, right = (Vertical(*(items[rank[side]] for rank in sides), classes="side") for side in (0, 1))
            yield Horizontal(left.add_class("-left"), Static(classes="felt"), right, classes="sides")
        yield Center(items[0])
