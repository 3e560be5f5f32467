"""The first game of a new player: a chosen deal, and short notes that explain it as it goes.

With this deal the first turns go the same way whatever the new player takes. They begin with one match. The other
seat plays. They have no match, and take. The other seat plays all three cards and draws a king, which goes to them.
They play, and the other seat has one dead card.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from clockspades.cards import parse_cards
from clockspades.engine.game import Preset
from clockspades.engine.phrases import symbols
from clockspades.engine.rules import Deal
from clockspades.engine.wording import Names, said
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_fuse import LONGEST
from clockspades.games.clockwork.clockwork_rules import ClockworkEvent, ClockworkState
from clockspades.games.clockwork.clockwork_table import STOCK
from clockspades.games.clockwork.clockwork_words import KING, spade_at
from clockspades.games.dial_table_rules import at_hour
from clockspades.language import N_, _, either
from clockspades.table.commands import ENTER
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import spoken, typed
from clockspades.table.lesson import Beginning, Course, Lesson, Note, Topic, ask, news
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


class ClockworkLesson(Lesson[ClockworkState, ClockworkEvent]):
    """The lesson, under the rules of Pagat."""

    minutes = 2

    def beginning(self, preset: Preset | None) -> Beginning:
        return Beginning({"rules": "pagat", "first": 0}, DEAL)

    def notes(self, seen: Course[ClockworkState, ClockworkEvent]) -> tuple[Note, ...]:
        views, history, seat, names, terminal = seen
        return news(_topics(view, history[:at], seat, names, terminal) for at, view in enumerate(views) if view.turn)


def _topics(
    view: ClockworkState, history: Sequence[Sequence[ClockworkEvent]], seat: int, names: Names, terminal: Terminal
) -> Iterator[Topic]:
    if view.outcome is not None:
        return
    for event in history[-1]:
        match event:
            case rules.Took(_, spade) if event.seat == seat:
                words = _("The {spade} is gone: its hour is skipped now.", spade=spade.symbol)
                yield "gone", Note(words, at_hour(spade.rank))
            case rules.PassedKing(giver, king):
                words = N_("{name} gives you the {king}: with all three, the {last} wins.")
                if giver == seat:
                    words = N_("You give {name} the {king}: with all three, the {last} wins.")
                words = _(words, name=names[1 - seat], king=king.symbol, last=KING.symbol)
                yield "king", Note(words, InPart("far-tally" if giver == seat else "near-tally"))
            case rules.Discarded(_, (card, *_)):
                words = _("The {card} is dead: the {spade} is gone.", card=card.symbol, spade=spade_at(card.rank))
                yield "dead", Note(words, at_hour(card.rank))
    window = symbols(view.window)
    middle = at_hour(view.window[len(view.window) // 2])
    if view.seat != seat:
        yield (
            "moves",
            Note(_("The window moves on: {name} plays on {window}.", name=names[view.seat], window=window), middle),
        )
        return
    if view.turn == 1:
        words = N_("Don't draw the last card, the {king}: it loses, or wins with all three other kings.")
        yield "aim", Note(_(words, king=KING.symbol), STOCK)
        words = N_("You play on a window, the next three spades on the clock: {window}.")
        yield "window", Note(_(words, window=window), middle)
    plays = sum(isinstance(event, rules.Played) and event.seat == seat for event in chain(*history))
    if not (matching := rules.matches(view)):
        numbers = either([typed(terminal, number) for number in range(1, len(view.window) + 1)])
        yield "take", ask(_("Take a spade: click it, or press {numbers}.", numbers=numbers), middle)
    elif plays == 0:
        card = matching[0]
        held = Target(TargetKind.HAND, view.hands[seat].index(card))
        words = N_("Your {card} matches the {spade}: press {key}, or click it.")
        key = spoken(terminal, ENTER)
        yield "match", ask(_(words, card=card.symbol, spade=spade_at(card.rank), key=key), held)
    else:
        words = _("You must play every match: press {key}.", key=spoken(terminal, ENTER))
        yield "all", ask(words, at_hour(matching[0].rank))
    if len(view.stock) <= LONGEST:
        words = N_("The last cards, down for you and up for {name}, as it stands. Last comes the {king}.")
        words = _(words, name=names[1 - seat], king=KING.symbol)
        yield "last cards", Note(words, STOCK)
    if len(view.stock) <= 6:
        fate = _("Let it be {name}.", name=names[1 - seat])
        for owner, kings in enumerate(view.kings):
            if len(kings) == len(rules.KINGS):
                fate = said(names, owner, "[You win|{name} wins] anyway, with the other kings.")
        words = _("Point at a spade to see who then draws the {king}.", king=KING.symbol)
        yield "look", Note(f"{words} {fate}", STOCK)
