"""How Clockwork Spades is played at a table: by number, by arrow and by click."""

from typing import Final

import pytest

from clockspades.cards import Rank, parse_card
from clockspades.games.clockwork.clockwork_rules import Play, RuleSet, Take, matches
from clockspades.games.clockwork.clockwork_selectors import ClockworkTableModel
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules, choose_first
from clockspades.table.model import Selection, Target, TargetKind
from clockspades.table.table_rules import Choose, Nothing
from tests.games.clockwork.tables import table
from tests.games.clockwork.test_selectors import at, model
from tests.table.responses import after

RULES: Final = ClockworkTableRules()
STOCK: Final = Target(TargetKind.HOUR, 0)
PLAYING: Final = model(table(RuleSet.PAGAT, "4C 8D 8H 9H", "8 9 T"))
TAKING: Final = model(table(RuleSet.PAGAT, "4C 5D 6H", "8 9 T"))
WAITING: Final = model(table(RuleSet.PAGAT, "4C 8D 9H", "8 9 T", seat=1), active=False)


def hand(number: int) -> Target:
    return Target(TargetKind.HAND, number)


def selecting(shown: ClockworkTableModel, selection: Selection) -> ClockworkTableModel:
    return shown._replace(selection=selection)


# -- playing -----------------------------------------------------------------------------------------------


def test_enter_plays_every_match_wherever_the_cursor_is() -> None:
    for cursor in (None, hand(0), at("T"), STOCK):
        assert RULES.confirm(selecting(PLAYING, Selection(cursor))) == Choose(Play())


def test_matches_are_picked_up_and_laid_down_one_by_one_and_played_with_the_last() -> None:
    shown = PLAYING
    for number, spade, left in ((1, "8", "8♥ 9♥"), (2, "8", "9♥")):
        card = PLAYING.view.hands[0][number]
        shown = after(shown, RULES.press(shown, hand(number)))
        assert shown.selection.picked is card
        assert shown.selection.note.startswith(f"You picked up the {card.symbol}. ")
        shown = after(shown, RULES.press(shown, at(spade)))
        assert shown.selection == Selection(
            placed=PLAYING.view.hands[0][1 : number + 1], note=f"Still to play: {left}."
        )
    shown = after(shown, RULES.press(shown, hand(3)))
    assert RULES.press(shown, at("9")) == Choose(Play())


def test_a_second_click_on_a_card_lays_it_down_too() -> None:
    picked = after(PLAYING, RULES.press(PLAYING, hand(1)))
    assert after(picked, RULES.press(picked, hand(1))).selection.placed == (parse_card("8D"),)


def test_space_lays_down_the_card_under_the_cursor_at_once() -> None:
    shown = selecting(PLAYING, Selection(hand(1)))
    assert after(shown, RULES.space(shown)).selection == Selection(
        hand(1), placed=(parse_card("8D"),), note="Still to play: 8♥ 9♥."
    )
    last = selecting(PLAYING, Selection(hand(3), placed=matches(PLAYING.view)[:2]))
    assert RULES.space(last) == Choose(Play())


def test_a_spade_lays_down_all_that_goes_on_it() -> None:
    for shown in (PLAYING, selecting(PLAYING, Selection(at("8")))):
        response = RULES.press(shown, at("8")) if shown.cursor is None else RULES.space(shown)
        assert after(shown, response).selection.placed == matches(PLAYING.view)[:2]
    rest = selecting(PLAYING, Selection(placed=matches(PLAYING.view)[:2]))
    assert RULES.press(rest, at("9")) == Choose(Play())


def test_a_picked_card_goes_on_its_own_spade_only() -> None:
    picked = after(PLAYING, RULES.press(PLAYING, hand(1)))
    said = after(picked, RULES.press(picked, at("9"))).selection
    assert said == picked.selection._replace(note="The 8♦ goes on the 8♠.")


def test_a_card_that_was_laid_down_is_no_longer_there() -> None:
    placed = selecting(PLAYING, Selection(placed=(parse_card("8D"),)))
    assert RULES.press(placed, hand(1)) == Nothing()
    assert hand(1) not in RULES.targets(placed)
    assert hand(2) in RULES.targets(placed)


@pytest.mark.parametrize("target", [hand(0), at("T"), at("A"), STOCK])
def test_a_click_on_what_does_not_match_explains_and_selects_nothing(target: Target) -> None:
    assert after(PLAYING, RULES.press(PLAYING, target)).selection == Selection(note=RULES.explain(PLAYING, target))


def test_a_click_beside_the_cards_of_a_shorter_hand_does_nothing() -> None:
    assert RULES.press(PLAYING, hand(4)) == Nothing()


# -- taking ------------------------------------------------------------------------------------------------


def test_a_click_takes_a_spade_and_asks_for_it_where_that_is_set() -> None:
    assert RULES.press(TAKING, at("9")) == Choose(Take(Rank.NINE), at("9"))
    asked = selecting(TAKING, Selection(at("9"), confirming=at("9")))
    assert RULES.reminder(asked) == "Take the 9♠? Press Enter or click it again. Escape cancels."


def test_enter_takes_the_spade_under_the_cursor() -> None:
    shown = after(TAKING, RULES.digit(TAKING, 3))
    assert RULES.confirm(shown) == Choose(Take(Rank.TEN), at("T"))


@pytest.mark.parametrize("cursor", [None, hand(1), STOCK])
def test_enter_without_a_chosen_spade_takes_nothing_and_says_so(cursor: Target | None) -> None:
    shown = selecting(TAKING, Selection(cursor))
    assert after(shown, RULES.confirm(shown)).selection == Selection(cursor, note=choose_first())


def test_space_takes_nothing() -> None:
    assert RULES.space(selecting(TAKING, Selection(at("9")))) == Nothing()
    assert after(TAKING, RULES.space(TAKING)).selection.note == choose_first()
    shown = selecting(TAKING, Selection(hand(0)))
    assert after(shown, RULES.space(shown)).selection == Selection(hand(0), note=RULES.explain(shown, hand(0)))


# -- digits and the cursor ---------------------------------------------------------------------------------


def test_a_digit_chooses_a_card_while_cards_are_played_and_a_spade_of_the_window_otherwise() -> None:
    for shown, chosen in ((PLAYING, hand(1)), (TAKING, at("9"))):
        assert after(shown, RULES.digit(shown, 2)).selection == Selection(chosen, note=RULES.explain(shown, chosen))
    for shown in (PLAYING, TAKING):
        assert RULES.digit(shown, 9) == RULES.digit(shown, 0) == Nothing()


def test_a_digit_keeps_a_picked_card_and_asks_for_nothing_any_more() -> None:
    shown = selecting(PLAYING, Selection(hand(1), picked=parse_card("8D"), confirming=hand(1)))
    chosen = after(shown, RULES.digit(shown, 3)).selection
    assert chosen == Selection(hand(2), picked=parse_card("8D"), note=RULES.explain(shown, hand(2)))


@pytest.mark.parametrize(
    ("shown", "first"), [(PLAYING, hand(1)), (TAKING, at("8")), (WAITING, at("8"))], ids=["play", "take", "wait"]
)
def test_the_cursor_appears_on_the_first_thing_that_can_be_chosen(shown: ClockworkTableModel, first: Target) -> None:
    pointed = after(shown, RULES.move(shown, "left", STOCK))
    assert pointed.cursor == first
    assert after(pointed, RULES.move(pointed, "left", STOCK)).cursor == STOCK


def test_the_cursor_reaches_the_hand_the_spades_that_are_left_and_the_stock() -> None:
    shown = model(table(RuleSet.PAGAT, "4C 8D", "8 9", left="8 9 T"))
    assert RULES.targets(shown) == (hand(0), hand(1), at("8"), at("9"), at("T"), STOCK)


# -- the other's turn --------------------------------------------------------------------------------------


def test_on_the_other_s_turn_everything_explains() -> None:
    assert after(WAITING, RULES.confirm(WAITING)).selection == Selection(note=WAITING.player.prompt)
    for target in (hand(0), at("8"), STOCK):
        assert after(WAITING, RULES.press(WAITING, target)).selection == Selection(note=RULES.explain(WAITING, target))
    assert RULES.space(selecting(WAITING, Selection(at("8")))) == Nothing()
    assert RULES.keys(WAITING, is_running=False) == ()


# -- what is said ------------------------------------------------------------------------------------------


def test_a_forced_move_is_announced() -> None:
    assert RULES.announce(TAKING.player, Take(Rank.NINE)) == "You take the 9♠, the last spade."
    assert RULES.announce(PLAYING.player, Play()).startswith("You play ")


def test_the_key_line_names_what_can_be_done() -> None:
    one = model(table(RuleSet.PAGAT, "4C 5D 9H", "8 9 T"))
    last = model(table(RuleSet.PAGAT, "4C 5D 6H", "8"))
    for shown, words in (
        (PLAYING, ["play all", "move"]),
        (one, ["play", "move"]),
        (TAKING, ["spade", "take"]),
        (last, ["spade", "take"]),
    ):
        assert [key.words for key in RULES.keys(shown, is_running=False)] == words
    assert RULES.keys(TAKING, is_running=False)[0].label == "1-3"
    assert RULES.keys(last, is_running=False)[0].label == "1"
