"""Why a play of Spades may be good, in one sentence to its player. Each follows from what that player sees."""

from clockspades.cards import Card
from clockspades.engine.phrases import count
from clockspades.games.spades.actions import SpadesAction
from clockspades.games.spades.spades_rules import playable, unseen_cards
from clockspades.games.spades.state import State, beats, partner_of, together
from clockspades.games.tricks import Play, PlayCard, suit_name, suit_singular


def reason(view: State, action: SpadesAction) -> str:
    """Why the seat to act may play a card; empty where nothing is certain, and for other actions."""
    if not isinstance(action, PlayCard):
        return ""
    winning = view.winning
    return _leading(view, action.card) if winning is None else _following(view, action.card, winning)


def _leading(view: State, card: Card) -> str:
    if _keeps_nil(view, view.seat):
        is_lowest = _is_lowest(view, card)
        return f"You bid nil, and the {card.symbol} is your lowest {suit_singular(card.suit)}." if is_lowest else ""
    return _unbeaten(view, card)


def _following(view: State, card: Card, winning: Play) -> str:
    seat, partner = view.seat, partner_of(view.settings, view.seat)
    is_partners = partner is not None and winning.seat == partner
    if _keeps_nil(view, seat):
        return "" if _beats(card, winning.card) else f"You bid nil, and the {card.symbol} can't take this trick."
    if partner is not None and is_partners and _keeps_nil(view, partner):
        saves = _beats(card, winning.card)
        return f"It saves your partner's nil from the {winning.card.symbol}." if saves else ""
    if _beats(card, winning.card):
        return _taking(view, card, winning)
    if is_partners and _is_last(view):
        return "Your partner takes this trick."
    if is_partners:
        return "Your partner is winning this trick."
    legal = playable(view)
    if any(_beats(other, winning.card) for other in legal):
        return "Your bid is made: this trick would be a bag." if _missing(view) == 0 else ""
    if len(legal) == 1 or not _is_lowest(view, card):
        return ""
    if any(other.suit is card.suit for other in legal if other != card):
        return f"You can't take this trick, so keep your higher {suit_name(card.suit)}."
    return f"You can't take this trick, and have no other {suit_singular(card.suit)}."


def _taking(view: State, card: Card, winning: Play) -> str:
    if _is_last(view):
        lower = [other for other in playable(view) if _beats(card, other) and _beats(other, winning.card)]
        return "You play last, and it takes the trick." if lower else "You play last: no lower card takes the trick."
    if found := _unbeaten(view, card):
        return found
    missing = _missing(view)
    if missing and partner_of(view.settings, view.seat) is not None:
        return f"Your side needs {count(missing, 'more trick')} for its bid."
    return f"You need {count(missing, 'more trick')} for your bid." if missing else ""


def _unbeaten(view: State, card: Card) -> str:
    """That no card that others may hold beats this one, or none of its suit."""
    unseen = unseen_cards(view, view.seat)
    if any(_beats(other, card) for other in unseen if other.suit is card.suit):
        return ""
    if any(_beats(other, card) for other in unseen):
        return f"No higher {suit_singular(card.suit)} is left."
    return f"Nobody can beat the {card.symbol}."


def _keeps_nil(view: State, seat: int) -> bool:
    """Whether a seat bid nil and has taken no trick."""
    bid = view.bids[seat]
    return bid is not None and bid.is_nil and not view.taken[seat]


def _missing(view: State) -> int | None:
    """The tricks that the contract of the seat to act still needs; None without one (spades 10)."""
    both, bid = together(view, view.seat), view.bids[view.seat]
    wanted, taken = (0 if bid is None else bid.tricks, view.taken[view.seat]) if both is None else both
    return max(0, wanted - taken) if wanted else None


def _is_last(view: State) -> bool:
    return len(view.trick) + 1 == view.settings.players


def _is_lowest(view: State, card: Card) -> bool:
    """Whether the hand has no lower card of the same suit."""
    return not any(other.suit is card.suit and _beats(card, other) for other in view.hands[view.seat])


def _beats(card: Card, other: Card) -> bool:
    return beats(card, other, other.suit)
