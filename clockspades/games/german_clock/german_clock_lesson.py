"""The lesson of German Clock: it says what fits until the order of the suits is set, and then no more."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from clockspades.cards import Rank, parse_cards
from clockspades.engine.game import Preset
from clockspades.engine.phrases import suit_name, suit_singular, symbols
from clockspades.engine.rules import Deal, Ended
from clockspades.games.dial_table_rules import at_hour
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import GermanClockEvent, GermanClockState
from clockspades.games.german_clock.german_clock_table import STOCK, TOP
from clockspades.games.german_clock.solver import ORDERS, wins
from clockspades.language import N_, _
from clockspades.table.commands import ENTER, SPACE
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import spoken
from clockspades.table.lesson import Beginning, Course, Lesson, Note, Topic, ask, news
from clockspades.table.parts import InPart

DEAL: Final = Deal(
    parse_cards(
        "4H 3C KH 4D 4C QH 3H QS 2H 2S 5H KC 7D 6S AH 7S JD KD 7H QC 8D TD QD AC 6D TS "
        "6H 8C 3D 5C 2C 5D AS 6C JC 9H 2D 8S 9D 3S 9C 5S 7C JH 9S JS TH KS 4S AD 8H TC"
    )
)
"""The first cards bring each rule in turn. Two of the eight orders complete the clock, if no card is missed."""
ORDER: Final = InPart("order")


class GermanClockLesson(Lesson[GermanClockState, GermanClockEvent]):
    """The lesson, with one redeal."""

    minutes = 3

    def beginning(self, preset: Preset | None) -> Beginning:
        return Beginning({"redeals": 1}, DEAL)

    def notes(self, seen: Course[GermanClockState, GermanClockEvent]) -> tuple[Note, ...]:
        points = zip(pairwise(seen.views), seen.history)
        return news(_topics(before, after, events, seen.terminal) for (before, after), events in points)


def _topics(
    before: GermanClockState, after: GermanClockState, events: Sequence[GermanClockEvent], terminal: Terminal
) -> Iterator[Topic]:
    for event in events:
        match event:
            case rules.PassBegan(1):
                words = _("You win if all cards are at their hours: a five at 5 o'clock, a king in the middle.")
                yield "aim", Note(words, at_hour(Rank.FIVE))
                words = _("Press {key}, or click the stock, to turn up a card.", key=spoken(terminal, SPACE))
                yield "turn", ask(words, STOCK)
            case rules.PassBegan():
                words = _("The same cards come again in the same order: your last chance to place them.")
                yield "again", Note(words, STOCK)
            case rules.OrderSet((first,)):
                words = N_("Your first card set it: {suits} come first, so every hour must begin with a {suit}.")
                words = _(words, suits=suit_name(first), suit=suit_singular(first))
                yield "first", Note(words, at_hour(before.waste[-1].rank))
                yield "go on", ask(_("Turn up the next card with {key}.", key=spoken(terminal, SPACE)), STOCK)
            case rules.OrderSet(suits):
                yield "order", Note(_("The order is set for every hour: {suits}.", suits=symbols(suits)), ORDER)
            case rules.Turned() if before.waste and rules.can_place(before):
                words = N_("You passed the {card}, which fits. It can go when it lies on top again.")
                yield "missed", Note(_(words, card=before.waste[-1].symbol), TOP)
            case Ended(outcome):
                if len(after.suits) == rules.FULL:
                    yield "counted", Note(_what_counted(after), ORDER)
                words = N_("No card fits any more: you lose. Press {key}, then play a real game.")
                if outcome.winners:
                    words = N_("The clock is complete: you win. Press {key}, then play a real game.")
                yield "end", ask(_(words, key=spoken(terminal, ENTER)), at_hour(Rank.KING))
    if after.outcome is None and after.waste:
        yield from _on_the_waste(after, terminal, turned=any(isinstance(event, rules.Turned) for event in events))
    if after.outcome is None and not after.stock and after.redeals_left:
        words = _("The stock is empty. Once, {key} turns the waste over.", key=spoken(terminal, SPACE))
        yield "redeal", ask(words, STOCK)


def _what_counted(view: GermanClockState) -> str:
    """What decided a game that is over, in which the order of the suits was set."""
    nothing = ((),) * len(view.clock)
    dealt = view._replace(passes=1, stock=DEAL.cards, waste=(), clock=nothing, suits=(), outcome=None)
    won = view.outcome is not None and bool(view.outcome.winners)
    if not won and wins(dealt, view.suits):
        return _("What counted: to miss no card that fits. These cards can be won in your order.")
    other = next(
        order
        for first in (True, False)
        for order in ORDERS
        if (order[0] is view.suits[0]) == first and wins(dealt, order) != won
    )
    if won:
        return _("What counted: the order that two cards set. With {suits} the same cards lose.", suits=symbols(other))
    return _("What counted: the order that two cards set. With {suits} the same cards win.", suits=symbols(other))


def _on_the_waste(view: GermanClockState, terminal: Terminal, *, turned: bool) -> Iterator[Topic]:
    """Whether the top card of the waste fits, and why."""
    card, enter = view.waste[-1], spoken(terminal, ENTER)
    pile = view.clock[card.rank - 1]
    if not rules.can_place(view):
        if not pile and view.suits:
            words = N_("The {card} can't begin an hour: only a {suit} can. Turn up the next card.")
            yield "no start", ask(_(words, card=card.symbol, suit=suit_singular(view.suits[0])), TOP)
        elif len(view.suits) == 1 and len(pile) == 1:
            words = N_("The {card} can't go on the {top}: the colours alternate.")
            yield "same colour", ask(_(words, card=card.symbol, top=pile[0].symbol), TOP)
    elif not view.suits:
        yield "any", ask(_("The first card may go, whatever it is: press {key}, or click it.", key=enter), TOP)
    elif rules.is_choice(view):
        other = next(suit for suit in rules.wanted(view, card.rank) if suit is not card.suit)
        words = N_("The {card} may go on the {top}: then {suits} come second everywhere.")
        yield "second", Note(_(words, card=card.symbol, top=pile[0].symbol, suits=suit_name(card.suit)), TOP)
        words = N_("Now choose: press {key} for that, or wait for a card that makes {suits} second.")
        yield "choose", ask(_(words, key=enter, suits=suit_name(other)), TOP)
    elif not turned:
        words = _("The {card}, which lay below, fits too. Look for that each time.", card=card.symbol)
        yield "below", ask(words, TOP)
    elif len(view.suits) == 1:
        yield "start", ask(_("The {card} begins its hour: press {key}, or click it.", card=card.symbol, key=enter), TOP)
    else:
        words = N_("The {card} fits, as {suits} begin every hour. From now on nobody tells you: look yourself.")
        if pile:
            words = N_("The {card} fits, as the {top} lies there. From now on nobody tells you: look yourself.")
        top = pile[-1].symbol if pile else ""
        yield "fits", ask(_(words, card=card.symbol, top=top, suits=suit_name(card.suit)), TOP)
