"""The tables of the patiences at every size: nothing cut, nothing over anything else, all that is needed there."""

from typing import Any, Final

import pytest
from textual.geometry import Size
from textual.widget import Widget

from clockspades.engine.rules import IllegalActionError
from clockspades.engine.session import AnySession
from clockspades.games.clock import clock_selectors
from clockspades.games.clock.clock_rules import CENTRE, State, is_exchange_due
from clockspades.games.german_clock import german_clock_selectors
from clockspades.games.german_clock.german_clock_rules import Place, Redeal
from clockspades.saved.settings import Settings
from clockspades.table.inputs import PointAt
from clockspades.table.model import Selection, TableModel, Target, TargetKind
from clockspades.table.selectors import prompt
from clockspades.tui.drawing.text import card_text
from clockspades.tui.widgets.bound_text import Count, Line
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from tests.tui.patience import CLOCK, GERMAN, at_exchange, model, where
from tests.tui.seated import Seated, at_table
from tests.tui.test_sizes import EDGES, ESSENTIAL, faults, sizes


def turning() -> AnySession:
    """A game of Clock in the middle."""
    return where(lambda s: s.at == 30, CLOCK)


def exchanging() -> AnySession:
    """The exchange of Watch, with a pile that nothing was taken from."""
    return where(
        lambda s: at_exchange(s) and any(len(cards) == 4 for cards in s.state.face_down), CLOCK, variant="watch"
    )


def placing() -> AnySession:
    """A game of German Clock in the middle, with all suits settled."""
    return where(lambda s: s.state.passes == 2 and s.state.placed > 20, GERMAN)


TABLES: Final = (
    (turning, {"turn", "run", "finish", "hint"}, "lower"),
    (exchanging, {"pile", "depth", "exchange", "hint"}, "lower"),
    (placing, {"turn", "place", "hint", "log"}, "stock"),
)
"""Games, the keys that they show at every size, and the row of cards none of which covers another."""

every_table = pytest.mark.parametrize(("game", "keys", "row"), TABLES, ids=lambda one: getattr(one, "__name__", ""))


async def point_at_a_whole_pile(me: Seated) -> None:
    """Spread the four cards of a pile out."""
    view: State = me.session.view(0)
    if isinstance(view, State) and is_exchange_due(view):
        pile = next(pile for pile, cards in enumerate(view.face_down, 1) if len(cards) == 4)
        me.screen.dispatch(PointAt(Target(TargetKind.PILE, pile, 4)))
        await me.pilot.pause()


@every_table
async def test_at_every_size_everything_is_whole_and_in_its_place(game: Any, keys: set[str], row: str) -> None:
    async with at_table(game()) as me:
        await point_at_a_whole_pile(me)
        for size in sizes():
            await me.pilot.resize_terminal(*size)
            assert me.app.size == Size(*size)
            assert faults(me, keys | ESSENTIAL, row) == [], size


@every_table
@pytest.mark.parametrize("cards", ["medium", "small"])
async def test_so_it_is_with_smaller_cards(game: Any, keys: set[str], row: str, cards: Any) -> None:
    async with at_table(game(), settings=Settings(card_size=cards)) as me:
        await point_at_a_whole_pile(me)
        for size in (*EDGES, (100, 20), (140, 22)):
            await me.pilot.resize_terminal(*size)
            assert faults(me, keys | ESSENTIAL, row) == [], size


async def test_clock_has_all_that_is_to_be_seen_at_every_size() -> None:
    session = turning()
    view = session.view(0)
    words = [view.in_hand.symbol, "of 52", *(king.symbol for king in clock_selectors.kings_in_order(view))]
    async with at_table(session) as me:
        for size in EDGES:
            await me.pilot.resize_terminal(*size)
            text = me.text
            assert [one for one in words if one not in text] == [], size
            card = me.screen.query_one("#in-hand", CardRow).card_size
            assert card.area >= me.dial.layout_now.card.area, size
            assert me.screen.query_one(Count).size.height >= 3, size
            for pile in range(1, CENTRE + 1):
                place = me.dial.places[pile % CENTRE]
                rows = [line[place.x : place.right] for line in text.split("\n")[place.y : place.bottom]]
                down, up = view.face_down[pile - 1], view.face_up[pile - 1]
                assert not down or str(len(down)) in "".join(rows), (pile, size)
                assert all(card.suit.symbol in "".join(rows) for card in up), (pile, size)


async def test_german_clock_has_all_that_is_to_be_seen_at_every_size() -> None:
    session = placing()
    view = session.view(0)
    words = [str(len(view.stock)), "no redeals left", "of 52", " ".join(suit.symbol for suit in view.suits)]
    cards = [view.waste[-1], *(pile[-1] for pile in view.clock if pile)]
    async with at_table(session) as me:
        for size in EDGES:
            await me.pilot.resize_terminal(*size)
            text = me.text
            assert [one for one in words if one not in text] == [], size
            is_large = me.dial.layout_now.card.width >= 9  # there the suit stands below the rank, or in its pips
            named = [card.rank.symbol if is_large else card.symbol for card in cards]
            assert [one for one in named if one not in text] == [], size


async def test_the_tables_grow_with_the_screen() -> None:
    for game, name in ((turning, "in-hand"), (placing, "stock")):
        areas = []
        async with at_table(game()) as me:
            for size in ((60, 18), (80, 24), (100, 30), (120, 40)):
                await me.pilot.resize_terminal(*size)
                areas.append((me.dial.layout_now.card.area, me.screen.query_one(f"#{name}", CardRow).card_size.area))
        assert areas == sorted(areas)
        assert areas[0][0] < areas[2][0] < areas[3][0]
        assert areas[0][1] < areas[1][1] < areas[3][1]


def said_in_clock() -> set[str]:
    """Every prompt and explanation of some games."""
    said: set[str] = set()
    for seed in range(12):
        session = where(lambda s: s.outcome is not None, CLOCK, first=seed, variant=("clock", "watch")[seed % 2])
        for point in range(1, session.last + 1):
            session.go_to(point)
            view: State = session.view(0)
            targets = [Target(TargetKind.HAND, 0), Target(TargetKind.LOWER, 0), Target(TargetKind.LOWER, 3)]
            targets += [Target(TargetKind.PILE, pile) for pile in range(1, CENTRE + 1)]
            if is_exchange_due(view):
                targets += [Target(TargetKind.PILE, pile, 1) for pile in clock_selectors.live_piles(view)]
            said |= _told(model(session), targets, clock_selectors)
    return said


def said_in_german_clock() -> set[str]:
    """Every prompt, explanation and refusal of some games."""
    said: set[str] = set()
    for seed in range(6):
        session = where(lambda s: s.outcome is not None, GERMAN, first=seed)
        for point in range(1, session.last + 1):
            session.go_to(point)
            shown, view = model(session), session.view(0)
            targets = [
                Target(TargetKind.STOCK, 0),
                Target(TargetKind.WASTE, 0),
                *(Target(TargetKind.HOUR, hour) for hour in range(1, 14)),
            ]
            said |= _told(shown, targets, german_clock_selectors)
            for action in (Place(), Redeal()):
                try:
                    GERMAN.rules.reduce(view, action)
                except IllegalActionError as error:
                    said.add(str(error))
            said |= {german_clock_selectors.wrong_place(view)} if view.waste else set()
    return said


def _told(shown: TableModel[Any, Any], targets: list[Target], selectors: Any) -> set[str]:
    return {prompt(shown).text, *(selectors.explain(shown, target) for target in targets)}


@pytest.mark.parametrize(("game", "said"), [(turning, said_in_clock), (placing, said_in_german_clock)])
async def test_whatever_is_said_fits_its_lines(game: Any, said: Any) -> None:
    everything = said()
    assert len(everything) > 300
    async with at_table(game()) as me:
        for size in EDGES:
            await me.pilot.resize_terminal(*size)
            width, height = me.screen.query_one("#prompt", Line).content_size
            cut = [words for words in everything if len(words) > width and len(card_text(words).wrap(width)) > height]
            assert cut == [], size


@every_table
async def test_a_name_as_long_as_names_can_be_hides_nothing_else(game: Any, keys: set[str], row: str) -> None:
    session = game()
    session.seats = (session.seats[0]._replace(name="A" * 40),)
    async with at_table(session, (60, 18)) as me:
        found = [fault for fault in faults(me, keys | ESSENTIAL, row) if "name" not in fault and "prompt" not in fault]
        assert found == []


async def test_nothing_of_a_table_is_drawn_twice() -> None:
    async with at_table(turning()) as me:
        table = me.table
        assert not table.visible
        drawn = [widget for widget in table.walk_children(Widget) if widget.visible]
        assert {type(widget) for widget in drawn} >= {Dial, CardRow, Count, Line}
        assert Selection() == me.selection
