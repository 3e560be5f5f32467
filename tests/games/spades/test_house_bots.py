"""What the bots bid, pass and play by house rules: the policy, and the deals that it plays out."""

from random import Random

import pytest

from clockspades.engine.options import OptionValue
from clockspades.games.spades.core import bits_of
from clockspades.games.spades.hand_evaluation import passed
from clockspades.games.spades.spades_bots import BOTS
from clockspades.games.spades.spades_playouts import policy_bid, usual_choice, worth_of_choices
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_sampling import Knowledge
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase, SpadesState
from clockspades.games.tricks import PlayCard
from tests.games.spades.tables import GAME, bid, bidding, cards, playing, start, suits

LOW, WEAK, STRONG = "32.96432.853.742", "43.Q532.Q32.J432", "AKQ5.AK3.A432.43"


def policy_bids(hand: str, bids: str = "- - - -", seat: int = 0, **options: OptionValue) -> int:
    """The tricks that the policy bids after these bids by seat."""
    return policy_bid(start(**options).settings, bits_of(suits(hand)), [bid(text) for text in bids.split()], seat)


def test_the_policy_bids_nil_on_a_low_hand_where_it_may() -> None:
    assert policy_bids(LOW) == 0
    assert policy_bids(LOW, "- - 0 -") == policy_bids(LOW, nil="off", blind_nil="off") == 1
    assert policy_bids(LOW, "- - 3 -", least_bid=4) == 1
    assert policy_bids(LOW, "- - 4 -", least_bid=4) == 0
    assert policy_bids(WEAK) > 0
    assert policy_bids(WEAK, nil_pass=3) == 0, "it gives what endangers the nil away"


def test_the_policy_bids_as_the_bidding_allows() -> None:
    assert policy_bids(LOW, bidding="suicide") == policy_bids(STRONG, "- - 4 -", bidding="suicide") == 0
    assert policy_bids(LOW, "- - 0 -", bidding="suicide") == 4
    assert policy_bids(STRONG, bidding="suicide") == policy_bids(STRONG)
    assert policy_bids(STRONG, bidding="whiz") == 4
    assert policy_bids(LOW, bidding="whiz") == policy_bids(".96432.8532.7432", bidding="whiz") == 0
    assert policy_bids(STRONG, "- 3 0 4", sum="not-13") != 6
    assert policy_bids(STRONG, "- 2 5 2") > policy_bids(STRONG, "- 2 5 2", ten_for_200="on") == 5


@pytest.mark.parametrize(
    "options",
    [
        {"bidding": "suicide", "nil_pass": 2},
        {"bidding": "whiz"},
        {"least_bid": 4, "sum": "not-13"},
        {"nil": "off", "first_deal": "itself"},
        {"nil_pass": 4, "deck": "deuces", "first_trick": "clubs", "lead_spades": "any"},
        {"mode": "cutthroat", "players": 2, "sum": "not-13", "first_trick": "clubs"},
    ],
    ids=str,
)
def test_what_the_policy_does_is_legal_and_worth_something_in_deals_like_it(options: dict[str, OptionValue]) -> None:
    for seed in range(4):
        state = start(**options)
        state = RULES.reduce(state, GAME.rules.deal(state, Random(seed))).state
        while not state.sheets:
            view = RULES.observe(state, state.seat)
            action = usual_choice(view)
            assert action in RULES.legal_actions(view)
            if state.phase is not SpadesPhase.DRAW and not state.tricks:
                assert action in worth_of_choices(Knowledge(view).deal(Random(seed)), None, (action,))
            state = RULES.reduce(state, action).state


def test_a_nil_passes_high_spades_first_and_its_partner_low_cards_of_short_suits() -> None:
    def given(hand: str, is_nil: bool, number: int) -> int:
        return passed(bits_of(suits(hand)), is_nil, number)

    assert given("KJ.A52.Q432.5432", True, 3) == bits_of(cards("KS JS AH"))
    assert given("AK2.QT543.AK32.4", False, 1) == bits_of(cards("4C"))
    assert given("432.QT543.AKQ.54", False, 2) == bits_of(cards("5C 4C"))
    assert given("5432.AKQ.AKQ.AKQ", False, 3) & bits_of(cards("5S 4S 3S 2S")) == 0


def test_a_bid_expects_the_exchange() -> None:
    """The ace of spades is given away, so that a nil is made in most deals."""
    for number, made in ((0, 0.0), (3, 1.0)):
        state = bidding("A2.8532.7432.964", state=start(nil_pass=number))
        worth = worth_of_choices(state, lambda _, bids, taken: float(not taken[1]), (MakeBid(0),))
        assert worth[MakeBid(0)] == pytest.approx(made, abs=0.2)


def test_spades_that_were_bid_are_dealt_to_who_bid_them() -> None:
    state = start(bidding="mirror")
    state = RULES.reduce(state, GAME.rules.deal(state, Random(1))).state
    knowledge = Knowledge(RULES.observe(state, state.seat))
    for seed in range(20):
        hands = knowledge.deal(Random(seed)).hands
        assert [sum(card.suit.name == "SPADES" for card in hand) for hand in hands] == [
            said.tricks for said in state.bids if said
        ]


def last_of(state: SpadesState) -> str:
    """The card that the policy plays."""
    action = usual_choice(RULES.observe(state, state.seat))
    assert isinstance(action, PlayCard)
    return action.card.text


def test_nobody_ducks_where_bags_cost_nothing() -> None:
    hands = {0: ".A3.32.", 1: ".J4..2", 2: ".9..43", 3: ".765.."}
    for options, played in (({}, "3H"), ({"bags": "off"}, "AH")):
        state = playing(hands, "QH TH 8H", "1 1 1 1", leader=1, taken=(3, 2, 2, 2), state=start(**options))
        assert state.seat == 0
        assert last_of(state) == played


def test_everyone_wants_tricks_where_nobody_bids() -> None:
    hands = {0: ".A3.32.", 1: ".J4..2", 2: ".9..43", 3: ".765.."}
    state = playing(hands, "QH TH 8H", "- - - -", leader=1, taken=(6, 0, 3, 0), state=start(first_deal="itself"))
    assert last_of(state) == "AH"


@pytest.mark.parametrize("bot", ["random", "quick"])
@pytest.mark.parametrize("preset", ["spades-suicide", "spades-for-two"])
def test_a_game_comes_to_its_end(bot: str, preset: str) -> None:
    options = next(found.options for found in GAME.presets if found.name == preset)
    state = GAME.rules.initial(GAME.configure({**options, "target": 200}))
    rng = Random(1)
    bots = [BOTS[bot](Random(seat)) for seat in range(state.settings.players)]
    while state.outcome is None:
        view = RULES.observe(state, state.seat)
        deals = RULES.deal_due(state)
        state = RULES.reduce(state, GAME.rules.deal(state, rng) if deals else bots[state.seat].choose(view)).state
        assert state.number < 60
