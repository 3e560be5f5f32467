"""Clogs in words: every event, prompt, hint and verdict.

A clog is named by a letter, from the left. Who plays alone at the table is "you"; everyone else is named, and in a
replay all are.
"""

from collections.abc import Iterator, Sequence

from clockspades.cards import Card, Suit
from clockspades.engine.phrases import symbols
from clockspades.engine.wording import Hint, Names, Survey, nsaid, said, told
from clockspades.games import trick_words
from clockspades.games.clogs import clogs_meaning
from clockspades.games.clogs import clogs_rules as rules
from clockspades.games.clogs.clogs_rules import RULES, ClogsAction, ClogsEvent, ClogsState
from clockspades.games.trick_words import MOST_NAMED, Called, TrickWords, came_out, following, holds, losing
from clockspades.games.tricks import DealScored, PlayCard, led_suit, sorted_hand
from clockspades.language import N_, _, either, listed, ngettext, npgettext, pgettext


class ClogsWords(TrickWords[ClogsState, ClogsAction, ClogsEvent]):
    ranks, unseen_cards = rules.RANKS, staticmethod(rules.unseen_cards)
    rules = RULES
    high = clogs_meaning.HIGH

    def describe(self, event: ClogsEvent, names: Names) -> str:
        """What happened, without a full stop; nothing where a higher card of the suit led takes over from the hand."""
        match event:
            case rules.ClogsLaid(number):
                return ngettext(
                    "Everyone gets {number} clog, face down", "Everyone gets {number} clogs, face down", number
                )
            case rules.ClogTurned():
                return _turned(event, names)
            case rules.TookOver(play, beaten, is_clog):
                if not is_clog and play.card.rank is not beaten.card.rank:
                    return ""
                words = N_("The {card} beats the {best}: [you are|{name} is] winning the trick")
                if play.card.rank is beaten.card.rank:
                    words = N_("The {card} matches the {best}: [you are|{name} is] winning the trick")
                return said(names, play.seat, words, card=play.card.symbol, best=beaten.card.symbol)
            case _:
                return trick_words.describe(event, names)

    def deciding(self, view: ClogsState, names: Names) -> str:
        seat, hand, led = view.seat, view.hands[view.seat], led_suit(view.trick)
        has_clogs = any(clog is not None for clog in view.clogs[seat])
        if led is None:
            card, clog = pgettext("what to lead", "any card"), pgettext("what to lead", "a clog")
            leads = either([*[card] * bool(hand), *[clog] * has_clogs])
            return said(names, seat, "[Your lead|{name} leads]: {leads}.", leads=leads)
        if not hand:
            return said(names, seat, "[You have|{name} has] no cards in hand: turn up a clog.")
        otherwise = N_("[You have|{name} has] no {suit}: play any card.")
        if has_clogs:
            otherwise = N_("[You have|{name} has] no {suit}: play any card or turn up a clog.")
        return following(view, rules.RANKS, names, otherwise)

    def key_rule(self, view: ClogsState) -> str:
        return _(
            "The ace is the highest card, then come the 2, the 3, and so on. You must follow suit with your hand."
            " Any card of the same rank but a higher suit takes the trick over: ♣ is above ♦, then come ♥ and ♠."
        )

    def question(self, view: ClogsState) -> str:
        return pgettext("question", "which card?")

    def hints(self, view: ClogsState, names: Names) -> tuple[Hint[ClogsAction], ...]:
        unseen = rules.unseen_cards(view, view.seat)
        return tuple(
            Hint(action, _playing(view, action.card, unseen, names))
            if isinstance(action, PlayCard)
            else Hint(action, _turning(view, action.place, unseen, names), group="clogs")
            for action in RULES.legal_actions(view)
        )

    def called(self, action: ClogsAction) -> Called:
        if isinstance(action, PlayCard):
            return super().called(action)
        typed = f"clog {rules.CLOG_NAMES[action.place]}"
        return Called(typed, pgettext("action", "turn up a clog"), pgettext("card", "a clog"))

    def regret(self, view: ClogsState, made: ClogsAction, best: ClogsAction, names: Names) -> str:
        if isinstance(made, PlayCard):
            return super().regret(view, made, best, names)
        words = N_("in trick {trick} of deal {deal} [you|{name}] turned up a clog; {best} was better")
        at = {"trick": len(view.tricks) + 1, "deal": view.number}
        return said(names, view.seat, words, best=self.chosen(best), **at)

    reason = staticmethod(clogs_meaning.reason)
    meaning = staticmethod(clogs_meaning.meaning)

    def survey(self, view: ClogsState, seat: int | None, names: Names) -> Survey:
        hands = tuple(holds(view.hands, owner, names) for owner in range(len(view.hands)))
        own = () if seat is None else (hands[seat],)
        parts = {
            "trick": tuple(_trick(view, names)),
            "hands": tuple(hand for owner, hand in enumerate(hands) if owner != seat),
            "clogs": tuple(_clogs(owner, row, names) for owner, row in enumerate(view.clogs)),
            "scores": tuple(self._standing(view, names)),
        }
        return Survey(own, parts)

    def _standing(self, view: ClogsState, names: Names) -> Iterator[str]:
        for owner, (score, taken) in enumerate(zip(view.scores, view.taken)):
            tricks = npgettext("tricks taken", "{number} trick", "{number} tricks", taken)
            has = {"points": self.points(score), "tricks": tricks if taken else pgettext("tricks taken", "no tricks")}
            yield said(names, owner, "[You have|{name} has] {points}, with {tricks} in this deal.", None, **has)
        yield _("First to {target} points wins.", target=view.target)
        if view.number and RULES.deal_due(view):
            yield f"{_('Deal {number} is over.', number=view.number)} {trick_words.describe_deal_due(view, names)}"
        elif view.number:
            yield said(names, view.dealer, "[You|{name}] dealt deal {number}.", number=view.number)

    def verdict(self, state: ClogsState, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return super().verdict(state, names)
        winner = outcome.winners[0]
        scores = [(seat, score) for seat, score in enumerate(outcome.scores) if seat != winner]
        (second, most), *others = sorted(scores, key=lambda scored: -scored[1])
        you = pgettext("points of others", "you have {score}", score=most)
        has = pgettext("points of others", "{name} has {score}", score=most, name=names[second])
        behind = [told(names, second, you, has)]
        for seat, score in others:
            you = pgettext("points of others", "you {score}", score=score)
            behind.append(told(names, seat, you, f"{names[seat]} {score}"))
        words = N_("[You win|{name} wins] with {points} points: {others}.")
        return said(names, winner, words, points=state.target, others=listed(behind))

    def recap(self, history: Sequence[ClogsEvent], state: ClogsState, seat: int | None) -> str:
        """How a game ended for a seat or for all, and the points of everyone; then the player's own deal by deal."""
        ended, _own, points, others = came_out(state, seat)
        deals = [event.taken for event in history if isinstance(event, DealScored)]
        number = npgettext("deals of a game", "{number} deal", "{number} deals", len(deals))
        score = {"deals": number, "points": self.points(points), "others": others}
        if ended == "ended":
            words = pgettext("result", "ended in {deals}, {points} to {others}", **score)
        elif ended == "won":
            words = pgettext("result", "won in {deals}, {points} to {others}", **score)
        else:
            words = pgettext("result", "lost in {deals}, {points} to {others}", **score)
        if seat is None or len(deals) == 1:
            return words
        each = listed([str(taken[seat]) for taken in deals])
        return pgettext("result", "{ended}; by deal {points}", ended=words, points=each)


def _turned(event: rules.ClogTurned, names: Names) -> str:
    """A clog turned up, and why it does not win if it does not."""
    card, winning, led = event.card, event.winning, event.led
    if winning is None or led is None:
        words = N_("[You lead|{name} leads] clog {letter}: the {card}")
    elif rules.beats(card, winning.card, led):
        words = N_("[You turn|{name} turns] up clog {letter}: the {card}")
    elif card.rank is winning.card.rank:
        words = N_("[You turn|{name} turns] up clog {letter}: the {card}, a lower suit than the {best}")
    elif card.suit is led:
        words = N_("[You turn|{name} turns] up clog {letter}: the {card}, lower than the {best}")
    else:
        words = N_("[You turn|{name} turns] up clog {letter}: the {card}, which cannot win")
    letter, best = rules.CLOG_NAMES[event.place], winning.card.symbol if winning else ""
    return said(names, event.seat, words, letter=letter, card=card.symbol, best=best)


def _playing(view: ClogsState, card: Card, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    beaten = _what_beats(card, led or card.suit, unseen, len(view.scores) - len(view.trick) - 1)
    if winning is None or led is None:
        return f"{_('Lead the {card}.', card=card.symbol)} {beaten}"
    if not rules.beats(card, winning.card, led):
        return losing(card, winning, led, names)
    words = N_("Play the {card}: it beats [your|{name}'s] {best}.")
    if card.rank is winning.card.rank:
        words = N_("Play the {card}: it matches [your|{name}'s] {best}.")
    takes = said(names, winning.seat, words, card=card.symbol, best=winning.card.symbol)
    return f"{takes} {beaten}"


def _what_beats(card: Card, led: Suit, unseen: Sequence[Card], to_come: int) -> str:
    """A sentence that says which cards can still beat this one."""
    if not to_come:
        return _("It takes the trick.")
    better = [other for other in unseen if rules.beats(other, card, led)]
    if not better:
        return _("No card left can beat it.")
    if len(better) > MOST_NAMED:
        return ngettext(
            "{number} player to come; {cards} unseen cards can beat it.",
            "{number} players to come; {cards} unseen cards can beat it.", to_come, cards=len(better),
        )  # fmt: skip
    return ngettext(
        "{number} player to come; {cards} can beat it.", "{number} players to come; {cards} can beat it.",
        to_come, cards=symbols(sorted_hand(better, rules.RANKS)),
    )  # fmt: skip


def _turning(view: ClogsState, place: int, unseen: Sequence[Card], names: Names) -> str:
    winning, led, only = view.winning, led_suit(view.trick), len(unseen) == 1
    clog = {"letter": rules.CLOG_NAMES[place], "card": unseen[0].symbol, "number": str(len(unseen))}
    if winning is None or led is None:
        if only:
            return _("Lead clog {letter}: it is the {card}.", **clog)
        return _("Lead clog {letter}, whatever it is: one of {number} unseen cards.", **clog)
    good = sum(rules.beats(card, winning.card, led) for card in unseen)
    if only and good:
        words = N_("Turn up clog {letter}: it is the {card}, which beats [your|{name}'s] {best}.")
    elif only:
        words = N_("Turn up clog {letter}: it is the {card}, which cannot beat [your|{name}'s] {best}.")
    elif good:
        words = N_("Turn up clog {letter}: {good} of the {number} unseen cards can beat [your|{name}'s] {best}.")
    else:
        words = N_("Turn up clog {letter}: none of the {number} unseen cards can beat [your|{name}'s] {best}.")
    return said(names, winning.seat, words, None, best=winning.card.symbol, good=str(good), **clog)


def _trick(view: ClogsState, names: Names) -> Iterator[str]:
    yield from trick_words.describe_trick(view, names)
    if not view.trick and not view.tricks:
        yield _("No card has been played yet.")


def _clogs(owner: int, row: Sequence[Card | None], names: Names) -> str:
    letters = [rules.CLOG_NAMES[place] for place, clog in enumerate(row) if clog is not None]
    if not letters:
        return said(names, owner, "[You have|{name} has] no clogs.")
    return nsaid(
        names, owner, "[You have|{name} has] {number} clog face down: {letters}.",
        "[You have|{name} has] {number} clogs face down: {letters}.", len(letters), letters=listed(letters),
    )  # fmt: skip
