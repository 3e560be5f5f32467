"""How German Clock is played at a table: what can be pointed at, and what that means.

Nothing here tells whether the top card of the waste goes on the clock until the player tries it.
"""

from clockspades.cards import Rank
from clockspades.games.german_clock import german_clock_selectors as moments
from clockspades.games.german_clock import german_clock_selectors as selectors
from clockspades.games.german_clock.german_clock_rules import GermanClockEvent, Place, Redeal, State, Turn
from clockspades.games.german_clock.german_clock_selectors import WASTE, GermanClockTableModel
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.model import Selection, Target, TargetKind
from clockspades.table.table_rules import Choose, Nothing, Response, Select, TableRules


class GermanClockTableRules(TableRules[State, GermanClockEvent]):
    """A card is turned up from the stock; the top card of the waste is placed, or dragged to its hour."""

    commands = (
        SPACE._replace(keys="space,s", description="Turn up the next card; if the stock is empty, turn the waste over"),
        ENTER._replace(description="Place the top card of the waste; after the game, the result"),
        Command(
            "p",
            f"point_at('{TargetKind.WASTE}', {WASTE - 1})",
            "Place the top card of the waste",
            name="german-clock.place",
        ),
        *described("Show the cards at that hour", *DIGITS[1:]),
        *described("Look at the stock, the waste and the clock", LEFT, RIGHT, UP, DOWN),
    )

    moment = staticmethod(moments.moment)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: GermanClockTableModel) -> tuple[Target, ...]:
        hours = (Target(TargetKind.HOUR, int(rank)) for rank in Rank)
        return (Target(TargetKind.WASTE, 0), Target(TargetKind.STOCK, 0), *hours)

    def explain(self, model: GermanClockTableModel, target: Target) -> str:
        return selectors.explain(model, target)

    # -- what it means ---------------------------------------------------------------------------------

    def confirm(self, model: GermanClockTableModel) -> Response:
        """Place the top card of the waste."""
        return Choose(Place()) if model.player.active else self.say(model, model.player.prompt)

    def space(self, model: GermanClockTableModel) -> Response:
        """Turn up the next card; if the stock is empty, turn the waste over."""
        if not model.player.active:
            return self.say(model, model.player.prompt)
        return Choose(Turn() if model.view.stock else Redeal())

    def digit(self, model: GermanClockTableModel, number: int) -> Response:
        """Show the cards at an hour."""
        return self.point_at(model, Target(TargetKind.HOUR, number)) if number else Nothing()

    def press(self, model: GermanClockTableModel, target: Target) -> Response:
        """Do what can be done with the stock, the top card of the waste, or the hour of that card."""
        waste = model.view.waste
        match target:
            case Target(TargetKind.STOCK):
                return self.space(model)
            case Target(TargetKind.WASTE, number) if number == WASTE - 1:
                return self.confirm(model)
            case Target(TargetKind.HOUR, hour) if model.player.active and waste and waste[-1].rank == hour:
                return Choose(Place())
        return self.say(model, self.explain(model, target))

    def letter(self, model: GermanClockTableModel, target: Target) -> Response:
        """Place the top card of the waste."""
        return self.press(model, target)

    def carry(self, model: GermanClockTableModel, target: Target) -> Response:
        """Only the top card of the waste is dragged."""
        is_top = target.kind is TargetKind.WASTE and target.number == WASTE - 1
        if not is_top or not model.player.active or not model.view.waste:
            return Nothing()
        return Select(Selection(picked=model.view.waste[-1], carried=True))

    def drop(self, model: GermanClockTableModel, target: Target | None) -> Response:
        """Place the card on the hour of its rank; on another, say where it belongs."""
        if target is None or target.kind is not TargetKind.HOUR or not model.view.waste:
            return Nothing()
        if model.view.waste[-1].rank == target.number:
            return Choose(Place())
        return self.say(model, selectors.wrong_place(model.view))

    # -- what is shown ---------------------------------------------------------------------------------

    def keys(self, model: GermanClockTableModel, *, is_running: bool) -> tuple[Command, ...]:
        if not model.player.active:
            return ()
        view, places = model.view, ENTER._replace(words="place")
        if not view.stock and not view.redeals_left:
            return (places,)
        return (SPACE._replace(words="turn" if view.stock else "turn over"), places)
