"""How Clockwork Spades is played at a table: by number, by arrow and by click."""

from typing import Final

import pytest

from clockspades.cards import Card, Rank, parse_cards
from clockspades.games.clockwork.clockwork_rules import (
    KINGS,
    ClockworkEvent,
    Drew,
    DrewKingOfSpades,
    PassedKing,
    PlayMatches,
    RuleSet,
    TakeSpade,
)
from clockspades.games.clockwork.clockwork_table import (
    CHOOSE_FIRST,
    DRAW_SECONDS,
    KING_SECONDS,
    LATER,
    REST,
    ClockworkTableModel,
    ClockworkTableRules,
)
from clockspades.table.model import Selection, Target, TargetKind
from clockspades.table.moments import LONGEST, SECONDS
from clockspades.table.table_rules import Choose, Nothing, Select
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
        assert RULES.confirm(selecting(PLAYING, Selection(cursor))) == Choose(PlayMatches())


@pytest.mark.parametrize("target", [hand(1), hand(2), hand(3), at("8"), at("9")])
def test_a_click_on_a_match_or_on_its_spade_plays_every_match(target: Target) -> None:
    assert RULES.press(PLAYING, target) == Choose(PlayMatches())


@pytest.mark.parametrize("cursor", [None, hand(0), hand(3), at("8"), STOCK])
def test_space_plays_every_match_wherever_the_cursor_is(cursor: Target | None) -> None:
    assert RULES.space(selecting(PLAYING, Selection(cursor))) == Choose(PlayMatches())


@pytest.mark.parametrize("target", [hand(0), at("T"), at("A"), STOCK])
def test_a_click_on_what_does_not_match_explains_and_selects_nothing(target: Target) -> None:
    assert after(PLAYING, RULES.press(PLAYING, target)).selection == Selection(note=RULES.explain(PLAYING, target))


# -- taking ------------------------------------------------------------------------------------------------


def test_a_click_takes_a_spade_and_asks_for_it_where_that_is_set() -> None:
    assert RULES.press(TAKING, at("9")) == Choose(TakeSpade(Rank.NINE), at("9"))
    asked = selecting(TAKING, Selection(at("9"), confirming=at("9")))
    assert RULES.reminder(asked) == "Take the 9♠? Press Enter or click it again. Escape cancels."


def test_a_press_anywhere_on_the_stock_takes_no_spade() -> None:
    assert isinstance(RULES.press(TAKING, STOCK._replace(depth=1)), Select)


@pytest.mark.parametrize("cursor", [None, hand(1), STOCK])
def test_enter_without_a_chosen_spade_takes_nothing_and_says_so(cursor: Target | None) -> None:
    shown = selecting(TAKING, Selection(cursor))
    assert after(shown, RULES.confirm(shown)).selection == Selection(cursor, refusal=CHOOSE_FIRST)


# -- digits and the cursor ---------------------------------------------------------------------------------


def test_a_digit_plays_every_match_or_takes_a_spade_of_the_window_and_explains_what_it_cannot_do() -> None:
    assert RULES.digit(PLAYING, 2) == Choose(PlayMatches(), hand(1))
    assert RULES.digit(TAKING, 2) == Choose(TakeSpade(Rank.NINE), at("9"))
    for shown in (PLAYING, WAITING):
        assert after(shown, RULES.digit(shown, 1)).selection == Selection(hand(0), note=RULES.explain(shown, hand(0)))
    for shown in (PLAYING, TAKING):
        assert RULES.digit(shown, 9) == RULES.digit(shown, 0) == Nothing()


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


# -- what is said ------------------------------------------------------------------------------------------


def test_a_forced_move_is_announced() -> None:
    assert RULES.announce(TAKING.player, TakeSpade(Rank.NINE)) == "You take the 9♠, the last spade."
    assert RULES.announce(PLAYING.player, PlayMatches()).startswith("You play ")


def test_the_key_line_names_what_can_be_done() -> None:
    one = model(table(RuleSet.PAGAT, "4C 5D 9H", "8 9 T"))
    last = model(table(RuleSet.PAGAT, "4C 5D 6H", "8"))
    for shown, words in (
        (PLAYING, ["play all", "move"]),
        (one, ["play", "move"]),
        (TAKING, ["take", "move"]),
        (selecting(TAKING, Selection(at("9"))), ["take", "move", "take"]),
        (last, ["take", "move"]),
    ):
        assert [key.words for key in RULES.keys(shown, is_running=False)] == words
    assert RULES.keys(TAKING, is_running=False)[0].label == "1-3"
    assert RULES.keys(last, is_running=False)[0].label == "1"


# -- how long it takes -------------------------------------------------------------------------------------


def test_kings_and_the_last_draws_take_their_time_and_nothing_else_does() -> None:
    few, many = parse_cards("6C 6D"), parse_cards("6C 6D 6H 7C 7D 7H 8H 9C 9D")

    def moves(stock: tuple[Card, ...], *events: ClockworkEvent) -> tuple[float, list[float]]:
        after = model(TAKING.view._replace(stock=stock), history=(events,)).player
        return RULES.seconds_for(after), [move.seconds for move in RULES.moves(PLAYING.player, after)]

    drew = Drew(0, parse_cards("4C 5D"))
    assert moves(many, drew) == (0.0, [SECONDS, SECONDS])
    assert moves(few, drew) == (LATER + 2 * DRAW_SECONDS, [DRAW_SECONDS, DRAW_SECONDS])
    assert moves(many, PassedKing(0, KINGS[0])) == (LATER + KING_SECONDS, [KING_SECONDS])
    assert moves(few, DrewKingOfSpades(0)) == (LONGEST, [LONGEST - REST])


def test_a_card_leaves_when_the_king_before_it_has_arrived() -> None:
    after = model(TAKING.view, history=((PassedKing(0, KINGS[0]), Drew(0, parse_cards("6H"))),)).player
    king, card = RULES.moves(PLAYING.player, after)
    assert card.delay >= king.delay + king.seconds
