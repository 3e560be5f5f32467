"""Clogs in words: every event, prompt, hint and verdict.

A clog is named by a letter, from the left. Only the refusals of the rules say "you".
"""

from collections.abc import Iterator, Sequence

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.engine.phrases import count, listed, symbols
from clockspades.engine.wording import Hint, Names, Survey, Wording
from clockspades.games import trick_words
from clockspades.games.clogs import clogs_meaning as meaning
from clockspades.games.clogs.clogs_rules import (
    CLOG_NAMES,
    RANKS,
    RULES,
    ClogsAction,
    ClogsEvent,
    ClogsLaid,
    ClogTurned,
    State,
    TookOver,
    beats,
    unseen_cards,
)
from clockspades.games.trick_words import MOST_NAMED, hand_words, play_words
from clockspades.games.tricks import DealScored, PlayCard, led_suit, sorted_hand, suit_name


class ClogsWords(Wording[State, ClogsAction, ClogsEvent]):
    def describe(self, event: ClogsEvent, names: Names) -> str:
        """What happened, without a full stop; nothing where a higher card of the suit led takes over from the hand."""
        match event:
            case ClogsLaid(number):
                return f"Everyone gets {count(number, 'clog')}, face down"
            case ClogTurned():
                return _turned(event, names)
            case TookOver(play, beaten, is_clog):
                if not is_clog and play.card.rank is not beaten.card.rank:
                    return ""
                how = f"{_taking_over(play.card, beaten.card)} the {beaten.card.symbol}"
                return f"The {play.card.symbol} {how}: {names[play.seat]} is winning the trick"
            case _:
                return trick_words.describe(event, names)

    def prompt(self, view: State, names: Names) -> str:
        """What to do now, and how the trick stands."""
        is_over = view.outcome is not None
        return " ".join(
            filter(None, (self.task(view, names), "" if is_over else trick_words.trick_stands(view, names)))
        )

    def task(self, view: State, names: Names) -> str:
        if view.outcome is not None:
            return self.verdict(view, names)
        if RULES.deal_due(view):
            return trick_words.describe_deal_due(view, names)
        name, hand, led = names[view.seat], view.hands[view.seat], led_suit(view.trick)
        has_clogs = any(clog is not None for clog in view.clogs[view.seat])
        if led is None:
            leads = [*["play any card"] * bool(hand), *["turn up a clog"] * has_clogs]
            return f"{name} leads: {listed(leads, 'or')}."
        if UNKNOWN in hand:
            return f"{name}'s turn."
        following = [card.symbol for card in sorted_hand(hand, RANKS) if card.suit is led]
        if following:
            return f"{name} must follow suit: {listed(following, 'or')}."
        if not hand:
            return f"{name} has no cards in hand: turn up a clog."
        return f"{name} has no {suit_name(led)}: play any card{' or turn up a clog' if has_clogs else ''}."

    def key_rule(self, view: State) -> str:
        return (
            "The ace is the highest card, then come the 2, the 3, and so on. You must follow suit with your hand."
            " Any card of the same rank but a higher suit takes the trick over: ♣ is above ♦, then come ♥ and ♠."
        )

    def question(self, view: State) -> str:
        return "which card?"

    def hints(self, view: State, names: Names) -> tuple[Hint[ClogsAction], ...]:
        """Each legal action and what it leads to, from what the seat to act can see; all clogs are one group."""
        unseen = unseen_cards(view, view.seat)
        return tuple(
            Hint(action, _playing(view, action.card, unseen, names))
            if isinstance(action, PlayCard)
            else Hint(action, _turning(view, action.place, unseen, names), group="clogs")
            for action in RULES.legal_actions(view)
        )

    def doing(self, action: ClogsAction) -> str:
        return self.phrase(action) if isinstance(action, PlayCard) else "turn up a clog"

    def phrase(self, action: ClogsAction) -> str:
        return f"play {action.card.symbol}" if isinstance(action, PlayCard) else _clog(action.place)

    def meaning(self, view: State, events: Sequence[ClogsEvent], names: Names) -> tuple[str, ...]:
        return meaning.meaning(view, events, names)

    def hand_in_short(self, view: State, seat: int) -> str:
        return meaning.hand_in_short(view.hands[seat])

    def survey(self, view: State, seat: int | None, names: Names) -> Survey:
        """The hand of a seat; then the trick, the other hands, all clogs, the points and the dealer."""
        hands = tuple(f"{name} holds {hand_words(hand)}." for name, hand in zip(names, view.hands))
        own = () if seat is None else (hands[seat],)
        parts = {
            "trick": tuple(_trick(view, names)),
            "hands": tuple(hand for owner, hand in enumerate(hands) if owner != seat),
            "clogs": tuple(_clogs(name, row) for name, row in zip(names, view.clogs)),
            "scores": tuple(_standing(view, names)),
        }
        return Survey(own, parts)

    def progress(self, state: State) -> str:
        """Which deal it is, and which trick."""
        if RULES.deal_due(state):
            return f"deal {state.number} over" if state.number else "not dealt yet"
        return f"deal {state.number}, trick {len(state.tricks) + 1}"

    def verdict(self, state: State, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return "The game is not over."
        winner = outcome.winners[0]
        scores = [(name, score) for seat, (name, score) in enumerate(zip(names, outcome.scores)) if seat != winner]
        (second, most), *others = sorted(scores, key=lambda scored: -scored[1])
        behind = listed([f"{second} has {most}", *(f"{name} {score}" for name, score in others)])
        return f"{names[winner]} wins with {count(state.target, 'point')}: {behind}."

    def regret(self, view: State, made: ClogsAction, best: ClogsAction, names: Names) -> str:
        when = f"in trick {len(view.tricks) + 1} of deal {view.number}"
        return f"{when} {names[view.seat]} {_did(made)}; {_doing(best)} was better"

    def recap(self, history: Sequence[ClogsEvent], state: State, seat: int | None) -> str:
        """How a game ended for a seat or for all, and the points of everyone; then the player's own deal by deal."""
        outcome = state.outcome
        assert outcome is not None, "the game is over"
        ended = "ended" if seat is None else "won" if seat in outcome.winners else "lost"
        first = outcome.winners[0] if seat is None else seat
        others = sorted((score for owner, score in enumerate(outcome.scores) if owner != first), reverse=True)
        score = f"{count(outcome.scores[first], 'point')} to {listed([str(other) for other in others])}"
        deals = [event.taken for event in history if isinstance(event, DealScored)]
        each = [] if seat is None or len(deals) == 1 else [str(taken[seat]) for taken in deals]
        return f"{ended} in {count(len(deals), 'deal')}, {score}{f'; by deal {listed(each)}' if each else ''}"


def _turned(event: ClogTurned, names: Names) -> str:
    """A clog turned up, and why it does not win if it does not."""
    name, card, winning, led = names[event.seat], event.card, event.winning, event.led
    clog = _clog(event.place)
    if winning is None or led is None:
        return f"{name} leads {clog}: the {card.symbol}"
    turned = f"{name} turns up {clog}: the {card.symbol}"
    if beats(card, winning.card, led):
        return turned
    if card.rank is winning.card.rank:
        return f"{turned}, a lower suit than the {winning.card.symbol}"
    return f"{turned}, {f'lower than the {winning.card.symbol}' if card.suit is led else 'which cannot win'}"


def _clog(place: int) -> str:
    return f"clog {CLOG_NAMES[place]}"


def _taking_over(card: Card, beaten: Card) -> str:
    return "matches" if card.rank is beaten.rank else "beats"


def _playing(view: State, card: Card, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    if winning is None or led is None:
        return f"Lead the {card.symbol}. {_against(card, card.suit, unseen, len(view.scores) - 1)}"
    to_come, best = len(view.scores) - len(view.trick) - 1, play_words(winning, names)
    if beats(card, winning.card, led):
        begins = f"Play the {card.symbol}: it {_taking_over(card, winning.card)} {best}."
        return f"{begins} {_against(card, led, unseen, to_come)}"
    return f"{'Play' if card.suit is led else 'Throw away'} the {card.symbol}: {best} still wins."


def _against(card: Card, led: Suit, unseen: Sequence[Card], to_come: int) -> str:
    """What can still beat a card."""
    if not to_come:
        return "It takes the trick."
    better = [other for other in unseen if beats(other, card, led)]
    if not better:
        return "No card left can beat it."
    cards = symbols(sorted_hand(better, RANKS)) if len(better) <= MOST_NAMED else f"{len(better)} unseen cards"
    return f"{count(to_come, 'player')} to come; {cards} can beat it."


def _turning(view: State, place: int, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    if winning is None or led is None:
        if len(unseen) == 1:
            return f"Lead {_clog(place)}: it is the {unseen[0].symbol}."
        return f"Lead {_clog(place)}, whatever it is: one of {len(unseen)} unseen cards."
    good = sum(beats(card, winning.card, led) for card in unseen)
    best = play_words(winning, names)
    if len(unseen) == 1:
        does = "beats" if good else "cannot beat"
        return f"Turn up {_clog(place)}: it is the {unseen[0].symbol}, which {does} {best}."
    return f"Turn up {_clog(place)}: {good or 'none'} of the {len(unseen)} unseen cards can beat {best}."


def _trick(view: State, names: Names) -> Iterator[str]:
    """The trick so far, or the one before it."""
    yield from trick_words.describe_trick(view, names)
    if not view.trick and not view.tricks:
        yield "No card has been played yet."


def _clogs(name: str, row: Sequence[Card | None]) -> str:
    letters = [CLOG_NAMES[place] for place, clog in enumerate(row) if clog is not None]
    return (
        f"{name} has {count(len(letters), 'clog')} face down: {listed(letters)}."
        if letters
        else f"{name} has no clogs."
    )


def _standing(view: State, names: Names) -> Iterator[str]:
    for name, score, taken in zip(names, view.scores, view.taken):
        yield f"{name} has {count(score, 'point')}, with {count(taken, 'trick')} in this deal."
    yield f"First to {view.target} points wins."
    if view.number:
        name, is_due = names[view.dealer], RULES.deal_due(view)
        yield f"Deal {view.number} is over: {name} deals next." if is_due else f"{name} dealt deal {view.number}."


def _did(action: ClogsAction) -> str:
    return f"played the {action.card.symbol}" if isinstance(action, PlayCard) else "turned up a clog"


def _doing(action: ClogsAction) -> str:
    return f"the {action.card.symbol}" if isinstance(action, PlayCard) else "a clog"
