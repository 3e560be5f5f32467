"""Clockwork Spades in words: every event, prompt, hint and verdict.

Cards read ``10♠``. Who plays alone at the table is "you"; everyone else is named, and in a replay all are.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.phrases import capital, cards_words, rank_name, ranked, symbols
from clockspades.engine.wording import Hint, Names, Survey, Wording, nsaid, said, told
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_fuse import Fuse, fuse
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkEvent, ClockworkState
from clockspades.games.dial_words import by_hour
from clockspades.language import N_, _, either, listed, ngettext, npgettext, pgettext

KING: Final = rules.KING_OF_SPADES


class ClockworkWords(Wording[ClockworkState, ClockworkAction, ClockworkEvent]):
    rules = RULES
    went_well = N_("You matched on {good} of {all} turns.")

    def describe(self, event: ClockworkEvent, names: Names) -> str:
        match event:
            case rules.TurnBegan(turn, seat, window):
                on = symbols(window)
                return said(names, seat, "Turn {turn}: [you play|{name} plays] on {spades}", turn=turn, spades=on)
            case rules.Drew(seat, cards):
                drawn = cards_words(len(cards)) if cards[0] is UNKNOWN else symbols(cards)
                return said(names, seat, "[You draw|{name} draws] {cards}", cards=drawn)
            case rules.PassedKing(seat, king):
                return said(
                    names, seat, "[You draw|{name} draws] the {king} and [give|gives] it to [you|{other}]", 1 - seat,
                    king=king.symbol,
                )  # fmt: skip
            case rules.Discarded(seat, cards):
                spades = [*dict.fromkeys(spade_at(card.rank) for card in cards)]
                return nsaid(
                    names, seat, "[You discard|{name} discards] {cards}: the {spades} is gone",
                    "[You discard|{name} discards] {cards}: the {spades} are gone", len(spades),
                    cards=symbols(cards), spades=listed(spades),
                )  # fmt: skip
            case rules.Played(seat, cards):
                return said(names, seat, "[You play|{name} plays] {cards}", cards=covering(cards))
            case rules.Took(seat, spade, ()):
                return said(names, seat, "[You take|{name} takes] the {spade}", spade=spade.symbol)
            case rules.Took(seat, spade, covers):
                return nsaid(
                    names, seat, "[You take|{name} takes] the {spade}, and the {cards} on it is discarded",
                    "[You take|{name} takes] the {spade}, and the {cards} on it are discarded", len(covers),
                    spade=spade.symbol, cards=symbols(covers),
                )  # fmt: skip
            case rules.DrewKingOfSpades(seat):
                return said(names, seat, "[You draw|{name} draws] the {king}, the last card", king=KING.symbol)
        return super().describe(event, names)

    def asked(self, view: ClockworkState, seat: int, names: Names) -> str:
        is_last, spades = len(view.window) == 1, either([spade_at(rank) for rank in view.window])
        if UNKNOWN in view.hands[seat]:
            it = N_("{name} must match the {spades}, or take it.")
            words = it if is_last else N_("{name} must match the {spades}, or take one.")
            return _(words, name=names[seat], spades=spades)
        matching = rules.matches(view)
        if matching:
            return said(names, seat, "[You|{name}] must play {cards}.", cards=covering(matching))
        match = N_("[No match|{name} has no match]: take the {spades}.")
        last_match = N_("[No match|{name} has no match]: take the {spades}, the last spade. That ends the game.")
        card = N_("[No cards|{name} has no cards]: take the {spades}.")
        last_card = N_("[No cards|{name} has no cards]: take the {spades}, the last spade. That ends the game.")
        words = (last_match if is_last else match) if view.hands[seat] else (last_card if is_last else card)
        return said(names, seat, words, spades=spades)

    def key_rule(self, view: ClockworkState) -> str:
        pagat = N_("Don't draw the last card, the {king}: it loses, or wins with the other three kings.")
        other = N_(
            "Take fewer spades than the other player, or draw the last card, the {king}, with the other three kings."
        )
        aim = _(pagat if view.rules is rules.RuleSet.PAGAT else other, king=KING.symbol)
        return f"{aim} {_('Without a match you take a spade, and its hour is skipped from then on.')}"

    def question(self, view: ClockworkState) -> str:
        return pgettext("question", "which spade?")

    def outlook(self, view: ClockworkState, names: Names) -> str:
        """Who draws the king of spades as things stand, and if that depends on the spade taken, with each of them."""
        last_cards = fuse(view)
        if last_cards is None:
            return ""
        takes = [action.rank for action in RULES.legal_actions(view) if isinstance(action, rules.TakeSpade)]
        if len({then.last for rank in takes if (then := fuse(view, rank))}) < 2:
            takes = []
        return " ".join([drawing_the_king(last_cards, names), *(taking(view, rank, names) for rank in takes)])

    def hints(self, view: ClockworkState, names: Names) -> tuple[Hint[ClockworkAction], ...]:
        found: list[Hint[ClockworkAction]] = []
        for action in RULES.legal_actions(view):
            if isinstance(action, rules.PlayMatches):
                cards = covering(rules.matches(view))
                words = _("Play {cards}. There is no choice: you must play every match.", cards=cards)
                found.append(Hint(action, f"{words} {_next(view, None, names)}"))
            else:
                found.append(Hint(action, _taking(view, action.rank, names)))
        return tuple(found)

    def phrase(self, action: ClockworkAction) -> str:
        return f"take {spade_at(action.rank)}" if isinstance(action, rules.TakeSpade) else action.do

    def doing(self, action: ClockworkAction) -> str:
        if isinstance(action, rules.TakeSpade):
            return pgettext("action", "take the {spade}", spade=spade_at(action.rank))
        return pgettext("action", "play every match")

    def chosen(self, action: ClockworkAction) -> str:
        if isinstance(action, rules.TakeSpade):
            return pgettext("card", "the {card}", card=spade_at(action.rank))
        return pgettext("what was chosen", "to play every match")

    def meaning(self, view: ClockworkState, events: Sequence[ClockworkEvent], names: Names) -> tuple[str, ...]:
        """Which ranks are not among the cards that stay in the hand: every match must be played (clockwork 5)."""
        stay, missing = len(view.hands[view.seat]), either([rank_name(rank) for rank in view.window])
        match events[0]:
            case rules.Took():
                return (_("Held no {missing}.", missing=missing),) if stay else ()
            case rules.Played(_seat, cards) if stay > len(cards):
                words = ngettext(
                    "The card that stays in hand is no {missing}.", "The cards that stay in hand are no {missing}.",
                    stay - len(cards), missing=missing,
                )  # fmt: skip
                return (words,)
        return ()

    def survey(self, view: ClockworkState, seat: int | None, names: Names) -> Survey:
        hands = tuple(_in_hand(hand, owner, names) for owner, hand in enumerate(view.hands))
        own = () if seat is None else (hands[seat],)
        hours = tuple(_hour(view, spade, names) for spade in rules.SPADES)
        discards = _("The discard pile is empty.")
        if view.discard:
            discards = _("Discard pile: {cards}.", cards=listed([card.symbol for card in view.discard]))
        parts = {
            "clock": hours,
            "hands": tuple(hand for owner, hand in enumerate(hands) if owner != seat),
            "penalties": tuple(line for owner in (0, 1) for line in _penalties(view, owner, names)),
            "discards": (discards,),
            "stock": (_stock(view), *_last_cards(view, names)),
        }
        return Survey(own, parts, *by_hour(hours))

    def points(self, score: int) -> str:
        return penalty_count(score, rules.RuleSet.PAGAT)

    def progress(self, state: ClockworkState) -> str:
        return pgettext("progress", "turn {turn}" if state.turn else "not dealt yet", turn=state.turn)

    def verdict(self, state: ClockworkState, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return super().verdict(state, names)
        fewer, more = sorted(outcome.scores)
        score, by_stock = penalty_count(fewer, state.rules), any(KING in kings for kings in state.kings)
        if not outcome.winners:
            stock = N_("Drawn with {score} each: the stock ran out.")
            return _(stock if by_stock else N_("Drawn with {score} each: the last spade was taken."), score=score)
        [winner] = outcome.winners
        match outcome.reason:
            case rules.ClockworkReason.FOUR_KINGS:
                words = N_("[You win|{name} wins] with all four kings after drawing the {king}.")
            case rules.ClockworkReason.KING_OF_SPADES:
                words = N_("[You win|{name} wins]: [you|{other}] drew the {king} without the other three kings.")
            case _reason if by_stock:
                words = N_("[You win|{name} wins] with {score} to {more}: the stock ran out.")
            case _reason:
                words = N_("[You win|{name} wins] with {score} to {more}: the last spade was taken.")
        return said(names, winner, words, 1 - winner, king=KING.symbol, score=score, more=more)

    def regret(self, view: ClockworkState, made: ClockworkAction, best: ClockworkAction, names: Names) -> str:
        return said(
            names, view.seat, "on turn {turn} [you|{name}] took {made} and not {best}", turn=view.turn,
            made=self.chosen(made), best=self.chosen(best),
        )  # fmt: skip

    def recap(self, history: Sequence[ClockworkEvent], state: ClockworkState, seat: int | None) -> str:
        """How a game ended for a seat or for all; then a mark for each of its turns: a spade taken, or cards played."""
        outcome, (mine, yours) = state.outcome, RULES.scores(state)[:: -1 if seat else 1]
        assert outcome is not None, "the game is over"
        score = {"turns": state.turn, "mine": penalty_count(mine, state.rules), "yours": yours}
        if not outcome.winners:
            ended = pgettext("result", "drawn in {turns} turns, {mine} to {yours}", **score)
        elif seat is None:
            ended = pgettext("result", "ended in {turns} turns, {mine} to {yours}", **score)
        elif seat in outcome.winners:
            ended = pgettext("result", "won in {turns} turns, {mine} to {yours}", **score)
        else:
            ended = pgettext("result", "lost in {turns} turns, {mine} to {yours}", **score)
        return f"{ended} {''.join('-' if played else '♠' for played in _turns(history, seat))}".rstrip()

    def picture(self, history: Sequence[ClockworkEvent], state: ClockworkState, seat: int) -> tuple[str, list[bool]]:
        return pgettext("steps of a game", "turns"), _turns(history, seat)

    def praise(self, history: Sequence[ClockworkEvent], state: ClockworkState, seat: int) -> str:
        """Fewer penalties if they did not decide; else the turns with a match."""
        mine, theirs = (RULES.scores(state)[owner] for owner in (seat, 1 - seat))
        if mine < theirs:
            return _("You took only {mine} to {theirs}.", mine=penalty_count(mine, state.rules), theirs=theirs)
        return super().praise(history, state, seat)

    def ended(self, state: ClockworkState, seat: int) -> str:
        match state.outcome:
            case (winners, _, rules.ClockworkReason.KING_OF_SPADES) if seat in winners:
                return pgettext("result", "won, they drew the king of spades")
            case (_, _, rules.ClockworkReason.KING_OF_SPADES):
                return pgettext("result", "lost, drew the king of spades")
            case (winners, _, rules.ClockworkReason.FOUR_KINGS):
                return pgettext("result", "won with all four kings" if seat in winners else "lost to all four kings")
        return super().ended(state, seat)


def _turns(history: Sequence[ClockworkEvent], seat: int | None) -> list[bool]:
    """For each turn of a seat, or of both, whether cards were played rather than a spade taken."""
    turns = (event for event in history if isinstance(event, rules.Took | rules.Played))
    return [isinstance(event, rules.Played) for event in turns if seat in (None, event.seat)]


def spade_at(rank: int) -> str:
    """The spade of an hour: ``7♠``."""
    return rules.SPADES[rank - 1].symbol


def covering(cards: Sequence[Card]) -> str:
    """Cards played and the spades they are played on: ``8♦ on the 8♠ and 9♣ 9♥ on the 9♠``."""
    by_rank: dict[Rank, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    where = ((symbols(group), spade_at(rank)) for rank, group in by_rank.items())
    return listed(
        [pgettext("cards played", "{cards} on the {spade}", cards=each, spade=spade) for each, spade in where]
    )


def _in_hand(hand: Sequence[Card], owner: int, names: Names) -> str:
    if not hand:
        return said(names, owner, "[You hold|{name} holds] no cards.")
    cards = cards_words(len(hand)) if UNKNOWN in hand else listed([card.symbol for card in hand])
    return said(names, owner, "[You hold|{name} holds] {cards}.", cards=cards)


def _hour(view: ClockworkState, spade: Card, names: Names) -> str:
    hour, pile = int(spade.rank), view.clock[spade.rank - 1]
    words = {"hour": hour, "spade": spade.symbol, "cards": listed([card.symbol for card in pile]) if pile else ""}
    if pile is None:
        owner = 0 if spade in view.taken[0] else 1
        return said(names, owner, "{hour} o'clock is empty: [you|{name}] took the {spade}.", None, **words)
    if spade.rank in view.window and pile:
        return _("{hour} o'clock: the {spade}, in the window, with {cards} on it.", **words)
    if pile:
        return _("{hour} o'clock: the {spade}, with {cards} on it.", **words)
    bare = N_("{hour} o'clock: the {spade}.")
    return _(N_("{hour} o'clock: the {spade}, in the window.") if spade.rank in view.window else bare, **words)


def _penalties(view: ClockworkState, owner: int, names: Names) -> Iterator[str]:
    """What a player took and was given: the penalties under the rule set, then the other kings."""
    kings = view.kings[owner]
    counting = [king for king in kings if view.rules is rules.RuleSet.PAGAT and king is not KING]
    counted = [card.symbol for card in (*view.taken[owner], *counting)]
    score = penalty_count(len(counted), view.rules)
    words = N_("[You have|{name} has] {score}: {cards}." if counted else "[You have|{name} has] {score}.")
    yield said(names, owner, words, score=score, cards=listed(counted or [""]))
    others = [king.symbol for king in kings if king not in counting]
    if others:
        yield nsaid(
            names, owner, "[You|{name}] also [have|has] {kings}, which does not count.",
            "[You|{name}] also [have|has] {kings}, which do not count.", len(others), kings=listed(others),
        )  # fmt: skip


def _stock(view: ClockworkState) -> str:
    if any(KING in kings for kings in view.kings):
        return _("The stock is gone.")
    cards = cards_words(len(view.stock))
    return _("The stock has {cards}, with the {king} underneath.", cards=cards, king=KING.symbol)


def drawing_the_king(last_cards: Fuse, names: Names, *, is_so: bool = True) -> str:
    """Who draws the king of spades as things stand, or after what is only considered."""
    words = N_("As it stands, [you draw|{name} draws] the {king}.")
    if not is_so:
        words = N_("[You then draw|{name} then draws] the {king}.")
    return said(names, last_cards.last, words, king=KING.symbol)


def taking(view: ClockworkState, rank: Rank, names: Names) -> str:
    """Who draws the king of spades if a spade is taken; empty before the last cards, and if it is the last spade."""
    now, then = fuse(view), fuse(view, rank)
    if now is None or then is None:
        return ""
    moves = N_("Take the {spade}, and the {king} moves to [you|{name}].")
    stays = N_("Take the {spade}, and the {king} stays with [you|{name}].")
    return said(names, then.last, moves if now.last != then.last else stays, spade=spade_at(rank), king=KING.symbol)


def _last_cards(view: ClockworkState, names: Names) -> Iterator[str]:
    last_cards = fuse(view)
    if last_cards is not None:
        draws = [*((seat, str(number)) for seat, number in last_cards.turns if number)]
        draws.append((last_cards.last, pgettext("last cards", "the {king}", king=KING.symbol)))
        yield _("As it stands: {draws}.", draws=listed([_draws(names, *each) for each in draws]))


def _draws(names: Names, seat: int, cards: str) -> str:
    other = pgettext("last cards", "{cards} for {name}", cards=cards, name=names[seat])
    return told(names, seat, pgettext("last cards", "{cards} for you", cards=cards), other)


def penalty_count(number: int, rule_set: rules.RuleSet) -> str:
    """How many penalties, or spades where kings do not count (clockwork 11)."""
    if rule_set is rules.RuleSet.PAGAT:
        some = npgettext("score", "{number} penalty", "{number} penalties", number)
        return some if number else pgettext("score", "no penalties")
    some = npgettext("score", "{number} spade", "{number} spades", number)
    return some if number else pgettext("score", "no spades")


def _taking(view: ClockworkState, rank: Rank, names: Names) -> str:
    words, covers, spade = _("Take the {spade}.", spade=spade_at(rank)), view.clock[rank - 1], spade_at(rank)
    if covers:
        words = ngettext(
            "Take the {spade}, and the {cards} on it is discarded.",
            "Take the {spade}, and the {cards} on it are discarded.", len(covers), spade=spade, cards=symbols(covers),
        )  # fmt: skip
    score = penalty_count(RULES.scores(view)[view.seat] + 1, view.rules)
    words += " " + said(names, view.seat, "[You|{name}] then [have|has] {score}.", score=score)
    unseen = sum(card.rank is rank for card in rules.unseen_cards(view))
    if unseen and len(view.taken[0]) + len(view.taken[1]) + 1 < len(rules.SPADES):
        words += " " + capital(_("{cards} still unseen will be dead.", cards=ranked(unseen, rank)))
    return f"{words} {_next(view, rank, names)}"


def _next(view: ClockworkState, taken: Rank | None, names: Names) -> str:
    """What follows: the end of the game if that is certain, otherwise the next two windows."""
    seat, other = view.seat, 1 - view.seat
    clock = list(view.clock)
    if taken is not None:
        clock[taken - 1] = None
    theirs = rules.next_window(clock, view.window[-1])
    if not theirs:
        score = RULES.scores(view)[other]
        return _("That is the last spade, so the game ends. {name} has {score}.", name=names[other], score=score)
    kept = [card for card in view.hands[seat] if card.rank not in view.window]
    if rules.HAND - len(kept) > len(view.stock):
        return _with_the_king_of_spades(view, taken, names)
    mine = rules.next_window(clock, theirs[-1])
    held = [card for card in kept if card.rank in mine]
    some = N_("Then {other} plays on {theirs}, and [you|{name}] on {mine}, already holding {held}.")
    none = N_("Then {other} plays on {theirs}, and [you|{name}] on {mine}, with no match so far.")
    if set(mine) & set(theirs):
        some = N_(
            "Then {other} plays on {theirs}, and [you|{name}] on {mine} (unless {other} takes a spade),"
            " already holding {held}."
        )
        none = N_(
            "Then {other} plays on {theirs}, and [you|{name}] on {mine} (unless {other} takes a spade),"
            " with no match so far."
        )
    windows = {"theirs": symbols(theirs), "mine": symbols(mine), "held": symbols(held)}
    return said(names, seat, some if held else none, other, **windows)


def _with_the_king_of_spades(view: ClockworkState, taken: Rank | None, names: Names) -> str:
    """How the game ends for the seat to act if it draws the king of spades now (clockwork 10)."""
    seat = winner = view.seat
    mine, yours = (len(view.taken[owner]) for owner in (seat, 1 - seat))
    fewer, more = sorted((mine + (taken is not None), yours))
    if len(view.kings[seat]) == len(rules.KINGS):
        words = N_("The stock then runs out: [you draw|{name} draws] the {king} and [win|wins] with all four kings.")
    elif view.rules is rules.RuleSet.PAGAT:
        words = N_("The stock then runs out: [you draw|{name} draws] the {king} and [lose|loses].")
    elif fewer == more:
        words = N_(
            "The stock then runs out: [you draw|{name} draws] the {king} and the game is drawn with {score} each."
        )
    else:
        winner = seat if fewer != yours else 1 - seat
        words = N_(
            "The stock then runs out: [you draw|{name} draws] the {king} and [you win|{other} wins] with {score} to"
            " {more}."
        )
    score = penalty_count(fewer, rules.RuleSet.GAMERULES)
    return said(names, seat, words, winner, king=KING.symbol, score=score, more=more)
