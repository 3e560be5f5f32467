"""Clogs in words: every event, prompt, hint and verdict.

A clog is named by a letter, from the left. Who plays alone at the table is "you"; everyone else is named, and in a
replay all are.
"""

from collections.abc import Iterator, Sequence

from clockspades.cards import Card, Suit
from clockspades.engine.phrases import count, symbols
from clockspades.engine.wording import Hint, Names, Survey, label, said, whom
from clockspades.games import trick_words
from clockspades.games.clogs import clogs_meaning
from clockspades.games.clogs import clogs_rules as rules
from clockspades.games.clogs.clogs_rules import RULES, ClogsAction, ClogsEvent, ClogsState
from clockspades.games.trick_words import MOST_NAMED, Called, TrickWords, came_out, following, holds, losing, play_words
from clockspades.games.tricks import DealScored, PlayCard, led_suit, sorted_hand
from clockspades.language import N_, either, listed


class ClogsWords(TrickWords[ClogsState, ClogsAction, ClogsEvent]):
    ranks, unseen_cards = rules.RANKS, staticmethod(rules.unseen_cards)
    rules = RULES
    high = clogs_meaning.HIGH

    def describe(self, event: ClogsEvent, names: Names) -> str:
        """What happened, without a full stop; nothing where a higher card of the suit led takes over from the hand."""
        match event:
            case rules.ClogsLaid(number):
                return f"Everyone gets {count(number, 'clog')}, face down"
            case rules.ClogTurned():
                return _turned(event, names)
            case rules.TookOver(play, beaten, is_clog):
                if not is_clog and play.card.rank is not beaten.card.rank:
                    return ""
                card, other = play.card.symbol, beaten.card.symbol
                matches = play.card.rank is beaten.card.rank
                over = f"The {card} matches the {other}" if matches else f"The {card} beats the {other}"
                return said(names, play.seat, "{over}: [you are|{name} is] winning the trick", over=over)
            case _:
                return trick_words.describe(event, names)

    def deciding(self, view: ClogsState, names: Names) -> str:
        seat, hand, led = view.seat, view.hands[view.seat], led_suit(view.trick)
        has_clogs = any(clog is not None for clog in view.clogs[seat])
        if led is None:
            leads = either([*["any card"] * bool(hand), *["a clog"] * has_clogs])
            return said(names, seat, "[Your lead|{name} leads]: {leads}.", leads=leads)
        if not hand:
            return said(names, seat, "[You have|{name} has] no cards in hand: turn up a clog.")
        otherwise = N_("[You have|{name} has] no {suit}: play any card.")
        if has_clogs:
            otherwise = N_("[You have|{name} has] no {suit}: play any card or turn up a clog.")
        return following(view, rules.RANKS, names, otherwise)

    def key_rule(self, view: ClogsState) -> str:
        return (
            "The ace is the highest card, then come the 2, the 3, and so on. You must follow suit with your hand."
            " Any card of the same rank but a higher suit takes the trick over: ♣ is above ♦, then come ♥ and ♠."
        )

    def question(self, view: ClogsState) -> str:
        return "which card?"

    def hints(self, view: ClogsState, names: Names) -> tuple[Hint[ClogsAction], ...]:
        """Each legal action and what it leads to, from what the seat to act can see; all clogs are one group."""
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
        return Called(_clog(action.place), "turn up a clog", "a clog")

    def regret(self, view: ClogsState, made: ClogsAction, best: ClogsAction, names: Names) -> str:
        if isinstance(made, PlayCard):
            return super().regret(view, made, best, names)
        words = N_("in trick {trick} of deal {deal} [you|{name}] turned up a clog; {best} was better")
        at = {"trick": len(view.tricks) + 1, "deal": view.number}
        return said(names, view.seat, words, best=self.chosen(best), **at)

    reason = staticmethod(clogs_meaning.reason)
    meaning = staticmethod(clogs_meaning.meaning)

    def survey(self, view: ClogsState, seat: int | None, names: Names) -> Survey:
        """The hand of a seat; then the trick, the other hands, all clogs, the points and the dealer."""
        hands = tuple(holds(view.hands, owner, names) for owner in range(len(view.hands)))
        own = () if seat is None else (hands[seat],)
        parts = {
            "trick": tuple(_trick(view, names)),
            "hands": tuple(hand for owner, hand in enumerate(hands) if owner != seat),
            "clogs": tuple(_clogs(owner, row, names) for owner, row in enumerate(view.clogs)),
            "scores": tuple(_standing(view, names)),
        }
        return Survey(own, parts)

    def verdict(self, state: ClogsState, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return "The game is not over."
        winner = outcome.winners[0]
        scores = [(seat, score) for seat, score in enumerate(outcome.scores) if seat != winner]
        (second, most), *others = sorted(scores, key=lambda scored: -scored[1])
        has = said(names, second, "[you have|{name} has] {most}", most=most)
        behind = listed([has, *(f"{whom(names, seat)} {score}" for seat, score in others)])
        points = count(state.target, "point")
        return said(names, winner, "[You win|{name} wins] with {points}: {behind}.", points=points, behind=behind)

    def recap(self, history: Sequence[ClogsEvent], state: ClogsState, seat: int | None) -> str:
        """How a game ended for a seat or for all, and the points of everyone; then the player's own deal by deal."""
        ended, _, points, others = came_out(state, seat)
        score = f"{count(points, 'point')} to {others}"
        deals = [event.taken for event in history if isinstance(event, DealScored)]
        each = [] if seat is None or len(deals) == 1 else [str(taken[seat]) for taken in deals]
        return f"{ended} in {count(len(deals), 'deal')}, {score}{f'; by deal {listed(each)}' if each else ''}"


def _turned(event: rules.ClogTurned, names: Names) -> str:
    """A clog turned up, and why it does not win if it does not."""
    seat, card, winning, led = event.seat, event.card, event.winning, event.led
    clog = f"{_clog(event.place)}: the {card.symbol}"
    if winning is None or led is None:
        return said(names, seat, "[You lead|{name} leads] {clog}", clog=clog)
    turned = said(names, seat, "[You turn|{name} turns] up {clog}", clog=clog)
    if rules.beats(card, winning.card, led):
        return turned
    if card.rank is winning.card.rank:
        return f"{turned}, a lower suit than the {winning.card.symbol}"
    return f"{turned}, {f'lower than the {winning.card.symbol}' if card.suit is led else 'which cannot win'}"


def _clog(place: int) -> str:
    return f"clog {rules.CLOG_NAMES[place]}"


def _playing(view: ClogsState, card: Card, unseen: Sequence[Card], names: Names) -> str:
    winning, led, symbol = view.winning, led_suit(view.trick), card.symbol
    if winning is None or led is None:
        return f"Lead the {symbol}. {_what_beats(card, card.suit, unseen, len(view.scores) - 1)}"
    to_come, best = len(view.scores) - len(view.trick) - 1, play_words(winning, names)
    if rules.beats(card, winning.card, led):
        matches = card.rank is winning.card.rank
        takes = f"Play the {symbol}: it matches {best}." if matches else f"Play the {symbol}: it beats {best}."
        return f"{takes} {_what_beats(card, led, unseen, to_come)}"
    return losing(card, winning, led, names)


def _what_beats(card: Card, led: Suit, unseen: Sequence[Card], to_come: int) -> str:
    """A sentence that says which cards can still beat this one."""
    if not to_come:
        return "It takes the trick."
    better = [other for other in unseen if rules.beats(other, card, led)]
    if not better:
        return "No card left can beat it."
    players = count(to_come, "player")
    if len(better) > MOST_NAMED:
        return f"{players} to come; {len(better)} unseen cards can beat it."
    return f"{players} to come; {symbols(sorted_hand(better, rules.RANKS))} can beat it."


def _turning(view: ClogsState, place: int, unseen: Sequence[Card], names: Names) -> str:
    winning, led = view.winning, led_suit(view.trick)
    if winning is None or led is None:
        if len(unseen) == 1:
            return f"Lead {_clog(place)}: it is the {unseen[0].symbol}."
        return f"Lead {_clog(place)}, whatever it is: one of {len(unseen)} unseen cards."
    good = sum(rules.beats(card, winning.card, led) for card in unseen)
    best = play_words(winning, names)
    if len(unseen) == 1:
        if good:
            return f"Turn up {_clog(place)}: it is the {unseen[0].symbol}, which beats {best}."
        return f"Turn up {_clog(place)}: it is the {unseen[0].symbol}, which cannot beat {best}."
    return f"Turn up {_clog(place)}: {good or 'none'} of the {len(unseen)} unseen cards can beat {best}."


def _trick(view: ClogsState, names: Names) -> Iterator[str]:
    """The trick so far, or the one before it."""
    yield from trick_words.describe_trick(view, names)
    if not view.trick and not view.tricks:
        yield "No card has been played yet."


def _clogs(owner: int, row: Sequence[Card | None], names: Names) -> str:
    letters = [rules.CLOG_NAMES[place] for place, clog in enumerate(row) if clog is not None]
    if not letters:
        return said(names, owner, "[You have|{name} has] no clogs.")
    clogs = f"{count(len(letters), 'clog')} face down: {listed(letters)}"
    return said(names, owner, "[You have|{name} has] {clogs}.", clogs=clogs)


def _standing(view: ClogsState, names: Names) -> Iterator[str]:
    for owner, (score, taken) in enumerate(zip(view.scores, view.taken)):
        points = f"{count(score, 'point')}, with {count(taken, 'trick')} in this deal"
        yield said(names, owner, "[You have|{name} has] {points}.", points=points)
    yield f"First to {view.target} points wins."
    if view.number:
        if RULES.deal_due(view):
            yield f"Deal {view.number} is over. {trick_words.describe_deal_due(view, names)}"
        else:
            yield f"{label(names, view.dealer)} dealt deal {view.number}."
