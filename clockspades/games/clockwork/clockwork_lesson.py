"""The first game of a new player: a chosen deal, and short notes that explain it as it goes.

With this deal the first turns go the same way whatever the new player takes. They begin with one match. The other
seat plays. They have no match, and take. The other seat plays all three cards and draws a king, which goes to them.
They play, and the other seat has one dead card.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from clockspades.cards import parse_cards
from clockspades.engine.actions import Deal
from clockspades.engine.game import Preset
from clockspades.engine.phrases import listed
from clockspades.engine.wording import Names
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_fuse import LONGEST
from clockspades.games.clockwork.clockwork_rules import ClockworkEvent, ClockworkState
from clockspades.games.clockwork.clockwork_table import STOCK
from clockspades.games.dial_table_rules import at_hour
from clockspades.table.commands import ENTER
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import spoken, typed
from clockspades.table.lesson import Beginning, Course, Lesson, Note, ask
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import InPart

DEAL: Final = Deal(
    parse_cards(
        "2D JC 5H  5D TC JH"  # the two hands
        "  AH  QD  KH 7H 8C 9D  TD"  # drawn in turns 1, 2, 4 and 5
        "  6D 3H 7C 9C 6H KC KD 3D 3C 4H 4C TH 9H 5C 6C AD 2C JD 7D 2H 8H QH AC QC 4D 8D"
    )
)
"""Of 400 orders of the rest, one that is lost now and then: against ``steady``, random choices win 13 games of 18."""

LOW: Final = 6
"""The cards left in the stock when the last note comes."""


class ClockworkLesson(Lesson[ClockworkState, ClockworkEvent]):
    """The lesson, under the rules of Pagat."""

    minutes = 2

    def beginning(self, preset: Preset | None) -> Beginning:
        return Beginning({"rules": "pagat", "first": 0}, DEAL)

    def notes(self, seen: Course[ClockworkState, ClockworkEvent]) -> tuple[Note, ...]:
        views, history, seat, names, terminal = seen
        view = views[-1]
        if view.outcome is not None or not view.turn:
            return ()
        return (*_on_what_happened(history, seat, names), *_on_what_is_next(view, history, seat, names, terminal))

    def is_over(self, view: ClockworkState, history: Sequence[Sequence[ClockworkEvent]], seat: int) -> bool:
        if not view.turn:
            return False
        return view.outcome is not None or _stock_before(view, history, seat) <= LOW


def _on_what_happened(history: Sequence[Sequence[ClockworkEvent]], seat: int, names: Names) -> Iterator[Note]:
    """Notes on the first spade that the seat took, the first king given and the first dead card."""
    known = {_kind(event, seat) for event in chain(*history[:-1])}
    for event in history[-1]:
        kind = _kind(event, seat)
        if kind in known:
            continue
        known.add(kind)
        match event:
            case rules.Took(_, spade) if event.seat == seat:
                yield Note(f"The {spade.symbol} is gone: its hour is skipped now.", at_hour(spade.rank))
            case rules.PassedKing(giver, king):
                given = f"You give {names[1 - seat]}" if giver == seat else f"{names[giver]} gives you"
                tally = InPart("far-tally" if giver == seat else "near-tally")
                yield Note(f"{given} the {king.symbol}: with all three, the K♠ wins.", tally)
            case rules.Discarded(_, cards):
                spade = rules.SPADES[cards[0].rank - 1]
                yield Note(f"The {cards[0].symbol} is dead: the {spade.symbol} is gone.", at_hour(spade.rank))


def _kind(event: ClockworkEvent, seat: int) -> object:
    """What sort of event it is, what either seat did told apart."""
    return type(event), isinstance(event, rules.Took) and event.seat == seat


def _on_what_is_next(
    view: ClockworkState, history: Sequence[Sequence[ClockworkEvent]], seat: int, names: Names, terminal: Terminal
) -> Iterator[Note]:
    """Notes on the window, and on what to do now."""
    window = [rank.symbol for rank in view.window]
    middle = at_hour(view.window[len(window) // 2])
    if view.seat != seat:
        if view.turn == 2:
            yield Note(f"The window moves on: {names[view.seat]} plays on {' '.join(window)}.", middle)
        return
    mine = [event for event in chain(*history) if isinstance(event, rules.Played | rules.Took) and event.seat == seat]
    plays = sum(isinstance(event, rules.Played) for event in mine)
    if view.turn == 1:
        yield Note("Don't draw the last card, the K♠: it loses, or wins with all three other kings.", STOCK)
        yield Note(f"You play on a window, the next three spades on the clock: {' '.join(window)}.", middle)
    matching = rules.matches(view)
    if matching and not plays:
        card = matching[0]
        held, spade = Target(TargetKind.HAND, view.hands[seat].index(card)), rules.SPADES[card.rank - 1].symbol
        yield ask(f"Your {card.symbol} matches the {spade}: press {spoken(terminal, ENTER)}, or click it.", held)
    elif matching and plays == 1:
        yield ask(f"You must play every match: press {spoken(terminal, ENTER)}.", at_hour(matching[0].rank))
    elif not matching and plays == len(mine):
        numbers = listed([typed(terminal, number) for number in range(1, len(window) + 1)], "or")
        yield ask(f"Take a spade: click it, or press {numbers}.", middle)
    before = _stock_before(view, history, seat)
    if len(view.stock) <= LONGEST < before:
        words = "The last cards, down for you and up for {other}, as it stands. Last comes the K♠."
        yield Note(words.format(other=names[1 - seat]), STOCK)
    if len(view.stock) <= LOW < before:
        yield Note("Point at a spade to see who then draws the K♠. With the other kings, you win.", STOCK)


def _stock_before(view: ClockworkState, history: Sequence[Sequence[ClockworkEvent]], seat: int) -> int:
    """How many cards were in the stock when it was last the turn of ``seat``, before this one."""
    since = chain(*history[-2 if view.seat == seat else -1 :])
    drawn = (
        len(event.cards) if isinstance(event, rules.Drew) else isinstance(event, rules.PassedKing) for event in since
    )
    return len(view.stock) + sum(drawn)
