"""Clockwork Spades in words: every event, prompt, hint and verdict.

Cards read ``10♠``. Who plays alone at the table is "you"; everyone else is named, and in a replay all are.
"""

from collections.abc import Iterator, Sequence

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.phrases import count, rank_name, ranked, symbols
from clockspades.engine.wording import Hint, Names, Survey, Wording, said, whom
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_fuse import Fuse, fuse
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkEvent, ClockworkState
from clockspades.games.dial_words import HOUR, by_hour
from clockspades.language import either, listed


class ClockworkWords(Wording[ClockworkState, ClockworkAction, ClockworkEvent]):
    rules = RULES
    unit = ("penalty", "penalties")
    went_well = "You matched on {good} of {all} turns."

    def describe(self, event: ClockworkEvent, names: Names) -> str:
        match event:
            case rules.TurnBegan(turn, seat, window):
                words = "Turn {turn}: [you play|{name} plays] on {window}"
                return said(names, seat, words, turn=turn, window=symbols(window))
            case rules.Drew(seat, cards):
                what = count(len(cards), "card") if cards[0] is UNKNOWN else symbols(cards)
                return said(names, seat, "[You draw|{name} draws] {what}", what=what)
            case rules.PassedKing(seat, king):
                words = "[You draw|{name} draws] the {king.symbol} and [give|gives] it to [you|{other}]"
                return said(names, seat, words, king=king, other=1 - seat)
            case rules.Discarded(seat, cards):
                spades = [*dict.fromkeys(spade_at(card.rank) for card in cards)]
                why = f"the {listed(spades)} {'is' if len(spades) == 1 else 'are'} gone"
                return said(names, seat, "[You discard|{name} discards] {cards}: {why}", cards=symbols(cards), why=why)
            case rules.Played(seat, cards):
                return said(names, seat, "[You play|{name} plays] {cards}", cards=covering(cards))
            case rules.Took(seat, spade, covers):
                what = f"the {spade.symbol}{_go_with_it(covers)}"
                return said(names, seat, "[You take|{name} takes] {what}", what=what)
            case rules.DrewKingOfSpades(seat):
                return said(names, seat, "[You draw|{name} draws] the K♠, the last card")
        return super().describe(event, names)

    def asked(self, view: ClockworkState, seat: int, names: Names) -> str:
        is_last = len(view.window) == 1
        spades = either([spade_at(rank) for rank in view.window])
        if UNKNOWN in view.hands[seat]:
            return f"{names[seat]} must match the {spades}, or take {'it' if is_last else 'one'}."
        matching = rules.matches(view)
        if matching:
            return said(names, seat, "[You|{name}] must play {cards}.", cards=covering(matching))
        why = "No match" if view.hands[seat] else "No cards"
        take = f"take the {spades}, the last spade. That ends the game." if is_last else f"take the {spades}."
        return said(names, seat, "[{why}|{name} has {nothing}]: {take}", why=why, take=take, nothing=why.lower())

    def key_rule(self, view: ClockworkState) -> str:
        if view.rules is rules.RuleSet.PAGAT:
            return (
                "Don't draw the last card, the K♠: it loses, or wins with the other three kings."
                " Without a match you take a spade, and its hour is skipped from then on."
            )
        return (
            "Take fewer spades than the other player, or draw the last card, the K♠, with the other three kings."
            " Without a match you take a spade, and its hour is skipped from then on."
        )

    def question(self, view: ClockworkState) -> str:
        return "which spade?"

    def outlook(self, view: ClockworkState, names: Names) -> str:
        """Who draws the king of spades as things stand, and if that depends on the spade taken, with each of them."""
        last_cards = fuse(view)
        if last_cards is None:
            return ""
        takes = [action.rank for action in RULES.legal_actions(view) if isinstance(action, rules.TakeSpade)]
        if len({told.last for rank in takes if (told := fuse(view, rank))}) < 2:
            takes = []
        return " ".join([drawing_the_king(last_cards, names), *(taking(view, rank, names) for rank in takes)])

    def hints(self, view: ClockworkState, names: Names) -> tuple[Hint[ClockworkAction], ...]:
        found: list[Hint[ClockworkAction]] = []
        for action in RULES.legal_actions(view):
            if isinstance(action, rules.PlayMatches):
                words = f"Play {covering(rules.matches(view))}. There is no choice: you must play every match."
                found.append(Hint(action, f"{words} {_next(view, None, names)}"))
            else:
                found.append(Hint(action, _taking(view, action.rank, names)))
        return tuple(found)

    def phrase(self, action: ClockworkAction) -> str:
        return f"take {spade_at(action.rank)}" if isinstance(action, rules.TakeSpade) else action.do

    def doing(self, action: ClockworkAction) -> str:
        return f"take {self.chosen(action)}" if isinstance(action, rules.TakeSpade) else "play every match"

    def chosen(self, action: ClockworkAction) -> str:
        return f"the {spade_at(action.rank)}" if isinstance(action, rules.TakeSpade) else "to play every match"

    def meaning(self, view: ClockworkState, events: Sequence[ClockworkEvent], names: Names) -> tuple[str, ...]:
        """Which ranks are not among the cards that stay in the hand: every match must be played (clockwork 5)."""
        stay, missing = len(view.hands[view.seat]), either([rank_name(rank) for rank in view.window])
        match events[0]:
            case rules.Took():
                return (f"Held no {missing}.",) if stay else ()
            case rules.Played(_, cards) if stay > len(cards):
                kept = "The card that stays in hand is" if stay - len(cards) == 1 else "The cards that stay in hand are"
                return (f"{kept} no {missing}.",)
        return ()

    def survey(self, view: ClockworkState, seat: int | None, names: Names) -> Survey:
        """A seat's hand; then the clock hour by hour, the other hands, penalties, the discard pile and the stock."""
        hands = tuple(
            said(names, owner, "[You hold|{name} holds] {cards}.", cards=_in_hand(hand))
            for owner, hand in enumerate(view.hands)
        )
        own = () if seat is None else (hands[seat],)
        hours = tuple(_hour(view, spade, names) for spade in rules.SPADES)
        discards = "The discard pile is empty."
        if view.discard:
            discards = f"Discard pile: {listed([card.symbol for card in view.discard])}."
        parts = {
            "clock": hours,
            "hands": tuple(hand for owner, hand in enumerate(hands) if owner != seat),
            "penalties": tuple(line for owner in (0, 1) for line in _penalties(view, owner, names)),
            "discards": (discards,),
            "stock": (_stock(view), *_last_cards(view, names)),
        }
        return Survey(own, parts, by_hour(hours), HOUR)

    def progress(self, state: ClockworkState) -> str:
        """Which turn it is."""
        return f"turn {state.turn}" if state.turn else "not dealt yet"

    def verdict(self, state: ClockworkState, names: Names) -> str:
        outcome = state.outcome
        if outcome is None:
            return "The game is not over."
        mine, yours = outcome.scores
        by_stock = any(rules.KING_OF_SPADES in kings for kings in state.kings)
        why = "the stock ran out" if by_stock else "the last spade was taken"
        if not outcome.winners:
            return f"Drawn with {penalty_count(mine, state.rules)} each: {why}."
        winner, loser = outcome.winners[0], 1 - outcome.winners[0]
        if outcome.reason is rules.ClockworkReason.FOUR_KINGS:
            return said(names, winner, "[You win|{name} wins] with all four kings after drawing the K♠.")
        if outcome.reason is rules.ClockworkReason.KING_OF_SPADES:
            drew = f"{whom(names, loser)} drew the K♠ without the other three kings"
            return said(names, winner, "[You win|{name} wins]: {drew}.", drew=drew)
        fewer, more = sorted((mine, yours))
        score = f"{penalty_count(fewer, state.rules)} to {more}: {why}"
        return said(names, winner, "[You win|{name} wins] with {score}.", score=score)

    def regret(self, view: ClockworkState, made: ClockworkAction, best: ClockworkAction, names: Names) -> str:
        return f"on turn {view.turn} {whom(names, view.seat)} took {self.chosen(made)} and not {self.chosen(best)}"

    def recap(self, history: Sequence[ClockworkEvent], state: ClockworkState, seat: int | None) -> str:
        """How a game ended for a seat or for all; then a mark for each of its turns: a spade taken, or cards played."""
        outcome, (mine, yours) = state.outcome, RULES.scores(state)[:: -1 if seat else 1]
        assert outcome is not None, "the game is over"
        drawn, won = "drawn" if not outcome.winners else "", "won" if seat in outcome.winners else "lost"
        ended = drawn or ("ended" if seat is None else won)
        marks = "".join("-" if played else "♠" for played in _turns(history, seat))
        return f"{ended} in {state.turn} turns, {penalty_count(mine, state.rules)} to {yours} {marks}".rstrip()

    def picture(
        self, history: Sequence[ClockworkEvent], state: ClockworkState, seat: int
    ) -> tuple[str, Sequence[bool]]:
        """The turns of ``seat``, and on which it played cards and took no spade."""
        return "turns", _turns(history, seat)

    def praise(self, history: Sequence[ClockworkEvent], state: ClockworkState, seat: int) -> str:
        """Fewer penalties if they did not decide; else the turns with a match."""
        mine, theirs = (RULES.scores(state)[owner] for owner in (seat, 1 - seat))
        if mine < theirs:
            return f"You took only {penalty_count(mine, state.rules)} to {theirs}."
        return super().praise(history, state, seat)

    def ended(self, state: ClockworkState, seat: int) -> str:
        match state.outcome:
            case (winners, _, rules.ClockworkReason.KING_OF_SPADES):
                return "won, they drew the king of spades" if seat in winners else "lost, drew the king of spades"
            case (winners, _, rules.ClockworkReason.FOUR_KINGS):
                return "won with all four kings" if seat in winners else "lost to all four kings"
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
    groups = [f"{symbols(group)} on the {spade_at(rank)}" for rank, group in by_rank.items()]
    return listed(groups)


def _in_hand(hand: Sequence[Card]) -> str:
    """The cards of a hand, or how many there are if they are hidden."""
    if UNKNOWN in hand:
        return count(len(hand), "card")
    return listed([card.symbol for card in hand]) if hand else "no cards"


def _hour(view: ClockworkState, spade: Card, names: Names) -> str:
    hour, pile = f"{spade.rank.value} o'clock", view.clock[spade.rank - 1]
    if pile is None:
        return f"{hour} is empty: {whom(names, 0 if spade in view.taken[0] else 1)} took the {spade.symbol}."
    window = ", in the window" if spade.rank in view.window else ""
    covers = f", with {listed([card.symbol for card in pile])} on it" if pile else ""
    return f"{hour}: the {spade.symbol}{window}{covers}."


def _penalties(view: ClockworkState, owner: int, names: Names) -> Iterator[str]:
    """What a player took and was given: the penalties under the rule set, then the other kings."""
    kings = view.kings[owner]
    counting = [king for king in kings if view.rules is rules.RuleSet.PAGAT and king is not rules.KING_OF_SPADES]
    counted = [*view.taken[owner], *counting]
    cards = f": {listed([card.symbol for card in counted])}" if counted else ""
    penalties = f"{penalty_count(len(counted), view.rules)}{cards}"
    yield said(names, owner, "[You have|{name} has] {penalties}.", penalties=penalties)
    others = [king.symbol for king in kings if king not in counting]
    if others:
        which = f"{listed(others)}, which {'does' if len(others) == 1 else 'do'} not count"
        yield said(names, owner, "[You|{name}] also [have|has] {which}.", which=which)


def _stock(view: ClockworkState) -> str:
    if any(rules.KING_OF_SPADES in kings for kings in view.kings):
        return "The stock is gone."
    return f"The stock has {count(len(view.stock), 'card')}, with the {rules.KING_OF_SPADES.symbol} underneath."


def drawing_the_king(last_cards: Fuse, names: Names, *, is_so: bool = True) -> str:
    """Who draws the king of spades as things stand, or after what is only considered."""
    words = "As it stands, [you draw|{name} draws] the K♠." if is_so else "[You then draw|{name} then draws] the K♠."
    return said(names, last_cards.last, words)


def taking(view: ClockworkState, rank: Rank, names: Names) -> str:
    """Who draws the king of spades if a spade is taken; empty before the last cards, and if it is the last spade."""
    now, then, spade = fuse(view), fuse(view, rank), spade_at(rank)
    if now is None or then is None:
        return ""
    words = "moves to" if now.last != then.last else "stays with"
    return f"Take the {spade}, and the K♠ {words} {whom(names, then.last)}."


def _last_cards(view: ClockworkState, names: Names) -> Iterator[str]:
    """Who draws each of the last cards, as things stand."""
    last_cards = fuse(view)
    if last_cards is not None:
        turns = [f"{number} for {whom(names, seat)}" for seat, number in last_cards.turns if number]
        yield f"As it stands: {listed([*turns, f'the K♠ for {whom(names, last_cards.last)}'])}."


def penalty_count(number: int, rule_set: rules.RuleSet) -> str:
    """How many penalties, or spades where kings do not count (clockwork 11)."""
    return count(number, "penalty", "penalties") if rule_set is rules.RuleSet.PAGAT else count(number, "spade")


def _go_with_it(covers: tuple[Card, ...]) -> str:
    if not covers:
        return ""
    return f", and the {symbols(covers)} on it {'is' if len(covers) == 1 else 'are'} discarded"


def _taking(view: ClockworkState, rank: Rank, names: Names) -> str:
    spade, covers = rules.SPADES[rank - 1], view.clock[rank - 1] or ()
    then = penalty_count(RULES.scores(view)[view.seat] + 1, view.rules)
    has = said(names, view.seat, "[You|{name}] then [have|has] {then}.", then=then)
    words = f"Take the {spade.symbol}{_go_with_it(covers)}. {has}"
    unseen = sum(card.rank is rank for card in rules.unseen_cards(view))
    if unseen and len(view.taken[0]) + len(view.taken[1]) + 1 < len(rules.SPADES):
        words += f" {ranked(unseen, rank).capitalize()} still unseen will be dead."
    return f"{words} {_next(view, rank, names)}"


def _next(view: ClockworkState, taken: Rank | None, names: Names) -> str:
    """What follows: the end of the game if that is certain, otherwise the next two windows."""
    seat, other = view.seat, names[1 - view.seat]
    clock = list(view.clock)
    if taken is not None:
        clock[taken - 1] = None
    theirs = rules.next_window(clock, view.window[-1])
    if not theirs:
        return f"That is the last spade, so the game ends. {other} has {RULES.scores(view)[1 - seat]}."
    kept = [card for card in view.hands[seat] if card.rank not in view.window]
    if rules.HAND - len(kept) > len(view.stock):
        return f"The stock then runs out: {_with_the_king_of_spades(view, taken, names)}."
    mine = rules.next_window(clock, theirs[-1])
    held = [card for card in kept if card.rank in mine]
    have = f"already holding {symbols(held)}" if held else "with no match so far"
    unless = f" (unless {other} takes a spade)" if set(mine) & set(theirs) else ""
    after = f"{symbols(mine)}{unless}, {have}"
    words = "Then {them} plays on {spades}, and [you|{name}] on {after}."
    return said(names, seat, words, them=other, spades=symbols(theirs), after=after)


def _with_the_king_of_spades(view: ClockworkState, taken: Rank | None, names: Names) -> str:
    """How the game ends for the seat to act if it draws the king of spades now (clockwork 10)."""
    seat = view.seat
    if len(view.kings[seat]) == len(rules.KINGS):
        return said(names, seat, "[you draw|{name} draws] the K♠ and [win|wins] with all four kings")
    if view.rules is rules.RuleSet.PAGAT:
        return said(names, seat, "[you draw|{name} draws] the K♠ and [lose|loses]")
    mine, yours = (len(view.taken[owner]) for owner in (seat, 1 - seat))
    fewer, more = sorted((mine + (taken is not None), yours))
    draws = said(names, seat, "[you draw|{name} draws] the K♠")
    if fewer == more:
        return f"{draws} and the game is drawn with {count(fewer, 'spade')} each"
    winner, score = seat if fewer != yours else 1 - seat, f"{count(fewer, 'spade')} to {more}"
    wins = said(names, winner, "[you win|{name} wins] with {score}", score=score)
    return f"{draws} and {wins}"
