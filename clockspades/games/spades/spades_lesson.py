"""The lesson of Spades: one deal with a partner who has bid nil."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from clockspades.cards import Suit, parse_cards
from clockspades.engine.actions import Action, Deal
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Ended
from clockspades.engine.wording import Names
from clockspades.games import tricks
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.state import RANKS, TRUMPS, BidMade, MakeBid, SpadesBroken, SpadesEvent, State, beats
from clockspades.games.trick_lesson import HAND, Seen, first_deal
from clockspades.games.tricks import suit_name, suit_singular
from clockspades.table.commands import ENTER
from clockspades.table.keys import spoken, typed
from clockspades.table.lesson import Lesson, Note, Topic, news
from clockspades.table.model import Target, TargetKind

PARTNER: Final = 2
"""The seat of the player's partner."""
USUAL: Final = 4
"""What the player's hand is worth."""
DEAL: Final = Deal(
    parse_cards(
        "KS 9H AC 5C 7D 8H KC JD QH TH TS JH KH TC TD 2D 9D 2H 8D QS JS 3S 2S 5D AH 5H "
        "2C AS 9S 7S KD 8S 9C 6S 6D QC 6C 6H 4H 4S 3H 7C 3C JC 4C 4D 5S 8C QD 3D 7H AD"
    )
)
"""The partner's hand is as bad as a nil asks for, and the player's takes four tricks and a bag or two."""


class SpadesLesson(Lesson[State, SpadesEvent]):
    """The lesson, to 50 points. The player deals, so that the others have bid already."""

    options: ClassVar[Mapping[str, OptionValue]] = {"mode": "partners", "players": 4, "target": 50, "dealer": 0}
    deal = DEAL
    minutes = 3
    opening: ClassVar[Sequence[Action]] = (MakeBid(4), MakeBid(0), MakeBid(3))
    others = (Seat("West", "bot:quick"), Seat("North", "bot:quick"), Seat("East", "bot:quick"))

    def notes(self, view: State, history: Sequence[Sequence[SpadesEvent]], seat: int, names: Names) -> tuple[Note, ...]:
        if view.number != 1:
            return ()
        seen = first_deal(Seen(seat, len(names)), history)
        return news(_topics(point, view, names) for point in seen)

    def is_over(self, view: State, history: Sequence[Sequence[SpadesEvent]], seat: int) -> bool:
        return view.number > 1


def _topics(seen: Seen, view: State, names: Names) -> Iterator[Topic]:
    """What there is to say of a point; ``view`` is what the player sees now, bids included."""
    for event in seen.events:
        yield from _on_event(seen, event, view, names)
    if seen.is_mine and seen.led is None:
        yield from _on_lead(seen)
    elif seen.is_mine:
        yield from _on_suit(seen, seen.led, view, names)


def _on_bidding(seen: Seen, names: Names) -> Iterator[Topic]:
    """What a bid is, and a nil."""
    bid, partner = Target(TargetKind.CHOICE, USUAL), seen.badge(PARTNER)
    yield "tricks", Note("Everyone plays a card to a trick, and the highest takes it. A deal has 13 tricks.", HAND)
    yield "bid", Note("First you all bid how many tricks you will take.", bid)
    yield (
        "nil",
        Note(f"{names[PARTNER]}, your partner, bids nil: no trick. That brings 100 points, or costs 100.", partner),
    )
    how = f"Your hand is worth {USUAL}: press {typed(USUAL)}, then {spoken(ENTER)}, or click it."
    yield "how", Note(how, bid)


def _on_event(seen: Seen, event: SpadesEvent, view: State, names: Names) -> Iterator[Topic]:
    """What there is to say of something that happened."""
    mine, partner = view.bids[seen.seat] or Bid(0), names[PARTNER]
    match event:
        case BidMade(seat) if tricks.left_of(seat, seen.players) == seen.seat:
            yield from _on_bidding(seen, names)
        case BidMade(seat, bid) if seat == seen.seat:
            if bid.is_nil:
                words = "You bid nil, too: take no trick, and that brings 100 points."
            else:
                words = f"Take {bid.tricks} or more, and you get {10 * bid.tricks} points. Fewer cost you as many."
            yield "my bid", Note(words, seen.badge(seat))
        case tricks.CardPlayed(seat, card) if len(seen.trick) == 1 and seat != seen.seat:
            suit = card.suit
            words = f"{names[seat]} leads a {suit_singular(suit)}. Whoever has {suit_name(suit)} must play one."
            yield "led", Note(words, seen.played_by(seat))
        case SpadesBroken(seat):
            yield "broken", Note("Spades are broken now: from here on they may be led.", seen.played_by(seat))
        case tricks.TrickTaken(winner) if winner == seen.seat:
            yield from _on_my_trick(seen, event, mine)
        case tricks.TrickTaken(winner):
            card, led = event.card, event.plays[0].card.suit
            if winner == PARTNER and (view.bids[PARTNER] or Bid(1)).is_nil:
                yield (
                    "failed",
                    Note(f"{partner} takes a trick: the nil has failed, and costs 100 points.", seen.badge(winner)),
                )
            elif card.suit is TRUMPS is not led:
                words = f"{names[winner]} wins with the {card.symbol}: a spade beats every other suit."
                yield "trumped", Note(words, seen.played_by(winner))
            else:
                words = f"{names[winner]} takes the trick: the {card.symbol} is the highest {suit_singular(led)}."
                yield "lost", Note(words, seen.played_by(winner))
        case tricks.DealScored():
            scores = f"{event.scores[0]} to {event.scores[1]}"
            if not any(isinstance(other, Ended) for other in seen.events):
                yield "scored", Note(f"The deal is over, {scores}. Nobody has 50 points: one more deal.", seen.badge(0))
        case Ended(outcome):
            said = "You two win" if seen.seat in outcome.winners else "You two lose"
            points = " to ".join(str(score) for score in outcome.scores)
            yield "end", Note(f"{said}, {points}. Press {spoken(ENTER)}, then play a real game.", seen.badge(seen.seat))


def _on_my_trick(seen: Seen, event: tricks.TrickTaken, mine: Bid) -> Iterator[Topic]:
    """What there is to say of a trick that the player took."""
    taken, card, me = seen.tricks_of(seen.seat), event.card.symbol, seen.badge(seen.seat)
    if mine.is_nil:
        yield "my nil failed", Note("You took a trick: your nil has failed, and costs 100 points.", me)
        return
    if taken < mine.tricks:
        words = f"Your {card} takes the trick, and you lead the next. You need {mine.tricks - taken} more."
        yield "won", Note(words, seen.played_by(seen.seat))
    elif taken == mine.tricks:
        yield "made", Note(f"That is trick {taken} for you: your bid is made.", me)
    else:
        yield "bag", Note("One trick more than you bid is a bag: 1 point. But every tenth bag costs 100.", me)


def _on_lead(seen: Seen) -> Iterator[Topic]:
    """What the player can lead."""
    spades = seen.held(TRUMPS)
    if spades and len(spades) < len(seen.hand) and TRUMPS not in seen.gone:
        yield "closed", Note("You lead. No spade yet: spades are closed until one is played on another suit.", HAND)
    else:
        yield "lead", Note("You lead: any card that is lit. The others must follow its suit.", HAND)


def _on_suit(seen: Seen, led: Suit | None, view: State, names: Names) -> Iterator[Topic]:
    """What the player can do once a suit is led."""
    assert led is not None, "a suit was led"
    held, spades, winning = seen.held(led), seen.held(TRUMPS), tricks.winning_play(seen.trick, beats)
    enter = spoken(ENTER)
    if held:
        yield "follow", Note(f"You have {suit_name(led)}, so you must play one.", seen.card(held[0], RANKS))
        how = f"Press the number on a card, then {enter}. Or click it twice."
        yield "play", Note(how, seen.card(held[0], RANKS))
    elif spades:
        words = f"You have no {suit_name(led)}, so any card may go. A spade wins, unless a higher one comes."
        yield "trump", Note(words, seen.card(spades[0], RANKS))
    else:
        yield "throw", Note(f"You have no {suit_name(led)} and no spade: throw away a card that you don't need.", HAND)
    if (
        winning is not None
        and winning.seat == PARTNER
        and (view.bids[PARTNER] or Bid(1)).is_nil
        and not seen.tricks_of(PARTNER)
    ):
        better = [card for card in held or spades if beats(card, winning.card, led)]
        if better:
            words = f"{names[PARTNER]} is winning this trick, and the nil would fail. Take it over, if you can."
            yield "cover", Note(words, seen.played_by(PARTNER))
