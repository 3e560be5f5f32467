"""Spades in words: every event, prompt, hint and verdict.

Partners are named together, ``Ana and Cyd``. Who plays alone at the table is "you"; everyone else is named, and in a
replay all are.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.engine.phrases import count, spans, suit_name, suit_singular, symbols
from clockspades.engine.wording import Hint, Names, Survey, is_you, label, said, whom, whose
from clockspades.games import trick_words
from clockspades.games.spades import spades_meaning
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.scoring import TRICK_POINTS, Bid, ScoreLine, Scoring, SpadesReason
from clockspades.games.spades.spades_rules import RULES, fault_of_bid, playable, unseen_cards
from clockspades.games.spades.spades_state import (
    Bidding,
    SpadesAction,
    SpadesEvent,
    SpadesPhase,
    SpadesState,
    beats,
    cards_to_pass,
    partner_of,
    seats_of,
    sides_of,
    together,
)
from clockspades.games.trick_words import (
    MOST_NAMED,
    Called,
    TrickWords,
    came_out,
    following,
    hand_words,
    holds,
    losing,
    play_words,
)
from clockspades.games.tricks import DealScored, PlayCard, clockwise, led_suit
from clockspades.language import either, listed, numeral, signed


class SpadesWords(TrickWords[SpadesState, SpadesAction, SpadesEvent]):
    rules = RULES
    ranks = spades.RANKS
    unseen_cards = staticmethod(unseen_cards)
    high = spades_meaning.BEST
    trumps = spades.TRUMPS

    def describe(self, event: SpadesEvent, names: Names) -> str:
        match event:
            case spades.TurnedTop(seat, card):
                what = "the top card" if card is UNKNOWN else f"the top card: the {card.symbol}"
                return said(names, seat, "[You look|{name} looks] at {what}", what=what)
            case spades.CardKept():
                return _drew(event, names)
            case spades.Looked(seat, cards):
                return said(names, seat, "[You look|{name} looks] at {cards}", cards=hand_words(cards))
            case spades.BidMade(seat, bid):
                return said(names, seat, "[You bid|{name} bids] {bid}", bid=bid_name(bid))
            case spades.ChoseCards(seat, partner, cards):
                words = "[You pass|{name} passes] {cards} to [you|{other}]"
                return said(names, seat, words, cards=_passed(cards), other=partner)
            case spades.GotCards(seat, partner, cards):
                words = "[You get|{name} gets] {cards} from [you|{other}]"
                return said(names, seat, words, cards=_passed(cards), other=partner)
            case spades.SpadesBroken():
                return "Spades are broken"
            case spades.NilSettled(seat, bid, taken, points):
                words = "[You fail|{name} fails] {nil} with {tricks}: {points}"
                if not taken:
                    words = "[You make|{name} makes] {nil}: {points}"
                return said(names, seat, words, nil=bid_name(bid), tricks=count(taken, "trick"), points=signed(points))
            case spades.SideScored(_, seats, line):
                return f"{side_name(seats, names)}: {line_words(line)}"
            case DealScored(number, taken, points, scores):
                sides = _side_names(sides_of(len(taken), partners=len(scores) < len(taken)), names, whom)
                parts = [
                    f"{name} {numeral(score)} ({signed(gained)})" for name, score, gained in zip(sides, scores, points)
                ]
                return f"After deal {number}: {'; '.join(parts)}"
            case _:
                return trick_words.describe(event, names)

    def deciding(self, view: SpadesState, names: Names) -> str:
        seat = view.seat
        match view.phase:
            case SpadesPhase.DRAW:
                return _drawing(view, names)
            case SpadesPhase.BID if not view.looked[seat]:
                return said(names, seat, "[Look|{name} may look] at [your|the] cards, or bid blind nil.")
            case SpadesPhase.BID:
                warning = bags_warning(view.settings.scoring, view.bags[view.sides[seat]])
                more = "; ".join(filter(None, (_few_bids(view), warning)))
                words = "[Your turn to bid{more}.|{name}'s turn to bid.]"
                return said(names, seat, words, more=f": {more}" if more else "")
            case SpadesPhase.PASS:
                partner = partner_of(view.settings, seat)
                assert partner is not None, "only partners pass cards"
                to, cards = whom(names, partner), cards_passed(cards_to_pass(view.settings, view.bids, seat))
                return said(names, seat, "[Pass|{name} passes] {cards} to {to}.", to=to, cards=cards)
            case _:
                return _playing(view, names)

    def circumstances(self, view: SpadesState, names: Names) -> str:
        """The bids so far, or how the trick stands."""
        return _bids(view, names) if view.phase is SpadesPhase.BID else super().circumstances(view, names)

    def outlook(self, view: SpadesState, names: Names) -> str:
        """What each side took of what it bid, while cards are played."""
        told = []
        for side, name in enumerate(_side_names(view.sides, names, whom)):
            seat = seats_of(view.sides, side)[0]
            own, both = view.bids[seat], together(view, seat)
            if view.phase is SpadesPhase.PLAY and view.nobody_bids:
                told.append(f"{name} {sum(view.taken[mate] for mate in seats_of(view.sides, side))}")
            elif view.phase is SpadesPhase.PLAY and own is not None:
                bid, taken = (own.tricks, view.taken[seat]) if both is None else both
                told.append(f"{name} {taken} of {bid}" if bid else f"{name} nil")
        more = f" {NOBODY_BIDS}" if view.nobody_bids and not view.tricks else ""
        return f"Tricks so far: {'; '.join(told)}.{more}" if told else ""

    def key_rule(self, view: SpadesState) -> str:
        bids = (
            "Each side's bid is the number of its spades"
            if view.settings.bidding is Bidding.MIRROR
            else "Each side bids how many tricks it will take"
        )
        return (
            "You must follow suit if you can, and a spade beats every other suit."
            f" {bids}: with that many its contract is made, with fewer it is set."
        )

    def question(self, view: SpadesState) -> str:
        return _choice(view)[1]

    def hints(self, view: SpadesState, names: Names) -> tuple[Hint[SpadesAction], ...]:
        unseen = unseen_cards(view, view.seat)
        return tuple(Hint(action, _hint(view, action, unseen, names)) for action in RULES.legal_actions(view))

    def called(self, action: SpadesAction) -> Called:
        match action:
            case spades.LookAtCards():
                return Called("look", "look", "", "looked at the cards", "looking")
            case spades.MakeBid():
                bid = bid_name(action.bid)
                return Called(f"bid {bid}", f"bid {bid}", "", f"bid {bid}", bid)
            case spades.PassCards():
                cards = symbols(action.cards)
                return Called(f"pass {cards}", f"pass {cards}", cards, f"passed {cards}", cards)
            case spades.DrawCard(keep=True):
                return Called("draw keep", "keep the card", "", "kept the top card", "keeping it")
            case spades.DrawCard():
                doing = "discard the card and keep the next"
                return Called("draw discard", doing, "", "discarded the top card", "discarding it")
            case _:
                return super().called(action)

    def regret(self, view: SpadesState, made: SpadesAction, best: SpadesAction, names: Names) -> str:
        if not isinstance(made, spades.DrawCard):
            return super().regret(view, made, best, names)
        kept, left = (
            "in {when} {who} kept the {card}; discarding it was better",
            "in {when} {who} discarded the {card}; keeping it was better",
        )
        who, card = whom(names, view.seat), view.stock[0].symbol
        return (kept if made.keep else left).format(when=self.when(view), who=who, card=card)

    reason = staticmethod(spades_meaning.reason)
    meaning = staticmethod(spades_meaning.meaning)

    def survey(self, view: SpadesState, seat: int | None, names: Names) -> Survey:
        """The hand of a seat; then the trick, the bids and tricks, what else lies there, the scores and the sheet."""
        own = () if seat is None else tuple(_own(view, seat, names))
        others = tuple(holds(view.hands, owner, names) for owner in range(len(names)) if owner != seat)
        sides = _side_names(view.sides, names, whom)
        standing = (_standing(view, owner, names) for owner in range(len(names)))
        parts = {
            "trick": tuple(_trick(view, names)),
            "bids": (*standing, *_contracts(view, names), *_all_bids(view)),
            "hands": others,
            "stock": tuple(_stock(view)),
            "scores": tuple(_scores(view, names)),
            "sheet": tuple(
                f"Deal {sheet.number}, {side}: {line_words(line)}."
                f" Score: {numeral(line.score)} ({signed(line.points)})."
                for sheet in view.sheets
                for side, line in zip(sides, sheet.lines)
            ),
        }
        return Survey(own, {name: lines for name, lines in parts.items() if lines})

    def task(self, view: SpadesState, names: Names) -> str:
        return f"{TIED} {super().task(view, names)}" if is_tied(view) else super().task(view, names)

    def progress(self, state: SpadesState) -> str:
        """Which deal it is, and how far it has come."""
        before = _BEFORE_PLAY.get(state.phase)
        told = super().progress(state) if before is None else f"deal {state.number}, {before}"
        return told.replace(f"deal {state.number}", deal_name(state), 1)

    def when(self, view: SpadesState) -> str:
        return super().when(view) if view.phase is SpadesPhase.PLAY else f"deal {view.number}"

    def verdict(self, state: SpadesState, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return "The game is not over."
        sides = _side_names(state.sides, names)
        winner = state.sides[outcome.winners[0]]
        is_plural = len(outcome.winners) > 1 or is_you(names, outcome.winners[0])
        ranked = sorted((side for side in range(len(sides)) if side != winner), key=lambda side: -outcome.scores[side])
        behind = listed([numeral(outcome.scores[side]) for side in ranked])
        points = f"{_points(outcome.scores[winner])} to {behind}"
        won = f"{sides[winner]} win with {points}" if is_plural else f"{sides[winner]} wins with {points}"
        if outcome.reason is SpadesReason.FLOOR:
            floor = state.settings.scoring.floor
            assert floor is not None, "there is a floor to fall to"
            within = _side_names(state.sides, names, whom)
            fallen = [within[side] for side in ranked if outcome.scores[side] <= floor]
            return f"{won}: {listed(fallen)} fell to {numeral(floor)} or below."
        scoring = state.settings.scoring
        more = 0 if scoring.deals is None else state.number - scoring.deals
        tied = f", and {more} more after equal scores" if more else ""
        return f"{won}. The game was {goal(scoring)}{tied}."

    def praise(self, history: Sequence[SpadesEvent], state: SpadesState, seat: int) -> str:
        """The bids that the seat's side made, its nils among them."""
        side = state.sides[seat]
        scored = [event.line for event in history if isinstance(event, spades.SideScored) and event.side == side]
        lines = [line for line in scored if line.is_bid]
        made = sum(line.is_made and line.nil_points >= 0 for line in lines)
        who = "Your side made its" if state.settings.partners else "You made your"
        when = f" in {made} of {len(lines)} deals" if len(lines) > 1 else ""
        return f"{who} bid{when}." if made else ""

    def kind_of_choice(self, view: SpadesState) -> str:
        return _choice(view)[0]

    def recap(self, history: Sequence[SpadesEvent], state: SpadesState, seat: int | None) -> str:
        """How a game ended for a seat or for all; then a mark for each deal: its side made its contract, or was set."""
        ended, own, score, others = came_out(state, seat)
        lines = [event.line for event in history if isinstance(event, spades.SideScored) and event.side == own]
        marks = "".join("♠" if line.is_made else "-" for line in lines)
        return f"{ended} {score} to {others} in {count(len(state.sheets), 'deal')} {marks}"


# -- choices ---------------------------------------------------------------------------------------------


def _choice(view: SpadesState) -> tuple[str, str]:
    """What the seat to act chooses, as a heading and as a question."""
    match view.phase:
        case SpadesPhase.DRAW:
            return "draws", "keep it or not?"
        case SpadesPhase.BID if not view.looked[view.seat]:
            return "looks and blind nils", "look, or bid blind nil?"
        case SpadesPhase.BID:
            return "bids", "how many tricks?"
        case SpadesPhase.PASS:
            cards = cards_passed(cards_to_pass(view.settings, view.bids, view.seat))
            return "passes", f"which {cards}?"
        case _:
            return "plays", "which card?"


# -- events ----------------------------------------------------------------------------------------------


def _drew(event: spades.CardKept, names: Names) -> str:
    if event.kept is UNKNOWN:
        words = (
            "[You keep|{name} keeps] it and [discard|discards] the next card"
            if event.is_first
            else "[You discard|{name} discards] it and [keep|keeps] the next card"
        )
    elif event.is_first:
        words = "[You keep|{name} keeps] the {kept.symbol} and [discard|discards] the {discarded.symbol}"
    else:
        words = "[You discard|{name} discards] the {discarded.symbol} and [keep|keeps] the {kept.symbol}"
    return said(names, event.seat, words, kept=event.kept, discarded=event.discarded)


def _passed(cards: Sequence[Card]) -> str:
    return cards_passed(len(cards)) if UNKNOWN in cards else symbols(cards)


def cards_passed(number: int) -> str:
    """So many cards to pass: ``three cards``."""
    return f"{('no', 'one', 'two', 'three', 'four')[number]} card{'' if number == 1 else 's'}"


def deal_name(state: SpadesState) -> str:
    """Which deal it is: ``deal 3``, or ``deal 3 of 8`` where that many are played."""
    deals = state.settings.scoring.deals
    return f"deal {state.number}{f' of {deals}' if deals is not None and state.number <= deals else ''}"


def is_tied(view: SpadesState) -> bool:
    """Whether the game would be over, but for equal scores at the top (spades 15 and 28)."""
    scoring, scores = view.settings.scoring, view.scores
    is_over = max(scores) >= scoring.target if scoring.deals is None else 0 < scoring.deals <= view.number
    return RULES.deal_due(view) and is_over and scores.count(max(scores)) > 1


TIED: Final = "The highest scores are equal, so another deal is played."
NOBODY_BIDS: Final = f"Nobody bids in this deal: each trick is worth {TRICK_POINTS} points."


def goal(scoring: Scoring) -> str:
    """When the game ends: ``to 500``."""
    return f"to {scoring.target}" if scoring.deals is None else f"{scoring.deals} deals"


def bid_name(bid: Bid) -> str:
    """A bid in a word or two: ``4``, ``nil`` or ``blind nil``."""
    if bid.is_nil:
        return "blind nil" if bid.blind else "nil"
    return str(bid.tricks)


def side_name(seats: Sequence[int], names: Names, say: Callable[[Names, int], str] = label) -> str:
    """The players of a side, together: ``You and Cyd``, or with ``whom`` within a sentence ``you and Cyd``."""
    return listed([say(names, seat) for seat in sorted(seats, key=lambda seat: not is_you(names, seat))])


def _side_names(sides: Sequence[int], names: Names, say: Callable[[Names, int], str] = label) -> list[str]:
    """The name of each side of a table; ``sides`` are by seat the side that it plays for."""
    return [side_name(seats_of(sides, side), names, say) for side in sorted({*sides})]


def line_words(line: ScoreLine) -> str:
    """A side's line of the score sheet, a sentence for each thing that it won or lost; without the last full stop."""
    if not line.is_bid:
        short = f", fewer than {line.contract}" if not line.is_made else ""
        return f"Took {count(line.tricks, 'trick')}{short} ({signed(line.contract_points)})"
    if not (line.contract or line.nil_points or line.bags or line.penalty):
        return "One nil made, one failed (0)"
    sentences = []
    if line.contract:
        sentences.append(f"Bid {line.contract}, took {line.tricks} ({signed(line.contract_points)})")
    if line.nil_points:
        sentences.append(f"Nil ({signed(line.nil_points)})")
    if line.bags:
        sentences.append(f"{count(line.bags, 'bag')} ({signed(line.bags * line.bag_points)})")
    if line.penalty:
        sentences.append(f"Penalty at {line.total_bags} bags ({signed(-line.penalty)})")
    return ". ".join(sentences)


# -- prompts and hints -----------------------------------------------------------------------------------


def _drawing(view: SpadesState, names: Names) -> str:
    top, name = view.stock[0], names[view.seat]
    if top is UNKNOWN:
        return f"{name} looks at the top card, and keeps it or the next one."
    words = "[Keep|{name}: keep] the {top.symbol}, or discard it and take the next card?"
    return said(names, view.seat, words, top=top)


def _bids(view: SpadesState, names: Names) -> str:
    """The bids so far, and their sum."""
    told = bids_made(view, names)
    return (
        f"Bids so far: {told}. That makes {bids_sum(view)} of {view.settings.hand} tricks." if told else "No bids yet."
    )


def bids_made(view: SpadesState, names: Names) -> str:
    """Who bid what, in turn: ``you 4, Bo nil``."""
    made = [(seat, bid) for seat in _order(view) if (bid := view.bids[seat]) is not None]
    return ", ".join(f"{whom(names, seat)} {bid_name(bid)}" for seat, bid in made)


def bids_sum(view: SpadesState) -> int:
    """The tricks that all have bid so far."""
    return sum(bid.tricks for bid in view.bids if bid is not None)


def bags_warning(scoring: Scoring, total_bags: int) -> str:
    """What the next bags cost, once no more than two are left before a penalty; else empty."""
    if not scoring.bags:
        return ""
    left = scoring.bags - scoring.bags_running(total_bags)
    few = f"{count(left, 'more bag')} {'costs' if left == 1 else 'cost'} {scoring.bag_penalty}"
    return few if left <= 2 else ""


def _order(view: SpadesState) -> tuple[int, ...]:
    """The seats in turn from the dealer's left."""
    return clockwise((view.dealer + 1) % view.settings.players, view.settings.players)


def _few_bids(view: SpadesState) -> str:
    """What the seat to act may bid, where that is not every number; empty if it is, or hangs on hidden cards."""
    if UNKNOWN in view.hands[view.seat]:
        return ""
    bids = {tricks for tricks in range(view.settings.hand + 1) if not fault_of_bid(view, tricks)}
    barred = {*range(view.settings.hand + 1)} - bids
    if len(barred) == 1 and 0 in bids:
        return f"any number but {min(barred)}"
    return either(["nil"] * (0 in bids) + spans(sorted(bids - {0}))) if barred else ""


def _first_club(view: SpadesState, names: Names) -> str:
    """What the seat to act has to play where all play their lowest club (spades 30); empty where nothing is special."""
    seat, hand, led = view.seat, view.hands[view.seat], led_suit(view.trick)
    if not view.settings.clubs_first or view.tricks or UNKNOWN in hand or led not in (None, Suit.CLUBS):
        return ""
    cards = playable(view)
    if cards[0].suit is not Suit.CLUBS:
        what = "a heart or a diamond" if cards[0].suit is not spades.TRUMPS else "any spade"
        return "" if led is None else said(names, seat, "[You have|{name} has] no clubs: play {what}.", what=what)
    words = "[Your lead|{name} leads]: the {card}, the lowest club in play."
    if led is not None:
        words = "[You|{name}] must play [your|the] lowest club to the first trick: the {card}."
    return said(names, seat, words, card=cards[0].symbol)


def _playing(view: SpadesState, names: Names) -> str:
    seat, hand = view.seat, view.hands[view.seat]
    led, winning = led_suit(view.trick), view.winning
    if told := _first_club(view, names):
        return told
    if led is None or winning is None:
        if UNKNOWN not in hand and not view.broken and len(playable(view)) < len(hand):
            return said(names, seat, "[Your lead|{name} leads]: no spades until they are broken.")
        return said(names, seat, "[Your lead|{name} leads]: any card.")
    return following(view, spades.RANKS, names, "play any card")


def _hint(view: SpadesState, action: SpadesAction, unseen: Sequence[Card], names: Names) -> str:
    match action:
        case spades.LookAtCards():
            return "Look at the cards, then bid."
        case spades.MakeBid():
            return _bidding(view, action.bid, names)
        case spades.PassCards(cards):
            return f"Pass {symbols(cards)}."
        case spades.DrawCard(keep):
            top = view.stock[0].symbol
            if keep:
                return f"Keep the {top} and discard the next card."
            return f"Discard the {top} and keep the next card, whatever it is."
        case PlayCard(card):
            return _card(view, card, unseen, names)


def _bidding(view: SpadesState, bid: Bid, names: Names) -> str:
    if bid.blind:
        return f"Bid blind nil: {_made_or_set(view.settings.scoring.nil_points(blind=True))}."
    if bid.is_nil:
        return f"Bid nil, no tricks: {_made_or_set(view.settings.scoring.nil)}."
    seats = seats_of(view.sides, view.sides[view.seat])
    others = [(seat, other.tricks) for seat in seats if (other := view.bids[seat]) is not None and other.tricks]
    together = bid.tricks + sum(tricks for _, tricks in others)
    points = _made_or_set(view.settings.scoring.contract_points(together))
    if not others:
        return f"Bid {bid.tricks}: {points}."
    bids = listed([f"{whose(names, seat)} {tricks}" for seat, tricks in others])
    return f"Bid {bid.tricks} ({together} with {bids}): {points}."


def _made_or_set(points: int) -> str:
    return f"{signed(points)} if made, {signed(-points)} if set"


def _card(view: SpadesState, card: Card, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    to_come = view.settings.players - len(view.trick) - 1
    if winning is None or led is None:
        return f"Lead the {card.symbol}. {_what_is_higher(card, unseen, to_come)}"
    symbol, best = card.symbol, play_words(winning, names)
    if beats(card, winning.card, led):
        is_higher = card.suit is winning.card.suit
        takes = f"Play the {symbol}: it beats {best}." if is_higher else f"Play the {symbol}: it trumps {best}."
        return f"{takes} {_what_is_higher(card, unseen, to_come)}"
    return losing(card, winning, led, names)


def _what_is_higher(card: Card, unseen: Sequence[Card], to_come: int) -> str:
    """The higher cards of its suit that can still come, in a sentence."""
    if not to_come:
        return "It takes the trick."
    higher = [other for other in unseen if other.suit is card.suit and beats(other, card, card.suit)]
    if not higher:
        return f"No higher {suit_singular(card.suit)} is left."
    if len(higher) > MOST_NAMED:
        return f"{len(higher)} higher {suit_name(card.suit)} are left."
    return f"Higher {suit_name(card.suit)} left: {symbols(higher)}."


# -- survey ---------------------------------------------------------------------------------------------


def _own(view: SpadesState, seat: int, names: Names) -> Iterator[str]:
    """What a seat holds, and what it alone remembers."""
    hand, name, partner = view.hands[seat], label(names, seat), partner_of(view.settings, seat)
    if UNKNOWN in hand and not view.looked[seat]:
        cards = count(len(hand), "card")
        yield said(names, seat, "[You have|{name} has] not looked at [your|the] {cards} yet.", cards=cards)
    else:
        yield holds(view.hands, seat, names)
    if partner is not None and view.given[seat]:
        yield f"{name} passed {symbols(view.given[seat])} to {whom(names, partner)}."
    if partner is not None and view.received[seat]:
        yield f"{name} got {symbols(view.received[seat])} from {whom(names, partner)}."
    if view.discards[seat]:
        yield f"{name} discarded {hand_words(view.discards[seat])}."


def _trick(view: SpadesState, names: Names) -> Iterator[str]:
    """The trick so far, or the one before it, and whether spades are broken."""
    yield from trick_words.describe_trick(view, names)
    if view.settings.lead_any:
        yield "Spades may be led at any time."
    elif view.phase is SpadesPhase.PLAY:
        yield f"Spades are {'broken' if view.broken else 'not broken yet'}."


def _standing(view: SpadesState, seat: int, names: Names) -> str:
    """What a seat bid and took."""
    bid = view.bids[seat]
    if view.nobody_bids:
        return f"{label(names, seat)} took {count(view.taken[seat], 'trick')}."
    if bid is None:
        return said(names, seat, "[You have|{name} has] not bid yet.")
    return f"{label(names, seat)} bid {bid_name(bid)} and took {count(view.taken[seat], 'trick')}."


def _contracts(view: SpadesState, names: Names) -> Iterator[str]:
    """What partners bid and took together, where there are partners and both have bid."""
    for side, name in enumerate(_side_names(view.sides, names)):
        both = together(view, seats_of(view.sides, side)[0])
        if both is not None and both.bid:
            yield f"{name} bid {both.bid} together and took {both.taken}."


def _all_bids(view: SpadesState) -> Iterator[str]:
    if view.nobody_bids:
        yield NOBODY_BIDS
    if any(view.bids):
        yield f"All bids add up to {bids_sum(view)} of {view.settings.hand} tricks."


def _stock(view: SpadesState) -> Iterator[str]:
    if view.stock:
        yield f"The stock has {count(len(view.stock), 'card')}."
        if view.stock[0] is not UNKNOWN:
            yield f"On top is the {view.stock[0].symbol}."


def _scores(view: SpadesState, names: Names) -> Iterator[str]:
    """Whose deal it is, the score of each side, and how the game ends."""
    if view.number:
        is_over = view.phase in (SpadesPhase.DEAL, SpadesPhase.OVER)
        yield f"Deal {view.number} is over." if is_over else f"{label(names, view.dealer)} dealt deal {view.number}."
    sides = _side_names(view.sides, names)
    scoring = view.settings.scoring
    for side, score, bags in zip(sides, view.scores, view.bags):
        warning = bags_warning(scoring, bags)
        told = f" and {count(bags, 'bag')}{f': {warning}' if warning else ''}" if scoring.bags else ""
        yield f"{side}: {_points(score)}{told}."
    after = f"First to {scoring.target}" if scoring.deals is None else f"The highest score after {scoring.deals} deals"
    yield f"{after} wins."
    if scoring.floor is not None:
        yield f"A side at {numeral(scoring.floor)} or below loses."


def _points(score: int) -> str:
    """A score: ``1 point``, ``0 points``, ``−30 points``."""
    return f"{numeral(score)} point{'' if score == 1 else 's'}"


_BEFORE_PLAY: Final = {
    SpadesPhase.DRAW: "drawing",
    SpadesPhase.BID: "bidding",
    SpadesPhase.PASS: "passing",
}
"""What is done before cards are played."""
