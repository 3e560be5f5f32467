"""Clockwork Spades in words: every event, prompt, hint and verdict.

Cards stand as ``T♠``. Nobody is called "you": the same words serve everyone at the table and the replay.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit
from clockspades.engine.game import Hint, Names
from clockspades.games.clockwork.rules import (
    SPADES,
    ClockworkEvent,
    Discarded,
    Drew,
    DrewKingOfSpades,
    Ended,
    PassedKing,
    Play,
    Played,
    RuleSet,
    State,
    Take,
    Took,
    TurnBegan,
    legal_actions,
    matches,
    next_window,
    penalties,
)

_NUMBERS: Final = ("no", "one", "two", "three")


def describe(event: ClockworkEvent, names: Names) -> str:
    """What happened, without a full stop."""
    match event:
        case TurnBegan(turn, seat, window):
            return f"Turn {turn}: {names[seat]} plays on {ranks(window)}"
        case Drew(seat, cards):
            hidden = cards[0] is UNKNOWN
            what = f"{_NUMBERS[len(cards)]} card{'s' * (len(cards) > 1)}" if hidden else symbols(cards)
            return f"{names[seat]} draws {what}"
        case PassedKing(seat, king):
            return f"{names[seat]} draws the {king.symbol} and passes it to {names[1 - seat]}"
        case Discarded(seat, cards):
            gone = "its hour is gone" if len(cards) == 1 else "their hours are gone"
            return f"{names[seat]} discards {symbols(cards)}: {gone}"
        case Played(seat, cards):
            return f"{names[seat]} plays {covering(cards)}"
        case Took(seat, spade, covers):
            return f"{names[seat]} takes the {spade.symbol}{_go_with_it(covers)}"
        case DrewKingOfSpades(seat):
            return f"{names[seat]} draws the K♠, the last card of the stock"
        case Ended():
            return "The game is over"


def prompt(view: State, names: Names) -> str:
    """What is to be done now, and why."""
    if not view.turn:
        return "The cards are being dealt."
    name = names[view.seat]
    if UNKNOWN in view.hands[view.seat]:
        return f"{name} is to play on {ranks(view.window)}."
    matching = matches(view)
    if matching:
        duty = "Every match must be played" if len(matching) > 1 else "A match must be played"
        return f"{name}: {duty}: {covering(matching)}."
    spades = symbols(SPADES[rank - 1] for rank in view.window)
    if len(view.window) == 1:
        return f"{name}: Nothing in hand matches the last spade, the {spades}: it must be taken."
    return f"{name}: Nothing in hand matches {ranks(view.window)}. Take one of {spades} as a penalty."


def hints(view: State, names: Names) -> tuple[Hint[Play | Take], ...]:
    """Each legal action and what it leads to, from what the seat to act can see."""
    found: list[Hint[Play | Take]] = []
    for action in legal_actions(view):
        if isinstance(action, Play):
            words = f"Play {covering(matches(view))}. There is no choice: every match is played."
            found.append(Hint(action, f"{words} {_windows_after(view, None, names)}"))
        else:
            found.append(Hint(action, _taking(view, action.rank, names)))
    return tuple(found)


def verdict(state: State, names: Names) -> str:
    """Who won and why, in one sentence."""
    outcome = state.outcome
    if outcome is None:
        return "The game is not over."
    mine, yours = outcome.scores
    counted = "penalty cards" if state.rules is RuleSet.PAGAT else "spades"
    if not outcome.winners:
        return f"A drawn game: the last spade is taken, and both have {mine} {counted}."
    winner, loser = outcome.winners[0], 1 - outcome.winners[0]
    if outcome.reason == "four-kings":
        return f"{names[winner]} wins with all four kings: the K♠, the last card, joined the other three."
    if outcome.reason == "king-of-spades":
        return f"{names[winner]} wins: {names[loser]} drew the K♠, the last card, without the other three kings."
    fewer, more = min(mine, yours), max(mine, yours)
    return f"{names[winner]} wins with {fewer} {counted} to {more}: the last spade is taken from the clock."


def symbols(cards: Iterable[Card]) -> str:
    """Cards as people read them, with blanks between."""
    return " ".join(card.symbol for card in cards)


def ranks(window: Sequence[Rank]) -> str:
    """Ranks with blanks between."""
    return " ".join(rank.letter for rank in window)


def covering(cards: Sequence[Card]) -> str:
    """Cards played and the spades they are played on: ``8♦ on the 8♠, 9♣ 9♥ on the 9♠``."""
    by_rank: dict[Rank, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    return ", ".join(f"{symbols(group)} on the {SPADES[rank - 1].symbol}" for rank, group in by_rank.items())


def _go_with_it(covers: tuple[Card, ...]) -> str:
    if not covers:
        return ""
    return f", and {symbols(covers)} on it {'is' if len(covers) == 1 else 'are'} discarded"


def _taking(view: State, rank: Rank, names: Names) -> str:
    spade, covers = SPADES[rank - 1], view.clock[rank - 1] or ()
    count = penalties(view)[view.seat] + 1
    unit = "spade" if view.rules is RuleSet.GAMERULES else "penalty card"
    words = f"Take the {spade.symbol}{_go_with_it(covers)}: {count} {unit}{'s' * (count > 1)} for {names[view.seat]}."
    unseen = _unseen(view, rank)
    if unseen:
        cards = "card of that rank is" if unseen == 1 else "cards of that rank are"
        words += f" {_NUMBERS[unseen].capitalize()} more {cards} dead from then on."
    return f"{words} {_windows_after(view, rank, names)}"


def _unseen(view: State, rank: Rank) -> int:
    """How many cards of a rank the seat to act has not seen."""
    seen = {*view.hands[view.seat], *view.discard, *(view.clock[rank - 1] or ())}
    return sum(card.rank == rank and card.suit is not Suit.SPADES and card not in seen for card in PACK)


def _windows_after(view: State, taken: Rank | None, names: Names) -> str:
    """Which windows come next, for the other player and then for this one."""
    clock = list(view.clock)
    if taken is not None:
        clock[taken - 1] = None
    theirs = next_window(clock, view.window[-1])
    if not theirs:
        return "That was the last spade: the game ends."
    mine = next_window(clock, theirs[-1])
    held = [card for card in view.hands[view.seat] if card.rank in mine and card.rank not in view.window]
    have = f", with {symbols(held)} in hand" if held else ", with nothing for it in hand yet"
    return (
        f"Then {names[1 - view.seat]} plays on {ranks(theirs)}, and if no spade is taken there"
        f" {names[view.seat]} plays on {ranks(mine)}{have}."
    )
