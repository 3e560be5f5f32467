"""The bots see only what they may; the steady one does none of what players complain of, with a test deal for each."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

import pytest

from clockspades.cards import PACK, Card
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Deal
from clockspades.engine.share import generator, read_code
from clockspades.games.spades.core import bits_of
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.spades_bots import SpadesRandomBot, SpadesSteadyBot
from clockspades.games.spades.spades_playouts import (
    chances_of_choices,
    lead_of_deal,
    nil_risk,
    usual_choice,
    worth_of_choices,
)
from clockspades.games.spades.spades_rules import RULES, suits_lacking
from clockspades.games.spades.spades_state import (
    DRAWING,
    PACKS,
    DrawCard,
    LookAtCards,
    MakeBid,
    PassCards,
    SpadesAction,
    SpadesPhase,
    SpadesState,
    beats,
    in_order,
)
from clockspades.games.spades.win_chances import win_chances
from clockspades.games.tricks import Play, PlayCard, Trick, clockwise, winning_play
from tests.bench.spades import Setting
from tests.games.spades.tables import GAME, bid, bidding, card, dealt, hands_with, scored, start, suits

SEEDS = range(2)


def choices(state: SpadesState, seeds: Sequence[int] = SEEDS) -> set[str]:
    """What the steady bot does here, in words, with a few generators."""
    view = RULES.observe(state, state.seat)
    return {GAME.words.phrase(SpadesSteadyBot(Random(seed)).choose(view)) for seed in seeds}


def bid_of(hand: str, bids: str = "", *, state: SpadesState | None = None, seeds: Sequence[int] = SEEDS) -> set[int]:
    """The tricks that the steady bot bids on this hand, over several deals of the others."""
    found = set()
    for seed in seeds:
        table = bidding(hand, bids, state=state, seed=seed)
        action = SpadesSteadyBot(Random(seed)).choose(RULES.observe(table, table.seat))
        assert isinstance(action, MakeBid)
        found.add(action.tricks)
    return found


def test_the_lead_of_a_deal_is_what_a_side_scores_more_than_the_best_other() -> None:
    bids = [Bid(3), Bid(4), Bid(2), Bid(1)]
    partners = bidding("AK2.A32.K432.432")
    assert lead_of_deal(partners._replace(seat=0), bids, (3, 5, 2, 3)) == 50 - 53
    assert lead_of_deal(partners._replace(seat=3), bids, (3, 5, 2, 3)) == 53 - 50
    assert lead_of_deal(partners._replace(seat=1), bids, (5, 3, 4, 1)) == -50 - 54
    alone = start(mode="cutthroat", players=4)
    assert lead_of_deal(alone._replace(seat=0), bids, (3, 5, 2, 3)) == 30 - 41


# -- bidding ---------------------------------------------------------------------------------------------


def test_steady_bids_what_a_hand_is_worth() -> None:
    assert bid_of("AKQ5.AK3.A432.43") <= {5, 6, 7}
    assert bid_of("AK2.A32.K432.432") <= {3, 4}
    assert bid_of("AKQJT9876.AKQ.A.") <= {10, 11, 12, 13}


@pytest.mark.parametrize("hand", ["AKQJT98765432...", "AKQJT9876543.A..", "AKQJT98765.A.A.A"])
@pytest.mark.parametrize("bids", ["", "3", "4 0 2"])
def test_steady_bids_every_trick_that_is_sure(hand: str, bids: str) -> None:
    assert bid_of(hand, bids, seeds=range(2, 4)) == {13}


def test_steady_bids_nil_when_the_hand_is_made_for_it() -> None:
    assert bid_of("2.8532.7432.9642") == {0}
    assert bid_of("32.96432.853.742", "4 3") == {0}


def test_steady_bids_nil_for_its_points_where_a_trick_could_be_had() -> None:
    """Were a nil worth nothing, a bid of 1 would be worth more on both hands."""
    assert bid_of("432.Q532.Q32.J42", "5 3 3") == {0}
    assert bid_of("32.K5432.Q432.42", "5 4 2") == {0}


def test_steady_bids_nil_beside_a_high_bid_of_its_partner() -> None:
    assert bid_of("Q32.8532.742.964", "3 8 1") == {0}


@pytest.mark.thorough
def test_steady_bids_more_beside_a_nil_of_its_partner() -> None:
    """Its partner takes no trick, and leaves it those that both could take."""
    assert min(bid_of("AKQ5.AK3.A432.43", "3 0 3")) > max(bid_of("AKQ5.AK3.A432.43", "3 3 3"))


def test_steady_bids_no_nil_on_a_hand_that_takes_a_trick() -> None:
    assert 0 not in bid_of("A2.8532.7432.964")
    assert 0 not in bid_of("KQ.8532.7432.964")
    assert 0 not in bid_of("432.AK2.A432.432")


def test_steady_bids_no_nil_that_a_weak_partner_hardly_covers() -> None:
    """The policy makes some 80% of these nils; of nils like them four who search make 55%."""
    assert 0 not in bid_of("T83.6.AKT763.Q83", "3 2 3") | bid_of("Q52.43.AQ654.952", "3 2 3")
    assert 0 not in bid_of("J74.AJT8653.T.T5", "4 2 2")


def test_a_nil_fails_more_often_the_more_dangerous_its_cards_and_the_less_its_partner_covers() -> None:
    def risk(hand: str, partner: int, enemys: str = "3") -> float:
        bids = [said for said in map(bid, ("0", enemys, str(partner), "4")) if said]
        return nil_risk(bits_of(suits(hand)), start().settings, bids, 0)

    assert risk("32.96432.853.742", 3) == 0
    assert risk("QT2.A96.KT32.K42", 3) == pytest.approx(0.3, abs=0.1)
    assert risk("QT2.A96.KT32.K42", 6) < 0.1
    assert risk("QT2.A96.KT32.K42", 3, "blind") > 0.6


def looking(scores: tuple[int, int], bids: str = "", **options: OptionValue) -> SpadesState:
    """A player of the second side is to look or to bid a blind nil; its partner and one before have looked and bid."""
    state = bidding("2.8532.7432.9642", state=scored(start(**options), scores))
    for said in bids.split():
        state = state if state.looked[state.seat] else RULES.reduce(state, LookAtCards()).state
        state = RULES.reduce(state, MakeBid(int(said))).state
    assert not state.looked[state.seat]
    return state


def test_steady_gambles_on_a_blind_nil_when_it_is_far_behind() -> None:
    """At 120 to 420 contracts come too late; with a blind nil made the game is open again."""
    assert choices(looking((420, 120), "4 3")) == {"bid blind nil"}


@pytest.mark.parametrize("scores", [(420, 120), (450, 350)])
def test_the_policy_bids_a_blind_nil_where_that_wins_more_games(scores: tuple[int, int]) -> None:
    assert usual_choice(looking(scores, "4 3")) == MakeBid(0, blind=True)
    assert usual_choice(looking(scores, "0 3")) == LookAtCards(), "not beside a nil of its partner"


def test_the_policy_looks_where_a_blind_nil_can_wait() -> None:
    """With the blind nil made at 300 to 150, none is open in the next deal; and if not, there is one more to make."""
    assert usual_choice(looking((300, 150))) == LookAtCards()


def test_the_policy_bids_a_blind_nil_sooner_if_its_bags_will_cost() -> None:
    state = bidding("2.8532.7432.9642", state=scored(start(), (325, 159), bags=(5, 9)))
    assert usual_choice(state) == MakeBid(0, blind=True)
    state = bidding("2.8532.7432.9642", state=scored(start(), (325, 159)))
    assert usual_choice(state) == LookAtCards()


def test_the_policy_bids_no_blind_nil_where_nobody_takes_its_high_cards() -> None:
    state = scored(start(mode="cutthroat"), (420, 120, 420, 420))
    assert usual_choice(bidding("2.8532.7432.9642", state=state)) == LookAtCards()


@pytest.mark.parametrize("scores", [(420, 120)])
def test_a_blind_nil_is_worth_what_was_expected_before_it(scores: tuple[int, int]) -> None:
    """What is expected of a seat before it chooses is what its better choice is worth, within the error of both."""
    view = RULES.observe(looking(scores, "4 3"), 3)
    found = max(SpadesSteadyBot(Random(1)).evaluate(view, 4).shares.values())
    assert fmean(SpadesSteadyBot(Random(2)).expect(view, 3, 4)) == pytest.approx(found, abs=0.06)


@pytest.mark.thorough
def test_a_partner_is_expected_to_bid_a_blind_nil_too() -> None:
    """After a look at 350 to 450 the partner can still bid one, which nearly wins the game."""
    first, second = (looking((450, 350), bids) for bids in ("", "4 3"))
    shares = [SpadesSteadyBot(Random(1)).evaluate(RULES.observe(state, state.seat)).shares for state in (first, second)]
    assert shares[0][LookAtCards()] > shares[1][LookAtCards()] + 0.4


def test_a_blind_nil_is_bid_where_the_exchange_makes_it_good_and_not_only_because_it_may_be() -> None:
    """With three cards, four who search make 82%, and a side scores 199 ± 16 a deal more than one that looks."""
    always, alone = (bidding("QT2.A96.KT32.K42", state=start(blind_nil="always", blind_pass=n)) for n in (3, 0))
    assert choices(always) == {"bid blind nil"}
    assert choices(alone) == {"look"}
    assert usual_choice(alone) == LookAtCards()


def test_steady_gambles_less_where_no_partner_takes_its_high_cards() -> None:
    alone = start(mode="cutthroat", blind_nil="always")
    assert choices(bidding("2.8532.7432.9642", state=alone)) == {"look"}


# -- passing ---------------------------------------------------------------------------------------------


def passing(hand: str, bids: str) -> SpadesState:
    """All have bid, and the first cards are to be passed: by seat 1 if its bid was blind, else by its partner."""
    state = bidding(hand, state=start(blind_nil="always"))
    for said in bids.split():
        if said != "blind":
            state = RULES.reduce(state, LookAtCards()).state
        state = RULES.reduce(state, MakeBid(0, blind=True) if said == "blind" else MakeBid(int(said))).state
    assert state.phase is SpadesPhase.PASS
    return state


def test_a_blind_bidder_gives_away_what_would_take_a_trick() -> None:
    state = passing("AK2.A32.Q432.432", "blind 3 3 3")
    assert choices(state) == {"pass A♠ K♠ A♥"}


def test_the_partner_of_a_blind_bidder_gives_low_cards_and_keeps_what_covers() -> None:
    state = passing("AK2.A32.Q432.K32", "3 3 blind 3")
    state = RULES.reduce(state, PassCards(state.hands[3][:3])).state
    assert state.seat == 1
    chosen = SpadesSteadyBot(Random(1)).choose(RULES.observe(state, 1))
    assert isinstance(chosen, PassCards)
    assert {given.text for given in chosen.cards} == {"2H", "2C", "3C"}, "of its short suits"


# -- play: the partner -----------------------------------------------------------------------------------


def at_the_table(
    hand: str,
    trick: str,
    bids: str,
    gone: str = "",
    winners: str = "",
    *,
    scores: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    seed: int = 0,
) -> SpadesState:
    """Seat 0 is to act with this hand after the plays to a trick; the hands of the others are drawn.

    ``gone`` are the tricks before, their cards in the order played, and ``winners`` the seats that took them.
    """
    table, mine, on_trick = scored(start(), scores, bags), suits(hand), [card(text) for text in trick.split()]
    before = [tuple(map(card, text.split())) for text in gone.split(",") if text]
    out = {*mine, *on_trick, *(old for plays in before for old in plays)}
    rest = Random(seed).sample([other for other in PACK if other not in out], 52 - len(out))
    leader = -len(on_trick) % 4
    hands = [mine]
    for seat in (1, 2, 3):
        size = len(mine) - (seat >= leader > 0)
        hands.append(tuple(rest[:size]))
        del rest[:size]
    assert not rest, f"{len(rest)} cards are left over"
    table = table._replace(
        number=2, phase=SpadesPhase.PLAY, seat=0, leader=leader, broken=True, hands=tuple(map(in_order, hands)),
        trick=tuple(Play((leader + turn) % 4, played) for turn, played in enumerate(on_trick)),
        tricks=tuple(trick_taken(plays, int(winner)) for plays, winner in zip(before, winners, strict=True)),
        bids=tuple(bid(text) for text in bids.split()),
    )  # fmt: skip
    for held, lacking in zip(table.hands, suits_lacking(table), strict=True):
        assert not any(lacking >> other.suit & 1 for other in held), "who is shown void is void"
    return table


def trick_taken(cards: Sequence[Card], winner: int) -> Trick:
    """A trick of these cards, led by whoever makes this seat take it."""
    best = winning_play([Play(turn, played) for turn, played in enumerate(cards)], beats)
    assert best is not None
    return Trick(tuple(map(Play, clockwise((winner - best.seat) % 4, 4), cards)), winner)


def plays_of(hand: str, trick: str, bids: str, gone: str = "", winners: str = "", **score: tuple[int, int]) -> set[str]:
    """The cards that the steady bot plays there, over several deals of the others."""
    found = set()
    for seed in SEEDS:
        state = at_the_table(hand, trick, bids, gone, winners, seed=seed, **score)
        action = SpadesSteadyBot(Random(seed)).choose(RULES.observe(state, 0))
        assert isinstance(action, PlayCard)
        found.add(action.card.text)
    return found


def test_steady_does_not_trump_a_trick_that_its_partner_is_winning() -> None:
    """The partner's ace has the trick, and all others have played."""
    assert not {text for text in plays_of("K62..QJ653.J6543", "4H AH 5H", "3 3 3 3") if text.endswith("S")}


def test_steady_does_not_overtake_its_partner_without_need() -> None:
    """The partner's queen has the trick, and all others have played: ace and king take tricks of their own."""
    assert plays_of("K62.AK2.QJ6.J543", "4H QH 5H", "4 2 4 2") == {"2H"}


@pytest.mark.thorough
def test_steady_makes_none_of_the_plain_mistakes_in_the_last_seat() -> None:
    """A few deals are imagined for each card, so that the search errs often."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    setting = Setting(("steady", "steady"), bids="policy", effort=0.01, seed=2)
    for number in range(12):
        setting.play(number, 0, counts)
    found = counts[0] + counts[1]
    assert found["could take over"] > 1
    assert found["won last"] > 8
    assert not found["took over"] + found["won too high"]


def test_steady_covers_its_partners_nil() -> None:
    assert plays_of("K62.K2.QJ65.J654", "4H 9H 5H", "4 3 0 3") == {"KH"}


def test_steady_covers_its_partners_nil_when_it_wants_no_trick_itself() -> None:
    """Its own contract is made, and the tenth bag costs 100 points; the nil is worth more."""
    bids, winners = "3 5 0 4", "0001111333"
    assert plays_of("2.K3..", "7H 9H 8H", bids, GONE, winners, scores=(300, 300), bags=(9, 0)) == {"KH"}


def test_steady_leads_nothing_that_its_partners_nil_could_be_stuck_with() -> None:
    """A low heart would be that, where it has the ace and the king as well."""
    assert "2H" not in plays_of("K62.AK2.QJ65.J65", "", "4 3 0 3")


# -- play: the other seats -------------------------------------------------------------------------------


def test_steady_trumps_an_ace_but_no_low_card_that_its_partner_may_beat() -> None:
    assert plays_of("K62..QJ6532.J643", "AH", "4 3 3 3") == {"2S"}
    assert not {text for text in plays_of("QJ2..K96532.J643", "4H", "4 3 3 3") if text.endswith("S")}


def test_steady_wins_third_with_the_cheapest_of_equal_cards() -> None:
    assert plays_of("K62.QJ3.QJ65.J65", "9H TH", "4 3 4 2") == {"JH"}


# -- play: the contract, bags and setting ----------------------------------------------------------------

GONE = (
    "AC KC QC JC,TC 9C 8C 7C,6C 5C 4C 3C,2C AS KS QS,JS TS 9S 8S,"
    "AD KD QD JD,TD 9D 8D 7D,6D 5D 4D 3D,AH QH JH TH,6H 5H 4H 2H"
)
"""Ten tricks, the fourth of them trumped. Of the hearts that are left seat 0 has or sees every one."""


def ending(bids: str, winners: str, scores: tuple[int, int], bags: tuple[int, int]) -> set[str]:
    """Seat 0, last to play and with two more tricks to come, can take a trick of seat 1 or let it go."""
    return plays_of("2.K3..", "9H 7H 8H", bids, GONE, winners, scores=scores, bags=bags)


def test_steady_counts_bags() -> None:
    """The contract is made, and the tenth bag would cost 100 points."""
    assert ending("3 5 3 4", "0002221133", (300, 300), (9, 0)) == {"3H"}


def test_steady_takes_the_trick_that_its_contract_needs_whatever_the_bags() -> None:
    assert ending("4 4 4 3", "0000222113", (300, 300), (9, 0)) == {"KH"}


def test_steady_makes_its_contract_before_it_hunts_a_nil() -> None:
    """Seat 1, which plays next, has a nil; a low heart would let the contract go."""
    assert plays_of("2.K3..", "9H", "5 0 3 4", GONE, "0000222333") == {"KH"}


def test_steady_plays_to_set_when_that_is_what_is_left() -> None:
    """Its own contract is made and bags would cost, but the others win the game with the three tricks that are left."""
    assert ending("3 4 2 4", "0002211133", (200, 440), (9, 0)) == {"KH"}


def test_steady_leaves_a_trick_to_an_enemy_who_bid_nil() -> None:
    assert ending("4 0 4 5", "0000222233", (200, 300), (0, 0)) == {"3H"}


def test_steady_ducks_under_with_a_nil_of_its_own_and_gets_rid_of_a_high_card() -> None:
    gone = GONE.replace("AH QH JH TH", "AH KH QH 7H")
    assert plays_of("2.T3..", "9H JH 8H", "0 4 4 4", gone, "1111222333") == {"TH"}


# -- drawing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "keeps"), [("AS", True), ("9S", True), ("AH", True), ("2C", False), ("9D", False)])
def test_steady_keeps_what_is_better_than_the_next_card_is_likely_to_be(top: str, keeps: bool) -> None:
    state = start(players=2)
    deal = GAME.rules.deal(state, Random(1))
    rest = tuple(other for other in deal.cards if other is not card(top))
    state = RULES.reduce(state, type(deal)((card(top), *rest))).state
    assert SpadesSteadyBot(Random(1)).choose(RULES.observe(state, 1)) == DrawCard(keeps)


# -- what every choice is like ---------------------------------------------------------------------------

MODES: list[dict[str, OptionValue]] = [{"blind_nil": "always"}, {"mode": "cutthroat"}, {"players": 3}, {"players": 2}]


def most(view: SpadesState) -> SpadesAction:
    """A bid of every trick."""
    return LookAtCards() if not view.looked[view.seat] else MakeBid(view.settings.hand)


def nil(view: SpadesState) -> SpadesAction:
    """A bid of none, blind where it can be."""
    return RULES.legal_actions(view)[-1]


@pytest.mark.parametrize("bids", [most, nil])
@pytest.mark.parametrize("options", MODES, ids=[str(options) for options in MODES])
def test_steady_finds_a_choice_whatever_the_others_bid(
    options: dict[str, OptionValue], bids: Callable[[SpadesState], SpadesAction]
) -> None:
    rng = Random(f"{options}")
    state = RULES.reduce(start(**options), GAME.rules.deal(start(**options), rng)).state
    seat = state.seat
    while state.phase not in (SpadesPhase.DEAL, SpadesPhase.OVER):
        view = RULES.observe(state, state.seat)
        if state.phase is SpadesPhase.BID and state.seat != seat:
            action = bids(view)
        else:
            action = SpadesSteadyBot(rng, effort=0.02).choose(view)
        assert action in RULES.legal_actions(state)
        state = RULES.reduce(state, action).state


@pytest.mark.parametrize("options", MODES, ids=[str(options) for options in MODES])
def test_bots_bid_no_more_than_there_is_with_every_spade(options: dict[str, OptionValue]) -> None:
    settings = start(**options).settings
    pack = sorted(PACKS[settings.players], key=lambda card: -card.suit)
    hands = hands_with(in_order(pack[: settings.hand]), 1, players=settings.players)
    state = drawn(hands, start(**options)) if settings.players == DRAWING else dealt(hands, start(**options))
    while state.phase is SpadesPhase.BID:
        view = RULES.observe(state, state.seat)
        quick, steady = SpadesRandomBot(Random(1)).choose(view), SpadesSteadyBot(Random(1), effort=0.1).choose(view)
        assert {quick, steady} <= {*RULES.legal_actions(state)}
        if state.seat == 1 and state.looked[1]:
            assert isinstance(quick, MakeBid)
            assert isinstance(steady, MakeBid)
            assert quick.tricks >= 13
            assert steady.tricks >= 13, "a partner bids nil"
        state = RULES.reduce(state, nil(view) if state.looked[state.seat] else LookAtCards()).state


@pytest.mark.thorough
def test_two_steady_players_make_their_contracts_and_come_to_an_end() -> None:
    """The deals of a code that two bots once bid 14 tricks in, and then played for ever."""
    game, options, number = read_code("S100-0000-Z17R-DEG5", (GAME,))
    state, rng = game.rules.initial(options), Random(1)
    while state.outcome is None:
        if game.rules.deal_due(state):
            assert state.number < 40, "about 12 deals are enough for 500 points"
            state = RULES.reduce(state, game.rules.deal(state, generator(number, state.number))).state
        state = RULES.reduce(state, SpadesSteadyBot(rng, effort=0.05).choose(RULES.observe(state, state.seat))).state
    lines = [line for sheet in state.sheets for line in sheet.lines]
    assert sum(line.is_made for line in lines) > 0.6 * len(lines)


def drawn(hands: Sequence[Sequence[Card]], state: SpadesState) -> SpadesState:
    """Two hands, drawn by keeping each first card."""
    rest = iter([card for card in PACK if card not in hands[0] and card not in hands[1]])
    pairs = [(hands[seat][turn], next(rest)) for turn in range(13) for seat in (1, 0)]
    state = RULES.reduce(state, Deal(tuple(card for pair in pairs for card in pair))).state
    while state.phase is SpadesPhase.DRAW:
        state = RULES.reduce(state, DrawCard(True)).state
    return state


def test_random_bids_what_its_high_cards_promise_and_seldom_a_nil() -> None:
    state = bidding("AK2.A32.K432.432", state=start(blind_nil="always"))
    rng = Random(1)
    before = [SpadesRandomBot(rng).choose(RULES.observe(state, 1)) for _ in range(400)]
    assert {*before} == {LookAtCards(), MakeBid(0, blind=True)}
    assert 3 <= before.count(MakeBid(0, blind=True)) <= 30
    state = RULES.reduce(state, LookAtCards()).state
    assert {SpadesRandomBot(rng).choose(RULES.observe(state, 1)) for _ in range(400)} == {MakeBid(4)}
    state = bidding("432.9832.T74.852")
    bids = [SpadesRandomBot(rng).choose(RULES.observe(state, 1)) for _ in range(400)]
    assert {*bids} == {MakeBid(0), MakeBid(1)}
    assert 20 <= bids.count(MakeBid(0)) <= 60


# -- what scores are worth --------------------------------------------------------------------------------


def test_the_chances_to_win_are_shares_that_follow_the_score_and_mind_bags() -> None:
    table = start(blind_nil="off")

    def chances(scores: tuple[int, int], bags: tuple[int, int] = (0, 0)) -> list[float]:
        return win_chances(table.settings, scored(table, scores, bags).lines)

    assert chances((0, 0)) == [0.5, 0.5]
    assert chances((300, 200))[0] > chances((250, 200))[0] > 0.5
    assert chances((450, 350))[0] > chances((150, 50))[0], "a lead is worth more near the end"
    assert chances((200, 200), (9, 0))[0] < chances((200, 200), (2, 0))[0]
    assert chances((510, 480)) == [1.0, 0.0]
    assert sum(chances((120, -300))) == pytest.approx(1)


@pytest.mark.parametrize("blind_nil", ["off", "behind"])
def test_in_a_game_of_four_deals_a_lead_is_worth_the_more_the_fewer_are_left(blind_nil: str) -> None:
    table = start(deals=4, blind_nil=blind_nil)
    chances = [win_chances(table.settings, scored(table, (640, 590)).lines, number)[0] for number in range(1, 6)]
    assert chances == sorted(chances)
    assert 0.5 < chances[0] < chances[2] < 1
    assert chances[3:] == [1, 1]
    assert win_chances(table.settings, scored(table, (600, 600)).lines, 4) == [0.5, 0.5], "another deal"


def test_a_blind_nil_to_come_is_worth_something() -> None:
    """From 350 to 450 a blind nil usually wins the game, and one point above that there is none."""

    def chances(*scores: int) -> list[float]:
        return win_chances(start().settings, scored(start(), scores).lines)

    assert chances(450, 350)[1] > 0.7 > 0.4 > chances(450, 351)[1]
    for scores in ((0, 0), (203, 104), (300, -100), (497, 493)):
        assert sum(chances(*scores)) == pytest.approx(1)
        assert chances(*scores)[0] == pytest.approx(chances(*reversed(scores))[1])
    assert chances(510, 480) == [1.0, 0.0]


def test_choices_in_a_deal_are_compared_by_contracts() -> None:
    """Whatever a right to bid blind nils later is worth, no bot falls behind for it, and no review tells players to."""
    state = bidding("AKQ5.AK3.A432.43", "3 4 3", state=scored(start(), (380, 300)))
    by_contracts, found = worth_of_choices(state), chances_of_choices(state)
    assert sorted(found, key=lambda action: found[action]) == sorted(found, key=lambda action: by_contracts[action])
    assert found != by_contracts
    assert all(0 <= chance <= 1 for chance in found.values())
