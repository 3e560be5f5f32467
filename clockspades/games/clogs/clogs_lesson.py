"""The lesson of Clogs: three players, and the first to take five tricks wins."""

from collections.abc import Iterator, Sequence
from typing import Final

from clockspades.cards import Suit, parse_cards
from clockspades.engine.game import Preset
from clockspades.engine.header import Seat
from clockspades.engine.phrases import capital, suit_name, suit_singular, symbols
from clockspades.engine.rules import Deal, Ended
from clockspades.engine.wording import Names
from clockspades.games.clogs import clogs_rules as rules
from clockspades.games.clogs.clogs_rules import ClogsEvent, ClogsState
from clockspades.games.trick_lesson import HAND, Seen, seen_points
from clockspades.games.tricks import TrickTaken
from clockspades.language import N_, _, pgettext
from clockspades.table.commands import ENTER
from clockspades.table.keys import spoken
from clockspades.table.lesson import Beginning, Course, Lesson, Note, Topic, ask, news
from clockspades.table.model import Target, TargetKind

PLAYERS: Final = 3
TARGET: Final = 5
"""With three players somebody takes five of the thirteen tricks, so that one deal is a whole game."""
DEAL: Final = Deal(
    parse_cards(
        "5D 3C TH 8C TD 7H 9D 8D 4D 2H 6H 9H "  # the first four cards of each hand
        "5S 5H 2D AC 8H 4C AH 6D 7C 7D 8S AD "  # the others
        "7S 3S 4H 5C 2C 6S 9C 6C TC 3D 3H AS 4S 2S 9S"  # the clogs
    )
)
"""A player who follows suit low and leads high takes five tricks, and meets every rule on the way."""


class ClogsLesson(Lesson[ClogsState, ClogsEvent]):
    """The lesson, in which the player leads first."""

    minutes = 2

    def beginning(self, preset: Preset | None) -> Beginning:
        names = pgettext("player of a lesson", "West"), pgettext("player of a lesson", "East")
        others = tuple(Seat(name, "bot:quick") for name in names)
        return Beginning({"players": PLAYERS, "target": TARGET, "dealer": PLAYERS - 1}, DEAL, others=others)

    def notes(self, seen: Course[ClogsState, ClogsEvent]) -> tuple[Note, ...]:
        view, points = seen.views[-1], seen_points(seen)
        return news(_topics(point, view, seen.names) for point in points) if view.number == 1 else ()

    def is_over(self, view: ClogsState, history: Sequence[Sequence[ClogsEvent]], seat: int) -> bool:
        return view.number > 1


def _topics(seen: Seen[ClogsState], view: ClogsState, names: Names) -> Iterator[Topic]:
    """What there is to say of a point; ``view`` is what the player sees now."""
    for event in seen.events:
        yield from _on_event(seen, event, view.target, names)
    is_mine = rules.RULES.to_act(seen.view) == seen.seat
    if is_mine and seen.led is None:
        yield from _on_lead(seen, view)
    elif is_mine:
        yield from _on_suit(seen, seen.led, view)


def _on_event(seen: Seen[ClogsState], event: ClogsEvent, target: int, names: Names) -> Iterator[Topic]:
    match event:
        case rules.ClogTurned(seat, _, card, led) if seat == seen.seat:
            words = N_("Your clog is the {card}: it does not win this trick.")
            if led is None:
                words = N_("Your clog is the {card}: that is the card to beat now.")
            elif any(isinstance(other, rules.TookOver) for other in seen.events):
                words = N_("Your clog is the {card}, and it takes the trick over.")
            yield "my clog", Note(_(words, card=card.symbol), seen.played_by(seat))
        case rules.ClogTurned(seat, _, card, led) if led is not None:
            words = N_("{name} has no {suit} in hand, and turns up a clog: the {card}.")
            words = _(words, name=names[seat], suit=suit_name(led), card=card.symbol)
            yield "their clog", Note(words, seen.played_by(seat))
        case Ended(outcome):
            [winner] = outcome.winners
            words = _("What counted: high cards to lead, low ones to follow, and a clog for a suit that you lack.")
            yield "counted", Note(words, seen.badge(seen.seat))
            words = N_("{name} wins with {tricks} tricks. Press {key}, then play a real game.")
            if winner == seen.seat:
                words = N_("You win with {tricks} tricks. Press {key}, then play a real game.")
            words = _(words, name=names[winner], tricks=target, key=spoken(seen.terminal, ENTER))
            yield "end", ask(words, seen.badge(winner))
    match event:
        case rules.TookOver(play, beaten) if play.card.rank is beaten.card.rank:
            words = N_("The {card} takes over: same rank as the {best}, and a higher suit.")
            words = _(words, card=play.card.symbol, best=beaten.card.symbol)
            yield "match", Note(words, seen.played_by(play.seat))
            words = _("The suits from high to low are {suits}.", suits=symbols(rules.SUITS))
            yield "suits", Note(words, seen.played_by(play.seat))
        case TrickTaken(winner):
            taker, name = event.card.symbol, names[winner]
            if winner == seen.seat:
                words = _("Your {card} takes the trick: 1 point. You lead next.", card=taker)
                yield "won", Note(words, seen.played_by(winner))
            else:
                words = _("{name} takes the trick with the {card}.", name=name, card=taker)
                yield "lost", Note(words, seen.played_by(winner))
            if seen.view.taken[winner] == target - 1:
                words = N_("One more trick, and you win.")
                more = words if winner == seen.seat else N_("One more trick, and {name} wins.")
                yield ("one more", winner), Note(_(more, name=name), seen.badge(winner))


def _on_lead(seen: Seen[ClogsState], view: ClogsState) -> Iterator[Topic]:
    if not seen.view.tricks:
        words = _("Each trick is 1 point, and {points} points win this game.", points=view.target)
        yield "aim", Note(words, seen.badge(seen.seat))
        yield "ranks", Note(_("The ace is the highest card, then come the 2, the 3, and so on down."), HAND)
    if seen.hand:
        best = min(seen.hand, key=lambda card: rules.RANKS.index(card.rank))
        words = _("Your lead: any card. Press its number, or click it.")
        yield "lead", ask(words, seen.card(best, rules.RANKS))
    if seen.view.tricks and (clog := _first_clog(view, seen.seat)):
        words = _("You may lead a clog, too: press its letter. Nobody knows what it is.")
        yield "lead clog", ask(words, clog)


def _on_suit(seen: Seen[ClogsState], led: Suit | None, view: ClogsState) -> Iterator[Topic]:
    assert led is not None, "a suit was led"
    held, clog = seen.held(led), _first_clog(view, seen.seat)
    winning = seen.view.winning
    if held:
        words = N_("{suits} were led, and you hold a {suit}: you must play one.")
        words = capital(_(words, suits=suit_name(led), suit=suit_singular(led)))
        yield "follow", ask(words, seen.card(held[0], rules.RANKS))
        return
    if not seen.hand:
        if clog is not None:
            words = _("Your hand is empty: turn up a clog. Press its letter, or click it.")
            yield "empty", ask(words, clog)
        return
    matching = [card for card in seen.hand if winning is not None and rules.beats(card, winning.card, led)]
    if matching and winning is not None:
        words = N_("Your {card} beats the {best}: same rank, and a higher suit.")
        words = _(words, card=matching[0].symbol, best=winning.card.symbol)
        yield "can match", ask(words, seen.card(matching[0], rules.RANKS))
    if clog is not None:
        words = N_("You have no {suit}: throw a card away, or turn up a clog, which may win.")
        yield "free", ask(_(words, suit=suit_name(led)), clog)
        yield "letter", ask(_("For a clog press its letter, or click it."), clog)


def _first_clog(view: ClogsState, seat: int) -> Target | None:
    """The first of the player's clogs that lies there now; None if there is none."""
    left = (place for place, clog in enumerate(view.clogs[seat]) if clog is not None)
    return next((Target(TargetKind.BESIDE, place) for place in left), None)
