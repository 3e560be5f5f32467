"""The table of Clockwork Spades: the dial on the left, the players, the log and the prompt beside it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from clockspades.cards import Card, Rank
from clockspades.engine.game import Action
from clockspades.games.clockwork import selectors
from clockspades.games.clockwork.rules import (
    KING_OF_SPADES,
    SPADES,
    ClockworkEvent,
    Discarded,
    Drew,
    DrewKingOfSpades,
    PassedKing,
    Play,
    Played,
    State,
    Take,
    Took,
    matches,
)
from clockspades.games.clockwork.words import covering
from clockspades.table.faces import Face
from clockspades.table.glyphs import glyphs
from clockspades.table.model import AnyPlayerView, Selection, Target, TargetKind
from clockspades.table.selectors import prompt
from clockspades.table.widget_models import Key, LogLine, Mark
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.line import Line
from clockspades.tui.widgets.tally import Tally

if TYPE_CHECKING:
    from clockspades.table.result_model import ResultModel

LATER: Final = 0.12
"""Seconds after what was played or taken that what follows from it sets off."""


class ClockworkTable(Table[State, ClockworkEvent]):
    """A game of Clockwork Spades on the screen."""

    def compose(self) -> ComposeResult:
        """The dial, and beside it from top to bottom: across the table, what happened, what to do, this side."""
        yield Dial(selectors.dial_model, id="dial").data_bind(table_model=Table.model)
        with Widget(id="side"):
            yield Line(selectors.heading, id="heading").data_bind(table_model=Table.model)
            yield Line(selectors.far_name, id="far-name").data_bind(table_model=Table.model)
            yield CardRow(selectors.far_hand, id="far-hand").data_bind(table_model=Table.model)
            yield Tally(selectors.far_tally, id="far-tally").data_bind(table_model=Table.model)
            yield GameLog(selectors.log_lines, id="log").data_bind(table_model=Table.model)
            yield Line(prompt, id="prompt").data_bind(table_model=Table.model)
            yield Line(selectors.near_name, id="near-name").data_bind(table_model=Table.model)
            yield CardRow(selectors.near_hand, id="near-hand").data_bind(table_model=Table.model)
            yield Tally(selectors.near_tally, id="near-tally").data_bind(table_model=Table.model)

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, player: AnyPlayerView) -> tuple[Key, ...]:
        if not player.active:
            return ()
        enter, count = glyphs().enter, len(player.view.window)
        if matches(player.view):
            all_of_them = "play" if len(matches(player.view)) == 1 else "play all"
            return (Key(enter, all_of_them, "confirm"), Key(glyphs().left_right, "move", "move('right')"))
        chosen = "1" if count == 1 else f"1-{count}"
        return (Key(chosen, "spade", "choose(1)"), Key(enter, "take", "confirm"))

    def marks(self, history: Sequence[Sequence[ClockworkEvent]]) -> tuple[Mark, ...]:
        return selectors.marks(history)

    def explain(self, target: Target) -> str:
        return selectors.explain(self.shown, target)

    def announce(self, player: AnyPlayerView, action: Action) -> str:
        if isinstance(action, Take):
            return f"You take the {SPADES[action.rank - 1].symbol}, the last spade."
        return f"You play {covering(matches(player.view))}."

    @staticmethod
    def result(state: State) -> "ResultModel":
        from clockspades.games.clockwork.result import clockwork_result

        return clockwork_result(state)

    def log_lines(self, model: selectors.ClockworkTableModel) -> tuple[LogLine, ...]:
        return selectors.log_lines(model)

    def choose(self, number: int) -> None:
        """Point at a card in hand when one is to be played, else at a spade of the window."""
        model = self.shown
        view = model.view
        if model.player.active and not matches(view):
            if number <= len(view.window):
                self.point_at(Target(TargetKind.HOUR, int(view.window[number - 1])))
        elif number <= len(view.hands[model.player.seat]):
            self.point_at(Target(TargetKind.HAND, number - 1))

    def confirm(self) -> None:
        """Play every match; or take the spade that the cursor is on."""
        model = self.shown
        if not model.player.active:
            self.say(model.player.prompt)
        elif matches(model.view):
            self.post_message(self.Decided(Play()))
        elif model.cursor is not None and model.cursor.kind is TargetKind.HOUR and model.cursor.number:
            self._take(Rank(model.cursor.number))
        else:
            self.say("First choose a spade: by its number, with the arrow keys, or with a click.")

    def space(self) -> None:
        """Lay down the card under the cursor, or all that go on the spade under it; no spade is taken so."""
        cursor = self.shown.cursor
        if cursor is None:
            self.confirm()
        elif cursor.kind is TargetKind.HAND:
            self._press_card(cursor.number, at_once=True)
        elif cursor.number and self.shown.player.active and matches(self.shown.view):
            self._press_hour(cursor.number)

    def flights(self, before: AnyPlayerView, after: AnyPlayerView) -> list[Flight]:
        """Played, taken, passed, drawn and discarded cards, each from where it was to where it goes."""
        ways: list[Flight] = []
        happened = after.history[-1]
        undealt = [0, 0]
        for event in happened:
            if isinstance(event, Drew):
                undealt[event.seat] += len(event.cards)
        for event in happened:
            match event:
                case Played(seat, cards):
                    hand = before.view.hands[seat]
                    ways += [self._way(card, self._card_at(seat, hand, card), self._hour(card.rank)) for card in cards]
                case Took(seat, spade, covers):
                    ways.append(self._way(spade, self._hour(spade.rank), self._tally(seat)))
                    ways += [self._way(card, self._hour(spade.rank), self._hour(0), LATER) for card in covers]
                case PassedKing(seat, king):
                    ways.append(self._way(king, self._hour(0), self._tally(1 - seat), LATER))
                case Drew(seat, cards):
                    first = len(after.view.hands[seat]) - undealt[seat]
                    undealt[seat] -= len(cards)
                    places = [self._row(seat).place(max(0, first + number)) for number in range(len(cards))]
                    ways += [self._way(card, self._hour(0), place, LATER) for card, place in zip(cards, places)]
                case DrewKingOfSpades(seat):
                    ways.append(self._way(KING_OF_SPADES, self._hour(0), self._tally(seat), LATER))
                case Discarded(seat, cards):
                    hand = before.view.hands[seat]
                    ways += [self._way(card, self._card_at(seat, hand, card), self._hour(0), LATER) for card in cards]
        return ways

    def _way(self, card: Card, start: Region, end: Region, delay: float = 0.0) -> Flight:
        return Flight.between(start, end, Face(card), self.query_one("#near-hand", CardRow).card_size, delay=delay)

    def _row(self, seat: int) -> CardRow:
        return self.query_one("#near-hand" if seat == self.shown.player.seat else "#far-hand", CardRow)

    def _tally(self, seat: int) -> Region:
        return self.query_one("#near-tally" if seat == self.shown.player.seat else "#far-tally", Tally).region

    def _hour(self, hour: int) -> Region:
        return self.query_one(Dial).place(hour)

    def _card_at(self, seat: int, hand: tuple[Card, ...], card: Card) -> Region:
        """Where a card is in a hand; one that is not seen there is in the middle of it."""
        return self._row(seat).place(hand.index(card) if card in hand else len(hand) // 2)

    # -- the pointer -----------------------------------------------------------------------------------

    @on(Dial.Pressed)
    def _dial_pressed(self, event: Dial.Pressed) -> None:
        """A double click is one click here."""
        if event.chain > 1:
            return
        if event.hour:
            self._press_hour(event.hour)
        else:
            self.say(self.explain(Target(TargetKind.HOUR, 0)))

    @on(CardRow.Pressed, "#near-hand")
    def _card_pressed(self, event: CardRow.Pressed) -> None:
        self._press_card(event.number)

    @on(Dial.Pointed)
    def _dial_pointed(self, event: Dial.Pointed) -> None:
        self.hover(TargetKind.HOUR, event.hour)

    @on(CardRow.Pointed, "#near-hand")
    def _card_pointed(self, event: CardRow.Pointed) -> None:
        self.hover(TargetKind.HAND, event.number)

    def _press_card(self, number: int, at_once: bool = False) -> None:
        """Pick a card up; lay it down if it was picked already."""
        model = self.shown
        hand = model.view.hands[model.player.seat]
        if number >= len(hand):
            return
        card = hand[number]
        if not model.player.active or card not in matches(model.view):
            self.say(self.explain(Target(TargetKind.HAND, number)))
        elif card in model.selection.placed:
            return
        elif at_once or model.selection.picked is card:
            self._lay((card,))
        else:
            self.select(model.selection._replace(picked=card))

    def _press_hour(self, hour: int) -> None:
        """Lay down what goes on a spade, or take it."""
        model = self.shown
        selection = model.selection
        if not model.player.active:
            self.say(self.explain(Target(TargetKind.HOUR, hour)))
            return
        matching = matches(model.view)
        if not matching:
            self._take(Rank(hour))
            return
        fitting = tuple(card for card in matching if card.rank == hour and card not in selection.placed)
        if selection.picked is not None and selection.picked.rank == hour:
            self._lay((selection.picked,))
        elif selection.picked is not None:
            self.say(f"The {selection.picked.symbol} goes on the {SPADES[selection.picked.rank - 1].symbol}.")
        elif fitting:
            self._lay(fitting)
        else:
            self.say(self.explain(Target(TargetKind.HOUR, hour)))

    def _lay(self, cards: tuple[Card, ...]) -> None:
        """Lay cards down; the play is made when the last match is."""
        placed = (*self.selection.placed, *cards)
        matching = matches(self.shown.view)
        if set(placed) >= set(matching):
            self.post_message(self.Decided(Play()))
        else:
            self.select(Selection(self.selection.cursor, placed=placed))

    def reminder(self, selection: Selection) -> str:
        """What is left to do of an incomplete play, or to confirm taking a spade."""
        if selection.confirming is not None:
            spade = SPADES[selection.confirming.number - 1]
            return f"Take the {spade.symbol}? Press Enter or click it again. Escape cancels."
        if selection.picked is not None:
            return f"You picked up the {selection.picked.symbol}. Now click its spade, or click the card again."
        if selection.placed:
            left = (card.symbol for card in matches(self.shown.view) if card not in selection.placed)
            return f"Still to play: {' '.join(left)}."
        return ""

    def _take(self, rank: Rank) -> None:
        """Take a spade, or say why it cannot be taken."""
        self.decide(Take(rank), Target(TargetKind.HOUR, int(rank)))

    # -- the cursor ------------------------------------------------------------------------------------

    def first_target(self) -> Target | None:
        view = self.shown.view
        matching = matches(view) if self.shown.player.active else ()
        if matching:
            return Target(TargetKind.HAND, view.hands[self.shown.player.seat].index(matching[0]))
        if view.window:
            return Target(TargetKind.HOUR, int(view.window[0]))
        return super().first_target()

    def places(self) -> dict[Target, Region]:
        """Everything that the cursor can be on, where it stands on the screen."""
        model = self.shown
        dial, hand = self.query_one("#dial", Dial), self.query_one("#near-hand", CardRow)
        places = {
            Target(TargetKind.HAND, number): hand.place(number)
            for number, card in enumerate(model.view.hands[model.player.seat])
            if card not in model.selection.placed
        }
        for hour, pile in enumerate(model.view.clock, 1):
            if pile is not None:
                places[Target(TargetKind.HOUR, hour)] = dial.place(hour)
        places[Target(TargetKind.HOUR, 0)] = dial.place(0)
        return places
