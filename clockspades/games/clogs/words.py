"""Clogs in words: every event, prompt, hint and verdict.

Places of clogs are counted from 1. Nobody is called "you", save in what the rules refuse.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.engine.game import Hint, Names, Regret, Survey
from clockspades.engine.phrases import count, listed, symbols
from clockspades.games import trick_words
from clockspades.games.clogs.rules import (
    RANKS,
    ClogsAction,
    ClogsEvent,
    ClogsLaid,
    ClogTurned,
    State,
    TookOver,
    TurnClog,
    beats,
    legal_actions,
    unseen_cards,
)
from clockspades.games.trick_words import MOST_NAMED, hand_words
from clockspades.games.tricks import DealScored, PlayCard, led_suit, sorted_hand, suit_name

_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")


def describe(event: ClogsEvent, names: Names) -> str:
    """What happened, without a full stop; a higher card of the suit led takes over without a word."""
    match event:
        case ClogsLaid(number):
            return f"Everyone has {count(number, 'clog')} face down"
        case ClogTurned():
            return _turned(event, names)
        case TookOver(play, beaten, is_clog):
            how = _taking_over(play.card, beaten.card)
            matches = play.card.rank is beaten.card.rank
            return (
                f"The {play.card.symbol} {how}: {names[play.seat]} takes the trick over" if is_clog or matches else ""
            )
        case _:
            return trick_words.describe(event, names)


def _turned(event: ClogTurned, names: Names) -> str:
    """A clog, and why it takes nothing if it does not: that it takes the trick over is an event of its own."""
    name, card, winning, led = names[event.seat], event.card, event.winning, event.led
    if winning is None or led is None:
        return f"{name} leads the {_ORDINALS[event.place]} clog unseen: the {card.symbol}"
    turned = f"{name} turns up the {_ORDINALS[event.place]} clog: the {card.symbol}"
    if beats(card, winning.card, led):
        return turned
    if card.rank is winning.card.rank:
        return f"{turned}, which matches the {winning.card.symbol} in a lower suit"
    return f"{turned}, {f'lower than the {winning.card.symbol}' if card.suit is led else 'which takes nothing'}"


def _taking_over(card: Card, beaten: Card) -> str:
    return f"{'matches' if card.rank is beaten.rank else 'beats'} the {beaten.symbol}"


def prompt(view: State, names: Names) -> str:
    """What is to be done now, and why."""
    return " ".join(filter(None, (task(view, names), _circumstances(view, names))))


def task(view: State, names: Names) -> str:
    """What is to be done now."""
    if view.outcome is not None:
        return verdict(view, names)
    if view.is_deal_due:
        return trick_words.describe_deal_due(view, names)
    name, hand, led = names[view.seat], view.hands[view.seat], led_suit(view.trick)
    has_clogs = any(clog is not None for clog in view.clogs[view.seat])
    if led is None:
        leads = [*["any card of the hand"] * bool(hand), *["a clog unseen"] * has_clogs]
        return f"{name} leads {listed(leads, 'or')}."
    if UNKNOWN in hand:
        return f"{name} is to play."
    following = [card for card in hand if card.suit is led]
    if following:
        return f"{name} must follow with {_choice(following)}."
    if not hand:
        return f"{name} has no card in hand: a clog must be turned up."
    turn = ", or a clog turned up" if has_clogs else ""
    return f"{name} has no {suit_name(led)} in hand: any card may be thrown away{turn}."


def _circumstances(view: State, names: Names) -> str:
    """How the trick stands that is to be played to; empty before the lead."""
    winning, led = view.winning, led_suit(view.trick)
    if winning is None or led is None:
        return ""
    return f"{suit_name(led).capitalize()} were led, and the {winning.card.symbol} of {names[winning.seat]} is winning."


def _choice(cards: Sequence[Card]) -> str:
    return f"the {listed([card.symbol for card in sorted_hand(cards, RANKS)], 'or')}"


def hints(view: State, names: Names) -> tuple[Hint[PlayCard | TurnClog], ...]:
    """Each legal action and what it leads to, from what the seat to act can see."""
    unseen = unseen_cards(view, view.seat)
    return tuple(
        Hint(
            action,
            _playing(view, action.card, unseen, names)
            if isinstance(action, PlayCard)
            else _turning(view, action.place, unseen, names),
        )
        for action in legal_actions(view)
    )


def _playing(view: State, card: Card, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    if winning is None or led is None:
        begins = f"Lead the {card.symbol}."
        return f"{begins} {_against(card, card.suit, unseen, len(view.scores) - 1)}"
    to_come = len(view.scores) - len(view.trick) - 1
    if beats(card, winning.card, led):
        begins = f"Play the {card.symbol}: it {_taking_over(card, winning.card)} of {names[winning.seat]}."
        return f"{begins} {_against(card, led, unseen, to_come)}"
    what = "Play" if card.suit is led else "Throw away"
    return f"{what} the {card.symbol}: the {winning.card.symbol} of {names[winning.seat]} goes on winning."


def _against(card: Card, led: Suit, unseen: Sequence[Card], to_come: int) -> str:
    """What can still take a trick from a card."""
    if not to_come:
        return "That takes the trick."
    better = [other for other in unseen if beats(other, card, led)]
    if not better:
        return "No card that is still out takes the trick over."
    cards = symbols(sorted_hand(better, RANKS)) if len(better) <= MOST_NAMED else f"any of {len(better)} cards"
    return f"Still to play: {to_come}. What takes it over, if it comes: {cards}."


def _turning(view: State, place: int, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    ordinal = _ORDINALS[place]
    if winning is None or led is None:
        return f"Lead the {ordinal} clog unseen: its suit must be followed. It is one of {count(len(unseen), 'card')}."
    good = sum(beats(card, winning.card, led) for card in unseen)
    take = "takes" if good == 1 else "take"
    return (
        f"Turn up the {ordinal} clog: {good or 'none'} of the {count(len(unseen), 'card')} that it can be"
        f" {take} the trick over from {names[winning.seat]}."
    )


def phrase(action: ClogsAction) -> str:
    """An action as it is listed and typed."""
    match action:
        case PlayCard(card):
            return f"play {card.symbol}"
        case TurnClog(place):
            return f"clog {place + 1}"
        case _:
            return action.do


def survey(view: State, seat: int | None, names: Names) -> Survey:
    """The hand of a seat; then the trick, the other hands, all clogs, the tricks taken, the points and the dealer."""
    hands = tuple(f"{name} holds {hand_words(hand)}." for name, hand in zip(names, view.hands))
    own = () if seat is None else (hands[seat],)
    others = tuple(hand for owner, hand in enumerate(hands) if owner != seat)
    clogs = tuple(_clogs(name, row) for name, row in zip(names, view.clogs))
    return Survey(own, (*_trick(view, names), *others, *clogs, *_standing(view, names)))


def _trick(view: State, names: Names) -> Iterator[str]:
    """The trick so far, or the one before it."""
    yield from trick_words.describe_trick(view, names)
    if not view.trick and not view.tricks:
        yield "No card is played yet."


def _clogs(name: str, row: Sequence[Card | None]) -> str:
    places = [_ORDINALS[place] for place, clog in enumerate(row) if clog is not None]
    if not places:
        return f"{name} has no clog."
    return f"{name} has {count(len(places), 'clog')} face down: the {listed(places)}."


def _standing(view: State, names: Names) -> Iterator[str]:
    points = [f"{name} {score} ({taken} in this deal)" for name, score, taken in zip(names, view.scores, view.taken)]
    yield f"Points: {listed(points)}. The first to reach {view.target} wins."
    if view.number:
        name, is_due = names[view.dealer], view.is_deal_due
        yield f"Deal {view.number} {f'is played out: {name} deals next' if is_due else f'was dealt by {name}'}."


def progress(state: State) -> str:
    """Which deal it is, and which trick of it."""
    if state.is_deal_due:
        return f"deal {state.number} played out" if state.number else "not dealt yet"
    return f"deal {state.number}, trick {len(state.tricks) + 1}"


def verdict(state: State, names: Names) -> str:
    """Who won and why, in one sentence."""
    outcome = state.outcome
    if outcome is None:
        return "The game is not over."
    winner = outcome.winners[0]
    scores = [(name, score) for seat, (name, score) in enumerate(zip(names, outcome.scores)) if seat != winner]
    (second, most), *others = sorted(scores, key=lambda scored: -scored[1])
    behind = listed([f"{second} has {most}", *(f"{name} {score}" for name, score in others)])
    return f"{names[winner]} wins, the first to reach {count(state.target, 'point')}: {behind}."


def regret(view: State, regret: Regret[ClogsAction], names: Names) -> str:
    """A play that was made, and the one that was better to make."""
    what = f"in trick {len(view.tricks) + 1} of deal {view.number} {names[view.seat]} {_did(regret.made)}"
    return trick_words.regret(what, _doing(regret.best), regret)


def _did(action: ClogsAction) -> str:
    return f"played the {action.card.symbol}" if isinstance(action, PlayCard) else "turned up a clog"


def _doing(action: ClogsAction) -> str:
    return f"the {action.card.symbol}" if isinstance(action, PlayCard) else "a clog"


def recap(history: Sequence[ClogsEvent], state: State, seat: int | None) -> str:
    """How a game ended for a seat or for all, and the points of everyone; then the player's own deal by deal."""
    outcome = state.outcome
    assert outcome is not None, "the game is over"
    ended = "ended" if seat is None else "won" if seat in outcome.winners else "lost"
    first = outcome.winners[0] if seat is None else seat
    others = sorted((score for owner, score in enumerate(outcome.scores) if owner != first), reverse=True)
    score = f"{count(outcome.scores[first], 'point')} to {listed([str(other) for other in others])}"
    deals = [event.taken for event in history if isinstance(event, DealScored)]
    each = [] if seat is None or len(deals) == 1 else [str(taken[seat]) for taken in deals]
    return f"{ended} in {count(len(deals), 'deal')}, {score}{f'; deal by deal {listed(each)}' if each else ''}"
