"""What choices in Spades are worth: with all cards open, each is tried and the rollout policy plays out the deal."""

from collections.abc import Callable, Collection, Iterator, Sequence
from operator import is_
from typing import Final, TypeAlias

from clockspades.cards import UNKNOWN, Card
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.core import CLUBS, SPADES, SUITS, Core, bit_of, bits_of, card_of, each
from clockspades.games.spades.hand_evaluation import (
    draw_worth,
    is_kept,
    mean_draw_worth,
    nil_danger,
    passed,
    sure_tricks,
    usual_bid,
)
from clockspades.games.spades.policy import Contracts, contracts_of, play_out, policy_card, wasted_cards
from clockspades.games.spades.scoring import TEN, Bid, ScoreLine, score_side
from clockspades.games.spades.spades_rules import RULES, playable, suits_lacking
from clockspades.games.spades.spades_sampling import Knowledge
from clockspades.games.spades.spades_state import (
    Bidding,
    SpadesAction,
    SpadesPhase,
    SpadesSettings,
    SpadesState,
    cards_to_pass,
    in_order,
    partner_of,
    seats_of,
)
from clockspades.games.spades.win_chances import are_blind_nils_usual, better_blind, chances_by_contracts, win_chances
from clockspades.games.tricks import PlayCard, clockwise, left_of

# How far from the usual bid is set by hand.
BELOW: Final = 2
"""How far below the usual bid others are played out; a lower one is taken for the lowest of them."""
ABOVE: Final = 3
"""How far above the usual bid others are played out; a higher one is taken for the highest of them."""

# When the policy bids nil: set so that its points are worth more than a bid's in deals that it plays out.
PARTNERS: Final = 60
"""The danger of a hand up to which a nil is bid with a partner, who may bid 3, instead of 1."""
ALONE: Final = 45
"""The same without a partner."""
SUICIDE: Final = 135
"""The same where the partner has to bid nil otherwise (spades 20)."""
PER_CARD: Final = 12
"""How much more danger each card is worth that is exchanged."""
PER_TRICK: Final = 15
"""How much more each trick is worth that the partner bids, and how much less each that could be bid instead."""

# How often a nil fails that the policy makes: fitted, see :func:`nil_risk`.
DANGER: Final = 0.006
"""For each point of the danger of its hand."""
COVER: Final = 0.09
"""How much less for each trick that the partner bid."""
SAFE: Final = 0.11
"""How much less whatever was bid."""
ENEMYS: Final = 0.35
"""How much more beside an enemy's blind nil, which the policy covers rather than attack one that was not blind."""

Worth: TypeAlias = Callable[[SpadesState, Sequence[Bid | None], Sequence[int]], float]
"""What a deal with these bids and tricks by seat is worth to the seat to act."""
Chances: TypeAlias = Callable[[SpadesSettings, Sequence[ScoreLine], int], list[float]]
"""By side the chance to win the game after a deal, the one of this number, that was scored so."""


def chance_to_win(state: SpadesState, bids: Sequence[Bid | None], taken: Sequence[int]) -> float:
    """The chance of the seat to act to win the game after a deal with these bids and tricks by seat."""
    return _chances(win_chances, state, bids, taken)[state.sides[state.seat]]


def chance_by_contracts(state: SpadesState, bids: Sequence[Bid | None], taken: Sequence[int]) -> float:
    """The same if nobody bids a blind nil in later deals: by this the choices in a deal are compared."""
    return _chances(chances_by_contracts, state, bids, taken)[state.sides[state.seat]]


def _chances(count: Chances, state: SpadesState, bids: Sequence[Bid | None], taken: Sequence[int]) -> list[float]:
    """By side the chance to win the game after a deal with these bids and tricks by seat."""
    ends, end = _point(state).ends, (count, *bids, *taken)
    if end not in ends:
        lines = _lines(state.settings, state.scores, state.bags, bids, taken)
        ends[end] = count(state.settings, lines, state.number)
    return ends[end]


def lead_of_deal(state: SpadesState, bids: Sequence[Bid | None], taken: Sequence[int]) -> float:
    """The points of the side of the seat to act minus those of the best other, in a deal with these bids and tricks."""
    points = [line.points for line in _lines(state.settings, state.scores, state.bags, bids, taken)]
    return points.pop(state.settings.sides[state.seat]) - max(points)


def _lines(
    settings: SpadesSettings,
    scores: Sequence[int],
    bags: Sequence[int],
    bids: Sequence[Bid | None],
    taken: Sequence[int],
) -> list[ScoreLine]:
    """By side what a deal with these bids and tricks by seat brings."""
    lines: list[ScoreLine] = []
    for side, (score, had) in enumerate(zip(scores, bags)):
        seats = seats_of(settings.sides, side)
        mine = [bids[seat] for seat in seats], [taken[seat] for seat in seats]
        lines.append(score_side(settings.scoring, *mine, score, had))
    return lines


def chances_by_seat(state: SpadesState) -> list[float]:
    """By seat the chance to win the game, after a deal with all cards open that is over, or the policy plays out."""
    settings = state.settings
    if state.phase is SpadesPhase.PLAY:
        taken = play_out(_core(state), _contracts(state))
        chances = _chances(chances_by_contracts, state, state.bids, taken)
    else:
        chances = chances_by_contracts(settings, state.lines, len(state.sheets))
    return [chances[side] for side in settings.sides]


def worth_of_choices(
    state: SpadesState, worth: Worth | None = None, among: Collection[SpadesAction] | None = None
) -> dict[SpadesAction, float]:
    """What each legal action is worth in a state with all cards open.

    By default that is the chance to win the game by contracts, and where a blind nil is open the chance to win with
    later blind nils as well. ``among`` are the cards or bids to try, if not all.
    """
    if worth is None:
        worth = chance_to_win if _may_bid_blind(state) else chance_by_contracts
    actions = RULES.legal_actions(state) if among is None else among
    match state.phase:
        case SpadesPhase.PLAY:
            return _plays(state, worth, actions)
        case SpadesPhase.PASS:
            return _passes(state, worth, actions)
        case SpadesPhase.DRAW:
            return {spades.DrawCard(keep): worth(state, *_drawing(state, keep)) for keep in (True, False)}
        case SpadesPhase.BID if not state.looked[state.seat]:
            return _blind(state, worth)
        case SpadesPhase.BID:
            return _bids(state, worth, actions)
        case _:
            return {}


def chances_of_choices(state: SpadesState, among: Collection[SpadesAction] | None = None) -> dict[SpadesAction, float]:
    """The chance to win the game with each legal action in a state with all cards open; ``among`` are some of them.

    Actions are compared by contracts. Blind nils of later deals change the chances of all of them alike, as they do
    when the policy plays on.
    """
    if _may_bid_blind(state) or not are_blind_nils_usual(state.settings):
        return worth_of_choices(state, None, among)
    ends: list[tuple[float, Sequence[Bid | None], Sequence[int]]] = []

    def worth(state: SpadesState, bids: Sequence[Bid | None], taken: Sequence[int]) -> float:
        ends.append((chance_by_contracts(state, bids, taken), bids, taken))
        return ends[-1][0]

    actions = RULES.legal_actions(state) if among is None else among
    if state.phase is SpadesPhase.PLAY:  # the end of the best choice in each deal would be better than it comes
        usual = PlayCard(card_of(policy_card(_core(state), _contracts(state))))
        worths = worth_of_choices(state, worth, {*actions, usual})
        by_contracts, bids, taken = next(end for end in ends if end[0] == worths[usual])
        chance = chance_to_win(state, bids, taken)
    else:
        worths = worth_of_choices(state, worth, actions)
        by_contracts, chance = _worths_if_played_on(state, state.seat, (chance_by_contracts, chance_to_win))
    return {action: _levelled(worths[action], by_contracts, chance) for action in actions}


def _levelled(worth: float, by_contracts: float, chance: float) -> float:
    """A chance to win on a scale that has ``chance`` in the place of ``by_contracts``, and ends at 0 and 1 as well."""
    if chance < by_contracts:
        return worth * chance / by_contracts
    return 1 - (1 - worth) * (1 - chance) / (1 - by_contracts) if by_contracts < 1 else worth


def _may_bid_blind(state: SpadesState) -> bool:
    """Whether the seat to act has yet to look or to bid a blind nil."""
    return state.phase is SpadesPhase.BID and not state.looked[state.seat]


def chance_if_played_on(state: SpadesState, seat: int) -> float:
    """The chance of a seat to win the game when the policy bids, passes, draws and plays the rest of a deal."""
    return _worths_if_played_on(state, seat, (chance_to_win,))[0]


def _worths_if_played_on(state: SpadesState, seat: int, worths: Sequence[Worth]) -> list[float]:
    """What the rest of a deal that the policy bids, passes, draws and plays is worth to a seat, in several ways."""
    mine = state._replace(seat=seat)
    bids: Sequence[Bid | None]
    match state.phase:
        case SpadesPhase.PLAY:
            bids, taken = state.bids, play_out(_core(state), _contracts(state))
        case SpadesPhase.PASS:
            bids, taken = state.bids, _play_deal(state, _after_passes(state), _bids_said(state))
        case SpadesPhase.DRAW:
            bids, taken = _drawing(state, is_kept(bit_of(state.stock[0])))
        case SpadesPhase.BID:
            hands = [bits_of(hand) for hand in state.hands]
            said = _with_usual_bids(state, hands)
            played = _play_bids(state, hands, said)
            return [_bid_worth(mine, said, *played, worth) for worth in worths]
        case _:
            return [win_chances(state.settings, state.lines, len(state.sheets))[state.sides[seat]]]
    return [worth(mine, bids, taken) for worth in worths]


def usual_choice(view: SpadesState) -> SpadesAction:
    """What the policy does for the seat to act, from what it sees."""
    seat = view.seat
    match view.phase:
        case SpadesPhase.PLAY:
            known = Knowledge(view)
            return PlayCard(card_of(policy_card(_core(known.view, known.unseen), _contracts(view))))
        case SpadesPhase.PASS:
            bid = view.bids[seat]
            assert bid is not None, "cards are passed when all have bid"
            number = cards_to_pass(view.settings, view.bids, seat)
            return spades.PassCards(in_order(map(card_of, each(passed(bits_of(view.hands[seat]), bid.is_nil, number)))))
        case SpadesPhase.DRAW:
            return spades.DrawCard(
                draw_worth(bit_of(view.stock[0])) >= mean_draw_worth(map(bit_of, Knowledge(view).unseen))
            )
        case SpadesPhase.BID if not view.looked[seat]:
            is_better = _is_blind_better(view, seat, view.bids)
            return spades.MakeBid(0, blind=True) if is_better else spades.LookAtCards()
        case _:
            return nearest_bid(view, policy_bid(view.settings, bits_of(view.hands[seat]), view.bids, seat))


def nearest_bid(view: SpadesState, tricks: int) -> spades.MakeBid:
    """The bid nearest to this one that the seat to act, which has looked, may make: a nil for a nil if it may.

    Where one of each pair has to bid nil (spades 20), the first does with fewer tricks than the other bid takes.
    """
    bids = [bid for bid in RULES.legal_actions(view) if isinstance(bid, spades.MakeBid)]
    is_nil = not tricks or (view.settings.bidding is Bidding.SUICIDE and tricks < spades.BESIDE_NIL)
    return min(bids, key=lambda bid: (bool(bid.tricks) is is_nil, abs(bid.tricks - tricks)))


def policy_bid(
    settings: SpadesSettings, hand: int, bids: Sequence[Bid | None], seat: int, has_nils: bool = True
) -> int:
    """The tricks that a seat bids after these bids, by rules of thumb; 0 for a nil (spades 20 to 24).

    Without ``has_nils`` it bids a number if it may.
    """
    number, mate = _number_bid(settings, hand, bids, seat)
    bidding, others = settings.bidding, [bid.tricks for bid in bids if bid is not None]
    if settings.not_13 and len(others) + 1 == settings.players and sum(others) + number == settings.hand:
        number += 1 if number == 1 or (mate and mate.tricks + number == settings.scoring.least_bid) else -1
    if bidding is Bidding.SUICIDE and mate is not None:
        return number if mate.is_nil else 0
    may = has_nils and settings.scoring.nil and not (mate and (mate.is_nil or mate.tricks < settings.scoring.least_bid))
    return 0 if may and _is_made_for_nil(settings, hand, number, mate) else number


def _number_bid(settings: SpadesSettings, hand: int, bids: Sequence[Bid | None], seat: int) -> tuple[int, Bid | None]:
    """The tricks that a seat would bid if it bid no nil, and what its partner bid.

    No bid is more than the partner leaves, so that beside a bid of all tricks there is a nil, and none is more than
    makes ten together where that is worth so much (spades 26).
    """
    partner = partner_of(settings, seat)
    mate = None if partner is None else bids[partner]
    if settings.bidding is Bidding.WHIZ:
        return (hand & SPADES).bit_count(), mate
    number = usual_bid(hand, settings.players, settings.trumps)
    if settings.bidding is Bidding.SUICIDE:
        number = max(number, spades.BESIDE_NIL)
    if mate is not None:
        most = TEN if settings.scoring.ten_for_200 and mate.tricks < TEN else settings.hand
        number = min(max(number, settings.scoring.least_bid - mate.tricks), most - mate.tricks)
    return number, mate


def _is_made_for_nil(settings: SpadesSettings, hand: int, number: int, mate: Bid | None) -> bool:
    """Whether a nil is worth more than this number of tricks: by the danger of what is left after the exchange."""
    usual = usual_bid(hand, settings.players, settings.trumps)
    if settings.bidding is Bidding.SUICIDE:
        worth, limit = usual, SUICIDE
    else:
        worth = usual - 2 * abs(number - usual)
        limit = PARTNERS if settings.partners else ALONE
    exchanged = settings.nil_pass if settings.partners else 0
    if mate is not None:
        limit += PER_TRICK * (mate.tricks - 3)
    limit += PER_CARD * exchanged - PER_TRICK * (worth - 1)
    return nil_danger(hand ^ passed(hand, True, exchanged)) <= limit


# -- playing ---------------------------------------------------------------------------------------------


def sensible_actions(view: SpadesState) -> tuple[SpadesAction, ...]:
    """The legal actions without bids below the tricks that are sure, and plays in the last seat that waste a card."""
    legal = RULES.legal_actions(view)
    if view.phase is SpadesPhase.BID and view.looked[view.seat]:
        hand = bits_of(view.hands[view.seat])
        sure = sure_tricks(hand, bits_of(view.settings.pack) ^ hand)
        bids = [action for action in legal if isinstance(action, spades.MakeBid) and action.tricks >= sure]
        return tuple(bids) or legal
    if view.phase is not SpadesPhase.PLAY:
        return legal
    wasted = wasted_cards(_core(view), _contracts(view))
    return tuple([action for action in legal if not (isinstance(action, PlayCard) and bit_of(action.card) & wasted)])


def _plays(state: SpadesState, worth: Worth, actions: Collection[SpadesAction]) -> dict[SpadesAction, float]:
    core, contracts = _core(state), _contracts(state)
    found: dict[SpadesAction, float] = {}
    for cards in alike(core, bits_of(card for _, card in state.trick)):
        plays = [play for play in map(PlayCard, map(card_of, cards)) if play in actions]
        if plays:
            tried = core.copy()
            tried.play(cards[0])
            found |= dict.fromkeys(plays, worth(state, state.bids, play_out(tried, contracts)))
    return {action: found[action] for action in actions}


def all_alike(view: SpadesState) -> bool:
    """Whether no card between those that the seat to act may play is held by another player, or lies on the trick."""
    gone = bits_of([card for trick in view.tricks for _, card in trick.plays])
    others = bits_of(view.settings.pack) ^ bits_of(view.hands[view.seat]) ^ gone
    return len([*_groups(bits_of(playable(view)), others)]) == 1


def alike(core: Core, trick: int) -> Iterator[list[int]]:
    """The legal cards in groups, each of cards between which no other player has one, or played one to the trick."""
    return _groups(core.legal(), core.rest & ~core.hands[core.seat] | trick)


def _groups(cards: int, others: int) -> Iterator[list[int]]:
    """Cards in groups, each of cards of a suit between which there is none of the others."""
    for suit in SUITS:
        group: list[int] = []
        for card in each(cards & suit):
            if group and others & (card - 1) & -group[-1]:
                yield group
                group = []
            group.append(card)
        if group:
            yield group


def _core(state: SpadesState, unseen: Sequence[Card] = ()) -> Core:
    """The deal in play as a compact one; ``unseen`` are cards that nobody is known to hold, but somebody may."""
    point = _point(state)
    hands = [bits_of(hand if UNKNOWN not in hand else filter(UNKNOWN.__ne__, hand)) for hand in state.hands]
    for seat, card in point.trick:
        hands[seat] |= card
    settings = state.settings
    left, clubs_first = settings.hand - len(state.tricks), settings.clubs_first and not state.tricks
    core = Core(hands, state.leader, point.taken, left, state.broken, point.lacking, clubs_first)
    core.rest |= bits_of(unseen)
    for _, card in point.trick:
        core.play(card)
    return core


class _Point:
    """What all deals share that fit one view, worked out once."""

    def __init__(self, state: SpadesState, ends: dict[tuple[object, ...], list[float]]) -> None:
        """``ends`` are those found at another point of the deal."""
        self.of = _shared(state)
        bids = [None if bid is None else bid.tricks for bid in state.bids]
        self.contracts = contracts_of(bids, state.settings, state.bags)
        self.trick = [(seat, bit_of(card)) for seat, card in state.trick]
        self.taken = state.taken
        self.lacking = [
            sum(cards for suit, cards in enumerate(SUITS) if suits >> suit & 1) for suits in suits_lacking(state)
        ]
        """By seat all cards of the suits that everyone knows it to lack."""
        self.ends = ends
        """By side the chances to win, by count, bids and tricks: most deals end in one of a few ways."""


def _point(state: SpadesState) -> _Point:
    """What deals like this one share; that of the last state stays, as the next is mostly a deal of the same view."""
    ends: dict[tuple[object, ...], list[float]] = {}
    for point in _LAST_POINT:
        if all(map(is_, point.of, _shared(state))):
            return point
        if point.of[0] is state.settings and point.of[1] is state.sheets:
            ends = point.ends
    point = _Point(state, ends)
    _LAST_POINT[:] = [point]
    return point


def _shared(state: SpadesState) -> tuple[object, ...]:
    return state.settings, state.sheets, state.bids, state.tricks, state.trick


_LAST_POINT: Final[list[_Point]] = []


def _bids_said(state: SpadesState) -> list[Bid]:
    return [bid for bid in state.bids if bid is not None]


def _contracts(state: SpadesState) -> Contracts:
    return _point(state).contracts


# -- bidding ---------------------------------------------------------------------------------------------


def _bids(state: SpadesState, worth: Worth, actions: Collection[SpadesAction]) -> dict[SpadesAction, float]:
    hands = [bits_of(hand) for hand in state.hands]
    usual = usual_bid(hands[state.seat], state.settings.players, state.settings.trumps)
    found: dict[SpadesAction, float] = {}
    played: dict[int, tuple[list[int], list[int]]] = {}
    for action in actions:
        assert isinstance(action, spades.MakeBid), "cards that were looked at are bid on"
        near = min(max(action.tricks, usual - BELOW, 1), usual + ABOVE) if action.tricks else 0
        if near not in played:
            played[near] = _play_bids(state, hands, _with_usual_bids(state, hands, Bid(near)))
        found[action] = _bid_worth(state, _with_usual_bids(state, hands, action.bid), *played[near], worth)
    return found


def _blind(state: SpadesState, worth: Worth) -> dict[SpadesAction, float]:
    hands = [bits_of(hand) for hand in state.hands]
    looked = Bid(usual_bid(hands[state.seat], state.settings.players, state.settings.trumps))
    found: dict[SpadesAction, float] = {}
    for action, bid in ((spades.LookAtCards(), looked), (spades.MakeBid(0, blind=True), Bid(0, blind=True))):
        bids = _with_usual_bids(state, hands, bid)
        found[action] = _bid_worth(state, bids, *_play_bids(state, hands, bids), worth)
    return found


def _bid_worth(
    state: SpadesState, bids: Sequence[Bid], hands: Sequence[int], taken: Sequence[int], worth: Worth
) -> float:
    """What bids that led from these hands to these tricks are worth; nils that were made fail now and then."""
    ways = [(1.0, [*taken])]
    for seat, bid in enumerate(bids):
        if bid.is_nil and not taken[seat]:
            fails = nil_risk(hands[seat], state.settings, bids, seat)
            ways = [
                way
                for share, tricks in ways
                for way in ((share * (1 - fails), tricks), (share * fails, _with_a_trick(tricks, seat)))
            ]
    return sum([share * worth(state, bids, tricks) for share, tricks in ways])


def nil_risk(hand: int, settings: SpadesSettings, bids: Sequence[Bid], seat: int) -> float:
    """The share of nils made under the policy that fail when enemies hunt them by searching.

    It grows with the danger of the cards in the hand, and shrinks with the tricks that a partner has bid to cover it.
    It is fitted to 560 nils that were played out by four who search (docs/strength.md).
    """
    partner, sides = partner_of(settings, seat), settings.sides
    cover = 0 if partner is None else bids[partner].tricks
    is_enemys_blind = not bids[seat].blind and any(bid.blind and side != sides[seat] for bid, side in zip(bids, sides))
    return min(max(DANGER * nil_danger(hand) - COVER * cover - SAFE + ENEMYS * is_enemys_blind, 0.0), 1.0)


def _with_a_trick(taken: Sequence[int], seat: int) -> list[int]:
    """The tricks by seat with one for this seat, which the seat with the most gives up."""
    most = max(range(len(taken)), key=taken.__getitem__)
    return [count + (owner == seat) - (owner == most) for owner, count in enumerate(taken)]


def _with_usual_bids(state: SpadesState, hands: Sequence[int], bid: Bid | None = None) -> list[Bid]:
    """The bids with this one of the seat to act, if one is given, and the usual ones of who has yet to bid.

    Players who have not looked bid a blind nil where the score makes it the better bid. With free bids and no exchange
    nils are rare, and nobody is taken to bid one.
    """
    settings, bids = state.settings, list(state.bids)
    bids[state.seat], has_nils = bid, settings.nil_pass > 0 or settings.bidding is not Bidding.FREE
    for seat in clockwise(state.seat, settings.players):
        if bids[seat] is None:
            if not state.looked[seat] and _is_blind_better(state, seat, bids):
                bids[seat] = Bid(0, blind=True)
                continue
            bids[seat] = Bid(policy_bid(settings, hands[seat], bids, seat, has_nils))
    return [said for said in bids if said is not None]


def _is_blind_better(state: SpadesState, seat: int, bids: Sequence[Bid | None]) -> bool:
    """Whether a player who has not looked bids a blind nil: where it wins more games, but not beside another nil."""
    partner = partner_of(state.settings, seat)
    first = None if partner is None else bids[partner]
    return (
        not (first and first.is_nil) and better_blind(state.settings, state.lines, len(state.sheets))[state.sides[seat]]
    )


def _play_bids(state: SpadesState, hands: Sequence[int], bids: Sequence[Bid]) -> tuple[list[int], list[int]]:
    """By seat the hands, cards being passed where a bid was blind, and the tricks of a deal with these bids."""
    held = list(hands)
    for seat in range(len(bids)):
        partner, number = partner_of(state.settings, seat), cards_to_pass(state.settings, bids, seat)
        if partner is not None and seat < partner and number:
            given = [passed(held[one], bids[one].is_nil, number) for one in (seat, partner)]
            held[seat] ^= given[0] | given[1]
            held[partner] ^= given[0] | given[1]
    return held, _play_deal(state, held, bids)


def _play_deal(state: SpadesState, hands: Sequence[int], bids: Sequence[Bid]) -> list[int]:
    settings, leader = state.settings, state.leader
    if settings.clubs_first:
        clubs = sum(hands) & CLUBS
        leader = next((seat for seat, hand in enumerate(hands) if hand & clubs & -clubs), leader)
    core = Core(hands, leader, (0,) * settings.players, settings.hand, settings.lead_any, None, settings.clubs_first)
    return play_out(core, contracts_of([bid.tricks for bid in bids], settings, state.bags))


# -- passing and drawing ---------------------------------------------------------------------------------


def _passes(state: SpadesState, worth: Worth, actions: Collection[SpadesAction]) -> dict[SpadesAction, float]:
    bids, seat, partner = _bids_said(state), state.seat, partner_of(state.settings, state.seat)
    assert partner is not None, "only partners pass cards"
    hands = [bits_of(hand) for hand in state.hands]
    back = passed(hands[partner], bids[partner].is_nil, cards_to_pass(state.settings, bids, seat))
    groups = [sum(cards) for cards in _groups(hands[seat], sum(hands) ^ hands[seat])]
    found: dict[SpadesAction, float] = {}
    worths: dict[tuple[int, ...], float] = {}  # passes of cards that are alike are worth the same
    for action in actions:
        assert isinstance(action, spades.PassCards), "cards are passed"
        given, held = bits_of(action.cards), hands[:]
        kind = tuple([(given & cards).bit_count() for cards in groups])
        if kind not in worths:
            held[seat] ^= given | back
            held[partner] ^= given | back
            worths[kind] = worth(state, bids, _play_deal(state, held, bids))
        found[action] = worths[kind]
    return found


def _after_passes(state: SpadesState) -> list[int]:
    """The hands after the passes to come; who has not chosen cards, or none that are known, passes by the policy."""
    bids, held = _bids_said(state), [bits_of(hand) for hand in state.hands]
    for seat in state.passing:
        partner = partner_of(state.settings, seat)
        assert partner is not None, "only partners pass cards"
        if partner in state.passing and partner < seat:
            continue  # both have been seen to
        given, number = 0, cards_to_pass(state.settings, bids, seat)
        for giver in (seat, partner):
            chosen = state.given[giver]
            is_known = chosen and UNKNOWN not in chosen
            given |= bits_of(chosen) if is_known else passed(held[giver], bids[giver].is_nil, number)
        held[seat] ^= given
        held[partner] ^= given
    return held


def _drawing(state: SpadesState, keep: bool) -> tuple[list[Bid], list[int]]:
    """The bids and the tricks by seat when both draw on by the policy, and bid what their hands promise."""
    players, seat = state.settings.players, state.seat
    hands = [bits_of(hand) for hand in state.hands]
    stock = [bit_of(card) for card in state.stock]
    for turn, (first, second) in enumerate(zip(stock[::2], stock[1::2])):
        keeps = is_kept(first) if turn else keep
        hands[seat] |= first if keeps else second
        seat = left_of(seat, players)
    bids = [Bid(usual_bid(hand, players)) for hand in hands]
    return bids, _play_deal(state, hands, bids)
