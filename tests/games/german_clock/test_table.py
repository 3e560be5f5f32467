"""How German Clock is played at a table: by key, by click and by dragging; nothing tells that a card fits."""

from typing import Final

import pytest

from clockspades.cards import Rank
from clockspades.engine.session import AnySession
from clockspades.games.dial_words import where as hour_words
from clockspades.games.german_clock.german_clock_rules import PlaceCard, Redeal, TurnStock, can_place
from clockspades.games.german_clock.german_clock_table import WASTE, GermanClockTableRules
from clockspades.table.model import AnyTableModel, Selection, Target, TargetKind
from clockspades.table.table_rules import Choose, Nothing, Response
from tests.table.responses import after
from tests.tui.patience import GERMAN, dealt, model, where

RULES: Final = GermanClockTableRules()
STOCK: Final = Target(TargetKind.STOCK, 0)
TOP: Final = Target(TargetKind.WASTE, WASTE - 1)
UNDER: Final = Target(TargetKind.WASTE, 0)


def hour(rank: int) -> Target:
    return Target(TargetKind.HOUR, int(rank))


def midway(*, fits: bool) -> AnySession:
    """A stock, a waste of several cards, and whether the top one fits."""
    return where(
        lambda s: can_place(s.state) is fits and s.state.stock and len(s.state.waste) > 3 and len(s.state.suits) == 4,
        GERMAN,
    )


FITS, FITS_NOT = midway(fits=True), midway(fits=False)
both = pytest.mark.parametrize("session", [FITS, FITS_NOT], ids=["fits", "fits not"])


def elsewhere(session: AnySession) -> int:
    """A rank that the top card of the waste is not."""
    return int(session.state.waste[-1].rank) % len(Rank) + 1


# -- what can be done --------------------------------------------------------------------------------------


@both
def test_a_card_is_placed_by_enter_or_a_click_on_it_or_on_its_hour(session: AnySession) -> None:
    shown = model(session)
    for response in (
        RULES.confirm(shown),
        RULES.press(shown, TOP),
        RULES.press(shown, hour(shown.view.waste[-1].rank)),
    ):
        assert response == Choose(PlaceCard())


def test_enter_turns_a_card_where_there_is_none_to_place_and_a_click_there_does_not() -> None:
    shown = model(where(lambda s: not s.state.waste, GERMAN))
    assert RULES.confirm(shown) == Choose(TurnStock())
    assert not isinstance(RULES.press(shown, TOP), Choose)


@both
def test_space_and_a_click_on_the_stock_turn_a_card(session: AnySession) -> None:
    shown = model(session)
    assert RULES.space(shown) == RULES.press(shown, STOCK) == Choose(TurnStock())


def test_the_waste_is_turned_over_once_the_stock_is_empty() -> None:
    shown = model(where(lambda s: not s.state.stock and s.state.redeals_left and s.outcome is None, GERMAN))
    assert RULES.space(shown) == RULES.press(shown, STOCK) == Choose(Redeal())
    assert [key.words for key in RULES.keys(shown, is_running=False)] == ["turn over", "place"]


@both
def test_a_digit_shows_an_hour(session: AnySession) -> None:
    shown = model(session)
    assert after(shown, RULES.digit(shown, 7)).selection == Selection(hour(7), note=RULES.explain(shown, hour(7)))
    assert RULES.digit(shown, 0) == Nothing()


# -- dragging ----------------------------------------------------------------------------------------------


@both
def test_the_top_card_of_the_waste_is_carried(session: AnySession) -> None:
    shown = model(session, Selection(hour(3), note="something"))
    carried = after(shown, RULES.carry(shown, TOP)).selection
    assert carried == Selection(picked=session.state.waste[-1], carried=True)


@pytest.mark.parametrize("target", [UNDER, STOCK, hour(3)])
def test_nothing_else_is_carried(target: Target) -> None:
    assert RULES.carry(model(FITS), target) == Nothing()


def test_nothing_is_carried_from_an_empty_waste() -> None:
    assert RULES.carry(model(dealt(GERMAN, 1)), TOP) == Nothing()


@both
def test_a_card_dropped_on_its_hour_is_placed_and_on_another_says_where_it_belongs(session: AnySession) -> None:
    shown = model(session)
    assert RULES.drop(shown, hour(session.state.waste[-1].rank)) == Choose(PlaceCard())
    said = after(shown, RULES.drop(shown, hour(elsewhere(session)))).selection
    card = session.state.waste[-1]
    assert said == Selection(note=f"The {card.symbol} belongs {hour_words(card.rank)}.")
    assert RULES.drop(shown, STOCK) == RULES.drop(shown, None) == Nothing()


# -- nothing tells that a card fits ------------------------------------------------------------------------


def test_everything_answers_the_same_whether_a_card_fits_or_not() -> None:
    assert answers(model(FITS)) == answers(model(FITS_NOT))
    assert RULES.keys(model(FITS), is_running=False) == RULES.keys(model(FITS_NOT), is_running=False)


def answers(shown: AnyTableModel) -> list[object]:
    """What each thing that the player can do leads to: an action, or the place that is explained."""
    rank = int(shown.view.waste[-1].rank)
    hours = [hour((rank + turn - 1) % len(Rank) + 1) for turn in range(len(Rank))]  # its own first
    responses = [
        RULES.confirm(shown), RULES.space(shown), RULES.carry(shown, TOP),
        *(RULES.press(shown, target) for target in (STOCK, TOP, UNDER, *hours)),
        *(RULES.drop(shown, target) for target in hours),
    ]  # fmt: skip
    return [_kind(response) for response in responses]


def _kind(response: Response) -> object:
    return response.action if isinstance(response, Choose) else type(response)
