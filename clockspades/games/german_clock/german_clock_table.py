"""How German Clock is played at a table: what is on it, what a key or click does, and how cards move.

Nothing here tells whether the top card of the waste goes on the clock until the player tries it.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from clockspades.cards import UNKNOWN, Rank
from clockspades.engine.actions import Action
from clockspades.games.dial_table import STRIKES, DialTableRules, at_hour
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock import german_clock_selectors as selectors
from clockspades.games.german_clock.german_clock_rules import GermanClockEvent, State
from clockspades.games.german_clock.german_clock_selectors import WASTE, GermanClockTableModel
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.faces import Face
from clockspades.table.inputs import PointAt
from clockspades.table.model import PlayerView, Selection, Target, TargetKind
from clockspades.table.parts import Box, Kind, Move, Part, prompt
from clockspades.table.table_rules import Choose, Nothing, Response, Select
from clockspades.table.widget_models import ResultModel

TOP: Final = Target(TargetKind.WASTE, WASTE - 1)
"""The top card of the waste, where it lies."""
WHOLE_WASTE: Final = Target(TargetKind.WASTE, 0)
"""What the cursor is on there."""
STOCK: Final = Target(TargetKind.STOCK, 0)


class GermanClockTableRules(DialTableRules[State, GermanClockEvent]):
    """A card is turned up from the stock; the top card of the waste is placed, or dragged to its hour."""

    commands = (
        SPACE._replace(keys="space,s", description="Turn up the next card; if the stock is empty, turn the waste over"),
        ENTER._replace(description="Place the top card of the waste; after the game, the result"),
        Command("p", PointAt(TOP), "Place the top card of the waste", name="german-clock.place"),
        *described("Show the cards at that hour", *DIGITS[1:]),
        *described("Look at the stock, the waste and the clock", LEFT, RIGHT, UP, DOWN),
    )

    # -- what is on the table --------------------------------------------------------------------------

    parts = (
        Part(Kind.DIAL, "dial", selectors.dial_model, TargetKind.HOUR, int(Rank.KING)),
        Box(
            "side",
            (
                Part(Kind.LINE, "heading", selectors.heading),
                Part(Kind.CARD_ROW, "stock", selectors.stock_row, TargetKind.STOCK),
                Part(Kind.CARD_ROW, "waste", selectors.waste_row, TargetKind.WASTE),
                Part(Kind.LINE, "order", selectors.order),
                Part(Kind.COUNT, "count", selectors.count),
                Part(Kind.LOG, "log"),
                Part(Kind.LINE, "prompt", prompt),
            ),
        ),
    )
    layout = """
    .german-clock #side {
        min-width: 30;
        padding: 0 1;
        grid-columns: 10 1fr;
        grid-rows: 2 7 1 4 1fr 5;
    }
    .german-clock #order, .german-clock #count { column-span: 2; }
    .german-clock #count { padding: 1 0 0 0; }

    .-short .german-clock #side { grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 5; }
    .-short .german-clock #count { padding: 0; }
    .-compact .german-clock #side { min-width: 25; padding: 0 0 0 1; grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 6; }
    .-compact.-short .german-clock #side { grid-rows: 5 1 3 1fr 5; }
    .-compact .german-clock #count { padding: 0; }

    .-large.-high .german-clock #side {
        min-width: 40;
        grid-columns: 14 1fr;
        grid-rows: 2 9 1 7 1fr 5;
    }
    .-cards-medium .-normal .german-clock #side, .-cards-medium .-roomy .german-clock #side,
    .-cards-medium .-large .german-clock #side {
        grid-columns: 8 1fr;
        grid-rows: 2 5 1 4 1fr 5;
    }
    .-cards-small .german-clock #side { grid-columns: 6 1fr; grid-rows: 2 3 1 4 1fr 5; }
    .-cards-medium .-normal.-short .german-clock #side, .-cards-medium .-roomy.-short .german-clock #side,
    .-cards-medium .-large.-short .german-clock #side {
        grid-rows: 5 1 3 1fr 5;
    }
    .-cards-small .-short .german-clock #side { grid-rows: 3 1 3 1fr 5; }
    .-cards-small .-compact .german-clock #side { grid-rows: 3 1 3 1fr 5; }
    SteppingScreen.-medium .german-clock #side { grid-columns: 8 1fr; grid-rows: 1 5 1 4 1fr 5; }
    """
    log_style = selectors.LOG_STYLE
    moments: ClassVar = {rules.Reason.CLOCK_COMPLETE: STRIKES}
    carries = TOP

    def place(self, target: Target) -> Target:
        """The waste is where its top card lies."""
        return TOP if target == WHOLE_WASTE else target

    def moves(
        self, before: PlayerView[State, GermanClockEvent], after: PlayerView[State, GermanClockEvent]
    ) -> tuple[Move, ...]:
        """A card goes from the stock to the waste, from there to its foundation, or the waste back to the stock."""
        for event in after.happened:
            match event:
                case rules.Turned(card):
                    return (Move(Face(card), STOCK, TOP),)
                case rules.Placed(card):
                    return (Move(Face(card), TOP, at_hour(card.rank), like=at_hour(Rank.ACE)),)
                case rules.PassBegan(number) if number > 1:
                    return (Move(Face(UNKNOWN), TOP, STOCK),)
        return ()

    marks = staticmethod(selectors.marks)

    def result(self, state: State, happened: Sequence[GermanClockEvent]) -> ResultModel:
        return selectors.german_clock_result(state)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: GermanClockTableModel) -> tuple[Target, ...]:
        return (WHOLE_WASTE, STOCK, *map(at_hour, Rank))

    explain = staticmethod(selectors.explain)

    def targets_of(self, model: GermanClockTableModel, action: Action) -> tuple[Target, ...]:
        return (WHOLE_WASTE if isinstance(action, rules.Place) else STOCK,)

    # -- what it means ---------------------------------------------------------------------------------

    def confirm(self, model: GermanClockTableModel) -> Response:
        """Place the top card of the waste."""
        return Choose(rules.Place()) if model.player.active else self.say(model, model.player.prompt)

    def space(self, model: GermanClockTableModel) -> Response:
        """Turn up the next card; if the stock is empty, turn the waste over."""
        if not model.player.active:
            return self.say(model, model.player.prompt)
        return Choose(rules.Turn() if model.view.stock else rules.Redeal())

    def digit(self, model: GermanClockTableModel, number: int) -> Response:
        """Show the cards at an hour."""
        return self.point_at(model, at_hour(number)) if number else Nothing()

    def press(self, model: GermanClockTableModel, target: Target) -> Response:
        """Do what can be done with the stock, the top card of the waste, or the hour of that card."""
        waste = model.view.waste
        match target:
            case Target(TargetKind.STOCK):
                return self.space(model)
            case _ if target == TOP:
                return self.confirm(model)
            case Target(TargetKind.HOUR, hour) if model.player.active and waste and waste[-1].rank == hour:
                return Choose(rules.Place())
        return self.say(model, self.explain(model, target))

    def letter(self, model: GermanClockTableModel, target: Target) -> Response:
        """Place the top card of the waste."""
        return self.press(model, target)

    def carry(self, model: GermanClockTableModel, target: Target) -> Response:
        """Only the top card of the waste is dragged."""
        if target != TOP or not model.player.active or not model.view.waste:
            return Nothing()
        return Select(Selection(picked=model.view.waste[-1], carried=True))

    def drop(self, model: GermanClockTableModel, target: Target | None) -> Response:
        """Place the card on the hour of its rank; on another, say where it belongs."""
        if target is None or target.kind is not TargetKind.HOUR or not model.view.waste:
            return Nothing()
        if model.view.waste[-1].rank == target.number:
            return Choose(rules.Place())
        return self.say(model, selectors.wrong_place(model.view))

    # -- what is shown ---------------------------------------------------------------------------------

    def keys(self, model: GermanClockTableModel, *, is_running: bool) -> tuple[Command, ...]:
        if not model.player.active:
            return ()
        view, places = model.view, ENTER._replace(words="place")
        if not view.stock and not view.redeals_left:
            return (places,)
        return (SPACE._replace(words="turn" if view.stock else "turn over"), places)
