"""The table of Clogs: everyone's clogs face down, the near player's beside the hand."""

from clockspades.games.clogs import clogs_selectors as selectors
from clockspades.games.clogs.clogs_rules import ClogsEvent, State
from clockspades.games.clogs.clogs_selectors import ClogsPlayerView
from clockspades.games.clogs.clogs_table import ClogsTableRules
from clockspades.games.trick_selectors import place_of
from clockspades.table.faces import Face
from clockspades.tui.tables.tricks import TrickTable
from clockspades.tui.widgets.flight import Flight


class ClogsTable(TrickTable[State, ClogsEvent]):
    """A game of Clogs on the screen."""

    rules = ClogsTableRules()
    log_style = selectors.LOG_STYLE

    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    sheet = staticmethod(selectors.sheet)
    fan_model = staticmethod(selectors.fan_model)
    marks = staticmethod(selectors.marks)

    def flights(self, before: ClogsPlayerView, after: ClogsPlayerView) -> list[Flight]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = selectors.just_turned(after)
        if turned is None:
            return super().flights(before, after)
        place = place_of(self.shown, turned.seat)
        start = self._round.badge(place) if place else self._fan.corner(turned.place, beside=True)
        return [self.way(Face(turned.card), start, self._round.play(place), turns=True)]
