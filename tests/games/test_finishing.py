"""What is proved to be certain is so in every deal that fits, whatever anybody plays."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import shuffled
from clockspades.engine.rules import Outcome, Rules
from clockspades.games.catalogue import find_game
from clockspades.games.german_clock.german_clock_rules import GermanClockState, unseen_cards
from clockspades.games.spades.spades_rules import RULES as SPADES
from clockspades.games.tricks import PlayCard
from puzzles.endings import possible_deals, tricks_left
from tests.games.spades.tables import card, playing, scored, start

AnyRules: TypeAlias = Rules[Any, Any, Any]


def played(name: str, options: dict[str, Any], rng: Random) -> Iterator[tuple[AnyRules, Any, Any]]:
    """Each state of a game in which the first seat decides, and what it sees of it."""
    game = find_game(name)
    assert game is not None
    rules, state = game.rules, game.rules.initial(game.configure(options))
    while state.outcome is None:
        seat = rules.to_act(state)
        if seat == 0:
            yield rules, state, rules.observe(state, 0)
        legal = rules.legal_actions(state)
        action = rules.deal(state, rng) if seat is None else rng.choice((legal[-1], rng.choice(legal)))
        state = rules.reduce(state, action).state


def taken(rules: AnyRules, state: Any) -> Iterator[int]:
    """The tricks that the first seat has in the end by what it claims, for each way in which the others can play."""
    if rules.to_act(state) is None:
        yield state.taken[0]
    elif state.seat == 0:
        action = rules.claim(rules.observe(state, 0))
        assert action in rules.legal_actions(state), "what is proved stays so"
        yield from taken(rules, rules.reduce(state, action).state)
    else:
        for action in rules.legal_actions(state):
            yield from taken(rules, rules.reduce(state, action).state)


@pytest.mark.parametrize(
    ("name", "options", "most"),
    [
        ("spades", {"players": 4, "blind_nil": "off"}, 2),
        ("spades", {"players": 4, "mode": "cutthroat", "blind_nil": "off"}, 2),
        ("spades", {"players": 3, "blind_nil": "off"}, 2),
        ("spades", {"players": 2}, 3),
        ("clogs", {"players": 2, "target": 500}, 3),
        ("clogs", {"players": 4, "target": 500}, 2),
    ],
)
@given(seed=st.integers(0, 9999))
def test_a_claim_holds_in_every_deal_that_fits_whatever_the_others_play(
    name: str, options: dict[str, Any], most: int, seed: int
) -> None:
    for rules, _, view in islice(played(name, options, Random(seed)), 60):
        if 1 < (left := tricks_left(view)) <= most and rules.claim(view) is not None:
            for deal in islice(possible_deals(view, 0), 30):
                assert {*taken(rules, deal)} in ({view.taken[0]}, {view.taken[0] + left})
            return


@pytest.mark.parametrize(
    ("hand", "trick", "bid", "is_broken", "claimed"),
    [
        ("AK.A..", "", 3, True, "AS"),  # two spades are hidden: both are drawn before the ace of hearts
        ("AK.A..", "", 3, False, None),  # the ace of hearts has to be led first, and a spade can beat it
        ("A.A..A", "", 3, True, None),  # one spade may be left when the other was drawn
        ("A..2.2", "KC", 3, True, None),  # the ace of spades takes a trick later
        ("...432", "KC", 3, True, "4C"),  # none of the rest
        ("...Q32", "KC", 3, True, None),  # the queen may take a trick, if it is kept
        ("...Q32", "KC", 0, True, "QC"),
    ],
)
def test_a_claim_draws_trumps_first_or_plays_low_where_nothing_is_to_be_won(
    hand: str, trick: str, bid: int, is_broken: bool, claimed: str | None
) -> None:
    hands = (
        {0: hand, 1: "3..KJ.", 2: ".A..J7", 3: "..AQ."} if trick else {0: hand, 1: "32.K..", 2: ".QJ..K", 3: "..AQ.Q"}
    )
    leader = 3 if trick else 0
    state = playing(hands, trick, f"{bid} 3 3 3", leader=leader, taken=(0, 5, 3, 2), broken=is_broken)
    found = SPADES.claim(SPADES.observe(state, 0))
    assert found == (None if claimed is None else PlayCard(card(claimed)))


def test_a_game_of_spades_is_settled_once_no_share_of_the_tricks_changes_who_wins() -> None:
    for score, is_settled in ((480, True), (300, False)):
        state = playing(
            {0: "3..J.", 1: "..KQ.", 2: "..AT.", 3: "4.2.."}, "", "3 3 3 3", taken=(5, 3, 2, 1),
            state=scored(start(), (score, 100)),
        )  # fmt: skip
        assert SPADES.is_settled(SPADES.observe(state, 0)) is is_settled


# -- what is settled ---------------------------------------------------------------------------------------


def deals_like(state: Any, view: Any, rng: Random) -> Iterator[Any]:
    """The true deal, and others that fit what the first seat sees where it can tell them."""
    yield state
    if not isinstance(view, GermanClockState):
        yield from islice(possible_deals(view, 0), 6)
    elif view.passes == 1:
        yield from (view._replace(stock=shuffled(unseen_cards(view), rng)) for _ in range(3))


def end(rules: AnyRules, state: Any, rng: Random) -> Outcome:
    """How a game ends that is played at random."""
    while state.outcome is None:
        state = rules.reduce(state, rng.choice(rules.legal_actions(state))).state
    outcome: Outcome = state.outcome
    return outcome


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("german-clock", {}),
        ("german-clock", {"redeals": 0}),
        ("german-clock", {"redeals": 2}),
        ("clockwork-spades", {}),
        ("clockwork-spades", {"rules": "gamerules"}),
        ("spades", {"target": 50, "blind_nil": "off"}),
        ("spades", {"target": 50, "players": 3, "blind_nil": "off"}),
    ],
)
@given(seed=st.integers(0, 9999))
def test_what_is_settled_ends_alike_in_every_deal_that_fits_however_it_is_played(
    name: str, options: dict[str, Any], seed: int
) -> None:
    rng = Random(seed)
    for rules, state, view in islice(played(name, options, rng), 300):
        if rules.is_settled(view):
            ends = {end(rules, deal, rng).winners for deal in deals_like(state, view, rng) for _ in range(3)}
            assert len(ends) == 1
            return
