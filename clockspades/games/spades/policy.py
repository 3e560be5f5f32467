"""The rollout policy of Spades: the card played without a search when a deal is played out.

Small whole numbers weight how many cards are above one, below it and beside it. They are set by hand, not
fitted, and mean nothing but which card of a choice goes before which.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from clockspades.games.spades.core import LOWEST_SPADE, OTHERS, SPADES, SUITS, Core
from clockspades.games.spades.hand_evaluation import lasting
from clockspades.games.spades.scoring import is_counted
from clockspades.games.spades.state import Settings, partner_of


class Contracts(NamedTuple):
    """What everyone plays for in a deal."""

    bids: tuple[int, ...]
    """By seat the tricks bid."""
    partners: tuple[int, ...]
    """By seat the partner; the seat itself where there is none."""
    enemies: tuple[tuple[int, ...], ...]
    """By seat the seats of other sides."""
    rivals: tuple[tuple[int, ...], ...]
    """By seat one seat of each other side."""
    counted: tuple[bool, ...]
    """By seat whether its tricks count towards the contract (spades 13)."""


def contracts_of(bids: Sequence[int], settings: Settings) -> Contracts:
    """The contracts of a table where so many tricks were bid, by seat."""
    seats, sides, helps = range(len(bids)), settings.sides, settings.scoring.failed_nil_helps
    partners = [partner_of(settings, seat) for seat in seats]
    return Contracts(
        bids=tuple(bids),
        partners=tuple(seat if partner is None else partner for seat, partner in enumerate(partners)),
        enemies=tuple(tuple(other for other in seats if sides[other] != sides[seat]) for seat in seats),
        rivals=tuple(tuple(sides.index(side) for side in sorted({*sides}) if side != sides[seat]) for seat in seats),
        counted=tuple(is_counted(bid, helps) for bid in bids),
    )


def play_out(core: Core, contracts: Contracts) -> list[int]:
    """Play a deal to its end by the policy; by seat the tricks taken."""
    while core.left:
        core.play(policy_card(core, contracts))
    return core.taken


def policy_card(core: Core, contracts: Contracts) -> int:
    """The card that the policy plays for the seat to act."""
    legal = core.legal()
    if not legal & (legal - 1):  # there is but one
        return legal
    if _keeps_nil(core, contracts, core.seat):
        return _nil_follows(core, legal) if core.led else _nil_leads(core, legal)
    return _follows(core, contracts, legal) if core.led else _leads(core, contracts, legal)


def wasted_cards(core: Core, contracts: Contracts) -> int:
    """The cards of a last seat for which a cheaper one does the same, as bits, while its side needs more tricks.

    They take over the partner's trick, or win with a higher card than needed. A nil that can still be made or set is
    a reason to play high, and so is a contract that is made.
    """
    seat = core.seat
    nil = any(_keeps_nil(core, contracts, other) for other in range(core.players))
    if not core.led or not _is_last(core) or nil or needed(core, contracts, seat) <= 1:
        return 0
    legal = core.legal()
    winners = _winners(core, legal)
    if core.winner == contracts.partners[seat] and contracts.counted[core.winner]:
        return winners if winners != legal else winners & (winners - 1)
    return winners & (winners - 1)


def needed(core: Core, contracts: Contracts, seat: int) -> int:
    """How many tricks a seat's side still needs for its contract."""
    partner = contracts.partners[seat]
    need = contracts.bids[seat] - (core.taken[seat] if contracts.counted[seat] else 0)
    if partner != seat:
        need += contracts.bids[partner] - (core.taken[partner] if contracts.counted[partner] else 0)
    return need


def wants_tricks(core: Core, contracts: Contracts, seat: int) -> bool:
    """Whether a side needs tricks that are not sure to come, or can set another that needs nearly all that are left.

    Beside a contract that is sure tricks are bags, unless hardly any is left that no side needs.
    """
    need, left = needed(core, contracts, seat), core.left
    others = [needed(core, contracts, other) for other in contracts.rivals[seat]]
    if 0 < need <= left:
        spare = left - need - sum([other for other in others if other > 0])
        return spare < SPARE or need > sure_to_come(core, seat)
    return any(other > 0 and left - SETTING <= other <= left for other in others)


def sure_to_come(core: Core, seat: int) -> int:
    """Tricks that are sure to come to a hand: high spades, spades that outlast the others, high cards of side suits."""
    hand = core.hands[seat]
    rest = core.rest ^ hand
    trumps = rest & SPADES
    sure = lasting(hand & SPADES, trumps)
    for suit in _SIDE_SUITS:
        cards = hand & suit
        if cards:
            out = rest & suit
            if not trumps:
                sure += lasting(cards, out)
            elif cards > out:
                sure += min((cards >> out.bit_length()).bit_count(), out.bit_count() // (core.players - 1))
    return sure


def can_hunt(core: Core, contracts: Contracts, seat: int) -> bool:
    """Whether the contract is as good as made by what is sure to come, or lost, so that a nil can be hunted."""
    need, partner = needed(core, contracts, seat), contracts.partners[seat]
    if need > core.left:
        return True
    if partner != seat:
        need -= max(0, contracts.bids[partner] - core.taken[partner])
    return need <= RISK or need - RISK <= sure_to_come(core, seat)


# -- nils ------------------------------------------------------------------------------------------------


def _nil_leads(core: Core, legal: int) -> int:
    """The card that the most others can beat: low in its suit, with higher ones out."""
    rest = core.rest ^ core.hands[core.seat]
    chosen = safest = 0
    for suit in SUITS:
        cards = legal & suit
        if cards:
            low = cards & -cards
            above = (rest & suit & -low).bit_count()
            below = (rest & suit & (low - 1)).bit_count()
            safety = 2 * above - 3 * below if above else -40
            if not chosen or safety > safest:
                chosen, safest = low, safety
    return chosen


def _nil_follows(core: Core, legal: int) -> int:
    """The highest card that does not take the trick; of the other suits the most dangerous."""
    winners = _winners(core, legal)
    losers = legal & ~winners
    if not losers:
        return _highest(winners) if _is_last(core) else winners & -winners
    if losers & core.led:
        return _highest(losers)
    spades = losers & SPADES
    if spades:
        return _highest(spades)
    return _most_dangerous(losers, core.rest ^ core.hands[core.seat])


def _most_dangerous(cards: int, rest: int) -> int:
    """The card that the fewest others can beat, of the suit with the fewest low cards."""
    chosen, most = 0, _LEAST
    for suit in SUITS:
        held = cards & suit
        if held:
            high, low = _highest(held), held & -held
            danger = (
                3 * (rest & suit & (high - 1)).bit_count() + (rest & suit & (low - 1)).bit_count() - held.bit_count()
            )
            if danger > most:
                chosen, most = high, danger
    return chosen


# -- other players ---------------------------------------------------------------------------------------


def _leads(core: Core, contracts: Contracts, legal: int) -> int:
    seat = core.seat
    rest = core.rest ^ core.hands[seat]
    if _keeps_nil(core, contracts, contracts.partners[seat]):
        return _covers(legal, rest)
    hunted = [enemy for enemy in contracts.enemies[seat] if _keeps_nil(core, contracts, enemy)]
    if hunted and can_hunt(core, contracts, seat):
        return _hunts(core, legal, rest, hunted)
    if not hunted and not wants_tricks(core, contracts, seat):
        return _lowest(legal, rest)
    return _masters(core, legal, rest) or _weak_lead(core, contracts, legal, rest)


def _hunts(core: Core, legal: int, rest: int, hunted: Sequence[int]) -> int:
    """The lowest card of the suit in which a nil is likely to be stuck above it: few cards below, and many above."""
    chosen, most = 0, _LEAST
    for suit in SUITS:
        cards = legal & suit
        if cards:
            low = cards & -cards
            above, below = (rest & suit & -low).bit_count(), (rest & suit & (low - 1)).bit_count()
            merit = 2 * above - 5 * below - 100 * (not above) - 50 * all(core.lacking[nil] & suit for nil in hunted)
            if merit > most:
                chosen, most = low, merit
    return chosen


def _weak_lead(core: Core, contracts: Contracts, legal: int, rest: int) -> int:
    """Low of a suit that the partner may trump, or of a short one to trump later; of none that enemies may trump."""
    side = legal & OTHERS
    if not side:
        return legal & -legal
    seat, partner = core.seat, contracts.partners[core.seat]
    trumps, chosen, most = core.hands[seat] & SPADES, 0, _LEAST
    for suit in _SIDE_SUITS:
        cards = side & suit
        if cards:
            low, high = cards & -cards, _highest(cards)
            merit = (suit & -suit).bit_length() - low.bit_length()  # the higher, the less
            if partner != seat and _may_trump(core, partner, suit):
                merit += 40
            for enemy in contracts.enemies[seat]:
                if _may_trump(core, enemy, suit):
                    merit -= 15
            if high != low and (rest & suit & -high).bit_count() == 1:  # a guarded king, or what is now one
                merit -= 30
            if trumps and cards.bit_count() <= 2:
                merit += 20
            if merit > most:
                chosen, most = low, merit
    return chosen


def _masters(core: Core, legal: int, rest: int) -> int:
    """Of the cards that no other hand can beat in their suit the one to play first; 0 if there is none.

    Trumps are drawn by who has the most of them; else suits go before them that others are likely to follow.
    """
    chosen = most = 0
    for suit in SUITS:
        cards = legal & suit
        if cards:
            out = rest & suit
            top, length = _highest(cards), out.bit_count()
            if top > out:
                if suit == SPADES:
                    worth = 40 if cards.bit_count() > length > 0 else 3 if length else 1
                else:
                    worth = 4 + length - 3 * (length < core.players) if length or not rest & SPADES else 2
                if worth > most:
                    chosen, most = top, worth
    return chosen


def _covers(legal: int, rest: int) -> int:
    """A lead for a partner with a nil: the card that the fewest others can beat."""
    chosen, fewest = 0, -_LEAST
    for suit in SUITS:
        cards = legal & suit
        if cards:
            top = _highest(cards)
            above = 4 * (rest & suit & -top).bit_count() + (suit == SPADES)
            if above < fewest:
                chosen, fewest = top, above
    return chosen


def _follows(core: Core, contracts: Contracts, legal: int) -> int:
    seat = core.seat
    partner, rest = contracts.partners[seat], core.rest ^ core.hands[seat]
    winners = _winners(core, legal)
    losers = legal & ~winners
    if winners and _keeps_nil(core, contracts, partner):
        if core.winner == partner:
            return winners & -winners if _is_last(core) else _sure_or_highest(winners, rest, core.led)
        if not _has_played(core, partner) and not _is_sure(core.best, rest, core.led):
            return _lowest_alike(_highest(winners), winners, rest)
    hunted = [enemy for enemy in contracts.enemies[seat] if _keeps_nil(core, contracts, enemy)]
    if hunted and can_hunt(core, contracts, seat):
        if losers and core.winner != partner and _keeps_nil(core, contracts, core.winner):
            return _highest(losers) if losers & core.led else _discard(losers, rest)
        if any(not _has_played(core, enemy) and not core.lacking[enemy] & core.led for enemy in hunted):
            return _discard(losers, rest) if losers else winners & -winners  # low, for the nil to be stuck above it
    if not wants_tricks(core, contracts, seat):
        return _ducks(core, contracts, winners, losers, rest)
    if not winners:
        return _discard(losers, rest)
    if core.winner == partner and losers:
        return _supports(core, winners, losers, rest)
    return _competes(core, winners, losers, rest)


def _ducks(core: Core, contracts: Contracts, winners: int, losers: int, rest: int) -> int:
    """Take no trick that need not be taken, and get rid of high cards, of winners only once the contract is made."""
    is_made = _is_last(core) and needed(core, contracts, core.seat) <= 1
    if losers and not (is_made and winners and core.winner == contracts.partners[core.seat]):
        return _highest(losers) if losers & core.led else _spares(losers, rest)
    return _highest(winners) if is_made else winners & -winners


def _supports(core: Core, winners: int, losers: int, rest: int) -> int:
    """Leave the trick to a partner who is likely to keep it; else take it over with a card that is sure to."""
    top = _highest(winners)
    is_kept = _is_last(core) or core.best >= LOWEST_SPADE or _is_sure(core.best, rest, core.led)
    is_worth_it = _is_sure(top, rest, core.led) and top < LOWEST_SPADE and not _is_near(core.best, top, rest)
    return top if is_worth_it and not is_kept else _discard(losers, rest)


def _competes(core: Core, winners: int, losers: int, rest: int) -> int:
    """Take the trick as cheaply as will do: last, or with a trump, with the lowest card; else high, or not at all."""
    if _is_last(core) or winners & ~core.led:
        return winners & -winners
    top = _highest(winners)
    if _is_sure(top, rest, core.led) or core.played == core.players - 2:
        return _lowest_alike(top, winners, rest)
    return _discard(losers, rest) if losers else winners & -winners


def _keeps_nil(core: Core, contracts: Contracts, seat: int) -> bool:
    """Whether a seat bid nil and has taken no trick yet."""
    return not contracts.bids[seat] and not core.taken[seat]


def _is_last(core: Core) -> bool:
    """Whether all others have played to the trick."""
    return core.played == core.players - 1


def _has_played(core: Core, seat: int) -> bool:
    """Whether another seat has played to the trick."""
    return (core.seat - seat) % core.players <= core.played


def _may_trump(core: Core, seat: int, suit: int) -> bool:
    """Whether a seat is known to lack a suit, and may have spades."""
    return bool(core.lacking[seat] & suit) and not core.lacking[seat] & SPADES


def _winners(core: Core, cards: int) -> int:
    """Those of the cards that would be winning."""
    higher = cards & (-core.best << 1)
    return higher & (core.led | SPADES)


def _highest(cards: int) -> int:
    return 1 << (cards.bit_length() - 1)


def _is_sure(card: int, rest: int, led: int) -> bool:
    """Whether no other hand has a higher card of its suit."""
    return card > rest & (SPADES if card >= LOWEST_SPADE else led)


def _is_near(best: int, top: int, rest: int) -> bool:
    """Whether no other hand has a card between two of a suit: the higher one is worth no more."""
    return not rest & (top - 1) & -best


def _lowest_alike(card: int, cards: int, rest: int) -> int:
    """The lowest of the cards of a suit between which and the given one no other hand has a card."""
    suit = next(suit for suit in SUITS if card & suit)
    alike = cards & suit & -(1 << (rest & suit & (card - 1)).bit_length())
    return alike & -alike


def _sure_or_highest(winners: int, rest: int, led: int) -> int:
    """The lowest card that no other hand can beat in its suit, or else the highest."""
    suit = winners & led or winners
    out = rest & (led if winners & led else SPADES)
    sure = suit & ~((1 << out.bit_length()) - 1)
    return sure & -sure or _highest(suit)


def _lowest(cards: int, rest: int) -> int:
    """Of the lowest card of each suit the one that the most others can beat."""
    chosen, most = 0, _LEAST
    for suit in SUITS:
        held = cards & suit
        if held:
            low = held & -held
            above = 4 * (rest & suit & -low).bit_count() - held.bit_count() - 20 * (suit == SPADES)
            if above > most:
                chosen, most = low, above
    return chosen


def _discard(cards: int, rest: int) -> int:
    """The card that is worth the least: the lowest of the suit led, or low of a side suit."""
    if cards & OTHERS:
        return _least(cards & OTHERS, rest)
    return cards & -cards


def _least(cards: int, rest: int) -> int:
    chosen, most = 0, _LEAST
    for suit in _SIDE_SUITS:
        held = cards & suit
        if held:
            low = held & -held
            above = 4 * (rest & suit & -low).bit_count() - 2 * held.bit_count()
            if above > most:
                chosen, most = low, above
    return chosen


def _spares(cards: int, rest: int) -> int:
    """What is thrown away by who wants no more tricks: a high spade that does not win, or else a high card."""
    spades = cards & SPADES
    return _highest(spades) if spades else _most_dangerous(cards, rest)


_SIDE_SUITS: Final = SUITS[:3]
SPARE: Final = 3
"""Tricks that no side needs from which on those beside a sure contract are left to others."""
SETTING: Final = 2
"""Tricks that can still go elsewhere while it is tried to set a contract."""
RISK: Final = 1
"""Tricks of its contract that a side risks to set a nil, beside those that are sure to come."""
_LEAST: Final = -1000
"""Less than the worth of any card."""
