"""The table of Clockwork Spades: the dial on the left, the players, the log and the prompt beside it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from clockspades.cards import Card, Rank
from clockspades.engine.game import Action
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
from clockspades.tui.drawing.faces import Face
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.tables import clockwork_slices as slices
from clockspades.tui.tables.scene import AnySight, Attention, Target
from clockspades.tui.tables.table import Table
from clockspades.tui.tables.telling import prompt
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight
from clockspades.tui.widgets.game_log import GameLog, LogLine
from clockspades.tui.widgets.key_line import Key
from clockspades.tui.widgets.line import Line
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.tally import Tally

if TYPE_CHECKING:
    from clockspades.tui.tables.result import ResultFace

LATER: Final = 0.12
"""Seconds after what was played or taken that what follows from it sets off."""


class ClockworkTable(Table[State, ClockworkEvent]):
    """A game of Clockwork Spades on the screen."""

    def compose(self) -> ComposeResult:
        """The dial, and beside it from top to bottom: across the table, what happened, what to do, this side."""
        yield Dial(slices.dial_face, id="dial").data_bind(scene=Table.scene)
        with Widget(id="side"):
            yield Line(slices.heading, id="heading").data_bind(scene=Table.scene)
            yield Line(slices.far_name, id="far-name").data_bind(scene=Table.scene)
            yield CardRow(slices.far_hand, id="far-hand").data_bind(scene=Table.scene)
            yield Tally(slices.far_tally, id="far-tally").data_bind(scene=Table.scene)
            yield GameLog(slices.log_lines, id="log").data_bind(scene=Table.scene)
            yield Line(prompt, id="prompt").data_bind(scene=Table.scene)
            yield Line(slices.near_name, id="near-name").data_bind(scene=Table.scene)
            yield CardRow(slices.near_hand, id="near-hand").data_bind(scene=Table.scene)
            yield Tally(slices.near_tally, id="near-tally").data_bind(scene=Table.scene)

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, sight: AnySight) -> tuple[Key, ...]:
        if not sight.active:
            return ()
        enter, count = glyphs().enter, len(sight.view.window)
        if matches(sight.view):
            all_of_them = "play" if len(matches(sight.view)) == 1 else "play all"
            return (Key(enter, all_of_them, "confirm"), Key(glyphs().left_right, "move", "move('right')"))
        chosen = "1" if count == 1 else f"1-{count}"
        return (Key(chosen, "spade", "choose(1)"), Key(enter, "take", "confirm"))

    def marks(self, history: Sequence[Sequence[ClockworkEvent]]) -> tuple[Mark, ...]:
        return slices.marks(history)

    def explain(self, target: Target) -> str:
        return slices.explain(self.shown, target)

    def announce(self, sight: AnySight, action: Action) -> str:
        if isinstance(action, Take):
            return f"You take the {SPADES[action.rank - 1].symbol}, the last spade."
        return f"You play {covering(matches(sight.view))}."

    @staticmethod
    def result(state: State) -> "ResultFace":
        from clockspades.tui.tables.clockwork_result import clockwork_result

        return clockwork_result(state)

    def log_lines(self, scene: slices.ClockworkScene) -> tuple[LogLine, ...]:
        return slices.log_lines(scene)

    def choose(self, number: int) -> None:
        """Point at a card in hand when one is to be played, else at a spade of the window."""
        scene = self.shown
        view = scene.view
        if scene.sight.active and not matches(view):
            if number <= len(view.window):
                self.point_at(Target("hour", int(view.window[number - 1])))
        elif number <= len(view.hands[scene.sight.seat]):
            self.point_at(Target("hand", number - 1))

    def confirm(self) -> None:
        """Play every match; or take the spade that the cursor is on."""
        scene = self.shown
        if not scene.sight.active:
            self.say(scene.sight.prompt)
        elif matches(scene.view):
            self.post_message(self.Decided(Play()))
        elif scene.pointed is not None and scene.pointed.kind == "hour" and scene.pointed.number:
            self._take(Rank(scene.pointed.number))
        else:
            self.say("First choose a spade: by its number, with the arrow keys, or with a click.")

    def space(self) -> None:
        """Lay down the card under the cursor, or all that go on the spade under it; no spade is taken so."""
        pointed = self.shown.pointed
        if pointed is None:
            self.confirm()
        elif pointed.kind == "hand":
            self._press_card(pointed.number, at_once=True)
        elif pointed.number and self.shown.sight.active and matches(self.shown.view):
            self._press_hour(pointed.number)

    def flights(self, before: AnySight, after: AnySight) -> list[Flight]:
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
        return self.query_one("#near-hand" if seat == self.shown.sight.seat else "#far-hand", CardRow)

    def _tally(self, seat: int) -> Region:
        return self.query_one("#near-tally" if seat == self.shown.sight.seat else "#far-tally", Tally).region

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
            self.say(self.explain(Target("hour", 0)))

    @on(CardRow.Pressed, "#near-hand")
    def _card_pressed(self, event: CardRow.Pressed) -> None:
        self._press_card(event.number)

    @on(Dial.Pointed)
    def _dial_pointed(self, event: Dial.Pointed) -> None:
        self.hover("hour", event.hour)

    @on(CardRow.Pointed, "#near-hand")
    def _card_pointed(self, event: CardRow.Pointed) -> None:
        self.hover("hand", event.number)

    def _press_card(self, number: int, at_once: bool = False) -> None:
        """Pick a card up; lay it down if it was picked already."""
        scene = self.shown
        hand = scene.view.hands[scene.sight.seat]
        if number >= len(hand):
            return
        card = hand[number]
        if not scene.sight.active or card not in matches(scene.view):
            self.say(self.explain(Target("hand", number)))
        elif card in scene.attention.placed:
            return
        elif at_once or scene.attention.picked is card:
            self._lay((card,))
        else:
            self.attend(scene.attention._replace(picked=card))

    def _press_hour(self, hour: int) -> None:
        """Lay down what goes on a spade, or take it."""
        scene = self.shown
        attention = scene.attention
        if not scene.sight.active:
            self.say(self.explain(Target("hour", hour)))
            return
        matching = matches(scene.view)
        if not matching:
            self._take(Rank(hour))
            return
        fitting = tuple(card for card in matching if card.rank == hour and card not in attention.placed)
        if attention.picked is not None and attention.picked.rank == hour:
            self._lay((attention.picked,))
        elif attention.picked is not None:
            self.say(f"The {attention.picked.symbol} goes on the {SPADES[attention.picked.rank - 1].symbol}.")
        elif fitting:
            self._lay(fitting)
        else:
            self.say(self.explain(Target("hour", hour)))

    def _lay(self, cards: tuple[Card, ...]) -> None:
        """Lay cards down; the play is made when the last match is."""
        placed = (*self.attention.placed, *cards)
        matching = matches(self.shown.view)
        if set(placed) >= set(matching):
            self.post_message(self.Decided(Play()))
        else:
            self.attend(Attention(self.attention.pointed, placed=placed))

    def reminder(self, attention: Attention) -> str:
        """What is left to do of a play that is not complete, or of a spade that is asked for again."""
        if attention.asked is not None:
            spade = SPADES[attention.asked.number - 1]
            return f"Take the {spade.symbol}? Press Enter or click it again. Escape cancels."
        if attention.picked is not None:
            return f"You picked up the {attention.picked.symbol}. Now click its spade, or click the card again."
        if attention.placed:
            left = (card.symbol for card in matches(self.shown.view) if card not in attention.placed)
            return f"Still to play: {' '.join(left)}."
        return ""

    def _take(self, rank: Rank) -> None:
        """Take a spade, or say why it cannot be taken."""
        self.decide(Take(rank), Target("hour", int(rank)))

    # -- the cursor ------------------------------------------------------------------------------------

    def first_target(self) -> Target | None:
        view = self.shown.view
        matching = matches(view) if self.shown.sight.active else ()
        if matching:
            return Target("hand", view.hands[self.shown.sight.seat].index(matching[0]))
        if view.window:
            return Target("hour", int(view.window[0]))
        return super().first_target()

    def places(self) -> dict[Target, Region]:
        """Everything that the cursor can be on, where it stands on the screen."""
        scene = self.shown
        dial, hand = self.query_one("#dial", Dial), self.query_one("#near-hand", CardRow)
        places = {
            Target("hand", number): hand.place(number)
            for number, card in enumerate(scene.view.hands[scene.sight.seat])
            if card not in scene.attention.placed
        }
        for hour, pile in enumerate(scene.view.clock, 1):
            if pile is not None:
                places[Target("hour", hour)] = dial.place(hour)
        places[Target("hour", 0)] = dial.place(0)
        return places
