"""The rollout policy of Spades: the card played without a search when a deal is played out.

Small numbers weight how many cards are above one, below it and beside it. They are set by hand, not
fitted, and mean nothing but which card of a choice goes before which.

Of several legal cards ``winners`` take the trick as it stands, and ``losers`` do not. ``follows`` are those of the suit
led, ``rest`` are the cards of the other hands, and ``later`` is how many seats play to the trick after this one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from clockspades.games.spades.core import LOWEST_SPADE, OTHERS, SPADES, SUIT_OF, SUITS, Core, beating
from clockspades.games.spades.hand_evaluation import lasting
from clockspades.games.spades.scoring import is_counted
from clockspades.games.spades.spades_state import HAND_SIZES, SpadesSettings, partner_of


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
    careful: tuple[bool, ...]
    """By side whether it is so near to the next penalty for bags that it takes none it can help (spades 14).

    Empty where no bag costs anything (spades 23 and 27).
    """


def contracts_of(said: Sequence[int | None], settings: SpadesSettings, bags: Sequence[int]) -> Contracts:
    """The contracts of a table where so many tricks were bid, by seat; ``bags`` are those of each side so far.

    Where nobody bid (spades 23), everyone wants a little more than their share of the tricks.
    """
    bids = [settings.hand // settings.players + 1 if bid is None else bid for bid in said]
    is_greedy = not settings.scoring.bags or None in said
    seats, sides, scoring = range(len(bids)), settings.sides, settings.scoring
    partners = [partner_of(settings, seat) for seat in seats]
    return Contracts(
        bids=tuple(bids),
        partners=tuple(seat if partner is None else partner for seat, partner in enumerate(partners)),
        enemies=tuple(tuple(other for other in seats if sides[other] != sides[seat]) for seat in seats),
        sides=sides,
        counted=tuple(is_counted(bid, scoring.failed_nil_helps) for bid in bids),
        careful=tuple(scoring.bags_running(had) >= scoring.bags - CAREFUL > 0 for had in bags if not is_greedy),
    )


def play_out(core: Core, contracts: Contracts) -> list[int]:
    """Play a deal to its end by the policy; by seat the tricks taken.

    This is where the time of the bots goes. So it plays in local variables what :meth:`Core.play` plays, and asks for
    a card only where there is a choice.
    """
    while core.clubs_first:
        core.play(policy_card(core, contracts))
    standing, hands, lacking, followers = _Standing(core, contracts), core.hands, core.lacking, _FOLLOWERS[core.players]
    rest, broken, leader, led, above = core.rest, core.broken, core.seat, core.led, beating(core.led, core.best)
    to_come = followers[(leader - core.played) % core.players][core.played - 1 :] if led else ()
    for _ in range(core.left):
        if not led:
            hand = hands[leader]
            legal = hand if broken else hand & OTHERS or hand
            card = _lead(standing, leader, hand, legal, rest ^ hand) if legal & (legal - 1) else legal
            if card >= LOWEST_SPADE and not broken:
                lacking[leader] |= OTHERS
            hands[leader] = hand ^ card
            rest ^= card
            led, to_come = SUIT_OF[card], followers[leader]
            standing.led, standing.best, standing.winner = led, card, leader
            above = -card << 1 & (led | SPADES)
        for seat, later in to_come:
            hand = hands[seat]
            card = follows = hand & led
            if not follows:
                lacking[seat] |= led
                card = hand
            if card & (card - 1):
                card = _follow(standing, seat, hand, follows, card & above, rest ^ hand, later)
            if card & above:
                standing.best, standing.winner = card, seat
                above = -card << 1 & (led | SPADES)
            hands[seat] = hand ^ card
            rest ^= card
        broken = broken or standing.best >= LOWEST_SPADE  # the best card is a spade if any is
        standing.count_trick()
        leader, led = standing.winner, 0
    core.rest, core.broken, core.seat, core.winner = rest, broken, leader, standing.winner
    core.left = core.played = core.led = core.best = 0
    return core.taken


def policy_card(core: Core, contracts: Contracts) -> int:
    """The card that the policy plays for the seat to act."""
    seat, legal = core.seat, core.legal()
    if not legal & (legal - 1):
        return legal
    standing, hand = _Standing(core, contracts), legal if core.clubs_first else core.hands[seat]
    if not core.led:
        return _lead(standing, seat, hand, legal, core.rest ^ hand)
    later = core.players - core.played - 1
    return _follow(standing, seat, hand, hand & core.led, legal & beating(core.led, core.best), core.rest ^ hand, later)


def wasted_cards(core: Core, contracts: Contracts) -> int:
    """The cards of a last seat for which a cheaper one does the same, as bits, while its side needs more tricks.

    They take over the partner's trick, or win with a higher card than needed. A contract that is made is a reason to
    play high, and so is a nil of the seat or of an enemy. Beside a partner's nil high cards are kept to cover it. The
    partner's trick is taken over by who wins all that are left.
    """
    if not core.led or core.played < core.players - 1:
        return 0
    seat, standing = core.seat, _Standing(core, contracts)
    partner, need = contracts.partners[seat], standing.need[contracts.sides[seat]]
    if need <= 1 or standing.nils[seat] or standing.hunted[seat]:
        return 0
    legal, hand = core.legal(), core.hands[seat]
    winners = legal & beating(core.led, core.best)
    if core.winner == partner and contracts.counted[partner] and not standing.nils[partner] and winners != legal:
        wins_all = 1 + _sure_to_come(hand ^ _highest(winners), core.rest ^ hand, core.players) if winners else 0
        return 0 if wins_all >= need == core.left else winners
    return winners & (winners - 1)


class _Standing:
    """How a deal in play stands: its trick, what each side needs, and whose nil can still be made."""

    __slots__ = (
        "best", "contracts", "hunted", "is_nil_open", "lacking", "led", "left", "need", "nils", "partners", "players",
        "sides", "taken", "winner", "wishes",
    )  # fmt: skip

    def __init__(self, core: Core, contracts: Contracts) -> None:
        """The tricks taken and the suits lacking are those of the core, and change with them."""
        self.contracts, self.partners, self.sides = contracts, contracts.partners, contracts.sides
        self.players, self.taken, self.lacking, self.left = core.players, core.taken, core.lacking, core.left
        self.led, self.best, self.winner = core.led, core.best, core.winner
        self.need = need = [0] * (max(contracts.sides) + 1)
        """By side the tricks that it still needs for its contract."""
        for bid, count, side, counts in zip(contracts.bids, core.taken, contracts.sides, contracts.counted):
            need[side] += bid - (count if counts else 0)
        self.nils = [not bid and not count for bid, count in zip(contracts.bids, self.taken)]
        """By seat whether it has a nil that can still be made."""
        self.is_nil_open = any(self.nils)
        self.hunted = _hunted(self.nils, contracts) if self.is_nil_open else [()] * self.players
        """By seat the enemies whose nils can still be made."""
        self.wishes = _wishes((*self.need,), self.left, self.contracts.careful)
        """By side whether it wants tricks; None if it does unless its own are sure to come."""

    def count_trick(self) -> None:
        """Give the trick, which is over, to its winner."""
        winner = self.winner
        self.taken[winner] += 1
        if self.contracts.counted[winner]:
            self.need[self.sides[winner]] -= 1
        if self.nils[winner]:
            self.nils[winner] = False
            self.is_nil_open = any(self.nils)
            self.hunted = _hunted(self.nils, self.contracts)
        self.left -= 1
        self.wishes = _wishes((*self.need,), self.left, self.contracts.careful)

    def can_hunt(self, seat: int, hand: int, rest: int) -> bool:
        """Whether the contract is as good as made by what is sure to come, or lost, so that a nil can be hunted."""
        need = self.need[self.sides[seat]]
        if need >= self.left:
            return need > self.left
        partner = self.partners[seat]
        if partner != seat:
            need -= max(0, self.contracts.bids[partner] - self.taken[partner])
        return need <= RISK or need - RISK <= _sure_to_come(hand, rest, self.players)

    def may_be_stuck(self, nil: int, seat: int, rest: int, later: int) -> float:
        """How likely a nil takes the trick that a card is winning, if it plays after the seat to act; else 0."""
        is_to_come = (nil - seat) % self.players <= later
        return _stuck(self.best, self.led, rest) if is_to_come and not self.lacking[nil] & self.led else 0.0


@lru_cache(maxsize=1 << 12)
def _wishes(needs: tuple[int, ...], left: int, careful: tuple[bool, ...]) -> tuple[bool | None, ...]:
    """By side whether it wants tricks, with what each side needs and this many left.

    It does if it needs tricks that are not sure to come, or can set another side that needs nearly all that are left.
    None if it depends on whether they are sure to come. Beside a contract that is sure tricks are bags, unless hardly
    any is left that no side needs.
    """
    if not careful:
        return (True,) * len(needs)
    spare = left - sum([need for need in needs if need > 0])
    found: list[bool | None] = []
    for side, need in enumerate(needs):
        if 0 < need <= left:
            found.append(True if spare < SPARE - careful[side] else None)
        else:
            setting = 0 if careful[side] else SETTING
            others = (*needs[:side], *needs[side + 1 :])
            found.append(any(other > 0 and left - setting <= other <= left for other in others))
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


# -- leading and following -------------------------------------------------------------------------------


def _lead(standing: _Standing, seat: int, hand: int, legal: int, rest: int) -> int:
    """The card that a seat leads, of several legal ones."""
    card = 0
    if standing.is_nil_open:
        card = _leads_beside_nils(standing, seat, hand, legal, rest)
    else:
        side = standing.sides[seat]
        wants = standing.wishes[side]
        if wants is None:
            wants = standing.need[side] > _sure_to_come(hand, rest, standing.players)
        if not wants:
            return _lowest(legal, rest)
    return card or _masters(legal, rest, standing.players) or _weak_lead(legal, hand, rest, seat, standing)


def _follow(standing: _Standing, seat: int, hand: int, follows: int, winners: int, rest: int, later: int) -> int:
    """The card that a seat plays to a trick that was led, of several legal ones."""
    legal = follows or hand
    losers = legal ^ winners
    if standing.is_nil_open:
        card = _follows_beside_nils(standing, seat, hand, losers, winners, rest, later)
        if card:
            return card
    partner, side = standing.partners[seat], standing.sides[seat]
    is_partners, wants = standing.winner == partner, standing.wishes[side]
    if wants is None:
        wants = standing.need[side] > _sure_to_come(hand, rest, standing.players)
    if not wants and not (follows and standing.nils[partner]):
        is_made = not later and standing.need[side] <= 1
        return _ducks(losers, winners, follows, rest, is_made, is_partners)
    card = 0
    if winners and (wants or not losers):
        if is_partners and losers:
            card = _takes_over(winners, follows, standing.led, standing.best, rest) if later else 0
        elif not later:
            card = winners & -winners
        elif follows:
            card = _competes(losers, winners, rest & standing.led, later == 1)
        elif not losers or partner == seat or later < standing.players - 2 or not rest & standing.led & -standing.best:
            card = winners & -winners  # else the partner is yet to play, and may beat the best card
    if card:
        return card
    if follows:
        return losers & -losers
    is_hunting = standing.hunted[seat] and standing.can_hunt(seat, hand, rest)
    return _discard_over(losers, rest) if is_hunting else _discard(losers, rest)


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


def _leads_beside_nils(standing: _Standing, seat: int, hand: int, legal: int, rest: int) -> int:
    """The lead of a nil, or one that covers the partner's or sets an enemy's; 0 if the nils make no difference."""
    partner = standing.partners[seat]
    if standing.nils[seat]:
        return _nil_leads(legal, rest)
    if standing.nils[partner]:
        return _covers(legal, rest, standing.lacking[partner])
    if standing.can_hunt(seat, hand, rest):
        return _hunts(legal, rest, [standing.lacking[nil] for nil in standing.hunted[seat]])
    return 0


def _follows_beside_nils(
    standing: _Standing, seat: int, hand: int, losers: int, winners: int, rest: int, later: int
) -> int:
    """The card of a nil, or one that covers the partner's or sets an enemy's; 0 if none makes sense in this trick."""
    if standing.nils[seat]:
        return _nil_follows(losers, winners, standing.led, rest, not later)
    card = 0
    if winners and standing.nils[standing.partners[seat]]:
        card = _takes_from_nil(standing, seat, winners, rest, later)
    if not card and standing.hunted[seat] and standing.can_hunt(seat, hand, rest):
        card = _leaves_to_nil(standing, seat, losers, winners, rest, later)
    return card


def _takes_from_nil(standing: _Standing, seat: int, winners: int, rest: int, later: int) -> int:
    """The card that takes a trick which the partner's nil is winning, or is likely to be stuck with; else 0."""
    partner = standing.partners[seat]
    if standing.winner == partner:
        return _sure_or_highest(winners, rest, standing.led) if later else winners & -winners
    if standing.may_be_stuck(partner, seat, rest, later) > COVERED:
        return _lowest_alike(_highest(winners), winners, rest)
    return 0


def _leaves_to_nil(standing: _Standing, seat: int, losers: int, winners: int, rest: int, later: int) -> int:
    """The card that leaves a trick to an enemy's nil that is winning it, or is likely to be stuck with it; else 0."""
    winner = standing.winner
    if losers and winner != standing.partners[seat] and standing.nils[winner]:
        return _highest(losers) if losers & standing.led else _discard_over(losers, rest)
    for nil in standing.hunted[seat]:
        if standing.may_be_stuck(nil, seat, rest, later) > HUNTED:
            if losers & standing.led:
                return losers & -losers  # low, for the nil to be stuck above it
            return _discard_over(losers, rest) if losers else winners & -winners
    return 0


def _stuck(best: int, led: int, rest: int) -> float:
    """How likely a nil that is yet to play takes a trick that a card is winning: with higher cards but no lower one."""
    if not best & led:
        return 0.0
    above, all_cards = (rest & led & -best).bit_count(), (rest & led).bit_count()
    return _NONE[all_cards - above] - _NONE[all_cards]


def _discard_over(cards: int, rest: int) -> int:
    """The card that goes over the most others and wins no trick, so that the low ones are kept to go under a nil."""
    chosen, most = 0, _LEAST
    for suit in _SIDE_SUITS:
        out = rest & suit
        held = cards & suit & ((1 << out.bit_length()) - 1)
        if held:
            high = _highest(held)
            below = (out & (high - 1)).bit_count()
            if below > most:
                chosen, most = high, below
    return chosen or _discard(cards, rest)


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


def _weak_lead(legal: int, hand: int, rest: int, seat: int, standing: _Standing) -> int:
    """Low of a suit that the partner may trump, or of a short one to trump later; of none that enemies may trump."""
    side = legal & OTHERS
    if not side:
        return legal & -legal
    lacking, partner, enemies = standing.lacking, standing.partners[seat], standing.contracts.enemies[seat]
    chosen, most, lowest = 0, _LEAST, 1
    may_trump = hand >= LOWEST_SPADE
    # The suits that the partner may trump, and those that each enemy may trump.
    trumps = lacking[partner] if partner != seat and lacking[partner] < LOWEST_SPADE else 0
    threats = [suits for suits in map(lacking.__getitem__, enemies) if 0 < suits < LOWEST_SPADE]
    for suit in _SIDE_SUITS:
        cards = side & suit
        if cards:
            low = cards & -cards
            merit = lowest - low.bit_length()  # the higher, the less
            if trumps & suit:
                merit += 40
            for suits in threats:
                if suits & suit:
                    merit -= 15
            if cards != low and ((rest & suit) >> cards.bit_length()).bit_count() == 1:
                merit -= 30  # a guarded king, or what is now one
            if may_trump and cards.bit_count() <= 2:
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
        cards = legal & suit
        if cards and cards > (out := rest & suit):
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


def _takes_over(winners: int, follows: int, led: int, best: int, rest: int) -> int:
    """A card that takes the trick from a partner who may lose it and is likelier to keep it; 0 if there is none."""
    if best >= LOWEST_SPADE or best > rest & led:
        return 0
    if not follows:
        return winners & -winners
    top = _highest(winners)
    between = rest & led & (top - 1) & -best  # without any, the card is worth no more than the partner's
    if rest & led < top and between:
        return top
    return _lowest_alike(top, winners, rest) if between & (between - 1) else 0


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
    suit = SUIT_OF[card]
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


_FOLLOWERS: Final = {
    players: tuple(
        tuple(((leader + place) % players, players - place - 1) for place in range(1, players))
        for leader in range(players)
    )
    for players in HAND_SIZES
}
"""By the number of players and the leader each seat that follows, and how many play after it."""
_SIDE_SUITS: Final = SUITS[:3]
SPARE: Final = 3
"""Tricks that no side needs from which on those beside a sure contract are left to others."""
CAREFUL: Final = 2
"""Bags before the next penalty from which on a side takes none that it can help."""
SETTING: Final = 2
"""Tricks that can still go elsewhere while it is tried to set a contract."""
NIL: Final = 14
"""Tricks that a nil is worth."""
HUNTED: Final = 0.05
"""The chance that a nil is stuck from which on it is hunted."""
COVERED: Final = 0.03
"""The chance that a nil is stuck up to which its partner leaves it to itself."""
_NONE: Final = tuple([(2 / 3) ** count for count in range(18)])
"""How likely one of three hands has none of so many cards."""
RISK: Final = 2
"""Tricks of its contract that a side risks to set a nil, beside those that are sure to come."""
_LEAST: Final = -1000
"""Less than the worth of any card."""
