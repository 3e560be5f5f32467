"""Clock patience and Watch in words: every event, prompt, hint and verdict. Cards read ``10♠``."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from clockspades.cards import PACK, Rank
from clockspades.engine.phrases import symbols
from clockspades.engine.wording import Hint, Names, Survey, Wording, said
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock.clock_bots import chance, chance_of
from clockspades.games.clock.clock_rules import RULES, ClockAction, ClockEvent, ClockState
from clockspades.games.dial_words import by_hour, onto, rank_words, station, where, where_to
from clockspades.language import N_, _, marked, ngettext, percent, pgettext

_DEPTHS: Final = marked("depth of a card, in short", "", "top", "2nd", "3rd", "4th")
_CARDS: Final = marked(
    "card on the clock", "", "the top card at {hour} o'clock", "the second card at {hour} o'clock",
    "the third card at {hour} o'clock", "the fourth card at {hour} o'clock",
)  # fmt: skip
_IN_PILE: Final = marked("card of a pile", "", "the top card", "the second card", "the third card", "the fourth card")
_KINGS: Final = marked(
    "which king turns up", "", "the first king", "the second king", "the third king", "the fourth king"
)


class ClockWords(Wording[ClockState, ClockAction, ClockEvent]):
    rules = RULES
    went_well = N_("You turned up {good} of {all} piles.")

    def describe(self, event: ClockEvent, names: Names) -> str:
        match event:
            case rules.PilesDealt():
                return _("Four cards are dealt face down to each hour and the centre")
            case rules.PlacedUnderPile(card):
                return _("The {card} goes {where}", card=card.symbol, where=where_to(card.rank))
            case rules.TurnedUp(card, pile, kings) if card.rank is Rank.KING:
                which = pgettext("which king turns up", _KINGS[kings])
                return _("The {card} turns up {where}, {which}", card=card.symbol, where=where(pile), which=which)
            case rules.TurnedUp(card, pile):
                return _("The {card} turns up {where}", card=card.symbol, where=where(pile))
            case rules.Exchanged(king, pile, depth, card):
                place = card_at(pile, depth)
                words = N_("The {king} is exchanged for {place}, the {card}")
                return _(words, king=king.symbol, place=place, card=card.symbol)
        return super().describe(event, names)

    def asked(self, view: ClockState, seat: int, names: Names) -> str:
        card = view.in_hand
        assert card is not None, "the cards have been dealt"
        if rules.is_exchange_due(view):
            return ngettext(
                "The {card} is the fourth king. Exchange it for the one card face down.",
                "The {card} is the fourth king. Exchange it for one of {number} cards face down.",
                rules.cards_down(view), card=card.symbol,
            )  # fmt: skip
        return _("Put the {card} {where} and turn up the next card there.", card=card.symbol, where=onto(card.rank))

    def key_rule(self, view: ClockState) -> str:
        return _(
            "The king goes face down into the place of the card that you choose, and the game goes on with that card."
            " When the king comes up again, the game ends: you win if every card is up by then."
        )

    def question(self, view: ClockState) -> str:
        return pgettext("question", "which card for the king?")

    def hints(self, view: ClockState, names: Names) -> tuple[Hint[ClockAction], ...]:
        odds = {action: chance_of(view, action) for action in RULES.legal_actions(view)}
        won = _chance(max(odds.values(), default=Fraction()))
        turning = " ".join((self.prompt(view, names), _("There is no choice."), won))
        return tuple(
            Hint(action, _exchanging(view, action) if isinstance(action, rules.ExchangeKing) else turning, float(share))
            for action, share in sorted(odds.items(), key=lambda each: each[1], reverse=True)
        )

    def phrase(self, action: ClockAction) -> str:
        if not isinstance(action, rules.ExchangeKing):
            return action.do
        return f"exchange {_CARDS[action.depth].format(hour=action.pile)}"

    def doing(self, action: ClockAction) -> str:
        if isinstance(action, rules.ExchangeKing):
            return pgettext("action", "exchange the king for {card}", card=self.chosen(action))
        return pgettext("action", "turn up the next card")

    def chosen(self, action: ClockAction) -> str:
        return card_at(action.pile, action.depth) if isinstance(action, rules.ExchangeKing) else super().chosen(action)

    def survey(self, view: ClockState, seat: int | None, names: Names) -> Survey:
        card = view.in_hand
        held = _("In hand: no card." if card is None else "In hand: the {card}.", card=card.symbol if card else "")
        piles = tuple(_pile(view, pile) for pile in range(1, rules.CENTRE + 1))
        parts = {
            **({"hand": (held,)} if seat is None else {}),
            "clock": piles,
            "kings": (_("Kings: {up} of {all}.", up=rules.kings_up(view), all=rules.KINGS), *_exchange(view)),
            "chances": (_("Cards face up: {up} of {all}.", up=rules.cards_up(view), all=len(PACK)), *_outlook(view)),
        }
        return Survey(() if seat is None else (held,), parts, *by_hour(piles))

    def progress(self, state: ClockState) -> str:
        if state.in_hand is None:
            return pgettext("progress", "not dealt yet")
        return pgettext("progress", "{up} of {all} face up", up=rules.cards_up(state), all=len(PACK))

    def verdict(self, state: ClockState, names: Names) -> str:
        if state.outcome is None:
            return super().verdict(state, names)
        if state.outcome.winners:
            return _("Won: all {all} cards are face up.", all=len(PACK))
        once = N_("Lost: the fourth king turned up with {up} of {all} cards face up.")
        again = N_("Lost: the fourth king turned up again with {up} of {all} cards face up.")
        return _(again if state.exchanged else once, up=rules.cards_up(state), all=len(PACK))

    def regret(self, view: ClockState, made: ClockAction, best: ClockAction, names: Names) -> str:
        words = N_("[you|{name}] exchanged the king for {made} and not for {best}")
        return said(names, 0, words, made=self.chosen(made), best=self.chosen(best))

    def recap(self, history: Sequence[ClockEvent], state: ClockState, seat: int | None) -> str:
        assert state.outcome is not None, "the game is over"
        if state.outcome.winners:
            return pgettext("result", "won after the exchange" if state.exchanged else "won")
        up = {"up": rules.cards_up(state), "all": len(PACK)}
        if state.exchanged:
            return pgettext("result", "lost after the exchange, {up} of {all} face up", **up)
        return pgettext("result", "lost, {up} of {all} face up", **up)

    def picture(self, history: Sequence[ClockEvent], state: ClockState, seat: int) -> tuple[str, Sequence[bool]]:
        return pgettext("steps of a game", "piles"), [not pile for pile in state.face_down]


def card_at(pile: int, depth: int) -> str:
    """The name of a face-down card by its place: ``the top card at 7 o'clock``."""
    return pgettext("card on the clock", _CARDS[depth], hour=pile)


def in_pile(depth: int) -> str:
    """The name of a face-down card where its pile is known: ``the top card``."""
    return pgettext("card of a pile", _IN_PILE[depth])


def in_short(depth: int) -> str:
    """The name of a card by its depth, where there is little room: ``top``, ``2nd``."""
    return pgettext("depth of a card, in short", _DEPTHS[depth])


def _exchanging(view: ClockState, action: rules.ExchangeKing) -> str:
    height, king = len(view.face_down[action.pile - 1]), rules.kings_in_order(view)[-1].symbol
    under, card = height - action.depth, card_at(action.pile, action.depth)
    if under:
        return ngettext(
            "Exchange the {king} for {card}. You lose: the king comes back before the card under it.",
            "Exchange the {king} for {card}. You lose: the king comes back before the {number} cards under it.",
            under, king=king, card=card,
        )  # fmt: skip
    exchange = ngettext(
        "Exchange the {king} for {card}, the only one there.",
        "Exchange the {king} for {card}, the deepest of {number}.",
        height, king=king, card=card,
    )  # fmt: skip
    wins = _("You win if the last card to turn up is one of the {cards}.", cards=rank_words(Rank(action.pile)))
    return f"{exchange} {wins} {_chance(chance_of(view, action))}"


def _chance(odds: Fraction) -> str:
    """The win chance in a sentence; as a fraction too, unless its numbers are large."""
    share = percent(float(odds))
    if not 1 < odds.denominator <= len(PACK):
        return _("Win chance: {share}.", share=share)
    return _("Win chance: {share} ({number} in {all}).", share=share, number=odds.numerator, all=odds.denominator)


def _pile(view: ClockState, pile: int) -> str:
    down, up = view.face_down[pile - 1], view.face_up[pile - 1]
    none = pgettext("cards of a pile", "none")
    words = N_("{place}: {down} face down, {up} face up.")
    return _(words, place=station(pile), down=len(down) or none, up=symbols(up) or none)


def _exchange(view: ClockState) -> Iterator[str]:
    """In Watch whether an exchange is left, and where the exchanged king lies face down."""
    found = rules.king_at(view)
    if found is not None:
        yield _("The exchanged king is {card}, face down.", card=card_at(*found))
    elif view.variant is rules.Variant.WATCH:
        yield _("No exchange is left." if view.exchanged else "One exchange is left.")


def _outlook(view: ClockState) -> Iterator[str]:
    """The win chance in Clock while it is played: there is nothing to decide in it."""
    if view.variant is rules.Variant.CLOCK and view.in_hand is not None and view.outcome is None:
        yield _chance(chance(view))
