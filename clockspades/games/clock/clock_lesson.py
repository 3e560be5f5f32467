"""The lesson of Watch, and a short one of Clock, in which there is nothing to decide."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from clockspades.cards import Rank, parse_cards
from clockspades.engine.game import Preset
from clockspades.engine.rules import Deal, Ended
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock.clock_rules import ClockEvent, ClockState
from clockspades.games.clock.clock_table import HAND, at_pile
from clockspades.games.clock.clock_words import in_short
from clockspades.games.dial_words import where, where_to
from clockspades.language import N_, _
from clockspades.table.commands import ENTER, SPACE
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import arrow_keys, spoken, typed
from clockspades.table.lesson import Beginning, Course, Lesson, Note, Topic, ask, news
from clockspades.table.parts import InPart

WATCH: Final = Deal(
    parse_cards(
        "JC QH TS AS TH 2H 9C 5H AC JD 6H 2D 6D TC 7S KH 4D 9S 4H AH 3D 2C 6C 8D QC QS "
        "KC 5C 4C 3C KS 7C 8S 2S 3S 6S 9H 7D 9D AD 8H JH 8C 4S 7H 3H TD 5D JS KD 5S QD"
    )
)
"""The fourth king is the 31st card; the deepest card of the tallest pile wins the game."""
CLOCK: Final = Deal(
    parse_cards(
        "2H 3S KC 3D AC AS 4S 9D 4C KH 5C KD 5H 5S QD 6D 4D JC 3C JS JH 2S 6C 8S 9C 7C "
        "JD 8C 6S 3H AH TD 8D 7S 7H 6H QH AD 9H QS TC 9S 2C 2D 8H 5D KS 7D QC TS 4H TH"
    )
)
"""It comes out, as 1 game in 13 does."""
WHOLE: Final = 4
"""Cards that turn up in a pile until it has all cards of its rank."""
MIDDLE: Final = at_pile(rules.CENTRE)
AIMS: Final = {
    rules.Variant.CLOCK: N_("You win if all 52 cards are up before the fourth king."),
    rules.Variant.WATCH: N_("You win if all 52 cards are up before a king ends the game."),
}
COUNTED: Final = {
    (rules.Variant.WATCH, True): N_("What counted was one choice, where your king went: it came up last."),
    (rules.Variant.WATCH, False): N_("What counted was one choice, where your king went: it came up too early."),
    (rules.Variant.CLOCK, True): N_("Only luck counted: you had no choice. In Watch you have one."),
    (rules.Variant.CLOCK, False): N_("Only luck counted: you had no choice. In Watch you have one."),
}
"""What decided the game, by whether it was won."""
FIRST_KING: Final = {
    rules.Variant.CLOCK: N_("Kings belong in the middle. The fourth one ends the game."),
    rules.Variant.WATCH: N_("Kings belong in the middle. The fourth one ends the game, unless you exchange it."),
}
THIRD_KING: Final = {
    rules.Variant.CLOCK: N_("Three kings are up: the next one decides."),
    rules.Variant.WATCH: N_("Three kings are up: you exchange the next one."),
}


class ClockLesson(Lesson[ClockState, ClockEvent]):
    """The lesson of Watch; of Clock where that is chosen."""

    minutes = 2

    def beginning(self, preset: Preset | None) -> Beginning:
        variant = rules.Variant.WATCH.value if preset is None else preset.options["variant"]
        return Beginning({"variant": variant}, CLOCK if variant == rules.Variant.CLOCK.value else WATCH)

    def kind(self, options: Mapping[str, object]) -> str:
        return str(options.get("variant"))

    def notes(self, seen: Course[ClockState, ClockEvent]) -> tuple[Note, ...]:
        points = zip(seen.views[1:], range(1, len(seen.views)))
        return news(_topics(view, seen.history[:at], seen.terminal) for view, at in points)


def _topics(view: ClockState, history: Sequence[Sequence[ClockEvent]], terminal: Terminal) -> Iterator[Topic]:
    variant = view.variant
    turned = [event for event in chain(*history) if isinstance(event, rules.TurnedUp)]
    card, space, piles = turned[-1].card, spoken(terminal, SPACE), [event.pile for event in turned]
    match len(turned):
        case 1:
            yield "aim", Note(_(AIMS[variant]), InPart("count"))
            yield "piles", Note(_("Each rank has a pile at its hour. The kings' pile, in the middle, decides."), MIDDLE)
            words = N_("The {card} is up: its pile is {where}. Press {key}, or click it.")
            yield "place", ask(_(words, card=card.symbol, where=where(card.rank), key=space), at_pile(card.rank))
        case 2:
            before = turned[0].card.rank
            words = N_("It went there, and the top card of that pile is up: the {card}.")
            yield "turned", Note(_(words, card=card.symbol), at_pile(before))
            words = N_("This one goes {where}. Press {key} again.")
            yield "next", ask(_(words, where=where_to(card.rank), key=space), at_pile(card.rank))
        case 4:
            yield "number", Note(_("A number counts the cards of a pile that still lie face down."), at_pile(card.rank))
        case 5:
            words = N_("Press {key}: cards turn by themselves, until you press a key.")
            yield "run", ask(_(words, key=typed(terminal, 2)), HAND)
    for event in history[-1]:
        if isinstance(event, rules.TurnedUp) and event.pile != rules.CENTRE and piles.count(event.pile) == WHOLE:
            yield "whole", Note(_("This pile is whole: all four cards of its rank are up."), at_pile(event.pile))
        match event:
            case rules.TurnedUp(king, _, 1) if king.rank is Rank.KING:
                yield "first king", Note(_(FIRST_KING[variant]), MIDDLE)
            case rules.TurnedUp(king, _, 2) if king.rank is Rank.KING:
                yield "second king", Note(_("The second king. These four places count them."), InPart("lower"))
            case rules.TurnedUp(king, _, 3) if king.rank is Rank.KING:
                yield "third king", Note(_(THIRD_KING[variant]), MIDDLE)
            case rules.Exchanged(_, pile, depth):
                words = N_("There your king lies now, the {depth} card. The game ends with it.")
                yield "lies", Note(_(words, depth=in_short(depth)), at_pile(pile))
            case Ended(outcome):
                yield "counted", Note(_(COUNTED[variant, bool(outcome.winners)]), MIDDLE)
                won = N_("Every card is up: you win. Press {key}, then play a real game.")
                lost = N_("The king came too early: you lose. Press {key}, then play a real game.")
                yield "end", ask(_(won if outcome.winners else lost, key=spoken(terminal, ENTER)), MIDDLE)
    if rules.is_exchange_due(view):
        tallest = at_pile(max(range(1, rules.CENTRE), key=lambda pile: len(view.face_down[pile - 1])))
        yield "fourth", Note(_("The fourth king! Once a game, you exchange it for a card that lies face down."), HAND)
        yield "where", Note(_("It comes back late if it lies deep in a tall pile, such as this one."), tallest)
        arrows, enter = arrow_keys(terminal), spoken(terminal, ENTER)
        words = N_("Choose a card with {arrows}, then press {key}. Or click a pile, then its card.")
        yield "how", ask(_(words, arrows=arrows, key=enter), tallest)
