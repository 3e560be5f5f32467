"""The table of Clogs: everyone's clogs face down, the near player's beside the hand."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from clockspades.engine.game import Action
from clockspades.games import trick_selectors
from clockspades.games.clogs import selectors
from clockspades.games.clogs.rules import CLOG_NAMES, RANKS, ClogsEvent, State, TurnClog, beats
from clockspades.games.clogs.selectors import ClogsPlayerView, ClogsTableModel
from clockspades.games.tricks import Play
from clockspades.table.faces import Face
from clockspades.table.model import Target, TargetKind
from clockspades.table.widget_models import Key
from clockspades.tui.tables.tricks import TrickTable
from clockspades.tui.tables.tricks_handling import CONFIRM
from clockspades.tui.widgets.flight import SECONDS, TURN, WAIT, Flight

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
    log_style = selectors.LOG_STYLE

    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    panel = staticmethod(selectors.panel)
    sheet = staticmethod(selectors.sheet)
    fan_model = staticmethod(selectors.fan_model)
    remark = staticmethod(selectors.remark)
    sums_up = staticmethod(selectors.sums_up)
    marks = staticmethod(selectors.marks)
    explain_badge = staticmethod(selectors.explain_badge)

    def explain(self, target: Target) -> str:
        return (
            selectors.explain_clog(self.shown, target.number)
            if target.kind is TargetKind.BESIDE
            else super().explain(target)
        )

    def announce(self, player: ClogsPlayerView, action: Action) -> str:
        return "You turn up your last clog." if isinstance(action, TurnClog) else super().announce(player, action)

    # -- the turning of a clog -------------------------------------------------------------------------

    def just_played(self, player: ClogsPlayerView) -> Play | None:
        turned = selectors.just_turned(player)
        return super().just_played(player) if turned is None else Play(turned.seat, turned.card)

    def flights(self, before: ClogsPlayerView, after: ClogsPlayerView) -> list[Flight]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = selectors.just_turned(after)
        if turned is None:
            return super().flights(before, after)
        place = trick_selectors.place_of(self.shown, turned.seat)
        start = self._round.badge(place) if place else self._fan.corner(turned.place, beside=True)
        return [self._way(Face(turned.card), start, self._round.play(place), turns=True)]

    def seconds_for(self, player: ClogsPlayerView) -> float:
        return SECONDS + WAIT + TURN + READ if selectors.just_turned(player) else super().seconds_for(player)

    # -- what can be done ------------------------------------------------------------------------------

    def keys_now(self, player: ClogsPlayerView) -> tuple[Key, ...]:
        keys = super().keys_now(player)
        places = [action.place for action in player.game.legal_actions(player.view) if isinstance(action, TurnClog)]
        if not places:
            return keys
        letters = [CLOG_NAMES[place].lower() for place in dict.fromkeys((places[0], places[-1]))]
        clogs = Key("-".join(letters), "clog", f"focused.clog({places[0]})")
        digits = [key for key in keys if key.words == "card"]
        return (*digits, clogs, *keys[len(digits) :])

    def action_clog(self, place: int) -> None:
        """Point at a clog that can be turned up; say why another cannot."""
        if TurnClog(place) in trick_selectors.legal(self.shown):
            self.point_at(Target(TargetKind.BESIDE, place))
        else:
            self.say(selectors.explain_clog(self.shown, place) or trick_selectors.why_not(self.shown, TurnClog(place)))

    def action_for(self, model: ClogsTableModel, target: Target) -> Action | None:
        return TurnClog(target.number) if target.kind is TargetKind.BESIDE else super().action_for(model, target)

    def asking(self, target: Target) -> str:
        if target.kind is not TargetKind.BESIDE:
            return super().asking(target)
        what = "Turn up" if self.shown.view.trick else "Lead"
        return f"{what} clog {CLOG_NAMES[target.number]}? {CONFIRM}"
