"""The lessons of Spades: one deal with a partner who has bid nil; or alone, against three, two or one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clockspades.cards import Card, Suit, parse_cards
from clockspades.engine.game import Preset
from clockspades.engine.header import Seat
from clockspades.engine.phrases import suit_name, suit_singular
from clockspades.engine.rules import Action, Deal, Ended
from clockspades.engine.wording import Names
from clockspades.games import tricks
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.core import bit_of, bits_of
from clockspades.games.spades.hand_evaluation import is_kept, usual_bid
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.spades_state import RANKS, TRUMPS, SpadesEvent, SpadesPhase, SpadesState, beats
from clockspades.games.spades.spades_words import bid_name
from clockspades.games.trick_lesson import HAND, Seen, seen_points
from clockspades.language import N_, _, listed, marked, numeral, pgettext
from clockspades.table.commands import ENTER
from clockspades.table.keys import spoken, typed
from clockspades.table.lesson import Beginning, Course, Lesson, Note, Topic, ask, news
from clockspades.table.model import Target, TargetKind

DEAL: Final = Deal(
    parse_cards(
        "KS 9H AC 5C 7D 8H KC JD QH TH TS JH KH TC TD 2D 9D 2H 8D QS JS 3S 2S 5D AH 5H "
        "2C AS 9S 7S KD 8S 9C 6S 6D QC 6C 6H 4H 4S 3H 7C 3C JC 4C 4D 5S 8C QD 3D 7H AD"
    )
)
"""The partner's hand is as bad as a nil asks for, and the player's takes four tricks and a bag or two."""
ALONE: Final = Deal(
    parse_cards(
        "QS 8D 5C 3D 8H 4D 2C 3S 6C 4H 7D 2H TH 9D KH 6H 5D TD 4S QC 9S 7H JD 7C JC KC "
        "QD KS JH QH 6D AD AH 3H 2S AS 4C 6S 8S 7S 2D 9H JS 9C 3C 5S TC KD TS 8C 5H AC"
    )
)
"""Six tricks and a bag for the player, who trumps and is trumped."""
THREE: Final = Deal(
    parse_cards(
        "QH JD AS TD 5D KS 8S QS 4S 5S 9C 2D 8H 5H 2S AD QC 4C 7H 3S 7S 6S 3H KD 4H 9D "
        "AC JS TC KH 2H KC 6D QD TH 9H 3D 5C 7D JH TS 3C 6C 7C JC 6H AH 9S 8C 8D 4D"
    )
)
"""Eight tricks and a bag."""
TWO: Final = Deal(
    parse_cards(
        "QD JS 6H 2S 2D KC 3H 4S 6S 5C AD 5S 8D TD 7S KH 7D 6C 3C KD 8C AH 2C 4H 8S JC "
        "AS 5H QC 3D KS 3S 9H 7H AC QH 7C JD 5D 8H 4C JH 4D 2H 6D TC QS 9S 9C TS 9D TH"
    )
)
"""The player who keeps high cards and spades takes nine tricks and a bag."""
marked("player of a lesson", "West", "North", "East")
BEGINNINGS: Final[Mapping[tuple[str, int], tuple[Deal, Sequence[Action], Sequence[str]]]] = {
    ("partners", 4): (DEAL, (spades.MakeBid(4), spades.MakeBid(0), spades.MakeBid(3)), ("West", "North", "East")),
    ("cutthroat", 4): (ALONE, (spades.MakeBid(2), spades.MakeBid(1), spades.MakeBid(2)), ("West", "North", "East")),
    ("cutthroat", 3): (THREE, (spades.MakeBid(4), spades.MakeBid(4)), ("West", "East")),
    ("cutthroat", 2): (TWO, (spades.DrawCard(keep=False),), ("North",)),
}
"""By mode and players, what is dealt, what the others have done before the player's first turn, and their names."""
BIDS_NIL: Final = N_("{name} bids nil: not one trick. Worth 100 if it works; costs 100 if not.")
PARTNER_BIDS_NIL: Final = N_("{name}, your partner, bids nil: not one trick. Worth 100 if it works; costs 100 if not.")
COUNTED: Final = {
    "two": N_("What counted: a bid that fits the hand you drew. You bid {bid} and took {taken}."),
    "cutthroat": N_("What counted: a bid that you make alone. You bid {bid} and took {taken}."),
    "partners": N_("What counted: your bid and {name}'s nil. You bid {bid} and took {taken}, {name} took {theirs}."),
}
"""What a deal was about, by the kind of game."""
ENDS: Final = {
    (True, True): N_("You win, {own} to {others}. Press {key}, then play a real game."),
    (True, False): N_("You lose, {own} to {others}. Press {key}, then play a real game."),
    (False, True): N_("You two win, {own} to {others}. Press {key}, then play a real game."),
    (False, False): N_("You two lose, {own} to {others}. Press {key}, then play a real game."),
}
"""The last words: for who plays alone or not, and who wins or not."""


class SpadesLesson(Lesson[SpadesState, SpadesEvent]):
    """The lessons, to 50 points. The player deals, so that the others have bid already."""

    minutes = 3

    def beginning(self, preset: Preset | None) -> Beginning:
        mode, players = ("partners", 4) if preset is None else (preset.options["mode"], preset.options["players"])
        deal, opening, others = BEGINNINGS[str(mode), int(str(players))]
        options = {"mode": mode, "players": players, "target": 50, "dealer": 0}
        return Beginning(
            options, deal, opening, [Seat(pgettext("player of a lesson", name), "bot:quick") for name in others]
        )

    def kind(self, options: Mapping[str, object]) -> str:
        """Two draw their hands, and partners help each other: each is learned apart."""
        return "two" if options.get("players") == spades.DRAWING else str(options.get("mode"))

    def notes(self, seen: Course[SpadesState, SpadesEvent]) -> tuple[Note, ...]:
        view, points = seen.views[-1], seen_points(seen)
        return news(_topics(point, view, seen.names) for point in points) if view.number == 1 else ()

    def is_over(self, view: SpadesState, history: Sequence[Sequence[SpadesEvent]], seat: int) -> bool:
        return view.number > 1


def _topics(seen: Seen[SpadesState], view: SpadesState, names: Names) -> Iterator[Topic]:
    """What there is to say of a point; ``view`` is what the player sees now, bids included."""
    for event in seen.events:
        yield from _on_event(seen, event, view, names)
    is_mine = seen.view.phase is SpadesPhase.PLAY and seen.view.seat == seen.seat
    if is_mine and seen.led is None:
        yield from _on_lead(seen)
    elif is_mine:
        yield from _on_suit(seen, seen.led, view, names)


def _on_drawing(seen: Seen[SpadesState], top: Card) -> Iterator[Topic]:
    keep, discard = (Target(TargetKind.CHOICE, number) for number in range(2))
    yield "aim", Note(_("Draw a hand, bid its tricks, then take them: 50 points win."), keep)
    words = N_("Keep the {card}, and the next card goes. Discard it, and the next is yours, unseen.")
    yield "draw", Note(_(words, card=top.symbol), keep)
    if is_kept(bit_of(top)):
        words = N_("Spades, aces and kings take tricks. Keep this one: press {key}.")
        yield "keep", ask(_(words, key=typed(seen.terminal, 1)), keep)
    else:
        words = N_("It is no spade, ace or king: discard it. Press {key}.")
        yield "discard", ask(_(words, key=typed(seen.terminal, 2)), discard)


def _on_bidding(seen: Seen[SpadesState], view: SpadesState, names: Names) -> Iterator[Topic]:
    usual = usual_bid(bits_of(seen.hand), seen.players)
    bid, partner = Target(TargetKind.CHOICE, usual), spades.partner_of(view.settings, seen.seat)
    yield "aim", Note(_("Bid how many tricks you will take, then take them: 50 points win."), bid)
    words = N_("Everyone plays a card to a trick, and the highest takes it. A deal has {tricks} tricks.")
    yield "tricks", Note(_(words, tricks=view.settings.hand), HAND)
    if partner is None and seen.players > spades.DRAWING:
        yield "alone", Note(_("Everyone plays alone: nobody else's tricks help your bid."), bid)
    for seat, made in enumerate(view.bids):
        if made is not None and made.is_nil and seat != seen.seat:
            words = PARTNER_BIDS_NIL if seat == partner else BIDS_NIL
            yield "nil", Note(_(words, name=names[seat]), seen.badge(seat))
    words = N_("Your hand is worth {tricks}: press {key}, or click it.")
    yield "how", ask(_(words, tricks=usual, key=typed(seen.terminal, usual)), bid)


def _on_event(seen: Seen[SpadesState], event: SpadesEvent, view: SpadesState, names: Names) -> Iterator[Topic]:
    mine, partner = view.bids[seen.seat] or Bid(0), spades.partner_of(view.settings, seen.seat)
    match event:
        case spades.TurnedTop(seat, card) if seat == seen.seat:
            yield from _on_drawing(seen, card)
        case spades.CardKept(seat, kept, is_first=False) if seat == seen.seat:
            yield "drawn", Note(_("The next card is yours, whatever it is: the {card}.", card=kept.symbol), HAND)
        case spades.BidMade(seat) if tricks.left_of(seat, seen.players) == seen.seat:
            yield from _on_bidding(seen, view, names)
        case spades.BidMade(seat, bid) if seat == seen.seat:
            words = N_("Take at least {tricks} to score {points}. Fall short and you lose {points}.")
            if bid.is_nil:
                words = N_("Take no trick to score 100. Take one and you lose 100.")
            yield "my bid", Note(_(words, tricks=bid.tricks, points=10 * bid.tricks), seen.badge(seat))
            if partner is None and seen.players > spades.DRAWING and not bid.is_nil:
                yield from _on_all_bids(seen, view)
        case tricks.CardPlayed(seat, card) if len(seen.view.trick) == 1 and seen.seat not in (seat, seen.view.seat):
            words = N_("{name} leads a {one}. Whoever has {suit} must play one.")
            words = _(words, name=names[seat], one=suit_singular(card.suit), suit=suit_name(card.suit))
            yield "led", Note(words, seen.played_by(seat))
        case spades.SpadesBroken(seat):
            yield "broken", Note(_("Spades are broken now: from here on they may be led."), seen.played_by(seat))
        case tricks.TrickTaken(winner) if winner == seen.seat:
            yield from _on_my_trick(seen, event, mine)
        case tricks.TrickTaken(winner):
            card, led, about = event.card, event.plays[0].card.suit, "lost"
            words = N_("{name} takes the trick: the {card} is the highest {suit}.")
            if (view.bids[winner] or Bid(1)).is_nil:
                about, words = "failed", N_("{name} takes a trick: the nil has failed and costs 100.")
            elif card.suit is TRUMPS is not led:
                about, words = "trumped", N_("{name} wins with the {card}: a spade beats every other suit.")
            words = _(words, name=names[winner], card=card.symbol, suit=suit_singular(led))
            yield about, Note(words, seen.badge(winner) if about == "failed" else seen.played_by(winner))
        case tricks.DealScored(taken=taken):
            ally = seen.seat if partner is None else partner
            words = COUNTED[
                "partners" if partner is not None else "two" if seen.players == spades.DRAWING else "cutthroat"
            ]
            told = {"bid": bid_name(mine), "taken": taken[seen.seat], "theirs": taken[ally]}
            yield "counted", Note(_(words, name=names[ally], **told), seen.badge(seen.seat))
            if not any(isinstance(other, Ended) for other in seen.events):
                words = N_("The deal is over, {own} to {others}. Nobody has won with 50 points: one more deal.")
                yield "scored", Note(_(words, **_scores(event.scores)), seen.badge(0))
        case Ended(outcome):
            words, key = ENDS[partner is None, seen.seat in outcome.winners], spoken(seen.terminal, ENTER)
            yield "end", ask(_(words, key=key, **_scores(outcome.scores)), seen.badge(seen.seat))


def _scores(scores: Sequence[int]) -> dict[str, str]:
    own, *others = map(numeral, scores)
    return {"own": own, "others": listed(others)}


def _on_all_bids(seen: Seen[SpadesState], view: SpadesState) -> Iterator[Topic]:
    total, hand = sum(bid.tricks for bid in view.bids if bid is not None), view.settings.hand
    words = N_("All bids make {total} of {tricks}: every trick is needed. Make your bid early.")
    if total < hand:
        words = N_("All bids make {total} of {tricks}: not every trick is needed. Make your bid, then take no more.")
    yield "all bids", Note(_(words, total=total, tricks=hand), seen.badge(seen.seat))


def _on_my_trick(seen: Seen[SpadesState], event: tricks.TrickTaken, mine: Bid) -> Iterator[Topic]:
    taken, card, me = seen.view.taken[seen.seat], event.card.symbol, seen.badge(seen.seat)
    if mine.is_nil:
        yield "my nil failed", Note(_("You took a trick: your nil has failed and costs 100."), me)
        return
    if taken < mine.tricks:
        words = N_("Your {card} takes the trick, and you lead the next. You need {tricks} more.")
        yield "won", Note(_(words, card=card, tricks=mine.tricks - taken), seen.played_by(seen.seat))
    elif taken == mine.tricks:
        yield "made", Note(_("That is trick {number} for you: your bid is made.", number=taken), me)
    else:
        yield "bag", Note(_("A trick above your bid is a bag: 1 point. But every tenth bag costs 100."), me)


def _on_lead(seen: Seen[SpadesState]) -> Iterator[Topic]:
    trumps = seen.held(TRUMPS)
    if trumps and len(trumps) < len(seen.hand) and not seen.view.broken:
        yield "closed", ask(_("Your lead: no spade yet. Spades stay closed until one is played on another suit."), HAND)
    else:
        yield "lead", ask(_("Your lead: any bright card. The others must follow its suit."), HAND)


def _on_suit(seen: Seen[SpadesState], led: Suit | None, view: SpadesState, names: Names) -> Iterator[Topic]:
    assert led is not None, "a suit was led"
    held, trumps, winning = seen.held(led), seen.held(TRUMPS), seen.view.winning
    if held:
        words = _("You have {suit}, so you must play one.", suit=suit_name(led))
        yield "follow", ask(words, seen.card(held[0], RANKS))
        yield "play", ask(_("Press the number on a card, or click it."), seen.card(held[0], RANKS))
    elif trumps:
        words = N_("You have no {suit}: play any card. A spade wins, unless a higher one comes.")
        yield "trump", ask(_(words, suit=suit_name(led)), seen.card(trumps[0], RANKS))
    else:
        words = N_("You have no {suit} and no spade: throw away a card you don't need.")
        if led is TRUMPS:
            words = N_("You have no spades: throw away a card you don't need.")
        yield "throw", ask(_(words, suit=suit_name(led)), HAND)
    if winning is None or winning.seat != spades.partner_of(view.settings, seen.seat):
        return
    is_nil = (view.bids[winning.seat] or Bid(1)).is_nil and not seen.view.taken[winning.seat]
    if is_nil and any(beats(card, winning.card, led) for card in held or trumps):
        words = N_("{name} is winning this trick, and the nil would fail. Take it over, if you can.")
        yield "cover", ask(_(words, name=names[winning.seat]), seen.played_by(winning.seat))
