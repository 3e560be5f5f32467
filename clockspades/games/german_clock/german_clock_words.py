"""German Clock in words: every event, prompt, hint, verdict and missed card. Cards read ``10♠``.

Except for hints, nothing said during the game depends on whether the top card of the waste can be placed.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from clockspades.cards import PACK, Rank, Suit
from clockspades.engine.phrases import capital, cards_words, sentence, symbols
from clockspades.engine.wording import Hint, Names, Remark, Survey, Wording, said
from clockspades.games.dial_words import by_hour, onto, place, where
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import (
    RULES,
    GermanClockAction,
    GermanClockEvent,
    GermanClockState,
    is_choice,
)
from clockspades.language import N_, _, either, marked, ngettext, npgettext, pgettext

_PASSES: Final = marked(
    "progress", "not dealt yet", "first time through the stock", "second time through the stock",
    "third time through the stock",
)  # fmt: skip
_TIMES: Final = marked(
    "turning up all cards of the stock", "", "first time through", "second time through", "third time through"
)


def missed(states: Sequence[GermanClockState]) -> tuple[int, ...]:
    """Each point of a game, from its states in order, at which a card was left on the waste that could be placed."""
    moves = enumerate(pairwise(states))
    return tuple(at for at, (now, then) in moves if rules.can_place(now) and then.placed == now.placed)


class GermanClockWords(Wording[GermanClockState, GermanClockAction, GermanClockEvent]):
    rules = RULES
    went_well = N_("You completed {good} of {all} hours.")

    def describe(self, event: GermanClockEvent, names: Names) -> str:
        match event:
            case rules.PassBegan(number, cards):
                words = {"cards": cards_words(cards), "time": _time(number)}
                if number == 1:
                    return _("The stock is ready: {cards}, {time}", **words)
                return said(names, 0, "[You turn|{name} turns] the waste over: {cards}, {time}", None, **words)
            case rules.Turned(card):
                return said(names, 0, "[You turn|{name} turns] up the {card}", card=card.symbol)
            case rules.PlacedOnFoundation(card):
                words = {"card": card.symbol, "where": onto(card.rank)}
                return said(names, 0, "[You place|{name} places] the {card} {where}", None, **words)
            case rules.OrderSet(suits) if len(suits) < rules.FULL:
                return _("The order of suits begins with {suits}", suits=symbols(suits))
            case rules.OrderSet(suits):
                return _("The order of suits is {suits}", suits=symbols(suits))
        return super().describe(event, names)

    def asked(self, view: GermanClockState, seat: int, names: Names) -> str:
        """What can be done now. Whether a card fits is for the player to see."""
        if not view.waste:
            return _("Turn up the next card.")
        card = view.waste[-1].symbol
        if view.stock:
            return _("Turn up the next card, or place the {card} if it fits.", card=card)
        if view.redeals_left:
            return _("The stock is empty. Turn the waste over, or place the {card} if it fits.", card=card)
        return _("Place the {card}: the stock is empty and no redeals are left.", card=card)

    def question(self, view: GermanClockState) -> str:
        return pgettext("question", "turn or place?")

    def hints(self, view: GermanClockState, names: Names) -> tuple[Hint[GermanClockAction], ...]:
        return tuple(Hint(action, _hint(view, action)) for action in reversed(RULES.legal_actions(view)))

    def doing(self, action: GermanClockAction) -> str:
        if isinstance(action, rules.PlaceCard):
            return pgettext("action", "place the top card")
        is_turn = isinstance(action, rules.TurnStock)
        return pgettext("action", "turn up the next card" if is_turn else "turn the waste over")

    def reason(self, view: GermanClockState, action: GermanClockAction) -> str:
        if isinstance(action, rules.PlaceCard) and not is_choice(view):
            return _("The {card} fits, and to place it at once is never worse.", card=view.waste[-1].symbol)
        return ""

    def survey(self, view: GermanClockState, seat: int | None, names: Names) -> Survey:
        top, whole = _("The waste is empty."), _("There is no card in the waste.")
        if view.waste:
            top = _("Top of the waste: the {card}.", card=view.waste[-1].symbol)
            whole = _("Waste, from the top: {cards}.", cards=symbols(view.waste[::-1]))
        foundations = tuple(_foundation(view, rank) for rank in Rank)
        placed = _("Cards on the clock: {number} of {all}.", number=view.placed, all=len(PACK))
        parts = {"clock": (*foundations, placed), "order": (_order(view),), "waste": (whole,), "stock": (_stock(view),)}
        return Survey(() if seat is None else (top,), parts, *by_hour(foundations))

    def progress(self, state: GermanClockState) -> str:
        return pgettext("progress", _PASSES[state.passes])

    def verdict(self, state: GermanClockState, names: Names) -> str:
        if state.outcome is None:
            return super().verdict(state, names)
        if state.outcome.winners:
            return _("Won: all {all} cards are on the clock.", all=len(PACK))
        words = N_("Stuck with {number} of {all} cards on the clock: the {card} doesn't fit.")
        return _(words, number=state.placed, all=len(PACK), card=state.waste[-1].symbol)

    def kind_of_choice(self, view: GermanClockState) -> str:
        return pgettext("kind of choice", "choices of a suit" if is_choice(view) else "cards that fit")

    def regret(self, view: GermanClockState, made: GermanClockAction, best: GermanClockAction, names: Names) -> str:
        if not isinstance(made, rules.PlaceCard):
            return _missed(view, names)
        if not is_choice(view):
            words = N_("{when}, [you|{name}] placed the {card}; to leave it was better")
        elif view.suits:
            words = N_(
                "{when}, [you|{name}] placed the {card} and so made {suit} the second suit; to leave it was better"
            )
        else:
            words = N_(
                "{when}, [you|{name}] placed the {card} and so made {suit} the first suit; to leave it was better"
            )
        card = view.waste[-1]
        return said(names, 0, words, when=_when(view), card=card.symbol, suit=card.suit.symbol)

    def review(self, states: Sequence[GermanClockState], names: Names) -> tuple[Remark, ...]:
        found = tuple(Remark(point, sentence(_missed(states[point], names))) for point in missed(states))
        return found or (Remark(len(states) - 1, _("No card was missed.")),)

    def recap(self, history: Sequence[GermanClockEvent], state: GermanClockState, seat: int | None) -> str:
        assert state.outcome is not None, "the game is over"
        used = state.redeals - state.redeals_left
        if state.outcome.winners:
            won = npgettext("result", "won after {number} redeal", "won after {number} redeals", used)
            return won if used else pgettext("result", "won")
        placed = {"placed": state.placed, "all": len(PACK)}
        if not used:
            return pgettext("result", "stuck, {placed} of {all} on the clock", **placed)
        return npgettext(
            "result", "stuck after {number} redeal, {placed} of {all} on the clock",
            "stuck after {number} redeals, {placed} of {all} on the clock", used, **placed,
        )  # fmt: skip

    def picture(
        self, history: Sequence[GermanClockEvent], state: GermanClockState, seat: int
    ) -> tuple[str, list[bool]]:
        return pgettext("steps of a game", "hours"), [len(cards) == rules.FULL for cards in state.clock]


def _hint(view: GermanClockState, action: GermanClockAction) -> str:
    if isinstance(action, rules.TurnStock):
        words = _("Turn up the next card, 1 of {number} in the stock.", number=len(view.stock))
        return " ".join((words, *_instead(view)))
    if not isinstance(action, rules.PlaceCard):
        left = view.redeals_left - 1
        then = ngettext("Then {number} redeal is left.", "Then {number} redeals are left.", left)
        return " ".join((_("Turn the waste over."), then if left else _("Then no redeals are left."), *_instead(view)))
    card = view.waste[-1]
    placing = [_("Place the {card} {where}.", card=card.symbol, where=onto(card.rank))]
    suits = RULES.reduce(view, action).state.suits
    if not is_choice(view):
        placing.append(_("It fits, and placing it at once is never worse."))
    elif len(suits) < rules.FULL:
        placing.append(_("Then {suit} comes first at every hour.", suit=suits[0].symbol))
    else:
        placing.append(_("Then the order at every hour is {suits}.", suits=symbols(suits)))
        placing.append(_("This is the one choice of the game."))
    return " ".join(placing)


def _instead(view: GermanClockState) -> tuple[str, ...]:
    """What it means not to place the top card of the waste, if there is one."""
    if not view.waste:
        return ()
    card = view.waste[-1]
    if not rules.can_place(view):
        needed = rules.awaited(card.rank, rules.wanted(view, card.rank))
        words = N_("The {card} doesn't fit yet: {place} needs {needed}.")
        return (_(words, card=card.symbol, place=place(card.rank), needed=needed),)
    if is_choice(view):
        return (_("You leave the {card}, so its suit is not set yet.", card=card.symbol),)
    return (_("You miss the {card}, which fits.", card=card.symbol),)


def _missed(view: GermanClockState, names: Names) -> str:
    """When the card on top of the waste was not placed, and where it fitted."""
    card = view.waste[-1]
    if not is_choice(view):
        words = N_("{when}, [you|{name}] missed the {card}, which was next {where}")
    elif view.suits:
        words = N_("{when}, [you|{name}] left the {card}, which would have made {suit} the second suit")
    else:
        words = N_("{when}, [you|{name}] left the {card}, which would have made {suit} the first suit")
    suit = card.suit.symbol
    return said(names, 0, words, when=_when(view), card=card.symbol, suit=suit, where=where(card.rank))


def _when(view: GermanClockState) -> str:
    """A moment of the game: which time through, and how many cards were left in the stock."""
    cards = cards_words(len(view.stock))
    return pgettext("when", "{time}, with {cards} left in the stock", time=_time(view.passes), cards=cards)


def _time(number: int) -> str:
    return pgettext("turning up all cards of the stock", _TIMES[number])


def _foundation(view: GermanClockState, rank: Rank) -> str:
    if not view.clock[rank - 1]:
        return capital(_("{where}: empty.", where=where(rank)))
    return capital(_("{where}: {cards}.", where=where(rank), cards=symbols(view.clock[rank - 1])))


def _order(view: GermanClockState) -> str:
    if not view.suits:
        return _("The order of suits is open. The first card you place sets the first suit.")
    if len(view.suits) < rules.FULL:
        others = either([suit.symbol for suit in Suit if suit.is_red is not view.suits[0].is_red])
        words = N_("The order of suits begins with {suits}, then comes {others}.")
        return _(words, suits=symbols(view.suits), others=others)
    return _("The order of suits is {suits}.", suits=symbols(view.suits))


def _stock(view: GermanClockState) -> str:
    redeals = redeals_left(view.redeals_left)
    return _("The stock has {cards}, and {redeals}.", cards=cards_words(len(view.stock)), redeals=redeals)


def redeals_left(number: int) -> str:
    """How many redeals are left, after a fact about the stock."""
    if not number:
        return pgettext("after 'The stock is empty, and'", "no redeals are left")
    return npgettext("after 'The stock is empty, and'", "{number} redeal is left", "{number} redeals are left", number)
