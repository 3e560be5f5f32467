"""The table of Clogs: everyone's clogs face down, the near player's beside the hand."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from clockspades.engine.game import Action
from clockspades.games.clogs.rules import CLOG_NAMES, RANKS, ClogsEvent, State, TurnClog, beats
from clockspades.games.tricks import Play
from clockspades.tui.drawing.faces import Face
from clockspades.tui.tables import clogs_slices as slices
from clockspades.tui.tables import tricks_slices
from clockspades.tui.tables.clogs_slices import ClogsScene, ClogsSight
from clockspades.tui.tables.scene import Target
from clockspades.tui.tables.tricks import TrickTable
from clockspades.tui.tables.tricks_handling import CONFIRM
from clockspades.tui.widgets.flight import SECONDS, TURN, WAIT, Flight
from clockspades.tui.widgets.key_line import Key

READ: Final = 0.8
"""Seconds to read a clog that was turned up, at full tempo, before the next player plays."""


class ClogsTable(TrickTable[State, ClogsEvent]):
    """A game of Clogs on the screen."""

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

    ranks = RANKS
    beats = staticmethod(beats)
    manner = slices.MANNER

    plate = staticmethod(slices.plate)
    heading = staticmethod(slices.heading)
    panel = staticmethod(slices.panel)
    sheet = staticmethod(slices.sheet)
    fan_face = staticmethod(slices.fan_face)
    remark = staticmethod(slices.remark)
    sums_up = staticmethod(slices.sums_up)
    marks = staticmethod(slices.marks)
    explain_plate = staticmethod(slices.explain_plate)

    def explain(self, target: Target) -> str:
        return slices.explain_clog(self.shown, target.number) if target.kind == "beside" else super().explain(target)

    def announce(self, sight: ClogsSight, action: Action) -> str:
        return "You turn up your last clog." if isinstance(action, TurnClog) else super().announce(sight, action)

    # -- the turning of a clog -------------------------------------------------------------------------

    def just_played(self, sight: ClogsSight) -> Play | None:
        turned = slices.just_turned(sight)
        return super().just_played(sight) if turned is None else Play(turned.seat, turned.card)

    def flights(self, before: ClogsSight, after: ClogsSight) -> list[Flight]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = slices.just_turned(after)
        if turned is None:
            return super().flights(before, after)
        place = tricks_slices.place_of(self.shown, turned.seat)
        start = self._round.plate(place) if place else self._fan.corner(turned.place, beside=True)
        return [self._way(Face(turned.card), start, self._round.play(place), turns=True)]

    def seconds_for(self, sight: ClogsSight) -> float:
        return SECONDS + WAIT + TURN + READ if slices.just_turned(sight) else super().seconds_for(sight)

    # -- what can be done ------------------------------------------------------------------------------

    def keys_now(self, sight: ClogsSight) -> tuple[Key, ...]:
        keys = super().keys_now(sight)
        places = [action.place for action in sight.game.legal_actions(sight.view) if isinstance(action, TurnClog)]
        if not places:
            return keys
        letters = [CLOG_NAMES[place].lower() for place in dict.fromkeys((places[0], places[-1]))]
        clogs = Key("-".join(letters), "clog", f"focused.clog({places[0]})")
        digits = [key for key in keys if key.words == "card"]
        return (*digits, clogs, *keys[len(digits) :])

    def action_clog(self, place: int) -> None:
        """Point at a clog that can be turned up; say why another cannot."""
        if TurnClog(place) in tricks_slices.legal(self.shown):
            self.point_at(Target("beside", place))
        else:
            self.say(slices.explain_clog(self.shown, place) or tricks_slices.why_not(self.shown, TurnClog(place)))

    def action_for(self, scene: ClogsScene, target: Target) -> Action | None:
        return TurnClog(target.number) if target.kind == "beside" else super().action_for(scene, target)

    def asking(self, target: Target) -> str:
        if target.kind != "beside":
            return super().asking(target)
        what = "Turn up" if self.shown.view.trick else "Lead"
        return f"{what} clog {CLOG_NAMES[target.number]}? {CONFIRM}"
