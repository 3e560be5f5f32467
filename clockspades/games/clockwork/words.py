"""Clockwork Spades in words: every event, prompt, hint and verdict.

Cards stand as ``10♠``. Nobody is called "you": the same words serve everyone at the table and the replay.
"""

from collections.abc import Iterator, Sequence

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.game import Hint, Names, Regret, Survey
from clockspades.engine.phrases import count, listed, symbols
from clockspades.games.clockwork.rules import (
    HAND,
    KING_OF_SPADES,
    KINGS,
    SPADES,
    ClockworkAction,
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
    unseen_cards,
)


def describe(event: ClockworkEvent, names: Names) -> str:
    """What happened, without a full stop."""
    match event:
        case TurnBegan(turn, seat, window):
            return f"Turn {turn}: {names[seat]} plays on {ranks(window)}"
        case Drew(seat, cards):
            what = count(len(cards), "card") if cards[0] is UNKNOWN else symbols(cards)
            return f"{names[seat]} draws {what}"
        case PassedKing(seat, king):
            return f"{names[seat]} draws the {king.symbol} and passes it to {names[1 - seat]}"
        case Discarded(seat, cards):
            whose = "its" if len(cards) == 1 else "their"
            gone = "hour is gone" if len({card.rank for card in cards}) == 1 else "hours are gone"
            return f"{names[seat]} discards {symbols(cards)}: {whose} {gone}"
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
    if view.outcome is not None:
        return verdict(view, names)
    if not view.turn:
        return "The cards are being dealt."
    name = names[view.seat]
    spades = [SPADES[rank - 1].symbol for rank in view.window]
    if UNKNOWN in view.hands[view.seat]:
        otherwise = "take it, the last spade" if len(spades) == 1 else "take one of them"
        return f"{name} is to play on {listed(spades)}, or without a match to {otherwise}."
    matching = matches(view)
    if matching:
        return f"{name} must play {covering(matching)}: every match is played."
    why = "nothing in hand matches" if view.hands[view.seat] else "no card is left in hand to match"
    if len(spades) == 1:
        return f"{name} must take the {spades[0]}, the last spade, which ends the game: {why}."
    return f"{name} must take {listed(spades, 'or')} as a penalty: {why}."


def hints(view: State, names: Names) -> tuple[Hint[Play | Take], ...]:
    """Each legal action and what it leads to, from what the seat to act can see."""
    found: list[Hint[Play | Take]] = []
    for action in legal_actions(view):
        if isinstance(action, Play):
            words = f"Play {covering(matches(view))}. There is no choice: every match is played."
            found.append(Hint(action, f"{words} {_next(view, None, names)}"))
        else:
            found.append(Hint(action, _taking(view, action.rank, names)))
    return tuple(found)


def phrase(action: ClockworkAction) -> str:
    """An action as it is listed and typed."""
    return f"take {SPADES[action.rank - 1].symbol}" if isinstance(action, Take) else action.do


def survey(view: State, seat: int | None, names: Names) -> Survey:
    """The hand of a seat; then the clock hour by hour, the other hands, what each took, the discards and the stock."""
    hands = tuple(f"{name} holds {_in_hand(hand)}." for name, hand in zip(names, view.hands))
    own = () if seat is None else (hands[seat],)
    others = tuple(hand for owner, hand in enumerate(hands) if owner != seat)
    clock = tuple(_hour(view, spade, names) for spade in SPADES)
    taken = tuple(line for owner in (0, 1) for line in _penalties(view, owner, names))
    return Survey(own, (*clock, *others, *taken, _discards(view), _stock(view)))


def progress(state: State) -> str:
    """Which turn it is."""
    return f"turn {state.turn}" if state.turn else "not dealt yet"


def verdict(state: State, names: Names) -> str:
    """Who won and why, in one sentence."""
    outcome = state.outcome
    if outcome is None:
        return "The game is not over."
    mine, yours = outcome.scores
    if not outcome.winners:
        return f"A drawn game: the last spade is taken, and both have {_penalty_cards(mine, state.rules)}."
    winner, loser = outcome.winners[0], 1 - outcome.winners[0]
    if outcome.reason == "four-kings":
        return f"{names[winner]} wins with all four kings: the K♠, the last card, joined the other three."
    if outcome.reason == "king-of-spades":
        return f"{names[winner]} wins: {names[loser]} drew the K♠, the last card, without the other three kings."
    fewer, more = min(mine, yours), max(mine, yours)
    counted = _penalty_cards(fewer, state.rules)
    return f"{names[winner]} wins with {counted} to {more}: the last spade is taken from the clock."


def regret(view: State, regret: Regret[ClockworkAction], names: Names) -> str:
    """A spade that was taken, and the one that was better to take."""
    made, best = regret.made, regret.best
    assert isinstance(made, Take), "only which spade to take is a choice"
    assert isinstance(best, Take), "only which spade to take is a choice"
    return (
        f"on turn {view.turn} {names[view.seat]} took the {SPADES[made.rank - 1].symbol};"
        f" the {SPADES[best.rank - 1].symbol} would have won {regret.best_share:.0%}"
        f" of the deals that fit what was seen, this {regret.made_share:.0%}"
    )


def recap(history: Sequence[ClockworkEvent], state: State, seat: int | None) -> str:
    """How a game ended for a seat or for all; then for each of its turns a spade taken, or a dash for cards played."""
    outcome, counts = state.outcome, penalties(state)
    assert outcome is not None, "the game is over"
    if not outcome.winners:
        ended = "drawn"
    elif seat is None:
        ended = "ended"
    else:
        ended = "won" if seat in outcome.winners else "lost"
    mine, yours = counts if not seat else counts[::-1]
    turns = (event for event in history if isinstance(event, Took | Played) and seat in (None, event.seat))
    marks = "".join("♠" if isinstance(event, Took) else "-" for event in turns)
    return f"{ended} in {state.turn} turns, {penalty_count(mine, state.rules)} to {yours} {marks}".rstrip()


def ranks(window: Sequence[Rank]) -> str:
    """Ranks with blanks between."""
    return " ".join(rank.symbol for rank in window)


def covering(cards: Sequence[Card]) -> str:
    """Cards played and the spades they are played on: ``8♦ on the 8♠ and 9♣ 9♥ on the 9♠``."""
    by_rank: dict[Rank, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    groups = [f"{symbols(group)} on the {SPADES[rank - 1].symbol}" for rank, group in by_rank.items()]
    return listed(groups)


def _in_hand(hand: Sequence[Card]) -> str:
    """A hand by its cards, or by their number where they are not seen."""
    if not hand:
        return "no card"
    if UNKNOWN in hand:
        return count(len(hand), "card")
    return listed([card.symbol for card in hand])


def _hour(view: State, spade: Card, names: Names) -> str:
    hour, pile = f"{spade.rank.value} o'clock", view.clock[spade.rank - 1]
    if pile is None:
        return f"{hour} is empty: {names[0 if spade in view.taken[0] else 1]} took the {spade.symbol}."
    window = ", in the window" if spade.rank in view.window else ""
    covers = f", with {listed([card.symbol for card in pile])} on it" if pile else ""
    return f"{hour}: the {spade.symbol}{window}{covers}."


def _penalties(view: State, owner: int, names: Names) -> Iterator[str]:
    """What a player took and was given: what counts as a penalty under the rule set, then what does not."""
    name, kings = names[owner], view.kings[owner]
    counting = [king for king in kings if view.rules is RuleSet.PAGAT and king is not KING_OF_SPADES]
    counted = [*view.taken[owner], *counting]
    cards = f": {listed([card.symbol for card in counted])}" if counted else ""
    yield f"{name} has {_penalty_cards(len(counted), view.rules)}{cards}."
    others = [king.symbol for king in kings if king not in counting]
    if others:
        yield f"{name} has {listed(others)}, which {'is' if len(others) == 1 else 'are'} no penalty."


def _discards(view: State) -> str:
    if not view.discard:
        return "No card is discarded."
    are = "is" if len(view.discard) == 1 else "are"
    cards = listed([card.symbol for card in view.discard])
    return f"{count(len(view.discard), 'card')} {are} discarded: {cards}."


def _stock(view: State) -> str:
    if any(KING_OF_SPADES in kings for kings in view.kings):
        return "The stock is gone."
    return f"The stock has {count(len(view.stock), 'card')} on the {KING_OF_SPADES.symbol}."


def penalty_count(number: int, rules: RuleSet) -> str:
    """A number of what counts against a player (case 11)."""
    return count(number, "penalty", "penalties") if rules is RuleSet.PAGAT else count(number, "spade")


def _penalty_cards(number: int, rules: RuleSet) -> str:
    """The same where it is said of what lies before a player."""
    return count(number, "penalty card" if rules is RuleSet.PAGAT else "spade")


def _go_with_it(covers: tuple[Card, ...]) -> str:
    if not covers:
        return ""
    return f", and the {symbols(covers)} on it {'is' if len(covers) == 1 else 'are'} discarded"


def _taking(view: State, rank: Rank, names: Names) -> str:
    spade, covers = SPADES[rank - 1], view.clock[rank - 1] or ()
    then = _penalty_cards(penalties(view)[view.seat] + 1, view.rules)
    words = f"Take the {spade.symbol}{_go_with_it(covers)}. {names[view.seat]} then has {then}."
    unseen = sum(card.rank is rank for card in unseen_cards(view))
    if unseen and len(view.taken[0]) + len(view.taken[1]) + 1 < len(SPADES):
        words += f" {count(unseen, 'unseen card')} of its rank will be dead."
    return f"{words} {_next(view, rank, names)}"


def _next(view: State, taken: Rank | None, names: Names) -> str:
    """What follows: the end of the game where that is certain, else the other player's window and this one's."""
    name, other = names[view.seat], names[1 - view.seat]
    clock = list(view.clock)
    if taken is not None:
        clock[taken - 1] = None
    theirs = next_window(clock, view.window[-1])
    if not theirs:
        return f"That is the last spade and ends the game: {other} has {penalties(view)[1 - view.seat]}."
    kept = [card for card in view.hands[view.seat] if card.rank not in view.window]
    if HAND - len(kept) > len(view.stock):
        wins = len(view.kings[view.seat]) == len(KINGS)
        return f"The stock then runs out: {name} draws the K♠ and {'wins with all four kings' if wins else 'loses'}."
    mine = next_window(clock, theirs[-1])
    held = [card for card in kept if card.rank in mine]
    have = f"with {symbols(held)} in hand" if held else "with nothing in hand for it yet"
    unless = " if no spade is taken there" if set(mine) & set(theirs) else ""
    return f"Then {other} plays on {ranks(theirs)}, and {name} on {ranks(mine)}{unless}, {have}."
