"""The tables of the patiences at every size: nothing cut, nothing over anything else, all that is needed there."""

from collections.abc import Callable
from random import Random

import pytest
from textual.geometry import Size

from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clock import clock_rules
from clockspades.games.clock.clock_rules import CENTRE, State, is_exchange_due
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.inputs import PointAt
from clockspades.table.model import Target, TargetKind
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_widget import Count, Line
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.timeline import Timeline
from tests.tui.patience import CLOCK, GERMAN, at_exchange, where
from tests.tui.seated import ANA, Seated, at_table, begun, opened
from tests.tui.short_games import play_out
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


async def point_at_a_whole_pile(me: Seated) -> None:
    """Spread the four cards of a pile out."""
    view: State = me.session.view(0)
    if isinstance(view, State) and is_exchange_due(view):
        pile = next(pile for pile, cards in enumerate(view.face_down, 1) if len(cards) == 4)
        me.screen.dispatch(PointAt(Target(TargetKind.PILE, pile, 4)))
        await me.pilot.pause()


def nothing_more(me: Seated) -> list[str]:
    """What lacks in the exchange, beside what is wrong with the layout."""
    return []


def lacks_of_clock(me: Seated) -> list[str]:
    """What is to be seen of Clock, and is not."""
    view, text = me.session.view(0), me.text
    words = [view.in_hand.symbol, "of 52", *(king.symbol for king in clock_rules.kings_in_order(view))]
    found = [one for one in words if one not in text]
    if me.screen.query_one("#in-hand", CardRow).card_size.area < me.dial.layout_now.card.area:
        found.append("a large card in the hand")
    if me.screen.query_one(Count).size.height < 3:
        found.append("the rows of the count")
    for pile in range(1, CENTRE + 1):
        place = me.dial.places[pile % CENTRE]
        rows = "".join(line[place.x : place.right] for line in text.split("\n")[place.y : place.bottom])
        down, up = view.face_down[pile - 1], view.face_up[pile - 1]
        found += [
            f"{one} of pile {pile}" for one in (str(len(down) or ""), *(c.suit.symbol for c in up)) if one not in rows
        ]
    return found


def lacks_of_german_clock(me: Seated) -> list[str]:
    """What is to be seen of German Clock, and is not."""
    view, text = me.session.view(0), me.text
    words = [str(len(view.stock)), "no redeals left", "of 52", " ".join(suit.symbol for suit in view.suits)]
    cards = [view.waste[-1], *(pile[-1] for pile in view.clock if pile)]
    is_large = me.dial.layout_now.card.width >= 9  # there the suit stands below the rank, or in its pips
    named = [card.rank.symbol if is_large else card.symbol for card in cards]
    return [one for one in (*words, *named) if one not in text]


@pytest.mark.parametrize(
    ("game", "keys", "row", "lacks"),
    [
        (turning, {"turn", "run", "finish", "hint"}, "lower", lacks_of_clock),
        (exchanging, {"pile", "depth", "exchange", "hint"}, "lower", nothing_more),
        (placing, {"turn", "place", "hint", "log"}, "stock", lacks_of_german_clock),
    ],
)
async def test_at_every_size_everything_is_whole_and_in_its_place_and_all_that_is_to_be_seen_is_there(
    game: Callable[[], AnySession], keys: set[str], row: str, lacks: Callable[[Seated], list[str]]
) -> None:
    """``keys`` are shown at every size, and no card of ``row`` covers another."""
    async with at_table(game()) as me:
        await point_at_a_whole_pile(me)
        for cards, seen in (("largest", sizes()), ("medium", EDGES[::4]), ("small", ((100, 20), (140, 22)))):
            me.app.change_settings(card_size=cards)
            for size in seen:
                await me.pilot.resize_terminal(*size)
                assert me.app.size == Size(*size)
                assert faults(me, keys | ESSENTIAL, row) == [], (cards, size)
                assert cards != "largest" or lacks(me) == [], size


@pytest.mark.parametrize(("name", "options"), [("clock", {"variant": "watch"}), ("german-clock", {})])
async def test_a_replay_is_whole_at_every_size(archive: Archive, name: str, options: dict[str, str]) -> None:
    session = begun(archive, find_game(name), (ANA,), 12, **options)  # type: ignore[arg-type]
    play_out(session, Random(1))
    session.close()
    (entry,) = archive.entries()
    async with opened(archive, ReplayRoute(load(entry.path, find_game))) as seated:
        screen = seated.app.screen
        timeline, table = screen.query_one(Timeline), screen.query_one(Table)
        prompt, log = table.query_one("#prompt", Line), table.query_one(GameLog)
        placed = (*table.query(CardRow).results(CardRow), table.query_one("#dial"), prompt)
        for keys in (("end", "left"), ("up",), ("up", "v"), ("home",)):
            await seated.press(*keys)
            for size in ((60, 18), (80, 24), (120, 40)):
                await seated.pilot.resize_terminal(*size)
                for widget in placed:
                    assert widget.region.area, (widget, size)
                    assert screen.region.contains_region(widget.region), (widget, size)
                    assert widget.region.bottom <= timeline.region.y, (widget, size)
                assert "…" not in str(prompt.render()), size
                assert not log.display or log.content_size.height >= 1 or size[1] < 24, size
