"""The rules of Spades: what may be done, what comes of it, and what each seat observes.

Every function names the case of docs/rules.md that it implements.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, combinations_with_replacement
from typing import Final

from clockspades.cards import ALL_CARDS, UNKNOWN, Card, Suit
from clockspades.engine.options import Options, int_option
from clockspades.engine.rules import Deal, Ended, IllegalActionError, Outcome, Rules, Step
from clockspades.games import tricks as shared
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.scoring import Bid, Scoring, Sheet, SpadesReason, nil_value, outcome_after, score_side
from clockspades.games.spades.spades_state import TRUMPS, SpadesAction, SpadesEvent, SpadesPhase, SpadesState, beats
from clockspades.games.tricks import PLAYS, PlayCard, cards_following, clockwise, hands_seen, led_suit, replace_at
from clockspades.language import N_, _, ngettext


class SpadesRules(Rules[SpadesState, SpadesAction, SpadesEvent]):
    """Spades with partners, and cutthroat."""

    actions = (Deal, spades.LookAtCards, spades.MakeBid, spades.PassCards, spades.DrawCard, PlayCard)
    reasons = SpadesReason
    cards = ALL_CARDS

    def initial(self, options: Options) -> SpadesState:
        players, dealer = int_option(options, "players"), int_option(options, "dealer")
        partners = options["mode"] == "partners"
        scoring = Scoring(
            target=int_option(options, "target"),
            bags=0 if options["bags"] == "off" else int_option(options, "bags"),
            bag_penalty=int_option(options, "bag_penalty"),
            failed_nil_helps=options["failed_nil"] == "help",
            floor=None if options["floor"] is None else int_option(options, "floor"),
            nil=0 if options["nil"] == "off" else int_option(options, "nil"),
            ten_for_200=options["ten_for_200"] == "on",
            bag_points=int_option(options, "bag_points"),
            deals=None if options["deals"] is None else int_option(options, "deals"),
            least_bid=int_option(options, "least_bid") if partners else 0,
        )
        settings = spades.SpadesSettings(
            players=players,
            partners=partners,
            blind_nil=spades.BlindNil(options["blind_nil"]),
            scoring=scoring,
            deck=spades.Deck(options["deck"]),
            bidding=spades.Bidding(options["bidding"]),
            not_13=options["sum"] == "not-13",
            no_first_bids=options["first_deal"] == "itself",
            nil_pass=int_option(options, "nil_pass"),
            blind_pass=int_option(options, "blind_pass"),
            lead_any=options["lead_spades"] == "any",
            clubs_first=options["first_trick"] == "clubs",
        )
        none: shared.Hands = ((),) * players
        first = shared.left_of(dealer, players)
        return SpadesState(
            settings=settings, number=0, dealer=dealer, phase=SpadesPhase.DEAL, seat=first, leader=first, hands=none,
            looked=(True,) * players, bids=(None,) * players, passing=(), given=none, received=none, stock=(),
            discards=none, broken=settings.lead_any, trick=(), tricks=(), sheets=(), outcome=None,
        )  # fmt: skip

    def deal_due(self, state: SpadesState) -> bool:
        return state.phase is _DEAL

    def pack(self, state: SpadesState) -> tuple[Card, ...]:
        return state.settings.pack

    def to_act(self, state: SpadesState) -> int | None:
        return None if state.phase is _DEAL or state.phase is _OVER else state.seat

    def legal_actions(self, state: SpadesState) -> tuple[SpadesAction, ...]:
        """What the seat to act may do (spades 4, 5, 7, 8, 17 and 20 on)."""
        if state.phase is _PLAY:
            return tuple([PLAYS[card] for card in playable(state)])
        match state.phase:
            case SpadesPhase.BID if not state.looked[state.seat]:
                return (_LOOK, _BLIND)
            case SpadesPhase.BID:
                return tuple([bid for bid in _BIDS[state.settings.hand] if not fault_of_bid(state, bid.tricks)])
            case SpadesPhase.PASS:
                number = spades.cards_to_pass(state.settings, state.bids, state.seat)
                return tuple([spades.PassCards(cards) for cards in combinations(state.hands[state.seat], number)])
            case SpadesPhase.DRAW:
                return _DRAWS
            case _:
                return ()

    def apply_deal(self, state: SpadesState, deal: Deal) -> Step[SpadesState, SpadesEvent]:
        """One card at a time, clockwise from the dealer's left (spades 3 and 16); two players draw (spades 17)."""
        settings, number = state.settings, state.number + 1
        players, first = settings.players, shared.left_of(state.dealer, settings.players)
        none: shared.Hands = ((),) * players
        looked, hands, stock = (True,) * players, none, deal.cards
        events: list[SpadesEvent] = [shared.DealBegan(number, state.dealer)]
        if players == spades.DRAWING:
            events.append(spades.TurnedTop(first, deal.cards[0]))
        else:
            is_bid = not (settings.no_first_bids and number == 1)
            looked = tuple(not (is_bid and spades.may_bid_blind(state, seat)) for seat in range(players))
            hands = tuple(spades.in_order(deal.cards[(seat - first) % players :: players]) for seat in range(players))
            stock = ()
            events += [shared.Dealt(seat, hands[seat]) for seat in clockwise(first, players) if looked[seat]]
        dealt = state._replace(
            number=number, phase=SpadesPhase.DRAW if players == spades.DRAWING else SpadesPhase.BID,
            seat=first, leader=first, hands=hands, looked=looked, bids=(None,) * players,
            given=none, received=none, stock=stock, discards=none, broken=settings.lead_any, tricks=(),
        )  # fmt: skip
        return _begin_bids(dealt, events) if dealt.phase is SpadesPhase.BID else Step(dealt, tuple(events))

    def apply_action(self, state: SpadesState, action: SpadesAction) -> Step[SpadesState, SpadesEvent]:
        match action:
            case PlayCard(card):
                return _play(state, card)
            case spades.LookAtCards():
                return _look(state)
            case spades.MakeBid():
                return _bid(state, action.bid)
            case spades.PassCards(cards):
                return _pass(state, cards)
            case spades.DrawCard(keep):
                return _draw(state, keep)

    def observe(self, state: SpadesState, seat: int | None) -> SpadesState:
        """The state as a seat sees it: its own cards once it may look, the top of the stock if it draws (spades 19)."""
        hands = hands_seen(state.hands, seat if seat is not None and state.looked[seat] else None)
        if state.settings.players == spades.DRAWING:
            stock = shared.masked(state.stock)
            if state.phase is SpadesPhase.DRAW and state.seat == seat:
                stock = (state.stock[0], *stock[1:])
            return state._replace(hands=hands, discards=hands_seen(state.discards, seat), stock=stock)
        if any(state.given):
            given, received = hands_seen(state.given, seat), hands_seen(state.received, seat)
            return state._replace(hands=hands, given=given, received=received)
        return SpadesState._make((*state[:_HANDS], hands, *state[_HANDS + 1 :]))  # a third of the time of _replace

    def observe_event(self, event: SpadesEvent, seat: int | None) -> SpadesEvent:
        """The event as a seat sees it: cards that others were dealt, drew, saw or passed are hidden (spades 19)."""
        match event:
            case shared.Dealt() | spades.Looked() | spades.ChoseCards() | spades.GotCards() if event.seat != seat:
                return replace(event, cards=shared.masked(event.cards))
            case spades.TurnedTop() if event.seat != seat:
                return replace(event, card=UNKNOWN)
            case spades.CardKept() if event.seat != seat:
                return replace(event, kept=UNKNOWN, discarded=UNKNOWN)
        return event

    def is_settled(self, view: SpadesState) -> bool:
        """Whether the game ends with this deal, and is won by the same side however the tricks left are shared out."""
        if view.phase is not _PLAY:
            return False
        seats, left = range(view.settings.players), view.settings.hand - len(view.tricks)
        ends: set[tuple[int, ...] | None] = set()
        for more in combinations_with_replacement(seats, left):
            _, outcome, _ = _score(view, tuple([taken + more.count(seat) for seat, taken in enumerate(view.taken)]))
            ends.add(outcome and outcome.winners)
            if len(ends) > 1 or outcome is None:
                return False
        return True

    def claim(self, view: SpadesState) -> SpadesAction | None:
        if view.phase is not _PLAY or (view.settings.clubs_first and not view.tricks):
            return None
        seat, lacking, bid = view.seat, suits_lacking(view), view.bids[view.seat]
        held = [suit for suit in Suit if not all(lacks >> suit & 1 for at, lacks in enumerate(lacking) if at != seat)]
        hidden = [card for card in unseen_cards(view, seat) if card.suit in held]
        card = shared.claimed(
            view, playable(view), hidden, beats, partial(_leads, is_broken=view.broken),
            is_led_out=True, ducks=bid is not None and bid.is_nil and not view.taken[seat],
        )  # fmt: skip
        return None if card is None else PLAYS[card]

    def settles(self, view: SpadesState) -> bool:
        return shared.is_shared_out(self, view)

    def throw(self, view: SpadesState) -> SpadesAction | None:
        return PLAYS[shared.thrown(view, playable(view), beats)] if view.phase is _PLAY else None

    def scores(self, state: SpadesState) -> tuple[int, ...]:
        return state.scores

    def lead(self, state: SpadesState, seat: int) -> int:
        return super().lead(state, state.sides[seat])


def playable(state: SpadesState) -> tuple[Card, ...]:
    """The cards that the seat to act may play: it follows suit, and leads no spade too early (spades 7, 8 and 30)."""
    hand, led = state.hands[state.seat], led_suit(state.trick)
    if state.settings.clubs_first and not state.tricks:
        club = _lowest_club(hand)
        if club is not None and led in (None, Suit.CLUBS):
            return (club,)
        if led is Suit.CLUBS:
            return _leads(hand, is_broken=False)
    return _leads(hand, is_broken=state.broken) if led is None else cards_following(hand, led)


def _leads(hand: tuple[Card, ...], *, is_broken: bool) -> tuple[Card, ...]:
    """The cards of a hand that may be led (spades 8)."""
    return hand if is_broken else tuple([card for card in hand if card.suit is not TRUMPS]) or hand


def _lowest_club(hand: Sequence[Card]) -> Card | None:
    return max(
        [card for card in hand if card.suit is Suit.CLUBS], key=lambda card: spades.RANKS.index(card.rank), default=None
    )


def unseen_cards(view: SpadesState, seat: int) -> tuple[Card, ...]:
    """The cards that other players may still hold, as far as a seat can tell; the highest of each suit first."""
    seen = shared.cards_seen(view, seat).union(view.discards[seat], view.stock)
    left = (card for card in view.settings.pack if card not in seen)
    return tuple(sorted(left, key=lambda card: spades.RANKS.index(card.rank)))


def suits_lacking(view: SpadesState) -> tuple[int, ...]:
    """By seat the suits that everyone knows it to lack, as bits ``1 << suit``.

    Who does not follow lacks the suit led, and who leads a spade before they are broken has nothing else (spades 8).
    """
    lacking, broken = [0] * len(view.hands), view.settings.lead_any
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        for seat, card in plays:
            led = plays[0].card.suit
            if card.suit is not led:
                lacking[seat] |= 1 << led
            elif card.suit is Suit.SPADES and seat == plays[0].seat and not broken:
                lacking[seat] |= _SIDE_SUITS
        broken = broken or any(card.suit is Suit.SPADES for _, card in plays)
    return tuple(lacking)


_SIDE_SUITS: Final = 1 << Suit.CLUBS | 1 << Suit.DIAMONDS | 1 << Suit.HEARTS


def _draw(state: SpadesState, keep: bool) -> Step[SpadesState, SpadesEvent]:
    """Of the two top cards one is kept and the other discarded (spades 17)."""
    if state.phase is not SpadesPhase.DRAW:
        raise IllegalActionError(_("No card can be drawn now: only two players draw, until each has 13 cards."))
    seat, (first, second, *rest) = state.seat, state.stock
    kept, discarded = (first, second) if keep else (second, first)
    other = shared.left_of(seat, spades.DRAWING)
    events: list[SpadesEvent] = [spades.CardKept(seat, kept, discarded, keep)]
    if rest:
        events.append(spades.TurnedTop(other, rest[0]))
    drawn = state._replace(
        phase=SpadesPhase.DRAW if rest else SpadesPhase.BID, seat=other, stock=tuple(rest),
        hands=replace_at(state.hands, seat, spades.in_order((*state.hands[seat], kept))),
        discards=replace_at(state.discards, seat, (*state.discards[seat], discarded)),
    )  # fmt: skip
    return Step(drawn, tuple(events)) if rest else _begin_bids(drawn, events)


def _look(state: SpadesState) -> Step[SpadesState, SpadesEvent]:
    """The seat sees its cards, and bids after that (spades 5)."""
    _check_bidding(state)
    seat = state.seat
    if state.looked[seat]:
        raise IllegalActionError(_("You have already looked at your cards: bid now."))
    return Step(state._replace(looked=replace_at(state.looked, seat, True)), (spades.Looked(seat, state.hands[seat]),))


def _bid(state: SpadesState, bid: Bid) -> Step[SpadesState, SpadesEvent]:
    """One bid each, clockwise from the dealer's left; then cards are passed, or the first lead is due."""
    _check_bidding(state)
    _check_bid(state, bid)
    seat = state.seat
    events: list[SpadesEvent] = [spades.BidMade(seat, bid)]
    if not state.looked[seat]:
        events.append(spades.Looked(seat, state.hands[seat]))
    bids, looked = replace_at(state.bids, seat, bid), replace_at(state.looked, seat, True)
    made = state._replace(seat=shared.left_of(seat, state.settings.players), bids=bids, looked=looked)
    if None not in bids:
        return _end_bids(made, events)
    if not looked[made.seat] and fault_of_bid(made, 0):  # nothing is left to bid blind (spades 20 and 22)
        events.append(spades.Looked(made.seat, made.hands[made.seat]))
        made = made._replace(looked=replace_at(looked, made.seat, True))
    return Step(made, tuple(events))


def _begin_bids(state: SpadesState, events: list[SpadesEvent]) -> Step[SpadesState, SpadesEvent]:
    """All have their cards: bids are due, unless spades set them (spades 21) or nobody bids (spades 23)."""
    settings = state.settings
    if state.nobody_bids:
        return _begin_play(state, events)
    if settings.bidding is not spades.Bidding.MIRROR:
        return Step(state, tuple(events))
    bids = tuple([Bid(_count_spades(hand)) for hand in state.hands])
    events += [spades.BidMade(seat, bids[seat]) for seat in clockwise(state.seat, settings.players)]
    return _end_bids(state._replace(bids=bids), events)


def _end_bids(state: SpadesState, events: list[SpadesEvent]) -> Step[SpadesState, SpadesEvent]:
    """All have bid: cards are passed, or the first lead is due."""
    passing = _passing(state)
    if not passing:
        return _begin_play(state, events)
    return Step(state._replace(phase=SpadesPhase.PASS, seat=passing[0], passing=passing), tuple(events))


def _begin_play(state: SpadesState, events: list[SpadesEvent]) -> Step[SpadesState, SpadesEvent]:
    """The dealer's left leads to the first trick, or the lowest club in play does (spades 6 and 30)."""
    leader = state.leader
    if state.settings.clubs_first:
        lowest = _lowest_club([card for hand in state.hands for card in hand])
        leader = next((seat for seat, hand in enumerate(state.hands) if lowest in hand), leader)
    events.append(shared.TrickBegan(1, leader))
    return Step(state._replace(phase=SpadesPhase.PLAY, seat=leader, leader=leader, passing=()), tuple(events))


def _count_spades(hand: Sequence[Card]) -> int:
    return sum([card.suit is TRUMPS for card in hand])


def _check_bidding(state: SpadesState) -> None:
    """IllegalActionError names what is done now if that is not to bid."""
    match state.phase:
        case SpadesPhase.DRAW:
            raise IllegalActionError(_("Draw first: keep the top card or discard it."))
        case SpadesPhase.PASS | SpadesPhase.PLAY:
            raise IllegalActionError(_("The bidding is over, and bids cannot be changed."))


def _check_bid(state: SpadesState, bid: Bid) -> None:
    """IllegalActionError names why a seat cannot bid that (spades 4 and 5)."""
    most, has_looked = state.settings.hand, state.looked[state.seat]
    if bid.blind:
        if not bid.is_nil:
            raise IllegalActionError(_("Only nil can be bid blind."))
        if state.settings.blind_nil is spades.BlindNil.OFF:
            raise IllegalActionError(_("This game has no blind nil."))
        if not spades.may_bid_blind(state, state.seat):
            words = N_("You can bid blind nil only when you are {points} or more points behind.")
            raise IllegalActionError(_(words, points=spades.BEHIND))
        if has_looked:
            raise IllegalActionError(_("You have seen your cards: blind nil must be bid before looking."))
    elif not has_looked:
        raise IllegalActionError(_("Look at your cards first: only nil can be bid blind."))
    elif not 0 <= bid.tricks <= most:
        raise IllegalActionError(_("There are {tricks} tricks in a deal: bid 0 to {tricks}.", tricks=most))
    if fault := fault_of_bid(state, bid.tricks):
        raise IllegalActionError(fault)


def fault_of_bid(state: SpadesState, tricks: int) -> str:
    """Why the seat to act may not bid so many tricks, in a sentence; empty if it may (spades 20 to 24)."""
    settings, seat = state.settings, state.seat
    partner = spades.partner_of(settings, seat)
    mate = None if partner is None else state.bids[partner]
    others = [bid.tricks for bid in state.bids if bid is not None]
    if not tricks and not settings.scoring.nil:
        return _("This game has no nil: bid 1 or more.")
    if settings.bidding is spades.Bidding.WHIZ and tricks not in (0, held := _count_spades(state.hands[seat])):
        if not held:
            return _("You have no spade: bid nil.")
        return ngettext(
            "You have {number} spade: bid {number} or nil.", "You have {number} spades: bid {number} or nil.", held
        )
    if settings.bidding is spades.Bidding.SUICIDE:
        if mate is None or mate.is_nil:
            if mate is not None and not tricks:
                return _("Your partner bid nil: bid {bid} or more.", bid=spades.BESIDE_NIL)
            if 0 < tricks < spades.BESIDE_NIL:
                return _("One of you bids nil, and the other {bid} or more.", bid=spades.BESIDE_NIL)
        elif tricks:
            return _("Your partner bid {bid}: one of you has to bid nil.", bid=mate.tricks)
    if mate is not None and mate.tricks + tricks < settings.scoring.least_bid:
        words = N_("Your partner bid {bid}: together you have to bid {least} or more.")
        if mate.is_nil:
            words = N_("Your partner bid nil: together you have to bid {least} or more.")
        return _(words, bid=mate.tricks, least=settings.scoring.least_bid)
    if settings.not_13 and len(others) + 1 == settings.players and sum(others) + tricks == settings.hand:
        return _("All bids together may not be {sum}: bid another number.", sum=settings.hand)
    return ""


def _passing(state: SpadesState) -> tuple[int, ...]:
    """Who chooses cards to pass, in turn: each side's nil bidder, then the partner (spades 5 and 25)."""
    settings, order = state.settings, list[int]()
    for seat in clockwise(state.leader, settings.players):
        partner, number = spades.partner_of(settings, seat), spades.cards_to_pass(settings, state.bids, seat)
        if partner is not None and seat not in order and spades.cards_for(settings, state.bids[seat]) == number > 0:
            order += [seat, partner]
    return tuple(order)


def _pass(state: SpadesState, cards: tuple[Card, ...]) -> Step[SpadesState, SpadesEvent]:
    """Cards are chosen; when both partners have chosen they change hands (spades 5 and 25)."""
    seat, partner = state.seat, spades.partner_of(state.settings, state.seat)
    if state.phase is not SpadesPhase.PASS or partner is None:
        raise IllegalActionError(_("Cards are passed only between partners, after a nil and before the first trick."))
    missing = [card for card in cards if card not in state.hands[seat]]
    if missing:
        raise IllegalActionError(shared.not_in_hand(missing[0]))
    number = spades.cards_to_pass(state.settings, state.bids, seat)
    if len(cards) != number or len(set(cards)) != number:
        words = ngettext("Pass exactly {number} different card.", "Pass exactly {number} different cards.", number)
        raise IllegalActionError(words)
    given, passing = replace_at(state.given, seat, spades.in_order(cards)), state.passing[1:]
    events: list[SpadesEvent] = [spades.ChoseCards(seat, partner, given[seat])]
    if partner in passing:
        return Step(state._replace(given=given, passing=passing, seat=partner), tuple(events))
    hands, received = state.hands, state.received
    for giver, taker in ((seat, partner), (partner, seat)):
        kept = [card for card in state.hands[taker] if card not in given[taker]]
        hands = replace_at(hands, taker, spades.in_order((*kept, *given[giver])))
        received = replace_at(received, taker, given[giver])
    events += [spades.GotCards(taker, giver, received[taker]) for taker, giver in ((partner, seat), (seat, partner))]
    passed = state._replace(hands=hands, given=given, received=received, passing=passing)
    return Step(passed._replace(seat=passing[0]), tuple(events)) if passing else _begin_play(passed, events)


def _play(state: SpadesState, card: Card) -> Step[SpadesState, SpadesEvent]:
    """A card to the trick (spades 6 to 9); the last one ends the deal, and who sits left deals next (spades 3).

    Plain locals: this is the hot path.
    """
    _check_play(state, card)
    (
        settings, number, dealer, phase, seat, leader, hands, looked, bids, passing,
        given, received, stock, discards, broken, trick, tricks, sheets, outcome,
    ) = state  # fmt: skip
    players = settings.players
    hands = replace_at(hands, seat, tuple([mine for mine in hands[seat] if mine is not card]))
    trick = (*trick, shared.Play(seat, card))
    events: list[SpadesEvent] = [shared.CardPlayed(seat, card)]
    if card.suit is TRUMPS and not broken:
        broken = True
        events.append(spades.SpadesBroken(seat))
    if len(trick) < players:
        seat = shared.left_of(seat, players)
    else:
        finished = shared.finished_trick(trick, beats)
        events.append(shared.TrickTaken(finished.winner, trick))
        trick, tricks = (), (*tricks, finished)
        if len(tricks) < settings.hand:
            seat = leader = finished.winner
            events.append(shared.TrickBegan(len(tricks) + 1, leader))
        else:
            sheet, outcome, settled = _score(state, shared.tricks_taken(tricks, players))
            events += settled
            sheets = (*sheets, sheet)
            if outcome is None:
                phase, dealer = _DEAL, shared.left_of(dealer, players)
            else:
                phase = _OVER
    after = SpadesState(
        settings, number, dealer, phase, seat, leader, hands, looked, bids, passing,
        given, received, stock, discards, broken, trick, tricks, sheets, outcome,
    )  # fmt: skip
    return Step(after, tuple(events))


def _check_play(state: SpadesState, card: Card) -> None:
    """IllegalActionError names why a card cannot be played (spades 7, 8, 18 and 30)."""
    if state.phase is not _PLAY:
        number = spades.cards_to_pass(state.settings, state.bids, state.seat)
        before = ngettext("Pass {number} card before you play.", "Pass {number} cards before you play.", number)
        raise IllegalActionError(_(_BEFORE_PLAY[state.phase]) if state.phase in _BEFORE_PLAY else before)
    hand, led = state.hands[state.seat], led_suit(state.trick)
    shared.check_follows(hand, card, led)
    if led is None and card.suit is TRUMPS and not state.broken and any(mine.suit is not TRUMPS for mine in hand):
        raise IllegalActionError(_("Spades are not broken yet: lead another suit."))
    if state.settings.clubs_first and not state.tricks and card not in (legal := playable(state)):
        if legal[0].suit is Suit.CLUBS:
            words = N_("Play your lowest club to the first trick: the {card}.")
            raise IllegalActionError(_(words, card=legal[0].symbol))
        raise IllegalActionError(_("No spade goes on the first trick while you hold a heart or a diamond."))


def _score(state: SpadesState, taken: tuple[int, ...]) -> tuple[Sheet, Outcome | None, list[SpadesEvent]]:
    """What the deal brings with these tricks by seat, and whether that ends the game (spades 10 to 15)."""
    settings = state.settings
    bids, events = state.bids, list[SpadesEvent]()
    lines = []
    for side, (score, bags) in enumerate(zip(state.scores, state.bags)):
        seats = spades.seats_of(settings.sides, side)
        events += [
            spades.NilSettled(seat, bid, taken[seat], nil_value(settings.scoring, bid, taken[seat]))
            for seat in seats
            if (bid := bids[seat]) is not None and bid.is_nil
        ]
        line = score_side(
            settings.scoring, [bids[seat] for seat in seats], [taken[seat] for seat in seats], score, bags
        )
        lines.append(line)
        events.append(spades.SideScored(side, seats, line))
    points, scores = tuple(line.points for line in lines), tuple(line.score for line in lines)
    outcome = outcome_after(settings.scoring, scores, settings.sides, state.number)
    events.append(shared.DealScored(state.number, taken, points, scores))
    if outcome is not None:
        events.append(Ended(outcome))
    return Sheet(state.number, state.dealer, bids, taken, tuple(lines)), outcome, events


# Reading a member of an enumeration takes as long as playing a card.
_DEAL: Final = SpadesPhase.DEAL
_PLAY: Final = SpadesPhase.PLAY
_OVER: Final = SpadesPhase.OVER
_BEFORE_PLAY: Final = {
    SpadesPhase.DRAW: N_("Draw your cards and bid before you play."),
    SpadesPhase.BID: N_("Play starts when everyone has bid."),
}
"""By phase why no card can be played yet, if none are to be passed."""
_HANDS: Final = SpadesState._fields.index("hands")
_LOOK: Final = spades.LookAtCards()
_BLIND: Final = spades.MakeBid(0, blind=True)
_BIDS: Final = {
    hand: (*(spades.MakeBid(tricks) for tricks in range(1, hand + 1)), spades.MakeBid(0))
    for hand in spades.HAND_SIZES.values()
}
"""By the tricks of a deal, each bid; nil stands last, so that a bid's number in a list is the bid."""
_DRAWS: Final = (spades.DrawCard(True), spades.DrawCard(False))

RULES: Final = SpadesRules()
