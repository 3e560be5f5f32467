"""The table of Clogs: everyone's clogs face down, those of the near side beside the hand."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from clockspades.engine.game import Action, Event
from clockspades.games.clogs.rules import RANKS, TurnClog, beats
from clockspades.games.tricks import Play
from clockspades.tui.drawing.faces import Face
from clockspades.tui.layout.panel import PanelFace
from clockspades.tui.tables import clogs_slices, tricks_slices
from clockspades.tui.tables.scene import AnySight, Target
from clockspades.tui.tables.tricks import TrickTable
from clockspades.tui.tables.tricks_slices import TrickScene
from clockspades.tui.widgets.fan import FanFace
from clockspades.tui.widgets.flight import SECONDS, TURN, WAIT, Flight
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.key_line import Key
from clockspades.tui.widgets.line import LineFace
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.plate import PlateFace
from clockspades.tui.widgets.sheet import SheetFace

READ: Final = 0.8
"""Seconds that a clog lies there turned up at the full tempo, and what it did is read, before anybody else plays."""


class ClogsTable(TrickTable):
    """A game of Clogs on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(place), f"screen.choose({place})", "Choose a clog by its place") for place in range(1, 6)),
        Binding("left", "screen.move('left')", "Move along the cards and the clogs"),
        Binding("right", "screen.move('right')", "Move along the cards and the clogs"),
        Binding("up", "screen.move('up')", "Pick the card or the clog up"),
        Binding("down", "screen.move('down')", "Put it down again"),
        Binding("enter", "screen.confirm", "Play the card, or turn the clog up"),
        Binding("space", "screen.space", "The same at once, without being asked again"),
    ]

    ranks = RANKS
    beats = staticmethod(beats)

    def plate(self, scene: TrickScene, seat: int) -> PlateFace:
        return clogs_slices.plate(scene, seat)

    def heading(self, scene: TrickScene) -> LineFace:
        return clogs_slices.heading(scene)

    def panel(self, scene: TrickScene) -> PanelFace | None:
        return clogs_slices.panel(scene)

    @staticmethod
    def sheet(scene: TrickScene) -> SheetFace:
        return clogs_slices.sheet(scene)

    def sums_up(self, sight: AnySight) -> bool:
        return clogs_slices.sums_up(sight)

    def fan_face(self, scene: TrickScene) -> FanFace:
        return clogs_slices.fan_face(scene)

    def remark(self, sight: AnySight) -> str:
        return clogs_slices.remark(sight)

    def tell(self, scene: TrickScene) -> tuple[LogLine, ...]:
        return clogs_slices.log_lines(scene)

    def marks(self, history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
        return clogs_slices.marks(history)

    def explain_plate(self, scene: TrickScene, place: int) -> str:
        return clogs_slices.explain_plate(scene, place)

    def explain(self, target: Target) -> str:
        return (
            clogs_slices.explain_clog(self.shown, target.number) if target.kind == "beside" else super().explain(target)
        )

    # -- the turning of a clog -------------------------------------------------------------------------

    def just_played(self, sight: AnySight) -> Play | None:
        turned = clogs_slices.just_turned(sight)
        return super().just_played(sight) if turned is None else Play(turned.seat, turned.card)

    def flights(self, before: AnySight, after: AnySight) -> list[Flight]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = clogs_slices.just_turned(after)
        if turned is None:
            return super().flights(before, after)
        place = tricks_slices.place_of(self.shown, turned.seat)
        start = self._round.plate(place) if place else self._fan.corner(turned.place, beside=True)
        return [self._way(Face(turned.card), start, self._round.play(place), turns=True)]

    def seconds_for(self, sight: AnySight) -> float:
        return SECONDS + WAIT + TURN + READ if clogs_slices.just_turned(sight) else super().seconds_for(sight)

    # -- what can be done ------------------------------------------------------------------------------

    def keys_now(self, sight: AnySight) -> tuple[Key, ...]:
        keys = super().keys_now(sight)
        if not any(isinstance(action, TurnClog) for action in sight.game.legal_actions(sight.view)):
            return keys
        last = len(sight.view.clogs[sight.seat])
        return (*keys, Key(f"1-{last}", "clog", "choose(1)"))

    def choose(self, number: int) -> None:
        """Point at a clog by its place."""
        target = Target("beside", number - 1)
        if target in self.hand_places():
            self.point_at(target)

    def action_for(self, scene: TrickScene, target: Target) -> Action | None:
        return TurnClog(target.number) if target.kind == "beside" else super().action_for(scene, target)

    def asking(self, target: Target) -> str:
        if target.kind != "beside":
            return super().asking(target)
        what = "Turn clog" if self.shown.view.trick else "Lead clog"
        return f"{what} {target.number + 1}? Enter does it, or another click; Escape does not."
