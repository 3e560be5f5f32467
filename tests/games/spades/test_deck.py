"""Jokers and deuces: which cards are in play, how high they are, and that they are spades in everything."""

import json
from random import Random

import pytest

from clockspades.cards import HIGH_TWO_OF_DIAMONDS, parse_cards
from clockspades.engine.codec import CodecError
from clockspades.engine.fair_deal import fair_deal
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES
from clockspades.games.spades.core import bit_of, bits_of
from clockspades.games.spades.hand_evaluation import usual_bid
from clockspades.games.spades.spades_rules import RULES, playable, suits_lacking
from clockspades.games.spades.spades_state import TRUMPS, SpadesPhase, in_order
from clockspades.games.spades.spades_table import SpadesTableRules
from clockspades.games.tricks import PlayCard, sorted_hand
from clockspades.network.wire.form import wire_form
from clockspades.plain.choices import find_choice
from clockspades.plain.plain_voice import in_words
from clockspades.table.model import Target, TargetKind
from tests.engine.fair_games import proof_of, shares_of
from tests.games.spades.tables import card, cards, playing, start, suits
from tests.games.spades.test_rules import played, refusal
from tests.games.trick_games import SPADES, game_where, in_phase
from tests.games.trick_models import model_of


@pytest.mark.parametrize(
    ("deck", "spades", "twos"),
    [
        ("standard", "A K Q J T 9 8 7 6 5 4 3 2", "2C 2D 2H 2S"),
        ("jokers", "B L A K Q J T 9 8 7 6 5 4 3 2", "2D 2S"),
        ("deuces", "B L D S A K Q J T 9 8 7 6 5 4 3", ""),
    ],
)
def test_spades_31_a_deck_has_52_cards_and_its_spades_are_in_order(deck: str, spades: str, twos: str) -> None:
    state = start(deck=deck)
    pack, high = {*RULES.pack(state)}, suits(spades.replace(" ", ""))
    assert len(RULES.pack(state)) == len(pack) == 52
    assert "".join(one.rank.letter for one in high) == spades.replace(" ", "")
    assert in_order(one for one in pack if one.suit is TRUMPS) == high
    assert sorted(map(bit_of, high), reverse=True) == [*map(bit_of, high)]
    assert pack & {*parse_cards("2C 2D 2H 2S")} == {*parse_cards(twos)}
    assert pack == {*RULES.deal(state, Random(1)).cards} == {*fair_deal(RULES, state, proof_of(0, shares_of(0))).cards}


HANDS = {0: "DA...", 1: "SB...", 2: "..J3.", 3: "L..K."}
"""The 2♦ and 2♠ are high spades, and seat 2 has two true diamonds."""


def test_spades_31_the_two_of_diamonds_follows_spades_and_not_diamonds() -> None:
    state = playing(HANDS, "", "3 3 3 3", leader=3, taken=(11, 0, 0, 0), broken=False, state=start(deck="deuces"))
    assert playable(state) == cards("KD"), "spades are not broken, and a joker is one"
    assert refusal(state, PlayCard(card("LS"))) == "Spades are not broken yet: lead another suit."
    trumped = played(state, "KD DS")
    assert (trumped.broken, suits_lacking(trumped)[0]) == (True, 1 << card("KD").suit)
    assert played(trumped, "BS JD").taken == (11, 1, 0, 0), "the big joker beats all"
    led = played(state._replace(broken=True), "LS")
    assert playable(led) == suits("DA")
    assert played(led, "DS SS JD").taken == (11, 0, 0, 1), "the little joker beats the twos"
    assert refusal(played(led, "AS SS"), PlayCard(card("DS"))) == "The 2♦♠ is not in your hand."


def test_spades_31_a_two_beats_the_ace_and_the_hand_bids_more() -> None:
    state = playing(HANDS, "", "3 3 3 3", taken=(11, 0, 0, 0), state=start(deck="deuces"))
    assert played(state, "AS SS JD LS").seat == 3
    others = state._replace(hands=(suits("A3"), suits("S4"), suits("..J3."), suits("K5")))
    assert played(others, "AS SS JD KS").seat == 1
    ranks = [usual_bid(bits_of(suits(f"{high}96.K53.Q64.Q853")), 4, 16) for high in ("7", "S", "BL")]
    assert ranks == sorted({*ranks})


def test_the_cursor_on_a_high_spade_says_how_high_it_is() -> None:
    def has_the_two(session: AnySession) -> bool:
        return HIGH_TWO_OF_DIAMONDS in session.state.hands[0] and in_phase(SpadesPhase.PLAY)(session)

    model = model_of(game_where(SPADES, has_the_two, deck="deuces"))
    place = SpadesTableRules().near_hand(model).index(HIGH_TWO_OF_DIAMONDS)
    said = SpadesTableRules().explain(model, Target(TargetKind.HAND, place))
    assert said.endswith("This two of diamonds is a spade, the third highest.")


def test_high_spades_are_typed_and_said_by_their_names() -> None:
    phrases = [f"play {one.symbol}" for one in suits("BLDSA.9..")]
    for typed, symbol in {
        "BJ": "BJ♠", "big joker": "BJ♠", "play the little joker": "LJ♠", "ls": "LJ♠", "2d": "2♦♠", "2♦♠": "2♦♠",
        "two of diamonds": "2♦♠", "2s": "2♠", "two of spades": "2♠",
    }.items():  # fmt: skip
        found = find_choice(typed, phrases)
        assert found is not None
        assert phrases[found] == f"play {symbol}"
    assert in_words("You hold BJ♠ 2♦♠ 2♠ A♠ 9♥.") == (
        "You hold big joker; 2 of diamonds (a spade); 2 and ace of spades; 9 of hearts."
    )


def test_jokers_stand_with_the_spades_and_no_other_game_knows_them() -> None:
    hand = parse_cards("AH DS 3C BS 7D")
    assert sorted_hand(hand, [one.rank for one in suits("BLDSAKQJT98765432")]) == parse_cards("BS DS AH 3C 7D")
    for game in GAMES:
        if game.name != "spades":
            state = game.rules.initial(game.configure({}))
            state = game.rules.reduce(state, game.rules.deal(state, Random(1))).state
            written = json.dumps(wire_form(game).write_view(state))
            assert wire_form(game).read_view(json.loads(written)) == state
            with pytest.raises(CodecError, match="must be a card"):
                wire_form(game).read_view(json.loads(written.replace('"QC"', '"BS"')))
