"""Spades in words: every event, prompt, hint and verdict.

Partners are named together, ``Ana and Cyd``. Who plays alone at the table is "you"; everyone else is named, and in a
replay all are.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.engine.phrases import number_word, spans, suit_name, suit_singular, symbols
from clockspades.engine.wording import Hint, Names, Survey, is_you, label, nsaid, said, whom
from clockspades.games import trick_words
from clockspades.games.spades import spades_meaning
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.scoring import Bid, ScoreLine, Scoring, SpadesReason
from clockspades.games.spades.spades_rules import RULES, fault_of_bid, playable, unseen_cards
from clockspades.games.spades.spades_state import SpadesAction, SpadesEvent, SpadesPhase, SpadesState, beats
from clockspades.games.trick_words import MOST_NAMED, Called, TrickWords, came_out, following, hand_words, holds, losing
from clockspades.games.tricks import DealScored, PlayCard, clockwise, led_suit
from clockspades.language import (
    N_,
    _,
    either,
    headed,
    listed,
    locale,
    marked,
    ngettext,
    npgettext,
    numeral,
    pgettext,
    signed,
)


class SpadesWords(TrickWords[SpadesState, SpadesAction, SpadesEvent]):
    rules = RULES
    ranks = spades.RANKS
    unseen_cards = staticmethod(unseen_cards)
    high = spades_meaning.BEST
    trumps = spades.TRUMPS

    def describe(self, event: SpadesEvent, names: Names) -> str:
        match event:
            case spades.TurnedTop(seat, card):
                words = N_("[You look|{name} looks] at the top card: the {card}")
                if card is UNKNOWN:
                    words = N_("[You look|{name} looks] at the top card")
                return said(names, seat, words, card=card.symbol)
            case spades.CardKept():
                return _drew(event, names)
            case spades.Looked(seat, cards):
                return said(names, seat, "[You look|{name} looks] at {cards}", cards=hand_words(cards))
            case spades.BidMade(seat, bid):
                return said(names, seat, "[You bid|{name} bids] {bid}", bid=bid_name(bid))
            case spades.ChoseCards(seat, partner, cards):
                words = N_("[You pass|{name} passes] {cards} to [you|{other}]")
                return said(names, seat, words, cards=_passed(cards), other=partner)
            case spades.GotCards(seat, partner, cards):
                words = N_("[You get|{name} gets] {cards} from [you|{other}]")
                return said(names, seat, words, cards=_passed(cards), other=partner)
            case spades.SpadesBroken():
                return _("Spades are broken")
            case spades.NilSettled(seat, bid, taken, points):
                nil, won = bid_name(bid), signed(points)
                if not taken:
                    return said(names, seat, "[You make|{name} makes] {nil}: {points}", nil=nil, points=won)
                return nsaid(
                    names, seat, "[You fail|{name} fails] {nil} with {number} trick: {points}",
                    "[You fail|{name} fails] {nil} with {number} tricks: {points}", taken, nil=nil, points=won,
                )  # fmt: skip
            case spades.SideScored(_, seats, line):
                return headed(side_name(seats, names), line_words(line))
            case DealScored(number, taken, points, scores):
                sides = _side_names(spades.sides_of(len(taken), partners=len(scores) < len(taken)), names, whom)
                parts = [
                    f"{name} {numeral(score)} ({signed(gained)})" for name, score, gained in zip(sides, scores, points)
                ]
                return _("After deal {number}: {scores}", number=number, scores=locale().semicolon.join(parts))
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
                more = locale().semicolon.join(filter(None, (_few_bids(view), warning)))
                if more and is_you(names, seat):
                    return _("Your turn to bid: {more}.", more=more)
                return said(names, seat, "[Your|{name}'s] turn to bid.")
            case SpadesPhase.PASS:
                partner = spades.partner_of(view.settings, seat)
                assert partner is not None, "only partners pass cards"
                cards = cards_passed(spades.cards_to_pass(view.settings, view.bids, seat))
                return said(names, seat, "[Pass|{name} passes] {cards} to [you|{other}].", other=partner, cards=cards)
            case _:
                return _playing(view, names)

    def circumstances(self, view: SpadesState, names: Names) -> str:
        return _bids(view, names) if view.phase is SpadesPhase.BID else super().circumstances(view, names)

    def outlook(self, view: SpadesState, names: Names) -> str:
        """What each side took of what it bid, while cards are played."""
        told = []
        for side, name in enumerate(_side_names(view.sides, names, whom)):
            seat = spades.seats_of(view.sides, side)[0]
            own, both = view.bids[seat], spades.together(view, seat)
            if view.phase is SpadesPhase.PLAY and view.nobody_bids:
                told.append(f"{name} {sum(view.taken[mate] for mate in spades.seats_of(view.sides, side))}")
            elif view.phase is SpadesPhase.PLAY and own is not None:
                bid, taken = (own.tricks, view.taken[seat]) if both is None else both
                of_bid = pgettext("after 'Tricks so far:'", "{side} {taken} of {bid}", side=name, taken=taken, bid=bid)
                told.append(of_bid if bid else f"{name} {bid_name(Bid(0))}")
        more = f" {_(NOBODY_BIDS)}" if view.nobody_bids and not view.tricks else ""
        return f"{_('Tricks so far: {tricks}.', tricks=locale().semicolon.join(told))}{more}" if told else ""

    def key_rule(self, view: SpadesState) -> str:
        is_mirror = view.settings.bidding is spades.Bidding.MIRROR
        return _(
            "You must follow suit if you can, and a spade beats every other suit. Each side's bid is the number of its"
            " spades: with that many its contract is made, with fewer it is set." if is_mirror else
            "You must follow suit if you can, and a spade beats every other suit. Each side bids how many tricks it"
            " will take: with that many its contract is made, with fewer it is set."
        )  # fmt: skip

    def question(self, view: SpadesState) -> str:
        return _choice(view)[1]

    def hints(self, view: SpadesState, names: Names) -> tuple[Hint[SpadesAction], ...]:
        unseen = unseen_cards(view, view.seat)
        return tuple(Hint(action, _hint(view, action, unseen, names)) for action in RULES.legal_actions(view))

    def called(self, action: SpadesAction) -> Called:
        match action:
            case spades.LookAtCards():
                return Called("look", pgettext("action", "look"))
            case spades.MakeBid():
                typed, bid = _ENGLISH[action.bid.blind] if action.bid.is_nil else action.tricks, bid_name(action.bid)
                return Called(f"bid {typed}", pgettext("action", "bid {bid}", bid=bid))
            case spades.PassCards():
                cards = symbols(action.cards)
                return Called(f"pass {cards}", pgettext("action", "pass {cards}", cards=cards), cards)
            case spades.DrawCard(keep=True):
                return Called("draw keep", pgettext("action", "keep the card"))
            case spades.DrawCard():
                return Called("draw discard", pgettext("action", "discard the card and keep the next"))
            case _:
                return super().called(action)

    def regret(self, view: SpadesState, made: SpadesAction, best: SpadesAction, names: Names) -> str:
        both = (made, best)
        did, better = (bid_name(at.bid) if isinstance(at, spades.MakeBid) else self.chosen(at) for at in both)
        match made:
            case PlayCard():
                return super().regret(view, made, best, names)
            case spades.DrawCard():
                words, did = N_("in deal {deal} [you|{name}] discarded the {made}; keeping it was better"), _top(view)
                if made.keep:
                    words = N_("in deal {deal} [you|{name}] kept the {made}; discarding it was better")
            case spades.PassCards():
                words = N_("in deal {deal} [you|{name}] passed {made}; {best} was better")
            case spades.LookAtCards():
                words = N_("in deal {deal} [you|{name}] looked at the cards; {best} was better")
            case _ if isinstance(best, spades.MakeBid):
                words = N_("in deal {deal} [you|{name}] bid {made}; {best} was better")
            case _:
                words = N_("in deal {deal} [you|{name}] bid {made}; looking was better")
        return said(names, view.seat, words, deal=view.number, made=did, best=better)

    reason = staticmethod(spades_meaning.reason)
    meaning = staticmethod(spades_meaning.meaning)

    def survey(self, view: SpadesState, seat: int | None, names: Names) -> Survey:
        """The hand of a seat; then the trick, the bids and tricks, what else lies there, the scores and the sheet."""
        own = () if seat is None else tuple(_own(view, seat, names))
        others = tuple(holds(view.hands, owner, names) for owner in range(len(names)) if owner != seat)
        standing = (_standing(view, owner, names) for owner in range(len(names)))
        parts = {
            "trick": tuple(_trick(view, names)),
            "bids": (*standing, *_contracts(view, names), *_all_bids(view)),
            "hands": others,
            "stock": tuple(_stock(view)),
            "scores": tuple(_scores(view, names)),
            "sheet": tuple(_sheet(view, names)),
        }
        return Survey(own, {name: lines for name, lines in parts.items() if lines})

    def task(self, view: SpadesState, names: Names) -> str:
        return f"{_(TIED)} {super().task(view, names)}" if is_tied(view) else super().task(view, names)

    def deal_name(self, state: SpadesState) -> str:
        return deal_name(state)

    def progress(self, state: SpadesState) -> str:
        match state.phase:
            case SpadesPhase.DRAW:
                return pgettext("progress", "{deal}, drawing", deal=deal_name(state))
            case SpadesPhase.BID:
                return pgettext("progress", "{deal}, bidding", deal=deal_name(state))
            case SpadesPhase.PASS:
                return pgettext("progress", "{deal}, passing", deal=deal_name(state))
        return super().progress(state)

    def verdict(self, state: SpadesState, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return _("The game is not over.")
        scoring, winner = state.settings.scoring, state.sides[outcome.winners[0]]
        first, mate = _pair(outcome.winners, names)
        ranked = sorted({*state.sides} - {winner}, key=lambda side: -outcome.scores[side])
        behind = listed([numeral(outcome.scores[side]) for side in ranked])
        told = {"points": points_words(outcome.scores[winner]), "others": behind}
        if outcome.reason is SpadesReason.FLOOR:
            assert scoring.floor is not None, "there is a floor to fall to"
            within = _side_names(state.sides, names, whom)
            told["fallen"] = listed([within[side] for side in ranked if outcome.scores[side] <= scoring.floor])
            words = N_("[You win|{name} wins] with {points} to {others}: {fallen} fell to {floor} or below.")
            if mate is not None:
                words = N_("[You|{name}] and {other} win with {points} to {others}: {fallen} fell to {floor} or below.")
            return said(names, first, words, mate, floor=numeral(scoring.floor), **told)
        words = N_("[You win|{name} wins] with {points} to {others}.")
        if mate is not None:
            words = N_("[You|{name}] and {other} win with {points} to {others}.")
        won = said(names, first, words, mate, **told)
        if scoring.deals is None:
            return f"{won} {_('The game was to {points}.', points=scoring.target)}"
        if more := state.number - scoring.deals:
            after = ngettext(
                "The game was {deals} deals, and {number} more after equal scores.",
                "The game was {deals} deals, and {number} more after equal scores.", more, deals=scoring.deals,
            )  # fmt: skip
            return f"{won} {after}"
        return f"{won} {_('The game was {deals} deals.', deals=scoring.deals)}"

    def praise(self, history: Sequence[SpadesEvent], state: SpadesState, seat: int) -> str:
        """The bids that the seat's side made, its nils among them."""
        side = state.sides[seat]
        scored = [event.line for event in history if isinstance(event, spades.SideScored) and event.side == side]
        lines = [line for line in scored if line.is_bid]
        made = sum(line.is_made and line.nil_points >= 0 for line in lines)
        if not made:
            return ""
        if len(lines) == 1:
            return _("Your side made its bid." if state.settings.partners else "You made your bid.")
        words = N_("You made your bid in {made} of {deals} deals.")
        if state.settings.partners:
            words = N_("Your side made its bid in {made} of {deals} deals.")
        return _(words, made=made, deals=len(lines))

    def kind_of_choice(self, view: SpadesState) -> str:
        return _choice(view)[0]

    def recap(self, history: Sequence[SpadesEvent], state: SpadesState, seat: int | None) -> str:
        """How a game ended for a seat or for all; then a mark for each deal: its side made its contract, or was set."""
        ended, own, score, others = came_out(state, seat)
        how = npgettext(
            "how a game ended",
            "won {score} to {others} in {number} deal" if ended == "won" else
            "lost {score} to {others} in {number} deal" if ended == "lost" else
            "ended {score} to {others} in {number} deal",
            "won {score} to {others} in {number} deals" if ended == "won" else
            "lost {score} to {others} in {number} deals" if ended == "lost" else
            "ended {score} to {others} in {number} deals",
            len(state.sheets), score=score, others=others,
        )  # fmt: skip
        lines = [event.line for event in history if isinstance(event, spades.SideScored) and event.side == own]
        marks = "".join("♠" if line.is_made else "-" for line in lines)
        return f"{how} {marks}"


def _choice(view: SpadesState) -> tuple[str, str]:
    """What the seat to act chooses, as a heading and as a question."""
    match view.phase:
        case SpadesPhase.DRAW:
            return pgettext("kind of choice", "draws"), pgettext("question", "keep it or not?")
        case SpadesPhase.BID if not view.looked[view.seat]:
            kind = pgettext("kind of choice", "looks and blind nils")
            return kind, pgettext("question", "look, or bid blind nil?")
        case SpadesPhase.BID:
            return pgettext("kind of choice", "bids"), pgettext("question", "how many tricks?")
        case SpadesPhase.PASS:
            cards = cards_passed(spades.cards_to_pass(view.settings, view.bids, view.seat))
            return pgettext("kind of choice", "passes"), pgettext("question", "which {cards}?", cards=cards)
        case _:
            return pgettext("kind of choice", "plays"), pgettext("question", "which card?")


def _drew(event: spades.CardKept, names: Names) -> str:
    if event.kept is UNKNOWN:
        words = N_("[You discard|{name} discards] it and [keep|keeps] the next card")
        if event.is_first:
            words = N_("[You keep|{name} keeps] it and [discard|discards] the next card")
    elif event.is_first:
        words = N_("[You keep|{name} keeps] the {kept} and [discard|discards] the {discarded}")
    else:
        words = N_("[You discard|{name} discards] the {discarded} and [keep|keeps] the {kept}")
    return said(names, event.seat, words, kept=event.kept.symbol, discarded=event.discarded.symbol)


def _passed(cards: Sequence[Card]) -> str:
    return cards_passed(len(cards)) if UNKNOWN in cards else symbols(cards)


def cards_passed(number: int) -> str:
    """So many cards to pass: ``three cards``."""
    return npgettext("cards to pass", "one card", "{words} cards", number, words=number_word(number))


def deal_name(state: SpadesState) -> str:
    """Which deal it is: ``deal 3``, or ``deal 3 of 8`` where that many are played."""
    number, deals = state.number, state.settings.scoring.deals
    if deals is None or number > deals:
        return pgettext("progress", "deal {number}", number=number)
    return pgettext("progress", "deal {number} of {deals}", number=number, deals=deals)


def is_tied(view: SpadesState) -> bool:
    """Whether the game would be over, but for equal scores at the top (spades 15 and 28)."""
    scoring, scores = view.settings.scoring, view.scores
    is_over = max(scores) >= scoring.target if scoring.deals is None else 0 < scoring.deals <= view.number
    return RULES.deal_due(view) and is_over and scores.count(max(scores)) > 1


TIED: Final = N_("The highest scores are equal, so another deal is played.")
NOBODY_BIDS: Final = N_("Nobody bids in this deal: each trick is worth 10 points.")


def goal(scoring: Scoring) -> str:
    """When the game ends: ``to 500``."""
    if scoring.deals is None:
        return pgettext("goal of a game", "to {points}", points=scoring.target)
    return pgettext("goal of a game", "{deals} deals", deals=scoring.deals)


def bid_name(bid: Bid) -> str:
    """A bid in a word or two: ``4``, ``nil`` or ``blind nil``."""
    return pgettext("bid", _ENGLISH[bid.blind]) if bid.is_nil else str(bid.tricks)


_ENGLISH: Final = marked("bid", "nil", "blind nil")


def trick_count(number: int) -> str:
    """How many tricks somebody took: ``no tricks``, ``1 trick``."""
    some = npgettext("after 'took'", "{number} trick", "{number} tricks", number)
    return some if number else pgettext("after 'took'", "no tricks")


def side_name(seats: Sequence[int], names: Names, say: Callable[[Names, int], str] = label) -> str:
    """The players of a side, together: ``You and Cyd``, or with ``whom`` within a sentence ``you and Cyd``."""
    return listed([say(names, seat) for seat in sorted(seats, key=lambda seat: not is_you(names, seat))])


def _side_names(sides: Sequence[int], names: Names, say: Callable[[Names, int], str] = label) -> list[str]:
    """The name of each side of a table; ``sides`` are by seat the side that it plays for."""
    return [side_name(spades.seats_of(sides, side), names, say) for side in sorted({*sides})]


def _pair(seats: Sequence[int], names: Names) -> tuple[int, int | None]:
    """A player of a side, and the partner if there is one; "you" first."""
    first, *mates = sorted(seats, key=lambda seat: not is_you(names, seat))
    return first, mates[0] if mates else None


def line_words(line: ScoreLine) -> str:
    """A side's line of the score sheet, a sentence for each thing that it won or lost; without the last full stop."""
    points = signed(line.contract_points)
    if not line.is_bid and line.is_made:
        return _("Took {tricks} ({points})", tricks=trick_count(line.tricks), points=points)
    if not line.is_bid:
        words = N_("Took {tricks}, fewer than {bid} ({points})")
        return _(words, tricks=trick_count(line.tricks), bid=line.contract, points=points)
    if not (line.contract or line.nil_points or line.bags or line.penalty):
        return _("One nil made, one failed (0)")
    sentences = []
    if line.contract:
        sentences.append(_("Bid {bid}, took {taken} ({points})", bid=line.contract, taken=line.tricks, points=points))
    if line.nil_points:
        sentences.append(_("Nil ({points})", points=signed(line.nil_points)))
    if line.bags:
        points = signed(line.bags * line.bag_points)
        sentences.append(ngettext("{number} bag ({points})", "{number} bags ({points})", line.bags, points=points))
    if line.penalty:
        points = signed(-line.penalty)
        sentences.append(_("Penalty at {bags} bags ({points})", bags=line.total_bags, points=points))
    return ". ".join(sentences)


def _drawing(view: SpadesState, names: Names) -> str:
    if view.stock[0] is UNKNOWN:
        return _("{name} looks at the top card, and keeps it or the next one.", name=names[view.seat])
    words = N_("[Keep|{name}: keep] the {card}, or discard it and take the next card?")
    return said(names, view.seat, words, card=_top(view))


def _top(view: SpadesState) -> str:
    return view.stock[0].symbol


def _bids(view: SpadesState, names: Names) -> str:
    if not (told := bids_made(view, names)):
        return _("No bids yet.")
    words = N_("Bids so far: {bids}. That makes {number} of {tricks} tricks.")
    return _(words, bids=told, number=bids_sum(view), tricks=view.settings.hand)


def bids_made(view: SpadesState, names: Names) -> str:
    """Who bid what, in turn: ``you 4, Bo nil``."""
    made = [(seat, bid) for seat in _order(view) if (bid := view.bids[seat]) is not None]
    return ", ".join(f"{whom(names, seat)} {bid_name(bid)}" for seat, bid in made)


def bids_sum(view: SpadesState) -> int:
    return sum(bid.tricks for bid in view.bids if bid is not None)


def bags_warning(scoring: Scoring, total_bags: int) -> str:
    """What the next bags cost, once no more than two are left before a penalty; else empty."""
    if not scoring.bags:
        return ""
    left = scoring.bags - scoring.bags_running(total_bags)
    few = npgettext(
        "after a colon", "{number} more bag costs {points}", "{number} more bags cost {points}", left,
        points=scoring.bag_penalty,
    )  # fmt: skip
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
        return pgettext("after 'Your turn to bid:'", "any number but {bid}", bid=min(barred))
    return either([bid_name(Bid(0))] * (0 in bids) + spans(sorted(bids - {0}))) if barred else ""


def _first_club(view: SpadesState, names: Names) -> str:
    """What the seat to act has to play where all play their lowest club (spades 30); empty where nothing is special."""
    seat, hand, led = view.seat, view.hands[view.seat], led_suit(view.trick)
    if not view.settings.clubs_first or view.tricks or UNKNOWN in hand or led not in (None, Suit.CLUBS):
        return ""
    cards = playable(view)
    if cards[0].suit is not Suit.CLUBS:
        words = N_("[You have|{name} has] no clubs: play any spade.")
        if cards[0].suit is not spades.TRUMPS:
            words = N_("[You have|{name} has] no clubs: play a heart or a diamond.")
        return "" if led is None else said(names, seat, words)
    words = N_("[Your lead|{name} leads]: the {card}, the lowest club in play.")
    if led is not None:
        words = N_("[You|{name}] must play [your|the] lowest club to the first trick: the {card}.")
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
    return following(view, spades.RANKS, names, N_("[You have|{name} has] no {suit}: play any card."))


def _hint(view: SpadesState, action: SpadesAction, unseen: Sequence[Card], names: Names) -> str:
    match action:
        case spades.LookAtCards():
            return _("Look at the cards, then bid.")
        case spades.MakeBid():
            return _bidding(view, action.bid, names)
        case spades.PassCards(cards):
            return _("Pass {cards}.", cards=symbols(cards))
        case spades.DrawCard(keep=True):
            return _("Keep the {card} and discard the next card.", card=_top(view))
        case spades.DrawCard():
            return _("Discard the {card} and keep the next card, whatever it is.", card=_top(view))
        case PlayCard(card):
            return _card(view, card, unseen, names)


def _bidding(view: SpadesState, bid: Bid, names: Names) -> str:
    scoring, partner = view.settings.scoring, spades.partner_of(view.settings, view.seat)
    mate = None if partner is None else view.bids[partner]
    sum_of_both = bid.tricks + (0 if mate is None else mate.tricks)
    worth = scoring.nil_points(bid.blind) if bid.is_nil else scoring.contract_points(sum_of_both)
    told: dict[str, Any] = {"bid": bid.tricks, "made": signed(worth), "set": signed(-worth)}
    if bid.blind:
        return _("Bid blind nil: {made} if made, {set} if set.", **told)
    if bid.is_nil:
        return _("Bid nil, no tricks: {made} if made, {set} if set.", **told)
    if partner is None or mate is None or mate.is_nil:
        return _("Bid {bid}: {made} if made, {set} if set.", **told)
    words = N_("Bid {bid} ({sum} with [your|{name}'s] {mate}): {made} if made, {set} if set.")
    return said(names, partner, words, sum=sum_of_both, mate=mate.tricks, **told)


def _card(view: SpadesState, card: Card, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    to_come = view.settings.players - len(view.trick) - 1
    if winning is None or led is None:
        return f"{_('Lead the {card}.', card=card.symbol)} {_what_is_higher(card, unseen, to_come)}"
    if not beats(card, winning.card, led):
        return losing(card, winning, led, names)
    words = N_("Play the {card}: it trumps [your|{name}'s] {best}.")
    if card.suit is winning.card.suit:
        words = N_("Play the {card}: it beats [your|{name}'s] {best}.")
    takes = said(names, winning.seat, words, card=card.symbol, best=winning.card.symbol)
    return f"{takes} {_what_is_higher(card, unseen, to_come)}"


def _what_is_higher(card: Card, unseen: Sequence[Card], to_come: int) -> str:
    """The higher cards of its suit that can still come, in a sentence."""
    if not to_come:
        return _("It takes the trick.")
    higher = [other for other in unseen if other.suit is card.suit and beats(other, card, card.suit)]
    if not higher:
        return _("No higher {suit} is left.", suit=suit_singular(card.suit))
    if len(higher) > MOST_NAMED:
        return _("{number} higher {suit} are left.", number=len(higher), suit=suit_name(card.suit))
    return _("Higher {suit} left: {cards}.", suit=suit_name(card.suit), cards=symbols(higher))


def _own(view: SpadesState, seat: int, names: Names) -> Iterator[str]:
    """What a seat holds, and what it alone remembers."""
    hand, partner = view.hands[seat], spades.partner_of(view.settings, seat)
    if UNKNOWN in hand and not view.looked[seat]:
        words = N_("[You have|{name} has] not looked at [your|the] {cards} yet.")
        yield said(names, seat, words, cards=hand_words(hand))
    else:
        yield holds(view.hands, seat, names)
    given, received = symbols(view.given[seat]), symbols(view.received[seat])
    if partner is not None and given:
        yield said(names, seat, "[You|{name}] passed {cards} to [you|{other}].", other=partner, cards=given)
    if partner is not None and received:
        yield said(names, seat, "[You|{name}] got {cards} from [you|{other}].", other=partner, cards=received)
    if view.discards[seat]:
        yield said(names, seat, "[You|{name}] discarded {cards}.", cards=hand_words(view.discards[seat]))


def _trick(view: SpadesState, names: Names) -> Iterator[str]:
    """The trick so far, or the one before it, and whether spades are broken."""
    yield from trick_words.describe_trick(view, names)
    if view.settings.lead_any:
        yield _("Spades may be led at any time.")
    elif view.phase is SpadesPhase.PLAY:
        yield _("Spades are broken." if view.broken else "Spades are not broken yet.")


def _standing(view: SpadesState, seat: int, names: Names) -> str:
    bid, tricks = view.bids[seat], trick_count(view.taken[seat])
    if view.nobody_bids:
        return said(names, seat, "[You|{name}] took {tricks}.", tricks=tricks)
    if bid is None:
        return said(names, seat, "[You have|{name} has] not bid yet.")
    return said(names, seat, "[You|{name}] bid {bid} and took {tricks}.", bid=bid_name(bid), tricks=tricks)


def _contracts(view: SpadesState, names: Names) -> Iterator[str]:
    """What partners bid and took together, where there are partners and both have bid."""
    for side in sorted({*view.sides}):
        first, mate = _pair(spades.seats_of(view.sides, side), names)
        both = spades.together(view, first)
        if both is not None and both.bid:
            words = N_("[You|{name}] and {other} bid {bid} together and took {taken}.")
            yield said(names, first, words, mate, bid=both.bid, taken=both.taken)


def _all_bids(view: SpadesState) -> Iterator[str]:
    if view.nobody_bids:
        yield _(NOBODY_BIDS)
    if any(view.bids):
        yield _("All bids add up to {total} of {tricks} tricks.", total=bids_sum(view), tricks=view.settings.hand)


def _stock(view: SpadesState) -> Iterator[str]:
    if view.stock:
        yield ngettext("The stock has {number} card.", "The stock has {number} cards.", len(view.stock))
        if view.stock[0] is not UNKNOWN:
            yield _("On top is the {card}.", card=_top(view))


def _scores(view: SpadesState, names: Names) -> Iterator[str]:
    """Whose deal it is, the score of each side, and how the game ends."""
    if view.number:
        is_over, words = view.phase in (SpadesPhase.DEAL, SpadesPhase.OVER), N_("[You|{name}] dealt deal {number}.")
        number = view.number
        yield _("Deal {number} is over.", number=number) if is_over else said(names, view.dealer, words, number=number)
    sides, scoring = _side_names(view.sides, names), view.settings.scoring
    for side, score, bags in zip(sides, view.scores, view.bags):
        told = {"side": side, "points": points_words(score), "bags": bags_taken(bags)}
        if warning := bags_warning(scoring, bags):
            yield _("{side}: {points} and {bags}: {warning}.", warning=warning, **told)
        else:
            yield _("{side}: {points} and {bags}." if scoring.bags else "{side}: {points}.", **told)
    if scoring.deals is None:
        yield _("First to {points} wins.", points=scoring.target)
    else:
        yield _("The highest score after {deals} deals wins.", deals=scoring.deals)
    if scoring.floor is not None:
        yield _("A side at {floor} or below loses.", floor=numeral(scoring.floor))


def _sheet(view: SpadesState, names: Names) -> Iterator[str]:
    for deal in view.sheets:
        for side, line in zip(_side_names(view.sides, names, whom), deal.lines):
            where = pgettext("before a colon", "Deal {number}, {side}", number=deal.number, side=side)
            score = _("Score: {score} ({points}).", score=numeral(line.score), points=signed(line.points))
            yield headed(where, f"{line_words(line)}. {score}")


def bags_taken(number: int) -> str:
    """So many bags: ``no bags``, ``1 bag``."""
    some = npgettext("bags of a side", "{number} bag", "{number} bags", number)
    return some if number else pgettext("bags of a side", "no bags")


def points_words(score: int, shown: str = "") -> str:
    """A score, as it is ``shown`` if that is not by its number: ``1 point``, ``0 points``, ``−30 points``."""
    number = score if score >= 0 else 2 - score  # of all scores, 1 alone is one
    return npgettext("score", "{points} point", "{points} points", number, points=shown or numeral(score))
