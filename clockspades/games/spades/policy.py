"""The rollout policy of Spades: the card played without a search when a deal is played out.

Small numbers weight how many cards are above one, below it and beside it. They are set by hand, not
fitted, and mean nothing but which card of a choice goes before which.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from clockspades.games.spades.core import CLUBS, DIAMONDS, HEARTS, LOWEST_SPADE, OTHERS, SPADES, SUITS, Core
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
    sides: tuple[int, ...]
    """By seat the side that it plays for."""
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
        sides=sides,
        counted=tuple(is_counted(bid, helps) for bid in bids),
    )


def play_out(core: Core, contracts: Contracts) -> list[int]:
    """Play a deal to its end by the policy; by seat the tricks taken."""
    _play(core, contracts, core.players * core.left - core.played)
    return core.taken


def policy_card(core: Core, contracts: Contracts) -> int:
    """The card that the policy plays for the seat to act."""
    seat, after = core.seat, core.copy()
    _play(after, contracts, 1)
    return core.hands[seat] ^ after.hands[seat]


def _play(core: Core, contracts: Contracts, cards: int) -> None:
    """Play so many cards of a deal by the policy.

    This is where the time of the bots goes. So it plays in local variables what :meth:`Core.play` plays, looks at
    contracts once a trick, and leaves to functions only what is rarer than following suit.
    """
    partners, sides = contracts.partners, contracts.sides
    players, hands, taken, lacking = core.players, core.hands, core.taken, core.lacking
    rest, seat, left, broken = core.rest, core.seat, core.left, core.broken
    played, led, best, winner = core.played, core.led, core.best, core.winner
    last = players - 1
    reach = led | SPADES
    above = -best << 1 & reach  # the cards that beat the best one
    need = [0] * (max(sides) + 1)
    for bid, count, side, counts in zip(contracts.bids, taken, sides, contracts.counted):
        need[side] += bid - (count if counts else 0)
    nils = [not bid and not count for bid, count in zip(contracts.bids, taken)]  # those that can still be made
    any_nil = any(nils)
    hunted = _hunted(nils, contracts) if any_nil else [()] * players
    wishes = _wishes((*need,), left)
    for _ in range(cards):
        hand = hands[seat]
        if led:
            legal = follows = hand & led
            if not follows:
                lacking[seat] |= led
                legal = hand
            if not legal & (legal - 1):
                card = legal
            else:
                winners, card = legal & above, 0
                if any_nil:
                    losers = legal ^ winners
                    if nils[seat]:
                        card = _nil_follows(losers, winners, led, rest ^ hand, played == last)
                    else:
                        prey = hunted[seat]
                        if prey and not _can_hunt(need[sides[seat]], seat, contracts, taken, left, hand, rest ^ hand):
                            prey = ()
                        card = _follows_beside_nils(
                            losers, winners, led, best, winner, rest ^ hand,
                            seat, partners[seat], played, prey, nils, lacking,
                        )  # fmt: skip
                if not card:
                    wants = wishes[sides[seat]]
                    if wants is None:
                        wants = need[sides[seat]] > _sure_to_come(hand, rest ^ hand, players)
                    if not wants:
                        is_made = played == last and need[sides[seat]] <= 1
                        is_partners = winner == partners[seat]
                        card = _ducks(legal ^ winners, winners, follows, rest ^ hand, is_made, is_partners)
                    elif not winners:
                        card = legal & -legal if follows else _discard(legal, rest ^ hand)
                    elif winner == partners[seat] and winners != legal:
                        card = _supports(legal ^ winners, winners, follows, led, best, rest ^ hand, played == last)
                    elif played == last:
                        card = winners & -winners
                    elif not follows:
                        is_partner_to_come = partners[seat] != seat and played == 1
                        card = _trumps(legal ^ winners, winners, led, best, rest ^ hand, is_partner_to_come)
                    else:
                        card = _competes(legal ^ winners, winners, (rest ^ hand) & led, played == last - 1)
            if not follows and card >= LOWEST_SPADE:
                broken = True
            if card & above:
                best, winner = card, seat
                above = -card << 1 & reach
        else:
            legal = hand if broken else hand & OTHERS or hand
            others = rest ^ hand
            if not legal & (legal - 1):
                card = legal
            elif nils[seat]:
                card = _nil_leads(legal, others)
            elif nils[partners[seat]]:
                card = _covers(legal, others, lacking[partners[seat]])
            else:
                card, side, prey = 0, sides[seat], hunted[seat]
                if not prey:
                    wants = wishes[side]
                    if wants is None:
                        wants = need[side] > _sure_to_come(hand, others, players)
                    if not wants:
                        card = _lowest(legal, others)
                elif _can_hunt(need[side], seat, contracts, taken, left, hand, others):
                    card = _hunts(legal, others, [lacking[nil] for nil in prey])
                if not card:
                    card = _masters(legal, others, players)
                if not card:
                    card = _weak_lead(legal, hand, others, seat, lacking, contracts)
            if card >= LOWEST_SPADE:
                led = SPADES
                if not broken:
                    broken = True
                    lacking[seat] |= OTHERS
            else:
                led = CLUBS if card & CLUBS else DIAMONDS if card & DIAMONDS else HEARTS
            reach = led | SPADES
            best, winner = card, seat
            above = -card << 1 & reach
        hands[seat] = hand ^ card
        rest ^= card
        if played < last:
            played += 1
            seat = seat + 1 if seat < last else 0
        else:
            taken[winner] += 1
            if contracts.counted[winner]:
                need[sides[winner]] -= 1
            if nils[winner]:
                nils[winner] = False
                any_nil = any(nils)
                hunted = _hunted(nils, contracts)
            left -= 1
            wishes = _wishes((*need,), left)
            seat = winner
            played = led = best = 0
    core.rest, core.seat, core.left, core.broken = rest, seat, left, broken
    core.played, core.led, core.best, core.winner = played, led, best, winner


def wasted_cards(core: Core, contracts: Contracts) -> int:
    """The cards of a last seat for which a cheaper one does the same, as bits, while its side needs more tricks.

    They take over the partner's trick, or win with a higher card than needed. A nil that can still be made or set is
    a reason to play high, and so is a contract that is made.
    """
    seat = core.seat
    nil = any(not bid and not count for bid, count in zip(contracts.bids, core.taken))
    if not core.led or core.played < core.players - 1 or nil or needed(core, contracts, seat) <= 1:
        return 0
    legal = core.legal()
    winners = legal & -core.best << 1 & (core.led | SPADES)
    if core.winner == contracts.partners[seat] and contracts.counted[core.winner]:
        return winners if winners != legal else winners & (winners - 1)
    return winners & (winners - 1)


def needed(core: Core, contracts: Contracts, seat: int) -> int:
    """How many tricks a seat's side still needs for its contract."""
    mine = [other for other, side in enumerate(contracts.sides) if side == contracts.sides[seat]]
    return sum(contracts.bids[mate] - (core.taken[mate] if contracts.counted[mate] else 0) for mate in mine)


@lru_cache(maxsize=1 << 12)
def _wishes(needs: tuple[int, ...], left: int) -> tuple[bool | None, ...]:
    """By side whether it wants tricks, with what each side needs and this many left.

    It does if it needs tricks that are not sure to come, or can set another side that needs nearly all that are left.
    None if it depends on whether they are sure to come. Beside a contract that is sure tricks are bags, unless hardly
    any is left that no side needs.
    """
    spare = left - sum([need for need in needs if need > 0])
    found: list[bool | None] = []
    for side, need in enumerate(needs):
        if 0 < need <= left:
            found.append(True if spare < SPARE else None)
        else:
            others = (*needs[:side], *needs[side + 1 :])
            found.append(any(other > 0 and left - SETTING <= other <= left for other in others))
    return tuple(found)


def _sure_to_come(hand: int, rest: int, players: int) -> int:
    """Tricks that are sure to come to a hand: high spades, spades that outlast the others, high cards of side suits."""
    trumps = rest & SPADES
    sure = lasting(hand & SPADES, trumps)
    for suit in _SIDE_SUITS:
        cards = hand & suit
        if cards:
            out = rest & suit
            if not trumps:
                sure += lasting(cards, out)
            elif cards > out:
                sure += min((cards >> out.bit_length()).bit_count(), out.bit_count() // (players - 1))
    return sure


def _can_hunt(
    need: int, seat: int, contracts: Contracts, taken: Sequence[int], left: int, hand: int, rest: int
) -> bool:
    """Whether the contract is as good as made by what is sure to come, or lost, so that a nil can be hunted."""
    if need >= left:
        return need > left
    partner = contracts.partners[seat]
    if partner != seat:
        need -= max(0, contracts.bids[partner] - taken[partner])
    return need <= RISK or need - RISK <= _sure_to_come(hand, rest, len(taken))


# -- nils ------------------------------------------------------------------------------------------------


def _hunted(nils: Sequence[bool], contracts: Contracts) -> list[tuple[int, ...]]:
    """By seat the enemies whose nils can still be made."""
    return [tuple([enemy for enemy in enemies if nils[enemy]]) for enemies in contracts.enemies]


def _nil_leads(legal: int, rest: int) -> int:
    """The card that the most others can beat: low in its suit, with higher ones out."""
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


def _nil_follows(losers: int, winners: int, led: int, rest: int, is_last: bool) -> int:
    """The highest card that does not take the trick; of the other suits the most dangerous."""
    if not losers:
        return _highest(winners) if is_last else winners & -winners
    if losers & led:
        return _highest(losers)
    return _spares(losers, rest)


def _follows_beside_nils(
    losers: int,
    winners: int,
    led: int,
    best: int,
    winner: int,
    rest: int,
    seat: int,
    partner: int,
    played: int,
    prey: Sequence[int],
    nils: Sequence[bool],
    lacking: Sequence[int],
) -> int:
    """The card that covers the partner's nil, or hunts those of ``prey``; 0 if neither makes sense in this trick."""
    players = len(nils)
    if winners and nils[partner]:
        if winner == partner:
            return winners & -winners if played == players - 1 else _sure_or_highest(winners, rest, led)
        if (seat - partner) % players > played and not lacking[partner] & led and _stuck(best, led, rest) > COVERED:
            return _lowest_alike(_highest(winners), winners, rest)
    if prey:
        if losers and winner != partner and nils[winner]:
            return _highest(losers) if losers & led else _discard(losers, rest)
        for nil in prey if _stuck(best, led, rest) > HUNTED else ():
            if (seat - nil) % players > played and not lacking[nil] & led:
                return _discard(losers, rest) if losers else winners & -winners  # low, for the nil to be stuck above it
    return 0


def _stuck(best: int, led: int, rest: int) -> float:
    """How likely a nil that is yet to play takes a trick that a card is winning: with higher cards but no lower one."""
    if not best & led:
        return 0.0
    above, all_cards = (rest & led & -best).bit_count(), (rest & led).bit_count()
    return _NONE[all_cards - above] - _NONE[all_cards]


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


def _hunts(legal: int, rest: int, lacking: Sequence[int]) -> int:
    """The lowest card of the suit in which a nil is the likeliest to be stuck above it; 0 if in none.

    ``lacking`` are the suits that each nil is known to lack.
    """
    chosen, most = 0, HUNTED
    for suit in SUITS:
        cards = legal & suit
        if cards and not all(suits & suit for suits in lacking):
            low = cards & -cards
            chance = _stuck(low, suit, rest)
            if chance > most:
                chosen, most = low, chance
    return chosen


def _weak_lead(legal: int, hand: int, rest: int, seat: int, lacking: Sequence[int], contracts: Contracts) -> int:
    """Low of a suit that the partner may trump, or of a short one to trump later; of none that enemies may trump."""
    side = legal & OTHERS
    if not side:
        return legal & -legal
    partner, chosen, most, lowest = contracts.partners[seat], 0, _LEAST, 1
    # The suits that the partner may trump, and those that each enemy may trump.
    trumps = lacking[partner] if partner != seat and lacking[partner] < LOWEST_SPADE else 0
    threats = [lacking[enemy] for enemy in contracts.enemies[seat] if 0 < lacking[enemy] < LOWEST_SPADE]
    for suit in _SIDE_SUITS:
        cards = side & suit
        if cards:
            low, high = cards & -cards, 1 << cards.bit_length() - 1
            merit = lowest - low.bit_length()  # the higher, the less
            if trumps & suit:
                merit += 40
            for suits in threats:
                if suits & suit:
                    merit -= 15
            if high != low and (rest & suit & -high).bit_count() == 1:  # a guarded king, or what is now one
                merit -= 30
            if hand >= LOWEST_SPADE and cards.bit_count() <= 2:
                merit += 20
            if merit > most:
                chosen, most = low, merit
        lowest += 13
    return chosen


def _masters(legal: int, rest: int, players: int) -> int:
    """Of the cards that no other hand can beat in their suit the one to play first; 0 if there is none.

    Trumps are drawn by who has the most of them; else suits go before them that others are likely to follow.
    """
    chosen = most = 0
    for suit in SUITS:
        cards, out = legal & suit, rest & suit
        if cards > out:
            length = out.bit_count()
            if suit == SPADES:
                worth = 40 if cards.bit_count() > length > 0 else 3 if length else 1
            else:
                worth = 4 + length - 3 * (length < players) if length or not rest & SPADES else 2
            if worth > most:
                chosen, most = cards, worth
    return _highest(chosen) if chosen else 0


def _covers(legal: int, rest: int, lacking: int) -> int:
    """A lead for a partner with a nil: the card that it is the least likely to be stuck above, and costs the least.

    ``lacking`` are the suits that it is known to lack.
    """
    chosen, least = 0, float(-_LEAST)
    for suit in SUITS:
        cards, out = legal & suit, rest & suit
        if cards:
            for card in (cards & -cards, _highest(cards)):
                cost = 0.0 if lacking & suit else NIL * _stuck(card, suit, rest)
                above = (out & -card).bit_count()
                cost += 0.4 if above == 1 else 0.1 if not above else 0.0
                cost += 0.2 if suit == SPADES else 0.0
                if cost < least:
                    chosen, least = card, cost
    return chosen


def _ducks(losers: int, winners: int, follows: int, rest: int, is_made: bool, is_partners: bool) -> int:
    """Take no trick that need not be taken, and get rid of high cards, of winners only once the contract is made."""
    if losers and not (is_made and winners and is_partners):
        return _highest(losers) if follows else _spares(losers, rest)
    return _highest(winners) if is_made else winners & -winners


def _supports(losers: int, winners: int, follows: int, led: int, best: int, rest: int, is_last: bool) -> int:
    """Leave the trick to a partner who is likely to keep it; else take it over, with a card that is likelier to."""
    if not (is_last or best >= LOWEST_SPADE or best > rest & led):
        top = _highest(winners)
        between = rest & led & (top - 1) & -best  # without any, the card is worth no more than the partner's
        if rest & led < top < LOWEST_SPADE and between:
            return top
        if (rest & led & -best).bit_count() >= WEAK:
            if not follows:
                return winners & -winners
            if between & (between - 1):
                return _lowest_alike(top, winners, rest)
    return losers & -losers if follows else _discard(losers, rest)


def _trumps(losers: int, winners: int, led: int, best: int, rest: int, is_partner_to_come: bool) -> int:
    """Trump as low as will do, but leave to a partner who is yet to play a card that it is likely to beat."""
    if is_partner_to_come and losers and (rest & led & -best).bit_count() > 1:
        return _discard(losers, rest)
    return winners & -winners


def _competes(losers: int, winners: int, out: int, is_third: bool) -> int:
    """Take the trick as cheaply as will do: last, or with a trump, with the lowest card; else high, or not at all.

    This is for who follows suit with others to come, who may hold the cards ``out``.
    """
    top = _highest(winners)
    if top > out or is_third:
        alike = winners & -1 << (out & (top - 1)).bit_length()
        return alike & -alike
    return losers & -losers or winners & -winners


def _highest(cards: int) -> int:
    return 1 << (cards.bit_length() - 1)


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
    chosen, most = 0, _LEAST
    for suit in _SIDE_SUITS:
        held = cards & suit
        if held:
            low = held & -held
            above = 4 * (rest & suit & -low).bit_count() - 2 * held.bit_count()
            if above > most:
                chosen, most = low, above
    return chosen or cards & -cards


def _spares(cards: int, rest: int) -> int:
    """What is thrown away by who wants no more tricks: a high spade that does not win, or else a high card."""
    spades = cards & SPADES
    return _highest(spades) if spades else _most_dangerous(cards, rest)


_SIDE_SUITS: Final = SUITS[:3]
SPARE: Final = 3
"""Tricks that no side needs from which on those beside a sure contract are left to others."""
SETTING: Final = 2
"""Tricks that can still go elsewhere while it is tried to set a contract."""
WEAK: Final = 3
"""Cards that can beat the partner's from which on it is taken to lose the trick."""
NIL: Final = 14
"""Tricks that a nil is worth."""
HUNTED: Final = 0.05
"""The chance that a nil is stuck from which on it is hunted."""
COVERED: Final = 0.03
"""The chance that a nil is stuck up to which its partner leaves it to itself."""
_NONE: Final = tuple([(2 / 3) ** count for count in range(14)])
"""How likely one of three hands has none of so many cards."""
RISK: Final = 2
"""Tricks of its contract that a side risks to set a nil, beside those that are sure to come."""
_LEAST: Final = -1000
"""Less than the worth of any card."""
