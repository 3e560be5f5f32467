"""The table of Clock and Watch: the dial of piles, and beside it the card in hand, the kings and the log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.timer import Timer
from textual.widget import Widget

from clockspades.games.clock import selectors
from clockspades.games.clock.rules import (
    CENTRE,
    ClockEvent,
    Exchange,
    Exchanged,
    Placed,
    State,
    Turn,
    TurnedUp,
    is_exchange_due,
    legal_actions,
)
from clockspades.games.clock.words import card_at
from clockspades.table.faces import Face
from clockspades.table.glyphs import glyphs
from clockspades.table.model import AnyPlayerView, Direction, Selection, Target, TargetKind
from clockspades.table.selectors import prompt
from clockspades.table.widget_models import Key, LogLine, Mark
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.count import Count
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.line import Line

if TYPE_CHECKING:
    from clockspades.table.result_model import ResultModel

PACES: Final = (1.0, 0.45, 0.15)
"""Seconds from one turn to the next, by the speed less one."""
LATER: Final = 0.14
"""Seconds after the card in hand that the one that is turned up sets off."""


class ClockTable(Table[State, ClockEvent]):
    """A game of Clock or Watch on the screen. The cards are turned one by one, or by themselves until a key is hit."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    ClockTable #panel {
        width: 1fr;
        min-width: 29;
        height: 100%;
        padding: 0 1;
        layout: grid;
        grid-size: 2;
        grid-columns: 10 1fr;
        grid-rows: 2 1 5 1 4 1fr 5;
    }
    ClockTable #panel > * { visibility: visible; }
    ClockTable #heading, ClockTable #lower, ClockTable #log, ClockTable #prompt { column-span: 2; }
    ClockTable #in-hand { row-span: 3; }
    ClockTable #name, ClockTable #outlook { padding: 0 0 0 1; }
    ClockTable #count { padding: 1 0 0 2; }
    ClockTable #lower { padding: 1 0 0 0; }

    .-short ClockTable #heading, .-compact ClockTable #heading { display: none; }
    .-short ClockTable #panel, .-compact ClockTable #panel { grid-rows: 1 5 1 3 1fr 4; }
    .-short ClockTable #lower { padding: 0; }
    .-compact ClockTable #panel { min-width: 25; grid-columns: 8 1fr; grid-rows: 1 3 1 3 1fr 6; }
    .-compact.-short ClockTable #panel { grid-rows: 1 3 1 3 1fr 5; }
    .-compact ClockTable #count, .-compact ClockTable #lower { padding: 0; }

    .-roomy.-tall ClockTable #panel, .-large.-tall ClockTable #panel, .-roomy.-high ClockTable #panel {
        min-width: 36;
        grid-rows: 2 1 5 1 6 1fr 5;
    }
    .-large.-high ClockTable #panel {
        min-width: 40;
        grid-columns: 14 1fr;
        grid-rows: 2 1 7 1 6 1fr 5;
    }
    .-large.-high ClockTable #count { padding: 1 0 0 0; }
    .-cards-medium .-large.-high ClockTable #panel { grid-columns: 8 1fr; grid-rows: 2 1 5 1 6 1fr 5; }
    .-cards-small .-roomy ClockTable #panel, .-cards-small .-large ClockTable #panel {
        grid-columns: 6 1fr;
        grid-rows: 2 1 5 1 4 1fr 5;
    }
    .-cards-small .-roomy.-short ClockTable #panel, .-cards-small .-large.-short ClockTable #panel {
        grid-rows: 1 5 1 3 1fr 4;
    }
    ReplayScreen.-medium ClockTable #panel { grid-columns: 8 1fr; grid-rows: 1 1 3 1 4 1fr 5; }
    ReplayScreen.-medium ClockTable #count { padding: 0 0 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "screen.space", "Turn up the next card; in Watch, exchange the king"),
        Binding("enter", "screen.confirm", "Same as Space; after the game, the result"),
        *(
            Binding(
                str(speed), f"screen.choose({speed})", "Turn cards automatically, slow to fast; or choose the depth"
            )
            for speed in (1, 2, 3, 4)
        ),
        Binding("plus,equals_sign", "focused.change_speed(1)", "Faster", key_display="+"),
        Binding("minus", "focused.change_speed(-1)", "Slower", key_display="-"),
        Binding("f", "focused.finish", "Turn all the cards at once"),
        *(
            Binding(key, f"screen.move('{key}')", "Look at a pile; in Watch, choose the pile and the depth")
            for key in ("left", "right", "up", "down")
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        """What turns cards while they turn by themselves."""
        self._speed = 1
        self._chain = 0
        """How many quick clicks the last one on the dial was the end of."""
        self._halted = False
        """Whether the button of the mouse that is down stopped the cards."""

    def compose(self) -> ComposeResult:
        """The dial, and beside it from top to bottom: the card in hand, the kings, what happened, what to do."""
        yield Dial(selectors.dial_model, id="dial").data_bind(table_model=Table.model)
        with Widget(id="panel"):
            yield Line(selectors.heading, id="heading").data_bind(table_model=Table.model)
            yield CardRow(selectors.hand_row, id="in-hand").data_bind(table_model=Table.model)
            yield Line(selectors.name_line, id="name").data_bind(table_model=Table.model)
            yield Count(selectors.count, id="count").data_bind(table_model=Table.model)
            yield Line(selectors.outlook, id="outlook").data_bind(table_model=Table.model)
            yield CardRow(selectors.lower_row, id="lower").data_bind(table_model=Table.model)
            yield GameLog(selectors.log_lines, id="log").data_bind(table_model=Table.model)
            yield Line(prompt, id="prompt").data_bind(table_model=Table.model)

    @property
    def _exchanging(self) -> bool:
        """Whether the player is to exchange the king now."""
        return self.shown.player.active and is_exchange_due(self.shown.view)

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, player: AnyPlayerView) -> tuple[Key, ...]:
        if not player.active:
            return ()
        if is_exchange_due(player.view):
            return (
                Key(glyphs().left_right, "pile", "move('right')"),
                Key(glyphs().up_down, "depth", "move('down')"),
                Key(glyphs().enter, "exchange", "confirm"),
            )
        if self._timer is not None:
            return (
                Key("any key", "stop", "focused.stop"),
                Key("1-3", "speed", "focused.next_speed"),
                Key("f", "finish", "focused.finish"),
            )
        return (
            Key("space", "turn", "space"),
            Key("1-3", "run", "focused.next_speed"),
            Key("f", "finish", "focused.finish"),
        )

    def marks(self, history: Sequence[Sequence[ClockEvent]]) -> tuple[Mark, ...]:
        return selectors.marks(history)

    def explain(self, target: Target) -> str:
        return selectors.explain(self.shown, target)

    def log_lines(self, model: selectors.ClockTableModel) -> tuple[LogLine, ...]:
        return selectors.log_lines(model)

    @staticmethod
    def result(state: State) -> "ResultModel":
        from clockspades.games.clock.result import clock_result

        return clock_result(state)

    def confirm(self) -> None:
        """Turn up the next card, or exchange the king for the card that the cursor is on."""
        model = self.shown
        if not model.player.active:
            self.say(model.player.prompt)
        elif not is_exchange_due(model.view):
            self.decide(Turn())
        elif model.cursor is not None and model.cursor.depth:
            self._exchange(model.cursor)
        else:
            self.say("First choose a card: move to its pile with the arrow keys, or click it.")

    def space(self) -> None:
        """Do what Enter does: a single card is turned either way."""
        self.confirm()

    def choose(self, number: int) -> None:
        """Let the cards turn at a speed; or say how deep the card lies in the pile that the cursor is on."""
        model = self.shown
        if not self._exchanging:
            if number <= len(PACES):
                self._run(number)
        elif model.cursor is not None and Exchange(model.cursor.number, number) in legal_actions(model.view):
            self.point_at(model.cursor._replace(depth=number))

    def move(self, direction: Direction) -> None:
        """Move the cursor to what lies that way; while the king is to be exchanged, round the clock and down a pile."""
        model = self.shown
        if self._exchanging:
            self.point_at(selectors.next_place(model.view, model.cursor, direction))
        else:
            super().move(direction)

    def reminder(self, selection: Selection) -> str:
        """The exchange that waits to be confirmed."""
        if selection.confirming is None:
            return "" if selection.cursor is None else self.explain(selection.cursor)
        card = card_at(selection.confirming.number, selection.confirming.depth)
        return f"Exchange the king for {card}? Press Enter or click it again. Escape cancels."

    def _exchange(self, target: Target) -> None:
        self.decide(Exchange(target.number, target.depth), target)

    def places(self) -> dict[Target, Region]:
        """Everything that the cursor can be on, where it stands on the screen."""
        return {
            **{Target(TargetKind.PILE, pile): self._pile(pile) for pile in range(1, CENTRE + 1)},
            Target(TargetKind.HAND, 0): self._hand,
        }

    def _pile(self, pile: int) -> Region:
        return self.query_one(Dial).place(pile % CENTRE)

    @property
    def _hand(self) -> Region:
        return self.query_one("#in-hand", CardRow).place(0)

    # -- cards that turn by themselves -----------------------------------------------------------------

    def _run(self, speed: int) -> None:
        """Turn up a card, and go on with that until something has to be decided or somebody acts."""
        self.interrupt()
        if self.shown.player.active and not self._exchanging:
            self._speed = speed
            self._timer = self.set_interval(PACES[speed - 1], self._turn)
            self.post_message(self.KeysChanged())
            self._turn()

    def _turn(self) -> None:
        self.post_message(self.Decided(Turn()))

    def interrupt(self) -> None:
        """Let the cards rest."""
        super().interrupt()
        self._chain = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.post_message(self.KeysChanged())

    def watch_player(self, before: AnyPlayerView | None, after: AnyPlayerView | None) -> None:
        """Let the cards rest where there is nothing to be turned."""
        super().watch_player(before, after)
        if self._timer is not None and (after is None or not after.active or self._exchanging):
            self.interrupt()

    def on_key(self, event: events.Key) -> None:
        """Any key stops the cards; one that turns a card, or leads away, does no more than that."""
        if self._timer is not None and event.key in ("space", "enter", "escape"):
            self.interrupt()
            event.stop()

    def on_mouse_down(self) -> None:
        """A click stops the cards, and does no more than that."""
        self._halted = self._timer is not None
        if self._halted:
            self.interrupt()

    def action_stop(self) -> None:
        """Let the cards rest."""
        self.interrupt()

    def action_next_speed(self) -> None:
        """Let the cards turn, or let them turn faster, and after the fastest slowly: a click on the speeds."""
        self._run(self._speed % len(PACES) + 1 if self._timer is not None else self._speed)

    def action_change_speed(self, by: int) -> None:
        """Let the cards turn faster or slower, as far as it goes."""
        self._run(min(max(self._speed + by, 1), len(PACES)))

    def action_finish(self) -> None:
        """Turn all that can be turned."""
        if self.shown.player.active:
            self.post_message(self.Hurried())

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnyPlayerView, after: AnyPlayerView) -> list[Flight]:
        """The card in hand on its way to its pile, then the one that turns up there on its way to the hand."""
        ways: list[Flight] = []
        size = self.query_one(Dial).layout_now.card
        for event in after.history[-1]:
            match event:
                case Placed(card):
                    ways.append(Flight.between(self._hand, self._pile(card.rank), Face(card), size))
                case TurnedUp(card, pile):
                    ways.append(Flight.between(self._pile(pile), self._hand, Face(card), size, delay=LATER))
                case Exchanged(king, pile, _, card):
                    ways.append(Flight.between(self._hand, self._pile(pile), Face(king), size))
                    ways.append(Flight.between(self._pile(pile), self._hand, Face(card), size, delay=LATER))
        return ways

    # -- the pointer -----------------------------------------------------------------------------------

    @on(Dial.Pressed)
    def _dial_pressed(self, event: Dial.Pressed) -> None:
        quick, self._chain = event.chain == self._chain + 1, event.chain
        if event.chain > 1 and not quick:
            return  # the click before it was on what lay over the table
        if not self._exchanging:
            self._press()
        elif event.hour and self.shown.view.face_down[event.hour - 1]:
            self.point_at(Target(TargetKind.PILE, event.hour, 1))
        else:
            self.say(self.explain(Target(TargetKind.PILE, event.hour or CENTRE)))

    @on(CardRow.Pressed, "#in-hand")
    def _hand_pressed(self) -> None:
        if self._exchanging:
            self.say(self.explain(Target(TargetKind.HAND, 0)))
        else:
            self._press()

    @on(CardRow.Pressed, "#lower")
    def _lower_pressed(self, event: CardRow.Pressed) -> None:
        cursor = self.shown.cursor
        if self._exchanging and cursor is not None and cursor.kind is TargetKind.PILE:
            self._exchange(Target(TargetKind.PILE, cursor.number, event.number + 1))
        else:
            self.say(self.explain(Target(TargetKind.LOWER, event.number)))

    def _press(self) -> None:
        """Turn up the next card, unless the click stopped those that turn by themselves."""
        if not self._halted:
            self.confirm()

    @on(Dial.Pointed)
    def _dial_pointed(self, event: Dial.Pointed) -> None:
        self.hover(TargetKind.PILE, event.hour if event.hour is None else event.hour or CENTRE)

    @on(CardRow.Pointed, "#in-hand")
    def _hand_pointed(self, event: CardRow.Pointed) -> None:
        self.hover(TargetKind.HAND, event.number)

    @on(CardRow.Pointed, "#lower")
    def _lower_pointed(self, event: CardRow.Pointed) -> None:
        self.hover(TargetKind.LOWER, event.number)
