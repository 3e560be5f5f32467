"""The table of Clockwork Spades: the dial on the left, the players, the log and the prompt beside it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.geometry import Region

from clockspades.cards import Card
from clockspades.games.clockwork import clockwork_selectors as selectors
from clockspades.games.clockwork.clockwork_rules import (
    KING_OF_SPADES,
    ClockworkEvent,
    Discarded,
    Drew,
    DrewKingOfSpades,
    PassedKing,
    Played,
    State,
    Took,
)
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules
from clockspades.table.faces import Face
from clockspades.table.model import AnyPlayerView, TargetKind
from clockspades.table.selectors import far, near, prompt
from clockspades.tui.tables.dial_table import DialTable
from clockspades.tui.widgets.bound_text import Line, Tally
from clockspades.tui.widgets.bound_widget import BoundWidget
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight
from clockspades.tui.widgets.game_log import GameLog

if TYPE_CHECKING:
    from clockspades.table.widget_models import ResultModel

LATER: Final = 0.12
"""Seconds after what was played or taken that what follows from it sets off."""


class ClockworkTable(DialTable[State, ClockworkEvent]):
    """A game of Clockwork Spades on the screen."""

    rules = ClockworkTableRules()
    rows: ClassVar = {TargetKind.HAND: "near-hand"}

    def parts(self) -> Iterator[BoundWidget[Any]]:
        """The dial, then across the table, what happened, what to do, and this side."""
        yield Dial(selectors.dial_model, id="dial")
        yield Line(selectors.heading, id="heading")
        yield Line(far(selectors.name_line), id="far-name")
        yield CardRow(far(selectors.hand_row), id="far-hand")
        yield Tally(far(selectors.tally), id="far-tally")
        yield GameLog(selectors.log_lines, id="log")
        yield Line(prompt, id="prompt")
        yield Line(near(selectors.name_line), id="near-name")
        yield CardRow(near(selectors.hand_row), id="near-hand")
        yield Tally(near(selectors.tally), id="near-tally")

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnyPlayerView, after: AnyPlayerView) -> list[Flight]:
        """Played, taken, passed, drawn and discarded cards, each from where it was to where it goes."""
        ways: list[Flight] = []
        stations = self.stations
        stock = stations[self.centre]
        happened = after.happened
        undealt = [0, 0]
        for event in happened:
            if isinstance(event, Drew):
                undealt[event.seat] += len(event.cards)
        for event in happened:
            match event:
                case Played(seat, cards):
                    hand = before.view.hands[seat]
                    ways += [self._way(card, self._card_at(seat, hand, card), stations[card.rank]) for card in cards]
                case Took(seat, spade, covers):
                    ways.append(self._way(spade, stations[spade.rank], self._tally(seat)))
                    ways += [self._way(card, stations[spade.rank], stock, LATER) for card in covers]
                case PassedKing(seat, king):
                    ways.append(self._way(king, stock, self._tally(1 - seat), LATER))
                case Drew(seat, cards):
                    first = len(after.view.hands[seat]) - undealt[seat]
                    undealt[seat] -= len(cards)
                    places = [self._row(seat).place(max(0, first + number)) for number in range(len(cards))]
                    ways += [self._way(card, stock, place, LATER) for card, place in zip(cards, places)]
                case DrewKingOfSpades(seat):
                    ways.append(self._way(KING_OF_SPADES, stock, self._tally(seat), LATER))
                case Discarded(seat, cards):
                    hand = before.view.hands[seat]
                    ways += [self._way(card, self._card_at(seat, hand, card), stock, LATER) for card in cards]
        return ways

    def _way(self, card: Card, start: Region, end: Region, delay: float = 0.0) -> Flight:
        return Flight.between(start, end, Face(card), self.row("near-hand").card_size, delay=delay)

    def _row(self, seat: int) -> CardRow:
        return self.row("near-hand" if seat == self.shown.player.seat else "far-hand")

    def _tally(self, seat: int) -> Region:
        return self.query_one("#near-tally" if seat == self.shown.player.seat else "#far-tally", Tally).region

    def _card_at(self, seat: int, hand: tuple[Card, ...], card: Card) -> Region:
        """Where a card is in a hand; one that is not seen there is in the middle of it."""
        return self._row(seat).place(hand.index(card) if card in hand else len(hand) // 2)

    # -- what else the screens show ----------------------------------------------------------------------

    dial_model = staticmethod(selectors.dial_model)
    marks = staticmethod(selectors.marks)
    log_lines = staticmethod(selectors.log_lines)

    @staticmethod
    def result(state: State, happened: Sequence[ClockworkEvent]) -> "ResultModel":
        from clockspades.games.clockwork.clockwork_selectors import clockwork_result

        return clockwork_result(state)
