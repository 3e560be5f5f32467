"""The bots of Clogs see only what they may, and what they play deals out with keeps the rules."""

from collections.abc import Iterator
from inspect import isdatadescriptor
from random import Random

import pytest

from clockspades.cards import Card, parse_card, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.clogs.clogs_bots import ClogsSteadyBot, chance, deal_sampler
from clockspades.games.clogs.clogs_rules import LAYOUTS, RULES, ClogsState, TurnClog, beats
from clockspades.games.clogs.playout import CLOG, NUMBERS, Playout
from clockspades.games.tricks import PlayCard
from tests.games.clogs.tables import initial, table

CARDS = {number: card for card, number in NUMBERS.items()}
every_number = pytest.mark.parametrize("players", LAYOUTS)


def random_states(players: int, deals: int, seed: str, target: int = 500) -> Iterator[ClogsState]:
    """Every state of some deals in which a seat decides."""
    rng = Random(f"{seed} {players}")
    state = initial(players, target, rng.randrange(players))
    for _ in range(deals):
        state = RULES.reduce(state, Deal(shuffled(LAYOUTS[players].pack, rng))).state
        while actions := RULES.legal_actions(state):
            yield state
            state = RULES.reduce(state, rng.choice(actions)).state
        if state.outcome is not None:
            return


# -- what is played out with -----------------------------------------------------------------------------


def test_numbers_of_cards_say_which_card_takes_over() -> None:
    for one, number in NUMBERS.items():
        for other, winning in NUMBERS.items():
            for led in (one.suit, other.suit):
                of_suit = one.suit is led
                assert beats(one, other, led) == (number > winning and (of_suit or number ^ winning <= 3))
    assert (NUMBERS[parse_card("AC")], NUMBERS[parse_card("KS")]) == (51, 0)


def assert_same(playout: Playout, state: ClogsState) -> None:
    """AssertionError if a playout does not stand where the public state does."""
    again = Playout.of(state)
    for name, part in vars(Playout).items():
        if isdatadescriptor(part) and (name not in ("led", "best_seat") or state.trick):
            assert getattr(playout, name) == getattr(again, name), name


@every_number
def test_it_goes_as_the_public_rules_do_action_by_action(players: int) -> None:
    rng = Random(players)
    compared = 0
    for game in range(20):
        state = initial(players, 20, game % players)
        while state.outcome is None:
            if RULES.deal_due(state):
                state = RULES.reduce(state, Deal(shuffled(LAYOUTS[players].pack, rng))).state
                playout = Playout.of(state)
            action = rng.choice(RULES.legal_actions(state))
            if isinstance(action, PlayCard):
                goes_on = playout.play_from_hand(NUMBERS[action.card])
            else:
                left = [place for place, clog in enumerate(state.clogs[state.seat]) if clog is not None]
                goes_on = playout.turn_clog(left.index(action.place))
            state = RULES.reduce(state, action).state
            assert goes_on == (state.outcome is None and not RULES.deal_due(state))
            assert playout.scores == [*state.scores]
            if goes_on:
                assert_same(playout, state)
                compared += 1
    assert compared > 500


@every_number
def test_a_deal_is_played_out_as_the_policy_chooses_under_the_public_rules(players: int) -> None:
    """To its end, or to the end of the game; the start stays as it was."""
    for state in random_states(players, 2, "out", target=6):
        start = Playout.of(state)
        playout = start.copy()
        playout.play_out()
        assert_same(start, state)
        while RULES.to_act(state) is not None:
            card = Playout.of(state).choose()
            clogs = [action for action in RULES.legal_actions(state) if isinstance(action, TurnClog)]
            action = clogs[-1] if card == CLOG else PlayCard(CARDS[card])
            state = RULES.reduce(state, action).state
        assert playout.scores == [*state.scores]


@pytest.mark.parametrize(
    ("hand", "trick", "clogs", "chosen"),
    [
        ("9H 2C", "", "5C", None),
        ("9H 2C", "", "", "2C"),
        ("9H 3H", "4H 5H", "", "3H"),
        ("9H 3H 2H", "4H 5H", "", "3H"),
        ("9H 3H 2H", "4H", "", "2H"),
        ("9H 8H", "4H", "5C", "9H"),
        ("4D AC", "4H", "5C", "4D"),
        ("4S AC", "4H", "5C", None),
        ("4S AC", "4H", "", "4S"),
        ("TS AC", "5H", "5C", "TS"),
        ("TS AC", "6H", "5C", None),
        ("9S AC", "5H", "5C", None),
        ("5D TS", "5H", "5C", "5D"),
    ],
)
def test_the_policy(hand: str, trick: str, clogs: str, chosen: str | None) -> None:
    """It leads clogs, takes a trick if it can, the last cheaply, and throws a ten or less on a five or more."""
    seats = len(trick.split())
    hands = ["KS"] * 3
    hands[seats] = hand
    rows = [""] * 3
    rows[seats] = clogs
    state = table(*hands, trick=trick, clogs=(rows[0], rows[1], rows[2]))
    assert Playout.of(state).choose() == (CLOG if chosen is None else NUMBERS[parse_card(chosen)])


# -- what is imagined ------------------------------------------------------------------------------------


@every_number
def test_a_sample_is_a_deal_that_fits(players: int) -> None:
    rng = Random(3)
    for state in random_states(players, 12, "fits"):
        view = RULES.observe(state, state.seat)
        sample = deal_sampler(view)(rng)
        assert RULES.observe(sample, state.seat) == view
        assert sorted(map(str, hidden(sample))) == sorted(map(str, hidden(state)))
        for hand, lacking in zip(sample.hands, state.lacking):
            assert not any(lacking >> card.suit & 1 for card in hand)


def hidden(state: ClogsState) -> list[Card]:
    """The cards that the seat to act cannot see."""
    hands = [card for seat, hand in enumerate(state.hands) if seat != state.seat for card in hand]
    return hands + [clog for row in state.clogs for clog in row if clog is not None]


# -- what is chosen --------------------------------------------------------------------------------------


@every_number
def test_every_choice_is_legal_and_evaluated_and_clogs_are_worth_the_same(players: int) -> None:
    for state in random_states(players, 1, "legal"):
        view = RULES.observe(state, state.seat)
        bot = ClogsSteadyBot(Random(9), samples=3)
        assert bot.choose(view) in RULES.legal_actions(state)
        shares = bot.evaluate(view).shares
        assert tuple(shares) == RULES.legal_actions(state)
        assert all(0 <= share <= 1 for share in shares.values())
        assert len({share for action, share in shares.items() if isinstance(action, TurnClog)}) <= 1


def test_the_last_to_play_takes_a_trick_that_wins_the_game() -> None:
    state = table("KS", "QH 3H", trick="4H", scores=(48, 49))
    bot = ClogsSteadyBot(Random(1))
    assert bot.evaluate(RULES.observe(state, 1)).shares[PlayCard(parse_card("3H"))] == 1
    assert bot.choose(RULES.observe(state, 1)) == PlayCard(parse_card("3H"))


def test_the_trick_is_taken_from_who_needs_one_more() -> None:
    """Else that player has won: whoever leads next to the last trick, it is not lost yet."""
    state = table("KS", "AS 4C", "KD", trick="4H 4D", leader=2, scores=(20, 30, 49))
    assert state.seat == 1
    assert ClogsSteadyBot(Random(1)).choose(RULES.observe(state, 1)) == PlayCard(parse_card("4C"))


# -- how good a score is ---------------------------------------------------------------------------------


def test_who_has_reached_the_target_has_won() -> None:
    assert [chance((50, 49, 3), seat, 50) for seat in range(3)] == [1, 0, 0]


def test_chances_add_up_and_grow_with_the_score() -> None:
    for scores in ([0, 0], [30, 20, 10], [49, 0, 49, 48], [12, 13, 14, 15, 16, 17]):
        chances = [chance(tuple(scores), seat, 50) for seat in range(len(scores))]
        assert sum(chances) == pytest.approx(1)
        assert [scores[seat] for seat in sorted(range(len(scores)), key=chances.__getitem__)] == sorted(scores)
    assert chance((7, 7, 7), 1, 50) == pytest.approx(1 / 3)


@pytest.mark.parametrize(("mine", "yours"), [(1, 2), (3, 5), (10, 13), (20, 26), (50, 40)])
def test_a_chance_between_two_is_about_that_of_a_fair_race(mine: int, yours: int) -> None:
    race: dict[tuple[int, int], float] = {}
    for one in range(mine + 1):
        for other in range(yours + 1):
            won, lost = race.get((one - 1, other), 0.0), race.get((one, other - 1), 0.0)
            race[one, other] = 1.0 if not one else 0.0 if not other else (won + lost) / 2
    assert chance((60 - mine, 60 - yours), 0, 60) == pytest.approx(race[mine, yours], abs=0.08)
