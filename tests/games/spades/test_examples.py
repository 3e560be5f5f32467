"""Worked examples of every option, calculated by hand from docs/rules.md; the reference must give them too."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.games.spades.scoring import Bid, Scoring, outcome_after, score_side
from clockspades.games.spades.spades_rules import RULES
from tests.games.spades import reference
from tests.games.spades.both import any_choice, options_of
from tests.games.spades.tables import GAME

Options = dict[str, Any]
WITHOUT: Options = {"blind_nil": "off"}
PAIRS = [[0, 2], [1, 3]]
THREE = [[0], [1], [2]]
any_options = any_choice.map(options_of)
any_bid = st.sampled_from([None, 0, reference.BLIND, *range(1, 14)])


def bids_of(text: str) -> list[Any]:
    """``4 0 blind -`` as the reference has bids."""
    return [None if bid == "-" else bid if bid == reference.BLIND else int(bid) for bid in text.split()]


def table(options: Options, hand: str = "", bids: str = "", dealer: int = 3) -> reference.Game:
    """A deal after these bids, seat 0 being at the dealer's left; the seat to act holds this hand if it is given."""
    game = reference.new_game({"dealer": dealer, **options})
    cards = reference.pack(game["options"])
    reference.deal(game, cards)
    if bids:
        said = bids_of(bids)
        game["bids"] = [*said, *[None] * (len(game["hands"]) - len(said))]
        reference.next_bid(game)
    if hand:
        game["hands"][game["seat"]] = hand.split()
    return game


SCORES: list[tuple[str, Options, str, str, int, int, int]] = [
    ("spades 10 exactly", {}, "4 2", "6 0", 0, 60, 0),
    ("spades 10 over", {}, "4 1", "4 4", 0, 53, 3),
    ("spades 10 by whichever partner", {}, "3 2", "1 6", 0, 52, 2),
    ("spades 11 set by one", {}, "4 2", "3 2", 0, -60, 0),
    ("spades 11 set by all", {}, "4 2", "0 0", 0, -60, 0),
    ("spades 12 made", {}, "0 4", "0 4", 0, 140, 0),
    ("spades 12 blind made", {}, "blind 4", "0 5", 0, 241, 1),
    ("spades 12 blind failed", {}, "blind 4", "1 4", 0, -159, 1),
    ("spades 12 two made", {}, "0 0", "0 0", 0, 200, 0),
    ("spades 12 two failed", {}, "0 0", "1 2", 0, -197, 3),
    ("spades 12 two of different worth", {}, "0 blind", "0 0", 0, 300, 0),
    ("spades 12 one of two", {}, "0 blind", "1 0", 0, 101, 1),
    ("spades 24 worth 50", {"nil": 50}, "0 4", "0 4", 0, 90, 0),
    ("spades 24 worth 50 failed", {"nil": 50}, "0 4", "2 4", 0, -8, 2),
    ("spades 24 worth 50 blind", {"nil": 50}, "blind 4", "0 4", 0, 140, 0),
    ("spades 13 bags", {}, "0 4", "2 3", 0, -138, 2),
    ("spades 13 help", {"failed_nil": "help"}, "0 4", "2 3", 0, -59, 1),
    ("spades 13 the source's minus 50", {"failed_nil": "help"}, "0 5", "1 4", 0, -50, 0),
    ("spades 13 minus 49 with bags", {}, "0 5", "1 5", 0, -49, 1),
    ("spades 13 help too little", {"failed_nil": "help"}, "0 4", "1 2", 0, -140, 0),
    ("spades 13 nils alone", {"failed_nil": "help"}, "0 0", "2 1", 0, -197, 3),
    ("spades 14 the ninth", {}, "3 1", "4 1", 8, 41, 1),
    ("spades 14 the tenth", {}, "3 1", "4 2", 9, -58, 2),
    ("spades 14 those over the tenth carry over", {}, "3 1", "4 1", 10, 41, 1),
    ("spades 14 two tens at once", {}, "1 1", "13 0", 9, -169, 11),
    ("spades 14 every fifth costs 50", {"bags": 5, "bag_penalty": 50}, "3 1", "4 2", 4, -8, 2),
    ("spades 27 bags off", {"bags": "off"}, "4 2", "3 5", 0, 60, 0),
    ("spades 27 bags off, failed nil", {"bags": "off"}, "0 4", "2 4", 0, -60, 0),
    ("spades 27 bags no points", {"bag_points": 0}, "4 2", "3 5", 0, 60, 2),
    ("spades 27 bags no points, the tenth", {"bag_points": 0}, "3 1", "4 2", 9, -60, 2),
    ("spades 27 bags minus a point", {"bag_points": -1}, "4 2", "3 5", 0, 58, 2),
    ("spades 27 bags minus a point, the tenth", {"bag_points": -1}, "3 1", "4 2", 9, -62, 2),
    ("spades 27 bags minus a point, failed nil", {"bag_points": -1}, "0 4", "2 3", 0, -142, 2),
    ("spades 26 ten for 200 made", {"ten_for_200": "on"}, "6 4", "6 4", 0, 200, 0),
    ("spades 26 ten for 200 with bags", {"ten_for_200": "on"}, "6 5", "6 7", 0, 202, 2),
    ("spades 26 ten for 200 set", {"ten_for_200": "on"}, "6 4", "6 3", 0, -200, 0),
    ("spades 26 ten for 200 not with nine", {"ten_for_200": "on"}, "5 4", "5 4", 0, 90, 0),
    ("spades 26 ten for 200 with a nil", {"ten_for_200": "on"}, "0 10", "0 10", 0, 300, 0),
    ("spades 26 ten for 200 with a failed nil", {"ten_for_200": "on"}, "0 10", "1 10", 0, 101, 1),
    (
        "spades 26 ten for 200 helped by a failed nil",
        {"ten_for_200": "on", "failed_nil": "help"},
        "0 10",
        "1 9",
        0,
        100,
        0,
    ),
    ("spades 26 ten for 200 off", {}, "6 4", "6 4", 0, 100, 0),
    ("spades 26 ten for 200 alone", {"ten_for_200": "on", "mode": "cutthroat"}, "10", "11", 0, 201, 1),
    ("spades 23 first deal by itself", {"first_deal": "itself"}, "- -", "2 1", 9, 30, 0),
    ("spades 23 first deal by itself, nothing", {"first_deal": "itself"}, "- -", "0 0", 0, 0, 0),
    ("spades 23 first deal by itself, too few", {"first_deal": "itself", "least_bid": 4}, "- -", "2 1", 0, -40, 0),
    (
        "spades 23 first deal by itself, alone",
        {"first_deal": "itself", "least_bid": 4, "mode": "cutthroat"},
        "-",
        "2",
        0,
        20,
        0,
    ),
    ("spades 23 first deal by itself, enough", {"first_deal": "itself", "least_bid": 4}, "- -", "2 2", 0, 40, 0),
]


@pytest.mark.parametrize(("case", "options", "bids", "taken", "before", "points", "bags"), SCORES)
def test_spades_10_to_14_and_23_to_27_points_and_bags_of_a_deal(
    case: str, options: Options, bids: str, taken: str, before: int, points: int, bags: int
) -> None:
    said, tricks, everything = bids_of(bids), [*map(int, taken.split())], GAME.configure(options)
    assert reference.deal_points(everything, said, tricks, before) == (points, bags), case
    line = score_side(scoring_of(everything), as_bids(said), tricks, 1000, before)
    assert (line.points, line.score, line.bags, line.total_bags) == (points, 1000 + points, bags, before + bags), case


def scoring_of(options: Options) -> Scoring:
    return RULES.initial(options).settings.scoring


def as_bids(said: list[Any]) -> list[Bid | None]:
    return [None if bid is None else Bid(reference.number(bid), bid == reference.BLIND) for bid in said]


@given(any_options, st.lists(st.tuples(any_bid, st.integers(0, 13)), min_size=2, max_size=2), st.integers(0, 40))
def test_any_deal_brings_the_points_of_the_reference(
    options: Options, players: list[tuple[Any, int]], before: int
) -> None:
    said, tricks = [bid for bid, _ in players], [taken for _, taken in players]
    if None in said:
        said, before = [None, None], 0
    line = score_side(scoring_of(options), as_bids(said), tricks, 0, before)
    assert (line.points, line.bags) == reference.deal_points(options, said, tricks, before)


ANY = "2C 3C 4C 5C 6C 7C 8C 2D 3D 4D AS KS 2H"
FOUR = "2C 3C 4C 5C 6C 7C 8C 3D 4D AS KS 3S 2S"
NONE = "2C 3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"
WITH_JOKERS = "3C 4C 5C 6C 7C 8C 3D 4D 2D 2S LS BS AS"
WITH_DEUCES = "3C 4C 5C 6C 7C 8C 3D 4D DS SS LS BS AS"
UP_TO_13 = "0 1 2 3 4 5 6 7 8 9 10 11 12 13"
BIDS: list[tuple[str, Options, str, str, str]] = [
    ("spades 4", {}, ANY, "", UP_TO_13),
    ("spades 16", {"players": 3, "mode": "cutthroat"}, ANY, "", UP_TO_13 + " 14 15 16 17"),
    ("spades 5", {"blind_nil": "always"}, ANY, "3", "look blind"),
    ("spades 24 off", {"nil": "off"}, ANY, "3", UP_TO_13[2:]),
    ("spades 24 off, blind", {"nil": "off", "blind_nil": "always"}, ANY, "3", UP_TO_13[2:]),
    ("spades 20 suicide, first of a pair", {"bidding": "suicide"}, ANY, "3", "0 4 5 6 7 8 9 10 11 12 13"),
    ("spades 20 suicide, beside a nil", {"bidding": "suicide"}, ANY, "0 4", "4 5 6 7 8 9 10 11 12 13"),
    ("spades 20 suicide, beside a number", {"bidding": "suicide"}, ANY, "4 4", "0"),
    (
        "spades 20 suicide, blind beside a number",
        {"bidding": "suicide", "blind_nil": "always"},
        ANY,
        "4 4",
        "look blind",
    ),
    (
        "spades 20 suicide, not blind beside a nil",
        {"bidding": "suicide", "blind_nil": "always"},
        ANY,
        "blind 4",
        "4 5 6 7 8 9 10 11 12 13",
    ),
    ("spades 21 mirror", {"bidding": "mirror"}, FOUR, "1", "4"),
    ("spades 21 mirror, no spades", {"bidding": "mirror"}, NONE, "1", "0"),
    ("spades 21 mirror, jokers", {"bidding": "mirror", "deck": "jokers"}, WITH_JOKERS, "1", "4"),
    ("spades 21 mirror, deuces", {"bidding": "mirror", "deck": "deuces"}, WITH_DEUCES, "1", "5"),
    ("spades 21 mirror, never blind", {"bidding": "mirror", "blind_nil": "always"}, FOUR, "1", "4"),
    ("spades 21 whiz", {"bidding": "whiz"}, FOUR, "1", "0 4"),
    ("spades 21 whiz, no spades", {"bidding": "whiz"}, NONE, "1", "0"),
    ("spades 21 whiz, deuces", {"bidding": "whiz", "deck": "deuces"}, WITH_DEUCES, "1", "0 5"),
    ("spades 22 least bid, first of a pair", {"least_bid": 4}, ANY, "1", UP_TO_13),
    ("spades 22 least bid, beside one", {"least_bid": 4}, ANY, "1 1", UP_TO_13[6:]),
    ("spades 22 least bid, beside five", {"least_bid": 4}, ANY, "5 1", UP_TO_13),
    ("spades 22 least bid, beside a nil", {"least_bid": 4}, ANY, "0 1", UP_TO_13[8:]),
    (
        "spades 22 least bid, no blind nil beside three",
        {"least_bid": 4, "blind_nil": "always"},
        ANY,
        "3 1",
        UP_TO_13[2:],
    ),
    ("spades 22 least bid, blind nil beside four", {"least_bid": 4, "blind_nil": "always"}, ANY, "4 1", "look blind"),
    ("spades 22 sum, the last", {"sum": "not-13"}, ANY, "4 4 3", UP_TO_13.replace(" 2 ", " ")),
    ("spades 22 sum, all too high", {"sum": "not-13"}, ANY, "5 5 4", UP_TO_13),
    ("spades 22 sum, not the last", {"sum": "not-13"}, ANY, "5 8", UP_TO_13),
    ("spades 22 sum, no nil", {"sum": "not-13"}, ANY, "5 4 4", UP_TO_13[2:]),
    ("spades 22 sum, no blind nil", {"sum": "not-13", "blind_nil": "always"}, ANY, "5 4 4", UP_TO_13[2:]),
    ("spades 22 sum and least bid", {"sum": "not-13", "least_bid": 4}, ANY, "6 1 3", UP_TO_13[8:]),
]


@pytest.mark.parametrize(("case", "options", "hand", "bids", "expected"), BIDS)
def test_spades_4_5_and_20_to_24_what_may_be_bid(
    case: str, options: Options, hand: str, bids: str, expected: str
) -> None:
    game = table({**WITHOUT, **options}, hand, bids)
    said = reference.legal_bids(game, game["seat"]) if game["looked"][game["seat"]] else ["look", "blind"]
    assert " ".join(map(str, said)) == expected, case


PASSES: list[tuple[str, Options, str, str]] = [
    ("spades 5", {}, "3 blind 4 4", "1:3 3:3"),
    ("spades 5, no nil", {}, "3 0 4 4", ""),
    ("spades 5, both sides", {}, "blind 4 4 blind", "0:3 2:3 3:3 1:3"),
    ("spades 5, both partners", {}, "4 blind 4 blind", "1:3 3:3"),
    ("spades 5, cutthroat", {"mode": "cutthroat", "nil_pass": 2}, "0 blind 4 4", ""),
    ("spades 25 nil pass", {"nil_pass": 2}, "3 4 4 0", "3:2 1:2"),
    ("spades 25 nil pass and blind pass", {"nil_pass": 2}, "0 blind 4 4", "0:2 2:2 1:3 3:3"),
    ("spades 5 blind pass none", {"blind_pass": 0}, "3 blind 4 4", ""),
    ("spades 5 blind pass four", {"blind_pass": 4}, "3 blind 4 4", "1:4 3:4"),
    ("spades 25 nil and blind nil, the larger number", {"nil_pass": 1}, "0 4 blind 4", "2:3 0:3"),
    ("spades 25 nil and blind nil, the nil's is larger", {"nil_pass": 4, "blind_pass": 2}, "blind 4 0 4", "2:4 0:4"),
    ("spades 25 nil and blind nil, as many", {"nil_pass": 3}, "4 0 4 blind", "1:3 3:3"),
    ("spades 25 suicide", {"bidding": "suicide", "nil_pass": 1}, "4 0 0 5", "1:1 3:1 2:1 0:1"),
    ("spades 25 mirror", {"bidding": "mirror", "nil_pass": 1}, "4 5 0 4", "2:1 0:1"),
]


@pytest.mark.parametrize(("case", "options", "bids", "expected"), PASSES)
def test_spades_5_and_25_who_passes_in_which_order(case: str, options: Options, bids: str, expected: str) -> None:
    game = table(options, bids=bids)
    assert " ".join(f"{seat}:{reference.exchanged(game, seat)}" for seat in game["passing"]) == expected, case


def test_spades_25_cards_change_hands_when_both_partners_have_chosen() -> None:
    game = table({"nil_pass": 1}, bids="0 4 4 4")
    bidders, partners = list(game["hands"][0]), list(game["hands"][2])
    reference.act(game, {"do": "pass", "cards": bidders[:1]})
    assert game["hands"][0] == bidders, "the partner does not see them before choosing"
    reference.act(game, {"do": "pass", "cards": partners[:1]})
    assert game["hands"][0] == [*bidders[1:], partners[0]]
    assert game["hands"][2] == [*partners[1:], bidders[0]]


TRICKS: list[tuple[str, str, str, int]] = [
    ("spades 9, the highest of the suit led", "standard", "9D AH KD 2D", 2),
    ("spades 9, the highest spade", "standard", "9D 3S KD 2S", 1),
    ("spades 31 the big joker beats the little one", "jokers", "AS LS BS KS", 2),
    ("spades 31 a joker beats the ace", "jokers", "AS KS LS QS", 2),
    ("spades 31 a joker trumps", "jokers", "AD KD LS QD", 2),
    ("spades 31 no deuce but with deuces", "jokers", "AD 2D KD 3D", 0),
    ("spades 31 the two of diamonds trumps", "deuces", "AD DS KD 3D", 1),
    ("spades 31 the two of diamonds before the two of spades", "deuces", "AS SS DS KS", 2),
    ("spades 31 the two of spades before the ace", "deuces", "AS SS KS 3S", 1),
    ("spades 31 the little joker before the two of diamonds", "deuces", "AS DS SS LS", 3),
]


@pytest.mark.parametrize(("case", "deck", "cards", "expected"), TRICKS)
def test_spades_9_and_31_who_wins_a_trick(case: str, deck: str, cards: str, expected: int) -> None:
    game = table({"deck": deck})
    game["trick"] = list(enumerate(cards.split()))
    assert reference.winner(game) == expected, case


PLAYS: list[tuple[str, Options, str, str, str]] = [
    ("spades 7", {}, "AH KH 2S", "3H", "AH KH"),
    ("spades 7, none of it", {}, "AH KH 2S", "3D", "AH KH 2S"),
    ("spades 8", {}, "AH KH 2S", "", "AH KH"),
    ("spades 8, spades alone", {}, "3S 2S", "", "3S 2S"),
    ("spades 29 lead spades at any time", {"lead_spades": "any"}, "AH KH 2S", "", "AH KH 2S"),
    ("spades 31 a joker follows spades", {"deck": "jokers"}, "AH KH BS", "3S", "BS"),
    ("spades 31 a joker is not led before spades are broken", {"deck": "jokers"}, "AH KH BS", "", "AH KH"),
    ("spades 31 the two of diamonds follows spades", {"deck": "deuces"}, "AH KH DS", "3S", "DS"),
    ("spades 31 the two of diamonds follows no diamond", {"deck": "deuces"}, "AH 3D DS", "KD", "3D"),
    ("spades 31 the two of diamonds for want of a diamond", {"deck": "deuces"}, "AH KH DS", "KD", "AH KH DS"),
    ("spades 31 the two of diamonds led asks for spades", {"deck": "deuces"}, "AD 3D 3S", "DS", "3S"),
    ("spades 31 the two of diamonds is not led either", {"deck": "deuces"}, "AH 3D DS", "", "AH 3D"),
]


@pytest.mark.parametrize(("case", "options", "hand", "trick", "expected"), PLAYS)
def test_spades_7_8_and_29_to_31_what_may_be_played(
    case: str, options: Options, hand: str, trick: str, expected: str
) -> None:
    game = table({**WITHOUT, **options}, bids="3 3 3 3")
    game["hands"][0], game["trick"] = hand.split(), [(3, card) for card in trick.split()]
    assert " ".join(reference.legal_cards(game)) == expected, case


FIRST_TRICKS: list[tuple[str, Options, str, str, str]] = [
    ("spades 30 their lowest club", {}, "AC 4C 3C 2S", "2C", "3C"),
    ("spades 30 a heart or diamond without clubs", {}, "AH 3D 2S", "2C", "AH 3D"),
    ("spades 30 a spade if nothing else is there", {}, "3S 2S", "2C", "3S 2S"),
    ("spades 30 the two of diamonds is a spade", {"deck": "deuces"}, "AH DS SS", "3C", "AH"),
]


@pytest.mark.parametrize(("case", "options", "hand", "trick", "expected"), FIRST_TRICKS)
def test_spades_30_what_may_be_played_to_a_first_trick_of_clubs(
    case: str, options: Options, hand: str, trick: str, expected: str
) -> None:
    game = table({**WITHOUT, "first_trick": "clubs", **options}, bids="3 3 3 3")
    game["seat"], game["hands"][0], game["trick"] = 0, hand.split(), [(3, card) for card in trick.split()]
    assert " ".join(reference.legal_cards(game)) == expected, case


@pytest.mark.parametrize(
    ("options", "lowest"), [({}, "2C"), ({"deck": "jokers"}, "3C"), ({"players": 3, "mode": "cutthroat"}, "3C")]
)
def test_spades_30_who_has_the_lowest_club_leads_it(options: Options, lowest: str) -> None:
    for dealer in range(options.get("players", 4)):
        game = table(
            {**WITHOUT, "first_trick": "clubs", **options},
            bids="3 3 3 3"[: 2 * options.get("players", 4)],
            dealer=dealer,
        )
        assert reference.legal(game) == [{"do": "play", "card": lowest}]


ENDS: list[tuple[str, Options, int, list[int], list[list[int]], tuple[list[int], str] | None]] = [
    ("spades 15", {}, 9, [499, 480], PAIRS, None),
    ("spades 15, the higher", {}, 9, [520, 541], PAIRS, ([1, 3], "target")),
    ("spades 15, equal", {}, 9, [520, 520], PAIRS, None),
    ("spades 15, no limit below", {}, 9, [-500, -400], PAIRS, None),
    ("spades 15, two equal under a third", {}, 9, [510, 510, 512], THREE, ([2], "target")),
    ("spades 15, two equal above a third", {}, 9, [510, 505, 510], THREE, None),
    ("spades 15 floor", {"floor": -200}, 9, [-200, 40], PAIRS, ([1, 3], "floor")),
    ("spades 15 floor above it", {"floor": -300}, 9, [-299, 40], PAIRS, None),
    ("spades 15 floor and target", {"floor": -500}, 9, [-500, 510], PAIRS, ([1, 3], "target")),
    ("spades 15 floor, all below", {"floor": -200}, 9, [-230, -210], PAIRS, ([1, 3], "floor")),
    ("spades 15 floor, the others equal", {"floor": -200}, 9, [-230, 10, 10], THREE, None),
    ("spades 28 deals, not yet", {"deals": 4}, 3, [900, 10], PAIRS, None),
    ("spades 28 deals", {"deals": 4}, 4, [90, 100], PAIRS, ([1, 3], "deals")),
    ("spades 28 deals, equal", {"deals": 4}, 4, [90, 90], PAIRS, None),
    ("spades 28 deals, one more", {"deals": 4}, 5, [91, 90], PAIRS, ([0, 2], "deals")),
    ("spades 28 deals and floor before", {"deals": 8, "floor": -200}, 3, [-210, 10], PAIRS, ([1, 3], "floor")),
    ("spades 28 deals and floor at the end", {"deals": 4, "floor": -200}, 4, [-210, -100], PAIRS, ([1, 3], "deals")),
]


@pytest.mark.parametrize(("case", "options", "number", "scores", "sides", "expected"), ENDS)
def test_spades_15_and_28_how_a_game_ends(
    case: str, options: Options, number: int, scores: list[int], sides: list[list[int]], expected: Any
) -> None:
    everything = GAME.configure(options)
    found = reference.outcome(everything, number, scores, sides)
    assert (found and (found["winners"], found["reason"])) == expected, case
    assert programs_outcome(everything, scores, number, sides) == found, case


def programs_outcome(options: Options, scores: list[int], number: int, sides: list[list[int]]) -> dict[str, Any] | None:
    of_seats = [seat % len(sides) for seat in range(sum(map(len, sides)))]
    ended = outcome_after(scoring_of(options), scores, of_seats, number)
    return ended and {"winners": [*ended.winners], "scores": [*ended.scores], "reason": str(ended.reason)}


@given(any_options, st.data(), st.sampled_from([PAIRS, THREE]), st.integers(1, 17))
def test_any_scores_end_the_game_as_in_the_reference(
    options: Options, data: st.DataObject, sides: list[list[int]], number: int
) -> None:
    near = [mark + by for mark in (0, options["target"], options["floor"] or 0) for by in (-1, 0, 1)]
    scores = [data.draw(st.sampled_from(near)) for _ in sides]
    assert programs_outcome(options, scores, number, sides) == reference.outcome(options, number, scores, sides)


def test_spades_23_the_first_deal_by_itself_is_played_without_bids_or_passes() -> None:
    game = table({"first_deal": "itself", "blind_nil": "always", "nil_pass": 2})
    assert (game["phase"], game["seat"], game["bids"]) == ("play", 0, [None] * 4)
