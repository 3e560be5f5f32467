"""What plays of Clogs show by convention, and why a play may be good.

What they show follows from what everyone at the table sees, so it is the same for every seat. A sentence without
"usually" is certain. Why a play may be good follows from what its player sees.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from clockspades.cards import Card, Suit
from clockspades.engine.phrases import suit_name, suit_singular
from clockspades.engine.wording import Names, said
from clockspades.games.clogs import clogs_rules as rules
from clockspades.games.clogs.clogs_rules import RULES, ClogsAction, ClogsEvent, ClogsState
from clockspades.games.tricks import CardPlayed, Play, PlayCard, cards_seen, led_suit, plays_last
from clockspades.language import N_, _

HIGH: Final = rules.RANKS[:3]
"""The ranks of cards that are led to win: the ace, the two and the three."""


def meaning(view: ClogsState, events: Sequence[ClogsEvent], names: Names) -> tuple[str, ...]:
    """What an action shows. ``view`` is what everyone saw before it, and ``events`` are what everyone saw of it."""
    match events[0]:
        case rules.ClogTurned(seat, led=led):
            return tuple(_turned(view, seat, led))
        case CardPlayed(seat, card) if len(view.hands[seat]) > 1 or _has_clogs(view, seat):
            return tuple(_played(view, seat, card, names))
    return ()


def _has_clogs(view: ClogsState, seat: int) -> bool:
    return any(clog is not None for clog in view.clogs[seat])


def _turned(view: ClogsState, seat: int, led: Suit | None) -> Iterator[str]:
    """A clog: nobody knew it, but why it was turned up shows something."""
    if not view.hands[seat]:
        return  # there was nothing else to play
    if led is not None:
        yield _("Has no {suit} in hand.", suit=suit_name(led))
    yield _("Nobody knew the clog. Usually keeps the cards in hand for later.")


def _played(view: ClogsState, seat: int, card: Card, names: Names) -> Iterator[str]:
    led, winning = led_suit(view.trick), view.winning
    if led is None or winning is None:
        if not any(rules.beats(other, card, card.suit) for other in _unplayed(view, Play(seat, card))):
            yield _("No card left can beat it.")
        elif card.rank in HIGH:
            yield _("Usually takes the trick while the others have {suit}.", suit=suit_name(card.suit))
        else:
            yield _("Usually keeps its high cards for later.")
        return
    best, wins = winning.card.symbol, rules.beats(card, winning.card, led)
    if card.suit is not led:
        yield _("Has no {suit} in hand.", suit=suit_name(led))
        if wins:
            words = N_("Takes the trick over, as its suit is higher than that of [your|{name}'s] {best}.")
            yield said(names, winning.seat, words, best=best)
        elif _has_clogs(view, seat):
            yield _("Usually throws away a useless card, and keeps the clogs for later.")
        else:
            yield _("Usually throws away a useless card.")
        return
    unplayed = _unplayed(view, Play(seat, card))
    better = [other for other in unplayed if other.suit is led and rules.beats(other, winning.card, led)]
    if wins:
        if len(view.trick) == len(view.scores) - 1 and any(rules.beats(card, other, led) for other in better):
            words = N_("Last to play: usually has no {suit} between the {best} and this one.")
            yield _(words, suit=suit_singular(led), best=best)
        elif not any(rules.beats(other, card, led) for other in unplayed):
            yield _("No card left can beat it.")
        else:
            yield _("Usually wants the trick.")
    elif better:
        words = N_("Usually has no {suit} that beats [your|{name}'s] {best}, and plays the lowest one.")
        yield said(names, winning.seat, words, suit=suit_singular(led), best=best)
    else:
        words = N_("No {suit} can beat [your|{name}'s] {best}: usually the lowest one.")
        yield said(names, winning.seat, words, suit=suit_singular(led), best=best)


def _unplayed(view: ClogsState, play: Play) -> list[Card]:
    played = {*cards_seen(view, play.seat), play.card}
    return [card for card in rules.LAYOUTS[len(view.scores)].pack if card not in played]


FEW: Final = 3
"""A clog seldom wins if no more than one card in so many does."""


def reason(view: ClogsState, action: ClogsAction) -> str:
    """Why the seat to act may play a card or turn up a clog; empty where nothing is certain."""
    winning, led, unseen = view.winning, led_suit(view.trick), rules.unseen_cards(view, view.seat)
    if winning is None or led is None:
        return _unbeaten(view, action.card, action.card.suit) if isinstance(action, PlayCard) else ""
    good = sum(rules.beats(card, winning.card, led) for card in unseen)
    if isinstance(action, rules.TurnClog):
        words = _("It wins with {good} of the {all} cards that it may be.", good=good, all=len(unseen))
        return words if good and plays_last(view) else ""
    if rules.beats(action.card, winning.card, led):
        return _("You play last, and it takes the trick.") if plays_last(view) else _unbeaten(view, action.card, led)
    legal = RULES.legal_actions(view)
    hand = [other.card for other in legal if isinstance(other, PlayCard)]
    if len(legal) == 1 or any(rules.beats(card, winning.card, led) for card in hand):
        return ""
    if len(hand) < len(legal):
        if not good:
            return _("No clog can beat the {best}.", best=winning.card.symbol)
        words = N_("A clog would beat the {best} with only {good} of {all} cards.")
        few = _(words, best=winning.card.symbol, good=good, all=len(unseen))
        return few if good * FEW <= len(unseen) else ""
    higher = [card for card in hand if card.suit is led and card.rank < action.card.rank]
    if action.card.suit is led and len(higher) == len(hand) - 1:
        return _("You can't take this trick, so keep your higher {suit}.", suit=suit_name(led))
    return ""


def _unbeaten(view: ClogsState, card: Card, led: Suit) -> str:
    """That no card beats this one which others may hold, or a clog may be."""
    if any(rules.beats(other, card, led) for other in rules.unseen_cards(view, view.seat)):
        return ""
    return _("Nobody can beat the {card}.", card=card.symbol)
