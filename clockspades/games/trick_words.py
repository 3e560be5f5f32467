"""The words that every trick-taking game needs: for its events, its actions, the trick on the table and a hand."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.phrases import capital, cards_words, ranked, suit_name, suit_singular, symbols
from clockspades.engine.rules import ActionT, Ended, EventT
from clockspades.engine.wording import Names, Wording, each, said, whom
from clockspades.games import tricks
from clockspades.games.tricks import Hands, Play, PlayCard, TrickEvent, TrickT, TrickView, led_suit, sorted_hand
from clockspades.language import N_, _, either, listed, numeral, pgettext, signed

MOST_NAMED: Final = 6
"""Cards that a hint names at most; of more it gives the number."""
SHORT: Final = 2
"""Cards of a suit from which on it is not short."""


class Called(NamedTuple):
    """What an action is called."""

    typed: str
    """In English, whatever language is spoken."""
    doing: str
    chosen: str = ""
    """What it chooses; empty if that is to do it."""


class TrickWords(Wording[TrickT, ActionT, EventT]):
    """The words that a game of tricks has in common with others."""

    high: ClassVar[Sequence[Rank]]
    """The ranks that tell how strong a hand is."""
    trumps: ClassVar[Suit | None] = None
    ranks: ClassVar[Sequence[Rank]]
    """All ranks, the highest first."""
    unproved = N_("Not proved: somebody may still win a trick.")

    @staticmethod
    @abstractmethod
    def unseen_cards(view: TrickT, seat: int) -> Sequence[Card]:
        """The cards that a seat has not seen in this deal."""

    def unseen(self, view: TrickT, seat: int) -> str:
        cards = sorted(self.unseen_cards(view, seat), key=lambda card: self.ranks.index(card.rank))
        left = {suit: " ".join(card.rank.symbol for card in cards if card.suit is suit) for suit in reversed(Suit)}
        told = ", ".join(f"{suit.symbol} {ranks}" for suit, ranks in left.items() if ranks)
        return _("Unseen: {cards}.", cards=told) if told else _("Unseen: no card.")

    def hand_in_short(self, view: TrickT, seat: int) -> str:
        return hand_in_short(view.hands[seat], self.high, self.trumps)

    def settled(self, view: TrickT) -> str:
        action = self.rules.claim(view)
        if action is None:
            return super().settled(view)
        is_mine = tricks.taker(self.rules.reduce(view, action).state) == view.seat
        return _("All tricks that are left can be yours." if is_mine else "All tricks that are left can go to others.")

    def called(self, action: ActionT) -> Called:
        """What an action is called; here a card that is played."""
        assert isinstance(action, PlayCard), "a game says what else is done in it"
        card = action.card.symbol
        return Called(f"play {card}", pgettext("action", "play the {card}", card=card), the_card(action.card))

    @abstractmethod
    def deciding(self, view: TrickT, names: Names) -> str:
        """What the seat to act has to do."""

    def circumstances(self, view: TrickT, names: Names) -> str:
        """The suit led and the winning card, in a sentence; empty before the lead."""
        if view.winning is None:
            return ""
        seat, card = view.winning
        suit, words = suit_name(view.trick[0].card.suit), N_("{suit} led; [your|{name}'s] {card} is winning.")
        return capital(said(names, seat, words, suit=suit, card=card.symbol))

    def deal_name(self, state: TrickT) -> str:
        """Which deal it is: ``deal 3``."""
        return pgettext("progress", "deal {number}", number=state.number)

    def prompt(self, view: TrickT, names: Names) -> str:
        return " ".join(filter(None, (self.task(view, names), self.circumstances(view, names))))

    def task(self, view: TrickT, names: Names) -> str:
        if view.outcome is not None:
            return self.verdict(view, names)
        return describe_deal_due(view, names) if self.rules.deal_due(view) else self.deciding(view, names)

    def progress(self, state: TrickT) -> str:
        if self.rules.deal_due(state):
            over = pgettext("progress", "{deal} over", deal=self.deal_name(state))
            return over if state.number else pgettext("progress", "not dealt yet")
        trick = len(state.tricks) + 1
        return pgettext("progress", "{deal}, trick {trick}", deal=self.deal_name(state), trick=trick)

    def picture(self, history: Sequence[EventT], state: TrickT, seat: int) -> tuple[str, Sequence[bool]]:
        """The tricks, and which of them the side of ``seat`` took."""
        takers = (event.winner for event in history if isinstance(event, tricks.TrickTaken))
        return pgettext("steps of a game", "tricks"), [state.sides[taker] == state.sides[seat] for taker in takers]

    def phrase(self, action: ActionT) -> str:
        return self.called(action).typed

    def doing(self, action: ActionT) -> str:
        return self.called(action).doing

    def chosen(self, action: ActionT) -> str:
        return self.called(action).chosen or super().chosen(action)

    def regret(self, view: TrickT, made: ActionT, best: ActionT, names: Names) -> str:
        words = N_("in trick {trick} of deal {deal} [you|{name}] played {made}; {best} was better")
        at = {"trick": len(view.tricks) + 1, "deal": view.number}
        return said(names, view.seat, words, made=self.chosen(made), best=self.chosen(best), **at)


def came_out(state: TrickView, seat: int | None) -> tuple[str, int, int, str]:
    """How a finished game came out for a seat, or all: in a word, its side or the winner's, its score, the others'."""
    assert state.outcome is not None, "the game is over"
    winners, scores = state.outcome[:2]
    own = state.sides[winners[0] if seat is None else seat]
    others = sorted((score for side, score in enumerate(scores) if side != own), reverse=True)
    ended = "ended" if seat is None else "won" if seat in winners else "lost"
    return ended, own, scores[own], listed([str(score) for score in others])


def following(view: TrickView, ranks: Sequence[Rank], names: Names, otherwise: str) -> str:
    """What the seat to act has to play to a trick that was led: ``otherwise`` if it has nothing of that ``{suit}``."""
    seat, hand, led = view.seat, view.hands[view.seat], led_suit(view.trick)
    assert led is not None, "a suit was led"
    if UNKNOWN in hand:
        return said(names, seat, "[Your|{name}'s] turn.")
    cards = [card.symbol for card in sorted_hand(hand, ranks) if card.suit is led]
    if cards:
        return said(names, seat, "[You|{name}] must follow suit: {cards}.", cards=either(cards))
    return said(names, seat, otherwise, suit=suit_name(led))


def describe(event: TrickEvent, names: Names) -> str:
    """What happened, without a full stop.

    The scores of a deal are given seat by seat; a game with partners words them itself.
    """
    match event:
        case tricks.DealBegan(number, dealer):
            return said(names, dealer, "Deal {number}: [you deal|{name} deals]", number=number)
        case tricks.Dealt(seat, cards):
            if UNKNOWN in cards:
                return ""  # everybody is dealt as many
            return said(names, seat, "[You are|{name} is] dealt {cards}", cards=hand_words(cards))
        case tricks.TrickBegan(number, leader):
            return said(names, leader, "Trick {number}: [you lead|{name} leads]", number=number)
        case tricks.CardPlayed(seat, card):
            return said(names, seat, "[You play|{name} plays] the {card}", card=card.symbol)
        case tricks.TrickTaken(winner):
            card = event.card
            return said(names, winner, "[You take|{name} takes] the trick with the {card}", card=card.symbol)
        case tricks.DealScored(number, _, points, scores):
            parts = [
                f"{name} {numeral(score)} ({signed(gained)})"
                for name, score, gained in zip(each(names), scores, points)
            ]
            return _("After deal {number}: {scores}", number=number, scores=listed(parts))
        case Ended():
            return _("The game is over")


def describe_deal_due(view: TrickView, names: Names) -> str:
    """Who deals next; before the first deal, that the cards are being dealt."""
    if not view.number:
        return _("The cards are being dealt.")
    return said(names, view.dealer, "[You deal|{name} deals] next.")


def describe_trick(view: TrickView, names: Names) -> Iterator[str]:
    """The trick so far and who is winning it; then the last trick if there is one."""
    if view.trick:
        yield _("The trick so far: {plays}.", plays=_plays(view.trick, names))
        assert view.winning is not None, "a trick that was led has a winning card"
        seat, card = view.winning
        yield said(names, seat, "[Your|{name}'s] {card} is winning.", card=card.symbol)
    if view.tricks:
        plays, winner = view.tricks[-1]
        yield said(names, winner, "[You|{name}] took the last trick: {plays}.", plays=_plays(plays, names))


def _plays(plays: Sequence[Play], names: Names) -> str:
    return ", ".join(f"{whom(names, seat)} {card.symbol}" for seat, card in plays)


def the_card(card: Card) -> str:
    """A card within a sentence: ``the 9♥``."""
    return pgettext("card", "the {card}", card=card.symbol)


def hand_words(cards: Sequence[Card]) -> str:
    """The cards of a hand, or their number where they are hidden; ``no cards`` for an empty one."""
    return cards_words(len(cards)) if UNKNOWN in cards or not cards else symbols(cards)


def holds(hands: Hands, owner: int, names: Names) -> str:
    return said(names, owner, "[You hold|{name} holds] {cards}.", cards=hand_words(hands[owner]))


def losing(card: Card, winning: Play, led: Suit, names: Names) -> str:
    """That a card played does not win, as a hint says it."""
    words = N_("Play the {card}: [your|{name}'s] {best} still wins.")
    if card.suit is not led:
        words = N_("Throw away the {card}: [your|{name}'s] {best} still wins.")
    return said(names, winning.seat, words, card=card.symbol, best=winning.card.symbol)


def hand_in_short(hand: Sequence[Card], high: Sequence[Rank], trumps: Suit | None = None) -> str:
    """Cards of high ranks, trumps and short suits, in a sentence; empty if the hand is hidden, empty or has none."""
    if UNKNOWN in hand or not hand:
        return ""
    parts = [ranked(number, rank) for rank in high if (number := sum(card.rank is rank for card in hand))]
    held = {suit: sum(card.suit is suit for card in hand) for suit in reversed(Suit)}
    for suit, number in sorted(held.items(), key=lambda at: at[0] is not trumps):
        if suit is trumps or number < SHORT:
            name = suit_singular(suit) if number == 1 else suit_name(suit)
            some = pgettext("cards of a hand", "{number} {suit}", number=number, suit=name)
            parts.append(some if number else pgettext("cards of a hand", "no {suit}", suit=name))
    return f"{capital(listed(parts))}." if parts else ""
