"""The table of Clogs: everyone's clogs face down, the near player's beside the hand."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from clockspades.games.clogs import selectors
from clockspades.games.clogs.rules import CLOG_NAMES, ClogsEvent, State
from clockspades.games.clogs.selectors import ClogsPlayerView
from clockspades.games.clogs.table import ClogsTableRules
from clockspades.games.trick_selectors import place_of
from clockspades.table.faces import Face
from clockspades.table.inputs import PointAt
from clockspades.table.model import Target, TargetKind
from clockspades.tui.tables.tricks import TrickTable
from clockspades.tui.widgets.flight import Flight


class ClogsTable(TrickTable[State, ClogsEvent]):
    """A game of Clogs on the screen."""

    rules = ClogsTableRules()
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"screen.choose({digit})", "Choose a card by its number") for digit in range(1, 10)),
        *(
            Binding(letter.lower(), f"clog({place})", "Choose a clog by its letter")
            for place, letter in enumerate(CLOG_NAMES)
        ),
        Binding("left", "screen.move('left')", "Move along the cards and clogs"),
        Binding("right", "screen.move('right')", "Move along the cards and clogs"),
        Binding("up", "screen.move('up')", "Pick up the card or clog"),
        Binding("down", "screen.move('down')", "Put it back"),
        Binding("enter", "screen.confirm", "Play the card or turn up the clog"),
        Binding("space", "screen.space", "The same, without asking again"),
    ]
    log_style = selectors.LOG_STYLE

    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    sheet = staticmethod(selectors.sheet)
    fan_model = staticmethod(selectors.fan_model)
    marks = staticmethod(selectors.marks)

    def action_clog(self, place: int) -> None:
        """Report the letter of a clog."""
        self.did(PointAt(Target(TargetKind.BESIDE, place)))

    def flights(self, before: ClogsPlayerView, after: ClogsPlayerView) -> list[Flight]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = selectors.just_turned(after)
        if turned is None:
            return super().flights(before, after)
        place = place_of(self.shown, turned.seat)
        start = self._round.badge(place) if place else self._fan.corner(turned.place, beside=True)
        return [self.way(Face(turned.card), start, self._round.play(place), turns=True)]
