"""Why a play may be good: all that the games of tricks say of it is true, and they say it where they can."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import Card, Rank
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_rules import RANKS as CLOG_RANKS
from clockspades.games.clogs.clogs_rules import RULES as CLOGS_RULES
from clockspades.games.spades.scoring import score_side
from clockspades.games.spades.spades_rules import RULES as SPADES_RULES
from clockspades.games.spades.spades_state import RANKS as SPADE_RANKS
from clockspades.games.spades.spades_state import MakeBid, SpadesState, partner_of
from clockspades.games.tricks import Play, PlayCard

SEATS = [Seat(name, "bot:random") for name in ("Ana", "Ben", "Cyd", "Dov", "Eva", "Flo")]
Facts: TypeAlias = Mapping[str, Callable[[Any, Any, str], bool]]
"""What must hold of a state and an action, with the number that was said, by the pattern of the sentence."""
MODEST = 4
"""Bids below it are made and failed alike."""
LONGEST = 72
"""Characters of the longest reason, which stands below the table after the choice itself."""


def begun(name: str, seed: int, options: Mapping[str, Any]) -> AnySession:
    """A game after its first deal."""
    game = find_game(name)
    assert game is not None
    chosen = game.configure(options)
    session: AnySession = Session(game, chosen, SEATS[: game.seats(chosen)])
    session.deal(Random(seed))
    return session


# -- whatever is played --------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(
    st.integers(0, 2**32),
    st.sampled_from([{}, {"mode": "cutthroat"}, {"players": 3}, {"players": 2}, {"failed_nil": "help"}]),
)
def test_every_reason_in_a_deal_of_spades_is_true(seed: int, options: Mapping[str, Any]) -> None:
    assert all(tell_a_deal(begun("spades", seed, options), Random(seed), IN_SPADES))


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_every_reason_in_a_deal_of_clogs_is_true(seed: int, players: int) -> None:
    assert all(tell_a_deal(begun("clogs", seed, {"players": players}), Random(seed), IN_CLOGS))


def tell_a_deal(session: AnySession, rng: Random, facts: Facts) -> Iterator[str]:
    """Play a deal by chance, and hold each reason on the way against all cards; yields the pattern of each."""
    rules = session.game.rules
    while not rules.deal_due(session.state):
        state, view = session.state, session.view(session.to_act)
        legal = rules.legal_actions(view)
        for action in legal:
            if words := session.game.words.reason(view, action):
                assert len(words) <= LONGEST
                (pattern, match), *more = matching(words, facts)
                assert not more
                assert facts[pattern](state, action, (*match.groups(), "")[0]), words
                yield pattern
        few = [action for action in legal if isinstance(action, MakeBid) and action.tricks < MODEST]
        session.act(rng.choice(few or legal))


def matching(words: str, facts: Facts) -> list[tuple[str, re.Match[str]]]:
    """Which of these sentences the words are."""
    return [(pattern, match) for pattern in facts if (match := re.fullmatch(pattern, words))]


def others(state: Any) -> list[Card]:
    """All cards that may still come from anyone but the seat to act."""
    clogs = [card for row in getattr(state, "clogs", ()) for card in row if card is not None]
    return [*clogs, *(card for seat, hand in enumerate(state.hands) if seat != state.seat for card in hand)]


def best(state: Any, card: Card) -> tuple[Play, ...]:
    """The trick with this card as its last one."""
    return (*state.trick, Play(state.seat, card))


def takes(state: Any, card: Card) -> bool:
    """Whether a card is winning once it lies there."""
    after = state._replace(trick=best(state, card))
    return after.winning.seat == state.seat  # type: ignore[no-any-return]


def nobody_beats(state: Any, card: Card) -> bool:
    """Whether a card stays the winner, whichever hidden card comes after it."""
    trick = best(state, card)
    after = (state._replace(trick=(*trick, Play((state.seat + 1) % 2, other))) for other in others(state))
    return takes(state, card) and all(table.winning.card is card for table in after)


def ends_with(state: Any, card: Card, winner: int) -> bool:
    """Whether a card ends the trick, and who then takes it."""
    return len(best(state, card)) == len(state.hands) and state._replace(trick=best(state, card)).winning.seat == winner


def in_hand(state: Any) -> list[Card]:
    """The cards that may be played from the hand."""
    rules = SPADES_RULES if isinstance(state, SpadesState) else CLOGS_RULES
    return [action.card for action in rules.legal_actions(state) if isinstance(action, PlayCard)]


def nothing_takes(state: Any) -> bool:
    return not any(takes(state, card) for card in in_hand(state))


def below(state: Any, card: Card) -> list[Card]:
    """The lower cards of its suit in the hand."""
    ranks = SPADE_RANKS if isinstance(state, SpadesState) else CLOG_RANKS
    hand = state.hands[state.seat]
    return [other for other in hand if other.suit is card.suit and ranks.index(other.rank) > ranks.index(card.rank)]


def above(cards: list[Card], card: Card, ranks: Sequence[Rank]) -> list[Card]:
    return [other for other in cards if other.suit is card.suit and ranks.index(other.rank) < ranks.index(card.rank)]


def keeps_nil(state: SpadesState, seat: int) -> bool:
    bid = state.bids[seat]
    return bid is not None and bid.is_nil and not state.taken[seat]


def partner(state: SpadesState) -> int:
    found = partner_of(state.settings, state.seat)
    assert found is not None
    return found


def missing(state: SpadesState) -> int:
    """The tricks that a side still needs, as a deal that ends now would be scored."""
    seats = [seat for seat, side in enumerate(state.sides) if side == state.sides[state.seat]]
    bids = [bid for seat in seats if (bid := state.bids[seat]) is not None]
    line = score_side(state.settings.scoring, bids, [state.taken[seat] for seat in seats], 0, 0)
    assert line.contract
    return line.contract - line.tricks


def hidden_that_take(state: Any) -> int:
    """How many of the cards that a clog may be take the trick as it is."""
    return sum(takes(state, card) for card in others(state))


IN_SPADES: Facts = {
    r"You bid nil, and the .* is your lowest \w+\.": lambda state, played, _: (
        not state.trick and keeps_nil(state, state.seat) and not below(state, played.card)
    ),
    r"You bid nil, and the .* can't take this trick\.": lambda state, played, _: (
        keeps_nil(state, state.seat) and not takes(state, played.card)
    ),
    r"It saves your partner's nil from the .*\.": lambda state, played, _: (
        keeps_nil(state, partner(state)) and state.winning.seat == partner(state) and takes(state, played.card)
    ),
    r"Your partner takes this trick\.": lambda state, played, _: ends_with(state, played.card, partner(state)),
    r"Your partner is winning this trick\.": lambda state, played, _: (
        state.winning.seat == partner(state) and not takes(state, played.card)
    ),
    r"Your bid is made: this trick would be a bag\.": lambda state, played, _: (
        missing(state) <= 0 and not takes(state, played.card) and not nothing_takes(state)
    ),
    r"You can't take this trick, so keep your higher \w+\.": lambda state, played, _: (
        nothing_takes(state) and not below(state, played.card) and bool(above(in_hand(state), played.card, SPADE_RANKS))
    ),
    r"You can't take this trick, and have no other \w+\.": lambda state, played, _: (
        nothing_takes(state) and [card.suit for card in state.hands[state.seat]].count(played.card.suit) == 1
    ),
    r"You play last, and it takes the trick\.": lambda state, played, _: ends_with(state, played.card, state.seat),
    r"You play last: no lower card takes the trick\.": lambda state, played, _: (
        ends_with(state, played.card, state.seat)
        and not any(takes(state, card) for card in below(state, played.card) if card in in_hand(state))
    ),
    r"Nobody can beat the .*\.": lambda state, played, _: nobody_beats(state, played.card),
    r"No higher \w+ is left\.": lambda state, played, _: not above(others(state), played.card, SPADE_RANKS),
    r"(?:Your side needs|You need) (\d+) more tricks? for (?:its|your) bid\.": lambda state, played, number: (
        missing(state) == int(number) and takes(state, played.card)
    ),
}
"""What must hold where something is said of a play of Spades."""

IN_CLOGS: Facts = {
    r"Nobody can beat the .*\.": lambda state, played, _: nobody_beats(state, played.card),
    r"You play last, and it takes the trick\.": lambda state, played, _: ends_with(state, played.card, state.seat),
    r"You can't take this trick, so keep your higher \w+\.": lambda state, played, _: (
        nothing_takes(state) and bool(above(in_hand(state), played.card, CLOG_RANKS))
    ),
    r"No clog can beat the .*\.": lambda state, played, _: not hidden_that_take(state),
    r"A clog would beat the .* with only (\d+ of \d+) cards\.": lambda state, played, share: (
        share == f"{hidden_that_take(state)} of {len(others(state))}"
    ),
    r"It wins with (\d+ of) the (\d+) cards that it may be\.": lambda state, played, share: (
        share == f"{hidden_that_take(state)} of" and len(state.trick) + 1 == len(state.hands)
    ),
}
"""What must hold where something is said of a play of Clogs."""


# -- and it is said ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "facts", "deals"), [("spades", IN_SPADES, 24), ("clogs", IN_CLOGS, 6)])
def test_every_reason_is_given_in_some_deal(name: str, facts: Facts, deals: int) -> None:
    found = set(chain.from_iterable(tell_a_deal(begun(name, seed, {}), Random(seed), facts) for seed in range(deals)))
    assert found == set(facts)
