"""How Spades is played at a table: bids, answers and the pass."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.spades.spades_state import DrawCard, LookAtCards, MakeBid, PassCards, SpadesPhase, in_order
from clockspades.games.spades.spades_table import SpadesTableRules
from clockspades.table.inputs import Digit
from clockspades.table.keys import label, terminal
from clockspades.table.model import AnyTableModel, Selection, Target, TargetKind
from clockspades.table.table_rules import Choose, Nothing, Select
from tests.games.trick_games import SPADES, game_where, in_phase
from tests.games.trick_models import model_of
from tests.table.responses import after

RULES: Final = SpadesTableRules()


def choice(number: int) -> Target:
    return Target(TargetKind.CHOICE, number)


def in_hand(number: int) -> Target:
    return Target(TargetKind.HAND, number)


def bids(session: AnySession) -> bool:
    return in_phase(SpadesPhase.BID)(session) and bool(session.state.looked[0])


def blind(session: AnySession) -> bool:
    return in_phase(SpadesPhase.BID)(session) and not session.state.looked[0]


# -- bids and answers --------------------------------------------------------------------------------------


def test_the_cursor_appears_on_an_even_share_of_the_tricks() -> None:
    for players, share in ((4, 3), (3, 5), (2, 6)):
        model = model_of(game_where(SPADES, bids, players=players))
        assert RULES.first_target(model) == choice(share)
        assert after(model, RULES.move(model, "left", None)).cursor == choice(share)


def test_every_bid_is_a_target_and_no_card_is() -> None:
    model = model_of(game_where(SPADES, bids))
    assert RULES.targets(model) == tuple(choice(number) for number in range(14))


@pytest.mark.parametrize(
    ("digits", "bid"), [((0,), 0), ((2,), 2), ((9,), 9), ((1, 0), 10), ((1, 3), 13), ((1, 4), 4), ((1, 1), 11)]
)
def test_digits_make_a_bid_at_once_but_1_waits_for_a_second(digits: tuple[int, ...], bid: int) -> None:
    model = model_of(game_where(SPADES, bids))
    *first, last = digits
    for digit in first:
        model = after(model, RULES.digit(model, digit))
        assert RULES.confirm(model) == RULES.space(model) == Choose(MakeBid(digit)), "a bid is not asked for twice"
    assert RULES.digit(model, last) == Choose(MakeBid(bid), choice(bid))
    assert RULES.asking(model, choice(bid)).startswith(f"Bid {bid or 'nil'}? ")


def test_digits_make_the_bid_that_they_name_where_some_bids_are_not_offered() -> None:
    """Spades 20: of nil and 4 to 13 the fourth is no bid of 4."""
    model = model_of(game_where(SPADES, lambda s: bids(s) and s.state.bids == (None,) * 4, bidding="suicide"))
    assert RULES.digit(model, 0) == Choose(MakeBid(0), choice(0))
    assert RULES.digit(model, 5) == Choose(MakeBid(5), choice(2))
    refused = RULES.digit(model, 3)
    assert isinstance(refused, Select)
    assert refused.selection.refusal == "One of you bids nil, and the other 4 or more."
    one = after(model, RULES.digit(model, 1))
    assert RULES.confirm(one) == Choose(MakeBid(10))
    assert RULES.digit(one, 2) == Choose(MakeBid(12), choice(9))


def test_the_cursor_and_the_sum_of_bids_know_the_bids_that_are_offered() -> None:
    model = model_of(game_where(SPADES, lambda s: bids(s) and s.state.bids == (None,) * 4, bidding="suicide"))
    assert RULES.first_target(model) == choice(1), "a bid of 4, not the third"
    panel = RULES.question(model._replace(selection=Selection(choice(3))))
    assert panel is not None
    assert (panel.choices[3], panel.foot) == ("6", "Bids 6 of 13")
    assert label(terminal(), RULES.keys(model, is_running=False)[0]) == "0, 4-13"


def test_a_click_makes_a_bid_at_once() -> None:
    model = model_of(game_where(SPADES, bids))
    assert RULES.press(model, choice(4)) == Choose(MakeBid(4))


def test_each_arrow_leads_from_one_answer_to_the_other() -> None:
    model = model_of(game_where(SPADES, blind, blind_nil="always"))
    assert RULES.digit(model, 2) == Choose(MakeBid(0, blind=True), choice(1))
    assert RULES.digit(model, 3) == Nothing()
    assert RULES.digit(model, 0) == Nothing()
    for arrow, number in (("left", 0), ("right", 1), ("up", 0), ("down", 1), ("down", 1)):
        model = after(model, RULES.move(model, arrow, None))  # type: ignore[arg-type]
        assert model.cursor == choice(number)
    assert RULES.confirm(model) == Choose(MakeBid(0, blind=True))
    assert RULES.press(model, choice(0)) == Choose(LookAtCards())


def test_a_drawn_card_is_kept_or_discarded() -> None:
    model = model_of(game_where(SPADES, in_phase(SpadesPhase.DRAW), players=2))
    assert RULES.targets(model) == (choice(0), choice(1))
    assert RULES.digit(model, 1) == Choose(DrawCard(True), choice(0))
    assert RULES.digit(model, 2) == Choose(DrawCard(False), choice(1))


@pytest.mark.parametrize(
    ("holds", "options", "words"),
    [
        (bids, {}, ["0-13 bid", "←→ move", "s scores"]),
        (blind, {"blind_nil": "always"}, ["1-2 choose", "←→ move", "s scores"]),
        (in_phase(SpadesPhase.PASS), {"blind_nil": "always"}, ["←→ card", "Space choose", "s scores"]),
        (in_phase(SpadesPhase.DRAW), {"players": 2}, ["1-2 choose", "←→ move", "s scores"]),
    ],
)
def test_the_keys_are_those_of_the_phase(
    holds: Callable[[AnySession], bool], options: dict[str, Any], words: list[str]
) -> None:
    keys = RULES.keys(model_of(game_where(SPADES, holds, **options)), is_running=False)[:3]
    assert [f"{label(terminal(), key)} {key.words}" for key in keys] == words
    assert not {Digit(0), Digit(1)} & {key.does for key in keys}, "a click on the line of keys chooses nothing"


# -- the pass ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def passing() -> AnyTableModel:
    return model_of(game_where(SPADES, in_phase(SpadesPhase.PASS), blind_nil="always"))


def chosen(model: AnyTableModel, *numbers: int) -> AnyTableModel:
    """The model after clicks on cards."""
    for number in numbers:
        model = after(model, RULES.press(model, in_hand(number)))
    return model


def card(model: AnyTableModel, number: int) -> object:
    (placed,) = chosen(model._replace(selection=Selection()), number).selection.placed
    return placed


def test_three_cards_are_chosen_put_back_and_passed(passing: AnyTableModel) -> None:
    one = chosen(passing, 5)
    assert one.selection.placed == (card(passing, 5),)
    assert chosen(one, 5).selection.placed == ()
    three = chosen(one, 3, 4)
    assert chosen(three, 7).selection.placed == three.selection.placed, "a fourth is not taken"
    assert ": put one back first" in chosen(three, 7).selection.note
    passes = Choose(PassCards(in_order(three.selection.placed)))
    assert RULES.confirm(three) == passes
    assert RULES.press(three, choice(0)) == passes
    assert RULES.digit(three, 1) == passes._replace(target=choice(0))


def test_space_chooses_the_card_under_the_cursor_and_enter_does_until_there_are_three(passing: AnyTableModel) -> None:
    model = passing._replace(selection=Selection(in_hand(2)))
    assert after(model, RULES.space(model)).selection.placed == (card(passing, 2),)
    one = after(model, RULES.confirm(model))
    assert one.selection.placed == (card(passing, 2),)
    again = after(one, RULES.confirm(one)).selection
    assert (again.placed, again.refusal) == (one.selection.placed, "Choose three cards first."), "it puts none back"
    three = chosen(passing, 0, 1, 2)
    told = [[key.words for key in RULES.keys(each, is_running=False)] for each in (model, chosen(passing, 0), three)]
    assert ["pass" in words for words in told] == [False, False, True], "Enter passes nothing before all are chosen"
    assert after(three, RULES.space(three)).selection.placed == three.selection.placed[:2]
    nowhere = three._replace(selection=three.selection._replace(cursor=None))
    assert RULES.space(nowhere) == RULES.confirm(three)


def test_spades_27_and_28_the_sheet_and_the_heading_know_the_options() -> None:
    def over(session: AnySession) -> bool:
        return session.state.number == 2 and session.state.phase is SpadesPhase.DEAL

    model = model_of(game_where(SPADES, over, bags="off", deals=4, first_deal="itself"))
    sheet = RULES.sheet(model)
    assert sheet.columns[-1] == "score"
    assert [row[2] for row in sheet.rows[:2]] == ["", ""], "nobody bid in the first deal"
    assert (sheet.foot, RULES.summary(model).title) == ("4 deals.", "Deal 2 of 4")
    assert RULES.heading(model).quiet == ("deal 2 over", "4 deals")
    assert "bags" not in RULES.summary(model).rows[0][1]
