"""The layout of the result as a function: every game, at every size, without a screen."""

from itertools import combinations
from pathlib import Path

import pytest
from textual.content import Content
from textual.geometry import Region, Size

from clockspades.engine.session import AnySession
from clockspades.engine.story import review
from clockspades.games.catalogue import find_game, table_rules
from clockspades.saved.log import load
from clockspades.table.glyphs import FULL, PLAIN, Glyphs, use_glyphs
from clockspades.table.model import Selection, TableModel, player_view
from clockspades.table.widget_models import Trophy
from clockspades.tui.layout.result import MUST, TWO_COLUMNS, Form, Layout, Part, Where, result_layout
from clockspades.tui.screens.result_parts import Shown, remark_lines, result_parts
from clockspades.tui.screens.result_players import player_blocks
from clockspades.tui.texts.result import headline
from clockspades.tui.widgets.standings import StandingModel
from tests.tui.layout import SIZES
from tests.tui.test_result import ALL_KINDS, LOGS

RECORD = "Not as good as your other game. Clockwork Spades, against a random bot: won 11 of 20 (average: 10.4)."
LESSON = "The turning point: on turn 17 Ana took the 10♠ and not the 5♠. It cost 19% of the chance to win. p shows it."
LINE = "Clockspades · Clockwork Spades · ended in 24 turns, 4 penalties to 8 ♠♠---♠ · code 0123456789ABCDEF"


def shown(session: AnySession, *, trophy: Trophy | None = None, badges: int = 2, is_reviewed: bool = True) -> Shown:
    """All that the result of a game can have to show, with everything that takes room."""
    rules, outcome = table_rules(session.game.name), session.position(-1).state.outcome
    assert outcome is not None
    session.go_to(session.last)
    face = rules.result(session.state, session.events(session.last, None))
    model = TableModel(player_view(session, 0, 0, active=False), Selection())
    return Shown(
        headline=headline(session),
        trophy=trophy,
        verdict=Content(session.game.words.verdict(session.state, session.names)),
        score=Content("Best of five: Ana 2 : 1 Tick, 1 drawn."),
        sides=tuple(StandingModel(session.names[side.seats[0]], "steady", side.score, False) for side in face.sides),
        players=() if face.sides else player_blocks(session, outcome, face),
        sheet=rules.sheet(model) if face.sides else None,
        badges=("Against the odds", "All the best beaten")[:badges],
        lesson=Content(LESSON),
        happened=Content("Ana lost in spite of good luck: the 33 choices cost 37%.") if is_reviewed else None,
        has_dial=rules.dial_model(model) is not None,
        record=Content(RECORD),
        remarks=tuple(Content(remark.words) for remark in review(session)),
        line=Content(LINE),
        brief_line=Content("Copy the result in one line, for a friend."),
    )


def game(name: str) -> AnySession:
    return load(LOGS / f"{name}.cslog", find_game).session


def room(size: tuple[int, int]) -> Size:
    """What the line of keys leaves."""
    return Size(size[0], size[1] - 1)


def check(placed: Layout, within: Size) -> None:
    """Every part stands in the room that there is, and over no other."""
    regions = {name: part.region for name, part in placed.items()}
    for name, region in regions.items():
        assert region.area, name
        assert Region(0, 0, *within).contains_region(region), (name, region, within)
    for one, other in combinations(regions, 2):
        assert not regions[one].overlaps(regions[other]), (one, regions[one], other, regions[other])


@pytest.fixture(params=[FULL, PLAIN], ids=["signs", "letters"])
def signs(request: pytest.FixtureRequest) -> Glyphs:
    use_glyphs(request.param)
    found: Glyphs = request.param
    return found


@pytest.mark.parametrize("size", [*SIZES, (79, 23), (140, 38), (160, 45)])
@pytest.mark.parametrize("name", ALL_KINDS)
def test_nothing_is_cut_and_nothing_scrolls_in_any_game_at_any_size(name: str, size: tuple[int, int]) -> None:
    session = game(name)
    for trophy in (None, *Trophy):
        parts = result_parts(shown(session, trophy=trophy), room(size))
        placed = result_layout(parts, room(size))
        check(placed, room(size))
        for part in parts:
            assert part.name in placed or part.forms[-1].worth < MUST, part.name
            if part.name in placed:
                where = placed[part.name]
                form = next(form for form in part.forms if form.name == where.form)
                least = form.rows(where.region.width) if form.least is None else form.least
                assert where.region.height >= min(least, form.rows(where.region.width)), part.name
                assert where.region.width >= form.columns, part.name
